/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A prepared statement of one connection, finalised before the connection is closed. */

#pragma once

#include "store/db/exm-db.h"

G_BEGIN_DECLS

typedef struct _ExmStatement ExmStatement;

typedef enum
{
  EXM_STEP_ROW,
  EXM_STEP_DONE,
  EXM_STEP_ERROR,
} ExmStep;

typedef enum
{
  EXM_VALUE_END,
  EXM_VALUE_NULL,
  EXM_VALUE_INT,
  EXM_VALUE_DOUBLE,
  EXM_VALUE_TEXT,
  EXM_VALUE_BLOB,
} ExmValueType;

/* A value for a parameter; made by the macros below. */
typedef struct
{
  ExmValueType type;
  gint64 number;
  double real;
  const char *text; /* (unowned) (nullable): %NULL is SQL's NULL */
  GBytes *bytes;    /* (unowned) */
} ExmValue;

#define EXM_INT(v) ((ExmValue){ .type = EXM_VALUE_INT, .number = (v) })
#define EXM_DOUBLE(v) ((ExmValue){ .type = EXM_VALUE_DOUBLE, .real = (v) })
#define EXM_TEXT(v) ((ExmValue){ .type = EXM_VALUE_TEXT, .text = (v) })
#define EXM_BLOB(v) ((ExmValue){ .type = EXM_VALUE_BLOB, .bytes = (v) })
#define EXM_NULL ((ExmValue){ .type = EXM_VALUE_NULL })
/* A time or an id where 0 stands for none. */
#define EXM_INT_OR_NULL(v)                                                               \
  ((ExmValue){ .type = (v) != 0 ? EXM_VALUE_INT : EXM_VALUE_NULL, .number = (v) })

/* The values of the parameters in their order. */
#define EXM_VALUES(...) ((const ExmValue[]){ __VA_ARGS__, { .type = EXM_VALUE_END } })

/**
 * exm_statement_new:
 * @db: a connection, which must outlive the statement
 * @sql: one statement; from the source, never from input
 * @values: (nullable): for its parameters, see EXM_VALUES(); copied. Their number must be
 *   that of the parameters
 * @error: (out): %EXM_STORE_ERROR
 */
ExmStatement *
exm_statement_new (ExmDb *db, const char *sql, const ExmValue *values, GError **error);

void exm_statement_free (ExmStatement *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmStatement, exm_statement_free)

/**
 * exm_statement_bind:
 * @values: as for exm_statement_new()
 *
 * Makes the statement ready to run again with other values.
 */
gboolean exm_statement_bind (ExmStatement *self, const ExmValue *values, GError **error);

/**
 * exm_statement_step:
 * @error: (out): set with %EXM_STEP_ERROR, and only then
 */
ExmStep exm_statement_step (ExmStatement *self, GError **error);

/* Columns of the row that the last step gave, counted from 0. */
gint64 exm_statement_get_int (ExmStatement *self, int column);
double exm_statement_get_double (ExmStatement *self, int column);
gboolean exm_statement_is_null (ExmStatement *self, int column);

/**
 * exm_statement_get_text:
 *
 * Returns: (transfer none) (nullable): valid until the next step; %NULL for NULL
 */
const char *exm_statement_get_text (ExmStatement *self, int column);

/* The same as a copy, UTF-8 whatever is stored. */
char *exm_statement_dup_text (ExmStatement *self, int column);

/* Returns: (transfer full) (nullable): the same; what exm_said_to_words() knows in the
 * language of this process */
char *exm_statement_dup_said (ExmStatement *self, int column);

/**
 * exm_statement_get_blob:
 * @n_bytes: (out): its length
 *
 * Returns: (transfer none) (nullable): valid until the next step
 */
gconstpointer exm_statement_get_blob (ExmStatement *self, int column, gsize *n_bytes);

/**
 * exm_db_run:
 *
 * Runs one statement that returns no rows. See exm_statement_new().
 */
gboolean exm_db_run (ExmDb *db, const char *sql, const ExmValue *values, GError **error);

/**
 * exm_db_query_int:
 * @value: (out): the first column of the first row; untouched if there is no row or it
 *   is NULL
 */
gboolean exm_db_query_int (
    ExmDb *db, const char *sql, const ExmValue *values, gint64 *value, GError **error);

/**
 * exm_db_query_text:
 * @value: (out) (transfer full): the first column of the first row; untouched if there
 *   is no row
 */
gboolean exm_db_query_text (
    ExmDb *db, const char *sql, const ExmValue *values, char **value, GError **error);

/* Makes a value of the row that a statement stands on. */
typedef gpointer (*ExmRowFunc) (ExmStatement *row);

/**
 * exm_db_query_list:
 * @row_func: makes an element of each row
 * @destroy: frees an element
 *
 * Returns: (transfer full): all rows
 */
GPtrArray *exm_db_query_list (ExmDb *db,
                              const char *sql,
                              const ExmValue *values,
                              ExmRowFunc row_func,
                              GDestroyNotify destroy,
                              GError **error);

/**
 * exm_db_query_one:
 * @row_func: makes a value of the first row
 *
 * Returns: (transfer full) (nullable): the value; %NULL with @error unset if there is no
 *   row
 */
gpointer exm_db_query_one (ExmDb *db,
                           const char *sql,
                           const ExmValue *values,
                           ExmRowFunc row_func,
                           GError **error);

/**
 * exm_db_make_pattern:
 * @text: (nullable): what is looked for
 *
 * Returns: (transfer full) (nullable): a pattern for `LIKE ? ESCAPE '\'` that finds what
 *   contains @text; %NULL where nothing is looked for
 */
char *exm_db_make_pattern (const char *text);

G_END_DECLS
