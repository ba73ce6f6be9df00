/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A line of a task's pages: what it says, how many of them had it, and what the operator
 * ruled of it. Reference counted, filled by whoever makes it and immutable from the
 * moment it is handed on; then any thread may read it. */

#pragma once

#include "types/exm-label.h"

G_BEGIN_DECLS

/* Characters of a line that are kept: enough to know it by. */
#define EXM_SITE_LINE_CHARS 160u

/* Lines of one page that are counted; more only make a page of lists dear. */
#define EXM_SITE_LINE_MAX 4000u

/**
 * ExmSiteLine:
 * @key: exm_text_key() of the line
 * @text: (owned) (nullable): as it was seen first, at most %EXM_SITE_LINE_CHARS; %NULL
 *   where it was counted without its text
 * @n_pages: pages that had it
 * @n_site_pages: pages that were counted
 * @ruling: what holds of it on all pages of the task, whatever the counts
 */
typedef struct
{
  guint64 key;
  char *text;
  guint n_pages;
  guint n_site_pages;
  ExmLineLabel ruling;
} ExmSiteLine;

/**
 * exm_site_line_new:
 * @key: exm_text_key() of the line
 * @text: (nullable) (array length=n_bytes): UTF-8; copied, cut if it is long
 *
 * Returns: (transfer full): a line of no pages yet
 */
ExmSiteLine *exm_site_line_new (guint64 key, const char *text, gsize n_bytes);

ExmSiteLine *exm_site_line_ref (ExmSiteLine *self);
void exm_site_line_unref (ExmSiteLine *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmSiteLine, exm_site_line_unref)

/**
 * exm_site_line_list_keys:
 * @page: a page
 *
 * Returns: (transfer full) (element-type guint64): the keys of its lines that are not
 *   flagged, each once, ascending, at most %EXM_SITE_LINE_MAX
 */
GArray *exm_site_line_list_keys (const ExmPageText *page);

/**
 * exm_site_line_list:
 * @page: a page
 *
 * Returns: (transfer full) (element-type ExmSiteLine): the same lines with their texts,
 * as the page has them first
 */
GPtrArray *exm_site_line_list (const ExmPageText *page);

/**
 * exm_ruling_get_name:
 *
 * Returns: "none", "body" or "noise", for commands and JSON
 */
const char *exm_ruling_get_name (ExmLineLabel ruling);

/**
 * exm_ruling_from_name:
 * @ruling: (out): left alone if there is none of that name
 *
 * Returns: whether there is one of that name
 */
gboolean exm_ruling_from_name (const char *name, ExmLineLabel *ruling);

G_END_DECLS
