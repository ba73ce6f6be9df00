/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/formats/exm-format.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define FORMAT(constant, symbol, id) &exm_format_##symbol,
static const ExmFormat *const formats[]
    = { EXM_OUTPUT_FORMATS (FORMAT) EXM_EXPORT_FORMATS (FORMAT) };
#undef FORMAT

G_STATIC_ASSERT (G_N_ELEMENTS (formats) == EXM_N_FORMATS);

const ExmFormat *
exm_format_get (ExmOutputFormat format)
{
  g_return_val_if_fail (format < G_N_ELEMENTS (formats), formats[EXM_OUTPUT_TEXT]);
  return formats[format];
}

gboolean
exm_format_from_id (const char *id, ExmOutputFormat *format)
{
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if (strcmp (formats[i]->id, id) == 0)
      {
        *format = i;
        return TRUE;
      }
  return FALSE;
}

char *
exm_format_list_ids (guint n_formats)
{
  g_autoptr (GString) list = g_string_new (NULL);

  for (guint i = 0; i < n_formats; i++)
    g_string_append_printf (list, "%s%s", i > 0 ? ", " : "", exm_format_get (i)->id);
  return g_string_free (g_steal_pointer (&list), FALSE);
}

char *
exm_format_list_help (guint n_formats)
{
  g_autoptr (GString) help = g_string_new (_ ("Formats:"));
  gsize widest = 0;

  for (guint i = 0; i < n_formats; i++)
    widest = MAX (widest, strlen (exm_format_get (i)->id));
  for (guint i = 0; i < n_formats; i++)
    g_string_append_printf (help, "\n  %-*s  %s", (int) widest, exm_format_get (i)->id,
                            _ (exm_format_get (i)->summary));
  return g_string_free (g_steal_pointer (&help), FALSE);
}

char *
exm_format_dup_label (const ExmFormat *self)
{
  if (self->kind == EXM_FORMAT_DOCUMENT)
    return g_strdup (_ (self->title));
  /* translators: a format that has all articles in one file */
  return g_strdup_printf (_ ("%s, one file"), _ (self->title));
}
