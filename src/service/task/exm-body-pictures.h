/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pictures in the body of an article: their addresses in the HTML and Markdown that
 * exm-body.h writes, listed and exchanged. Pure; any thread; linear. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * ExmBodyPicture:
 * @address: (owned): what the body shows
 * @source: (owned) (nullable): the address of the same one with more pixels
 */
typedef struct
{
  char *address;
  char *source;
} ExmBodyPicture;

/**
 * exm_body_pictures_list:
 * @html: (nullable): the body of an article as HTML
 *
 * Returns: (transfer full) (element-type ExmBodyPicture): its pictures, each address
 * once, in their order
 */
GPtrArray *exm_body_pictures_list (const char *html);

/* Returns: (transfer full) (nullable): what to write in place of @address; %NULL: itself
 */
typedef char *(*ExmPictureFunc) (const char *address, gpointer data);

/**
 * exm_body_pictures_map_html:
 * @html: the body of an article as HTML
 *
 * Exchanges the addresses of its pictures; one that is exchanged has no other source any
 * more. All else stays byte for byte.
 *
 * Returns: (transfer full): HTML
 */
char *exm_body_pictures_map_html (const char *html, ExmPictureFunc func, gpointer data);

/* The same of Markdown, whose tables may be HTML; code stays as it is. */
char *
exm_body_pictures_map_markdown (const char *markdown, ExmPictureFunc func, gpointer data);

G_END_DECLS
