/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "lab/methods/exm-lab-methods.h"

#include "extract/boundaries/exm-boundaries.h"
#include "extract/exm-lane.h"
#include "methods/exm-method-table.h"

/* ensemble: every method that needs no more than an example is asked, and a line is body
 * if more than a share of them keep it. A method that finds no body says nothing of any
 * line. The cost is that of all members together, but for the comparison with the
 * example, which is made once for all. */

enum
{
  SHARE,
};

static const ExmMethodParameter parameters[] = {
  [SHARE] = { "share", 0, 0.99, 0.5 },
};

/* Result of a member. */
typedef struct
{
  const char *name;
  ExmResultData data;
} Vote;

static void
vote_clear (gpointer data)
{
  Vote *vote = data;
  exm_result_data_clear (&vote->data);
}

static gboolean
is_member (const ExmMethod *method)
{
  return method != &exm_method_ensemble
         && (method->needs & ~(guint) (EXM_NEEDS_EXAMPLE | EXM_NEEDS_SITE)) == 0;
}

/* Adds what @member finds, if it finds anything. Returns %FALSE if it was cancelled. */
static gboolean
ask (const ExmMethodInput *input, const ExmMethod *member, GArray *votes, GError **error)
{
  guint n_lines;
  g_autoptr (GError) problem = NULL;
  Vote vote = { .name = member->name };

  exm_page_text_get_lines (exm_prepared_get_page (input->target), &n_lines);
  exm_result_data_init (&vote.data, member->name, n_lines);
  if (member->extract (input, &vote.data, &problem) && vote.data.head != EXM_NONE)
    {
      g_array_append_val (votes, vote);
      return TRUE;
    }
  exm_result_data_clear (&vote.data);
  if (!g_error_matches (problem, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&problem));
  return FALSE;
}

static gboolean
ask_all (const ExmMethodInput *input, GArray *votes, GError **error)
{
  g_auto (ExmAlignment) comparison = { NULL };
  ExmMethodInput asked = *input;
  guint n;
  const ExmMethod *const *methods = exm_method_get_all (&n);

  if (!exm_alignment_init (&comparison, input, error))
    return FALSE;
  asked.parameters = NULL;
  asked.brief = TRUE;
  asked.comparison = &comparison;
  for (guint i = 0; i < n; i++)
    if (is_member (methods[i]) && !ask (&asked, methods[i], votes, error))
      return FALSE;
  return TRUE;
}

/* A lane a member; the evidence is the votes above those that are needed. */
static void
count (const ExmMethodInput *input, const GArray *votes, ExmResultData *data)
{
  const ExmPageText *page = exm_prepared_get_page (input->target);
  guint n_lines;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);
  double share = exm_method_get_parameter (input, &exm_method_ensemble, SHARE);
  g_autofree guint *n_for = g_new0 (guint, n_lines);
  g_autofree guint8 *kept = g_new0 (guint8, n_lines);

  for (guint k = 0; k < votes->len; k++)
    {
      const Vote *vote = &g_array_index (votes, Vote, k);
      const ExmLane *lane = exm_result_data_add_lane (data, vote->name);
      for (guint i = 0; i < n_lines; i++)
        {
          gboolean is_for = vote->data.verdicts[i] == EXM_VERDICT_KEPT;
          n_for[i] += is_for;
          lane->values[i] = is_for ? 1 : 0;
          lane->contributions[i] = (float) (is_for ? 1 - share : -share);
          data->evidence[i] += lane->contributions[i];
        }
    }
  for (guint i = 0; i < n_lines; i++)
    {
      kept[i] = n_for[i] > share * votes->len;
      data->weights[i]
          = exm_lane_weigh (&lines[i], (double) data->evidence[i], input->sensitivity);
    }
  exm_boundaries_keep (page, data, kept);
}

/* How far the members agree with what came of it. */
static double
measure_agreement (const ExmPageText *page,
                   const GArray *votes,
                   const ExmResultData *data)
{
  double sum = 0;

  for (guint k = 0; k < votes->len; k++)
    sum += exm_boundaries_compare (page, &g_array_index (votes, Vote, k).data, data);
  return sum / MAX (votes->len, 1);
}

static gboolean
extract (const ExmMethodInput *input, ExmResultData *data, GError **error)
{
  g_autoptr (GArray) votes = g_array_new (FALSE, FALSE, sizeof (Vote));

  g_array_set_clear_func (votes, vote_clear);
  if (!ask_all (input, votes, error))
    return FALSE;
  count (input, votes, data);
  data->agreement
      = measure_agreement (exm_prepared_get_page (input->target), votes, data);
  data->confidence = data->head == EXM_NONE ? 0 : data->agreement;
  return TRUE;
}

const ExmMethod exm_method_ensemble = {
  .name = "ensemble",
  .needs = EXM_NEEDS_EXAMPLE,
  .uses_site = TRUE,
  .parameters = parameters,
  .n_parameters = G_N_ELEMENTS (parameters),
  .extract = extract,
};
