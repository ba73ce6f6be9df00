/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-train"

#include "config.h"

#include "lab/train/exm-train-net.h"

#include "extract/net/exm-columns.h"
#include "lab/train/exm-train-random.h"

#include <math.h>
#include <string.h>

#define UNITS EXM_NET_UNITS

#define PAGES_PER_STEP 12u

/* AdamW as published. */
#define BETA_1 .9
#define BETA_2 .999
#define EPSILON 1e-8

/* Columns that hardly vary are not blown up. */
#define MIN_DEVIATION 1e-3

/* All numbers that are found, one behind the other: weights, biases, outputs, bias. */
typedef struct
{
  ExmNet *net;     /* (unowned) */
  guint n;         /* numbers */
  float *gradient; /* (owned) */
  double *first;   /* (owned): moments */
  double *second;  /* (owned) */
  float *inputs;   /* (owned): of one row */
  guint64 state;   /* of the random numbers */
  guint step;
} Trainer;

/* Sum of uniform numbers: about normal, mean 0, deviation 1, no library asked. */
static double
draw_normal (guint64 *state)
{
  double sum = -6;
  for (guint i = 0; i < 12; i++)
    sum += exm_train_random_share (state);
  return sum;
}

static void
measure_columns (ExmNet *net, const ExmTrainPage *pages, guint n_pages)
{
  for (guint i = 0; i < net->n_inputs; i++)
    {
      double sum = 0, squares = 0, n = 0;
      for (guint p = 0; p < n_pages; p++)
        for (guint row = 0; row < pages[p].n_rows; row++)
          {
            double x
                = (double) pages[p].rows[(gsize) row * EXM_N_COLUMNS + net->columns[i]];
            sum += x;
            squares += x * x;
            n++;
          }
      double mean = n > 0 ? sum / n : 0;
      double deviation = sqrt (MAX (n > 0 ? squares / n - mean * mean : 0, 0));
      net->means[i] = (float) mean;
      net->scales[i] = (float) (1 / MAX (deviation, MIN_DEVIATION));
    }
}

static void
trainer_init (Trainer *self, ExmNet *net, guint64 seed)
{
  double spread = 1 / sqrt ((double) net->n_inputs);

  self->net = net;
  self->n = net->n_inputs * UNITS + 2 * UNITS + 1;
  self->gradient = g_new0 (float, self->n);
  self->first = g_new0 (double, self->n);
  self->second = g_new0 (double, self->n);
  self->inputs = g_new0 (float, net->n_inputs + 1);
  self->state = seed;
  self->step = 0;
  for (guint i = 0; i < net->n_inputs * UNITS; i++)
    net->weights[i] = (float) (draw_normal (&self->state) * spread);
  for (guint k = 0; k < UNITS; k++)
    net->outputs[k] = (float) (draw_normal (&self->state) / sqrt ((double) UNITS));
}

static void
trainer_clear (Trainer *self)
{
  g_free (self->gradient);
  g_free (self->first);
  g_free (self->second);
  g_free (self->inputs);
}

/* One row forwards and backwards. Inlined into a copy for each kind of processor: vectors
 * differ in width, sums do not. */
static inline __attribute__ ((always_inline)) void
learn_row (Trainer *self, const float *row, float beside, float label, float weight)
{
  const ExmNet *net = self->net;
  const guint n = net->n_inputs;
  const float *restrict weights = net->weights, *restrict outputs = net->outputs;
  const float *restrict inputs = self->inputs;
  float *restrict gradient = self->gradient;
  float *restrict bias_gradient = gradient + (gsize) n * UNITS;
  float units[UNITS], deltas[UNITS];

  exm_net_normalize (net, row, self->inputs);
  memcpy (units, net->biases, sizeof units);
  for (guint i = 0; i < n; i++)
    for (guint k = 0; k < UNITS; k++)
      units[k] += inputs[i] * weights[i * UNITS + k];
  float z = net->bias + beside;
  for (guint k = 0; k < UNITS; k++)
    {
      units[k] = exm_net_tanh (units[k]);
      z += outputs[k] * units[k];
    }
  float error = (exm_net_logistic (z) - label) * weight;
  for (guint k = 0; k < UNITS; k++)
    {
      deltas[k] = error * outputs[k] * (1 - units[k] * units[k]);
      bias_gradient[k] += deltas[k];
      bias_gradient[UNITS + k] += error * units[k];
    }
  bias_gradient[2 * UNITS] += error;
  for (guint i = 0; i < n; i++)
    {
      float *restrict to = gradient + (gsize) i * UNITS;
      const float x = inputs[i];
      for (guint k = 0; k < UNITS; k++)
        to[k] += x * deltas[k];
    }
}

typedef void (*LearnPage) (Trainer *self, const ExmTrainPage *page);

static inline __attribute__ ((always_inline)) void
learn_rows (Trainer *self, const ExmTrainPage *page)
{
  for (guint row = 0; row < page->n_rows; row++)
    if (page->weights[row] > 0)
      learn_row (self, page->rows + (gsize) row * EXM_N_COLUMNS, page->beside[row],
                 page->labels[row], page->weights[row]);
}

static void
learn_page_portable (Trainer *self, const ExmTrainPage *page)
{
  learn_rows (self, page);
}

#ifdef __x86_64__
__attribute__ ((target ("avx2"))) static void
learn_page_avx2 (Trainer *self, const ExmTrainPage *page)
{
  learn_rows (self, page);
}
#endif

static LearnPage
choose_path (void)
{
#ifdef __x86_64__
  if (__builtin_cpu_supports ("avx2"))
    return learn_page_avx2;
#endif
  return learn_page_portable;
}

static float *
get_number (const ExmNet *net, guint i)
{
  guint n = net->n_inputs * UNITS;

  if (i < n)
    return &net->weights[i];
  if (i < n + UNITS)
    return &net->biases[i - n];
  return &net->outputs[i - n - UNITS];
}

static void
take_step (Trainer *self, guint n_pages, double rate, double decay)
{
  ExmNet *net = self->net;

  self->step++;
  double correct_1 = 1 - pow (BETA_1, self->step);
  double correct_2 = 1 - pow (BETA_2, self->step);
  for (guint i = 0; i < self->n; i++)
    {
      double g = (double) self->gradient[i] / n_pages;
      float *number = i + 1 < self->n ? get_number (net, i) : &net->bias;
      gboolean is_weight = i < net->n_inputs * UNITS;
      self->first[i] = BETA_1 * self->first[i] + (1 - BETA_1) * g;
      self->second[i] = BETA_2 * self->second[i] + (1 - BETA_2) * g * g;
      double way
          = self->first[i] / correct_1 / (sqrt (self->second[i] / correct_2) + EPSILON);
      way += is_weight ? decay * (double) *number : 0;
      *number = (float) ((double) *number - rate * way);
    }
  memset (self->gradient, 0, self->n * sizeof *self->gradient);
}

static void
shuffle (guint *order, guint n, guint64 *state)
{
  for (guint i = n; i > 1; i--)
    {
      guint other = (guint) (exm_train_random (state) % i), kept = order[i - 1];
      order[i - 1] = order[other];
      order[other] = kept;
    }
}

ExmNet *
exm_train_net (const ExmTrainPage *pages,
               guint n_pages,
               const guint *columns,
               guint n_columns,
               const ExmTrainSettings *settings)
{
  ExmNet *net = exm_net_new (n_columns, 1);
  LearnPage learn_page = choose_path ();
  g_autofree guint *order = g_new (guint, n_pages + 1);
  guint n_steps = settings->n_epochs * ((n_pages + PAGES_PER_STEP - 1) / PAGES_PER_STEP);
  Trainer trainer;

  memcpy (net->columns, columns, n_columns * sizeof *columns);
  measure_columns (net, pages, n_pages);
  trainer_init (&trainer, net, settings->seed);
  for (guint i = 0; i < n_pages; i++)
    order[i] = i;
  for (guint epoch = 0; epoch < settings->n_epochs; epoch++)
    {
      shuffle (order, n_pages, &trainer.state);
      for (guint from = 0; from < n_pages; from += PAGES_PER_STEP)
        {
          guint end = MIN (from + PAGES_PER_STEP, n_pages);
          if (g_cancellable_is_cancelled (settings->cancellable))
            break;
          for (guint i = from; i < end; i++)
            learn_page (&trainer, &pages[order[i]]);
          double rate = settings->rate * (1 - (double) trainer.step / n_steps);
          take_step (&trainer, end - from, rate, settings->decay);
        }
    }
  trainer_clear (&trainer);
  return net;
}
