/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Texts about the trash. Main thread. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Returns: (transfer full): "“News” and its 214 articles are in the Trash" */
char *exm_trash_words_trashed (const char *name, guint n_articles);

/* @new_name: (nullable): where its own was taken. Returns: (transfer full): "“News” is
 * restored" */
char *exm_trash_words_restored (const char *name, const char *new_name);

G_END_DECLS
