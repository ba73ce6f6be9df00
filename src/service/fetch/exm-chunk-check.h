/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Checks the framing of a body in chunks (RFC 9112, section 7.1) beside libsoup, which
 * takes a size that it cannot read for the last chunk's. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  EXM_CHUNK_IN_SIZE,
  EXM_CHUNK_IN_EXTENSION,
  EXM_CHUNK_IN_DATA,
  EXM_CHUNK_AFTER_DATA,
  EXM_CHUNK_COMPLETE,
  EXM_CHUNK_BAD,
} ExmChunkState;

/**
 * ExmChunkCheck:
 * @state: what comes next; %EXM_CHUNK_COMPLETE as soon as the last chunk's size was read,
 *   whatever trailers follow
 * @n_digits: of the size that is being read
 * @left: bytes of the chunk that are still to come
 * @n_bytes: of chunks so far, without their framing
 *
 * All zero at the start of a body.
 */
typedef struct
{
  ExmChunkState state;
  guint n_digits;
  gboolean size_ended;
  guint64 left;
  guint64 n_bytes;
} ExmChunkCheck;

/**
 * exm_chunk_check_feed:
 * @self: what was checked so far
 * @data: the next @n bytes from the network
 *
 * Sizes have one to 15 hexadecimal digits; blanks around them, extensions and lines that
 * end with LF alone are taken, as by browsers. Pure; cost: the bytes of the framing.
 */
void exm_chunk_check_feed (ExmChunkCheck *self, const guint8 *data, gsize n);

G_END_DECLS
