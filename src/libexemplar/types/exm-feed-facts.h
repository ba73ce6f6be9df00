/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Facts that a feed tells of an article besides its text: what makes it the same entry to
 * whoever reads the feed. Filled by one thread, then not changed; reference counted. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The most of each that is kept of an item, and the bytes of a text. */
#define EXM_MAX_FEED_CATEGORIES 64u
#define EXM_MAX_FEED_ENCLOSURES 32u
#define EXM_MAX_FEED_FACT_BYTES 2048u

/**
 * ExmEnclosure:
 * @url: (owned): absolute, http or https
 * @type: (owned) (nullable): media type, as the feed writes it
 * @n_bytes: 0 where it is not known
 */
typedef struct
{
  char *url;
  char *type;
  guint64 n_bytes;
} ExmEnclosure;

/**
 * ExmFeedFacts:
 * @id: (owned) (nullable): what the feed calls the item, any text of one line
 * @published_usec: Unix time in microseconds, 0 where the feed does not say it
 * @updated_usec: the same, of the last change
 * @categories: (owned) (element-type utf8): each once, a line each
 * @enclosures: (owned) (element-type ExmEnclosure): each address once
 */
typedef struct
{
  char *id;
  gint64 published_usec;
  gint64 updated_usec;
  GPtrArray *categories;
  GPtrArray *enclosures;
} ExmFeedFacts;

ExmFeedFacts *exm_feed_facts_new (void);
ExmFeedFacts *exm_feed_facts_ref (ExmFeedFacts *self);
void exm_feed_facts_unref (ExmFeedFacts *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmFeedFacts, exm_feed_facts_unref)

/* Sets the id, unless there is one. One that is too long is none: cut, it would be that
 * of another item. */
void exm_feed_facts_set_id (ExmFeedFacts *self, const char *id);

/* @text: (nullable): in one line; a long one and one too many are passed over */
void exm_feed_facts_add_category (ExmFeedFacts *self, const char *text);

/**
 * exm_feed_facts_add_enclosure:
 * @url: (nullable): absolute; %NULL is passed over, as one too many is
 * @type: (nullable): media type
 * @length: (nullable): bytes, in decimal digits; anything else is not known
 */
void exm_feed_facts_add_enclosure (ExmFeedFacts *self,
                                   const char *url,
                                   const char *type,
                                   const char *length);

/**
 * exm_feed_facts_write:
 *
 * Returns: (transfer full): all but the id, a line each, for exm_feed_facts_parse()
 */
char *exm_feed_facts_write (const ExmFeedFacts *self);

/**
 * exm_feed_facts_parse:
 * @id: (nullable): of the item
 * @text: as exm_feed_facts_write() gives it; lines that say nothing are passed over
 *
 * Returns: (transfer full): the facts
 */
ExmFeedFacts *exm_feed_facts_parse (const char *id, const char *text);

G_END_DECLS
