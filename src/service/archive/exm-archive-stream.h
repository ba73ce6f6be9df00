/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The records' bytes of an archive, one after the other: of a WARC as it is, in members
 * of gzip or frames of zstd, or of those that a WACZ holds. Memory is bounded. One
 * thread. */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _ExmArchiveStream ExmArchiveStream;

/**
 * exm_archive_stream_new:
 * @stream: a #GSeekable with a WARC, plain, of gzip or of zstd, or a WACZ; one that
 *   cannot seek is at its start, and no WACZ
 * @name: of it, for messages
 * @error: (out): %G_IO_ERROR, with @name
 *
 * Returns: (transfer full): the stream at its first record, or %NULL
 */
ExmArchiveStream *
exm_archive_stream_new (GInputStream *stream, const char *name, GError **error);

void exm_archive_stream_free (ExmArchiveStream *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmArchiveStream, exm_archive_stream_free)

/**
 * exm_archive_stream_peek:
 * @n_bytes: that are wanted
 * @n_there: (out): how many there are, fewer only at the end
 *
 * Damaged members are passed over and noted. Returns: (transfer none): the bytes that
 * come next; until the next call
 */
const char *
exm_archive_stream_peek (ExmArchiveStream *self, gsize n_bytes, gsize *n_there);

/* Passes over @n_bytes, or all that is left; returns whether they were there. */
gboolean exm_archive_stream_skip (ExmArchiveStream *self, guint64 n_bytes);

/**
 * exm_archive_stream_find_record:
 * @n_bytes: as for exm_archive_stream_peek()
 *
 * Looks for a member behind the next byte that begins with a record: a block that is said
 * to hold it is shorter than it says.
 *
 * Returns: bytes before it, @n_bytes if there is none
 */
gsize exm_archive_stream_find_record (ExmArchiveStream *self, gsize n_bytes);

/* Passes over the block of a record; in a plain file that can seek without reading it.
 * Returns: whether it was there; if not, it was passed over up to the next member with a
 * record or the end, or, of a file that has no members, not at all. */
gboolean exm_archive_stream_skip_block (ExmArchiveStream *self, guint64 n_bytes);

/* Returns: whether a member was passed over since the last call; @offset: (out): where it
 * begins in the file. Those that follow each other directly count as one. */
gboolean exm_archive_stream_take_damage (ExmArchiveStream *self, guint64 *offset);

/* Returns: where in the file the member begins that has the next byte; of a plain WARC
 * the byte */
guint64 exm_archive_stream_get_offset (const ExmArchiveStream *self);

G_END_DECLS
