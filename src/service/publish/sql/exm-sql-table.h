/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The table `articles` of a database: a row an article, by its key. docs/databases.md
 * tells its columns. */

#pragma once

#include "publish/sql/exm-sql-driver.h"
#include "task/exm-article.h"

G_BEGIN_DECLS

/* Ways in which databases differ. */
typedef struct _ExmSqlDialect ExmSqlDialect;
extern const ExmSqlDialect exm_sql_dialect_sqlite;
extern const ExmSqlDialect exm_sql_dialect_postgresql;
extern const ExmSqlDialect exm_sql_dialect_mysql;

/**
 * ExmSqlTable:
 * @dialect: of the database
 * @driver: by which it is reached
 * @target: where it is
 * @place: for people: a file or a host
 * @add_columns: whether columns that the table lacks are added
 *
 * All (unowned).
 */
typedef struct
{
  const ExmSqlDialect *dialect;
  const ExmSqlDriver *driver;
  ExmSqlTarget target;
  const char *place;
  gboolean add_columns;
} ExmSqlTable;

typedef struct _ExmSqlRow ExmSqlRow;

/**
 * exm_sql_row_new:
 * @article: an article with an address
 * @task_name: of the task that collected it
 *
 * Returns: (transfer full): its values, which are the same however often it is written
 */
ExmSqlRow *exm_sql_row_new (const ExmArticle *article, const char *task_name);

void exm_sql_row_free (ExmSqlRow *self);

/**
 * exm_sql_table_write:
 * @rows: (element-type ExmSqlRow): at least one
 * @refused: (element-type GError): gets an element a row: %NULL for one that is there
 *   now, else why the database does not take it
 * @cancellable: (nullable): ends it
 * @error: (out): %EXM_MESSAGE_ERROR, without secrets; nothing that was not there before
 *   is missing then, and all may be written again
 *
 * Connects, makes the table where there is none, and writes all rows in one transaction;
 * where the database refuses one, each in its own. A row whose key is there is replaced.
 * Blocks; any thread.
 */
gboolean exm_sql_table_write (const ExmSqlTable *self,
                              const GPtrArray *rows,
                              GPtrArray *refused,
                              GCancellable *cancellable,
                              GError **error);

/**
 * exm_sql_table_test:
 * @row: a sample, which does not stay
 * @answer: (out) (transfer full): how many rows the table has
 *
 * As exm_sql_table_write().
 */
gboolean exm_sql_table_test (const ExmSqlTable *self,
                             const ExmSqlRow *row,
                             GCancellable *cancellable,
                             char **answer,
                             GError **error);

/**
 * exm_sql_table_dump:
 * @rows: (element-type ExmSqlRow): rows
 * @error: (out): %EXM_MESSAGE_ERROR
 *
 * Returns: (transfer full): bytes of a file of SQLite with the table; made in memory
 */
GBytes *exm_sql_table_dump (const GPtrArray *rows, GError **error);

G_END_DECLS
