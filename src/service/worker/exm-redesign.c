/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "worker/exm-redesign.h"

#include "base/exm-fail-point.h"
#include "worker/exm-reextract.h"

#include <glib/gi18n-lib.h>

/* The newest pages that are looked at; each is compared with each. */
#define MAX_PAGES 12u

/* Articles that are extracted anew at a time. */
#define MAX_ARTICLES 100000u

static void
page_free (gpointer data)
{
  ExmRedesignPage *page = data;

  g_free (page->url);
  g_free (page->hash);
  g_free (page->charset);
  g_clear_pointer (&page->page, exm_prepared_unref);
  g_free (page);
}

/* Returns: its place among the examples, %EXM_NONE where it is none */
static guint
find_example (const ExmTaskFields *fields, const ExmRedesignPage *page)
{
  for (guint i = fields->examples->len; i-- > 0;)
    {
      const ExmTaskExample *example
          = &g_array_index (fields->examples, ExmTaskExample, i);
      if (g_strcmp0 (example->url, page->url) == 0
          && g_strcmp0 (example->page_hash, page->hash) == 0)
        return i;
    }
  return EXM_NONE;
}

/* Which page */

/* Returns: (transfer full) (nullable): %NULL for an article whose page is lost */
static ExmRedesignPage *
read_page (ExmStoreReader *reader,
           ExmEngine *engine,
           gint64 id,
           GCancellable *cancellable)
{
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
  ExmPrepared *prepared
      = bytes != NULL ? exm_engine_prepare (engine, bytes, &hints, NULL, NULL) : NULL;
  if (prepared == NULL)
    return NULL;
  ExmRedesignPage *page = g_new0 (ExmRedesignPage, 1);
  page->article = id;
  page->url = g_strdup (fields->final_url);
  page->hash = g_strdup (fields->page_hash);
  page->charset = g_strdup (hints.http_charset);
  page->page = prepared;
  return page;
}

/* Returns: (transfer full) (element-type ExmRedesignPage): the best first; @found is left
 * empty */
static GPtrArray *
rank (ExmEngine *engine, GPtrArray *found, GCancellable *cancellable)
{
  GPtrArray *ranked = g_ptr_array_new_with_free_func (page_free);
  g_autoptr (GPtrArray) pages = g_ptr_array_new ();

  for (guint i = 0; i < found->len; i++)
    g_ptr_array_add (pages, ((const ExmRedesignPage *) found->pdata[i])->page);
  g_autoptr (GArray) ranks = exm_example_rank (
      engine, (ExmPrepared *const *) pages->pdata, pages->len, cancellable);
  for (guint i = 0; i < ranks->len; i++)
    {
      const ExmExampleRank *one = &g_array_index (ranks, ExmExampleRank, i);
      ExmRedesignPage *page = found->pdata[one->page];
      page->n_like = one->n_like;
      page->lack = one->lack;
      if (one->like != EXM_NONE)
        page->like = ((const ExmRedesignPage *) found->pdata[one->like])->article;
      g_ptr_array_add (ranked, page);
    }
  g_ptr_array_set_free_func (found, NULL);
  g_ptr_array_set_size (found, 0);
  return ranked;
}

/* One that is an example already comes first: whoever was to extract all that does not
 * fit with it did not come to the end. */
static void
prefer_example (ExmStoreReader *reader,
                const char *uid,
                GPtrArray *ranked,
                GCancellable *cancellable)
{
  const ExmStoreQuery query = { .kind = EXM_READ_TASK, .uid = uid };
  g_autoptr (ExmTask) task
      = exm_store_reader_read_or_report (reader, &query, cancellable);

  for (guint i = 0; task != NULL && i < ranked->len; i++)
    if (find_example (exm_task_get (task), ranked->pdata[i]) != EXM_NONE)
      {
        g_ptr_array_insert (ranked, 0, g_ptr_array_steal_index (ranked, i));
        return;
      }
}

GPtrArray *
exm_redesign_rank (ExmStoreReader *reader,
                   ExmEngine *engine,
                   const char *uid,
                   GCancellable *cancellable,
                   GError **error)
{
  const ExmStoreQuery query = {
    .kind = EXM_READ_ARTICLES,
    .filter = { .task_uid = uid,
                .state = exm_article_state_get_name (EXM_ARTICLE_DOES_NOT_FIT),
                .limit = MAX_PAGES },
  };
  g_autoptr (GPtrArray) rows = exm_store_reader_read (reader, &query, cancellable, error);
  /* The newest first. */
  g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func (page_free);

  for (guint i = 0; rows != NULL && i < rows->len; i++)
    {
      const ExmArticleInfo *info = g_ptr_array_index (rows, i);
      ExmRedesignPage *page = read_page (reader, engine, info->id, cancellable);
      if (page != NULL)
        g_ptr_array_add (found, page);
    }
  if (rows == NULL)
    return NULL;
  if (found->len > 0)
    {
      GPtrArray *ranked = rank (engine, found, cancellable);
      prefer_example (reader, uid, ranked, cancellable);
      return ranked;
    }
  g_set_error_literal (error, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND,
                       _ ("No page that does not fit is stored any more"));
  return NULL;
}

const char *
exm_redesign_describe_lack (ExmExampleLack lack)
{
  /* translators: what is wrong with a page; it goes on after "but" or a colon */
  static const char *const lacks[] = {
    [EXM_EXAMPLE_ALONE] = N_ ("no other page looks like it"),
    [EXM_EXAMPLE_RARE] = N_ ("most of the other pages look different"),
    [EXM_EXAMPLE_EMPTY] = N_ ("no body is found on it"),
    [EXM_EXAMPLE_UNSURE] = N_ ("its body is not sure"),
    [EXM_EXAMPLE_SHORT] = N_ ("its body is shorter than usual"),
    [EXM_EXAMPLE_LONG] = N_ ("its body is much longer than usual"),
    [EXM_EXAMPLE_WEAK] = N_ ("it makes the other pages less sure than another one does"),
  };

  return lack != EXM_EXAMPLE_TEACHES ? _ (lacks[lack]) : NULL;
}

/* The task gets it */

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

ExmTask *
exm_redesign_add_to (const ExmTask *task, const ExmRedesignPage *page)
{
  g_auto (ExmTaskFields) fields = { 0 };

  exm_task_fields_copy (task, &fields);
  if (find_example (&fields, page) != EXM_NONE)
    return exm_task_new (&fields);
  ExmTaskExample *example = exm_task_fields_add_example (&fields, page->url);
  example->page_hash = g_strdup (page->hash);
  example->http_charset = g_strdup (page->charset);
  return exm_task_new (&fields);
}

gboolean
exm_redesign_use (ExmStore *store,
                  const char *uid,
                  const ExmRedesignPage *page,
                  gint64 now_usec,
                  GPtrArray **sisters,
                  GError **error)
{
  g_autoptr (ExmTask) before = exm_store_get_task (store, uid, NULL, error);
  g_autoptr (GPtrArray) found = NULL;

  if (before == NULL)
    return FALSE;
  if (sisters != NULL)
    {
      found = find_sisters (store, before, error);
      if (found == NULL)
        return FALSE;
    }
  /* Looking for sisters takes its time; others may have edited the task meanwhile. */
  if (!exm_store_begin_group (store, error))
    return FALSE;
  g_autoptr (ExmTask) now = exm_store_get_task (store, uid, NULL, error);
  g_autoptr (ExmTask) after = now != NULL ? exm_redesign_add_to (now, page) : NULL;
  if (after == NULL || !exm_store_update_task (store, after, now_usec, NULL, error))
    {
      exm_store_drop_group (store);
      return FALSE;
    }
  if (!exm_store_commit_group (store, error))
    return FALSE;
  if (sisters != NULL)
    *sisters = g_steal_pointer (&found);
  return TRUE;
}

/* Returns: (transfer full) (nullable) (element-type gint64): articles that do not fit,
 * the oldest first; that of @page comes last, so that it is proposed until all are done
 */
static GArray *
list_misfits (ExmStore *store,
              const char *uid,
              const ExmRedesignPage *page,
              GError **error)
{
  const ExmArticleFilter filter
      = { .task_uid = uid,
          .state = exm_article_state_get_name (EXM_ARTICLE_DOES_NOT_FIT),
          .limit = MAX_ARTICLES };
  g_autoptr (GPtrArray) infos = exm_store_list_articles (store, &filter, error);
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (gint64));
  gboolean has_own = FALSE;

  if (infos == NULL)
    return NULL;
  for (guint i = infos->len; i-- > 0;)
    {
      gint64 id = ((const ExmArticleInfo *) infos->pdata[i])->id;
      if (id == page->article)
        has_own = TRUE;
      else
        g_array_append_val (ids, id);
    }
  if (has_own)
    g_array_append_val (ids, page->article);
  return g_steal_pointer (&ids);
}

gboolean
exm_redesign_mend (ExmStore *store,
                   ExmEngine *engine,
                   const char *uid,
                   const ExmRedesignPage *page,
                   guint *n_done,
                   GPtrArray **sisters,
                   GError **error)
{
  g_autoptr (GArray) ids = list_misfits (store, uid, page, error);
  g_autoptr (GError) cause = NULL;

  *n_done = 0;
  exm_fail_point ("worker.redesign.before");
  if (ids == NULL
      || !exm_redesign_use (store, uid, page, g_get_real_time (), sisters, error))
    return FALSE;
  exm_fail_point ("worker.redesign.after");
  for (guint i = 0; i < ids->len; i++)
    {
      gboolean changed;
      g_autoptr (GError) problem = NULL;
      if (exm_reextract_again (store, engine, g_array_index (ids, gint64, i), &changed,
                               &problem))
        (*n_done)++;
      else if (cause == NULL)
        cause = g_steal_pointer (&problem);
    }
  if (*n_done > 0 || cause == NULL)
    return TRUE;
  exm_redesign_take_back (store, uid, page, g_get_real_time (), NULL);
  g_propagate_error (error, g_steal_pointer (&cause));
  return FALSE;
}

/* Within a group. */
static gboolean
take_back (ExmStore *store,
           const char *uid,
           const ExmRedesignPage *page,
           gint64 now_usec,
           GError **error)
{
  g_auto (ExmTaskFields) fields = { 0 };
  g_autoptr (ExmTask) task = exm_store_get_task (store, uid, NULL, error);

  if (task == NULL)
    return FALSE;
  exm_task_fields_copy (task, &fields);
  guint i = find_example (&fields, page);
  if (i == EXM_NONE)
    return TRUE;
  g_array_remove_index (fields.examples, i);
  g_autoptr (ExmTask) without = exm_task_new (&fields);
  return exm_store_update_task (store, without, now_usec, NULL, error);
}

gboolean
exm_redesign_take_back (ExmStore *store,
                        const char *uid,
                        const ExmRedesignPage *page,
                        gint64 now_usec,
                        GError **error)
{
  if (!exm_store_begin_group (store, error))
    return FALSE;
  if (take_back (store, uid, page, now_usec, error))
    return exm_store_commit_group (store, error);
  exm_store_drop_group (store);
  return FALSE;
}
