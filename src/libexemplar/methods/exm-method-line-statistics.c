/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "extract/exm-methods.h"

#include "extract/boundaries/exm-boundaries.h"
#include "methods/exm-line-rule.h"

/* line-statistics: a line is prose if the share of its characters that is punctuation is
 * above nothing and at most p. A line without any mark is none, whatever p is: menus,
 * headings and captions have none; with p = 0 only what the operator ruled is kept. Prose
 * is body if the site has not said it often. Of RC pages of the site, a line may stand
 * on int (1 + RC / L) before it counts as template. What is counted is pages, not times,
 * so that a line that a page repeats is not held against it. What the operator ruled of a
 * line comes before both. Where the task has no statistics yet, they are those of the
 * pages at hand. */

enum
{
  PAGES_A_REPEAT, /* L */
  MAX_MARKS,      /* p */
};

static const ExmMethodParameter parameters[] = {
  [PAGES_A_REPEAT] = { "pages-a-repeat", 1, 1000, EXM_LINE_RULE_REPEAT },
  [MAX_MARKS] = { "max-marks", 0, 1, 0.3 },
};

static ExmSiteStat *
get_statistics (const ExmMethodInput *input)
{
  if (input->site != NULL)
    return exm_site_stat_ref ((ExmSiteStat *) input->site);

  g_autofree ExmPageText **pages = g_new (ExmPageText *, input->n_examples + 1);
  for (guint i = 0; i < input->n_examples; i++)
    pages[i] = exm_prepared_get_page (input->examples[i]);
  pages[input->n_examples] = exm_prepared_get_page (input->target);
  return exm_site_stat_new_from_pages (pages, input->n_examples + 1);
}

static gboolean
extract (const ExmMethodInput *input, ExmResultData *data, GError **error)
{
  const ExmPageText *page = exm_prepared_get_page (input->target);
  guint n_lines;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);
  g_autoptr (ExmSiteStat) site = get_statistics (input);
  double repeat
      = exm_method_get_parameter (input, &exm_method_line_statistics, PAGES_A_REPEAT);
  double max_marks
      = exm_method_get_parameter (input, &exm_method_line_statistics, MAX_MARKS);
  guint n_pages = exm_site_stat_get_n_pages (site);
  g_autofree guint8 *kept = g_new0 (guint8, n_lines);
  float *marks = exm_result_data_add_lane (data, "marks")->values;
  float *known = exm_result_data_add_lane (data, "known")->values;

  for (guint i = 0; i < n_lines; i++)
    {
      guint n_seen = exm_site_stat_count (site, lines[i].key);
      ExmLineLabel ruling = exm_site_stat_get_ruling (site, lines[i].key);
      marks[i] = (float) lines[i].n_marks / (float) MAX (lines[i].n_chars, 1);
      known[i] = (float) n_seen / (float) MAX (n_pages, 1);
      gboolean is_prose = lines[i].n_marks > 0 && (double) marks[i] <= max_marks;
      kept[i] = (is_prose || ruling == EXM_LINE_LABEL_BODY)
                && exm_line_rule_keeps (n_seen, n_pages, repeat, ruling);
    }
  exm_boundaries_keep (page, data, kept);
  return TRUE;
}

const ExmMethod exm_method_line_statistics = {
  .name = "line-statistics",
  .needs = EXM_NEEDS_SITE,
  .uses_site = TRUE,
  .parameters = parameters,
  .n_parameters = G_N_ELEMENTS (parameters),
  .extract = extract,
};
