/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "charset/exm-single-byte.h"

#include "base/exm-fill.h"
#include "charset/exm-utf8-put.h"

#include <string.h>
#include <unicode/ucnv.h>

#define REPLACEMENT 0xfffd

/* Bytes of input that room is made for at once, and the most that one of them becomes. */
#define CHUNK_BYTES 512u
#define MAX_GROWTH 3u

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

void
exm_single_byte_decode (ExmDecoded *self,
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
      for (p = exm_utf8_put_ascii (p, stop, &to); p < stop;
           p = exm_utf8_put_ascii (p + 1, stop, &to))
        {
          guint32 c = *p != 0 ? table[*p - 0x80] : 0;
          if (*p == 0)
            self->n_nul++;
          else if (c != 0)
            self->n_wide++;
          else
            exm_decoded_count_replaced (self, (guint64) (p - data));
          if (*p != 0)
            to = exm_utf8_put_char (to, c != 0 ? c : REPLACEMENT);
        }
      exm_fill_written (self->text, to);
    }
}
