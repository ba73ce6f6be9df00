/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* An article in a list. The object stays the same while the article is in the list; its
 * properties follow the store. Main thread. */

#pragma once

#include "store/db/exm-store-values.h"

#include <glib-object.h>

G_BEGIN_DECLS

#define EXM_TYPE_ARTICLE_ITEM (exm_article_item_get_type ())
G_DECLARE_FINAL_TYPE (ExmArticleItem, exm_article_item, EXM, ARTICLE_ITEM, GObject)

/**
 * exm_article_item_new:
 * @info: as the store lists it
 *
 * Properties, for reading, with notification: "info" (#ExmArticleInfo *), "starts-day"
 * (whether it is the first one of its day in the list).
 *
 * Returns: (transfer full): an item
 */
ExmArticleItem *exm_article_item_new (ExmArticleInfo *info);

void exm_article_item_update (ExmArticleItem *self, ExmArticleInfo *info);

/* Returns: (transfer none): immutable */
const ExmArticleInfo *exm_article_item_get_info (ExmArticleItem *self);

/* Returns: the time that it is listed by, Unix time in µs */
gint64 exm_article_item_get_order_usec (ExmArticleItem *self);

/* Days since the year 1 of that time, in the zone of this computer. */
guint exm_article_item_get_day (ExmArticleItem *self);

void exm_article_item_set_starts_day (ExmArticleItem *self, gboolean starts_day);
gboolean exm_article_item_get_starts_day (ExmArticleItem *self);

G_END_DECLS
