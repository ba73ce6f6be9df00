/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-train"

#include "config.h"

#include "lab/train/exm-train-model.h"

#include "lab/methods/exm-row-inputs.h"
#include "lab/train/exm-train-random.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* First weights lie between this and its negative. */
#define FIRST_WEIGHT 0.5

/* Rows between two looks whether it was cancelled. */
#define ROWS_A_LOOK 4096u

#define MAX_WEIGHTS                                                                      \
  (EXM_MODEL_MAX_HIDDEN * (EXM_MODEL_MAX_INPUTS + 1) + EXM_MODEL_MAX_INPUTS + 1)

typedef struct
{
  guint page;
  float target; /* 1: body */
  float n_chars;
} Row;

struct _ExmTrainRows
{
  const ExmModelLayout *layout;
  GArray *rows;       /* (owned) (element-type Row) */
  GArray *inputs;     /* (owned) (element-type float): the layout's of each row */
  GArray *page_sites; /* (owned) (element-type guint): of each page */
  GHashTable *sites;  /* (owned): name → number + 1 */
  guint n_sites;
};

G_DEFINE_QUARK (exm - train - error - quark, exm_train_error)

ExmTrainRows *
exm_train_rows_new (const ExmModelLayout *layout)
{
  ExmTrainRows *self = g_new0 (ExmTrainRows, 1);

  self->layout = layout;
  self->rows = g_array_new (FALSE, FALSE, sizeof (Row));
  self->inputs = g_array_new (FALSE, FALSE, sizeof (float));
  self->page_sites = g_array_new (FALSE, FALSE, sizeof (guint));
  self->sites = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return self;
}

void
exm_train_rows_free (ExmTrainRows *self)
{
  g_array_unref (self->rows);
  g_array_unref (self->inputs);
  g_array_unref (self->page_sites);
  g_hash_table_unref (self->sites);
  g_free (self);
}

static guint
get_site (ExmTrainRows *self, const char *name)
{
  guint known
      = name != NULL ? GPOINTER_TO_UINT (g_hash_table_lookup (self->sites, name)) : 0;

  if (known > 0)
    return known - 1;
  self->n_sites++;
  if (name != NULL)
    g_hash_table_insert (self->sites, g_strdup (name), GUINT_TO_POINTER (self->n_sites));
  return self->n_sites - 1;
}

void
exm_train_rows_add (ExmTrainRows *self,
                    const char *site,
                    const ExmPageText *page,
                    const ExmTrainLabels *labels)
{
  guint n_lines;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);
  g_auto (ExmRowInputs) inputs = { 0 };

  exm_row_inputs_measure (&inputs, self->layout, page);
  if (inputs.n_rows == 0)
    return;
  guint number = get_site (self, site);
  for (guint i = 0; i < inputs.n_rows; i++)
    {
      guint line = inputs.lines[i];
      const Row row = {
        .page = self->page_sites->len,
        .target = exm_train_labels_get (labels, line) >= .5f ? 1 : 0,
        .n_chars = (float) lines[line].n_chars,
      };
      g_array_append_val (self->rows, row);
    }
  g_array_append_vals (self->inputs, inputs.values,
                       inputs.n_rows * self->layout->n_inputs);
  g_array_append_val (self->page_sites, number);
}

guint
exm_train_rows_get_n_pages (const ExmTrainRows *self)
{
  return self->page_sites->len;
}

void
exm_train_model_report_clear (ExmTrainModelReport *self)
{
  g_clear_pointer (&self->losses, g_array_unref);
  g_clear_pointer (&self->held_losses, g_array_unref);
}

/* Numbers 0 … n − 1 in an order of chance. */
static guint *
draw_order (guint64 *state, guint n)
{
  guint *order = g_new (guint, n + 1);

  for (guint i = 0; i < n; i++)
    {
      guint k = (guint) (exm_train_random (state) % (i + 1));
      order[i] = order[k];
      order[k] = i;
    }
  return order;
}

/* Which pages are held back: those of some sites, or some of the only site. */
static guint8 *
draw_held_back (const ExmTrainRows *rows, double share, guint64 *state)
{
  guint n_pages = rows->page_sites->len;
  gboolean by_site = rows->n_sites > 1;
  guint n = by_site ? rows->n_sites : n_pages;
  guint8 *held = g_new0 (guint8, n_pages + 1);
  g_autofree guint8 *drawn = g_new0 (guint8, n + 1);
  g_autofree guint *order = draw_order (state, n);
  /* Hold back at least one of several, and never all. */
  guint n_drawn = share > 0 && n > 1 ? CLAMP ((guint) (share * n), 1, n - 1) : 0;

  for (guint i = 0; i < n_drawn; i++)
    drawn[order[i]] = TRUE;
  for (guint i = 0; i < n_pages; i++)
    held[i] = drawn[by_site ? g_array_index (rows->page_sites, guint, i) : i];
  return held;
}

static const Row *
get_row (const ExmTrainRows *rows, guint i)
{
  return &g_array_index (rows->rows, Row, i);
}

static const float *
get_inputs (const ExmTrainRows *rows, guint i)
{
  return &g_array_index (rows->inputs, float, (gsize) i * rows->layout->n_inputs);
}

/* A step of one row. Returns: the square of its error before it. */
static double
step (const ExmTrainRows *rows, guint i, double rate, double *weights)
{
  const ExmModelLayout *layout = rows->layout;
  const float *inputs = get_inputs (rows, i);
  double hidden[EXM_MODEL_MAX_HIDDEN];
  double output = exm_model_run (layout, weights, inputs, hidden);
  double error = (double) get_row (rows, i)->target - output;
  double delta = error * output * (1 - output);
  double *last = weights + layout->n_hidden * (layout->n_inputs + 1);

  for (guint k = 0; k < layout->n_hidden; k++)
    {
      double *unit = weights + k * (layout->n_inputs + 1);
      double slope = delta * last[1 + k] * hidden[k] * (1 - hidden[k]);
      unit[0] += rate * slope;
      for (guint n = 0; n < layout->n_inputs; n++)
        unit[1 + n] += rate * slope * (double) inputs[n];
      last[1 + k] += rate * delta * hidden[k];
    }
  for (guint n = 0; layout->n_hidden == 0 && n < layout->n_inputs; n++)
    last[1 + n] += rate * delta * (double) inputs[n];
  last[0] += rate * delta;
  return error * error;
}

/* Which rows are learned from, and which tested on. */
typedef struct
{
  guint *learned; /* (owned) */
  guint *held;    /* (owned) */
  guint n_learned;
  guint n_held;
} Parts;

static void
parts_clear (Parts *self)
{
  g_free (self->learned);
  g_free (self->held);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Parts, parts_clear)

/* Mean square error on the rows held back; −1 where there are none. */
static double
measure_held (const ExmTrainRows *rows, const Parts *parts, const double *weights)
{
  double hidden[EXM_MODEL_MAX_HIDDEN], sum = 0;

  for (guint i = 0; i < parts->n_held; i++)
    {
      guint row = parts->held[i];
      double error
          = (double) get_row (rows, row)->target
            - exm_model_run (rows->layout, weights, get_inputs (rows, row), hidden);
      sum += error * error;
    }
  return parts->n_held > 0 ? sum / parts->n_held : -1;
}

static gboolean
run_epoch (const ExmTrainRows *rows,
           const Parts *parts,
           const ExmTrainModelOptions *options,
           guint64 *state,
           double *weights,
           double *loss,
           GError **error)
{
  g_autofree guint *order = draw_order (state, parts->n_learned);

  *loss = 0;
  for (guint i = 0; i < parts->n_learned; i++)
    {
      if (i % ROWS_A_LOOK == 0
          && g_cancellable_set_error_if_cancelled (options->cancellable, error))
        return FALSE;
      *loss += step (rows, parts->learned[order[i]], options->rate, weights);
    }
  *loss /= parts->n_learned;
  return TRUE;
}

static gboolean
run_epochs (const ExmTrainRows *rows,
            const Parts *parts,
            const ExmTrainModelOptions *options,
            guint64 *state,
            double *weights,
            ExmTrainModelReport *report,
            GError **error)
{
  double loss = G_MAXDOUBLE;
  gboolean go_on = TRUE;

  for (guint epoch = 1;
       go_on && epoch <= options->max_epochs && loss > options->target_error; epoch++)
    {
      if (!run_epoch (rows, parts, options, state, weights, &loss, error))
        return FALSE;
      double held_loss = measure_held (rows, parts, weights);
      g_array_append_val (report->losses, loss);
      if (parts->n_held > 0)
        g_array_append_val (report->held_losses, held_loss);
      if (options->progress != NULL)
        go_on = options->progress (epoch, loss, held_loss, options->data);
    }
  return TRUE;
}

static ExmTrainCheck
check (const ExmTrainRows *rows, const Parts *parts, const double *weights)
{
  double hidden[EXM_MODEL_MAX_HIDDEN];
  double n_both = 0, n_body = 0, n_found = 0;

  if (parts->n_held == 0)
    return (ExmTrainCheck){ -1, -1, -1 };
  for (guint i = 0; i < parts->n_held; i++)
    {
      const Row *row = get_row (rows, parts->held[i]);
      gboolean found = exm_model_run (rows->layout, weights,
                                      get_inputs (rows, parts->held[i]), hidden)
                       > .5;
      gboolean body = row->target > .5f;
      n_body += body ? (double) row->n_chars : 0;
      n_found += found ? (double) row->n_chars : 0;
      n_both += body && found ? (double) row->n_chars : 0;
    }
  return (ExmTrainCheck){
    .precision = n_found > 0 ? n_both / n_found : 0,
    .recall = n_body > 0 ? n_both / n_body : 0,
    .f1 = n_body + n_found > 0 ? 2 * n_both / (n_body + n_found) : 0,
  };
}

/* Returns: whether there is something to tell apart in the rows learned from. */
static gboolean
part (const ExmTrainRows *rows, const guint8 *held, Parts *parts, GError **error)
{
  guint n_body = 0;
  const char *problem = NULL;

  parts->learned = g_new (guint, rows->rows->len + 1);
  parts->held = g_new (guint, rows->rows->len + 1);
  for (guint i = 0; i < rows->rows->len; i++)
    {
      if (held[get_row (rows, i)->page])
        {
          parts->held[parts->n_held++] = i;
          continue;
        }
      parts->learned[parts->n_learned++] = i;
      n_body += get_row (rows, i)->target > .5f;
    }
  if (parts->n_learned == 0)
    problem = _ ("There is nothing to learn from");
  else if (n_body == 0)
    problem = _ ("No line of these pages is body: there is nothing to tell apart");
  else if (n_body == parts->n_learned)
    problem = _ ("Every line of these pages is body: there is nothing to tell apart");
  if (problem != NULL)
    g_set_error_literal (error, EXM_TRAIN_ERROR, EXM_TRAIN_ERROR_ONE_CLASS, problem);
  return problem == NULL;
}

/* Describes the origin of the model. */
static ExmModelOrigin
tell_origin (const ExmTrainModelOptions *options, const ExmTrainModelReport *report)
{
  const GArray *losses
      = report->held_losses->len > 0 ? report->held_losses : report->losses;

  if (options->trained_usec == 0)
    return (ExmModelOrigin){ 0 };
  return (ExmModelOrigin){
    .trained_usec = options->trained_usec / G_USEC_PER_SEC * G_USEC_PER_SEC,
    .n_pages = report->n_learned,
    .error = losses->len > 0 ? g_array_index (losses, double, losses->len - 1) : 1,
    .f1 = report->check.f1,
  };
}

ExmMethodModel *
exm_train_model (const ExmTrainRows *rows,
                 const ExmTrainModelOptions *options,
                 ExmTrainModelReport *report,
                 GError **error)
{
  guint64 state = options->seed;
  g_autofree guint8 *held = draw_held_back (rows, options->held_back, &state);
  g_auto (Parts) parts = { 0 };
  double weights[MAX_WEIGHTS];
  guint n_weights = exm_model_layout_count (rows->layout);

  report->losses = g_array_new (FALSE, FALSE, sizeof (double));
  report->held_losses = g_array_new (FALSE, FALSE, sizeof (double));
  report->check = report->shipped = (ExmTrainCheck){ -1, -1, -1 };
  for (guint i = 0; i < rows->page_sites->len; i++)
    report->n_held_back += held[i];
  report->n_learned = rows->page_sites->len - report->n_held_back;
  if (!part (rows, held, &parts, error))
    return NULL;
  for (guint i = 0; i < n_weights; i++)
    weights[i] = FIRST_WEIGHT * (2 * exm_train_random_share (&state) - 1);
  if (!run_epochs (rows, &parts, options, &state, weights, report, error))
    return NULL;
  report->check = check (rows, &parts, weights);
  report->shipped = check (
      rows, &parts,
      exm_method_model_get_weights (exm_method_model_get_shipped (rows->layout->method)));
  const ExmModelOrigin origin = tell_origin (options, report);
  return exm_method_model_new (rows->layout, weights, options->about, &origin);
}
