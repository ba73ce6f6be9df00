/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Files of a small ZIP archive, such as an office document. Pure; any thread. */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Limits of an archive, unpacked. */
#define EXM_ZIP_MAX_FILES 4096u
#define EXM_ZIP_MAX_BYTES (64u << 20)

/**
 * ExmZipFile:
 * @name: (owned): with "/" between folders
 * @bytes: (owned): unpacked
 */
typedef struct
{
  char *name;
  GBytes *bytes;
} ExmZipFile;

/**
 * exm_zip_read:
 * @error: (out): %EXM_PUBLISH_ERROR_FAILED: not a ZIP archive, damaged, or too large
 *
 * Encrypted archives and ZIP64 are refused. O(bytes).
 *
 * Returns: (transfer full) (nullable) (element-type ExmZipFile): the files in their order
 */
GPtrArray *exm_zip_read (GBytes *zip, GError **error);

G_END_DECLS
