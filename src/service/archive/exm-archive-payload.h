/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* An answer of HTTP as archives keep it: its head, and the page without the encodings
 * that it came in. Pure; any thread. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * ExmArchivePayload:
 * @status: of HTTP
 * @type: (owned) (nullable): value of Content-Type
 * @record: (owned) (nullable): of the fetch, as fetch/exm-fetch-record.h tells, with one
 *   exchange
 * @bytes: (owned): the page
 */
typedef struct
{
  guint status;
  char *type;
  char *record;
  GBytes *bytes;
} ExmArchivePayload;

void exm_archive_payload_clear (ExmArchivePayload *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ExmArchivePayload, exm_archive_payload_clear)

/**
 * exm_archive_payload_read_head:
 * @block: (array length=n_block): the start of an answer
 * @status: (out): of HTTP
 * @type: (out) (transfer full) (nullable): value of Content-Type
 *
 * Finds what tells whether the rest is worth reading. Cost: one pass over the head.
 *
 * Returns: whether a whole head is there
 */
gboolean exm_archive_payload_read_head (const char *block,
                                        gsize n_block,
                                        guint *status,
                                        char **type);

/**
 * exm_archive_payload_read:
 * @block: (array length=n_block): head, empty line and body
 * @url: (nullable): that was asked for; without it there is no record of the fetch
 * @time: as the archive has it, of ISO 8601
 * @max_bytes: of the page, decoded
 *
 * Undoes chunks, gzip, deflate, zstd and Brotli; of a body that breaks off it takes what
 * is there.
 *
 * Returns: whether it is an answer that could be read
 */
gboolean exm_archive_payload_read (ExmArchivePayload *self,
                                   const char *block,
                                   gsize n_block,
                                   const char *url,
                                   const char *time,
                                   gsize max_bytes);

G_END_DECLS
