/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/formats/exm-book-picture.h"

#include <string.h>

void
exm_book_picture_free (ExmBookPicture *self)
{
  g_free (self->address);
  g_free (self->name);
  g_free (self->type);
  g_clear_pointer (&self->bytes, g_bytes_unref);
  g_free (self);
}

gboolean
exm_book_picture_is_shown (const char *type)
{
  static const char *const types[] = { "image/png", "image/jpeg", "image/gif", NULL };

  return type != NULL && g_strv_contains (types, type);
}

static char *
make_path (const ExmBookPicture *picture)
{
  return g_strconcat (EXM_BOOK_PICTURES, picture->name, NULL);
}

GHashTable *
exm_book_pictures_map (const GPtrArray *pictures)
{
  GHashTable *map = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);

  for (guint i = 0; pictures != NULL && i < pictures->len; i++)
    {
      const ExmBookPicture *picture = g_ptr_array_index (pictures, i);
      g_hash_table_insert (map, picture->address, make_path (picture));
    }
  return map;
}

void
exm_book_pictures_gather (GHashTable *all, const GPtrArray *pictures)
{
  for (guint i = 0; pictures != NULL && i < pictures->len; i++)
    {
      ExmBookPicture *picture = g_ptr_array_index (pictures, i);
      g_hash_table_insert (all, make_path (picture), picture);
    }
}

GList *
exm_book_pictures_list (GHashTable *all)
{
  return g_list_sort (g_hash_table_get_keys (all), (GCompareFunc) strcmp);
}

void
exm_book_pictures_write (GHashTable *all, const char *folder, ExmZipWriter *zip)
{
  g_autoptr (GList) paths = exm_book_pictures_list (all);

  for (const GList *at = paths; at != NULL; at = at->next)
    {
      const ExmBookPicture *picture = g_hash_table_lookup (all, at->data);
      g_autofree char *name = g_strconcat (folder, (const char *) at->data, NULL);
      exm_zip_writer_add_bytes (zip, name, picture->bytes);
    }
}
