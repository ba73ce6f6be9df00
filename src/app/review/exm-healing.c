/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/review/exm-healing.h"

#include "app/review/exm-reextraction.h"

#include <glib/gi18n-lib.h>

/* The newest pages that are looked at; each is compared with each. */
#define MAX_PAGES 12u

/* A page that may become the example. */
typedef struct
{
  gint64 article;    /* that was made of it */
  char *url;         /* (owned) */
  char *hash;        /* (owned) */
  char *charset;     /* (owned) (nullable): as HTTP declared it */
  ExmPrepared *page; /* (owned) */
  guint n_like;      /* others that look like it */
  gint64 like;       /* the article of the newest of them, 0 for none */
  ExmExampleLack lack;
} Candidate;

struct _ExmHealing
{
  GObject parent_instance;

  ExmSession *session;   /* (owned) */
  char *uid;             /* (owned) */
  GPtrArray *candidates; /* (owned) (nullable) (element-type Candidate): once they are
                          * ranked, the best first; never empty */
  guint proposed;        /* which of them */
  gboolean is_sister;    /* of another one, which knows the rest */
  GPtrArray *sisters;    /* (owned) (nullable) (element-type utf8): tasks that share an
                          * example with it; set on the worker's thread */
  ExmReextraction *work; /* (owned) (nullable) */
};

G_DEFINE_FINAL_TYPE (ExmHealing, exm_healing, G_TYPE_OBJECT)

static void
candidate_free (gpointer data)
{
  Candidate *candidate = data;

  g_free (candidate->url);
  g_free (candidate->hash);
  g_free (candidate->charset);
  g_clear_pointer (&candidate->page, exm_prepared_unref);
  g_free (candidate);
}

static void
exm_healing_finalize (GObject *object)
{
  ExmHealing *self = EXM_HEALING (object);

  g_object_unref (self->session);
  g_free (self->uid);
  g_clear_pointer (&self->candidates, g_ptr_array_unref);
  g_clear_pointer (&self->sisters, g_ptr_array_unref);
  g_clear_object (&self->work);
  G_OBJECT_CLASS (exm_healing_parent_class)->finalize (object);
}

static void
exm_healing_class_init (ExmHealingClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = exm_healing_finalize;
}

static void
exm_healing_init (ExmHealing *self)
{
}

ExmHealing *
exm_healing_new (ExmSession *session, const char *uid)
{
  ExmHealing *self = g_object_new (EXM_TYPE_HEALING, NULL);

  self->session = g_object_ref (session);
  self->uid = g_strdup (uid);
  return self;
}

/* Which page: on the pool */

/* Returns: (transfer full) (nullable): %NULL for an article whose page is lost */
static Candidate *
read_candidate (ExmHealing *self, gint64 id, GCancellable *cancellable)
{
  ExmStoreReader *reader = exm_session_get_reader (self->session);
  const ExmStoreQuery article_query = { .kind = EXM_READ_ARTICLE, .id = id };
  g_autoptr (ExmArticle) article
      = exm_store_reader_read_or_report (reader, &article_query, cancellable);

  if (article == NULL || exm_article_get (article)->page_hash == NULL)
    return NULL;
  const ExmArticleFields *fields = exm_article_get (article);
  const ExmStoreQuery page_query = { .kind = EXM_READ_PAGE, .hash = fields->page_hash };
  const ExmStoreQuery meta_query
      = { .kind = EXM_READ_PAGE_META, .hash = fields->page_hash };
  g_autoptr (GBytes) bytes
      = exm_store_reader_read_or_report (reader, &page_query, cancellable);
  g_autoptr (ExmStoredPage) meta
      = exm_store_reader_read_or_report (reader, &meta_query, cancellable);
  const ExmPageHints hints = {
    .url = fields->final_url,
    .http_charset = meta != NULL ? meta->charset : NULL,
  };
  ExmPrepared *page = bytes != NULL
                          ? exm_engine_prepare (exm_session_get_engine (self->session),
                                                bytes, &hints, NULL, NULL)
                          : NULL;
  if (page == NULL)
    return NULL;
  Candidate *candidate = g_new0 (Candidate, 1);
  candidate->article = id;
  candidate->url = g_strdup (fields->final_url);
  candidate->hash = g_strdup (fields->page_hash);
  candidate->charset = g_strdup (hints.http_charset);
  candidate->page = page;
  return candidate;
}

/* Returns: (transfer full) (element-type Candidate): the best first; @found is left empty
 */
static GPtrArray *
rank (ExmHealing *self, GPtrArray *found, GCancellable *cancellable)
{
  GPtrArray *candidates = g_ptr_array_new_with_free_func (candidate_free);
  g_autoptr (GPtrArray) pages = g_ptr_array_new ();

  for (guint i = 0; i < found->len; i++)
    g_ptr_array_add (pages, ((const Candidate *) found->pdata[i])->page);
  g_autoptr (GArray) ranks
      = exm_example_rank (exm_session_get_engine (self->session),
                          (ExmPrepared *const *) pages->pdata, pages->len, cancellable);
  for (guint i = 0; i < ranks->len; i++)
    {
      const ExmExampleRank *one = &g_array_index (ranks, ExmExampleRank, i);
      Candidate *candidate = found->pdata[one->page];
      candidate->n_like = one->n_like;
      candidate->lack = one->lack;
      if (one->like != EXM_NONE)
        candidate->like = ((const Candidate *) found->pdata[one->like])->article;
      g_ptr_array_add (candidates, candidate);
    }
  g_ptr_array_set_free_func (found, NULL);
  g_ptr_array_set_size (found, 0);
  return candidates;
}

static void
choose_in_pool (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  ExmHealing *self = source;
  const ExmStoreQuery query = {
    .kind = EXM_READ_ARTICLES,
    .filter = { .task_uid = self->uid,
                .state = exm_article_state_get_name (EXM_ARTICLE_DOES_NOT_FIT),
                .limit = MAX_PAGES },
  };
  GError *error = NULL;
  g_autoptr (GPtrArray) rows = exm_store_reader_read (
      exm_session_get_reader (self->session), &query, cancellable, &error);
  /* The newest first. */
  g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func (candidate_free);

  for (guint i = 0; rows != NULL && i < rows->len; i++)
    {
      const ExmArticleInfo *info = g_ptr_array_index (rows, i);
      Candidate *candidate = read_candidate (self, info->id, cancellable);
      if (candidate != NULL)
        g_ptr_array_add (found, candidate);
    }
  if (found->len > 0)
    g_task_return_pointer (task, rank (self, found, cancellable),
                           (GDestroyNotify) g_ptr_array_unref);
  else if (rows == NULL)
    g_task_return_error (task, error);
  else
    g_task_return_new_error (task, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND,
                             _ ("No page that does not fit is stored any more"));
}

static void
on_ranked (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  ExmHealing *self = EXM_HEALING (source);
  GError *error = NULL;

  self->candidates = g_task_propagate_pointer (G_TASK (result), &error);
  if (self->candidates != NULL)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

void
exm_healing_choose_async (ExmHealing *self, GAsyncReadyCallback callback, gpointer data)
{
  g_return_if_fail (EXM_IS_HEALING (self));
  g_return_if_fail (self->candidates == NULL);

  GTask *task = g_task_new (self, NULL, callback, data);
  g_autoptr (GTask) ranking = g_task_new (self, NULL, on_ranked, task);
  g_task_set_source_tag (task, exm_healing_choose_async);
  g_task_set_source_tag (ranking, choose_in_pool);
  g_task_run_in_thread (ranking, choose_in_pool);
}

static const Candidate *
get_proposed (ExmHealing *self)
{
  return self->candidates->pdata[self->proposed];
}

gint64
exm_healing_get_article (ExmHealing *self)
{
  g_return_val_if_fail (EXM_IS_HEALING (self), 0);
  g_return_val_if_fail (self->candidates != NULL, 0);
  return get_proposed (self)->article;
}

gint64
exm_healing_get_like (ExmHealing *self)
{
  g_return_val_if_fail (EXM_IS_HEALING (self), 0);
  g_return_val_if_fail (self->candidates != NULL, 0);
  return get_proposed (self)->like;
}

guint
exm_healing_get_n_like (ExmHealing *self, guint *n_others)
{
  g_return_val_if_fail (EXM_IS_HEALING (self), 0);
  g_return_val_if_fail (self->candidates != NULL, 0);
  *n_others = self->candidates->len - 1;
  return get_proposed (self)->n_like;
}

ExmExampleLack
exm_healing_get_lack (ExmHealing *self, gboolean *best)
{
  g_return_val_if_fail (EXM_IS_HEALING (self), EXM_EXAMPLE_TEACHES);
  g_return_val_if_fail (self->candidates != NULL, EXM_EXAMPLE_TEACHES);
  *best = self->proposed == 0;
  return get_proposed (self)->lack;
}

gboolean
exm_healing_has_next (ExmHealing *self)
{
  g_return_val_if_fail (EXM_IS_HEALING (self), FALSE);
  return self->candidates != NULL && self->proposed + 1 < self->candidates->len;
}

void
exm_healing_propose_next (ExmHealing *self)
{
  g_return_if_fail (exm_healing_has_next (self));
  self->proposed++;
}

/* The task gets it, and the articles follow */

static gboolean
has_example_of (const ExmTaskFields *fields, const ExmTaskFields *other)
{
  for (guint i = 0; i < fields->examples->len; i++)
    for (guint j = 0; j < other->examples->len; j++)
      {
        const char *hash = g_array_index (fields->examples, ExmTaskExample, i).page_hash;
        if (hash != NULL
            && g_strcmp0 (hash,
                          g_array_index (other->examples, ExmTaskExample, j).page_hash)
                   == 0)
          return TRUE;
      }
  return FALSE;
}

/* Returns: (transfer full) (nullable): the other tasks that share an example with @task
 */
static GPtrArray *
find_sisters (ExmStore *store, const ExmTask *task, GError **error)
{
  g_autoptr (GPtrArray) infos = exm_store_list_tasks (store, error);
  g_autoptr (GPtrArray) sisters = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; infos != NULL && i < infos->len; i++)
    {
      const char *uid = ((const ExmTaskInfo *) infos->pdata[i])->uid;
      if (g_str_equal (uid, exm_task_get (task)->uid))
        continue;
      g_autoptr (ExmTask) other = exm_store_get_task (store, uid, NULL, error);
      if (other == NULL)
        return NULL;
      if (has_example_of (exm_task_get (task), exm_task_get (other)))
        g_ptr_array_add (sisters, g_strdup (uid));
    }
  return infos != NULL ? g_steal_pointer (&sisters) : NULL;
}

static gboolean
write_example (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  ExmHealing *self = data;
  g_auto (ExmTaskFields) fields = { 0 };
  g_autoptr (ExmTask) before = exm_store_get_task (store, self->uid, NULL, error);

  if (before == NULL)
    return FALSE;
  g_clear_pointer (&self->sisters, g_ptr_array_unref);
  if (!self->is_sister)
    self->sisters = find_sisters (store, before, error);
  if (!self->is_sister && self->sisters == NULL)
    return FALSE;
  exm_task_fields_copy (before, &fields);
  ExmTaskExample *example
      = exm_task_fields_add_example (&fields, get_proposed (self)->url);
  example->page_hash = g_strdup (get_proposed (self)->hash);
  example->http_charset = g_strdup (get_proposed (self)->charset);
  g_autoptr (ExmTask) after = exm_task_new (&fields);
  return exm_store_update_task (store, after, now_usec, NULL, error);
}

/* Takes the example out, and leaves the rest as it is by now. */
static gboolean
write_without (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  ExmHealing *self = data;
  g_auto (ExmTaskFields) fields = { 0 };
  g_autoptr (ExmTask) task = exm_store_get_task (store, self->uid, NULL, error);

  if (task == NULL)
    return FALSE;
  exm_task_fields_copy (task, &fields);
  for (guint i = fields.examples->len; i-- > 0;)
    {
      const ExmTaskExample *example = &g_array_index (fields.examples, ExmTaskExample, i);
      if (g_strcmp0 (example->url, get_proposed (self)->url) != 0
          || g_strcmp0 (example->page_hash, get_proposed (self)->hash) != 0)
        continue;
      g_array_remove_index (fields.examples, i);
      g_autoptr (ExmTask) without = exm_task_new (&fields);
      return exm_store_update_task (store, without, now_usec, NULL, error);
    }
  return TRUE;
}

/* With the error that had it taken out, if there was one. */
static void
on_example_gone (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GError *cause = g_steal_pointer ((GError **) g_task_get_task_data (task));
  GError *error = NULL;
  gboolean good = exm_session_write_finish (EXM_SESSION (source), result, &error);

  if (cause != NULL || !good)
    g_task_return_error (task, cause != NULL ? cause : g_steal_pointer (&error));
  else
    g_task_return_boolean (task, TRUE);
  g_clear_error (&error);
}

static void
cause_free (gpointer data)
{
  g_clear_error (data);
  g_free (data);
}

/* @cause: (transfer full) (nullable): the error of @task */
static void
take_example_out (ExmHealing *self, GTask *task, GError *cause)
{
  GError **kept = g_new (GError *, 1);

  *kept = cause;
  g_task_set_task_data (task, kept, cause_free);
  exm_session_write_async (self->session, self->uid, write_without, g_object_ref (self),
                           g_object_unref, on_example_gone, g_object_ref (task));
}

/* An example with which nothing can be extracted does not stay. */
static void
on_reextracted (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  ExmHealing *self = g_task_get_source_object (task);
  g_autoptr (GError) error = NULL;

  exm_session_refresh (self->session);
  if (exm_reextraction_finish (EXM_REEXTRACTION (source), result, &error)
      || exm_reextraction_get_n_done (self->work) > 0)
    g_task_return_boolean (task, TRUE);
  else
    take_example_out (self, task, g_steal_pointer (&error));
}

static void
on_example_written (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  ExmHealing *self = g_task_get_source_object (task);
  GError *error = NULL;

  if (!exm_session_write_finish (EXM_SESSION (source), result, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  self->work = exm_reextraction_new_of_state (self->session, self->uid,
                                              EXM_ARTICLE_DOES_NOT_FIT);
  exm_reextraction_run_async (self->work, NULL, on_reextracted, g_object_ref (task));
}

/* @task: (transfer full) */
static void
use_proposed (ExmHealing *self, GTask *task)
{
  exm_session_write_async (self->session, self->uid, write_example, g_object_ref (self),
                           g_object_unref, on_example_written, task);
}

static void
on_chosen (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  ExmHealing *self = EXM_HEALING (source);
  GError *error = NULL;

  if (exm_healing_finish (self, result, &error))
    use_proposed (self, g_steal_pointer (&task));
  else
    g_task_return_error (task, error);
}

void
exm_healing_run_async (ExmHealing *self, GAsyncReadyCallback callback, gpointer data)
{
  g_return_if_fail (EXM_IS_HEALING (self));
  g_return_if_fail (self->work == NULL);

  GTask *task = g_task_new (self, NULL, callback, data);
  g_task_set_source_tag (task, exm_healing_run_async);
  if (self->candidates == NULL)
    exm_healing_choose_async (self, on_chosen, task);
  else
    use_proposed (self, task);
}

/* And back */

static void
on_articles_undone (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  ExmHealing *self = g_task_get_source_object (task);
  GError *error = NULL;

  exm_reextraction_finish (EXM_REEXTRACTION (source), result, &error);
  take_example_out (self, task, error);
}

void
exm_healing_undo_async (ExmHealing *self, GAsyncReadyCallback callback, gpointer data)
{
  g_return_if_fail (EXM_IS_HEALING (self));
  g_return_if_fail (self->work != NULL);

  GTask *task = g_task_new (self, NULL, callback, data);
  g_task_set_source_tag (task, exm_healing_undo_async);
  exm_reextraction_undo_async (self->work, on_articles_undone, task);
}

gboolean
exm_healing_finish (ExmHealing *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  return g_task_propagate_boolean (G_TASK (result), error);
}

GPtrArray *
exm_healing_make_sisters (ExmHealing *self)
{
  GPtrArray *all = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; self->sisters != NULL && i < self->sisters->len; i++)
    {
      ExmHealing *sister = exm_healing_new (self->session, self->sisters->pdata[i]);
      sister->is_sister = TRUE;
      sister->candidates = g_ptr_array_ref (self->candidates);
      sister->proposed = self->proposed;
      g_ptr_array_add (all, sister);
    }
  return all;
}

const char *
exm_healing_get_uid (ExmHealing *self)
{
  return self->uid;
}

guint
exm_healing_get_n_done (ExmHealing *self)
{
  return self->work != NULL ? exm_reextraction_get_n_done (self->work) : 0;
}
