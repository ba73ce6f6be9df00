/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "extract/net/exm-net-text.h"

#include "base/exm-said-error.h"
#include "extract/net/exm-extract-error.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Weights are written as −127 … 127 times a scale of their unit. */
#define MAX_STEP 127

/* No honest number of a table is larger. */
#define MAX_NUMBER 1e6

void
exm_net_text_append_number (GString *out, double value)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];
  g_string_append_printf (out, " %s",
                          g_ascii_formatd (buffer, sizeof buffer, "%.9g", value));
}

static void
append_numbers (GString *out, const char *name, const float *values, guint n)
{
  g_string_append (out, name);
  for (guint i = 0; i < n; i++)
    exm_net_text_append_number (out, (double) values[i]);
  g_string_append_c (out, '\n');
}

static void
write_block (GString *out, const ExmNet *net, guint block)
{
  const float *weights = net->weights + (gsize) block * net->n_inputs * EXM_NET_UNITS;
  float steps[EXM_NET_UNITS] = { 0 };

  for (guint i = 0; i < net->n_inputs * EXM_NET_UNITS; i++)
    steps[i % EXM_NET_UNITS] = MAX (steps[i % EXM_NET_UNITS], fabsf (weights[i]));
  for (guint k = 0; k < EXM_NET_UNITS; k++)
    steps[k] /= MAX_STEP;
  append_numbers (out, "steps", steps, EXM_NET_UNITS);
  append_numbers (out, "biases", net->biases + (gsize) block * EXM_NET_UNITS,
                  EXM_NET_UNITS);
  append_numbers (out, "outputs", net->outputs + (gsize) block * EXM_NET_UNITS,
                  EXM_NET_UNITS);
  for (guint i = 0; i < net->n_inputs; i++)
    {
      gint8 bytes[EXM_NET_UNITS];
      for (guint k = 0; k < EXM_NET_UNITS; k++)
        bytes[k]
            = (gint8) (steps[k] > 0 ? lrintf (weights[i * EXM_NET_UNITS + k] / steps[k])
                                    : 0);
      g_autofree char *text = g_base64_encode ((const guchar *) bytes, sizeof bytes);
      g_string_append_printf (out, "w %s\n", text);
    }
}

void
exm_net_text_append (GString *out, const ExmNet *net)
{
  append_numbers (out, "bias", &net->bias, 1);
  for (guint i = 0; i < net->n_inputs; i++)
    {
      g_string_append_printf (out, "input %s", exm_columns[net->columns[i]].name);
      exm_net_text_append_number (out, (double) net->means[i]);
      exm_net_text_append_number (out, (double) net->scales[i]);
      g_string_append_c (out, '\n');
    }
  for (guint block = 0; block < net->n_blocks; block++)
    write_block (out, net, block);
}

gboolean
exm_net_reader_complain (ExmNetReader *self, const char *what)
{
  if (self->error == NULL || *self->error == NULL)
    exm_said_set_error (self->error, EXM_EXTRACT_ERROR, EXM_EXTRACT_ERROR_TABLE,
                        N_ ("Line %u of the table of weights: %s"), self->next, what);
  return FALSE;
}

/* Reads the value after @keyword on the next line, %NULL if that is another line. */
char *
exm_net_reader_take (ExmNetReader *self, const char *keyword)
{
  const char *line = self->lines[self->next];
  gsize n = strlen (keyword);

  if (line == NULL || strncmp (line, keyword, n) != 0
      || (line[n] != ' ' && line[n] != '\0'))
    {
      self->next += line != NULL;
      exm_net_reader_complain (self, N_ ("something else was expected here"));
      return NULL;
    }
  self->next++;
  return self->lines[self->next - 1] + n;
}

gboolean
exm_net_reader_read_number (ExmNetReader *self, char **text, double *value)
{
  char *end = NULL;

  *value = g_ascii_strtod (*text, &end);
  if (end == *text || !isfinite (*value) || fabs (*value) > MAX_NUMBER)
    return exm_net_reader_complain (self, N_ ("a number is missing or too large"));
  *text = end;
  return TRUE;
}

static gboolean
read_numbers (ExmNetReader *self, const char *keyword, float *values, guint n)
{
  char *text = exm_net_reader_take (self, keyword);
  double value;

  if (text == NULL)
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      if (!exm_net_reader_read_number (self, &text, &value))
        return FALSE;
      values[i] = (float) value;
    }
  return TRUE;
}

/* Tells whether a column can be measured: knowledge of an example holds that of the page,
 * that of kinds no more than the page. */
static gboolean
can_measure (ExmColumnNeed column, ExmColumnNeed known)
{
  return column == known || column == EXM_KNOWN_PAGE
         || (known == EXM_KNOWN_REGION && column == EXM_KNOWN_EXAMPLE);
}

static gboolean
read_inputs (ExmNetReader *self, ExmNet *net, ExmColumnNeed known)
{
  gboolean seen[EXM_N_COLUMNS] = { FALSE };

  for (guint i = 0; i < net->n_inputs; i++)
    {
      char *text = exm_net_reader_take (self, "input");
      double mean, scale;
      if (text == NULL)
        return FALSE;
      char *name = text + strspn (text, " ");
      char *end = name + strcspn (name, " ");
      if (*end != ' ')
        return exm_net_reader_complain (self, N_ ("a number is missing or too large"));
      *end = '\0';
      text = end + 1;
      ExmColumn column = exm_column_find (name);
      if (column == EXM_N_COLUMNS || seen[column]
          || !can_measure (exm_columns[column].need, known))
        return exm_net_reader_complain (self, N_ ("no such column can be measured here"));
      if (!exm_net_reader_read_number (self, &text, &mean)
          || !exm_net_reader_read_number (self, &text, &scale))
        return FALSE;
      seen[column] = TRUE;
      net->columns[i] = column;
      net->means[i] = (float) mean;
      net->scales[i] = (float) scale;
    }
  return TRUE;
}

static gboolean
read_block (ExmNetReader *self, ExmNet *net, guint block)
{
  float *weights = net->weights + (gsize) block * net->n_inputs * EXM_NET_UNITS;
  float steps[EXM_NET_UNITS];

  if (!read_numbers (self, "steps", steps, EXM_NET_UNITS)
      || !read_numbers (self, "biases", net->biases + (gsize) block * EXM_NET_UNITS,
                        EXM_NET_UNITS)
      || !read_numbers (self, "outputs", net->outputs + (gsize) block * EXM_NET_UNITS,
                        EXM_NET_UNITS))
    return FALSE;
  for (guint i = 0; i < net->n_inputs; i++)
    {
      const char *text = exm_net_reader_take (self, "w");
      gsize n = 0;
      if (text == NULL)
        return FALSE;
      g_autofree guchar *bytes = g_base64_decode (text, &n);
      if (n != EXM_NET_UNITS)
        return exm_net_reader_complain (self, N_ ("weights are missing"));
      for (guint k = 0; k < EXM_NET_UNITS; k++)
        weights[i * EXM_NET_UNITS + k] = (float) (gint8) bytes[k] * steps[k];
    }
  return TRUE;
}

ExmNet *
exm_net_reader_new_net (ExmNetReader *self, double n_inputs, double n_blocks)
{
  if (n_inputs >= 1 && n_inputs <= EXM_N_COLUMNS && n_blocks >= 1
      && n_blocks <= EXM_NET_MAX_BLOCKS)
    return exm_net_new ((guint) n_inputs, (guint) n_blocks);
  exm_net_reader_complain (self, N_ ("the net is too small or too large"));
  return NULL;
}

gboolean
exm_net_reader_read (ExmNetReader *self, ExmNet *net, ExmColumnNeed known)
{
  if (!read_numbers (self, "bias", &net->bias, 1) || !read_inputs (self, net, known))
    return FALSE;
  for (guint block = 0; block < net->n_blocks; block++)
    if (!read_block (self, net, block))
      return FALSE;
  return TRUE;
}
