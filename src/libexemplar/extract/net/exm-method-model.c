/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "extract/net/exm-method-model.h"

#include "base/exm-said-error.h"
#include "extract/net/exm-extract-error.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define MAGIC "exemplar-model"
#define VERSION "1"

/* A file is a page of text; what is longer is none. */
#define MAX_BYTES (64u * 1024u)

/* No honest weight is larger. */
#define MAX_WEIGHT 1e4

/* The last second of the year 9999, and more pages than anybody has. */
#define MAX_SECONDS G_GINT64_CONSTANT (253402300799)
#define MAX_PAGES 1000000000u

struct _ExmMethodModel
{
  gatomicrefcount ref_count;
  const ExmModelLayout *layout;
  double *weights; /* (owned) */
  char *about;     /* (owned) */
  ExmModelOrigin origin;
};

/* bp-net's is the paper's. */
static const ExmModelLayout layouts[] = {
  { "bp-net", 12, 5 },
  { "density-net", 9, 0 },
};

/* Compiled from the .model files, in the order of the layouts. */
extern const char exm_bp_net_shipped[];
extern const gsize exm_bp_net_shipped_size;
extern const char exm_density_net_shipped[];
extern const gsize exm_density_net_shipped_size;

const ExmModelLayout *
exm_model_layout_find (const char *method)
{
  for (gsize i = 0; i < G_N_ELEMENTS (layouts); i++)
    if (strcmp (layouts[i].method, method) == 0)
      return &layouts[i];
  return NULL;
}

guint
exm_model_layout_count (const ExmModelLayout *self)
{
  guint n_seen = self->n_hidden > 0 ? self->n_hidden : self->n_inputs;

  return self->n_hidden * (self->n_inputs + 1) + n_seen + 1;
}

ExmMethodModel *
exm_method_model_new (const ExmModelLayout *layout,
                      const double *weights,
                      const char *about,
                      const ExmModelOrigin *origin)
{
  ExmMethodModel *self = g_new0 (ExmMethodModel, 1);
  guint n = exm_model_layout_count (layout);

  g_atomic_ref_count_init (&self->ref_count);
  self->layout = layout;
  self->weights = g_memdup2 (weights, n * sizeof *weights);
  self->about = g_strdelimit (g_utf8_make_valid (about, -1), "\r\n", ' ');
  if (origin != NULL)
    self->origin = *origin;
  return self;
}

ExmMethodModel *
exm_method_model_ref (ExmMethodModel *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
exm_method_model_unref (ExmMethodModel *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_free (self->weights);
  g_free (self->about);
  g_free (self);
}

const ExmModelLayout *
exm_method_model_get_layout (const ExmMethodModel *self)
{
  return self->layout;
}

const ExmModelOrigin *
exm_method_model_get_origin (const ExmMethodModel *self)
{
  return &self->origin;
}

const double *
exm_method_model_get_weights (const ExmMethodModel *self)
{
  return self->weights;
}

static ExmMethodModel *
parse_shipped (const char *text, gsize n_bytes)
{
  g_autoptr (GError) error = NULL;
  ExmMethodModel *model = exm_method_model_parse (text, n_bytes, &error);

  if (model == NULL)
    g_error ("A shipped model is damaged: %s", error->message);
  return model;
}

const ExmMethodModel *
exm_method_model_get_shipped (const char *method)
{
  static gsize ready = 0;
  static ExmMethodModel *shipped[G_N_ELEMENTS (layouts)];

  if (g_once_init_enter (&ready))
    {
      shipped[0] = parse_shipped (exm_bp_net_shipped, exm_bp_net_shipped_size);
      shipped[1] = parse_shipped (exm_density_net_shipped, exm_density_net_shipped_size);
      g_once_init_leave (&ready, 1);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (layouts); i++)
    if (strcmp (layouts[i].method, method) == 0)
      return shipped[i];
  g_return_val_if_reached (NULL);
}

static void
append_number (GString *out, double number, char behind)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_printf (out, "%s%c", g_ascii_dtostr (buffer, sizeof buffer, number),
                          behind);
}

static void
append_origin (GString *out, const ExmModelOrigin *origin)
{
  if (origin->trained_usec == 0)
    return;
  g_string_append_printf (out, "trained %" G_GINT64_FORMAT " %u ",
                          origin->trained_usec / G_USEC_PER_SEC, origin->n_pages);
  append_number (out, origin->error, ' ');
  append_number (out, origin->f1, '\n');
}

char *
exm_method_model_write (const ExmMethodModel *self)
{
  const ExmModelLayout *layout = self->layout;
  GString *out = g_string_new (MAGIC " " VERSION "\n");
  guint n = exm_model_layout_count (layout);

  g_string_append_printf (out, "method %s\nabout %s\n", layout->method, self->about);
  append_origin (out, &self->origin);
  g_string_append_printf (out, "layout %u %u 1\n", layout->n_inputs, layout->n_hidden);
  for (guint i = 0; i < n; i++)
    append_number (out, self->weights[i], '\n');
  g_autofree char *sum
      = g_compute_checksum_for_string (G_CHECKSUM_SHA256, out->str, (gssize) out->len);
  g_string_append_printf (out, "sha256 %s\n", sum);
  return g_string_free (out, FALSE);
}

static gboolean
fail (GError **error, const char *message)
{
  exm_said_set_error (error, EXM_EXTRACT_ERROR, EXM_EXTRACT_ERROR_MODEL, "%s", message);
  return FALSE;
}

/* Whether @lines end with the sum of what is before; its line is taken off. */
static gboolean
check_sum (char *text, GError **error)
{
  char *last = g_strrstr (text, "\nsha256 ");

  if (last == NULL || !g_str_has_suffix (text, "\n"))
    return fail (error, N_ ("The model is cut off: its checksum is missing"));
  last[1] = '\0';
  g_autofree char *sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1);
  const char *written = last + strlen ("\nsha256 ");
  if (strncmp (written, sum, strlen (sum)) == 0
      && strcmp (written + strlen (sum), "\n") == 0)
    return TRUE;
  return fail (error, N_ ("The model was changed or damaged: its checksum is wrong"));
}

/* Returns the rest of a line that begins with @word and a blank. */
static const char *
get_value (const char *line, const char *word)
{
  gsize n = strlen (word);

  return line != NULL && strncmp (line, word, n) == 0 && line[n] == ' ' ? line + n + 1
                                                                        : NULL;
}

static gboolean
parse_weight (const char *line, double *weight)
{
  char *end = NULL;

  *weight = g_ascii_strtod (line, &end);
  return end != line && *end == '\0' && isfinite (*weight)
         && fabs (*weight) <= MAX_WEIGHT;
}

static gboolean
parse_share (const char *text, double low, double *share)
{
  return parse_weight (text, share) && *share >= low && *share <= 1;
}

/* @line: as append_origin() wrote it */
static gboolean
parse_origin (const char *line, ExmModelOrigin *origin)
{
  g_auto (GStrv) words = g_strsplit (line, " ", 5);
  guint64 seconds = 0, n_pages = 0;

  if (g_strv_length (words) != 4
      || !g_ascii_string_to_unsigned (words[0], 10, 1, MAX_SECONDS, &seconds, NULL)
      || !g_ascii_string_to_unsigned (words[1], 10, 0, MAX_PAGES, &n_pages, NULL))
    return FALSE;
  origin->trained_usec = (gint64) seconds * G_USEC_PER_SEC;
  origin->n_pages = (guint) n_pages;
  return parse_share (words[2], 0, &origin->error)
         && parse_share (words[3], -1, &origin->f1);
}

static ExmMethodModel *
parse_body (char **lines, GError **error)
{
  ExmModelOrigin origin = { 0 };
  const char *method = get_value (lines[1], "method");
  const ExmModelLayout *layout = method != NULL ? exm_model_layout_find (method) : NULL;
  double weights[EXM_MODEL_MAX_HIDDEN * (EXM_MODEL_MAX_INPUTS + 1) + EXM_MODEL_MAX_INPUTS
                 + 1];

  if (layout == NULL)
    {
      fail (error, N_ ("The model is for a method that has none here"));
      return NULL;
    }
  const char *about = get_value (lines[2], "about");
  const char *trained = get_value (lines[3], "trained");
  if (trained != NULL && !parse_origin (trained, &origin))
    {
      fail (error, N_ ("The model says wrongly how it was trained"));
      return NULL;
    }
  /* Models that nobody says it of have no such line. */
  lines += trained != NULL;
  g_autofree char *expected
      = g_strdup_printf ("layout %u %u 1", layout->n_inputs, layout->n_hidden);
  if (about == NULL || g_strcmp0 (lines[3], expected) != 0)
    {
      exm_said_set_error (error, EXM_EXTRACT_ERROR, EXM_EXTRACT_ERROR_MODEL,
                          N_ ("The model is of another layout than that of %s, “%s”"),
                          method, expected);
      return NULL;
    }
  guint n = exm_model_layout_count (layout), n_lines = g_strv_length (lines + 4);
  gboolean usable = n_lines == n + 1 && *lines[4 + n] == '\0';
  for (guint i = 0; usable && i < n; i++)
    usable = parse_weight (lines[4 + i], &weights[i]);
  if (usable)
    return exm_method_model_new (layout, weights, about, &origin);
  exm_said_set_error (error, EXM_EXTRACT_ERROR, EXM_EXTRACT_ERROR_MODEL,
                      N_ ("The model does not hold %u weights"), n);
  return NULL;
}

ExmMethodModel *
exm_method_model_parse (const char *text, gsize n_bytes, GError **error)
{
  g_autofree char *copy = g_strndup (text, MIN (n_bytes, MAX_BYTES));
  const char *version = get_value (copy, MAGIC);

  if (version == NULL || n_bytes > MAX_BYTES || strlen (copy) != n_bytes)
    {
      fail (error, N_ ("This is no model of a method"));
      return NULL;
    }
  /* Compare versions first: even the checksum may differ between them. */
  g_autofree char *other = g_strndup (version, strcspn (version, "\n"));
  if (*other != '\0' && strcmp (other, VERSION) != 0)
    {
      exm_said_set_error (
          error, EXM_EXTRACT_ERROR, EXM_EXTRACT_ERROR_MODEL,
          N_ ("The model is of version %s; this program reads version %s"), other,
          VERSION);
      return NULL;
    }
  if (!check_sum (copy, error))
    return NULL;
  g_auto (GStrv) lines = g_strsplit (copy, "\n", -1);
  if (g_strv_length (lines) < 5)
    {
      fail (error, N_ ("This is no model of a method"));
      return NULL;
    }
  return parse_body (lines, error);
}

/* The method that a model says it is for, also if it is damaged; %NULL if it does not. */
static const ExmModelLayout *
guess_layout (const char *text)
{
  const char *line = strstr (text, "\nmethod ");
  const char *name = line != NULL ? line + strlen ("\nmethod ") : "";
  g_autofree char *method = g_strndup (name, strcspn (name, "\n"));

  return exm_model_layout_find (method);
}

static gboolean
is_for (const char *text, const ExmModelLayout *layout)
{
  const ExmModelLayout *its = guess_layout (text);

  return its == layout || its == NULL;
}

ExmMethodModel *
exm_method_model_find (const GPtrArray *texts, const char *method, GError **error)
{
  const ExmModelLayout *layout
      = method != NULL && texts != NULL ? exm_model_layout_find (method) : NULL;

  for (guint i = 0; layout != NULL && i < texts->len; i++)
    {
      const char *text = g_ptr_array_index (texts, i);
      if (!is_for (text, layout))
        continue;
      ExmMethodModel *model = exm_method_model_parse (text, strlen (text), error);
      if (model == NULL)
        /* translators: %s is a method; the cause follows */
        exm_said_prefix_error (
            error,
            N_ ("The task’s own model of %s cannot be used, the program’s is "
                "used instead: "),
            method);
      return model;
    }
  return NULL;
}

void
exm_method_model_replace (GPtrArray *texts,
                          const char *method,
                          const ExmMethodModel *model)
{
  const ExmModelLayout *layout = exm_model_layout_find (method);

  for (guint i = texts->len; i-- > 0;)
    if (is_for (g_ptr_array_index (texts, i), layout))
      g_ptr_array_remove_index (texts, i);
  if (model != NULL)
    g_ptr_array_add (texts, exm_method_model_write (model));
}

gboolean
exm_method_model_check (const ExmMethodModel *self, const char *method, GError **error)
{
  if (strcmp (self->layout->method, method) == 0)
    return TRUE;
  exm_said_set_error (error, EXM_EXTRACT_ERROR, EXM_EXTRACT_ERROR_MODEL,
                      N_ ("The model is for the method “%s”, not for “%s”"),
                      self->layout->method, method);
  return FALSE;
}

ExmMethodModel *
exm_method_model_load (const char *path, const char *method, GError **error)
{
  g_autofree char *text = NULL;
  g_autofree char *name = g_filename_display_name (path);
  gsize n_bytes;

  if (!g_file_get_contents (path, &text, &n_bytes, error))
    return NULL;
  g_autoptr (ExmMethodModel) model = exm_method_model_parse (text, n_bytes, error);
  if (model == NULL || (method != NULL && !exm_method_model_check (model, method, error)))
    {
      exm_said_prefix_error (error, "%s: ", name);
      return NULL;
    }
  return g_steal_pointer (&model);
}

static double
run_unit (const double *weights, double sum)
{
  return 1 / (1 + exp (-(weights[0] + sum)));
}

double
exm_model_run (const ExmModelLayout *layout,
               const double *weights,
               const float *inputs,
               double hidden[EXM_MODEL_MAX_HIDDEN])
{
  double sum;

  for (guint k = 0; k < layout->n_hidden; k++)
    {
      sum = 0;
      for (guint i = 0; i < layout->n_inputs; i++)
        sum += weights[1 + i] * (double) inputs[i];
      hidden[k] = run_unit (weights, sum);
      weights += layout->n_inputs + 1;
    }
  sum = 0;
  for (guint k = 0; k < layout->n_hidden; k++)
    sum += weights[1 + k] * hidden[k];
  for (guint i = 0; layout->n_hidden == 0 && i < layout->n_inputs; i++)
    sum += weights[1 + i] * (double) inputs[i];
  return run_unit (weights, sum);
}
