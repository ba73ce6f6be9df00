/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Label of a line by the operator, in a form that finds the line again when the page is
 * read again and applies to other pages of the task. */

#pragma once

#include "types/exm-page-text.h"

G_BEGIN_DECLS

/* Verdict of the operator on a line of the target. */
typedef enum
{
  EXM_LINE_LABEL_AUTO,
  EXM_LINE_LABEL_BODY,
  EXM_LINE_LABEL_NOISE,
} ExmLineLabel;

typedef enum
{
  EXM_LABEL_BODY,  /* the line is body */
  EXM_LABEL_NOISE, /* it is not */
  EXM_LABEL_START, /* the body was made to start there */
  EXM_LABEL_END,   /* and to end there */
  EXM_LABEL_TAKEN, /* an end was moved over it, and it came in */
  EXM_LABEL_CUT,   /* the same, and it went out */
} ExmLabelKind;

/**
 * ExmLabel:
 * @kind: what was said
 * @key: exm_text_key() of the line
 * @occurrence: which of the page's lines with that key, 0 for the first
 * @place: class path of the line's block: see #ExmNode
 */
typedef struct
{
  ExmLabelKind kind;
  guint64 key;
  guint occurrence;
  guint64 place;
} ExmLabel;

/* Labels of one page that are kept: more than anybody sets by hand. */
#define EXM_MAX_PAGE_LABELS 1000u

/**
 * exm_label_make:
 * @line: a line of @page
 *
 * Cost: O(lines).
 */
ExmLabel exm_label_make (const ExmPageText *page, guint line, ExmLabelKind kind);

/**
 * exm_label_find:
 *
 * Returns: the line of @page that @label is about, %EXM_NONE if the page has no such line
 *   any more. O(lines)
 */
guint exm_label_find (const ExmLabel *label, const ExmPageText *page);

/**
 * exm_label_kind_get_name:
 *
 * Returns: "body", "noise", "start", "end", "taken" or "cut", for the store
 */
const char *exm_label_kind_get_name (ExmLabelKind kind);

/**
 * exm_label_kind_from_name:
 * @kind: (out): left alone if there is none of that name
 *
 * Returns: whether there is one of that name
 */
gboolean exm_label_kind_from_name (const char *name, ExmLabelKind *kind);

G_END_DECLS
