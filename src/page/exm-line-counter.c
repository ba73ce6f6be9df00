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

#if defined(__SSE2__)

/* Whether bytes are @low … @low + @span. */
static inline __m128i
is_in (__m128i block, char low, char span)
{
  __m128i from = _mm_sub_epi8 (block, _mm_set1_epi8 (low));
  return _mm_cmpeq_epi8 (_mm_min_epu8 (from, _mm_set1_epi8 (span)), from);
}

static inline __m128i
find_words (__m128i block)
{
  return _mm_or_si128 (is_in (_mm_or_si128 (block, _mm_set1_epi8 (0x20)), 'a', 'z' - 'a'),
                       is_in (block, '0', '9' - '0'));
}

/* ! " ( ) , . : ; ? [ ] */
static inline __m128i
find_marks (__m128i block)
{
  __m128i pairs = _mm_or_si128 (is_in (block, '!', 1), is_in (block, '(', 1));
  __m128i stops
      = _mm_cmpeq_epi8 (_mm_and_si128 (block, _mm_set1_epi8 (~2)), _mm_set1_epi8 (','));
  __m128i colons = is_in (block, ':', 1);
  __m128i brackets = _mm_or_si128 (_mm_cmpeq_epi8 (block, _mm_set1_epi8 ('[')),
                                   _mm_cmpeq_epi8 (block, _mm_set1_epi8 (']')));
  __m128i query = _mm_cmpeq_epi8 (block, _mm_set1_epi8 ('?'));

  return _mm_or_si128 (_mm_or_si128 (pairs, stops),
                       _mm_or_si128 (colons, _mm_or_si128 (brackets, query)));
}

/* How many of the bytes of @mask are set. */
static inline guint
count_set (__m128i mask)
{
  __m128i sums
      = _mm_sad_epu8 (_mm_and_si128 (mask, _mm_set1_epi8 (1)), _mm_setzero_si128 ());
  return (guint) (_mm_cvtsi128_si32 (sums)
                  + _mm_cvtsi128_si32 (_mm_unpackhi_epi64 (sums, sums)));
}

/* Counts 16 bytes at @p, or the 15 before a blank that ends them, if they are printable
 * ASCII with single blanks. Returns: how many; 0 if they are not. */
static inline guint
count_block (ExmLineCounter *self, const char *p, guint *n_blank)
{
  __m128i block = _mm_loadu_si128 ((const __m128i *) p);
  /* Signed: what is not ASCII is below the blank too. */
  __m128i other = _mm_or_si128 (_mm_cmplt_epi8 (block, _mm_set1_epi8 (' ')),
                                _mm_cmpeq_epi8 (block, _mm_set1_epi8 (0x7f)));
  __m128i is_blank = _mm_cmpeq_epi8 (block, _mm_set1_epi8 (' '));
  guint blanks = (guint) _mm_movemask_epi8 (is_blank);

  if (_mm_movemask_epi8 (other) != 0 || (blanks & blanks << 1) != 0)
    return 0;
  guint n = 16 - (blanks >> 15);
  __m128i words = find_words (block);
  __m128i before = _mm_or_si128 (_mm_slli_si128 (words, 1),
                                 _mm_cvtsi32_si128 (self->in_word ? 0xff : 0));
  self->line.n_chars += n;
  self->line.length += n;
  self->line.n_tokens += count_set (_mm_andnot_si128 (before, words));
  self->line.n_marks += count_set (find_marks (block));
  self->in_word = (_mm_movemask_epi8 (words) >> (n - 1) & 1) != 0;
  *n_blank += count_set (is_blank) - (16 - n);
  return n;
}

#endif

/* Of printable ASCII from @p on. */
static const char *
count_ascii (
    ExmLineCounter *self, const char *p, const char *end, gsize room, guint *n_blank)
{
  guint n_tokens = 0, n_marks = 0, n_space = 0;

  end = MIN (end, p + room);
#if defined(__SSE2__)
  guint n_block = 1;
  for (; end - p > 16 && n_block > 0; p += n_block)
    n_block = count_block (self, p, n_blank);
#endif
  const char *start = p;
  guint before = self->in_word ? EXM_CHAR_WORD : 0;
  for (; p < end && (guint8) *p < 0x80; p++)
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
