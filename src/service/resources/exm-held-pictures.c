/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-collect"

#include "config.h"

#include "resources/exm-held-pictures.h"

#include "resources/exm-resource-type.h"
#include "store/db/exm-store-error.h"
#include "store/db/exm-store-folder.h"
#include "store/exm-resource-holders.h"
#include "task/exm-body-pictures.h"

/* Addresses that a body shows: what its page has in its style sheets is not of it.
 * Returns: (transfer full) (element-type utf8) */
static GHashTable *
list_shown (const char *html)
{
  g_autoptr (GPtrArray) pictures = exm_body_pictures_list (html);
  GHashTable *shown = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < pictures->len; i++)
    {
      const ExmBodyPicture *picture = g_ptr_array_index (pictures, i);
      g_hash_table_add (shown, g_strdup (picture->address));
    }
  return shown;
}

static GPtrArray *
list_pictures (const ExmArticle *article, gpointer data, GError **error)
{
  const ExmArticleFields *fields = exm_article_get (article);
  g_autoptr (GPtrArray) held
      = exm_resource_store_list_held (data, fields->task_uid, fields->url_key, error);

  if (held == NULL)
    return NULL;
  GPtrArray *pictures
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_article_picture_free);
  g_autoptr (GHashTable) shown = list_shown (fields->html);
  for (guint i = 0; i < held->len; i++)
    {
      const ExmHeldResource *one = g_ptr_array_index (held, i);
      if (one->hash == NULL || g_strcmp0 (one->kind, "image") != 0
          || !g_hash_table_contains (shown, one->address))
        continue;
      ExmArticlePicture *picture = g_new0 (ExmArticlePicture, 1);
      picture->address = g_strdup (one->address);
      picture->hash = g_strdup (one->hash);
      picture->type = g_strdup (one->type);
      picture->n_bytes = one->n_bytes;
      g_ptr_array_add (pictures, picture);
    }
  return pictures;
}

static GBytes *
load_picture (const char *hash, gpointer data, GError **error)
{
  g_autoptr (GError) problem = NULL;
  GBytes *bytes = exm_resource_store_get_held (data, hash, &problem);

  if (bytes == NULL
      && !g_error_matches (problem, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND))
    g_propagate_error (error, g_steal_pointer (&problem));
  return bytes;
}

static gboolean
measure_picture (GBytes *bytes, guint *width, guint *height)
{
  gsize n_bytes = 0;
  const guint8 *data = g_bytes_get_data (bytes, &n_bytes);

  return exm_resource_find_size (data, n_bytes, width, height);
}

ExmPictureSource
exm_held_pictures_get_source (ExmResourceStore *store)
{
  return (ExmPictureSource){ list_pictures, load_picture, measure_picture, store };
}

ExmResourceStore *
exm_held_pictures_open (const char *folder)
{
  g_autofree char *path = g_build_filename (folder, EXM_STORE_RESOURCES_FILE, NULL);
  g_autoptr (GError) error = NULL;

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    return NULL;
  ExmResourceStore *store = exm_resource_store_open (folder, &error);
  if (store == NULL)
    g_message ("Pictures that were kept are not shown: %s", error->message);
  return store;
}
