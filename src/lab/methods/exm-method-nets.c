/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "lab/methods/exm-lab-methods.h"

#include "extract/boundaries/exm-boundaries.h"
#include "lab/methods/exm-row-inputs.h"

/* bp-net and density-net: a small trained net looks at a row of the source and at the
 * rows before and behind it, and says whether it is body. bp-net: text length, length of
 * the source, their quotient and the overlap with the page's title, by five hidden units.
 * density-net (after "The Easy Way to Extract Useful Text from Arbitrary HTML",
 * ai-depot): the first three, by a perceptron. */

enum
{
  THRESHOLD,
};

static const ExmMethodParameter parameters[] = {
  [THRESHOLD] = { "threshold", 0, 1, 0.5 },
};

static void
add_lanes (const ExmRowInputs *inputs, ExmResultData *data)
{
  static const char *const ids[] = { "text", "bytes", "density", "title-words" };
  guint n = MIN (inputs->layout->n_inputs / 3, G_N_ELEMENTS (ids));

  for (guint k = 0; k < n; k++)
    {
      float *values = exm_result_data_add_lane (data, ids[k])->values;
      for (guint row = 0; row < inputs->n_rows; row++)
        values[inputs->lines[row]] = inputs->facts[(gsize) row * EXM_N_ROW_FACTS + k];
    }
}

static gboolean
extract_by (const ExmMethod *self, const ExmMethodInput *input, ExmResultData *data)
{
  const ExmPageText *page = exm_prepared_get_page (input->target);
  const ExmMethodModel *model
      = input->model != NULL ? input->model : exm_method_model_get_shipped (self->name);
  double threshold = exm_method_get_parameter (input, self, THRESHOLD);
  g_autofree guint8 *kept = g_new0 (guint8, data->n_lines);
  g_auto (ExmRowInputs) inputs = { 0 };
  double hidden[EXM_MODEL_MAX_HIDDEN];

  exm_row_inputs_measure (&inputs, exm_method_model_get_layout (model), page);
  add_lanes (&inputs, data);
  float *said = exm_result_data_add_lane (data, "net")->values;
  for (guint row = 0; row < inputs.n_rows; row++)
    {
      double output
          = exm_model_run (inputs.layout, exm_method_model_get_weights (model),
                           inputs.values + (gsize) row * inputs.layout->n_inputs, hidden);
      said[inputs.lines[row]] = (float) output;
      kept[inputs.lines[row]] = output > threshold;
    }
  exm_boundaries_keep (page, data, kept);
  return TRUE;
}

static gboolean
extract_bp (const ExmMethodInput *input, ExmResultData *data, GError **error)
{
  return extract_by (&exm_method_bp_net, input, data);
}

static gboolean
extract_density (const ExmMethodInput *input, ExmResultData *data, GError **error)
{
  return extract_by (&exm_method_density_net, input, data);
}

const ExmMethod exm_method_bp_net = {
  .name = "bp-net",
  .needs = EXM_NEEDS_TRAINING,
  .parameters = parameters,
  .n_parameters = G_N_ELEMENTS (parameters),
  .extract = extract_bp,
};

const ExmMethod exm_method_density_net = {
  .name = "density-net",
  .needs = EXM_NEEDS_TRAINING,
  .parameters = parameters,
  .n_parameters = G_N_ELEMENTS (parameters),
  .extract = extract_density,
};
