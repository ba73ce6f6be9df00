/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pictures that are kept with an article and written beside its file: into NAME.files,
 * each under the hash of its bytes, so that one that is there is whole and the right one.
 * Any thread, one at a time. */

#pragma once

#include "task/exm-article.h"

G_BEGIN_DECLS

/**
 * ExmArticlePicture:
 * @address: (owned): as the article's body has it
 * @hash: (owned): SHA-256 of its bytes, in hexadecimal
 * @type: (owned): its media type
 * @n_bytes: how many
 */
typedef struct
{
  char *address;
  char *hash;
  char *type;
  guint64 n_bytes;
} ExmArticlePicture;

void exm_article_picture_free (ExmArticlePicture *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmArticlePicture, exm_article_picture_free)

/**
 * ExmPictureSource:
 * @list: Returns: (transfer full) (element-type ExmArticlePicture) (nullable): what is
 *   kept with the article; %NULL with the error
 * @load: Returns: (transfer full) (nullable): the bytes of a picture; %NULL without an
 *   error where they are lost
 * @measure: finds width and height in pixels; Returns: whether they are known
 * @data: for the first two
 *
 * Has the pictures of articles. Called in the thread that publishes.
 */
typedef struct
{
  GPtrArray *(*list) (const ExmArticle *article, gpointer data, GError **error);
  GBytes *(*load) (const char *hash, gpointer data, GError **error);
  gboolean (*measure) (GBytes *bytes, guint *width, guint *height);
  gpointer data;
} ExmPictureSource;

/* Returns: (transfer full): "HASH.png", the name of its file */
char *exm_article_picture_dup_name (const ExmArticlePicture *self);

/* Returns: (transfer full): "a/NAME.files", the folder for the pictures of the file
 * @path: "a/NAME.html" */
char *exm_article_pictures_dup_folder (const char *path);

/* Returns: (transfer full): the address of file @name in the pictures' folder of the file
 * @path, as that says it */
char *exm_article_pictures_dup_address (const char *path, const char *name);

G_END_DECLS
