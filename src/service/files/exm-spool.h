/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A file for what has no room in memory; it has no name and goes with its stream. */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * exm_spool_new:
 * @folder: on whose disk
 * @error: (out): %G_IO_ERROR, naming the folder
 *
 * Returns: (transfer full): an empty file, seekable both ways
 */
GFileIOStream *exm_spool_new (const char *folder, GError **error);

/* Goes to byte @offset, for reading and writing. */
gboolean exm_spool_seek (GFileIOStream *self, guint64 offset, GError **error);

G_END_DECLS
