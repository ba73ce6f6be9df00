/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/messages/exm-destination.h"

#include "publish/exm-name-template.h"
#include "publish/formats/exm-format.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static gboolean
is_feed (const ExmTaskOutput *output)
{
  return exm_format_get (output->format)->kind == EXM_FORMAT_FEED;
}

const char *
exm_destination_get_id (const ExmTaskOutput *output)
{
  if (output->kind != NULL)
    return output->kind;
  return is_feed (output) ? "feed" : "folder";
}

const char *
exm_destination_get_guarantee (const ExmTaskOutput *output)
{
  const ExmMessageKind *kind = exm_message_kind_find (output->kind);

  if (kind != NULL)
    return exm_guarantee_get_words (kind->guarantee);
  if (output->kind != NULL)
    return N_ ("This version does not know it.");
  if (is_feed (output))
    return N_ ("Exactly once: an article is in the feed once, and whoever reads the file "
               "finds it whole.");
  return N_ ("Exactly once: an article is there whole, and never twice.");
}

const ExmMessageKind *
exm_destination_parse_message (const char *text, const char **name)
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
exm_destination_add (const char *text, const char *name_template, ExmTaskFields *fields)
{
  const char *to = NULL;
  const ExmMessageKind *kind = exm_destination_parse_message (text, &to);
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
