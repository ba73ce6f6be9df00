/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Compiled once for each path: N_LANES is the number of 16-bit lanes of a vector,
 * TOGETHER that of rows that go together.
 *
 * A lane is one half of a block, so that lanes have nothing to do with each other: half
 * of them comb downwards from the anchors of so many blocks, half upwards. */

#include "kernel/literal/exm-comb.h"

#include <string.h>

#ifdef __SSE2__
#include <immintrin.h>
#endif

#if defined(EXM_PATH_AVX512)
#define N_LANES 32u
#define TOGETHER 4u
#define PATH exm_comb_avx512
#elif defined(EXM_PATH_AVX2)
#define N_LANES 16u
#define TOGETHER 2u
#define PATH exm_comb_avx2
#else
#define N_LANES 8u
#define TOGETHER 2u
#define PATH exm_comb_portable
#endif

#define INLINE static inline __attribute__ ((always_inline))

#define N_BLOCKS (N_LANES / 2)

/* Characters that are put into their places together. */
#define SQUARE 8u

/* Whole groups of rows; the columns in whole squares. */
#define MAX_ROWS (EXM_KERNEL_MAX_WINDOW + TOGETHER)
#define MAX_COLUMNS (MAX_ROWS + EXM_KERNEL_MAX_WINDOW + 2 * SQUARE)

typedef uint16_t Lanes __attribute__ ((vector_size (2 * N_LANES)));

/* Strands that come to the left of the diagonal, and that leave it. */
enum
{
  ENTERS,
  ENTERS_TOO,
  LEAVES,
  LEAVES_TOO,
  N_EVENTS,
};

typedef struct
{
  Lanes strands[MAX_COLUMNS][2]; /* where those that go down have begun */
  Lanes b[MAX_COLUMNS];
  Lanes a[MAX_ROWS + SQUARE];
  Lanes events[MAX_ROWS][N_EVENTS]; /* as offsets in the masks */
  unsigned n_rows;
  unsigned n_columns;
  unsigned half; /* columns of the band on either side of the diagonal */
  unsigned top;  /* the number of the first strand that begins at the top */
} Comb;

INLINE Lanes
fill (unsigned word)
{
  return (Lanes){ 0 } + (uint16_t) word;
}

INLINE Lanes
least (Lanes x, Lanes y)
{
#if defined(__AVX512BW__)
  return (Lanes) _mm512_min_epu16 ((__m512i) x, (__m512i) y);
#elif defined(__AVX2__)
  return (Lanes) _mm256_min_epu16 ((__m256i) x, (__m256i) y);
#elif defined(__SSE2__)
  /* Signed, which SSE2 has: strands stay far below 2^15. */
  return (Lanes) _mm_min_epi16 ((__m128i) x, (__m128i) y);
#else
  Lanes less = (Lanes) (x < y);
  return (less & x) | (~less & y);
#endif
}

INLINE Lanes
most (Lanes x, Lanes y)
{
#if defined(__AVX512BW__)
  return (Lanes) _mm512_max_epu16 ((__m512i) x, (__m512i) y);
#elif defined(__AVX2__)
  return (Lanes) _mm256_max_epu16 ((__m256i) x, (__m256i) y);
#elif defined(__SSE2__)
  return (Lanes) _mm_max_epi16 ((__m128i) x, (__m128i) y);
#else
  Lanes less = (Lanes) (x < y);
  return (less & y) | (~less & x);
#endif
}

/* (x, y) minus z: returns the other element. */
INLINE Lanes
other (Lanes x, Lanes y, Lanes z)
{
#if defined(__AVX512BW__)
  return (Lanes) _mm512_ternarylogic_epi32 ((__m512i) x, (__m512i) y, (__m512i) z, 0x96);
#else
  return x ^ y ^ z;
#endif
}

/* A pair's larger one, where its smaller one is known. */
INLINE Lanes
larger (Lanes x, Lanes y, Lanes smaller)
{
#if defined(__AVX512BW__)
  return other (x, y, smaller);
#else
  (void) smaller;
  return most (x, y);
#endif
}

/* --- From combed strands to distances --- */

/*
 * Each place where a way may cross the anchor's row has a number of strands; the distance
 * is the least of them. From a window to the next, four strands of either half come and
 * as many go, and each counts for all places before some place. A place is a byte while
 * the numbers, at most twice a window's width, have room in it, else two. */

#if defined(__AVX512BW__)
#define WALK_BYTES 64u
#elif defined(__AVX2__)
#define WALK_BYTES 32u
#else
#define WALK_BYTES 16u
#endif

/* Widest windows whose places are bytes, and whose masks are kept one by one. */
#define MAX_NARROW 128u
#define MAX_KEPT 64u

#define MAX_PLACES (EXM_KERNEL_MAX_WINDOW - 1)

typedef uint8_t Bytes __attribute__ ((vector_size (WALK_BYTES), aligned (1)));
typedef int16_t Halves __attribute__ ((vector_size (WALK_BYTES), aligned (1)));

/* Table of masks whose first n places are set: n rows of 64 bytes from the first on. In
 * wider windows, n places before the middle, before which all are set. */
#define MASK_ROW_BITS 6u
#define MASKS_MIDDLE 512u

typedef struct
{
  _Alignas(64) uint8_t bytes[(MAX_KEPT + 1) << MASK_ROW_BITS];
} Masks;

static void
masks_init (Masks *self, unsigned w)
{
  if (w > MAX_KEPT)
    {
      memset (self->bytes, 0xff, MASKS_MIDDLE);
      memset (self->bytes + MASKS_MIDDLE, 0, MASKS_MIDDLE);
      return;
    }
  for (unsigned n = 0; n <= w; n++)
    {
      uint8_t *row = self->bytes + (n << MASK_ROW_BITS);
      memset (row, 0, 1 << MASK_ROW_BITS);
      memset (row, 0xff, n);
    }
}

/* From strands to where the masks are of those places that they count for. */
typedef struct
{
  Lanes top;
  Lanes n_places;
  Lanes start;
  Lanes turned; /* lanes that go down from it */
  unsigned shift;
} Offsets;

static Offsets
offsets_for (const Comb *comb, unsigned w)
{
  bool kept = w <= MAX_KEPT;
  unsigned n_places = 2 * comb->half - 1;
  unsigned shift = kept ? MASK_ROW_BITS : w > MAX_NARROW;
  Offsets self = {
    .top = fill (comb->top),
    .n_places = fill (n_places),
    .shift = shift,
  };
  for (unsigned l = 0; l < N_LANES; l++)
    {
      /* An upper half's strands count for those places that the number leaves. */
      unsigned places = l < N_BLOCKS ? 0 : n_places << shift;
      self.start[l] = (uint16_t) (kept ? places : MASKS_MIDDLE - places);
      self.turned[l] = kept == (l < N_BLOCKS) ? 0 : UINT16_MAX;
    }
  return self;
}

INLINE Lanes
offsets_of (const Offsets *self, Lanes strands)
{
  Lanes n = least ((most (strands, self->top) - self->top) >> 1, self->n_places);
  n <<= self->shift;
  return self->start + (n ^ self->turned) - self->turned;
}

INLINE Bytes
walk_load (const uint8_t *from)
{
  Bytes bytes;
  memcpy (&bytes, from, sizeof bytes);
  return bytes;
}

INLINE Bytes
walk_add (Bytes x, Bytes y, bool wide)
{
  return wide ? (Bytes) ((Halves) x + (Halves) y) : x + y;
}

INLINE Bytes
walk_subtract (Bytes x, Bytes y, bool wide)
{
  return wide ? (Bytes) ((Halves) x - (Halves) y) : x - y;
}

INLINE Bytes
walk_least (Bytes x, Bytes y, bool wide)
{
#if defined(__AVX512BW__)
  return wide ? (Bytes) _mm512_min_epi16 ((__m512i) x, (__m512i) y)
              : (Bytes) _mm512_min_epu8 ((__m512i) x, (__m512i) y);
#elif defined(__AVX2__)
  return wide ? (Bytes) _mm256_min_epi16 ((__m256i) x, (__m256i) y)
              : (Bytes) _mm256_min_epu8 ((__m256i) x, (__m256i) y);
#elif defined(__SSE2__)
  return wide ? (Bytes) _mm_min_epi16 ((__m128i) x, (__m128i) y)
              : (Bytes) _mm_min_epu8 ((__m128i) x, (__m128i) y);
#else
  Bytes less = wide ? (Bytes) ((Halves) x < (Halves) y) : (Bytes) (x < y);
  return (less & x) | (~less & y);
#endif
}

/* Places of two windows in turns, by @bits, from the lower or the upper half of each 128.
 */
#if defined(__AVX512BW__)
#define WALK_MIX(half, bits, x, y)                                                       \
  ((Bytes) _mm512_unpack##half##_epi##bits ((__m512i) (x), (__m512i) (y)))
#elif defined(__AVX2__)
#define WALK_MIX(half, bits, x, y)                                                       \
  ((Bytes) _mm256_unpack##half##_epi##bits ((__m256i) (x), (__m256i) (y)))
#elif defined(__SSE2__)
#define WALK_MIX(half, bits, x, y)                                                       \
  ((Bytes) _mm_unpack##half##_epi##bits ((__m128i) (x), (__m128i) (y)))
#endif

/* The least of places whose windows stand in turns, by @bits. */
#define WALK_FOLD(bits, x, y, wide)                                                      \
  walk_least (WALK_MIX (lo, bits, x, y), WALK_MIX (hi, bits, x, y), wide)

/* Windows whose least places are looked for together, in a tree: a third of the work. */
#define FOLDED 8u

/* The least of all places of each vector. */
INLINE void
walk_fold (const Bytes lows[FOLDED], bool wide, uint16_t distances[FOLDED])
{
#if defined(__SSE2__)
  Bytes fours[4], pairs[2], all;
#pragma GCC unroll 4
  for (unsigned i = 0; i < 4; i++)
    fours[i] = wide ? WALK_FOLD (16, lows[2 * i], lows[2 * i + 1], true)
                    : WALK_FOLD (8, lows[2 * i], lows[2 * i + 1], false);
#pragma GCC unroll 2
  for (unsigned i = 0; i < 2; i++)
    pairs[i] = wide ? WALK_FOLD (32, fours[2 * i], fours[2 * i + 1], true)
                    : WALK_FOLD (16, fours[2 * i], fours[2 * i + 1], false);
  all = wide ? WALK_FOLD (64, pairs[0], pairs[1], true)
             : WALK_FOLD (32, pairs[0], pairs[1], false);
#if defined(__AVX512BW__)
  __m512i folded = (__m512i) all;
  __m256i half = _mm512_extracti64x4_epi64 (folded, 1);
  half = wide ? _mm256_min_epi16 (half, _mm512_castsi512_si256 (folded))
              : _mm256_min_epu8 (half, _mm512_castsi512_si256 (folded));
#elif defined(__AVX2__)
  __m256i half = (__m256i) all;
#endif
#if defined(__AVX2__)
  __m128i high = _mm256_extracti128_si256 (half, 1);
  __m128i low = _mm256_castsi256_si128 (half);
  low = wide ? _mm_min_epi16 (low, high) : _mm_min_epu8 (low, high);
#else
  __m128i low = (__m128i) all;
#endif
  if (!wide)
    low = _mm_unpacklo_epi8 (_mm_min_epu8 (low, _mm_srli_si128 (low, 8)),
                             _mm_setzero_si128 ());
  _mm_storeu_si128 ((__m128i *) (void *) distances, low);
#else
  for (unsigned i = 0; i < FOLDED; i++)
    {
      unsigned low = wide ? (unsigned) ((Halves) lows[i])[0] : lows[i][0];
      for (unsigned l = 1; l < WALK_BYTES >> wide; l++)
        {
          unsigned place = wide ? (unsigned) ((Halves) lows[i])[l] : lows[i][l];
          low = place < low ? place : low;
        }
      distances[i] = (uint16_t) low;
    }
#endif
}

/* The masks of the strands of one half's row. */
typedef struct
{
  const uint8_t *come[2];
  const uint8_t *go[2];
} Turn;

INLINE Turn
turn_of (const uint8_t *masks, const Lanes *events, unsigned lane)
{
  return (Turn){ { masks + events[ENTERS][lane], masks + events[ENTERS_TOO][lane] },
                 { masks + events[LEAVES][lane], masks + events[LEAVES_TOO][lane] } };
}

/* Adds the row to the places from byte @at on. Masks are -1 where they are set. */
INLINE Bytes
walk_change (const Turn *turn, unsigned at, bool wide)
{
  Bytes one = walk_subtract (walk_load (turn->go[0] + at), walk_load (turn->come[0] + at),
                             wide);
  Bytes other_one = walk_subtract (walk_load (turn->go[1] + at),
                                   walk_load (turn->come[1] + at), wide);
  return walk_add (one, other_one, wide);
}

INLINE void
put_place (Bytes *places, unsigned y, unsigned n, bool wide)
{
  if (wide)
    ((int16_t *) (void *) places)[y] = (int16_t) n;
  else
    ((uint8_t *) places)[y] = (uint8_t) n;
}

/* The places of the first window, which ends at the anchor: from those of no rows at all,
 * the upper half's rows taken back the other way. What each row adds is kept in @ups, if
 * there is such. */
INLINE void
walk_begin (const Comb *comb,
            const uint8_t *masks,
            unsigned block,
            unsigned w,
            unsigned n_vectors,
            bool wide,
            Bytes *places,
            Bytes *ups)
{
  unsigned n_places = 2 * comb->half - 1;

  for (unsigned y = 0; y < n_places; y++)
    put_place (places, y,
               2 * (y + 1 < comb->half ? comb->half - 1 - y : y + 1 - comb->half), wide);
  for (unsigned r = 0; r < w; r++)
    {
      Turn turn = turn_of (masks, comb->events[r], N_BLOCKS + block);
      for (unsigned v = 0; v < n_vectors; v++)
        {
          Bytes change = walk_change (&turn, v * WALK_BYTES, wide);
          places[v] = walk_subtract (places[v], change, wide);
          if (ups != NULL)
            ups[r * n_vectors + v] = change;
        }
    }
}

/* The least places of window @t, from which those of the next are made. */
INLINE Bytes
walk_window (const Comb *comb,
             const uint8_t *masks,
             unsigned block,
             unsigned w,
             unsigned t,
             unsigned n_vectors,
             bool wide,
             Bytes *places,
             const Bytes *ups)
{
  unsigned above = w - 1 - t;
  Turn down = turn_of (masks, comb->events[t], block);
  Turn up = turn_of (masks, comb->events[above], N_BLOCKS + block);
  Bytes low = places[0];

#pragma GCC unroll 8
  for (unsigned v = 0; v < n_vectors; v++)
    {
      Bytes change = walk_change (&down, v * WALK_BYTES, wide);
      Bytes back = ups != NULL ? ups[above * n_vectors + v]
                               : walk_change (&up, v * WALK_BYTES, wide);
      low = v > 0 ? walk_least (low, places[v], wide) : low;
      places[v] = walk_add (places[v], walk_add (change, back, wide), wide);
    }
  return low;
}

/* The windows of one block, from the one that ends at its anchor on. */
INLINE void
walk_block (const Comb *comb,
            const uint8_t *masks,
            unsigned block,
            unsigned w,
            unsigned n_vectors,
            bool wide,
            Bytes *ups,
            uint16_t *distances)
{
  /* Distance of places outside: more than any other. */
  const Bytes nowhere = (Bytes){ 0 } + (uint8_t) (wide ? INT8_MAX : UINT8_MAX);
  Bytes places[2 * EXM_KERNEL_MAX_WINDOW / WALK_BYTES];
  Bytes lows[FOLDED];
  unsigned t = 0;

  for (unsigned v = 0; v < n_vectors; v++)
    places[v] = nowhere;
  walk_begin (comb, masks, block, w, n_vectors, wide, places, ups);
  for (; t + FOLDED <= w; t += FOLDED)
    {
#pragma GCC unroll 8
      for (unsigned i = 0; i < FOLDED; i++)
        lows[i]
            = walk_window (comb, masks, block, w, t + i, n_vectors, wide, places, ups);
      walk_fold (lows, wide, distances + t);
    }
  if (t == w)
    return;

  uint16_t last[FOLDED];
  for (unsigned i = 0; i < FOLDED; i++)
    lows[i] = t + i < w ? walk_window (comb, masks, block, w, t + i, n_vectors, wide,
                                       places, ups)
                        : nowhere;
  walk_fold (lows, wide, last);
  memcpy (distances + t, last, (w - t) * sizeof *last);
}

static void
walk_blocks (const Comb *comb, unsigned n_blocks, unsigned w, uint16_t *distances)
{
  Masks masks;
  Bytes ups[MAX_NARROW * MAX_NARROW / WALK_BYTES];
  unsigned n_bytes = (2 * comb->half - 1) << (w > MAX_NARROW);

  masks_init (&masks, w);
  for (unsigned k = 0; k < n_blocks; k++, distances += w)
    if (w > MAX_NARROW)
      walk_block (comb, masks.bytes, k, w, (n_bytes + WALK_BYTES - 1) / WALK_BYTES, true,
                  NULL, distances);
    else if (w > MAX_KEPT)
      walk_block (comb, masks.bytes, k, w, MAX_NARROW / WALK_BYTES, false, ups,
                  distances);
    else
      walk_block (comb, masks.bytes, k, w, MAX_KEPT / WALK_BYTES, false, ups, distances);
}

/* The strands of a row: those of its character and of the wildcard behind it. */
typedef struct
{
  Lanes character;
  Lanes wildcard;
} Row;

/* Crosses two strands: they turn away from each other where the characters @a and @b are
 * equal, or have crossed before; the first is then above. A wildcard equals only that of
 * the other side. */
INLINE void
comb_cell (Row *row, Lanes column[2], Lanes a, Lanes b)
{
  Lanes right, down, h = row->character, v = column[0];
#if defined(__AVX512BW__)
  __mmask32 unlike = _mm512_cmpneq_epu16_mask ((__m512i) a, (__m512i) b);
  right = (Lanes) _mm512_mask_min_epu16 ((__m512i) v, unlike, (__m512i) h, (__m512i) v);
  down = other (h, v, right);
#else
  Lanes same = (Lanes) (a == b);
#if defined(__SSE2__) && !defined(__AVX2__)
  right = least (h | same >> 1, v);
#else
  right = least (h | same, v);
#endif
  down = most (h, ~same & v);
#endif
  Lanes up = least (right, column[1]), low = least (row->wildcard, down);
  row->character = up;
  column[0] = larger (row->wildcard, down, low);
  row->wildcard = larger (right, column[1], up);
  column[1] = low;
}

/* The columns @k...@end-1 of the rows from @first on. */
INLINE void
comb_columns (Comb *comb, Row *rows, unsigned first, unsigned k, unsigned end)
{
  for (; k < end; k++)
    {
      Lanes b = comb->b[k], column[2] = { comb->strands[k][0], comb->strands[k][1] };
#pragma GCC unroll 4
      for (unsigned r = 0; r < TOGETHER; r++)
        comb_cell (&rows[r], column, comb->a[first + r], b);
      comb->strands[k][0] = column[0];
      comb->strands[k][1] = column[1];
    }
}

/* The column @k, which row @first + @on crosses at the diagonal. */
INLINE void
comb_diagonal (Comb *comb,
               const Offsets *offsets,
               Row *rows,
               unsigned first,
               unsigned k,
               unsigned on)
{
  Lanes *events = comb->events[first + on];
  Lanes b = comb->b[k], column[2] = { comb->strands[k][0], comb->strands[k][1] };
#pragma GCC unroll 4
  for (unsigned r = 0; r < TOGETHER; r++)
    {
      if (r == on)
        {
          events[ENTERS] = offsets_of (offsets, column[0]);
          events[ENTERS_TOO] = offsets_of (offsets, column[1]);
        }
      comb_cell (&rows[r], column, comb->a[first + r], b);
      if (r == on)
        {
          events[LEAVES] = offsets_of (offsets, rows[r].character);
          events[LEAVES_TOO] = offsets_of (offsets, rows[r].wildcard);
        }
    }
  comb->strands[k][0] = column[0];
  comb->strands[k][1] = column[1];
}

static void
comb_all (Comb *comb, const Offsets *offsets)
{
  unsigned half = comb->half;

  for (unsigned k = 0; k < comb->n_columns; k++)
    {
      comb->strands[k][0] = fill (comb->top + 2 * k);
      comb->strands[k][1] = fill (comb->top + 2 * k + 1);
    }
  for (unsigned first = 0; first < comb->n_rows; first += TOGETHER)
    {
      Row rows[TOGETHER];
#pragma GCC unroll 4
      for (unsigned r = 0; r < TOGETHER; r++)
        {
          rows[r].character = fill (comb->top - 1 - 2 * (first + r));
          rows[r].wildcard = fill (comb->top - 2 - 2 * (first + r));
        }
      comb_columns (comb, rows, first, first, first + half);
#pragma GCC unroll 4
      for (unsigned r = 0; r < TOGETHER; r++)
        comb_diagonal (comb, offsets, rows, first, first + half + r, r);
      comb_columns (comb, rows, first, first + half + TOGETHER,
                    first + 2 * half + TOGETHER - 1);
    }
}

typedef uint16_t Eight __attribute__ ((vector_size (2 * SQUARE)));

#define MIX(x, y, ...) __builtin_shufflevector (x, y, __VA_ARGS__)
#define MIX_LOW(x, y) MIX (x, y, 0, 8, 1, 9, 2, 10, 3, 11)
#define MIX_HIGH(x, y) MIX (x, y, 4, 12, 5, 13, 6, 14, 7, 15)

/* Up to there, the last one first. */
INLINE Eight
load_back (const uint16_t *from)
{
  Eight x;
  memcpy (&x, from - (SQUARE - 1), sizeof x);
  return MIX (x, x, 7, 6, 5, 4, 3, 2, 1, 0);
}

/* The @n characters from @from[l] on become lane l, some more with them; back from there
 * for an upper half. */
static void
put_lanes (const uint16_t *const from[N_LANES], unsigned n, Lanes *to)
{
  for (unsigned lane = 0; lane < N_LANES; lane += SQUARE)
    for (unsigned i = 0; i < n; i += SQUARE)
      {
        Eight x[SQUARE], y[SQUARE];
#pragma GCC unroll 8
        for (unsigned l = 0; l < SQUARE; l++)
          if (lane + l < N_BLOCKS)
            memcpy (&x[l], from[lane + l] + i, sizeof x[l]);
          else
            x[l] = load_back (from[lane + l] - i);
#pragma GCC unroll 3
        for (unsigned round = 0; round < 3; round++)
          {
#pragma GCC unroll 4
            for (unsigned l = 0; l < SQUARE / 2; l++)
              {
                y[2 * l] = MIX_LOW (x[l], x[l + SQUARE / 2]);
                y[2 * l + 1] = MIX_HIGH (x[l], x[l + SQUARE / 2]);
              }
            memcpy (x, y, sizeof x);
          }
#pragma GCC unroll 8
        for (unsigned l = 0; l < SQUARE; l++)
          memcpy ((uint16_t *) &to[i + l] + lane, &x[l], sizeof x[l]);
      }
}

/* ExmCombPath.search, see there. */
static void
search_blocks (const uint16_t *texts[2],
               unsigned n_blocks,
               unsigned w,
               uint16_t *distances)
{
  Comb all, *comb = &all;
  const uint16_t *a[N_LANES], *b[N_LANES];
  unsigned half = (w + 1) / 2;

  comb->half = half;
  comb->n_rows = (w + TOGETHER - 1) / TOGETHER * TOGETHER;
  comb->n_columns = comb->n_rows + 2 * half + TOGETHER;
  comb->top = 2 * comb->n_rows;
  for (unsigned k = 0; k < N_BLOCKS; k++)
    {
      /* Blocks that are not asked for repeat the last one. */
      unsigned anchor = w * (k < n_blocks ? k + 1 : n_blocks);
      a[k] = texts[0] + anchor;
      b[k] = texts[1] + anchor - half;
      a[N_BLOCKS + k] = texts[0] + anchor - 1;
      b[N_BLOCKS + k] = texts[1] + anchor - 1 + half;
    }
  put_lanes (a, comb->n_rows, comb->a);
  put_lanes (b, comb->n_columns, comb->b);

  Offsets offsets = offsets_for (comb, w);
  comb_all (comb, &offsets);
  walk_blocks (comb, n_blocks, w, distances);
}

const ExmCombPath PATH = { search_blocks, N_BLOCKS };
