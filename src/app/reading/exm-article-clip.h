/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* An article on the clipboard: as HTML, of which writing programs take headings, lists,
 * tables and pictures, and as text. */

#pragma once

#include "publish/exm-article-pictures.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * exm_article_clip_make_html:
 * @source: (nullable): has the pictures that are kept of it
 *
 * Blocks on the disk; any thread.
 *
 * Returns: (transfer full): the page that exporting it as HTML makes, with its pictures
 *   within, without its policy
 */
char *exm_article_clip_make_html (const ExmArticle *article,
                                  const ExmPictureSource *source);

/**
 * exm_article_clip_copy_async:
 * @widget: whose clipboard it is
 * @folder: (nullable): the data folder, which has the pictures
 *
 * Puts it on the clipboard. Main thread.
 */
void exm_article_clip_copy_async (GtkWidget *widget,
                                  ExmArticle *article,
                                  const char *folder,
                                  GAsyncReadyCallback callback,
                                  gpointer data);

G_END_DECLS
