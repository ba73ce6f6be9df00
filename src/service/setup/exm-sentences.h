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

/* Returns: (transfer full): why @n_articles items of a feed are articles, and @n_left are
 * none; any thread */
char *exm_sentences_new_of_feed (guint n_articles, guint n_left);

G_END_DECLS
