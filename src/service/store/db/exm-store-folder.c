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
