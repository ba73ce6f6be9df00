/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-search"

#include "config.h"

#include "search/exm-search-fold.h"

#include <string.h>
#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/uscript.h>
#include <unicode/utf16.h>

/* Code units that one character may become. */
#define MAX_UNITS 64

/* Most letters of alphabets stand below this: they are folded once. */
#define N_KNOWN 0x2000u

typedef struct
{
  guint8 n_bytes; /* G_MAXUINT8: longer than there is room for */
  char bytes[11];
} Known;

static Known *known; /* (element-type Known) of N_KNOWN, never freed */

/* Letters whose stroke or ligature no decomposition takes off, and forms of alef. */
static const struct
{
  gunichar letter;
  const char *folded;
} letters[] = {
  { 0x00e6, "ae" }, { 0x00f0, "d" },      { 0x00f8, "o" },      { 0x0111, "d" },
  { 0x0127, "h" },  { 0x0131, "i" },      { 0x0142, "l" },      { 0x0153, "oe" },
  { 0x0167, "t" },  { 0x0671, "\u0627" }, { 0x0672, "\u0627" }, { 0x0673, "\u0627" },
};

static gboolean
is_spaceless (UScriptCode script)
{
  switch ((int) script)
    {
    case USCRIPT_HAN:
    case USCRIPT_HIRAGANA:
    case USCRIPT_KATAKANA:
    case USCRIPT_KATAKANA_OR_HIRAGANA:
    case USCRIPT_HANGUL:
    case USCRIPT_BOPOMOFO:
    case USCRIPT_THAI:
    case USCRIPT_LAO:
    case USCRIPT_KHMER:
    case USCRIPT_MYANMAR:
      return TRUE;
    default:
      return FALSE;
    }
}

static UScriptCode
get_script (gunichar point)
{
  UErrorCode status = U_ZERO_ERROR;

  return uscript_getScript ((UChar32) point, &status);
}

ExmSearchClass
exm_search_get_class (gunichar folded)
{
  if (folded < 0x80)
    return g_ascii_isalnum ((char) folded) ? EXM_SEARCH_WORD : EXM_SEARCH_GAP;
  if (folded >= 0x4e00 && folded <= 0x9fff)
    return EXM_SEARCH_CHARACTER;
  if (folded == 0x30fc)
    return EXM_SEARCH_CHARACTER; /* the long vowel of kana belongs to no script */
  if ((U_GET_GC_MASK ((UChar32) folded) & (U_GC_L_MASK | U_GC_N_MASK | U_GC_M_MASK)) == 0)
    return EXM_SEARCH_GAP;
  return is_spaceless (get_script (folded)) ? EXM_SEARCH_CHARACTER : EXM_SEARCH_WORD;
}

/* Marks of scripts that are read without them; those of others are vowels. */
static gboolean
is_dropped (gunichar point)
{
  if (point == 0x0640) /* tatweel makes words longer, not different */
    return TRUE;
  if ((U_GET_GC_MASK ((UChar32) point) & (U_GC_MN_MASK | U_GC_ME_MASK | U_GC_CF_MASK))
      == 0)
    return FALSE;
  switch ((int) get_script (point))
    {
    case USCRIPT_INHERITED:
    case USCRIPT_COMMON:
    case USCRIPT_LATIN:
    case USCRIPT_GREEK:
    case USCRIPT_CYRILLIC:
    case USCRIPT_ARABIC:
    case USCRIPT_HEBREW:
      return TRUE;
    default:
      return FALSE;
    }
}

static void
emit (gunichar point, char *folded, gsize *n_folded)
{
  const char *special = NULL;
  char bytes[6];

  if (is_dropped (point))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (letters); i++)
    if (letters[i].letter == point)
      special = letters[i].folded;
  gsize n = special != NULL ? strlen (special) : (gsize) g_unichar_to_utf8 (point, bytes);
  if (*n_folded + n > EXM_SEARCH_FOLD_BYTES)
    return;
  memcpy (folded + *n_folded, special != NULL ? special : bytes, n);
  *n_folded += n;
}

/* Hangul and kana stay composed: their parts are no diacritics. */
static void
emit_decomposed (gunichar point, char *folded, gsize *n_folded)
{
  UErrorCode status = U_ZERO_ERROR;
  const UNormalizer2 *nfd = unorm2_getNFDInstance (&status);
  UChar units[MAX_UNITS];
  int32_t n_units = -1;

  if (U_SUCCESS (status) && !is_spaceless (get_script (point)))
    n_units = unorm2_getDecomposition (nfd, (UChar32) point, units, MAX_UNITS, &status);
  if (U_FAILURE (status) || n_units < 0)
    {
      emit (point, folded, n_folded);
      return;
    }
  for (int32_t i = 0; i < n_units;)
    {
      UChar32 part;
      U16_NEXT (units, i, n_units, part);
      emit ((gunichar) part, folded, n_folded);
    }
}

/* Folds some characters as one. */
static gsize
fold_points (const gunichar *points, guint n_points, char *folded)
{
  UErrorCode status = U_ZERO_ERROR;
  const UNormalizer2 *nfkc = unorm2_getNFKCCasefoldInstance (&status);
  UChar source[MAX_UNITS];
  UChar units[MAX_UNITS];
  int32_t n_source = 0;
  gsize n_folded = 0;

  for (guint i = 0; i < n_points; i++)
    U16_APPEND_UNSAFE (source, n_source, points[i]);
  int32_t n_units = U_SUCCESS (status) ? unorm2_normalize (nfkc, source, n_source, units,
                                                           MAX_UNITS, &status)
                                       : 0;
  if (U_FAILURE (status))
    return 0;
  for (int32_t i = 0; i < n_units;)
    {
      UChar32 point;
      U16_NEXT (units, i, n_units, point);
      emit_decomposed ((gunichar) point, folded, &n_folded);
    }
  return n_folded;
}

static Known *
make_known (void)
{
  Known *all = g_new0 (Known, N_KNOWN);

  for (gunichar point = 1; point < N_KNOWN; point++)
    {
      char folded[EXM_SEARCH_FOLD_BYTES];
      gsize n = fold_points (&point, 1, folded);
      all[point].n_bytes = n <= sizeof all[point].bytes ? (guint8) n : G_MAXUINT8;
      if (n <= sizeof all[point].bytes)
        memcpy (all[point].bytes, folded, n);
    }
  return all;
}

static const Known *
get_known (void)
{
  if (g_once_init_enter (&known))
    g_once_init_leave (&known, make_known ());
  return known;
}

/* Whether the character goes on with what stands before it: voiced marks of kana, vowels
 * and ends of Hangul syllables that are written apart. */
static gboolean
composes (gunichar before, gunichar point)
{
  if (point == 0x3099 || point == 0x309a || point == 0xff9e || point == 0xff9f)
    return (before >= 0x3041 && before <= 0x30ff)
           || (before >= 0xff66 && before <= 0xff9d);
  return point >= 0x1160 && point <= 0x11ff
         && ((before >= 0x1100 && before <= 0x11ff)
             || (before >= 0xac00 && before <= 0xd7a3));
}

const char *
exm_search_fold (const char *text, char folded[EXM_SEARCH_FOLD_BYTES], gsize *n_folded)
{
  gunichar points[4] = { g_utf8_get_char (text) };
  const char *next = g_utf8_next_char (text);
  guint n_points = 1;

  for (; *next != '\0' && n_points < G_N_ELEMENTS (points);
       next = g_utf8_next_char (next))
    {
      gunichar point = g_utf8_get_char (next);
      if (!composes (points[n_points - 1], point))
        break;
      points[n_points++] = point;
    }
  if (n_points == 1 && points[0] >= 0x4e00 && points[0] <= 0x9fff)
    {
      *n_folded = (gsize) (next - text);
      memcpy (folded, text, *n_folded);
      return next;
    }
  const Known *one
      = n_points == 1 && points[0] < N_KNOWN ? &get_known ()[points[0]] : NULL;
  if (one != NULL && one->n_bytes != G_MAXUINT8)
    {
      *n_folded = one->n_bytes;
      memcpy (folded, one->bytes, one->n_bytes);
      return next;
    }
  *n_folded = fold_points (points, n_points, folded);
  return next;
}
