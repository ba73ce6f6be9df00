/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "charset/exm-charset-decoder.h"

#include "base/exm-fill.h"
#include "base/exm-limits.h"
#include "charset/exm-gb18030-tables.h"
#include "charset/exm-utf8.h"

#include <string.h>
#include <unicode/ucnv.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#define REPLACEMENT 0xfffd

/* Bytes of input that room is made for at once, and the most that one of them becomes. */
#define CHUNK_BYTES 512u
#define MAX_GROWTH 3u

/* Counts a replaced sequence at @position, and remembers where the first ones were. */
static void
count_replaced (ExmDecoded *self, guint64 position)
{
  self->n_replaced++;
  if (self->replaced->len < EXM_MAX_REPLACED_KEPT)
    g_array_append_val (self->replaced, position);
}

/* --- UTF-8 output --- */

/* Copies ASCII without NUL from @p on. @p: bytes; @end: behind them; @to: (inout): where
 * they go, then behind the copy: room for @end - @p bytes and 15. Returns: where
 * something else begins */
static inline const guint8 *
put_utf8_ascii (const guint8 *p, const guint8 *end, char **to)
{
#if defined(__SSE2__)
  for (; end - p >= 16; p += 16, *to += 16)
    {
      __m128i block = _mm_loadu_si128 ((const __m128i *) p);
      __m128i nuls = _mm_cmpeq_epi8 (block, _mm_setzero_si128 ());
      guint other = (guint) _mm_movemask_epi8 (_mm_or_si128 (block, nuls));
      _mm_storeu_si128 ((__m128i *) *to, block);
      if (other != 0)
        {
          guint n = (guint) __builtin_ctz (other);
          *to += n;
          return p + n;
        }
    }
#endif
  for (; p < end && *p < 0x80 && *p != 0; p++)
    *(*to)++ = (char) *p;
  return p;
}

/* @to: room for four bytes. Returns: behind the character */
static inline char *
put_utf8_char (char *to, guint32 c)
{
  if (c < 0x80)
    *to++ = (char) c;
  else if (c < 0x800)
    {
      *to++ = (char) (0xc0 | c >> 6);
      *to++ = (char) (0x80 | (c & 0x3f));
    }
  else if (c < 0x10000)
    {
      *to++ = (char) (0xe0 | c >> 12);
      *to++ = (char) (0x80 | (c >> 6 & 0x3f));
      *to++ = (char) (0x80 | (c & 0x3f));
    }
  else
    {
      *to++ = (char) (0xf0 | c >> 18);
      *to++ = (char) (0x80 | (c >> 12 & 0x3f));
      *to++ = (char) (0x80 | (c >> 6 & 0x3f));
      *to++ = (char) (0x80 | (c & 0x3f));
    }
  return to;
}

/* --- Encodings of one byte a character --- */

#define N_WIDE 128u

/* The upper half of an encoding that ICU has not: 0xa0 … 0xff of ISO 8859-16. */
static const char iso_8859_16[]
    = "\u00a0ĄąŁ€„Š§š©Ș«Ź\u00adźŻ°±ČłŽ”¶·žčș»ŒœŸżÀÁÂĂÄĆÆÇÈÉÊËÌÍÎÏ"
      "ĐŃÒÓÔŐÖŚŰÙÚÛÜĘȚßàáâăäćæçèéêëìíîïđńòóôőöśűùúûüęțÿ";

static void
ask_icu (const ExmEncoding *encoding, guint16 table[N_WIDE])
{
  UErrorCode status = U_ZERO_ERROR;
  UConverter *converter = ucnv_open (encoding->converter, &status);

  for (guint i = 0; i < N_WIDE && U_SUCCESS (status); i++)
    {
      char byte = (char) (0x80 + i);
      UChar units[4];
      UErrorCode failed = U_ZERO_ERROR;
      int32_t n
          = ucnv_toUChars (converter, units, G_N_ELEMENTS (units), &byte, 1, &failed);
      gboolean known = U_SUCCESS (failed) && n == 1 && units[0] != REPLACEMENT
                       && !(units[0] >= 0xf8c0 && units[0] <= 0xf8c8);
      if (known && units[0] != 0x1a)
        table[i] = units[0];
    }
  ucnv_close (converter);
}

/* The characters of 0x80 … 0xff, 0 where there is none. */
static guint16 *
build_table (const ExmEncoding *encoding)
{
  guint16 *table = g_new0 (guint16, N_WIDE);

  if (encoding->convert == EXM_CONVERT_USER_DEFINED)
    {
      for (guint i = 0; i < N_WIDE; i++)
        table[i] = (guint16) (0xf780 + i);
      return table;
    }
  for (guint i = 0; i < 32; i++)
    table[i] = (guint16) (0x80 + i);
  if (encoding->converter == NULL)
    {
      const char *p = iso_8859_16;
      for (guint i = 32; i < N_WIDE; i++, p = g_utf8_next_char (p))
        table[i] = (guint16) g_utf8_get_char (p);
      return table;
    }
  ask_icu (encoding, table);
  /* The standard's KOI8-U is the one with the Belarusian letter. */
  if (strcmp (encoding->name, "koi8-u") == 0)
    {
      table[0xae - 0x80] = 0x045e;
      table[0xbe - 0x80] = 0x040e;
    }
  return table;
}

#define MAX_ENCODINGS 64u

static const guint16 *
get_table (const ExmEncoding *encoding)
{
  static guint16 *tables[MAX_ENCODINGS]; /* never freed */
  guint n;
  gsize index = (gsize) (encoding - exm_encoding_get_all (&n));

  g_assert (index < n && n <= MAX_ENCODINGS);
  guint16 *table = g_atomic_pointer_get (&tables[index]);
  if (table != NULL)
    return table;
  table = build_table (encoding);
  /* Drop the table if another thread was first. */
  if (!g_atomic_pointer_compare_and_exchange (&tables[index], NULL, table))
    g_free (table);
  return g_atomic_pointer_get (&tables[index]);
}

/* The single-byte decoder of the Encoding Standard (9.1). Any thread; O(n). @self: gets
 * the text; @encoding: of %EXM_CONVERT_SINGLE or %EXM_CONVERT_USER_DEFINED; @data:
 * bytes; @n: their number. */
static void
single_byte_decode (ExmDecoded *self,
                    const ExmEncoding *encoding,
                    const guint8 *data,
                    gsize n)
{
  const guint16 *table = get_table (encoding);
  const guint8 *end = data + n;

  for (const guint8 *p = data; p < end;)
    {
      const guint8 *stop = p + MIN (CHUNK_BYTES, (gsize) (end - p));
      char *to = exm_fill_string (self->text, MAX_GROWTH * CHUNK_BYTES + 16);
      for (p = put_utf8_ascii (p, stop, &to); p < stop;
           p = put_utf8_ascii (p + 1, stop, &to))
        {
          guint32 c = *p != 0 ? table[*p - 0x80] : 0;
          if (*p == 0)
            self->n_nul++;
          else if (c != 0)
            self->n_wide++;
          else
            count_replaced (self, (guint64) (p - data));
          if (*p != 0)
            to = put_utf8_char (to, c != 0 ? c : REPLACEMENT);
        }
      exm_fill_written (self->text, to);
    }
}

/* --- GB 18030 --- */

static inline gboolean
is_lead (guint8 byte)
{
  return byte >= 0x81 && byte <= 0xfe;
}

static inline gboolean
is_digit (guint8 byte)
{
  return byte >= '0' && byte <= '9';
}

/* Whether @p begins a character of two bytes. */
static inline gboolean
is_two_bytes (const guint8 *p)
{
  return is_lead (p[0]) && p[1] >= 0x40 && p[1] != 0x7f && p[1] != 0xff;
}

/* Returns: as in the table */
static inline guint32
find_two_bytes (const guint8 *p)
{
  return exm_gb18030_two_bytes[(p[0] - 0x81u) * EXM_GB18030_N_TRAILS + p[1]
                               - (p[1] < 0x7f ? 0x40u : 0x41u)];
}

/* Reads characters of two bytes, which stand in runs, from @p on while they begin before
 * @stop; there is room for two bytes more than they become. @to: (inout): behind them.
 * Returns: where something else begins */
static inline const guint8 *
copy_two_bytes (const guint8 *p, const guint8 *stop, const guint8 *end, char **to)
{
  const guint8 *last = MIN (stop, end - 1);
  char *out = *to;

  for (; p < last && is_two_bytes (p); p += 2)
    {
      guint32 coded = find_two_bytes (p);
      guint32 bytes = GUINT32_TO_LE (coded);
      memcpy (out, &bytes, sizeof bytes);
      out += coded >> 24;
    }
  *to = out;
  return p;
}

static guint32
find_four_bytes (const guint8 *p)
{
  guint32 pointer
      = ((p[0] - 0x81u) * 10 + p[1] - '0') * 1260 + (p[2] - 0x81u) * 10 + p[3] - '0';
  guint low = 0, high = exm_gb18030_n_four_bytes;

  while (high - low > 1)
    {
      guint middle = (low + high) / 2;
      if (exm_gb18030_four_bytes[middle].pointer <= pointer)
        low = middle;
      else
        high = middle;
    }
  guint32 first = exm_gb18030_four_bytes[low].character;
  return first != 0 ? first + (pointer - exm_gb18030_four_bytes[low].pointer) : 0;
}

/* The sequence at @p, whose first byte is a lead byte and whose second is a digit or
 * missing. @c: (out): its character, or 0. Returns: the bytes that are done with. */
static gsize
read_four_bytes (const guint8 *p, gsize n, guint32 *c)
{
  *c = 0;
  if (n < 3)
    return n;
  if (!is_lead (p[2]))
    return 1;
  if (n < 4)
    return n;
  if (!is_digit (p[3]))
    return 1;
  *c = find_four_bytes (p);
  return 4;
}

/* The sequence at @p, above ASCII and not a character of two bytes. @c: (out): its
 * character, or 0. Returns: the bytes that are done with. */
static inline gsize
read_wide (const guint8 *p, gsize n, guint32 *c)
{
  *c = 0;
  if (!is_lead (p[0]))
    {
      *c = p[0] == 0x80 ? 0x20ac : 0;
      return 1;
    }
  if (n < 2 || is_digit (p[1]))
    return read_four_bytes (p, n, c);
  return p[1] < 0x80 ? 1 : 2;
}

/* The gb18030 decoder of the Encoding Standard (10.2.1) over bytes that are all there: a
 * sequence that is no character is one U+FFFD, and ASCII in it is kept. The characters
 * are ICU's, with 0xa3a0 as U+3000. Any thread; O(n). @self: gets the text; @data:
 * bytes; @n: their number. */
static void
gb18030_decode (ExmDecoded *self, const guint8 *data, gsize n)
{
  const guint8 *end = data + n;

  for (const guint8 *p = data; p < end;)
    {
      const guint8 *stop = p + MIN (CHUNK_BYTES, (gsize) (end - p));
      char *to = exm_fill_string (self->text, MAX_GROWTH * (CHUNK_BYTES + 4));
      while (p < stop)
        {
          guint32 c;
          p = put_utf8_ascii (p, stop, &to);
          const guint8 *run = p;
          p = copy_two_bytes (p, stop, end, &to);
          self->n_wide += (gsize) (p - run) / 2;
          if (p >= stop || (*p < 0x80 && *p != 0))
            continue;
          if (*p == 0)
            {
              self->n_nul++;
              p++;
              continue;
            }
          gsize length = read_wide (p, (gsize) (end - p), &c);
          if (c != 0)
            self->n_wide++;
          else
            count_replaced (self, (guint64) (p - data));
          to = put_utf8_char (to, c != 0 ? c : 0xfffd);
          p += length;
        }
      exm_fill_written (self->text, to);
    }
}

/* --- Decoders by ICU --- */

#define CHUNK_UNITS 4096

void
exm_decoded_clear (ExmDecoded *self)
{
  if (self->text != NULL)
    g_string_free (g_steal_pointer (&self->text), TRUE);
  g_clear_pointer (&self->replaced, g_array_unref);
}

static void
put (ExmDecoded *self, gunichar c)
{
  if (c == 0)
    {
      self->n_nul++;
      return;
    }
  if (c < 0x80)
    {
      g_string_append_c (self->text, (char) c);
      return;
    }
  g_string_append_unichar (self->text, c);
  self->n_wide++;
}

static void
replace (ExmDecoded *self, guint64 position)
{
  g_string_append_unichar (self->text, REPLACEMENT);
  count_replaced (self, position);
}

static gsize
count_wide (const guint8 *data, gsize n)
{
  gsize count = 0;
  gsize at = 0;
  guint64 word;

  for (; n - at >= sizeof word; at += sizeof word)
    {
      memcpy (&word, data + at, sizeof word);
      /* The product adds the bytes up in the highest one. */
      count
          += ((word & EXM_UTF8_WIDE_BITS) >> 7) * G_GUINT64_CONSTANT (0x0101010101010101)
             >> 56;
    }
  for (; at < n; at++)
    count += data[at] >> 7;
  return count;
}

/* Whether bytes with so many wrong ones may still be called UTF-8 once all are read, of
 * which @n_wide are not ASCII: see ExmUtf8Scan. */
static gboolean
may_be_utf8 (const ExmUtf8Scan *scan, gsize n_wide)
{
  gsize n_read = scan->n_bad + 2 * scan->n_multi;
  gsize n_left = n_wide - MIN (n_wide, n_read);

  return scan->n_bad * EXM_UTF8_DAMAGED_SHARE <= scan->n_multi + n_left / 2;
}

/* Shortest run of valid bytes after which the fast path is tried again: in text of
 * another encoding it costs more than it saves. */
#define SHORT_RUN 256u

ExmUtf8Scan
exm_utf8_scan (const guint8 *data, gsize n)
{
  ExmUtf8Scan scan = { 0 };
  gsize n_wide = 0; /* known from the first wrong one on */
  gsize run = n;

  for (gsize at = 0; at < n;)
    {
      ExmProcessor how = run < SHORT_RUN ? EXM_PROCESSOR_PORTABLE : exm_processor_get ();
      run = exm_utf8_run_by (how, data + at, n - at, &scan.n_multi);
      at += run;
      if (at == n)
        break;
      if (data[at] == 0)
        {
          scan.n_nul++;
          at++;
          continue;
        }
      if (scan.n_bad == 0)
        n_wide = count_wide (data, n);
      at += exm_utf8_bad_length (data + at, n - at, &scan.ends_cut);
      scan.n_bad++;
      if (!may_be_utf8 (&scan, n_wide))
        break;
    }
  return scan;
}

static void
decode_utf8 (ExmDecoded *self, const guint8 *data, gsize n)
{
  for (gsize at = 0; at < n;)
    {
      gboolean cut;
      gsize run = exm_utf8_run (data + at, n - at, &self->n_wide);
      g_string_append_len (self->text, (const char *) data + at, (gssize) run);
      at += run;
      if (at == n)
        break;
      if (data[at] == 0)
        {
          self->n_nul++;
          at++;
          continue;
        }
      replace (self, at);
      at += exm_utf8_bad_length (data + at, n - at, &cut);
    }
}

static void
decode_utf16 (ExmDecoded *self, const guint8 *data, gsize n, gboolean big)
{
  guint high = big ? 0 : 1;

  for (gsize at = 0; at < n; at += 2)
    {
      if (at + 1 == n)
        {
          replace (self, at);
          return;
        }
      gunichar c = (gunichar) (data[at + high] << 8 | data[at + 1 - high]);
      if (c < 0xd800 || c > 0xdfff)
        {
          put (self, c);
          continue;
        }
      gunichar next = 0;
      if (at + 3 < n)
        next = (gunichar) (data[at + 2 + high] << 8 | data[at + 3 - high]);
      if (c > 0xdbff || next < 0xdc00 || next > 0xdfff)
        {
          replace (self, at);
          continue;
        }
      put (self, 0x10000 + ((c - 0xd800) << 10) + (next - 0xdc00));
      at += 2;
    }
}

typedef struct
{
  ExmDecoded *out; /* (unowned) */
  UChar high;      /* a high surrogate whose partner comes with the next chunk */
} Units;

static void
put_units (Units *self, const UChar *units, gsize n)
{
  for (gsize i = 0; i < n; i++)
    {
      gunichar c = units[i];
      if (c >= 0xd800 && c <= 0xdbff)
        {
          self->high = units[i];
          continue;
        }
      if (c >= 0xdc00 && c <= 0xdfff)
        c = 0x10000 + (((gunichar) self->high - 0xd800) << 10) + (c - 0xdc00);
      put (self->out, c);
    }
}

/* Replaces the invalid sequence at @data[@at]. Returns: how many of its @n_bad bytes are
 * consumed */
static gsize
handle_bad (Units *self, const guint8 *data, gsize at, gsize n_bad)
{
  replace (self->out, at);
  if (n_bad == 2 && data[at] >= 0x80 && data[at + 1] < 0x80)
    return 1;
  return n_bad;
}

static void
decode_multi (ExmDecoded *self, const ExmEncoding *encoding, const guint8 *data, gsize n)
{
  UErrorCode status = U_ZERO_ERROR;
  UConverter *converter = ucnv_open (encoding->converter, &status);
  const char *begin = (const char *) data;
  const char *source = begin;
  gsize floor = 0; /* where the step after the last bad sequence began */
  Units units = { .out = self };

  ucnv_setToUCallBack (converter, UCNV_TO_U_CALLBACK_STOP, NULL, NULL, NULL, &status);
  g_return_if_fail (U_SUCCESS (status));
  gboolean more = FALSE; /* ICU holds characters that found no room */
  while (more || source < begin + n)
    {
      UChar chunk[CHUNK_UNITS];
      UChar *target = chunk;
      UErrorCode result = U_ZERO_ERROR;
      ucnv_toUnicode (converter, &target, chunk + CHUNK_UNITS, &source, begin + n, NULL,
                      TRUE, &result);
      put_units (&units, chunk, (gsize) (target - chunk));
      more = result == U_BUFFER_OVERFLOW_ERROR;
      if (more)
        continue;
      if (U_SUCCESS (result))
        break;

      char bytes[32];
      int8_t n_bytes = sizeof bytes;
      UErrorCode asked = U_ZERO_ERROR;
      ucnv_getInvalidChars (converter, bytes, &n_bytes, &asked);
      gsize end = (gsize) (source - begin);
      gsize n_bad = U_SUCCESS (asked) && n_bytes > 0 ? (gsize) n_bytes : 1;
      n_bad = CLAMP (n_bad, 1, MAX (end - MIN (floor, end), 1));
      gsize at = MAX (end, n_bad) - n_bad;
      gsize next = at + handle_bad (&units, data, at, n_bad);
      floor = MAX (floor + 1, next);
      source = begin + floor;
    }
  ucnv_close (converter);
}

void
exm_decoded_init (ExmDecoded *self,
                  const ExmEncoding *encoding,
                  const guint8 *data,
                  gsize n)
{
  *self = (ExmDecoded){
    .text = g_string_sized_new (n + n / 2 + 16),
    .replaced = g_array_new (FALSE, FALSE, sizeof (guint64)),
  };
  switch (encoding->convert)
    {
    case EXM_CONVERT_UTF8:
      decode_utf8 (self, data, n);
      break;
    case EXM_CONVERT_UTF16LE:
    case EXM_CONVERT_UTF16BE:
      decode_utf16 (self, data, n, encoding->convert == EXM_CONVERT_UTF16BE);
      break;
    case EXM_CONVERT_SINGLE:
    case EXM_CONVERT_USER_DEFINED:
      single_byte_decode (self, encoding, data, n);
      break;
    case EXM_CONVERT_GB18030:
      gb18030_decode (self, data, n);
      break;
    case EXM_CONVERT_MULTI:
    case EXM_CONVERT_ESCAPED:
      decode_multi (self, encoding, data, n);
      break;
    default:
      g_assert_not_reached ();
    }
}
