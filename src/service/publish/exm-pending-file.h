/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A file of an article that is written under another name until it is on the disk, alone
 * or with others. May block on the disk; any thread. */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * ExmPendingFile:
 * @path: (owned): absolute file name that it gets
 * @n_bytes: its length
 */
typedef struct
{
  char *path;
  gsize n_bytes;
  char *name;      /* (owned): in its folder */
  char *temporary; /* (owned): the same, as long as it is not synced */
  int parent;      /* descriptor of its folder */
  int fd;          /* −1 once it is closed */
  gboolean written;
  gboolean named;
} ExmPendingFile;

/**
 * exm_pending_file_new:
 * @folder: descriptor of a folder
 * @path: its name
 * @relative: the file's beneath it; folders on the way are made
 * @temporary: name to write under; one that is left from before is overwritten
 * @bytes: NUL-terminated
 * @error: (out): %EXM_PUBLISH_ERROR; nothing is left of the file then
 *
 * Returns: (transfer full) (nullable): the file, not synced yet
 */
ExmPendingFile *exm_pending_file_new (int folder,
                                      const char *path,
                                      const char *relative,
                                      const char *temporary,
                                      const char *bytes,
                                      GError **error);

/**
 * exm_pending_files_finish:
 * @files: (element-type ExmPendingFile): %NULL for those that could not be written
 * @synced: folder whose disk was synced since they were written, or −1: those elsewhere
 * are synced each
 * @error: (nullable): why none of them may get its name
 * @errors: (array): as many as @files; set for those that do not get theirs
 *
 * Whoever opens one sees the old file or the new one, whole; so does whoever looks after
 * a crash. What has no error is on the disk under its name.
 */
void exm_pending_files_finish (const GPtrArray *files,
                               int synced,
                               const GError *error,
                               GError **errors);

/* @self: (transfer full) (nullable): nothing is left of it if it has not got its name */
void exm_pending_file_free (ExmPendingFile *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmPendingFile, exm_pending_file_free)

G_END_DECLS
