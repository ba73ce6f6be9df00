/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-files"

#include "config.h"

#include "files/exm-spool.h"

#include <glib/gstdio.h>

GFileIOStream *
exm_spool_new (const char *folder, GError **error)
{
  g_autofree char *uuid = g_uuid_string_random ();
  g_autofree char *name = g_strconcat (".exemplar-", uuid, NULL);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  GFileIOStream *self
      = g_file_create_readwrite (file, G_FILE_CREATE_PRIVATE, NULL, error);

  if (self == NULL)
    g_prefix_error (error, "%s: ", folder);
  else
    g_unlink (path);
  return self;
}

gboolean
exm_spool_seek (GFileIOStream *self, guint64 offset, GError **error)
{
  return g_seekable_seek (G_SEEKABLE (self), (goffset) offset, G_SEEK_SET, NULL, error);
}
