/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What the characters of a line are: how many, words, marks. Text comes from the source,
 * which is valid UTF-8. */

#pragma once

#include "exm-page-text.h"
#include "exm-text.h"

G_BEGIN_DECLS

/**
 * ExmLineCounter:
 * @line: counted so far
 * @in_word: whether the last character was part of a word
 */
typedef struct
{
  ExmLine line;
  gboolean in_word;
} ExmLineCounter;

/**
 * exm_line_get_wide:
 * @p: a character above ASCII
 * @next: (out): where the next one begins
 */
static inline gunichar
exm_line_get_wide (const char *p, const char **next)
{
  const guint8 *bytes = (const guint8 *) p;

  if (bytes[0] < 0xe0)
    {
      *next = p + 2;
      return (bytes[0] & 0x1fu) << 6 | (bytes[1] & 0x3fu);
    }
  if (bytes[0] < 0xf0)
    {
      *next = p + 3;
      return (bytes[0] & 0x0fu) << 12 | (bytes[1] & 0x3fu) << 6 | (bytes[2] & 0x3fu);
    }
  *next = p + 4;
  return (bytes[0] & 0x07u) << 18 | (bytes[1] & 0x3fu) << 12 | (bytes[2] & 0x3fu) << 6
         | (bytes[3] & 0x3fu);
}

/**
 * exm_line_is_wide_space:
 * @p: a character above ASCII
 *
 * Returns: whether it is white space
 */
static inline gboolean
exm_line_is_wide_space (const char *p)
{
  guint8 lead = (guint8) *p;
  const char *next;

  /* U+4000 … U+DFFF, and with that most of all Chinese and Korean text. */
  if (lead >= 0xe4 && lead <= 0xed)
    return FALSE;
  return (exm_char_get_facts (exm_line_get_wide (p, &next)) & EXM_CHAR_SPACE) != 0;
}

/**
 * exm_line_count_char:
 * @facts: #ExmCharFacts of a character that the line gets
 */
static inline void
exm_line_count_char (ExmLineCounter *self, guint8 facts)
{
  ExmLine *line = &self->line;
  gboolean cjk = (facts & EXM_CHAR_CJK) != 0;
  gboolean word = (facts & EXM_CHAR_WORD) != 0;

  line->n_chars++;
  line->length += cjk ? 3 : 1;
  line->n_marks += (facts & EXM_CHAR_MARK) != 0;
  line->n_tokens += cjk || (word && !self->in_word);
  self->in_word = word;
}

/**
 * exm_line_count_run:
 * @p: a character that is no white space
 * @room: characters that may be counted, at least one
 *
 * Counts text without white space that collapses: a blank between two characters above
 * space is counted with it. O(bytes).
 *
 * Returns: where something else begins
 */
const char *
exm_line_count_run (ExmLineCounter *self, const char *p, const char *end, gsize room);

/**
 * exm_line_skip_blanks:
 *
 * Returns: behind the ASCII white space and controls from @p on
 */
const char *
exm_line_skip_blanks (const char *p, const char *end);

static inline gboolean
exm_line_is_blank (char c)
{
  return (guint8) c <= ' ' || c == 0x7f;
}

G_END_DECLS
