/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-collect"

#include "config.h"

#include "discover/exm-feed-reader.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/exm-said-error.h"
#include "discover/exm-feed-parsers-private.h"
#include "discover/exm-feed-private.h"
#include "fetch/exm-url-display.h"

static void
read_date (ExmFeedDate *date, gint zone_minutes)
{
  if (date->text != NULL)
    date->usec = exm_date_parse_time (date->text, zone_minutes, &date->has_zone);
}

/* Only now the language is known for certain, which stands anywhere in a feed. What is to
 * be kept is complete then. */
static void
read_dates (ExmFeed *self)
{
  gint zone_minutes = exm_date_zone_for_language (self->language);

  for (guint i = 0; i < self->items->len; i++)
    {
      ExmFeedItem *item = g_ptr_array_index (self->items, i);
      read_date (&item->published, zone_minutes);
      read_date (&item->updated, zone_minutes);
      exm_feed_facts_set_id (item->facts, item->id);
      if (item->published.usec != EXM_DATE_NONE)
        item->facts->published_usec = item->published.usec;
      if (item->updated.usec != EXM_DATE_NONE)
        item->facts->updated_usec = item->updated.usec;
    }
}

/* The first byte that is neither white space nor byte order mark, 0 for none. */
static char
first_sign (const char *text, gsize n)
{
  gsize i = n >= 3 && memcmp (text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;

  while (i < n && g_ascii_isspace (text[i]))
    i++;
  return i < n ? text[i] : '\0';
}

static gboolean
read_any (ExmFeed *self,
          GBytes *bytes,
          const char *url,
          const char *http_charset,
          GError **error)
{
  gsize n = 0;
  const char *text = g_bytes_get_data (bytes, &n);
  char first = first_sign (text, n);
  g_autofree char *display = exm_url_to_display (url != NULL ? url : "");

  if (first == '{')
    return exm_feed_read_json (self, bytes, url, error);
  if (first == '\0' && n < 1024)
    {
      exm_said_set_error (error, EXM_DISCOVER_ERROR, EXM_DISCOVER_ERROR_EMPTY,
                          N_ ("The feed %s is empty."), display);
      return FALSE;
    }
  return exm_feed_read_xml (self, bytes, url, http_charset, error);
}

ExmFeed *
exm_feed_read (GBytes *bytes, const char *url, const char *http_charset, GError **error)
{
  g_autoptr (ExmFeed) self = g_new0 (ExmFeed, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->items = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_feed_item_free);
  if (!read_any (self, bytes, url, http_charset, error))
    return NULL;
  read_dates (self);
  if (self->n_skipped > 0)
    {
      self->n_faults += self->n_skipped;
      if (self->fault == NULL)
        self->fault = g_strdup_printf (
            g_dngettext (GETTEXT_PACKAGE, "It has more than %u items; %u was left out.",
                         "It has more than %u items; %u were left out.", self->n_skipped),
            EXM_FEED_MAX_ITEMS, self->n_skipped);
    }
  return g_steal_pointer (&self);
}
