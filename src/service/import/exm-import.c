/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-import"

#include "config.h"

#include "import/exm-import.h"

#include "base/exm-fail-point.h"
#include "fetch/exm-url-key.h"
#include "store/exm-store-approve.h"
#include "store/exm-store-older.h"
#include "url/exm-url-filter.h"
#include "worker/exm-reextract-private.h"

#include <string.h>

struct _ExmImport
{
  ExmStore *store;   /* (unowned) */
  ExmEngine *engine; /* (owned) */
  ExmTask *task;     /* (owned) */
  guint version;
  ExmUrlFilter *filter; /* (owned) */
  gboolean publish;
  GHashTable *hashes; /* (owned) (element-type utf8 utf8): of pages, by digest, and by
                       * address and time */
  GArray *articles;   /* (owned) (element-type gint64): that it stored */
  GPtrArray *keys;    /* (owned) (element-type utf8): of their addresses */
  GPtrArray *waiting; /* (owned) (element-type ExmArticleFields): pages of examples, which
                       * are compared with the other ones */
};

static void
free_fields (gpointer data)
{
  exm_article_fields_clear (data);
  g_free (data);
}

ExmImport *
exm_import_new (
    ExmStore *store, ExmEngine *engine, const char *uid, gboolean publish, GError **error)
{
  guint version = 0;
  g_autoptr (ExmTask) task = exm_store_get_task (store, uid, &version, error);

  if (task == NULL)
    return NULL;
  g_autoptr (ExmUrlFilter) filter = exm_url_filter_new (
      exm_task_get (task)->include, exm_task_get (task)->exclude, error);
  if (filter == NULL)
    return NULL;
  ExmImport *self = g_new0 (ExmImport, 1);
  self->store = store;
  self->engine = g_object_ref (engine);
  self->task = g_steal_pointer (&task);
  self->version = version;
  self->filter = g_steal_pointer (&filter);
  self->publish = publish;
  self->hashes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->articles = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->keys = g_ptr_array_new_with_free_func (g_free);
  self->waiting = g_ptr_array_new_with_free_func (free_fields);
  return self;
}

void
exm_import_free (ExmImport *self)
{
  g_object_unref (self->engine);
  exm_task_unref (self->task);
  exm_url_filter_unref (self->filter);
  g_hash_table_unref (self->hashes);
  g_array_unref (self->articles);
  g_ptr_array_unref (self->keys);
  g_ptr_array_unref (self->waiting);
  g_free (self);
}

static const char *
get_uid (const ExmImport *self)
{
  return exm_task_get (self->task)->uid;
}

/* @known: (out): whether the task has an article of the address */
static gboolean
find_known (ExmImport *self, const char *key, gboolean *known, GError **error)
{
  g_autoptr (GError) problem = NULL;
  g_autoptr (ExmUrlSeen) seen
      = exm_store_get_url_seen (self->store, get_uid (self), key, &problem);

  if (problem != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&problem));
      return FALSE;
    }
  *known = seen != NULL && seen->state == EXM_URL_DONE;
  return TRUE;
}

/* Returns: (transfer full) (nullable): the key of what was captured there and then */
static char *
make_place (const char *url, gint64 usec)
{
  return url != NULL && usec > 0
             ? g_strdup_printf ("%" G_GINT64_FORMAT " %s", usec / G_USEC_PER_SEC, url)
             : NULL;
}

/* Remembers which page has the digest, and which was captured there and then, for those
 * who revisit it. */
static void
note_page (ExmImport *self, const ExmCapture *capture, const char *hash)
{
  char *place
      = capture->bytes != NULL ? make_place (capture->url, capture->time_usec) : NULL;

  if (capture->digest != NULL)
    g_hash_table_insert (self->hashes, g_strdup (capture->digest), g_strdup (hash));
  if (place != NULL)
    g_hash_table_insert (self->hashes, place, g_strdup (hash));
}

/* Returns: (transfer none) (nullable): hash of the page of a revisit */
static const char *
find_hash (const ExmImport *self, const ExmCapture *capture)
{
  const char *hash = capture->digest != NULL
                         ? g_hash_table_lookup (self->hashes, capture->digest)
                         : NULL;
  g_autofree char *place = make_place (capture->original_url, capture->original_usec);

  return hash == NULL && place != NULL ? g_hash_table_lookup (self->hashes, place) : hash;
}

/* Returns: (transfer full) (nullable): the bytes of the page; %NULL without an error
 * where it is a revisit of one that is not there */
static GBytes *
find_bytes (ExmImport *self, const ExmCapture *capture, GError **error)
{
  g_autoptr (GError) problem = NULL;
  const char *hash = find_hash (self, capture);

  if (capture->bytes != NULL)
    return g_bytes_ref (capture->bytes);
  if (hash == NULL)
    return NULL;
  GBytes *bytes = exm_store_get_page (self->store, hash, &problem);
  if (bytes == NULL
      && !g_error_matches (problem, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND))
    g_propagate_error (error, g_steal_pointer (&problem));
  return bytes;
}

/* Stores the page as it was captured. Returns: (transfer full): an article to be of it */
static gboolean
put_page (ExmImport *self,
          const ExmCapture *capture,
          GBytes *bytes,
          const char *key,
          ExmArticleFields *fields,
          GError **error)
{
  gint64 time_usec = capture->time_usec != 0 ? capture->time_usec : g_get_real_time ();
  const ExmStoredPage page = {
    .url = capture->url,
    .final_url = capture->url,
    .status = 200,
    .headers = capture->record,
    .charset = capture->charset,
    .fetched_usec = time_usec,
  };
  char *hash = NULL;

  if (!exm_store_put_page (self->store, bytes, &page, &hash, error))
    return FALSE;
  note_page (self, capture, hash);
  *fields = (ExmArticleFields){
    .task_uid = g_strdup (get_uid (self)),
    .task_version = self->version,
    .url = g_strdup (capture->url),
    .final_url = g_strdup (capture->url),
    .url_key = g_strdup (key),
    .page_hash = hash,
    .collected_usec = time_usec,
  };
  return TRUE;
}

/* Returns: (transfer full) (nullable): the hash of the body by which twins are found */
static char *
hash_text (const ExmArticleFields *fields)
{
  if (fields->text == NULL || *fields->text == '\0'
      || fields->state == EXM_ARTICLE_INCOMPLETE)
    return NULL;
  return g_compute_checksum_for_string (G_CHECKSUM_SHA256, fields->text, -1);
}

static gboolean
find_twin (
    ExmImport *self, const char *hash, const char *key, gboolean *twin, GError **error)
{
  g_autoptr (GError) problem = NULL;
  g_autofree char *other
      = hash != NULL
            ? exm_store_find_content (self->store, get_uid (self), hash, key, &problem)
            : NULL;

  *twin = other != NULL;
  if (problem == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&problem));
  return FALSE;
}

/* Within a group. */
static gboolean
commit_one (ExmImport *self, const ExmArticleCommit *commit, gint64 *id, GError **error)
{
  const ExmArticleFields *fields = exm_article_get (commit->article);

  exm_fail_point ("import.article.before");
  return exm_store_mark_backlog (self->store, fields->task_uid, fields->url_key, error)
         && exm_store_commit_article (self->store, commit, id, error);
}

/* Stores the article, all or nothing. */
static gboolean
commit (ExmImport *self, ExmArticleJob *work, const char *hash, GError **error)
{
  g_autoptr (GPtrArray) keys = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GArray) outputs
      = exm_core_list_outputs (self->task, work->fields.state, &work->fields, TRUE, keys);
  g_autofree char *key = g_strdup (work->fields.url_key);
  g_autoptr (ExmArticle) article = exm_article_new (&work->fields);
  const ExmArticleCommit commit = {
    .article = article,
    .content_hash = hash,
    .outputs = (const ExmCommitOutput *) (gpointer) outputs->data,
    .n_outputs = self->publish ? outputs->len : 0,
    .deferred = TRUE,
    .lines = work->lines,
  };
  gint64 id = 0;

  if (!exm_store_begin_group (self->store, error))
    return FALSE;
  if (!commit_one (self, &commit, &id, error))
    {
      exm_store_drop_group (self->store);
      return FALSE;
    }
  if (!exm_store_commit_group (self->store, error))
    return FALSE;
  exm_fail_point ("import.article.after");
  g_array_append_val (self->articles, id);
  g_ptr_array_add (self->keys, g_steal_pointer (&key));
  return TRUE;
}

static gboolean
extract_and_store (ExmImport *self,
                   const ExmArticleFields *fields,
                   ExmImportOutcome *outcome,
                   GError **error)
{
  ExmReextract *again = exm_reextract_new (self->engine, 0, NULL);
  gboolean twin = FALSE;
  gboolean good = exm_reextract_gather_fields (self->store, again, fields, error)
                  && exm_article_job_run (&again->work, NULL, error);
  g_autofree char *hash = good ? hash_text (&again->work.fields) : NULL;

  good = good && find_twin (self, hash, fields->url_key, &twin, error)
         && (twin || commit (self, &again->work, hash, error));
  *outcome = twin ? EXM_IMPORT_KNOWN : EXM_IMPORT_STORED;
  exm_reextract_free (again);
  return good;
}

/* Whether the address is that of an example, which waits for the other pages. Returns:
 * whether it was taken */
static gboolean
let_wait (ExmImport *self, ExmArticleFields *fields)
{
  const GArray *examples = exm_task_get (self->task)->examples;
  gboolean is_example = FALSE;

  for (guint i = 0; i < examples->len && !is_example; i++)
    {
      g_autofree char *key
          = exm_url_get_key (g_array_index (examples, ExmTaskExample, i).url, NULL);
      is_example = g_strcmp0 (key, fields->url_key) == 0;
    }
  if (!is_example)
    return FALSE;
  for (guint i = 0; i < self->waiting->len; i++)
    {
      const ExmArticleFields *other = g_ptr_array_index (self->waiting, i);
      if (strcmp (other->url_key, fields->url_key) == 0)
        return TRUE;
    }
  g_ptr_array_add (self->waiting, g_memdup2 (fields, sizeof *fields));
  *fields = (ExmArticleFields){ 0 };
  return TRUE;
}

gboolean
exm_import_add (ExmImport *self,
                const ExmCapture *capture,
                ExmImportOutcome *outcome,
                GError **error)
{
  g_autofree char *key = exm_url_get_key (capture->url, NULL);
  g_auto (ExmArticleFields) fields = { 0 };
  g_autoptr (GError) problem = NULL;
  gboolean known = FALSE;

  *outcome = EXM_IMPORT_OTHER;
  if (key == NULL
      || exm_url_filter_check (self->filter, capture->url, NULL)
             != EXM_URL_VERDICT_MATCHED)
    return TRUE;
  if (!find_known (self, key, &known, error))
    return FALSE;
  if (known)
    {
      g_autofree char *hash
          = capture->bytes != NULL
                ? g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, capture->bytes)
                : NULL;
      if (hash != NULL)
        note_page (self, capture, hash);
      *outcome = EXM_IMPORT_KNOWN;
      /* An import that broke off left it waiting. */
      return !self->publish
             || exm_store_end_deferral (self->store, get_uid (self), key,
                                        g_get_real_time (), error);
    }
  g_autoptr (GBytes) bytes = find_bytes (self, capture, &problem);
  if (problem != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&problem));
      return FALSE;
    }
  *outcome = EXM_IMPORT_MISSING;
  if (bytes == NULL)
    return TRUE;
  *outcome = EXM_IMPORT_STORED;
  return put_page (self, capture, bytes, key, &fields, error)
         && (let_wait (self, &fields)
             || extract_and_store (self, &fields, outcome, error));
}

/* The second look decides where the article goes. */
static gboolean
settle_again (ExmImport *self, gint64 id, GError **error)
{
  g_autoptr (GPtrArray) keys = g_ptr_array_new_with_free_func (g_free);
  gboolean changed = FALSE;

  if (!exm_reextract_now (self->store, self->engine, id, &changed, error))
    return FALSE;
  if (!self->publish)
    return TRUE;
  g_autoptr (ExmArticle) article = exm_store_get_article (self->store, id, error);
  if (article == NULL)
    return FALSE;
  const ExmArticleFields *fields = exm_article_get (article);
  g_autoptr (GArray) outputs
      = exm_core_list_outputs (self->task, fields->state, fields, TRUE, keys);
  return exm_store_settle_article (self->store, id,
                                   (const ExmCommitOutput *) (gpointer) outputs->data,
                                   outputs->len, g_get_real_time (), error);
}

/* Extracts the article again and lets it go to the outputs that it waits for. */
static gboolean
settle (ExmImport *self, guint i, gboolean again, GError **error)
{
  exm_fail_point ("import.settle.before");
  if (again)
    return settle_again (self, g_array_index (self->articles, gint64, i), error);
  return !self->publish
         || exm_store_end_deferral (self->store, get_uid (self),
                                    g_ptr_array_index (self->keys, i), g_get_real_time (),
                                    error);
}

gboolean
exm_import_finish (ExmImport *self, GError **error)
{
  ExmImportOutcome outcome;
  gboolean good = TRUE;

  for (guint i = 0; i < self->waiting->len; i++)
    good = extract_and_store (self, g_ptr_array_index (self->waiting, i), &outcome,
                              good ? error : NULL)
           && good;
  gboolean again = exm_task_makes_two_passes (self->task) && self->articles->len > 1;
  for (guint i = 0; i < self->articles->len; i++)
    good = settle (self, i, again, good ? error : NULL) && good;
  return good;
}
