/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Bytes as one frame of Zstandard, and back. Any thread. */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * exm_zstd_frame_pack:
 * @bytes: (array length=n_bytes): any
 * @level: 1 is fast, 19 is small
 *
 * Returns: (transfer full): a frame that tells its length
 */
GByteArray *exm_zstd_frame_pack (const char *bytes, gsize n_bytes, int level);

/**
 * exm_zstd_frame_unpack:
 * @frame: (array length=n_frame): of exm_zstd_frame_pack()
 * @n_bytes: that were packed
 *
 * Returns: (transfer full) (nullable): the bytes; %NULL where the frame is damaged
 */
GBytes *exm_zstd_frame_unpack (const guint8 *frame, gsize n_frame, gsize n_bytes);

G_END_DECLS
