/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-collect"

#include "config.h"

#include "discover/exm-feed.h"

#include "discover/exm-feed-private.h"
#include "fetch/exm-url.h"

G_DEFINE_BOXED_TYPE (ExmFeed, exm_feed, exm_feed_ref, exm_feed_unref)

ExmFeedItem *
exm_feed_item_new (void)
{
  ExmFeedItem *item = g_new0 (ExmFeedItem, 1);

  item->published.usec = EXM_DATE_NONE;
  item->updated.usec = EXM_DATE_NONE;
  item->facts = exm_feed_facts_new ();
  return item;
}

void
exm_feed_item_free (ExmFeedItem *item)
{
  g_free (item->url);
  g_free (item->id);
  g_free (item->title);
  g_free (item->author);
  g_free (item->published.text);
  g_free (item->updated.text);
  g_free (item->summary);
  g_free (item->content);
  g_free (item->image);
  exm_feed_facts_unref (item->facts);
  g_free (item);
}

void
exm_feed_take_item (ExmFeed *self, ExmFeedItem *item)
{
  gboolean says_nothing = item->url == NULL && item->id == NULL && item->title == NULL
                          && item->summary == NULL && item->content == NULL;

  if (!says_nothing && self->items->len < EXM_FEED_MAX_ITEMS)
    {
      g_ptr_array_add (self->items, item);
      return;
    }
  self->n_skipped += !says_nothing;
  exm_feed_item_free (item);
}

char *
exm_feed_resolve (const char *base, const char *reference)
{
  g_autofree char *text = g_strstrip (g_strdup (reference));

  if (*text == '\0')
    return NULL;
  return base != NULL ? exm_url_resolve (base, text, NULL)
         : g_str_has_prefix (text, "http://") || g_str_has_prefix (text, "https://")
             ? exm_url_normalize_input (text, NULL)
             : NULL;
}

ExmFeed *
exm_feed_ref (ExmFeed *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
exm_feed_unref (ExmFeed *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_free (self->title);
  g_free (self->language);
  g_free (self->fault);
  g_ptr_array_unref (self->items);
  g_free (self);
}

ExmFeedKind
exm_feed_get_kind (const ExmFeed *self)
{
  return self->kind;
}

const char *
exm_feed_get_title (const ExmFeed *self)
{
  return self->title;
}

const char *
exm_feed_get_language (const ExmFeed *self)
{
  return self->language;
}

guint
exm_feed_get_n_items (const ExmFeed *self)
{
  return self->items->len;
}

const ExmFeedItem *
exm_feed_get_item (const ExmFeed *self, guint i)
{
  return g_ptr_array_index (self->items, i);
}

const char *
exm_feed_get_fault (const ExmFeed *self, guint *n_faults)
{
  if (n_faults != NULL)
    *n_faults = self->n_faults;
  return self->fault;
}
