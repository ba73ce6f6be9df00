/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Estimates of what pictures take a day. */

#include "app/session/exm-keep-estimate.h"

#define NOW (100 * G_TIME_SPAN_DAY)

static void
add (GPtrArray *runs, gint64 days_ago, guint n_articles, guint n_backlog)
{
  ExmRun *run = exm_run_new ();

  run->started_usec = NOW - days_ago * G_TIME_SPAN_DAY;
  run->counts.n_articles = n_articles;
  run->counts.n_backlog = n_backlog;
  g_ptr_array_add (runs, run);
}

static void
test_compute (void)
{
  g_autoptr (GPtrArray) runs
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_run_unref);
  const ExmHeldSize none = { 0 }, held = { .n_bytes = 4000, .n_articles = 2 };

  g_assert_cmpuint (exm_keep_estimate_compute (runs, &held, NOW), ==, 0);
  add (runs, 0, 6, 0);
  g_assert_cmpuint (exm_keep_estimate_compute (runs, &held, NOW), ==, 12000);
  add (runs, 2, 4, 0);
  g_assert_cmpuint (exm_keep_estimate_compute (runs, &held, NOW), ==, 10000);
  /* The first run took what was listed before. */
  add (runs, 5, 40, 40);
  g_assert_cmpuint (exm_keep_estimate_compute (runs, &held, NOW), ==, 4000);
  g_assert_cmpuint (exm_keep_estimate_compute (runs, &none, NOW), ==,
                    2 * EXM_KEEP_ESTIMATE_ARTICLE_BYTES);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/keep-estimate/compute", test_compute);
  return g_test_run ();
}
