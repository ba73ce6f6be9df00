/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/exm-pending-file.h"

#include "publish/exm-folder.h"
#include "publish/exm-publish-error.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void
exm_pending_file_free (ExmPendingFile *self)
{
  if (self == NULL)
    return;
  if (self->fd >= 0)
    close (self->fd);
  if (self->written && !self->named)
    unlinkat (self->parent, self->temporary, 0);
  if (self->parent >= 0)
    close (self->parent);
  g_free (self->path);
  g_free (self->name);
  g_free (self->temporary);
  g_free (self);
}

/* Whether a symbolic link has the name: what it leads to is none of ours. */
static gboolean
is_link (int parent, const char *name)
{
  struct stat info;

  return fstatat (parent, name, &info, AT_SYMLINK_NOFOLLOW) == 0
         && S_ISLNK (info.st_mode);
}

ExmPendingFile *
exm_pending_file_new (int folder,
                      const char *path,
                      const char *relative,
                      const char *temporary,
                      const char *bytes,
                      GError **error)
{
  g_autoptr (ExmPendingFile) self = g_new0 (ExmPendingFile, 1);

  self->path = g_build_filename (path, relative, NULL);
  self->name = g_path_get_basename (relative);
  self->temporary = g_strdup (temporary);
  self->n_bytes = strlen (bytes);
  self->fd = -1;
  self->parent = exm_folder_open_parent (folder, path, relative, error);
  if (self->parent < 0)
    return NULL;
  if (is_link (self->parent, self->name))
    {
      exm_publish_error_set_errno (error, ELOOP, self->path);
      return NULL;
    }
  self->fd = exm_folder_write_new (self->parent, temporary, bytes, self->n_bytes,
                                   self->path, error);
  self->written = self->fd >= 0;
  return self->written ? g_steal_pointer (&self) : NULL;
}

/* Whether a file is on another disk than @folder, as where a folder below is a mount. */
static gboolean
is_elsewhere (const ExmPendingFile *self, int folder)
{
  struct stat here, there;

  return fstat (self->fd, &here) != 0 || fstat (folder, &there) != 0
         || here.st_dev != there.st_dev;
}

static gboolean
name_file (ExmPendingFile *self, int synced, GError **error)
{
  int fd = self->fd;
  gboolean sync = synced < 0 || is_elsewhere (self, synced);

  if (sync && !exm_folder_sync (fd, self->path, error))
    return FALSE;
  self->fd = -1;
  if (!exm_folder_close (fd, self->path, error))
    return FALSE;
  self->named
      = exm_folder_rename (self->parent, self->temporary, self->name, self->path, error);
  return self->named;
}

/* Whether both are in one folder. */
static gboolean
is_beside (const ExmPendingFile *self, const ExmPendingFile *other)
{
  struct stat one, two;

  return fstat (self->parent, &one) == 0 && fstat (other->parent, &two) == 0
         && one.st_dev == two.st_dev && one.st_ino == two.st_ino;
}

/* Syncs the folders of those that were named, each once. */
static void
sync_folders (const GPtrArray *files, GError **errors)
{
  const ExmPendingFile *synced = NULL;
  const GError *failed = NULL;

  for (guint i = 0; i < files->len; i++)
    {
      const ExmPendingFile *file = g_ptr_array_index (files, i);
      if (file == NULL || !file->named)
        continue;
      if (synced == NULL || !is_beside (synced, file))
        {
          synced = file;
          failed
              = exm_folder_sync (file->parent, file->path, &errors[i]) ? NULL : errors[i];
        }
      else if (failed != NULL)
        errors[i] = g_error_copy (failed);
    }
}

void
exm_pending_files_finish (const GPtrArray *files,
                          int synced,
                          const GError *error,
                          GError **errors)
{
  for (guint i = 0; i < files->len; i++)
    {
      ExmPendingFile *file = g_ptr_array_index (files, i);
      if (file == NULL)
        continue;
      if (error != NULL)
        errors[i] = g_error_copy (error);
      else
        name_file (file, synced, &errors[i]);
    }
  sync_folders (files, errors);
}
