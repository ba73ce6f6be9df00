/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "store/db/exm-statement.h"

#include "base/exm-said.h"

#include <sqlite3.h>
#include <string.h>

struct _ExmStatement
{
  ExmDb *db;            /* (unowned): outlives the statement */
  sqlite3_stmt *handle; /* (owned) */
};

ExmStatement *
exm_statement_new (ExmDb *db, const char *sql, const ExmValue *values, GError **error)
{
  sqlite3 *handle = exm_db_get_handle (db);
  g_autoptr (ExmStatement) self = g_new0 (ExmStatement, 1);

  self->db = db;
  self->handle = exm_db_take_statement (db, sql);
  int code = self->handle != NULL
                 ? SQLITE_OK
                 : sqlite3_prepare_v3 (handle, sql, -1, SQLITE_PREPARE_PERSISTENT,
                                       &self->handle, NULL);
  if (code != SQLITE_OK)
    {
      exm_db_set_error (db, code, error);
      return NULL;
    }
  if (!exm_statement_bind (self, values, error))
    return NULL;
  return g_steal_pointer (&self);
}

void
exm_statement_free (ExmStatement *self)
{
  if (self->handle != NULL)
    exm_db_keep_statement (self->db, self->handle);
  g_free (self);
}

static int
bind_value (sqlite3_stmt *handle, int position, const ExmValue *value)
{
  switch (value->type)
    {
    case EXM_VALUE_INT:
      return sqlite3_bind_int64 (handle, position, value->number);
    case EXM_VALUE_DOUBLE:
      return sqlite3_bind_double (handle, position, value->real);
    case EXM_VALUE_TEXT:
      return sqlite3_bind_text (handle, position, value->text, -1, SQLITE_TRANSIENT);
    case EXM_VALUE_BLOB:
      return sqlite3_bind_blob64 (handle, position, g_bytes_get_data (value->bytes, NULL),
                                  g_bytes_get_size (value->bytes), SQLITE_TRANSIENT);
    case EXM_VALUE_NULL:
    case EXM_VALUE_END:
    default:
      return sqlite3_bind_null (handle, position);
    }
}

gboolean
exm_statement_bind (ExmStatement *self, const ExmValue *values, GError **error)
{
  int n_values = 0;
  int code = SQLITE_OK;

  exm_db_get_handle (self->db);
  sqlite3_reset (self->handle);
  while (values != NULL && values[n_values].type != EXM_VALUE_END && code == SQLITE_OK)
    {
      code = bind_value (self->handle, n_values + 1, &values[n_values]);
      n_values++;
    }
  if (code != SQLITE_OK)
    {
      exm_db_set_error (self->db, code, error);
      return FALSE;
    }
  /* A parameter without its value would be stored as NULL, silently. */
  g_assert (n_values == sqlite3_bind_parameter_count (self->handle));
  return TRUE;
}

ExmStep
exm_statement_step (ExmStatement *self, GError **error)
{
  exm_db_get_handle (self->db);

  int code = sqlite3_step (self->handle);
  if (code == SQLITE_ROW)
    return EXM_STEP_ROW;
  if (code == SQLITE_DONE)
    return EXM_STEP_DONE;
  exm_db_set_error (self->db, code, error);
  return EXM_STEP_ERROR;
}

static sqlite3_stmt *
get_row (ExmStatement *self, int column)
{
  exm_db_get_handle (self->db);
  g_assert (column >= 0 && column < sqlite3_data_count (self->handle));
  return self->handle;
}

gint64
exm_statement_get_int (ExmStatement *self, int column)
{
  return sqlite3_column_int64 (get_row (self, column), column);
}

double
exm_statement_get_double (ExmStatement *self, int column)
{
  return sqlite3_column_double (get_row (self, column), column);
}

gboolean
exm_statement_is_null (ExmStatement *self, int column)
{
  return sqlite3_column_type (get_row (self, column), column) == SQLITE_NULL;
}

const char *
exm_statement_get_text (ExmStatement *self, int column)
{
  return (const char *) sqlite3_column_text (get_row (self, column), column);
}

char *
exm_statement_dup_text (ExmStatement *self, int column)
{
  const char *text = exm_statement_get_text (self, column);

  /* Stored text is UTF-8, unless the file is damaged. */
  return text == NULL || g_utf8_validate (text, -1, NULL) ? g_strdup (text)
                                                          : g_utf8_make_valid (text, -1);
}

char *
exm_statement_dup_said (ExmStatement *self, int column)
{
  const char *text = exm_statement_get_text (self, column);
  char *words = exm_said_to_words (text);

  return words != NULL ? words : g_strdup (text);
}

gconstpointer
exm_statement_get_blob (ExmStatement *self, int column, gsize *n_bytes)
{
  sqlite3_stmt *row = get_row (self, column);
  gconstpointer bytes = sqlite3_column_blob (row, column);

  *n_bytes = (gsize) sqlite3_column_bytes (row, column);
  return bytes;
}

gboolean
exm_db_run (ExmDb *db, const char *sql, const ExmValue *values, GError **error)
{
  g_autoptr (ExmStatement) statement = exm_statement_new (db, sql, values, error);

  if (statement == NULL)
    return FALSE;
  ExmStep step = exm_statement_step (statement, error);
  g_assert (step != EXM_STEP_ROW);
  return step == EXM_STEP_DONE;
}

gboolean
exm_db_query_int (
    ExmDb *db, const char *sql, const ExmValue *values, gint64 *value, GError **error)
{
  g_autoptr (ExmStatement) statement = exm_statement_new (db, sql, values, error);

  if (statement == NULL)
    return FALSE;
  ExmStep step = exm_statement_step (statement, error);
  if (step == EXM_STEP_ROW && !exm_statement_is_null (statement, 0))
    *value = exm_statement_get_int (statement, 0);
  return step != EXM_STEP_ERROR;
}

gboolean
exm_db_query_text (
    ExmDb *db, const char *sql, const ExmValue *values, char **value, GError **error)
{
  g_autoptr (ExmStatement) statement = exm_statement_new (db, sql, values, error);

  if (statement == NULL)
    return FALSE;
  ExmStep step = exm_statement_step (statement, error);
  if (step == EXM_STEP_ROW)
    *value = exm_statement_dup_text (statement, 0);
  return step != EXM_STEP_ERROR;
}

GPtrArray *
exm_db_query_list (ExmDb *db,
                   const char *sql,
                   const ExmValue *values,
                   ExmRowFunc row_func,
                   GDestroyNotify destroy,
                   GError **error)
{
  g_autoptr (GPtrArray) list = g_ptr_array_new_with_free_func (destroy);
  g_autoptr (ExmStatement) statement = exm_statement_new (db, sql, values, error);
  ExmStep step;

  if (statement == NULL)
    return NULL;
  while ((step = exm_statement_step (statement, error)) == EXM_STEP_ROW)
    g_ptr_array_add (list, row_func (statement));
  return step == EXM_STEP_DONE ? g_steal_pointer (&list) : NULL;
}

gpointer
exm_db_query_one (ExmDb *db,
                  const char *sql,
                  const ExmValue *values,
                  ExmRowFunc row_func,
                  GError **error)
{
  g_autoptr (ExmStatement) statement = exm_statement_new (db, sql, values, error);

  if (statement == NULL || exm_statement_step (statement, error) != EXM_STEP_ROW)
    return NULL;
  return row_func (statement);
}

char *
exm_db_make_pattern (const char *text)
{
  GString *pattern;

  if (text == NULL || *text == '\0')
    return NULL;
  pattern = g_string_new ("%");
  for (; *text != '\0'; text++)
    {
      if (strchr ("%_\\", *text) != NULL)
        g_string_append_c (pattern, '\\');
      g_string_append_c (pattern, *text);
    }
  g_string_append_c (pattern, '%');
  return g_string_free (pattern, FALSE);
}
