/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/sql/exm-sql-table.h"

#include "base/exm-fail-point.h"
#include "base/exm-said-error.h"
#include "publish/exm-publish-error.h"
#include "publish/formats/exm-article-json.h"
#include "publish/formats/exm-article-values.h"
#include "publish/formats/exm-quote.h"
#include "publish/messages/exm-message.h"

#include <glib/gi18n-lib.h>
#include <string.h>

typedef enum
{
  COLUMN_KEY,
  COLUMN_TITLE,
  COLUMN_AUTHOR,
  COLUMN_PUBLISHED,
  COLUMN_URL,
  COLUMN_SITE,
  COLUMN_SOURCE,
  COLUMN_SECTION,
  COLUMN_LANGUAGE,
  COLUMN_TASK,
  COLUMN_TASK_NAME,
  COLUMN_TEXT,
  COLUMN_MARKDOWN,
  COLUMN_HTML,
  COLUMN_FIELDS,
  COLUMN_STATE,
  COLUMN_CONFIDENCE,
  COLUMN_COLLECTED,
  COLUMN_UPDATED,
  N_COLUMNS,
} Column;

typedef enum
{
  TYPE_KEY,
  TYPE_TEXT,
  TYPE_JSON,
  TYPE_NUMBER,
  N_TYPES,
} Type;

static const struct
{
  const char *name;
  Type type;
} columns[N_COLUMNS] = {
  [COLUMN_KEY] = { "key", TYPE_KEY },
  [COLUMN_TITLE] = { "title", TYPE_TEXT },
  [COLUMN_AUTHOR] = { "author", TYPE_TEXT },
  [COLUMN_PUBLISHED] = { "published", TYPE_TEXT },
  [COLUMN_URL] = { "url", TYPE_TEXT },
  [COLUMN_SITE] = { "site", TYPE_TEXT },
  [COLUMN_SOURCE] = { "source", TYPE_TEXT },
  [COLUMN_SECTION] = { "section", TYPE_TEXT },
  [COLUMN_LANGUAGE] = { "language", TYPE_TEXT },
  [COLUMN_TASK] = { "task", TYPE_TEXT },
  [COLUMN_TASK_NAME] = { "task_name", TYPE_TEXT },
  [COLUMN_TEXT] = { "text", TYPE_TEXT },
  [COLUMN_MARKDOWN] = { "markdown", TYPE_TEXT },
  [COLUMN_HTML] = { "html", TYPE_TEXT },
  [COLUMN_FIELDS] = { "fields", TYPE_JSON },
  [COLUMN_STATE] = { "state", TYPE_TEXT },
  [COLUMN_CONFIDENCE] = { "confidence", TYPE_NUMBER },
  [COLUMN_COLLECTED] = { "collected", TYPE_TEXT },
  [COLUMN_UPDATED] = { "updated", TYPE_TEXT },
};

/* Names and types are of the source, never of input. */
struct _ExmSqlDialect
{
  const char *quote;          /* around a name */
  const char *types[N_TYPES]; /* of columns */
  const char *options;        /* of a table */
  const char *begin;
  const char *upsert; /* between the values and what is set */
  const char *value;  /* of a row that was to be added; %s is its quoted name */
  const char *list;   /* the names of the table's columns */
  const char *unique; /* a row where no key can be there twice */
  const char *index;  /* makes it so */
  const char *own;    /* (nullable): a row where the database is not for articles */
};

const ExmSqlDialect exm_sql_dialect_sqlite = {
  .quote = "\"",
  .types = { "TEXT NOT NULL PRIMARY KEY", "TEXT", "TEXT", "REAL" },
  .options = "",
  .begin = "BEGIN IMMEDIATE",
  .upsert = " ON CONFLICT (\"key\") DO UPDATE SET ",
  .value = "excluded.%s",
  .list = "SELECT name FROM pragma_table_info('articles')",
  .unique = "SELECT 1 FROM pragma_index_list('articles') AS l "
            "JOIN pragma_index_info(l.name) AS i WHERE l.\"unique\" AND NOT l.partial "
            "GROUP BY l.name HAVING count(*) = 1 AND max(i.name) = 'key'",
  .index = "CREATE UNIQUE INDEX articles_key ON articles (\"key\")",
  .own = "SELECT 1 FROM pragma_application_id "
         "WHERE application_id BETWEEN 0x45584d31 AND 0x45584d39",
};

const ExmSqlDialect exm_sql_dialect_postgresql = {
  .quote = "\"",
  .types = { "text NOT NULL PRIMARY KEY", "text", "jsonb", "double precision" },
  .options = "",
  .begin = "BEGIN",
  .upsert = " ON CONFLICT (\"key\") DO UPDATE SET ",
  .value = "excluded.%s",
  .list = "SELECT attname FROM pg_catalog.pg_attribute WHERE attrelid = "
          "to_regclass('articles') AND attnum > 0 AND NOT attisdropped",
  .unique = "SELECT 1 FROM pg_catalog.pg_index AS i JOIN pg_catalog.pg_attribute AS a "
            "ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0] WHERE i.indrelid = "
            "to_regclass('articles') AND i.indisunique AND i.indnkeyatts = 1 "
            "AND i.indpred IS NULL AND a.attname = 'key'",
  .index = "CREATE UNIQUE INDEX articles_key ON articles (\"key\")",
};

const ExmSqlDialect exm_sql_dialect_mysql = {
  .quote = "`",
  .types = { "varchar(64) CHARACTER SET ascii NOT NULL PRIMARY KEY", "longtext", "json",
             "double" },
  .options = " ENGINE=InnoDB DEFAULT CHARACTER SET utf8mb4",
  .begin = "START TRANSACTION",
  .upsert = " ON DUPLICATE KEY UPDATE ",
  .value = "VALUES(%s)",
  .list = "SELECT column_name FROM information_schema.columns "
          "WHERE table_schema = DATABASE() AND table_name = 'articles'",
  .unique = "SELECT 1 FROM information_schema.statistics WHERE table_schema = DATABASE() "
            "AND table_name = 'articles' AND non_unique = 0 AND sub_part IS NULL "
            "GROUP BY index_name HAVING count(*) = 1 AND max(column_name) = 'key'",
  .index = "CREATE UNIQUE INDEX articles_key ON articles (`key`)",
};

/* Bytes from which on a row may be larger than a server takes. */
#define LARGE_BYTES (512u * 1024u)

struct _ExmSqlRow
{
  char *values[N_COLUMNS]; /* (owned) (nullable) */
};

/* A table that is written to. */
typedef struct
{
  const ExmSqlTable *table;  /* (unowned) */
  gpointer session;          /* (owned) */
  char *upsert;              /* (owned) */
  GCancellable *cancellable; /* (unowned) (nullable) */
  gboolean lost;             /* at a row that may have been too large */
} Writing;

static void
writing_clear (Writing *self)
{
  if (self->session != NULL)
    self->table->driver->close (self->session);
  g_free (self->upsert);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Writing, writing_clear)

static char *
make_fields (const ExmArticleFields *fields)
{
  g_autoptr (GString) out = g_string_new ("{\"final_url\":");

  exm_quote_json (out, fields->final_url);
  exm_article_append_json_member (out, "method", fields->method);
  exm_article_append_json_member (out, "reason", fields->reason);
  exm_article_append_json_fields (out, fields->metadata);
  g_string_append_c (out, '}');
  return g_string_free (g_steal_pointer (&out), FALSE);
}

ExmSqlRow *
exm_sql_row_new (const ExmArticle *article, const char *task_name)
{
  const ExmArticleFields *fields = exm_article_get (article);
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  ExmSqlRow *self = g_new0 (ExmSqlRow, 1);
  const char *const known[N_COLUMNS] = {
    [COLUMN_TITLE] = exm_article_field (article, EXM_FIELD_TITLE),
    [COLUMN_AUTHOR] = exm_article_field (article, EXM_FIELD_AUTHOR),
    [COLUMN_PUBLISHED] = exm_article_field (article, EXM_FIELD_PUBLISHED),
    [COLUMN_URL] = fields->url,
    [COLUMN_SITE] = exm_article_field (article, EXM_FIELD_SITE),
    [COLUMN_SOURCE] = exm_article_field (article, EXM_FIELD_SOURCE),
    [COLUMN_SECTION] = exm_article_field (article, EXM_FIELD_SECTION),
    [COLUMN_LANGUAGE] = exm_article_field (article, EXM_FIELD_LANGUAGE),
    [COLUMN_TASK] = fields->task_uid,
    [COLUMN_TASK_NAME] = task_name,
    [COLUMN_TEXT] = fields->text,
    [COLUMN_MARKDOWN] = fields->markdown,
    [COLUMN_HTML] = fields->html,
    [COLUMN_STATE] = exm_article_state_get_name (fields->state),
    [COLUMN_CONFIDENCE] = exm_article_is_share (fields->confidence)
                              ? exm_article_format_number (fields->confidence, number)
                              : NULL,
  };

  /* Databases take nothing else. */
  for (guint i = 0; i < N_COLUMNS; i++)
    self->values[i] = known[i] != NULL ? g_utf8_make_valid (known[i], -1) : NULL;
  g_autofree char *json = make_fields (fields);
  self->values[COLUMN_KEY] = exm_article_key (article);
  self->values[COLUMN_FIELDS] = g_utf8_make_valid (json, -1);
  self->values[COLUMN_COLLECTED] = exm_article_format_rfc3339 (fields->collected_usec);
  self->values[COLUMN_UPDATED]
      = exm_article_format_rfc3339 (exm_article_updated_usec (article));
  return self;
}

void
exm_sql_row_free (ExmSqlRow *self)
{
  for (guint i = 0; i < N_COLUMNS; i++)
    g_free (self->values[i]);
  g_free (self);
}

static char *
quote (const ExmSqlDialect *dialect, const char *name)
{
  return g_strconcat (dialect->quote, name, dialect->quote, NULL);
}

static char *
make_create (const ExmSqlDialect *dialect)
{
  g_autoptr (GString) sql = g_string_new ("CREATE TABLE IF NOT EXISTS articles (");

  for (guint i = 0; i < N_COLUMNS; i++)
    {
      g_autofree char *name = quote (dialect, columns[i].name);
      g_string_append_printf (sql, "%s%s %s", i > 0 ? ", " : "", name,
                              dialect->types[columns[i].type]);
    }
  g_string_append_printf (sql, ")%s", dialect->options);
  return g_string_free (g_steal_pointer (&sql), FALSE);
}

static char *
make_upsert (const ExmSqlDialect *dialect)
{
  g_autoptr (GString) sql = g_string_new ("INSERT INTO articles (");
  g_autoptr (GString) set = g_string_new (dialect->upsert);

  for (guint i = 0; i < N_COLUMNS; i++)
    {
      g_autofree char *name = quote (dialect, columns[i].name);
      g_string_append_printf (sql, "%s%s", i > 0 ? ", " : "", name);
      if (i == COLUMN_KEY)
        continue;
      g_autoptr (GString) value = g_string_new (dialect->value);
      g_string_replace (value, "%s", name, 1);
      g_string_append_printf (set, "%s%s = %s", i > 1 ? ", " : "", name, value->str);
    }
  g_string_append (sql, ") VALUES (?");
  for (guint i = 1; i < N_COLUMNS; i++)
    g_string_append (sql, ", ?");
  g_string_append_printf (sql, ")%s", set->str);
  return g_string_free (g_steal_pointer (&sql), FALSE);
}

/* @format: of a place and the database's own words */
static const struct
{
  ExmMessageError code;
  const char *format;
} failures[] = {
  [EXM_SQL_ERROR_UNREACHABLE]
  = { EXM_MESSAGE_ERROR_NOT_ASKED, N_ ("The database %s cannot be reached: %s") },
  [EXM_SQL_ERROR_LOGIN]
  = { EXM_MESSAGE_ERROR_REFUSED, N_ ("The database %s does not let us in; check user, "
                                     "password and the database’s name: %s") },
  [EXM_SQL_ERROR_LOST]
  = { EXM_MESSAGE_ERROR_UNANSWERED,
      N_ ("The connection to the database %s was lost, or it did not answer in time: "
          "%s") },
  [EXM_SQL_ERROR_BUSY]
  = { EXM_MESSAGE_ERROR_REFUSED,
      N_ ("The database %s is locked by another program; it is tried again: %s") },
  [EXM_SQL_ERROR_FULL] = { EXM_MESSAGE_ERROR_REFUSED,
                           N_ ("The database %s cannot be written: there is no room. "
                               "Make room; it is then tried again: %s") },
  [EXM_SQL_ERROR_VALUE]
  = { EXM_MESSAGE_ERROR_REFUSED, N_ ("The database %s does not take the article: %s") },
  [EXM_SQL_ERROR_CODING]
  = { EXM_MESSAGE_ERROR_REFUSED,
      N_ ("The table “articles” of %s cannot hold all letters; it must be in UTF-8 "
          "(utf8mb4 in MySQL): %s") },
  [EXM_SQL_ERROR_FAILED]
  = { EXM_MESSAGE_ERROR_REFUSED, N_ ("The database %s refuses: %s") },
};

/* The formats are those of the table above. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"

static void
set_error (const Writing *self, const GError *cause, GError **error)
{
  const char *password = self->table->target.password;
  g_autoptr (GString) words = g_string_new (cause->message);

  if (password != NULL && *password != '\0')
    g_string_replace (words, password, "…", 0);
  exm_said_set_error (error, EXM_MESSAGE_ERROR, (int) failures[cause->code].code,
                      failures[cause->code].format, self->table->place,
                      g_strchomp (words->str));
}

#pragma GCC diagnostic pop

static gboolean
run (const Writing *self, const char *sql, GPtrArray *column, GError **error)
{
  g_autoptr (GError) cause = NULL;

  if (self->table->driver->run (self->session, sql, NULL, 0, column, &cause))
    return TRUE;
  set_error (self, cause, error);
  return FALSE;
}

/* @found: (out): whether the query gives a row */
static gboolean
ask (const Writing *self, const char *sql, gboolean *found, GError **error)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (g_free);

  if (!run (self, sql, rows, error))
    return FALSE;
  *found = rows->len > 0;
  return TRUE;
}

static gboolean
is_among (const GPtrArray *names, const char *name)
{
  for (guint i = 0; i < names->len; i++)
    if (g_ascii_strcasecmp (g_ptr_array_index (names, i), name) == 0)
      return TRUE;
  return FALSE;
}

static void
refuse_columns (const Writing *self, const char *names, const char *sql, GError **error)
{
  exm_said_set_error (
      error, EXM_MESSAGE_ERROR, EXM_MESSAGE_ERROR_REFUSED,
      /* translators: a database, columns, SQL */
      N_ ("The table “articles” of %s lacks columns: %s. Let them be added to it "
          "(add-columns), or run: %s"),
      self->table->place, names, sql);
}

/* Adds columns that the table lacks, or tells of all of them. @has: those it has */
static gboolean
complete (const Writing *self, const GPtrArray *has, GError **error)
{
  const ExmSqlDialect *dialect = self->table->dialect;
  g_autoptr (GString) lacking = g_string_new (NULL);
  g_autoptr (GString) remedy = g_string_new (NULL);

  for (guint i = 0; i < N_COLUMNS; i++)
    {
      if (is_among (has, columns[i].name))
        continue;
      g_autofree char *name = quote (dialect, columns[i].name);
      g_autofree char *sql = g_strdup_printf ("ALTER TABLE articles ADD COLUMN %s %s",
                                              name, dialect->types[columns[i].type]);
      if (self->table->add_columns && !run (self, sql, NULL, error))
        return FALSE;
      g_string_append_printf (lacking, "%s“%s”", lacking->len > 0 ? ", " : "",
                              columns[i].name);
      g_string_append_printf (remedy, "%s%s", remedy->len > 0 ? "; " : "", sql);
    }
  if (lacking->len == 0 || self->table->add_columns)
    return TRUE;
  refuse_columns (self, lacking->str, remedy->str, error);
  return FALSE;
}

static gboolean
check_key (const Writing *self, GError **error)
{
  gboolean unique = FALSE;

  if (!ask (self, self->table->dialect->unique, &unique, error))
    return FALSE;
  if (unique)
    return TRUE;
  exm_said_set_error (error, EXM_MESSAGE_ERROR, EXM_MESSAGE_ERROR_REFUSED,
                      /* translators: a database, SQL */
                      N_ ("The column “key” of the table “articles” of %s may hold the "
                          "same twice; run: %s"),
                      self->table->place, self->table->dialect->index);
  return FALSE;
}

static gboolean
check_columns (const Writing *self, GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  if (!run (self, self->table->dialect->list, names, error))
    return FALSE;
  if (names->len == 0)
    {
      g_autofree char *create = make_create (self->table->dialect);
      return run (self, create, NULL, error);
    }
  if (!is_among (names, columns[COLUMN_KEY].name))
    {
      exm_said_set_error (error, EXM_MESSAGE_ERROR, EXM_MESSAGE_ERROR_REFUSED,
                          /* translators: a database, a column */
                          N_ ("The table “articles” of %s lacks the column “%s”, so it "
                              "is not ours: rename it, or choose another database"),
                          self->table->place, columns[COLUMN_KEY].name);
      return FALSE;
    }
  return complete (self, names, error) && check_key (self, error);
}

static gboolean
start (Writing *self, const ExmSqlTable *table, GCancellable *cancellable, GError **error)
{
  const ExmSqlDialect *dialect = table->dialect;
  g_autoptr (GError) cause = NULL;
  gboolean own = FALSE;

  self->table = table;
  self->cancellable = cancellable;
  self->upsert = make_upsert (dialect);
  self->session = table->driver->open (&table->target, cancellable, &cause);
  if (self->session == NULL)
    {
      set_error (self, cause, error);
      return FALSE;
    }
  if (dialect->own != NULL && !ask (self, dialect->own, &own, error))
    return FALSE;
  if (own)
    {
      exm_said_set_error (error, EXM_MESSAGE_ERROR, EXM_MESSAGE_ERROR_CONNECTION,
                          N_ ("%s is a database of this program itself; choose another "
                              "file"),
                          table->place);
      return FALSE;
    }
  exm_fail_point ("sql.table.before");
  if (!check_columns (self, error))
    return FALSE;
  exm_fail_point ("sql.table.after");
  return TRUE;
}

/* Servers, and what stands before them, end a connection without a word where a row is
 * larger than they take. */
static gboolean
is_large (const ExmSqlRow *row)
{
  gsize n_bytes = 0;

  for (guint i = 0; i < N_COLUMNS; i++)
    n_bytes += row->values[i] != NULL ? strlen (row->values[i]) : 0;
  return n_bytes >= LARGE_BYTES;
}

/* @of_row: (out): whether it is the row that is not taken, or may be */
static gboolean
put (Writing *self, const ExmSqlRow *row, gboolean *of_row, GError **error)
{
  g_autoptr (GError) cause = NULL;

  *of_row = FALSE;
  exm_fail_point ("sql.row.before");
  if (self->table->driver->run (self->session, self->upsert,
                                (const char *const *) row->values, N_COLUMNS, NULL,
                                &cause))
    return TRUE;
  self->lost = cause->code == EXM_SQL_ERROR_LOST && is_large (row);
  *of_row = cause->code == EXM_SQL_ERROR_VALUE || self->lost;
  set_error (self, cause, error);
  return FALSE;
}

static gboolean
commit (const Writing *self, GError **error)
{
  exm_fail_point ("sql.commit.before");
  if (!run (self, "COMMIT", NULL, error))
    return FALSE;
  exm_fail_point ("sql.commit.after");
  return TRUE;
}

/* Ends a transaction that failed. After a lost connection there is another one, if the
 * server is still there. */
static gboolean
roll_back (Writing *self, GError **error)
{
  const ExmSqlTable *table = self->table;
  g_autoptr (GError) cause = NULL;

  if (!self->lost)
    return run (self, "ROLLBACK", NULL, error);
  self->lost = FALSE;
  table->driver->close (self->session);
  self->session = table->driver->open (&table->target, self->cancellable, &cause);
  if (self->session == NULL)
    set_error (self, cause, error);
  return self->session != NULL;
}

/* Rows from @first on in one transaction. @of_row: (out): as of put() */
static gboolean
write_rows (Writing *self,
            const GPtrArray *rows,
            guint first,
            guint n,
            gboolean *of_row,
            GError **error)
{
  g_autoptr (GError) problem = NULL;
  gboolean good = run (self, self->table->dialect->begin, NULL, error);

  *of_row = FALSE;
  if (!good)
    return FALSE;
  for (guint i = 0; i < n && good; i++)
    good = put (self, g_ptr_array_index (rows, first + i), of_row, error);
  if (good && commit (self, error))
    return TRUE;
  /* Another error than that of the rows would be that of the whole. */
  if (*of_row && !roll_back (self, &problem))
    {
      *of_row = FALSE;
      g_clear_error (error);
      g_propagate_error (error, g_steal_pointer (&problem));
    }
  return FALSE;
}

static void
refuse (GPtrArray *refused, const GError *cause)
{
  GError *error = NULL;

  exm_said_set_error (&error, EXM_PUBLISH_ERROR, EXM_PUBLISH_ERROR_ARTICLE, "%s",
                      exm_said_from_error (cause) != NULL ? exm_said_from_error (cause)
                                                          : cause->message);
  g_ptr_array_add (refused, error);
}

static gboolean
write_each (Writing *self, const GPtrArray *rows, GPtrArray *refused, GError **error)
{
  for (guint i = 0; i < rows->len; i++)
    {
      g_autoptr (GError) cause = NULL;
      gboolean of_row = FALSE;
      if (write_rows (self, rows, i, 1, &of_row, &cause))
        g_ptr_array_add (refused, NULL);
      else if (of_row)
        refuse (refused, cause);
      else
        {
          g_propagate_error (error, g_steal_pointer (&cause));
          return FALSE;
        }
    }
  return TRUE;
}

gboolean
exm_sql_table_write (const ExmSqlTable *self,
                     const GPtrArray *rows,
                     GPtrArray *refused,
                     GCancellable *cancellable,
                     GError **error)
{
  g_auto (Writing) writing = { 0 };
  g_autoptr (GError) cause = NULL;
  gboolean of_row = FALSE;

  if (!start (&writing, self, cancellable, error))
    return FALSE;
  if (write_rows (&writing, rows, 0, rows->len, &of_row, &cause))
    {
      g_ptr_array_set_size (refused, (int) rows->len);
      return TRUE;
    }
  if (of_row)
    return write_each (&writing, rows, refused, error);
  g_propagate_error (error, g_steal_pointer (&cause));
  return FALSE;
}

gboolean
exm_sql_table_test (const ExmSqlTable *self,
                    const ExmSqlRow *row,
                    GCancellable *cancellable,
                    char **answer,
                    GError **error)
{
  g_auto (Writing) writing = { 0 };
  g_autoptr (GPtrArray) count = g_ptr_array_new_with_free_func (g_free);
  gboolean of_row = FALSE;

  if (!start (&writing, self, cancellable, error)
      || !run (&writing, self->dialect->begin, NULL, error)
      || !put (&writing, row, &of_row, error) || !run (&writing, "ROLLBACK", NULL, error)
      || !run (&writing, "SELECT count(*) FROM articles", count, error))
    return FALSE;
  *answer = g_strdup_printf (
      /* translators: a number */
      _ ("A sample row was written and taken back; articles in the table: %s"),
      count->len > 0 ? (const char *) g_ptr_array_index (count, 0) : "0");
  return TRUE;
}

GBytes *
exm_sql_table_dump (const GPtrArray *rows, GError **error)
{
  const ExmSqlTable table = {
    .dialect = &exm_sql_dialect_sqlite,
    .driver = &exm_sql_sqlite,
    .target = { .file = ":memory:" },
    .place = "SQLite",
  };
  g_auto (Writing) writing = { 0 };
  g_autoptr (GError) cause = NULL;
  gboolean of_row = FALSE;

  if (!start (&writing, &table, NULL, error)
      || !write_rows (&writing, rows, 0, rows->len, &of_row, error))
    return NULL;
  GBytes *bytes = exm_sql_sqlite_serialize (writing.session, &cause);
  if (bytes == NULL)
    set_error (&writing, cause, error);
  return bytes;
}
