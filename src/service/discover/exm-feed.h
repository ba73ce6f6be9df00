/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Feeds: RSS 0.9x, 1.0 (RDF) and 2.0, Atom 0.3 and 1.0, JSON Feed 1.x, as one kind of
 * list. Immutable, reference counted, any thread. */

#pragma once

#include "base/exm-date.h"
#include "discover/exm-discover-error.h"
#include "types/exm-feed-facts.h"

#include <glib-object.h>

G_BEGIN_DECLS

/* Items that are kept; the rest is counted. */
#define EXM_FEED_MAX_ITEMS 10000u

typedef struct _ExmFeed ExmFeed;

/**
 * ExmFeedKind:
 *
 * The format of a feed.
 */
typedef enum
{
  EXM_FEED_RSS,
  EXM_FEED_RDF,
  EXM_FEED_ATOM,
  EXM_FEED_JSON,
} ExmFeedKind;

/**
 * ExmFeedDate:
 * @text: (owned) (nullable): as written, %NULL where there is none
 * @usec: microseconds since 1970, %EXM_DATE_NONE where @text says none
 * @has_zone: whether @text names its zone; else @usec is as of the feed's language
 */
typedef struct
{
  char *text;
  gint64 usec;
  gboolean has_zone;
} ExmFeedDate;

/**
 * ExmFeedItem:
 * @url: (owned) (nullable): the article's address, absolute
 * @id: (owned) (nullable): what the feed calls it: guid, id
 * @title: (owned) (nullable): in one line, without markup
 * @author: (owned) (nullable): a name
 * @published: when it first appeared
 * @updated: when it last changed
 * @summary: (owned) (nullable): text, blocks on lines of their own
 * @content: (owned) (nullable): the whole text where the feed carries it
 * @image: (owned) (nullable): address of a picture, absolute
 * @facts: (owned): its id, dates, categories and enclosures, to be kept
 */
typedef struct
{
  char *url;
  char *id;
  char *title;
  char *author;
  ExmFeedDate published;
  ExmFeedDate updated;
  char *summary;
  char *content;
  char *image;
  ExmFeedFacts *facts;
} ExmFeedItem;

#define EXM_TYPE_FEED (exm_feed_get_type ())
GType exm_feed_get_type (void);

ExmFeed *exm_feed_ref (ExmFeed *self);
void exm_feed_unref (ExmFeed *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmFeed, exm_feed_unref)

ExmFeedKind exm_feed_get_kind (const ExmFeed *self);

/**
 * exm_feed_get_title:
 *
 * Returns: (transfer none) (nullable): of the feed
 */
const char *exm_feed_get_title (const ExmFeed *self);

/**
 * exm_feed_get_language:
 *
 * Returns: (transfer none) (nullable): BCP 47, as written
 */
const char *exm_feed_get_language (const ExmFeed *self);

/**
 * exm_feed_get_n_items:
 *
 * Returns: how many items there are
 */
guint exm_feed_get_n_items (const ExmFeed *self);

/**
 * exm_feed_get_item:
 * @i: below exm_feed_get_n_items()
 *
 * Returns: (transfer none): an item, in the feed's order
 */
const ExmFeedItem *exm_feed_get_item (const ExmFeed *self, guint i);

/**
 * exm_feed_get_fault:
 * @n_faults: (out) (optional): how many places were wrong
 *
 * Returns: (transfer none) (nullable): what is wrong with the feed, for a person: broken
 *   XML, entity definitions left out, items over the limit; %NULL if nothing is
 */
const char *exm_feed_get_fault (const ExmFeed *self, guint *n_faults);

G_END_DECLS
