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

/* Where the mask is whose first n places are set: n rows of 64 bytes from the first on,
 * or, for wider windows, n places before the middle, before which all are set. */
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

/* Masks are -1: places where they are set change by 1. */
INLINE Bytes
walk_up (Bytes places, Bytes mask, bool wide)
{
  return wide ? (Bytes) ((Halves) places - (Halves) mask) : places - mask;
}

INLINE Bytes
walk_down (Bytes places, Bytes mask, bool wide)
{
  return wide ? (Bytes) ((Halves) places + (Halves) mask) : places + mask;
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

/* The least of all places of a vector. */
INLINE unsigned
walk_least_place (Bytes bytes, bool wide)
{
#if defined(__SSE2__)
#if defined(__AVX2__)
#if defined(__AVX512BW__)
  __m256i half = _mm512_extracti64x4_epi64 ((__m512i) bytes, 1);
  __m256i other_half = _mm512_castsi512_si256 ((__m512i) bytes);
  half = wide ? _mm256_min_epi16 (half, other_half) : _mm256_min_epu8 (half, other_half);
#else
  __m256i half = (__m256i) bytes;
#endif
  __m128i high = _mm256_extracti128_si256 (half, 1);
  __m128i low = _mm256_castsi256_si128 (half);
  low = wide ? _mm_min_epi16 (low, high) : _mm_min_epu8 (low, high);
#else
  __m128i low = (__m128i) bytes;
#endif
  if (!wide)
    low = _mm_and_si128 (_mm_min_epu8 (low, _mm_srli_epi16 (low, 8)),
                         _mm_set1_epi16 (0xff));
#if defined(__AVX2__)
  return (uint16_t) _mm_cvtsi128_si32 (_mm_minpos_epu16 (low));
#else
  low = _mm_min_epi16 (low, _mm_shuffle_epi32 (low, 0x4e));
  low = _mm_min_epi16 (low, _mm_shuffle_epi32 (low, 0xb1));
  low = _mm_min_epi16 (low, _mm_srli_epi32 (low, 16));
  return (uint16_t) _mm_cvtsi128_si32 (low);
#endif
#else
  unsigned low = wide ? (unsigned) ((Halves) bytes)[0] : bytes[0];
  for (unsigned l = 1; l < WALK_BYTES >> wide; l++)
    {
      unsigned place = wide ? (unsigned) ((Halves) bytes)[l] : bytes[l];
      low = place < low ? place : low;
    }
  return low;
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

/* The places from byte @at on. */
INLINE Bytes
walk_on (Bytes places, const Turn *turn, unsigned at, bool wide)
{
  places = walk_up (places, walk_load (turn->come[0] + at), wide);
  places = walk_down (places, walk_load (turn->go[0] + at), wide);
  places = walk_up (places, walk_load (turn->come[1] + at), wide);
  return walk_down (places, walk_load (turn->go[1] + at), wide);
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
 * the upper half's rows taken back the other way. */
INLINE void
walk_begin (const Comb *comb,
            const uint8_t *masks,
            unsigned block,
            unsigned w,
            unsigned n_vectors,
            bool wide,
            Bytes *places)
{
  unsigned n_places = 2 * comb->half - 1;

  for (unsigned y = 0; y < n_places; y++)
    put_place (places, y,
               2 * (y + 1 < comb->half ? comb->half - 1 - y : y + 1 - comb->half), wide);
  for (unsigned r = 0; r < w; r++)
    {
      Turn turn = turn_of (masks, comb->events[r], N_BLOCKS + block);
      /* The other way: what comes goes. */
      Turn back = { { turn.go[0], turn.go[1] }, { turn.come[0], turn.come[1] } };
      for (unsigned v = 0; v < n_vectors; v++)
        places[v] = walk_on (places[v], &back, v * WALK_BYTES, wide);
    }
}

/* The windows of one block, from the one that ends at its anchor on. */
INLINE void
walk_block (const Comb *comb,
            const uint8_t *masks,
            unsigned block,
            unsigned w,
            unsigned n_vectors,
            bool wide,
            uint16_t *distances)
{
  /* Where there is no place: more than any distance. */
  const Bytes nowhere = (Bytes){ 0 } + (uint8_t) (wide ? INT8_MAX : UINT8_MAX);
  unsigned upper = N_BLOCKS + block;
  Bytes places[2 * EXM_KERNEL_MAX_WINDOW / WALK_BYTES];

  for (unsigned v = 0; v < n_vectors; v++)
    places[v] = nowhere;
  walk_begin (comb, masks, block, w, n_vectors, wide, places);
  for (unsigned t = 0; t < w; t++)
    {
      Turn down = turn_of (masks, comb->events[t], block);
      Turn up = turn_of (masks, comb->events[w - 1 - t], upper);
      Bytes low = nowhere;
#pragma GCC unroll 8
      for (unsigned v = 0; v < n_vectors; v++)
        {
          low = walk_least (low, places[v], wide);
          places[v] = walk_on (places[v], &down, v * WALK_BYTES, wide);
          places[v] = walk_on (places[v], &up, v * WALK_BYTES, wide);
        }
      distances[t] = (uint16_t) walk_least_place (low, wide);
    }
}

static void
walk_blocks (const Comb *comb, unsigned n_blocks, unsigned w, uint16_t *distances)
{
  Masks masks;
  unsigned n_bytes = (2 * comb->half - 1) << (w > MAX_NARROW);

  masks_init (&masks, w);
  for (unsigned k = 0; k < n_blocks; k++, distances += w)
    if (w > MAX_NARROW)
      walk_block (comb, masks.bytes, k, w, (n_bytes + WALK_BYTES - 1) / WALK_BYTES, true,
                  distances);
    else if (w > MAX_KEPT)
      walk_block (comb, masks.bytes, k, w, 128 / WALK_BYTES, false, distances);
    else
      walk_block (comb, masks.bytes, k, w, 64 / WALK_BYTES, false, distances);
}
