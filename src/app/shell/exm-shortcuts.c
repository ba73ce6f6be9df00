/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/shell/exm-shortcuts.h"

#include "app/web/exm-focus.h"
#include "app/widgets/exm-idle-fill.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  const char *keys;   /* as gtk_accelerator_parse() reads them */
  const char *action; /* (nullable): detailed; %NULL where the focused widget has it */
  const char *title;  /* (nullable): %NULL where the one above says it too */
  gboolean while_editing; /* also where text is edited */
  const char *listed;     /* (nullable): in place of @keys where keys are listed */
} Shortcut;

typedef struct
{
  const char *section; /* title of that which lists them where there is room */
  const char *title;
  const Shortcut *shortcuts; /* up to one without keys */
} Group;

/* Input methods of Chinese take Ctrl+Space, Ctrl+., Ctrl+; and Ctrl+Shift+F. */
static const Shortcut general[] = {
  { "<Control>n", "win.new-task", N_ ("New Task"), TRUE },
  { "<Control><Shift>n", "win.add-many", N_ ("Add Many…"), TRUE },
  { "<Control>k", "win.go-to-task", N_ ("Go to task"), TRUE },
  { "F5", "page.check", N_ ("Check pages of a new task"), TRUE },
  { "F5", "win.run-task", N_ ("Run Now"), TRUE },
  { "F9", "win.sidebar", N_ ("Sidebar"), TRUE },
  { "<Alt>1", "win.view::1", N_ ("First to fourth view"), TRUE, "<Alt>1...4" },
  { "<Alt>2", "win.view::2", NULL, TRUE },
  { "<Alt>3", "win.view::3", NULL, TRUE },
  { "<Alt>4", "win.view::4", NULL, TRUE },
  { "F1", "win.help", N_ ("Help"), TRUE },
  { "<Control>comma", "app.preferences", N_ ("Preferences"), TRUE },
  { "<Control>question", "win.shortcuts", N_ ("Keyboard Shortcuts"), TRUE },
  { "<Control>w", "window.close", N_ ("Close the window"), TRUE },
  { "<Control>q", "app.quit", N_ ("Quit"), TRUE },
  { NULL },
};

static const Shortcut pages[] = {
  { "<Control>f", "page.find", N_ ("Search"), TRUE },
  { "F8", "page.inspector", N_ ("Inspector"), TRUE },
  { "<Control>Page_Up", "page.previous", N_ ("Previous page"), TRUE },
  { "<Control>Page_Down", "page.next", N_ ("Next page"), TRUE },
  { "<Control>Return", "page.save", N_ ("Save"), TRUE },
  { "<Control>z", "page.undo", N_ ("Undo"), FALSE },
  { "<Control><Shift>z", "page.redo", N_ ("Redo"), FALSE },
  { NULL },
};

/* On the workbench, and in the queue of what needs a person. */
static const Shortcut review[] = {
  { "Return", "page.looks-right", N_ ("Looks Right, and the next one"), FALSE },
  { "w", "page.wrong", N_ ("Wrong…"), FALSE },
  { "c", "page.compare", N_ ("Compare a redesign’s pages first"), FALSE },
  { "<Alt>Left", "page.leave-review", N_ ("Back to the queue"), FALSE },
  { NULL },
};

static const Shortcut workbench[] = {
  { "m", "page.mark", N_ ("Mark the article"), FALSE },
  { "z", "page.fit", N_ ("Fit the chart"), FALSE },
  { "n", "page.next-difference", N_ ("Next difference"), FALSE },
  { "<Shift>n", "page.previous-difference", N_ ("Previous difference"), FALSE },
  { NULL },
};

static const Shortcut reading[] = {
  { "j", "page.next", N_ ("Next article"), FALSE },
  { "k", "page.previous", N_ ("Article before"), FALSE },
  { "n", "page.next-unread", N_ ("Next unread article"), FALSE },
  { "space", "page.scroll-on", N_ ("Read on, then the next unread article"), FALSE },
  { "<Shift>space", "page.scroll-back", N_ ("Read back"), FALSE },
  { "u", "page.unread", N_ ("Mark as unread, or as read"), FALSE },
  { "s", "page.star", N_ ("Add or remove the star"), FALSE },
  { "t", "page.tags", N_ ("Tags"), FALSE },
  { "F3", "page.next-found", N_ ("Next place that the search found"), TRUE,
    "F3 <Control>g" },
  { "<Control>g", "page.next-found", NULL, TRUE },
  { "<Shift>F3", "page.previous-found", N_ ("The place before"), TRUE },
  { "<Control><Shift>g", "page.previous-found", NULL, TRUE },
  { "<Control>d", "page.save-search", N_ ("Save the search"), TRUE },
  { "<Control>p", "page.print", N_ ("Print the article"), FALSE },
  { NULL },
};

static const Shortcut mark_keys[] = {
  { "Return", NULL, N_ ("Mark the article around the line"), FALSE },
  { "Up Down", NULL, N_ ("Choose a line; once marked, widen and narrow"), FALSE },
  { "Left Right", NULL, N_ ("Go to the line before or behind"), FALSE },
  { "space", NULL, N_ ("Add the line or leave it out"), FALSE },
  { "<Shift>Up <Shift>Down", NULL, N_ ("Extend to the next line"), FALSE },
  { "<Alt>Up <Alt>Down", NULL, N_ ("Leave out line after line"), FALSE },
  { "Escape", NULL, N_ ("Clear the mark"), FALSE },
  { NULL },
};

static const Shortcut boundary_keys[] = {
  { "Left Right", NULL, N_ ("Move by a line"), FALSE },
  { "<Shift>Left <Shift>Right", NULL, N_ ("Move by ten lines"), FALSE },
  { "Home", NULL, N_ ("Back to where it was found"), FALSE },
  { "Escape", NULL, N_ ("Cancel the move"), FALSE },
  { "plus minus", NULL, N_ ("Zoom in and out"), FALSE },
  { "0", NULL, N_ ("Show the whole page"), FALSE },
  { NULL },
};

static const Shortcut line_keys[] = {
  { "b", NULL, N_ ("Mark as body"), FALSE },
  { "n", NULL, N_ ("Mark as noise"), FALSE },
  { "BackSpace", NULL, N_ ("Take the mark back"), FALSE },
  { "Menu <Shift>F10", NULL, N_ ("Menu of the line"), FALSE },
  { NULL },
};

static const Shortcut row_keys[] = {
  { "F2", NULL, N_ ("Rename it"), FALSE },
  { "Delete", NULL, N_ ("Remove it"), FALSE },
  { "Menu <Shift>F10", NULL, N_ ("Its menu"), FALSE },
  { NULL },
};

static const Group groups[] = {
  { N_ ("General"), N_ ("General"), general },
  { N_ ("General"), N_ ("Views"), pages },
  { N_ ("General"), N_ ("Review"), review },
  { N_ ("Reading"), N_ ("Reading"), reading },
  { N_ ("Reading"), N_ ("Rows of the Sidebar"), row_keys },
  { N_ ("Workbench"), N_ ("Workbench"), workbench },
  { N_ ("Workbench"), N_ ("Marking, in the Example"), mark_keys },
  { N_ ("Workbench"), N_ ("Boundaries, in the Chart"), boundary_keys },
  { N_ ("Workbench"), N_ ("Lines"), line_keys },
};

static gboolean
run (GtkWindow *window, GtkWidget *page, const Shortcut *shortcut)
{
  g_autofree char *name = NULL;
  g_autoptr (GVariant) target = NULL;
  GtkWidget *widget = GTK_WIDGET (window);

  g_action_parse_detailed_name (shortcut->action, &name, &target, NULL);
  if (g_str_has_prefix (name, "page."))
    widget = page;
  return widget != NULL && gtk_widget_activate_action_variant (widget, name, target);
}

static gboolean
is_pressed (const Shortcut *shortcut, GdkEvent *event, GtkWidget *focus)
{
  guint key;
  GdkModifierType modifiers;

  if (!shortcut->while_editing && exm_focus_keeps_letters (focus))
    return FALSE;
  gtk_accelerator_parse (shortcut->keys, &key, &modifiers);
  if (gdk_key_event_matches (event, key, modifiers) != GDK_KEY_MATCH_EXACT)
    return FALSE;
  return (key != GDK_KEY_Return && key != GDK_KEY_space)
         || (modifiers & ~GDK_SHIFT_MASK) != 0 || !exm_focus_keeps_enter (focus);
}

gboolean
exm_shortcuts_take_key (GtkWindow *window, GtkWidget *page, GdkEvent *event)
{
  GtkWidget *focus = gtk_window_get_focus (window);

  for (gsize i = 0; i < G_N_ELEMENTS (groups); i++)
    for (const Shortcut *s = groups[i].shortcuts; s->keys != NULL; s++)
      if (s->action != NULL && is_pressed (s, event, focus) && run (window, page, s))
        return GDK_EVENT_STOP;
  return GDK_EVENT_PROPAGATE;
}

static void
append_group (GString *xml, const Group *group)
{
  g_autofree char *title = g_markup_printf_escaped (
      "<property name=\"title\">%s</property>", _ (group->title));

  g_string_append_printf (xml, "<object class=\"GtkShortcutsGroup\" id=\"group\">%s",
                          title);
  for (const Shortcut *s = group->shortcuts; s->keys != NULL; s++)
    {
      if (s->title == NULL)
        continue;
      g_autofree char *child = g_markup_printf_escaped (
          "<child><object class=\"GtkShortcutsShortcut\">"
          "<property name=\"accelerator\">%s</property>"
          "<property name=\"title\">%s</property></object></child>",
          s->listed != NULL ? s->listed : s->keys, _ (s->title));
      g_string_append (xml, child);
    }
  g_string_append (xml, "</object>");
}

/* From this width on two columns have room beside each other, in every language. */
#define WIDE 1100

/* In one column, what a key does may take more than a line. */
#define MOST_CHARS 18

static gboolean
is_narrow (GtkWindow *window)
{
  return gtk_widget_get_width (GTK_WIDGET (gtk_window_get_transient_for (window))) < WIDE;
}

static void
wrap_titles (GtkWidget *widget)
{
  if (GTK_IS_LABEL (widget)
      && GTK_IS_SHORTCUTS_SHORTCUT (
          gtk_widget_get_ancestor (widget, GTK_TYPE_SHORTCUTS_SHORTCUT)))
    g_object_set (widget, "wrap", TRUE, "max-width-chars", MOST_CHARS, NULL);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    wrap_titles (child);
}

/* The widgets can only be filled by a builder, or as one does it. */
static void
add_group (GtkWindow *window, gconstpointer data)
{
  const Group *group = data;
  GtkBuildable *own = g_object_get_data (G_OBJECT (window), group->title);
  GtkBuildable *section
      = own != NULL ? own : g_object_get_data (G_OBJECT (window), group->section);
  g_autoptr (GString) xml = g_string_new ("<interface>");

  append_group (xml, group);
  g_string_append (xml, "</interface>");
  g_autoptr (GtkBuilder) builder
      = gtk_builder_new_from_string (xml->str, (gssize) xml->len);
  GObject *widget = gtk_builder_get_object (builder, "group");
  if (is_narrow (window))
    wrap_titles (GTK_WIDGET (widget));
  GTK_BUILDABLE_GET_IFACE (section)->add_child (section, builder, widget, NULL);
}

/* Most rows of a column, its titles included: a low screen has room for no more. */
#define MOST_ROWS 13

static void
append_section (GString *xml, const char *title)
{
  g_autofree char *section
      = g_markup_printf_escaped ("<child><object class=\"GtkShortcutsSection\" id=\"%s\">"
                                 "<property name=\"section-name\">%s</property>"
                                 "<property name=\"title\">%s</property>"
                                 "<property name=\"max-height\">" G_STRINGIFY (
                                     MOST_ROWS) "</property></object></child>",
                                 title, title, _ (title));

  g_string_append (xml, section);
}

/* The button that searches has an icon only, and GTK gives it no name. */
static gboolean
name_search (GtkWidget *widget)
{
  if (GTK_IS_TOGGLE_BUTTON (widget))
    {
      gtk_accessible_update_property (GTK_ACCESSIBLE (widget),
                                      GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Search"), -1);
      return TRUE;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (name_search (child))
      return TRUE;
  return FALSE;
}

/* Lists the titles of the sections. If there is room for one column only, each group has
 * its own section: GTK puts columns of one beside each other.
 *
 * Returns: (transfer full) (element-type utf8): titles of sections */
static GPtrArray *
list_sections (gboolean narrow)
{
  GPtrArray *titles = g_ptr_array_new ();

  for (gsize i = 0; i < G_N_ELEMENTS (groups); i++)
    {
      const char *title = narrow ? groups[i].title : groups[i].section;
      if (!g_ptr_array_find_with_equal_func (titles, title, g_str_equal, NULL))
        g_ptr_array_add (titles, (gpointer) title);
    }
  return titles;
}

GtkWindow *
exm_shortcuts_window_new (GtkWindow *window)
{
  g_autoptr (GPtrArray) titles
      = list_sections (gtk_widget_get_width (GTK_WIDGET (window)) < WIDE);
  g_autoptr (GString) xml
      = g_string_new ("<interface><object class=\"GtkShortcutsWindow\" id=\"window\">");

  for (guint i = 0; i < titles->len; i++)
    append_section (xml, titles->pdata[i]);
  g_string_append (xml, "</object></interface>");
  g_autoptr (GtkBuilder) builder
      = gtk_builder_new_from_string (xml->str, (gssize) xml->len);
  GtkWindow *shown = GTK_WINDOW (gtk_builder_get_object (builder, "window"));

  for (guint i = 0; i < titles->len; i++)
    g_object_set_data (G_OBJECT (shown), titles->pdata[i],
                       gtk_builder_get_object (builder, titles->pdata[i]));
  g_object_set (shown, "section-name", titles->pdata[0], NULL);
  name_search (gtk_window_get_titlebar (shown));
  gtk_window_set_transient_for (shown, window);
  gtk_window_set_modal (shown, TRUE);
  for (gsize i = 0; i < G_N_ELEMENTS (groups); i++)
    exm_idle_fill_then (shown, add_group, &groups[i]);
  return shown;
}
