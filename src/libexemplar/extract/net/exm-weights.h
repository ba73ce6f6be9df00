/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Trained weights, as a text file: a net for each kind of knowledge, the weights of the
 * confidence, and the origin of the training data. Immutable, reference counted, usable
 * from any thread. */

#pragma once

#include "extract/net/exm-net.h"

#include <glib-object.h>

G_BEGIN_DECLS

typedef struct _ExmWeights ExmWeights;

/* Knowledge beside the page. */
typedef enum
{
  EXM_VARIANT_SINGLE, /* nothing */
  EXM_VARIANT_BARE,   /* an example */
  EXM_VARIANT_REGION, /* an example with a marked body */
  EXM_N_VARIANTS
} ExmVariant;

/* Signs of a right or wrong body, see exm_confidence_measure(). */
#define EXM_N_SIGNS 11u

/**
 * ExmWeightsParts:
 * @about: (owned): what it was trained on, a line
 * @nets: (owned): one a variant
 * @signs: weights of the signs of confidence, one set a variant
 */
typedef struct
{
  char *about;
  ExmNet *nets[EXM_N_VARIANTS];
  double signs[EXM_N_VARIANTS][EXM_N_SIGNS];
} ExmWeightsParts;

/**
 * exm_weights_new:
 * @parts: (inout): taken over and left empty
 */
ExmWeights *exm_weights_new (ExmWeightsParts *parts);

ExmWeights *exm_weights_ref (ExmWeights *self);
void exm_weights_unref (ExmWeights *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmWeights, exm_weights_unref)

#define EXM_TYPE_TABLE (exm_weights_get_type ())
GType exm_weights_get_type (void);

/**
 * exm_weights_get_shipped:
 *
 * Returns: (transfer none): the table that the program came with
 */
ExmWeights *exm_weights_get_shipped (void);

/**
 * exm_weights_parse:
 * @text: what exm_weights_write() wrote
 * @error: %EXM_EXTRACT_ERROR_TABLE, naming the line
 *
 * Takes hostile input: sizes, names and numbers are checked. O(bytes).
 *
 * Returns: (transfer full) (nullable): the table
 */
ExmWeights *exm_weights_parse (const char *text, gsize n_bytes, GError **error);

/* Weights are written as one byte each, so that what is parsed again is what was
 * written, but not what was trained. Returns: (transfer full): text */
char *exm_weights_write (const ExmWeights *self);

/* Returns: (transfer none): all of it */
const ExmWeightsParts *exm_weights_get (const ExmWeights *self);

/* Returns: "single", "bare" or "region" */
const char *exm_variant_get_name (ExmVariant variant);

G_END_DECLS
