/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The blocks that are drawn over a page, kept so that they can be told to its script
 * whenever that is ready. Main thread only. */

#pragma once

#include "types/exm-result.h"

#include <webkit/webkit.h>

G_BEGIN_DECLS

typedef struct
{
  ExmResult *result; /* (owned) (nullable): whose blocks they are */
  char *numbers;     /* (owned): some numbers a block, or empty */
  char *words;       /* (owned): what is said of each, a line a block */
  guint current;     /* the one that is looked at, %EXM_NONE for none */
} ExmBlockMarks;

void exm_block_marks_init (ExmBlockMarks *self);
void exm_block_marks_clear (ExmBlockMarks *self);

/**
 * exm_block_marks_set:
 * @result: (nullable): whose blocks they are; %NULL, or one without blocks, for none
 *
 * Forgets which block is looked at, if they are others.
 *
 * Returns: whether they are
 */
gboolean exm_block_marks_set (ExmBlockMarks *self, ExmResult *result);

/**
 * exm_block_marks_send:
 * @view: whose script is told all of it
 */
void exm_block_marks_send (const ExmBlockMarks *self,
                           WebKitWebView *view,
                           GCancellable *cancellable);
void exm_block_marks_send_current (const ExmBlockMarks *self,
                                   WebKitWebView *view,
                                   GCancellable *cancellable);

/**
 * exm_block_marks_describe:
 * @index: which of its page's blocks it is
 *
 * Returns: (transfer full): "Block 12 · coherence 8 · lines 4–9"
 */
char *exm_block_marks_describe (const ExmBlock *block, guint index);

G_END_DECLS
