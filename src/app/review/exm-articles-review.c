/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The queue of what waits for a person: one after the other is approved, or opened on the
 * workbench to be put right, and the next one follows. */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/reading/exm-article-clip.h"
#include "app/review/exm-approval.h"
#include "app/review/exm-articles-page-private.h"
#include "app/session/exm-review-action.h"
#include "app/widgets/exm-toast.h"

#include <glib/gi18n-lib.h>

#define TOAST_SECONDS 8

static gboolean
is_approvable (ExmArticleItem *item)
{
  return exm_article_info_can_look_right (exm_article_item_get_info (item));
}

static GPtrArray *
get_approvable (ExmArticlesPage *self)
{
  g_autoptr (GPtrArray) items = exm_articles_page_get_selected (self);
  GPtrArray *approvable = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < items->len; i++)
    if (is_approvable (g_ptr_array_index (items, i)))
      g_ptr_array_add (approvable, g_object_ref (g_ptr_array_index (items, i)));
  return approvable;
}

gboolean
exm_articles_page_is_queue (ExmArticlesPage *self)
{
  return gtk_toggle_button_get_active (self->to_review);
}

void
exm_articles_page_update_review (ExmArticlesPage *self)
{
  gboolean approvable = exm_articles_page_any_selected (self, is_approvable);
  g_autoptr (ExmArticleItem) one = exm_articles_page_get_only_selected (self);
  GtkWidget *widget = GTK_WIDGET (self);

  gtk_widget_action_set_enabled (widget, "articles.approve", approvable);
  gtk_widget_action_set_enabled (
      widget, "page.looks-right",
      approvable || (one != NULL && exm_articles_page_is_queue (self)));
  gtk_widget_action_set_enabled (widget, "articles.open", one != NULL);
  gtk_widget_action_set_enabled (widget, "articles.open-task", one != NULL);
  gtk_widget_action_set_enabled (widget, "articles.open-page", one != NULL);
  gtk_widget_action_set_enabled (widget, "articles.copy-address", one != NULL);
  gtk_widget_action_set_enabled (widget, "articles.copy", one != NULL);
  gtk_widget_action_set_enabled (widget, "articles.fetch-again",
                                 exm_articles_page_can_fetch_again (self));
  gtk_widget_action_set_enabled (widget, "articles.dismiss", one != NULL);
  gtk_widget_action_set_enabled (widget, "page.wrong", one != NULL);
  exm_articles_page_update_reading (self);
  gtk_widget_action_set_enabled (widget, "page.undo", exm_articles_page_can_undo (self));
}

/* The next one follows */

static gint64
get_id_at (ExmArticlesPage *self, guint position)
{
  g_autoptr (GObject) item
      = g_list_model_get_item (G_LIST_MODEL (self->selection), position);

  return EXM_IS_ARTICLE_ITEM (item)
             ? exm_article_item_get_info (EXM_ARTICLE_ITEM (item))->id
             : 0;
}

/* The row behind those that are selected; where there is none, that before them. */
static guint
find_next (ExmArticlesPage *self)
{
  guint n_items = g_list_model_get_n_items (G_LIST_MODEL (self->selection));
  g_autoptr (GtkBitset) selected
      = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));

  if (gtk_bitset_is_empty (selected))
    return GTK_INVALID_LIST_POSITION;
  guint first = gtk_bitset_get_minimum (selected);
  guint next = gtk_bitset_get_maximum (selected) + 1;
  if (next < n_items)
    return next;
  return first > 0 ? first - 1 : GTK_INVALID_LIST_POSITION;
}

void
exm_articles_page_step (ExmArticlesPage *self, gboolean forward)
{
  guint n_items = g_list_model_get_n_items (G_LIST_MODEL (self->selection));
  g_autoptr (GtkBitset) selected
      = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));

  if (n_items == 0)
    return;
  if (gtk_bitset_is_empty (selected))
    {
      exm_articles_page_select_position (self, forward ? 0 : n_items - 1);
      return;
    }
  guint first = gtk_bitset_get_minimum (selected);
  guint last = gtk_bitset_get_maximum (selected);
  if (forward ? last + 1 < n_items : first > 0)
    exm_articles_page_select_position (self, forward ? last + 1 : first - 1);
}

void
exm_articles_page_keep_selected (ExmArticlesPage *self)
{
  g_autoptr (ExmArticleItem) one = exm_articles_page_get_only_selected (self);

  if (one != NULL)
    self->kept_id = exm_article_item_get_info (one)->id;
  else if (exm_articles_page_count_selected (self) > 1)
    self->kept_id = 0;
}

void
exm_articles_page_find_kept (ExmArticlesPage *self)
{
  GListModel *list = G_LIST_MODEL (self->list);
  guint n_items = self->kept_id != 0 ? g_list_model_get_n_items (list) : 0;
  gboolean there = FALSE;

  for (guint i = 0; i < n_items && !there; i++)
    {
      g_autoptr (ExmArticleItem) item = g_list_model_get_item (list, i);
      there = exm_article_item_get_info (item)->id == self->kept_id;
    }
  if (!there)
    self->kept_id = 0;
  exm_articles_page_select_kept (self);
}

void
exm_articles_page_select_kept (ExmArticlesPage *self)
{
  g_autoptr (GtkBitset) selected
      = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
  g_autoptr (ExmArticleItem) one = exm_articles_page_get_only_selected (self);
  gboolean found = one != NULL && exm_article_item_get_info (one)->id == self->kept_id;

  if (self->kept_id == 0)
    return;
  if (!found && gtk_bitset_is_empty (selected))
    found = exm_articles_page_select (self, self->kept_id);
  else if (!found)
    self->kept_id = 0;
  /* The rows come a few at a time, and that of before may still go. */
  if (found && !exm_batched_list_model_is_behind (self->calm))
    self->kept_id = 0;
}

/* The rows of before are shown until those that were asked for take their place. */
static gboolean
shows_first (ExmArticlesPage *self, guint position)
{
  g_autoptr (ExmArticleItem) first = g_list_model_get_item (G_LIST_MODEL (self->list), 0);

  return first == NULL
         || get_id_at (self, position) == exm_article_item_get_info (first)->id;
}

gboolean
exm_articles_page_select_first (ExmArticlesPage *self)
{
  GListModel *model = G_LIST_MODEL (self->selection);
  guint position = 0, n_items = g_list_model_get_n_items (model);
  g_autoptr (GtkBitset) selected
      = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));

  /* Articles are gone through one by one; what ails tasks comes in between. */
  while (position < n_items && get_id_at (self, position) == 0)
    position++;
  if (!shows_first (self, position))
    return FALSE;
  if (n_items == 0 || !gtk_bitset_is_empty (selected))
    return TRUE;
  exm_articles_page_select_position (self, position < n_items ? position : 0);
  /* Which would put what ails tasks out of sight, above the article. */
  gtk_widget_activate_action (GTK_WIDGET (self->view), "list.scroll-to-item", "u", 0u);
  return TRUE;
}

/* Looks right */

static void
on_undone (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmArticlesPage) self = data;
  g_autoptr (GError) error = NULL;

  if (!exm_approval_finish (EXM_APPROVAL (source), result, &error))
    exm_toast_show_error (GTK_WIDGET (self), error);
  if (self->list != NULL)
    exm_paged_list_refresh (EXM_PAGED_LIST (self->list));
}

static void
undo_approval (ExmArticlesPage *self, gpointer approval)
{
  exm_approval_undo_async (EXM_APPROVAL (approval), on_undone, g_object_ref (self));
}

/* Returns: (transfer full): which list is shown */
static char *
dup_place (ExmArticlesPage *self)
{
  return g_strdup_printf ("%s %d %s", self->task_uid != NULL ? self->task_uid : "",
                          gtk_toggle_button_get_active (self->to_review),
                          self->saved_words != NULL ? self->saved_words : "");
}

void
exm_articles_page_set_undoable (ExmArticlesPage *self,
                                GObject *what,
                                const char *words,
                                ExmArticlesUndo undo)
{
  g_set_object (&self->undoable, what);
  self->undo = undo;
  g_free (self->undo_words);
  self->undo_words = g_strdup (words);
  g_free (self->undo_place);
  self->undo_place = dup_place (self);
  exm_articles_page_update_review (self);
}

gboolean
exm_articles_page_can_undo (ExmArticlesPage *self)
{
  g_autofree char *place = dup_place (self);

  return self->undoable != NULL && g_strcmp0 (self->undo_place, place) == 0;
}

/* Returns: (transfer full): what was done */
static char *
describe_approval (ExmApproval *approval)
{
  guint n = exm_approval_get_ids (approval)->len;

  return g_strdup_printf (
      ngettext ("%u article marked as right", "%u articles marked as right", n), n);
}

static void on_approved (GObject *source, GAsyncResult *result, gpointer data);

/* It can be taken back at once, before it is written: what is asked for later is written
 * later. What was done before cannot any more. */
static void
run_approval (ExmArticlesPage *self, ExmApproval *approval)
{
  if (self->toast != NULL)
    exm_toast_dismiss (self->toast);
  g_autofree char *words = describe_approval (approval);
  exm_articles_page_set_undoable (self, G_OBJECT (approval), words, undo_approval);
  exm_approval_run_async (approval, on_approved, g_object_ref (self));
}

static void
on_retry_clicked (AdwToast *toast, gpointer data)
{
  run_approval (data, g_object_get_data (G_OBJECT (toast), "exm-what"));
}

/* One after the other is done: only the last one is worth a toast.
 *
 * @text: what happened; @label: of the button */
static void
add_toast (ExmArticlesPage *self,
           GObject *what,
           const char *text,
           const char *label,
           guint seconds,
           GCallback callback)
{
  AdwToast *toast = exm_toast_new (text);

  adw_toast_set_timeout (toast, seconds);
  adw_toast_set_button_label (toast, label);
  g_object_set_data_full (G_OBJECT (toast), "exm-what", g_object_ref (what),
                          g_object_unref);
  g_signal_connect_object (toast, "button-clicked", callback, self, 0);
  if (self->toast != NULL)
    exm_toast_dismiss (self->toast);
  g_set_weak_pointer (&self->toast, toast);
  exm_toast_show (GTK_WIDGET (self), toast);
}

/* Way back of a toast. */
typedef struct
{
  ExmArticlesUndo undo;
} WayBack;

/* Something else may have been done since, which Ctrl+Z would take back: the button takes
 * back what its toast tells. */
static void
on_undo_clicked (AdwToast *toast, gpointer data)
{
  ExmArticlesPage *self = EXM_ARTICLES_PAGE (data);
  GObject *what = g_object_get_data (G_OBJECT (toast), "exm-what");
  const WayBack *way = g_object_get_data (G_OBJECT (toast), "exm-way-back");

  if (self->undoable == what)
    exm_articles_page_undo (self);
  else if (self->session != NULL)
    way->undo (self, what);
}

void
exm_articles_page_offer_undo (ExmArticlesPage *self,
                              GObject *what,
                              const char *words,
                              ExmArticlesUndo undo)
{
  WayBack *way = g_new0 (WayBack, 1);

  way->undo = undo;
  exm_articles_page_set_undoable (self, what, words, undo);
  add_toast (self, what, words, _ ("_Undo"), TOAST_SECONDS, G_CALLBACK (on_undo_clicked));
  g_object_set_data_full (G_OBJECT (self->toast), "exm-way-back", way, g_free);
}

void
exm_articles_page_undo (ExmArticlesPage *self)
{
  g_autoptr (GObject) what = g_steal_pointer (&self->undoable);
  ExmArticlesUndo undo = self->undo;

  if (what == NULL || self->session == NULL)
    return;
  /* A toast may tell of something that was done before. */
  gboolean tells = self->toast != NULL
                   && g_object_get_data (G_OBJECT (self->toast), "exm-what") == what;
  g_autoptr (AdwToast) toast = tells ? g_object_ref (self->toast) : NULL;
  exm_articles_page_set_undoable (self, NULL, NULL, NULL);
  /* Before the toast goes, which may end what can be taken back. */
  undo (self, what);
  if (toast != NULL)
    exm_toast_dismiss (toast);
}

void
exm_articles_page_forget_undo (ExmArticlesPage *self, GObject *what)
{
  if (self->undoable == what)
    exm_articles_page_set_undoable (self, NULL, NULL, NULL);
}

void
exm_articles_page_undo_and_tell (ExmArticlesPage *self)
{
  if (!exm_articles_page_can_undo (self))
    return;
  g_autofree char *words
      /* translators: %s is what was done, as "3 articles look right" */
      = g_strdup_printf (_ ("Undone: %s"), self->undo_words);
  exm_articles_page_undo (self);
  exm_toast_show (GTK_WIDGET (self), exm_toast_new (words));
}

static void
on_approved (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmArticlesPage) self = data;
  ExmApproval *approval = EXM_APPROVAL (source);
  GArray *ids = exm_approval_get_ids (approval);
  g_autoptr (GError) error = NULL;
  gboolean good = exm_approval_finish (approval, result, &error);
  /* Not where it was taken back meanwhile, or something else was done. */
  gboolean undoable = self->undoable == (gpointer) approval;

  for (guint i = 0; i < ids->len && self->list != NULL; i++)
    {
      if (good)
        exm_article_list_forget (self->list, g_array_index (ids, gint64, i));
      else
        exm_article_list_unhide (self->list, g_array_index (ids, gint64, i));
    }
  if (self->list != NULL)
    exm_paged_list_refresh (EXM_PAGED_LIST (self->list));
  if (!good)
    {
      if (undoable)
        exm_articles_page_set_undoable (self, NULL, NULL, NULL);
      /* Keep the toast until it is closed: the approval can still be retried. */
      g_autofree char *words
          /* translators: %s is the cause */
          = g_strdup_printf (_ ("The article was not approved: %s"), error->message);
      add_toast (self, G_OBJECT (approval), words, _ ("_Retry"), 0,
                 G_CALLBACK (on_retry_clicked));
      return;
    }
  if (self->list == NULL)
    return;
  if (!exm_articles_page_is_queue (self))
    exm_articles_page_show_selected (self);
  if (!undoable)
    return;
  g_autofree char *words = describe_approval (approval);
  exm_articles_page_offer_undo (self, G_OBJECT (approval), words, undo_approval);
}

static void
approve_items (ExmArticlesPage *self, GPtrArray *items)
{
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (gint64));
  gboolean queue = exm_articles_page_is_queue (self);

  for (guint i = 0; i < items->len; i++)
    {
      gint64 id = exm_article_item_get_info (g_ptr_array_index (items, i))->id;
      g_array_append_val (ids, id);
      if (queue)
        exm_article_list_hide (self->list, g_ptr_array_index (items, i));
    }
  g_autoptr (ExmApproval) approval = exm_approval_new (self->session, ids);
  run_approval (self, approval);
}

void
exm_articles_page_approve (ExmArticlesPage *self)
{
  g_autoptr (GPtrArray) items = get_approvable (self);

  if (self->session == NULL || items->len == 0)
    {
      gtk_widget_error_bell (GTK_WIDGET (self));
      return;
    }
  if (exm_articles_page_is_queue (self))
    exm_articles_page_select_position (self, find_next (self));
  approve_items (self, items);
}

/* On the workbench, and elsewhere */

void
exm_articles_page_open (ExmArticlesPage *self)
{
  g_autoptr (ExmArticleItem) one = exm_articles_page_get_only_selected (self);

  if (one == NULL)
    return;
  self->next_id = get_id_at (self, find_next (self));
  gtk_widget_activate_action (GTK_WIDGET (self),
                              exm_articles_page_is_queue (self) ? "win.review-article"
                                                                : "win.open-article",
                              "x", exm_article_item_get_info (one)->id);
}

static void
on_copied (GObject *object, GAsyncResult *result, gpointer data)
{
  if (g_task_propagate_boolean (G_TASK (result), NULL))
    exm_toast_show (GTK_WIDGET (object), exm_toast_new (_ ("Article copied")));
}

/* One that is still being read is not there to be copied. */
static void
copy_article (ExmArticlesPage *self, gint64 id)
{
  ExmArticle *article = exm_article_reader_get_article (self->reader);

  if (article == NULL || exm_article_get (article)->id != id)
    gtk_widget_error_bell (GTK_WIDGET (self));
  else
    exm_article_clip_copy_async (GTK_WIDGET (self), article,
                                 exm_session_get_folder (self->session), on_copied, NULL);
}

void
exm_articles_page_do_with_one (ExmArticlesPage *self, const char *action)
{
  g_autoptr (ExmArticleItem) one = exm_articles_page_get_only_selected (self);

  if (one == NULL)
    return;
  const ExmArticleInfo *info = exm_article_item_get_info (one);
  if (g_str_equal (action, "articles.open-page"))
    exm_articles_page_open_address (self, info->url);
  else if (g_str_equal (action, "articles.copy-address"))
    exm_articles_page_copy_address (self, info->url);
  else if (g_str_equal (action, "articles.copy"))
    copy_article (self, info->id);
  else
    gtk_widget_activate_action (GTK_WIDGET (self), "win.go", "(ss)", info->task_uid,
                                "workbench");
}

void
exm_articles_page_do_main (ExmArticlesPage *self, gint64 id)
{
  if (exm_articles_page_select (self, id))
    exm_articles_page_do_likely (self);
}

void
exm_articles_page_do_likely (ExmArticlesPage *self)
{
  g_autoptr (ExmArticleItem) one = exm_articles_page_get_only_selected (self);

  if (exm_articles_page_is_queue (self) && one != NULL
      && exm_article_info_get_deed (exm_article_item_get_info (one))
             == EXM_REVIEW_ACTION_OPEN)
    exm_articles_page_open (self);
  else
    exm_articles_page_approve (self);
}

void
exm_articles_page_end_review (ExmArticlesPage *self, gint64 id, gboolean right)
{
  g_return_if_fail (EXM_IS_ARTICLES_PAGE (self));

  gboolean listed = exm_articles_page_go_to (self, id);
  if (!listed)
    exm_articles_page_go_to (self, self->next_id);
  gtk_widget_grab_focus (GTK_WIDGET (self->view));
  if (!right)
    return;
  if (listed)
    exm_articles_page_approve (self);
  else
    {
      /* The correction made it a good one already; what is held of it goes out. */
      g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (gint64));
      g_array_append_val (ids, id);
      g_autoptr (ExmApproval) approval = exm_approval_new (self->session, ids);
      run_approval (self, approval);
    }
}
