/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/base/exm-cli-page.h"

#include "base/exm-limits.h"
#include "fetch/exm-fetch-record.h"
#include "fetch/exm-url.h"
#include "jobs/exm-task-fetch.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define READ_BYTES (256u * 1024u)

void
exm_cli_page_free (ExmCliPage *self)
{
  g_free (self->name);
  g_clear_pointer (&self->bytes, g_bytes_unref);
  g_free (self->url);
  g_free (self->http_charset);
  g_free (self->record);
  g_clear_pointer (&self->further, g_ptr_array_unref);
  g_free (self);
}

static void
set_errno_error (GError **error, const char *name, int code)
{
  g_set_error (error, G_FILE_ERROR, (int) g_file_error_from_errno (code), "%s: %s", name,
               g_strerror (code));
}

static GBytes *
read_all (int fd, const char *name, gsize max_bytes, GError **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  gssize n;

  do
    {
      guint held = bytes->len;
      g_byte_array_set_size (bytes, held + READ_BYTES);
      n = read (fd, bytes->data + held, READ_BYTES);
      int code = errno;
      g_byte_array_set_size (bytes, held + (guint) MAX (n, 0));
      if (n < 0 && code != EINTR)
        {
          set_errno_error (error, name, code);
          return NULL;
        }
      if (bytes->len > max_bytes)
        {
          g_set_error (error, EXM_PAGE_ERROR, EXM_PAGE_ERROR_TOO_LARGE,
                       _ ("%s is larger than %u MiB"), name,
                       (guint) (max_bytes / (1024u * 1024u)));
          return NULL;
        }
    }
  while (n != 0);
  return g_byte_array_free_to_bytes (g_steal_pointer (&bytes));
}

static GBytes *
read_file (const char *path, const char *name, GError **error)
{
  int fd = g_open (path, O_RDONLY | O_CLOEXEC, 0);

  if (fd < 0)
    {
      set_errno_error (error, name, errno);
      return NULL;
    }
  GBytes *bytes = read_all (fd, name, EXM_MAX_PAGE_BYTES, error);
  close (fd);
  return bytes;
}

GBytes *
exm_cli_page_load_file (const char *path, gsize max_bytes, GError **error)
{
  g_autofree char *name = g_filename_display_name (path);
  /* Opening a pipe that nobody writes to would wait. */
  int fd = g_open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0);
  GBytes *bytes = NULL;
  struct stat status;

  if (fd < 0 || fstat (fd, &status) != 0)
    set_errno_error (error, name, errno);
  else if (!S_ISREG (status.st_mode))
    g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_INVAL, _ ("%s is not a regular file"),
                 name);
  else
    bytes = read_all (fd, name, max_bytes, error);
  if (fd >= 0)
    close (fd);
  return bytes;
}

static gboolean
fetch (ExmCliPage *self, GError **error)
{
  g_autofree char *url = exm_url_normalize_input (self->name, error);
  g_autoptr (GUri) uri = url != NULL ? exm_url_parse (url, error) : NULL;
  ExmFetchRequest request = { 0 };

  if (uri == NULL)
    return FALSE;
  request.operator_host = g_uri_get_host (uri);
  g_autoptr (ExmFetched) fetched = exm_fetch_named (NULL, url, &request, NULL, error);
  if (fetched == NULL)
    return FALSE;
  self->bytes = g_bytes_ref (fetched->body);
  self->url = g_strdup (fetched->final_url);
  self->http_charset = g_strdup (fetched->charset);
  self->record = exm_fetched_write_record (fetched);
  return TRUE;
}

static gboolean
load (ExmCliPage *self, const char *argument, GError **error)
{
  g_autofree char *scheme = g_uri_parse_scheme (argument);

  if (strcmp (argument, "-") == 0)
    {
      g_free (self->name);
      self->name = g_strdup (_ ("standard input"));
      self->bytes = read_all (STDIN_FILENO, self->name, EXM_MAX_PAGE_BYTES, error);
    }
  else if (g_strcmp0 (scheme, "file") == 0)
    {
      g_autofree char *path = g_filename_from_uri (argument, NULL, error);
      self->bytes = path != NULL ? read_file (path, self->name, error) : NULL;
    }
  else if (scheme != NULL && strstr (argument, "://") != NULL)
    {
      return fetch (self, error);
    }
  else
    {
      self->bytes = read_file (argument, self->name, error);
    }
  return self->bytes != NULL;
}

ExmCliPage *
exm_cli_page_load (const char *argument, GError **error)
{
  g_autoptr (ExmCliPage) self = g_new0 (ExmCliPage, 1);

  self->name = g_filename_display_name (argument);
  return load (self, argument, error) ? g_steal_pointer (&self) : NULL;
}

gboolean
exm_cli_page_load_further (ExmCliPage *self, char **arguments, GError **error)
{
  self->further = exm_further_page_list_new ();
  for (guint i = 0; arguments != NULL && arguments[i] != NULL; i++)
    {
      g_autoptr (ExmCliPage) page = exm_cli_page_load (arguments[i], error);
      if (page == NULL)
        return FALSE;
      g_ptr_array_add (self->further,
                       exm_further_page_new (page->url, page->http_charset, page->bytes));
    }
  return TRUE;
}

ExmPrepared *
exm_cli_page_prepare (const ExmCliPage *self,
                      ExmEngine *engine,
                      const char *charset,
                      const char *region_text,
                      GError **error)
{
  ExmPageHints hints = {
    .url = self->url,
    .http_charset = self->http_charset,
    .override_charset = charset,
    .further = self->further,
  };
  ExmPrepared *prepared
      = exm_engine_prepare (engine, self->bytes, &hints, region_text, error);

  /* The reader names the address if there is one. */
  if (prepared == NULL && self->url == NULL)
    g_prefix_error (error, "%s: ", self->name);
  return prepared;
}
