/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What the workbench stores: what is marked on a task's examples, other examples, and
 * that a person looked at an article. */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "exm-approval.h"
#include "exm-reextract.h"
#include "exm-toast.h"
#include "exm-window.h"
#include "exm-workbench-page-private.h"

#include <glib/gi18n-lib.h>

/* A write that is under way, or that failed and can be tried again. */
typedef struct
{
  ExmWorkbenchPage *page;       /* (owned) */
  GAsyncReadyCallback callback; /* takes this */
  GAsyncResult *failed;         /* (owned) (nullable) */
  gint64 article_id;            /* that it is about; 0 for a page that is not collected */
  gboolean leans;               /* labels: on other pages too */
} Saving;

static Saving *
saving_new (ExmWorkbenchPage *page, GAsyncReadyCallback callback)
{
  Saving *self = g_new0 (Saving, 1);

  self->page = g_object_ref (page);
  self->callback = callback;
  return self;
}

static void
saving_free (Saving *self)
{
  g_object_unref (self->page);
  g_clear_object (&self->failed);
  g_free (self);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Saving, saving_free)

static void
on_retry_clicked (AdwToast *toast, gpointer data)
{
  Saving *failed = data;
  Saving *again = saving_new (failed->page, failed->callback);

  again->article_id = failed->article_id;
  again->leans = failed->leans;
  exm_session_write_again_async (failed->page->session, failed->failed, again->callback,
                                 again);
}

static void
free_closure (gpointer data, GClosure *closure)
{
  saving_free (data);
}

/* What is not stored stays to be stored: the toast goes when it is told to.
 *
 * @saving: (transfer full)
 * @words: (transfer full) */
static void
tell_failure (Saving *saving, GAsyncResult *result, char *words)
{
  g_autofree char *text = words;
  AdwToast *toast = exm_toast_new (text);
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (saving->page));

  saving->failed = g_object_ref (result);
  adw_toast_set_timeout (toast, 0);
  adw_toast_set_button_label (toast, _ ("_Retry"));
  g_signal_connect_data (toast, "button-clicked", G_CALLBACK (on_retry_clicked), saving,
                         free_closure, 0);
  if (EXM_IS_WINDOW (root))
    exm_window_add_toast (EXM_WINDOW (root), toast);
  else
    g_object_unref (g_object_ref_sink (toast));
}

/* @saving: (transfer full) */
static void
tell_unsaved (Saving *saving, GAsyncResult *result, const GError *error)
{
  /* translators: %s is the cause */
  tell_failure (saving, result,
                g_strdup_printf (_ ("The task was not saved: %s"), error->message));
}

static void
on_saved (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (Saving) saving = data;
  g_autoptr (GError) error = NULL;

  if (exm_session_write_finish (EXM_SESSION (source), result, &error))
    exm_workbench_count_affected (saving->page, 0);
  else
    tell_unsaved (g_steal_pointer (&saving), result, error);
}

/* What is stored would be extracted as it was. */
static void
on_saved_aside (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  if (exm_session_write_finish (EXM_SESSION (source), result, &error))
    saving_free (data);
  else
    tell_unsaved (data, result, error);
}

/* Other examples are other pages to look at, once they are stored. */
static void
on_examples_saved (GObject *source, GAsyncResult *result, gpointer data)
{
  exm_workbench_load_task (((Saving *) data)->page);
  on_saved (source, result, data);
}

static void
save (ExmWorkbenchPage *self, ExmTaskFields *fields, GAsyncReadyCallback callback)
{
  g_autoptr (ExmTask) task = exm_task_new (fields);

  if (exm_task_equal (task, self->task))
    return;
  exm_task_unref (self->task);
  self->task = g_steal_pointer (&task);
  exm_session_save_task_async (self->session, self->task, callback,
                               saving_new (self, callback));
}

void
exm_workbench_save_fields (ExmWorkbenchPage *self,
                           ExmTaskFields *fields,
                           gboolean affects)
{
  save (self, fields, affects ? on_saved : on_saved_aside);
}

void
exm_workbench_save_regions (ExmWorkbenchPage *self)
{
  g_auto (ExmTaskFields) fields = { 0 };

  if (self->setup != NULL)
    {
      for (guint i = 0; i < MIN (exm_setup_get_n_examples (self->setup),
                                 exm_analysis_get_n_examples (self->analysis));
           i++)
        {
          g_autofree char *text = exm_analysis_dup_region_text (self->analysis, i);
          exm_setup_set_region_text (self->setup, i, text);
        }
      return;
    }
  if (self->task == NULL)
    return;
  exm_task_fields_copy (self->task, &fields);
  for (guint i = 0; i < fields.examples->len; i++)
    {
      ExmTaskExample *example = &g_array_index (fields.examples, ExmTaskExample, i);
      if (i >= exm_analysis_get_n_examples (self->analysis))
        break;
      g_free (example->region_text);
      example->region_text = exm_analysis_dup_region_text (self->analysis, i);
    }
  save (self, &fields, on_saved);
}

/* What is said of a page, on its way to the store. */
typedef struct
{
  char *uid;       /* (owned) */
  char *url_key;   /* (owned) */
  char *page_hash; /* (owned) */
  GArray *labels;  /* (owned) (element-type ExmLabel) */
} Labels;

static void
labels_free (gpointer data)
{
  Labels *labels = data;

  g_free (labels->uid);
  g_free (labels->url_key);
  g_free (labels->page_hash);
  g_array_unref (labels->labels);
  g_free (labels);
}

static gboolean
write_labels (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  const Labels *labels = data;

  return exm_store_put_labels (store, labels->uid, labels->url_key, labels->page_hash,
                               labels->labels, now_usec, NULL, error);
}

static void
on_fetch_again (ExmWorkbenchPage *self)
{
  g_autofree char *url = NULL;

  if (self->target_page == NULL)
    return;
  /* Its marks are stored by now. */
  g_clear_pointer (&self->target_page->labels, g_array_unref);
  self->target_page->labels = exm_analysis_list_labels (self->analysis);
  url = g_strdup (self->target_page->url);
  exm_workbench_fetch_target (self, url);
}

static void
on_reextracted (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmWorkbenchPage) self = data;
  g_autoptr (GError) error = NULL;

  if (exm_worker_reextract_finish (EXM_WORKER (source), result, &error))
    {
      g_autoptr (GPtrArray) old
          = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_article_unref);
      if (self->target_page != NULL && self->target_page->article != NULL)
        g_ptr_array_add (old, exm_article_ref (self->target_page->article));
      exm_workbench_reload_articles (self);
      exm_workbench_find_copies (self, old);
      return;
    }
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  /* translators: %s is the cause */
  g_autofree char *words
      = g_strdup_printf (_ ("The article was not extracted anew: %s"), error->message);
  AdwToast *toast = exm_workbench_toast (self, words, FALSE);
  ExmBenchPage *page = self->target_page;
  if (toast == NULL || page == NULL
      || !(g_error_matches (error, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND)
           || g_error_matches (error, EXM_STORE_ERROR, EXM_STORE_ERROR_DAMAGED)))
    return;
  /* What was said of it is stored, and holds once the page is there again. */
  g_free (page->missing);
  page->missing = g_strdup (error->message);
  adw_toast_set_timeout (toast, 0);
  adw_toast_set_button_label (toast, _ ("_Fetch Again"));
  g_signal_connect_object (toast, "button-clicked", G_CALLBACK (on_fetch_again), self,
                           G_CONNECT_SWAPPED);
}

void
exm_workbench_extract_anew (ExmWorkbenchPage *self, gint64 article_id)
{
  ExmWorker *worker = exm_session_get_worker (self->session);

  if (worker != NULL)
    exm_worker_reextract_async (worker, exm_session_get_engine (self->session),
                                article_id, NULL, on_reextracted, g_object_ref (self));
}

static void
on_labels_saved (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (Saving) saving = data;
  ExmWorkbenchPage *self = saving->page;
  ExmSession *session = EXM_SESSION (source);
  g_autoptr (GError) error = NULL;

  if (exm_session_write_finish (session, result, &error))
    {
      if (saving->leans)
        exm_workbench_count_affected (self, saving->article_id);
      if (saving->article_id != 0)
        exm_workbench_extract_anew (self, saving->article_id);
      return;
    }
  /* translators: %s is the cause */
  tell_failure (g_steal_pointer (&saving), result,
                g_strdup_printf (_ ("The mark was not saved: %s"), error->message));
}

/* What is said of a line holds for the like of it; where a page starts, for it alone. */
static gboolean
leans_on_others (const GArray *labels)
{
  gboolean leans = FALSE;

  for (guint i = 0; i < labels->len; i++)
    {
      ExmLabelKind kind = g_array_index (labels, ExmLabel, i).kind;
      leans = leans || (kind != EXM_LABEL_START && kind != EXM_LABEL_END);
    }
  return leans;
}

void
exm_workbench_save_labels (ExmWorkbenchPage *self)
{
  const ExmBenchPage *page = self->target_page;
  g_autoptr (GArray) list = exm_analysis_list_labels (self->analysis);

  if (self->setup != NULL || self->task == NULL || page == NULL || list == NULL
      || page->url_key == NULL || page->hash == NULL)
    return;
  Labels *labels = g_new0 (Labels, 1);
  labels->uid = g_strdup (self->task_uid);
  labels->url_key = g_strdup (page->url_key);
  labels->page_hash = g_strdup (page->hash);
  labels->labels = g_steal_pointer (&list);
  Saving *saving = saving_new (self, on_labels_saved);
  saving->article_id = page->article_id;
  saving->leans = leans_on_others (labels->labels) || self->labels_lean;
  self->labels_lean = leans_on_others (labels->labels);
  exm_session_write_async (self->session, self->task_uid, write_labels, labels,
                           labels_free, on_labels_saved, saving);
}

void
exm_workbench_save_example_charset (ExmWorkbenchPage *self, const char *charset)
{
  g_auto (ExmTaskFields) fields = { 0 };

  if (self->setup != NULL)
    exm_setup_set_charset (self->setup, self->example_index, charset);
  if (self->setup != NULL || self->task == NULL)
    return;
  exm_task_fields_copy (self->task, &fields);
  if (self->example_index < fields.examples->len)
    {
      ExmTaskExample *example
          = &g_array_index (fields.examples, ExmTaskExample, self->example_index);
      g_free (example->charset);
      example->charset = g_strdup (charset);
    }
  save (self, &fields, on_saved);
}

void
exm_workbench_save_examples (ExmWorkbenchPage *self, ExmTaskFields *fields)
{
  if (self->setup != NULL)
    exm_setup_set_examples (self->setup, fields);
  else
    save (self, fields, on_examples_saved);
}

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
  if (self->target_page != NULL && self->target_page->article_id == id)
    exm_workbench_load_article (self, id);
  exm_workbench_reload_articles (self);
}

static void
on_undo_approval (AdwToast *toast, gpointer data)
{
  ExmApproval *approval = g_object_get_data (G_OBJECT (toast), "exm-approval");

  exm_approval_undo_async (approval, on_approval_undone, g_object_ref (data));
}

static void
on_approved (GObject *source, GAsyncResult *result, gpointer data);

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
