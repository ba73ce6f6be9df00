/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "lab/methods/exm-lab-methods.h"

#include "extract/boundaries/exm-boundaries.h"
#include "lab/methods/exm-page-blocks.h"

/* block-features: the page as blocks, of which a few facts tell the title, the date, the
 * related links and the main block. The body is the main block behind title and date and
 * before the related links.
 *
 * The paper is about Chinese pages, whose titles have more than 3 and less than 35
 * characters; pages in other scripts want more ("title-chars"). It names no bounds of the
 * two densities; these are ours. */

enum
{
  TITLE_CHARS,
  TAG_DENSITY,
  TEXT_SHARE,
  MARKS,
};

static const ExmMethodParameter parameters[] = {
  [TITLE_CHARS] = { "title-chars", 4, 1000, 35 },
  [TAG_DENSITY] = { "tag-density", 1, 1000, 90 },
  [TEXT_SHARE] = { "text-share", 0, 1, 0.02 },
  [MARKS] = { "marks", 0, 100, 5 },
};

/* Largest share of the main block's text before title and date, or behind the related
 * links; beyond it they are not believed. */
#define MAX_OUTSIDE 0.3

/* A line that is more links than this is none of the body. */
#define MAX_LINK_SHARE 0.5

static double
count_text (const ExmPageBlocks *page, guint first, guint end)
{
  double n = 0;

  for (guint i = first; i < end; i++)
    if ((page->lines[i].flags & EXM_LINE_FLAGGED) == 0)
      n += page->lines[i].n_chars;
  return n;
}

static gboolean
is_link (const ExmLine *line)
{
  return line->n_link_chars > MAX_LINK_SHARE * line->n_chars;
}

static void
keep_main (const ExmPageBlocks *page, guint main, guint start, guint end, guint8 *kept)
{
  guint first = page->nodes[main].first_line, behind = page->nodes[main].last_line + 1;
  double most = MAX_OUTSIDE * page->nodes[main].n_chars;

  if (start > first && start < behind && count_text (page, first, start) <= most)
    first = start;
  if (end > first && end < behind && count_text (page, end, behind) <= most)
    behind = end;
  for (guint i = first; i < behind; i++)
    kept[i]
        = (page->lines[i].flags & EXM_LINE_FLAGGED) == 0 && !is_link (&page->lines[i]);
}

static void
add_lanes (const ExmPageBlocks *page, double tag_density, ExmResultData *data)
{
  static const char *const ids[] = { "tag-density", "text-share", "block-score" };
  float *values[G_N_ELEMENTS (ids)];

  for (gsize k = 0; k < G_N_ELEMENTS (ids); k++)
    values[k] = exm_result_data_add_lane (data, ids[k])->values;
  for (guint i = 0; i < data->n_lines; i++)
    {
      guint node = page->lines[i].block;
      guint holder
          = page->nodes[node].parent != EXM_NONE ? page->nodes[node].parent : node;
      const ExmPageBlock *block = &page->blocks[holder];
      values[0][i] = (float) (1000.0 * block->n_tags / MAX (block->n_text, 1));
      values[1][i] = (float) exm_page_block_get_text_share (block);
      values[2][i] = (float) exm_page_block_score (block, tag_density);
    }
}

static void
add_answers (const ExmPageBlocks *page,
             guint title,
             guint date_line,
             const char *date,
             guint related,
             ExmResultData *data)
{
  if (title != EXM_NONE)
    exm_result_data_add_answer (data, EXM_ANSWER_TITLE, title,
                                exm_page_text_get_line (page->page, title));
  if (date != NULL)
    exm_result_data_add_answer (data, EXM_ANSWER_DATE, date_line, date);
  if (related == EXM_NONE)
    return;
  for (guint i = page->nodes[related].first_line; i <= page->nodes[related].last_line;
       i++)
    if ((page->lines[i].flags & EXM_LINE_FLAGGED) == 0 && is_link (&page->lines[i]))
      exm_result_data_add_answer (data, EXM_ANSWER_RELATED, i,
                                  exm_page_text_get_line (page->page, i));
}

static gboolean
extract (const ExmMethodInput *input, ExmResultData *data, GError **error)
{
  const ExmMethod *self = &exm_method_block_features;
  double tag_density = exm_method_get_parameter (input, self, TAG_DENSITY);
  g_auto (ExmPageBlocks) page = { 0 };
  g_autofree guint8 *kept = g_new0 (guint8, data->n_lines);
  g_autofree char *date = NULL;

  exm_page_blocks_init (&page, exm_prepared_get_page (input->target));
  guint title = exm_page_blocks_find_title (
      &page, (guint) exm_method_get_parameter (input, self, TITLE_CHARS));
  guint date_line = exm_page_blocks_find_date (&page, title, &date);
  guint after = title != EXM_NONE ? title : 0;
  guint related = exm_page_blocks_find_related (&page, after);
  guint end = related != EXM_NONE ? page.nodes[related].first_line : page.n_lines;
  guint main = exm_page_blocks_find_main (
      &page, after, end, tag_density, exm_method_get_parameter (input, self, TEXT_SHARE),
      exm_method_get_parameter (input, self, MARKS));
  guint start = title != EXM_NONE ? title + 1 : 0;
  if (date_line != EXM_NONE)
    start = MAX (start, date_line + 1);
  if (main != EXM_NONE)
    keep_main (&page, main, start, end, kept);
  add_lanes (&page, tag_density, data);
  add_answers (&page, title, date_line, date, related, data);
  exm_boundaries_keep (page.page, data, kept);
  return TRUE;
}

const ExmMethod exm_method_block_features = {
  .name = "block-features",
  .needs = EXM_NEEDS_NOTHING,
  .parameters = parameters,
  .n_parameters = G_N_ELEMENTS (parameters),
  .extract = extract,
};
