/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-collect"

#include "config.h"

#include "setup/exm-site-config.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <string.h>

/* Bytes of a file, and expressions of it. */
#define MAX_FILE_BYTES (256u * 1024u)
#define MAX_PATHS 50u

#define BODY_KEY "body:"

struct _ExmSiteConfig
{
  char *folder; /* (owned) (type filename) */
};

static ExmSiteBodyFunc body_reader;

void
exm_site_config_set_reader (ExmSiteBodyFunc func)
{
  body_reader = func;
}

/* Whether one of the names of a folder is that of a site's file. */
static gboolean
has_files (GDir *dir)
{
  for (const char *name = g_dir_read_name (dir); name != NULL;
       name = g_dir_read_name (dir))
    if (g_str_has_suffix (name, ".txt") && strchr (name + 1, '.') != strrchr (name, '.'))
      return TRUE;
  return FALSE;
}

ExmSiteConfig *
exm_site_config_new (const char *folder, GError **error)
{
  GDir *dir;

  if (body_reader == NULL)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                           _ ("This build of Exemplar reads no site configurations"));
      return NULL;
    }
  dir = g_dir_open (folder, 0, error);
  if (dir == NULL)
    return NULL;
  gboolean good = has_files (dir);
  g_dir_close (dir);
  if (!good)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                   /* translators: %s is a folder */
                   _ ("%s: there is no site configuration, such as example.com.txt"),
                   folder);
      return NULL;
    }
  ExmSiteConfig *self = g_new0 (ExmSiteConfig, 1);
  self->folder = g_strdup (folder);
  return self;
}

void
exm_site_config_free (ExmSiteConfig *self)
{
  g_free (self->folder);
  g_free (self);
}

/* Returns: (transfer full) (nullable): the file's text */
static char *
read_file (const ExmSiteConfig *self, const char *host)
{
  g_autofree char *name = g_strconcat (host, ".txt", NULL);
  g_autofree char *path = g_build_filename (self->folder, name, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFileInputStream) stream = g_file_read (file, NULL, NULL);
  g_autofree char *text = g_malloc (MAX_FILE_BYTES + 1);
  gsize n_bytes;

  if (stream == NULL
      || !g_input_stream_read_all (G_INPUT_STREAM (stream), text, MAX_FILE_BYTES,
                                   &n_bytes, NULL, NULL))
    return NULL;
  text[n_bytes] = '\0';
  return g_utf8_make_valid (text, (gssize) n_bytes);
}

/* The file of the host, else of the nearest domain around it. */
static char *
find_file (const ExmSiteConfig *self, const char *host)
{
  const char *plain = g_str_has_prefix (host, "www.") ? host + 4 : host;
  char *text = strchr (plain, '/') == NULL ? read_file (self, plain) : NULL;

  for (const char *domain = strchr (plain, '.'); text == NULL && domain != NULL;
       domain = strchr (domain + 1, '.'))
    text = read_file (self, domain);
  return text;
}

char *
exm_site_config_find_body (const ExmSiteConfig *self,
                           const char *url,
                           GBytes *raw,
                           const ExmPageHints *hints)
{
  g_autoptr (GPtrArray) paths = g_ptr_array_new ();
  g_autofree char *host = NULL;

  if (!g_uri_split_network (url, G_URI_FLAGS_NONE, NULL, &host, NULL, NULL)
      || host == NULL)
    return NULL;
  g_autofree char *text = find_file (self, host);
  g_auto (GStrv) lines = g_strsplit (text != NULL ? text : "", "\n", -1);
  for (guint i = 0; lines[i] != NULL && paths->len < MAX_PATHS; i++)
    if (g_str_has_prefix (g_strstrip (lines[i]), BODY_KEY))
      g_ptr_array_add (paths, g_strchug (lines[i] + strlen (BODY_KEY)));
  if (paths->len == 0)
    return NULL;
  g_ptr_array_add (paths, NULL);
  return body_reader (raw, hints, (const char *const *) paths->pdata);
}
