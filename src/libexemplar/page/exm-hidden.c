/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "page/exm-hidden.h"

#include "base/exm-shingles.h"

/* A paragraph: so long (a CJK character counts 3), with so many marks of prose. */
#define PARAGRAPH_LENGTH 80u
#define PARAGRAPH_MARKS 2u

/* Hidden notices ("this page needs scripts", cookies) are a paragraph or two. */
#define MIN_HIDDEN_TOKENS 60u

/* Share of what is hidden that may be said openly as well. */
#define MAX_REPEATED .3

#define HIDING (EXM_LINE_HIDDEN | EXM_LINE_NOSCRIPT | EXM_LINE_TEMPLATE)

gboolean
exm_line_is_prose (const ExmLine *line)
{
  return line->length >= PARAGRAPH_LENGTH && line->n_marks >= PARAGRAPH_MARKS
         && 2 * line->n_link_chars < line->n_chars;
}

guint
exm_parts_count_prose (const ExmPageTextParts *parts, guint16 flags)
{
  guint n_tokens = 0;

  for (guint i = 0; i < parts->lines.len; i++)
    {
      const ExmLine *line = &parts->lines.data[i];
      gboolean counts = flags != 0 ? (line->flags & flags) != 0
                                         && (line->flags & EXM_LINE_SELECT) == 0
                                   : (line->flags & EXM_LINE_FLAGGED) == 0;
      if (counts && exm_line_is_prose (line))
        n_tokens += line->n_tokens;
    }
  return n_tokens;
}

void
exm_parts_place_lines (ExmPageTextParts *parts)
{
  guint32 next = 0;

  for (guint i = 0; i < parts->lines.len; i++)
    {
      ExmLine *line = &parts->lines.data[i];
      line->start = next;
      if ((line->flags & EXM_LINE_FLAGGED) == 0)
        next += line->n_chars + 1;
    }
}

static const char *
get_text (const ExmPageTextParts *parts, const ExmLine *line)
{
  return parts->text.data + line->text;
}

/* Whether what is hidden is what is shown: pages keep it twice for machines. */
static gboolean
repeats_the_shown (const ExmPageTextParts *parts)
{
  g_autoptr (ExmShingles) shown = exm_shingles_new ();
  double n_tokens = 0, n_repeated = 0;

  for (guint i = 0; i < parts->lines.len; i++)
    {
      const ExmLine *line = &parts->lines.data[i];
      if ((line->flags & EXM_LINE_FLAGGED) == 0)
        exm_shingles_add (shown, get_text (parts, line), line->n_bytes);
    }
  for (guint i = 0; i < parts->lines.len; i++)
    {
      const ExmLine *line = &parts->lines.data[i];
      if ((line->flags & HIDING) == 0 || !exm_line_is_prose (line))
        continue;
      n_tokens += line->n_tokens;
      n_repeated += line->n_tokens
                    * exm_shingles_measure (shown, get_text (parts, line), line->n_bytes);
    }
  return n_repeated >= MAX_REPEATED * n_tokens;
}

/* The outermost hidden element around each element, EXM_NONE where there is none. */
static guint32 *
find_roots (const ExmPageTextParts *parts)
{
  guint n = parts->nodes.len;
  guint32 *roots = g_new (guint32, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    {
      const ExmNode *node = &parts->nodes.data[i];
      guint32 outer = node->parent != EXM_NONE ? roots[node->parent] : EXM_NONE;
      roots[i] = outer != EXM_NONE ? outer : (node->flags & HIDING) ? i : EXM_NONE;
    }
  return roots;
}

static void
reveal_line (ExmLine *line)
{
  if (line->flags & (EXM_LINE_NOSCRIPT | EXM_LINE_TEMPLATE))
    line->flags |= EXM_LINE_UNSEEN;
  line->flags &= (guint16) ~HIDING;
  line->flags |= EXM_LINE_REVEALED;
}

static int
compare_spans (const void *a, const void *b, void *unused)
{
  const ExmSpan *x = a, *y = b;

  if (x->line != y->line)
    return x->line < y->line ? -1 : 1;
  if (x->start != y->start)
    return x->start < y->start ? -1 : 1;
  return x->end > y->end ? -1 : x->end < y->end;
}

static void
reveal_images (ExmPageTextParts *parts, const ExmSpans *images)
{
  const guint n_before = parts->spans.len;

  for (guint i = 0; i < images->len; i++)
    {
      const ExmSpan *image = &images->data[i];
      ExmLine *line = &parts->lines.data[image->line];
      if ((line->flags & EXM_LINE_REVEALED) == 0)
        continue;
      line->flags |= EXM_LINE_IMAGE;
      exm_array_append (&parts->spans, *image);
    }
  /* A sort that leaves images at one place in their order. */
  if (parts->spans.len > n_before)
    exm_array_sort (&parts->spans, compare_spans);
}

gboolean
exm_hidden_reveal (ExmPageTextParts *parts, const ExmSpans *images)
{
  guint hidden = exm_parts_count_prose (parts, HIDING);

  if (hidden < MIN_HIDDEN_TOKENS || hidden <= exm_parts_count_prose (parts, 0)
      || repeats_the_shown (parts))
    return FALSE;

  g_autofree guint32 *roots = find_roots (parts);
  g_autofree guint8 *has_prose = g_new0 (guint8, MAX (parts->nodes.len, 1));
  for (guint i = 0; i < parts->lines.len; i++)
    {
      const ExmLine *line = &parts->lines.data[i];
      if (roots[line->node] != EXM_NONE && exm_line_is_prose (line))
        has_prose[roots[line->node]] = TRUE;
    }
  for (guint i = 0; i < parts->lines.len; i++)
    {
      ExmLine *line = &parts->lines.data[i];
      if (roots[line->node] != EXM_NONE && has_prose[roots[line->node]])
        reveal_line (line);
    }
  for (guint i = 0; i < parts->nodes.len; i++)
    if (roots[i] != EXM_NONE && has_prose[roots[i]])
      parts->nodes.data[i].flags &= (guint16) ~HIDING;
  reveal_images (parts, images);
  exm_parts_place_lines (parts);
  return TRUE;
}
