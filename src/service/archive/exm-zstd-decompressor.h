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

/* The same of frames that need @dictionary, which is copied. Returns: (transfer full)
 * (nullable): %NULL where it is none */
GConverter *exm_zstd_decompressor_new_with_dictionary (GBytes *dictionary);

/**
 * exm_zstd_dictionary_unpack:
 * @bytes: a dictionary, as it is or as a frame of zstd, as archives have it
 * @max_bytes: of the dictionary
 *
 * Returns: (transfer full) (nullable): the dictionary; %NULL where it is damaged or
 * larger
 */
GBytes *exm_zstd_dictionary_unpack (GBytes *bytes, gsize max_bytes);

G_END_DECLS
