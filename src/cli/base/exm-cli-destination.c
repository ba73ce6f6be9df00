/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/base/exm-cli-destination.h"

#include "publish/exm-name-template.h"
#include "publish/formats/exm-format.h"

#include <glib/gi18n.h>
#include <string.h>

/* Width of the ids in a help. */
#define ID_WIDTH 10

const ExmMessageKind *
exm_cli_destination_parse_message (const char *text, const char **name)
{
  const char *colon = strchr (text, ':');
  g_autofree char *id = colon != NULL ? g_strndup (text, (gsize) (colon - text)) : NULL;

  *name = colon != NULL ? colon + 1 : text;
  return colon != NULL && colon[1] != '\0' ? exm_message_kind_find (id) : NULL;
}

/* A file's name as a template that gives it. */
static char *
quote_name (const char *name)
{
  g_autoptr (GString) template = g_string_new (name);

  g_string_replace (template, "{", "{{", 0);
  g_string_replace (template, "}", "}}", 0);
  return g_string_free (g_steal_pointer (&template), FALSE);
}

ExmTaskOutput *
exm_cli_destination_add (const char *text,
                         const char *name_template,
                         ExmTaskFields *fields)
{
  const char *to = NULL;
  const ExmMessageKind *kind = exm_cli_destination_parse_message (text, &to);
  g_autofree char *name = g_strndup (text, (gsize) (to - text) - (to > text));
  ExmOutputFormat format;

  if (kind != NULL && *to == '\0')
    return NULL;
  if (kind != NULL)
    {
      g_autofree char *file = kind->is_file ? g_canonicalize_filename (to, NULL) : NULL;
      return exm_task_fields_add_message_output (fields, kind->id,
                                                 file != NULL ? file : to);
    }
  if (to == text || *to == '\0' || !exm_output_format_from_name (name, &format))
    return NULL;
  g_autofree char *place = g_canonicalize_filename (to, NULL);
  if (name_template == NULL && exm_format_get (format)->kind == EXM_FORMAT_FEED
      && !g_str_has_suffix (text, "/") && !g_file_test (place, G_FILE_TEST_IS_DIR))
    {
      g_autofree char *folder = g_path_get_dirname (place);
      g_autofree char *file = g_path_get_basename (place);
      g_autofree char *template = quote_name (file);
      return exm_task_fields_add_output (fields, format, folder, template);
    }
  return exm_task_fields_add_output (
      fields, format, place,
      name_template != NULL ? name_template : exm_name_template_get_default (format));
}

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
