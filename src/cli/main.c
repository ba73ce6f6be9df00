/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "base/exm-said.h"
#include "cli/base/exm-cli-output.h"
#include "cli/base/exm-cli-terminal.h"
#include "cli/base/exm-cli.h"
#ifdef EXM_HAVE_LAB
#include "lab/exm-lab.h"
#endif

#include <fcntl.h>
#include <glib/gi18n.h>
#include <locale.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static const ExmCliCommand commands[] = {
  { "extract", N_ ("Print the article bodies of pages"), exm_cli_extract },
  { "curves", N_ ("Write or draw the similarity curves of two pages"), exm_cli_curves },
  { "task", N_ ("Set up, change, try, export and import tasks"), exm_cli_task },
  { "group", N_ ("Say what tasks of a group get unless they have their own"),
    exm_cli_task_groups },
  { "worker", N_ ("Collect by the schedules of the tasks"), exm_cli_worker },
  { "articles", N_ ("List, print and export collected articles"), exm_cli_articles },
  { "import", N_ ("Make articles of the pages of archives"), exm_cli_import },
  { "search", N_ ("Save searches by a name, list and try them"), exm_cli_search },
  { "output", N_ ("Add, try and look after outputs of tasks"), exm_cli_output },
  { "serve", N_ ("Serve feeds of the collected articles"), exm_cli_serve },
  { "status", N_ ("Whether all is well, and what to do where it is not"),
    exm_cli_status },
  { "report", N_ ("The week of all tasks, to be read"), exm_cli_report },
  { "stats", N_ ("The whole data folder in numbers"), exm_cli_stats },
  { "store", N_ ("Check, repair, back up and restore the data folder"), exm_cli_store },
  { "batch", N_ ("Answer JSON records, a line each"), exm_cli_batch },
  { "warc", N_ ("Extract the articles of whole archives"), exm_cli_warc },
#ifdef EXM_HAVE_LAB
  { "compare", N_ ("Measure methods beside each other"), exm_cli_compare },
  { "train", N_ ("Learn from pages with known bodies"), exm_cli_train },
  { "xpath", N_ ("Find nodes of pages by an XPath expression"), exm_cli_xpath },
#endif
  { "sample", N_ ("Serve the sample site, or extract its articles"), exm_cli_sample },
};

/* A closed standard stream must not become the number of the next file that is opened:
 * it is held by one that can be neither read nor written the way it is used. */
static void
hold_standard_streams (void)
{
  static const int modes[] = { O_WRONLY, O_RDONLY, O_RDONLY };

  for (int fd = 0; fd < 3; fd++)
    {
      if (fcntl (fd, F_GETFD) == -1 && open ("/dev/null", modes[fd]) != fd)
        _exit (EXM_EXIT_FAILED);
    }
}

static const ExmCliCommand *
find_command (const char *name)
{
  for (gsize i = 0; i < G_N_ELEMENTS (commands); i++)
    if (strcmp (commands[i].name, name) == 0)
      return &commands[i];
  return NULL;
}

static ExmExit
run_command (const ExmCliCommand *command, int argc, char **argv)
{
  g_autofree char *full_name = g_strconcat ("exemplar-cli ", command->name, NULL);

  g_set_prgname (full_name);
  ExmExit result = command->run (argc, argv);
  return exm_cli_flush () ? result : exm_cli_worse (result, EXM_EXIT_FAILED);
}

static char *
describe_commands (void)
{
  GString *text = g_string_new (_ ("Extracts article bodies by comparing an example page "
                                   "with other pages of its section."));

  g_string_append_printf (text, "\n\n%s", _ ("Commands:"));
  for (gsize i = 0; i < G_N_ELEMENTS (commands); i++)
    g_string_append_printf (text, "\n  %-10s %s", commands[i].name,
                            _ (commands[i].summary));
  return g_string_free (text, FALSE);
}

/* Options of the program itself: what stands before a command, or instead of one. */
static ExmExit
run_alone (int argc, char **argv)
{
  gboolean version = FALSE;
  ExmExit exit_code;
  const GOptionEntry entries[] = {
    { "version", 'V', 0, G_OPTION_ARG_NONE, &version, N_ ("Show the version"), NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_autofree char *summary = describe_commands ();
  g_autofree char *description
      = g_strconcat (_ ("“exemplar-cli COMMAND --help” tells the options of a command."),
                     "\n\n", exm_cli_describe_exits (), NULL);
  GOptionContext *context = g_option_context_new (_ ("COMMAND …"));

  g_set_prgname ("exemplar-cli");
  g_option_context_set_summary (context, summary);
  g_option_context_set_description (context, description);
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  g_option_context_set_strict_posix (context, TRUE);
  if (!exm_cli_parse (context, &argc, &argv, &exit_code))
    return exit_code;
  if (version)
    return exm_cli_print ("exemplar-cli " EXM_VERSION "\n") && exm_cli_flush ()
               ? EXM_EXIT_OK
               : EXM_EXIT_FAILED;
  if (argc < 2)
    return exm_cli_refuse (_ ("A command is missing"));
  return exm_cli_refuse (_ ("There is no command “%s”"), argv[1]);
}

int
main (int argc, char **argv)
{
  hold_standard_streams ();
  /* A reader that goes away is an error of the write, not a death. */
  signal (SIGPIPE, SIG_IGN);
  exm_said_init_language ();
  /* Programs read the output too: numbers have a point everywhere. */
  setlocale (LC_NUMERIC, "C");
  exm_cli_guard_errors ();
#ifdef EXM_HAVE_LAB
  exm_lab_init ();
#endif

  const ExmCliCommand *command = argc > 1 ? find_command (argv[1]) : NULL;
  return command != NULL ? run_command (command, argc - 1, argv + 1)
                         : run_alone (argc, argv);
}
