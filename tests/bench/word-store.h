/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Store of articles whose words are as frequent as those of a language: drawn by Zipf's
 * law, and every fourth was in the article before. The same each time. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  WORD_STORE_CHINESE, /* has 隧道 and the phrase 北江隧道 */
  WORD_STORE_LATIN,   /* has "tunnel" and the phrase "the northern tunnel" */
} WordStoreScript;

/**
 * word_store_fill:
 * @folder: a data folder without tasks
 * @n_tasks: tasks from 1 on, see store_task_uid(); articles in turn, of 400 sites
 * @n: articles, each a second after the one before
 *
 * Returns: bytes of titles and bodies
 */
gsize
word_store_fill (const char *folder, WordStoreScript language, guint n_tasks, guint n);

G_END_DECLS
