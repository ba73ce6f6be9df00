/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "extract/exm-method-run.h"

#include "base/exm-said-error.h"
#include "base/exm-shingles.h"
#include "extract/exm-headline.h"
#include "extract/exm-methods.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* --- Examples that hold the very article of the target: the same page, a copy of it for
 * printing, an earlier capture. Nothing can be told from what both have. --- */

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

/* Measures how much of the running text of @page, and of all its text, has lines with the
 * keys of @other. */
static void
measure_keys (const ExmPrepared *page,
              const ExmPrepared *other,
              Share *prose,
              Share *text)
{
  guint n_lines;
  const ExmLine *lines = exm_page_text_get_lines (exm_prepared_get_page (page), &n_lines);

  for (guint i = 0; i < n_lines; i++)
    {
      if (lines[i].flags & EXM_LINE_FLAGGED)
        continue;
      double same
          = exm_prepared_count_key (other, lines[i].key) > 0 ? lines[i].length : 0;
      text->all += lines[i].length;
      text->same += same;
      if (is_prose (&lines[i]))
        {
          prose->all += lines[i].length;
          prose->same += same;
        }
    }
}

/* Asks from either side: a copy for printing has the article and nothing else, a page
 * has comments and teasers beside it. */
static gboolean
is_worth_a_look (const ExmPrepared *target, const ExmPrepared *example)
{
  Share prose = { 0 }, text = { 0 }, back = { 0 }, text_back = { 0 };

  measure_keys (target, example, &prose, &text);
  if (reaches (&prose, PROSE_BY_KEYS) || (prose.all > 0 && reaches (&text, ALL_BY_KEYS)))
    return TRUE;
  measure_keys (example, target, &back, &text_back);
  return reaches (&back, PROSE_BY_KEYS);
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

/* Tells whether most running text of @page stands in @other. */
static gboolean
shares_prose (const ExmPrepared *page, const ExmPrepared *other)
{
  g_autoptr (ExmShingles) shingles = make_shingles (other);
  Share prose = measure (page, other, shingles, NULL);

  return reaches (&prose,
                  has_same_title (page, other) ? PROSE_BY_RUNS : UNTITLED_BY_RUNS);
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
  gboolean is_shared = shares_prose (input->target, example);
  if (!is_shared && !shares_prose (example, input->target))
    return TRUE;
  if (!extract_alone (input, input->target, body, error))
    return FALSE;
  g_autoptr (ExmShingles) shingles = make_shingles (example);
  Share kept = measure (input->target, example, shingles, body);
  /* Two pages that scripts fill in have no sure body, and a template whose text the
   * target has too is no article. */
  *same = reaches (&kept, BODY_BY_RUNS)
          && (body->confidence >= EXM_CONFIDENCE_LOOK
              || (is_shared && !has_same_text (input->target, example)));
  return !*same || check_example_body (input, example, same, error);
}

/* Lists the examples that hold another article than the target, in their order; %NULL
 * with
 * @error. Lines with equal keys are counted first, which settles nearly all examples:
 * O(lines · log lines). Where most running text stands in an example too, either page is
 * extracted alone, and its body is looked for in the other. Examples with a marked body
 * always count as others: the mark says more than the comparison. */
static GPtrArray *
list_others (const ExmMethodInput *input, GError **error)
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

/* --- Running --- */

static void
compare_templates (const ExmMethodInput *input, ExmResultData *data)
{
  for (guint i = 0; i < input->n_examples; i++)
    {
      double alike = exm_prepared_compare_template (input->examples[i], input->target);
      data->template_similarity = MAX (data->template_similarity, alike);
    }
  data->fits = input->n_examples == 0 || data->template_similarity >= EXM_FITS_FROM;
}

/* How sure the choice is, from what there is so far: how much worse the next best body
 * would be, how strong the evidence for this one is, and how alike the pages are. Not
 * calibrated: on labelled pages it orders right from wrong, but its value is no share. */
static double
estimate_confidence (const ExmResultData *data)
{
  if (data->head == EXM_NONE)
    return 0;
  double alike = data->template_similarity < 0 ? 0.5 : data->template_similarity;
  return CLAMP (sqrt (data->margin * data->strength * alike), 0, 1);
}

/* Whether an example without a region has the target's very text, and it is not the
 * article that both have: then there is nothing that could be told from the template. */
static gboolean
check_differs (const ExmMethodInput *input, GError **error)
{
  guint n_target, n_example;
  const guint32 *target = exm_prepared_get_codes (input->target, &n_target);

  for (guint i = 0; i < input->n_examples; i++)
    {
      const ExmPrepared *example = input->examples[i];
      const guint32 *codes = exm_prepared_get_codes (example, &n_example);
      if (exm_prepared_get_region (example) != NULL || n_example != n_target
          || memcmp (codes, target, n_target * sizeof *codes) != 0)
        continue;
      exm_said_set_error (error, EXM_EXTRACT_ERROR, EXM_EXTRACT_ERROR_NOTHING_NEW,
                          N_ ("The page holds no article: its text is the same as the "
                              "example's. Scripts may fill it in"));
      return FALSE;
    }
  return TRUE;
}

/* Whether there is what the method cannot do without. */
static gboolean
check_needs (const ExmMethod *method, const ExmMethodInput *input, GError **error)
{
  const ExmPageText *page = exm_prepared_get_page (input->target);
  gboolean compares = (method->needs & (EXM_NEEDS_EXAMPLE | EXM_NEEDS_SITE)) != 0;

  if (compares && input->n_examples == 0
      && !((method->needs & EXM_NEEDS_SITE) && input->site != NULL))
    exm_said_set_error (error, EXM_EXTRACT_ERROR, EXM_EXTRACT_ERROR_NEEDS,
                        N_ ("The method “%s” needs an example page"), method->name);
  else if ((method->needs & EXM_NEEDS_LAYOUT) && input->layout == NULL)
    exm_said_set_error (
        error, EXM_EXTRACT_ERROR, EXM_EXTRACT_ERROR_LAYOUT,
        N_ ("The method “%s” needs the page as a browser lays it out, which "
            "cannot be done here"),
        method->name);
  else if ((method->needs & EXM_NEEDS_LAYOUT) && !exm_layout_is_of (input->layout, page))
    exm_said_set_error (error, EXM_EXTRACT_ERROR, EXM_EXTRACT_ERROR_LAYOUT,
                        N_ ("The layout is that of another page"));
  else
    return TRUE;
  return FALSE;
}

static gboolean
any_fits (const ExmMethodInput *input)
{
  for (guint i = 0; i < input->n_examples; i++)
    if (exm_prepared_compare_template (input->target, input->examples[i])
        >= EXM_FITS_FROM)
      return TRUE;
  return FALSE;
}

/* With the examples of @input that hold another article. Where examples hold the same one
 * and none of the others fits, the page alone decides. */
static gboolean
extract (const ExmMethod *method,
         const ExmMethodInput *input,
         gboolean compares,
         ExmResultData *data,
         GError **error)
{
  guint n_lines;
  ExmMethodInput with_others = *input;
  g_autoptr (GPtrArray) others = compares ? list_others (input, error) : NULL;

  if (compares && others == NULL)
    return FALSE;
  gboolean same_article = compares && others->len < input->n_examples;
  if (same_article)
    {
      with_others.examples = (ExmPrepared *const *) others->pdata;
      with_others.n_examples = others->len;
      with_others.comparison = NULL;
    }
  if (same_article && !any_fits (&with_others))
    {
      method = &exm_method_exemplar_single;
      with_others.parameters = NULL;
      with_others.model = NULL;
    }
  else if (compares && !check_differs (&with_others, error))
    return FALSE;
  exm_page_text_get_lines (exm_prepared_get_page (input->target), &n_lines);
  exm_result_data_init (data, method->name, n_lines);
  data->confidence = -1;
  if (!method->extract (&with_others, data, error))
    return FALSE;
  data->same_article = same_article;
  return TRUE;
}

ExmResult *
exm_method_run (const ExmMethod *method, const ExmMethodInput *input, GError **error)
{
  ExmResultData data = { 0 };
  guint n_lines;

  exm_page_text_get_lines (exm_prepared_get_page (input->target), &n_lines);
  if (n_lines == 0)
    {
      exm_said_set_error (error, EXM_EXTRACT_ERROR, EXM_EXTRACT_ERROR_EMPTY,
                          N_ ("The page has no text"));
      return NULL;
    }
  if (!check_needs (method, input, error))
    return NULL;
  if (input->model != NULL && !exm_method_model_check (input->model, method->name, error))
    return NULL;
  gboolean compares = (method->needs & EXM_NEEDS_EXAMPLE)
                      || ((method->needs & EXM_NEEDS_SITE) && input->site == NULL);
  /* A short page is done before anything inside would ask. */
  if (g_cancellable_set_error_if_cancelled (input->cancellable, error))
    return NULL;
  if (!extract (method, input, compares, &data, error))
    {
      exm_result_data_clear (&data);
      return NULL;
    }
  compare_templates (input, &data);
  if (data.confidence < 0)
    data.confidence = estimate_confidence (&data);
  return exm_result_new (&data);
}
