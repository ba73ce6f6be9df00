/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The learned evidence of a line: a net with one hidden layer over the columns of its
 * row. Equal bits on every processor: no library's tanh, no fused multiply-add, sums in
 * one order. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Hidden units of a block: one trained net. A net is the mean of its blocks. */
#define EXM_NET_UNITS 24u
#define EXM_NET_MAX_BLOCKS 4u

/* Inputs are cut off at this many standard deviations. */
#define EXM_NET_CLIP 8.0f

/**
 * ExmNet:
 * @n_inputs: how many columns of a row it looks at
 * @n_blocks: how many nets it is the mean of, 1 … %EXM_NET_MAX_BLOCKS
 * @columns: (owned) (array length=n_inputs): which columns
 * @means: (owned) (array length=n_inputs): what is taken from a column
 * @scales: (owned) (array length=n_inputs): what the rest is multiplied with
 * @weights: (owned): [block][input][unit]
 * @biases: (owned): [block][unit]
 * @outputs: (owned): [block][unit]
 * @bias: added to the sum of the outputs
 */
typedef struct
{
  guint n_inputs;
  guint n_blocks;
  guint *columns;
  float *means;
  float *scales;
  float *weights;
  float *biases;
  float *outputs;
  float bias;
} ExmNet;

/**
 * exm_net_new:
 *
 * Returns: (transfer full): a net of zeros
 */
ExmNet *exm_net_new (guint n_inputs, guint n_blocks);

/**
 * exm_net_copy:
 *
 * Returns: (transfer full): the same net
 */
ExmNet *exm_net_copy (const ExmNet *self);

void exm_net_free (ExmNet *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmNet, exm_net_free)

/**
 * exm_net_run:
 * @rows: (array length=n_rows): rows of @stride columns
 * @evidence: (out) (array length=n_rows): z of each: log odds of being body
 *
 * Pure; any thread. Cost: about 1 µs a row and block.
 */
void exm_net_run (
    const ExmNet *self, const float *rows, guint n_rows, guint stride, float *evidence);

/**
 * exm_net_explain:
 * @base: (array length=n_inputs): inputs of the line that @row is compared with
 * @row: a row
 * @contributions: (out) (array length=n_inputs): what each input added to z
 *
 * The integral of the gradient along the straight way from the base to this line
 * (integrated gradients, M. Sundararajan et al., 2017), which one hidden layer has in
 * closed form. Contributions and the answer sum to z.
 *
 * Returns: z of the base
 */
float exm_net_explain (const ExmNet *self,
                       const float *base,
                       const float *row,
                       float *contributions);

/**
 * exm_net_normalize:
 * @inputs: (out) (array length=n_inputs): the net's inputs for @row
 */
void exm_net_normalize (const ExmNet *self, const float *row, float *inputs);

/* Returns: e to the power of @x, relative error below 3e-7; @x is cut off at ±87 */
float exm_net_exp (float x);

/* Returns: the hyperbolic tangent, absolute error below 3e-7 */
float exm_net_tanh (float x);

/* Returns: 1 / (1 + e^−x) */
float exm_net_logistic (float x);

G_END_DECLS
