/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "charset/exm-gb18030.h"

#include "base/exm-fill.h"
#include "charset/exm-gb18030-tables.h"
#include "charset/exm-utf8-put.h"

#include <string.h>

/* Bytes of input that room is made for at once, and the most that one of them becomes. */
#define CHUNK_BYTES 512u
#define MAX_GROWTH 3u

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

void
exm_gb18030_decode (ExmDecoded *self, const guint8 *data, gsize n)
{
  const guint8 *end = data + n;

  for (const guint8 *p = data; p < end;)
    {
      const guint8 *stop = p + MIN (CHUNK_BYTES, (gsize) (end - p));
      char *to = exm_fill_string (self->text, MAX_GROWTH * (CHUNK_BYTES + 4));
      while (p < stop)
        {
          guint32 c;
          p = exm_utf8_put_ascii (p, stop, &to);
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
            exm_decoded_count_replaced (self, (guint64) (p - data));
          to = exm_utf8_put_char (to, c != 0 ? c : 0xfffd);
          p += length;
        }
      exm_fill_written (self->text, to);
    }
}
