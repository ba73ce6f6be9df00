/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-base"

#include "config.h"

#include "base/exm-char.h"

#include <unicode/unorm2.h>
#include <unicode/ustring.h>

/* A byte that is none of UTF-8. */
#define NO_UTF8 0xffu

const ExmChar *exm_char_blocks[0x110000 / 256]; /* never freed */

const ExmChar exm_char_han = {
  .folded = "\xe4",
  .n_folded = 3,
  .collapses = NO_UTF8,
  .facts = EXM_CHAR_CJK,
  .length = EXM_CHAR_CJK_LENGTH,
};

gboolean
exm_char_is_space (gunichar c)
{
  if (c <= 0x20 || c == 0x7f)
    return TRUE;
  if (c < 0xa0)
    return c >= 0x80;
  return c == 0xa0 || c == 0x3000 || c == 0x200b || c == 0xfeff || c == 0x2028
         || c == 0x2029 || (c >= 0x2000 && c <= 0x200a) || c == 0x202f || c == 0x205f
         || c == 0x1680;
}

gboolean
exm_char_is_cjk (gunichar c)
{
  if (c < 0x2e80)
    return FALSE;
  return c <= 0x2fdf || (c >= 0x3005 && c <= 0x3007) || (c >= 0x3040 && c <= 0x30ff)
         || (c >= 0x3100 && c <= 0x312f) || (c >= 0x3400 && c <= 0x4dbf)
         || (c >= 0x4e00 && c <= 0x9fff) || (c >= 0xf900 && c <= 0xfaff)
         || (c >= 0x20000 && c <= 0x3ffff);
}

gboolean
exm_char_is_sentence_mark (gunichar c)
{
  if (c < 0x80)
    return c != 0 && strchr (".,;:!?\"()[]", (int) c) != NULL;
  if (c >= 0x2018 && c <= 0x201f)
    return TRUE;
  if (c >= 0x3001 && c <= 0x3003)
    return TRUE;
  if (c >= 0x3008 && c <= 0x3011)
    return TRUE;
  switch (c)
    {
    case 0x00ab:
    case 0x00bb:
    case 0x2026:
    case 0xff01:
    case 0xff08:
    case 0xff09:
    case 0xff0c:
    case 0xff0e:
    case 0xff1a:
    case 0xff1b:
    case 0xff1f:
    case 0xff61:
    case 0xff64:
      return TRUE;
    default:
      return FALSE;
    }
}

gunichar
exm_char_fold (gunichar c)
{
  if (exm_char_is_space (c))
    return ' ';
  return g_unichar_isdigit (c) ? '0' : g_unichar_tolower (c);
}

static guint8
find_facts (gunichar c)
{
  gboolean cjk = exm_char_is_cjk (c);

  return (guint8) ((exm_char_is_space (c) ? EXM_CHAR_SPACE : 0) | (cjk ? EXM_CHAR_CJK : 0)
                   | (exm_char_is_sentence_mark (c) ? EXM_CHAR_MARK : 0)
                   | (!cjk && g_unichar_isalnum (c) ? EXM_CHAR_WORD : 0));
}

/* Whether of @c a run becomes one. */
static gboolean
collapses (gunichar c)
{
  return c == ' ' || c == '0';
}

/* Folds into @n characters if all are ASCII and none can continue a run. */
static void
fold_several (ExmChar *self, const UChar *units, int32_t n)
{
  for (int32_t i = 0; i < n; i++)
    {
      gunichar folded = exm_char_fold (units[i]);
      if (folded >= 0x80 || collapses (folded))
        return;
      self->folded[i] = (char) folded;
    }
  self->n_folded = (guint8) n;
}

/* A text of characters that begin something of their own, and never join the one before
 * them, is normal as it stands; so what each becomes alone is what it becomes. */
static void
fold (ExmChar *self, gunichar c)
{
  UErrorCode status = U_ZERO_ERROR;
  const UNormalizer2 *nfkc = unorm2_getNFKCInstance (&status);
  UChar from[2], to[8];
  int32_t n_from = 0, i = 0;
  UChar32 alone;

  if (!g_unichar_validate (c))
    return;
  U16_APPEND_UNSAFE (from, n_from, c);
  int32_t n = unorm2_normalize (nfkc, from, n_from, to, G_N_ELEMENTS (to), &status);
  if (U_FAILURE (status) || n == 0)
    return;
  U16_NEXT (to, i, n, alone);
  if (unorm2_getCombiningClass (nfkc, alone) != 0
      || unorm2_quickCheck (nfkc, to, n, &status) != UNORM_YES || U_FAILURE (status))
    return;
  int n_bytes = g_unichar_to_utf8 (c, NULL);
  if (i != n)
    {
      if (n <= n_bytes)
        fold_several (self, to, n);
      return;
    }
  gunichar folded = exm_char_fold ((gunichar) alone);
  if (g_unichar_to_utf8 (folded, NULL) > n_bytes)
    return;
  self->n_folded = (guint8) g_unichar_to_utf8 (folded, self->folded);
  if (collapses (folded))
    self->collapses = (guint8) folded;
}

static ExmChar
describe (gunichar c)
{
  ExmChar self = {
    .collapses = NO_UTF8,
    .facts = find_facts (c),
    .length = exm_char_is_cjk (c) ? EXM_CHAR_CJK_LENGTH : 1,
  };

  fold (&self, c);
  return self;
}

const ExmChar *
exm_char_find (gunichar c)
{
  static const ExmChar none = { .collapses = NO_UTF8, .length = 1 };

  if (c >= 0x110000)
    return &none;

  ExmChar *block = g_new (ExmChar, 256);
  for (guint i = 0; i < 256; i++)
    block[i] = describe ((c & ~0xffu) + i);
  /* Drop the block if another thread was first. */
  if (!g_atomic_pointer_compare_and_exchange (&exm_char_blocks[c >> 8], NULL, block))
    g_free (block);
  return exm_char_get (c);
}
