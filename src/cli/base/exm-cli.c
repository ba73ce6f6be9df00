/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/base/exm-cli.h"

#include "cli/base/exm-cli-wrap.h"
#include "extract/net/exm-extract-error.h"

#include <glib/gi18n.h>

ExmExit
exm_cli_worse (ExmExit a, ExmExit b)
{
  static const ExmExit worst_first[] = { EXM_EXIT_USAGE, EXM_EXIT_FAILED, EXM_EXIT_DAMAGE,
                                         EXM_EXIT_NOTHING, EXM_EXIT_UNLIKE };

  for (gsize i = 0; i < G_N_ELEMENTS (worst_first); i++)
    if (a == worst_first[i] || b == worst_first[i])
      return worst_first[i];
  return EXM_EXIT_OK;
}

ExmExit
exm_cli_exit_from_error (const GError *error)
{
  if (error->domain != EXM_EXTRACT_ERROR)
    return EXM_EXIT_FAILED;
  switch (error->code)
    {
    case EXM_EXTRACT_ERROR_TOO_LARGE:
    case EXM_EXTRACT_ERROR_MEMORY:
      return EXM_EXIT_FAILED;
    default:
      return EXM_EXIT_NOTHING;
    }
}

ExmExit
exm_cli_refuse (const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_autofree char *message = g_strdup_vprintf (format, args);
  va_end (args);
  exm_cli_complain ("%s", message);
  /* translators: %s is the program, with or without a command */
  g_printerr (_ ("Try “%s --help”."), g_get_prgname ());
  g_printerr ("\n");
  return EXM_EXIT_USAGE;
}

char **
exm_cli_spell_out_jobs (int argc, char **argv)
{
  char **spelt = g_new0 (char *, (gsize) argc + 1);

  for (int i = 0; i < argc; i++)
    spelt[i] = g_str_has_prefix (argv[i], "-j") && g_ascii_isdigit (argv[i][2])
                   ? g_strconcat ("--jobs=", argv[i] + 2, NULL)
                   : g_strdup (argv[i]);
  return spelt;
}

gboolean
exm_cli_parse (GOptionContext *context, int *argc, char ***argv, ExmExit *exit_code)
{
  g_autoptr (GOptionContext) owned = context;
  g_autoptr (GError) error = NULL;
  gboolean help = FALSE;
  const GOptionEntry entries[] = {
    { "help", 'h', 0, G_OPTION_ARG_NONE, &help, N_ ("Show this help"), NULL },
    G_OPTION_ENTRY_NULL,
  };

  *exit_code = EXM_EXIT_OK;
  g_option_context_set_help_enabled (owned, FALSE);
  if (g_option_context_get_description (owned) == NULL)
    g_option_context_set_description (owned, exm_cli_describe_exits ());
  g_option_context_set_translation_domain (owned, GETTEXT_PACKAGE);
  g_option_context_add_main_entries (owned, entries, GETTEXT_PACKAGE);
  if (!g_option_context_parse (owned, argc, argv, &error))
    {
      *exit_code = exm_cli_refuse ("%s", error->message);
      return FALSE;
    }
  if (!help)
    return TRUE;
  g_autofree char *help_text = g_option_context_get_help (owned, FALSE, NULL);
  g_autofree char *text = exm_cli_wrap_help (help_text, exm_cli_get_width ());
  *exit_code = exm_cli_print (text) && exm_cli_flush () ? EXM_EXIT_OK : EXM_EXIT_FAILED;
  return FALSE;
}

const char *
exm_cli_describe_exits (void)
{
  return _ ("Exit status:\n"
            "  0  all well\n"
            "  1  something failed: a page cannot be read, the network, the output\n"
            "  2  wrong usage\n"
            "  3  nothing was extracted from at least one target: it has no body or no\n"
            "     text, or the method needs an example\n"
            "  4  at least one target does not look like its example\n"
            "\n"
            "A command that answers records (batch) ends with 0 when every line was\n"
            "answered, also where the answer is an error.");
}
