/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Articles and lists told apart on small pages in the ways that sites are built. */

#include "fetch/exm-url-key.h"
#include "page/exm-page-reader.h"
#include "setup/exm-listing.h"
#include "setup/exm-sentences.h"

#include <string.h>

#define SITE "https://a.example"

#define MENU                                                                             \
  "<nav><a href=/>Home</a> <a href=/about/>About us</a>"                                 \
  " <a href=/how-to-reach-us/>How to reach us all</a> <a "                               \
  "href=/contact/>Contact</a></nav>"

#define PROSE                                                                            \
  "<p>The ferry left the harbour at dawn, and nobody who stood on the quay would have "  \
  "said that it was the last time; the captain least of all, who waved as always.</p>"   \
  "<p>It came back in the evening with its lamps lit, and those who had waited for it "  \
  "went home without a word, for there was nothing that could have been said.</p>"       \
  "<p>What is left of it is a bell, a rope and the name over the door of a tavern, "     \
  "where the old men still tell how it was, each of them in another way.</p>"

static ExmPageText *
read_at (const char *path, const char *html)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) raw = g_bytes_new_static (html, strlen (html));
  g_autofree char *url = g_strconcat (SITE, path, NULL);
  const ExmPageHints hints = { .url = url, .override_charset = "utf-8" };
  ExmPageText *page = exm_page_read (raw, &hints, &error);

  g_assert_no_error (error);
  return page;
}

/* @items: (nullable): paths of the feed, parted by a blank */
static ExmListing *
list (const char *path, const char *html, const char *items)
{
  g_autoptr (ExmPageText) page = read_at (path, html);
  g_autoptr (GHashTable) feed = NULL;
  g_auto (GStrv) paths = g_strsplit (items != NULL ? items : "", " ", -1);

  if (items != NULL)
    feed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (char **p = paths; items != NULL && *p != NULL; p++)
    {
      g_autofree char *url = g_strconcat (SITE, *p, NULL);
      g_hash_table_add (feed, exm_url_get_page_key (url));
    }
  ExmListing *listing = exm_listing_new (page);
  exm_listing_set_declared (listing, feed, NULL);
  return listing;
}

static char *
join (GPtrArray *urls)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < urls->len; i++)
    {
      const char *url = g_ptr_array_index (urls, i);
      g_assert_true (g_str_has_prefix (url, SITE));
      g_string_append_printf (out, "%s%s", i > 0 ? " " : "", url + strlen (SITE));
    }
  return g_string_free (out, FALSE);
}

static void
assert_articles (ExmListing *listing, const char *example, const char *expected)
{
  g_autofree char *url = example != NULL ? g_strconcat (SITE, example, NULL) : NULL;
  g_autoptr (GPtrArray) articles = exm_listing_choose (listing, url);
  g_autofree char *found = join (articles);

  g_assert_cmpstr (found, ==, expected);
}

/* Labels and headings name what links do not say themselves. */
static void
test_cards (void)
{
  g_autoptr (ExmListing) listing = list (
      "/",
      MENU "<div class=card><a class=over href=/p/x7k2/ aria-label='The last ferry of "
           "autumn'></a><p>Teaser of the first one.</p></div>"
           "<div class=card><a class=over href=/p/b81d/></a><h3>A bell for the old "
           "tower</h3><p>Teaser of the second one.</p></div>"
           "<div class=card><a class=over href=/p/q0aa/ aria-label='Bread prices rise "
           "again'></a><p>Teaser of the third one.</p></div>",
      NULL);

  assert_articles (listing, NULL, "/p/x7k2/ /p/b81d/ /p/q0aa/");
  g_assert_cmpfloat (exm_listing_judge (listing, NULL), <, 0);
}

/* Classes that content management systems give tell posts from pages, wherever they are
 * linked from; those of the body tell what the page is. */
static void
test_classes (void)
{
  static const char menu[]
      = "<ul class=menu><li class='menu-item menu-item-object-page'><a "
        "href=/why-we-came-together/>Why we came together</a>"
        "<li class='menu-item menu-item-object-post'><a href=/a-call-to-all/>A call</a>"
        "<li class=page_item><a href=/what-we-want-of-all/>What we want of all</a></ul>";
  static const char list_of_all[]
      = "<h2><a href=/the-last-ferry-left/>The last ferry left</a></h2>"
        "<h2><a href=/a-bell-for-the-tower/>A bell for the tower</a></h2>"
        "<h2><a href=/bread-prices-rise-again/>Bread prices rise again</a></h2>";
  g_autofree char *html = g_strconcat (menu, list_of_all, NULL);
  g_autoptr (ExmListing) listing = list ("/", html, NULL);

  assert_articles (listing, NULL,
                   "/the-last-ferry-left/ /a-bell-for-the-tower/ "
                   "/bread-prices-rise-again/ /a-call-to-all/");
  g_autoptr (GPtrArray) others = exm_listing_get_others (listing);
  g_autofree char *left = join (others);
  g_assert_cmpstr (left, ==, "/why-we-came-together/ /what-we-want-of-all/");

  g_autoptr (ExmListing) plain = list ("/a-rope/", list_of_all, NULL);
  g_autofree char *marked
      = g_strconcat ("<body class='x single-post'>", list_of_all, NULL);
  g_autoptr (ExmListing) post = list ("/a-rope/", marked, NULL);
  g_assert_cmpfloat (exm_listing_judge (post, NULL), >,
                     exm_listing_judge (plain, NULL) + 1);
}

/* An address with a date is an article's, though its link stands aside; with an example
 * that was named, the few without a date in its list are of another kind. */
static void
test_dated (void)
{
  g_autoptr (GString) html = g_string_new ("<aside><a href=/2025/01/old-one-4711/>Old"
                                           "</a></aside><ul>");

  for (guint i = 0; i < 9; i++)
    g_string_append_printf (html,
                            "<li><a href=/2026/0%u/a-rope-of-%u/>A rope that held for "
                            "%u years</a>",
                            i + 1, i, i);
  g_string_append (html, "<li><a href=/a-longer-read-of-all/>A longer read of them all"
                         "</a></ul>");
  g_autoptr (ExmListing) listing = list ("/", html->str, NULL);
  g_autoptr (GPtrArray) all = exm_listing_choose (listing, SITE "/2026/01/a-rope-of-0/");
  g_assert_cmpuint (all->len, ==, 10);
  g_autoptr (GPtrArray) others = exm_listing_get_others (listing);
  g_assert_cmpuint (others->len, ==, 0);

  exm_listing_keep_to_example (listing);
  g_autoptr (GPtrArray) kind = exm_listing_choose (listing, SITE "/2026/01/a-rope-of-0/");
  g_assert_cmpuint (kind->len, ==, 9);
}

/* Menus of sections and tags are longer than the list of articles. */
static void
test_menus (void)
{
  g_autoptr (GString) html = g_string_new (MENU "<ul class=tags>");

  for (guint i = 0; i < 60; i++)
    g_string_append_printf (
        html, "<li><a href=/tag/harbour-%u/>All of the harbour %u</a>", i, i);
  g_string_append (html, "</ul><ul class=months>");
  for (guint i = 1; i < 13; i++)
    g_string_append_printf (html, "<li><a href=/2025/%02u/>Articles of month %u</a>", i,
                            i);
  g_string_append (html,
                   "</ul><div class=list><h2><a href=/last-ferry-of-autumn/>The last "
                   "ferry of autumn</a></h2><p>Teaser</p><h2><a href=/bell/>A bell "
                   "for the old tower</a></h2><p>Teaser</p><h2><a href="
                   "/bread-prices-rise-again/>Bread prices rise again</a></h2></div>");
  g_autoptr (ExmListing) listing = list ("/", html->str, NULL);

  assert_articles (listing, NULL,
                   "/last-ferry-of-autumn/ /bread-prices-rise-again/ /bell/");
  g_assert_cmpfloat (exm_listing_judge (listing, NULL), <, 0);
}

/* Cards with classes of their own, each in its category. */
static void
test_kinds (void)
{
  g_autoptr (ExmListing) listing = list (
      "/",
      MENU
      "<div class='card dev id-1'><h3><a href=/dev/post-520/>The compiler that "
      "slept</a></h3></div><div class='card life id-2'><h3><a href=/life/post-523/>A "
      "week by the sea</a></h3></div><div class='card book id-3'><h3><a "
      "href=/book/post-526/>Three novels of rain</a></h3></div><div class='card web "
      "id-4'><h3><a href=/web/post-529/>Pages that load at once</a></h3></div>",
      NULL);

  assert_articles (listing, NULL,
                   "/dev/post-520/ /life/post-523/ /book/post-526/ /web/post-529/");
}

/* Pages of the site stand where articles stand; another page shows which are which. */
static void
test_everywhere (void)
{
  static const char SIDE[]
      = "<div class=side><a href=/our-house-and-garden/>Our house and "
        "its garden</a> <a href=/rent-a-room-here/>Rent a room here</a> "
        "<a href=/fees/>Fees</a></div>";
  g_autofree char *html = g_strconcat (
      MENU, SIDE,
      "<div class=list><h2><a href=/last-ferry-of-autumn/>The last ferry of "
      "autumn</a></h2><h2><a href=/a-bell-for-the-tower/>A bell for the old "
      "tower</a></h2>"
      "<h2><a href=/bread-prices-rise-again/>Bread prices rise again</a></h2></div>",
      NULL);
  g_autofree char *article
      = g_strconcat (MENU, SIDE, "<h1>The last ferry</h1>", PROSE, NULL);
  g_autoptr (ExmListing) listing = list ("/", html, NULL);
  g_autoptr (ExmPageText) page = read_at ("/last-ferry-of-autumn/", article);

  exm_listing_compare (listing, page);
  assert_articles (listing, "/last-ferry-of-autumn/",
                   "/last-ferry-of-autumn/ /a-bell-for-the-tower/ "
                   "/bread-prices-rise-again/");
  g_autoptr (GPtrArray) others = exm_listing_get_others (listing);
  g_assert_true (g_ptr_array_find_with_equal_func (others, SITE "/our-house-and-garden/",
                                                   g_str_equal, NULL));
}

/* Items of the feed are articles wherever they stand, but a feed of all pages has more.
 */
static void
test_feed (void)
{
  static const char HTML[] = MENU
      "<div class=a><a href=/bell/>Bell</a></div><p class=b><a href=/rope/>Rope</a>"
      "</p><div class=a><a href=/lamp/>Lamp</a></div><div class=a><a href=/oar/>Oar"
      "</a></div>";
  g_autoptr (ExmListing) listing
      = list ("/", HTML, "/bell /lamp/index.html /oar/ /contact/");

  assert_articles (listing, NULL, "/bell/ /lamp/ /oar/");
  g_assert_cmpfloat (exm_listing_judge (listing, NULL), <, 0);
  g_autoptr (ExmListing) item = list ("/bell/", HTML, "/bell/ /lamp/ /oar/");
  g_assert_cmpfloat (exm_listing_judge (item, NULL), >, 0);
}

static void
test_judge (void)
{
  g_autofree char *article
      = g_strconcat (MENU, "<h1>The last ferry of autumn</h1>", PROSE,
                     "<ul class=months><li><a "
                     "href=/2025/01/>January</a><li><a href=/2025/02/>February</a></ul>",
                     NULL);
  g_autofree char *teasers
      = g_strconcat (MENU, "<h2><a href=/1/>The last ferry of autumn</a></h2>", PROSE,
                     "<h2><a href=/2/>A bell for the old tower</a></h2>", PROSE,
                     "<h2><a href=/3/>Bread prices rise again</a></h2>", PROSE, NULL);
  g_autoptr (ExmListing) one = list ("/last-ferry-of-autumn/", article, NULL);
  g_autoptr (ExmListing) home = list ("/", teasers, NULL);
  g_autoptr (ExmListing) section = list ("/category/sea/", teasers, NULL);

  g_assert_cmpfloat (exm_listing_judge (one, "The last ferry of autumn"), >, 0);
  g_assert_cmpfloat (exm_listing_judge (one, NULL), >, 0);
  g_assert_cmpfloat (exm_listing_judge (home, NULL), <, 0);
  g_assert_cmpfloat (exm_listing_judge (section, NULL), <, 0);
}

/* A list that turned out to lead to other lists is not chosen again. */
static void
test_refuse (void)
{
  g_autoptr (ExmListing) listing = list (
      "/",
      "<div class=a><h2><a href=/the-great-harbour/>Everything about the great harbour"
      "</a></h2><h2><a href=/the-old-town/>Everything about the old town</a></h2>"
      "<h2><a href=/the-far-islands/>Everything about the far islands</a></h2></div>"
      "<ul class=b><li><a href=/n/7001.html>Ferry sails again</a><li><a "
      "href=/n/7002.html>"
      "Bell rings again</a><li><a href=/n/7003.html>Bread is dear</a></ul>",
      NULL);

  assert_articles (listing, NULL, "/the-great-harbour/ /the-old-town/ /the-far-islands/");
  exm_listing_refuse (listing, SITE "/the-great-harbour/");
  assert_articles (listing, NULL, "/n/7001.html /n/7002.html /n/7003.html");
  g_assert_nonnull (exm_listing_get_text (listing, SITE "/n/7001.html"));
  g_assert_nonnull (exm_listing_get_text (listing, SITE "/the-old-town"));
  g_assert_null (exm_listing_get_text (listing, SITE "/n/7004.html"));
  g_assert_cmpstr (exm_listing_get_text (listing, SITE "/n/7003.html"), ==,
                   "Bread is dear");
}

/* Many links cost no more than their number. */
static void
test_many (void)
{
  g_autoptr (GString) html = g_string_new (MENU);

  for (guint i = 0; i < 20000; i++)
    g_string_append_printf (html, "<p class='c%u'><a href=/n%u/a%u.html>Title %u</a>",
                            i % 3000, i % 500, i, i);
  g_autoptr (ExmListing) listing = list ("/", html->str, NULL);
  g_autoptr (GPtrArray) articles = exm_listing_choose (listing, NULL);

  g_assert_cmpuint (articles->len, >, 0);
  g_assert_cmpfloat (exm_listing_judge (listing, NULL), <, 0);
}

static void
test_none (void)
{
  g_autoptr (ExmListing) empty = list ("/x/", "", NULL);
  g_autoptr (ExmListing) foreign = list (
      "/x/", "<a href=https://b.example/a-long-title-of-a-page/>A page</a>", NULL);

  assert_articles (empty, NULL, "");
  assert_articles (foreign, NULL, "");
  assert_articles (foreign, "/y/", "");
}

/* Nothing is chosen for whom nobody waits. */
static void
test_cancelled (void)
{
  g_autoptr (GString) html = g_string_new ("<ul>");
  for (guint i = 0; i < 20; i++)
    g_string_append_printf (html, "<li><a href=/the-story-of-%u/>The story of %u</a>", i,
                            i);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (ExmListing) listing = list ("/", html->str, NULL);
  g_autoptr (GPtrArray) before = exm_listing_choose (listing, SITE "/the-story-of-x/");
  g_assert_cmpuint (before->len, ==, 20);

  g_cancellable_cancel (cancellable);
  g_cancellable_push_current (cancellable);
  g_autoptr (GPtrArray) after = exm_listing_choose (listing, SITE "/the-story-of-x/");
  g_cancellable_pop_current (cancellable);
  g_assert_cmpuint (after->len, ==, 0);
}

/* A Chinese full stop brings its space. */
static void
test_sentences (void)
{
  static const char *const texts[][3]
      = { { "Ten links.", "Two are left out.", "Ten links. Two are left out." },
          { "十个链接。", "未采用两个。", "十个链接。未采用两个。" },
          { "Ten links.", NULL, "Ten links." } };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *message = exm_sentences_join (texts[i][0], texts[i][1]);
      g_assert_cmpstr (message, ==, texts[i][2]);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/setup/listing/cards", test_cards);
  g_test_add_func ("/setup/listing/classes", test_classes);
  g_test_add_func ("/setup/listing/dated", test_dated);
  g_test_add_func ("/setup/listing/menus", test_menus);
  g_test_add_func ("/setup/listing/kinds", test_kinds);
  g_test_add_func ("/setup/listing/everywhere", test_everywhere);
  g_test_add_func ("/setup/listing/feed", test_feed);
  g_test_add_func ("/setup/listing/judge", test_judge);
  g_test_add_func ("/setup/listing/refuse", test_refuse);
  g_test_add_func ("/setup/listing/many", test_many);
  g_test_add_func ("/setup/listing/none", test_none);
  g_test_add_func ("/setup/listing/cancelled", test_cancelled);
  g_test_add_func ("/setup/listing/sentences", test_sentences);
  return g_test_run ();
}
