/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Files beneath a folder that others may write to as well: every step is taken from the
 * folder's descriptor and follows no symbolic link; what is written is on the disk when
 * the call returns. All calls may block on the disk; any thread. @path is for the words
 * of errors (%EXM_PUBLISH_ERROR) alone, unless it is said to be opened.
 *
 * Fail points: publish.write.before, .middle, .after; publish.sync.*, publish.rename.*,
 * publish.truncate.* with .before and .after. */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * exm_folder_open:
 * @path: absolute file name of a folder, opened; symbolic links in it are the operator's
 *   and followed
 * @create: whether a missing one is made, with the folders above it
 *
 * Returns: a descriptor to close, −1 on error
 */
int exm_folder_open (const char *path, gboolean create, GError **error);

/* Returns: the number of the file system that the folder is on, 0 where that cannot be
 * told; another one after a restart, maybe */
gint64 exm_folder_get_device (int folder);

/* Returns: whether a file system begins at the folder: its disk is connected */
gboolean exm_folder_is_mount_point (int folder);

/**
 * exm_folder_open_parent:
 * @folder: descriptor of a folder
 * @path: its name
 * @relative: path of a file beneath it; its folders are made where they are missing
 *
 * Returns: descriptor of the file's folder, to close; −1 on error
 */
int exm_folder_open_parent (int folder,
                            const char *path,
                            const char *relative,
                            GError **error);

/**
 * exm_folder_open_file:
 * @folder: descriptor of a folder
 * @name: a file in it, no path
 * @flags: of open(); O_NOFOLLOW and the like are added
 *
 * Only for regular files: pipes and devices are refused, not waited for.
 *
 * Returns: a descriptor to close, −1 on error
 */
int exm_folder_open_file (
    int folder, const char *name, int flags, const char *path, GError **error);

/**
 * exm_folder_write:
 * @fd: a file
 * @bytes: what to write
 * @n_bytes: how much
 * @offset: where, bytes from the start
 *
 * Returns: %TRUE once all is handed to the system
 */
gboolean exm_folder_write (int fd,
                           const char *bytes,
                           gsize n_bytes,
                           goffset offset,
                           const char *path,
                           GError **error);

/**
 * exm_folder_read:
 * @n_read: (out): how many of @n_bytes there are from @offset on
 *
 * Returns: (transfer full) (nullable): them, with room for a NUL; %NULL and errno if they
 *   cannot be read
 */
char *exm_folder_read (int fd, goffset offset, gsize n_bytes, gsize *n_read);

/**
 * exm_folder_sync:
 * @fd: a file or folder
 *
 * Returns: %TRUE once it is on the disk
 */
gboolean exm_folder_sync (int fd, const char *path, GError **error);

/**
 * exm_folder_can_sync_all:
 *
 * Returns: whether exm_folder_sync_all() is as good as a sync of each file
 */
gboolean exm_folder_can_sync_all (int folder);

/**
 * exm_folder_sync_all:
 * @folder: a folder that was opened before the files were written
 *
 * Syncs the whole file system that it is on: one wait for many files, and for what others
 * wrote.
 *
 * Returns: %TRUE once all is on the disk
 */
gboolean exm_folder_sync_all (int folder, const char *path, GError **error);

/**
 * exm_folder_write_new:
 * @name: one that is left from before is overwritten
 *
 * Returns: descriptor of the file, not synced yet, for exm_folder_close(); −1 on error,
 *   with nothing left of it
 */
int exm_folder_write_new (int folder,
                          const char *name,
                          const char *bytes,
                          gsize n_bytes,
                          const char *path,
                          GError **error);

gboolean exm_folder_close (int fd, const char *path, GError **error);

/* Returns: %TRUE once @temporary is named @name; the folder is not synced yet */
gboolean exm_folder_rename (int folder,
                            const char *temporary,
                            const char *name,
                            const char *path,
                            GError **error);

/**
 * exm_folder_truncate:
 *
 * Returns: %TRUE once the file ends at @size, on the disk too
 */
gboolean exm_folder_truncate (int fd, goffset size, const char *path, GError **error);

/**
 * exm_folder_replace:
 * @folder: descriptor of a folder
 * @temporary: name to write under at first; one that is left from before is overwritten
 * @name: the file
 *
 * Whoever opens @name sees the old file or the new one, whole; so does whoever looks
 * after a crash. On error nothing of @temporary is left.
 *
 * Returns: %TRUE once the new file is on the disk
 */
gboolean exm_folder_replace (int folder,
                             const char *temporary,
                             const char *name,
                             const char *bytes,
                             gsize n_bytes,
                             const char *path,
                             GError **error);

/**
 * exm_folder_lock:
 * @folder: descriptor of a folder
 * @cancellable: (nullable): ends the waiting
 *
 * Takes the folder's lock file (.exemplar.lock), waiting at most 10 s for others, threads
 * or processes. It is left where it is; closing the descriptor releases it, as does the
 * end of the process.
 *
 * Returns: a descriptor to close, −1 on error: %EXM_PUBLISH_ERROR_BUSY,
 *   %G_IO_ERROR_CANCELLED
 */
int
exm_folder_lock (int folder, const char *path, GCancellable *cancellable, GError **error);

G_END_DECLS
