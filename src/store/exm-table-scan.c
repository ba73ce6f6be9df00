/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "exm-table-scan.h"

#include <sqlite3.h>
#include <string.h>

/* Where nothing tells the largest row id, so many are looked for at a time, and so many
 * times in vain. */
#define BLIND_CHUNK 4096
#define BLIND_CHUNKS 4u

typedef struct
{
  ExmTableScan *scan; /* (unowned) */
  sqlite3 *source;    /* (unowned) */
  sqlite3 *target;    /* (unowned) (nullable) */
  GString *columns;   /* (owned): quoted, in the order of the table */
  GPtrArray *key;     /* (owned) (element-type utf8): of a table without row ids */
  gboolean has_rowid;
  int n_columns;
  sqlite3_stmt *insert; /* (owned) (nullable) */
  sqlite3_stmt *range;  /* (owned) (nullable) */
  gboolean failed;      /* the target could not be written */
  guint64 n_refused;    /* rows that are not what their table may hold */
  guint64 n_unread;     /* single row ids that could not be read */
} Walk;

static sqlite3_stmt *
prepare (sqlite3 *db, const char *sql)
{
  sqlite3_stmt *statement = NULL;

  return sqlite3_prepare_v2 (db, sql, -1, &statement, NULL) == SQLITE_OK ? statement
                                                                         : NULL;
}

/* The columns as the file has them, and what its primary key is made of. */
static gboolean
describe_table (Walk *self)
{
  g_autofree char *sql = g_strdup_printf (
      "SELECT c.name, c.pk, t.wr FROM pragma_table_info ('%s') c"
      " JOIN pragma_table_list ('%s') t ON t.schema = 'main' ORDER BY c.cid",
      self->scan->table, self->scan->table);
  sqlite3_stmt *statement = prepare (self->source, sql);
  int code = SQLITE_ERROR;

  while (statement != NULL && (code = sqlite3_step (statement)) == SQLITE_ROW)
    {
      const char *name = (const char *) sqlite3_column_text (statement, 0);
      g_string_append_printf (self->columns, "%s\"%s\"", self->n_columns > 0 ? ", " : "",
                              name);
      self->has_rowid = sqlite3_column_int (statement, 2) == 0;
      if (sqlite3_column_int (statement, 1) > 0)
        g_ptr_array_add (self->key, g_strdup_printf ("\"%s\"", name));
      self->n_columns++;
    }
  sqlite3_finalize (statement);
  return code == SQLITE_DONE && self->n_columns > 0;
}

static gboolean
prepare_insert (Walk *self)
{
  g_autoptr (GString) sql = g_string_new ("INSERT OR IGNORE INTO ");

  if (self->target == NULL)
    return TRUE;
  g_string_append_printf (sql, "\"%s\" (%s) VALUES (?", self->scan->table,
                          self->columns->str);
  for (int i = 1; i < self->n_columns; i++)
    g_string_append (sql, ", ?");
  g_string_append_c (sql, ')');
  self->insert = prepare (self->target, sql->str);
  return self->insert != NULL;
}

/* The row that @row stands on; its first column is the row id where there is one. */
static void
add_row (Walk *self, sqlite3_stmt *row)
{
  int first = self->has_rowid ? 1 : 0;

  if (self->target == NULL)
    {
      self->scan->n_read++;
      return;
    }
  for (int i = 0; i < self->n_columns; i++)
    sqlite3_bind_value (self->insert, i + 1, sqlite3_column_value (row, first + i));
  int code = sqlite3_step (self->insert);
  if (code == SQLITE_DONE && sqlite3_changes (self->target) == 1)
    self->scan->n_read++;
  else if ((code & 0xff) == SQLITE_CONSTRAINT || (code & 0xff) == SQLITE_MISMATCH)
    self->n_refused++;
  else if (code != SQLITE_DONE)
    self->failed = TRUE;
  sqlite3_reset (self->insert);
  sqlite3_clear_bindings (self->insert);
}

/* All rows that @statement gives; %FALSE if it ended with an error. @last: (nullable):
 * the largest row id so far */
static gboolean
add_rows (Walk *self, sqlite3_stmt *statement, gint64 *last)
{
  int code = SQLITE_ERROR;

  while (statement != NULL && !self->failed
         && (code = sqlite3_step (statement)) == SQLITE_ROW)
    {
      if (last != NULL)
        *last = MAX (*last, sqlite3_column_int64 (statement, 0));
      add_row (self, statement);
    }
  return code == SQLITE_DONE;
}

static gboolean
query_int (sqlite3 *db, const char *sql, gint64 *value)
{
  sqlite3_stmt *statement = prepare (db, sql);
  gboolean found = statement != NULL && sqlite3_step (statement) == SQLITE_ROW;

  if (found)
    *value = sqlite3_column_int64 (statement, 0);
  sqlite3_finalize (statement);
  return found;
}

/* What an index says of the table: "max(rowid)" or "count(*)". */
static gboolean
ask_indices (Walk *self, const char *what, gint64 *value)
{
  g_autofree char *sql = g_strdup_printf (
      "SELECT name FROM pragma_index_list ('%s') WHERE partial = 0", self->scan->table);
  sqlite3_stmt *names = prepare (self->source, sql);
  gboolean found = FALSE;

  while (names != NULL && sqlite3_step (names) == SQLITE_ROW)
    {
      g_autofree char *question
          = g_strdup_printf ("SELECT %s FROM \"%s\" INDEXED BY \"%s\"", what,
                             self->scan->table, sqlite3_column_text (names, 0));
      gint64 answer = 0;
      if (query_int (self->source, question, &answer))
        *value = found ? MAX (*value, answer) : answer;
      found = found || sqlite3_errcode (self->source) == SQLITE_OK;
    }
  sqlite3_finalize (names);
  return found;
}

/* Rows with ids of a range, halved again and again where something cannot be read. */
static void
walk_range (Walk *self, gint64 low, gint64 high)
{
  gint64 last = low - 1;

  if (self->failed || low > high)
    return;
  sqlite3_bind_int64 (self->range, 1, low);
  sqlite3_bind_int64 (self->range, 2, high);
  gboolean done = add_rows (self, self->range, &last);
  sqlite3_reset (self->range);
  if (done)
    return;
  low = CLAMP (last, low - 1, high) + 1;
  if (low >= high)
    {
      self->n_unread++;
      return;
    }
  gint64 middle = low + (high - low) / 2;
  walk_range (self, low, middle);
  walk_range (self, middle + 1, high);
}

/* Behind the last id that anything tells. */
static void
walk_blindly (Walk *self, gint64 low)
{
  for (guint n_vain = 0; n_vain < BLIND_CHUNKS && !self->failed; low += BLIND_CHUNK)
    {
      guint64 n_before = self->scan->n_read;
      walk_range (self, low, low + BLIND_CHUNK - 1);
      n_vain = self->scan->n_read > n_before ? 0 : n_vain + 1;
    }
}

static void
walk_rowids (Walk *self)
{
  g_autofree char *all = g_strdup_printf ("SELECT rowid, %s FROM \"%s\" NOT INDEXED",
                                          self->columns->str, self->scan->table);
  g_autofree char *range
      = g_strconcat (all, " WHERE rowid BETWEEN ? AND ? ORDER BY rowid", NULL);
  g_autofree char *largest
      = g_strdup_printf ("SELECT max(rowid) FROM \"%s\" NOT INDEXED", self->scan->table);
  sqlite3_stmt *statement = prepare (self->source, all);
  gint64 last = 0, high = 0;

  gboolean done = add_rows (self, statement, &last);
  sqlite3_finalize (statement);
  if (done)
    return;
  self->scan->damaged = TRUE;
  self->range = prepare (self->source, range);
  /* What is known of a damaged end is not known to be the end. */
  if (self->range == NULL)
    return;
  if (query_int (self->source, largest, &high))
    walk_range (self, last + 1, high);
  else if (ask_indices (self, "max(rowid)", &high))
    walk_range (self, last + 1, MIN (high, last + G_MAXINT32));
  else
    walk_blindly (self, last + 1);
  sqlite3_finalize (self->range);
}

static void
walk_sql (Walk *self, const char *where, gint64 task, const char *order)
{
  g_autofree char *sql
      = g_strdup_printf ("SELECT %s FROM \"%s\" NOT INDEXED %s %s", self->columns->str,
                         self->scan->table, where, order);
  sqlite3_stmt *statement = prepare (self->source, sql);

  if (statement != NULL && *where != '\0')
    sqlite3_bind_int64 (statement, 1, task);
  if (!add_rows (self, statement, NULL))
    self->scan->damaged = TRUE;
  sqlite3_finalize (statement);
}

/* From both ends, of the table and of each task in it. A row that comes twice is ignored
 * by the target; without one it is counted twice at most. */
static void
walk_keys (Walk *self)
{
  g_autoptr (GString) order = g_string_new ("ORDER BY ");
  sqlite3_stmt *tasks;

  walk_sql (self, "", 0, "");
  if (!self->scan->damaged || self->target == NULL)
    return;
  for (guint i = 0; i < self->key->len; i++)
    g_string_append_printf (order, "%s%s DESC", i > 0 ? ", " : "",
                            (char *) g_ptr_array_index (self->key, i));
  walk_sql (self, "", 0, order->str);
  if (strcmp (g_ptr_array_index (self->key, 0), "\"task\"") != 0)
    return;
  tasks = prepare (self->target, "SELECT id FROM task");
  while (tasks != NULL && sqlite3_step (tasks) == SQLITE_ROW)
    {
      gint64 task = sqlite3_column_int64 (tasks, 0);
      walk_sql (self, "WHERE task = ?", task, "");
      walk_sql (self, "WHERE task = ?", task, order->str);
    }
  sqlite3_finalize (tasks);
}

/* An index that is sound tells how many rows there were. */
static void
count_lost (Walk *self)
{
  ExmTableScan *scan = self->scan;
  gint64 n_rows = 0;

  if (!scan->damaged && self->n_refused == 0)
    return;
  scan->damaged = TRUE;
  if (self->has_rowid && ask_indices (self, "count(*)", &n_rows)
      && n_rows > (gint64) scan->n_read)
    scan->n_lost = (guint64) n_rows - scan->n_read;
  else
    scan->n_lost = MAX (self->n_refused, 1);
}

gboolean
exm_table_scan_run (ExmTableScan *scan, sqlite3 *source, sqlite3 *target)
{
  g_autoptr (GString) columns = g_string_new (NULL);
  g_autoptr (GPtrArray) key = g_ptr_array_new_with_free_func (g_free);
  Walk walk = {
    .scan = scan, .source = source, .target = target, .columns = columns, .key = key
  };

  scan->n_read = 0;
  scan->n_lost = 0;
  scan->damaged = FALSE;
  if (!describe_table (&walk))
    {
      /* Its place in the file is not known. */
      scan->damaged = TRUE;
      scan->n_lost = 1;
      return TRUE;
    }
  if (!prepare_insert (&walk))
    return FALSE;
  if (walk.has_rowid)
    walk_rowids (&walk);
  else
    walk_keys (&walk);
  count_lost (&walk);
  sqlite3_finalize (walk.insert);
  return !walk.failed;
}
