/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Records of WARC/1.1 (ISO 28500:2017), each a member of gzip. Of a page that was fetched
 * with its headers: every request and answer; the last answer with the page as it is
 * stored, so that headers of encodings that were taken off are called
 * X-Archive-Orig-NAME. Of another page a "resource". Bytes that are in the file already
 * are a "revisit" of the first record that has them. Of the article: "metadata" as JSON,
 * and its text as "conversion".
 *
 * Ids are made of what a record holds: the same page has the same one wherever it is
 * written. One thread at a time. */

#pragma once

#include "publish/formats/exm-archive-page.h"

G_BEGIN_DECLS

typedef struct _ExmWarcWriter ExmWarcWriter;

/**
 * ExmWarcEntry:
 * @url: (owned)
 * @time_usec: Unix time in microseconds
 * @status: of HTTP, 200 for a resource
 * @type: (owned): media type of the page; "warc/revisit" for a revisit
 * @digest: (owned): of the payload, as "sha1:…" in base 32
 * @offset: of its member, in bytes
 * @n_bytes: of its member
 *
 * Record that an index lists: an answer, a revisit or a resource.
 */
typedef struct
{
  char *url;
  gint64 time_usec;
  guint status;
  char *type;
  char *digest;
  gsize offset;
  gsize n_bytes;
} ExmWarcEntry;

/**
 * exm_warc_writer_new:
 * @indexes: keep entries for exm_warc_writer_take_entries()
 *
 * Returns: (transfer full): a writer for one file; it knows no record that was written
 *   before
 */
ExmWarcWriter *exm_warc_writer_new (gboolean indexes);
void exm_warc_writer_free (ExmWarcWriter *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmWarcWriter, exm_warc_writer_free)

/* Appends the "warcinfo" that a file begins with. @time_usec: of the file, Unix time in
 * microseconds */
void exm_warc_writer_add_info (ExmWarcWriter *self, GString *out, gint64 time_usec);

/**
 * exm_warc_writer_add_article:
 * @out: appended to; what stood in it when the first record was added stays there, since
 *   offsets count from its start
 * @article: an article with an address
 * @key: of exm_article_key()
 * @pages: (nullable) (element-type ExmArchivePage): those that are stored of it
 *
 * A page that has the id of one that was written is not written once more. Cost: hashes
 * and compresses pages and text.
 */
void exm_warc_writer_add_article (ExmWarcWriter *self,
                                  GString *out,
                                  const ExmArticle *article,
                                  const char *key,
                                  const GPtrArray *pages);

/**
 * exm_warc_writer_add_conversion:
 * @out: appended to
 * @url: of the page
 * @time_usec: Unix time in microseconds
 * @key: makes the id another one for another text of the same page and time
 * @page: (nullable): id of the record that it is made of
 * @text: (nullable): the article
 *
 * Any thread. Cost: hashes and compresses the text.
 */
void exm_warc_writer_add_conversion (GString *out,
                                     const char *url,
                                     gint64 time_usec,
                                     const char *key,
                                     const char *page,
                                     const char *text);

/* Returns: (transfer full) (element-type ExmWarcEntry): since the last call, in the order
 * of the file; offsets count from the start of what was appended to then */
GPtrArray *exm_warc_writer_take_entries (ExmWarcWriter *self);

G_END_DECLS
