/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A format that articles are published in: a file exm-format-ID.c that defines one of
 * these, called exm_format_ID. Whoever lists formats goes by exm_format_get(). */

#pragma once

#include "publish/formats/exm-warc-writer.h"
#include "task/exm-article.h"
#include "task/exm-output-format.h"

G_BEGIN_DECLS

/* Parts of the text around the first values of an entry, see #ExmFormat. */
#define EXM_N_FEED_MARKS 4u

typedef enum
{
  EXM_FORMAT_DOCUMENT, /* a file an article */
  EXM_FORMAT_RECORDS,  /* one file, to which articles are appended */
  EXM_FORMAT_FEED,     /* one file of the newest articles, which is written anew */
  EXM_FORMAT_WHOLE,    /* one file of what is exported, which nothing is added to */
} ExmFormatKind;

/**
 * ExmFormatHead:
 * @mark: whether a byte order mark goes first in a table
 * @id: (nullable): of a feed, a URN that stays the same
 * @title: (nullable): of a feed
 * @updated_usec: when the feed changed last, Unix time in microseconds
 * @self_url: (nullable): of a feed that is served, its own address
 * @first_url: (nullable): of the page with the newest articles, where there are more
 * @previous_url: (nullable): of the page before this one
 * @next_url: (nullable): of the page behind this one
 *
 * Facts about the whole that the start of a file tells.
 */
typedef struct
{
  gboolean mark;
  const char *id;
  const char *title;
  gint64 updated_usec;
  const char *self_url;
  const char *first_url;
  const char *previous_url;
  const char *next_url;
} ExmFormatHead;

/**
 * ExmFormatItem:
 * @article: (owned)
 * @task_name: (owned): of the task that it is of
 * @pictures: (owned) (nullable) (element-type ExmBookPicture): what is kept of it, of the
 *   types that books show
 *
 * An article of a book.
 */
typedef struct
{
  ExmArticle *article;
  char *task_name;
  GPtrArray *pictures;
} ExmFormatItem;

/**
 * ExmFormatBook:
 * @begin: @stream: empty, seekable; @folder: for files that go with it; (transfer full)
 * @add: @pages: (nullable) (element-type ExmArchivePage): those that are stored of it
 * @finish: writes what is left; the stream stays open
 * @free: of what @begin returned
 *
 * Writes a book of any size, article by article. Blocks on the disk; errors are of
 * %G_IO_ERROR.
 */
typedef struct
{
  gpointer (*begin) (GOutputStream *stream,
                     const ExmFormatHead *head,
                     const char *folder,
                     GError **error);
  gboolean (*add) (gpointer book,
                   const ExmArticle *article,
                   const char *key,
                   const GPtrArray *pages,
                   GError **error);
  gboolean (*finish) (gpointer book, GError **error);
  void (*free) (gpointer book);
} ExmFormatBook;

/**
 * ExmFormat:
 * @id: in task files, options and the store; never changed
 * @title: in lists, marked for translation
 * @summary: the line of help that tells what it is for, marked for translation
 * @extension: of files, without the dot
 * @media_type: as of RFC 6838
 * @kind: how articles and files belong together
 * @name: (nullable): usual template of the file's name where it is none of its kind
 * @sign: (nullable): of records without a start, and of feeds up to their id: how each
 *   file of them begins
 * @line_end: of records: what an editor may have left out at the end of the file
 * @entry: (nullable): of feeds, whose entries are a line each: what stands before an
 *   entry's id, before the time it was published, before the time it was changed, and
 *   behind that
 * @separator: (nullable): goes between two articles
 * @start: (nullable): writes what comes before the first article
 * @article: writes one article, by the key of exm_article_key(); not for books and
 *   archives
 * @archive: (nullable): of records that are bytes: as exm_warc_writer_add_article()
 * @pictured: (nullable): as @article, with what is written in place of which address of a
 *   picture (element-type utf8 utf8), %NULL for none; files of such a format have their
 *   pictures beside them
 * @end: (nullable): writes what comes behind the last article
 * @holds_pictures: of books: whether they show the pictures of their items
 * @book: (nullable): writes all articles at once where their file cannot be written one
 *   after the other; (transfer full), or %NULL where they are too many
 *
 * @stored: (nullable): the same of books that may be larger than the memory
 *
 * The functions are pure, append to @out, and take text that is no UTF-8.
 */
typedef struct
{
  const char *id;
  const char *title;
  const char *summary;
  const char *extension;
  const char *media_type;
  ExmFormatKind kind;
  const char *name;
  const char *sign;
  const char *line_end;
  const char *entry[EXM_N_FEED_MARKS];
  const char *separator;
  void (*start) (GString *out, const ExmFormatHead *head);
  void (*article) (GString *out, const ExmArticle *article, const char *key);
  void (*archive) (ExmWarcWriter *writer,
                   GString *out,
                   const ExmArticle *article,
                   const char *key,
                   const GPtrArray *pages);
  void (*pictured) (GString *out,
                    const ExmArticle *article,
                    const char *key,
                    GHashTable *pictures);
  void (*end) (GString *out);
  gboolean holds_pictures;
  GBytes *(*book) (GPtrArray *items, const ExmFormatHead *head, GError **error);
  const ExmFormatBook *stored;
} ExmFormat;

/* Each in a file of its own. */
#define EXM_FORMAT_DECLARE(constant, symbol, id)                                         \
  extern const ExmFormat exm_format_##symbol;
EXM_OUTPUT_FORMATS (EXM_FORMAT_DECLARE)
EXM_EXPORT_FORMATS (EXM_FORMAT_DECLARE)
#undef EXM_FORMAT_DECLARE

/**
 * exm_format_get:
 * @format: less than %EXM_N_FORMATS
 *
 * Returns: (transfer none): what the format is
 */
const ExmFormat *exm_format_get (ExmOutputFormat format);

/**
 * exm_format_from_id:
 * @format: (out): the format; left alone if there is none
 *
 * Returns: whether there is one of that id, of a task or not
 */
gboolean exm_format_from_id (const char *id, ExmOutputFormat *format);

/**
 * exm_format_list_ids:
 * @n_formats: %EXM_N_FORMATS, or %EXM_N_OUTPUT_FORMATS for those of tasks
 *
 * Returns: (transfer full): their ids, as "text, markdown, html"
 */
char *exm_format_list_ids (guint n_formats);

/**
 * exm_format_list_help:
 * @n_formats: as above
 *
 * Returns: (transfer full): a line a format, translated, for the help of a command
 */
char *exm_format_list_help (guint n_formats);

/**
 * exm_format_dup_label:
 * @self: a format
 *
 * Returns: (transfer full): its title, translated, and whether it is one file
 */
char *exm_format_dup_label (const ExmFormat *self);

G_END_DECLS
