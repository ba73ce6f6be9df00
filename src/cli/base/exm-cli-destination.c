/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/base/exm-cli-destination.h"

#include "publish/formats/exm-format.h"

#include <glib/gi18n.h>

/* Width of the ids in a help. */
#define ID_WIDTH 10

ExmExit
exm_cli_destination_refuse (const char *text)
{
  g_autofree char *formats = exm_format_list_ids (EXM_N_OUTPUT_FORMATS);
  g_autoptr (GString) kinds = g_string_new (NULL);
  const ExmMessageKind *kind = NULL;

  for (guint i = 0; (kind = exm_message_kind_get (i)) != NULL; i++)
    g_string_append_printf (kinds, "%s%s", i > 0 ? ", " : "", kind->id);
  /* translators: formats, kinds of messages, then what was given */
  return exm_cli_refuse (_ ("An output must be FORMAT:FOLDER, with one of %s, or "
                            "KIND:NAME, with one of %s; not “%s”"),
                         formats, kinds->str, text);
}

char *
exm_cli_destination_list_help (void)
{
  g_autofree char *formats = exm_format_list_help (EXM_N_OUTPUT_FORMATS);
  g_autoptr (GString) help = g_string_new (formats);
  const ExmMessageKind *kind = NULL;

  g_string_append_printf (help, "\n\n%s", _ ("Kinds of messages and databases:"));
  for (guint i = 0; (kind = exm_message_kind_get (i)) != NULL; i++)
    g_string_append_printf (help, "\n  %-*s %s", ID_WIDTH, kind->id, _ (kind->summary));
  return g_string_free (g_steal_pointer (&help), FALSE);
}

char *
exm_cli_destination_dup_place (const ExmTaskOutput *output)
{
  if (output->kind != NULL)
    return g_strconcat (output->kind, ":", output->to, NULL);
  return g_strdup_printf ("%s:%s", exm_output_format_get_name (output->format),
                          output->folder);
}
