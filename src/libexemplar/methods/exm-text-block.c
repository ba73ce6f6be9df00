/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "methods/exm-text-block.h"

#include "base/exm-text.h"

/* Width at which the text is thought to be wrapped, columns. */
#define WIDTH 80

/* CJK characters that are counted as one word. */
#define CJK_A_WORD 2

/* The links of one line, walked along with its words. */
typedef struct
{
  const ExmSpan *spans;
  guint n;
  guint next;
} Links;

typedef struct
{
  ExmTextBlock *block;
  int column; /* where the line ends so far; −1: the first word has no space before it */
  guint n_on_line;
} Setter;

static void
set_word (Setter *setter, guint n_columns, gboolean linked)
{
  setter->block->n_words++;
  setter->block->n_link_words += linked;
  setter->n_on_line++;
  setter->column += (int) n_columns + 1;
  if (setter->column <= WIDTH)
    return;
  setter->block->n_wrapped++;
  setter->column = (int) n_columns;
  setter->n_on_line = 1;
}

static gboolean
is_linked (Links *links, guint line, gsize offset)
{
  const ExmSpan *spans = links->spans;

  while (links->next < links->n
         && (spans[links->next].line < line
             || (spans[links->next].line == line && spans[links->next].end <= offset)))
    links->next++;
  /* Spans of other kinds lie between those of links. */
  for (guint i = links->next;
       i < links->n && spans[i].line == line && spans[i].start <= offset; i++)
    if (spans[i].kind == EXM_SPAN_LINK && spans[i].end > offset)
      return TRUE;
  return FALSE;
}

/* Facts of the character at @p. @n: (inout): its bytes, where they are more than one */
static inline guint8
read_facts (const char *p, gsize *n)
{
  if ((guchar) *p < 0x80)
    return exm_char_get_facts ((guchar) *p);
  return exm_char_get_facts (exm_char_read_wide (p, n));
}

/* One run without white space: its CJK characters by twos, and one word for the rest if
 * that has a letter or a digit. Returns: what follows it. */
static const char *
set_run (Setter *setter, Links *links, guint line, const char *text, const char *at)
{
  gboolean linked = is_linked (links, line, (gsize) (at - text));
  guint n_cjk = 0, n_columns = 0;
  gboolean is_word = FALSE;

  const ExmChar *plain = exm_char_get (0);
  while (*at != '\0')
    {
      gsize n = 1;
      guint8 facts = (guchar) *at < 0x80
                         ? plain[(guchar) *at].facts
                         : exm_char_get_facts (exm_char_read_wide (at, &n));
      if (facts & EXM_CHAR_SPACE)
        break;
      n_cjk += (facts & EXM_CHAR_CJK) != 0;
      n_columns += (facts & EXM_CHAR_CJK) == 0;
      is_word |= (facts & EXM_CHAR_WORD) != 0;
      at += n;
    }
  if (is_word)
    set_word (setter, n_columns, linked);
  for (guint i = 0; i < n_cjk; i += CJK_A_WORD)
    set_word (setter, 2 * MIN (CJK_A_WORD, n_cjk - i), linked);
  return at;
}

static ExmTextBlock
make_block (const ExmPageText *page, guint line, guint number, Links *links)
{
  const char *text = exm_page_text_get_line (page, line);
  ExmTextBlock block = { .first = number, .last = number };
  Setter setter = { .block = &block, .column = -1 };

  for (const char *at = text; *at != '\0';)
    {
      gsize n = 1;
      if (read_facts (at, &n) & EXM_CHAR_SPACE)
        at += n;
      else
        at = set_run (&setter, links, line, text, at);
    }
  /* The last line is full only if it is the only one. */
  block.n_wrapped_words
      = block.n_wrapped == 0 ? block.n_words : block.n_words - setter.n_on_line;
  block.n_wrapped = MAX (block.n_wrapped, 1);
  return block;
}

GArray *
exm_text_blocks_new (const ExmPageText *page, guint **line_numbers)
{
  guint n_lines;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);
  GArray *blocks = g_array_new (FALSE, FALSE, sizeof (ExmTextBlock));
  Links links = { 0 };

  links.spans = exm_page_text_get_spans (page, &links.n);
  *line_numbers = g_new (guint, MAX (n_lines, 1));
  for (guint i = 0; i < n_lines; i++)
    {
      if (lines[i].flags & EXM_LINE_FLAGGED)
        continue;
      ExmTextBlock block = make_block (page, i, blocks->len, &links);
      (*line_numbers)[blocks->len] = i;
      g_array_append_val (blocks, block);
    }
  return blocks;
}

void
exm_text_block_merge (ExmTextBlock *block, const ExmTextBlock *next)
{
  block->last = next->last;
  block->n_words += next->n_words;
  block->n_link_words += next->n_link_words;
  block->n_wrapped_words += next->n_wrapped_words;
  block->n_wrapped += next->n_wrapped;
  block->labels |= next->labels;
  block->content |= next->content;
}
