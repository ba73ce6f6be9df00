/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/base/exm-cli-group.h"

#include <glib/gi18n.h>
#include <string.h>

static char *
describe (const ExmCliGroup *self)
{
  GString *text = g_string_new (_ (self->summary));

  g_string_append_printf (text, "\n\n%s", _ ("Commands:"));
  for (gsize i = 0; i < self->n_commands; i++)
    g_string_append_printf (text, "\n  %-10s %s", self->commands[i].name,
                            _ (self->commands[i].summary));
  return g_string_free (text, FALSE);
}

static ExmExit
run_alone (const ExmCliGroup *self, int argc, char **argv)
{
  g_autofree char *summary = describe (self);
  GOptionContext *context = g_option_context_new (_ ("COMMAND …"));
  ExmExit exit_code;

  g_option_context_set_summary (context, summary);
  g_option_context_set_description (context, exm_cli_describe_exits ());
  g_option_context_set_strict_posix (context, TRUE);
  if (!exm_cli_parse (context, &argc, &argv, &exit_code))
    return exit_code;
  if (argc < 2)
    return exm_cli_refuse (_ ("A command is missing"));
  return exm_cli_refuse (_ ("There is no command “%s”"), argv[1]);
}

ExmExit
exm_cli_group_run (const ExmCliGroup *self, int argc, char **argv)
{
  for (gsize i = 0; argc > 1 && i < self->n_commands; i++)
    if (strcmp (self->commands[i].name, argv[1]) == 0)
      {
        g_autofree char *full_name = g_strconcat (g_get_prgname (), " ", argv[1], NULL);
        g_set_prgname (full_name);
        return self->commands[i].run (argc - 1, argv + 1);
      }
  return run_alone (self, argc, argv);
}
