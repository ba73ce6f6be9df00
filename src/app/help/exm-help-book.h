/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The help as a whole, in one language: the topics of data/help, which the program
 * carries, in the groups and the order of its index. */

#pragma once

#include "app/help/exm-help-article.h"

#include <gio/gio.h>

G_BEGIN_DECLS

#define EXM_TYPE_HELP_BOOK (exm_help_book_get_type ())
G_DECLARE_FINAL_TYPE (ExmHelpBook, exm_help_book, EXM, HELP_BOOK, GObject)

/**
 * exm_help_book_new:
 * @languages: (nullable): what to look for, the best one first, as
 *   g_get_language_names() tells, which %NULL stands for; English is there in any case
 *
 * Any thread. Reads all topics: a few milliseconds.
 *
 * Returns: (transfer full): the help in the first of the languages that it is written in
 */
ExmHelpBook *exm_help_book_new (const char *const *languages);

/* Name of the folder: "C" for English, "zh_CN". */
const char *exm_help_book_get_language (ExmHelpBook *self);

/* Returns: (transfer none) (element-type ExmHelpArticle): in the order of the index */
GPtrArray *exm_help_book_get_articles (ExmHelpBook *self);

/* Returns: (nullable): the heading above article @index, where a group begins with it */
const char *exm_help_book_get_group (ExmHelpBook *self, guint index);

/* Returns: (transfer none) (nullable): %NULL where there is no topic of the name */
ExmHelpArticle *exm_help_book_find (ExmHelpBook *self, const char *name);

/* Returns: (transfer full) (nullable): the bytes of a picture, an SVG file whose colours
 *   are those of the light style */
GBytes *exm_help_book_read_picture (const char *name);

G_END_DECLS
