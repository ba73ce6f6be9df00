/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "lab/methods/exm-lab-methods.h"

#include "extract/boundaries/exm-boundaries.h"
#include "lab/methods/exm-source-rows.h"

#include <string.h>

/* line-block (Chen Xin: 基于行块分布函数的通用网页正文抽取; the program cx-extractor):
 * block i is the number of characters, white space not counted, on rows i … i+K−1 of the
 * source without its tags. A stretch of body starts where a block exceeds a threshold and
 * not all of the next K are empty, and ends where a block falls to nothing; the body is
 * all such stretches, as in the program. So are two rules of the program that the paper
 * does not tell: rows of less than five characters are left out, and a stretch that says
 * "Copyright" or 版权所有 is none. */

enum
{
  WIDTH, /* K */
  THRESHOLD,
};

static const ExmMethodParameter parameters[] = {
  [WIDTH] = { "width", 1, 20, 3 },
  [THRESHOLD] = { "threshold", 0, 10000, 86 },
};

#define MIN_ROW_CHARS 5u

/* Says whose the page is. The program looks for these words as they are written here. */
static gboolean
is_legal (const char *text)
{
  return strstr (text, "Copyright") != NULL || strstr (text, "版权所有") != NULL;
}

/* The sums of all blocks, and K nothings behind them. */
static guint64 *
sum_blocks (const GArray *rows, guint width)
{
  guint64 *sums = g_new0 (guint64, (gsize) rows->len + width);

  for (guint i = rows->len; i-- > 0;)
    {
      sums[i] = sums[i + 1] + g_array_index (rows, ExmSourceRow, i).n_text;
      if (i + width < rows->len)
        sums[i] -= g_array_index (rows, ExmSourceRow, i + width).n_text;
    }
  return sums;
}

static gboolean
starts_here (const guint64 *sums, guint n_rows, guint i, guint width, double threshold)
{
  guint64 behind = 0;

  if (!((double) sums[i] > threshold))
    return FALSE;
  for (guint k = 1; k <= width && i + k < n_rows; k++)
    behind += sums[i + k];
  /* A page of one row has no blocks behind. */
  return behind > 0 || n_rows == 1;
}

/* Keeps the rows of a stretch. */
static void
keep_stretch (
    const ExmPageText *page, const GArray *rows, guint first, guint end, guint8 *kept)
{
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = first; i < end; i++)
      {
        const ExmSourceRow *row = &g_array_index (rows, ExmSourceRow, i);
        if (row->line == EXM_NONE || row->n_text < MIN_ROW_CHARS)
          continue;
        if (pass == 0 && is_legal (exm_page_text_get_line (page, row->line)))
          return;
        kept[row->line] = pass == 1;
      }
}

static gboolean
extract (const ExmMethodInput *input, ExmResultData *data, GError **error)
{
  const ExmPageText *page = exm_prepared_get_page (input->target);
  const ExmMethod *self = &exm_method_line_block;
  guint width = (guint) exm_method_get_parameter (input, self, WIDTH);
  double threshold = exm_method_get_parameter (input, self, THRESHOLD);
  g_autoptr (GArray) rows = exm_source_rows_new (page);
  g_autofree guint64 *sums = sum_blocks (rows, width);
  g_autofree guint8 *kept = g_new0 (guint8, data->n_lines);
  float *blocks = exm_result_data_add_lane (data, "block")->values;
  guint first = EXM_NONE; /* of a stretch */

  for (guint i = 0; i < rows->len; i++)
    {
      guint line = g_array_index (rows, ExmSourceRow, i).line;
      if (line != EXM_NONE)
        blocks[line] = (float) sums[i];
      if (first == EXM_NONE && starts_here (sums, rows->len, i, width, threshold))
        first = i;
      if (first == EXM_NONE || sums[i] > 0)
        continue;
      keep_stretch (page, rows, first, i, kept);
      first = EXM_NONE;
    }
  if (first != EXM_NONE)
    keep_stretch (page, rows, first, rows->len, kept);
  exm_boundaries_keep (page, data, kept);
  return TRUE;
}

const ExmMethod exm_method_line_block = {
  .name = "line-block",
  .needs = EXM_NEEDS_NOTHING,
  .parameters = parameters,
  .n_parameters = G_N_ELEMENTS (parameters),
  .extract = extract,
};
