/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The line that says what the page's title element says. */

#pragma once

#include "types/exm-page-text.h"

G_BEGIN_DECLS

/**
 * exm_headline_is_title:
 * @text: the text of a line
 * @title: what the page's title element says
 *
 * Returns: whether @text is the title or its longest part between separators (`|`, `»`,
 * `-`, `_`, `:`, `,`, brackets); case, spaces and marks are not compared. O(bytes)
 */
gboolean exm_headline_is_title (const char *text, const char *title);

/**
 * exm_headline_list_titles:
 * @title: what the page's title element says
 *
 * Returns: (transfer full): what exm_headline_is_title() takes for the title, each once,
 *   for exm_headline_is_any()
 */
char **exm_headline_list_titles (const char *title);

/**
 * exm_headline_is_any:
 * @text: the text of a line
 * @titles: what exm_headline_list_titles() says
 *
 * Returns: what exm_headline_is_title() says, at a fraction of the cost for many lines
 */
gboolean exm_headline_is_any (const char *text, char **titles);

/**
 * exm_headline_dup_cut:
 * @title: what the page's title element says
 *
 * Returns: (transfer full): @title without its last part, where that stands behind a
 *   hyphen or underscore (`-`, `_`, `－`, `＿`, dashes): most often the site's name;
 * without white space at its ends. O(bytes)
 */
char *exm_headline_dup_cut (const char *title);

/**
 * exm_headline_find:
 * @page: a page
 *
 * Returns: the first heading that is its title, %EXM_NONE if there is none; O(headings)
 */
guint exm_headline_find (const ExmPageText *page);

G_END_DECLS
