/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A part of a page that is seen as one: what methods that look at the page divide it
 * into. */

#pragma once

#include "types/exm-layout.h"

G_BEGIN_DECLS

/* How well the content of a block hangs together. */
#define EXM_MIN_COHERENCE 1u
#define EXM_MAX_COHERENCE 10u

/**
 * ExmBlock:
 * @parent: index of the block around it, which comes before; %EXM_NONE for the page
 * @first_line: first line of the page text in it, %EXM_NONE for pictures alone
 * @last_line: last line in it; of a block of several, lines in between may lie elsewhere
 * @box: where it lies, CSS pixels
 * @coherence: its degree of coherence, %EXM_MIN_COHERENCE … %EXM_MAX_COHERENCE; never
 *   less than that of the block around it
 * @depth: number of blocks around it
 * @is_main: it is the article
 */
typedef struct
{
  guint32 parent;
  guint32 first_line;
  guint32 last_line;
  ExmBox box;
  guint8 coherence;
  guint8 depth;
  gboolean is_main;
} ExmBlock;

G_END_DECLS
