/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-collect"

#include "config.h"

#include "resources/exm-icon-cache.h"

#include <glib/gstdio.h>
#include <string.h>

/* Characters of a host that stays the name of its file. */
#define MAX_NAME 200u

char *
exm_icon_cache_dup_folder (void)
{
  return g_build_filename (g_get_user_cache_dir (), "exemplar", "icons", NULL);
}

const char *
exm_icon_cache_get_site_url (const ExmTask *task)
{
  const ExmTaskFields *fields = exm_task_get (task);

  if (fields->examples->len > 0)
    return g_array_index (fields->examples, ExmTaskExample, 0).url;
  return fields->sources->len > 0
             ? g_array_index (fields->sources, ExmTaskSource, 0).pattern
             : NULL;
}

static gboolean
is_name (const char *text)
{
  return g_ascii_isalnum (*text) && strlen (text) <= MAX_NAME
         && text[strspn (text, "abcdefghijklmnopqrstuvwxyz0123456789.-:_")] == '\0';
}

char *
exm_icon_cache_dup_name (const char *url)
{
  g_autoptr (GUri) uri = g_uri_parse (url, G_URI_FLAGS_PARSE_RELAXED, NULL);
  const char *host = uri != NULL ? g_uri_get_host (uri) : NULL;

  if (host == NULL || *host == '\0')
    return NULL;
  g_autofree char *lower = g_ascii_strdown (host, -1);
  char *name = g_uri_get_port (uri) > 0
                   ? g_strdup_printf ("%s:%d", lower, g_uri_get_port (uri))
                   : g_strdup (lower);
  if (is_name (name))
    return name;
  char *checksum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, name, -1);
  g_free (name);
  return checksum;
}

GBytes *
exm_icon_cache_load (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  GStatBuf info;
  char *data = NULL;
  gsize n = 0;

  if (g_stat (path, &info) != 0 || !S_ISREG (info.st_mode) || info.st_size == 0
      || info.st_size > (goffset) EXM_ICON_MAX_BYTES
      || !g_file_get_contents (path, &data, &n, NULL))
    return NULL;
  return g_bytes_new_take (data, n);
}
