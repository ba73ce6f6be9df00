/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Names in an expression that XPath only looks up when it comes to them, and then does
 * not say where they stand. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * exm_xpath_check_names:
 * @expression: one that XPath's grammar allows, UTF-8
 * @error: %EXM_XPATH_ERROR_EXPRESSION; names the first function, prefix or variable that
 *   there is not, and its place
 *
 * O(bytes).
 *
 * Returns: whether there are all
 */
gboolean
exm_xpath_check_names (const char *expression, GError **error);

G_END_DECLS
