/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Finding in the index: an expression for SQLite, the documents that fit it, read as far
 * as they are asked for, and the articles of a filter, newest first, looked at one by one
 * until there are enough. */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "store/exm-search-index.h"

#include "store/db/exm-statement.h"
#include "store/exm-search-index-private.h"
#include "store/db/exm-stored-body.h"
#include "store/tables/exm-table-article.h"
#include "store/tables/exm-table-trash.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Tokens that the index is asked for; further ones are looked for in the articles. */
#define MAX_TOKENS 64u

/* Up to so many documents, their articles may be listed; else all are walked through. */
#define MAX_LISTED 2000u

/* Documents that are read together where they are not listed. */
#define PART_DOCS 1024

/* Articles that are looked at in one reading of the database: a longer one keeps the log
 * of its writer growing. */
#define SLICE_ARTICLES 500u

/* Fewest digits of an identity that call a task. */
#define MIN_UID_DIGITS 4u

/* One search. */
typedef struct
{
  ExmSearchIndex *index;       /* (unowned) */
  const ExmSearchQuery *query; /* (unowned) */
  GCancellable *cancellable;   /* (unowned) (nullable) */
  ExmArticleFilter filter;     /* with the place behind what was looked at */
  guint limit;
  gboolean counts;   /* nothing but the number is wanted */
  gint64 until_usec; /* monotonic; 0 for none */
  gint64 n_found;
  GArray *tasks;     /* (owned) (nullable) (element-type gint64): any of these */
  GArray *not_tasks; /* (owned) (element-type gint64): none of these */
  gboolean exact;    /* documents that fit the expression fit the terms */
  guint n_tokens;    /* in the expression */
  char *expression;  /* (owned) (nullable) */
  GArray *docs;      /* (owned) (nullable) (element-type gint64): all that fit, in their
                      * order; %NULL where they are too many */
  GHashTable *parts; /* (owned): by number, GArray of those of a part that fit */
  GPtrArray *hits;   /* (owned) (element-type ExmSearchHit) */
} Search;

/* Reads of a slice, made ready once. */
typedef struct
{
  ExmStatement *articles; /* (owned): of the filter */
  ExmStatement *entry;    /* (owned): of an article */
  ExmStatement *facts;    /* (owned): what filters look at */
  ExmStatement *article;  /* (owned): what terms look at, and what a hit shows */
} Slice;

static void
slice_clear (Slice *slice)
{
  g_clear_pointer (&slice->articles, exm_statement_free);
  g_clear_pointer (&slice->entry, exm_statement_free);
  g_clear_pointer (&slice->facts, exm_statement_free);
  g_clear_pointer (&slice->article, exm_statement_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Slice, slice_clear)

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
  g_clear_pointer (&search->expression, g_free);
  g_clear_pointer (&search->docs, g_array_unref);
  g_clear_pointer (&search->parts, g_hash_table_unref);
  g_clear_pointer (&search->hits, g_ptr_array_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Search, search_clear)

/* Tasks by what they are called */

typedef struct
{
  gint64 id;
  char *uid;   /* (owned) */
  char *name;  /* (owned) */
  char *group; /* (owned) (nullable) */
} NamedTask;

static void
named_task_free (gpointer data)
{
  NamedTask *task = data;

  g_free (task->uid);
  g_free (task->name);
  g_free (task->group);
  g_free (task);
}

static gpointer
read_task (ExmStatement *row)
{
  NamedTask *task = g_new0 (NamedTask, 1);

  task->id = exm_statement_get_int (row, 0);
  task->uid = exm_statement_dup_text (row, 1);
  task->name = exm_statement_dup_text (row, 2);
  task->group = exm_statement_dup_text (row, 3);
  return task;
}

/* Whether the task is in the group, or in one below it; @value ends with a slash. */
static gboolean
is_in_group (const NamedTask *task, const char *value)
{
  g_autofree char *path = g_strconcat (task->group != NULL ? task->group : "", "/", NULL);
  g_autofree char *folded = g_utf8_casefold (path, -1);
  g_autofree char *wanted = g_utf8_casefold (value, -1);

  return g_str_has_prefix (folded, wanted);
}

static gboolean
is_called (const NamedTask *task, const char *value, gboolean wholly)
{
  if (g_str_has_suffix (value, "/"))
    return is_in_group (task, value);
  g_autoptr (ExmSearchText) name = exm_search_text_new (task->name);
  g_autoptr (ExmSearchText) called = exm_search_text_new (value);
  guint at = exm_search_text_find (name, called, !wholly, 0);

  if (wholly)
    return (at == 0 && name->units->len == called->units->len)
           || (strlen (value) >= MIN_UID_DIGITS
               && g_ascii_strncasecmp (task->uid, value, strlen (value)) == 0);
  return at != G_MAXUINT;
}

/* By the whole name or the identity; else by words in the name. What ends with a slash is
 * a group. Returns: whether there is one */
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
      "SELECT id, uid, name, grp FROM task WHERE " EXM_SQL_NOT_TRASHED ("id"), NULL,
      read_task, named_task_free, error);
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
} Writing;

static void
write_token (const char *token, gsize n_bytes, gboolean goes_on, gpointer data)
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
                          token, goes_on ? " *" : "");
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
      gboolean is_token = exm_search_text_is_token (term->text);
      if (term->negated != negated)
        continue;
      writing->mark = term->in_title ? EXM_SEARCH_TOKEN_TITLE : "";
      if (!is_token)
        writing->search->exact = FALSE;
      if (is_token || !negated)
        exm_search_text_foreach_token (term->text, TRUE, term->prefix, write_token,
                                       writing);
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
  Writing all = { search, g_string_new (NULL), "", " AND " };
  Writing site = { search, g_string_new (NULL), "", " OR " };
  Writing task = { search, g_string_new (NULL), "", " OR " };
  Writing none = { search, g_string_new (NULL), "", " OR " };

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

/* Documents */

/* Returns: (transfer full) (nullable) (element-type gint64): of those from @first to
 * @last at most @limit that fit, in their order */
static GArray *
read_docs (Search *search, gint64 first, gint64 last, gint64 limit, GError **error)
{
  g_autoptr (GArray) docs = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autoptr (ExmStatement) rows
      = exm_statement_new (search->index->db,
                           "SELECT rowid FROM token WHERE token MATCH ?"
                           " AND rowid BETWEEN ? AND ? ORDER BY rowid LIMIT ?",
                           EXM_VALUES (EXM_TEXT (search->expression), EXM_INT (first),
                                       EXM_INT (last), EXM_INT (limit)),
                           error);
  ExmStep step = rows != NULL ? EXM_STEP_ROW : EXM_STEP_ERROR;

  while (step == EXM_STEP_ROW
         && (step = exm_statement_step (rows, error)) == EXM_STEP_ROW)
    {
      gint64 doc = exm_statement_get_int (rows, 0);
      g_array_append_val (docs, doc);
    }
  if (step == EXM_STEP_DONE)
    return g_steal_pointer (&docs);
  exm_search_index_note_error (search->index, *error);
  return NULL;
}

static gboolean
find_docs (Search *search, GError **error)
{
  g_clear_pointer (&search->expression, g_free);
  g_clear_pointer (&search->docs, g_array_unref);
  g_clear_pointer (&search->parts, g_hash_table_unref);
  search->expression = write_expression (search);
  search->parts = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free,
                                         (GDestroyNotify) g_array_unref);
  search->docs = read_docs (search, 0, G_MAXINT64, MAX_LISTED + 1, error);
  if (search->docs == NULL)
    return FALSE;
  if (search->docs->len > MAX_LISTED)
    g_clear_pointer (&search->docs, g_array_unref);
  return TRUE;
}

/* Returns: (transfer none) (nullable): those that fit among the documents around @doc */
static const GArray *
get_docs_around (Search *search, gint64 doc, GError **error)
{
  gint64 part = doc / PART_DOCS;

  if (search->docs != NULL)
    return search->docs;
  GArray *docs = g_hash_table_lookup (search->parts, &part);
  if (docs != NULL)
    return docs;
  docs = read_docs (search, part * PART_DOCS, (part + 1) * PART_DOCS - 1, PART_DOCS,
                    error);
  if (docs != NULL)
    g_hash_table_insert (search->parts, g_memdup2 (&part, sizeof part), docs);
  return docs;
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

/* Columns of SQL_FACTS. */
enum
{
  FACT_CHECKSUM,
  FACT_TASK,
  FACT_URL,
  FACT_PUBLISHED,
  FACT_COLLECTED,
};

/* No column behind the body, nor the body: reading a long one takes longer than all else.
 */
#define SQL_FACTS                                                                        \
  "SELECT coalesce (c.checksum, 0), a.task, a.url, a.published, a.collected"             \
  " FROM article a LEFT JOIN article_checksum c ON c.article = a.id"                     \
  " WHERE a.id = ? AND " EXM_SQL_NOT_TRASHED ("a.task")

/* Columns of SQL_ARTICLE. */
enum
{
  COLUMN_URL,
  COLUMN_PUBLISHED,
  COLUMN_COLLECTED,
  COLUMN_UID,
  COLUMN_NAME,
  COLUMN_TITLE,
  COLUMN_HTML,
  COLUMN_TEXT, /* as it is stored */
};

#define SQL_ARTICLE                                                                      \
  "SELECT a.url, a.published, a.collected, t.uid, t.name, a.title, a.html, a.text"       \
  " FROM article a JOIN task t ON t.id = a.task WHERE a.id = ?"

static gboolean
passes_filters (const Search *search, ExmStatement *row)
{
  gint64 task = exm_statement_get_int (row, FACT_TASK);

  if ((search->tasks != NULL && !has_number (search->tasks, task))
      || has_number (search->not_tasks, task)
      || !exm_search_query_allows_day (search->query,
                                       exm_statement_get_text (row, FACT_PUBLISHED),
                                       exm_statement_get_int (row, FACT_COLLECTED)))
    return FALSE;
  if (search->query->sites->len == 0)
    return TRUE;
  g_autofree char *host
      = exm_search_index_dup_host (exm_statement_get_text (row, FACT_URL));
  return exm_search_query_allows_host (search->query, host);
}

static char *
dup_body (ExmStatement *row)
{
  return exm_stored_body_dup_text (exm_statement_get_text (row, COLUMN_HTML),
                                   exm_statement_get_text (row, COLUMN_TEXT));
}

static gboolean
has_terms (const Search *search, ExmStatement *row)
{
  g_autofree char *text = dup_body (row);
  g_autoptr (ExmSearchText) title
      = exm_search_text_new (exm_statement_get_text (row, COLUMN_TITLE));
  g_autoptr (ExmSearchText) body = exm_search_text_new (text);

  return exm_search_query_matches (search->query, title, body);
}

static void
add_hit (Search *search, gint64 id, ExmStatement *row)
{
  ExmSearchHit *hit = g_new0 (ExmSearchHit, 1);
  g_autofree char *body = dup_body (row);

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
      = exm_search_snippet_new (search->query, body, FALSE, EXM_SEARCH_SNIPPET_CHARS);
  g_ptr_array_add (search->hits, hit);
}

static gboolean
is_over (const Search *search)
{
  return search->limit > 0 && search->n_found >= search->limit;
}

static gboolean
is_late (const Search *search)
{
  return search->until_usec != 0 && g_get_monotonic_time () >= search->until_usec;
}

/* Steps to the only row for @id. Returns: whether there is one, or %EXM_STEP_ERROR */
static ExmStep
look_up (ExmStatement *statement, gint64 id, GError **error)
{
  return exm_statement_bind (statement, EXM_VALUES (EXM_INT (id)), error)
             ? exm_statement_step (statement, error)
             : EXM_STEP_ERROR;
}

/* @sure: whether it is known to have the terms */
static gboolean
try_terms (Search *search, ExmStatement *row, gint64 id, gboolean sure, GError **error)
{
  ExmStep step = look_up (row, id, error);

  if (step != EXM_STEP_ROW)
    return step == EXM_STEP_DONE;
  if (!sure && !has_terms (search, row))
    return TRUE;
  search->n_found++;
  if (!search->counts)
    add_hit (search, id, row);
  return TRUE;
}

/* @checksum: of the article as it was indexed. One that changed since is looked at as it
 * is now. */
static gboolean
try_article (Search *search, Slice *slice, gint64 id, gint64 checksum, GError **error)
{
  ExmStep step = look_up (slice->facts, id, error);

  if (step != EXM_STEP_ROW)
    return step == EXM_STEP_DONE;
  gboolean sure
      = search->exact && exm_statement_get_int (slice->facts, FACT_CHECKSUM) == checksum;
  if (!passes_filters (search, slice->facts))
    return TRUE;
  if (sure && search->counts)
    {
      search->n_found++;
      return TRUE;
    }
  return try_terms (search, slice->article, id, sure, error);
}

static int
compare_docs (gconstpointer a, gconstpointer b)
{
  gint64 one = *(const gint64 *) a;
  gint64 other = *(const gint64 *) b;

  return one < other ? -1 : one > other;
}

/* Looks at an article if it is among the documents. @tried: (out): whether it is */
static gboolean
try_if_found (Search *search, Slice *slice, gint64 id, gboolean *tried, GError **error)
{
  ExmStep step = look_up (slice->entry, id, error);

  *tried = FALSE;
  if (step == EXM_STEP_ERROR)
    return exm_search_index_note_error (search->index, *error);
  if (step == EXM_STEP_DONE)
    return TRUE;
  gint64 doc = exm_statement_get_int (slice->entry, 0);
  const GArray *docs = get_docs_around (search, doc, error);
  if (docs == NULL)
    return FALSE;
  *tried = g_array_binary_search ((GArray *) docs, &doc, compare_docs, NULL);
  return !*tried
         || try_article (search, slice, id, exm_statement_get_int (slice->entry, 1),
                         error);
}

static gboolean
slice_init (Slice *slice, Search *search, GError **error)
{
  slice->entry = exm_statement_new (search->index->db,
                                    "SELECT doc, checksum FROM entry WHERE article = ?",
                                    EXM_VALUES (EXM_INT (0)), error);
  if (slice->entry == NULL)
    return exm_search_index_note_error (search->index, *error);
  ExmDb *main = search->index->main;
  slice->facts = exm_statement_new (main, SQL_FACTS, EXM_VALUES (EXM_INT (0)), error);
  if (slice->facts == NULL)
    return FALSE;
  slice->article = exm_statement_new (main, SQL_ARTICLE, EXM_VALUES (EXM_INT (0)), error);
  if (slice->article == NULL)
    return FALSE;
  slice->articles = exm_table_article_walk (main, &search->filter, error);
  return slice->articles != NULL;
}

/* @more: (out): whether there are articles behind those that were looked at */
static gboolean
try_slice (Search *search, gboolean *more, GError **error)
{
  g_auto (Slice) slice = { 0 };
  ExmStep step = EXM_STEP_DONE;
  guint n_tried = 0;

  if (!slice_init (&slice, search, error))
    return FALSE;
  while (!is_over (search) && !is_late (search) && n_tried < SLICE_ARTICLES
         && (step = exm_statement_step (slice.articles, error)) == EXM_STEP_ROW)
    {
      gboolean tried = FALSE;
      search->filter.before_id = exm_statement_get_int (slice.articles, 0);
      search->filter.before_usec = exm_statement_get_int (slice.articles, 1);
      if (g_cancellable_set_error_if_cancelled (search->cancellable, error)
          || !try_if_found (search, &slice, search->filter.before_id, &tried, error))
        return FALSE;
      n_tried += tried;
    }
  *more = step == EXM_STEP_ROW && !is_over (search) && !is_late (search);
  return step != EXM_STEP_ERROR;
}

/* Whether to list the articles of the documents rather than to walk through all: it costs
 * n for n documents of N, and the walk limit · N / n, as thick as they lie everywhere. */
static gboolean
are_few (const Search *search, gboolean *few, GError **error)
{
  gint64 n_all = 0;

  *few = search->docs != NULL;
  if (!*few || search->limit == 0)
    return TRUE;
  if (!exm_db_query_int (search->index->db, "SELECT doc FROM last_doc", NULL, &n_all,
                         error))
    return exm_search_index_note_error (search->index, *error);
  guint64 n_docs = search->docs->len;
  *few = n_docs * n_docs <= (guint64) search->limit * (guint64) n_all;
  return TRUE;
}

/* Returns: (transfer full) (nullable): the articles of the documents, as JSON */
static char *
list_ids (Search *search, GError **error)
{
  g_autoptr (GString) ids = g_string_new ("[");
  g_autoptr (ExmStatement) entry
      = exm_statement_new (search->index->db, "SELECT article FROM entry WHERE doc = ?",
                           EXM_VALUES (EXM_INT (0)), error);
  gboolean right = entry != NULL;

  for (guint i = 0; right && i < search->docs->len; i++)
    {
      ExmStep step = look_up (entry, g_array_index (search->docs, gint64, i), error);
      right = step != EXM_STEP_ERROR;
      if (step == EXM_STEP_ROW)
        g_string_append_printf (ids, "%s%" G_GINT64_FORMAT, ids->len > 1 ? "," : "",
                                exm_statement_get_int (entry, 0));
    }
  if (!right)
    {
      exm_search_index_note_error (search->index, *error);
      return NULL;
    }
  g_string_append_c (ids, ']');
  return g_string_free (g_steal_pointer (&ids), FALSE);
}

static gboolean
find (Search *search, const ExmArticleFilter *filter, GError **error)
{
  g_autofree char *ids = NULL;
  gboolean few = FALSE;
  gboolean more = TRUE;

  search->index->damaged = FALSE;
  search->filter = *filter;
  search->n_found = 0;
  g_ptr_array_set_size (search->hits, 0);
  if (!find_docs (search, error))
    return FALSE;
  if (!are_few (search, &few, error) || (few && (ids = list_ids (search, error)) == NULL))
    return FALSE;
  search->filter.ids = ids;
  while (more)
    if (!try_slice (search, &more, error))
      return FALSE;
  return TRUE;
}

/* An index that turns out damaged is filled anew first. */
static gboolean
find_in_sound (Search *search, const ExmArticleFilter *filter, GError **error)
{
  g_autoptr (GError) problem = NULL;
  const ExmArticleFilter all = { 0 };

  if (filter == NULL)
    filter = &all;
  if (search->index->db == NULL
      && !exm_search_index_update (search->index, NULL, search->cancellable, error))
    return FALSE;
  if (find (search, filter, &problem)
      || (exm_search_index_renew (search->index, &problem)
          && exm_search_index_update (search->index, NULL, search->cancellable, &problem)
          && find (search, filter, &problem)))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&problem));
  return FALSE;
}

/* Whether anything can be found. */
static gboolean
may_find (Search *search, GPtrArray *messages, gboolean *may, GError **error)
{
  *may = FALSE;
  if (exm_search_query_is_empty (search->query))
    return TRUE;
  if (!find_tasks (search, messages, error))
    return FALSE;
  *may = search->tasks == NULL || search->tasks->len > 0;
  return TRUE;
}

GPtrArray *
exm_search_index_find (ExmSearchIndex *self,
                       const ExmSearchQuery *query,
                       const ExmArticleFilter *filter,
                       guint limit,
                       GPtrArray *messages,
                       GCancellable *cancellable,
                       GError **error)
{
  g_auto (Search) search
      = { .index = self, .query = query, .cancellable = cancellable, .limit = limit };
  gboolean may = FALSE;

  search.hits = g_ptr_array_new_with_free_func (hit_free);
  return may_find (&search, messages, &may, error)
                 && (!may || find_in_sound (&search, filter, error))
             ? g_steal_pointer (&search.hits)
             : NULL;
}

gboolean
exm_search_index_count (ExmSearchIndex *self,
                        const ExmSearchQuery *query,
                        const ExmArticleFilter *filter,
                        gint64 until_usec,
                        gint64 *n_found,
                        GCancellable *cancellable,
                        GError **error)
{
  g_auto (Search) search = { .index = self,
                             .query = query,
                             .cancellable = cancellable,
                             .counts = TRUE,
                             .until_usec = until_usec };
  gboolean may = FALSE;

  search.hits = g_ptr_array_new_with_free_func (hit_free);
  if (!may_find (&search, NULL, &may, error)
      || (may && !find_in_sound (&search, filter, error)))
    return FALSE;
  *n_found = is_late (&search) ? -1 : search.n_found;
  return TRUE;
}

GPtrArray *
exm_search_index_list_unknown (ExmSearchIndex *self,
                               const ExmSearchQuery *query,
                               GError **error)
{
  g_auto (Search) search = { .index = self, .query = query };
  g_autoptr (GPtrArray) messages = g_ptr_array_new_with_free_func (g_free);

  return find_tasks (&search, messages, error) ? g_steal_pointer (&messages) : NULL;
}
