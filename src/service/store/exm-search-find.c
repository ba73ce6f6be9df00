/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Finding in the index: an expression for SQLite, the documents that fit it, and their
 * articles, newest first, looked at one by one until there are enough. */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "store/exm-search-index.h"

#include "store/db/exm-statement.h"
#include "store/exm-search-index-private.h"
#include "store/tables/exm-table-trash.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Tokens that the index is asked for; further ones are looked for in the articles. */
#define MAX_TOKENS 64u

/* Up to so many documents are sorted; of more, the newest articles are tried in turn. */
#define MAX_SORTED 2000u

/* Fewest digits of an identity that call a task. */
#define MIN_UID_DIGITS 4u

/* One search. */
typedef struct
{
  ExmSearchIndex *index;       /* (unowned) */
  const ExmSearchQuery *query; /* (unowned) */
  GCancellable *cancellable;   /* (unowned) (nullable) */
  guint limit;
  GArray *tasks;     /* (owned) (nullable) (element-type gint64): any of these */
  GArray *not_tasks; /* (owned) (element-type gint64): none of these */
  gboolean exact;    /* documents that fit the expression fit the terms */
  guint n_tokens;    /* in the expression */
  GArray *docs;      /* (owned) (element-type gint64): that fit, in their order */
  GPtrArray *hits;   /* (owned) (element-type ExmSearchHit) */
} Search;

/* An article that may be found. */
typedef struct
{
  gint64 id;
  gint64 collected_usec;
  gint64 checksum; /* of what is indexed */
} Candidate;

static void
hit_free (gpointer data)
{
  ExmSearchHit *hit = data;

  g_free (hit->task_uid);
  g_free (hit->task_name);
  g_free (hit->url);
  g_free (hit->published);
  exm_search_snippet_free (hit->title);
  exm_search_snippet_free (hit->body);
  g_free (hit);
}

static void
search_clear (Search *search)
{
  g_clear_pointer (&search->tasks, g_array_unref);
  g_clear_pointer (&search->not_tasks, g_array_unref);
  g_clear_pointer (&search->docs, g_array_unref);
  g_clear_pointer (&search->hits, g_ptr_array_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Search, search_clear)

/* Tasks by what they are called */

typedef struct
{
  gint64 id;
  char *uid;  /* (owned) */
  char *name; /* (owned) */
} NamedTask;

static void
named_task_free (gpointer data)
{
  NamedTask *task = data;

  g_free (task->uid);
  g_free (task->name);
  g_free (task);
}

static gpointer
read_task (ExmStatement *row)
{
  NamedTask *task = g_new0 (NamedTask, 1);

  task->id = exm_statement_get_int (row, 0);
  task->uid = exm_statement_dup_text (row, 1);
  task->name = exm_statement_dup_text (row, 2);
  return task;
}

static gboolean
is_called (const NamedTask *task, const char *value, gboolean wholly)
{
  g_autoptr (ExmSearchText) name = exm_search_text_new (task->name);
  g_autoptr (ExmSearchText) called = exm_search_text_new (value);
  guint at = exm_search_text_find (name, called, !wholly, 0);

  if (wholly)
    return (at == 0 && name->units->len == called->units->len)
           || (strlen (value) >= MIN_UID_DIGITS
               && g_ascii_strncasecmp (task->uid, value, strlen (value)) == 0);
  return at != G_MAXUINT;
}

/* By the whole name or the identity; else by words in the name. Returns: whether there is
 * one */
static gboolean
add_called (GArray *ids, GPtrArray *tasks, const char *value)
{
  guint n_before = ids->len;

  for (int wholly = TRUE; wholly >= FALSE && ids->len == n_before; wholly--)
    for (guint i = 0; i < tasks->len; i++)
      {
        const NamedTask *task = g_ptr_array_index (tasks, i);
        if (is_called (task, value, wholly))
          g_array_append_val (ids, task->id);
      }
  return ids->len > n_before;
}

static gboolean
find_tasks (Search *search, GPtrArray *messages, GError **error)
{
  const GPtrArray *filters = search->query->tasks;

  search->not_tasks = g_array_new (FALSE, FALSE, sizeof (gint64));
  if (filters->len == 0)
    return TRUE;
  g_autoptr (GPtrArray) tasks = exm_db_query_list (
      search->index->main,
      "SELECT id, uid, name FROM task WHERE " EXM_SQL_NOT_TRASHED ("id"), NULL, read_task,
      named_task_free, error);
  if (tasks == NULL)
    return FALSE;
  for (guint i = 0; i < filters->len; i++)
    {
      const ExmSearchFilter *filter = g_ptr_array_index (filters, i);
      if (!filter->negated && search->tasks == NULL)
        search->tasks = g_array_new (FALSE, FALSE, sizeof (gint64));
      if (!add_called (filter->negated ? search->not_tasks : search->tasks, tasks,
                       filter->value)
          && messages != NULL)
        g_ptr_array_add (messages,
                         /* translators: what stood behind task: in a search */
                         g_strdup_printf (_ ("No task is called “%s”."), filter->value));
    }
  return TRUE;
}

/* The expression */

typedef struct
{
  Search *search;
  GString *out;
  const char *mark;
  const char *between; /* stands between two tokens */
  gboolean prefix;     /* the last token may go on */
} Writing;

static void
write_token (const char *token, gsize n_bytes, gboolean last, gpointer data)
{
  Writing *writing = data;

  if (writing->search->n_tokens == MAX_TOKENS)
    {
      writing->search->exact = FALSE;
      return;
    }
  writing->search->n_tokens++;
  if (writing->out->len > 0)
    g_string_append (writing->out, writing->between);
  g_string_append_printf (writing->out, "\"%s%.*s\"%s", writing->mark, (int) n_bytes,
                          token, last && writing->prefix ? " *" : "");
}

/* Articles that have none of the tokens of a term are left out; one of several tokens is
 * looked for in the articles. */
static void
write_terms (Writing *writing, gboolean negated)
{
  const GPtrArray *terms = writing->search->query->terms;

  for (guint i = 0; i < terms->len; i++)
    {
      const ExmSearchTerm *term = g_ptr_array_index (terms, i);
      const ExmSearchUnit *last
          = exm_search_text_get_unit (term->text, term->text->units->len - 1);
      gboolean is_token = exm_search_text_is_token (term->text);
      if (term->negated != negated)
        continue;
      writing->mark = term->in_title ? EXM_SEARCH_TOKEN_TITLE : "";
      writing->prefix = term->prefix && last->is_word;
      if (!is_token)
        writing->search->exact = FALSE;
      if (is_token || !negated)
        exm_search_text_foreach_token (term->text, TRUE, write_token, writing);
    }
}

static void
write_sites (Writing *writing, gboolean negated)
{
  const GPtrArray *sites = writing->search->query->sites;

  writing->mark = EXM_SEARCH_TOKEN_SITE;
  for (guint i = 0; i < sites->len; i++)
    {
      const ExmSearchFilter *site = g_ptr_array_index (sites, i);
      g_autofree char *host = exm_search_index_dup_host (site->value);
      if (site->negated == negated && *host != '\0')
        write_token (host, strlen (host), FALSE, writing);
    }
}

static void
write_tasks (Writing *writing, const GArray *tasks)
{
  writing->mark = EXM_SEARCH_TOKEN_TASK;
  for (guint i = 0; tasks != NULL && i < tasks->len; i++)
    {
      g_autofree char *id
          = g_strdup_printf ("%" G_GINT64_FORMAT, g_array_index (tasks, gint64, i));
      write_token (id, strlen (id), FALSE, writing);
    }
}

/* Adds what is any of some tokens. Where there is no room for all of them, any may be. */
static void
add_any (GString *out, const char *operator, Writing * any, guint n_wanted)
{
  g_autofree char *tokens = g_string_free (any->out, FALSE);

  if (n_wanted > 0 && n_wanted <= MAX_TOKENS && *tokens != '\0')
    g_string_append_printf (out, " %s (%s)", operator, tokens);
}

/* Returns: (transfer full): (all of these) AND (any site) AND (any task) NOT (any of
 * these) */
static char *
write_expression (Search *search)
{
  GString *out = g_string_new (NULL);
  Writing all = { search, g_string_new (NULL), "", " AND ", FALSE };
  Writing site = { search, g_string_new (NULL), "", " OR ", FALSE };
  Writing task = { search, g_string_new (NULL), "", " OR ", FALSE };
  Writing none = { search, g_string_new (NULL), "", " OR ", FALSE };

  search->exact = TRUE;
  write_terms (&all, FALSE);
  g_autofree char *words = g_string_free (all.out, FALSE);
  g_string_append_printf (out, "(%s)",
                          *words != '\0' ? words : "\"" EXM_SEARCH_TOKEN_ALL "\"");
  gboolean exact = search->exact;
  search->n_tokens = 0;
  write_sites (&site, FALSE);
  add_any (out, "AND", &site, search->query->sites->len);
  search->n_tokens = 0;
  write_tasks (&task, search->tasks);
  add_any (out, "AND", &task, search->tasks != NULL ? search->tasks->len : 0);
  /* Filters are looked at in the articles anyway. */
  search->exact = exact;
  search->n_tokens = 0;
  write_terms (&none, TRUE);
  write_sites (&none, TRUE);
  write_tasks (&none, search->not_tasks);
  g_string_prepend_c (out, '(');
  g_string_append_c (out, ')');
  add_any (out, "NOT", &none, 1);
  return g_string_free (out, FALSE);
}

static gboolean
find_docs (Search *search, GError **error)
{
  g_autofree char *expression = write_expression (search);
  g_autoptr (ExmStatement) rows = exm_statement_new (
      search->index->db, "SELECT rowid FROM token WHERE token MATCH ? ORDER BY rowid",
      EXM_VALUES (EXM_TEXT (expression)), error);
  ExmStep step = rows != NULL ? EXM_STEP_ROW : EXM_STEP_ERROR;

  search->docs = g_array_new (FALSE, FALSE, sizeof (gint64));
  while (step == EXM_STEP_ROW
         && (step = exm_statement_step (rows, error)) == EXM_STEP_ROW)
    {
      gint64 doc = exm_statement_get_int (rows, 0);
      g_array_append_val (search->docs, doc);
    }
  return step == EXM_STEP_DONE || exm_search_index_note_error (search->index, *error);
}

/* Articles */

static gboolean
has_number (const GArray *numbers, gint64 number)
{
  for (guint i = 0; i < numbers->len; i++)
    if (g_array_index (numbers, gint64, i) == number)
      return TRUE;
  return FALSE;
}

/* Columns of SQL_CANDIDATE. */
enum
{
  COLUMN_CHECKSUM,
  COLUMN_TASK,
  COLUMN_URL,
  COLUMN_PUBLISHED,
  COLUMN_COLLECTED,
  COLUMN_UID,
  COLUMN_NAME,
  COLUMN_TITLE,
  COLUMN_TEXT,
};

#define SQL_CANDIDATE                                                                    \
  "SELECT coalesce (c.checksum, 0), a.task, a.url, a.published, a.collected, t.uid,"     \
  " t.name, a.title, a.text FROM article a JOIN task t ON t.id = a.task"                 \
  " LEFT JOIN article_checksum c ON c.article = a.id"                                    \
  " WHERE a.id = ? AND " EXM_SQL_NOT_TRASHED ("a.task")

static gboolean
passes_filters (const Search *search, ExmStatement *row)
{
  gint64 task = exm_statement_get_int (row, COLUMN_TASK);

  if ((search->tasks != NULL && !has_number (search->tasks, task))
      || has_number (search->not_tasks, task)
      || !exm_search_query_allows_day (search->query,
                                       exm_statement_get_text (row, COLUMN_PUBLISHED),
                                       exm_statement_get_int (row, COLUMN_COLLECTED)))
    return FALSE;
  if (search->query->sites->len == 0)
    return TRUE;
  g_autofree char *host
      = exm_search_index_dup_host (exm_statement_get_text (row, COLUMN_URL));
  return exm_search_query_allows_host (search->query, host);
}

static gboolean
has_terms (const Search *search, ExmStatement *row)
{
  g_autoptr (ExmSearchText) title
      = exm_search_text_new (exm_statement_get_text (row, COLUMN_TITLE));
  g_autoptr (ExmSearchText) body
      = exm_search_text_new (exm_statement_get_text (row, COLUMN_TEXT));

  return exm_search_query_matches (search->query, title, body);
}

static void
add_hit (Search *search, gint64 id, ExmStatement *row)
{
  ExmSearchHit *hit = g_new0 (ExmSearchHit, 1);

  hit->id = id;
  hit->task_uid = exm_statement_dup_text (row, COLUMN_UID);
  hit->task_name = exm_statement_dup_text (row, COLUMN_NAME);
  hit->url = exm_statement_dup_text (row, COLUMN_URL);
  hit->published = exm_statement_dup_text (row, COLUMN_PUBLISHED);
  hit->collected_usec = exm_statement_get_int (row, COLUMN_COLLECTED);
  hit->title
      = exm_search_snippet_new (search->query, exm_statement_get_text (row, COLUMN_TITLE),
                                TRUE, EXM_SEARCH_SNIPPET_CHARS);
  hit->body
      = exm_search_snippet_new (search->query, exm_statement_get_text (row, COLUMN_TEXT),
                                FALSE, EXM_SEARCH_SNIPPET_CHARS);
  g_ptr_array_add (search->hits, hit);
}

static gboolean
is_over (const Search *search)
{
  return search->limit > 0 && search->hits->len >= search->limit;
}

/* An article that changed since it was indexed is looked at as it is now. */
static gboolean
try_candidate (Search *search, const Candidate *candidate, GError **error)
{
  if (g_cancellable_set_error_if_cancelled (search->cancellable, error))
    return FALSE;
  g_autoptr (ExmStatement) row = exm_statement_new (
      search->index->main, SQL_CANDIDATE, EXM_VALUES (EXM_INT (candidate->id)), error);
  ExmStep step = row != NULL ? exm_statement_step (row, error) : EXM_STEP_ERROR;
  if (step != EXM_STEP_ROW)
    return step == EXM_STEP_DONE;
  gboolean sure = search->exact
                  && exm_statement_get_int (row, COLUMN_CHECKSUM) == candidate->checksum;
  if (passes_filters (search, row) && (sure || has_terms (search, row)))
    add_hit (search, candidate->id, row);
  return TRUE;
}

static int
compare_candidates (gconstpointer a, gconstpointer b)
{
  const Candidate *one = a;
  const Candidate *other = b;

  if (one->collected_usec != other->collected_usec)
    return one->collected_usec > other->collected_usec ? -1 : 1;
  return one->id > other->id ? -1 : one->id < other->id;
}

/* The entry of a document. @candidate: (out): its id is 0 if the document has none */
static gboolean
read_entry (Search *search, gint64 doc, Candidate *candidate, GError **error)
{
  g_autoptr (ExmStatement) row = exm_statement_new (
      search->index->db, "SELECT article, checksum FROM entry WHERE doc = ?",
      EXM_VALUES (EXM_INT (doc)), error);
  ExmStep step = row != NULL ? exm_statement_step (row, error) : EXM_STEP_ERROR;

  *candidate = (Candidate){ 0 };
  if (step == EXM_STEP_ROW)
    {
      candidate->id = exm_statement_get_int (row, 0);
      candidate->checksum = exm_statement_get_int (row, 1);
    }
  return step != EXM_STEP_ERROR || exm_search_index_note_error (search->index, *error);
}

static gboolean
try_sorted (Search *search, GError **error)
{
  g_autoptr (GArray) candidates = g_array_new (FALSE, FALSE, sizeof (Candidate));

  for (guint i = 0; i < search->docs->len; i++)
    {
      Candidate candidate;
      if (!read_entry (search, g_array_index (search->docs, gint64, i), &candidate, error)
          || !exm_db_query_int (
              search->index->main, "SELECT collected FROM article WHERE id = ?",
              EXM_VALUES (EXM_INT (candidate.id)), &candidate.collected_usec, error))
        return FALSE;
      if (candidate.id != 0)
        g_array_append_val (candidates, candidate);
    }
  g_array_sort (candidates, compare_candidates);
  for (guint i = 0; i < candidates->len && !is_over (search); i++)
    if (!try_candidate (search, &g_array_index (candidates, Candidate, i), error))
      return FALSE;
  return TRUE;
}

static int
compare_docs (gconstpointer a, gconstpointer b)
{
  gint64 one = *(const gint64 *) a;
  gint64 other = *(const gint64 *) b;

  return one < other ? -1 : one > other;
}

static gboolean
try_if_found (Search *search, ExmStatement *entry, gint64 id, GError **error)
{
  if (!exm_statement_bind (entry, EXM_VALUES (EXM_INT (id)), error))
    return exm_search_index_note_error (search->index, *error);
  ExmStep step = exm_statement_step (entry, error);
  if (step == EXM_STEP_ERROR)
    return exm_search_index_note_error (search->index, *error);
  if (step == EXM_STEP_DONE)
    return TRUE;
  gint64 doc = exm_statement_get_int (entry, 0);
  const Candidate candidate = { .id = id, .checksum = exm_statement_get_int (entry, 1) };
  return !g_array_binary_search (search->docs, &doc, compare_docs, NULL)
         || try_candidate (search, &candidate, error);
}

static gboolean
try_newest (Search *search, GError **error)
{
  g_autoptr (ExmStatement) entry = exm_statement_new (
      search->index->db, "SELECT doc, checksum FROM entry WHERE article = ?",
      EXM_VALUES (EXM_INT (0)), error);
  ExmStep step = EXM_STEP_ROW;

  if (entry == NULL)
    return exm_search_index_note_error (search->index, *error);
  g_autoptr (ExmStatement) rows = exm_statement_new (
      search->index->main, "SELECT id FROM article ORDER BY collected DESC, id DESC",
      NULL, error);
  if (rows == NULL)
    return FALSE;
  while (!is_over (search) && (step = exm_statement_step (rows, error)) == EXM_STEP_ROW)
    if (!try_if_found (search, entry, exm_statement_get_int (rows, 0), error))
      return FALSE;
  return step != EXM_STEP_ERROR;
}

static gboolean
find (Search *search, GError **error)
{
  search->index->damaged = FALSE;
  g_clear_pointer (&search->docs, g_array_unref);
  g_ptr_array_set_size (search->hits, 0);
  return find_docs (search, error)
         && (search->docs->len <= MAX_SORTED ? try_sorted (search, error)
                                             : try_newest (search, error));
}

/* An index that turns out damaged is filled anew first. */
static gboolean
find_after_renewal (Search *search, GError **error)
{
  return exm_search_index_renew (search->index, error)
         && exm_search_index_update (search->index, 0, NULL, search->cancellable, error)
         && find (search, error);
}

GPtrArray *
exm_search_index_find (ExmSearchIndex *self,
                       const ExmSearchQuery *query,
                       guint limit,
                       GPtrArray *messages,
                       GCancellable *cancellable,
                       GError **error)
{
  g_auto (Search) search
      = { .index = self, .query = query, .cancellable = cancellable, .limit = limit };
  g_autoptr (GError) problem = NULL;

  search.hits = g_ptr_array_new_with_free_func (hit_free);
  if (exm_search_query_is_empty (query))
    return g_steal_pointer (&search.hits);
  if (!find_tasks (&search, messages, error))
    return NULL;
  if (search.tasks != NULL && search.tasks->len == 0)
    return g_steal_pointer (&search.hits);
  if (self->db == NULL
      && !exm_search_index_update (self, 0, NULL, search.cancellable, error))
    return NULL;
  if (find (&search, &problem) || find_after_renewal (&search, &problem))
    return g_steal_pointer (&search.hits);
  g_propagate_error (error, g_steal_pointer (&problem));
  return NULL;
}
