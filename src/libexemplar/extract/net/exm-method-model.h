/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The small nets of the methods bp-net and density-net, and the text files that they are
 * kept in. Immutable, reference counted, usable from any thread. */

#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/* The most numbers that a row of the page is described by. */
#define EXM_MODEL_MAX_INPUTS 12u
#define EXM_MODEL_MAX_HIDDEN 8u

typedef struct _ExmMethodModel ExmMethodModel;

/**
 * ExmModelLayout:
 * @method: (unowned): name of the method it is for; a static string
 * @n_inputs: numbers that describe a row
 * @n_hidden: units between these and the output; 0: the output looks at them itself
 *
 * Every unit has a bias and one weight for each thing that it looks at, in this order:
 * the hidden units one behind the other, then the output.
 */
typedef struct
{
  const char *method;
  guint n_inputs;
  guint n_hidden;
} ExmModelLayout;

/**
 * exm_model_layout_find:
 * @method: a method's name
 *
 * Returns: (transfer none) (nullable): how its nets look, %NULL if it has none
 */
const ExmModelLayout *exm_model_layout_find (const char *method);

/* Returns: how many weights such a net has */
guint exm_model_layout_count (const ExmModelLayout *self);

/**
 * ExmModelOrigin:
 * @trained_usec: when it was trained, Unix time in microseconds, whole seconds; 0: that
 * is not said, and neither is what follows
 * @n_pages: pages it learned from
 * @error: its mean square error, on the pages held back if there were any
 * @f1: on the pages held back, −1 where there were none
 *
 * How a model came about that an operator trained.
 */
typedef struct
{
  gint64 trained_usec;
  guint n_pages;
  double error;
  double f1;
} ExmModelOrigin;

/**
 * exm_method_model_new:
 * @weights: (array): as many as the layout has; copied
 * @about: what it was trained on, a line
 * @origin: (nullable): how; copied
 *
 * Returns: (transfer full): a model with one reference
 */
ExmMethodModel *exm_method_model_new (const ExmModelLayout *layout,
                                      const double *weights,
                                      const char *about,
                                      const ExmModelOrigin *origin);

ExmMethodModel *exm_method_model_ref (ExmMethodModel *self);
void exm_method_model_unref (ExmMethodModel *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmMethodModel, exm_method_model_unref)

/**
 * exm_method_model_get_shipped:
 * @method: a method that has nets
 *
 * Returns: (transfer none): the one that the program came with
 */
const ExmMethodModel *exm_method_model_get_shipped (const char *method);

/**
 * exm_method_model_parse:
 * @text: what exm_method_model_write() wrote
 * @error: %EXM_EXTRACT_ERROR_MODEL: cut off, changed, of another version, or with
 *   something that is no weight
 *
 * Takes hostile input. O(bytes).
 *
 * Returns: (transfer full) (nullable): the model
 */
ExmMethodModel *exm_method_model_parse (const char *text, gsize n_bytes, GError **error);

/**
 * exm_method_model_load:
 * @path: a file
 * @method: (nullable): the method that it has to be for
 * @error: names the file and what is wrong with it
 *
 * Returns: (transfer full) (nullable): the model
 */
ExmMethodModel *
exm_method_model_load (const char *path, const char *method, GError **error);

/**
 * exm_method_model_find:
 * @texts: (nullable) (element-type utf8): models of a task, as exm_method_model_write()
 *   wrote them
 * @method: (nullable): a method's name, %NULL for the default
 * @error: as exm_method_model_parse(): there is one for this method, which cannot be
 *   used. So can one be that does not say for which method it is, and counts for all
 *
 * Returns: (transfer full) (nullable): the one for the method; %NULL without an error:
 *   there is none, and the program's is used
 */
ExmMethodModel *
exm_method_model_find (const GPtrArray *texts, const char *method, GError **error);

/**
 * exm_method_model_replace:
 * @texts: (inout) (element-type utf8): models of a task
 * @method: a method that has nets
 * @model: (nullable): takes the place of the one that exm_method_model_find() finds;
 *   %NULL: there is to be none
 */
void exm_method_model_replace (GPtrArray *texts,
                               const char *method,
                               const ExmMethodModel *model);

/**
 * exm_method_model_check:
 * @method: a method's name
 * @error: %EXM_EXTRACT_ERROR_MODEL
 *
 * Returns: whether the model is for this method
 */
gboolean
exm_method_model_check (const ExmMethodModel *self, const char *method, GError **error);

/* Returns: (transfer full): text that is parsed to the same weights, bit by bit */
char *exm_method_model_write (const ExmMethodModel *self);

const ExmModelLayout *exm_method_model_get_layout (const ExmMethodModel *self);

/* Returns: (transfer none): how it came about; all zero where that is not said */
const ExmModelOrigin *exm_method_model_get_origin (const ExmMethodModel *self);

/* Returns: (transfer none) (array): exm_model_layout_count() of them */
const double *exm_method_model_get_weights (const ExmMethodModel *self);

/**
 * exm_model_run:
 * @weights: (array): of a net of this layout
 * @inputs: (array): of a row
 * @hidden: (out) (array): what the hidden units say
 *
 * Every unit is logistic: 1 / (1 + exp (−sum)).
 *
 * Returns: what the output says, 0 … 1
 */
double exm_model_run (const ExmModelLayout *layout,
                      const double *weights,
                      const float *inputs,
                      double hidden[EXM_MODEL_MAX_HIDDEN]);

G_END_DECLS
