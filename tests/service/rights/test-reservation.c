/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A site that reserves mining of its text, by a file and by headers: asked for once, kept
 * with each article, also when it is extracted anew. */

#include "config.h"

#include "metadata/exm-rights.h"
#include "report-bench.h"
#include "worker/exm-reextract.h"

#include <string.h>

#define RESERVED                                                                         \
  "[{\"location\": \"/report/\", \"tdm-reservation\": 1, \"tdm-policy\": \"/p.json\"},"  \
  " {\"location\": \"/report/2.html\", \"tdm-reservation\": 0}]"
#define HALF_DAY_S (12 * 60 * 60)

static void
begin (ReportBench *bench, const char *tdmrep)
{
  report_bench_init (bench);
  bench->heed_robots = TRUE;
  bench->tdmrep = tdmrep;
  report_bench_add_task (bench, EXM_FIRST_RUN_ALL);
}

/* The field of the article of /report/@number.html. Returns: (transfer full) (nullable)
 */
static char *
dup_field (const ReportBench *bench, guint number, ExmField field)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStore) store = report_bench_open_store (bench);
  g_autofree char *url = g_strdup_printf ("%s/report/%u.html", bench->base, number);
  g_autoptr (GPtrArray) list
      = exm_store_list_articles (store, &(ExmArticleFilter){ .limit = 100 }, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < list->len; i++)
    {
      const ExmArticleInfo *info = g_ptr_array_index (list, i);
      if (strcmp (info->url, url) != 0)
        continue;
      g_autoptr (ExmArticle) article = exm_store_get_article (store, info->id, &error);
      g_assert_no_error (error);
      return g_strdup (exm_metadata_get (exm_article_get (article)->metadata, field));
    }
  g_assert_not_reached ();
}

static void
assert_field (const ReportBench *bench, guint number, ExmField field, const char *value)
{
  g_autofree char *found = dup_field (bench, number, field);

  g_assert_cmpstr (found, ==, value);
}

static void
test_file (void)
{
  ReportBench bench;
  g_autofree char *policy = NULL;

  begin (&bench, RESERVED);
  bench.reserved = "noai, noarchive";
  g_assert_true (report_bench_run_once (&bench));
  g_assert_cmpuint (bench.n_tdmrep, ==, 1);
  g_assert_cmpuint (bench.n_problems, ==, 0);
  policy = g_strconcat (bench.base, "/p.json", NULL);
  assert_field (&bench, 1, EXM_FIELD_TDM, EXM_TDM_RESERVED);
  assert_field (&bench, 1, EXM_FIELD_TDM_POLICY, policy);
  assert_field (&bench, 1, EXM_FIELD_ROBOTS, "noarchive, noai");
  assert_field (&bench, 2, EXM_FIELD_TDM, EXM_TDM_OPEN);
  assert_field (&bench, 3, EXM_FIELD_TDM, EXM_TDM_RESERVED);
  assert_field (&bench, 3, EXM_FIELD_ROBOTS, NULL);

  /* It is known for half a day, to another process too. */
  bench.n_listed = 4;
  g_assert_true (report_bench_run_once (&bench));
  g_assert_cmpuint (bench.n_tdmrep, ==, 0);
  assert_field (&bench, 4, EXM_FIELD_TDM, EXM_TDM_RESERVED);
  g_atomic_int_add (&bench.ahead_s, HALF_DAY_S + 60);
  bench.n_listed = 5;
  bench.tdmrep = NULL;
  g_assert_true (report_bench_run_once (&bench));
  g_assert_cmpuint (bench.n_tdmrep, ==, 1);
  assert_field (&bench, 5, EXM_FIELD_TDM, NULL);
  assert_field (&bench, 4, EXM_FIELD_TDM, EXM_TDM_RESERVED);
  report_bench_clear (&bench);
}

/* Extracts all articles anew, from their stored pages. */
static void
reextract (const ReportBench *bench)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStore) store = report_bench_open_store (bench);
  g_autoptr (ExmEngine) engine = exm_engine_new ();
  g_autoptr (GPtrArray) list
      = exm_store_list_articles (store, &(ExmArticleFilter){ .limit = 100 }, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < list->len; i++)
    {
      gboolean changed = FALSE;
      gint64 id = ((const ExmArticleInfo *) list->pdata[i])->id;
      exm_reextract_now (store, engine, id, &changed, &error);
      g_assert_no_error (error);
    }
}

/* Rights are those of the day on which a page was fetched. */
static void
test_anew (void)
{
  ReportBench bench;

  begin (&bench, RESERVED);
  bench.reserved = "noindex";
  g_assert_true (report_bench_run_once (&bench));
  report_bench_execute (&bench, "UPDATE host SET tdm = NULL");
  reextract (&bench);
  assert_field (&bench, 1, EXM_FIELD_TDM, EXM_TDM_RESERVED);
  assert_field (&bench, 2, EXM_FIELD_TDM, EXM_TDM_OPEN);
  assert_field (&bench, 1, EXM_FIELD_ROBOTS, "noindex");
  report_bench_clear (&bench);
}

static void
test_none (void)
{
  ReportBench bench;

  begin (&bench, NULL);
  g_assert_true (report_bench_run_once (&bench));
  g_assert_cmpuint (bench.n_tdmrep, ==, 1);
  g_assert_cmpuint (bench.n_problems, ==, 0);
  report_bench_assert_collected (&bench, 1);
  assert_field (&bench, 1, EXM_FIELD_TDM, NULL);
  report_bench_clear (&bench);
}

/* A server that fails there is asked no more often for it, and articles come even so. */
static void
test_failing (void)
{
  ReportBench bench;

  begin (&bench, NULL);
  bench.tdmrep_status = 500;
  bench.hurries = TRUE;
  g_assert_true (report_bench_run_once (&bench));
  g_assert_cmpuint (bench.n_tdmrep, ==, 1);
  report_bench_assert_collected (&bench, 1);
  report_bench_clear (&bench);
}

/* A worker that ignores robots.txt asks for neither. */
static void
test_ignored (void)
{
  ReportBench bench;

  begin (&bench, RESERVED);
  bench.heed_robots = FALSE;
  g_assert_true (report_bench_run_once (&bench));
  g_assert_cmpuint (bench.n_tdmrep, ==, 0);
  assert_field (&bench, 1, EXM_FIELD_TDM, NULL);
  report_bench_clear (&bench);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/reservation/file", test_file);
  g_test_add_func ("/reservation/anew", test_anew);
  g_test_add_func ("/reservation/none", test_none);
  g_test_add_func ("/reservation/failing", test_failing);
  g_test_add_func ("/reservation/ignored", test_ignored);
  return g_test_run ();
}
