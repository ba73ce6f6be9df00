/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What the workbench stores: what is marked on a task's examples, other examples, and
 * what is said of lines. */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/widgets/exm-toast.h"
#include "app/workbench/exm-workbench-page-private.h"
#include "worker/exm-reextract.h"

#include <glib/gi18n-lib.h>

/* A write that is under way, or that failed and can be tried again. */
typedef struct
{
  ExmWorkbenchPage *page;       /* (owned) */
  char *uid;                    /* (owned) (nullable): of the task */
  GAsyncReadyCallback callback; /* takes this */
  GAsyncResult *failed;         /* (owned) (nullable) */
  gint64 article_id;            /* that it is about; 0 for a page that is not collected */
  ExmArticle *article;          /* (owned) (nullable): as it was */
  gboolean leans;               /* labels: on other pages too */
} Saving;

static Saving *
saving_new (ExmWorkbenchPage *page, GAsyncReadyCallback callback)
{
  Saving *self = g_new0 (Saving, 1);

  self->page = g_object_ref (page);
  self->uid = g_strdup (page->task_uid);
  self->callback = callback;
  return self;
}

static void
saving_free (Saving *self)
{
  g_object_unref (self->page);
  g_free (self->uid);
  g_clear_object (&self->failed);
  g_clear_pointer (&self->article, exm_article_unref);
  g_free (self);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Saving, saving_free)

/* Whether the workbench has not gone on to another task. */
static gboolean
is_of_task (ExmWorkbenchPage *page, const char *uid)
{
  return uid != NULL && g_strcmp0 (page->task_uid, uid) == 0;
}

static void
on_retry_clicked (AdwToast *toast, gpointer data)
{
  Saving *failed = data;
  Saving *again = saving_new (failed->page, failed->callback);

  g_free (again->uid);
  again->uid = g_strdup (failed->uid);
  again->article_id = failed->article_id;
  again->article = failed->article != NULL ? exm_article_ref (failed->article) : NULL;
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

  saving->failed = g_object_ref (result);
  adw_toast_set_timeout (toast, 0);
  adw_toast_set_button_label (toast, _ ("_Retry"));
  g_signal_connect_data (toast, "button-clicked", G_CALLBACK (on_retry_clicked), saving,
                         free_closure, 0);
  exm_toast_show (GTK_WIDGET (saving->page), toast);
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

  if (!exm_session_write_finish (EXM_SESSION (source), result, &error))
    tell_unsaved (g_steal_pointer (&saving), result, error);
  else if (is_of_task (saving->page, saving->uid))
    exm_workbench_count_affected (saving->page, 0);
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
  const Saving *saving = data;

  if (is_of_task (saving->page, saving->uid))
    exm_workbench_load_task (saving->page);
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

/* An article that is extracted anew. */
typedef struct
{
  ExmWorkbenchPage *page; /* (owned) */
  char *uid;              /* (owned) (nullable): of the task */
  gint64 article_id;
  ExmArticle *before; /* (owned) (nullable) */
} Anew;

static void
anew_free (Anew *self)
{
  g_object_unref (self->page);
  g_free (self->uid);
  g_clear_pointer (&self->before, exm_article_unref);
  g_free (self);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Anew, anew_free)

static void
take_anew (ExmWorkbenchPage *self, ExmArticle *before)
{
  g_autoptr (GPtrArray) old
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_article_unref);

  if (before != NULL)
    g_ptr_array_add (old, exm_article_ref (before));
  exm_workbench_reload_articles (self);
  exm_copies_bar_find (self->copies_bar, old);
}

static void
on_reextracted (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (Anew) anew = data;
  ExmWorkbenchPage *self = anew->page;
  g_autoptr (GError) error = NULL;

  if (exm_worker_reextract_finish (EXM_WORKER (source), result, &error))
    {
      if (is_of_task (self, anew->uid))
        take_anew (self, anew->before);
      return;
    }
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  /* translators: %s is the cause */
  g_autofree char *words
      = g_strdup_printf (_ ("The article was not extracted anew: %s"), error->message);
  AdwToast *toast = exm_workbench_toast (self, words, FALSE);
  ExmBenchPage *page = self->target_page;
  if (toast == NULL || page == NULL || page->article_id != anew->article_id
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
exm_workbench_extract_anew (ExmWorkbenchPage *self, gint64 article_id, ExmArticle *before)
{
  /* The window may be closing. */
  ExmWorker *worker
      = self->session != NULL ? exm_session_get_worker (self->session) : NULL;

  if (worker == NULL)
    return;
  Anew *anew = g_new0 (Anew, 1);
  anew->page = g_object_ref (self);
  anew->uid = g_strdup (self->task_uid);
  anew->article_id = article_id;
  anew->before = before != NULL ? exm_article_ref (before) : NULL;
  exm_worker_reextract_async (worker, exm_session_get_engine (self->session), article_id,
                              NULL, on_reextracted, anew);
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
      if (saving->leans && is_of_task (self, saving->uid))
        exm_workbench_count_affected (self, saving->article_id);
      if (saving->article_id != 0)
        exm_workbench_extract_anew (self, saving->article_id, saving->article);
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
  saving->article = page->article != NULL ? exm_article_ref (page->article) : NULL;
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
