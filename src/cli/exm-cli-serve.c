/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/base/exm-cli-data.h"
#include "cli/base/exm-cli-output.h"
#include "publish/formats/exm-quote.h"
#include "serve/exm-feed-list.h"
#include "serve/exm-feed-server.h"

#include <glib-unix.h>
#include <string.h>
#include <unistd.h>

/* Options of the command. */
typedef struct
{
  char *data;     /* (owned) (nullable) */
  char *listen;   /* (owned) (nullable) */
  char *base_url; /* (owned) (nullable) */
  char *revoke;   /* (owned) (nullable) */
  gboolean list;
} Request;

static void
request_clear (Request *self)
{
  g_free (self->data);
  g_free (self->listen);
  g_free (self->base_url);
  g_free (self->revoke);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Request, request_clear)

static gboolean
parse (Request *self, int *argc, char ***argv, ExmExit *exit_code)
{
  const GOptionEntry entries[] = {
    { "listen", 'l', 0, G_OPTION_ARG_STRING, &self->listen,
      N_ ("Serve at this IP address and port (127.0.0.1:8585)"), N_ ("ADDRESS") },
    { "base-url", 'b', 0, G_OPTION_ARG_STRING, &self->base_url,
      N_ ("Address by which readers reach the server, as behind a proxy"), N_ ("URL") },
    { "list", 'L', 0, G_OPTION_ARG_NONE, &self->list,
      N_ ("Print the addresses of all feeds, then end"), NULL },
    { "revoke", 'R', 0, G_OPTION_ARG_STRING, &self->revoke,
      N_ ("Take the address of a feed away, then end"), N_ ("FEED") },
    EXM_CLI_DATA_ENTRY (&self->data),
    G_OPTION_ENTRY_NULL,
  };
  GOptionContext *context = g_option_context_new (NULL);

  g_option_context_set_summary (
      context,
      _ ("Serves feeds of the newest articles with their whole text, as Atom and JSON\n"
         "Feed: one of each task, of each group, of each saved search, and of all; "
         "until\n"
         "it is interrupted or told to end (SIGINT, SIGTERM). Articles that a person\n"
         "should look at first are left out. The address of a feed holds a secret:\n"
         "whoever knows it reads the feed. --list prints the addresses, --revoke takes "
         "one\n"
         "away: “all”, “opml”, group:NAME, search:NAME, or a task; the next --list "
         "gives\n"
         "it a new one."));
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  return exm_cli_parse (context, argc, argv, exit_code);
}

static gboolean
on_signal (gpointer user_data)
{
  g_main_loop_quit (user_data);
  return G_SOURCE_CONTINUE;
}

static ExmExit
serve (const ExmFeedServerOptions *options)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmFeedServer) server = exm_feed_server_new (options, &error);

  if (server == NULL)
    {
      exm_cli_complain (_ ("The feeds cannot be served: %s"), error->message);
      return EXM_EXIT_FAILED;
    }
  g_autofree char *line = g_strconcat (exm_feed_server_get_base_url (server), "\n", NULL);
  if (!exm_cli_print (line) || !exm_cli_flush ())
    return EXM_EXIT_FAILED;
  if (isatty (STDERR_FILENO))
    g_printerr ("%s\n", _ ("The addresses of the feeds: exemplar-cli serve --list"));
  guint sources[] = {
    g_unix_signal_add (SIGINT, on_signal, loop),
    g_unix_signal_add (SIGTERM, on_signal, loop),
  };
  g_main_loop_run (loop);
  for (gsize i = 0; i < G_N_ELEMENTS (sources); i++)
    g_source_remove (sources[i]);
  return EXM_EXIT_OK;
}

/* A line: address, what --revoke takes, title. */
static void
append_line (GString *out,
             const char *base_url,
             const char *token,
             const char *file,
             const char *name,
             const char *title)
{
  g_autofree char *address = exm_feed_list_make_address (base_url, token, file);
  g_autofree char *name_line = exm_quote_line (name);
  g_autofree char *title_line = exm_quote_line (title);

  g_string_append_printf (out, "%s\t%s\t%s\n", address, name_line,
                          title_line != NULL ? title_line : "");
}

static ExmExit
list_feeds (const GPtrArray *feeds, ExmFeedKeys *keys, const char *base_url)
{
  g_autoptr (GString) out = g_string_new (NULL);
  g_autoptr (GError) error = NULL;

  if (!exm_cli_complain_unless (exm_feed_list_make_keys (feeds, keys, &error), &error))
    return EXM_EXIT_FAILED;
  append_line (out, base_url, exm_feed_keys_get (keys, EXM_SERVED_LIST),
               EXM_FEED_FILE_LIST, EXM_SERVED_LIST, _ ("List of all feeds (OPML)"));
  for (guint i = 0; i < feeds->len; i++)
    {
      const ExmServedFeed *feed = g_ptr_array_index (feeds, i);
      const char *token = exm_feed_keys_get (keys, feed->key);
      append_line (out, base_url, token, EXM_FEED_FILE_ATOM, feed->name, feed->title);
      append_line (out, base_url, token, EXM_FEED_FILE_JSON, feed->name, feed->title);
    }
  return exm_cli_print (out->str) && exm_cli_flush () ? EXM_EXIT_OK : EXM_EXIT_FAILED;
}

/* (transfer full) (nullable): the key of the feed that is called so, %NULL after a
 * complaint */
static char *
find_key (const GPtrArray *feeds, ExmStoreReader *reader, const char *called)
{
  if (strcmp (called, EXM_SERVED_LIST) == 0)
    return g_strdup (EXM_SERVED_LIST);
  for (guint i = 0; i < feeds->len; i++)
    {
      const ExmServedFeed *feed = g_ptr_array_index (feeds, i);
      if (strcmp (feed->name, called) == 0)
        return g_strdup (feed->key);
    }
  if (g_str_has_prefix (called, "group:") || g_str_has_prefix (called, "search:"))
    {
      exm_cli_complain (_ ("There is no feed “%s”; --list prints those there are"),
                        called);
      return NULL;
    }
  g_autofree char *uid = exm_cli_data_find_task_to_read (reader, called);
  return uid != NULL ? g_strconcat ("task-", uid, NULL) : NULL;
}

static ExmExit
revoke_feed (const GPtrArray *feeds,
             ExmFeedKeys *keys,
             ExmStoreReader *reader,
             const char *called)
{
  g_autofree char *key = find_key (feeds, reader, called);
  g_autoptr (GError) error = NULL;
  gboolean had = FALSE;

  if (key == NULL
      || !exm_cli_complain_unless (exm_feed_keys_revoke (keys, key, &had, &error),
                                   &error))
    return EXM_EXIT_FAILED;
  if (had)
    return EXM_EXIT_OK;
  exm_cli_complain (_ ("The feed “%s” has no address that could be taken away"), called);
  return EXM_EXIT_FAILED;
}

/* --list and --revoke: what is done without a server. */
static ExmExit
change_keys (const Request *request, const char *folder, const char *base_url)
{
  g_autoptr (ExmFeedKeys) keys = exm_feed_keys_new (folder);
  g_autoptr (ExmStoreReader) reader = exm_cli_data_open_reader (request->data);
  g_autoptr (GError) error = NULL;

  if (!g_file_test (folder, G_FILE_TEST_IS_DIR))
    {
      g_autofree char *name = g_filename_display_name (folder);
      exm_cli_complain (_ ("There are no tasks in %s yet: add one first."), name);
      return EXM_EXIT_FAILED;
    }
  if (reader == NULL
      || !exm_cli_complain_unless (exm_feed_keys_read (keys, &error), &error))
    return EXM_EXIT_FAILED;
  g_autoptr (GPtrArray) feeds = exm_feed_list_read (folder, reader, NULL, &error);
  if (!exm_cli_complain_unless (feeds != NULL, &error))
    return EXM_EXIT_FAILED;
  return request->list ? list_feeds (feeds, keys, base_url)
                       : revoke_feed (feeds, keys, reader, request->revoke);
}

ExmExit
exm_cli_serve (int argc, char **argv)
{
  g_auto (Request) request = { 0 };
  g_autoptr (GError) error = NULL;
  ExmExit exit_code;

  if (!parse (&request, &argc, &argv, &exit_code))
    return exit_code;
  if (argc > 1)
    return exm_cli_refuse (_ ("“%s” is one argument too many"), argv[1]);
  if (request.list && request.revoke != NULL)
    return exm_cli_refuse (_ ("--list and --revoke exclude each other"));
  g_autofree char *folder = exm_cli_data_get_usable_folder (request.data);
  if (folder == NULL)
    return EXM_EXIT_FAILED;
  const ExmFeedServerOptions options = {
    .folder = folder,
    .listen = request.listen != NULL ? request.listen : EXM_FEED_SERVER_LISTEN,
    .base_url = request.base_url,
  };
  g_autofree char *base_url = exm_feed_server_make_base_url (&options, &error);
  if (base_url == NULL)
    return exm_cli_refuse ("%s", error->message);
  return request.list || request.revoke != NULL ? change_keys (&request, folder, base_url)
                                                : serve (&options);
}
