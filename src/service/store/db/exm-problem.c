/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "store/db/exm-problem.h"

static const char *const names[] = {
  [EXM_PROBLEM_NONE] = "none",
  [EXM_PROBLEM_FAILED] = "failed",
  [EXM_PROBLEM_BROKEN] = "broken",
  [EXM_PROBLEM_UNREACHABLE] = "unreachable",
  [EXM_PROBLEM_REFUSED] = "refused",
  [EXM_PROBLEM_VERIFICATION] = "verification",
  [EXM_PROBLEM_FORBIDDEN] = "forbidden",
  [EXM_PROBLEM_GONE] = "gone",
  [EXM_PROBLEM_UNLISTED] = "unlisted",
  [EXM_PROBLEM_REDESIGN] = "redesign",
  [EXM_PROBLEM_SILENT] = "silent",
  [EXM_PROBLEM_FLOOD] = "flood",
  [EXM_PROBLEM_UNSURE] = "unsure",
  [EXM_PROBLEM_SHORTER] = "shorter",
  [EXM_PROBLEM_CUT] = "cut",
  [EXM_PROBLEM_LIST] = "list",
  [EXM_PROBLEM_OUTPUT] = "output",
};

G_STATIC_ASSERT (G_N_ELEMENTS (names) == EXM_N_PROBLEMS);

void
exm_problem_clear (ExmProblem *self)
{
  g_free (self->message);
  g_free (self->said);
  g_free (self->url);
  *self = (ExmProblem){ 0 };
}

guint
exm_problem_count_days (const ExmProblem *self, gint64 now_usec)
{
  return (guint) (MAX (now_usec - self->since_usec, 0) / G_TIME_SPAN_DAY);
}

gboolean
exm_problem_equal (const ExmProblem *a, const ExmProblem *b)
{
  return a->kind == b->kind && a->since_usec == b->since_usec
         && g_strcmp0 (a->message, b->message) == 0 && g_strcmp0 (a->url, b->url) == 0
         && a->amount == b->amount && a->ignored == b->ignored;
}

const char *
exm_problem_kind_get_name (ExmProblemKind kind)
{
  g_return_val_if_fail (kind < EXM_N_PROBLEMS, names[EXM_PROBLEM_FAILED]);
  return names[kind];
}

ExmProblemKind
exm_problem_kind_from_name (const char *name)
{
  if (name == NULL)
    return EXM_PROBLEM_NONE;
  for (guint kind = 0; kind < EXM_N_PROBLEMS; kind++)
    if (g_str_equal (names[kind], name))
      return kind;
  return EXM_PROBLEM_FAILED;
}
