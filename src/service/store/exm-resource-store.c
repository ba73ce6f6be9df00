/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "store/exm-resource-store-private.h"

#include "store/db/exm-schema.h"
#include "store/db/exm-statement.h"
#include "store/db/exm-store-folder.h"
#include "store/db/exm-transaction.h"

#include <glib/gstdio.h>

/* Uses are noted no more often than this. */
#define NOTED_USEC (G_GINT64_CONSTANT (24) * 3600 * G_USEC_PER_SEC)

void
exm_resource_free (ExmResource *self)
{
  g_clear_pointer (&self->bytes, g_bytes_unref);
  g_free (self->type);
  g_free (self->final_url);
  g_free (self->charset);
  g_free (self);
}

static void
remove_files (const char *path)
{
  static const char *const ends[] = { "", "-wal", "-shm" };

  for (gsize i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      g_autofree char *file = g_strconcat (path, ends[i], NULL);
      g_unlink (file);
    }
}

static gboolean
is_damage (const GError *error)
{
  return g_error_matches (error, EXM_STORE_ERROR, EXM_STORE_ERROR_DAMAGED);
}

/* Damage that does not show here shows when a row is read. */
static gboolean
open_file (ExmResourceStore *self, GError **error)
{
  self->db = exm_schema_open (&exm_schema_resources, self->path, NULL,
                              EXM_SCHEMA_CHECK_NONE, NULL, error);
  if (self->db == NULL)
    return FALSE;
  /* Resources that can be had again are not worth waiting for the disk at each write. */
  return (self->durable
          || exm_db_execute (self->db, "PRAGMA synchronous = NORMAL", error))
         && exm_resource_store_count (self, &self->n_bytes, error);
}

/* A damaged file is not worth a rescue: most of it can be fetched anew. The worker sees
 * by the file's identity that pictures which articles held are gone. */
static gboolean
renew (ExmResourceStore *self, const GError *damage, GError **error)
{
  g_message ("%s is made anew: %s", self->path, damage->message);
  if (self->db != NULL)
    exm_db_keep_log (self->db);
  g_clear_pointer (&self->db, exm_db_close);
  remove_files (self->path);
  return open_file (self, error);
}

gboolean
exm_resource_store_ensure_file (ExmResourceStore *self, GError **error)
{
  return self->db != NULL || open_file (self, error);
}

gboolean
exm_resource_store_recover (ExmResourceStore *self, GError *problem, GError **error)
{
  if (is_damage (problem))
    return renew (self, problem, error);
  g_propagate_error (error, g_error_copy (problem));
  return FALSE;
}

gboolean
exm_resource_store_count (ExmResourceStore *self, guint64 *n_bytes, GError **error)
{
  gint64 sum = 0;

  if (!exm_resource_store_ensure_file (self, error))
    return FALSE;
  if (!exm_db_query_int (self->db,
                         "SELECT coalesce (sum (size), 0) FROM resource WHERE held = 0",
                         NULL, &sum, error))
    return FALSE;
  *n_bytes = (guint64) MAX (sum, 0);
  return TRUE;
}

static ExmResourceStore *
open_store (const char *folder, gboolean durable, GError **error)
{
  g_autoptr (ExmResourceStore) self = g_new0 (ExmResourceStore, 1);
  g_autoptr (GError) problem = NULL;

  self->durable = durable;
  self->path = g_build_filename (folder, EXM_STORE_RESOURCES_FILE, NULL);
  if (!exm_store_folder_make (folder, error))
    return NULL;
  if (open_file (self, &problem) || (is_damage (problem) && renew (self, problem, error)))
    return g_steal_pointer (&self);
  if (!is_damage (problem))
    g_propagate_error (error, g_steal_pointer (&problem));
  return NULL;
}

ExmResourceStore *
exm_resource_store_open (const char *folder, GError **error)
{
  return open_store (folder, FALSE, error);
}

ExmResourceStore *
exm_resource_store_open_durable (const char *folder, GError **error)
{
  return open_store (folder, TRUE, error);
}

void
exm_resource_store_close (ExmResourceStore *self)
{
  g_clear_pointer (&self->db, exm_db_close);
  g_free (self->path);
  g_free (self);
}

gboolean
exm_resource_store_drop (ExmResourceStore *self, const char *hash, GError **error)
{
  /* Articles go on with the address. */
  return exm_db_run (self->db, "UPDATE holder SET failure = 'damaged' WHERE hash = ?",
                     EXM_VALUES (EXM_TEXT (hash)), error)
         && exm_db_run (self->db, "DELETE FROM resource WHERE hash = ?",
                        EXM_VALUES (EXM_TEXT (hash)), error);
}

static gboolean
note_use (ExmResourceStore *self, const char *hash, gint64 now_usec, GError **error)
{
  return exm_db_run (
      self->db,
      "UPDATE resource SET used_usec = ?1 WHERE hash = ?2"
      " AND used_usec < ?1 - ?3",
      EXM_VALUES (EXM_INT (now_usec), EXM_TEXT (hash), EXM_INT (NOTED_USEC)), error);
}

/* Returns: (transfer full) (nullable): %NULL where the address is not known, or with
 * @error */
static ExmResource *
read_row (ExmResourceStore *self, const char *url, char **hash, GError **error)
{
  g_autoptr (ExmStatement) statement = exm_statement_new (
      self->db,
      "SELECT a.hash, r.type, a.final_url, a.charset, r.bytes FROM address a"
      " JOIN resource r USING (hash) WHERE a.url = ?",
      EXM_VALUES (EXM_TEXT (url)), error);
  gsize n_bytes = 0;

  if (statement == NULL || exm_statement_step (statement, error) != EXM_STEP_ROW)
    return NULL;
  ExmResource *resource = g_new0 (ExmResource, 1);
  *hash = exm_statement_dup_text (statement, 0);
  resource->type = exm_statement_dup_text (statement, 1);
  resource->final_url = exm_statement_dup_text (statement, 2);
  resource->charset = exm_statement_dup_text (statement, 3);
  gconstpointer bytes = exm_statement_get_blob (statement, 4, &n_bytes);
  resource->bytes = g_bytes_new (bytes, n_bytes);
  return resource;
}

ExmResource *
exm_resource_store_get (ExmResourceStore *self,
                        const char *url,
                        gint64 now_usec,
                        GError **error)
{
  g_autoptr (GError) problem = NULL;
  g_autofree char *hash = NULL;
  g_autoptr (ExmResource) resource = exm_resource_store_ensure_file (self, &problem)
                                         ? read_row (self, url, &hash, &problem)
                                         : NULL;

  if (problem != NULL && !(is_damage (problem) && renew (self, problem, error)))
    {
      if (!is_damage (problem))
        g_propagate_error (error, g_steal_pointer (&problem));
      return NULL;
    }
  if (resource != NULL)
    {
      g_autofree char *sum
          = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, resource->bytes);
      if (g_strcmp0 (sum, hash) == 0)
        return note_use (self, hash, now_usec, error) ? g_steal_pointer (&resource)
                                                      : NULL;
      if (!exm_resource_store_drop (self, hash, error))
        return NULL;
    }
  g_set_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND, "%s is not stored",
               url);
  return NULL;
}

/* Keeps those that were used last, as many as there is room for. */
static gboolean
sweep_to (ExmResourceStore *self, guint64 max_bytes, GError **error)
{
  return exm_db_run (self->db,
                     "DELETE FROM resource WHERE hash IN (SELECT hash FROM"
                     " (SELECT hash, sum (size) OVER (ORDER BY used_usec DESC, hash DESC)"
                     " AS total FROM resource WHERE held = 0) WHERE total > ?)",
                     EXM_VALUES (EXM_INT ((gint64) max_bytes)), error)
         && exm_resource_store_count (self, &self->n_bytes, error);
}

gboolean
exm_resource_store_sweep (ExmResourceStore *self, guint64 max_bytes, GError **error)
{
  if (!exm_resource_store_ensure_file (self, error))
    return FALSE;
  if (max_bytes > 0)
    return sweep_to (self, max_bytes, error);
  self->n_bytes = 0;
  return exm_db_execute (self->db, "DELETE FROM resource WHERE held = 0; VACUUM;", error);
}

gboolean
exm_resource_store_put_rows (ExmResourceStore *self,
                             const char *url,
                             const ExmResource *resource,
                             gint64 now_usec,
                             GError **error)
{
  g_autofree char *hash
      = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, resource->bytes);

  /* SQLite takes no bytes at all for NULL. */
  return exm_db_run (
             self->db,
             "INSERT INTO resource (hash, size, used_usec, type, bytes)"
             " VALUES (?, ?, ?, ?, coalesce (?, x'')) ON CONFLICT (hash) DO UPDATE"
             " SET used_usec = excluded.used_usec, type = excluded.type,"
             " size = excluded.size, bytes = excluded.bytes",
             EXM_VALUES (EXM_TEXT (hash),
                         EXM_INT ((gint64) g_bytes_get_size (resource->bytes)),
                         EXM_INT (now_usec), EXM_TEXT (resource->type),
                         EXM_BLOB (resource->bytes)),
             error)
         && exm_db_run (
             self->db,
             "INSERT INTO address (url, hash, final_url, charset, fetched_usec)"
             " VALUES (?, ?, ?, ?, ?) ON CONFLICT (url) DO UPDATE"
             " SET hash = excluded.hash, final_url = excluded.final_url,"
             " charset = excluded.charset, fetched_usec = excluded.fetched_usec",
             EXM_VALUES (EXM_TEXT (url), EXM_TEXT (hash), EXM_TEXT (resource->final_url),
                         EXM_TEXT (resource->charset), EXM_INT (now_usec)),
             error);
}

static gboolean
put_once (ExmResourceStore *self,
          const char *url,
          const ExmResource *resource,
          gint64 now_usec,
          GError **error)
{
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->db, EXM_COMMIT_PAGE, error);

  if (transaction == NULL
      || !exm_resource_store_put_rows (self, url, resource, now_usec, error)
      || !exm_resource_store_count (self, &self->n_bytes, error)
      || (self->n_bytes > EXM_RESOURCE_STORE_MAX_BYTES
          && !sweep_to (self, EXM_RESOURCE_STORE_SWEPT_BYTES, error)))
    return FALSE;
  return exm_transaction_commit (transaction, error);
}

gboolean
exm_resource_store_put (ExmResourceStore *self,
                        const char *url,
                        const ExmResource *resource,
                        gint64 now_usec,
                        GError **error)
{
  g_autoptr (GError) problem = NULL;

  if (exm_resource_store_ensure_file (self, &problem)
      && put_once (self, url, resource, now_usec, &problem))
    return TRUE;
  if (is_damage (problem))
    return renew (self, problem, error)
           && put_once (self, url, resource, now_usec, error);
  g_propagate_error (error, g_steal_pointer (&problem));
  return FALSE;
}
