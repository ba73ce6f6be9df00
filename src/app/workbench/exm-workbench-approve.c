/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* That a person looked at an article and found it right. */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/review/exm-approval.h"
#include "app/workbench/exm-workbench-page-private.h"
#include "store/exm-store-approve.h"

#include <glib/gi18n-lib.h>

static void
on_approval_undone (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmWorkbenchPage) self = data;
  g_autoptr (GError) error = NULL;
  ExmApproval *approval = EXM_APPROVAL (source);
  gint64 id = g_array_index (exm_approval_get_ids (approval), gint64, 0);

  if (!exm_approval_undo_finish (approval, result, &error))
    {
      exm_workbench_toast (self, error->message, FALSE);
      return;
    }
  /* It is what it was: to be approved once more. */
  if (self->wanted_article == id)
    exm_workbench_load_article (self, id);
  exm_workbench_reload_articles (self);
}

static void
on_undo_approval (AdwToast *toast, gpointer data)
{
  ExmApproval *approval = g_object_get_data (G_OBJECT (toast), "exm-approval");

  exm_approval_undo_async (approval, on_approval_undone, g_object_ref (data));
}

static void on_approved (GObject *source, GAsyncResult *result, gpointer data);

static void
on_retry_approval (AdwToast *toast, gpointer data)
{
  ExmApproval *approval = g_object_get_data (G_OBJECT (toast), "exm-approval");

  exm_approval_run_async (approval, on_approved, g_object_ref (data));
}

static void
on_approved (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmWorkbenchPage) self = data;
  ExmApproval *approval = EXM_APPROVAL (source);
  gint64 id = g_array_index (exm_approval_get_ids (approval), gint64, 0);
  ExmBenchPage *page = self->target_page;
  g_autoptr (GError) error = NULL;
  gboolean good = exm_approval_run_finish (approval, result, &error);
  g_autofree char *words
      = good ? g_strdup (_ ("Approved, what was held goes out"))
             /* translators: %s is the cause */
             : g_strdup_printf (_ ("The article was not approved: %s"), error->message);
  AdwToast *toast = exm_workbench_toast (self, words, FALSE);

  if (toast != NULL)
    {
      adw_toast_set_button_label (toast, good ? _ ("_Undo") : _ ("_Retry"));
      /* What is not stored stays to be stored: the toast goes when it is told to. */
      if (!good)
        adw_toast_set_timeout (toast, 0);
      g_object_set_data_full (G_OBJECT (toast), "exm-approval", g_object_ref (approval),
                              g_object_unref);
      g_signal_connect_object (
          toast, "button-clicked",
          good ? G_CALLBACK (on_undo_approval) : G_CALLBACK (on_retry_approval), self, 0);
    }
  if (!good)
    return;
  if (page != NULL && page->article_id == id)
    page->state = EXM_ARTICLE_GOOD;
  exm_workbench_reload_articles (self);
}

/* Whether the target is an article that waits for a person. */
static gboolean
waits (ExmWorkbenchPage *self)
{
  const ExmBenchPage *page = self->target_page;

  return self->setup == NULL && page != NULL && page->article_id != 0
         && page->state != EXM_ARTICLE_GOOD;
}

static gboolean
write_right (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  return exm_store_call_right (store, *(const gint64 *) data, now_usec, error);
}

static void
on_right (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmWorkbenchPage) self = data;
  g_autoptr (GError) error = NULL;

  if (!exm_session_write_finish (EXM_SESSION (source), result, &error))
    exm_workbench_toast (self, error->message, FALSE);
}

/* Of one that waits for nobody it is noted all the same: methods are trained on it. */
static void
note_right (ExmWorkbenchPage *self)
{
  const ExmBenchPage *page = self->target_page;

  if (self->setup != NULL || page == NULL || page->article_id == 0)
    return;
  exm_session_write_async (self->session, self->task_uid, write_right,
                           g_memdup2 (&page->article_id, sizeof page->article_id), g_free,
                           on_right, g_object_ref (self));
}

void
exm_workbench_approve (ExmWorkbenchPage *self)
{
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (gint64));

  if (!waits (self))
    {
      note_right (self);
      return;
    }
  g_array_append_val (ids, self->target_page->article_id);
  g_autoptr (ExmApproval) approval = exm_approval_new (self->session, ids);
  exm_approval_run_async (approval, on_approved, g_object_ref (self));
}

void
exm_workbench_update_right (ExmWorkbenchPage *self)
{
  g_autoptr (GArray) labels = exm_analysis_list_labels (self->analysis);

  exm_verdict_row_set_right (
      self->verdict_row,
      waits (self) ? _ ("Publish what is held of it, and show the next (Enter)")
                   : _ ("Show the next page (Enter)"),
      waits (self) && labels != NULL && labels->len > 0);
}
