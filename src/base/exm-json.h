/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * exm_json_is_shallow:
 * @text: JSON, or what claims to be
 * @n_bytes: its length
 * @max_depth: arrays and objects that may be open at once
 *
 * JSON parsers that recurse run out of stack on "[[[[…": this is asked before one sees
 * text from elsewhere. Pure; one pass.
 *
 * Returns: %FALSE if @text nests deeper
 */
gboolean
exm_json_is_shallow (const char *text, gsize n_bytes, guint max_depth);

G_END_DECLS
