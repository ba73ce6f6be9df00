/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Any bytes as a feed: read or refused, and what was read is text and web addresses. */

#include "fuzz.h"

#include "discover/exm-feed-reader.h"

static void
expect_text (const char *text)
{
  FUZZ_EXPECT (text == NULL || (*text != '\0' && g_utf8_validate (text, -1, NULL)));
}

static void
expect_address (const char *url)
{
  FUZZ_EXPECT (url == NULL || g_str_has_prefix (url, "http://")
               || g_str_has_prefix (url, "https://"));
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (data, size);
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmFeed) feed
      = exm_feed_read (bytes, "https://a.example/feed", NULL, &error);

  FUZZ_EXPECT ((feed == NULL) == (error != NULL));
  if (feed == NULL)
    return 0;
  expect_text (exm_feed_get_title (feed));
  expect_text (exm_feed_get_fault (feed, NULL));
  for (guint i = 0; i < exm_feed_get_n_items (feed); i++)
    {
      const ExmFeedItem *item = exm_feed_get_item (feed, i);
      expect_address (item->url);
      expect_address (item->image);
      expect_text (item->id);
      expect_text (item->title);
      expect_text (item->author);
      expect_text (item->published.text);
      expect_text (item->updated.text);
      expect_text (item->summary);
      expect_text (item->content);
    }
  return 0;
}
