/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "extract/exm-region-locate.h"

#include "base/exm-text.h"
#include "extract/exm-region-align.h"
#include "kernel/exm-segment.h"

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

/* If no more of the text than this consists of lines of the page, it was not copied line
 * by line. */
#define ALIGNED_SHARE .5

/* Lines around those that were found in which the rest of the text is looked for. */
#define MARGIN 40u

/* A text on its way to a region. */
typedef struct
{
  const ExmPageText *page; /* (unowned) */
  const ExmLine *lines;    /* (unowned) */
  guint n_lines;
  guint8 *inside;  /* (owned) */
  double *weights; /* (owned): of the stretch that is looked for */
} Search;

static void
mark (Search *self, guint line, gboolean inside)
{
  self->inside[line] = inside;
  /* A line of asterisks is worth something where it is wanted. */
  self->weights[line] = inside ? MAX (self->lines[line].n_tokens, 1)
                               : -(double) self->lines[line].n_tokens;
}

/* Marks the lines from @first to before @end that are parts of @body. */
static void
find_parts (Search *self, const char *body, guint first, guint end)
{
  Body known;

  body_init (&known, body);
  for (guint i = first; i < end; i++)
    if ((self->lines[i].flags & EXM_LINE_FLAGGED) == 0)
      mark (self, i,
            contains_line (&known, &self->lines[i],
                           exm_page_text_get_line (self->page, i)));
  body_clear (&known);
}

/* Rows of the text that are no lines of the page, between two that are: broken in another
 * way there, or changed a little. */
static void
find_rest (Search *self, const GArray *rows, guint from, guint to, guint first, guint end)
{
  g_autoptr (GString) rest = g_string_new (NULL);

  for (guint r = from; r < to; r++)
    {
      const ExmAlignedLine *row = &g_array_index (rows, ExmAlignedLine, r);
      g_string_append_len (rest, row->text, (gssize) row->n_bytes);
      g_string_append_c (rest, '\n');
    }
  if (rest->len > 0)
    find_parts (self, rest->str, first, end);
}

/* Lines that the text says it left out cost the stretch nothing. */
static void
forgive (Search *self, guint first, guint end)
{
  for (guint i = first; i < end; i++)
    self->weights[i] = MAX (self->weights[i], 0);
}

static void
take_rows (Search *self, const GArray *rows)
{
  guint from = 0, last = EXM_NONE;

  for (guint i = 0; i < self->n_lines; i++)
    if ((self->lines[i].flags & EXM_LINE_FLAGGED) == 0)
      mark (self, i, FALSE);
  for (guint r = 0; r <= rows->len; r++)
    {
      const ExmAlignedLine *row
          = r < rows->len ? &g_array_index (rows, ExmAlignedLine, r) : NULL;
      if (row != NULL && row->line == EXM_NONE)
        continue;
      guint first = last != EXM_NONE ? last + 1 : 0;
      guint end = row != NULL ? row->line : self->n_lines;
      find_rest (self, rows, from, r,
                 last == EXM_NONE && end > MARGIN ? end - MARGIN : first,
                 row == NULL ? MIN (end, first + MARGIN) : end);
      gboolean gap = FALSE;
      for (guint k = from; k <= r && row != NULL && last != EXM_NONE; k++)
        gap |= g_array_index (rows, ExmAlignedLine, k).behind_gap;
      if (gap)
        forgive (self, first, end);
      if (row == NULL)
        break;
      mark (self, row->line, TRUE);
      last = row->line;
      from = r + 1;
    }
}

static gboolean
is_aligned (const GArray *rows)
{
  double n_found = 0, n_all = 0;

  for (guint r = 0; r < rows->len; r++)
    {
      const ExmAlignedLine *row = &g_array_index (rows, ExmAlignedLine, r);
      n_all += row->n_tokens;
      n_found += row->line != EXM_NONE ? row->n_tokens : 0;
    }
  return n_found > ALIGNED_SHARE * n_all;
}

ExmRegion *
exm_region_locate (const ExmPageText *page, const char *body)
{
  Search self = { .page = page };
  ExmSegment segment;
  ExmRegion *region = NULL;

  self.lines = exm_page_text_get_lines (page, &self.n_lines);
  self.inside = g_new0 (guint8, MAX (self.n_lines, 1));
  self.weights = g_new0 (double, MAX (self.n_lines, 1));
  g_autoptr (GArray) rows = exm_region_align (page, body);
  if (is_aligned (rows))
    take_rows (&self, rows);
  else
    find_parts (&self, body, 0, self.n_lines);
  exm_segment_max (self.weights, self.n_lines, NULL, &segment);
  for (guint i = 0; i < self.n_lines; i++)
    self.inside[i] &= i >= segment.head && i <= segment.tail;
  if (segment.found)
    region = exm_region_new (self.inside, self.n_lines);
  g_free (self.inside);
  g_free (self.weights);
  return region;
}

char *
exm_region_write (const ExmPageText *page, const ExmRegion *region)
{
  GString *out = g_string_new (NULL);
  gboolean gap = FALSE;
  guint n_lines;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);

  for (guint i = 0; i < n_lines; i++)
    {
      if (lines[i].flags & EXM_LINE_FLAGGED)
        continue;
      if (!exm_region_contains (region, i))
        {
          gap = out->len > 0;
          continue;
        }
      if (out->len > 0)
        g_string_append_c (out, '\n');
      if (gap)
        g_string_append (out, EXM_REGION_GAP "\n");
      g_string_append (out, exm_page_text_get_line (page, i));
      gap = FALSE;
    }
  return g_string_free (out, FALSE);
}
