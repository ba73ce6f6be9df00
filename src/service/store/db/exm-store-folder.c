/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "store/db/exm-store-folder.h"

#include "base/exm-said-error.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

void
exm_store_folder_set_error (GError **error, const char *path, int number)
{
  g_autofree char *file = g_filename_display_name (path);
  ExmStoreError code = EXM_STORE_ERROR_IO;

  if (number == EROFS || number == EACCES || number == EPERM)
    code = EXM_STORE_ERROR_READ_ONLY;
  else if (number == ENOSPC || number == EDQUOT)
    code = EXM_STORE_ERROR_FULL;
  else if (number == ENOENT || number == ENOTDIR)
    code = EXM_STORE_ERROR_NOT_FOUND;
  exm_said_set_error (error, EXM_STORE_ERROR, code, N_ ("%s cannot be written: %s"), file,
                      exm_said_errno (number));
}

gboolean
exm_store_folder_check (const char *folder, GError **error)
{
  struct stat info;

  if (stat (folder, &info) != 0 || !S_ISDIR (info.st_mode))
    return TRUE;
  gboolean by_group = (info.st_mode & S_IWGRP) != 0 && info.st_gid != getegid ();
  if ((info.st_mode & S_IWOTH) == 0 && !by_group)
    return TRUE;
  g_autofree char *name = g_filename_display_name (folder);
  exm_said_set_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_READ_ONLY,
                      N_ ("Other users may write in the data folder %s and could "
                          "replace what is stored. Take that right from them first: "
                          "chmod go-w '%s'"),
                      name, name);
  return FALSE;
}

gboolean
exm_store_folder_make (const char *folder, GError **error)
{
  if (g_mkdir_with_parents (folder, 0700) == 0)
    return exm_store_folder_check (folder, error);
  int number = errno;
  g_autofree char *name = g_filename_display_name (folder);
  exm_said_set_error (error, EXM_STORE_ERROR,
                      number == ENOSPC ? EXM_STORE_ERROR_FULL : EXM_STORE_ERROR_READ_ONLY,
                      N_ ("The data folder %s cannot be made: %s"), name,
                      exm_said_errno (number));
  return FALSE;
}

static void
take_rights (const char *path, const char *suffix)
{
  g_autofree char *file = g_strconcat (path, suffix, NULL);
  struct stat info;

  if (stat (file, &info) == 0 && S_ISREG (info.st_mode) && (info.st_mode & 077) != 0
      && g_chmod (file, info.st_mode & 0700) != 0)
    g_debug ("%s stays readable by others: %s", file, g_strerror (errno));
}

void
exm_store_folder_make_private (const char *path, gboolean create)
{
  int fd = create ? open (path, O_RDWR | O_CREAT | O_CLOEXEC, 0600) : -1;

  if (fd >= 0)
    close (fd);
  take_rights (path, "");
  take_rights (path, "-wal");
  take_rights (path, "-shm");
}

gboolean
exm_store_folder_sync (const char *path, GError **error)
{
  int fd = open (path, O_RDONLY | O_CLOEXEC);

  if (fd >= 0 && fsync (fd) == 0)
    {
      close (fd);
      return TRUE;
    }
  exm_store_folder_set_error (error, path, errno);
  if (fd >= 0)
    close (fd);
  return FALSE;
}

/* Between two looks at a lock that others hold. */
#define LOCK_POLL_USEC (10 * 1000)

/* Whether it is worth to look again. */
static gboolean
wait_for_lock (const char *file,
               gint64 until_usec,
               GCancellable *cancellable,
               GError **error)
{
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  if (errno != EINTR && (errno != EWOULDBLOCK || g_get_monotonic_time () > until_usec))
    {
      g_autofree char *shown = g_filename_display_name (file);
      exm_said_set_error (
          error, EXM_STORE_ERROR, EXM_STORE_ERROR_BUSY,
          N_ ("%s is being prepared by another program; try again when that "
              "program is done."),
          shown);
      return FALSE;
    }
  g_usleep (LOCK_POLL_USEC);
  return TRUE;
}

int
exm_store_folder_lock (const char *path,
                       const char *file,
                       guint timeout_ms,
                       GCancellable *cancellable,
                       GError **error)
{
  gint64 until_usec = timeout_ms == G_MAXUINT
                          ? G_MAXINT64
                          : g_get_monotonic_time () + timeout_ms * (gint64) 1000;
  int fd = open (path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);

  if (fd < 0)
    {
      exm_store_folder_set_error (error, path, errno);
      return -1;
    }
  while (flock (fd, LOCK_EX | LOCK_NB) != 0)
    if (!wait_for_lock (file, until_usec, cancellable, error))
      {
        close (fd);
        return -1;
      }
  return fd;
}
