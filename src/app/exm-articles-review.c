/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The queue of what waits for a person: one after the other is approved, or opened on the
 * workbench to be put right, and the next one follows. */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "exm-approval.h"
#include "exm-articles-page-private.h"
#include "exm-toast.h"

#include <glib/gi18n-lib.h>

#define TOAST_SECONDS 8

/* What can be read can look right. */
static gboolean
can_look_right (const ExmArticleInfo *info)
{
  return info->n_chars > 0
         && g_strcmp0 (info->state, exm_article_state_get_name (EXM_ARTICLE_GOOD)) != 0;
}

static GPtrArray *
get_approvable (ExmArticlesPage *self)
{
  g_autoptr (GPtrArray) items = exm_articles_page_get_selected (self);
  GPtrArray *approvable = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < items->len; i++)
    if (can_look_right (exm_article_item_get_info (g_ptr_array_index (items, i))))
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
  g_autoptr (GPtrArray) approvable = get_approvable (self);
  g_autoptr (GPtrArray) items = exm_articles_page_get_selected (self);
  GtkWidget *widget = GTK_WIDGET (self);

  gtk_widget_action_set_enabled (widget, "articles.approve", approvable->len > 0);
  gtk_widget_action_set_enabled (widget, "page.looks-right", approvable->len > 0);
  gtk_widget_action_set_enabled (widget, "articles.open", items->len == 1);
  gtk_widget_action_set_enabled (widget, "page.wrong", items->len == 1);
  gtk_widget_action_set_enabled (widget, "page.undo", self->approval != NULL);
}

/* The next one follows */

/* Where in the view, %GTK_INVALID_LIST_POSITION if nowhere. */
static guint
find_article (ExmArticlesPage *self, gint64 id)
{
  GListModel *model = G_LIST_MODEL (self->selection);
  guint n_items = g_list_model_get_n_items (model);

  for (guint i = 0; i < n_items; i++)
    {
      g_autoptr (GObject) item = g_list_model_get_item (model, i);
      if (EXM_IS_ARTICLE_ITEM (item)
          && exm_article_item_get_info (EXM_ARTICLE_ITEM (item))->id == id)
        return i;
    }
  return GTK_INVALID_LIST_POSITION;
}

static gint64
get_id_at (ExmArticlesPage *self, guint position)
{
  g_autoptr (GObject) item
      = g_list_model_get_item (G_LIST_MODEL (self->selection), position);

  return EXM_IS_ARTICLE_ITEM (item)
             ? exm_article_item_get_info (EXM_ARTICLE_ITEM (item))->id
             : 0;
}

/* The article behind those that are selected; where there is none, that before them. */
static gint64
find_next (ExmArticlesPage *self)
{
  g_autoptr (GtkBitset) selected
      = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));

  if (gtk_bitset_is_empty (selected))
    return 0;
  guint first = gtk_bitset_get_minimum (selected);
  gint64 next = get_id_at (self, gtk_bitset_get_maximum (selected) + 1);
  return next != 0 || first == 0 ? next : get_id_at (self, first - 1);
}

static void
select_position (ExmArticlesPage *self, guint position)
{
  if (position == GTK_INVALID_LIST_POSITION)
    return;
  gtk_selection_model_select_item (GTK_SELECTION_MODEL (self->selection), position, TRUE);
  gtk_widget_activate_action (GTK_WIDGET (self->view), "list.scroll-to-item", "u",
                              position);
}

/* Looks right */

static void
on_undone (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmArticlesPage) self = data;
  g_autoptr (GError) error = NULL;

  if (!exm_approval_undo_finish (EXM_APPROVAL (source), result, &error))
    exm_articles_page_tell (self, error);
  if (self->list != NULL)
    exm_paged_list_refresh (EXM_PAGED_LIST (self->list));
}

static void
undo (ExmArticlesPage *self, ExmApproval *approval)
{
  if (approval == self->approval)
    g_clear_object (&self->approval);
  exm_articles_page_update_review (self);
  exm_approval_undo_async (approval, on_undone, g_object_ref (self));
}

static void
on_undo_clicked (AdwToast *toast, gpointer data)
{
  undo (EXM_ARTICLES_PAGE (data), g_object_get_data (G_OBJECT (toast), "exm-approval"));
}

static void
on_approved (GObject *source, GAsyncResult *result, gpointer data);

static void
on_retry_clicked (AdwToast *toast, gpointer data)
{
  ExmApproval *approval = g_object_get_data (G_OBJECT (toast), "exm-approval");

  exm_approval_run_async (approval, on_approved, g_object_ref (data));
}

/* @text: what happened; @label: of the button */
static void
add_toast (ExmArticlesPage *self,
           ExmApproval *approval,
           const char *text,
           const char *label,
           guint seconds,
           GCallback callback)
{
  AdwToast *toast = exm_toast_new (text);

  adw_toast_set_timeout (toast, seconds);
  adw_toast_set_button_label (toast, label);
  g_object_set_data_full (G_OBJECT (toast), "exm-approval", g_object_ref (approval),
                          g_object_unref);
  g_signal_connect_object (toast, "button-clicked", callback, self, 0);
  /* One after the other is approved: only the last one is worth a toast. */
  if (self->toast != NULL)
    adw_toast_dismiss (self->toast);
  g_set_weak_pointer (&self->toast, toast);
  exm_articles_page_add_toast (self, toast);
}

static void
on_approved (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmArticlesPage) self = data;
  ExmApproval *approval = EXM_APPROVAL (source);
  GArray *ids = exm_approval_get_ids (approval);
  g_autoptr (GError) error = NULL;
  gboolean good = exm_approval_run_finish (approval, result, &error);

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
      /* What is not stored stays to be stored: the toast goes when it is told to. */
      g_autofree char *words
          /* translators: %s is the cause */
          = g_strdup_printf (_ ("The article was not approved: %s"), error->message);
      add_toast (self, approval, words, _ ("_Retry"), 0, G_CALLBACK (on_retry_clicked));
      return;
    }
  if (self->list == NULL)
    return;
  g_set_object (&self->approval, approval);
  exm_articles_page_update_review (self);
  if (!exm_articles_page_is_queue (self))
    exm_articles_page_show_selected (self);
  g_autofree char *words = g_strdup_printf (
      ngettext ("%u article looks right", "%u articles look right", ids->len), ids->len);
  add_toast (self, approval, words, _ ("_Undo"), TOAST_SECONDS,
             G_CALLBACK (on_undo_clicked));
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
  exm_approval_run_async (approval, on_approved, g_object_ref (self));
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
    select_position (self, find_article (self, find_next (self)));
  approve_items (self, items);
}

void
exm_articles_page_undo_approval (ExmArticlesPage *self)
{
  g_autoptr (ExmApproval) approval = g_steal_pointer (&self->approval);

  if (approval == NULL)
    return;
  if (self->toast != NULL)
    adw_toast_dismiss (self->toast);
  undo (self, approval);
}

/* On the workbench */

void
exm_articles_page_open (ExmArticlesPage *self)
{
  g_autoptr (GPtrArray) items = exm_articles_page_get_selected (self);

  if (items->len != 1)
    return;
  self->next_id = find_next (self);
  gtk_widget_activate_action (
      GTK_WIDGET (self),
      exm_articles_page_is_queue (self) ? "win.review-article" : "win.open-article", "x",
      exm_article_item_get_info (g_ptr_array_index (items, 0))->id);
}

void
exm_articles_page_do_main (ExmArticlesPage *self, gint64 id)
{
  guint position = find_article (self, id);
  g_autoptr (GPtrArray) approvable = NULL;

  if (position == GTK_INVALID_LIST_POSITION)
    return;
  gtk_selection_model_select_item (GTK_SELECTION_MODEL (self->selection), position, TRUE);
  approvable = get_approvable (self);
  if (approvable->len > 0
      && g_strcmp0 (exm_article_item_get_info (g_ptr_array_index (approvable, 0))->state,
                    exm_article_state_get_name (EXM_ARTICLE_UNSURE))
             == 0)
    exm_articles_page_approve (self);
  else
    exm_articles_page_open (self);
}

void
exm_articles_page_end_review (ExmArticlesPage *self, gint64 id, gboolean right)
{
  guint position = find_article (self, id);

  g_return_if_fail (EXM_IS_ARTICLES_PAGE (self));

  if (position != GTK_INVALID_LIST_POSITION)
    select_position (self, position);
  else
    select_position (self, find_article (self, self->next_id));
  gtk_widget_grab_focus (GTK_WIDGET (self->view));
  if (!right)
    return;
  if (position != GTK_INVALID_LIST_POSITION)
    exm_articles_page_approve (self);
  else
    {
      /* The correction made it a good one already; what is held of it goes out. */
      g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (gint64));
      g_array_append_val (ids, id);
      g_autoptr (ExmApproval) approval = exm_approval_new (self->session, ids);
      exm_approval_run_async (approval, on_approved, g_object_ref (self));
    }
}
