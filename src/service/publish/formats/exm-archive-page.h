/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A page of an article as it was fetched, for formats that keep pages. */

#pragma once

#include "task/exm-article.h"

G_BEGIN_DECLS

/**
 * ExmArchivePage:
 * @url: (owned): the address that it came from in the end
 * @record: (owned) (nullable): of its fetch, as fetch/exm-fetch-record.h tells; %NULL for
 *   pages of which only the bytes are known
 * @charset: (owned) (nullable): as HTTP declared it
 * @fetched_usec: when, Unix time in microseconds
 * @bytes: (owned): as they are stored
 */
typedef struct
{
  char *url;
  char *record;
  char *charset;
  gint64 fetched_usec;
  GBytes *bytes;
} ExmArchivePage;

void exm_archive_page_free (ExmArchivePage *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmArchivePage, exm_archive_page_free)

/**
 * ExmPageSource:
 * @list: Returns: (transfer full) (element-type ExmArchivePage) (nullable): the pages
 * that the article was made of and that are stored, the first one first; %NULL with the
 *   error where the store cannot be read
 * @data: for it
 *
 * Has the pages of articles. Called in the thread that publishes; blocks on the disk.
 */
typedef struct
{
  GPtrArray *(*list) (const ExmArticle *article, gpointer data, GError **error);
  gpointer data;
} ExmPageSource;

G_END_DECLS
