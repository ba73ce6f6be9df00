/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "store/exm-resource-holders.h"

#include "store/db/exm-statement.h"
#include "store/db/exm-store-error.h"
#include "store/db/exm-transaction.h"
#include "store/exm-resource-store-private.h"

ExmHeldResource *
exm_held_resource_new (const char *address, const char *kind, const char *url)
{
  ExmHeldResource *self = g_new0 (ExmHeldResource, 1);

  self->address = g_strdup (address);
  self->kind = g_strdup (kind);
  self->url = g_strdup (url);
  return self;
}

void
exm_held_resource_free (ExmHeldResource *self)
{
  g_free (self->address);
  g_free (self->kind);
  g_free (self->url);
  g_free (self->via);
  g_free (self->hash);
  g_free (self->type);
  g_free (self->failure);
  g_free (self);
}

void
exm_holder_free (ExmHolder *self)
{
  g_free (self->uid);
  g_free (self->url_key);
  g_free (self);
}

/* Writes of one call. */
typedef struct
{
  const char *uid;
  const char *url_key;
  const GPtrArray *wanted;
  gboolean is_more;
  const char *url;
  const ExmResource *resource;
  const char *failure;
  const ExmHeldResource *other;
  gint64 now_usec;
} Write;

typedef gboolean (*WriteFunc) (ExmResourceStore *self,
                               const Write *write,
                               GError **error);

static gboolean
write_once (ExmResourceStore *self, WriteFunc func, const Write *write, GError **error)
{
  if (!exm_resource_store_ensure_file (self, error))
    return FALSE;
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->db, EXM_COMMIT_PAGE, error);
  return transaction != NULL && func (self, write, error)
         && exm_transaction_commit (transaction, error);
}

/* Writes into a new file what a damaged one does not take. */
static gboolean
write_rows (ExmResourceStore *self, WriteFunc func, const Write *write, GError **error)
{
  g_autoptr (GError) problem = NULL;

  return write_once (self, func, write, &problem)
         || (exm_resource_store_recover (self, problem, error)
             && write_once (self, func, write, error));
}

/* Wants what a style sheet asks for, as far as that is known from other articles. */
static gboolean
want_asked (ExmResourceStore *self, const Write *write, const char *url, GError **error)
{
  return exm_db_run (
      self->db,
      "WITH RECURSIVE sheet (url) AS (VALUES (?3) UNION SELECT h.url FROM holder h"
      " JOIN sheet ON h.via = sheet.url AND h.via <> '' WHERE h.kind = 'style')"
      " INSERT INTO holder (task, url_key, address, kind, url, via, hash, failure)"
      " SELECT ?1, ?2, h.address, h.kind, h.url, h.via, max (h.hash), max (h.failure)"
      " FROM holder h JOIN sheet ON h.via = sheet.url AND h.via <> '' WHERE true"
      " GROUP BY h.address, h.kind, h.via ON CONFLICT DO NOTHING",
      EXM_VALUES (EXM_TEXT (write->uid), EXM_TEXT (write->url_key), EXM_TEXT (url)),
      error);
}

static gboolean
want_one (ExmResourceStore *self,
          const Write *write,
          const ExmHeldResource *one,
          GError **error)
{
  gboolean is_style = g_strcmp0 (one->kind, "style") == 0;
  const char *via = one->via != NULL ? one->via : "";

  /* A style sheet that was not read for an article may ask for more. What the task could
   * not get is not asked for again. */
  return exm_db_run (
             self->db,
             "INSERT INTO holder (task, url_key, address, kind, url, via, failure, hash)"
             " VALUES (?1, ?2, ?3, ?4, ?5, ?6,"
             " (SELECT failure FROM holder WHERE task = ?1 AND url = ?5 AND kind = ?4"
             "  AND failure IS NOT NULL AND failure <> 'damaged' LIMIT 1),"
             " CASE WHEN ?4 = 'style' THEN (SELECT hash FROM holder WHERE url = ?5"
             "  AND kind = 'style' AND hash IS NOT NULL LIMIT 1)"
             " ELSE (SELECT hash FROM address WHERE url = ?5) END) ON CONFLICT DO "
             "NOTHING",
             EXM_VALUES (EXM_TEXT (write->uid), EXM_TEXT (write->url_key),
                         EXM_TEXT (one->address), EXM_TEXT (one->kind),
                         EXM_TEXT (one->url), EXM_TEXT (via)),
             error)
         && (!is_style || want_asked (self, write, one->url, error));
}

static gpointer
read_text (ExmStatement *row)
{
  return exm_statement_dup_text (row, 0);
}

/* Forgets what the article wanted before and does not want any more. */
static gboolean
drop_others (ExmResourceStore *self, const Write *write, GError **error)
{
  g_autoptr (GHashTable) wanted = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) before = exm_db_query_list (
      self->db, "SELECT address FROM holder WHERE task = ? AND url_key = ? AND via = ''",
      EXM_VALUES (EXM_TEXT (write->uid), EXM_TEXT (write->url_key)), read_text, g_free,
      error);

  if (before == NULL)
    return FALSE;
  for (guint i = 0; i < write->wanted->len; i++)
    g_hash_table_add (
        wanted, ((ExmHeldResource *) g_ptr_array_index (write->wanted, i))->address);
  for (guint i = 0; i < before->len; i++)
    {
      const char *address = g_ptr_array_index (before, i);
      if (!g_hash_table_contains (wanted, address)
          && !exm_db_run (self->db,
                          "DELETE FROM holder WHERE task = ? AND url_key = ?"
                          " AND address = ? AND via = ''",
                          EXM_VALUES (EXM_TEXT (write->uid), EXM_TEXT (write->url_key),
                                      EXM_TEXT (address)),
                          error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
want_all (ExmResourceStore *self, const Write *write, GError **error)
{
  if (!write->is_more && !drop_others (self, write, error))
    return FALSE;
  for (guint i = 0; i < write->wanted->len; i++)
    if (!want_one (self, write, g_ptr_array_index (write->wanted, i), error))
      return FALSE;
  return TRUE;
}

gboolean
exm_resource_store_want (ExmResourceStore *self,
                         const char *uid,
                         const char *url_key,
                         const GPtrArray *wanted,
                         gboolean more,
                         GError **error)
{
  const Write write
      = { .uid = uid, .url_key = url_key, .wanted = wanted, .is_more = more };

  return write_rows (self, want_all, &write, error);
}

static gboolean
hold (ExmResourceStore *self, const Write *write, GError **error)
{
  return exm_resource_store_put_rows (self, write->url, write->resource, write->now_usec,
                                      error)
         && exm_db_run (self->db,
                        "UPDATE holder SET failure = NULL,"
                        " hash = (SELECT hash FROM address WHERE url = ?1)"
                        " WHERE url = ?1 AND hash IS NULL",
                        EXM_VALUES (EXM_TEXT (write->url)), error);
}

gboolean
exm_resource_store_hold (ExmResourceStore *self,
                         const char *url,
                         const ExmResource *resource,
                         gint64 now_usec,
                         GError **error)
{
  const Write write = { .url = url, .resource = resource, .now_usec = now_usec };

  return write_rows (self, hold, &write, error);
}

static gboolean
give_up (ExmResourceStore *self, const Write *write, GError **error)
{
  return exm_db_run (self->db,
                     "UPDATE holder SET failure = ? WHERE task = ? AND url = ?"
                     " AND hash IS NULL",
                     EXM_VALUES (EXM_TEXT (write->failure), EXM_TEXT (write->uid),
                                 EXM_TEXT (write->url)),
                     error);
}

gboolean
exm_resource_store_give_up (ExmResourceStore *self,
                            const char *uid,
                            const char *url,
                            const char *failure,
                            GError **error)
{
  const Write write = { .uid = uid, .url = url, .failure = failure };

  return write_rows (self, give_up, &write, error);
}

static gboolean
want_instead (ExmResourceStore *self, const Write *write, GError **error)
{
  return exm_db_run (self->db,
                     "UPDATE holder SET url = ?, failure = NULL WHERE task = ?"
                     " AND url = ? AND address = ? AND kind = ? AND hash IS NULL",
                     EXM_VALUES (EXM_TEXT (write->other->url), EXM_TEXT (write->uid),
                                 EXM_TEXT (write->url), EXM_TEXT (write->other->address),
                                 EXM_TEXT (write->other->kind)),
                     error);
}

gboolean
exm_resource_store_want_instead (ExmResourceStore *self,
                                 const char *uid,
                                 const char *url,
                                 const ExmHeldResource *other,
                                 GError **error)
{
  const Write write = { .uid = uid, .url = url, .other = other };

  return write_rows (self, want_instead, &write, error);
}

static gboolean
release (ExmResourceStore *self, const Write *write, GError **error)
{
  return exm_db_run (
      self->db, "DELETE FROM holder WHERE task = ?1 AND (?2 IS NULL OR url_key = ?2)",
      EXM_VALUES (EXM_TEXT (write->uid), EXM_TEXT (write->url_key)), error);
}

gboolean
exm_resource_store_release (ExmResourceStore *self,
                            const char *uid,
                            const char *url_key,
                            GError **error)
{
  const Write write = { .uid = uid, .url_key = url_key };

  return write_rows (self, release, &write, error);
}

static gpointer
read_held (ExmStatement *row)
{
  ExmHeldResource *self = g_new0 (ExmHeldResource, 1);

  self->address = exm_statement_dup_text (row, 0);
  self->kind = exm_statement_dup_text (row, 1);
  self->url = exm_statement_dup_text (row, 2);
  self->hash = exm_statement_dup_text (row, 3);
  self->failure = exm_statement_dup_text (row, 4);
  self->type = exm_statement_dup_text (row, 5);
  self->n_bytes = (guint64) exm_statement_get_int (row, 6);
  return self;
}

static gpointer
read_holder (ExmStatement *row)
{
  ExmHolder *self = g_new0 (ExmHolder, 1);

  self->uid = exm_statement_dup_text (row, 0);
  self->url_key = exm_statement_dup_text (row, 1);
  return self;
}

/* Reads from a new file, where there is nothing, what a damaged one does not give. */
static GPtrArray *
read_list (ExmResourceStore *self,
           const char *sql,
           const ExmValue *values,
           ExmRowFunc func,
           GDestroyNotify free_func,
           GError **error)
{
  g_autoptr (GError) problem = NULL;
  GPtrArray *list = NULL;

  if (exm_resource_store_ensure_file (self, &problem))
    list = exm_db_query_list (self->db, sql, values, func, free_func, &problem);
  if (list == NULL && exm_resource_store_recover (self, problem, error))
    list = exm_db_query_list (self->db, sql, values, func, free_func, error);
  return list;
}

GPtrArray *
exm_resource_store_list_held (ExmResourceStore *self,
                              const char *uid,
                              const char *url_key,
                              GError **error)
{
  return read_list (
      self,
      "SELECT h.address, h.kind, h.url, h.hash, h.failure, r.type,"
      " coalesce (r.size, 0) FROM holder h LEFT JOIN resource r USING (hash)"
      " WHERE h.task = ? AND h.url_key = ?",
      EXM_VALUES (EXM_TEXT (uid), EXM_TEXT (url_key)), read_held,
      (GDestroyNotify) exm_held_resource_free, error);
}

GPtrArray *
exm_resource_store_list_missing (ExmResourceStore *self,
                                 const char *uid,
                                 const char *url,
                                 GError **error)
{
  return read_list (self,
                    "SELECT DISTINCT address, kind, url, NULL, NULL, NULL, 0"
                    " FROM holder WHERE task = ? AND url = ? AND hash IS NULL",
                    EXM_VALUES (EXM_TEXT (uid), EXM_TEXT (url)), read_held,
                    (GDestroyNotify) exm_held_resource_free, error);
}

GPtrArray *
exm_resource_store_list_articles (ExmResourceStore *self,
                                  const char *uid,
                                  const char *url,
                                  gboolean settled,
                                  GError **error)
{
  return read_list (self,
                    "SELECT DISTINCT h.url_key FROM holder h WHERE h.task = ?1"
                    " AND h.url = ?2 AND (?3 = 0 OR NOT EXISTS (SELECT 1 FROM holder w"
                    " WHERE w.task = h.task AND w.url_key = h.url_key"
                    " AND w.hash IS NULL AND w.failure IS NULL))",
                    EXM_VALUES (EXM_TEXT (uid), EXM_TEXT (url), EXM_INT (settled)),
                    read_text, g_free, error);
}

GPtrArray *
exm_resource_store_list_holders (ExmResourceStore *self,
                                 const ExmHolder *after,
                                 guint limit,
                                 GError **error)
{
  return read_list (self,
                    "SELECT DISTINCT task, url_key FROM holder"
                    " WHERE (task, url_key) > (?, ?) ORDER BY task, url_key LIMIT ?",
                    EXM_VALUES (EXM_TEXT (after != NULL ? after->uid : ""),
                                EXM_TEXT (after != NULL ? after->url_key : ""),
                                EXM_INT (limit)),
                    read_holder, (GDestroyNotify) exm_holder_free, error);
}

gboolean
exm_resource_store_is_wanted (ExmResourceStore *self,
                              const char *uid,
                              const char *url,
                              gboolean *wanted,
                              GError **error)
{
  g_autoptr (GPtrArray) rows
      = read_list (self,
                   "SELECT url FROM holder WHERE task = ? AND url = ? AND hash IS NULL"
                   " AND failure IS NULL LIMIT 1",
                   EXM_VALUES (EXM_TEXT (uid), EXM_TEXT (url)), read_text, g_free, error);

  *wanted = rows != NULL && rows->len > 0;
  return rows != NULL;
}

static gpointer
read_bytes (ExmStatement *row)
{
  gsize n_bytes = 0;
  gconstpointer bytes = exm_statement_get_blob (row, 0, &n_bytes);

  return g_bytes_new (bytes, n_bytes);
}

GBytes *
exm_resource_store_get_held (ExmResourceStore *self, const char *hash, GError **error)
{
  g_autoptr (GPtrArray) rows = read_list (
      self, "SELECT bytes FROM resource WHERE hash = ?", EXM_VALUES (EXM_TEXT (hash)),
      read_bytes, (GDestroyNotify) g_bytes_unref, error);

  if (rows == NULL)
    return NULL;
  if (rows->len > 0)
    {
      GBytes *bytes = g_ptr_array_index (rows, 0);
      g_autofree char *sum = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, bytes);
      if (g_strcmp0 (sum, hash) == 0)
        return g_bytes_ref (bytes);
      if (!exm_resource_store_drop (self, hash, error))
        return NULL;
    }
  g_set_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND,
               "The resource %s is not stored any more", hash);
  return NULL;
}

static gpointer
read_size (ExmStatement *row)
{
  ExmHeldSize *self = g_new0 (ExmHeldSize, 1);

  self->n_bytes = (guint64) exm_statement_get_int (row, 0);
  self->n_articles = (guint64) exm_statement_get_int (row, 1);
  return self;
}

gboolean
exm_resource_store_count_held (ExmResourceStore *self,
                               const char *uid,
                               ExmHeldSize *size,
                               GError **error)
{
  g_autoptr (GPtrArray) rows = read_list (
      self,
      "SELECT (SELECT coalesce (sum (size), 0) FROM resource WHERE held = 1 AND (?1 IS"
      " NULL OR hash IN (SELECT hash FROM holder WHERE task = ?1))),"
      " (SELECT count (*) FROM (SELECT DISTINCT task, url_key FROM holder"
      " WHERE ?1 IS NULL OR task = ?1))",
      EXM_VALUES (EXM_TEXT (uid)), read_size, g_free, error);

  *size = (ExmHeldSize){ 0 };
  if (rows != NULL && rows->len > 0)
    *size = *(ExmHeldSize *) g_ptr_array_index (rows, 0);
  return rows != NULL;
}

char *
exm_resource_store_get_identity (ExmResourceStore *self, GError **error)
{
  g_autoptr (GPtrArray) rows
      = read_list (self, "SELECT name FROM identity", NULL, read_text, g_free, error);

  return rows != NULL && rows->len > 0 ? g_strdup (g_ptr_array_index (rows, 0)) : NULL;
}
