/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "page/exm-gutter.h"

#include "page/exm-hidden.h"
#include "html/exm-tag.h"

#include <string.h>

/* Elements around a number whose names are looked at. */
#define MAX_DEPTH 5u

/* Digits of the largest number of a line. */
#define MAX_DIGITS 6u

/* The number that the line is and nothing else; 0 if it is another text. */
static guint
read_number (const ExmPageTextParts *parts, const ExmLine *line)
{
  const char *text = parts->text.data + line->text;
  guint number = 0;

  if (line->n_bytes == 0 || line->n_bytes > MAX_DIGITS)
    return 0;
  for (guint i = 0; i < line->n_bytes; i++)
    {
      if (!g_ascii_isdigit (text[i]))
        return 0;
      number = number * 10 + (guint) (text[i] - '0');
    }
  return number;
}

static gboolean
names_gutter (const char *names)
{
  static const char *const words[]
      = { "gutter",      "lineno",       "linenos",     "linenum",  "linenumber",
          "line-number", "line-numbers", "linenumbers", "line-nos", "crayon-num" };

  for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
    if (strstr (names, words[i]) != NULL)
      return TRUE;
  return FALSE;
}

static gboolean
stands_in_gutter (const ExmPageTextParts *parts, const ExmLine *line)
{
  guint32 at = line->node;

  for (guint i = 0; i < MAX_DEPTH && at < parts->nodes.len; i++)
    {
      const ExmNode *node = &parts->nodes.data[at];
      if (node->tag == EXM_TAG_BODY || node->tag == EXM_TAG_ARTICLE)
        return FALSE;
      if (node->class_names != 0
          && names_gutter (parts->strings->str + node->class_names))
        return TRUE;
      at = node->parent;
    }
  return FALSE;
}

/* The row of a table that holds the numbers and the code beside them; %EXM_NONE where
 * there is none. */
static guint32
find_row (const ExmPageTextParts *parts, const ExmLine *line)
{
  guint32 at = line->node;

  for (guint i = 0; i < 2 * MAX_DEPTH && at < parts->nodes.len; i++)
    {
      if (parts->nodes.data[at].tag == EXM_TAG_TR)
        return at;
      at = parts->nodes.data[at].parent;
    }
  return EXM_NONE;
}

/* A row of a layout has headings, links and pictures; a listing has none. */
static gboolean
is_listing (const ExmPageTextParts *parts, const ExmNode *row)
{
  if (row->first_line == EXM_NONE || row->n_link_chars * 2 > row->n_chars)
    return FALSE;
  for (guint32 i = row->first_line; i <= row->last_line && i < parts->lines.len; i++)
    if (parts->lines.data[i].heading > 0 || (parts->lines.data[i].flags & EXM_LINE_IMAGE))
      return FALSE;
  return TRUE;
}

/* Lines beside numbers are code, in whatever elements they stand. */
static void
mark_listing (ExmPageTextParts *parts, guint32 row)
{
  const ExmNode *node = &parts->nodes.data[row];

  if (!is_listing (parts, node))
    return;
  for (guint32 i = node->first_line; i <= node->last_line && i < parts->lines.len; i++)
    if (!(parts->lines.data[i].flags & EXM_LINE_FLAGGED))
      parts->lines.data[i].flags |= EXM_LINE_CODE;
}

void
exm_gutter_mark (ExmPageTextParts *parts)
{
  gboolean found = FALSE;

  for (guint i = 0; i < parts->lines.len; i++)
    {
      ExmLine *line = &parts->lines.data[i];
      if (read_number (parts, line) == 0 || !stands_in_gutter (parts, line))
        continue;
      line->flags |= EXM_LINE_GUTTER;
      found = TRUE;
    }
  if (found)
    exm_parts_place_lines (parts);
}

void
exm_gutter_mark_listings (ExmPageTextParts *parts)
{
  guint32 last_row = EXM_NONE;

  for (guint i = 0; i < parts->lines.len; i++)
    {
      const ExmLine *line = &parts->lines.data[i];
      if (!(line->flags & EXM_LINE_GUTTER))
        continue;
      guint32 row = find_row (parts, line);
      if (row != EXM_NONE && row != last_row)
        mark_listing (parts, row);
      last_row = row;
    }
}
