/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "store/exm-search-index.h"

#include "base/exm-fail-point.h"
#include "base/exm-said-error.h"
#include "store/db/exm-schema.h"
#include "store/db/exm-statement.h"
#include "store/db/exm-store-files.h"
#include "store/db/exm-store-folder.h"
#include "store/db/exm-transaction.h"
#include "store/exm-search-index-private.h"
#include "store/db/exm-stored-body.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>

/* Articles that are indexed in one transaction. */
#define BATCH_ARTICLES 2000u

/* Documents without article that are left in the index, whatever its size. */
#define DEAD_DOCS 5000

gboolean
exm_search_index_note_error (ExmSearchIndex *self, const GError *error)
{
  self->damaged = g_error_matches (error, EXM_STORE_ERROR, EXM_STORE_ERROR_DAMAGED);
  return FALSE;
}

static void
tell_renewal (ExmSearchIndex *self)
{
  g_autofree char *file = g_filename_display_name (self->path);
  char *notice = g_strdup_printf (
      /* translators: a file */
      _ ("%s was damaged: the index of the search is made anew. No article is lost."),
      file);

  if (self->notices != NULL)
    g_ptr_array_add (self->notices, notice);
  else
    g_free (notice);
}

static gboolean
open_file (ExmSearchIndex *self, GError **error)
{
  g_autoptr (GError) problem = NULL;

  self->damaged = FALSE;
  self->db = exm_schema_open (&exm_schema_search, self->path, NULL, EXM_SCHEMA_CHECK_NONE,
                              NULL, &problem);
  /* All of it can be made again: no write waits for the disk. */
  if (self->db != NULL
      && exm_db_execute (self->db, "PRAGMA synchronous = NORMAL", &problem))
    return TRUE;
  exm_search_index_note_error (self, problem);
  g_propagate_error (error, g_steal_pointer (&problem));
  return FALSE;
}

gboolean
exm_search_index_renew (ExmSearchIndex *self, GError **error)
{
  static const char *const ends[] = { "", "-wal", "-shm" };

  if (!self->damaged)
    return FALSE;
  g_clear_error (error);
  if (self->db != NULL)
    exm_db_keep_log (self->db);
  g_clear_pointer (&self->db, exm_db_close);
  for (gsize i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      g_autofree char *file = g_strconcat (self->path, ends[i], NULL);
      g_unlink (file);
    }
  if (!open_file (self, error))
    return FALSE;
  tell_renewal (self);
  return TRUE;
}

static ExmDb *
open_main (const char *folder, GError **error)
{
  const ExmDbOptions options = { .read_only = TRUE };
  g_autofree char *path = g_build_filename (folder, EXM_STORE_MAIN_FILE, NULL);
  ExmStoreFiles files;

  exm_store_files_find (folder, &files);
  if (!exm_store_folder_check (folder, error)
      || !exm_store_files_are_complete (folder, &files, error))
    return NULL;
  if (files.has_main || files.has_empty_main)
    return exm_schema_open (&exm_schema_main, path, &options, EXM_SCHEMA_CHECK_NONE, NULL,
                            error);
  g_autofree char *name = g_filename_display_name (folder);
  exm_said_set_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND,
                      N_ ("There are no tasks in %s yet: add one first."), name);
  return NULL;
}

ExmSearchIndex *
exm_search_index_open (const char *folder, GPtrArray *notices, GError **error)
{
  g_autoptr (ExmSearchIndex) self = g_new0 (ExmSearchIndex, 1);
  g_autoptr (GError) problem = NULL;

  self->path = g_build_filename (folder, EXM_STORE_SEARCH_FILE, NULL);
  self->main = open_main (folder, error);
  if (self->main == NULL)
    return NULL;
  self->notices = notices != NULL ? g_ptr_array_ref (notices) : NULL;
  if (open_file (self, &problem) || exm_search_index_renew (self, &problem))
    return g_steal_pointer (&self);
  g_propagate_error (error, g_steal_pointer (&problem));
  return NULL;
}

void
exm_search_index_close (ExmSearchIndex *self)
{
  g_clear_pointer (&self->db, exm_db_close);
  g_clear_pointer (&self->main, exm_db_close);
  g_clear_pointer (&self->notices, g_ptr_array_unref);
  g_free (self->path);
  g_free (self);
}

char *
exm_search_index_dup_host (const char *url)
{
  const char *scheme = strstr (url, "://");
  const char *begin = scheme != NULL ? scheme + 3 : url;
  g_autofree char *authority = g_strndup (begin, strcspn (begin, "/?#"));
  const char *at = strrchr (authority, '@');
  char *host = g_ascii_strdown (at != NULL ? at + 1 : authority, -1);

  host[strcspn (host, ":")] = '\0';
  for (char *p = host; *p != '\0'; p++)
    if (!g_ascii_isalnum (*p) && strchr (".-", *p) == NULL)
      *p = '-';
  return host;
}

/* Tokens of an article. */

/* A token in the text of them; none where it has no bytes. */
typedef struct
{
  guint hash;
  guint start;
  guint n_bytes;
} Slot;

/* Least places of the table, a power of two. */
#define MIN_SLOTS 256u

typedef struct
{
  GString *out;
  const char *mark; /* stands before each */
  Slot *slots;      /* (owned): the tokens in @out, each at its hash or behind */
  guint n_slots;
  guint n_used;
} Tokens;

/* Returns: where the token is, or an empty place for it */
static Slot *
find_slot (const Tokens *tokens, guint hash, const char *token, guint n_bytes)
{
  for (guint i = hash & (tokens->n_slots - 1);; i = (i + 1) & (tokens->n_slots - 1))
    {
      Slot *slot = &tokens->slots[i];
      if (slot->n_bytes == 0
          || (slot->hash == hash && slot->n_bytes == n_bytes
              && memcmp (tokens->out->str + slot->start, token, n_bytes) == 0))
        return slot;
    }
}

static void
grow (Tokens *tokens)
{
  g_autofree Slot *old = tokens->slots;
  guint n_old = tokens->n_slots;

  tokens->n_slots = MAX (2 * n_old, MIN_SLOTS);
  tokens->slots = g_new0 (Slot, tokens->n_slots);
  for (guint i = 0; i < n_old; i++)
    if (old[i].n_bytes > 0)
      *find_slot (tokens, old[i].hash, tokens->out->str + old[i].start, old[i].n_bytes)
          = old[i];
}

/* FNV-1a, 32 bits. */
static guint
hash_bytes (const char *bytes, gsize n_bytes)
{
  guint hash = 2166136261u;

  for (gsize i = 0; i < n_bytes; i++)
    hash = (hash ^ (guchar) bytes[i]) * 16777619u;
  return hash;
}

/* Written first, so that it can be compared as a whole; taken back if it was there. */
static void
append_token (const char *token, gsize n_bytes, gboolean goes_on, gpointer data)
{
  Tokens *tokens = data;
  GString *out = tokens->out;
  gsize start = out->len;

  if (2 * tokens->n_used >= tokens->n_slots)
    grow (tokens);
  g_string_append (out, tokens->mark);
  g_string_append_len (out, token, (gssize) n_bytes);
  guint n_whole = (guint) (out->len - start);
  guint hash = hash_bytes (out->str + start, n_whole);
  Slot *slot = find_slot (tokens, hash, out->str + start, n_whole);
  if (slot->n_bytes > 0)
    {
      g_string_truncate (out, start);
      return;
    }
  *slot = (Slot){ .hash = hash, .start = (guint) start, .n_bytes = n_whole };
  tokens->n_used++;
  g_string_append_c (out, ' ');
}

static void
append_text (Tokens *tokens, const char *mark, const char *source)
{
  g_autoptr (ExmSearchText) text = exm_search_text_new (source);

  tokens->mark = mark;
  exm_search_text_foreach_token (text, FALSE, FALSE, append_token, tokens);
}

static void
append_sites (Tokens *tokens, const char *url)
{
  g_autofree char *host = exm_search_index_dup_host (url);

  tokens->mark = EXM_SEARCH_TOKEN_SITE;
  for (const char *site = host; *site != '\0';)
    {
      append_token (site, strlen (site), FALSE, tokens);
      const char *dot = strchr (site, '.');
      site = dot != NULL ? dot + 1 : "";
    }
}

/* Returns: (transfer full): the tokens of an article, of the row
 * checksum, task, url, title, html, text as it is stored */
static char *
write_tokens (ExmStatement *row)
{
  Tokens tokens = { .out = g_string_new (NULL) };
  const char *title = exm_statement_get_text (row, 3);
  g_autofree char *task
      = g_strdup_printf ("%" G_GINT64_FORMAT, exm_statement_get_int (row, 1));
  g_autofree char *body = exm_stored_body_dup_text (exm_statement_get_text (row, 4),
                                                    exm_statement_get_text (row, 5));

  append_text (&tokens, "", title);
  append_text (&tokens, "", body);
  append_text (&tokens, EXM_SEARCH_TOKEN_TITLE, title);
  append_sites (&tokens, exm_statement_get_text (row, 2));
  tokens.mark = EXM_SEARCH_TOKEN_TASK;
  append_token (task, strlen (task), FALSE, &tokens);
  g_string_append (tokens.out, EXM_SEARCH_TOKEN_ALL);
  g_free (tokens.slots);
  return g_string_free (tokens.out, FALSE);
}

static gboolean
put_document (
    ExmSearchIndex *self, gint64 id, const char *tokens, gint64 sum, GError **error)
{
  gint64 doc = 0;

  return exm_db_query_int (self->db, "UPDATE last_doc SET doc = doc + 1 RETURNING doc",
                           NULL, &doc, error)
         && exm_db_run (self->db, "INSERT INTO token (rowid, tokens) VALUES (?, ?)",
                        EXM_VALUES (EXM_INT (doc), EXM_TEXT (tokens)), error)
         && exm_db_run (self->db,
                        "INSERT INTO entry (article, doc, checksum) VALUES (?, ?, ?)"
                        " ON CONFLICT (article) DO UPDATE SET doc = excluded.doc,"
                        " checksum = excluded.checksum",
                        EXM_VALUES (EXM_INT (id), EXM_INT (doc), EXM_INT (sum)), error);
}

/* Reads an article. Returns: whether that was done; @tokens is %NULL where it is gone */
static gboolean
read_article (ExmSearchIndex *self, gint64 id, char **tokens, gint64 *sum, GError **error)
{
  g_autoptr (ExmStatement) row = exm_statement_new (
      self->main,
      "SELECT coalesce (c.checksum, 0), a.task, a.url, a.title, a.html, a.text"
      " FROM article a"
      " LEFT JOIN article_checksum c ON c.article = a.id WHERE a.id = ?",
      EXM_VALUES (EXM_INT (id)), error);
  ExmStep step = row != NULL ? exm_statement_step (row, error) : EXM_STEP_ERROR;

  *tokens = step == EXM_STEP_ROW ? write_tokens (row) : NULL;
  *sum = step == EXM_STEP_ROW ? exm_statement_get_int (row, 0) : 0;
  return step != EXM_STEP_ERROR;
}

/* Looks again: another process may have indexed it meanwhile. */
static gboolean
index_article (ExmSearchIndex *self, gint64 id, GError **error)
{
  g_autofree char *tokens = NULL;
  gint64 sum = 0;
  gint64 n_same = 0;

  if (!read_article (self, id, &tokens, &sum, error))
    return FALSE;
  if (tokens == NULL)
    return exm_db_run (self->db, "DELETE FROM entry WHERE article = ?",
                       EXM_VALUES (EXM_INT (id)), error)
           || exm_search_index_note_error (self, *error);
  if (exm_db_query_int (self->db,
                        "SELECT count(*) FROM entry WHERE article = ? AND checksum = ?",
                        EXM_VALUES (EXM_INT (id), EXM_INT (sum)), &n_same, error)
      && (n_same > 0 || put_document (self, id, tokens, sum, error)))
    return TRUE;
  return exm_search_index_note_error (self, *error);
}

/* Finding what changed */

/* An article and its checksum, there and here. */
typedef struct
{
  ExmStatement *rows; /* (owned) */
  ExmStep step;
} Side;

static gint64
get_id (const Side *side)
{
  return side->step == EXM_STEP_ROW ? exm_statement_get_int (side->rows, 0) : G_MAXINT64;
}

/* Each article in turn. Those of older files have no checksum until they are checked. */
static ExmStatement *
list_articles (ExmSearchIndex *self, GError **error)
{
  gint64 n_articles = 0;
  gint64 n_sums = 0;

  if (!exm_db_query_int (self->main, "SELECT count(*) FROM article", NULL, &n_articles,
                         error)
      || !exm_db_query_int (self->main, "SELECT count(*) FROM article_checksum", NULL,
                            &n_sums, error))
    return NULL;
  return exm_statement_new (
      self->main,
      n_articles == n_sums
          ? "SELECT article, checksum FROM article_checksum ORDER BY article"
          : "SELECT a.id, coalesce (c.checksum, 0) FROM article a"
            " LEFT JOIN article_checksum c ON c.article = a.id ORDER BY a.id",
      NULL, error);
}

static gboolean
compare (ExmSearchIndex *self, Side *there, Side *here, GArray *changed, GError **error)
{
  gint64 id = get_id (there);
  gint64 entry = get_id (here);
  gint64 least = MIN (id, entry);

  if (id != entry
      || exm_statement_get_int (there->rows, 1) != exm_statement_get_int (here->rows, 1))
    g_array_append_val (changed, least);
  if (id == least)
    there->step = exm_statement_step (there->rows, error);
  if (there->step != EXM_STEP_ERROR && entry == least)
    {
      here->step = exm_statement_step (here->rows, error);
      if (here->step == EXM_STEP_ERROR)
        exm_search_index_note_error (self, *error);
    }
  return there->step != EXM_STEP_ERROR && here->step != EXM_STEP_ERROR;
}

/* Returns: (transfer full) (nullable) (element-type gint64): articles that are not in the
 * index as they are now, or no longer there */
static GArray *
find_changed (ExmSearchIndex *self, GError **error)
{
  g_autoptr (GArray) changed = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autoptr (ExmStatement) theirs = list_articles (self, error);
  Side there = { theirs, EXM_STEP_DONE };
  Side here = { NULL, EXM_STEP_DONE };

  if (theirs == NULL)
    return NULL;
  g_autoptr (ExmStatement) ours = exm_statement_new (
      self->db, "SELECT article, checksum FROM entry ORDER BY article", NULL, error);
  here.rows = ours;
  here.step = ours != NULL ? exm_statement_step (ours, error) : EXM_STEP_ERROR;
  if (here.step == EXM_STEP_ERROR)
    {
      exm_search_index_note_error (self, *error);
      return NULL;
    }
  there.step = exm_statement_step (theirs, error);
  if (there.step == EXM_STEP_ERROR)
    return NULL;
  while (there.step == EXM_STEP_ROW || here.step == EXM_STEP_ROW)
    if (!compare (self, &there, &here, changed, error))
      return NULL;
  return g_steal_pointer (&changed);
}

/* Begins anew where more than a third belongs to no article any more. */
static gboolean
drop_dead (ExmSearchIndex *self, GError **error)
{
  gint64 n_dead = 0;
  gint64 n_live = 0;

  if (!exm_db_query_int (self->db, "SELECT count(*) FROM entry", NULL, &n_live, error)
      || !exm_db_query_int (self->db, "SELECT doc - ? FROM last_doc",
                            EXM_VALUES (EXM_INT (n_live)), &n_dead, error))
    return exm_search_index_note_error (self, *error);
  if (n_dead <= DEAD_DOCS + n_live / 2)
    return TRUE;
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->db, EXM_COMMIT_PAGE, error);
  if (transaction != NULL
      && exm_db_execute (self->db,
                         "INSERT INTO token (token) VALUES ('delete-all');"
                         "DELETE FROM entry; UPDATE last_doc SET doc = 0;",
                         error)
      && exm_transaction_commit (transaction, error))
    return TRUE;
  return exm_search_index_note_error (self, *error);
}

static gboolean
index_batch (ExmSearchIndex *self,
             const gint64 *ids,
             guint n_ids,
             GCancellable *cancellable,
             GError **error)
{
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->db, EXM_COMMIT_PAGE, error);

  if (transaction == NULL)
    return exm_search_index_note_error (self, *error);
  for (guint i = 0; i < n_ids && !g_cancellable_is_cancelled (cancellable); i++)
    if (!index_article (self, ids[i], error))
      return FALSE;
  exm_fail_point ("search.index.before");
  if (!exm_transaction_commit (transaction, error))
    return exm_search_index_note_error (self, *error);
  exm_fail_point ("search.index.after");
  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}

static gboolean
update (ExmSearchIndex *self, guint *n_changed, GCancellable *cancellable, GError **error)
{
  if (self->db == NULL && !open_file (self, error))
    return FALSE;
  self->damaged = FALSE;
  if (!drop_dead (self, error))
    return FALSE;
  g_autoptr (GArray) changed = find_changed (self, error);
  if (changed == NULL)
    return FALSE;
  *n_changed = changed->len;
  for (guint i = 0; i < changed->len; i += BATCH_ARTICLES)
    if (!index_batch (self, &g_array_index (changed, gint64, i),
                      MIN (BATCH_ARTICLES, changed->len - i), cancellable, error))
      return FALSE;
  return TRUE;
}

gboolean
exm_search_index_update (ExmSearchIndex *self,
                         guint *n_changed,
                         GCancellable *cancellable,
                         GError **error)
{
  g_autoptr (GError) problem = NULL;
  guint unused = 0;
  guint *n = n_changed != NULL ? n_changed : &unused;

  *n = 0;
  if (update (self, n, cancellable, &problem)
      || (exm_search_index_renew (self, &problem)
          && update (self, n, cancellable, &problem)))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&problem));
  return FALSE;
}
