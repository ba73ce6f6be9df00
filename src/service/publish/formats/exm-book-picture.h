/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pictures that a book or a report holds with its articles: PNG, JPEG and GIF, which all
 * readers of both show. Others stay descriptions. */

#pragma once

#include "publish/formats/exm-zip-writer.h"

#include <glib.h>

G_BEGIN_DECLS

/* Folder of pictures beside the pages of a book. */
#define EXM_BOOK_PICTURES "images/"

/**
 * ExmBookPicture:
 * @address: (owned): as the article's body has it
 * @name: (owned): of its file: the hash of its bytes, and an ending
 * @type: (owned): its media type
 * @bytes: (owned)
 * @width: in pixels, at least 1
 * @height: in pixels, at least 1
 */
typedef struct
{
  char *address;
  char *name;
  char *type;
  GBytes *bytes;
  guint width;
  guint height;
} ExmBookPicture;

void exm_book_picture_free (ExmBookPicture *self);

/* Returns: whether a book shows pictures of this media type */
gboolean exm_book_picture_is_shown (const char *type);

/* Returns: (transfer full) (element-type utf8 utf8): by address, where each of @pictures
 * lies beside the page; empty where @pictures is %NULL */
GHashTable *exm_book_pictures_map (const GPtrArray *pictures);

/* Adds those of @pictures to @all (element-type utf8 ExmBookPicture), which is keyed by
 * where they lie; both stay the caller's. */
void exm_book_pictures_gather (GHashTable *all, const GPtrArray *pictures);

/* Adds the files of @all, as above, to the folder @folder of a book, by name. */
void exm_book_pictures_write (GHashTable *all, const char *folder, ExmZipWriter *zip);

/* Returns: (transfer container) (element-type utf8): the keys of @all in order */
GList *exm_book_pictures_list (GHashTable *all);

G_END_DECLS
