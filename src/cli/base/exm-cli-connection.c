/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/base/exm-cli-connection.h"

#include "cli/base/exm-cli-output.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

/* The longest line that is read. */
#define MAX_LINE 4096

/* Reads a line, unseen where it is typed and @hidden; (transfer full) (nullable). */
static char *
read_line (const char *what, const char *hint, gboolean hidden)
{
  char line[MAX_LINE];
  struct termios before, quiet;
  gboolean is_terminal = isatty (STDIN_FILENO) && tcgetattr (STDIN_FILENO, &before) == 0;

  if (is_terminal)
    g_printerr (hint != NULL ? "%s (%s): " : "%s: ", what, hint);
  if (is_terminal && hidden)
    {
      quiet = before;
      quiet.c_lflag &= (tcflag_t) ~ECHO;
      tcsetattr (STDIN_FILENO, TCSANOW, &quiet);
    }
  char *read = fgets (line, sizeof line, stdin);
  if (is_terminal && hidden)
    {
      tcsetattr (STDIN_FILENO, TCSANOW, &before);
      g_printerr ("\n");
    }
  if (read == NULL || *g_strstrip (line) == '\0')
    return NULL;
  return g_strdup (line);
}

/* An empty line is what is written in parentheses, a dash nothing. */
static void
read_setting (const ExmMessageSetting *setting, ExmConnection *connection)
{
  const char *hint = *setting->standard != '\0' ? setting->standard : NULL;
  g_autofree char *line = read_line (_ (setting->title), hint, FALSE);

  exm_connection_set (connection, setting->key, g_strcmp0 (line, "-") == 0 ? " " : line);
}

static gboolean
connect_to (const char *folder, const ExmMessageKind *kind, const char *name)
{
  g_autoptr (GError) error = NULL;
  g_auto (ExmConnection) connection = { .name = g_strdup (name) };

  connection.address = read_line (_ ("Address"), kind->address, FALSE);
  if (kind->secret != NULL)
    connection.secret = read_line (_ (kind->secret), NULL, TRUE);
  if (kind->room != NULL)
    connection.room = read_line (_ (kind->room), NULL, FALSE);
  const ExmMessageSetting *setting = kind->settings;
  for (; setting != NULL && setting->key != NULL; setting++)
    read_setting (setting, &connection);
  if (!exm_cli_complain_unless (exm_message_check (kind, &connection, &error)
                                    && exm_message_kind_save (kind, folder, &connection,
                                                              EXM_SECRET_WHERE_IT_CAN,
                                                              NULL, &error),
                                &error))
    return FALSE;
  g_autofree char *line
      = g_strconcat (_ (exm_connection_get_place (&connection)), "\n", NULL);
  return exm_cli_print (line);
}

gboolean
exm_cli_connection_ensure (const char *folder,
                           const ExmMessageKind *kind,
                           const char *name,
                           gboolean anew)
{
  g_auto (ExmConnection) connection = { 0 };
  g_autoptr (GError) error = NULL;

  if ((kind->is_file || !anew)
      && exm_message_kind_load (kind, folder, name, &connection, &error))
    return TRUE;
  if (error != NULL
      && !g_error_matches (error, G_KEY_FILE_ERROR, G_KEY_FILE_ERROR_GROUP_NOT_FOUND))
    return exm_cli_complain_unless (FALSE, &error);
  return connect_to (folder, kind, name);
}
