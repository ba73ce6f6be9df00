/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* GLib's strings, filled piece by piece without a call for each. */

#pragma once

#include <glib.h>
#include <string.h>

G_BEGIN_DECLS

/**
 * exm_fill_string:
 * @n: bytes to make room for
 *
 * Returns: (transfer none): where they are to be written; exm_fill_written() tells how
 * many were
 */
static inline char *
exm_fill_string (GString *string, gsize n)
{
  if (G_UNLIKELY (string->allocated_len - string->len <= n))
    {
      gsize len = string->len;
      g_string_set_size (string, MAX (len + n, len + len / 2 + 256));
      string->len = len;
    }
  return string->str + string->len;
}

/**
 * exm_fill_written:
 * @end: behind the last byte that was written
 */
static inline void
exm_fill_written (GString *string, char *end)
{
  *end = '\0';
  string->len = (gsize) (end - string->str);
}

/* Copies @n bytes; nearly always a few, for which a call takes longer than the copy. */
static inline void
exm_fill_copy (char *to, const char *from, gsize n)
{
  if (n > 32)
    memcpy (to, from, n);
  else if (n >= 16)
    {
      guint64 first[2], last[2];
      memcpy (first, from, 16);
      memcpy (last, from + n - 16, 16);
      memcpy (to, first, 16);
      memcpy (to + n - 16, last, 16);
    }
  else if (n >= 8)
    {
      guint64 first, last;
      memcpy (&first, from, 8);
      memcpy (&last, from + n - 8, 8);
      memcpy (to, &first, 8);
      memcpy (to + n - 8, &last, 8);
    }
  else
    for (gsize i = 0; i < n; i++)
      to[i] = from[i];
}

/* Appends @n bytes. */
static inline void
exm_fill_bytes (GString *string, const char *bytes, gsize n)
{
  char *to = exm_fill_string (string, n);

  exm_fill_copy (to, bytes, n);
  exm_fill_written (string, to + n);
}

G_END_DECLS
