/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Publishes articles into a folder: a file an article, one file that all are appended
 * to, or a feed of the newest. An article is known by the key of its address
 * (exm_article_key()); however often it is published, and whenever the process or the
 * machine stops, it is there once, whole:
 *
 * - Its own file keeps the name that it got first and is replaced atomically. Where
 *   another article, or a file that is not ours, has the name, part of the key is added
 *   to it, which does not depend on the order.
 * - A record is appended once and stays as it was; what a kill left half-written is cut
 *   off by the next one who publishes into the folder.
 *
 * - A feed is read, replaced atomically with the article in it, or left where that
 *   changes nothing. A file of that name that is no feed of ours is not touched.
 *
 * The memory of this is exm-publish-index.h, in the folder. Publishers of several threads
 * and processes may share a folder: a lock file lets one in at a time. */

#pragma once

#include "publish/exm-article-pictures.h"
#include "publish/exm-publish-error.h"
#include "publish/formats/exm-archive-page.h"
#include "task/exm-article.h"
#include "task/exm-task.h"

G_BEGIN_DECLS

#define EXM_TYPE_FOLDER_PUBLISHER (exm_folder_publisher_get_type ())
G_DECLARE_FINAL_TYPE (
    ExmFolderPublisher, exm_folder_publisher, EXM, FOLDER_PUBLISHER, GObject)

/**
 * ExmPublished:
 * @path: absolute file name of the file that holds the article now
 * @n_bytes: bytes that were written for it, 0 if it was there before
 * @was_there: whether nothing was written since the shared file had it
 * @device: the file system that it is on, for exm_folder_publisher_expect_folder()
 */
typedef struct
{
  char *path; /* (owned) */
  gsize n_bytes;
  gboolean was_there;
  gint64 device;
} ExmPublished;

void exm_published_clear (ExmPublished *published);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ExmPublished, exm_published_clear)

/**
 * exm_folder_publisher_new:
 * @output: format, folder and name template; an empty template is the default one.
 *   Whether the output is enabled is the caller's business, as is holding back articles.
 * @task_name: what {task} becomes
 * @error: (out): %EXM_PUBLISH_ERROR_TEMPLATE, or NOT_FOLDER where it is not absolute
 *
 * Touches no file.
 *
 * Returns: (transfer full): a publisher for one thread at a time, or %NULL
 */
ExmFolderPublisher *exm_folder_publisher_new (const ExmTaskOutput *output,
                                              const char *task_name,
                                              GError **error);

/**
 * exm_folder_publisher_expect_folder:
 * @device: the file system on which it did so last, 0 if that is not known
 *
 * The folder has taken articles before, of this publisher or another one: where it is
 * missing it is not made. Where it is on another file system, no file system begins at
 * it and its index is not there, it is the empty place at which its disk is connected at
 * other times, and takes nothing. Whoever emptied it on its own disk, moved what is in it
 * or connected another disk there is not refused; others are told what to do.
 */
void exm_folder_publisher_expect_folder (ExmFolderPublisher *self, gint64 device);

/**
 * exm_folder_publisher_set_time:
 * @now_usec: Unix time in microseconds, for entries of feeds that change
 */
void exm_folder_publisher_set_time (ExmFolderPublisher *self, gint64 now_usec);

/**
 * exm_folder_publisher_set_pictures:
 * @source: (nullable): copied; what is kept with an article is written into a folder
 *   beside its HTML or Markdown file, before that file, and shown by it; %NULL: its
 *   pictures are addresses
 */
void exm_folder_publisher_set_pictures (ExmFolderPublisher *self,
                                        const ExmPictureSource *source);

/* @source: copied; pages of articles for archives, which hold none without it */
void exm_folder_publisher_set_pages (ExmFolderPublisher *self,
                                     const ExmPageSource *source);

/**
 * exm_folder_publisher_publish:
 * @article: what to publish
 * @cancellable: (nullable): looked at before anything is written
 * @published: (out): what became of it; untouched on error
 * @error: (out): %EXM_PUBLISH_ERROR, naming the path
 *
 * Blocks on the disk and, at most 10 s, on other publishers into the folder; three or
 * four syncs. The folder is made if it is missing the first time; if it is gone later,
 * or exm_folder_publisher_expect_folder() was called, that is an error, as is the empty
 * place of a disk: it may not be connected. After an error nothing half-written is
 * left, and publishing the article again does what is left to do.
 *
 * Returns: %TRUE once the article is on the disk
 */
gboolean exm_folder_publisher_publish (ExmFolderPublisher *self,
                                       const ExmArticle *article,
                                       GCancellable *cancellable,
                                       ExmPublished *published,
                                       GError **error);

/**
 * exm_folder_publisher_publish_all:
 * @articles: (element-type ExmArticle): what to publish
 * @published: (array) (out): as many, all zero: what became of each that has no error
 * @errors: (array) (out): as many, all %NULL: why the others could not be published
 *
 * As exm_folder_publisher_publish(), with the folder entered once. Files of their own are
 * synced together: two syncs for all where the file system allows that.
 */
void exm_folder_publisher_publish_all (ExmFolderPublisher *self,
                                       const GPtrArray *articles,
                                       GCancellable *cancellable,
                                       ExmPublished *published,
                                       GError **errors);

G_END_DECLS
