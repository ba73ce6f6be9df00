/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/base/exm-cli-table.h"

#include "cli/base/exm-cli-output.h"
#include "cli/base/exm-cli-terminal.h"
#include "cli/base/exm-cli-wrap.h"

#include <string.h>
#include <unistd.h>

#define GAP 2u

void
exm_cli_table_init (ExmCliTable *self, const char *const *titles)
{
  self->titles = titles;
  self->rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);
  self->n_printed = 0;
}

void
exm_cli_table_clear (ExmCliTable *self)
{
  g_clear_pointer (&self->rows, g_ptr_array_unref);
}

/* Replaces characters that would end a row or steer a terminal. */
static char *
clean (const char *text)
{
  GString *out = g_string_new (NULL);

  for (const char *p = text != NULL ? text : ""; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      g_string_append_unichar (
          out, g_unichar_iscntrl (c) || exm_cli_steers_terminal (c) ? ' ' : c);
    }
  return g_string_free (out, FALSE);
}

void
exm_cli_table_add_row (ExmCliTable *self, const char *const *cells)
{
  guint n = g_strv_length ((char **) self->titles);
  char **row = g_new0 (char *, n + 1);

  for (guint i = 0; i < n; i++)
    row[i] = clean (cells[i]);
  g_ptr_array_add (self->rows, row);
}

void
exm_cli_table_add (ExmCliTable *self, ...)
{
  guint n = g_strv_length ((char **) self->titles);
  g_autofree const char **row = g_new0 (const char *, n + 1);
  va_list cells;

  va_start (cells, self);
  for (guint i = 0; i < n; i++)
    row[i] = va_arg (cells, const char *);
  va_end (cells);
  exm_cli_table_add_row (self, row);
}

static guint
get_columns (const char *text)
{
  guint columns = 0;

  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    columns += exm_cli_get_columns (g_utf8_get_char (p));
  return columns;
}

/* Appends as much of @text as fits. */
static void
append_cut (GString *out, const char *text, guint room)
{
  guint columns = 0;

  if (get_columns (text) <= room)
    {
      g_string_append (out, text);
      return;
    }
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      columns += exm_cli_get_columns (g_utf8_get_char (p));
      if (columns >= room)
        break;
      g_string_append_unichar (out, g_utf8_get_char (p));
    }
  g_string_append (out, "…");
}

static void
append_aligned (
    GString *out, const char *const *row, const guint *widths, guint n, guint line)
{
  guint at = 0;

  for (guint i = 0; i < n; i++)
    {
      if (i + 1 == n)
        {
          append_cut (out, row[i], line > at + GAP ? line - at : GAP);
          break;
        }
      g_string_append_printf (out, "%s%*s", row[i],
                              (int) (widths[i] + GAP - get_columns (row[i])), "");
      at += widths[i] + GAP;
    }
  g_string_append_c (out, '\n');
}

void
exm_cli_table_append_aligned (const ExmCliTable *self, guint width, GString *out)
{
  guint n = g_strv_length ((char **) self->titles);
  g_autofree guint *widths = g_new0 (guint, n);

  for (guint i = 0; i < n; i++)
    {
      widths[i] = get_columns (self->titles[i]);
      for (guint j = 0; j < self->rows->len; j++)
        widths[i] = MAX (widths[i],
                         get_columns (((char **) g_ptr_array_index (self->rows, j))[i]));
    }
  if (self->n_printed == 0)
    append_aligned (out, self->titles, widths, n, width);
  for (guint j = 0; j < self->rows->len; j++)
    append_aligned (out, g_ptr_array_index (self->rows, j), widths, n, width);
}

gboolean
exm_cli_table_print (ExmCliTable *self)
{
  g_autoptr (GString) out = g_string_new (NULL);

  if (self->rows->len == 0)
    return TRUE;
  if (isatty (STDOUT_FILENO))
    exm_cli_table_append_aligned (self, exm_cli_get_width (), out);
  else
    for (guint i = 0; i < self->rows->len; i++)
      {
        g_autofree char *line = g_strjoinv ("\t", g_ptr_array_index (self->rows, i));
        g_string_append_printf (out, "%s\n", line);
      }
  self->n_printed += self->rows->len;
  g_ptr_array_set_size (self->rows, 0);
  return exm_cli_print (out->str);
}
