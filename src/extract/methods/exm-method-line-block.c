/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "exm-methods.h"

#include "exm-boundaries.h"

/* line-block (cx-extractor): block i is the number of characters, white space not
 * counted, on source lines i … i+K−1. The body starts where a block exceeds a threshold
 * and the next ones are not empty, and ends where a block falls to nothing. Of several
 * such stretches the one with the most text is taken. */

#define K 3u
#define THRESHOLD 86u

typedef struct
{
  guint start;
  guint end; /* one past the last source line */
  guint64 n_text;
} Stretch;

static guint64
sum_block (const ExmSourceLine *source, guint n, guint i)
{
  guint64 sum = 0;
  for (guint k = i; k < MIN (i + K, n); k++)
    sum += source[k].n_text;
  return sum;
}

static gboolean
starts_here (const ExmSourceLine *source, guint n, guint i)
{
  if (sum_block (source, n, i) <= THRESHOLD)
    return FALSE;
  for (guint k = 1; k <= K; k++)
    if (i + k < n && sum_block (source, n, i + k) == 0)
      return FALSE;
  return TRUE;
}

static Stretch
find_longest (const ExmSourceLine *source, guint n)
{
  Stretch best = { 0 };

  for (guint i = 0; i < n; i++)
    {
      if (!starts_here (source, n, i))
        continue;
      Stretch stretch = { .start = i, .end = i };
      while (stretch.end < n && sum_block (source, n, stretch.end) > 0)
        stretch.n_text += source[stretch.end++].n_text;
      if (stretch.n_text > best.n_text)
        best = stretch;
      i = stretch.end;
    }
  return best;
}

static gboolean
extract (const ExmMethodInput *input, ExmResultData *data, GError **error)
{
  const ExmPageText *page = exm_prepared_get_page (input->target);
  guint n_lines, n_source;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);
  const ExmSourceLine *source = exm_page_text_get_source_lines (page, &n_source);
  ExmLane *lane = exm_result_data_add_lane (data, "block");
  Stretch body = find_longest (source, n_source);
  guint head = EXM_NONE, tail = EXM_NONE;
  guint row = 0;
  gsize row_end = n_source > 0 ? source[0].n_bytes : 0;

  for (guint i = 0; i < n_lines; i++)
    {
      while (lines[i].source_start >= row_end && row + 1 < n_source)
        row_end += source[++row].n_bytes;
      lane->values[i] = (float) sum_block (source, n_source, row);
      if (row < body.start || row >= body.end || (lines[i].flags & EXM_LINE_FLAGGED))
        continue;
      if (head == EXM_NONE)
        head = i;
      tail = i;
    }
  if (head == EXM_NONE)
    return TRUE;
  exm_boundaries_set (page, data, head, tail);
  /* Hidden text is in the source and not on the page. */
  data->margin
      = MIN ((double) body.n_text / MAX (exm_page_text_get_n_chars (page), 1), 1);
  return TRUE;
}

const ExmMethod exm_method_line_block = {
  .name = "line-block",
  .needs = EXM_NEEDS_NOTHING,
  .extract = extract,
};
