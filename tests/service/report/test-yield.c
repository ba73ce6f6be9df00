/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Silence and noise: what is found of made histories, and days that are counted by the
 * store as a loop counts them. */

#include "config.h"

#include "report/exm-yield-problem.h"

#include "store-fixture.h"
#include "test-folder.h"

#define DAY G_TIME_SPAN_DAY
#define NOW (20000 * DAY + DAY / 2)

/* @week: articles of Monday, Tuesday …; @today: 0 for Monday; @n_silent: days before
 * today without any; @n_today: how many came today. */
static ExmYield
make_yield (const guint week[7], guint today, guint n_silent, guint n_today, guint n_days)
{
  ExmYield yield = { .weekday = today, .n_days = n_days };

  for (guint ago = 0; ago <= n_days; ago++)
    {
      yield.n_runs[ago] = 4;
      if (ago > n_silent)
        yield.counts[ago] = week[(today + 7 * EXM_YIELD_DAYS - ago) % 7];
    }
  yield.counts[0] = n_today;
  for (guint ago = 0; ago <= n_days && yield.newest_usec == 0; ago++)
    if (yield.counts[ago] > 0)
      yield.newest_usec = NOW - ago * DAY;
  return yield;
}

static ExmProblemKind
find (const ExmYield *yield, const char *words)
{
  g_auto (ExmProblem) problem = { .since_usec = NOW };
  ExmProblemKind kind;

  exm_yield_find_problem (yield, NOW, &problem);
  kind = problem.kind;
  g_assert_true ((kind == EXM_PROBLEM_NONE) == (problem.message == NULL));
  if (words != NULL)
    g_assert_cmpstr (problem.message, ==, words);
  return kind;
}

static const guint daily[7] = { 12, 11, 13, 12, 12, 4, 3 };
static const guint workdays[7] = { 5, 6, 5, 7, 5, 0, 0 };
static const guint weekly[7] = { 0, 0, 0, 1, 0, 0, 0 };

/* Silence counts on days that bring something else. */
static void
test_silence (void)
{
  static const struct
  {
    const guint *week;
    guint today;    /* 0 for Monday */
    guint n_silent; /* whole days */
    gboolean told;
  } cases[] = {
    { daily, 0, 0, FALSE },    { daily, 4, 2, FALSE },    { daily, 4, 3, TRUE },
    { daily, 4, 9, TRUE },     { workdays, 0, 2, FALSE }, { workdays, 1, 3, FALSE },
    { workdays, 2, 4, FALSE }, { workdays, 3, 5, TRUE },  { weekly, 3, 6, FALSE },
    { weekly, 3, 13, FALSE },  { weekly, 3, 27, TRUE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      ExmYield yield = make_yield (cases[i].week, cases[i].today, cases[i].n_silent, 0,
                                   EXM_YIELD_DAYS);
      g_test_message ("case %" G_GSIZE_FORMAT, i);
      g_assert_cmpint (find (&yield, NULL), ==,
                       cases[i].told ? EXM_PROBLEM_SILENT : EXM_PROBLEM_NONE);
    }
  ExmYield yield = make_yield (daily, 4, 5, 0, EXM_YIELD_DAYS);
  /* As many days as the window counts since the newest article. */
  find (&yield, "Days without anything new: 6 (usual on days with articles: 10)");
  ExmYield quiet = make_yield (workdays, 3, 5, 0, EXM_YIELD_DAYS);
  find (&quiet, "Days without anything new: 6 (usual on days with articles: 6)");
}

/* Every day has articles, today too: all of them are looked at, and none beyond. */
static void
test_full (void)
{
  ExmYield yield = make_yield (daily, 1, 0, 11, EXM_YIELD_DAYS);
  ExmYield flood = make_yield (daily, 1, 0, 140, EXM_YIELD_DAYS);

  for (guint ago = 0; ago <= EXM_YIELD_DAYS; ago++)
    g_assert_cmpuint (yield.counts[ago], >, 0);
  g_assert_cmpint (find (&yield, NULL), ==, EXM_PROBLEM_NONE);
  g_assert_cmpint (find (&flood, NULL), ==, EXM_PROBLEM_FLOOD);
}

/* A task that is young, or that was not run, tells nothing. */
static void
test_unknown (void)
{
  ExmYield none = { 0 };
  ExmYield young = make_yield (daily, 4, 2, 0, 6);

  g_assert_cmpint (find (&none, NULL), ==, EXM_PROBLEM_NONE);
  g_assert_cmpint (find (&young, NULL), ==, EXM_PROBLEM_NONE);
  /* The computer was off at weekends: these days say nothing. */
  ExmYield off = make_yield (workdays, 0, 2, 0, EXM_YIELD_DAYS);
  for (guint ago = 0; ago <= EXM_YIELD_DAYS; ago++)
    if (off.counts[ago] == 0)
      off.n_runs[ago] = 0;
  g_assert_cmpint (find (&off, NULL), ==, EXM_PROBLEM_NONE);
}

/* Far more than usual is told, and what quiet days left behind is not. */
static void
test_flood (void)
{
  static const struct
  {
    const guint *week;
    guint today, n_silent, n_today;
    gboolean told;
  } cases[] = {
    { daily, 1, 0, 11, FALSE },   { daily, 1, 0, 44, FALSE },
    { daily, 1, 0, 140, TRUE },   { daily, 1, 9, 100, FALSE },
    { daily, 1, 9, 700, TRUE },   { weekly, 3, 6, 19, FALSE },
    { weekly, 3, 6, 60, TRUE },   { workdays, 5, 0, 15, FALSE },
    { workdays, 5, 0, 90, TRUE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      ExmYield yield = make_yield (cases[i].week, cases[i].today, cases[i].n_silent,
                                   cases[i].n_today, EXM_YIELD_DAYS);
      g_test_message ("case %" G_GSIZE_FORMAT, i);
      g_assert_cmpint (find (&yield, NULL), ==,
                       cases[i].told ? EXM_PROBLEM_FLOOD : EXM_PROBLEM_NONE);
    }
  ExmYield yield = make_yield (daily, 3, 0, 140, EXM_YIELD_DAYS);
  find (&yield, "Far more than usual: 140 articles in a day, usually 12");
  /* Quiet days raise the number expected, not the usual one. */
  ExmYield late = make_yield (daily, 1, 9, 700, EXM_YIELD_DAYS);
  find (&late, "Far more than usual: 700 articles in a day, usually 11");
}

static void
put_quality (ExmYield *yield, double sureness, double chars, guint n, guint spread)
{
  for (guint i = 0; i < n; i++)
    {
      guint at = yield->n_articles++;
      yield->sureness[at] = sureness + (i % 2 == 0 ? .04 : -.04);
      yield->chars[at] = chars + (i % 5) * spread;
    }
}

static void
test_quality (void)
{
  static const struct
  {
    double sureness, chars;
    guint n_before;
    ExmProblemKind kind;
  } cases[] = {
    { .93, 2600, 100, EXM_PROBLEM_NONE },   { .88, 2000, 100, EXM_PROBLEM_NONE },
    { .70, 2600, 100, EXM_PROBLEM_UNSURE }, { .93, 500, 100, EXM_PROBLEM_SHORTER },
    { .70, 500, 100, EXM_PROBLEM_UNSURE },  { .70, 500, 30, EXM_PROBLEM_NONE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      ExmYield yield = make_yield (daily, 3, 0, 12, EXM_YIELD_DAYS);
      put_quality (&yield, cases[i].sureness, cases[i].chars, 20, 50);
      put_quality (&yield, .93, 2600, cases[i].n_before, 200);
      g_test_message ("case %" G_GSIZE_FORMAT, i);
      g_assert_cmpint (find (&yield, NULL), ==, cases[i].kind);
    }
  /* A few long ones among them: that is how this site is. */
  ExmYield mixed = make_yield (daily, 3, 0, 12, EXM_YIELD_DAYS);
  put_quality (&mixed, .93, 500, 17, 0);
  put_quality (&mixed, .93, 4000, 3, 0);
  put_quality (&mixed, .93, 2600, 100, 0);
  g_assert_cmpint (find (&mixed, NULL), ==, EXM_PROBLEM_NONE);
}

/* @n_cut: of @n, as many as possible among the newest; @chars: −1: the page had a part */
static void
put_lengths (ExmYield *yield, guint n, guint n_cut, double chars)
{
  for (guint i = 0; i < n; i++)
    yield->all_chars[yield->n_all++] = i < n_cut ? chars : 2600 + (i % 5) * 200;
}

static void
test_cuts (void)
{
  static const struct
  {
    guint n_cut, n_cut_before, n_before;
    double chars;
    gboolean told;
  } cases[] = {
    { 0, 0, 100, 500, FALSE },   { 4, 0, 100, 500, FALSE },  { 9, 3, 100, 500, TRUE },
    { 9, 3, 100, -1, TRUE },     { 9, 40, 100, 500, FALSE }, { 9, 3, 100, 800, FALSE },
    { 20, 100, 100, -1, FALSE }, { 9, 3, 30, 500, FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      ExmYield yield = make_yield (daily, 3, 0, 12, EXM_YIELD_DAYS);
      put_lengths (&yield, 20, cases[i].n_cut, cases[i].chars);
      put_lengths (&yield, cases[i].n_before, cases[i].n_cut_before, cases[i].chars);
      g_test_message ("case %" G_GSIZE_FORMAT, i);
      g_assert_cmpint (find (&yield, NULL), ==,
                       cases[i].told ? EXM_PROBLEM_CUT : EXM_PROBLEM_NONE);
    }
  ExmYield yield = make_yield (daily, 3, 0, 12, EXM_YIELD_DAYS);
  put_lengths (&yield, 20, 9, -1);
  put_lengths (&yield, 100, 3, 400);
  find (&yield, "More articles are cut short: 9 of the newest 20, 3 of 100 before");
}

/* The store */

static void
put_article (ExmStore *store, guint number, gint64 usec)
{
  g_auto (ExmArticleFields) fields = {
    .task_uid = g_strdup (store_task_uid (1)),
    .task_version = 1,
    .collected_usec = usec,
    .confidence = .5 + number % 50 / 100.,
    .url = g_strdup_printf ("http://site.example/%u.html", number),
    .final_url = g_strdup_printf ("http://site.example/%u.html", number),
    .url_key = g_strdup_printf ("site.example/%u", number),
    .text = g_strnfill (10 + number, 'x'),
    .html = g_strdup (""),
    .markdown = g_strdup (""),
    .method = g_strdup ("exemplar"),
    .metadata = exm_metadata_new (),
  };
  g_autoptr (ExmArticle) article = exm_article_new (&fields);
  const ExmArticleCommit commit = { .article = article };
  g_autoptr (GError) error = NULL;
  gint64 id = 0;

  exm_store_commit_article (store, &commit, &id, &error);
  g_assert_no_error (error);
}

/* Against counting one by one, in zones that begin their day elsewhere. */
static void
test_days (void)
{
  static const gint64 offsets[] = { 0, 8, -5, 12 };
  g_autofree char *folder = test_folder_new ();
  g_autoptr (GRand) random = g_rand_new_with_seed (19);
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStore) store = exm_store_open (folder, NULL, NULL, &error);
  g_autoptr (ExmTask) task = store_task_new (1);
  gint64 times[300];

  exm_store_add_task (store, task, NOW - 90 * DAY, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    {
      times[i] = NOW - (gint64) (g_rand_double (random) * 70 * DAY);
      put_article (store, i, times[i]);
    }
  for (guint k = 0; k < G_N_ELEMENTS (offsets); k++)
    {
      gint64 offset = offsets[k] * G_TIME_SPAN_HOUR, today = (NOW + offset) / DAY;
      guint expected[EXM_YIELD_DAYS + 1] = { 0 };
      ExmYield yield;
      exm_store_get_yield (store, store_task_uid (1), NOW, offset, &yield, &error);
      g_assert_no_error (error);
      for (guint i = 0; i < G_N_ELEMENTS (times); i++)
        if (today - (times[i] + offset) / DAY <= (gint64) EXM_YIELD_DAYS)
          expected[today - (times[i] + offset) / DAY]++;
      for (guint ago = 0; ago <= EXM_YIELD_DAYS; ago++)
        g_assert_cmpuint (yield.counts[ago], ==, expected[ago]);
      g_assert_cmpuint (yield.n_days, ==, EXM_YIELD_DAYS);
      g_assert_cmpuint (yield.n_articles, ==, EXM_YIELD_ARTICLES);
    }
  exm_store_close (g_steal_pointer (&store));
  test_folder_free (g_steal_pointer (&folder));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/yield/cuts", test_cuts);
  g_test_add_func ("/yield/silence", test_silence);
  g_test_add_func ("/yield/full", test_full);
  g_test_add_func ("/yield/unknown", test_unknown);
  g_test_add_func ("/yield/flood", test_flood);
  g_test_add_func ("/yield/quality", test_quality);
  g_test_add_func ("/yield/days", test_days);
  return g_test_run ();
}
