/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* How far bytes are UTF-8. Nearly all pages are it to the end, so this reads all bytes of
 * all pages. */

#pragma once

#include "base/exm-processor.h"

#include <string.h>

G_BEGIN_DECLS

/* The top bits of eight bytes: set in what is not ASCII. */
#define EXM_UTF8_WIDE_BITS G_GUINT64_CONSTANT (0x8080808080808080)

/**
 * exm_utf8_find_wide:
 * @at: where to begin
 * @n: bytes of @data, not less than @at
 *
 * Returns: the first byte from @at on that is not ASCII, or @n. Any thread; O(bytes).
 */
static inline gsize
exm_utf8_find_wide (const guint8 *data, gsize at, gsize n)
{
  guint64 word = 0;

  for (; n - at >= sizeof word; at += sizeof word)
    {
      memcpy (&word, data + at, sizeof word);
      if (word & EXM_UTF8_WIDE_BITS)
        break;
    }
  while (at < n && data[at] < 0x80)
    at++;
  return at;
}

/**
 * exm_utf8_run_by:
 * @processor: which the processor has
 * @data: bytes; any may be there
 * @n: their number
 * @n_multi: (inout): grows by the number of characters in the run that are not ASCII
 *
 * The AVX2 way checks 32 bytes at once by three looks into tables of 16 entries: John
 * Keiser and Daniel Lemire, "Validating UTF-8 In Less Than One Instruction Per Byte",
 * Software: Practice and Experience 51 (2021).
 *
 * Returns: bytes of the longest run of valid UTF-8 without NUL at @data. Any thread;
 * O(bytes of the run).
 */
gsize
exm_utf8_run_by (ExmProcessor processor, const guint8 *data, gsize n, gsize *n_multi);

/* The same in the fastest way. */
gsize exm_utf8_run (const guint8 *data, gsize n, gsize *n_multi);

/**
 * exm_utf8_bad_length:
 * @data: bytes that do not begin with a valid sequence
 * @n: their number, not 0
 * @cut: (out): whether only the end of the data is missing
 *
 * Returns: bytes that one U+FFFD stands for: the longest beginning of a valid sequence,
 * or one byte (Encoding Standard, UTF-8 decoder). Any thread; O(1).
 */
gsize exm_utf8_bad_length (const guint8 *data, gsize n, gboolean *cut);

G_END_DECLS
