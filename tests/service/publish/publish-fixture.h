/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Articles and folders for the tests of publishing. */

#pragma once

#include "task/exm-article.h"
#include "task/exm-output-format.h"

G_BEGIN_DECLS

/* An article of 1 May 2024; @title and @text may be anything. (transfer full) */
ExmArticle *make_article (const char *url, const char *title, const char *text);

/* Article @number of a fixed row, about 20 kB; every second pair shares its title. */
ExmArticle *make_numbered_article (guint number);

#define N_FEED_ARTICLES 3u

/* Article @number of a feed: the first has a date and a language, the second was changed.
 */
ExmArticle *make_feed_article (guint number);

/* A feed of so many of them; (transfer full). */
char *write_feed (ExmOutputFormat format, guint n_articles);

/* A new empty folder; (transfer full). */
char *make_folder (void);

/* Removes the folder with all in it, and frees @path. */
void remove_folder (char *path);

/* Paths of the files beneath the folder, sorted; hidden ones too if @hidden. */
GStrv list_files (const char *folder, gboolean hidden);

/* The file's bytes, which must be there; (transfer full). */
char *read_file (const char *folder, const char *name);

/* Runs read-back.py with @arguments (up to a NULL), which must say that all is well. */
void assert_reads_back (const char *first, ...) G_GNUC_NULL_TERMINATED;

G_END_DECLS
