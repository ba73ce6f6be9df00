/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "worker/exm-reextract-private.h"

#include "base/exm-fail-point.h"
#include "base/exm-said-error.h"
#include "fetch/exm-fetch-record.h"
#include "fetch/exm-url-key.h"
#include "jobs/exm-article-pages.h"
#include "publish/exm-article-writer.h"
#include "resources/exm-article-resources.h"
#include "store/exm-store-approve.h"
#include "store/exm-store-check.h"
#include "store/exm-store-older.h"
#include "store/exm-store-quarantine.h"
#include "worker/exm-core-storage.h"
#include "worker/exm-core.h"
#include "worker/exm-worker-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

ExmReextract *
exm_reextract_new (ExmEngine *engine, gint64 article_id, ExmSiteStat *site)
{
  ExmReextract *self = g_new0 (ExmReextract, 1);

  self->article_id = article_id;
  self->work.engine = g_object_ref (engine);
  self->work.site = site != NULL ? exm_site_stat_ref (site) : NULL;
  self->jobs = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_job_unref);
  return self;
}

void
exm_reextract_free (gpointer data)
{
  ExmReextract *self = data;

  exm_article_job_clear (&self->work);
  g_clear_pointer (&self->before, exm_metadata_unref);
  g_clear_pointer (&self->definition, exm_task_unref);
  g_clear_pointer (&self->wanted, g_ptr_array_unref);
  g_ptr_array_unref (self->jobs);
  g_free (self);
}

ExmJob
exm_reextract_as_job (const ExmReextract *self)
{
  const ExmArticleFields *fields = &self->work.fields;

  return (ExmJob){ .kind = (char *) EXM_JOB_ARTICLE,
                   .task_uid = fields->task_uid,
                   .url = fields->url,
                   .url_key = fields->url_key };
}

/* The examples of the task but for the page itself, unless its body was marked: as for an
 * article that is collected. */
static gboolean
gather_examples (ExmStore *store,
                 const ExmTaskFields *fields,
                 const char *url_key,
                 ExmArticleJob *work,
                 GError **error)
{
  work->examples
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_example_source_unref);
  for (guint i = 0; i < fields->examples->len; i++)
    {
      const ExmTaskExample *example
          = &g_array_index (fields->examples, ExmTaskExample, i);
      const ExmPageHints hints = {
        .url = example->url,
        .http_charset = example->http_charset,
        .override_charset = example->charset,
      };
      g_autofree char *key = exm_url_get_key (example->url, NULL);
      if (example->page_hash == NULL
          || !exm_article_job_compares (key, example->region_text != NULL, url_key))
        continue;
      g_autoptr (GBytes) bytes = exm_store_get_page (store, example->page_hash, error);
      if (bytes == NULL)
        return FALSE;
      g_ptr_array_add (
          work->examples,
          exm_example_source_new (work->engine, bytes, &hints, example->region_text));
    }
  if ((work->examples->len > 0 && !work->is_example) || fields->examples->len == 0)
    return TRUE;
  work->siblings
      = exm_article_job_list_siblings (store, work->engine, fields->uid, url_key, error);
  return work->siblings != NULL;
}

gboolean
exm_reextract_gather_fields (ExmStore *store,
                             ExmReextract *again,
                             const ExmArticleFields *old,
                             GError **error)
{
  ExmArticleJob *work = &again->work;
  guint version = 0;

  if (old->page_hash == NULL)
    {
      exm_said_set_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND,
                          N_ ("The page of %s is not stored"), old->url);
      return FALSE;
    }
  if (again->definition == NULL)
    again->definition = exm_store_get_task (store, old->task_uid, &version, error);
  if (again->definition == NULL)
    return FALSE;
  const ExmTaskFields *fields = exm_task_get (again->definition);
  again->state = old->state;
  g_autoptr (GPtrArray) labels = exm_store_list_labels (store, fields->uid, error);
  work->bytes = labels != NULL ? exm_store_get_page (store, old->page_hash, error) : NULL;
  if (work->bytes != NULL && work->site == NULL)
    work->site = exm_store_get_site_stat (store, fields->uid, error);
  if (work->bytes == NULL || work->site == NULL)
    return FALSE;
  g_autoptr (GPtrArray) pages = exm_store_list_article_pages (store, old->id, error);
  work->further
      = pages != NULL ? exm_article_pages_load_further (store, pages, error) : NULL;
  if (work->further == NULL)
    return FALSE;
  g_autoptr (GError) problem = NULL;
  g_autoptr (ExmStoredPage) meta
      = exm_store_get_page_meta (store, old->page_hash, &problem);
  if (problem != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&problem));
      return FALSE;
    }
  work->http_charset = meta != NULL ? g_strdup (meta->charset) : NULL;
  work->incomplete
      = meta != NULL ? exm_fetch_record_dup_incomplete (meta->headers) : NULL;
  work->record = meta != NULL ? g_strdup (meta->headers) : NULL;
  work->url = g_strdup (old->final_url);
  if (old->metadata != NULL)
    {
      work->title = g_strdup (exm_metadata_get (old->metadata, EXM_FIELD_TITLE));
      again->before = exm_metadata_ref (old->metadata);
    }
  work->method = g_strdup (fields->method);
  work->parameters = g_strdup (fields->parameters);
  /* Without it the program's is used, as when it was collected. */
  work->model = exm_method_model_find (fields->models, fields->method, NULL);
  work->sensitivity = fields->sensitivity;
  work->articles_only = fields->articles_only;
  work->fields = (ExmArticleFields){
    .task_uid = g_strdup (old->task_uid),
    .task_version = version,
    .url = g_strdup (old->url),
    .final_url = g_strdup (old->final_url),
    .url_key = g_strdup (old->url_key),
    .page_hash = g_strdup (old->page_hash),
    .collected_usec = old->collected_usec,
  };
  exm_article_job_take_labels (work, labels, old->url_key);
  work->is_example = exm_article_job_is_example (fields, old->page_hash);
  if (!exm_article_job_compare_end (work, store, error))
    return FALSE;
  return gather_examples (store, fields, old->url_key, work, error);
}

gboolean
exm_reextract_gather (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  ExmReextract *again = data;
  g_autoptr (ExmArticle) article
      = exm_store_get_article_unchecked (store, again->article_id, error);

  return article != NULL
         && exm_reextract_gather_fields (store, again, exm_article_get (article), error);
}

/* @current: (out): whether what is said of the page is what @work obeyed */
static gboolean
is_current (ExmStore *store, const ExmArticleJob *work, gboolean *current, GError **error)
{
  ExmArticleJob now = { 0 };
  g_autoptr (GPtrArray) labels
      = exm_store_list_labels (store, work->fields.task_uid, error);
  gboolean same = FALSE;

  if (labels == NULL)
    return FALSE;
  exm_article_job_take_labels (&now, labels, work->fields.url_key);
  same = now.labels->len == work->labels->len;
  for (guint i = 0; same && i < now.labels->len; i++)
    {
      const ExmLabel *a = &g_array_index (now.labels, ExmLabel, i);
      const ExmLabel *b = &g_array_index (work->labels, ExmLabel, i);
      same = a->kind == b->kind && a->key == b->key && a->occurrence == b->occurrence;
    }
  exm_article_job_clear (&now);
  *current = same;
  return TRUE;
}

/* Extracts the page. What the site reserved when it was fetched is kept: its file is not
 * stored. */
static gboolean
extract (ExmReextract *self, GCancellable *cancellable, GError **error)
{
  static const ExmField fields[] = { EXM_FIELD_TDM, EXM_FIELD_TDM_POLICY };

  if (!exm_article_job_run (&self->work, cancellable, error))
    return FALSE;
  for (gsize i = 0; i < G_N_ELEMENTS (fields); i++)
    if (exm_metadata_get_origin (self->before, fields[i]) == EXM_ORIGIN_TDMREP)
      exm_metadata_set (self->work.fields.metadata, fields[i], EXM_ORIGIN_TDMREP,
                        exm_metadata_get (self->before, fields[i]));
  return TRUE;
}

gboolean
exm_reextract_run (ExmReextract *self, GCancellable *cancellable, GError **error)
{
  if (!extract (self, cancellable, error))
    return FALSE;
  self->wanted = exm_article_resources_list (self->definition, self->work.fields.html,
                                             self->work.bytes, self->work.url);
  return TRUE;
}

/* Whether its pictures are kept: not those of an article that a person is to look at
 * first, unless he called it good. */
static gboolean
keeps_resources (const ExmReextract *self)
{
  ExmArticleState state = self->work.fields.state;

  return state == EXM_ARTICLE_GOOD || state == EXM_ARTICLE_UNSURE
         || (self->state == EXM_ARTICLE_GOOD && state != EXM_ARTICLE_EMPTY);
}

void
exm_reextract_want (ExmReextract *self, ExmCore *core, ExmCoreTask *task)
{
  ExmJob job = exm_reextract_as_job (self);
  g_autoptr (GError) error = NULL;

  if (self->wanted->len == 0 || !keeps_resources (self)
      || exm_core_get_resources (core, TRUE) == NULL)
    return;
  exm_core_check_resources (core, FALSE);
  job.run_id = task != NULL ? task->run_id : 0;
  job.due_usec = exm_core_now (core);
  if (!exm_article_resources_want_more (core->resources, &job, self->wanted, self->jobs,
                                        &error))
    exm_core_problem (core, task, job.url, error);
}

static gboolean
add_jobs (ExmStore *store, const char *uid, const GPtrArray *jobs, GError **error)
{
  for (guint i = 0; i < jobs->len; i++)
    if (!exm_store_add_job (store, uid, g_ptr_array_index (jobs, i), error))
      return FALSE;
  return TRUE;
}

/* Whether what a reader sees of an article is another thing. */
static gboolean
differs (const ExmArticle *before, const ExmArticle *now)
{
  const ExmArticleFields *a = exm_article_get (before), *b = exm_article_get (now);

  if (g_strcmp0 (a->text, b->text) != 0 || g_strcmp0 (a->html, b->html) != 0)
    return TRUE;
  for (ExmField field = 0; field < EXM_N_FIELDS; field++)
    if (g_strcmp0 (exm_metadata_get (a->metadata, field),
                   exm_metadata_get (b->metadata, field))
        != 0)
      return TRUE;
  return FALSE;
}

/* Stores the article; what it was is kept where somebody may want it back. */
static gboolean
replace (ExmStore *store,
         const ExmReextract *again,
         const ExmArticle *old,
         const ExmArticle *article,
         gint64 now_usec,
         GError **error)
{
  const ExmArticleFields *fields = exm_article_get (article);
  gboolean keeps = again->keeps_former
                   && (fields->state != exm_article_get (old)->state
                       || fields->confidence != exm_article_get (old)->confidence
                       || differs (old, article));
  g_autofree char *hash = NULL;

  if (fields->text != NULL && *fields->text != '\0'
      && fields->state != EXM_ARTICLE_INCOMPLETE)
    hash = g_compute_checksum_for_string (G_CHECKSUM_SHA256, fields->text, -1);
  if (again->keeps_former && !keeps
      && !exm_store_forget_former (store, again->article_id, FALSE, error))
    return FALSE;
  return (!keeps || exm_store_keep_former (store, again->article_id, now_usec, error))
         && exm_store_replace_article (store, article, hash, error)
         && (!again->keeps_former
             || exm_store_seal_former (store, again->article_id, error));
}

gboolean
exm_reextract_store (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  ExmReextract *again = data;
  ExmArticleJob *work = &again->work;
  g_autoptr (ExmArticle) old
      = exm_store_get_article_unchecked (store, again->article_id, error);
  gboolean current = FALSE;

  if (old == NULL || !is_current (store, work, &current, error))
    return FALSE;
  again->state = exm_article_get (old)->state;
  if (!current)
    return TRUE;
  /* A person said so. */
  if (exm_article_get (old)->state == EXM_ARTICLE_GOOD
      && work->fields.state != EXM_ARTICLE_EMPTY)
    work->fields.state = EXM_ARTICLE_GOOD;
  again->state = work->fields.state;
  again->changed = g_strcmp0 (work->fields.text, exm_article_get (old)->text) != 0;
  g_autoptr (ExmArticle) article = exm_article_new (&work->fields);
  return replace (store, again, old, article, now_usec, error)
         && add_jobs (store, exm_article_get (article)->task_uid, again->jobs, error);
}

/* Holds or releases publications by the state that the article has now. */
static gboolean
rehold (ExmStore *store,
        const char *uid,
        gint64 id,
        ExmArticleState state,
        gint64 now_usec,
        GError **error)
{
  guint version = 0;
  g_autoptr (ExmTask) task = exm_store_get_task (store, uid, &version, error);
  g_autoptr (GPtrArray) keys = g_ptr_array_new_with_free_func (g_free);

  if (task == NULL)
    return FALSE;
  g_autoptr (GArray) outputs = exm_core_list_outputs (task, state, NULL, FALSE, keys);
  return exm_store_rehold_article (
      store, id, (const ExmCommitOutput *) (gpointer) outputs->data, outputs->len,
      now_usec + EXM_REEXTRACT_PAUSE_USEC, error);
}

/* All or nothing: what goes out goes by the state that is stored. */
static gboolean
end_group (ExmStore *store, gboolean good, GError **error)
{
  if (good)
    return exm_store_commit_group (store, error);
  exm_store_drop_group (store);
  return FALSE;
}

/* Within a group. */
static gboolean
replace_and_rehold (ExmStore *store, gint64 now_usec, ExmReextract *again, GError **error)
{
  g_autoptr (ExmArticle) old
      = exm_store_get_article_unchecked (store, again->article_id, error);

  exm_fail_point ("worker.reextract.before");
  if (old == NULL || !exm_reextract_store (store, now_usec, again, error))
    return FALSE;
  exm_fail_point ("worker.reextract.middle");
  /* Outputs get it, but nobody is to be alerted. */
  if (again->state != exm_article_get (old)->state
      && !exm_store_mark_backlog (store, exm_article_get (old)->task_uid,
                                  exm_article_get (old)->url_key, error))
    return FALSE;
  if (again->state != exm_article_get (old)->state
      && !rehold (store, exm_article_get (old)->task_uid, again->article_id, again->state,
                  now_usec, error))
    return FALSE;
  exm_fail_point ("worker.reextract.after");
  return TRUE;
}

static gboolean
replace_in_group (ExmStore *store, gint64 now_usec, ExmReextract *again, GError **error)
{
  return exm_store_begin_group (store, error)
         && end_group (store, replace_and_rehold (store, now_usec, again, error), error);
}

/* @again: (transfer full) */
static gboolean
run_now (ExmStore *store, ExmReextract *again, gboolean *changed, GError **error)
{
  guint n_ends = 0;
  gboolean good = exm_reextract_gather (store, g_get_real_time (), again, error);

  if (good)
    {
      const ExmJob job = exm_reextract_as_job (again);
      good = exm_core_count_hard_ends (store, &job, &n_ends, error)
             && extract (again, NULL, error)
             && replace_in_group (store, g_get_real_time (), again, error)
             && (n_ends == 0
                 || exm_store_lift_quarantine (store, job.task_uid, job.url_key, error));
    }
  *changed = good && again->changed;
  exm_reextract_free (again);
  return good;
}

gboolean
exm_reextract_now (ExmStore *store,
                   ExmEngine *engine,
                   gint64 article_id,
                   gboolean *changed,
                   GError **error)
{
  return run_now (store, exm_reextract_new (engine, article_id, NULL), changed, error);
}

gboolean
exm_reextract_again (ExmStore *store,
                     ExmEngine *engine,
                     gint64 article_id,
                     gboolean *changed,
                     GError **error)
{
  ExmReextract *again = exm_reextract_new (engine, article_id, NULL);

  again->keeps_former = TRUE;
  return run_now (store, again, changed, error);
}

gboolean
exm_reextract_try (ExmStore *store,
                   ExmEngine *engine,
                   gint64 article_id,
                   ExmTask *task,
                   ExmArticleFields *fields,
                   GError **error)
{
  ExmReextract *again = exm_reextract_new (engine, article_id, NULL);

  again->definition = task != NULL ? exm_task_ref (task) : NULL;
  gboolean good
      = exm_reextract_gather (store, 0, again, error) && extract (again, NULL, error);
  if (good)
    {
      *fields = again->work.fields;
      again->work.fields = (ExmArticleFields){ 0 };
    }
  exm_reextract_free (again);
  return good;
}

gboolean
exm_reextract_restore (ExmStore *store,
                       const ExmArticle *old,
                       gint64 now_usec,
                       GError **error)
{
  const ExmArticleFields *fields = exm_article_get (old);
  /* Only the state counts, so that it may be damaged. */
  g_autoptr (ExmArticle) now = exm_store_get_article_unchecked (store, fields->id, error);
  g_autofree char *hash = NULL;

  if (now == NULL || !exm_store_begin_group (store, error))
    return FALSE;
  /* A part of an article is no twin of another page. */
  if (fields->text != NULL && *fields->text != '\0'
      && fields->state != EXM_ARTICLE_INCOMPLETE)
    hash = g_compute_checksum_for_string (G_CHECKSUM_SHA256, fields->text, -1);
  gboolean good = exm_store_replace_article (store, old, hash, error)
                  && exm_store_forget_former (store, fields->id, TRUE, error)
                  && (exm_article_get (now)->state == fields->state
                      || rehold (store, fields->task_uid, fields->id, fields->state,
                                 now_usec, error));
  return end_group (store, good, error);
}

gboolean
exm_reextract_undo (
    ExmStore *store, gint64 article_id, gint64 now_usec, ExmUndoEnd *end, GError **error)
{
  gboolean changed;
  gint64 approved_usec;
  g_autoptr (GError) problem = NULL;

  /* Look and write in one transaction: others may change the article, too. */
  if (!exm_store_begin_group (store, error))
    return FALSE;
  g_autoptr (ExmArticle) former
      = exm_store_get_former (store, article_id, &changed, &approved_usec, &problem);

  *end = former == NULL ? EXM_UNDO_NOTHING : changed ? EXM_UNDO_CHANGED : EXM_UNDONE;
  if (problem != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&problem));
      return end_group (store, FALSE, NULL);
    }
  if (*end != EXM_UNDONE)
    return end_group (store, TRUE, error);
  exm_fail_point ("worker.undo.before");
  gboolean good = exm_reextract_restore (store, former, now_usec, error);
  exm_fail_point ("worker.undo.middle");
  good = good
         && (approved_usec == 0
             || exm_store_call_right (store, article_id, approved_usec, error));
  exm_fail_point ("worker.undo.after");
  return end_group (store, good, error);
}

gboolean
exm_reextract_take_page (ExmStore *store,
                         gint64 article_id,
                         const char *page_hash,
                         gint64 now_usec,
                         GError **error)
{
  return exm_store_begin_group (store, error)
         && end_group (
             store,
             exm_store_keep_former (store, article_id, now_usec, error)
                 && exm_store_set_article_page (store, article_id, page_hash, error),
             error);
}

/* A record that was appended to a file that all share stays as it was. */
static gboolean
is_copy (const ExmPublication *publication)
{
  const char *end = strchr (publication->output_key, '\n');
  g_autofree char *name
      = end != NULL
            ? g_strndup (publication->output_key, (gsize) (end - publication->output_key))
            : NULL;
  ExmOutputFormat format;

  return g_strcmp0 (publication->state, "published") == 0 && name != NULL
         && exm_output_format_from_name (name, &format)
         && exm_format_get (format)->kind != EXM_FORMAT_RECORDS;
}

GArray *
exm_reextract_list_copies (ExmStore *store, const GPtrArray *old, GError **error)
{
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (guint i = 0; i < old->len; i++)
    {
      const ExmArticle *before = g_ptr_array_index (old, i);
      gint64 id = exm_article_get (before)->id;
      g_autoptr (GError) problem = NULL;
      g_autoptr (ExmArticle) now = exm_store_get_article (store, id, &problem);
      if (now == NULL
          && !g_error_matches (problem, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND))
        {
          g_propagate_error (error, g_steal_pointer (&problem));
          return NULL;
        }
      if (now == NULL || !differs (before, now))
        continue;
      g_autoptr (GPtrArray) list = exm_store_list_publications (store, id, error);
      if (list == NULL)
        return NULL;
      for (guint j = 0; j < list->len; j++)
        {
          const ExmPublication *publication = g_ptr_array_index (list, j);
          if (is_copy (publication))
            g_array_append_val (ids, publication->id);
        }
    }
  return g_steal_pointer (&ids);
}

/* An article that a person wants extracted anew. */
typedef struct
{
  ExmReextract *again; /* (owned) */
  ExmCore *core;       /* (unowned): of the worker; on its thread only */
  ExmWorkMarks *marks; /* (owned) (nullable): %NULL: another process collects */
} ByHand;

static void
by_hand_free (gpointer data)
{
  ByHand *self = data;

  exm_reextract_free (self->again);
  g_clear_pointer (&self->marks, exm_work_marks_unref);
  g_free (self);
}

/* As exm_reextract_gather(), of what was not set aside. */
static gboolean
gather_by_hand (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  ByHand *self = data;

  if (!exm_reextract_gather (store, now_usec, self->again, error))
    return FALSE;
  const ExmJob job = exm_reextract_as_job (self->again);
  if (self->core->marks != NULL)
    self->marks = exm_work_marks_ref (self->core->marks);
  return exm_core_check_aside (self->core, &job, error);
}

/* As exm_reextract_store(); what is held of an article that is sure now goes out. */
static gboolean
store_by_hand (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  ByHand *self = data;
  const ExmJob job = exm_reextract_as_job (self->again);

  exm_core_clear_suspect (self->core, &job);
  exm_reextract_want (self->again, self->core, NULL);
  return replace_in_group (store, now_usec, self->again, error);
}

static void
run_in_pool (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  ByHand *self = data;
  GError *error = NULL;
  guint mark = self->marks != NULL
                   ? exm_work_marks_begin (self->marks, -self->again->article_id)
                   : EXM_WORK_MARKS_NONE;
  gboolean good = exm_reextract_run (self->again, cancellable, &error);

  if (self->marks != NULL)
    exm_work_marks_end (self->marks, mark);
  if (good)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
on_stored (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GError *error = NULL;

  if (exm_worker_write_finish (EXM_WORKER (source), result, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
on_extracted (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  ExmWorker *self = g_task_get_source_object (task);
  GError *error = NULL;

  if (!g_task_propagate_boolean (G_TASK (result), &error))
    {
      g_task_return_error (task, error);
      return;
    }
  exm_worker_write_async (self, store_by_hand, g_task_get_task_data (task), NULL,
                          g_task_get_cancellable (task), on_stored, g_object_ref (task));
}

static void
on_gathered (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GError *error = NULL;

  if (!exm_worker_write_finish (EXM_WORKER (source), result, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  g_autoptr (GTask) inner = g_task_new (source, g_task_get_cancellable (task),
                                        on_extracted, g_object_ref (task));
  g_task_set_source_tag (inner, on_gathered);
  g_task_set_task_data (inner, g_task_get_task_data (task), NULL);
  g_task_run_in_thread (inner, run_in_pool);
}

/* @again: (transfer full) */
static void
start_by_hand (ExmWorker *self,
               ExmReextract *again,
               GCancellable *cancellable,
               GAsyncReadyCallback callback,
               gpointer data)
{
  ByHand *by_hand = g_new0 (ByHand, 1);
  GTask *task = g_task_new (self, cancellable, callback, data);

  by_hand->again = again;
  by_hand->core = &self->core;
  g_task_set_source_tag (task, start_by_hand);
  g_task_set_task_data (task, by_hand, by_hand_free);
  exm_worker_write_async (self, gather_by_hand, by_hand, NULL, cancellable, on_gathered,
                          task);
}

void
exm_worker_reextract_async (ExmWorker *self,
                            ExmEngine *engine,
                            gint64 article_id,
                            GCancellable *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer data)
{
  g_return_if_fail (EXM_IS_WORKER (self));
  start_by_hand (self, exm_reextract_new (engine, article_id, NULL), cancellable,
                 callback, data);
}

void
exm_worker_extract_again_async (ExmWorker *self,
                                ExmEngine *engine,
                                gint64 article_id,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer data)
{
  g_return_if_fail (EXM_IS_WORKER (self));

  ExmReextract *again = exm_reextract_new (engine, article_id, NULL);
  again->keeps_former = TRUE;
  start_by_hand (self, again, cancellable, callback, data);
}

gboolean
exm_worker_reextract_finish (ExmWorker *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  return g_task_propagate_boolean (G_TASK (result), error);
}
