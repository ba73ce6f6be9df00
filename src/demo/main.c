/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "base/exm-said.h"
#include "demo/exm-sample-server.h"

#include <glib-unix.h>
#include <glib/gi18n.h>
#include <stdlib.h>

static gboolean
on_signal (gpointer user_data)
{
  g_main_loop_quit (user_data);
  return G_SOURCE_CONTINUE;
}

static int
serve (const char *data_dir, int port, gboolean redesign, GError **error)
{
  g_autoptr (ExmSampleServer) server
      = exm_sample_server_new (data_dir, EXM_SAMPLE_SERVER_CONTROLS, error);
  if (server == NULL || !exm_sample_server_start (server, (guint) port, error))
    return EXIT_FAILURE;
  exm_sample_server_set_redesign (server, redesign);
  g_print ("%s/\n", exm_sample_server_get_base_url (server));
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_unix_signal_add (SIGINT, on_signal, loop);
  g_unix_signal_add (SIGTERM, on_signal, loop);
  g_main_loop_run (loop);
  exm_sample_server_stop (server);
  return EXIT_SUCCESS;
}

int
main (int argc, char **argv)
{
  int port = 0;
  gboolean redesign = FALSE;
  g_autofree char *data_dir = NULL;
  const GOptionEntry entries[] = {
    { "port", 'p', 0, G_OPTION_ARG_INT, &port,
      N_ ("Listen on this port of 127.0.0.1; 0 for any"), N_ ("N") },
    { "redesign", 'r', 0, G_OPTION_ARG_NONE, &redesign,
      N_ ("Begin with the second layout"), NULL },
    { "data", 'd', 0, G_OPTION_ARG_FILENAME, &data_dir, N_ ("Folder of the site’s files"),
      N_ ("DIR") },
    G_OPTION_ENTRY_NULL,
  };
  exm_said_init_language ();
  g_autoptr (GOptionContext) context
      = g_option_context_new (_ ("– serve the Exemplar sample site"));
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  g_autoptr (GError) error = NULL;
  gboolean ok = g_option_context_parse (context, &argc, &argv, &error);
  if (ok && (port < 0 || port > G_MAXUINT16))
    {
      g_printerr ("exemplar-sample: %s\n", _ ("the port must be from 0 to 65535"));
      return EXIT_FAILURE;
    }
  int status = ok ? serve (data_dir, port, redesign, &error) : EXIT_FAILURE;
  if (error != NULL)
    g_printerr ("exemplar-sample: %s\n", error->message);
  return status;
}
