/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "store/salvage/exm-table-scan.h"

#include <sqlite3.h>
#include <string.h>

/* Behind the largest row id that is known, so many are looked for at a time, and so many
 * times in vain. */
#define BLIND_CHUNK 4096
#define BLIND_CHUNKS 4u
/* As many row ids are tried of each gap between those that are known; and as many in vain
 * in one table, since a damaged row may claim any id. */
#define GAP_IDS 65536
#define FAILURES_MAX (1u << 20)

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
  sqlite3_stmt *single; /* (owned) (nullable) */
  GHashTable *found; /* (owned) (nullable) (element-type gint64): row ids read so far */
  gboolean failed;   /* the target could not be written */
  guint64 n_refused; /* rows that are not what their table may hold */
  guint n_ids;       /* row ids that are named, by whatever can be read */
  guint n_failures;  /* row ids tried in vain */
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

/* The same, unless a row of that id was read before. */
static void
add_row_once (Walk *self, sqlite3_stmt *row)
{
  gint64 id = sqlite3_column_int64 (row, 0);

  if (self->found != NULL && !g_hash_table_add (self->found, g_memdup2 (&id, sizeof id)))
    return;
  add_row (self, row);
}

/* All rows that @statement gives; %FALSE if it ended with an error. @last: (nullable):
 * the largest row id so far. A row id out of order is damaged: @ordered ends there. */
static gboolean
add_rows (Walk *self, sqlite3_stmt *statement, gboolean ordered, gint64 *last)
{
  int code = SQLITE_ERROR;

  while (statement != NULL && !self->failed
         && (code = sqlite3_step (statement)) == SQLITE_ROW)
    {
      if (ordered && sqlite3_column_int64 (statement, 0) <= *last)
        return FALSE;
      if (last != NULL)
        *last = MAX (*last, sqlite3_column_int64 (statement, 0));
      if (self->has_rowid)
        add_row_once (self, statement);
      else
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

/* Rows of the table after the index that has most of them. */
static gboolean
count_in_indices (Walk *self, gint64 *n_rows)
{
  g_autofree char *sql = g_strdup_printf (
      "SELECT name FROM pragma_index_list ('%s') WHERE partial = 0", self->scan->table);
  sqlite3_stmt *names = prepare (self->source, sql);
  gboolean found = FALSE;

  *n_rows = 0;
  while (names != NULL && sqlite3_step (names) == SQLITE_ROW)
    {
      g_autofree char *count
          = g_strdup_printf ("SELECT count(*) FROM \"%s\" INDEXED BY \"%s\"",
                             self->scan->table, sqlite3_column_text (names, 0));
      gint64 answer = 0;
      if (!query_int (self->source, count, &answer))
        continue;
      *n_rows = MAX (*n_rows, answer);
      found = TRUE;
    }
  sqlite3_finalize (names);
  return found;
}

/* Rows with ids of a range, halved again and again where something cannot be read. */
static void
walk_range (Walk *self, gint64 low, gint64 high)
{
  gint64 last = low - 1;

  if (self->failed || low > high || self->n_failures >= FAILURES_MAX)
    return;
  sqlite3_bind_int64 (self->range, 1, low);
  sqlite3_bind_int64 (self->range, 2, high);
  gboolean done = add_rows (self, self->range, FALSE, &last);
  sqlite3_reset (self->range);
  if (done)
    return;
  low = CLAMP (last, low - 1, high) + 1;
  if (low >= high)
    {
      self->n_failures++;
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

/* Row ids that a statement gives, up to its end or an error. */
static void
collect_ids (Walk *self, GArray *ids, const char *sql)
{
  sqlite3_stmt *statement = prepare (self->source, sql);

  while (statement != NULL && sqlite3_step (statement) == SQLITE_ROW)
    {
      gint64 id = sqlite3_column_int64 (statement, 0);
      if (id > 0 && (ids->len == 0 || g_array_index (ids, gint64, ids->len - 1) != id))
        g_array_append_val (ids, id);
    }
  sqlite3_finalize (statement);
}

/* The same for each statement that @sql gives for the table. */
static void
collect_ids_of (Walk *self, GArray *ids, const char *sql)
{
  sqlite3_stmt *statement = prepare (self->source, sql);

  if (statement != NULL)
    sqlite3_bind_text (statement, 1, self->scan->table, -1, SQLITE_STATIC);
  while (statement != NULL && sqlite3_step (statement) == SQLITE_ROW)
    collect_ids (self, ids, (const char *) sqlite3_column_text (statement, 0));
  sqlite3_finalize (statement);
}

static int
compare_ids (gconstpointer a, gconstpointer b)
{
  const gint64 *first = a, *second = b;

  return (*first > *second) - (*first < *second);
}

/* Sorted row ids that the table, its indices or references to it name. Each may be wrong:
 * they are hints, of which only those that a row is found for count. */
static GArray *
find_ids (Walk *self)
{
  GArray *ids = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autofree char *up
      = g_strdup_printf ("SELECT rowid FROM \"%s\" NOT INDEXED", self->scan->table);
  g_autofree char *down = g_strconcat (up, " ORDER BY rowid DESC", NULL);

  collect_ids (self, ids, up);
  collect_ids (self, ids, down);
  collect_ids_of (self, ids,
                  "SELECT printf ('SELECT rowid FROM \"%w\" INDEXED BY \"%w\"', ?1, name)"
                  " FROM pragma_index_list (?1) WHERE partial = 0");
  collect_ids_of (self, ids,
                  "SELECT printf ('SELECT \"%w\" FROM \"%w\"', f.\"from\", s.name)"
                  " FROM sqlite_schema s JOIN pragma_foreign_key_list (s.name) f"
                  " WHERE s.type = 'table' AND f.\"table\" = ?1");
  g_array_sort (ids, compare_ids);
  return ids;
}

/* %FALSE if there is no row of that id, or it cannot be read. */
static gboolean
read_single (Walk *self, gint64 id)
{
  guint n_before = g_hash_table_size (self->found);

  sqlite3_bind_int64 (self->single, 1, id);
  add_rows (self, self->single, FALSE, NULL);
  sqlite3_reset (self->single);
  return g_hash_table_size (self->found) > n_before;
}

/* Each id that is known, and those between, as a scan of a range ends without an error
 * where a damaged row claims an id behind the range. */
static void
read_singles (Walk *self, const GArray *ids)
{
  gint64 last = 0;
  guint n_vain = 0;

  for (guint i = 0; i < ids->len && !self->failed; i++)
    {
      gint64 id = g_array_index (ids, gint64, i);
      gint64 end = MIN (id - last, GAP_IDS) + last;
      for (gint64 between = last + 1; between < end && n_vain < FAILURES_MAX; between++)
        n_vain += !read_single (self, between);
      if (id != last)
        read_single (self, id);
      last = id;
    }
}

/* Begins anew, as the rows of a damaged table may have claimed the ids of others. Those
 * that are found by their ids go first; then those that only a scan comes by. */
static gboolean
restart (Walk *self)
{
  g_autofree char *sql = g_strdup_printf ("DELETE FROM \"%s\"", self->scan->table);

  self->scan->damaged = TRUE;
  self->scan->n_read = 0;
  self->n_refused = 0;
  self->found = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  if (self->target != NULL
      && sqlite3_exec (self->target, sql, NULL, NULL, NULL) != SQLITE_OK)
    self->failed = TRUE;
  return !self->failed;
}

static void
scan_all (Walk *self, const char *all, const char *order)
{
  g_autofree char *sql = g_strconcat (all, order, NULL);
  sqlite3_stmt *statement = prepare (self->source, sql);

  add_rows (self, statement, FALSE, NULL);
  sqlite3_finalize (statement);
}

static void
walk_damaged (Walk *self, const char *all)
{
  g_autofree char *single = g_strconcat (all, " WHERE rowid = ?", NULL);
  g_autofree char *range
      = g_strconcat (all, " WHERE rowid BETWEEN ? AND ? ORDER BY rowid", NULL);
  g_autofree char *largest
      = g_strdup_printf ("SELECT max(rowid) FROM \"%s\" NOT INDEXED", self->scan->table);
  gint64 high = 0;

  self->single = prepare (self->source, single);
  self->range = prepare (self->source, range);
  if (!restart (self) || self->single == NULL || self->range == NULL)
    return;
  g_autoptr (GArray) ids = find_ids (self);
  gint64 last = ids->len > 0 ? g_array_index (ids, gint64, ids->len - 1) : 0;
  for (guint i = 0; i < ids->len; i++)
    self->n_ids
        += i == 0 || g_array_index (ids, gint64, i) != g_array_index (ids, gint64, i - 1);
  last = MIN (last, G_MAXINT32);
  read_singles (self, ids);
  scan_all (self, all, "");
  scan_all (self, all, " ORDER BY rowid DESC");
  walk_range (self, 1, last);
  /* Nothing tells the end. */
  if (!query_int (self->source, largest, &high))
    walk_blindly (self, last + 1);
}

/* Whether an index names more rows than a scan that ended well came by. */
static gboolean
has_more (Walk *self)
{
  gint64 n_rows = 0;

  return count_in_indices (self, &n_rows)
         && n_rows > (gint64) (self->scan->n_read + self->n_refused);
}

static void
walk_rowids (Walk *self)
{
  g_autofree char *all = g_strdup_printf ("SELECT rowid, %s FROM \"%s\" NOT INDEXED",
                                          self->columns->str, self->scan->table);
  sqlite3_stmt *statement = prepare (self->source, all);
  gint64 last = G_MININT64;

  gboolean done = add_rows (self, statement, TRUE, &last);
  sqlite3_finalize (statement);
  if (!self->failed && (!done || has_more (self)))
    walk_damaged (self, all);
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
  if (!add_rows (self, statement, FALSE, NULL))
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

/* An index that is sound tells how many rows there were; without one, all that names a
 * row does. */
static void
count_lost (Walk *self)
{
  ExmTableScan *scan = self->scan;
  gint64 n_rows = 0;

  if (!scan->damaged && self->n_refused == 0)
    return;
  scan->damaged = TRUE;
  if (self->has_rowid && !count_in_indices (self, &n_rows))
    n_rows = self->n_ids;
  if (n_rows > (gint64) scan->n_read)
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
  sqlite3_finalize (walk.single);
  sqlite3_finalize (walk.range);
  g_clear_pointer (&walk.found, g_hash_table_unref);
  return !walk.failed;
}
