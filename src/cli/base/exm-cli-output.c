/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/base/exm-cli-output.h"

#include "cli/base/exm-cli-terminal.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

void
exm_cli_complain (const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_autofree char *message = g_strdup_vprintf (format, args);
  va_end (args);
  g_printerr ("exemplar-cli: %s\n", message);
}

void
exm_cli_complain_of (GPtrArray *messages)
{
  for (guint i = 0; i < messages->len; i++)
    exm_cli_complain ("%s", (const char *) g_ptr_array_index (messages, i));
  g_ptr_array_set_size (messages, 0);
}

gboolean
exm_cli_complain_unless (gboolean done, GError *const *error)
{
  if (!done)
    exm_cli_complain ("%s", (*error)->message);
  return done;
}

/* Set by the first failure: one message is enough, and later successes do not undo it. */
static gboolean output_failed;

static gboolean
note_failure (gboolean ok)
{
  int code = errno;

  if (!ok && !output_failed)
    {
      output_failed = TRUE;
      if (code != EPIPE)
        exm_cli_complain (_ ("standard output: %s"), g_strerror (code));
    }
  return !output_failed;
}

static gboolean
print_bytes (const char *data, gsize n_bytes)
{
  static int is_terminal = -1;
  g_autofree char *escaped = NULL;

  if (is_terminal < 0)
    is_terminal = isatty (STDOUT_FILENO);
  if (is_terminal)
    escaped = exm_cli_escape (data, n_bytes);
  if (escaped != NULL)
    {
      data = escaped;
      n_bytes = strlen (escaped);
    }
  return note_failure (fwrite (data, 1, n_bytes, stdout) == n_bytes);
}

gboolean
exm_cli_print (const char *text)
{
  return print_bytes (text, strlen (text));
}

gboolean
exm_cli_flush (void)
{
  return note_failure (fflush (stdout) == 0);
}

static gboolean
write_to_device (const char *path, const char *data, gsize n_bytes)
{
  FILE *file = fopen (path, "w");

  if (file == NULL)
    return FALSE;
  gboolean ok = fwrite (data, 1, n_bytes, file) == n_bytes;
  int code = errno;
  if (fclose (file) != 0 && ok)
    return FALSE;
  errno = code;
  return ok;
}

gboolean
exm_cli_save (const char *path, const char *data, gsize n_bytes)
{
  g_autoptr (GError) error = NULL;

  if (path == NULL || strcmp (path, "-") == 0)
    return print_bytes (data, n_bytes) && exm_cli_flush ();
  if (g_file_test (path, G_FILE_TEST_EXISTS)
      && (!g_file_test (path, G_FILE_TEST_IS_REGULAR)
          || g_file_test (path, G_FILE_TEST_IS_SYMLINK)))
    {
      if (write_to_device (path, data, n_bytes))
        return TRUE;
      exm_cli_complain ("%s: %s", path, g_strerror (errno));
      return FALSE;
    }
  if (g_file_set_contents_full (path, data, (gssize) n_bytes,
                                G_FILE_SET_CONTENTS_CONSISTENT, 0666, &error))
    return TRUE;
  exm_cli_complain ("%s: %s", path, error->message);
  return FALSE;
}
