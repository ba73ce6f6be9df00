/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Functions that the files of links share. */

#pragma once

#include "discover/exm-links.h"

G_BEGIN_DECLS

/* Appends the links of the page that have no text, where no other link leads there. */
void exm_links_add_bare (const ExmPageText *page, const char *base, GPtrArray *links);

/**
 * exm_link_says_next:
 * @text: of a link
 *
 * Returns: 2 for words that lead to the page of older entries, 1 for an arrow alone, else
 *   0
 */
guint exm_link_says_next (const char *text);

/**
 * exm_link_is_number:
 * @text: of a link
 *
 * Returns: the number that it is and nothing else, 0 for anything else
 */
guint exm_link_is_number (const char *text);

G_END_DECLS
