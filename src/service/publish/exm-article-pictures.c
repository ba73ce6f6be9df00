/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/exm-article-pictures.h"

#include <string.h>

void
exm_article_picture_free (ExmArticlePicture *self)
{
  g_free (self->address);
  g_free (self->hash);
  g_free (self->type);
  g_free (self);
}

char *
exm_article_picture_dup_name (const ExmArticlePicture *self)
{
  static const struct
  {
    const char *type;
    const char *extension;
  } types[] = {
    { "image/png", "png" },    { "image/jpeg", "jpg" },    { "image/gif", "gif" },
    { "image/webp", "webp" },  { "image/avif", "avif" },   { "image/bmp", "bmp" },
    { "image/x-icon", "ico" }, { "image/svg+xml", "svg" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (types); i++)
    if (g_strcmp0 (types[i].type, self->type) == 0)
      return g_strdup_printf ("%s.%s", self->hash, types[i].extension);
  return g_strdup (self->hash);
}

char *
exm_article_pictures_dup_folder (const char *path)
{
  const char *slash = strrchr (path, '/');
  const char *dot = strrchr (slash != NULL ? slash : path, '.');
  g_autofree char *start
      = dot != NULL ? g_strndup (path, (gsize) (dot - path)) : g_strdup (path);

  return g_strconcat (start, ".files", NULL);
}

char *
exm_article_pictures_dup_address (const char *path, const char *name)
{
  g_autofree char *folder = exm_article_pictures_dup_folder (path);
  g_autofree char *base = g_path_get_basename (folder);
  g_autofree char *escaped = g_uri_escape_string (base, NULL, TRUE);

  return g_strconcat (escaped, "/", name, NULL);
}
