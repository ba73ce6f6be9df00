/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A ZIP archive, in memory or on a stream. Its files are stored as they are: the standard
 * of EPUB allows it, and no library has to be loaded for it. */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Size and place from which on ZIP64 (4.5.3 of PKWARE's APPNOTE) has to tell them. */
#define EXM_ZIP_LARGE G_GUINT64_CONSTANT (0xffffffff)

typedef struct _ExmZipWriter ExmZipWriter;

/* Returns: (transfer full): a writer in memory, for exm_zip_writer_finish() */
ExmZipWriter *exm_zip_writer_new (void);

/**
 * exm_zip_writer_new_on_stream:
 * @stream: at its start; seekable
 * @large: %EXM_ZIP_LARGE, less in tests
 *
 * An archive of any size, of files that need not be in memory.
 *
 * Returns: (transfer full): a writer for exm_zip_writer_close()
 */
ExmZipWriter *exm_zip_writer_new_on_stream (GOutputStream *stream, guint64 large);

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

/* Begins a file of unknown size; what is written up to exm_zip_writer_end() is in it. */
void exm_zip_writer_begin (ExmZipWriter *self, const char *name);
void exm_zip_writer_write (ExmZipWriter *self, const char *bytes, gsize n_bytes);
void exm_zip_writer_end (ExmZipWriter *self);

/**
 * exm_zip_writer_finish:
 *
 * Returns: (transfer full) (nullable): the archive, %NULL where it is larger than all
 *   readers know: 65,535 files or 4 GiB. The writer is empty then.
 */
GBytes *exm_zip_writer_finish (ExmZipWriter *self);

/**
 * exm_zip_writer_close:
 * @error: (out): %G_IO_ERROR: the first that the stream had since the start
 *
 * Writes the directory; the stream stays open. Blocks on the disk.
 */
gboolean exm_zip_writer_close (ExmZipWriter *self, GError **error);

G_END_DECLS
