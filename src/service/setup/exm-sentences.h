/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Sentences of a message, one behind the other. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * exm_sentences_append:
 * @message: (inout): what is said so far, may be empty
 * @sentence: UTF-8, in the language of the messages
 *
 * Adds it behind a space, or without one where a full-width mark, as of Chinese, brings
 * its own. Any thread.
 */
void exm_sentences_append (GString *message, const char *sentence);

G_END_DECLS
