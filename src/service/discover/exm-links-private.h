/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What the files that look at links share. */

#pragma once

#include "discover/exm-links.h"

G_BEGIN_DECLS

/**
 * exm_links_dup_base:
 *
 * Returns: (transfer full) (nullable): the address that the page's links are relative to
 */
char *exm_links_dup_base (const ExmPageText *page);

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

/**
 * exm_link_same_host:
 *
 * Returns: whether both normalised addresses have the same host and port
 */
gboolean exm_link_same_host (const char *a, const char *b);

G_END_DECLS
