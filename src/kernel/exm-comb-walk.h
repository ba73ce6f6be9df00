/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A part of exm-comb-lanes.h: from what was combed to distances.
 *
 * Each place where a way may cross the anchor's row has a number of strands; the distance
 * is the least of them. From a window to the next, four strands of either half come and
 * as many go, and each counts for all places before some place. A place is a byte while
 * the numbers, at most twice a window's width, have room in it, else two. */

#pragma once

#ifdef __AVX2__
#define WALK_BYTES 32u
#else
#define WALK_BYTES 16u
#endif

/* Widest windows whose places are bytes. */
#define MAX_NARROW 128u

#define MAX_PLACES (EXM_KERNEL_MAX_WINDOW - 1)

typedef uint8_t Bytes __attribute__ ((vector_size (WALK_BYTES), aligned (1)));
typedef int16_t Halves __attribute__ ((vector_size (WALK_BYTES), aligned (1)));

/* So many bytes that are set, and as many that are not: from its middle less n on, the
 * first n are. */
#define MASKS_MIDDLE 512u

/* From strands to where in the masks those places begin that they count for. */
typedef struct
{
  Lanes top;
  Lanes n_places;
  Lanes start;
  Lanes turned; /* lanes that go down from it: those of the lower halves */
  unsigned shift;
} Offsets;

static Offsets
offsets_for (const Comb *comb, unsigned w)
{
  unsigned n_places = 2 * comb->half - 1, shift = w > MAX_NARROW;
  Offsets self = {
    .top = fill (comb->top),
    .n_places = fill (n_places),
    .start = fill (MASKS_MIDDLE),
    .shift = shift,
  };
  for (unsigned l = 0; l < N_LANES; l++)
    if (l < N_BLOCKS)
      self.turned[l] = UINT16_MAX;
    else
      self.start[l] = (uint16_t) (MASKS_MIDDLE - (n_places << shift));
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
#if defined(__AVX2__)
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
  __m128i high = _mm256_extracti128_si256 ((__m256i) bytes, 1);
  __m128i low = _mm256_castsi256_si128 ((__m256i) bytes);
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

/* One half's strands of a row: those that come, and those that go. */
INLINE Bytes
walk_row (
    Bytes places, const uint8_t *masks, const Lanes *events, unsigned lane, bool wide)
{
  places = walk_up (places, walk_load (masks + events[ENTERS][lane]), wide);
  places = walk_up (places, walk_load (masks + events[ENTERS_TOO][lane]), wide);
  places = walk_down (places, walk_load (masks + events[LEAVES][lane]), wide);
  return walk_down (places, walk_load (masks + events[LEAVES_TOO][lane]), wide);
}

/* The other way. */
INLINE Bytes
walk_row_back (
    Bytes places, const uint8_t *masks, const Lanes *events, unsigned lane, bool wide)
{
  places = walk_down (places, walk_load (masks + events[ENTERS][lane]), wide);
  places = walk_down (places, walk_load (masks + events[ENTERS_TOO][lane]), wide);
  places = walk_up (places, walk_load (masks + events[LEAVES][lane]), wide);
  return walk_up (places, walk_load (masks + events[LEAVES_TOO][lane]), wide);
}

/* The places at the anchor itself, where a way must go straight to it. */
static void
walk_begin (uint8_t *places, unsigned n_places, unsigned half, bool wide)
{
  for (unsigned y = 0; y < n_places; y++)
    {
      unsigned away = y + 1 < half ? half - 1 - y : y + 1 - half;
      if (wide)
        ((int16_t *) (void *) places)[y] = (int16_t) (2 * away);
      else
        places[y] = (uint8_t) (2 * away);
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
  walk_begin ((uint8_t *) places, 2 * comb->half - 1, comb->half, wide);
  for (unsigned r = 0; r < w; r++)
#pragma GCC unroll 8
    for (unsigned v = 0; v < n_vectors; v++)
      places[v] = walk_row_back (places[v], masks + v * WALK_BYTES, comb->events[r],
                                 upper, wide);
  for (unsigned t = 0; t < w; t++)
    {
      Bytes low = nowhere;
#pragma GCC unroll 8
      for (unsigned v = 0; v < n_vectors; v++)
        {
          low = walk_least (low, places[v], wide);
          places[v] = walk_row (places[v], masks + v * WALK_BYTES, comb->events[t], block,
                                wide);
          places[v] = walk_row (places[v], masks + v * WALK_BYTES,
                                comb->events[w - 1 - t], upper, wide);
        }
      distances[t] = (uint16_t) walk_least_place (low, wide);
    }
}

static void
walk_blocks (const Comb *comb, unsigned n_blocks, unsigned w, uint16_t *distances)
{
  uint8_t masks[2 * MASKS_MIDDLE];
  unsigned n_bytes = (2 * comb->half - 1) << (w > MAX_NARROW);

  memset (masks, 0xff, MASKS_MIDDLE);
  memset (masks + MASKS_MIDDLE, 0, MASKS_MIDDLE);
  for (unsigned k = 0; k < n_blocks; k++, distances += w)
    if (w > MAX_NARROW)
      walk_block (comb, masks, k, w, (n_bytes + WALK_BYTES - 1) / WALK_BYTES, true,
                  distances);
    else if (n_bytes > 64)
      walk_block (comb, masks, k, w, 128 / WALK_BYTES, false, distances);
    else
      walk_block (comb, masks, k, w, 64 / WALK_BYTES, false, distances);
}
