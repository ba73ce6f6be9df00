/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Text of an article as its reader shows it. */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Returns: (transfer full) (nullable): text of the page that the reader in @root shows;
 * %NULL while there is none */
char *test_reader_dup_text (gpointer root);

/* Clicks the mark beside a paragraph, by its number. */
void test_reader_click_mark (gpointer root, guint n);

G_END_DECLS
