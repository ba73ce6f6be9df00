/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/help/exm-help-window.h"

#include "app/help/exm-help-book.h"
#include "app/help/exm-help-view.h"
#include "app/widgets/exm-idle-fill.h"

#include <glib/gi18n-lib.h>

/* The least width of a topic's name. */
#define LEAST_CHARS 12

struct _ExmHelpWindow
{
  AdwWindow parent_instance;

  ExmHelpBook *book;  /* (owned) (nullable): until it is read */
  GPtrArray *history; /* (owned) (element-type ExmHelpArticle): what was read */
  guint position;     /* in it, of what is read */

  /* Children of the template, all (unowned). */
  AdwLeaflet *leaflet;
  GtkWidget *topics_pane;
  GtkWidget *article_pane;
  GtkSearchEntry *search;
  GtkListBox *topics;
  GtkLabel *nothing;
  AdwWindowTitle *title;
  ExmHelpView *view;
};

G_DEFINE_FINAL_TYPE (ExmHelpWindow, exm_help_window, ADW_TYPE_WINDOW)

static ExmHelpArticle *
get_article (ExmHelpWindow *self)
{
  return self->position < self->history->len
             ? g_ptr_array_index (self->history, self->position)
             : NULL;
}

static ExmHelpArticle *
get_article_of_row (ExmHelpWindow *self, GtkListBoxRow *row)
{
  return g_ptr_array_index (exm_help_book_get_articles (self->book),
                            (guint) gtk_list_box_row_get_index (row));
}

static void
select_row (ExmHelpWindow *self)
{
  GPtrArray *articles = exm_help_book_get_articles (self->book);
  guint index;

  if (g_ptr_array_find (articles, get_article (self), &index))
    gtk_list_box_select_row (self->topics,
                             gtk_list_box_get_row_at_index (self->topics, (int) index));
}

/* The text of the search brings its place in the article with it. */
static void
show_article (ExmHelpWindow *self)
{
  ExmHelpArticle *article = get_article (self);
  const char *query = gtk_editable_get_text (GTK_EDITABLE (self->search));
  guint block = 0;

  exm_help_view_set_article (self->view, article);
  adw_window_title_set_title (self->title, exm_help_article_get_title (article));
  adw_leaflet_set_visible_child (self->leaflet, self->article_pane);
  if (exm_help_article_find (article, query, &block) && block > 0)
    exm_help_view_scroll_to (self->view, block);
  select_row (self);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "help.back", self->position > 0);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "help.forward",
                                 self->position + 1 < self->history->len);
}

static void
go_to (ExmHelpWindow *self, ExmHelpArticle *article)
{
  if (article != get_article (self))
    {
      guint keep = self->history->len > 0 ? self->position + 1 : 0;
      g_ptr_array_set_size (self->history, (int) keep);
      g_ptr_array_add (self->history, article);
      self->position = keep;
    }
  show_article (self);
}

/* @data: an article of the book */
static void
read_article (GtkWindow *window, gconstpointer data)
{
  ExmHelpWindow *self = EXM_HELP_WINDOW (window);

  go_to (self, (ExmHelpArticle *) data);
  gtk_widget_grab_focus (GTK_WIDGET (self->view));
}

/* The list may be hidden by it, which GTK does not expect before the click is over. */
static void
on_row_activated (GtkListBox *list, GtkListBoxRow *row, gpointer data)
{
  exm_idle_fill_then (GTK_WINDOW (data), read_article,
                      get_article_of_row (EXM_HELP_WINDOW (data), row));
}

static void
on_followed (ExmHelpView *view, const char *name, gpointer data)
{
  ExmHelpWindow *self = EXM_HELP_WINDOW (data);
  ExmHelpArticle *article = exm_help_book_find (self->book, name);

  g_return_if_fail (article != NULL);
  /* The place of what was looked for is of another article. */
  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  go_to (self, article);
  gtk_widget_grab_focus (GTK_WIDGET (self->view));
}

/* Search */

static gboolean
is_wanted (GtkListBoxRow *row, gpointer data)
{
  ExmHelpWindow *self = EXM_HELP_WINDOW (data);
  const char *query = gtk_editable_get_text (GTK_EDITABLE (self->search));

  return *query == '\0'
         || exm_help_article_find (get_article_of_row (self, row), query, NULL);
}

static GtkListBoxRow *
find_first_wanted (ExmHelpWindow *self)
{
  GtkListBoxRow *row;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (self->topics, i)) != NULL; i++)
    if (is_wanted (row, self))
      return row;
  return NULL;
}

/* Below the title of what was found: where. */
static void
show_passage (ExmHelpWindow *self, GtkListBoxRow *row)
{
  const char *query = gtk_editable_get_text (GTK_EDITABLE (self->search));
  GtkWidget *passage = gtk_widget_get_last_child (gtk_list_box_row_get_child (row));
  gboolean found = *query != '\0' && is_wanted (row, self);

  gtk_widget_set_visible (passage, found);
  if (!found)
    return;
  g_autofree char *markup
      = exm_help_article_dup_passage (get_article_of_row (self, row), query);
  gtk_label_set_markup (GTK_LABEL (passage), markup);
}

static void
on_search_changed (GtkSearchEntry *entry, gpointer data)
{
  ExmHelpWindow *self = EXM_HELP_WINDOW (data);
  GtkListBoxRow *row;
  g_autofree char *words = g_strdup_printf (
      /* translators: %s is what was typed into the search of the help */
      _ ("No topic matches “%s”"), gtk_editable_get_text (GTK_EDITABLE (entry)));

  gtk_label_set_label (self->nothing, words);
  for (int i = 0; (row = gtk_list_box_get_row_at_index (self->topics, i)) != NULL; i++)
    show_passage (self, row);
  gtk_list_box_invalidate_filter (self->topics);
  gtk_list_box_invalidate_headers (self->topics);
}

static void
on_search_activate (GtkSearchEntry *entry, gpointer data)
{
  ExmHelpWindow *self = EXM_HELP_WINDOW (data);
  GtkListBoxRow *row = find_first_wanted (self);

  if (row != NULL)
    on_row_activated (self->topics, row, self);
}

static void
on_stop_search (GtkSearchEntry *entry, gpointer data)
{
  if (*gtk_editable_get_text (GTK_EDITABLE (entry)) != '\0')
    gtk_editable_set_text (GTK_EDITABLE (entry), "");
  else
    gtk_window_close (GTK_WINDOW (data));
}

/* The list */

static void
set_header (GtkListBoxRow *row, GtkListBoxRow *before, gpointer data)
{
  ExmHelpWindow *self = EXM_HELP_WINDOW (data);
  const char *query = gtk_editable_get_text (GTK_EDITABLE (self->search));
  const char *group
      = exm_help_book_get_group (self->book, (guint) gtk_list_box_row_get_index (row));
  GtkWidget *label;

  /* Search results stand in no group. */
  if (*query != '\0' || group == NULL)
    {
      gtk_list_box_row_set_header (row, NULL);
      return;
    }
  if (gtk_list_box_row_get_header (row) != NULL)
    return;
  label = gtk_label_new (group);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "caption-heading");
  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_add_css_class (label, "exm-help-group");
  gtk_list_box_row_set_header (row, label);
}

static GtkWidget *
make_label (const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  /* Else GTK sets it a character a line to know how narrow it may become. */
  gtk_label_set_width_chars (GTK_LABEL (label), LEAST_CHARS);
  return label;
}

/* The title, and below it where what was looked for is found. */
static GtkWidget *
make_topic (ExmHelpArticle *article)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget *passage = make_label (NULL);

  gtk_widget_add_css_class (box, "exm-help-topic");
  gtk_label_set_lines (GTK_LABEL (passage), 2);
  gtk_label_set_ellipsize (GTK_LABEL (passage), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (passage, "caption");
  gtk_widget_add_css_class (passage, "dim-label");
  gtk_widget_set_visible (passage, FALSE);
  gtk_box_append (GTK_BOX (box), make_label (exm_help_article_get_title (article)));
  gtk_box_append (GTK_BOX (box), passage);
  return box;
}

static void
read_book (GtkWindow *window, gconstpointer unused)
{
  EXM_HELP_WINDOW (window)->book = exm_help_book_new (NULL);
}

static void
add_rows (GtkWindow *window, gconstpointer unused)
{
  ExmHelpWindow *self = EXM_HELP_WINDOW (window);
  GPtrArray *articles = exm_help_book_get_articles (self->book);

  for (guint i = 0; i < articles->len; i++)
    gtk_list_box_append (self->topics, make_topic (g_ptr_array_index (articles, i)));
  gtk_list_box_set_filter_func (self->topics, is_wanted, self, NULL);
  gtk_list_box_set_header_func (self->topics, set_header, self, NULL);
}

/* Actions */

static void
on_back (GtkWidget *widget, const char *name, GVariant *target)
{
  ExmHelpWindow *self = EXM_HELP_WINDOW (widget);

  self->position--;
  show_article (self);
}

static void
on_forward (GtkWidget *widget, const char *name, GVariant *target)
{
  ExmHelpWindow *self = EXM_HELP_WINDOW (widget);

  self->position++;
  show_article (self);
}

/* @data: (nullable): the widget of the list's pane that gets the focus */
static void
show_topics (GtkWindow *window, gconstpointer data)
{
  ExmHelpWindow *self = EXM_HELP_WINDOW (window);

  adw_leaflet_set_visible_child (self->leaflet, self->topics_pane);
  if (data != NULL)
    gtk_widget_grab_focus (GTK_WIDGET (data));
}

/* The row that was clicked may be hidden by it, as in on_row_activated(). */
static void
on_topics (GtkWidget *widget, const char *name, GVariant *target)
{
  ExmHelpWindow *self = EXM_HELP_WINDOW (widget);

  exm_idle_fill_then (GTK_WINDOW (self), show_topics,
                      gtk_list_box_get_selected_row (self->topics));
}

static void
on_search (GtkWidget *widget, const char *name, GVariant *target)
{
  exm_idle_fill_then (GTK_WINDOW (widget), show_topics, EXM_HELP_WINDOW (widget)->search);
}

static void
exm_help_window_dispose (GObject *object)
{
  ExmHelpWindow *self = EXM_HELP_WINDOW (object);

  /* They ask for the book, and for the entry. */
  if (self->topics != NULL)
    {
      gtk_list_box_set_filter_func (self->topics, NULL, NULL, NULL);
      gtk_list_box_set_header_func (self->topics, NULL, NULL, NULL);
    }
  self->topics = NULL;
  G_OBJECT_CLASS (exm_help_window_parent_class)->dispose (object);
}

static void
exm_help_window_finalize (GObject *object)
{
  ExmHelpWindow *self = EXM_HELP_WINDOW (object);

  g_ptr_array_unref (self->history);
  g_clear_object (&self->book);
  G_OBJECT_CLASS (exm_help_window_parent_class)->finalize (object);
}

static void
bind_keys (GtkWidgetClass *widget_class)
{
  static const struct
  {
    guint key;
    GdkModifierType modifiers;
    const char *action;
  } keys[] = {
    { GDK_KEY_Escape, 0, "window.close" },
    { GDK_KEY_w, GDK_CONTROL_MASK, "window.close" },
    { GDK_KEY_Left, GDK_ALT_MASK, "help.back" },
    { GDK_KEY_Right, GDK_ALT_MASK, "help.forward" },
    { GDK_KEY_f, GDK_CONTROL_MASK, "help.search" },
    { GDK_KEY_F9, 0, "help.topics" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_widget_class_add_binding_action (widget_class, keys[i].key, keys[i].modifiers,
                                         keys[i].action, NULL);
}

static void
exm_help_window_class_init (ExmHelpWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = exm_help_window_dispose;
  G_OBJECT_CLASS (klass)->finalize = exm_help_window_finalize;
  g_type_ensure (EXM_TYPE_HELP_VIEW);
  gtk_widget_class_set_template_from_resource (
      widget_class, "/io/github/exemplar_workbench/Exemplar/exm-help-window.ui");
  gtk_widget_class_bind_template_child (widget_class, ExmHelpWindow, leaflet);
  gtk_widget_class_bind_template_child (widget_class, ExmHelpWindow, topics_pane);
  gtk_widget_class_bind_template_child (widget_class, ExmHelpWindow, article_pane);
  gtk_widget_class_bind_template_child (widget_class, ExmHelpWindow, search);
  gtk_widget_class_bind_template_child (widget_class, ExmHelpWindow, topics);
  gtk_widget_class_bind_template_child (widget_class, ExmHelpWindow, nothing);
  gtk_widget_class_bind_template_child (widget_class, ExmHelpWindow, title);
  gtk_widget_class_bind_template_child (widget_class, ExmHelpWindow, view);
  gtk_widget_class_bind_template_callback (widget_class, on_search_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_search_activate);
  gtk_widget_class_bind_template_callback (widget_class, on_stop_search);
  gtk_widget_class_bind_template_callback (widget_class, on_row_activated);
  gtk_widget_class_bind_template_callback (widget_class, on_followed);
  gtk_widget_class_install_action (widget_class, "help.back", NULL, on_back);
  gtk_widget_class_install_action (widget_class, "help.forward", NULL, on_forward);
  gtk_widget_class_install_action (widget_class, "help.topics", NULL, on_topics);
  gtk_widget_class_install_action (widget_class, "help.search", NULL, on_search);
  bind_keys (widget_class);
}

static void
exm_help_window_init (ExmHelpWindow *self)
{
  self->history = g_ptr_array_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWindow *
exm_help_window_new (GSettings *settings)
{
  GtkWindow *window = g_object_new (EXM_TYPE_HELP_WINDOW, NULL);

  if (settings != NULL)
    {
      g_settings_bind (settings, "help-width", window, "default-width",
                       G_SETTINGS_BIND_DEFAULT);
      g_settings_bind (settings, "help-height", window, "default-height",
                       G_SETTINGS_BIND_DEFAULT);
    }
  /* A window that comes up waits for the layout of all that it has. */
  exm_idle_fill_present (window);
  exm_idle_fill_then (window, read_book, NULL);
  exm_idle_fill_then (window, add_rows, NULL);
  return window;
}

void
exm_help_window_show_topic (ExmHelpWindow *self, const char *name)
{
  g_return_if_fail (EXM_IS_HELP_WINDOW (self));
  ExmHelpArticle *article = exm_help_book_find (self->book, name);

  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  go_to (self, article != NULL
                   ? article
                   : g_ptr_array_index (exm_help_book_get_articles (self->book), 0));
  gtk_widget_grab_focus (GTK_WIDGET (self->view));
}

const char *
exm_help_window_get_topic (ExmHelpWindow *self)
{
  ExmHelpArticle *article = get_article (self);

  return article != NULL ? exm_help_article_get_name (article) : NULL;
}
