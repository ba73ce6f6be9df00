/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define EXM_TYPE_ZSTD_DECOMPRESSOR (exm_zstd_decompressor_get_type ())
G_DECLARE_FINAL_TYPE (
    ExmZstdDecompressor, exm_zstd_decompressor, EXM, ZSTD_DECOMPRESSOR, GObject)

/**
 * exm_zstd_decompressor_new:
 *
 * Undoes one frame of Zstandard, or passes over one that holds no data; frames whose
 * window is above 128 MiB or that need a dictionary are errors. One thread.
 *
 * Returns: (transfer full): the converter
 */
GConverter *exm_zstd_decompressor_new (void);

G_END_DECLS
