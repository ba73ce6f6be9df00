/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "store/exm-store.h"

#include "base/exm-said-error.h"
#include "store/db/exm-schema.h"
#include "store/db/exm-statement.h"
#include "store/db/exm-store-files.h"
#include "store/db/exm-store-folder.h"
#include "store/exm-store-private.h"
#include "store/tables/exm-table-event.h"
#include "store/tables/exm-table-host.h"
#include "store/tables/exm-table-job.h"
#include "store/tables/exm-table-page.h"
#include "store/tables/exm-table-publish-queue.h"
#include "store/tables/exm-table-setting.h"
#include "store/tables/exm-table-task.h"

#include <glib/gi18n-lib.h>

/* Events are forgotten so many at a time. */
#define EVENTS_PRUNED 1000u

/* Cache of pages.db: a page is written once and read again seldom, so the system's own
 * cache of files is enough. */
#define PAGES_CACHE_KIB 512u

/* pages.db was not there, or empty, and is a new one now. */
static gboolean
tell_lost_pages (ExmStore *self, const char *path, GPtrArray *notices, GError **error)
{
  g_autofree char *file = g_filename_display_name (path);
  gint64 n_pages = 0;

  if (!exm_db_query_int (self->main, "SELECT count(DISTINCT hash) FROM page_meta", NULL,
                         &n_pages, error))
    return FALSE;
  if (n_pages == 0)
    return TRUE;
  g_autofree char *said = exm_said_new (
      /* translators: a file, a number */
      N_ ("%s was missing or empty, so a new one was made: the %d pages stored in it are "
          "lost. All articles are kept; their pages are fetched again when they are "
          "wanted."),
      file, (int) MIN (n_pages, G_MAXINT));
  g_autofree char *words = exm_said_to_words (said);
  if (notices != NULL)
    g_ptr_array_add (notices, g_strdup (words));
  return exm_store_add_event (self, NULL, EXM_EVENT_WARNING, words, said,
                              g_get_real_time (), error);
}

ExmStore *
exm_store_open (const char *folder,
                const ExmStoreOptions *options,
                GPtrArray *notices,
                GError **error)
{
  static const ExmStoreOptions defaults = { 0 };
  ExmStoreFiles files;

  if (options == NULL)
    options = &defaults;
  if (!exm_store_folder_make (folder, error))
    return NULL;
  exm_store_files_find (folder, &files);
  if (!exm_store_files_are_complete (folder, &files, error))
    return NULL;
  const ExmDbOptions main_options
      = { .busy_timeout_ms = options->busy_timeout_ms, .vfs = options->vfs };
  const ExmDbOptions pages_options = { .busy_timeout_ms = options->busy_timeout_ms,
                                       .vfs = options->vfs,
                                       .cache_kib = PAGES_CACHE_KIB };
  g_autofree char *main_path = g_build_filename (folder, EXM_STORE_MAIN_FILE, NULL);
  g_autofree char *pages_path = g_build_filename (folder, EXM_STORE_PAGES_FILE, NULL);
  g_autoptr (ExmStore) self = g_new0 (ExmStore, 1);
  self->main = exm_schema_open (
      &exm_schema_main, main_path, &main_options,
      options->check ? EXM_SCHEMA_CHECK_ALL : EXM_SCHEMA_CHECK_NONE, notices, error);
  if (self->main == NULL)
    return NULL;
  self->pages = exm_schema_open (&exm_schema_pages, pages_path, &pages_options,
                                 EXM_SCHEMA_CHECK_NONE, notices, error);
  if (self->pages == NULL
      || (files.has_main && !files.has_pages
          && !tell_lost_pages (self, pages_path, notices, error)))
    return NULL;
  return g_steal_pointer (&self);
}

void
exm_store_close (ExmStore *self)
{
  while (self->n_groups > 0)
    exm_store_drop_group (self);
  g_clear_pointer (&self->main, exm_db_close);
  g_clear_pointer (&self->pages, exm_db_close);
  g_free (self);
}

gboolean
exm_store_begin_group (ExmStore *self, GError **error)
{
  g_return_val_if_fail (self->n_groups < EXM_STORE_MAX_GROUPS, FALSE);

  g_autoptr (ExmTransaction) main
      = exm_transaction_begin (self->main, EXM_COMMIT_GROUP, error);
  ExmTransaction *pages
      = main != NULL ? exm_transaction_begin (self->pages, EXM_COMMIT_PAGE, error) : NULL;
  if (pages == NULL)
    return FALSE;
  self->main_groups[self->n_groups] = g_steal_pointer (&main);
  self->pages_groups[self->n_groups++] = pages;
  return TRUE;
}

gboolean
exm_store_commit_group (ExmStore *self, GError **error)
{
  g_return_val_if_fail (self->n_groups > 0, FALSE);

  guint last = self->n_groups - 1;
  gboolean done = exm_transaction_commit (self->pages_groups[last], error)
                  && exm_transaction_commit (self->main_groups[last], error);
  exm_store_drop_group (self);
  return done;
}

void
exm_store_drop_group (ExmStore *self)
{
  if (self->n_groups == 0)
    return;
  guint last = --self->n_groups;
  g_clear_pointer (&self->main_groups[last], exm_transaction_free);
  g_clear_pointer (&self->pages_groups[last], exm_transaction_free);
}

gboolean
exm_store_put_host (ExmStore *self, const ExmHostRecord *record, GError **error)
{
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_HOST, error);

  return transaction != NULL && exm_table_host_put (self->main, record, error)
         && exm_transaction_commit (transaction, error);
}

gboolean
exm_store_put_tdmrep (
    ExmStore *self, const char *host, const char *text, gint64 until_usec, GError **error)
{
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_HOST, error);

  return transaction != NULL
         && exm_table_host_put_tdmrep (self->main, host, text, until_usec, error)
         && exm_transaction_commit (transaction, error);
}

gboolean
exm_store_prune_hosts (ExmStore *self, gint64 before_usec, GError **error)
{
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_HOST, error);

  return transaction != NULL && exm_table_host_prune (self->main, before_usec, error)
         && exm_transaction_commit (transaction, error);
}

ExmHostRecord *
exm_store_get_host (ExmStore *self, const char *host, GError **error)
{
  return exm_table_host_get (self->main, host, error);
}

gboolean
exm_store_add_event (ExmStore *self,
                     const char *uid,
                     ExmEventLevel level,
                     const char *message,
                     const char *said,
                     gint64 now_usec,
                     GError **error)
{
  gint64 task = 0;
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_EVENT, error);

  if (transaction == NULL
      || (uid != NULL && !exm_table_task_find (self->main, uid, &task, error))
      || !exm_table_event_insert (self->main, task, level, message, said, now_usec,
                                  error))
    return FALSE;
  if (exm_db_get_last_id (self->main) % EVENTS_PRUNED == 0
      && !exm_table_event_prune (self->main, EXM_STORE_MAX_EVENTS, error))
    return FALSE;
  return exm_transaction_commit (transaction, error);
}

gboolean
exm_store_set_setting (ExmStore *self, const char *key, const char *value, GError **error)
{
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_SETTING, error);

  return transaction != NULL && exm_table_setting_put (self->main, key, value, error)
         && exm_transaction_commit (transaction, error);
}

GPtrArray *
exm_store_list_settings (ExmStore *self, const char *prefix, GError **error)
{
  return exm_table_setting_list (self->main, prefix, error);
}

char *
exm_store_get_setting (ExmStore *self, const char *key, GError **error)
{
  return exm_table_setting_get (self->main, key, error);
}

ExmStoreStats *
exm_store_get_stats (ExmStore *self, GError **error)
{
  g_autoptr (ExmStoreStats) stats = exm_store_stats_new ();
  gint64 n_jobs = 0;

  if (!exm_table_task_count (self->main, stats, error)
      || !exm_table_article_count (self->main, stats, error)
      || !exm_table_job_count (self->main, 0, &n_jobs, error)
      || !exm_table_publish_count (self->main, stats, error)
      || !exm_table_page_count (self->pages, stats, error))
    return NULL;
  stats->n_jobs = (guint64) n_jobs;
  return g_steal_pointer (&stats);
}
