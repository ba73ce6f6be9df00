/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "lab/methods/exm-source-rows.h"

#include <string.h>

/* Empty rows between two others: more of them end whatever fewer do not. */
#define MAX_EMPTY 64u

/* Markup between two lines. */
typedef struct
{
  const char *at;
  const char *end;
  guint n_feeds;
  guint n_breaks; /* tags of block elements */
} Gap;

static const char *
find (const char *at, const char *end, const char *what)
{
  const char *found = memmem (at, (gsize) (end - at), what, strlen (what));

  return found != NULL ? found : end;
}

/* Behind the end tag of a script or style sheet. */
static const char *
skip_raw_text (const char *at, const char *end, const char *name)
{
  gsize n = strlen (name);

  for (;;)
    {
      at = find (at, end, "</");
      if (at == end || (gsize) (end - at) < n + 2)
        return end;
      if (g_ascii_strncasecmp (at + 2, name, n) == 0)
        return find (at, end, ">");
      at += 2;
    }
}

/* From "<" to behind the tag or comment. */
static void
skip_markup (Gap *gap)
{
  const char *name = gap->at + 1;
  const char *end = gap->end;

  if (end - name >= 3 && memcmp (name, "!--", 3) == 0)
    {
      gap->at = MIN (find (name, end, "-->") + 3, end);
      return;
    }
  if (name < end && *name == '/')
    name++;
  if (name == end || (!g_ascii_isalpha (*name) && *name != '!' && *name != '?'))
    {
      gap->at++;
      return;
    }
  gsize n = 0;
  while (name + n < end && g_ascii_isalnum (name[n]))
    n++;
  ExmTag tag = exm_tag_from_name (name, n);
  gap->n_breaks += (exm_tag_get_class (tag) & EXM_TAG_BLOCK) != 0;
  gap->at = MIN (find (name, end, ">") + 1, end);
  if (name[-1] == '<' && (tag == EXM_TAG_SCRIPT || tag == EXM_TAG_STYLE))
    gap->at = skip_raw_text (gap->at, end, exm_tag_get_name (tag));
}

/* How many rows lie between a line that ends at @from and one that starts at @to. */
static guint
count_empty (const char *source, gsize from, gsize to)
{
  Gap gap = { .at = source + from, .end = source + MAX (from, to) };

  while (gap.at < gap.end)
    {
      if (*gap.at == '<')
        skip_markup (&gap);
      else
        gap.n_feeds += *gap.at++ == '\n';
    }
  guint n = gap.n_feeds > 0 ? gap.n_feeds : gap.n_breaks;
  return MIN (MAX (n, 1) - 1, MAX_EMPTY);
}

static guint
count_text (const ExmPageText *page, const ExmLine *line, guint index)
{
  const char *text = exm_page_text_get_line (page, index);
  guint n = line->n_chars;

  /* White space is single blanks in lines. */
  for (guint i = 0; i < line->n_bytes; i++)
    n -= text[i] == ' ';
  return n;
}

GArray *
exm_source_rows_new (const ExmPageText *page)
{
  const char *source = g_bytes_get_data (exm_page_text_get_source (page), NULL);
  guint n_lines;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (ExmSourceRow));
  const ExmSourceRow empty = { .line = EXM_NONE };
  gsize done = 0;

  for (guint i = 0; i < n_lines; i++)
    {
      if (lines[i].flags & EXM_LINE_FLAGGED)
        continue;
      /* Lines that the reader moved may stand before those above them. */
      guint n_empty
          = rows->len > 0 ? count_empty (source, done, lines[i].source_start) : 0;
      for (guint k = 0; k < n_empty; k++)
        g_array_append_val (rows, empty);
      gsize end = MAX (done, lines[i].source_end);
      const ExmSourceRow row = {
        .line = i,
        .n_text = count_text (page, &lines[i], i),
        .n_bytes = (guint) (end - done),
      };
      g_array_append_val (rows, row);
      done = end;
    }
  return rows;
}
