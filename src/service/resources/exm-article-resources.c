/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-collect"

#include "config.h"

#include "resources/exm-article-resources.h"

#include "base/exm-said-error.h"
#include "fetch/exm-url.h"
#include "resources/exm-page-sheets.h"
#include "store/exm-resource-holders.h"
#include "task/exm-body-pictures.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Setting: the file in which resources were held last. */
#define SETTING_STORE "resources.store"

/* Holders that are looked at together. */
#define SWEEP_SLICE 500u

/* Kinds of jobs and of what is held, in the order of #ExmResourceKind. */
static const char *const kinds[EXM_N_RESOURCE_KINDS] = { "style", "font", "image" };

gboolean
exm_article_resources_find_kind (const ExmJob *job, ExmResourceKind *kind)
{
  for (guint i = 0; i < EXM_N_RESOURCE_KINDS; i++)
    if (strcmp (kinds[i], job->kind) == 0)
      {
        *kind = (ExmResourceKind) i;
        return TRUE;
      }
  return FALSE;
}

/* Returns: (transfer full) (nullable): what is asked for */
static char *
resolve (const char *base_url, const char *address)
{
  char *url = exm_url_resolve (base_url, address, NULL);

  if (url != NULL)
    url[strcspn (url, "#")] = '\0';
  return url;
}

GPtrArray *
exm_article_resources_list (const ExmTask *task,
                            const char *html,
                            GBytes *page,
                            const char *base_url)
{
  GPtrArray *wanted
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_held_resource_free);

  if (exm_task_get (task)->keep == EXM_KEEP_TEXT)
    return wanted;
  /* A page that is kept as a whole shows what it asks for itself. */
  gboolean whole = exm_task_get (task)->keep == EXM_KEEP_PAGES;
  g_autoptr (GPtrArray) pictures = exm_body_pictures_list (html);
  for (guint i = 0; i < pictures->len && wanted->len < EXM_ARTICLE_MAX_KEPT; i++)
    {
      const ExmBodyPicture *picture = g_ptr_array_index (pictures, i);
      g_autofree char *url = NULL;
      if (picture->source != NULL && !whole)
        url = resolve (base_url, picture->source);
      if (url == NULL)
        url = resolve (base_url, picture->address);
      if (url != NULL)
        g_ptr_array_add (wanted, exm_held_resource_new (picture->address,
                                                        kinds[EXM_RESOURCE_IMAGE], url));
    }
  if (whole)
    exm_page_sheets_list (page, base_url, wanted, EXM_ARTICLE_MAX_KEPT);
  return wanted;
}

static ExmJob *
make_job (const ExmJob *article, const ExmHeldResource *held)
{
  ExmJob *job = exm_job_new ();

  job->run_id = article->run_id;
  job->kind = g_strdup (held->kind);
  job->url = g_strdup (held->url);
  /* One address may be that of several, which a key would not tell apart. */
  job->url_key = g_strdup (held->url);
  job->payload = g_strdup (article->url);
  /* Before the articles that are still to come. */
  job->due_usec = article->due_usec - 1;
  return job;
}

/* @jobs: (out): for what the article wants and has not */
static gboolean
list_jobs (ExmResourceStore *store,
           const ExmJob *article,
           GPtrArray *jobs,
           GError **error)
{
  g_autoptr (GPtrArray) held
      = exm_resource_store_list_held (store, article->task_uid, article->url_key, error);

  for (guint i = 0; held != NULL && i < held->len; i++)
    {
      const ExmHeldResource *one = g_ptr_array_index (held, i);
      if (one->hash == NULL && one->failure == NULL)
        g_ptr_array_add (jobs, make_job (article, one));
    }
  return held != NULL;
}

gboolean
exm_article_resources_want (ExmResourceStore *store,
                            const ExmJob *article,
                            const GPtrArray *wanted,
                            GPtrArray *jobs,
                            GError **error)
{
  return exm_resource_store_want (store, article->task_uid, article->url_key, wanted,
                                  FALSE, error)
         && list_jobs (store, article, jobs, error);
}

static gboolean
want_while_room (ExmResourceStore *store,
                 const ExmJob *job,
                 const char *url_key,
                 const GPtrArray *wanted,
                 gboolean *all,
                 GError **error)
{
  g_autoptr (GPtrArray) held
      = exm_resource_store_list_held (store, job->task_uid, url_key, error);

  if (held == NULL)
    return FALSE;
  guint n_left = EXM_ARTICLE_MAX_KEPT - MIN (held->len, EXM_ARTICLE_MAX_KEPT);
  g_autoptr (GPtrArray) some = g_ptr_array_new ();
  for (guint i = 0; i < MIN (wanted->len, n_left); i++)
    g_ptr_array_add (some, g_ptr_array_index (wanted, i));
  *all &= some->len == wanted->len;
  return exm_resource_store_want (store, job->task_uid, url_key, some, TRUE, error);
}

gboolean
exm_article_resources_want_more (ExmResourceStore *store,
                                 const ExmJob *article,
                                 const GPtrArray *wanted,
                                 GPtrArray *jobs,
                                 GError **error)
{
  g_autoptr (GHashTable) known = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) added = g_ptr_array_new ();
  g_autoptr (GPtrArray) held
      = exm_resource_store_list_held (store, article->task_uid, article->url_key, error);
  gboolean all = TRUE;

  for (guint i = 0; held != NULL && i < held->len; i++)
    g_hash_table_add (known, ((ExmHeldResource *) g_ptr_array_index (held, i))->address);
  for (guint i = 0; held != NULL && i < wanted->len; i++)
    {
      ExmHeldResource *one = g_ptr_array_index (wanted, i);
      if (!g_hash_table_contains (known, one->address))
        g_ptr_array_add (added, one);
    }
  return held != NULL
         && want_while_room (store, article, article->url_key, added, &all, error)
         && list_jobs (store, article, jobs, error);
}

gboolean
exm_article_resources_want_imports (ExmResourceStore *store,
                                    const ExmJob *job,
                                    const GPtrArray *imports,
                                    gboolean *all,
                                    GError **error)
{
  g_autoptr (GPtrArray) keys
      = exm_resource_store_list_articles (store, job->task_uid, job->url, FALSE, error);

  *all = TRUE;
  for (guint i = 0; keys != NULL && i < keys->len; i++)
    if (!want_while_room (store, job, g_ptr_array_index (keys, i), imports, all, error))
      return FALSE;
  return keys != NULL;
}

gboolean
exm_article_resources_list_jobs (ExmResourceStore *store,
                                 const ExmJob *job,
                                 GPtrArray *jobs,
                                 GError **error)
{
  g_autoptr (GPtrArray) keys
      = exm_resource_store_list_articles (store, job->task_uid, job->url, FALSE, error);

  for (guint i = 0; keys != NULL && i < keys->len; i++)
    {
      const ExmJob article = { .task_uid = job->task_uid,
                               .run_id = job->run_id,
                               .url = job->payload,
                               .url_key = g_ptr_array_index (keys, i),
                               .due_usec = job->due_usec };
      if (!list_jobs (store, &article, jobs, error))
        return FALSE;
    }
  return keys != NULL;
}

/* Finds what else @held can be had from: the address in the body, where a wider source
 * was asked for. */
static char *
find_second (const ExmJob *job, const ExmHeldResource *held)
{
  g_autofree char *url = strcmp (held->kind, kinds[EXM_RESOURCE_IMAGE]) == 0
                             ? resolve (job->payload, held->address)
                             : NULL;

  return g_strcmp0 (url, job->url) != 0 ? g_steal_pointer (&url) : NULL;
}

gboolean
exm_article_resources_fall_back (ExmResourceStore *store,
                                 const ExmJob *job,
                                 ExmArticleResourcesJobFunc add_job,
                                 gpointer data,
                                 GError **error)
{
  g_autoptr (GPtrArray) missing
      = exm_resource_store_list_missing (store, job->task_uid, job->url, error);

  for (guint i = 0; missing != NULL && i < missing->len; i++)
    {
      const ExmHeldResource *held = g_ptr_array_index (missing, i);
      g_autofree char *second = find_second (job, held);
      if (second == NULL)
        continue;
      g_autoptr (ExmHeldResource) other
          = exm_held_resource_new (held->address, held->kind, second);
      const ExmJob article
          = { .run_id = job->run_id, .url = job->payload, .due_usec = job->due_usec + 1 };
      g_autoptr (ExmJob) fetch = make_job (&article, other);
      fetch->task_uid = g_strdup (job->task_uid);
      /* A job that nobody wants any more ends without being asked; a want without a job
       * would wait for ever. */
      if (!add_job (fetch, data, error)
          || !exm_resource_store_want_instead (store, job->task_uid, job->url, other,
                                               error))
        return FALSE;
    }
  return missing != NULL;
}

gboolean
exm_article_resources_check_room (ExmResourceStore *store,
                                  const ExmJob *job,
                                  gsize n_bytes,
                                  GError **error)
{
  g_autoptr (GPtrArray) keys
      = exm_resource_store_list_articles (store, job->task_uid, job->url, FALSE, error);

  for (guint i = 0; keys != NULL && i < keys->len; i++)
    {
      guint64 n_held = 0;
      g_autoptr (GPtrArray) held = exm_resource_store_list_held (
          store, job->task_uid, g_ptr_array_index (keys, i), error);
      if (held == NULL)
        return FALSE;
      for (guint k = 0; k < held->len; k++)
        n_held += ((ExmHeldResource *) g_ptr_array_index (held, k))->n_bytes;
      if (n_held + n_bytes <= EXM_ARTICLE_MAX_KEPT_BYTES)
        return TRUE;
    }
  if (keys != NULL)
    exm_said_set_error (error, EXM_RESOURCE_ERROR, EXM_RESOURCE_ERROR_TOO_MANY,
                        /* translators: an address, an amount of bytes */
                        N_ ("%s is not kept: its article has more than %u bytes of "
                            "pictures"),
                        job->url, EXM_ARTICLE_MAX_KEPT_BYTES);
  return FALSE;
}

static gboolean
sweep_slice (ExmResourceStore *store,
             ExmStore *articles,
             const GPtrArray *holders,
             GError **error)
{
  for (guint i = 0; i < holders->len; i++)
    {
      const ExmHolder *holder = g_ptr_array_index (holders, i);
      gboolean has = TRUE;
      if (!exm_store_has_article (articles, holder->uid, holder->url_key, &has, error)
          || (!has
              && !exm_resource_store_release (store, holder->uid, holder->url_key,
                                              error)))
        return FALSE;
    }
  return TRUE;
}

static gboolean
sweep_all (ExmResourceStore *store, ExmStore *articles, GError **error)
{
  g_autoptr (GPtrArray) before = NULL;
  gboolean more = TRUE;

  while (more)
    {
      const ExmHolder *last
          = before != NULL ? g_ptr_array_index (before, before->len - 1) : NULL;
      GPtrArray *holders
          = exm_resource_store_list_holders (store, last, SWEEP_SLICE, error);
      g_clear_pointer (&before, g_ptr_array_unref);
      before = holders;
      if (holders == NULL || !sweep_slice (store, articles, holders, error))
        return FALSE;
      more = holders->len == SWEEP_SLICE;
    }
  return TRUE;
}

static gboolean
find_loss (ExmResourceStore *store,
           ExmStore *articles,
           gboolean wants,
           gboolean *lost,
           GError **error)
{
  g_autoptr (GError) problem = NULL;
  g_autofree char *identity = exm_resource_store_get_identity (store, &problem);
  g_autofree char *before
      = problem == NULL ? exm_store_get_setting (articles, SETTING_STORE, &problem)
                        : NULL;

  *lost = FALSE;
  if (problem != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&problem));
      return FALSE;
    }
  if (g_strcmp0 (identity, before) == 0)
    return TRUE;
  *lost = before != NULL;
  /* A file of which nothing was wanted yet has nothing to lose. */
  return exm_store_set_setting (articles, SETTING_STORE, wants ? identity : NULL, error);
}

gboolean
exm_article_resources_check (ExmResourceStore *store,
                             ExmStore *articles,
                             gboolean sweep,
                             gboolean *lost,
                             GError **error)
{
  return find_loss (store, articles, !sweep, lost, error)
         && (!sweep || sweep_all (store, articles, error));
}
