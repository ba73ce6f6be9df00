/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A part of exm-comb-lanes.h: from what was combed to distances.
 *
 * Each place where a way may cross the anchor's row has a number of strands; the distance
 * is the least of them. From a window to the next, four strands of either half come and
 * as many go, and each counts for all places before some place. A place is a byte while
 * the numbers, at most twice a window's width, have room in it, else two. */

#pragma once

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
