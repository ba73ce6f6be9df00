/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Which of several pages should become an example, where nobody has said which is one: a
 * site has a new layout, and some of its pages are stored. An example teaches where lines
 * of the template are, so it has to be of the layout that most of them have; and a page
 * with a line or two of body teaches little about where a body begins and ends. */

#pragma once

#include "engine/exm-engine.h"

G_BEGIN_DECLS

/* Defects of a page as an example, the worst first. */
typedef enum
{
  EXM_EXAMPLE_TEACHES, /* nothing does */
  EXM_EXAMPLE_ALONE,   /* no other page looks like it */
  EXM_EXAMPLE_RARE,    /* fewer of the others look like it than like another page */
  EXM_EXAMPLE_EMPTY,   /* no body is found on it */
  EXM_EXAMPLE_UNSURE,  /* its body is not sure */
  EXM_EXAMPLE_SHORT,   /* its body is shorter than usual */
  EXM_EXAMPLE_LONG,    /* much longer */
  EXM_EXAMPLE_WEAK, /* the others' bodies are less sure beside it than beside another */
} ExmExampleLack;

/**
 * ExmExampleRank:
 * @page: place among the pages that were ranked
 * @n_like: how many of the others look like it
 * @like: the first of those, %EXM_NONE if there is none
 * @lack: %EXM_EXAMPLE_TEACHES where it looks like most of them, its body is sure and of a
 * usual length, and beside it the others' bodies are about as sure as beside any
 */
typedef struct
{
  guint page;
  guint n_like;
  guint like;
  ExmExampleLack lack;
} ExmExampleRank;

/**
 * exm_example_rank:
 * @pages: (array length=n_pages): the one to be preferred first
 * @cancellable: (nullable): ends it early, with pages that were not looked at behind
 *
 * Any thread. Each page is compared with each and extracted beside a few: some tenths of
 * a second for a dozen pages.
 *
 * Returns: (transfer full) (element-type ExmExampleRank): all of them, the best first
 */
GArray *exm_example_rank (ExmEngine *engine,
                          ExmPrepared *const *pages,
                          guint n_pages,
                          GCancellable *cancellable);

G_END_DECLS
