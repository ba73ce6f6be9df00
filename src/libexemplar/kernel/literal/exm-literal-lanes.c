/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Compiled once for each path and size of words: of 64 bits, or of 32 for windows up to
 * EXM_LITERAL_SHORT characters.
 *
 * Neighbouring windows are the lanes. A window's matrix is gone through column by column
 * in a band along its main diagonal: H. Hyyrö, "A bit-vector algorithm for computing
 * Levenshtein and Damerau edit distances", Nordic J. of Computing 10, 2003, section 6.
 * Two strings of w characters are at most w apart, and whatever strays k from the
 * diagonal costs 2k; so a band of w diagonals says the distance exactly, at w and at
 * every smaller width.
 *
 * Bit e of a window's words is the row c + e - DIAGONAL of column c (both from 1). Which
 * characters around a place of A equal one of B is then the same for all windows that
 * have this one at the same distance: no pattern table, no shifts. Rows above the first
 * one count up from it, so that no way through them is shorter; rows behind the last have
 * no influence on it. */

#include "kernel/literal/exm-literal.h"

#include <string.h>

#ifdef __SSE2__
#include <immintrin.h>
#endif

#define INLINE static inline __attribute__ ((always_inline))

#ifdef EXM_LITERAL_WORDS_OF_32
typedef uint32_t Word;
#define WORD_BITS 32
#define MAX_WORDS 1
#else
typedef uint64_t Word;
#define WORD_BITS 64
#define MAX_WORDS EXM_WINDOW_WORDS
#endif

#if defined(EXM_PATH_AVX512)
#define VECTOR_BYTES 64u
#define PATH exm_literal_avx512
#define search_short exm_literal_short_avx512
#elif defined(EXM_PATH_AVX2)
#define VECTOR_BYTES 32u
#define PATH exm_literal_avx2
#define search_short exm_literal_short_avx2
#else
#define VECTOR_BYTES 16u
#define PATH exm_literal_portable
#define search_short exm_literal_short_portable
#endif
#define N_LANES (8u * VECTOR_BYTES / WORD_BITS)

/* Vectors that go together, for one word a window, and for more. */
#define TOGETHER 2u
#define TOGETHER_WIDE 4u

typedef Word Vector __attribute__ ((vector_size (VECTOR_BYTES), aligned (WORD_BITS / 8)));

#include "kernel/exm-vector.h"

/* The main diagonal's bit, counted over all words of a window: the last one of a half. */
#define DIAGONAL(words) (WORD_BITS / 2 * (words) -1)

#define MAX_TOGETHER 4

/* A bit a lane. */
#if N_LANES > 8
typedef uint16_t Mask;
#else
typedef uint8_t Mask;
#endif

/* A little more than there are: words 4 KiB apart would share cache lines. */
#define N_COLUMNS (EXM_LITERAL_BLOCK + EXM_KERNEL_MAX_WINDOW + 8)

/* matches[k][y]: bit e is A[first+y+WORD_BITS·k+e-DIAGONAL] == B[first+y]. */
typedef struct
{
  Word words[MAX_WORDS][N_COLUMNS];
} Matches;

/* Which of a[0]...a[WORD_BITS-1] equal c. */
INLINE Word
compare (const uint16_t *a, uint16_t c)
{
  Word bits = 0;
#if defined(__AVX512BW__)
  __m512i wanted = _mm512_set1_epi16 ((short) c);
  for (unsigned k = 0; k < WORD_BITS / 32; k++)
    bits |= (Word) _mm512_cmpeq_epi16_mask (_mm512_loadu_si512 (a + 32 * k), wanted)
            << 32 * k;
#elif defined(__AVX2__)
  __m256i wanted = _mm256_set1_epi16 ((short) c);
  for (unsigned k = 0; k < WORD_BITS / 32; k++)
    {
      const __m256i *at = (const __m256i *) (const void *) (a + 32 * k);
      __m256i low = _mm256_cmpeq_epi16 (_mm256_loadu_si256 (at), wanted);
      __m256i high = _mm256_cmpeq_epi16 (_mm256_loadu_si256 (at + 1), wanted);
      __m256i both = _mm256_permute4x64_epi64 (_mm256_packs_epi16 (low, high), 0xd8);
      bits |= (Word) (uint32_t) _mm256_movemask_epi8 (both) << 32 * k;
    }
#elif defined(__SSE2__)
  __m128i wanted = _mm_set1_epi16 ((short) c);
  for (unsigned k = 0; k < WORD_BITS / 16; k++)
    {
      const __m128i *at = (const __m128i *) (const void *) (a + 16 * k);
      __m128i low = _mm_cmpeq_epi16 (_mm_loadu_si128 (at), wanted);
      __m128i high = _mm_cmpeq_epi16 (_mm_loadu_si128 (at + 1), wanted);
      bits |= (Word) (uint16_t) _mm_movemask_epi8 (_mm_packs_epi16 (low, high)) << 16 * k;
    }
#else
  for (unsigned s = 0; s < WORD_BITS; s++)
    bits |= (Word) (a[s] == c) << s;
#endif
  return bits;
}

INLINE void
find_matches (Matches *matches,
              const ExmLiteralTexts *texts,
              size_t first,
              unsigned w,
              unsigned words)
{
  const uint16_t *a = texts->a + (ptrdiff_t) first - (ptrdiff_t) DIAGONAL (words);
  for (unsigned y = 0; y < EXM_LITERAL_BLOCK + w; y++)
    {
      uint16_t c = texts->b[first + y];
      for (unsigned k = 0; k < words; k++)
        matches->words[k][y] = compare (a + y + WORD_BITS * k, c);
    }
}

INLINE Vector
load (const Word *words)
{
  Vector vector;
  memcpy (&vector, words, sizeof vector);
  return vector;
}

INLINE Vector
fill (Word word)
{
  return (Vector){ 0 } + word;
}

/* N_LANES windows. */
typedef struct
{
  Vector not_vp[MAX_WORDS]; /* ~VP: and-not is one instruction, or-not is two */
  Vector vn[MAX_WORDS];
} Lanes;

/* The same places of the column after: bits go down by one. */
INLINE Vector
shift_down (Vector low, Vector high)
{
#if defined(__AVX512VBMI2__) && WORD_BITS == 64
  return (Vector) _mm512_shrdi_epi64 ((__m512i) low, (__m512i) high, 1);
#else
  return low >> 1 | high << (WORD_BITS - 1);
#endif
}

/* Collects @bit of all lanes, which is one of 15, 31 or 63. Without AVX-512, the bit of
 * lane l is bit l * lane_step (words) of the mask. */
INLINE unsigned
lanes_with (Vector lanes, unsigned bit)
{
#if defined(__AVX512BW__) && WORD_BITS == 64
  return _mm512_test_epi64_mask ((__m512i) lanes, (__m512i) fill ((Word) 1 << bit));
#elif defined(__AVX512BW__)
  return _mm512_test_epi32_mask ((__m512i) lanes, (__m512i) fill ((Word) 1 << bit));
#elif defined(__AVX2__)
  if (bit == 63)
    return (unsigned) _mm256_movemask_pd ((__m256d) lanes);
  return (unsigned) _mm256_movemask_ps ((__m256) (bit == 31 ? lanes : lanes << 16));
#elif defined(__SSE2__)
  if (bit == 63)
    return (unsigned) _mm_movemask_pd ((__m128d) lanes);
  return (unsigned) _mm_movemask_ps ((__m128) (bit == 31 ? lanes : lanes << 16));
#else
  unsigned mask = 0;
  for (unsigned l = 0; l < N_LANES; l++)
    mask |= (unsigned) (lanes[l] >> bit & 1) << l;
  return mask;
#endif
}

/* See there. */
INLINE unsigned
lane_step (unsigned words)
{
#if defined(__SSE2__) && !defined(__AVX512BW__) && WORD_BITS == 64
  return DIAGONAL (words) % WORD_BITS == 31 ? 2 : 1;
#else
  (void) words;
  return 1;
#endif
}

/* The words @from...@to-1 of one column: @matches are theirs, N_COLUMNS apart. Returns:
 * of which lanes the distance does not grow along the diagonal */
INLINE unsigned
lanes_step (Lanes *lanes, const Word *matches, unsigned words, unsigned from, unsigned to)
{
  Vector d0[MAX_WORDS], unlike = fill (0);
  unsigned diagonal = DIAGONAL (words);
#pragma GCC unroll 4
  for (unsigned k = from; k < to; k++)
    {
      Vector not_vp = lanes->not_vp[k];
      Vector x = load (matches + k * N_COLUMNS);
      if (k > from)
        x |= unlike >> (WORD_BITS - 1);
      /* With v for VP, (x & v) + v is ~(~v - (x & v)). */
      d0[k] = xor_or (not_vp - but_not (not_vp, x), not_vp, x | lanes->vn[k]);
      if (k + 1 < to)
        unlike = but_not (not_vp, d0[k]);
    }
#pragma GCC unroll 4
  for (unsigned k = from; k < to; k++)
    {
      Vector not_vp = lanes->not_vp[k], down;
      down = k + 1 < to ? shift_down (d0[k], d0[k + 1]) : d0[k] >> 1;
      /* Not VN: HP is not_vp & ~other, and HN is other & ~not_vp. */
      Vector other = but_not (lanes->vn[k], d0[k]);
      lanes->not_vp[k] = majority_not (not_vp, other, down);
      lanes->vn[k] = and_but_not (down, other, not_vp);
    }
  return lanes_with (d0[diagonal / WORD_BITS], diagonal % WORD_BITS);
}

/* Masks of the rows of each column at which the distance does not grow. */
typedef struct
{
  Mask columns[MAX_TOGETHER][EXM_KERNEL_MAX_WINDOW];
} Kept;

/* The columns @t...@end-1. */
INLINE void
lanes_run (Lanes *lanes,
           Kept *kept,
           const Word *matches,
           unsigned t,
           unsigned end,
           unsigned words,
           unsigned from,
           unsigned to,
           unsigned n_vectors)
{
  for (; t < end; t++)
#pragma GCC unroll 4
    for (unsigned v = 0; v < n_vectors; v++)
      kept->columns[v][t]
          = (Mask) lanes_step (&lanes[v], matches + t + v * N_LANES, words, from, to);
}

INLINE unsigned
clamp (unsigned value, unsigned least, unsigned most)
{
  return value < least ? least : value > most ? most : value;
}

/* All columns. Of three words or more the first is all above the window in the
 * beginning, and the last all behind it in the end. */
INLINE void
search_columns (Lanes *lanes,
                Kept *kept,
                const Word *matches,
                unsigned w,
                unsigned words,
                unsigned n_vectors)
{
  if (words < 3)
    lanes_run (lanes, kept, matches, 0, w, words, 0, words, n_vectors);
  else
    {
      unsigned first = DIAGONAL (words) - WORD_BITS;
      unsigned last = w - (WORD_BITS * (words - 1) - DIAGONAL (words));
      lanes_run (lanes, kept, matches, 0, first, words, 1, words, n_vectors);
      lanes_run (lanes, kept, matches, first, last, words, 0, words, n_vectors);
      lanes_run (lanes, kept, matches, last, w, words, 0, words - 1, n_vectors);
    }
}

/* Before the first column: rows below the first one count up. */
INLINE void
lanes_init (Lanes *lanes, unsigned words)
{
#pragma GCC unroll 4
  for (unsigned k = 0; k < words; k++)
    {
      unsigned diagonal = DIAGONAL (words);
      Word above = 0;
      if (WORD_BITS * k + WORD_BITS <= diagonal)
        above = ~(Word) 0;
      else if (WORD_BITS * k < diagonal)
        above = ((Word) 1 << diagonal % WORD_BITS) - 1;
      lanes->not_vp[k] = lanes->vn[k] = fill (above);
    }
}

/* The @bit of 64 masks, the first one's as bit 0. */
INLINE uint64_t
bits_of (const Mask *masks, unsigned bit)
{
  uint64_t word = 0;
#if defined(__AVX512BW__) && WORD_BITS == 64
  word = _mm512_test_epi8_mask (_mm512_loadu_si512 (masks),
                                _mm512_set1_epi8 ((char) (1 << bit)));
#elif defined(__AVX512BW__)
  const __m512i tested = _mm512_set1_epi16 ((short) (1 << bit));
  for (unsigned k = 0; k < 2; k++)
    word
        |= (uint64_t) _mm512_test_epi16_mask (_mm512_loadu_si512 (masks + 32 * k), tested)
           << 32 * k;
#elif defined(__AVX2__)
  for (unsigned k = 0; k < 2; k++)
    {
      const __m256i *at = (const __m256i *) (const void *) (masks + 32 * k);
      __m256i tops = _mm256_slli_epi16 (_mm256_loadu_si256 (at), (int) (7 - bit));
      word |= (uint64_t) (uint32_t) _mm256_movemask_epi8 (tops) << 32 * k;
    }
#elif defined(__SSE2__)
  for (unsigned k = 0; k < 4; k++)
    {
      const __m128i *at = (const __m128i *) (const void *) (masks + 16 * k);
      __m128i tops = _mm_slli_epi16 (_mm_loadu_si128 (at), (int) (7 - bit));
      word |= (uint64_t) (uint16_t) _mm_movemask_epi8 (tops) << 16 * k;
    }
#else
  for (unsigned t = 0; t < 64; t++)
    word |= (uint64_t) (masks[t] >> bit & 1) << t;
#endif
  return word;
}

/* The windows from @lane on. */
INLINE void
search_lanes (const Matches *matches,
              Kept *kept,
              unsigned lane,
              unsigned w,
              unsigned words,
              unsigned n_vectors,
              uint64_t *bits)
{
  Lanes lanes[MAX_TOGETHER];
#pragma GCC unroll 4
  for (unsigned v = 0; v < n_vectors; v++)
    lanes_init (&lanes[v], words);
  search_columns (lanes, kept, matches->words[0] + lane, w, words, n_vectors);
  for (unsigned t = 0; t < w; t += 64)
    for (unsigned v = 0; v < n_vectors; v++)
      for (unsigned l = 0; l < N_LANES; l++)
        bits[t / 64 * EXM_LITERAL_BLOCK + lane + v * N_LANES + l]
            = bits_of (kept->columns[v] + t, l * lane_step (words));
}

INLINE void
search_words (const Matches *matches,
              unsigned w,
              unsigned words,
              unsigned n_vectors,
              uint64_t *bits)
{
  Kept kept;
  memset (&kept, 0, sizeof kept);
  for (unsigned lane = 0; lane < EXM_LITERAL_BLOCK; lane += n_vectors * N_LANES)
    search_lanes (matches, &kept, lane, w, words, n_vectors, bits);
}

/* ExmLiteralPath.search, for as many bits a word. */
#if WORD_BITS == 32

void
search_short (const ExmLiteralTexts *texts, size_t first, unsigned w, uint64_t *bits)
{
  Matches matches;

  find_matches (&matches, texts, first, w, 1);
  search_words (&matches, w, 1, TOGETHER, bits);
}

#else

static void
search_block (const ExmLiteralTexts *texts, size_t first, unsigned w, uint64_t *bits)
{
  Matches matches;
  unsigned words = (w + WORD_BITS - 1) / WORD_BITS;

  find_matches (&matches, texts, first, w, words);
  switch (words)
    {
    case 1:
      search_words (&matches, w, 1, TOGETHER, bits);
      break;
    case 2:
      search_words (&matches, w, 2, TOGETHER_WIDE, bits);
      break;
    case 3:
      search_words (&matches, w, 3, TOGETHER_WIDE, bits);
      break;
    default:
      search_words (&matches, w, 4, TOGETHER_WIDE, bits);
      break;
    }
}

/* --- From the bits of windows to their similarity --- */

/* Windows that are read together: their bits are vectors, of the size that the compiler
 * may use. */
#define N_READ 8u

typedef uint64_t ReadWords __attribute__ ((vector_size (8 * N_READ), aligned (8)));

#ifdef __AVX512VPOPCNTDQ__
static inline void
count_kept (const uint64_t *bits, size_t step, unsigned w, uint64_t counts[N_READ])
{
  __m512i sum = _mm512_setzero_si512 ();
  for (unsigned t = 0; t < w; t += 64, bits += step)
    {
      uint64_t used = w - t < 64 ? ~(~(uint64_t) 0 << (w - t)) : ~(uint64_t) 0;
      __m512i words = _mm512_and_si512 (_mm512_loadu_si512 (bits),
                                        _mm512_set1_epi64 ((long long) used));
      sum = _mm512_add_epi64 (sum, _mm512_popcnt_epi64 (words));
    }
  _mm512_storeu_si512 (counts, sum);
}
#else
/* The bits of each byte, then the bytes' sums: four words have 32 bits a byte at most. */
static inline void
count_kept (const uint64_t *bits, size_t step, unsigned w, uint64_t counts[N_READ])
{
  ReadWords sum = { 0 };
  for (unsigned t = 0; t < w; t += 64, bits += step)
    {
      uint64_t used = w - t < 64 ? ~(~(uint64_t) 0 << (w - t)) : ~(uint64_t) 0;
      ReadWords words;
      memcpy (&words, bits, sizeof words);
      words &= used;
      words -= words >> 1 & 0x5555555555555555u;
      words = (words & 0x3333333333333333u) + (words >> 2 & 0x3333333333333333u);
      sum += (words + (words >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    }
  /* At most 256 in all: into 16 bits each, then over these. */
  sum = (sum & 0x00ff00ff00ff00ffu) + (sum >> 8 & 0x00ff00ff00ff00ffu);
  sum += sum >> 32;
  sum += sum >> 16;
  sum &= 0x1ffu;
  memcpy (counts, &sum, sizeof sum);
}
#endif

static inline __attribute__ ((always_inline)) void
read_some (const ExmLiteralReading *reading,
           const float *similarity,
           size_t i,
           unsigned n,
           ptrdiff_t stride)
{
  uint64_t counts[N_READ];
  float *values = reading->values + (ptrdiff_t) i * stride;

  count_kept (reading->bits + i, reading->step, reading->w, counts);
  for (unsigned l = 0; l < n; l++)
    values[(ptrdiff_t) l * stride] = similarity[counts[l]];
}

/* @stride is known to the compiler. */
static inline __attribute__ ((always_inline)) void
read_all (const ExmLiteralReading *reading, const float *similarity, ptrdiff_t stride)
{
  size_t n = reading->n, i = 0;

  for (; i + N_READ <= n; i += N_READ)
    read_some (reading, similarity, i, N_READ, stride);
  if (i < n)
    read_some (reading, similarity, i, (unsigned) (n - i), stride);
}

static void
read_windows (const ExmLiteralReading *reading)
{
  float similarity[EXM_KERNEL_MAX_WINDOW + 1];
  unsigned w = reading->w;

  for (unsigned kept = 0; kept <= w; kept++)
    similarity[kept] = exm_curve_value (w - kept, w);
  if (reading->stride == 1)
    read_all (reading, similarity, 1);
  else
    read_all (reading, similarity, -1);
}

const ExmLiteralPath PATH = { search_block, search_short, read_windows };

#endif
