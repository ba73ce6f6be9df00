/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "charset/exm-utf8.h"

#include <string.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

/* Range of bytes allowed after a lead byte. */
typedef struct
{
  guint8 n_more; /* bytes that follow; 0: it is no lead byte */
  guint8 low;    /* of the first of them */
  guint8 high;
} Lead;

static Lead
get_lead (guint8 byte)
{
  if (byte >= 0xc2 && byte <= 0xdf)
    return (Lead){ 1, 0x80, 0xbf };
  if (byte >= 0xe0 && byte <= 0xef)
    return (Lead){ 2, byte == 0xe0 ? 0xa0 : 0x80, byte == 0xed ? 0x9f : 0xbf };
  if (byte >= 0xf0 && byte <= 0xf4)
    return (Lead){ 3, byte == 0xf0 ? 0x90 : 0x80, byte == 0xf4 ? 0x8f : 0xbf };
  return (Lead){ 0, 0, 0 };
}

/* Bytes at @data, at most @n and those of one character, that are as @lead says. */
static gsize
count_good (const guint8 *data, gsize n, Lead lead)
{
  gsize length = 1;

  while (length <= lead.n_more && length < n && data[length] >= lead.low
         && data[length] <= lead.high)
    {
      length++;
      lead.low = 0x80;
      lead.high = 0xbf;
    }
  return length;
}

gsize
exm_utf8_bad_length (const guint8 *data, gsize n, gboolean *cut)
{
  Lead lead = get_lead (data[0]);
  gsize length = count_good (data, n, lead);

  *cut = lead.n_more > 0 && length == n;
  return length;
}

/* Whether eight bytes are ASCII and none is NUL. */
static inline gboolean
is_plain (const guint8 *data)
{
  guint64 word;

  memcpy (&word, data, sizeof word);
  guint64 has_nul = (word - G_GUINT64_CONSTANT (0x0101010101010101)) & ~word;
  return ((word | has_nul) & G_GUINT64_CONSTANT (0x8080808080808080)) == 0;
}

static gsize
run_portable (const guint8 *data, gsize n, gsize *n_multi)
{
  gsize at = 0;

  while (at < n)
    {
      if (data[at] < 0x80)
        {
          while (n - at >= 8 && is_plain (data + at))
            at += 8;
          while (at < n && data[at] < 0x80 && data[at] != 0)
            at++;
          if (at < n && data[at] == 0)
            break;
          continue;
        }
      Lead lead = get_lead (data[at]);
      if (lead.n_more == 0 || count_good (data + at, n - at, lead) <= lead.n_more)
        break;
      at += lead.n_more + 1u;
      ++*n_multi;
    }
  return at;
}

#if defined(__x86_64__)

#define AVX2 __attribute__ ((target ("avx2,popcnt")))

/* Errors of two adjacent bytes. An error holds where its bit is set in all three tables.
 */
enum
{
  TOO_SHORT = 1 << 0,  /* a lead byte, and no byte that goes on */
  TOO_LONG = 1 << 1,   /* ASCII, and a byte that goes on */
  OVERLONG_3 = 1 << 2, /* e0 and 80 … 9f */
  TOO_LARGE = 1 << 3,  /* f4 and 90 … bf, f5 … ff */
  SURROGATE = 1 << 4,  /* ed and a0 … bf */
  OVERLONG_2 = 1 << 5, /* c0, c1 */
  OVERLONG_4 = 1 << 6, /* f0 and 80 … 8f, and f5 … ff with 80 … 8f */
  GOES_ON = 1 << 7,    /* two bytes that go on: right only behind e0 … f4 */
  ANY_LOW = TOO_SHORT | TOO_LONG | GOES_ON,
};

/* By the upper half of the first byte. */
static const guint8 first_high[16] = {
  TOO_LONG,
  TOO_LONG,
  TOO_LONG,
  TOO_LONG,
  TOO_LONG,
  TOO_LONG,
  TOO_LONG,
  TOO_LONG,
  GOES_ON,
  GOES_ON,
  GOES_ON,
  GOES_ON,
  TOO_SHORT | OVERLONG_2,
  TOO_SHORT,
  TOO_SHORT | OVERLONG_3 | SURROGATE,
  TOO_SHORT | TOO_LARGE | OVERLONG_4,
};

/* By its lower half. */
static const guint8 first_low[16] = {
  ANY_LOW | OVERLONG_3 | OVERLONG_2 | OVERLONG_4,
  ANY_LOW | OVERLONG_2,
  ANY_LOW,
  ANY_LOW,
  ANY_LOW | TOO_LARGE,
  ANY_LOW | TOO_LARGE | OVERLONG_4,
  ANY_LOW | TOO_LARGE | OVERLONG_4,
  ANY_LOW | TOO_LARGE | OVERLONG_4,
  ANY_LOW | TOO_LARGE | OVERLONG_4,
  ANY_LOW | TOO_LARGE | OVERLONG_4,
  ANY_LOW | TOO_LARGE | OVERLONG_4,
  ANY_LOW | TOO_LARGE | OVERLONG_4,
  ANY_LOW | TOO_LARGE | OVERLONG_4,
  ANY_LOW | TOO_LARGE | OVERLONG_4 | SURROGATE,
  ANY_LOW | TOO_LARGE | OVERLONG_4,
  ANY_LOW | TOO_LARGE | OVERLONG_4,
};

/* By the upper half of the second byte. */
static const guint8 second_high[16] = {
  TOO_SHORT,
  TOO_SHORT,
  TOO_SHORT,
  TOO_SHORT,
  TOO_SHORT,
  TOO_SHORT,
  TOO_SHORT,
  TOO_SHORT,
  TOO_LONG | OVERLONG_2 | GOES_ON | OVERLONG_3 | OVERLONG_4,
  TOO_LONG | OVERLONG_2 | GOES_ON | OVERLONG_3 | TOO_LARGE,
  TOO_LONG | OVERLONG_2 | GOES_ON | SURROGATE | TOO_LARGE,
  TOO_LONG | OVERLONG_2 | GOES_ON | SURROGATE | TOO_LARGE,
  TOO_SHORT,
  TOO_SHORT,
  TOO_SHORT,
  TOO_SHORT,
};

/* The bytes that stand one, two and three before those of a block. */
#define BEFORE(block, last, n)                                                           \
  _mm256_alignr_epi8 (block, _mm256_permute2x128_si256 (last, block, 0x21), 16 - (n))

AVX2 static inline __m256i
load_table (const guint8 table[16])
{
  return _mm256_broadcastsi128_si256 (_mm_loadu_si128 ((const __m128i *) table));
}

/* Not zero where the bytes of @block behind @last are not UTF-8. What the end of a block
 * leaves open shows in the next one. */
AVX2 static inline __m256i
find_errors (__m256i block, __m256i last)
{
  const __m256i low = _mm256_set1_epi8 (0x0f);
  __m256i before = BEFORE (block, last, 1);
  __m256i errors = _mm256_shuffle_epi8 (
      load_table (first_high), _mm256_and_si256 (_mm256_srli_epi16 (before, 4), low));
  errors
      = _mm256_and_si256 (errors, _mm256_shuffle_epi8 (load_table (first_low),
                                                       _mm256_and_si256 (before, low)));
  errors = _mm256_and_si256 (
      errors, _mm256_shuffle_epi8 (load_table (second_high),
                                   _mm256_and_si256 (_mm256_srli_epi16 (block, 4), low)));

  /* The top bit says that a byte is the third or fourth of its character. */
  __m256i third
      = _mm256_subs_epu8 (BEFORE (block, last, 2), _mm256_set1_epi8 (0xe0 - 0x80));
  __m256i fourth
      = _mm256_subs_epu8 (BEFORE (block, last, 3), _mm256_set1_epi8 (0xf0 - 0x80));
  __m256i must_go_on = _mm256_and_si256 (_mm256_or_si256 (third, fourth),
                                         _mm256_set1_epi8 ((char) 0x80));
  return _mm256_xor_si256 (must_go_on, errors);
}

/* The start of the character that the bytes before @at leave open, or @at. */
static gsize
step_back (const guint8 *data, gsize at)
{
  for (gsize n = 1; n <= 3 && n <= at; n++)
    {
      guint8 byte = data[at - n];
      if (byte >= 0xc0)
        {
          guint n_more = get_lead (byte).n_more;
          return n_more == 0 || n_more >= n ? at - n : at;
        }
      if (byte < 0x80)
        break;
    }
  return at;
}

/* The rest of @data from @at on, in front of which all is UTF-8 but for a character that
 * goes on. */
static gsize
run_rest (const guint8 *data, gsize at, gsize n, gsize *n_multi)
{
  gsize start = step_back (data, at);

  *n_multi -= start < at;
  return start + run_portable (data + start, n - start, n_multi);
}

/* Nobody has looked at the page before. */
#define PREFETCH_BYTES 512

/* Bytes of ASCII without NUL at @data, in blocks of 64. */
AVX2 static inline gsize
skip_plain (const guint8 *data, gsize n)
{
  gsize at = 0;

  for (; n - at >= 64; at += 64)
    {
      _mm_prefetch ((const char *) data + at + PREFETCH_BYTES, _MM_HINT_T0);
      __m256i a = _mm256_loadu_si256 ((const __m256i *) (data + at));
      __m256i b = _mm256_loadu_si256 ((const __m256i *) (data + at + 32));
      __m256i nuls = _mm256_cmpeq_epi8 (_mm256_min_epu8 (a, b), _mm256_setzero_si256 ());
      if (_mm256_movemask_epi8 (_mm256_or_si256 (_mm256_or_si256 (a, b), nuls)) != 0)
        break;
    }
  return at;
}

AVX2 static gsize
run_avx2 (const guint8 *data, gsize n, gsize *n_multi)
{
  __m256i last = _mm256_setzero_si256 ();
  gsize at = skip_plain (data, n);

  for (; n - at >= 32; at += 32)
    {
      __m256i block = _mm256_loadu_si256 ((const __m256i *) (data + at));
      __m256i nuls = _mm256_cmpeq_epi8 (block, _mm256_setzero_si256 ());
      guint wide = (guint) _mm256_movemask_epi8 (block);
      gboolean plain = wide == 0 && _mm256_testz_si256 (last, last);
      __m256i errors = plain ? nuls : _mm256_or_si256 (find_errors (block, last), nuls);
      if (!_mm256_testz_si256 (errors, errors))
        break;
      if (plain)
        {
          at += skip_plain (data + at + 32, n - at - 32);
          continue;
        }
      /* Two top bits: a lead byte. */
      *n_multi += (gsize) _mm_popcnt_u32 ((guint32) _mm256_movemask_epi8 (
          _mm256_and_si256 (block, _mm256_add_epi8 (block, block))));
      /* ASCII leaves nothing open. */
      last = wide != 0 ? block : _mm256_setzero_si256 ();
    }

  /* Clear the upper halves: SSE code that follows is many times slower with them in use,
   * and the compiler omits this before tail calls. */
  _mm256_zeroupper ();
  return run_rest (data, at, n, n_multi);
}

#define AVX512 __attribute__ ((target ("avx512f,avx512bw,popcnt")))

/* The bytes that stand one, two and three before those of a block; @last moved by three
 * quarters of a block, so that its end stands before each quarter. */
#define BEFORE_512(block, moved, n) _mm512_alignr_epi8 (block, moved, 16 - (n))

AVX512 static inline __m512i
look_up_512 (const guint8 table[16], __m512i halves)
{
  __m512i all
      = _mm512_broadcast_i32x4 (_mm_loadu_si128 ((const __m128i *) (const void *) table));
  return _mm512_shuffle_epi8 (all, _mm512_and_si512 (halves, _mm512_set1_epi8 (0x0f)));
}

/* As find_errors(). */
AVX512 static inline __m512i
find_errors_512 (__m512i block, __m512i last)
{
  const __m512i quarters = _mm512_setr_epi64 (6, 7, 8, 9, 10, 11, 12, 13);
  __m512i moved = _mm512_permutex2var_epi64 (last, quarters, block);
  __m512i before = BEFORE_512 (block, moved, 1);
  __m512i errors = _mm512_and_si512 (
      look_up_512 (first_high, _mm512_srli_epi16 (before, 4)),
      _mm512_and_si512 (look_up_512 (first_low, before),
                        look_up_512 (second_high, _mm512_srli_epi16 (block, 4))));

  __m512i third
      = _mm512_subs_epu8 (BEFORE_512 (block, moved, 2), _mm512_set1_epi8 (0xe0 - 0x80));
  __m512i fourth
      = _mm512_subs_epu8 (BEFORE_512 (block, moved, 3), _mm512_set1_epi8 (0xf0 - 0x80));
  __m512i must_go_on = _mm512_and_si512 (_mm512_or_si512 (third, fourth),
                                         _mm512_set1_epi8 ((char) 0x80));
  return _mm512_xor_si512 (must_go_on, errors);
}

AVX512 static gsize
run_avx512 (const guint8 *data, gsize n, gsize *n_multi)
{
  __m512i last = _mm512_setzero_si512 ();
  gboolean open = FALSE; /* @last may leave a character open */
  gsize at = 0;

  for (; n - at >= 64; at += 64)
    {
      _mm_prefetch ((const char *) data + at + PREFETCH_BYTES, _MM_HINT_T0);
      __m512i block = _mm512_loadu_si512 (data + at);
      guint64 wide = _mm512_movepi8_mask (block);
      if (_mm512_testn_epi8_mask (block, block) != 0)
        break;
      if (wide == 0 && !open)
        continue;
      __m512i errors = find_errors_512 (block, last);
      if (_mm512_test_epi8_mask (errors, errors) != 0)
        break;
      /* Two top bits: a lead byte. */
      *n_multi += (gsize) _mm_popcnt_u64 (
          wide & _mm512_movepi8_mask (_mm512_add_epi8 (block, block)));
      last = block;
      open = wide >> 61 != 0;
    }
  _mm256_zeroupper ();
  return run_rest (data, at, n, n_multi);
}

#endif

gsize
exm_utf8_run_by (ExmProcessor processor, const guint8 *data, gsize n, gsize *n_multi)
{
#if defined(__x86_64__)
  if (processor >= EXM_PROCESSOR_AVX512)
    return run_avx512 (data, n, n_multi);
  if (processor >= EXM_PROCESSOR_AVX2)
    return run_avx2 (data, n, n_multi);
#endif
  return run_portable (data, n, n_multi);
}

gsize
exm_utf8_run (const guint8 *data, gsize n, gsize *n_multi)
{
  return exm_utf8_run_by (exm_processor_get (), data, n, n_multi);
}
