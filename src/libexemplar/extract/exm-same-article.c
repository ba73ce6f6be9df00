/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "extract/exm-same-article.h"

#include "base/exm-shingles.h"
#include "extract/exm-headline.h"
#include "extract/exm-methods.h"

#include <string.h>

/* Length of a line of running text, see #ExmLine: about ten words. */
#define PROSE_LENGTH 60u

/* Shares of the target's text that stand in the example too. Lines are the same by their
 * keys, or by the runs of letters that they share. */
#define PROSE_BY_KEYS .5 /* of running text: worth a closer look */
#define ALL_BY_KEYS .6   /* of all text, where the article is a line or two: the same */
#define PROSE_BY_RUNS .7 /* of pages with the same title */
#define UNTITLED_BY_RUNS .9 /* of others: much text of a template is no article */
#define BODY_BY_RUNS .8

/* Text of one page, and how much of it another one has. */
typedef struct
{
  double all;
  double same;
} Share;

static gboolean
reaches (const Share *share, double least)
{
  return share->all > 0 && share->same >= least * share->all;
}

static gboolean
is_prose (const ExmLine *line)
{
  return (line->flags & EXM_LINE_FLAGGED) == 0 && line->length >= PROSE_LENGTH
         && 2 * line->n_link_chars < line->n_chars;
}

static gboolean
is_worth_a_look (const ExmPrepared *target, const ExmPrepared *example)
{
  Share prose = { 0 }, text = { 0 };
  guint n_lines;
  const ExmLine *lines
      = exm_page_text_get_lines (exm_prepared_get_page (target), &n_lines);

  for (guint i = 0; i < n_lines; i++)
    {
      if (lines[i].flags & EXM_LINE_FLAGGED)
        continue;
      double same
          = exm_prepared_count_key (example, lines[i].key) > 0 ? lines[i].length : 0;
      text.all += lines[i].length;
      text.same += same;
      if (is_prose (&lines[i]))
        {
          prose.all += lines[i].length;
          prose.same += same;
        }
    }
  return reaches (&prose, PROSE_BY_KEYS)
         || (prose.all > 0 && reaches (&text, ALL_BY_KEYS));
}

static ExmShingles *
make_shingles (const ExmPrepared *example)
{
  const ExmPageText *page = exm_prepared_get_page (example);
  ExmShingles *shingles = exm_shingles_new ();
  guint n_lines;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);

  for (guint i = 0; i < n_lines; i++)
    if (is_prose (&lines[i]))
      exm_shingles_add (shingles, exm_page_text_get_line (page, i), lines[i].n_bytes);
  return shingles;
}

/* Measures the running text, or the lines that @body keeps. */
static Share
measure (const ExmPrepared *target,
         const ExmPrepared *example,
         const ExmShingles *shingles,
         const ExmResultData *body)
{
  const ExmPageText *page = exm_prepared_get_page (target);
  Share share = { 0 };
  guint n_lines;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);

  for (guint i = 0; i < n_lines; i++)
    {
      if (body != NULL ? body->verdicts[i] != EXM_VERDICT_KEPT : !is_prose (&lines[i]))
        continue;
      share.all += lines[i].length;
      if (exm_prepared_count_key (example, lines[i].key) > 0)
        share.same += lines[i].length;
      else
        share.same += lines[i].length
                      * exm_shingles_measure (shingles, exm_page_text_get_line (page, i),
                                              lines[i].n_bytes);
    }
  return share;
}

static gboolean
has_same_text (const ExmPrepared *target, const ExmPrepared *example)
{
  guint n_target, n_example;
  const guint32 *a = exm_prepared_get_codes (target, &n_target);
  const guint32 *b = exm_prepared_get_codes (example, &n_example);

  return n_target == n_example && memcmp (a, b, n_target * sizeof *a) == 0;
}

static gboolean
has_same_source (const ExmPrepared *target, const ExmPrepared *example)
{
  return g_bytes_equal (exm_page_text_get_source (exm_prepared_get_page (target)),
                        exm_page_text_get_source (exm_prepared_get_page (example)));
}

static gboolean
has_same_title (const ExmPrepared *target, const ExmPrepared *example)
{
  const char *a = exm_page_text_get_title (exm_prepared_get_page (target));
  const char *b = exm_page_text_get_title (exm_prepared_get_page (example));

  return *a != '\0' && *b != '\0'
         && (exm_headline_is_title (a, b) || exm_headline_is_title (b, a));
}

/* The body of @page alone, worked out when it is first asked for. */
static gboolean
extract_alone (const ExmMethodInput *input,
               ExmPrepared *page,
               ExmResultData *body,
               GError **error)
{
  ExmMethodInput alone = {
    .target = page,
    .window = input->window,
    .site = input->site,
    .bias = input->bias,
    .table = input->table,
    .brief = TRUE,
    .cancellable = input->cancellable,
  };
  guint n_lines;

  if (body->verdicts != NULL)
    return TRUE;
  exm_page_text_get_lines (exm_prepared_get_page (page), &n_lines);
  exm_result_data_init (body, exm_method_exemplar_single.name, n_lines);
  return exm_method_exemplar_single.extract (&alone, body, error);
}

/* @same: (out): whether the example's own body stands in the target: that of a page that
 * is its template and no more does not */
static gboolean
check_example_body (const ExmMethodInput *input,
                    ExmPrepared *example,
                    gboolean *same,
                    GError **error)
{
  ExmResultData body = { 0 };
  gboolean well = extract_alone (input, example, &body, error);

  if (well)
    {
      g_autoptr (ExmShingles) shingles = make_shingles (input->target);
      Share kept = measure (example, input->target, shingles, &body);
      *same = reaches (&kept, BODY_BY_RUNS);
    }
  exm_result_data_clear (&body);
  return well;
}

static gboolean
check (const ExmMethodInput *input,
       ExmPrepared *example,
       ExmResultData *body,
       gboolean *same,
       GError **error)
{
  *same = FALSE;
  if (exm_prepared_get_region (example) != NULL)
    return TRUE;
  if (has_same_source (input->target, example))
    {
      *same = TRUE;
      return TRUE;
    }
  if (!is_worth_a_look (input->target, example))
    return TRUE;
  g_autoptr (ExmShingles) shingles = make_shingles (example);
  Share prose = measure (input->target, example, shingles, NULL);
  if (!reaches (&prose, has_same_title (input->target, example) ? PROSE_BY_RUNS
                                                                : UNTITLED_BY_RUNS))
    return TRUE;
  if (!extract_alone (input, input->target, body, error))
    return FALSE;
  Share kept = measure (input->target, example, shingles, body);
  /* Two pages that scripts fill in have no sure body. */
  *same = reaches (&kept, BODY_BY_RUNS)
          && (body->confidence >= EXM_CONFIDENCE_LOOK
              || !has_same_text (input->target, example));
  return !*same || check_example_body (input, example, same, error);
}

GPtrArray *
exm_same_article_list_others (const ExmMethodInput *input, GError **error)
{
  g_autoptr (GPtrArray) others = g_ptr_array_sized_new (input->n_examples);
  ExmResultData body = { 0 };
  gboolean same = FALSE, well = TRUE;

  for (guint i = 0; well && i < input->n_examples; i++)
    {
      well = check (input, input->examples[i], &body, &same, error);
      if (!same)
        g_ptr_array_add (others, input->examples[i]);
    }
  exm_result_data_clear (&body);
  return well ? g_steal_pointer (&others) : NULL;
}
