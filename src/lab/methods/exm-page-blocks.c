/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "lab/methods/exm-page-blocks.h"

#include "base/exm-date.h"
#include "base/exm-lower.h"
#include "extract/exm-headline.h"
#include "extract/exm-words.h"

#include <string.h>

/* A title has more characters. */
#define SHORT_TITLE_CHARS 3u
#define MAX_DATE_CHARS 50u

/* A date further from the title than this is another thing's, lines. */
#define MAX_DATE_DISTANCE 40u

#define MAX_RELATED_LINKS 20u
#define MIN_RELATED_LINKS 2u

/* Share of its score that a legal notice keeps. */
#define LEGAL_SHARE 0.3

/* Lines that lead on or say whose the page is are labels, bytes. */
#define MAX_LABEL_BYTES 200u

static gboolean
contains_any (const char *text, const char *const *parts)
{
  for (gsize i = 0; parts[i] != NULL; i++)
    if (strstr (text, parts[i]) != NULL)
      return TRUE;
  return FALSE;
}

static gboolean
is_turn (const char *lower)
{
  static const char *const parts[]
      = { "上一篇",    "下一篇", "previous article", "next article", "previous post",
          "next post", NULL };

  return contains_any (lower, parts);
}

static gboolean
is_legal (const char *lower)
{
  static const char *const parts[]
      = { "icp备", "icp证", "版权所有", "copyright", "all rights reserved", NULL };

  return contains_any (lower, parts);
}

static gboolean
is_seen (const ExmPageBlocks *self, guint line)
{
  return (self->lines[line].flags & EXM_LINE_FLAGGED) == 0;
}

static gboolean
is_comma_or_stop (gunichar c)
{
  return c == ',' || c == '.' || c == 0xff0c || c == 0x3001 || c == 0x3002 || c == 0xff0e;
}

static void
count_line (ExmPageBlocks *self, guint index)
{
  const ExmLine *line = &self->lines[index];
  const char *text = exm_page_text_get_line (self->page, index);
  ExmPageBlock *block = &self->blocks[line->block];

  block->n_chars += line->n_chars;
  block->n_text += (guint) ((guint64) line->length * (line->n_chars - line->n_link_chars)
                            / MAX (line->n_chars, 1));
  for (const char *p = text; line->n_marks > 0 && *p != '\0'; p = g_utf8_next_char (p))
    block->n_marks += is_comma_or_stop (g_utf8_get_char (p));
  /* Lines of one element are parted by br. */
  block->n_paragraphs += self->nodes[line->block].tag == EXM_TAG_P
                         || (index > 0 && self->lines[index - 1].block == line->block);
  if (line->n_bytes > MAX_LABEL_BYTES)
    return;
  g_autofree char *lower = exm_text_lower (text, -1);
  block->turns |= is_turn (lower);
  block->legal |= is_legal (lower);
}

static void
count_links (ExmPageBlocks *self)
{
  guint n_spans;
  const ExmSpan *spans = exm_page_text_get_spans (self->page, &n_spans);

  for (guint i = 0; i < n_spans; i++)
    if (spans[i].kind == EXM_SPAN_LINK && is_seen (self, spans[i].line))
      self->blocks[self->lines[spans[i].line].block].n_links++;
}

/* Measures the HTML of all elements, between the ends of their text. */
static void
measure_sources (ExmPageBlocks *self)
{
  const char *source = g_bytes_get_data (exm_page_text_get_source (self->page), NULL);
  /* Characters before each line and up to its end. */
  g_autofree guint *starts = g_new (guint, MAX (self->n_lines, 1));
  g_autofree guint *ends = g_new (guint, MAX (self->n_lines, 1));
  gsize at = 0;
  guint n = 0;

  for (guint i = 0; i < self->n_lines; i++)
    {
      /* Lines that a script has may repeat a part of the source. */
      gsize start = MAX (self->lines[i].source_start, at);
      gsize end = MAX (self->lines[i].source_end, start);
      n += (guint) g_utf8_strlen (source + at, (gssize) (start - at));
      starts[i] = n;
      n += (guint) g_utf8_strlen (source + start, (gssize) (end - start));
      ends[i] = n;
      at = end;
    }
  for (guint node = 0; node < self->n_nodes; node++)
    if (self->nodes[node].first_line != EXM_NONE)
      self->blocks[node].n_source
          = ends[self->nodes[node].last_line] - starts[self->nodes[node].first_line];
}

void
exm_page_blocks_init (ExmPageBlocks *self, const ExmPageText *page)
{
  self->page = page;
  self->lines = exm_page_text_get_lines (page, &self->n_lines);
  self->nodes = exm_page_text_get_nodes (page, &self->n_nodes);
  self->blocks = g_new0 (ExmPageBlock, MAX (self->n_nodes, 1));
  for (guint i = 0; i < self->n_lines; i++)
    if (is_seen (self, i))
      count_line (self, i);
  count_links (self);
  measure_sources (self);
  /* An element stands behind its parent. */
  for (guint node = self->n_nodes; node-- > 1;)
    {
      if (self->nodes[node].parent == EXM_NONE)
        continue;
      const ExmPageBlock *block = &self->blocks[node];
      ExmPageBlock *parent = &self->blocks[self->nodes[node].parent];
      parent->n_text += block->n_text;
      parent->n_chars += block->n_chars;
      parent->n_tags += block->n_tags + 1;
      parent->n_marks += block->n_marks;
      parent->n_paragraphs += block->n_paragraphs;
      parent->n_links += block->n_links;
      parent->turns |= block->turns;
      parent->legal |= block->legal;
    }
}

void
exm_page_blocks_clear (ExmPageBlocks *self)
{
  g_clear_pointer (&self->blocks, g_free);
}

static gboolean
is_block (guint tag)
{
  return tag == EXM_TAG_TD || tag == EXM_TAG_DIV || tag == EXM_TAG_ARTICLE
         || tag == EXM_TAG_SECTION || tag == EXM_TAG_MAIN || tag == EXM_TAG_BODY;
}

static gboolean
is_named_title (const ExmPageBlocks *self, guint node)
{
  static const char *const parts[] = { "title", "head", NULL };
  g_autofree char *names = g_strconcat (
      exm_page_text_get_string (self->page, self->nodes[node].class_names), " ",
      exm_page_text_get_string (self->page, self->nodes[node].id), NULL);
  g_autofree char *lower = g_ascii_strdown (names, -1);

  return contains_any (lower, parts);
}

/* How far a line stands out, 0 if it does not. */
static double
measure_emphasis (const ExmPageBlocks *self, guint index)
{
  const ExmLine *line = &self->lines[index];
  double emphasis = 0;

  if (line->heading >= 1 && line->heading <= 3)
    emphasis = 1.5 * (4 - line->heading);
  else if (self->nodes[line->node].tag == EXM_TAG_B
           || self->nodes[line->node].tag == EXM_TAG_STRONG
           || self->nodes[line->node].tag == EXM_TAG_I)
    emphasis = .5;
  if (is_named_title (self, line->node) || is_named_title (self, line->block))
    emphasis += 1;
  return emphasis;
}

guint
exm_page_blocks_find_title (const ExmPageBlocks *self, guint long_chars)
{
  g_auto (GStrv) declared
      = exm_headline_list_titles (exm_page_text_get_title (self->page));
  double best_score = 0;
  guint best = EXM_NONE;

  for (guint i = 0; i < self->n_lines; i++)
    {
      guint n = self->lines[i].n_chars;
      if (!is_seen (self, i) || n <= SHORT_TITLE_CHARS || n >= long_chars)
        continue;
      double emphasis = measure_emphasis (self, i);
      if (!(emphasis > 0))
        continue;
      /* An h1 is worth 4.5; being at the head of the page, 2. */
      double score = emphasis + 2.0 * (1 - (double) i / self->n_lines);
      if (exm_headline_is_any (exm_page_text_get_line (self->page, i), declared))
        score += 4;
      if (score > best_score)
        {
          best_score = score;
          best = i;
        }
    }
  return best;
}

static const char *
get_language (const ExmPageText *page)
{
  guint n;
  const ExmSlice *slices = exm_page_text_get_slices (page, &n);

  for (guint i = 0; i < n; i++)
    if (slices[i].kind == EXM_SLICE_LANGUAGE)
      return exm_page_text_get_string (page, slices[i].value);
  return NULL;
}

guint
exm_page_blocks_find_date (const ExmPageBlocks *self, guint title, char **date)
{
  static const char *const words[]
      = { "来源", "來源", "發表", "发表", "发布", "published", "posted", "source", NULL };
  const char *language = get_language (self->page);
  guint around = title != EXM_NONE ? title : 0;
  guint first = around - MIN (around, MAX_DATE_DISTANCE);
  guint best = EXM_NONE;
  double best_score = -G_MAXDOUBLE;

  *date = NULL;
  for (guint i = first; i < self->n_lines && i <= around + MAX_DATE_DISTANCE; i++)
    {
      if (!is_seen (self, i) || self->lines[i].n_chars >= MAX_DATE_CHARS)
        continue;
      const char *text = exm_page_text_get_line (self->page, i);
      g_autofree char *found = exm_date_find (text, language, NULL);
      if (found == NULL)
        continue;
      g_autofree char *lower = exm_text_lower (text, -1);
      /* Behind the title a line counts one, before it two; the words are worth ten. */
      double score = contains_any (lower, words) ? 10 : 0;
      score -= i >= around ? i - around : 2.0 * (around - i);
      if (score > best_score)
        {
          best_score = score;
          best = i;
          g_free (*date);
          *date = g_steal_pointer (&found);
        }
    }
  return best;
}

static gboolean
opens_related (const ExmPageBlocks *self, guint line)
{
  return is_seen (self, line)
         && (exm_words_classify_line (exm_page_text_get_line (self->page, line),
                                      self->lines[line].n_bytes)
             & EXM_WORDS_RELATED);
}

guint
exm_page_blocks_find_related (const ExmPageBlocks *self, guint after)
{
  for (guint i = after + 1; i < self->n_lines; i++)
    {
      if (!opens_related (self, i))
        continue;
      guint node = self->lines[i].block;
      while (node != EXM_NONE
             && (!is_block (self->nodes[node].tag)
                 || self->blocks[node].n_links < MIN_RELATED_LINKS))
        node = self->nodes[node].parent;
      if (node != EXM_NONE && self->blocks[node].n_links < MAX_RELATED_LINKS
          && 2 * self->nodes[node].n_link_chars > self->nodes[node].n_chars)
        return node;
    }
  return EXM_NONE;
}

double
exm_page_block_score (const ExmPageBlock *block, double tag_density)
{
  double score = block->n_text - 1000.0 / tag_density * block->n_tags;

  return block->legal && score > 0 ? score * LEGAL_SHARE : score;
}

double
exm_page_block_get_text_share (const ExmPageBlock *block)
{
  return (double) block->n_chars / MAX (block->n_source, 1);
}

guint
exm_page_blocks_find_main (const ExmPageBlocks *self,
                           guint first,
                           guint end,
                           double tag_density,
                           double min_text_share,
                           double min_marks)
{
  guint best[2] = { EXM_NONE, EXM_NONE }; /* without and with turns */
  double best_score[2] = { 0, 0 };

  for (guint node = 0; node < self->n_nodes; node++)
    {
      const ExmPageBlock *block = &self->blocks[node];
      const ExmNode *element = &self->nodes[node];
      if (!is_block (element->tag) || element->first_line == EXM_NONE
          || element->last_line < first || element->first_line >= end
          || exm_page_block_get_text_share (block) < min_text_share
          || block->n_marks <= min_marks || block->n_paragraphs == 0)
        continue;
      double score = exm_page_block_score (block, tag_density);
      if (best[block->turns] != EXM_NONE && score <= best_score[block->turns])
        continue;
      best[block->turns] = node;
      best_score[block->turns] = score;
    }
  return best[FALSE] != EXM_NONE ? best[FALSE] : best[TRUE];
}
