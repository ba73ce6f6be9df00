/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A file with a feed of the newest articles, as text: what one more article makes of it.
 * The file is the memory of the feed: its id and its entries are taken over from it.
 * Pure; any thread. */

#pragma once

#include "publish/formats/exm-format.h"

G_BEGIN_DECLS

/**
 * ExmFeedFile:
 * @format: one of feeds
 * @id: of a feed that is new
 * @title: of the feed
 * @newest: how many articles it holds at most
 * @now_usec: Unix time in microseconds
 */
typedef struct
{
  ExmOutputFormat format;
  const char *id;    /* (unowned) */
  const char *title; /* (unowned) */
  guint newest;
  gint64 now_usec;
} ExmFeedFile;

/**
 * exm_feed_file_is_ours:
 * @text: a file
 *
 * Returns: whether it is a feed of the format that this program wrote
 */
gboolean exm_feed_file_is_ours (const ExmFeedFile *self, const char *text);

/**
 * exm_feed_file_add:
 * @text: (nullable): the file as it is, one of ours; %NULL for none
 * @article: an article with an address
 *
 * An article that is in the feed takes the place of its entry, which is marked as updated
 * now, or stays as it was where nothing else differs. Entries are in the order in which
 * they were published, the newest first; those over the limit fall out. Linear.
 *
 * Returns: (transfer full): the file as it shall be; equal to @text where nothing changes
 */
char *
exm_feed_file_add (const ExmFeedFile *self, const char *text, const ExmArticle *article);

G_END_DECLS
