/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-archive"

#include "config.h"

#include "archive/exm-zstd-frame.h"

#include <zstd.h>

GByteArray *
exm_zstd_frame_pack (const char *bytes, gsize n_bytes, int level)
{
  GByteArray *frame = g_byte_array_new ();

  g_byte_array_set_size (frame, (guint) ZSTD_compressBound (n_bytes));
  size_t n = ZSTD_compress (frame->data, frame->len, bytes, n_bytes, level);
  /* Fails for want of memory alone, as GLib ends the program. */
  g_assert (!ZSTD_isError (n));
  g_byte_array_set_size (frame, (guint) n);
  return frame;
}

GBytes *
exm_zstd_frame_unpack (const guint8 *frame, gsize n_frame, gsize n_bytes)
{
  g_autofree guint8 *bytes = g_malloc (MAX (n_bytes, 1));

  if (ZSTD_decompress (bytes, n_bytes, frame, n_frame) != n_bytes)
    return NULL;
  return g_bytes_new_take (g_steal_pointer (&bytes), n_bytes);
}
