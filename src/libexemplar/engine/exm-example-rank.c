/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-engine"

#include "config.h"

#include "engine/exm-example-rank.h"

#include "article/exm-body.h"
#include "base/exm-text.h"
#include "extract/exm-method.h"

#include <string.h>

/* Pages that a page is tried beside, and on as the example: the first one may be the odd
 * one. */
#define N_TRIED 3u

/* A usual length, beside the median of the pages that look like most. */
#define LEAST_OF_MEDIAN .75
#define MOST_OF_MEDIAN 4.

/* A page may look like a few fewer than another one and still be of the same layout. */
#define LEAST_OF_LIKE .75

/* Beside a page that teaches, others are this sure of what they are beside the best. */
#define LEAST_OF_TAUGHT .9

/* Measures of a candidate page. */
typedef struct
{
  ExmExampleRank rank;
  guint tried[N_TRIED]; /* the first of those that look like it */
  gsize n_tokens;       /* of its body, beside the one of these that makes it surest */
  double confidence;    /* of that */
  double taught;        /* the others' mean confidence with this page as the example */
  gboolean is_common;
  gboolean is_usual;
} Page;

static void
add_like (Page *page, guint other)
{
  if (page->rank.n_like == 0)
    page->rank.like = other;
  if (page->rank.n_like < N_TRIED)
    page->tried[page->rank.n_like] = other;
  page->rank.n_like++;
}

static void
count_like (Page *found, ExmPrepared *const *pages, guint n_pages)
{
  for (guint i = 0; i < n_pages; i++)
    for (guint j = 0; j < n_pages; j++)
      if (i != j && exm_prepared_compare_template (pages[i], pages[j]) >= EXM_FITS_FROM)
        add_like (&found[i], j);
}

/* @n_tokens: (out): of the body of @target. Returns: how sure that is beside @example, 0
 * if there is none */
static double
try_on (ExmEngine *engine,
        ExmPrepared *target,
        ExmPrepared *example,
        gsize *n_tokens,
        GCancellable *cancellable)
{
  g_autoptr (ExmResult) result
      = exm_engine_extract (engine, target, &example, 1, NULL, cancellable, NULL);

  *n_tokens = 0;
  if (result == NULL || exm_result_get (result)->head == EXM_NONE)
    return 0;
  g_autofree char *body = exm_body_write_text (exm_prepared_get_page (target), result);
  *n_tokens = exm_text_count_tokens (body, strlen (body));
  return exm_result_get (result)->confidence;
}

static void
try_page (Page *page,
          ExmEngine *engine,
          ExmPrepared *const *pages,
          GCancellable *cancellable)
{
  guint n = MIN (page->rank.n_like, N_TRIED);

  for (guint i = 0; i < n; i++)
    {
      ExmPrepared *own = pages[page->rank.page], *other = pages[page->tried[i]];
      gsize n_tokens = 0;
      double confidence = try_on (engine, own, other, &n_tokens, cancellable);
      if (confidence > page->confidence)
        {
          page->confidence = confidence;
          page->n_tokens = n_tokens;
        }
      page->taught += try_on (engine, other, own, &n_tokens, cancellable) / n;
    }
}

static int
compare_sizes (gconstpointer a, gconstpointer b)
{
  const gsize *first = a, *second = b;

  return (*first > *second) - (*first < *second);
}

/* Returns: the median of the common pages that have a body, 0 if none has */
static gsize
find_usual_length (const Page *found, guint n_pages)
{
  g_autoptr (GArray) sizes = g_array_new (FALSE, FALSE, sizeof (gsize));

  for (guint i = 0; i < n_pages; i++)
    if (found[i].is_common && found[i].n_tokens > 0)
      g_array_append_val (sizes, found[i].n_tokens);
  g_array_sort (sizes, compare_sizes);
  return sizes->len > 0 ? g_array_index (sizes, gsize, sizes->len / 2) : 0;
}

/* Beside the others' teaching, which is compared among those that lack nothing else.
 *
 * @usual: the usual length of a body, in tokens */
static ExmExampleLack
find_lack (const Page *page, double usual)
{
  if (page->rank.n_like == 0)
    return EXM_EXAMPLE_ALONE;
  if (!page->is_common)
    return EXM_EXAMPLE_RARE;
  if (page->n_tokens == 0)
    return EXM_EXAMPLE_EMPTY;
  if (exm_sureness_from_confidence (page->confidence) != EXM_SURE)
    return EXM_EXAMPLE_UNSURE;
  if (page->is_usual)
    return EXM_EXAMPLE_TEACHES;
  return (double) page->n_tokens < usual ? EXM_EXAMPLE_SHORT : EXM_EXAMPLE_LONG;
}

static void
judge (Page *found, guint n_pages)
{
  guint most_like = 0;
  double best_taught = 0;

  for (guint i = 0; i < n_pages; i++)
    most_like = MAX (most_like, found[i].rank.n_like);
  for (guint i = 0; i < n_pages; i++)
    found[i].is_common = found[i].rank.n_like >= LEAST_OF_LIKE * most_like;
  double usual = (double) find_usual_length (found, n_pages);
  for (guint i = 0; i < n_pages; i++)
    {
      Page *page = &found[i];
      double n_tokens = (double) page->n_tokens;
      page->is_usual = n_tokens > 0 && n_tokens >= LEAST_OF_MEDIAN * usual
                       && n_tokens <= MOST_OF_MEDIAN * usual;
      page->rank.lack = find_lack (page, usual);
      /* An odd page has only usual ones to teach, which is easier. */
      if (page->rank.lack == EXM_EXAMPLE_TEACHES)
        best_taught = MAX (best_taught, page->taught);
    }
  for (guint i = 0; i < n_pages; i++)
    if (found[i].rank.lack == EXM_EXAMPLE_TEACHES
        && found[i].taught < LEAST_OF_TAUGHT * best_taught)
      found[i].rank.lack = EXM_EXAMPLE_WEAK;
}

/* Among equals the one to be preferred. */
static int
compare_pages (gconstpointer a, gconstpointer b)
{
  const Page *first = a, *second = b;

  gboolean first_teaches = first->rank.lack == EXM_EXAMPLE_TEACHES,
           second_teaches = second->rank.lack == EXM_EXAMPLE_TEACHES;

  if (first_teaches != second_teaches)
    return second_teaches - first_teaches;
  if (first->is_common != second->is_common)
    return second->is_common - first->is_common;
  if (first->is_usual != second->is_usual)
    return second->is_usual - first->is_usual;
  if (!first->is_common && first->rank.n_like != second->rank.n_like)
    return first->rank.n_like < second->rank.n_like ? 1 : -1;
  return (first->rank.page > second->rank.page) - (first->rank.page < second->rank.page);
}

GArray *
exm_example_rank (ExmEngine *engine,
                  ExmPrepared *const *pages,
                  guint n_pages,
                  GCancellable *cancellable)
{
  g_autofree Page *found = g_new0 (Page, MAX (n_pages, 1));
  GArray *ranks = g_array_sized_new (FALSE, FALSE, sizeof (ExmExampleRank), n_pages);

  for (guint i = 0; i < n_pages; i++)
    found[i].rank = (ExmExampleRank){ .page = i, .like = EXM_NONE };
  count_like (found, pages, n_pages);
  for (guint i = 0; i < n_pages; i++)
    try_page (&found[i], engine, pages, cancellable);
  judge (found, n_pages);
  qsort (found, n_pages, sizeof *found, compare_pages);
  for (guint i = 0; i < n_pages; i++)
    g_array_append_val (ranks, found[i].rank);
  return ranks;
}
