/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "control/exm-control-address.h"

#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#define HASH_DIGITS 16

static gboolean
is_own_folder (const char *path)
{
  struct stat info;

  return g_path_is_absolute (path) && stat (path, &info) == 0 && S_ISDIR (info.st_mode)
         && info.st_uid == geteuid () && (info.st_mode & 022) == 0;
}

char *
exm_control_address_get_runtime_path (const char *folder)
{
  /* Not g_get_user_runtime_dir(), which names a folder where there is none. */
  const char *runtime = g_getenv ("XDG_RUNTIME_DIR");
  char *real = realpath (folder, NULL);
  g_autofree char *hash = NULL;
  g_autofree char *name = NULL;

  if (real == NULL)
    return NULL;
  hash = g_compute_checksum_for_string (G_CHECKSUM_SHA256, real, -1);
  free (real);
  if (runtime == NULL || !is_own_folder (runtime))
    return NULL;
  name = g_strdup_printf ("exemplar-%.*s.sock", HASH_DIGITS, hash);
  return g_build_filename (runtime, name, NULL);
}

char *
exm_control_address_get_folder_path (const char *folder)
{
  return g_build_filename (folder, "run", "control.sock", NULL);
}

gboolean
exm_control_address_fill (struct sockaddr_un *address, const char *path)
{
  memset (address, 0, sizeof *address);
  address->sun_family = AF_UNIX;
  return g_strlcpy (address->sun_path, path, sizeof address->sun_path)
         < sizeof address->sun_path;
}
