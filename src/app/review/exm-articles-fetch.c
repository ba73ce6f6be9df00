/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The page of an article, fetched again. */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/review/exm-articles-page-private.h"
#include "app/review/exm-refetch.h"
#include "app/widgets/exm-toast.h"

#include <glib/gi18n-lib.h>

/* The article may have left the queue, or be back: something is to be read in any case.
 */
static void
read_again (ExmArticlesPage *self)
{
  self->wants_first = exm_articles_page_is_queue (self);
  exm_paged_list_refresh (EXM_PAGED_LIST (self->list));
  exm_articles_page_show_selected (self);
}

static void
on_undone (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmArticlesPage) self = data;
  g_autoptr (GError) error = NULL;

  if (!g_task_propagate_boolean (G_TASK (result), &error))
    exm_toast_show_error (GTK_WIDGET (self), error);
  if (self->session != NULL)
    read_again (self);
}

static void
undo_refetch (ExmArticlesPage *self, gpointer refetch)
{
  exm_refetch_undo_async (EXM_REFETCH (refetch), on_undone, g_object_ref (self));
}

static void
on_refetched (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmArticlesPage) self = data;
  ExmRefetch *refetch = EXM_REFETCH (source);
  g_autoptr (GError) error = NULL;
  gboolean good = g_task_propagate_boolean (G_TASK (result), &error);

  if (self->refetch == refetch)
    g_clear_object (&self->refetch);
  if (self->session == NULL)
    return;
  exm_articles_page_update_review (self);
  read_again (self);
  if (good)
    {
      exm_articles_page_offer_undo (self, G_OBJECT (refetch),
                                    _ ("The page was fetched again"), undo_refetch);
      return;
    }
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_autofree char *words
      /* translators: %s is the cause */
      = g_strdup_printf (_ ("The article stays as it is: %s"), error->message);
  exm_toast_show (GTK_WIDGET (self), exm_toast_new (words));
}

gboolean
exm_articles_page_can_fetch_again (ExmArticlesPage *self)
{
  g_autoptr (ExmArticleItem) one = exm_articles_page_get_only_selected (self);

  return one != NULL && self->refetch == NULL
         && exm_refetch_is_possible (exm_article_item_get_info (one)->url);
}

void
exm_articles_page_fetch_again (ExmArticlesPage *self)
{
  g_autoptr (ExmArticleItem) one = exm_articles_page_get_only_selected (self);

  if (self->session == NULL || !exm_articles_page_can_fetch_again (self))
    return;
  self->refetch = exm_refetch_new (self->session, exm_article_item_get_info (one)->id);
  exm_articles_page_update_review (self);
  exm_toast_show (GTK_WIDGET (self), exm_toast_new (_ ("Fetching the page again…")));
  exm_refetch_run_async (self->refetch, NULL, on_refetched, g_object_ref (self));
}
