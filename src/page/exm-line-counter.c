/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "exm-line-counter.h"

#include "exm-byte-block.h"

#ifdef EXM_HAS_BYTE_BLOCK

static inline __m128i
find_words (__m128i block)
{
  __m128i folded = _mm_or_si128 (block, _mm_set1_epi8 (0x20));
  return _mm_or_si128 (exm_byte_block_in (folded, 'a', 'z' - 'a'),
                       exm_byte_block_in (block, '0', '9' - '0'));
}

/* ! " ( ) , . : ; ? [ ] */
static inline __m128i
find_marks (__m128i block)
{
  __m128i pairs = _mm_or_si128 (exm_byte_block_in (block, '!', 1),
                                exm_byte_block_in (block, '(', 1));
  __m128i stops
      = _mm_cmpeq_epi8 (_mm_and_si128 (block, _mm_set1_epi8 (~2)), _mm_set1_epi8 (','));
  __m128i colons = exm_byte_block_in (block, ':', 1);
  __m128i brackets = _mm_or_si128 (_mm_cmpeq_epi8 (block, _mm_set1_epi8 ('[')),
                                   _mm_cmpeq_epi8 (block, _mm_set1_epi8 (']')));
  __m128i query = _mm_cmpeq_epi8 (block, _mm_set1_epi8 ('?'));

  return _mm_or_si128 (_mm_or_si128 (pairs, stops),
                       _mm_or_si128 (colons, _mm_or_si128 (brackets, query)));
}

/* How many of the bytes of each mask are set: of @b in the upper half. */
static inline guint64
count_set (__m128i a, __m128i b)
{
  const __m128i one = _mm_set1_epi8 (1);
  __m128i sums_a = _mm_sad_epu8 (_mm_and_si128 (a, one), _mm_setzero_si128 ());
  __m128i sums_b = _mm_sad_epu8 (_mm_and_si128 (b, one), _mm_setzero_si128 ());
  __m128i sums = _mm_add_epi32 (_mm_unpacklo_epi64 (sums_a, sums_b),
                                _mm_unpackhi_epi64 (sums_a, sums_b));
  return (guint64) _mm_cvtsi128_si64 (_mm_shuffle_epi32 (sums, _MM_SHUFFLE (3, 1, 2, 0)));
}

/* Counts what stands from @p on, of which @n bytes are left, as far as it is printable
 * ASCII with single blanks; at most sixteen bytes. Returns: how many. */
static inline guint
count_block (ExmLineCounter *self, const char *p, gsize n)
{
  static const guint8 masks[32] = { [0 ... 15] = 0xff };
  __m128i block = exm_byte_block_load (p, n);
  /* Signed: what is not ASCII is below the blank too, as is what stands behind the end.
   */
  __m128i other = _mm_or_si128 (_mm_cmplt_epi8 (block, _mm_set1_epi8 (' ')),
                                _mm_cmpeq_epi8 (block, _mm_set1_epi8 (0x7f)));
  __m128i blank = _mm_cmpeq_epi8 (block, _mm_set1_epi8 (' '));
  guint others = (guint) _mm_movemask_epi8 (other) | 1u << 16;
  guint blanks = (guint) _mm_movemask_epi8 (blank);
  /* A blank counts if it is known that another character follows. */
  guint stops = others | (blanks & (blanks | others) >> 1);
  guint n_good = (guint) __builtin_ctz (stops);
  __m128i good = _mm_loadu_si128 ((const __m128i *) (masks + 16 - n_good));
  __m128i words = _mm_and_si128 (find_words (block), good);
  __m128i before = _mm_or_si128 (_mm_slli_si128 (words, 1),
                                 _mm_cvtsi32_si128 (self->in_word ? 0xff : 0));

  if (n_good == 0)
    return 0;
  guint64 counts = count_set (_mm_andnot_si128 (before, words),
                              _mm_and_si128 (find_marks (block), good));
  self->line.n_chars += n_good;
  self->line.length += n_good;
  self->line.n_tokens += (guint32) counts;
  self->line.n_marks += (guint32) (counts >> 32);
  self->in_word = (_mm_movemask_epi8 (words) >> (n_good - 1) & 1) != 0;
  return n_good;
}

/* Of printable ASCII from @p on. */
static inline const char *
count_ascii (ExmLineCounter *self, const char *p, const char *end, gsize room)
{
  guint n;

  end = MIN (end, p + room);
  do
    p += n = count_block (self, p, (gsize) (end - p));
  while (n > 0 && p < end);
  return p;
}

#else

static const char *
count_ascii (ExmLineCounter *self, const char *p, const char *end, gsize room)
{
  end = MIN (end, p + room);
  for (; p < end && (guint8) *p < 0x80; p++)
    {
      guint8 is = exm_char_get_facts ((guint8) *p);
      if (is & EXM_CHAR_SPACE)
        {
          if (*p != ' ' || end - p < 2 || (guint8) p[1] >= 0x80
              || exm_line_is_blank (p[1]))
            break;
        }
      exm_line_count_char (self, is);
    }
  return p;
}

#endif

/* Of the characters from @p on that are U+4E00 … U+9FFF; none where @room is small. */
static inline const char *
count_han (ExmLineCounter *self, const char *p, const char *end, gsize room)
{
  guint n = 0;

#ifdef EXM_HAS_BYTE_BLOCK
  for (guint n_block = 5; n_block == 5 && room - n >= 5; n += n_block)
    {
      n_block = exm_byte_block_count_han (exm_byte_block_load (p, (gsize) (end - p)));
      p += 3 * n_block;
    }
#endif
  self->line.n_chars += n;
  self->line.length += 3 * n;
  self->line.n_tokens += n;
  self->in_word = n == 0 && self->in_word;
  return p;
}

/* Of the characters above ASCII from @p on that are not white space. */
static const char *
count_wide (ExmLineCounter *self, const char *p, const char *end, gsize room)
{
  gsize most = self->line.n_chars + room;

  while (self->line.n_chars < most && p < end && (guint8) *p >= 0x80)
    {
      const char *next;
      const char *from = p;
      if ((guint8) *p >= 0xe4 && (guint8) *p <= 0xe9)
        p = count_han (self, p, end, most - self->line.n_chars);
      if (p > from)
        continue;
      guint8 facts = exm_char_get_facts (exm_line_get_wide (p, &next));
      if (facts & EXM_CHAR_SPACE)
        break;
      exm_line_count_char (self, facts);
      p = next;
    }
  return p;
}

const char *
exm_line_count_run (ExmLineCounter *self, const char *p, const char *end, gsize room)
{
  gsize most = self->line.n_chars + room;
  const char *from;

  do
    {
      from = p;
      if ((guint8) *p < 0x80)
        p = count_ascii (self, p, end, most - self->line.n_chars);
      else
        p = count_wide (self, p, end, most - self->line.n_chars);
    }
  while (p != from && p < end);
  return p;
}

/* They mostly indent. */
const char *
exm_line_skip_blanks (const char *p, const char *end)
{
#ifdef EXM_HAS_BYTE_BLOCK
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
