/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-engine"

#include "config.h"

#include "article/exm-body-notes.h"

#include "types/exm-page-jumps.h"

/* A link to an element of its page. @target: that element */
typedef struct
{
  guint span;
  guint32 target;
  gboolean is_mark;
  guint line; /* the first kept line there */
} Link;

struct _ExmBodyNotes
{
  const ExmPageText *page; /* (unowned) */
  const ExmNode *nodes;    /* (unowned) */
  GHashTable *jumps;       /* (owned): 1 + span → ExmBodyJump */
  GHashTable *anchors;     /* (owned): 1 + line → number */
  GHashTable *labels;      /* (owned): 1 + element → its label */
};

static gpointer
as_key (guint index)
{
  return GUINT_TO_POINTER (index + 1);
}

/* An empty element marks the place where it stands. Code is written without anchors. */
static guint
find_line (const ExmBodyNotes *self, const ExmResultData *data, guint32 node)
{
  guint n;
  const ExmLine *lines = exm_page_text_get_lines (self->page, &n);

  if (self->nodes[node].first_line == EXM_NONE && self->nodes[node].parent != EXM_NONE)
    node = self->nodes[node].parent;
  if (self->nodes[node].first_line == EXM_NONE)
    return EXM_NONE;
  for (guint i = self->nodes[node].first_line; i <= self->nodes[node].last_line; i++)
    if (data->verdicts[i] == EXM_VERDICT_KEPT)
      return (lines[i].flags & EXM_LINE_CODE) == 0 ? i : EXM_NONE;
  return EXM_NONE;
}

/* The jumps of kept lines that lead to kept ones. */
static GArray *
find_links (const ExmBodyNotes *self, const ExmResultData *data, const GArray *jumps)
{
  GArray *links = g_array_new (FALSE, FALSE, sizeof (Link));

  for (guint i = 0; i < jumps->len; i++)
    {
      const ExmPageJump *jump = &g_array_index (jumps, ExmPageJump, i);
      const Link link = {
        .span = jump->span,
        .target = jump->target,
        .is_mark = jump->is_mark,
        .line = find_line (self, data, jump->target),
      };
      if (link.line != EXM_NONE)
        g_array_append_val (links, link);
    }
  return links;
}

static gboolean
is_word (const char *text)
{
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    if (!g_unichar_isalnum (g_utf8_get_char (p)))
      return FALSE;
  return TRUE;
}

/* Marks that are no words, as asterisks, become numbers. Two footnotes never have one
 * label. */
static const char *
take_label (ExmBodyNotes *self, guint32 note, const char *mark, GHashTable *taken)
{
  char *label = g_hash_table_lookup (self->labels, as_key (note));

  if (label != NULL)
    return label;
  if (is_word (mark) && !g_hash_table_contains (taken, mark))
    label = g_strdup (mark);
  for (guint i = g_hash_table_size (taken) + 1; label == NULL; i++)
    {
      g_autofree char *number = g_strdup_printf ("n%u", i);
      if (!g_hash_table_contains (taken, number))
        label = g_steal_pointer (&number);
    }
  g_hash_table_add (taken, label);
  g_hash_table_insert (self->labels, as_key (note), label);
  return label;
}

static guint
take_anchor (ExmBodyNotes *self, guint line)
{
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (self->anchors, as_key (line)));

  if (number > 0)
    return number;
  number = g_hash_table_size (self->anchors) + 1;
  g_hash_table_insert (self->anchors, as_key (line), GUINT_TO_POINTER (number));
  return number;
}

static void
add_jumps (ExmBodyNotes *self, const GArray *links)
{
  guint n;
  const ExmSpan *spans = exm_page_text_get_spans (self->page, &n);
  g_autoptr (GHashTable) taken = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < links->len; i++)
    {
      const Link *link = &g_array_index (links, Link, i);
      const ExmSpan *span = &spans[link->span];
      ExmBodyJump *jump = g_new0 (ExmBodyJump, 1);
      g_autofree char *mark = exm_page_dup_mark (self->page, span);
      guint32 note = EXM_NONE;
      jump->anchor = take_anchor (self, link->line);
      if (link->is_mark && link->line > span->line)
        note = exm_page_find_note (self->page, link->target, link->line);
      if (note != EXM_NONE)
        jump->label = take_label (self, note, mark, taken);
      g_hash_table_insert (self->jumps, as_key (link->span), jump);
    }
}

static gboolean
stands_in_note (const ExmBodyNotes *self, guint32 node)
{
  while (node != EXM_NONE && exm_body_notes_get_label (self, node) == NULL)
    node = self->nodes[node].parent;
  return node != EXM_NONE;
}

static void
mark_back_links (ExmBodyNotes *self, const GArray *links)
{
  guint n;
  const ExmSpan *spans = exm_page_text_get_spans (self->page, &n);

  for (guint i = 0; i < links->len; i++)
    {
      const Link *link = &g_array_index (links, Link, i);
      const ExmSpan *span = &spans[link->span];
      ExmBodyJump *jump = g_hash_table_lookup (self->jumps, as_key (link->span));
      g_autofree char *mark = exm_page_dup_mark (self->page, span);
      jump->goes_back = jump->label == NULL && link->line < span->line && mark != NULL
                        && stands_in_note (self, span->node);
    }
}

ExmBodyNotes *
exm_body_notes_new (const ExmPageText *page, const ExmResultData *data)
{
  g_autoptr (GArray) jumps = exm_page_find_jumps (page, data->verdicts, EXM_VERDICT_KEPT);
  guint n;

  if (jumps == NULL)
    return NULL;
  ExmBodyNotes *self = g_new0 (ExmBodyNotes, 1);
  self->page = page;
  self->nodes = exm_page_text_get_nodes (page, &n);
  self->jumps = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->anchors = g_hash_table_new (NULL, NULL);
  self->labels = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  g_autoptr (GArray) links = find_links (self, data, jumps);
  add_jumps (self, links);
  mark_back_links (self, links);
  return self;
}

void
exm_body_notes_free (ExmBodyNotes *self)
{
  g_hash_table_unref (self->jumps);
  g_hash_table_unref (self->anchors);
  g_hash_table_unref (self->labels);
  g_free (self);
}

const ExmBodyJump *
exm_body_notes_find_jump (const ExmBodyNotes *self, guint span)
{
  return self != NULL ? g_hash_table_lookup (self->jumps, as_key (span)) : NULL;
}

guint
exm_body_notes_get_anchor (const ExmBodyNotes *self, guint line)
{
  return self != NULL
             ? GPOINTER_TO_UINT (g_hash_table_lookup (self->anchors, as_key (line)))
             : 0;
}

const char *
exm_body_notes_get_label (const ExmBodyNotes *self, guint32 node)
{
  return self != NULL ? g_hash_table_lookup (self->labels, as_key (node)) : NULL;
}
