/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A ZIP archive in memory. Its files are stored as they are: the standard of EPUB allows
 * it, and no library has to be loaded for it. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _ExmZipWriter ExmZipWriter;

ExmZipWriter *exm_zip_writer_new (void);
void exm_zip_writer_free (ExmZipWriter *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmZipWriter, exm_zip_writer_free)

/**
 * exm_zip_writer_add:
 * @name: of the file, ASCII, with "/" between folders
 * @text: what is in it
 */
void exm_zip_writer_add (ExmZipWriter *self, const char *name, const char *text);

/* The same of bytes. */
void exm_zip_writer_add_bytes (ExmZipWriter *self, const char *name, GBytes *bytes);

/**
 * exm_zip_writer_finish:
 *
 * Returns: (transfer full) (nullable): the archive, %NULL where it is larger than the
 *   format knows: 65,535 files or 4 GiB. The writer is empty then.
 */
GBytes *exm_zip_writer_finish (ExmZipWriter *self);

G_END_DECLS
