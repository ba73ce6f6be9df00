/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What single characters become in exm_text_key(). */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Blocks of 256 characters for which answers are kept: the two planes that pages use. */
#define EXM_FOLD_N_BLOCKS 512u

/* Set in what stands for two or three ASCII characters: the first in the lowest byte. */
#define EXM_FOLD_SEVERAL (1u << 31)

extern const guint32 *exm_fold_blocks[EXM_FOLD_N_BLOCKS];

/**
 * exm_fold_char:
 * @c: a code point
 *
 * White space as U+0020, digits as "0", others in lower case. Any thread.
 */
gunichar
exm_fold_char (gunichar c);

/**
 * exm_fold_find:
 *
 * What exm_fold_get() does, and keeps the answer for it.
 */
guint32
exm_fold_find (gunichar c);

/**
 * exm_fold_get:
 * @c: a code point
 *
 * What NFKC and then exm_fold_char() make of @c, if that is one character, or up to three
 * of ASCII, whatever stands beside it, and takes no more bytes of UTF-8 than @c.
 *
 * Returns: that character, those with %EXM_FOLD_SEVERAL, or 0. Any thread; O(1).
 */
static inline guint32
exm_fold_get (gunichar c)
{
  if (c < EXM_FOLD_N_BLOCKS * 256)
    {
      const guint32 *block = g_atomic_pointer_get (&exm_fold_blocks[c >> 8]);
      if (block != NULL)
        return block[c & 0xff];
    }
  return exm_fold_find (c);
}

G_END_DECLS
