/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-base"

#include "config.h"

#include "base/exm-text.h"

#include "base/exm-byte-block.h"

#include <math.h>
#include <string.h>
#include <unicode/unorm2.h>
#include <unicode/ustring.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

/* Appends @c to @out as exm_text_key() sees it: lower-cased, white space collapsed, digit
 * runs folded. @last is the character appended before, 0 at the start. */
static gunichar
append_folded (GString *out, gunichar c, gunichar last)
{
  c = exm_char_fold (c);
  if ((c == ' ' || c == '0') && c == last)
    return last;
  if (c == ' ' && last == 0)
    return 0;
  g_string_append_unichar (out, c);
  return c;
}

static gboolean
is_ascii (const char *text, gsize n_bytes)
{
  for (gsize i = 0; i < n_bytes; i++)
    if ((guchar) text[i] >= 0x80)
      return FALSE;
  return TRUE;
}

/* NFKC of @text as UTF-16 code units, or %NULL where ICU refuses it. */
static UChar *
normalize_piece (const UNormalizer2 *nfkc,
                 const char *text,
                 gsize n_bytes,
                 int32_t *n_units)
{
  UErrorCode status = U_ZERO_ERROR;
  g_autofree UChar *units = g_new (UChar, n_bytes + 1);
  int32_t n = 0;

  u_strFromUTF8WithSub (units, (int32_t) n_bytes + 1, &n, text, (int32_t) n_bytes, 0xfffd,
                        NULL, &status);
  if (U_FAILURE (status))
    return NULL;

  int32_t capacity = n + n / 2 + 16;
  for (;;)
    {
      g_autofree UChar *out = g_new (UChar, capacity);
      UErrorCode fits = U_ZERO_ERROR;
      int32_t length = unorm2_normalize (nfkc, units, n, out, capacity, &fits);
      if (fits == U_BUFFER_OVERFLOW_ERROR)
        {
          capacity = length + 1;
          continue;
        }
      if (U_FAILURE (fits))
        return NULL;
      *n_units = length;
      return g_steal_pointer (&out);
    }
}

/* A text is normalised in pieces of about so many bytes: as a whole, a long one would
 * take four times its size. */
#define PIECE_BYTES 2048u

/* Returns: bytes up to a character behind %PIECE_BYTES that what stands before it does
 * not change. */
static gsize
find_piece (const UNormalizer2 *nfkc, const char *text, gsize n_bytes)
{
  gsize at = PIECE_BYTES;

  while (at < n_bytes)
    {
      gsize start = at;
      UChar32 c;
      U8_NEXT (text, at, n_bytes, c);
      if (c >= 0 && ((guint8) text[start] & 0xc0) != 0x80
          && unorm2_hasBoundaryBefore (nfkc, c))
        return start;
    }
  return n_bytes;
}

typedef gunichar (*AppendFunc) (GString *out, gunichar c, gunichar last);

static GString *
fold (const char *text, gsize n_bytes, AppendFunc append)
{
  GString *out = g_string_sized_new (n_bytes + 1);
  gunichar last = 0;

  if (is_ascii (text, n_bytes))
    {
      for (gsize i = 0; i < n_bytes; i++)
        last = append (out, (guchar) text[i], last);
      return out;
    }

  UErrorCode status = U_ZERO_ERROR;
  const UNormalizer2 *nfkc = unorm2_getNFKCInstance (&status);
  for (gsize at = 0; nfkc != NULL && at < n_bytes;)
    {
      gsize n = find_piece (nfkc, text + at, n_bytes - at);
      int32_t n_units = 0;
      g_autofree UChar *units = normalize_piece (nfkc, text + at, n, &n_units);
      for (int32_t i = 0; units != NULL && i < n_units;)
        {
          UChar32 c;
          U16_NEXT (units, i, n_units, c);
          last = append (out, U_IS_SURROGATE (c) ? 0xfffd : (gunichar) c, last);
        }
      at += n;
    }
  return out;
}

/* Room behind what a text becomes, for blocks that end beyond it. */
#define FOLD_ROOM 32u

/* Folds what stands from @text on, of which @n bytes are left, as far as only letters
 * change: ASCII without digits, and blanks one at a time; at most sixteen bytes, for
 * which @to has room. Returns: how many bytes. */
static inline gsize
fold_block (const char *text, gsize n, char *to, gboolean behind_blank)
{
#ifdef EXM_HAS_BYTE_BLOCK
  __m128i block = exm_byte_block_load (text, n);
  /* Signed: what is not ASCII is below the blank too, as is what stands behind the end.
   */
  __m128i other = _mm_or_si128 (_mm_cmplt_epi8 (block, _mm_set1_epi8 (' ')),
                                _mm_cmpeq_epi8 (block, _mm_set1_epi8 (0x7f)));
  other = _mm_or_si128 (other, exm_byte_block_in (block, '0', 9));
  guint blanks = (guint) _mm_movemask_epi8 (_mm_cmpeq_epi8 (block, _mm_set1_epi8 (' ')));
  guint others = (guint) _mm_movemask_epi8 (other)
                 | (blanks & (blanks << 1 | (behind_blank ? 1 : 0))) | 1u << 16;

  _mm_storeu_si128 ((__m128i *) to, exm_byte_block_lower (block));
  return (gsize) __builtin_ctz (others);
#else
  return 0;
#endif
}

/* Copies the characters from @p on that are U+4E00 … U+9FFF, and with that nearly all of
 * a Chinese text: they are folded as they stand. @to: with room for %FOLD_ROOM more.
 * Returns: where others begin. */
static inline const char *
copy_han (const char *p, const char *end, char **to)
{
#ifdef EXM_HAS_BYTE_BLOCK
  __m128i first, second;
  gsize n;

  do
    {
      n = exm_byte_block_get_han (p, (gsize) (end - p), &first, &second);
      _mm_storeu_si128 ((__m128i *) *to, first);
      _mm_storeu_si128 ((__m128i *) (*to + EXM_BYTE_BLOCK_HAN), second);
      p += n;
      *to += n;
    }
  while (n == 2 * EXM_BYTE_BLOCK_HAN);
#endif
  return p;
}

/* The character at @p. @n: (out): its bytes. Returns: (nullable): what it is, or %NULL
 * where the text ends inside of it or is no UTF-8. */
static inline const ExmChar *
get_char (const char *p, const char *end, gsize *n)
{
  guint8 lead = (guint8) *p;

  *n = 1;
  if (lead < 0x80)
    return exm_char_get (lead);
  if (lead < 0xc2 || end - p < (lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4))
    return NULL;
  return exm_char_get (exm_char_read_wide (p, n));
}

/* The same as fold() with append_folded(), for texts of which each character can be
 * folded alone. @out: room for @n_bytes and %FOLD_ROOM. Returns: bytes written, or -1
 * where there are others. */
static gssize
fold_simply (const char *text, gsize n_bytes, char *out)
{
  const ExmChar *last = exm_char_get (' ');
  const char *end = text + n_bytes;
  char *to = out;

  for (const char *p = text; p < end;)
    {
      gsize n;
      if ((guint8) *p >= 0xe4 && (guint8) *p <= 0xe9)
        {
          const char *from = p;
          p = copy_han (p, end, &to);
          last = p > from ? &exm_char_han : last;
          if (p == end)
            break;
        }
      if ((guint8) *p < 0x80)
        {
          n = fold_block (p, (gsize) (end - p), to, last->collapses == ' ');
          p += n;
          to += n;
          last = n > 0 ? exm_char_get ((guint8) p[-1]) : last;
          if (n == 16 || p == end)
            continue;
        }
      const ExmChar *c = get_char (p, end, &n);
      if (c == NULL || c->n_folded == 0)
        return -1;
      to = exm_char_put_folded (c, last, to);
      last = c;
      p += n;
      /* All digits of a number become the same one. */
      for (; c->collapses == '0' && p < end && g_ascii_isdigit (*p); p++)
        ;
    }
  return to - out;
}

guint64
exm_text_folded_key (const char *folded, gsize n_bytes)
{
  if (n_bytes > 0 && folded[n_bytes - 1] == ' ')
    n_bytes--;
  if (n_bytes == 0)
    return 0;
  guint64 key = XXH3_64bits (folded, n_bytes);
  return key != 0 ? key : 1;
}

guint64
exm_text_key (const char *text, gsize n_bytes)
{
  char small[1024 + FOLD_ROOM];
  g_autofree char *large = n_bytes > 1024 ? g_malloc (n_bytes + FOLD_ROOM) : NULL;
  char *simple = large != NULL ? large : small;
  gssize n_simple = fold_simply (text, n_bytes, simple);
  if (n_simple >= 0)
    return exm_text_folded_key (simple, (gsize) n_simple);

  g_clear_pointer (&large, g_free);
  g_autoptr (GString) folded = fold (text, n_bytes, append_folded);
  return exm_text_folded_key (folded->str, folded->len);
}

static gunichar
append_squeezed (GString *out, gunichar c, gunichar last)
{
  if (g_unichar_isalnum (c))
    g_string_append_unichar (out, g_unichar_tolower (c));
  return c;
}

/* Appends the letters and digits of what @c was folded to: one character, or ASCII. @to:
 * with room for four bytes. Returns: where the next ones go, or %NULL where there is a
 * digit: it is not the "0" that it was folded to. */
static char *
put_squeezed (const ExmChar *c, char *to)
{
  if ((guint8) c->folded[0] >= 0x80)
    {
      memcpy (to, c->folded, sizeof c->folded);
      return to + (g_unichar_isalnum (g_utf8_get_char (to)) ? c->n_folded : 0);
    }
  for (guint i = 0; i < c->n_folded; i++)
    {
      if (c->folded[i] == '0')
        return NULL;
      *to = c->folded[i];
      to += g_ascii_isalnum (*to) != 0;
    }
  return to;
}

/* The same as fold() with append_squeezed(), for texts of which each character can be
 * taken alone. @out: room for @n_bytes, and a character more. Returns: bytes written, or
 * -1 where there are others. */
static gssize
squeeze_simply (const char *text, gsize n_bytes, char *out)
{
  const char *end = text + n_bytes;
  char *to = out;

  for (const char *p = text; p < end;)
    {
      gsize n;
      if ((guint8) *p < 0x80)
        {
          /* The bit that is set in small letters is set in digits too. */
          *to = *p | 0x20;
          to += g_ascii_isalnum (*p) != 0;
          p++;
          continue;
        }
      const ExmChar *c = get_char (p, end, &n);
      if (c == NULL || c->n_folded == 0 || (to = put_squeezed (c, to)) == NULL)
        return -1;
      p += n;
    }
  return to - out;
}

char *
exm_text_squeeze (const char *text, gsize n_bytes)
{
  char *simple = g_malloc (n_bytes + sizeof ((ExmChar *) NULL)->folded);
  gssize n = squeeze_simply (text, n_bytes, simple);

  if (n >= 0)
    {
      simple[n] = '\0';
      return simple;
    }
  g_free (simple);
  return g_string_free (fold (text, n_bytes, append_squeezed), FALSE);
}

guint
exm_text_count_tokens (const char *text, gsize n_bytes)
{
  const char *end = text + n_bytes;
  gboolean in_word = FALSE;
  guint n = 0;

  for (const char *p = text; p < end; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      if (exm_char_is_cjk (c))
        {
          n++;
          in_word = FALSE;
        }
      else if (g_unichar_isalnum (c))
        {
          n += !in_word;
          in_word = TRUE;
        }
      else
        in_word = FALSE;
    }
  return n;
}

void
exm_text_append_number (GString *out, double value)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  if (!isfinite (value))
    return;
  g_ascii_formatd (digits, sizeof digits, "%.4f", value);
  /* "%.4f" of a number beyond the buffer is cut; none of ours comes near. */
  char *end = digits + strlen (digits);
  while (end[-1] == '0')
    end--;
  if (end[-1] == '.')
    end--;
  *end = '\0';
  g_string_append (out, strcmp (digits, "-0") == 0 ? "0" : digits);
}

gboolean
exm_text_has_word (const char *text, const char *word)
{
  gsize n = strlen (word);

  for (const char *p = text; (p = strstr (p, word)) != NULL; p++)
    if ((p == text || p[-1] == ' ') && (p[n] == '\0' || p[n] == ' '))
      return TRUE;
  return FALSE;
}
