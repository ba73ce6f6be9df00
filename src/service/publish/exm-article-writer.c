/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/exm-article-writer.h"

#include "publish/formats/exm-article-values.h"

char *
exm_article_write (const ExmArticle *article, ExmOutputFormat format)
{
  return exm_article_write_with_pictures (article, format, NULL);
}

gboolean
exm_output_format_has_pictures (ExmOutputFormat format)
{
  const ExmFormat *self = exm_format_get (format);

  return self->pictured != NULL || self->holds_pictures;
}

char *
exm_article_write_with_pictures (const ExmArticle *article,
                                 ExmOutputFormat format,
                                 GHashTable *pictures)
{
  g_autoptr (GString) out = g_string_new (NULL);
  g_autofree char *key = exm_article_key (article);

  g_return_val_if_fail (key != NULL, NULL);
  if (pictures != NULL)
    exm_format_get (format)->pictured (out, article, key, pictures);
  else
    exm_format_get (format)->article (out, article, key);
  if (out->str[out->len - 1] != '\n')
    g_string_append_c (out, '\n');
  if (!g_utf8_validate_len (out->str, out->len, NULL))
    return g_utf8_make_valid (out->str, (gssize) out->len);
  return g_string_free (g_steal_pointer (&out), FALSE);
}

char *
exm_article_write_start (ExmOutputFormat format, const ExmFormatHead *head)
{
  g_autoptr (GString) out = g_string_new (NULL);

  if (exm_format_get (format)->start != NULL)
    exm_format_get (format)->start (out, head);
  return g_string_free (g_steal_pointer (&out), FALSE);
}

char *
exm_article_write_end (ExmOutputFormat format)
{
  g_autoptr (GString) out = g_string_new (NULL);

  if (exm_format_get (format)->end != NULL)
    exm_format_get (format)->end (out);
  return g_string_free (g_steal_pointer (&out), FALSE);
}

const char *
exm_output_format_get_extension (ExmOutputFormat format)
{
  return exm_format_get (format)->extension;
}

gboolean
exm_output_format_is_shared (ExmOutputFormat format)
{
  return exm_format_get (format)->kind != EXM_FORMAT_DOCUMENT;
}
