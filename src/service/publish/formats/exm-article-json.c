/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/formats/exm-article-json.h"

#include "publish/formats/exm-article-values.h"
#include "publish/formats/exm-quote.h"

void
exm_article_append_json_member (GString *out, const char *name, const char *value)
{
  g_string_append_printf (out, ",\"%s\":", name);
  exm_quote_json (out, value);
}

void
exm_article_append_json_fields (GString *out, const ExmMetadata *metadata)
{
  const char *separator = "";

  for (guint i = 0; i < EXM_N_FIELDS; i++)
    exm_article_append_json_member (out, exm_field_get_name (i),
                                    metadata != NULL ? exm_metadata_get (metadata, i)
                                                     : NULL);
  g_string_append (out, ",\"origins\":{");
  for (guint i = 0; metadata != NULL && i < EXM_N_FIELDS; i++)
    {
      if (exm_metadata_get (metadata, i) == NULL)
        continue;
      g_string_append_printf (
          out, "%s\"%s\":\"%s\"", separator, exm_field_get_name (i),
          exm_origin_get_name (exm_metadata_get_origin (metadata, i)));
      separator = ",";
    }
  g_string_append (out, "},\"field_confidence\":{");
  separator = "";
  for (guint i = 0; metadata != NULL && i < EXM_N_FIELDS; i++)
    {
      char buffer[G_ASCII_DTOSTR_BUF_SIZE];
      if (exm_metadata_get (metadata, i) == NULL)
        continue;
      g_string_append_printf (
          out, "%s\"%s\":%s", separator, exm_field_get_name (i),
          exm_article_format_number (exm_metadata_get_confidence (metadata, i), buffer));
      separator = ",";
    }
  g_string_append_c (out, '}');
}
