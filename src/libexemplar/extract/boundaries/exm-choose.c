/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "extract/boundaries/exm-choose.h"

#include "extract/boundaries/exm-boundaries.h"
#include "extract/exm-headline.h"
#include "extract/exm-lane.h"
#include "extract/exm-line-kind.h"
#include "extract/exm-prose.h"
#include "types/exm-page-jumps.h"

#include <math.h>

/* The fixed point is found in a handful of rounds: each raises the expectation. */
#define MAX_ROUNDS 20

double
exm_choose_expect (guint n,
                   const double *tokens,
                   const double *chances,
                   const guint8 *inside,
                   guint8 *kept)
{
  double body = 0, expected = 0;

  for (guint i = 0; i < n; i++)
    {
      body += tokens[i] * chances[i];
      kept[i] = inside[i];
    }
  for (guint round = 0; round < MAX_ROUNDS; round++)
    {
      double n_kept = 0, n_right = 0;
      for (guint i = 0; i < n; i++)
        if (kept[i])
          {
            n_kept += tokens[i];
            n_right += tokens[i] * chances[i];
          }
      double now = n_kept + body > 0 ? 2 * n_right / (n_kept + body) : 0;
      if (now <= expected)
        break;
      expected = now;
      for (guint i = 0; i < n; i++)
        kept[i] = inside[i] && chances[i] > expected / 2;
    }
  return MIN (expected, 1);
}

static double
get_chance (double evidence)
{
  return (double) exm_net_logistic ((float) evidence);
}

/* A line inside that speaks against itself is taken out of the body afterwards, so it
 * costs less than a line of body is worth: a box of links does not part an article. */
#define MOST_COST 2.0

static double
weigh (const ExmLine *line, double evidence, double sensitivity)
{
  return MAX (exm_lane_weigh (line, evidence, sensitivity), -MOST_COST * line->n_tokens);
}

static void
set_evidence (const ExmPageText *page,
              const ExmFeatures *features,
              const float *evidence,
              double sensitivity,
              ExmResultData *data)
{
  guint n_lines;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);

  for (guint row = 0; row < features->n_rows; row++)
    {
      guint line = features->lines[row];
      data->evidence[line] = evidence[row];
      data->weights[line] = weigh (&lines[line], (double) evidence[row], sensitivity);
    }
  exm_boundaries_choose (page, data, -G_MAXDOUBLE);
}

/* Which rows of the segment are worth keeping, as if sensitivity were 0: it moves what is
 * compared with the bar, not the bar. */
static double
find_bar (const ExmPageText *page, const ExmFeatures *features, const ExmResultData *data)
{
  guint n_lines, n = features->n_rows;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);
  g_autofree double *tokens = g_new (double, n + 1);
  g_autofree double *chances = g_new (double, n + 1);
  g_autofree guint8 *inside = g_new (guint8, n + 1);
  g_autofree guint8 *kept = g_new (guint8, n + 1);

  for (guint row = 0; row < n; row++)
    {
      guint line = features->lines[row];
      tokens[row] = lines[line].n_tokens;
      chances[row] = get_chance ((double) data->evidence[line]);
      inside[row] = data->head != EXM_NONE && line >= data->head && line <= data->tail;
    }
  return exm_choose_expect (n, tokens, chances, inside, kept) / 2;
}

/* Head and tail are lines that are kept. */
static void
move_ends (ExmResultData *data)
{
  guint head = data->head, tail = data->tail;

  while (head <= tail && data->verdicts[head] != EXM_VERDICT_KEPT)
    data->verdicts[head++] = EXM_VERDICT_DROPPED;
  while (tail > head && data->verdicts[tail] != EXM_VERDICT_KEPT)
    data->verdicts[tail--] = EXM_VERDICT_DROPPED;
  data->head = head <= tail ? head : EXM_NONE;
  data->tail = head <= tail ? tail : EXM_NONE;
}

/* Code is kept as a whole: single lines of it look like anything. */
static void
keep_listings (const ExmLine *lines, ExmResultData *data)
{
  for (guint i = data->head; i <= data->tail; i++)
    if (data->verdicts[i] == EXM_VERDICT_TRIMMED && (lines[i].flags & EXM_LINE_CODE)
        && !(lines[i].flags & EXM_LINE_FLAGGED))
      data->verdicts[i] = EXM_VERDICT_KEPT;
}

/* Log odds that a line gains by standing between lines of the body, as one of them: a
 * heading, an item or a paragraph that is a link says little for itself, and elements
 * that hold an article seldom hold anything else in its midst. */
#define GAIN_BETWEEN 2.0

/* Characters of a line that the cells of a table of data, and items of lists, hold at the
 * most; and the share of tokens that says what the whole is. */
#define MAX_PART_CHARS 300u
#define PART_SHARE .5

static gboolean
is_whole (ExmTag tag)
{
  return tag == EXM_TAG_TABLE || tag == EXM_TAG_UL || tag == EXM_TAG_OL
         || tag == EXM_TAG_DL || tag == EXM_TAG_BLOCKQUOTE;
}

/* The innermost table, list or quotation around a line. */
static guint
find_whole (const ExmPageText *page, guint line)
{
  guint n_lines, n_nodes;
  const ExmNode *nodes = exm_page_text_get_nodes (page, &n_nodes);
  guint at = exm_page_text_get_lines (page, &n_lines)[line].block;

  while (at < n_nodes && !is_whole (nodes[at].tag))
    at = nodes[at].parent;
  return at < n_nodes ? at : EXM_NONE;
}

/* Lines before one, without those that are flagged. */
typedef struct
{
  double n_tokens;
  double n_kept; /* tokens of those that are kept */
  double sum;    /* evidence of all tokens */
  guint n_headings;
  guint n_long;
} Count;

/* Returns: (transfer full): a count for each line of the page, and for its end */
static Count *
count_lines (const ExmPageText *page, const ExmResultData *data)
{
  guint n_lines;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);
  Count *counts = g_new (Count, n_lines + 1);
  Count now = { 0 };

  for (guint i = 0; i < n_lines; i++)
    {
      counts[i] = now;
      if (lines[i].flags & EXM_LINE_FLAGGED)
        continue;
      now.n_tokens += lines[i].n_tokens;
      now.n_kept += data->verdicts[i] == EXM_VERDICT_KEPT ? lines[i].n_tokens : 0;
      now.sum += lines[i].n_tokens * (double) data->evidence[i];
      now.n_headings += lines[i].heading > 0;
      now.n_long += lines[i].n_chars > MAX_PART_CHARS;
    }
  counts[n_lines] = now;
  return counts;
}

/* Whether most of a table, list or quotation between lines of the body is kept; of a
 * table, whose cells say little each, whether all of it is likely to be body. */
static gboolean
is_mostly_kept (const Count *counts,
                const ExmNode *whole,
                double bar,
                const ExmResultData *data)
{
  const Count *before = &counts[whole->first_line], *end = &counts[whole->last_line + 1];
  double n = end->n_tokens - before->n_tokens, n_kept = end->n_kept - before->n_kept;

  if (whole->first_line <= data->head || whole->last_line >= data->tail
      || end->n_headings > before->n_headings
      || (end->n_long > before->n_long && whole->tag != EXM_TAG_BLOCKQUOTE))
    return FALSE;
  return n_kept > PART_SHARE * n
         || (whole->tag == EXM_TAG_TABLE && n_kept > 0
             && get_chance ((end->sum - before->sum) / n + GAIN_BETWEEN) > bar);
}

/* Numbers are the same line on any page: that an example has one says nothing. */
static gboolean
is_number (const ExmPageText *page, guint line)
{
  const char *p = exm_page_text_get_line (page, line);

  while (*p != '\0' && !g_unichar_isalpha (g_utf8_get_char (p)))
    p = g_utf8_next_char (p);
  return *p == '\0';
}

/* Keeps tables and lists of short lines as a whole: a number or a name says little for
 * itself. What the lines say by themselves decides, whatever whole is kept before. */
static void
keep_wholes (const ExmPageText *page,
             double bar,
             const double *gains,
             ExmResultData *data)
{
  guint n_lines, n_nodes;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);
  const ExmNode *nodes = exm_page_text_get_nodes (page, &n_nodes);
  g_autofree Count *counts = count_lines (page, data);

  for (guint i = data->head; i <= data->tail; i++)
    {
      if (data->verdicts[i] != EXM_VERDICT_TRIMMED || (lines[i].flags & EXM_LINE_FLAGGED)
          || (lines[i].flags
              & (EXM_LINE_TABLE_CELL | EXM_LINE_LIST_ITEM | EXM_LINE_QUOTE))
                 == 0
          || lines[i].n_chars > MAX_PART_CHARS || (gains[i] <= 0 && !is_number (page, i)))
        continue;
      guint whole = find_whole (page, i);
      if (whole != EXM_NONE && is_mostly_kept (counts, &nodes[whole], bar, data))
        data->verdicts[i] = EXM_VERDICT_KEPT;
    }
}

/* Lines of a footnote at the most. */
#define MAX_NOTE_LINES 12u

/* Keeps the block that a mark leads to, and lets the body end behind it. */
static void
keep_note (const ExmPageText *page,
           const double *gains,
           const ExmPageJump *jump,
           ExmResultData *data)
{
  guint n_nodes, n_lines;
  const ExmNode *nodes = exm_page_text_get_nodes (page, &n_nodes);
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);
  guint first = nodes[jump->target].first_line;

  if (first == EXM_NONE && nodes[jump->target].parent != EXM_NONE)
    first = nodes[nodes[jump->target].parent].first_line;
  guint32 note = exm_page_find_note (page, jump->target, first);
  if (first == EXM_NONE || note == EXM_NONE
      || nodes[note].last_line - nodes[note].first_line >= MAX_NOTE_LINES)
    return;
  for (guint i = nodes[note].first_line; i <= nodes[note].last_line; i++)
    {
      if (i < data->head || lines[i].heading > 0 || gains[i] <= 0)
        continue;
      for (guint k = data->tail + 1; k < i; k++)
        data->verdicts[k] = EXM_VERDICT_TRIMMED;
      data->verdicts[i] = EXM_VERDICT_KEPT;
      data->tail = MAX (data->tail, i);
    }
}

/* A footnote belongs to the body that has its mark. */
static void
keep_notes (const ExmPageText *page, const double *gains, ExmResultData *data)
{
  g_autoptr (GArray) jumps = exm_page_find_jumps (page, data->verdicts, EXM_VERDICT_KEPT);

  for (guint i = 0; jumps != NULL && i < jumps->len; i++)
    if (g_array_index (jumps, ExmPageJump, i).is_mark)
      keep_note (page, gains, &g_array_index (jumps, ExmPageJump, i), data);
}

/* The element that holds a line's block; %EXM_NONE if there is none. */
static guint
get_parent (const ExmPageText *page, guint line)
{
  guint n_lines, n_nodes;
  guint block = exm_page_text_get_lines (page, &n_lines)[line].block;
  const ExmNode *nodes = exm_page_text_get_nodes (page, &n_nodes);

  return block < n_nodes ? nodes[block].parent : EXM_NONE;
}

/* Tells whether nothing but a line's own look speaks against it: neither the example,
 * which has it too, nor the operator or other pages of the task. */
static gboolean
is_judged_by_look (const ExmFeatures *features, const float *told, guint row)
{
  if (told != NULL && told[row] < 0)
    return FALSE;
  return features->rows == NULL
         || (features->rows[(gsize) row * EXM_N_COLUMNS + EXM_COLUMN_KNOWN] <= 0
             && exm_features_get_inclusion (features, row) >= 0);
}

/* Returns: (transfer full): log odds that each line of the page gains where it stands
 * between lines of the body */
static double *
dup_gains (const ExmPageText *page,
           const ExmFeatures *features,
           const float *told,
           double sensitivity)
{
  guint n_lines;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);
  double *gains = g_new0 (double, n_lines + 1);

  for (guint row = 0; row < features->n_rows; row++)
    {
      guint line = features->lines[row];
      if ((lines[line].flags & EXM_LINE_FLAGGED) == 0
          && is_judged_by_look (features, told, row))
        gains[line] = MAX (GAIN_BETWEEN + sensitivity, 0);
    }
  return gains;
}

/* Keeps what was taken out of the body's midst for little, where one element holds it,
 * the line kept before it and the one kept behind it. */
static void
fill_gaps (const ExmPageText *page, double bar, const double *gains, ExmResultData *data)
{
  guint before = data->head;

  for (guint i = data->head; i <= data->tail; i++)
    {
      guint behind = i, parent = get_parent (page, before);
      while (behind < data->tail && data->verdicts[behind] != EXM_VERDICT_KEPT)
        behind++;
      for (; i < behind && parent != EXM_NONE && get_parent (page, behind) == parent; i++)
        if (gains[i] > 0 && get_parent (page, i) == parent
            && get_chance ((double) data->evidence[i] + gains[i]) > bar)
          data->verdicts[i] = EXM_VERDICT_KEPT;
      before = i = behind;
    }
}

/* Characters of a line that tells source and date, and of a headline above it. */
#define MAX_HEADING_CHARS 80u

/* Tells whether a line says where the article is from and when: names of authorities are
 * longer than bylines of papers. */
static gboolean
is_dateline (const ExmPageText *page, const ExmFeatures *features, guint row)
{
  const float *columns = features->rows + (gsize) row * EXM_N_COLUMNS;
  guint n_lines, line = features->lines[row];
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);

  return (columns[EXM_COLUMN_KIND_DATE] > 0 && columns[EXM_COLUMN_KIND_BYLINE] > 0)
         || (lines[line].n_chars <= MAX_HEADING_CHARS
             && exm_line_kind_is_dateline (exm_page_text_get_line (page, line),
                                           lines[line].n_bytes));
}

/* Tells whether a body begins with a line that a dateline follows, and goes on behind it:
 * that is a headline, also where the page's title is the site's name alone. */
static gboolean
is_above_dateline (const ExmPageText *page,
                   const ExmFeatures *features,
                   guint row,
                   guint tail)
{
  guint n_lines;
  const ExmLine *line = &exm_page_text_get_lines (page, &n_lines)[features->lines[row]];

  return line->n_chars <= MAX_HEADING_CHARS
         && !exm_prose_ends (exm_page_text_get_line (page, features->lines[row]),
                             line->n_bytes)
         && row + 1 < features->n_rows && features->lines[row + 1] < tail
         && is_dateline (page, features, row + 1);
}

/* Tells whether a line above the body is its headline, or its dateline. */
static gboolean
is_heading_of_body (const ExmPageText *page,
                    const ExmFeatures *features,
                    guint row,
                    guint tail)
{
  return is_dateline (page, features, row)
         || exm_headline_is_title (exm_page_text_get_line (page, features->lines[row]),
                                   exm_page_text_get_title (page))
         || is_above_dateline (page, features, row, tail);
}

/* Lets the body begin below such lines, where nobody marked them or asks for more. */
static void
cut_heading (const ExmPageText *page,
             const ExmFeatures *features,
             double sensitivity,
             ExmResultData *data)
{
  if (features->has_region || features->rows == NULL || sensitivity > 0)
    return;
  for (guint row = 0; row < features->n_rows && data->head != EXM_NONE; row++)
    {
      guint line = features->lines[row];
      if (line < data->head)
        continue;
      if (line != data->head || line == data->tail
          || !is_heading_of_body (page, features, row, data->tail))
        break;
      data->verdicts[line] = EXM_VERDICT_DROPPED;
      move_ends (data);
    }
}

void
exm_choose_lines (const ExmPageText *page,
                  const ExmFeatures *features,
                  const float *evidence,
                  const float *told,
                  double sensitivity,
                  ExmResultData *data)
{
  guint n_lines;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);
  g_autofree double *gains = dup_gains (page, features, told, sensitivity);

  set_evidence (page, features, evidence, sensitivity, data);
  if (data->head == EXM_NONE)
    return;
  double bar = find_bar (page, features, data);
  for (guint i = data->head; i <= data->tail; i++)
    if (get_chance ((double) data->evidence[i] + sensitivity) <= bar)
      data->verdicts[i] = EXM_VERDICT_TRIMMED;
  move_ends (data);
  if (data->head != EXM_NONE)
    {
      fill_gaps (page, bar, gains, data);
      keep_wholes (page, bar, gains, data);
    }
  cut_heading (page, features, sensitivity, data);
  if (data->head != EXM_NONE)
    {
      keep_listings (lines, data);
      keep_notes (page, gains, data);
    }
}

void
exm_choose_anywhere (const ExmPageText *page,
                     const ExmFeatures *features,
                     const float *evidence,
                     double sensitivity,
                     ExmResultData *data)
{
  guint n_lines, last = data->n_lines - 1;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);

  set_evidence (page, features, evidence, sensitivity, data);
  if (features->n_rows == 0)
    return;
  data->head = 0;
  data->tail = last;
  double bar = find_bar (page, features, data);
  for (guint i = 0; i <= last; i++)
    data->verdicts[i] = EXM_VERDICT_DROPPED;
  for (guint row = 0; row < features->n_rows; row++)
    {
      guint line = features->lines[row];
      gboolean kept = get_chance ((double) evidence[row] + sensitivity) > bar;
      data->verdicts[line] = kept ? EXM_VERDICT_KEPT : EXM_VERDICT_TRIMMED;
    }
  move_ends (data);
  cut_heading (page, features, sensitivity, data);
  if (data->head != EXM_NONE)
    keep_listings (lines, data);
}

void
exm_confidence_measure (const ExmPageText *page,
                        const ExmFeatures *features,
                        ExmResultData *data,
                        const ExmResultData *single,
                        double signs[EXM_N_SIGNS])
{
  guint n_lines;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);
  double n_kept = 0, n_right = 0, n_body = 0, n_unsure = 0, n_inside = 0;

  for (guint row = 0; row < features->n_rows; row++)
    {
      guint line = features->lines[row];
      double n = lines[line].n_tokens;
      double chance = get_chance ((double) data->evidence[line]);
      n_body += n * chance;
      n_unsure += n * MIN (chance, 1 - chance);
      n_inside += data->verdicts[line] != EXM_VERDICT_DROPPED ? n : 0;
      if (data->verdicts[line] != EXM_VERDICT_KEPT)
        continue;
      n_kept += n;
      n_right += n * chance;
    }
  double expected = n_kept + n_body > 0 ? 2 * n_right / (n_kept + n_body) : 0;
  const float *first = features->n_rows > 0 ? features->rows : NULL;
  double n_close = 0;
  guint k = 0;
  data->agreement = exm_secondary_methods_measure (page, features, data, &n_close);
  signs[k++] = 1;
  signs[k++] = log ((expected + .01) / (1.01 - expected));
  signs[k++] = data->margin;
  signs[k++] = data->strength;
  signs[k++] = exm_boundaries_compare (page, data, single);
  signs[k++] = log1p (n_kept);
  signs[k++] = log1p (n_unsure) - log1p (n_kept);
  signs[k++] = n_inside > 0 ? n_kept / n_inside : 0;
  signs[k++] = first != NULL ? (double) first[EXM_COLUMN_PAGE_ALIKE] : 0;
  signs[k++] = first != NULL ? (double) first[EXM_COLUMN_PAGE_REPLIES] : 0;
  signs[k++] = n_close;
  g_assert (k == EXM_N_SIGNS);
}

double
exm_confidence_weigh (const double signs[EXM_N_SIGNS], const double weights[EXM_N_SIGNS])
{
  double sum = 0;

  for (guint k = 0; k < EXM_N_SIGNS; k++)
    sum += signs[k] * weights[k];
  return CLAMP (get_chance (sum), 0, 1);
}
