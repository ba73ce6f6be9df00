/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "charset/exm-charset-decoder.h"

#include "base/exm-limits.h"
#include "charset/exm-gb18030.h"
#include "charset/exm-single-byte.h"
#include "charset/exm-utf8.h"

#include <string.h>
#include <unicode/ucnv.h>

#define REPLACEMENT 0xfffd
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

void
exm_decoded_count_replaced (ExmDecoded *self, guint64 position)
{
  self->n_replaced++;
  if (self->replaced->len < EXM_MAX_REPLACED_KEPT)
    g_array_append_val (self->replaced, position);
}

static void
replace (ExmDecoded *self, guint64 position)
{
  g_string_append_unichar (self->text, REPLACEMENT);
  exm_decoded_count_replaced (self, position);
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
      exm_single_byte_decode (self, encoding, data, n);
      break;
    case EXM_CONVERT_GB18030:
      exm_gb18030_decode (self, data, n);
      break;
    case EXM_CONVERT_MULTI:
    case EXM_CONVERT_ESCAPED:
      decode_multi (self, encoding, data, n);
      break;
    default:
      g_assert_not_reached ();
    }
}
