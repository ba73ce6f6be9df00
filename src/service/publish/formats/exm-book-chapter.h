/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Articles of a book in their order, and the sections that they make: days, in them
 * tasks.
 */

#pragma once

#include "publish/formats/exm-format.h"

G_BEGIN_DECLS

/* An article, and the section that it is in. */
typedef struct
{
  const ExmArticle *article; /* (unowned) */
  const GPtrArray *pictures; /* (unowned) (nullable) (element-type ExmBookPicture) */
  char *task;                /* (owned): text of XML */
  char *day;                 /* (owned) */
  char *title;               /* (owned): text of XML */
} ExmBookChapter;

/**
 * exm_book_make_chapters:
 * @items: (element-type ExmFormatItem): live longer than the chapters
 *
 * Returns: (transfer full) (element-type ExmBookChapter): the newest day first; in a day
 *   by task, and in a task as they came
 */
GPtrArray *exm_book_make_chapters (const GPtrArray *items);

const ExmBookChapter *exm_book_get_chapter (const GPtrArray *chapters, guint i);

/* Returns: (transfer full) (element-type utf8 ExmBookPicture): the pictures of all, by
 * where they lie; they are the items' */
GHashTable *exm_book_gather_pictures (const GPtrArray *chapters);

/* Whether chapter @i is the first one of its day, or of its task on that day. */
gboolean exm_book_begins_day (const GPtrArray *chapters, guint i);
gboolean exm_book_begins_task (const GPtrArray *chapters, guint i);

/* Whether @language, which may be %NULL, is written from the right to the left. */
gboolean exm_book_is_right_to_left (const char *language);

/**
 * exm_book_make_title:
 * @chapters: at least one
 * @name: (nullable): of the book
 *
 * Returns: (transfer full): the name and the days that it is of, as text of XML
 */
char *exm_book_make_title (const GPtrArray *chapters, const char *name);

G_END_DECLS
