/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/workbench/exm-list-pane.h"

#include "app/widgets/exm-init.h"
#include "fetch/exm-url-display.h"

#include <glib/gi18n-lib.h>

/* Characters of a title above a menu. */
#define TITLE_CHARS 48

struct _ExmListPane
{
  GtkWidget parent_instance;

  /* Children of the template, all (unowned). */
  GtkLabel *address;
  GtkWidget *close;
  GtkStack *stack;
  AdwStatusPage *status;
  ExmPageView *view;
  GtkSpinner *spinner;
  GtkLabel *words;
  GtkWidget *undo;

  ExmSetup *setup;       /* (owned) */
  ExmListEditor *editor; /* (owned) */
  GtkPopover *menu;      /* (unowned) (nullable): of the link that was chosen last */
};

enum
{
  CLOSED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ExmListPane, exm_list_pane, GTK_TYPE_WIDGET)

/* Looks of the links */

static GHashTable *
list_states (ExmListPane *self)
{
  const GPtrArray *urls = exm_list_editor_get_urls (self->editor);
  GHashTable *states = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; urls != NULL && i < urls->len; i++)
    {
      char *url = g_ptr_array_index (urls, i);
      ExmPageLinkState state
          = exm_list_editor_is_example (self->editor, url) ? EXM_PAGE_LINK_EXAMPLE
            : exm_setup_matches (self->setup, url)         ? EXM_PAGE_LINK_ARTICLE
                                                           : EXM_PAGE_LINK_OTHER;
      g_hash_table_insert (states, url, GUINT_TO_POINTER (state));
    }
  return states;
}

static void
show_links (ExmListPane *self)
{
  g_autoptr (GHashTable) states = list_states (self);

  exm_page_view_set_links (self->view, exm_list_editor_get_base (self->editor), states);
}

static void
show_words (ExmListPane *self)
{
  gboolean busy = exm_list_editor_is_busy (self->editor);
  const char *words = exm_list_editor_get_words (self->editor);

  gtk_label_set_label (
      self->words, busy ? _ ("Fetching the page of the example…")
                   : words != NULL
                       ? words
                       : _ ("Tinted links are collected. Click a link to change that"));
  gtk_widget_set_visible (GTK_WIDGET (self->spinner), busy);
  gtk_spinner_set_spinning (self->spinner, busy);
  gtk_widget_set_visible (self->undo, !busy && exm_list_editor_can_undo (self->editor));
}

static void
on_opened (ExmListEditor *editor, gpointer data)
{
  ExmListPane *self = EXM_LIST_PANE (data);
  ExmPageText *page = exm_list_editor_get_page (editor);

  gtk_stack_set_visible_child_name (self->stack, "page");
  exm_page_view_load (self->view, page, exm_page_text_get_url (page));
  show_links (self);
  show_words (self);
  gtk_widget_grab_focus (GTK_WIDGET (self->view));
}

static void
on_failed (ExmListEditor *editor, const char *message, gpointer data)
{
  ExmListPane *self = EXM_LIST_PANE (data);
  g_autofree char *escaped = g_markup_escape_text (message, -1);

  adw_status_page_set_description (self->status, escaped);
  gtk_stack_set_visible_child_name (self->stack, "failed");
}

static void
on_changed (ExmListEditor *editor, gpointer data)
{
  ExmListPane *self = EXM_LIST_PANE (data);

  if (exm_list_editor_get_page (editor) == NULL)
    return;
  show_links (self);
  show_words (self);
}

/* Menu of a link */

static const struct
{
  const char *action;
  ExmListDeed deed;
} deeds[] = {
  { "list.take", EXM_LIST_TAKE },
  { "list.take-only", EXM_LIST_TAKE_ONLY },
  { "list.leave", EXM_LIST_LEAVE },
  { "list.example", EXM_LIST_EXAMPLE },
};

static void
run_deed (GtkWidget *widget, const char *name, GVariant *url)
{
  ExmListPane *self = EXM_LIST_PANE (widget);

  if (self->menu != NULL)
    gtk_popover_popdown (self->menu);
  for (gsize i = 0; i < G_N_ELEMENTS (deeds); i++)
    if (g_str_equal (deeds[i].action, name)
        && exm_list_editor_get_page (self->editor) != NULL)
      exm_list_editor_run (self->editor, g_variant_get_string (url, NULL), deeds[i].deed);
  gtk_widget_grab_focus (GTK_WIDGET (self->view));
}

/* @label: (transfer full) */
static void
append (GMenu *menu, char *label, const char *action, const char *url)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

  g_menu_item_set_action_and_target (item, action, "s", url);
  g_menu_append_item (menu, item);
  g_free (label);
}

static void
append_deeds (ExmListPane *self, GMenu *menu, const char *url)
{
  guint n;

  if (!exm_setup_matches (self->setup, url))
    {
      n = exm_list_editor_count (self->editor, url, EXM_LIST_TAKE_ONLY);
      append (menu,
              /* translators: so many links of a list page */
              g_strdup_printf (_ ("Collect _Only Links Like This (%u)"), n),
              "list.take-only", url);
      n = exm_list_editor_count (self->editor, url, EXM_LIST_TAKE);
      append (menu,
              /* translators: so many links of a list page, beside those there are */
              g_strdup_printf (_ ("_Also Collect Links Like This (%u)"), n), "list.take",
              url);
      return;
    }
  if (exm_list_editor_count (self->editor, url, EXM_LIST_EXAMPLE) > 0)
    append (menu, g_strdup (_ ("Make This the _Example")), "list.example", url);
  n = exm_list_editor_count (self->editor, url, EXM_LIST_LEAVE);
  if (n > 0)
    append (menu,
            /* translators: so many links of a list page */
            g_strdup_printf (_ ("_Leave Out Links Like This (%u)"), n), "list.leave",
            url);
}

/* The link's title, as the page or its feed has it; else its address. */
static char *
dup_title (ExmListPane *self, const char *url)
{
  g_autofree char *shown = exm_url_to_display (url);
  const char *known = exm_list_editor_get_title (self->editor, url);
  const char *title = known != NULL && *known != '\0' ? known : shown;

  if (g_utf8_strlen (title, -1) <= TITLE_CHARS)
    return g_strdup (title);
  g_autofree char *start = g_utf8_substring (title, 0, TITLE_CHARS - 1);
  return g_strconcat (start, "…", NULL);
}

static void
on_link_activated (ExmPageView *view,
                   const char *url,
                   const GdkRectangle *place,
                   gpointer data)
{
  ExmListPane *self = EXM_LIST_PANE (data);
  g_autoptr (GMenu) menu = g_menu_new (), section = g_menu_new ();
  g_autofree char *title = dup_title (self, url);
  double x, y;

  append_deeds (self, section, url);
  if (g_menu_model_get_n_items (G_MENU_MODEL (section)) == 0)
    g_menu_append (section, _ ("This Is the Example"), "list.none");
  g_menu_append_section (menu, title, G_MENU_MODEL (section));
  if (self->menu == NULL)
    {
      self->menu = GTK_POPOVER (gtk_popover_menu_new_from_model (G_MENU_MODEL (menu)));
      gtk_widget_set_parent (GTK_WIDGET (self->menu), GTK_WIDGET (self));
    }
  else
    gtk_popover_menu_set_menu_model (GTK_POPOVER_MENU (self->menu), G_MENU_MODEL (menu));
  gtk_widget_translate_coordinates (GTK_WIDGET (view), GTK_WIDGET (self), place->x,
                                    place->y, &x, &y);
  const GdkRectangle there = { (int) x, (int) y, place->width, place->height };
  gtk_popover_set_pointing_to (self->menu, &there);
  gtk_popover_popup (self->menu);
}

static void
on_link_moved (ExmPageView *view, const char *url, gpointer data)
{
  ExmListPane *self = EXM_LIST_PANE (data);
  g_autofree char *title = dup_title (self, url);
  g_autofree char *words = g_strdup_printf (
      exm_list_editor_is_example (self->editor, url)
          /* translators: read out; the title of a link on a list page */
          ? _ ("%s, the example")
          : exm_setup_matches (self->setup, url)
                /* translators: read out; the title of a link on a list page */
                ? _ ("%s, collected")
                /* translators: read out; the title of a link on a list page */
                : _ ("%s, not collected"),
      title);

  exm_page_view_announce (view, words);
}

/* Buttons and keys */

static void
on_undo_clicked (ExmListPane *self)
{
  exm_list_editor_undo (self->editor);
  gtk_widget_grab_focus (GTK_WIDGET (self->view));
}

static void
activate_undo (GtkWidget *widget, const char *name, GVariant *unused)
{
  on_undo_clicked (EXM_LIST_PANE (widget));
}

static void
on_close_clicked (ExmListPane *self)
{
  g_signal_emit (self, signals[CLOSED], 0);
}

static void
on_retry_clicked (ExmListPane *self)
{
  exm_list_pane_open (self);
}

/* A focused page would keep it; an open menu goes first. */
static gboolean
on_escape (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  ExmListPane *self = EXM_LIST_PANE (widget);

  if (self->menu != NULL && gtk_widget_get_visible (GTK_WIDGET (self->menu)))
    return FALSE;
  on_close_clicked (self);
  return TRUE;
}

/* Nobody waits for a page any more. */
static void
exm_list_pane_hide (GtkWidget *widget)
{
  ExmListPane *self = EXM_LIST_PANE (widget);

  if (self->editor != NULL)
    exm_list_editor_stop (self->editor);
  GTK_WIDGET_CLASS (exm_list_pane_parent_class)->hide (widget);
}

static void
exm_list_pane_dispose (GObject *object)
{
  ExmListPane *self = EXM_LIST_PANE (object);

  if (self->editor != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->editor, self);
      exm_list_editor_stop (self->editor);
    }
  g_clear_pointer ((GtkWidget **) &self->menu, gtk_widget_unparent);
  gtk_widget_dispose_template (GTK_WIDGET (self), EXM_TYPE_LIST_PANE);
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self)); child != NULL;
       child = gtk_widget_get_first_child (GTK_WIDGET (self)))
    gtk_widget_unparent (child);
  g_clear_object (&self->editor);
  g_clear_object (&self->setup);
  G_OBJECT_CLASS (exm_list_pane_parent_class)->dispose (object);
}

static void
exm_list_pane_class_init (ExmListPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = exm_list_pane_dispose;
  widget_class->hide = exm_list_pane_hide;
  signals[CLOSED] = g_signal_new ("closed", EXM_TYPE_LIST_PANE, G_SIGNAL_RUN_LAST, 0,
                                  NULL, NULL, NULL, G_TYPE_NONE, 0);
  g_type_ensure (EXM_TYPE_PAGE_VIEW);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               EXM_APP_RESOURCES "exm-list-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, ExmListPane, address);
  gtk_widget_class_bind_template_child (widget_class, ExmListPane, close);
  gtk_widget_class_bind_template_child (widget_class, ExmListPane, stack);
  gtk_widget_class_bind_template_child (widget_class, ExmListPane, status);
  gtk_widget_class_bind_template_child (widget_class, ExmListPane, view);
  gtk_widget_class_bind_template_child (widget_class, ExmListPane, spinner);
  gtk_widget_class_bind_template_child (widget_class, ExmListPane, words);
  gtk_widget_class_bind_template_child (widget_class, ExmListPane, undo);
  gtk_widget_class_bind_template_callback (widget_class, on_close_clicked);
  gtk_widget_class_bind_template_callback (widget_class, on_retry_clicked);
  gtk_widget_class_bind_template_callback (widget_class, on_undo_clicked);
  gtk_widget_class_bind_template_callback (widget_class, on_link_activated);
  gtk_widget_class_bind_template_callback (widget_class, on_link_moved);
  for (gsize i = 0; i < G_N_ELEMENTS (deeds); i++)
    gtk_widget_class_install_action (widget_class, deeds[i].action, "s", run_deed);
  gtk_widget_class_install_action (widget_class, "page.undo", NULL, activate_undo);
}

static void
exm_list_pane_init (ExmListPane *self)
{
  GtkEventController *keys = gtk_shortcut_controller_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  exm_page_view_set_name (self->view, _ ("List"));
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  gtk_shortcut_controller_add_shortcut (
      GTK_SHORTCUT_CONTROLLER (keys),
      gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Escape, 0),
                        gtk_callback_action_new (on_escape, NULL, NULL)));
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
}

GtkWidget *
exm_list_pane_new (ExmSession *session, ExmSetup *setup)
{
  ExmListPane *self = g_object_new (EXM_TYPE_LIST_PANE, NULL);

  self->setup = g_object_ref (setup);
  self->editor = exm_list_editor_new (session, setup);
  g_signal_connect (self->editor, "opened", G_CALLBACK (on_opened), self);
  g_signal_connect (self->editor, "failed", G_CALLBACK (on_failed), self);
  g_signal_connect (self->editor, "changed", G_CALLBACK (on_changed), self);
  return GTK_WIDGET (self);
}

void
exm_list_pane_open (ExmListPane *self)
{
  g_return_if_fail (EXM_IS_LIST_PANE (self));

  const char *url = exm_setup_get_list_url (self->setup);
  g_autofree char *shown = url != NULL ? exm_url_to_display (url) : g_strdup ("");
  gtk_label_set_label (self->address, shown);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->address), url);
  gtk_stack_set_visible_child_name (self->stack, "busy");
  exm_list_editor_open (self->editor);
}

ExmListEditor *
exm_list_pane_get_editor (ExmListPane *self)
{
  return self->editor;
}

ExmPageView *
exm_list_pane_get_view (ExmListPane *self)
{
  return self->view;
}
