/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/exm-folder.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <linux/magic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "base/exm-fail-point.h"
#include "base/exm-said-error.h"
#include "publish/exm-publish-error.h"

#define LOCK_NAME ".exemplar.lock"
#define LOCK_WAIT_USEC (10 * G_USEC_PER_SEC)
#define LOCK_POLL_USEC (10 * 1000)

#define MAX_WRITE_BYTES (256u * 1024u)

static int
open_retrying (int folder, const char *name, int flags)
{
  int fd;

  do
    fd = openat (folder, name, flags | O_CLOEXEC, 0666);
  while (fd < 0 && errno == EINTR);
  return fd;
}

int
exm_folder_open (const char *path, gboolean create, GError **error)
{
  int fd = open_retrying (AT_FDCWD, path, O_RDONLY | O_DIRECTORY);

  if (fd < 0 && errno == ENOENT && create)
    {
      if (g_mkdir_with_parents (path, 0777) == 0)
        fd = open_retrying (AT_FDCWD, path, O_RDONLY | O_DIRECTORY);
    }
  if (fd < 0)
    exm_publish_error_set_errno (error, errno, path);
  return fd;
}

gint64
exm_folder_get_device (int folder)
{
  struct stat info;

  return fstat (folder, &info) == 0 ? (gint64) info.st_dev : 0;
}

gboolean
exm_folder_is_mount_point (int folder)
{
  struct stat own, above;

  return fstat (folder, &own) == 0 && fstatat (folder, "..", &above, 0) == 0
         && own.st_dev != above.st_dev;
}

/* A symbolic link that O_NOFOLLOW met shows as "not a folder" when one was wanted. */
static int
explain (int folder, const char *name, int number)
{
  struct stat info;

  if ((number == ENOTDIR || number == ELOOP)
      && fstatat (folder, name, &info, AT_SYMLINK_NOFOLLOW) == 0
      && S_ISLNK (info.st_mode))
    return ELOOP;
  return number;
}

static int
open_subfolder (int folder, const char *name, const char *path, GError **error)
{
  int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW;
  int fd = open_retrying (folder, name, flags);

  if (fd < 0 && errno == ENOENT)
    {
      if (mkdirat (folder, name, 0777) == 0 && !exm_folder_sync (folder, path, error))
        return -1;
      fd = open_retrying (folder, name, flags);
    }
  if (fd < 0)
    exm_publish_error_set_errno (error, explain (folder, name, errno), path);
  return fd;
}

int
exm_folder_open_parent (int folder,
                        const char *path,
                        const char *relative,
                        GError **error)
{
  g_auto (GStrv) names = g_strsplit (relative, "/", -1);
  g_autoptr (GString) so_far = g_string_new (path);
  int fd = fcntl (folder, F_DUPFD_CLOEXEC, 0);

  if (fd < 0)
    exm_publish_error_set_errno (error, errno, path);
  for (guint i = 0; fd >= 0 && names[i] != NULL && names[i + 1] != NULL; i++)
    {
      g_string_append_printf (so_far, "/%s", names[i]);
      int next = open_subfolder (fd, names[i], so_far->str, error);
      close (fd);
      fd = next;
    }
  return fd;
}

int
exm_folder_open_file (
    int folder, const char *name, int flags, const char *path, GError **error)
{
  int fd = open_retrying (folder, name, flags | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
  struct stat info;

  if (fd < 0)
    {
      exm_publish_error_set_errno (error, explain (folder, name, errno), path);
      return -1;
    }
  if (fstat (fd, &info) == 0 && S_ISREG (info.st_mode))
    return fd;
  close (fd);
  exm_publish_error_set_errno (error, EEXIST, path);
  return -1;
}

gboolean
exm_folder_write (int fd,
                  const char *bytes,
                  gsize n_bytes,
                  goffset offset,
                  const char *path,
                  GError **error)
{
  gsize done = 0;

  exm_fail_point ("publish.write.before");
  while (done < n_bytes)
    {
      /* Never all at once: what a kill in the middle leaves can be tested then. */
      gsize n = done == 0 && n_bytes > 1 ? n_bytes / 2 : n_bytes - done;
      gssize written
          = pwrite (fd, bytes + done, MIN (n, MAX_WRITE_BYTES), offset + (goffset) done);
      if (written < 0 && errno == EINTR)
        continue;
      if (written <= 0)
        {
          exm_publish_error_set_errno (error, written < 0 ? errno : ENOSPC, path);
          return FALSE;
        }
      done += (gsize) written;
      if (done < n_bytes)
        exm_fail_point ("publish.write.middle");
    }
  exm_fail_point ("publish.write.after");
  return TRUE;
}

char *
exm_folder_read (int fd, goffset offset, gsize n_bytes, gsize *n_read)
{
  g_autofree char *bytes = g_try_malloc (n_bytes + 1);

  *n_read = 0;
  while (bytes != NULL && *n_read < n_bytes)
    {
      gssize n
          = pread (fd, bytes + *n_read, n_bytes - *n_read, offset + (goffset) *n_read);
      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        return NULL;
      if (n == 0)
        break;
      *n_read += (gsize) n;
    }
  return g_steal_pointer (&bytes);
}

/* @result: of the call that synced @fd */
static gboolean
check_sync (int result, const char *path, GError **error)
{
  /* Some network file systems cannot sync a folder; they order renames themselves. */
  if (result < 0 && errno != EINVAL && errno != ENOTSUP)
    {
      exm_publish_error_set_errno (error, errno, path);
      return FALSE;
    }
  exm_fail_point ("publish.sync.after");
  return TRUE;
}

gboolean
exm_folder_sync (int fd, const char *path, GError **error)
{
  int result;

  exm_fail_point ("publish.sync.before");
  do
    result = fsync (fd);
  while (result < 0 && errno == EINTR);
  return check_sync (result, path, error);
}

gboolean
exm_folder_sync_all (int folder, const char *path, GError **error)
{
  exm_fail_point ("publish.sync.before");
  return check_sync (syncfs (folder), path, error);
}

gboolean
exm_folder_truncate (int fd, goffset size, const char *path, GError **error)
{
  exm_fail_point ("publish.truncate.before");
  if (ftruncate (fd, size) < 0)
    {
      exm_publish_error_set_errno (error, errno, path);
      return FALSE;
    }
  exm_fail_point ("publish.truncate.after");
  return exm_folder_sync (fd, path, error);
}

int
exm_folder_write_new (int folder,
                      const char *name,
                      const char *bytes,
                      gsize n_bytes,
                      const char *path,
                      GError **error)
{
  /* One that a kill left behind, or whatever else has this name: never written through.
   */
  unlinkat (folder, name, 0);
  int fd = exm_folder_open_file (folder, name, O_WRONLY | O_CREAT | O_EXCL, path, error);
  if (fd < 0 || exm_folder_write (fd, bytes, n_bytes, 0, path, error))
    return fd;
  close (fd);
  unlinkat (folder, name, 0);
  return -1;
}

/* Some network file systems say only now that there is no room. */
gboolean
exm_folder_close (int fd, const char *path, GError **error)
{
  if (close (fd) == 0 || errno == EINTR)
    return TRUE;
  exm_publish_error_set_errno (error, errno, path);
  return FALSE;
}

gboolean
exm_folder_rename (
    int folder, const char *temporary, const char *name, const char *path, GError **error)
{
  exm_fail_point ("publish.rename.before");
  if (renameat (folder, temporary, folder, name) < 0)
    {
      exm_publish_error_set_errno (error, errno, path);
      return FALSE;
    }
  exm_fail_point ("publish.rename.after");
  return TRUE;
}

gboolean
exm_folder_replace (int folder,
                    const char *temporary,
                    const char *name,
                    const char *bytes,
                    gsize n_bytes,
                    const char *path,
                    GError **error)
{
  int fd = exm_folder_write_new (folder, temporary, bytes, n_bytes, path, error);

  if (fd < 0)
    return FALSE;
  gboolean ok = exm_folder_sync (fd, path, error);
  ok = exm_folder_close (fd, path, ok ? error : NULL) && ok;
  if (ok && exm_folder_rename (folder, temporary, name, path, error))
    return exm_folder_sync (folder, path, error);
  unlinkat (folder, temporary, 0);
  return FALSE;
}

/* Whether syncfs() tells of all that could not be written: before Linux 5.8 it did not.
 */
static gboolean
tells_of_errors (void)
{
  struct utsname system;
  int major = 0, minor = 0;

  return uname (&system) == 0 && sscanf (system.release, "%d.%d", &major, &minor) == 2
         && (major > 5 || (major == 5 && minor >= 8));
}

gboolean
exm_folder_can_sync_all (int folder)
{
  /* Those of the kernel itself: others may have a server to wait for. */
  static const guint32 KINDS[] = { EXT4_SUPER_MAGIC, XFS_SUPER_MAGIC, BTRFS_SUPER_MAGIC,
                                   F2FS_SUPER_MAGIC, TMPFS_MAGIC };
  struct statfs info;

  if (!tells_of_errors () || fstatfs (folder, &info) < 0)
    return FALSE;
  for (gsize i = 0; i < G_N_ELEMENTS (KINDS); i++)
    if ((guint32) info.f_type == KINDS[i])
      return TRUE;
  return FALSE;
}

int
exm_folder_lock (int folder, const char *path, GCancellable *cancellable, GError **error)
{
  struct flock whole = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
  gint64 end = g_get_monotonic_time () + LOCK_WAIT_USEC;
  g_autofree char *name = g_build_filename (path, LOCK_NAME, NULL);
  int fd = exm_folder_open_file (folder, LOCK_NAME, O_RDWR | O_CREAT, name, error);

  if (fd < 0)
    return -1;
  for (;;)
    {
      if (fcntl (fd, F_OFD_SETLK, &whole) == 0)
        return fd;
      int number = errno;
      if (number != EAGAIN && number != EACCES && number != EINTR)
        exm_publish_error_set_errno (error, number, name);
      else if (g_get_monotonic_time () > end)
        {
          g_autofree char *display = g_filename_display_name (path);
          exm_said_set_error (error, EXM_PUBLISH_ERROR, EXM_PUBLISH_ERROR_BUSY,
                              N_ ("Another program has been writing to %s for too long."),
                              display);
        }
      else if (!g_cancellable_set_error_if_cancelled (cancellable, error))
        {
          g_usleep (LOCK_POLL_USEC);
          continue;
        }
      close (fd);
      return -1;
    }
}
