/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pages of an archive, in its order: answers with a page of HTML, resources, revisits. */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * ExmCapture:
 * @url: (owned): the page's address
 * @time_usec: when it was captured, Unix time in microseconds; 0 where the archive says
 *   none that can be
 * @charset: (owned) (nullable): as HTTP declared it
 * @record: (owned) (nullable): of its fetch, as fetch/exm-fetch-record.h tells; unless
 *   they are left out
 * @digest: (owned) (nullable): of its bytes as the archive says it
 * @bytes: (owned) (nullable): the page; %NULL of a revisit, whose bytes are those of the
 *   record with the same digest
 * @offset: of its record in the file
 * @id: (owned) (nullable): of its record
 * @original_url: (owned) (nullable): of a revisit, address of the record that has its
 * page
 * @original_usec: when that was captured, 0 where the archive does not say
 * @original_id: (owned) (nullable): of that record
 * @unmodified: of a revisit: the server said so, and nothing was compared
 */
typedef struct
{
  char *url;
  gint64 time_usec;
  char *charset;
  char *record;
  char *digest;
  GBytes *bytes;
  guint64 offset;
  char *id;
  char *original_url;
  gint64 original_usec;
  char *original_id;
  gboolean unmodified;
} ExmCapture;

void exm_capture_clear (ExmCapture *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ExmCapture, exm_capture_clear)

/* Returns: @usec, or 0 where clocks cannot have said so: before 1996, the year of the
 * first archives, or more than a day after @now_usec */
gint64 exm_capture_check_time (gint64 usec, gint64 now_usec);

/* Reasons for which a record that can be read is no page. */
typedef enum
{
  EXM_ARCHIVE_OTHER_RECORD, /* of another type, or without an address of HTTP */
  EXM_ARCHIVE_OTHER_STATUS, /* an answer other than 200 */
  EXM_ARCHIVE_OTHER_TYPE,   /* by what it says, or by its first bytes */
  EXM_N_ARCHIVE_REASONS
} ExmArchiveReason;

typedef struct _ExmArchiveInput ExmArchiveInput;

/**
 * exm_archive_input_new:
 * @stream: a WARC (1.0 and 1.1) or WACZ, as exm_archive_stream_new() takes it
 * @name: of it, for messages
 * @now_usec: captures of later days have no time
 * @error: (out): %G_IO_ERROR, with @name
 *
 * Returns: (transfer full): its pages, for one thread
 */
ExmArchiveInput *exm_archive_input_new (GInputStream *stream,
                                        const char *name,
                                        gint64 now_usec,
                                        GError **error);

/* Leaves the records of fetches out of captures: reading costs less. */
void exm_archive_input_leave_records (ExmArchiveInput *self);

void exm_archive_input_free (ExmArchiveInput *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmArchiveInput, exm_archive_input_free)

/**
 * exm_archive_input_next:
 * @capture: (out): the next page
 * @error: (out): %G_IO_ERROR_INVALID_DATA: a record that is damaged, named by its offset;
 *   the next call goes on behind it
 *
 * Blocks on the disk. Pages beyond %EXM_MAX_PAGE_BYTES are damaged, too. What the head of
 * an answer tells to be no page is passed over without being decoded, however large it
 * is.
 *
 * Returns: %FALSE with @error, or without one at the end
 */
gboolean
exm_archive_input_next (ExmArchiveInput *self, ExmCapture *capture, GError **error);

/* Returns: records that were read, of any type */
guint64 exm_archive_input_get_n_records (const ExmArchiveInput *self);

/* Returns: records that were passed over for @reason */
guint64 exm_archive_input_count (const ExmArchiveInput *self, ExmArchiveReason reason);

G_END_DECLS
