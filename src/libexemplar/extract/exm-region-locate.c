/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "extract/exm-region-locate.h"

#include "base/exm-align.h"
#include "base/exm-text.h"
#include "kernel/exm-segment.h"
#include "types/exm-page-text.h"

#include <string.h>

/* --- Alignment of lines --- */

/* A line of its own in a body's text: lines of the page were left out here. */
#define EXM_REGION_GAP "[…]"

/* @text: (unowned): where it begins in the body's text; @n_bytes: its length; @n_tokens:
 * words, each CJK character being one; @behind_gap: an %EXM_REGION_GAP stands before it;
 * @line: the line of the page, %EXM_NONE if it was not found. */
typedef struct
{
  const char *text;
  gsize n_bytes;
  guint n_tokens;
  gboolean behind_gap;
  guint line;
} ExmAlignedLine;

/* Fills both with the lines of @body. */
static void
read_body (const char *body, GArray *lines, GArray *rows)
{
  ExmAlignedLine line = { .line = EXM_NONE };

  for (const char *p = body; *p != '\0'; p += line.n_bytes + (p[line.n_bytes] == '\n'))
    {
      line.text = p;
      line.n_bytes = strcspn (p, "\n");
      const guint64 key = exm_text_key (p, line.n_bytes);
      if (line.n_bytes == strlen (EXM_REGION_GAP)
          && memcmp (p, EXM_REGION_GAP, line.n_bytes) == 0)
        line.behind_gap = TRUE;
      else if (key != 0)
        {
          line.n_tokens = exm_text_count_tokens (p, line.n_bytes);
          const ExmAlignRow row = { key, line.n_tokens, line.behind_gap };
          g_array_append_val (lines, line);
          g_array_append_val (rows, row);
          line.behind_gap = FALSE;
        }
    }
}

/* The lines of both with equal keys are put in pairs so that as much of @body as
 * possible is found, in its order. Of equally good ways that one is taken in which lines
 * next to each other in @body are so on the page too, and an %EXM_REGION_GAP stands for
 * something. Flagged lines are not looked at. Cost: O(n log n) in the lines of both.
 * @page: the page; @body: UTF-8, a line each of the page, in its order. Returns:
 * (transfer full) (element-type ExmAlignedLine): the lines of @body but for empty ones
 * and gaps */
static GArray *
region_align (const ExmPageText *page, const char *body)
{
  GArray *aligned = g_array_new (FALSE, FALSE, sizeof (ExmAlignedLine));
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (ExmAlignRow));
  guint n_lines, n_keys = 0;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);
  g_autofree guint64 *keys = g_new (guint64, MAX (n_lines, 1));
  g_autofree guint *places = g_new (guint, MAX (n_lines, 1));

  read_body (body, aligned, rows);
  for (guint i = 0; i < n_lines; i++)
    if ((lines[i].flags & EXM_LINE_FLAGGED) == 0)
      {
        keys[n_keys] = lines[i].key;
        places[n_keys++] = i;
      }
  g_autofree guint *partners = g_new (guint, MAX (rows->len, 1));
  exm_align_keys ((const ExmAlignRow *) (gpointer) rows->data, rows->len, keys, n_keys,
                  partners);
  for (guint i = 0; i < aligned->len; i++)
    if (partners[i] != G_MAXUINT32)
      g_array_index (aligned, ExmAlignedLine, i).line = places[partners[i]];
  return aligned;
}

/* --- Location of a region --- */

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
  g_autoptr (GArray) rows = region_align (page, body);
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
