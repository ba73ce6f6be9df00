/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-engine"

#include "config.h"

#include "engine/exm-page-file.h"

#include "base/exm-limits.h"
#include "engine/exm-engine.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <sys/stat.h>
#include <unistd.h>

/* Seconds after a change in which another one may get the same time: clocks of files tick
 * by some milliseconds, those of some file systems by two seconds. */
#define SETTLED_SECONDS 3

static void
set_io_error (GError **error, const char *path)
{
  int code = errno;

  g_set_error (error, G_IO_ERROR, (gint) g_io_error_from_errno (code), "%s: %s", path,
               g_strerror (code));
}

static char *
dup_name (const struct stat *info)
{
  time_t latest = MAX (info->st_mtim.tv_sec, info->st_ctim.tv_sec);

  if (latest + SETTLED_SECONDS > time (NULL))
    return NULL;
  return g_strdup_printf ("%jx:%jx:%jx:%jx.%lx:%jx.%lx", (uintmax_t) info->st_dev,
                          (uintmax_t) info->st_ino, (uintmax_t) info->st_size,
                          (uintmax_t) info->st_mtim.tv_sec, info->st_mtim.tv_nsec,
                          (uintmax_t) info->st_ctim.tv_sec, info->st_ctim.tv_nsec);
}

static gboolean
check (const char *path, const struct stat *info, GError **error)
{
  /* A pipe or device would be read without end. */
  if (!S_ISREG (info->st_mode))
    g_set_error (error, EXM_ENGINE_ERROR, EXM_ENGINE_ERROR_RECORD,
                 _ ("%s is not a regular file"), path);
  else if (info->st_size > (goffset) EXM_MAX_PAGE_BYTES)
    g_set_error (error, EXM_PAGE_ERROR, EXM_PAGE_ERROR_TOO_LARGE,
                 _ ("%s is larger than %u MiB"), path, EXM_MAX_PAGE_BYTES >> 20);
  else
    return TRUE;
  return FALSE;
}

gboolean
exm_page_file_init (ExmPageFile *self, const char *path, GError **error)
{
  struct stat info;

  *self = (ExmPageFile){ .path = path };
  if (stat (path, &info) != 0)
    {
      set_io_error (error, path);
      return FALSE;
    }
  if (!check (path, &info, error))
    return FALSE;
  self->name = dup_name (&info);
  return TRUE;
}

/* Returns: (transfer full) (nullable): at most @n_bytes of the file */
static GBytes *
read_all (int descriptor, const char *path, gsize n_bytes, GError **error)
{
  g_autofree char *data = g_malloc (MAX (n_bytes, 1));
  gsize n = 0;
  gssize got = 1;

  while (n < n_bytes && got > 0)
    {
      got = read (descriptor, data + n, n_bytes - n);
      if (got < 0)
        {
          set_io_error (error, path);
          return NULL;
        }
      n += (gsize) got;
    }
  return g_bytes_new_take (g_steal_pointer (&data), n);
}

GBytes *
exm_page_file_load (const ExmPageFile *self, GError **error)
{
  struct stat info;
  GBytes *bytes = NULL;
  int descriptor = open (self->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);

  if (descriptor < 0 || fstat (descriptor, &info) != 0)
    set_io_error (error, self->path);
  else if (check (self->path, &info, error))
    bytes = read_all (descriptor, self->path, (gsize) info.st_size, error);
  if (descriptor >= 0)
    close (descriptor);
  return bytes;
}

void
exm_page_file_clear (ExmPageFile *self)
{
  g_clear_pointer (&self->name, g_free);
}
