/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Fields read off whole pages: who wrote them, when, and under which headline. */

#include "metadata/exm-metadata-reader.h"
#include "page/exm-page-reader.h"

#include <string.h>

#define BODY                                                                             \
  "<p>The doors of the new building opened at nine in the morning, and a long line of "  \
  "readers waited in front of them.</p>"

/* More than 300 bytes of names. */
#define FOUR "Jane Alexandra Doe, John Roe, Ann Margaret Poe, Tom Montgomery Coe"
#define MANY FOUR ", " FOUR ", " FOUR ", " FOUR ", " FOUR

#define LD_JSON(object) "<script type='application/ld+json'>" object "</script>"
#define PAGE_OBJECT                                                                      \
  LD_JSON ("{\"@type\":\"WebPage\",\"datePublished\":\"2026-11-20T09:00:00Z\"}")
#define PRODUCT                                                                          \
  LD_JSON ("{\"@type\":\"Product\",\"review\":[{\"@type\":\"Review\","                   \
           "\"datePublished\":\"2026-11-20\"}]}")

typedef struct
{
  const char *url;   /* (nullable) */
  const char *head;  /* inside <head> */
  const char *body;  /* above the text */
  const char *value; /* (nullable): of the field */
} Case;

static void
check (const Case *cases, gsize n, ExmField field)
{
  for (gsize i = 0; i < n; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *html = g_strdup_printf (
          "<!DOCTYPE html><html lang=en><head>%s</head><body><h1>City library opens its "
          "new building</h1>%s" BODY "</body></html>",
          cases[i].head, cases[i].body);
      g_autoptr (GBytes) raw = g_bytes_new (html, strlen (html));
      const ExmPageHints hints = { .url = cases[i].url };
      g_autoptr (ExmPageText) page = exm_page_read (raw, &hints, &error);
      g_assert_no_error (error);
      guint n_lines;
      exm_page_text_get_lines (page, &n_lines);
      g_autoptr (ExmMetadata) m = exm_metadata_read (page, n_lines - 1, n_lines - 1);
      g_test_message ("%s %s", cases[i].head, cases[i].body);
      g_assert_cmpstr (exm_metadata_get (m, field), ==, cases[i].value);
    }
}

static void
test_authors (void)
{
  static const Case cases[] = {
    { NULL, "", "<div class='post-author'><a href='/authors/jd'>Jane Doe</a></div>",
      "Jane Doe" },
    { NULL, "",
      "<p class=byline>By <a href='#'>Jane Doe</a> and <a href='#'>John Roe</a></p>",
      "Jane Doe, John Roe" },
    { NULL, "", "<p class=authority-note>Harbour Board</p>", NULL },
    { NULL, "", "<img class=author-avatar alt='Jane Doe' src='j.png'>", NULL },
    /* A person beats the publisher, ids and addresses. */
    { NULL,
      "<meta property='og:site_name' content='Example Post'><meta name=author "
      "content='Example Post'>",
      "<span class='author-name'>Jane Doe</span>", "Jane Doe" },
    { NULL, "<meta property='article:author' content='262588213843476'>",
      "<span class='author-name'>Jane Doe</span>", "Jane Doe" },
    { NULL, "<meta name=author content='admin'>", "", NULL },
    { NULL,
      "<script "
      "type='application/ld+json'>{\"@type\":\"NewsArticle\",\"author\":{\"@type\":"
      "\"Organization\",\"name\":\"Harbour Board\"}}</script>",
      "<span class='author-name'>Jane Doe</span>", "Jane Doe" },
    { NULL,
      "<meta name=citation_author content='Jane Doe'><meta name=citation_author "
      "content='John Roe'>",
      "", "Jane Doe, John Roe" },
    { NULL,
      "<meta name='twitter:label1' content='Written by'><meta name='twitter:data1' "
      "content='Jane Doe'>",
      "", "Jane Doe" },
    /* Many names are no prose; what one of them tells of a life is. */
    { NULL, "<meta name=author content='" MANY "'>", "", MANY },
    { NULL,
      "<meta name=author content='Jane Doe has written for this paper since it began to "
      "appear every morning, and before that for every other paper of the two towns on "
      "the "
      "river and for a good many of those along the coast as well'>",
      "", NULL },
    /* A reviewer of what is sold is not the page's author. */
    { NULL, "<meta property='og:type' content='product'>",
      "<span class='author-name'>Jane Doe</span>", NULL },
  };

  check (cases, G_N_ELEMENTS (cases), EXM_FIELD_AUTHOR);
}

static void
test_dates (void)
{
  static const Case cases[] = {
    { NULL, "", "<p class=entry-date>20.11.26</p>", "2026-11-20" },
    { NULL, "", "<p>20 listopada 2026</p>", "2026-11-20" },
    { NULL, "", "<p>2026. november 20.</p>", "2026-11-20" },
    { NULL, "", "<p>٢٠ نوفمبر ٢٠٢٦</p>", "2026-11-20" },
    /* The local day beats the day of Greenwich. */
    { "https://a.example/2026/11/19/library",
      "<meta property='article:published_time' content='2026-11-20T02:25:54Z'>", "",
      "2026-11-19" },
    { NULL, "<meta property='article:published_time' content='2026-11-20T02:25:54Z'>",
      "<p>November 19, 2026</p>", "2026-11-19" },
    { NULL, "<meta property='article:published_time' content='2026-11-20T14:25:54Z'>",
      "<p>November 19, 2026</p>", "2026-11-20T14:25:54Z" },
    { NULL, "<script>var page = {\"publishDate\":\"2026-11-20\"};</script>", "",
      "2026-11-20" },
    { "https://a.example/2026/1/2/library", "", "", "2026-01-02" },
    { "https://archive.example/web/20130307194448/http://a.example/2008/05/26/library",
      "", "", "2008-05-26" },
    { NULL, "<meta property='dcterms:created' content='2026-11-20'>", "", "2026-11-20" },
    /* A line that names itself the day beats a meta, which may tell that of a change. */
    { NULL, "<meta name=date content='2026-11-24T11:52:23'>",
      "<p class=published>Published: 20 November 2026</p>", "2026-11-20" },
    { NULL, "<meta name=date content='2026-11-24'>", "<p>20 November 2026</p>",
      "2026-11-24" },
    /* Each page has a day that programs wrote: an article names or shows more. */
    { NULL, PAGE_OBJECT, "", NULL },
    { NULL, PAGE_OBJECT, "<p>20 November 2026</p>", "2026-11-20T09:00:00Z" },
    { NULL, PAGE_OBJECT, "<p class=byline>By Jane Doe</p>", "2026-11-20T09:00:00Z" },
    /* A customer's review is no article, and its day not that of the page. */
    { NULL, PRODUCT, "", NULL },
    { NULL, "<meta property='og:type' content='website'>",
      "<p>Published</p><p>20 November 2026</p>", "2026-11-20" },
  };

  check (cases, G_N_ELEMENTS (cases), EXM_FIELD_PUBLISHED);
}

static void
test_headlines (void)
{
  static const Case cases[] = {
    { NULL,
      "<meta property='og:title' content='City library: the building in 9 pictures'>", "",
      "City library opens its new building" },
    { NULL, "<meta property='og:title' content='What a day by the river'>", "",
      "What a day by the river" },
  };

  check (cases, G_N_ELEMENTS (cases), EXM_FIELD_TITLE);
}

static void
test_sections (void)
{
  static const Case cases[] = {
    { NULL, "<meta property='article:section' content=Culture>", "", "Culture" },
    { NULL, "", "<p class=meta><a rel='category tag' href=/c>City</a></p>", "City" },
  };

  check (cases, G_N_ELEMENTS (cases), EXM_FIELD_SECTION);
}

/* The path above a headline, marked by a class or by words. */
static void
test_paths (void)
{
  static const struct
  {
    const char *path;
    const char *section;
  } cases[] = {
    { "<ul class=breadcrumbs><li><a href=/>The Post</a><li><a href=/city/>City</a>"
      "<li>Library opens</ul>",
      "City" },
    { "<div id=crumb><a href='https://a.example/'>The Post</a></div>", NULL },
    { "<div class=nav>当前位置：<a href=/>首页</a> &gt; <a href=/n/>新闻</a> &gt; "
      "<a href=/n/c/>国内</a> &gt; 正文</div>",
      "国内" },
    { "<div><p>您的位置：</p><p><a href=/>首页</a></p><p><a href=/n/>新闻</a></p></div>",
      "新闻" },
    { "<div class=menu><a href=/city/>City</a> <a href=/sport/>Sport</a></div>", NULL },
    { "<div class=breadcrumb><a href=/city/>« Back to City</a></div>", NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *html
          = g_strdup_printf ("%s<h1>Library opens</h1>" BODY, cases[i].path);
      g_autoptr (GBytes) raw = g_bytes_new (html, strlen (html));
      const ExmPageHints hints = { .url = "https://a.example/city/1.html" };
      g_autoptr (ExmPageText) page = exm_page_read (raw, &hints, &error);
      g_assert_no_error (error);
      guint n_lines;
      exm_page_text_get_lines (page, &n_lines);
      g_autoptr (ExmMetadata) m = exm_metadata_read (page, n_lines - 1, n_lines - 1);
      g_test_message ("%s", cases[i].path);
      g_assert_cmpstr (exm_metadata_get (m, EXM_FIELD_SECTION), ==, cases[i].section);
    }
}

static void
test_tags (void)
{
  static const Case cases[] = {
    { NULL, "",
      "<p><a rel=tag href=/t/1>Books</a> <a rel='tag nofollow' href=/t/2>City, "
      "Halls</a></p>",
      "Books, City, Halls" },
    { NULL, "", "<p><a rel='category tag' href=/c>City</a></p>", NULL },
    { NULL,
      "<meta property='article:tag' content=One><meta property='article:tag' "
      "content=Two><meta name=keywords content=x>",
      "", "One, Two" },
  };

  check (cases, G_N_ELEMENTS (cases), EXM_FIELD_KEYWORDS);
}

/* The first picture of the body stands for the article where it declares none. */
static void
test_images (void)
{
  static const Case cases[] = {
    { "https://a.example/x/", "", "<p><img src='pic/door.jpg' alt=Door></p>",
      "https://a.example/x/pic/door.jpg" },
    { "https://a.example/x/", "", "<p><img src=/share-icon.png><img src=/a.svg></p>",
      NULL },
    { "https://a.example/x/", "<meta property='og:image' content='/og.jpg'>",
      "<p><img src='door.jpg'></p>", "https://a.example/og.jpg" },
    { NULL, "", "<p><img src='door.jpg'></p>", NULL },
    { NULL, "<base href='https://b.example/'>", "<p><img src='door.jpg'></p>",
      "https://b.example/door.jpg" },
  };

  check (cases, G_N_ELEMENTS (cases), EXM_FIELD_IMAGE);
}

/* A page may end anywhere, in memory of just its size. */
static void
test_cut_pages (void)
{
  static const char page[]
      = "<html><body><h1>The ferry runs again</h1><p>It was a long winter, and nobody "
        "had "
        "expected it.</p><!-- x --><span class=\"author\">Jane "
        "<b>Doe</b><script>x</script>"
        "</span><a rel=author href=\"/author/jane\">Jane Doe</a></body></html>";
  static const char *const ends[] = { "<", "</", "<s", "<script", "<span class=author" };

  for (gsize n = 1; n <= strlen (page); n++)
    for (gsize i = 0; i < G_N_ELEMENTS (ends); i++)
      {
        const ExmPageHints hints = { .override_charset = "utf-8" };
        g_autofree char *cut = g_strndup (page, n);
        g_autofree char *text = g_strconcat (cut, ends[i], NULL);
        gsize size = strlen (text);
        g_autoptr (GBytes) raw = g_bytes_new (text, size);
        g_autoptr (GError) error = NULL;
        g_autoptr (ExmPageText) read = exm_page_read (raw, &hints, &error);
        g_assert_no_error (error);
        g_autoptr (ExmMetadata) metadata = exm_metadata_read (read, EXM_NONE, EXM_NONE);
        const char *author = exm_metadata_get (metadata, EXM_FIELD_AUTHOR);
        g_assert_true (author == NULL || g_str_has_prefix ("Jane Doe", author));
      }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/fields/authors", test_authors);
  g_test_add_func ("/fields/dates", test_dates);
  g_test_add_func ("/fields/headlines", test_headlines);
  g_test_add_func ("/fields/sections", test_sections);
  g_test_add_func ("/fields/paths", test_paths);
  g_test_add_func ("/fields/tags", test_tags);
  g_test_add_func ("/fields/images", test_images);
  g_test_add_func ("/fields/cut-pages", test_cut_pages);
  return g_test_run ();
}
