/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Gathers a page text from what tree construction tells. */

#pragma once

#include "page/exm-event-list.h"

G_BEGIN_DECLS

/**
 * exm_lines_open:
 * @events: (out caller-allocates): to be ended by exm_lines_close()
 * @parts: (inout): initialised, with its source set
 * @whole_page: %FALSE for a document inside of another one: what it hides stays hidden
 *
 * Reads the source as HTML, scripts off, and fills everything but the address, the
 * charset and the source. One thread; O(source).
 */
void exm_lines_open (ExmEventList *events, ExmPageTextParts *parts, gboolean whole_page);

/**
 * exm_lines_close:
 * @events: (inout): its page is complete
 *
 * Frees the fields of @events, or keeps them for the thread's next page.
 */
void exm_lines_close (ExmEventList *events);

/**
 * exm_lines_build_fragment:
 * @parts: (inout): initialised, with its source set; complete afterwards
 *
 * Builds the lines of a document inside of another one; what it embeds itself is left
 * alone.
 */
void exm_lines_build_fragment (ExmPageTextParts *parts);

G_END_DECLS
