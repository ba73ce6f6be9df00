/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "setup/exm-exclusion.h"

#include "fetch/exm-url-display.h"
#include "url/exm-url-change.h"

#include <glib/gi18n-lib.h>
#include <string.h>

G_DEFINE_QUARK (exm - exclusion - error - quark, exm_exclusion_error)

void
exm_exclusion_free (ExmExclusion *self)
{
  exm_task_unref (self->task);
  g_clear_pointer (&self->include, g_ptr_array_unref);
  g_clear_pointer (&self->exclude, g_ptr_array_unref);
  g_ptr_array_unref (self->added);
  g_array_unref (self->ids);
  g_free (self);
}

/* @known: only those that a person approved or corrected */
static GPtrArray *
read_articles (ExmStoreReader *reader,
               const char *uid,
               gboolean known,
               GCancellable *cancellable,
               GError **error)
{
  const ExmStoreQuery query = {
    .kind = EXM_READ_ARTICLES,
    .filter = { .task_uid = uid, .known = known, .limit = EXM_EXCLUSION_MAX_ARTICLES },
  };

  return exm_store_reader_read (reader, &query, cancellable, error);
}

static void
add_addresses (GPtrArray *urls, const GPtrArray *infos)
{
  for (guint i = 0; i < infos->len; i++)
    g_ptr_array_add (urls, ((const ExmArticleInfo *) g_ptr_array_index (infos, i))->url);
}

/* The examples of the task, then what a person approved. */
static GPtrArray *
list_kept (const ExmTaskFields *fields, const GPtrArray *known)
{
  GPtrArray *kept = g_ptr_array_new ();

  for (guint i = 0; i < fields->examples->len; i++)
    g_ptr_array_add (kept, g_array_index (fields->examples, ExmTaskExample, i).url);
  add_addresses (kept, known);
  return kept;
}

static gboolean
has (const GPtrArray *texts, const char *text)
{
  for (guint i = 0; i < texts->len; i++)
    if (strcmp (g_ptr_array_index (texts, i), text) == 0)
      return TRUE;
  return FALSE;
}

/* The articles of the addresses that are not taken any more. */
static void
list_ids (ExmExclusion *self,
          const GPtrArray *infos,
          const GPtrArray *known,
          const GPtrArray *changed)
{
  g_autoptr (GHashTable) gone = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) kept = g_hash_table_new (g_int64_hash, g_int64_equal);

  for (guint i = 0; i < changed->len; i++)
    g_hash_table_add (gone, g_ptr_array_index (changed, i));
  for (guint i = 0; i < known->len; i++)
    g_hash_table_add (kept, &((ExmArticleInfo *) g_ptr_array_index (known, i))->id);
  for (guint i = 0; i < infos->len; i++)
    {
      const ExmArticleInfo *info = g_ptr_array_index (infos, i);
      if (info->id != g_array_index (self->ids, gint64, 0)
          && g_hash_table_contains (gone, info->url)
          && !g_hash_table_contains (kept, &info->id))
        g_array_append_val (self->ids, info->id);
    }
}

static gboolean
find_out (ExmExclusion *self,
          const char *url,
          gboolean alone,
          const GPtrArray *infos,
          const GPtrArray *known,
          GError **error)
{
  const ExmTaskFields *fields = exm_task_get (self->task);
  g_autoptr (GPtrArray) urls = g_ptr_array_new ();
  g_autoptr (GPtrArray) kept = list_kept (fields, known);
  g_autoptr (GError) failure = NULL;

  add_addresses (urls, infos);
  g_autoptr (ExmUrlChange) change = exm_url_change_new_leaving (
      fields->include, fields->exclude, urls, url, kept, alone, &failure);
  if (change == NULL)
    {
      g_autofree char *shown = exm_url_to_display (url);
      if (failure == NULL)
        g_set_error (&failure, EXM_EXCLUSION_ERROR, EXM_EXCLUSION_ERROR_KEPT,
                     /* translators: %s is an address */
                     _ ("%s is an example of the task, or was approved: it stays"),
                     shown);
      g_propagate_error (error, g_steal_pointer (&failure));
      return FALSE;
    }
  self->n_stored = infos->len;
  self->include = g_ptr_array_ref (change->include);
  self->exclude = g_ptr_array_ref (change->exclude);
  for (guint i = 0; i < self->exclude->len; i++)
    if (!has (fields->exclude, g_ptr_array_index (self->exclude, i)))
      g_ptr_array_add (self->added, g_strdup (g_ptr_array_index (self->exclude, i)));
  list_ids (self, infos, known, change->changed);
  return TRUE;
}

ExmExclusion *
exm_exclusion_new (ExmStoreReader *reader,
                   gint64 article_id,
                   gboolean alone,
                   GCancellable *cancellable,
                   GError **error)
{
  const ExmStoreQuery query = { .kind = EXM_READ_ARTICLE, .id = article_id };
  g_autoptr (ExmArticle) article
      = exm_store_reader_read (reader, &query, cancellable, error);
  const ExmArticleFields *fields = article != NULL ? exm_article_get (article) : NULL;

  if (fields == NULL)
    return NULL;
  const ExmStoreQuery task_query = { .kind = EXM_READ_TASK, .uid = fields->task_uid };
  g_autoptr (ExmTask) task
      = exm_store_reader_read (reader, &task_query, cancellable, error);
  g_autoptr (GPtrArray) infos
      = task != NULL ? read_articles (reader, fields->task_uid, FALSE, cancellable, error)
                     : NULL;
  g_autoptr (GPtrArray) known
      = infos != NULL ? read_articles (reader, fields->task_uid, TRUE, cancellable, error)
                      : NULL;
  if (known == NULL)
    return NULL;
  g_autoptr (ExmExclusion) self = g_new0 (ExmExclusion, 1);
  self->task = exm_task_ref (task);
  self->added = g_ptr_array_new_with_free_func (g_free);
  self->ids = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_array_append_val (self->ids, article_id);
  return find_out (self, fields->url, alone, infos, known, error)
             ? g_steal_pointer (&self)
             : NULL;
}

static gboolean
write_patterns (const ExmExclusion *self,
                ExmStore *store,
                const GPtrArray *include,
                const GPtrArray *exclude,
                gint64 now_usec,
                guint *version,
                GError **error)
{
  g_auto (ExmTaskFields) fields = { 0 };
  g_autoptr (ExmTask) now
      = exm_store_get_task (store, exm_task_get (self->task)->uid, version, error);

  if (now == NULL)
    return FALSE;
  exm_task_fields_copy (now, &fields);
  exm_task_fields_set_patterns (&fields, include, exclude);
  g_autoptr (ExmTask) after = exm_task_new (&fields);
  return exm_task_equal (after, now)
         || exm_store_update_task (store, after, now_usec, version, error);
}

gboolean
exm_exclusion_write (const ExmExclusion *self,
                     ExmStore *store,
                     gint64 now_usec,
                     guint *version,
                     GError **error)
{
  return write_patterns (self, store, self->include, self->exclude, now_usec, version,
                         error);
}

gboolean
exm_exclusion_write_back (const ExmExclusion *self,
                          ExmStore *store,
                          gint64 now_usec,
                          GError **error)
{
  const ExmTaskFields *fields = exm_task_get (self->task);

  return write_patterns (self, store, fields->include, fields->exclude, now_usec, NULL,
                         error);
}
