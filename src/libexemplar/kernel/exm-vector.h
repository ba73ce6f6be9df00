/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Logic of vectors, included where the type Vector is known: of 64 bytes where the
 * compiler may use AVX-512. */

#pragma once

#ifdef __AVX512F__
#include <immintrin.h>
#endif

/* Functions of three words, each one instruction with AVX-512. */
#if defined(__AVX512F__)
#define TERNARY(a, b, c, table, instead)                                                 \
  (Vector) _mm512_ternarylogic_epi64 ((__m512i) (a), (__m512i) (b), (__m512i) (c), table)
#else
#define TERNARY(a, b, c, table, instead) (instead)
#endif

static inline __attribute__ ((always_inline)) Vector
xor_or (Vector a, Vector b, Vector c)
{
  return TERNARY (a, b, c, 0xbe, (a ^ b) | c);
}

static inline __attribute__ ((always_inline)) Vector
or_and_not (Vector a, Vector b, Vector c)
{
  return TERNARY (a, b, c, 0xf2, a | (~b & c));
}

static inline __attribute__ ((always_inline)) Vector
or_but_not (Vector a, Vector b, Vector c)
{
  return TERNARY (a, b, c, 0x54, (a | b) & ~c);
}

/* ~a & b, which the compiler would take apart to share the first half. */
static inline __attribute__ ((always_inline)) Vector
but_not (Vector a, Vector b)
{
#if defined(__AVX512F__)
  return (Vector) _mm512_andnot_si512 ((__m512i) a, (__m512i) b);
#else
  return ~a & b;
#endif
}

/* The majority of a, ~b and c. */
static inline __attribute__ ((always_inline)) Vector
majority_not (Vector a, Vector b, Vector c)
{
  return TERNARY (a, b, c, 0xb2, but_not (b, a) | but_not (but_not (a, b), c));
}

static inline __attribute__ ((always_inline)) Vector
and_but_not (Vector a, Vector b, Vector c)
{
  return TERNARY (a, b, c, 0x20, a & but_not (b, c));
}
