/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/workbench/exm-target-article.h"

#include "app/review/exm-approval.h"
#include "store/exm-store-approve.h"
#include "worker/exm-reextract.h"

#include <glib/gi18n-lib.h>

struct _ExmTargetArticle
{
  GObject parent_instance;

  ExmWorkbenchTask *task; /* (owned) */
  ExmTargetPage *page;    /* (owned) */
  ExmAnalysis *analysis;  /* (owned) */
  ExmToaster *toaster;    /* (owned) */
  gboolean labels_lean;   /* the stored labels hold for other pages too */
};

enum
{
  STORED,
  EXTRACTED,
  AFFECTED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ExmTargetArticle, exm_target_article, G_TYPE_OBJECT)

/* Row on its way to the store. */
typedef struct
{
  char *uid;      /* (owned): of the task */
  char *url_key;  /* (owned) (nullable) */
  char *hash;     /* (owned): of the page */
  GArray *labels; /* (owned) (nullable) (element-type ExmLabel) */
  gint64 article_id;
} Row;

static Row *
row_new (ExmTargetArticle *self, const char *hash)
{
  const ExmBenchPage *page = exm_target_page_get (self->page);
  Row *row = g_new0 (Row, 1);

  row->uid = g_strdup (exm_workbench_task_get_uid (self->task));
  row->url_key = g_strdup (page->url_key);
  row->hash = g_strdup (hash);
  row->article_id = page->article_id;
  return row;
}

static void
row_free (gpointer data)
{
  Row *row = data;

  g_free (row->uid);
  g_free (row->url_key);
  g_free (row->hash);
  g_clear_pointer (&row->labels, g_array_unref);
  g_free (row);
}

/* A write about an article: under way, or failed so that it can be tried again. */
typedef struct
{
  ExmTargetArticle *self; /* (owned) */
  char *uid;              /* (owned) (nullable): of the task */
  GAsyncResult *failed;   /* (owned) (nullable) */
  gint64 article_id;      /* 0 for a page that is not collected */
  ExmArticle *before;     /* (owned) (nullable) */
  gboolean leans;         /* labels: on other pages too */
  gboolean corrected;     /* a page in place of a lost one: it has labels */
} Write;

static Write *
write_new (ExmTargetArticle *self,
           const char *uid,
           gint64 id,
           ExmArticle *before,
           gboolean leans)
{
  Write *write = g_new0 (Write, 1);

  write->self = g_object_ref (self);
  write->uid = g_strdup (uid);
  write->article_id = id;
  write->before = before != NULL ? exm_article_ref (before) : NULL;
  write->leans = leans;
  return write;
}

static void
write_free (gpointer data, GClosure *closure)
{
  Write *write = data;

  g_object_unref (write->self);
  g_free (write->uid);
  g_clear_object (&write->failed);
  g_clear_pointer (&write->before, exm_article_unref);
  g_free (write);
}

static void
write_clear (Write *write)
{
  write_free (write, NULL);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Write, write_clear)

/* Extraction of a stored article from its stored page */

static void
on_fetch_again (AdwToast *toast, gpointer data)
{
  ExmTargetArticle *self = data;
  ExmBenchPage *page = exm_target_page_get (self->page);

  if (page == NULL || exm_workbench_task_get_session (self->task) == NULL)
    return;
  /* Its labels are stored by now. */
  g_clear_pointer (&page->labels, g_array_unref);
  page->labels = exm_analysis_list_labels (self->analysis);
  exm_target_page_fetch (self->page, page->url);
}

static void
unref_closure (gpointer data, GClosure *closure)
{
  g_object_unref (data);
}

static void
on_reextracted (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (Write) write = data;
  ExmTargetArticle *self = write->self;
  g_autoptr (GError) error = NULL;

  if (exm_worker_reextract_finish (EXM_WORKER (source), result, &error))
    {
      if (exm_workbench_task_is (self->task, write->uid))
        g_signal_emit (self, signals[EXTRACTED], 0, write->before);
      return;
    }
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  /* translators: %s is the cause */
  g_autofree char *words
      = g_strdup_printf (_ ("The article was not extracted anew: %s"), error->message);
  ExmBenchPage *page = exm_target_page_get (self->page);
  if (page == NULL || page->article_id != write->article_id
      || !(g_error_matches (error, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND)
           || g_error_matches (error, EXM_STORE_ERROR, EXM_STORE_ERROR_DAMAGED)))
    {
      exm_toaster_show (self->toaster, words);
      return;
    }
  /* Its labels are stored, and hold once the page is there again. */
  AdwToast *toast = exm_toaster_show_button (self->toaster, words, _ ("_Fetch Again"),
                                             G_CALLBACK (on_fetch_again),
                                             g_object_ref (self), unref_closure);
  if (toast == NULL)
    return;
  g_free (page->missing);
  page->missing = g_strdup (error->message);
  adw_toast_set_timeout (toast, 0);
}

/* @write: (transfer full): about the article, as it was */
static void
extract_anew (ExmTargetArticle *self, Write *write)
{
  /* The window may be closing. */
  ExmSession *session = exm_workbench_task_get_session (self->task);
  ExmWorker *worker = session != NULL ? exm_session_get_worker (session) : NULL;

  if (worker != NULL && write->article_id != 0)
    exm_worker_reextract_async (worker, exm_session_get_engine (session),
                                write->article_id, NULL, on_reextracted, write);
  else
    write_free (write, NULL);
}

/* Labels */

static gboolean
write_labels (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  const Row *labels = data;

  return exm_store_put_labels (store, labels->uid, labels->url_key, labels->hash,
                               labels->labels, now_usec, NULL, error);
}

static void on_labels_saved (GObject *source, GAsyncResult *result, gpointer data);

static void
on_retry_labels (AdwToast *toast, gpointer data)
{
  Write *failed = data;
  ExmSession *session = exm_workbench_task_get_session (failed->self->task);

  if (session != NULL)
    exm_session_write_again_async (session, failed->failed, on_labels_saved,
                                   write_new (failed->self, failed->uid,
                                              failed->article_id, failed->before,
                                              failed->leans));
}

static void
on_labels_saved (GObject *source, GAsyncResult *result, gpointer data)
{
  Write *write = data;
  ExmTargetArticle *self = write->self;
  g_autoptr (GError) error = NULL;

  if (exm_session_write_finish (EXM_SESSION (source), result, &error))
    {
      if (write->leans && exm_workbench_task_is (self->task, write->uid))
        g_signal_emit (self, signals[AFFECTED], 0, write->article_id);
      extract_anew (self, write);
      return;
    }
  /* translators: %s is the cause */
  g_autofree char *words
      = g_strdup_printf (_ ("The mark was not saved: %s"), error->message);
  write->failed = g_object_ref (result);
  exm_toaster_show_failure (self->toaster, words, G_CALLBACK (on_retry_labels), write,
                            write_free);
}

/* A label of a line holds for the like of it; where a page starts, for it alone. */
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
exm_target_article_save_labels (ExmTargetArticle *self)
{
  const ExmBenchPage *page = exm_target_page_get (self->page);
  g_autoptr (GArray) labels = exm_analysis_list_labels (self->analysis);

  if (exm_workbench_task_get (self->task) == NULL || page == NULL || labels == NULL
      || page->url_key == NULL || page->hash == NULL)
    return;
  gboolean lean = leans_on_others (labels);
  Row *row = row_new (self, page->hash);
  row->labels = g_steal_pointer (&labels);
  Write *write = write_new (self, row->uid, page->article_id, page->article,
                            lean || self->labels_lean);
  self->labels_lean = lean;
  exm_session_write_async (exm_workbench_task_get_session (self->task), row->uid,
                           write_labels, row, row_free, on_labels_saved, write);
}

static void
on_page_changed (ExmTargetArticle *self)
{
  const ExmBenchPage *page = exm_target_page_get (self->page);

  self->labels_lean = page->labels != NULL && page->labels->len > 0;
}

/* A page in place of a lost one */

static gboolean
write_page (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  const Row *row = data;

  return exm_store_set_article_page (store, row->article_id, row->hash, error);
}

static void
on_page_written (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (Write) write = data;
  ExmTargetArticle *self = write->self;
  const gint64 id = write->article_id;
  g_autoptr (GError) error = NULL;

  if (!exm_session_write_finish (EXM_SESSION (source), result, &error))
    {
      exm_toaster_show (self->toaster, error->message);
      return;
    }
  g_autoptr (ExmTargetPage) page = g_object_ref (self->page);
  if (write->corrected)
    extract_anew (self, g_steal_pointer (&write));
  if (exm_target_page_get_wanted (page) == id)
    exm_target_page_load_article (page, id);
}

static void
on_refetched (ExmTargetArticle *self, const char *hash)
{
  const ExmBenchPage *lost = exm_target_page_get (self->page);
  Row *row = row_new (self, hash);
  Write *write = write_new (self, row->uid, lost->article_id, lost->article, FALSE);

  write->corrected = lost->labels != NULL && lost->labels->len > 0;
  exm_session_write_async (exm_workbench_task_get_session (self->task), row->uid,
                           write_page, row, row_free, on_page_written, write);
}

/* Approval */

static void on_approved (GObject *source, GAsyncResult *result, gpointer data);

static void
on_approval_undone (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmTargetArticle) self = data;
  g_autoptr (GError) error = NULL;
  ExmApproval *approval = EXM_APPROVAL (source);
  gint64 id = g_array_index (exm_approval_get_ids (approval), gint64, 0);

  if (!exm_approval_finish (approval, result, &error))
    {
      exm_toaster_show (self->toaster, error->message);
      return;
    }
  /* It is to be approved once more. */
  if (exm_target_page_get_wanted (self->page) == id)
    exm_target_page_load_article (self->page, id);
  g_signal_emit (self, signals[STORED], 0);
}

/* An approval that a toast takes back, or tries once more. */
typedef struct
{
  ExmTargetArticle *self; /* (owned) */
  ExmApproval *approval;  /* (owned) */
} Approved;

static void
approved_free (gpointer data, GClosure *closure)
{
  Approved *approved = data;

  g_object_unref (approved->self);
  g_object_unref (approved->approval);
  g_free (approved);
}

static void
on_undo_approval (AdwToast *toast, gpointer data)
{
  Approved *approved = data;

  exm_approval_undo_async (approved->approval, on_approval_undone,
                           g_object_ref (approved->self));
}

static void
on_retry_approval (AdwToast *toast, gpointer data)
{
  Approved *approved = data;

  exm_approval_run_async (approved->approval, on_approved, g_object_ref (approved->self));
}

static void
on_approved (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmTargetArticle) self = data;
  ExmApproval *approval = EXM_APPROVAL (source);
  gint64 id = g_array_index (exm_approval_get_ids (approval), gint64, 0);
  ExmBenchPage *page = exm_target_page_get (self->page);
  g_autoptr (GError) error = NULL;
  gboolean good = exm_approval_finish (approval, result, &error);
  g_autofree char *words
      = good ? g_strdup (_ ("Approved, what was held goes out"))
             /* translators: %s is the cause */
             : g_strdup_printf (_ ("The article was not approved: %s"), error->message);
  Approved *approved = g_new (Approved, 1);

  *approved = (Approved){ g_object_ref (self), g_object_ref (approval) };
  AdwToast *toast = exm_toaster_show_button (
      self->toaster, words, good ? _ ("_Undo") : _ ("_Retry"),
      good ? G_CALLBACK (on_undo_approval) : G_CALLBACK (on_retry_approval), approved,
      approved_free);
  if (!good)
    {
      /* It is still to be stored: the toast goes when it is told to. */
      if (toast != NULL)
        adw_toast_set_timeout (toast, 0);
      return;
    }
  if (page != NULL && page->article_id == id)
    page->state = EXM_ARTICLE_GOOD;
  g_signal_emit (self, signals[STORED], 0);
}

/* Returns: (nullable): the page, if it is that of a stored task's article */
static const ExmBenchPage *
get_article (ExmTargetArticle *self)
{
  const ExmBenchPage *page = exm_target_page_get (self->page);
  gboolean stored = exm_workbench_task_get_setup (self->task) == NULL && page != NULL
                    && page->article_id != 0;

  return stored ? page : NULL;
}

gboolean
exm_target_article_waits (ExmTargetArticle *self)
{
  const ExmBenchPage *page = get_article (self);

  return page != NULL && page->state != EXM_ARTICLE_GOOD;
}

static gboolean
write_right (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  return exm_store_call_right (store, *(const gint64 *) data, now_usec, error);
}

static void
on_right (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmTargetArticle) self = data;
  g_autoptr (GError) error = NULL;

  if (!exm_session_write_finish (EXM_SESSION (source), result, &error))
    exm_toaster_show (self->toaster, error->message);
}

void
exm_target_article_approve (ExmTargetArticle *self)
{
  const ExmBenchPage *page = get_article (self);
  ExmSession *session = exm_workbench_task_get_session (self->task);
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (gint64));

  if (page == NULL)
    return;
  /* An article that waits for nobody is noted all the same: methods are trained on it. */
  if (!exm_target_article_waits (self))
    {
      exm_session_write_async (session, exm_workbench_task_get_uid (self->task),
                               write_right,
                               g_memdup2 (&page->article_id, sizeof page->article_id),
                               g_free, on_right, g_object_ref (self));
      return;
    }
  g_array_append_val (ids, page->article_id);
  g_autoptr (ExmApproval) approval = exm_approval_new (session, ids);
  exm_approval_run_async (approval, on_approved, g_object_ref (self));
}

static void
exm_target_article_finalize (GObject *object)
{
  ExmTargetArticle *self = EXM_TARGET_ARTICLE (object);

  g_object_unref (self->task);
  g_object_unref (self->page);
  g_object_unref (self->analysis);
  g_object_unref (self->toaster);
  G_OBJECT_CLASS (exm_target_article_parent_class)->finalize (object);
}

static void
exm_target_article_class_init (ExmTargetArticleClass *class)
{
  GType type = G_TYPE_FROM_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = exm_target_article_finalize;
  signals[STORED] = g_signal_new ("stored", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 0);
  signals[EXTRACTED] = g_signal_new ("extracted", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                     NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
  signals[AFFECTED] = g_signal_new ("affected", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                    NULL, G_TYPE_NONE, 1, G_TYPE_INT64);
}

static void
exm_target_article_init (ExmTargetArticle *self)
{
}

ExmTargetArticle *
exm_target_article_new (ExmWorkbenchTask *task,
                        ExmTargetPage *page,
                        ExmAnalysis *analysis,
                        ExmToaster *toaster)
{
  ExmTargetArticle *self = g_object_new (EXM_TYPE_TARGET_ARTICLE, NULL);

  self->task = g_object_ref (task);
  self->page = g_object_ref (page);
  self->analysis = g_object_ref (analysis);
  self->toaster = g_object_ref (toaster);
  g_signal_connect_object (page, "changed", G_CALLBACK (on_page_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (page, "refetched", G_CALLBACK (on_refetched), self,
                           G_CONNECT_SWAPPED);
  return self;
}
