/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Any bytes behind "{" as a JSON feed: refused with a reason, or items of text and web
 * addresses, none of which says nothing, and the same when read again. */

#include "fuzz.h"

#include "discover/exm-feed-reader.h"

#include <string.h>

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
  FUZZ_EXPECT (url == NULL || strpbrk (url, " \t\r\n<>\"") == NULL);
}

static void
check_item (const ExmFeedItem *item)
{
  expect_address (item->url);
  expect_address (item->image);
  expect_text (item->id);
  expect_text (item->title);
  expect_text (item->author);
  expect_text (item->published.text);
  expect_text (item->updated.text);
  expect_text (item->summary);
  expect_text (item->content);
  FUZZ_EXPECT (item->published.text != NULL || item->published.usec == EXM_DATE_NONE);
  FUZZ_EXPECT (item->title == NULL || strpbrk (item->title, "\r\n") == NULL);
  FUZZ_EXPECT (item->url != NULL || item->id != NULL || item->title != NULL
               || item->summary != NULL || item->content != NULL);
}

static void
expect_same (const ExmFeed *a, const ExmFeed *b)
{
  FUZZ_EXPECT (exm_feed_get_n_items (a) == exm_feed_get_n_items (b));
  for (guint i = 0; i < exm_feed_get_n_items (a); i++)
    {
      const ExmFeedItem *x = exm_feed_get_item (a, i), *y = exm_feed_get_item (b, i);
      FUZZ_EXPECT (g_strcmp0 (x->url, y->url) == 0 && g_strcmp0 (x->id, y->id) == 0);
      FUZZ_EXPECT (g_strcmp0 (x->content, y->content) == 0);
      FUZZ_EXPECT (x->published.usec == y->published.usec);
    }
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GByteArray) text = g_byte_array_new ();

  if (size == 0 || *data != '{')
    g_byte_array_append (text, (const guint8 *) "{", 1);
  if (size > 0)
    g_byte_array_append (text, data, (guint) size);
  g_autoptr (GBytes) bytes = g_bytes_new (text->data, text->len);
  g_autoptr (ExmFeed) feed
      = exm_feed_read (bytes, "https://a.example/feed", NULL, &error);
  FUZZ_EXPECT ((feed == NULL) == (error != NULL));
  if (feed == NULL)
    {
      FUZZ_EXPECT (g_utf8_validate (error->message, -1, NULL));
      return 0;
    }
  expect_text (exm_feed_get_title (feed));
  expect_text (exm_feed_get_fault (feed, NULL));
  for (guint i = 0; i < exm_feed_get_n_items (feed); i++)
    check_item (exm_feed_get_item (feed, i));
  g_autoptr (ExmFeed) again = exm_feed_read (bytes, "https://a.example/feed", NULL, NULL);
  FUZZ_EXPECT (again != NULL);
  expect_same (feed, again);
  return 0;
}
