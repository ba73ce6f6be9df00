/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Links from one kept line of a body to another, and footnotes among them: their marks,
 * the elements that hold them, and the links back. */

#pragma once

#include "types/exm-page-text.h"
#include "types/exm-result.h"

G_BEGIN_DECLS

typedef struct _ExmBodyNotes ExmBodyNotes;

/**
 * ExmBodyJump:
 * @anchor: number of the line that the link leads to, from 1
 * @label: (nullable): of the mark of a footnote: what stands in place of it
 * @goes_back: it leads from a footnote back to its mark
 */
typedef struct
{
  guint anchor;
  const char *label; /* (unowned) */
  gboolean goes_back;
} ExmBodyJump;

/**
 * exm_body_notes_new:
 * @page: the target; lives longer than the notes
 * @data: what was extracted from it
 *
 * O(page) where a kept line links to an element of its page, else O(spans).
 *
 * Returns: (transfer full) (nullable): %NULL where no link leads to a kept line
 */
ExmBodyNotes *exm_body_notes_new (const ExmPageText *page, const ExmResultData *data);

void exm_body_notes_free (ExmBodyNotes *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmBodyNotes, exm_body_notes_free)

/**
 * exm_body_notes_find_jump:
 * @self: (nullable)
 * @span: index of a span of the page
 *
 * Returns: (transfer none) (nullable): where in the body the link leads; O(1)
 */
const ExmBodyJump *exm_body_notes_find_jump (const ExmBodyNotes *self, guint span);

/**
 * exm_body_notes_get_anchor:
 * @self: (nullable)
 *
 * Returns: the number of the anchor before @line, 0 if no link leads there; O(1)
 */
guint exm_body_notes_get_anchor (const ExmBodyNotes *self, guint line);

/**
 * exm_body_notes_get_label:
 * @self: (nullable)
 * @node: an element of the page
 *
 * Returns: (transfer none) (nullable): its label if it is a footnote; O(1)
 */
const char *exm_body_notes_get_label (const ExmBodyNotes *self, guint32 node);

G_END_DECLS
