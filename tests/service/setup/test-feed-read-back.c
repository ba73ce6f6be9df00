/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Feeds that are published, read by the reader of those that are collected. */

#include "discover/exm-feed-reader.h"
#include "publish-fixture.h"

#include <string.h>

/* An article of a feed is the same in ours. */
static void
check_facts (const ExmFeedFacts *facts)
{
  g_autoptr (ExmArticle) article = make_feed_article (2);
  const ExmFeedFacts *source = exm_article_get (article)->feed;

  g_assert_cmpstr (facts->id, ==, source->id);
  g_assert_cmpuint (facts->categories->len, ==, source->categories->len);
  for (guint i = 0; i < facts->categories->len; i++)
    g_assert_cmpstr (g_ptr_array_index (facts->categories, i), ==,
                     g_ptr_array_index (source->categories, i));
  g_assert_cmpuint (facts->enclosures->len, ==, source->enclosures->len);
  for (guint i = 0; i < facts->enclosures->len; i++)
    {
      const ExmEnclosure *one = g_ptr_array_index (facts->enclosures, i);
      const ExmEnclosure *other = g_ptr_array_index (source->enclosures, i);
      g_assert_cmpstr (one->url, ==, other->url);
      g_assert_cmpuint (one->n_bytes, ==, other->n_bytes);
      if (other->type != NULL)
        g_assert_cmpstr (one->type, ==, other->type);
    }
}

static void
check_item (const ExmFeedItem *item, guint i)
{
  static const gint64 published[]
      = { 1714521600, 1714608000, 1714521600 }; /* eight o'clock in China */
  static const gint64 updated[] = { 1714521600, 1714694400, 1714694400 };
  g_autofree char *url = g_strdup_printf ("https://news.example/%u?a=1&b=2", i);

  g_assert_cmpstr (item->url, ==, url);
  if (i == 2)
    check_facts (item->facts);
  else
    g_assert_true (g_str_has_prefix (item->id, "urn:uuid:"));
  g_assert_cmpstr (item->title, ==, "标题 <b> & \"q\"");
  g_assert_cmpint (item->published.usec, ==, published[i] * G_USEC_PER_SEC);
  g_assert_cmpint (item->updated.usec, ==, updated[i] * G_USEC_PER_SEC);
  g_assert_nonnull (strstr (item->content, "正文 a & b"));
  g_assert_nonnull (strstr (item->content, "]]>"));
}

static void
test_own_reader (gconstpointer data)
{
  g_autofree char *text = write_feed (*(const ExmOutputFormat *) data, N_FEED_ARTICLES);
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmFeed) feed
      = exm_feed_read (bytes, "https://reader.example/feed", NULL, &error);

  g_test_message ("%s", text);
  g_assert_no_error (error);
  g_assert_cmpuint (exm_feed_get_n_items (feed), ==, N_FEED_ARTICLES);
  for (guint i = 0; i < N_FEED_ARTICLES; i++)
    check_item (exm_feed_get_item (feed, i), i);
}

int
main (int argc, char *argv[])
{
  static const ExmOutputFormat atom = EXM_OUTPUT_ATOM, json_feed = EXM_OUTPUT_JSON_FEED;

  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/feed-read-back/atom", &atom, test_own_reader);
  g_test_add_data_func ("/feed-read-back/json-feed", &json_feed, test_own_reader);
  return g_test_run ();
}
