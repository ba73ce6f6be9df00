/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The ensemble: every member is asked by itself too, and its vote is counted here. */

#include "extract/exm-method.h"

#include "methods/exm-method-table.h"
#include "test-page.h"
#include "test-site.h"

#include <string.h>

#define MAX_MEMBERS 32u

typedef struct
{
  ExmPrepared *target;
  ExmPrepared *example;
  ExmResult *votes[MAX_MEMBERS]; /* (owned): of those that find a body */
  guint n_votes;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  g_auto (TestSitePage) a = test_site_make_page (3, 1, 7, TEST_SITE_ENGLISH,
                                                 TEST_SITE_DRIFT | TEST_SITE_COMMENTS);
  g_auto (TestSitePage) b = test_site_make_page (3, 2, 5, TEST_SITE_ENGLISH,
                                                 TEST_SITE_DRIFT | TEST_SITE_COMMENTS);
  guint n;
  const ExmMethod *const *methods = exm_method_get_all (&n);

  self->target = test_page_prepare (a.html, NULL);
  self->example = test_page_prepare (b.html, NULL);
  g_assert_cmpuint (n, <=, MAX_MEMBERS);
  for (guint i = 0; i < n; i++)
    {
      const ExmMethodInput input = {
        .target = self->target,
        .examples = &self->example,
        .n_examples = 1,
        .window = 32,
      };
      if (strcmp (methods[i]->name, "ensemble") == 0
          || (methods[i]->needs & ~(guint) (EXM_NEEDS_EXAMPLE | EXM_NEEDS_SITE)) != 0)
        continue;
      g_autoptr (GError) error = NULL;
      g_autoptr (ExmResult) result = exm_method_run (methods[i], &input, &error);
      g_assert_no_error (error);
      if (exm_result_get (result)->head != EXM_NONE)
        self->votes[self->n_votes++] = g_steal_pointer (&result);
    }
  g_assert_cmpuint (self->n_votes, >=, 6);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  for (guint i = 0; i < self->n_votes; i++)
    exm_result_unref (self->votes[i]);
  exm_prepared_unref (self->target);
  exm_prepared_unref (self->example);
}

static ExmResult *
run (Fixture *self, const char *parameters, GError **error)
{
  const ExmMethod *method = exm_method_find ("ensemble", NULL);
  g_autofree double *values = exm_method_parse_parameters (method, parameters, NULL);
  const ExmMethodInput input = {
    .target = self->target,
    .examples = &self->example,
    .n_examples = 1,
    .window = 32,
    .parameters = values,
  };

  g_assert_nonnull (values);
  return exm_method_run (method, &input, error);
}

static guint
count_votes (const Fixture *self, guint line)
{
  guint n = 0;

  for (guint i = 0; i < self->n_votes; i++)
    n += exm_result_get (self->votes[i])->verdicts[line] == EXM_VERDICT_KEPT;
  return n;
}

/* Lines with more votes than @share of the members are kept, and no other. */
static void
assert_counted (Fixture *self, const char *parameters, double share)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmResult) result = run (self, parameters, &error);
  guint n_kept = 0;

  g_assert_no_error (error);
  const ExmResultData *data = exm_result_get (result);
  g_assert_cmpuint (data->lanes->len, ==, self->n_votes);
  for (guint i = 0; i < data->n_lines; i++)
    {
      guint n = count_votes (self, i);
      gboolean kept = data->verdicts[i] == EXM_VERDICT_KEPT;
      g_assert_cmpint (kept, ==, n > share * self->n_votes);
      n_kept += kept;
      double sum = 0, votes = 0;
      for (guint k = 0; k < data->lanes->len; k++)
        {
          sum += g_array_index (data->lanes, ExmLane, k).contributions[i];
          votes += g_array_index (data->lanes, ExmLane, k).values[i];
        }
      g_assert_cmpfloat (votes, ==, n);
      g_assert_cmpfloat_with_epsilon (sum, n - share * self->n_votes, 1e-4);
      g_assert_cmpfloat_with_epsilon (data->evidence[i], sum, 1e-4);
    }
  g_assert_cmpuint (n_kept, >, 0);
}

static void
test_majority (Fixture *self, gconstpointer data)
{
  assert_counted (self, NULL, .5);
}

/* One vote is enough; all are needed; and between. */
static void
test_share (Fixture *self, gconstpointer data)
{
  assert_counted (self, "share=0", 0);
  assert_counted (self, "share=0.3", .3);
  assert_counted (self, "share=0.8", .8);
}

/* A lane is named after its member and says what that finds by itself. */
static void
test_lanes (Fixture *self, gconstpointer data)
{
  g_autoptr (ExmResult) result = run (self, NULL, NULL);

  for (guint k = 0; k < self->n_votes; k++)
    {
      const ExmResultData *vote = exm_result_get (self->votes[k]);
      const ExmLane *lane = &g_array_index (exm_result_get (result)->lanes, ExmLane, k);
      g_assert_cmpstr (lane->id, ==, vote->method);
      for (guint i = 0; i < vote->n_lines; i++)
        g_assert_cmpint (lane->values[i] > 0, ==, vote->verdicts[i] == EXM_VERDICT_KEPT);
    }
}

/* Between nothing and everything: how far the members agree with what came of it. */
static void
test_confidence (Fixture *self, gconstpointer data)
{
  g_autoptr (ExmResult) result = run (self, NULL, NULL);
  const ExmResultData *found = exm_result_get (result);
  guint n_lines;
  const ExmLine *lines
      = exm_page_text_get_lines (exm_prepared_get_page (self->target), &n_lines);
  double mean = 0;

  for (guint k = 0; k < self->n_votes; k++)
    {
      const ExmResultData *vote = exm_result_get (self->votes[k]);
      double both = 0, sum = 0;
      for (guint i = 0; i < n_lines; i++)
        {
          gboolean a = vote->verdicts[i] == EXM_VERDICT_KEPT;
          gboolean b = found->verdicts[i] == EXM_VERDICT_KEPT;
          both += a && b ? lines[i].n_tokens : 0;
          sum += (a + b) * (double) lines[i].n_tokens;
        }
      mean += 2 * both / sum / self->n_votes;
    }
  g_assert_cmpfloat (mean, <, 1);
  g_assert_cmpfloat_with_epsilon (found->confidence, mean, 1e-9);
}

static void
test_cancelled (Fixture *self, gconstpointer data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  const ExmMethodInput input = {
    .target = self->target,
    .examples = &self->example,
    .n_examples = 1,
    .window = 32,
    .cancellable = cancellable,
  };

  g_cancellable_cancel (cancellable);
  g_assert_null (exm_method_run (exm_method_find ("ensemble", NULL), &input, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path;
    void (*test) (Fixture *self, gconstpointer data);
  } tests[] = {
    { "/ensemble/majority", test_majority },
    { "/ensemble/share", test_share },
    { "/ensemble/lanes", test_lanes },
    { "/ensemble/confidence", test_confidence },
    { "/ensemble/cancelled", test_cancelled },
  };

  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].test, tear_down);
  return g_test_run ();
}
