/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A line while its text comes: each character is looked at once, copied, counted, and
 * folded for the line's key. Text comes from the source, which is valid UTF-8. */

#pragma once

#include "base/exm-byte-block.h"
#include "base/exm-text.h"
#include "types/exm-page-text.h"

G_BEGIN_DECLS

/* Room behind a text, for blocks that end beyond it. */
#define EXM_LINE_ROOM 32u

/**
 * ExmLineCounter:
 * @line: counted so far
 * @last: the last character, a blank at the beginning
 * @joins: whether it cannot be said of all characters alone what they are folded to
 * @text: (unowned): to which its text is appended
 * @folded: the text as exm_text_key() sees it
 * @limit: where the source ends, up to which may be read
 * @n_sought: bytes that were looked at to find where a run has to end
 */
typedef struct
{
  ExmLine line;
  const ExmChar *last;
  gboolean joins;
  ExmBytes *text;
  ExmBytes folded;
  const char *limit;
  guint64 n_sought;
} ExmLineCounter;

/**
 * exm_line_counter_init:
 * @text: (transfer none): to which the text of lines is appended
 * @limit: (transfer none): where the source ends
 *
 * exm_line_counter_clear() frees what it holds.
 */
void exm_line_counter_init (ExmLineCounter *self, ExmBytes *text, const char *limit);

void exm_line_counter_clear (ExmLineCounter *self);

/**
 * exm_line_put_char:
 * @c: a character that the line gets
 */
void exm_line_put_char (ExmLineCounter *self, gunichar c);

/**
 * exm_line_put_run:
 * @p: a character of the source that is no white space
 * @end: where the text ends
 *
 * The line gets the text up to white space that collapses, or a part of it, and no more
 * than %EXM_MAX_PAGE_CHARS characters: a blank between two characters above space is
 * taken with it. O(bytes taken), whatever is left up to @end.
 *
 * Returns: where the text goes on or something else begins; @p if the line is full
 */
const char *exm_line_put_run (ExmLineCounter *self, const char *p, const char *end);

/* Returns: exm_text_key() of the line's text */
static inline guint64
exm_line_get_key (const ExmLineCounter *self)
{
  if (G_UNLIKELY (self->joins))
    return exm_text_key (self->text->data + self->line.text, self->line.n_bytes);
  return exm_text_folded_key (self->folded.data, self->folded.len);
}

/* The next line begins. */
static inline void
exm_line_restart (ExmLineCounter *self)
{
  self->line = (ExmLine){ 0 };
  self->last = exm_char_get (' ');
  self->joins = FALSE;
  self->folded.len = 0;
}

static inline gboolean
exm_line_is_blank (char c)
{
  return (guint8) c <= ' ' || c == 0x7f;
}

/**
 * exm_line_skip_blanks:
 * @end: where the text ends
 * @limit: up to where may be read
 *
 * Returns: behind the ASCII white space and controls from @p on
 */
static inline const char *
exm_line_skip_blanks (const char *p, const char *end, const char *limit)
{
#ifdef EXM_HAS_BYTE_BLOCK
  const __m128i space = _mm_set1_epi8 (' ');
  const __m128i del = _mm_set1_epi8 (0x7f);

  for (; p < end; p += 16)
    {
      __m128i block = exm_byte_block_load (p, (gsize) (limit - p));
      __m128i blank = _mm_or_si128 (_mm_cmpeq_epi8 (_mm_min_epu8 (block, space), block),
                                    _mm_cmpeq_epi8 (block, del));
      guint others = ~(guint) _mm_movemask_epi8 (blank) & 0xffff;
      if (others != 0)
        return MIN (p + __builtin_ctz (others), end);
    }
  return end;
#else
  while (p < end && exm_line_is_blank (*p))
    p++;
  return p;
#endif
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
  gsize n;

  /* U+4000 … U+DFFF, and with that most of all Chinese and Korean text. */
  if (lead >= 0xe4 && lead <= 0xed)
    return FALSE;
  return (exm_char_get_facts (exm_char_read_wide (p, &n)) & EXM_CHAR_SPACE) != 0;
}

G_END_DECLS
