/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/web/exm-page-message.h"

#include "types/exm-page-text.h"

#include <string.h>

/* Words before the runs of a region: its name, first and last line. */
#define N_REGION_WORDS 3u

static const struct
{
  const char *name;
  ExmPageMessageKind kind;
  guint n_numbers;
} kinds[] = {
  { "line-hovered", EXM_PAGE_MESSAGE_LINE_HOVERED, 1 },
  { "line-activated", EXM_PAGE_MESSAGE_LINE_ACTIVATED, 1 },
  { "mark-hover", EXM_PAGE_MESSAGE_MARK_HOVER, 2 },
  { "mark-cursor", EXM_PAGE_MESSAGE_MARK_CURSOR, 2 },
  { "region", EXM_PAGE_MESSAGE_REGION, 2 },
};

void
exm_page_message_clear (ExmPageMessage *self)
{
  g_clear_pointer (&self->words, g_strfreev);
}

static gboolean
parse_number (const char *word, guint *number)
{
  guint64 value;

  if (word == NULL
      || !g_ascii_string_to_unsigned (word, 10, 0, G_MAXUINT32, &value, NULL))
    return FALSE;
  *number = (guint) value;
  return TRUE;
}

/* A run of lines, "12-40". */
static gboolean
parse_run (const char *word, guint n_lines, guint *first, guint *last)
{
  g_auto (GStrv) ends = g_strsplit (word, "-", 3);

  return g_strv_length (ends) == 2 && parse_number (ends[0], first)
         && parse_number (ends[1], last) && *first <= *last && *last < n_lines;
}

static gboolean
is_line (guint line, guint n_lines)
{
  return line < n_lines || line == EXM_NONE;
}

static gboolean
are_lines_valid (const ExmPageMessage *self, guint n_lines)
{
  switch (self->kind)
    {
    case EXM_PAGE_MESSAGE_LINE_HOVERED:
      return is_line (self->first, n_lines);
    case EXM_PAGE_MESSAGE_LINE_ACTIVATED:
      return self->first < n_lines;
    case EXM_PAGE_MESSAGE_MARK_CURSOR:
      return self->first < n_lines && self->last <= 1;
    case EXM_PAGE_MESSAGE_MARK_HOVER:
      return TRUE;
    case EXM_PAGE_MESSAGE_REGION:
      break;
    }
  if (self->first == EXM_NONE || self->last == EXM_NONE)
    return self->first == self->last;
  for (guint i = N_REGION_WORDS; self->words[i] != NULL; i++)
    {
      guint first, last;
      if (!parse_run (self->words[i], n_lines, &first, &last))
        return FALSE;
    }
  return self->first <= self->last && self->last < n_lines;
}

gboolean
exm_page_message_parse (ExmPageMessage *self, const char *words, guint n_lines)
{
  self->words = g_strsplit (words, " ", -1);
  self->last = EXM_NONE;
  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_strcmp0 (self->words[0], kinds[i].name) == 0)
      {
        self->kind = kinds[i].kind;
        return parse_number (self->words[1], &self->first)
               && (kinds[i].n_numbers < 2 || parse_number (self->words[2], &self->last))
               && are_lines_valid (self, n_lines);
      }
  return FALSE;
}

guint8 *
exm_page_message_dup_mask (const ExmPageMessage *self, guint n_lines)
{
  guint8 *mask = g_new0 (guint8, n_lines);

  for (guint i = N_REGION_WORDS; self->words[i] != NULL; i++)
    {
      guint first, last;
      if (parse_run (self->words[i], n_lines, &first, &last))
        memset (mask + first, 1, last - first + 1);
    }
  return mask;
}
