/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Sentences about a proposal, one behind the other. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * exm_sentences_join:
 * @first: UTF-8, in the language of the messages
 * @second: (nullable): one that follows
 *
 * Puts a space between them, or none where a full-width mark, as of Chinese, brings its
 * own. Any thread.
 *
 * Returns: (transfer full): both
 */
char *exm_sentences_join (const char *first, const char *second);

G_END_DECLS
