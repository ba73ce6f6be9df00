/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/inspector/exm-source-text.h"

#include <string.h>

/* Back to the beginning of a character. */
static gsize
step_back (const char *data, gsize n)
{
  while (n > 0 && ((guchar) data[n] & 0xc0) == 0x80)
    n--;
  return n;
}

static void
append_line (ExmSourceText *self, const char *line, gsize n)
{
  gsize n_shown = n;

  if (n > EXM_SOURCE_TEXT_LINE_BYTES)
    n_shown = step_back (line, EXM_SOURCE_TEXT_LINE_BYTES);
  for (gsize i = 0; i < n_shown; i++)
    /* Characters that end a line for a text view, or a text altogether. */
    g_string_append_c (self->text, line[i] == '\0' || line[i] == '\r' || line[i] == '\f'
                                       ? ' '
                                       : line[i]);
  if (n_shown < n)
    g_string_append (self->text, "…");
  self->n_left_out += n - n_shown;
}

ExmSourceText *
exm_source_text_new (GBytes *source)
{
  ExmSourceText *self = g_new0 (ExmSourceText, 1);
  const char *data = g_bytes_get_data (source, &self->n_bytes);
  gsize n = MIN (self->n_bytes, EXM_SOURCE_TEXT_BYTES);

  if (n < self->n_bytes)
    n = step_back (data, n);
  self->n_left_out = self->n_bytes - n;
  self->text = g_string_sized_new (n + 1);
  self->starts = g_array_new (FALSE, FALSE, sizeof (gsize));
  for (gsize at = 0; at < n;)
    {
      const char *feed = memchr (data + at, '\n', n - at);
      gsize end = feed != NULL ? (gsize) (feed - data) : n;
      g_array_append_val (self->starts, at);
      append_line (self, data + at, end - at);
      if (feed != NULL)
        g_string_append_c (self->text, '\n');
      at = end + 1;
    }
  return self;
}

void
exm_source_text_free (ExmSourceText *self)
{
  g_string_free (self->text, TRUE);
  g_array_unref (self->starts);
  g_free (self);
}

gboolean
exm_source_text_find (const ExmSourceText *self, gsize offset, guint *line, guint *index)
{
  guint low = 0, high = self->starts->len;

  if (high == 0 || offset >= MIN (self->n_bytes, EXM_SOURCE_TEXT_BYTES))
    return FALSE;
  while (high - low > 1)
    {
      guint middle = low + (high - low) / 2;
      if (g_array_index (self->starts, gsize, middle) <= offset)
        low = middle;
      else
        high = middle;
    }
  *line = low;
  *index = (guint) MIN (offset - g_array_index (self->starts, gsize, low),
                        EXM_SOURCE_TEXT_LINE_BYTES - 4);
  return TRUE;
}
