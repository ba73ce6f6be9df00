/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "exm-region-locate.h"

#include "exm-segment.h"
#include "exm-text.h"

#include <string.h>

/* A line of at least this many squeezed bytes is looked for as a part of the text; a
 * shorter one ("News") occurs in any text and must be a line of it. */
#define MIN_PART 24u

/* A line that is no part of the text as a whole (a date glued to its front, a letter
 * changed) is tried in pieces of this many bytes; half of them must be there. */
#define PIECE 24u
#define N_PIECES 5u

/* Bytes around the last find in which the next one is looked for: linear time. */
#define REACH (64u * 1024u)

typedef struct
{
  char *text; /* (owned): squeezed */
  gsize n_bytes;
  GHashTable *keys; /* (owned) (element-type guint64): of its lines */
  gsize cursor;
} Body;

static void
body_init (Body *self, const char *body)
{
  self->text = exm_text_squeeze (body, strlen (body));
  self->n_bytes = strlen (self->text);
  self->cursor = 0;
  self->keys = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  for (const char *p = body; *p != '\0';)
    {
      gsize n = strcspn (p, "\n");
      guint64 *key = g_new (guint64, 1);
      *key = exm_text_key (p, n);
      g_hash_table_add (self->keys, key);
      p += n + (p[n] == '\n');
    }
}

static void
body_clear (Body *self)
{
  g_free (self->text);
  g_hash_table_unref (self->keys);
}

static gboolean
find_part (Body *self, const char *part, gsize n_bytes)
{
  gsize start = self->cursor > REACH ? self->cursor - REACH : 0;
  gsize end = MIN (self->cursor + REACH + n_bytes, self->n_bytes);
  const char *found
      = memmem (self->text + self->cursor, end - self->cursor, part, n_bytes);

  if (found == NULL)
    found = memmem (self->text + start, end - start, part, n_bytes);
  if (found == NULL)
    return FALSE;
  self->cursor = (gsize) (found - self->text) + n_bytes;
  return TRUE;
}

static gboolean
contains_line (Body *self, const ExmLine *line, const char *text)
{
  g_autofree char *squeezed = exm_text_squeeze (text, line->n_bytes);
  gsize n = strlen (squeezed);

  if (n < MIN_PART)
    return g_hash_table_contains (self->keys, &line->key);
  if (find_part (self, squeezed, n))
    return TRUE;
  if (n < N_PIECES * PIECE)
    return FALSE;
  guint n_found = 0;
  for (guint i = 0; i < N_PIECES; i++)
    n_found += find_part (self, squeezed + (n - PIECE) * i / (N_PIECES - 1), PIECE);
  return 2 * n_found > N_PIECES;
}

ExmRegion *
exm_region_locate (const ExmPageText *page, const char *body)
{
  guint n_lines;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);
  g_autofree guint8 *inside = g_new0 (guint8, MAX (n_lines, 1));
  g_autofree double *weights = g_new0 (double, MAX (n_lines, 1));
  ExmSegment segment;
  Body known;

  body_init (&known, body);
  for (guint i = 0; i < n_lines; i++)
    {
      if (lines[i].flags & EXM_LINE_FLAGGED)
        continue;
      inside[i] = contains_line (&known, &lines[i], exm_page_text_get_line (page, i));
      weights[i] = inside[i] ? lines[i].n_tokens : -(double) lines[i].n_tokens;
    }
  body_clear (&known);
  exm_segment_max (weights, n_lines, NULL, &segment);
  if (!segment.found)
    return NULL;
  for (guint i = 0; i < n_lines; i++)
    inside[i] &= i >= segment.head && i <= segment.tail;
  return exm_region_new (inside, n_lines);
}
