/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "extract/net/exm-net.h"

#include "base/exm-processor.h"

#include <math.h>
#include <string.h>

#define UNITS EXM_NET_UNITS

/* ln 2 in two parts, so that what is taken off an argument is exact. */
#define LN2_HIGH 0.693359375f
#define LN2_LOW -2.12194440e-4f
#define LOG2_E 1.44269504f

/* Beyond this the float is full or empty. */
#define MAX_EXPONENT 87.0f

/* Below this a unit's activation is as good as its tangent. */
#define TINY 1e-3f

ExmNet *
exm_net_new (guint n_inputs, guint n_blocks)
{
  ExmNet *self = g_new0 (ExmNet, 1);

  self->n_inputs = n_inputs;
  self->n_blocks = n_blocks;
  self->columns = g_new0 (guint, n_inputs + 1);
  self->means = g_new0 (float, n_inputs + 1);
  self->scales = g_new0 (float, n_inputs + 1);
  self->weights = g_new0 (float, (gsize) n_blocks *n_inputs *UNITS + 1);
  self->biases = g_new0 (float, n_blocks *UNITS + 1);
  self->outputs = g_new0 (float, n_blocks *UNITS + 1);
  return self;
}

ExmNet *
exm_net_copy (const ExmNet *self)
{
  ExmNet *copy = exm_net_new (self->n_inputs, self->n_blocks);
  gsize n_units = (gsize) self->n_blocks * UNITS;

  memcpy (copy->columns, self->columns, self->n_inputs * sizeof *copy->columns);
  memcpy (copy->means, self->means, self->n_inputs * sizeof *copy->means);
  memcpy (copy->scales, self->scales, self->n_inputs * sizeof *copy->scales);
  memcpy (copy->weights, self->weights, self->n_inputs * n_units * sizeof *copy->weights);
  memcpy (copy->biases, self->biases, n_units * sizeof *copy->biases);
  memcpy (copy->outputs, self->outputs, n_units * sizeof *copy->outputs);
  copy->bias = self->bias;
  return copy;
}

void
exm_net_free (ExmNet *self)
{
  g_free (self->columns);
  g_free (self->means);
  g_free (self->scales);
  g_free (self->weights);
  g_free (self->biases);
  g_free (self->outputs);
  g_free (self);
}

/* Code that is compiled once for each kind of processor: vectors differ in width, sums do
 * not. */
#define INLINE static inline __attribute__ ((always_inline))

INLINE float
calculate_exp (float x)
{
  float cut = x > MAX_EXPONENT ? MAX_EXPONENT : x < -MAX_EXPONENT ? -MAX_EXPONENT : x;
  float scaled = cut * LOG2_E;
  gint32 n = (gint32) (scaled + (scaled < 0 ? -.5f : .5f));
  float r = (cut - (float) n * LN2_HIGH) - (float) n * LN2_LOW;
  float p = 1.0f / 720;
  guint32 bits = (guint32) (n + 127) << 23;
  float power;

  p = p * r + 1.0f / 120;
  p = p * r + 1.0f / 24;
  p = p * r + 1.0f / 6;
  p = p * r + .5f;
  p = p * r + 1;
  p = p * r + 1;
  memcpy (&power, &bits, sizeof power);
  return p * power;
}

INLINE float
calculate_tanh (float x)
{
  return 1 - 2 / (calculate_exp (2 * x) + 1);
}

float
exm_net_exp (float x)
{
  return calculate_exp (x);
}

float
exm_net_tanh (float x)
{
  return calculate_tanh (x);
}

float
exm_net_logistic (float x)
{
  return 1 / (1 + exm_net_exp (-x));
}

INLINE float
normalize (float value, float mean, float scale)
{
  float x = (value - mean) * scale;
  /* One after the other, since CLAMP () becomes branches. */
  x = x > EXM_NET_CLIP ? EXM_NET_CLIP : x;
  return x < -EXM_NET_CLIP ? -EXM_NET_CLIP : x;
}

void
exm_net_normalize (const ExmNet *self, const float *row, float *inputs)
{
  for (guint i = 0; i < self->n_inputs; i++)
    inputs[i] = normalize (row[self->columns[i]], self->means[i], self->scales[i]);
}

/* Sums the inputs of the units of a block. */
typedef void (*SumBlock) (const ExmNet *self,
                          guint block,
                          const float *inputs,
                          float sums[UNITS]);

INLINE void
sum_block (const ExmNet *self, guint block, const float *inputs, float sums[UNITS])
{
  const float *restrict weights = self->weights + (gsize) block * self->n_inputs * UNITS;
  float here[UNITS];

  memcpy (here, self->biases + (gsize) block * UNITS, sizeof here);
  for (guint i = 0; i < self->n_inputs; i++)
    {
      const float x = inputs[i];
      for (guint k = 0; k < UNITS; k++)
        here[k] += x * weights[(gsize) i * UNITS + k];
    }
  memcpy (sums, here, sizeof here);
}

/* The same with vectors of eight, which stay in registers. */
typedef float Eight __attribute__ ((vector_size (32), aligned (4), may_alias));
typedef gint32 EightBits __attribute__ ((vector_size (32), aligned (4), may_alias));
G_STATIC_ASSERT (UNITS == 24);

INLINE void
sum_block_in_eights (const ExmNet *self,
                     guint block,
                     const float *inputs,
                     float sums[UNITS])
{
  const float *weights = self->weights + (gsize) block * self->n_inputs * UNITS;
  const Eight *biases = (const Eight *) (self->biases + (gsize) block * UNITS);
  Eight a = biases[0], b = biases[1], c = biases[2];

  for (guint i = 0; i < self->n_inputs; i++)
    {
      const Eight *here = (const Eight *) (weights + (gsize) i * UNITS);
      a += inputs[i] * here[0];
      b += inputs[i] * here[1];
      c += inputs[i] * here[2];
    }
  ((Eight *) sums)[0] = a;
  ((Eight *) sums)[1] = b;
  ((Eight *) sums)[2] = c;
}

INLINE float
run_row (const ExmNet *self, const float *inputs, SumBlock sum)
{
  float z = 0;

  for (guint block = 0; block < self->n_blocks; block++)
    {
      const float *outputs = self->outputs + (gsize) block * UNITS;
      float units[UNITS];
      sum (self, block, inputs, units);
      for (guint k = 0; k < UNITS; k++)
        units[k] = calculate_tanh (units[k]);
      for (guint k = 0; k < UNITS; k++)
        z += outputs[k] * units[k];
    }
  return z / (float) self->n_blocks + self->bias;
}

/* Runs as many rows as there are inputs of. */
typedef void (*RunRows) (const ExmNet *self, const float *inputs, float *evidence);

static void
run_row_portable (const ExmNet *self, const float *inputs, float *evidence)
{
  *evidence = run_row (self, inputs, sum_block);
}

#ifdef __x86_64__
/* Does what exm_net_normalize() does, by vectors of eight; the same value for each input.
 */
__attribute__ ((target ("avx2"))) static void
normalize_avx2 (const ExmNet *self, const float *row, float *inputs)
{
  const guint *columns = self->columns;
  const Eight clip = EXM_NET_CLIP + (Eight){ 0 };
  guint i = 0;

  for (; i + 8 <= self->n_inputs; i += 8)
    {
      const guint *c = columns + i;
      Eight x = { row[c[0]], row[c[1]], row[c[2]], row[c[3]],
                  row[c[4]], row[c[5]], row[c[6]], row[c[7]] };
      x = (x - *(const Eight *) (self->means + i)) * *(const Eight *) (self->scales + i);
      EightBits above = x > clip, below = x < -clip;
      *(Eight *) (inputs + i)
          = (Eight) ((above & (EightBits) clip) | (below & (EightBits) -clip)
                     | (~(above | below) & (EightBits) x));
    }
  for (; i < self->n_inputs; i++)
    inputs[i] = normalize (row[columns[i]], self->means[i], self->scales[i]);
}

__attribute__ ((target ("avx2"))) static void
run_row_avx2 (const ExmNet *self, const float *inputs, float *evidence)
{
  *evidence = run_row (self, inputs, sum_block_in_eights);
}

/* Rows at once: their sums are what the registers hold. */
#define N_ROWS 4u

/* The sums of each row go in the same order as alone; the weights are read once for all
 * of them, and no sum waits for the one before it: a third less time. */
INLINE void
sum_block_of_rows (const ExmNet *self,
                   guint block,
                   const float *inputs,
                   float sums[N_ROWS][UNITS])
{
  const gsize n = self->n_inputs;
  const float *weights = self->weights + (gsize) block * n * UNITS;
  const Eight *biases = (const Eight *) (self->biases + (gsize) block * UNITS);
  Eight a[N_ROWS], b[N_ROWS], c[N_ROWS];

#pragma GCC unroll 4
  for (guint r = 0; r < N_ROWS; r++)
    {
      a[r] = biases[0];
      b[r] = biases[1];
      c[r] = biases[2];
    }
  for (gsize i = 0; i < n; i++)
    {
      const Eight *here = (const Eight *) (weights + i * UNITS);
      const Eight x = here[0], y = here[1], z = here[2];
#pragma GCC unroll 4
      for (guint r = 0; r < N_ROWS; r++)
        {
          const float input = inputs[r * n + i];
          a[r] += input * x;
          b[r] += input * y;
          c[r] += input * z;
        }
    }
#pragma GCC unroll 4
  for (guint r = 0; r < N_ROWS; r++)
    {
      ((Eight *) sums[r])[0] = a[r];
      ((Eight *) sums[r])[1] = b[r];
      ((Eight *) sums[r])[2] = c[r];
    }
}

__attribute__ ((target ("avx2"))) static void
run_rows_avx2 (const ExmNet *self, const float *inputs, float *evidence)
{
  float z[N_ROWS] = { 0 };

  for (guint block = 0; block < self->n_blocks; block++)
    {
      const float *outputs = self->outputs + (gsize) block * UNITS;
      float units[N_ROWS][UNITS];
      sum_block_of_rows (self, block, inputs, units);
      for (guint r = 0; r < N_ROWS; r++)
        for (guint k = 0; k < UNITS; k++)
          units[r][k] = calculate_tanh (units[r][k]);
      for (guint k = 0; k < UNITS; k++)
        for (guint r = 0; r < N_ROWS; r++)
          z[r] += outputs[k] * units[r][k];
    }
  for (guint r = 0; r < N_ROWS; r++)
    evidence[r] = z[r] / (float) self->n_blocks + self->bias;
}
#endif

/* How rows are run here. */
typedef struct
{
  void (*normalize) (const ExmNet *self, const float *row, float *inputs);
  guint n_at_once;
  RunRows run;
  RunRows run_one; /* of those that are left */
} Path;

static Path
choose_path (void)
{
#ifdef __x86_64__
  if (exm_processor_get () >= EXM_PROCESSOR_AVX2)
    return (Path){ normalize_avx2, N_ROWS, run_rows_avx2, run_row_avx2 };
#endif
  return (Path){ exm_net_normalize, 1, run_row_portable, run_row_portable };
}

void
exm_net_run (
    const ExmNet *self, const float *rows, guint n_rows, guint stride, float *evidence)
{
  const Path path = choose_path ();
  const gsize n_inputs = self->n_inputs;
  g_autofree float *inputs = g_new (float, path.n_at_once *n_inputs + 1);

  for (guint row = 0; row < n_rows;)
    {
      guint n = n_rows - row >= path.n_at_once ? path.n_at_once : 1;
      for (guint r = 0; r < n; r++)
        path.normalize (self, rows + (gsize) (row + r) * stride, inputs + r * n_inputs);
      if (n == path.n_at_once)
        path.run (self, inputs, evidence + row);
      else
        path.run_one (self, inputs, evidence + row);
      row += n;
    }
}

float
exm_net_explain (const ExmNet *self,
                 const float *base,
                 const float *row,
                 float *contributions)
{
  g_autofree float *inputs = g_new (float, self->n_inputs + 1);
  float prior = 0;

  exm_net_normalize (self, row, inputs);
  memset (contributions, 0, self->n_inputs * sizeof *contributions);
  for (guint block = 0; block < self->n_blocks; block++)
    {
      const float *weights = self->weights + (gsize) block * self->n_inputs * UNITS;
      const float *outputs = self->outputs + (gsize) block * UNITS;
      float from[UNITS], sums[UNITS], slopes[UNITS];
      sum_block (self, block, base, from);
      sum_block (self, block, inputs, sums);
      for (guint k = 0; k < UNITS; k++)
        {
          float start = exm_net_tanh (from[k]), way = sums[k] - from[k];
          /* The mean slope of tanh on the way. */
          slopes[k] = fabsf (way) > TINY ? (exm_net_tanh (sums[k]) - start) / way
                                         : 1 - start * start;
          slopes[k] *= outputs[k] / (float) self->n_blocks;
          prior += outputs[k] * start;
        }
      for (guint i = 0; i < self->n_inputs; i++)
        for (guint k = 0; k < UNITS; k++)
          contributions[i]
              += (inputs[i] - base[i]) * weights[(gsize) i * UNITS + k] * slopes[k];
    }
  return prior / (float) self->n_blocks + self->bias;
}
