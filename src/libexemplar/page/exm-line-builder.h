/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Gathers a page text from what tree construction tells. */

#pragma once

#include "types/exm-page-text.h"

G_BEGIN_DECLS

/**
 * exm_lines_build:
 * @parts: (inout): initialised, with its source set; complete afterwards
 *
 * Reads the source as HTML, scripts off, and fills everything but the address, the
 * charset and the source. One thread; O(source).
 */
void exm_lines_build (ExmPageTextParts *parts);

/**
 * exm_lines_build_fragment:
 * @parts: (inout): as above
 *
 * The same for a document inside of another one: what it embeds itself is left alone, and
 * what it hides stays hidden.
 */
void exm_lines_build_fragment (ExmPageTextParts *parts);

G_END_DECLS
