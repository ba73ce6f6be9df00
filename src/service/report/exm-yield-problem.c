/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-report"

#include "config.h"

#include "report/exm-yield-problem.h"

#include "base/exm-said.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Whether days are usual is known when something came on so many. */
#define KNOWN_DAYS 5u

/* A task is not silent before this, nor while it may be so by chance. */
#define SILENT_USEC (3 * G_TIME_SPAN_DAY)
#define SILENT_CHANCE .002

/* A day brings far more than usual with so many, so many times as many, and more than the
 * fullest day. */
#define FLOOD_LEAST 20u
#define FLOOD_TIMES 4
#define FLOOD_FULLEST 2

/* A weekday has a number of its own after so many weeks. */
#define KNOWN_WEEKS 3u

/* The newest articles are compared with those before. */
#define NEWEST 20u
#define LEAST_NEWEST 12u
#define LEAST_BEFORE 40u
#define LESS_SURE .12
#define LESS_SURE_ERRORS 3
#define SHORTER .5
#define SHORT_CHARS 400

/* An article is cut short with so small a part of the usual length; so many of the newest
 * are, so many more in a hundred, and more than by chance. */
#define CUT .25
#define CUT_LEAST 5u
#define CUT_MORE .25
#define CUT_ERRORS 3

/* Days of a weekday, of those that are known. */
typedef struct
{
  guint n_days;
  guint n_active; /* on which something came */
  guint counts[EXM_YIELD_DAYS / 7 + 1];
} Weekday;

typedef struct
{
  Weekday weekdays[7];
  guint n_active;
  guint n_articles;
  guint fullest; /* articles of the day with the most */
  guint active[EXM_YIELD_DAYS + 1];
} Usual;

/* @ago: in days */
static guint
get_weekday (const ExmYield *yield, guint ago)
{
  return (yield->weekday + 7 * EXM_YIELD_DAYS - ago) % 7;
}

/* Learns from the days before @since, in days ago. A day without a run and without an
 * article says nothing. */
static void
learn (const ExmYield *yield, guint since, Usual *usual)
{
  *usual = (Usual){ 0 };
  for (guint ago = since; ago <= yield->n_days; ago++)
    {
      Weekday *weekday = &usual->weekdays[get_weekday (yield, ago)];
      guint n = yield->counts[ago];
      if (n == 0 && yield->n_runs[ago] == 0)
        continue;
      weekday->counts[weekday->n_days++] = n;
      if (n == 0)
        continue;
      weekday->n_active++;
      usual->active[usual->n_active++] = n;
      usual->n_articles += n;
      usual->fullest = MAX (usual->fullest, n);
    }
}

static int
compare_counts (gconstpointer a, gconstpointer b)
{
  const guint *x = a, *y = b;

  return *x < *y ? -1 : *x > *y;
}

static guint
get_median_count (const guint *counts, guint n)
{
  guint sorted[EXM_YIELD_DAYS + 1];

  memcpy (sorted, counts, n * sizeof *counts);
  qsort (sorted, n, sizeof *sorted, compare_counts);
  return n > 0 ? sorted[n / 2] : 0;
}

/* Chance that something comes on a day of the week, with a pinch of doubt; none where
 * nobody knows such days. */
static double
get_chance (const Usual *usual, guint weekday)
{
  const Weekday *known = &usual->weekdays[weekday];

  return known->n_days > 0 ? (known->n_active + .5) / (known->n_days + 1) : 0;
}

static gboolean
find_silence (const ExmYield *yield, gint64 now_usec, ExmProblem *problem)
{
  Usual usual;
  guint newest = 0;
  double chance = 1;

  while (newest <= yield->n_days && yield->counts[newest] == 0)
    newest++;
  if (newest == 0 || now_usec - yield->newest_usec < SILENT_USEC)
    return FALSE;
  learn (yield, newest, &usual);
  if (usual.n_active < KNOWN_DAYS)
    return FALSE;
  for (guint ago = 1; ago < newest; ago++)
    chance *= 1 - get_chance (&usual, get_weekday (yield, ago));
  if (chance >= SILENT_CHANCE)
    return FALSE;
  problem->kind = EXM_PROBLEM_SILENT;
  problem->since_usec = yield->newest_usec;
  problem->amount = (usual.n_articles + usual.n_active / 2) / usual.n_active;
  problem->said = exm_said_new (
      /* translators: two numbers */
      N_ ("Days without anything new: %u (usual on days with articles: %u)"),
      exm_problem_count_days (problem, now_usec), problem->amount);
  return TRUE;
}

/* Expects of today what quiet days left behind, too. */
static gboolean
find_flood (const ExmYield *yield, ExmProblem *problem)
{
  guint today = yield->counts[0], expected = 0, ago = 1;
  Usual usual;

  learn (yield, 1, &usual);
  if (usual.n_active < KNOWN_DAYS || today < FLOOD_LEAST
      || today <= FLOOD_FULLEST * usual.fullest)
    return FALSE;
  guint any = get_median_count (usual.active, usual.n_active);
  const Weekday *weekday = &usual.weekdays[yield->weekday];
  guint own = weekday->n_days >= KNOWN_WEEKS
                  ? get_median_count (weekday->counts, weekday->n_days)
                  : any;
  own = MAX (own, 1);
  for (expected = own; ago <= yield->n_days && yield->counts[ago] == 0; ago++)
    expected += any;
  if (today <= FLOOD_TIMES * expected)
    return FALSE;
  problem->kind = EXM_PROBLEM_FLOOD;
  problem->amount = today;
  /* translators: two numbers */
  problem->said = exm_said_new (
      N_ ("Far more than usual: %u articles in a day, usually %u"), today, own);
  return TRUE;
}

static void
measure (const double *values, guint n, double *mean, double *square_error)
{
  double sum = 0, squares = 0;

  for (guint i = 0; i < n; i++)
    sum += values[i];
  *mean = sum / n;
  for (guint i = 0; i < n; i++)
    squares += (values[i] - *mean) * (values[i] - *mean);
  *square_error = squares / n / n;
}

static gboolean
find_doubt (const ExmYield *yield, guint n_newest, ExmProblem *problem)
{
  double now, before, now_error, before_error;

  measure (yield->sureness, n_newest, &now, &now_error);
  measure (yield->sureness + n_newest, yield->n_articles - n_newest, &before,
           &before_error);
  if (before - now < LESS_SURE
      || before - now < LESS_SURE_ERRORS * sqrt (now_error + before_error))
    return FALSE;
  problem->kind = EXM_PROBLEM_UNSURE;
  problem->amount = (guint) lround (100 * now);
  problem->said
      /* translators: two numbers of 0 to 100 */
      = exm_said_new (N_ ("Less sure of the newest articles: %u of 100, %u before"),
                      problem->amount, (guint) lround (100 * before));
  return TRUE;
}

static int
compare_values (gconstpointer a, gconstpointer b)
{
  const double *x = a, *y = b;

  return *x < *y ? -1 : *x > *y;
}

/* @part: which of the sorted ones, 0 … 1 */
static double
get_quantile (const double *values, guint n, double part)
{
  double sorted[EXM_YIELD_ARTICLES];

  memcpy (sorted, values, n * sizeof *values);
  qsort (sorted, n, sizeof *sorted, compare_values);
  return sorted[MIN ((guint) (part * n), n - 1)];
}

/* Nearly all of them, so that a day of short news is none. */
static gboolean
find_shorter (const ExmYield *yield, guint n_newest, ExmProblem *problem)
{
  double before
      = get_quantile (yield->chars + n_newest, yield->n_articles - n_newest, .5);
  double now = get_quantile (yield->chars, n_newest, .5);

  if (before < SHORT_CHARS || now > SHORTER * before
      || get_quantile (yield->chars, n_newest, .9) >= before)
    return FALSE;
  problem->kind = EXM_PROBLEM_SHORTER;
  problem->amount = (guint) now;
  problem->said
      /* translators: two numbers */
      = exm_said_new (N_ ("The newest articles are shorter: %u characters, %u before"),
                      problem->amount, (guint) before);
  return TRUE;
}

/* Returns: how many of the articles are a part alone, or as short as @least */
static guint
count_cut (const double *chars, guint n, double least)
{
  guint n_cut = 0;

  for (guint i = 0; i < n; i++)
    n_cut += chars[i] < least;
  return n_cut;
}

/* Some of them, while others are as long as ever. */
static gboolean
find_cuts (const ExmYield *yield, ExmProblem *problem)
{
  guint n_newest = MIN (NEWEST, yield->n_all / 3), n_before = yield->n_all - n_newest;

  if (n_newest < LEAST_NEWEST || n_before < LEAST_BEFORE)
    return FALSE;
  double usual = get_quantile (yield->all_chars + n_newest, n_before, .5);
  double least = usual >= SHORT_CHARS ? CUT * usual : 0;
  guint cut = count_cut (yield->all_chars, n_newest, least);
  guint cut_before = count_cut (yield->all_chars + n_newest, n_before, least);
  double share = (double) cut / n_newest, before = (double) cut_before / n_before;
  double error = sqrt (share * (1 - share) / n_newest + before * (1 - before) / n_before);

  if (cut < CUT_LEAST || share - before < CUT_MORE || share - before < CUT_ERRORS * error)
    return FALSE;
  problem->kind = EXM_PROBLEM_CUT;
  problem->amount = cut;
  problem->said = exm_said_new (
      /* translators: four numbers */
      N_ ("More articles are cut short: %u of the newest %u, %u of %u before"), cut,
      n_newest, cut_before, n_before);
  return TRUE;
}

void
exm_yield_find_problem (const ExmYield *yield, gint64 now_usec, ExmProblem *problem)
{
  guint n_newest = MIN (NEWEST, yield->n_articles / 3);
  gboolean comparable
      = n_newest >= LEAST_NEWEST && yield->n_articles - n_newest >= LEAST_BEFORE;

  if (yield->newest_usec == 0)
    return;
  if (find_silence (yield, now_usec, problem) || find_flood (yield, problem)
      || (comparable
          && (find_doubt (yield, n_newest, problem)
              || find_shorter (yield, n_newest, problem)))
      || find_cuts (yield, problem))
    problem->message = exm_said_to_words (problem->said);
}
