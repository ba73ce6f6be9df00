/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Texts of pages, names and times among words that run the other way. */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * exm_bidi_isolate:
 * @text: (nullable): what is put among other words: a name, a title, a time
 *
 * Isolates, as Unicode has it, what does not run as the window does, so that it neither
 * turns the words around it nor is turned by them: a time stays in order among Arabic
 * words, an Arabic name among English ones. Main thread; O(bytes).
 *
 * Returns: (transfer full) (nullable): the text, between marks that nobody sees if need
 * be
 */
char *exm_bidi_isolate (const char *text);

/* Aligns what @label says with the side on which it begins to be read. */
void exm_bidi_align (GtkLabel *label);

G_END_DECLS
