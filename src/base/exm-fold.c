/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-base"

#include "config.h"

#include "exm-fold.h"

#include "exm-text.h"

#include <unicode/unorm2.h>
#include <unicode/ustring.h>

const guint32 *exm_fold_blocks[EXM_FOLD_N_BLOCKS]; /* never freed */

gunichar
exm_fold_char (gunichar c)
{
  if (exm_char_is_space (c))
    return ' ';
  return g_unichar_isdigit (c) ? '0' : g_unichar_tolower (c);
}

/* What stands for @n characters, at the most three, if all become ASCII. */
static guint32
join_ascii (const UChar *units, int32_t n)
{
  guint32 joined = 0;

  if (n > 3)
    return 0;
  for (int32_t i = n; i-- > 0;)
    {
      gunichar folded = exm_fold_char (units[i]);
      if (folded >= 0x80)
        return 0;
      joined = joined << 8 | folded;
    }
  return joined | EXM_FOLD_SEVERAL;
}

/* A text of characters that begin something of their own, and never join the one before
 * them, is normal as it stands; so what each becomes alone is what it becomes. */
static guint32
find (gunichar c)
{
  UErrorCode status = U_ZERO_ERROR;
  const UNormalizer2 *nfkc = unorm2_getNFKCInstance (&status);
  UChar from[2], to[8];
  int32_t n_from = 0, i = 0;
  UChar32 alone;

  if (!g_unichar_validate (c))
    return 0;
  U16_APPEND_UNSAFE (from, n_from, c);
  int32_t n = unorm2_normalize (nfkc, from, n_from, to, G_N_ELEMENTS (to), &status);
  if (U_FAILURE (status) || n == 0)
    return 0;
  U16_NEXT (to, i, n, alone);
  if (unorm2_getCombiningClass (nfkc, alone) != 0
      || unorm2_quickCheck (nfkc, to, n, &status) != UNORM_YES || U_FAILURE (status))
    return 0;
  if (i != n)
    return n <= g_unichar_to_utf8 (c, NULL) ? join_ascii (to, n) : 0;
  gunichar folded = exm_fold_char ((gunichar) alone);
  return g_unichar_to_utf8 (folded, NULL) <= g_unichar_to_utf8 (c, NULL) ? folded : 0;
}

guint32
exm_fold_find (gunichar c)
{
  if (c >= EXM_FOLD_N_BLOCKS * 256)
    return find (c);

  guint32 *block = g_new (guint32, 256);
  for (guint i = 0; i < 256; i++)
    block[i] = find ((c & ~0xffu) + i);
  /* Where two threads come here at once, one block is given back. */
  guint32 folded = block[c & 0xff];
  if (!g_atomic_pointer_compare_and_exchange (&exm_fold_blocks[c >> 8], NULL, block))
    g_free (block);
  return folded;
}
