/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A text as lines that are compared with another's: a page, the body on a page, or a body
 * that was stored. Immutable, reference counted, any thread. */

#pragma once

#include "types/exm-page-text.h"

G_BEGIN_DECLS

typedef struct _ExmDiffText ExmDiffText;

/**
 * ExmDiffLine:
 * @text: UTF-8, without a line feed; ends after @n_bytes
 * @n_bytes: its length
 * @n_tokens: words, each CJK character being one
 * @line: its number where it comes from, from 0: of the page, or of the body
 * @key: exm_text_key() of it
 */
typedef struct
{
  const char *text;
  guint n_bytes;
  guint n_tokens;
  guint line;
  guint64 key;
} ExmDiffLine;

/**
 * exm_diff_text_new_page:
 * @page: a page; kept
 * @verdicts: (nullable) (array length=n_verdicts): an #ExmVerdict a line, to take only
 *   lines that are kept
 * @n_verdicts: their number; lines beyond are left out
 *
 * Lines that are flagged are no part of what a reader sees, and left out unless they are
 * kept. O(lines).
 *
 * Returns: (transfer full): its lines
 */
ExmDiffText *
exm_diff_text_new_page (ExmPageText *page, const guint8 *verdicts, guint n_verdicts);

/**
 * exm_diff_text_new_body:
 * @body: UTF-8, a line each; copied
 *
 * Returns: (transfer full): its lines but for empty ones; O(bytes)
 */
ExmDiffText *exm_diff_text_new_body (const char *body);

ExmDiffText *exm_diff_text_ref (ExmDiffText *self);
void exm_diff_text_unref (ExmDiffText *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmDiffText, exm_diff_text_unref)

/**
 * exm_diff_text_get_lines:
 * @n: (out): their number
 *
 * Returns: (transfer none): they live as long as @self
 */
const ExmDiffLine *exm_diff_text_get_lines (const ExmDiffText *self, guint *n);

/**
 * exm_diff_text_find:
 * @line: a number as #ExmDiffLine has it
 *
 * Returns: the index of that line, %EXM_NONE if it is left out; O(log lines)
 */
guint exm_diff_text_find (const ExmDiffText *self, guint line);

G_END_DECLS
