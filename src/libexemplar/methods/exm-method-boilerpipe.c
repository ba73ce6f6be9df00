/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "extract/exm-methods.h"

#include "extract/boundaries/exm-boundaries.h"
#include "extract/exm-headline.h"
#include "methods/exm-boilerpipe.h"

/* boilerpipe-article and boilerpipe-default: which blocks are content, by shallow facts
 * of a block and its neighbours alone. No example, and no order of the page is asked for;
 * what is kept need not hang together. */

enum
{
  MIN_WORDS,
};

static const ExmMethodParameter article_parameters[] = {
  [MIN_WORDS] = { "min-words", 0, 500, 60 },
};

typedef gboolean (*JudgeFunc) (const ExmTextBlock *before,
                               const ExmTextBlock *block,
                               const ExmTextBlock *after);

static void
judge_all (GArray *blocks, JudgeFunc judge)
{
  ExmTextBlock *all = (ExmTextBlock *) (void *) blocks->data;

  for (guint i = 0; i < blocks->len; i++)
    all[i].content = judge (i > 0 ? &all[i - 1] : &exm_text_block_none, &all[i],
                            i + 1 < blocks->len ? &all[i + 1] : &exm_text_block_none);
}

static void
label_all (const ExmPageText *page, GArray *blocks, const guint *line_numbers)
{
  g_auto (GStrv) titles = exm_headline_list_titles (exm_page_text_get_title (page));

  for (guint i = 0; i < blocks->len; i++)
    {
      ExmTextBlock *block = &g_array_index (blocks, ExmTextBlock, i);
      const char *text = exm_page_text_get_line (page, line_numbers[i]);
      if (exm_boilerpipe_ends_text (text, block->n_words))
        block->labels |= EXM_TEXT_BLOCK_ENDS_TEXT;
      if (exm_headline_is_any (text, titles))
        block->labels |= EXM_TEXT_BLOCK_TITLE;
    }
}

static void
add_lanes (const GArray *blocks, const guint *line_numbers, ExmResultData *data)
{
  static const char *const ids[] = { "words", "text-density", "link-density" };
  float *values[G_N_ELEMENTS (ids)];

  for (gsize k = 0; k < G_N_ELEMENTS (ids); k++)
    values[k] = exm_result_data_add_lane (data, ids[k])->values;
  for (guint i = 0; i < blocks->len; i++)
    {
      const ExmTextBlock *block = &g_array_index (blocks, ExmTextBlock, i);
      values[0][line_numbers[i]] = (float) block->n_words;
      values[1][line_numbers[i]] = (float) exm_text_block_get_text_density (block);
      values[2][line_numbers[i]] = (float) exm_text_block_get_link_density (block);
    }
}

static void
keep_content (const ExmPageText *page,
              const GArray *blocks,
              const guint *line_numbers,
              ExmResultData *data)
{
  g_autofree guint8 *kept = g_new0 (guint8, data->n_lines);

  for (guint i = 0; i < blocks->len; i++)
    {
      const ExmTextBlock *block = &g_array_index (blocks, ExmTextBlock, i);
      for (guint k = block->first; block->content && k <= block->last; k++)
        kept[line_numbers[k]] = TRUE;
    }
  exm_boundaries_keep (page, data, kept);
}

static void
choose_article (const ExmPageText *page,
                GArray *blocks,
                const guint *line_numbers,
                guint min_words,
                ExmResultData *data)
{
  label_all (page, blocks, line_numbers);
  judge_all (blocks, exm_boilerpipe_is_content_by_words);
  exm_boilerpipe_ignore_after_content (blocks, min_words);
  exm_boilerpipe_fuse_near (blocks, FALSE);
  exm_boilerpipe_remove_boilerplate (blocks);
  exm_boilerpipe_fuse_near (blocks, TRUE);
  exm_boilerpipe_keep_largest (blocks);
  exm_boilerpipe_expand_to_title (blocks);
  keep_content (page, blocks, line_numbers, data);
}

static void
choose_default (const ExmPageText *page,
                GArray *blocks,
                const guint *line_numbers,
                ExmResultData *data)
{
  exm_boilerpipe_fuse_alike (blocks);
  exm_boilerpipe_fuse_near (blocks, FALSE);
  judge_all (blocks, exm_boilerpipe_is_content_by_density);
  keep_content (page, blocks, line_numbers, data);
}

static gboolean
extract_article (const ExmMethodInput *input, ExmResultData *data, GError **error)
{
  const ExmPageText *page = exm_prepared_get_page (input->target);
  g_autofree guint *line_numbers = NULL;
  g_autoptr (GArray) blocks = exm_text_blocks_new (page, &line_numbers);

  add_lanes (blocks, line_numbers, data);
  choose_article (
      page, blocks, line_numbers,
      (guint) exm_method_get_parameter (input, &exm_method_boilerpipe_article, MIN_WORDS),
      data);
  return TRUE;
}

static gboolean
extract_default (const ExmMethodInput *input, ExmResultData *data, GError **error)
{
  const ExmPageText *page = exm_prepared_get_page (input->target);
  g_autofree guint *line_numbers = NULL;
  g_autoptr (GArray) blocks = exm_text_blocks_new (page, &line_numbers);

  add_lanes (blocks, line_numbers, data);
  choose_default (page, blocks, line_numbers, data);
  return TRUE;
}

void
exm_boilerpipe_choose (const ExmPageText *page,
                       ExmResultData *article,
                       ExmResultData *by_density)
{
  g_autofree guint *line_numbers = NULL;
  g_autoptr (GArray) blocks = exm_text_blocks_new (page, &line_numbers);
  g_autoptr (GArray) again = g_array_copy (blocks);

  choose_article (page, blocks, line_numbers, (guint) article_parameters[MIN_WORDS].value,
                  article);
  choose_default (page, again, line_numbers, by_density);
}

const ExmMethod exm_method_boilerpipe_article = {
  .name = "boilerpipe-article",
  .needs = EXM_NEEDS_NOTHING,
  .parameters = article_parameters,
  .n_parameters = G_N_ELEMENTS (article_parameters),
  .extract = extract_article,
};

const ExmMethod exm_method_boilerpipe_default = {
  .name = "boilerpipe-default",
  .needs = EXM_NEEDS_NOTHING,
  .extract = extract_default,
};
