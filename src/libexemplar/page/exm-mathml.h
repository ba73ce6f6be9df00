/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* MathML as TeX: formulas that MathJax 3 has drawn, or that a page has as MathML alone.
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * exm_mathml_dup_tex:
 * @source: HTML that begins with the start tag of a math element
 * @n_bytes: of what may be read
 *
 * Any thread; O(bytes of the element).
 *
 * Returns: (transfer full) (nullable): the element as TeX; %NULL where it has elements
 *   that are not known, is too large or does not end
 */
char *exm_mathml_dup_tex (const char *source, gsize n_bytes);

G_END_DECLS
