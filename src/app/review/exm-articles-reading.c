/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Reading of one article after the other: what counts as read, stars and tags, and the
 * way to the next unread one. */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/reading/exm-reading-mark.h"
#include "app/review/exm-articles-page-private.h"
#include "app/widgets/exm-toast.h"

#include <glib/gi18n-lib.h>

/* An article that is shown so long is read. */
#define READ_AFTER_MS 1000u

static gboolean
is_unread (ExmArticleItem *item)
{
  return exm_article_item_get_info (item)->unread;
}

static gboolean
is_read (ExmArticleItem *item)
{
  return !is_unread (item);
}

static gboolean
has_no_star (ExmArticleItem *item)
{
  return !exm_article_item_get_info (item)->starred;
}

static gboolean
has_star (ExmArticleItem *item)
{
  return !has_no_star (item);
}

/* Selected articles that a mark changes. @changes: (nullable): %NULL: all */
static GArray *
dup_selected_ids (ExmArticlesPage *self, gboolean (*changes) (ExmArticleItem *item))
{
  g_autoptr (GPtrArray) items = exm_articles_page_get_selected (self);
  GArray *ids = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (guint i = 0; i < items->len; i++)
    if (changes == NULL || changes (g_ptr_array_index (items, i)))
      g_array_append_val (ids,
                          exm_article_item_get_info (g_ptr_array_index (items, i))->id);
  return ids;
}

/* A mark that is being written. */
typedef struct
{
  ExmArticlesPage *page; /* (owned) */
  GObject *made;         /* (owned) (nullable): what Ctrl+Z takes back */
} Marking;

static void
marking_free (gpointer data)
{
  Marking *self = data;

  g_object_unref (self->page);
  g_clear_object (&self->made);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Marking, marking_free)

static void
on_marked (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (Marking) marking = data;
  ExmArticlesPage *self = marking->page;
  g_autoptr (GError) error = NULL;
  gboolean good = exm_session_write_finish (EXM_SESSION (source), result, &error);

  if (!good && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CLOSED))
    exm_toast_show_error (GTK_WIDGET (self), error);
  if (!good && marking->made != NULL && self->session != NULL)
    exm_articles_page_forget_undo (self, marking->made);
  if (!good || self->list == NULL)
    return;
  exm_paged_list_refresh (EXM_PAGED_LIST (self->list));
  exm_articles_page_read_tags (self);
}

/* @made: (nullable): what Ctrl+Z takes back */
static void
mark (ExmArticlesPage *self,
      GArray *ids,
      ExmReadingMark what,
      const char *tag,
      gboolean on,
      GObject *made)
{
  if (self->session == NULL || ids->len == 0)
    return;
  Marking *marking = g_new0 (Marking, 1);
  marking->page = g_object_ref (self);
  g_set_object (&marking->made, made);
  exm_reading_mark_async (self->session, ids, what, tag, on, on_marked, marking);
}

/* A mark that a person made. */
typedef struct
{
  GArray *ids; /* (owned) (element-type gint64): articles that changed by it */
  ExmReadingMark what;
  char *tag; /* (owned) (nullable) */
  gboolean on;
} HandMark;

static void
hand_mark_free (gpointer data)
{
  HandMark *self = data;

  g_array_unref (self->ids);
  g_free (self->tag);
  g_free (self);
}

static const char *
describe_mark (ExmReadingMark what, gboolean on)
{
  switch (what)
    {
    case EXM_READING_UNREAD:
      return on ? _ ("marked as unread") : _ ("marked as read");
    case EXM_READING_STAR:
      return on ? _ ("a star added") : _ ("a star removed");
    case EXM_READING_TAG:
    default:
      return on ? _ ("a tag added") : _ ("a tag removed");
    }
}

static gboolean
has_id (const GArray *ids, gint64 id)
{
  for (guint i = 0; i < ids->len; i++)
    if (g_array_index (ids, gint64, i) == id)
      return TRUE;
  return FALSE;
}

/* An article that a person calls unread stays so while it is selected. */
static void
hold_unread (ExmArticlesPage *self, const GArray *ids, gboolean unread)
{
  g_clear_handle_id (&self->read_source, g_source_remove);
  self->read_id = 0;
  self->unread_id = unread && ids->len == 1 ? g_array_index (ids, gint64, 0) : 0;
}

static void
undo_mark (ExmArticlesPage *self, gpointer what)
{
  const HandMark *made = g_object_get_data (what, "exm-mark");
  g_autoptr (ExmArticleItem) one = exm_articles_page_get_only_selected (self);

  if (made->what == EXM_READING_UNREAD && one != NULL
      && has_id (made->ids, exm_article_item_get_info (one)->id))
    hold_unread (self, made->ids, !made->on);
  mark (self, made->ids, made->what, made->tag, !made->on, NULL);
}

/* Ctrl+Z takes it back; the mark is seen where it was made, so that no toast tells it. */
static void
mark_by_hand (
    ExmArticlesPage *self, GArray *ids, ExmReadingMark what, const char *tag, gboolean on)
{
  if (ids->len == 0)
    return;
  g_autoptr (GObject) holder = g_object_new (G_TYPE_OBJECT, NULL);
  HandMark *made = g_new0 (HandMark, 1);

  made->ids = g_array_ref (ids);
  made->what = what;
  made->tag = g_strdup (tag);
  made->on = on;
  g_object_set_data_full (holder, "exm-mark", made, hand_mark_free);
  exm_articles_page_set_undoable (self, holder, describe_mark (what, on), undo_mark);
  mark (self, ids, what, tag, on, holder);
}

static void
mark_read (ExmArticlesPage *self, gint64 id)
{
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (gint64));

  g_array_append_val (ids, id);
  exm_article_list_keep (self->list, id);
  mark (self, ids, EXM_READING_UNREAD, NULL, FALSE, NULL);
}

/* Reading */

static gboolean
on_read (gpointer data)
{
  ExmArticlesPage *self = EXM_ARTICLES_PAGE (data);

  self->read_source = 0;
  if (gtk_widget_get_mapped (GTK_WIDGET (self->reader)))
    mark_read (self, self->read_id);
  self->read_id = 0;
  return G_SOURCE_REMOVE;
}

/* An article has come to be read: after a moment it counts as read. */
static void
begin_reading (ExmArticlesPage *self, gint64 id)
{
  g_autoptr (ExmArticleItem) one = exm_articles_page_get_only_selected (self);

  if (self->unread_id != id)
    self->unread_id = 0;
  if (one == NULL || !is_unread (one) || exm_article_item_get_info (one)->id != id
      || id == self->unread_id || id == self->read_id)
    return;
  g_clear_handle_id (&self->read_source, g_source_remove);
  self->read_id = id;
  self->read_source = g_timeout_add (READ_AFTER_MS, on_read, self);
}

/* Something else is selected, or nothing: what was read until now counts as read. */
static void
end_reading (ExmArticlesPage *self)
{
  g_autoptr (ExmArticleItem) one = exm_articles_page_get_only_selected (self);

  /* The same one is shown anew. */
  if (self->read_source == 0
      || (one != NULL && exm_article_item_get_info (one)->id == self->read_id))
    return;
  g_clear_handle_id (&self->read_source, g_source_remove);
  if (gtk_widget_get_mapped (GTK_WIDGET (self->reader)))
    mark_read (self, self->read_id);
  self->read_id = 0;
}

static void
on_article_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmArticlesPage) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmArticle) article
      = exm_store_reader_read_finish (EXM_STORE_READER (source), result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  exm_article_reader_set_article (self->reader, article);
  gtk_stack_set_visible_child_name (self->reader_stack,
                                    article != NULL ? "article" : "none");
  if (article != NULL && self->session != NULL)
    exm_article_reader_show_deliveries (self->reader, self->session);
  if (article != NULL)
    begin_reading (self, exm_article_get (article)->id);
  if (article == NULL
      && !g_error_matches (error, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND))
    exm_toast_show_error (GTK_WIDGET (self), error);
}

static void
read_article (ExmArticlesPage *self, gint64 id)
{
  const ExmStoreQuery query = { .kind = EXM_READ_ARTICLE, .id = id };

  self->cancellable = g_cancellable_new ();
  exm_store_reader_read_async (exm_session_get_reader (self->session), &query,
                               self->cancellable, on_article_read, g_object_ref (self));
}

void
exm_articles_page_show_selected (ExmArticlesPage *self)
{
  guint n = exm_articles_page_count_selected (self);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  end_reading (self);
  if (n == 1)
    {
      g_autoptr (ExmArticleItem) one = exm_articles_page_get_only_selected (self);
      read_article (self, exm_article_item_get_info (one)->id);
    }
  else if (n > 1)
    {
      g_autofree char *title = g_strdup_printf (
          ngettext ("%u article selected", "%u articles selected", n), n);
      adw_status_page_set_title (self->many, title);
      gtk_stack_set_visible_child_name (self->reader_stack, "many");
    }
  else if (exm_articles_page_get_problem (self) == NULL)
    gtk_stack_set_visible_child_name (self->reader_stack, "none");
  exm_articles_page_show_problem (self);
}

/* Marks */

void
exm_articles_page_update_reading (ExmArticlesPage *self)
{
  g_autoptr (ExmArticleItem) one = exm_articles_page_get_only_selected (self);
  gboolean any = exm_articles_page_count_selected (self) > 0;
  GtkWidget *widget = GTK_WIDGET (self);

  gtk_widget_action_set_enabled (widget, "page.star", any);
  gtk_widget_action_set_enabled (widget, "page.unread", any);
  gtk_widget_action_set_enabled (widget, "page.tags", one != NULL);
  gtk_widget_action_set_enabled (widget, "page.scroll-on", one != NULL);
  gtk_widget_action_set_enabled (widget, "page.scroll-back", one != NULL);
  if (one == NULL)
    return;
  const ExmArticleInfo *info = exm_article_item_get_info (one);
  exm_article_reader_set_marks (self->reader, info->starred, info->tags);
}

GMenuModel *
exm_articles_page_make_reading_menu (ExmArticlesPage *self)
{
  GMenu *menu = g_menu_new ();

  g_menu_append (menu,
                 exm_articles_page_any_selected (self, is_read) ? _ ("Mark as _Unread")
                                                                : _ ("Mark as _Read"),
                 "page.unread");
  g_menu_append (menu,
                 exm_articles_page_any_selected (self, has_no_star)
                     ? _ ("Add a _Star")
                     : _ ("Remove the _Star"),
                 "page.star");
  g_menu_append (menu, _ ("_Tags…"), "page.tags");
  return G_MENU_MODEL (menu);
}

static void
toggle_star (ExmArticlesPage *self)
{
  gboolean on = exm_articles_page_any_selected (self, has_no_star);
  g_autoptr (GArray) ids = dup_selected_ids (self, on ? has_no_star : has_star);

  mark_by_hand (self, ids, EXM_READING_STAR, NULL, on);
}

static void
toggle_unread (ExmArticlesPage *self)
{
  gboolean unread = exm_articles_page_any_selected (self, is_read);
  g_autoptr (GArray) ids = dup_selected_ids (self, unread ? is_read : is_unread);

  hold_unread (self, ids, unread);
  mark_by_hand (self, ids, EXM_READING_UNREAD, NULL, unread);
}

static void
on_tag_changed (ExmArticlesPage *self, const char *tag, gboolean on)
{
  g_autoptr (GArray) ids = dup_selected_ids (self, NULL);

  mark_by_hand (self, ids, EXM_READING_TAG, tag, on);
}

/* Reasons of a line */

static void
on_line_asked (ExmArticlesPage *self, guint line, const GdkRectangle *place)
{
  g_autoptr (ExmArticleItem) one = exm_articles_page_get_only_selected (self);
  double x, y;

  if (one == NULL || self->session == NULL
      || !gtk_widget_translate_coordinates (GTK_WIDGET (self->reader), GTK_WIDGET (self),
                                            place->x, place->y, &x, &y))
    return;
  if (self->why == NULL)
    {
      self->why = g_object_new (EXM_TYPE_WHY_POPOVER, NULL);
      gtk_widget_set_parent (GTK_WIDGET (self->why), GTK_WIDGET (self));
    }
  const GdkRectangle mark = { (int) x, (int) y, place->width, place->height };
  gtk_popover_set_pointing_to (GTK_POPOVER (self->why), &mark);
  exm_why_popover_ask (self->why, self->session, exm_article_item_get_info (one)->id,
                       line);
}

/* The next unread one */

/* Returns: the first unread article of the list in [from, until), 0 if there is none */
static gint64
find_unread (ExmArticlesPage *self, guint from, guint until)
{
  for (guint i = from; i < until; i++)
    {
      ExmArticleItem *item
          = EXM_ARTICLE_ITEM (exm_paged_list_peek (EXM_PAGED_LIST (self->list), i));
      if (is_unread (item))
        return exm_article_item_get_info (item)->id;
    }
  return 0;
}

/* Returns: where the article that is selected is listed, or the number of articles */
static guint
find_selected (ExmArticlesPage *self)
{
  g_autoptr (ExmArticleItem) one = exm_articles_page_get_only_selected (self);
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->list)), i = 0;

  while (i < n && exm_paged_list_peek (EXM_PAGED_LIST (self->list), i) != (gpointer) one)
    i++;
  return i;
}

static void
read_next (ExmArticlesPage *self, gint64 id)
{
  if (!exm_articles_page_go_to (self, id))
    self->kept_id = id;
  if (adw_leaflet_get_folded (self->leaflet))
    adw_leaflet_set_visible_child (self->leaflet, self->reader_pane);
}

/* Looks above the article that is selected, once there is none below. */
static void
begin_again (ExmArticlesPage *self)
{
  gint64 id = find_unread (self, 0, find_selected (self));

  if (id != 0)
    read_next (self, id);
  exm_toast_show (GTK_WIDGET (self),
                  exm_toast_new (id != 0 ? _ ("From the top of the list again")
                                         : _ ("No unread articles are left")));
}

static void
on_unread_found (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmArticlesPage) self = data;
  g_autoptr (GPtrArray) infos
      = exm_store_reader_read_finish_or_report (EXM_STORE_READER (source), result);

  if (infos == NULL || self->list == NULL)
    return;
  if (infos->len == 0)
    {
      begin_again (self);
      return;
    }
  self->wanted_unread = ((ExmArticleInfo *) infos->pdata[0])->id;
  exm_paged_list_load_more (EXM_PAGED_LIST (self->list));
}

void
exm_articles_page_find_unread (ExmArticlesPage *self)
{
  if (self->wanted_unread == 0)
    return;
  if (exm_articles_page_go_to (self, self->wanted_unread))
    self->wanted_unread = 0;
  else if (!exm_batched_list_model_is_behind (self->calm))
    exm_paged_list_load_more (EXM_PAGED_LIST (self->list));
}

/* Asks the store for one among the articles that were not read from it yet, so that no
 * page of them is read in vain. */
static void
next_unread (ExmArticlesPage *self)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->list));
  guint selected = find_selected (self);
  gint64 id = find_unread (self, selected == n ? 0 : selected + 1, n);

  self->wanted_unread = 0;
  if (id != 0)
    {
      read_next (self, id);
      return;
    }
  if (n == 0 || self->session == NULL)
    {
      begin_again (self);
      return;
    }
  const ExmArticleInfo *last = exm_article_item_get_info (
      EXM_ARTICLE_ITEM (exm_paged_list_peek (EXM_PAGED_LIST (self->list), n - 1)));
  ExmStoreQuery query
      = { .kind = EXM_READ_ARTICLES, .filter = exm_article_list_get_filter (self->list) };
  query.filter.unread = TRUE;
  query.filter.also_id = 0;
  query.filter.before_usec = last->order_usec;
  query.filter.before_id = last->id;
  query.filter.limit = 1;
  exm_store_reader_read_async (exm_session_get_reader (self->session), &query, NULL,
                               on_unread_found, g_object_ref (self));
}

static void
on_end_reached (ExmArticlesPage *self)
{
  next_unread (self);
}

static void
run_action (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ExmArticlesPage *self = EXM_ARTICLES_PAGE (widget);

  if (g_str_equal (action, "page.star"))
    toggle_star (self);
  else if (g_str_equal (action, "page.unread"))
    toggle_unread (self);
  else if (g_str_equal (action, "page.next-unread"))
    next_unread (self);
  else if (g_str_equal (action, "page.tags"))
    {
      if (adw_leaflet_get_folded (self->leaflet))
        adw_leaflet_set_visible_child (self->leaflet, self->reader_pane);
      gtk_widget_activate_action (GTK_WIDGET (self->reader), "reader.tags", NULL);
    }
  else if (g_str_has_suffix (action, "-found"))
    exm_article_reader_step_found (self->reader, g_str_equal (action, "page.next-found"));
  else
    exm_article_reader_scroll (self->reader, g_str_equal (action, "page.scroll-on"));
}

void
exm_articles_page_install_reading (GtkWidgetClass *widget_class)
{
  static const char *const actions[] = { "page.star",       "page.unread",
                                         "page.tags",       "page.next-unread",
                                         "page.scroll-on",  "page.scroll-back",
                                         "page.next-found", "page.previous-found" };

  for (gsize i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_install_action (widget_class, actions[i], NULL, run_action);
  gtk_widget_class_bind_template_callback (widget_class, on_tag_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_end_reached);
  gtk_widget_class_bind_template_callback (widget_class, on_line_asked);
}
