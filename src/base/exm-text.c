/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-base"

#include "config.h"

#include "exm-text.h"

#include "exm-fold.h"
#include "exm-byte-block.h"

#include <math.h>
#include <string.h>
#include <unicode/unorm2.h>
#include <unicode/ustring.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

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

const guint8 *exm_char_blocks[256]; /* never freed */

static guint8
find_facts (gunichar c)
{
  gboolean cjk = exm_char_is_cjk (c);

  return (guint8) ((exm_char_is_space (c) ? EXM_CHAR_SPACE : 0) | (cjk ? EXM_CHAR_CJK : 0)
                   | (exm_char_is_sentence_mark (c) ? EXM_CHAR_MARK : 0)
                   | (!cjk && g_unichar_isalnum (c) ? EXM_CHAR_WORD : 0));
}

guint8
exm_char_find_facts (gunichar c)
{
  if (c >= 0x10000)
    return find_facts (c);

  guint8 *block = g_new (guint8, 256);
  for (guint i = 0; i < 256; i++)
    block[i] = find_facts ((c & ~0xffu) + i);
  /* Where two threads come here at once, one block is given back. */
  guint8 facts = block[c & 0xff];
  if (!g_atomic_pointer_compare_and_exchange (&exm_char_blocks[c >> 8], NULL, block))
    g_free (block);
  return facts;
}

/* Appends @c to @out as exm_text_key() sees it: lower-cased, white space collapsed, digit
 * runs folded. @last is the character appended before, 0 at the start. */
static gunichar
append_folded (GString *out, gunichar c, gunichar last)
{
  c = exm_fold_char (c);
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
normalize_nfkc (const char *text, gsize n_bytes, int32_t *n_units)
{
  UErrorCode status = U_ZERO_ERROR;
  const UNormalizer2 *nfkc = unorm2_getNFKCInstance (&status);
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

  int32_t n_units = 0;
  g_autofree UChar *units = normalize_nfkc (text, n_bytes, &n_units);
  for (int32_t i = 0; units != NULL && i < n_units;)
    {
      UChar32 c;
      U16_NEXT (units, i, n_units, c);
      last = append (out, U_IS_SURROGATE (c) ? 0xfffd : (gunichar) c, last);
    }
  return out;
}

/* Folds what stands from @text on, of which @n bytes are left, as far as only letters
 * change: ASCII without digits, and blanks one at a time; at most sixteen bytes, for
 * which
 * @to has room. Returns: how many bytes. */
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
  __m128i upper = exm_byte_block_in (block, 'A', 'Z' - 'A');

  block = _mm_or_si128 (block, _mm_and_si128 (upper, _mm_set1_epi8 (0x20)));
  _mm_storeu_si128 ((__m128i *) to, block);
  return (gsize) __builtin_ctz (others);
#else
  return 0;
#endif
}

/* The character at @p, above ASCII, of a valid text. @n: (out): its bytes. */
static inline gunichar
get_wide (const guint8 *p, gsize *n)
{
  if (p[0] < 0xe0)
    {
      *n = 2;
      return (p[0] & 0x1fu) << 6 | (p[1] & 0x3fu);
    }
  if (p[0] < 0xf0)
    {
      *n = 3;
      return (p[0] & 0x0fu) << 12 | (p[1] & 0x3fu) << 6 | (p[2] & 0x3fu);
    }
  *n = 4;
  return (p[0] & 0x07u) << 18 | (p[1] & 0x3fu) << 12 | (p[2] & 0x3fu) << 6
         | (p[3] & 0x3fu);
}

/* Copies the characters from @p on that are U+4E00 … U+9FFF, and with that nearly all of
 * a Chinese text: they are folded as they stand. @to: with room for sixteen bytes more.
 * Returns: where others begin. */
static inline const char *
copy_han (const char *p, const char *end, char **to)
{
#ifdef EXM_HAS_BYTE_BLOCK
  for (guint n = 5; n == 5;)
    {
      __m128i block = exm_byte_block_load (p, (gsize) (end - p));
      n = exm_byte_block_count_han (block);
      _mm_storeu_si128 ((__m128i *) *to, block);
      p += 3 * n;
      *to += 3 * n;
    }
#endif
  return p;
}

/* Folds the character at @p, above ASCII. Returns: what it becomes if that is ASCII, the
 * first of up to three characters in the lowest byte; 0 if it was written to @to, or -1
 * if it cannot be said of it alone. */
static inline gint
fold_wide (const char **p, const char *end, char **to)
{
  guint8 lead = (guint8) * *p;
  gsize n;

  if (lead < 0xc2 || end - *p < (lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4))
    return -1;
  gunichar c = get_wide ((const guint8 *) *p, &n);
  guint32 folded = exm_fold_get (c);
  if (folded == 0)
    return -1;
  if (folded & EXM_FOLD_SEVERAL)
    {
      *p += n;
      return (gint) (folded & ~EXM_FOLD_SEVERAL);
    }
  if (folded >= 0x80 && folded != c)
    *to += g_unichar_to_utf8 (folded, *to);
  else if (folded == c)
    {
      memcpy (*to, *p, n);
      *to += n;
    }
  *p += n;
  return folded < 0x80 ? (gint) folded : 0;
}

/* What exm_fold_char() makes of ASCII. */
static inline gint
fold_ascii (char c)
{
  if ((guint8) c <= ' ' || c == 0x7f)
    return ' ';
  if (g_ascii_isdigit (c))
    return '0';
  return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c;
}

/* Room behind what a text becomes, for blocks that end beyond it. */
#define FOLD_ROOM 16u

/* The same as fold() with append_folded(), for texts of which each character can be
 * folded alone; without a space at the end. @out: room for @n_bytes and %FOLD_ROOM.
 * Returns: bytes written, or -1 where there are others. */
static gssize
fold_simply (const char *text, gsize n_bytes, char *out)
{
  const char *end = text + n_bytes;
  char *to = out;

  for (const char *p = text; p < end;)
    {
      if ((guint8) *p >= 0xe4 && (guint8) *p <= 0xe9)
        {
          p = copy_han (p, end, &to);
          if (p == end)
            break;
        }
      if ((guint8) *p < 0x80)
        {
          gsize n = fold_block (p, (gsize) (end - p), to, to == out || to[-1] == ' ');
          p += n;
          to += n;
          if (n == 16 || p == end)
            continue;
        }
      gint all = (guint8) *p < 0x80 ? fold_ascii (*p++) : fold_wide (&p, end, &to);
      if (all < 0)
        return -1;
      /* All digits of a number become the same one. */
      for (; all == '0' && p < end && g_ascii_isdigit (*p); p++)
        ;
      for (gint c = all & 0x7f; all != 0; all >>= 8, c = all & 0x7f)
        if ((c != ' ' && c != '0') || (to > out ? to[-1] != c : c != ' '))
          *to++ = (char) c;
    }
  return to - out - (to > out && to[-1] == ' ');
}

guint64
exm_text_key (const char *text, gsize n_bytes)
{
  char small[1024 + FOLD_ROOM];
  g_autofree char *large
      = n_bytes > sizeof small - FOLD_ROOM ? g_malloc (n_bytes + FOLD_ROOM) : NULL;
  const char *simple = large != NULL ? large : small;
  gssize n_simple = fold_simply (text, n_bytes, large != NULL ? large : small);

  if (n_simple == 0)
    return 0;
  if (n_simple > 0)
    {
      guint64 simple_key = XXH3_64bits (simple, (gsize) n_simple);
      return simple_key != 0 ? simple_key : 1;
    }

  g_autoptr (GString) folded = fold (text, n_bytes, append_folded);

  if (folded->len > 0 && folded->str[folded->len - 1] == ' ')
    g_string_truncate (folded, folded->len - 1);
  if (folded->len == 0)
    return 0;
  guint64 key = XXH3_64bits (folded->str, folded->len);
  return key != 0 ? key : 1;
}

static gunichar
append_squeezed (GString *out, gunichar c, gunichar last)
{
  if (g_unichar_isalnum (c))
    g_string_append_unichar (out, g_unichar_tolower (c));
  return c;
}

/* The same as fold() with append_squeezed(), for texts of which each character can be
 * taken alone. @out: room for @n_bytes. Returns: bytes written, or -1 where there are
 * others. */
static gssize
squeeze_simply (const char *text, gsize n_bytes, char *out)
{
  const char *end = text + n_bytes;
  char *to = out;

  for (const char *p = text; p < end;)
    {
      if ((guint8) *p < 0x80)
        {
          /* The bit that is set in small letters is set in digits too. */
          *to = *p | 0x20;
          to += g_ascii_isalnum (*p) != 0;
          p++;
          continue;
        }
      char *start = to;
      gint all = fold_wide (&p, end, &to);
      if (all < 0)
        return -1;
      if (to > start && !g_unichar_isalnum (g_utf8_get_char (start)))
        to = start;
      for (gint c = all & 0x7f; all != 0; all >>= 8, c = all & 0x7f)
        {
          /* A digit is not the "0" that it is folded to. */
          if (c == '0')
            return -1;
          *to = (char) c;
          to += g_ascii_isalnum (c) != 0;
        }
    }
  return to - out;
}

char *
exm_text_squeeze (const char *text, gsize n_bytes)
{
  char *simple = g_malloc (n_bytes + 1);
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
