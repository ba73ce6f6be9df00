/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Links of small pages in the ways that list pages are written. */

#include "discover/exm-links.h"
#include "page/exm-page-reader.h"
#include "url/exm-url-shape.h"

#include <string.h>

#define URL "https://a.example/list/"

static ExmPageText *
read_at (const char *url, const char *html)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) raw = g_bytes_new_static (html, strlen (html));
  const ExmPageHints hints = { .url = url, .override_charset = "utf-8" };
  ExmPageText *page = exm_page_read (raw, &hints, &error);

  g_assert_no_error (error);
  return page;
}

/* "text=url@day;" a link. */
static char *
describe (const GPtrArray *links)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < links->len; i++)
    {
      const ExmLink *link = g_ptr_array_index (links, i);
      const char *url = g_str_has_prefix (link->url, "https://a.example/")
                            ? link->url + strlen ("https://a.example")
                            : link->url;
      g_string_append_printf (out, "%s=%s", link->text, url);
      if (link->date_usec != EXM_DATE_NONE)
        {
          g_autoptr (GDateTime) utc
              = g_date_time_new_from_unix_utc (link->date_usec / G_USEC_PER_SEC);
          g_autofree char *day = g_date_time_format (utc, "@%m%d");
          g_string_append (out, day);
        }
      g_string_append_c (out, ';');
    }
  return g_string_free (out, FALSE);
}

static void
test_links (void)
{
  static const struct
  {
    const char *html;  /* (unowned) */
    const char *links; /* (unowned) */
  } cases[] = {
    { "<a href=one>A</a> <a href='/two?x=1#top'>B</a> <a href=//c.example/>C</a>",
      "A=/list/one;B=/two?x=1;C=https://c.example/;" },
    { "<base href=/deep/er/><a href=../x>A</a><a href=?p=2>B</a>",
      "A=/deep/x;B=/deep/er/?p=2;" },
    { "<base href=https://b.example/><a href=x>A</a>", "A=https://b.example/x;" },
    { "<base href='javascript:x'><a href=x>A</a>", "A=/list/x;" },
    { "<a href='javascript:void(0)'>A</a><a href=mailto:x@y.example>B</a>"
      "<a href='#'>C</a><a>D</a><a href=''>E</a><a href=tel:1>F</a>",
      "" },
    { "<a href=" URL ">self</a><a href=" URL "#x>self</a><a href=./>self</a>", "" },
    { "<a href=x><img src=i.png></a><a href=y> </a><a href=z>Z</a>",
      "Z=/list/z;=/list/x;" },
    { "<a href=x><img src=i.png alt='A  bridge'></a><a href=z>Z</a>",
      "Z=/list/z;A bridge=/list/x;" },
    { "<a href=x aria-label='A &amp; B'></a><a href=z>Z</a>",
      "Z=/list/z;A & B=/list/x;" },
    { "<a href=x title=T> </a><a href=x>X</a>", "X=/list/x;" },
    { "<div><a href=x></a><h3>Card</h3><p>teaser</p></div><div><h3>Other <b>card</b></h3>"
      "<p>teaser</p><a href=y></a></div><a href=z></a>",
      "Card=/list/x;Other card=/list/y;" },
    { "<script>'<a href=s aria-label=S>'</script><a href=/x aria-label=></a>", "" },
    { "<a href=card><p>label</p><h2>Heading</h2><p>Text</p></a>", "Heading=/list/card;" },
    { "<a href=card><p>first</p><p>second</p></a>", "first=/list/card;" },
    { "<a href=x>A</a><a href=x>B</a>", "A=/list/x;B=/list/x;" },
    { "<div hidden><a href=x>A</a></div><template><a href=y>B</a></template>"
      "<a href=z>Z</a>",
      "Z=/list/z;" },
    { "<a href='http://[broken/'>A</a><a href=' /sp ace '>B</a>", "B=/sp%20ace;" },
    { "no links", "" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (ExmPageText) page = read_at (URL, cases[i].html);
      g_autoptr (GPtrArray) links = exm_links_new (page);
      g_autofree char *found = describe (links);
      g_test_message ("%s", cases[i].html);
      g_assert_cmpstr (found, ==, cases[i].links);
    }
  g_autoptr (ExmPageText) nowhere = read_at (NULL, "<a href=/x>A</a>");
  g_autoptr (GPtrArray) none = exm_links_new (nowhere);
  g_assert_cmpuint (none->len, ==, 0);
  g_assert_null (exm_links_find_next (nowhere, none));
}

static void
test_next (void)
{
  static const struct
  {
    const char *url;  /* (unowned) */
    const char *html; /* (unowned) */
    const char *next; /* (unowned) (nullable) */
  } cases[] = {
    { URL, "<link rel=next href=2.html><a href=3.html>Next</a>", "/list/2.html" },
    { URL, "<base href=/b/><link rel='nofollow next' href=2>", "/b/2" },
    { URL, "<link rel=next href=https://evil.example/2><a href=2>Next page »</a>",
      "/list/2" },
    { URL, "<a href=0>上一页</a><a href=2>下一页</a>", "/list/2" },
    { URL, "<a href=2>下一页&gt;&gt;</a>", "/list/2" },
    { URL, "<a href=x>下一篇</a><a href='javascript:void(0)'>下一页</a>", NULL },
    { URL, "<a href=0>«</a> <a href=2>»</a>", "/list/2" },
    { URL, "<a href=0>← Newer posts</a><a href=2>Older posts →</a>", "/list/2" },
    { URL, "<a href=0>Newer posts →</a>", NULL },
    { URL, "<a href=9>›</a><a href=2>Next</a>", "/list/2" },
    { URL, "<div><b>1</b><a href=2>2</a><a href=3>3</a></div>", "/list/2" },
    { URL, "<div><a href=1>1</a><b>2</b><a href=3>3</a></div>", "/list/3" },
    { URL, "<div><a href=1>1</a><a href=2>2</a><b>3</b></div>", NULL },
    { URL, "<div>共3页 <a href=1>1</a> <a href=2>2</a> <b>3</b></div>", NULL },
    { URL, "<ul class=pagination><li>1</li><li><a href=2>2</a></li></ul>", "/list/2" },
    { URL, "<table><tr><td>1<td><a href=2>2</a></table>", NULL },
    { URL, "<p>Chapter 1 of <a href=https://c.example/>2</a></p>", NULL },
    { URL, "<a href=page/2>More</a>", "/list/page/2" },
    { URL "page/2", "<a href=3>Go on</a><a href=1>Back</a>", "/list/page/3" },
    { URL "page/3", "<a href=2>2</a><a href=1>1</a>", NULL },
    { URL "index_2.htm", "<a href=index.htm>a</a><a href=index_3.htm>b</a>",
      "/list/index_3.htm" },
    { URL "?page=2&x=1", "<a href='?page=3&x=2'>a</a><a href='?page=3&x=1'>b</a>",
      "/list/?page=3&x=1" },
    { "https://a.example/", "<a href=https://b.example/page/2>Next</a>", NULL },
    { URL, "", NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (ExmPageText) page = read_at (cases[i].url, cases[i].html);
      g_autoptr (GPtrArray) links = exm_links_new (page);
      g_autofree char *next = exm_links_find_next (page, links);
      g_autofree char *expected
          = cases[i].next != NULL ? g_strconcat ("https://a.example", cases[i].next, NULL)
                                  : NULL;
      g_test_message ("%s", cases[i].html);
      g_assert_cmpstr (next, ==, expected);
    }
}

static void
test_feeds (void)
{
  static const struct
  {
    const char *html;  /* (unowned) */
    const char *feeds; /* (unowned): joined by a space */
  } cases[] = {
    { "<link rel=alternate type='application/rss+xml' href=/f.xml>",
      "https://a.example/f.xml" },
    { "<link rel='Alternate' type='Application/Atom+XML; charset=utf-8' href=f>"
      "<link rel=alternate hreflang=en type=application/feed+json href=j>",
      "https://a.example/list/f https://a.example/list/j" },
    { "<link rel=alternate type=application/rss+xml href=/comments/feed/>"
      "<link rel=alternate type=application/rss+xml href=/feed/>",
      "https://a.example/feed/ https://a.example/comments/feed/" },
    { "<link rel=alternate type=application/rss+xml href=/f>"
      "<link rel=alternate type=application/rss+xml href=/f><a href=/rss.xml>RSS</a>",
      "https://a.example/f" },
    { "<link rel=alternate type=text/html href=/m><link rel=alternate hreflang=de "
      "href=/d>"
      "<link rel=alternate type=application/json href=/api><link rel=icon href=/rss>",
      "" },
    { "<a href=/rss.xml>RSS</a><a href=/blog/feed/>x</a><a href=/feedback>y</a>",
      "https://a.example/rss.xml https://a.example/blog/feed/" },
    { "<link rel=alternate type=application/rss+xml href='javascript:x'>", "" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (ExmPageText) page = read_at (URL, cases[i].html);
      g_autoptr (GPtrArray) links = exm_links_new (page);
      g_auto (GStrv) feeds = exm_links_find_feeds (page, links);
      g_autofree char *found = g_strjoinv (" ", feeds);
      g_test_message ("%s", cases[i].html);
      g_assert_cmpstr (found, ==, cases[i].feeds);
    }
}

/* The type tells what rel=alternate is about, and nothing else needs it. */
static void
test_slices (void)
{
  g_autoptr (ExmPageText) page = read_at (
      URL, "<link rel=alternate hreflang=EN type='Application/RSS+XML; x=y' href=/a>"
           "<link rel=alternate type=text/html href=/b><link rel=alternate href=/c>"
           "<link rel=stylesheet type=text/css href=/d><p>x");
  static const char *const names[] = { "alternate en application/rss+xml",
                                       "alternate text/html", "alternate", "stylesheet" };
  guint n = 0;
  const ExmSlice *slices = exm_page_text_get_slices (page, &n);

  g_assert_cmpuint (n, ==, G_N_ELEMENTS (names));
  for (guint i = 0; i < n; i++)
    g_assert_cmpstr (exm_page_text_get_string (page, slices[i].name), ==, names[i]);
}

#define NAV                                                                              \
  "<div class=nav><a href=/>首页</a><a href=/gn/>国内</a><a href=/gj/>国际</a>"    \
  "<a href=/ty/>体育</a></div>"
#define FOOT                                                                             \
  "<div class=foot><a href=/about.html>关于我们</a><a href=/ad.html>广告服务</a></div>"

static void
test_articles (void)
{
  static const struct
  {
    const char *name;     /* (unowned) */
    const char *html;     /* (unowned) */
    const char *example;  /* (unowned) (nullable) */
    const char *articles; /* (unowned) */
  } cases[] = {
    { "table layout",
      NAV
      "<table><tr><td>·</td><td class=t><a href=../n/20261120/c1001.htm>大桥今天通车</a>"
      "</td><td>2026-11-20</td></tr><tr><td>·</td><td class=t>"
      "<a href=../n/20261119/c1002.htm>菜市场翻新完成</a></td><td>2026-11-19</td></tr>"
      "<tr><td>·</td><td class=t><a href=../n/20261118/c1003.htm>夜间公交延长</a></td>"
      "<td>2026-11-18</td></tr></table>" FOOT,
      NULL,
      "大桥今天通车=/n/20261120/c1001.htm@1120;菜市场翻新完成=/n/20261119/c1002.htm@1119;"
      "夜间公交延长=/n/20261118/c1003.htm@1118;" },
    { "breaks and javascript",
      NAV "<div class=list>[2026-11-20] <a href=/show.asp?id=11>大桥今天通车</a><br>"
          "[2026-11-19] <a href=/show.asp?id=9>菜市场翻新完成</a><br>"
          "[2026-11-18] <a href=\"javascript:void(0)\" onclick=x>不是链接</a><br>"
          "[2026-11-17] <a href=/show.asp?id=7>夜间公交延长</a><br>"
          "<a href=/list.asp?page=2>下一页</a></div>" FOOT,
      "https://a.example/show.asp?id=3",
      "大桥今天通车=/show.asp?id=11@1120;菜市场翻新完成=/show.asp?id=9@1119;"
      "夜间公交延长=/show.asp?id=7@1117;" },
    { "stamps above, base, other hosts",
      "<base href=/n/>" NAV "<div class=s>2026-11-20</div><h3><a "
      "href=2026/11/one-long-name.html>One long</a></h3>"
      "<p>Summary of it</p><div class=s>2026-11-19</div><h3>"
      "<a href=2026/11/two-long-name.html>Two long</a></h3><p>Summary</p>"
      "<a href=https://ads.example/n/2026/11/buy-one-now.html>Buy one</a>" FOOT,
      "https://a.example/n/2025/03/an-example-page.html",
      "One long=/n/2026/11/one-long-name.html@1120;"
      "Two long=/n/2026/11/two-long-name.html@1119;" },
    { "twice and read on",
      "<ul><li><a href=/a/101.html>[1]</a><a href=/a/101.html>A first title</a></li>"
      "<li><a href=/a/102.html>A second title</a><a href=/a/102.html>Read more</a></li>"
      "<li><a href=/a/103.html>Third</a><h2><a href=/a/103.html>A third title</a></h2>"
      "</ul><div class=p><a href=/a/2.html>2</a></div>",
      "https://a.example/a/99.html",
      "A first title=/a/101.html;A second title=/a/102.html;A third title=/a/103.html;" },
    { "other sections of the site",
      "<div><a href=/gn/2026/1120/1.html>国内的一条新闻</a><a href=/gj/2026/1120/2.html>"
      "国际的一条新闻</a><a href=/gj/list/1120/x.html>列表</a></div>",
      "https://a.example/ty/2026/1119/8.html",
      "国内的一条新闻=/gn/2026/1120/1.html;国际的一条新闻=/gj/2026/1120/2.html;" },
    { "nothing", NAV, "https://a.example/2026/11/20/x.html", "" },
    { "no links", "<p>x", NULL, "" },
    { "bad example", NAV, "not an address", "" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (ExmPageText) page = read_at (URL, cases[i].html);
      g_autoptr (GPtrArray) links = exm_links_new (page);
      g_autoptr (GPtrArray) articles
          = exm_links_find_articles (page, links, cases[i].example);
      g_autofree char *found = describe (articles);
      g_test_message ("%s", cases[i].name);
      g_assert_cmpstr (found, ==, cases[i].articles);
    }
}

static void
test_shape (void)
{
  static const struct
  {
    const char *a; /* (unowned) */
    const char *b; /* (unowned) */
    gboolean same;
  } cases[] = {
    { "/news/2026/11/20/old-ferry-returns-12.html", "/news/2025/1/2/a-b-c.html", TRUE },
    { "/news/2026/11/20/soup.html", "/news/2026/11/21/old-ferry-returns.html", TRUE },
    { "/news/2026/11/20/soup.html", "/news/page/2", FALSE },
    { "/app/read/01", "/app/read/2", TRUE },
    { "/app/read/01", "/app/page/2", FALSE },
    { "/a/t20261120_1.htm", "/a/t20261119_22.htm", TRUE },
    { "/a/list-12.html", "/a/story-12.html", FALSE },
    { "/26/1120/08/ABCD7GH00019K8Q.html", "/26/1119/11/ZXQW1GH00019K0P.html", TRUE },
    { "/x?id=1&c=2", "/x?id=22&c=3", TRUE },
    { "/x?id=1", "/x?page=1", FALSE },
    { "/x?id=1", "/x", FALSE },
    { "/", "/", TRUE },
    { "/", "/x", FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *url_a = g_strconcat ("https://www.a.example", cases[i].a, NULL);
      g_autofree char *url_b = g_strconcat ("https://a.example", cases[i].b, NULL);
      g_auto (GStrv) a = exm_url_shape_new (url_a);
      g_auto (GStrv) b = exm_url_shape_new (url_b);
      double agree
          = exm_url_shape_compare ((const char *const *) a, (const char *const *) b);
      g_test_message ("%s ~ %s: %.2f", cases[i].a, cases[i].b, agree);
      g_assert_cmpint (agree >= EXM_URL_SHAPE_SAME, ==, cases[i].same);
      g_assert_cmpfloat (
          agree, ==,
          exm_url_shape_compare ((const char *const *) b, (const char *const *) a));
    }
  g_assert_null (exm_url_shape_new ("nothing"));
}

/* Sizes that make a square of anything felt. */
static void
test_large (void)
{
  g_autoptr (GString) html = g_string_new ("<div class=pagination>");
  g_autofree char *word = g_strnfill (50000, 'x');

  for (guint i = 0; i < 30000; i++)
    g_string_append_printf (html, "<span>%u</span><a href=/n/%u-%u>%u</a><br>", i % 7, i,
                            i, i % 90);
  g_string_append_printf (html, "<a href=/%s>%s</a>", word, word);
  g_autoptr (ExmPageText) page = read_at (URL, html->str);
  gint64 start = g_get_monotonic_time ();
  g_autoptr (GPtrArray) links = exm_links_new (page);
  g_autoptr (GPtrArray) articles = exm_links_find_articles (page, links, NULL);
  g_autofree char *next = exm_links_find_next (page, links);
  g_auto (GStrv) feeds = exm_links_find_feeds (page, links);
  g_assert_cmpuint (links->len, ==, EXM_LINKS_MAX);
  g_assert_cmpuint (articles->len, <, links->len);
  g_assert_null (next);
  g_assert_null (feeds[0]);
  g_assert_cmpint (g_get_monotonic_time () - start, <, 20 * G_TIME_SPAN_SECOND);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/discover/links", test_links);
  g_test_add_func ("/discover/next", test_next);
  g_test_add_func ("/discover/feeds", test_feeds);
  g_test_add_func ("/discover/slices", test_slices);
  g_test_add_func ("/discover/articles", test_articles);
  g_test_add_func ("/discover/shape", test_shape);
  g_test_add_func ("/discover/large", test_large);
  return g_test_run ();
}
