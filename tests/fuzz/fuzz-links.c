/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Any bytes as a list page: what its links lead to are other web addresses, articles are
 * of one shape and each there once. */

#include "fuzz.h"

#include "discover/exm-links.h"
#include "setup/exm-listing.h"
#include "page/exm-page-reader.h"
#include "url/exm-url-shape.h"

#include <string.h>

#define URL "https://a.example/list/"
#define EXAMPLE "https://a.example/2026/11/an-article-1.html"

static void
expect_link (const char *url)
{
  FUZZ_EXPECT (g_str_has_prefix (url, "http://") || g_str_has_prefix (url, "https://"));
  FUZZ_EXPECT (strchr (url, '#') == NULL);
  FUZZ_EXPECT (strcmp (url, URL) != 0);
}

static void
expect_articles (const ExmPageText *page, const GPtrArray *links, const char *example)
{
  g_autoptr (GPtrArray) articles = exm_links_find_articles (page, links, example);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  FUZZ_EXPECT (articles->len <= links->len);
  for (guint i = 0; i < articles->len; i++)
    FUZZ_EXPECT (g_hash_table_add (
        seen, ((const ExmLink *) g_ptr_array_index (articles, i))->url));
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (GBytes) raw = g_bytes_new_static (data, size);
  const ExmPageHints hints = { .url = URL };
  g_autoptr (ExmPageText) page = exm_page_read (raw, &hints, NULL);

  if (page == NULL)
    return 0;
  g_autoptr (GPtrArray) links = exm_links_new (page);
  for (guint i = 0; i < links->len; i++)
    {
      const ExmLink *link = g_ptr_array_index (links, i);
      expect_link (link->url);
      FUZZ_EXPECT (g_utf8_validate (link->text, -1, NULL));
    }
  expect_articles (page, links, EXAMPLE);
  expect_articles (page, links, NULL);
  g_autofree char *next = exm_links_find_next (page, links);
  FUZZ_EXPECT (next == NULL || strcmp (next, URL) != 0);
  g_auto (GStrv) feeds = exm_links_find_feeds (page, links);
  for (char **feed = feeds; *feed != NULL; feed++)
    FUZZ_EXPECT (strchr (*feed, '#') == NULL);
  g_autoptr (ExmListing) listing = exm_listing_new (page);
  double score = exm_listing_judge (listing, NULL);
  FUZZ_EXPECT (score >= -100 && score <= 100);
  g_autoptr (GPtrArray) chosen = exm_listing_choose (listing, NULL);
  g_autoptr (GPtrArray) others = exm_listing_get_others (listing);
  FUZZ_EXPECT (chosen->len + others->len <= links->len);
  return 0;
}
