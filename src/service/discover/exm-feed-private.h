/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A feed while it is read: what its two readers fill. */

#pragma once

#include "discover/exm-feed.h"

G_BEGIN_DECLS

struct _ExmFeed
{
  gatomicrefcount ref_count;
  ExmFeedKind kind;
  char *title;      /* (owned) (nullable) */
  char *language;   /* (owned) (nullable) */
  GPtrArray *items; /* (owned) (element-type ExmFeedItem) */
  guint n_skipped;  /* items over the limit */
  guint n_faults;
  char *fault; /* (owned) (nullable) */
};

ExmFeedItem *exm_feed_item_new (void);
void exm_feed_item_free (ExmFeedItem *item);

/**
 * exm_feed_take_item:
 * @item: (transfer full): complete but for the meaning of its dates
 *
 * Items that say nothing and those over the limit are dropped.
 */
void exm_feed_take_item (ExmFeed *self, ExmFeedItem *item);

/**
 * exm_feed_resolve:
 * @base: (nullable): a normalised URL
 *
 * Returns: (transfer full) (nullable): @reference as an absolute web address
 */
char *exm_feed_resolve (const char *base, const char *reference);

G_END_DECLS
