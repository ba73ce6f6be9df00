/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Many articles at once, into a folder or into one file, because somebody asked for it:
 * the same files that a task's output would get, but nothing is remembered in the store.
 */

#pragma once

#include "publish/exm-article-pictures.h"
#include "publish/formats/exm-archive-page.h"
#include "task/exm-article.h"
#include "task/exm-task.h"

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _ExmArticleExport ExmArticleExport;

/**
 * exm_article_export_new_folder:
 * @format: of the files
 * @folder: where to; made if it is not there
 * @name_template: (nullable): names of the files, %NULL for the default
 * @error: (out): %G_IO_ERROR, naming the folder
 *
 * An article that is exported again replaces its file. A format that is written as a
 * whole makes one file, by its usual name.
 *
 * Returns: (transfer full): an export for one thread at a time, or %NULL
 */
ExmArticleExport *exm_article_export_new_folder (ExmOutputFormat format,
                                                 const char *folder,
                                                 const char *name_template,
                                                 GError **error);

/**
 * exm_article_export_new_file:
 * @format: one that holds many articles in one file
 * @path: a regular file is replaced once the export is finished; others are appended to
 * @error: (out): %G_IO_ERROR, naming the file
 *
 * Returns: (transfer full): an export for one thread at a time, or %NULL
 */
ExmArticleExport *
exm_article_export_new_file (ExmOutputFormat format, const char *path, GError **error);

/* For an export into a folder, and for books, which hold them; @source: as for
 * exm_folder_publisher_set_pictures(). */
void exm_article_export_set_pictures (ExmArticleExport *self,
                                      const ExmPictureSource *source);

/* For archives, which hold no pages without it; @source: copied. */
void exm_article_export_set_pages (ExmArticleExport *self, const ExmPageSource *source);

/* Without exm_article_export_finish(), a file stays as it was. */
void exm_article_export_free (ExmArticleExport *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmArticleExport, exm_article_export_free)

/**
 * exm_article_export_add:
 * @task_name: what {task} becomes in names of files
 * @error: (out): %EXM_PUBLISH_ERROR or %G_IO_ERROR, naming the file
 *
 * Blocks on the disk.
 */
gboolean exm_article_export_add (ExmArticleExport *self,
                                 const ExmArticle *article,
                                 const char *task_name,
                                 GCancellable *cancellable,
                                 GError **error);

/* A file takes its place only here. */
gboolean exm_article_export_finish (ExmArticleExport *self, GError **error);

G_END_DECLS
