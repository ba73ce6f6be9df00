/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "exm-line-counter.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#define SPACE EXM_CHAR_SPACE
#define MARK EXM_CHAR_MARK
#define WORD EXM_CHAR_WORD

/* exm_char_get_facts() of ASCII, which test-lines checks. */
static const guint8 ascii[128] = {
  [0 ... 32] = SPACE, ['0' ... '9'] = WORD, ['A' ... 'Z'] = WORD, ['a' ... 'z'] = WORD,
  [127] = SPACE,      ['.'] = MARK,         [','] = MARK,         [';'] = MARK,
  [':'] = MARK,       ['!'] = MARK,         ['?'] = MARK,         ['"'] = MARK,
  ['('] = MARK,       [')'] = MARK,         ['['] = MARK,         [']'] = MARK,
};

/* Of printable ASCII from @p on. */
static const char *
count_ascii (
    ExmLineCounter *self, const char *p, const char *end, gsize room, guint *n_blank)
{
  const char *start = p;
  guint n_tokens = 0, n_marks = 0, n_space = 0;
  guint before = self->in_word ? EXM_CHAR_WORD : 0;

  for (end = MIN (end, p + room); p < end && (guint8) *p < 0x80; p++)
    {
      guint is = ascii[(guint8) *p];
      if (is & EXM_CHAR_SPACE)
        {
          if (*p != ' ' || end - p < 2 || (guint8) p[1] >= 0x80
              || (ascii[(guint8) p[1]] & EXM_CHAR_SPACE))
            break;
          n_space++;
        }
      n_tokens += (is & ~before & EXM_CHAR_WORD) != 0;
      n_marks += (is & EXM_CHAR_MARK) != 0;
      before = is;
    }
  guint32 n = (guint32) (p - start);
  self->line.n_chars += n;
  self->line.length += n;
  self->line.n_tokens += n_tokens;
  self->line.n_marks += n_marks;
  self->in_word = (before & EXM_CHAR_WORD) != 0;
  *n_blank += n_space;
  return p;
}

/* Of the characters above ASCII from @p on those that are not white space. */
static const char *
count_wide (ExmLineCounter *self, const char *p, const char *end, gsize room)
{
  for (; room > 0 && p < end && (guint8) *p >= 0x80; room--)
    {
      const char *next;
      guint8 lead = (guint8) *p;
      /* U+5000 … U+9FFF. */
      if (lead >= 0xe5 && lead <= 0xe9)
        {
          exm_line_count_char (self, EXM_CHAR_CJK);
          p += 3;
          continue;
        }
      guint8 facts = exm_char_get_facts (exm_line_get_wide (p, &next));
      if (facts & EXM_CHAR_SPACE)
        break;
      exm_line_count_char (self, facts);
      p = next;
    }
  return p;
}

const char *
exm_line_count_run (
    ExmLineCounter *self, const char *p, const char *end, gsize room, guint *n_blank)
{
  gsize most = self->line.n_chars + room;
  const char *from;

  *n_blank = 0;
  do
    {
      from = p;
      p = count_ascii (self, p, end, most - self->line.n_chars, n_blank);
      p = count_wide (self, p, end, most - self->line.n_chars);
    }
  while (p != from && p < end);
  return p;
}

/* They mostly indent. */
const char *
exm_line_skip_blanks (const char *p, const char *end)
{
#if defined(__SSE2__)
  const __m128i space = _mm_set1_epi8 (' ');
  for (; end - p >= 16; p += 16)
    {
      __m128i block = _mm_loadu_si128 ((const __m128i *) p);
      __m128i low = _mm_cmpeq_epi8 (_mm_min_epu8 (block, space), block);
      guint others = ~(guint) _mm_movemask_epi8 (low) & 0xffff;
      if (others != 0)
        {
          p += __builtin_ctz (others);
          break;
        }
    }
#endif
  while (p < end && exm_line_is_blank (*p))
    p++;
  return p;
}
