/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "extract/net/exm-weights.h"

#include "base/exm-said-error.h"
#include "extract/net/exm-columns.h"
#include "extract/net/exm-extract-error.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define MAGIC "exemplar-table 2"

/* Weights are written as −127 … 127 times a scale of their unit. */
#define MAX_STEP 127

/* No honest number of a table is larger. */
#define MAX_NUMBER 1e6

struct _ExmWeights
{
  gatomicrefcount ref_count;
  ExmWeightsParts parts;
};

G_DEFINE_BOXED_TYPE (ExmWeights, exm_weights, exm_weights_ref, exm_weights_unref)

/* Compiled from exemplar.table. */
extern const char exm_weights_shipped[];
extern const gsize exm_weights_shipped_size;

static const char *const variant_names[EXM_N_VARIANTS] = { "single", "bare", "region" };

const char *
exm_variant_get_name (ExmVariant variant)
{
  return variant_names[variant];
}

static void
parts_clear (ExmWeightsParts *parts)
{
  g_free (parts->about);
  for (guint v = 0; v < EXM_N_VARIANTS; v++)
    g_clear_pointer (&parts->nets[v], exm_net_free);
  memset (parts, 0, sizeof *parts);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ExmWeightsParts, parts_clear)

ExmWeights *
exm_weights_new (ExmWeightsParts *parts)
{
  ExmWeights *self = g_new0 (ExmWeights, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->parts = *parts;
  memset (parts, 0, sizeof *parts);
  return self;
}

ExmWeights *
exm_weights_ref (ExmWeights *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
exm_weights_unref (ExmWeights *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  parts_clear (&self->parts);
  g_free (self);
}

const ExmWeightsParts *
exm_weights_get (const ExmWeights *self)
{
  return &self->parts;
}

ExmWeights *
exm_weights_get_shipped (void)
{
  static ExmWeights *shipped = NULL;

  if (g_once_init_enter (&shipped))
    {
      g_autoptr (GError) error = NULL;
      ExmWeights *table
          = exm_weights_parse (exm_weights_shipped, exm_weights_shipped_size, &error);
      if (table == NULL)
        g_error ("The shipped table is damaged: %s", error->message);
      g_once_init_leave (&shipped, table);
    }
  return shipped;
}

static void
append_number (GString *out, double value)
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
    append_number (out, (double) values[i]);
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

char *
exm_weights_write (const ExmWeights *self)
{
  GString *out = g_string_new (MAGIC "\n");

  g_string_append_printf (out, "about %s\n", self->parts.about);
  for (guint v = 0; v < EXM_N_VARIANTS; v++)
    {
      const ExmNet *net = self->parts.nets[v];
      g_string_append_printf (out, "net %s %u %u\nconfidence", variant_names[v],
                              net->n_inputs, net->n_blocks);
      for (guint k = 0; k < EXM_N_SIGNS; k++)
        append_number (out, self->parts.signs[v][k]);
      append_numbers (out, "\nbias", &net->bias, 1);
      for (guint i = 0; i < net->n_inputs; i++)
        {
          g_string_append_printf (out, "input %s", exm_columns[net->columns[i]].name);
          append_number (out, (double) net->means[i]);
          append_number (out, (double) net->scales[i]);
          g_string_append_c (out, '\n');
        }
      for (guint block = 0; block < net->n_blocks; block++)
        write_block (out, net, block);
    }
  g_string_append (out, "end\n");
  return g_string_free (out, FALSE);
}

/* Reading: a line at a time, each begins with its keyword. */
typedef struct
{
  char **lines; /* (owned) */
  guint next;
  GError **error;
} Reader;

static gboolean
complain (Reader *self, const char *what)
{
  if (self->error == NULL || *self->error == NULL)
    exm_said_set_error (self->error, EXM_EXTRACT_ERROR, EXM_EXTRACT_ERROR_TABLE,
                        N_ ("Line %u of the table of weights: %s"), self->next, what);
  return FALSE;
}

/* Reads the value after @keyword on the next line, %NULL if that is another line. */
static char *
take (Reader *self, const char *keyword)
{
  const char *line = self->lines[self->next];
  gsize n = strlen (keyword);

  if (line == NULL || strncmp (line, keyword, n) != 0
      || (line[n] != ' ' && line[n] != '\0'))
    {
      self->next += line != NULL;
      complain (self, N_ ("something else was expected here"));
      return NULL;
    }
  self->next++;
  return self->lines[self->next - 1] + n;
}

static gboolean
read_number (Reader *self, char **text, double *value)
{
  char *end = NULL;

  *value = g_ascii_strtod (*text, &end);
  if (end == *text || !isfinite (*value) || fabs (*value) > MAX_NUMBER)
    return complain (self, N_ ("a number is missing or too large"));
  *text = end;
  return TRUE;
}

static gboolean
read_numbers (Reader *self, const char *keyword, float *values, guint n)
{
  char *text = take (self, keyword);
  double value;

  if (text == NULL)
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      if (!read_number (self, &text, &value))
        return FALSE;
      values[i] = (float) value;
    }
  return TRUE;
}

static gboolean
read_inputs (Reader *self, ExmNet *net, ExmVariant variant)
{
  gboolean seen[EXM_N_COLUMNS] = { FALSE };

  for (guint i = 0; i < net->n_inputs; i++)
    {
      char *text = take (self, "input");
      double mean, scale;
      if (text == NULL)
        return FALSE;
      char *name = text + strspn (text, " ");
      char *end = name + strcspn (name, " ");
      if (*end != ' ')
        return complain (self, N_ ("a number is missing or too large"));
      *end = '\0';
      text = end + 1;
      ExmColumn column = exm_column_find (name);
      if (column == EXM_N_COLUMNS || seen[column]
          || (guint) exm_columns[column].need > (guint) variant)
        return complain (self, N_ ("no such column can be measured here"));
      if (!read_number (self, &text, &mean) || !read_number (self, &text, &scale))
        return FALSE;
      seen[column] = TRUE;
      net->columns[i] = column;
      net->means[i] = (float) mean;
      net->scales[i] = (float) scale;
    }
  return TRUE;
}

static gboolean
read_block (Reader *self, ExmNet *net, guint block)
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
      const char *text = take (self, "w");
      gsize n = 0;
      if (text == NULL)
        return FALSE;
      g_autofree guchar *bytes = g_base64_decode (text, &n);
      if (n != EXM_NET_UNITS)
        return complain (self, N_ ("weights are missing"));
      for (guint k = 0; k < EXM_NET_UNITS; k++)
        weights[i * EXM_NET_UNITS + k] = (float) (gint8) bytes[k] * steps[k];
    }
  return TRUE;
}

static gboolean
read_net (Reader *self, ExmVariant variant, ExmWeightsParts *parts)
{
  char *text = take (self, "net");
  gsize n = strlen (variant_names[variant]);
  double n_inputs, n_blocks, sign;

  if (text == NULL)
    return FALSE;
  text += strspn (text, " ");
  if (strncmp (text, variant_names[variant], n) != 0)
    return complain (self, N_ ("something else was expected here"));
  text += n;
  if (!read_number (self, &text, &n_inputs) || !read_number (self, &text, &n_blocks))
    return FALSE;
  if (n_inputs < 1 || n_inputs > EXM_N_COLUMNS || n_blocks < 1
      || n_blocks > EXM_NET_MAX_BLOCKS)
    return complain (self, N_ ("the net is too small or too large"));
  parts->nets[variant] = exm_net_new ((guint) n_inputs, (guint) n_blocks);
  ExmNet *net = parts->nets[variant];
  text = take (self, "confidence");
  for (guint k = 0; k < EXM_N_SIGNS; k++)
    {
      if (text == NULL || !read_number (self, &text, &sign))
        return FALSE;
      parts->signs[variant][k] = sign;
    }
  if (!read_numbers (self, "bias", &net->bias, 1) || !read_inputs (self, net, variant))
    return FALSE;
  for (guint block = 0; block < net->n_blocks; block++)
    if (!read_block (self, net, block))
      return FALSE;
  return TRUE;
}

ExmWeights *
exm_weights_parse (const char *text, gsize n_bytes, GError **error)
{
  g_autofree char *copy = g_strndup (text, n_bytes);
  g_auto (GStrv) lines = g_strsplit (copy, "\n", -1);
  g_auto (ExmWeightsParts) parts = { 0 };
  Reader reader = { .lines = lines, .error = error };

  if (take (&reader, MAGIC) == NULL)
    return NULL;
  const char *about = take (&reader, "about");
  if (about == NULL)
    return NULL;
  parts.about = g_utf8_make_valid (about + strspn (about, " "), -1);
  for (guint v = 0; v < EXM_N_VARIANTS; v++)
    if (!read_net (&reader, v, &parts))
      return NULL;
  if (take (&reader, "end") == NULL)
    return NULL;
  return exm_weights_new (&parts);
}
