/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Articles that go on on further pages or behind a paywall, and pages that only look so.
 */

#include "base/exm-said.h"
#include "metadata/exm-completeness.h"
#include "metadata/exm-further-pages.h"
#include "page/exm-page-reader.h"

#include <string.h>

#define FIRST "The library on the market square opened its new reading room today."
#define LAST "Readers may bring their own books as well, said the director."

typedef struct
{
  const char *name;
  const char *url;
  const char *before; /* in <head> */
  const char *behind; /* behind the body */
  guint number;       /* 0: no further pages */
  guint n_pages;
} Case;

static ExmPageText *
read_page (const char *url, const char *before, const char *body, const char *behind)
{
  g_autofree char *html = g_strdup_printf (
      "<!DOCTYPE html><html><head><title>Library</title>%s</head><body><div "
      "class=nav><a href='/'>Home</a> <a href='/news/'>News</a></div><div "
      "class=story><h1>Library opens</h1>%s</div>%s<div "
      "class=foot>Imprint</div></body></html>",
      before, body, behind);
  g_autoptr (GBytes) raw = g_bytes_new (html, strlen (html));
  const ExmPageHints hints = { .url = url, .override_charset = "utf-8" };
  g_autoptr (GError) error = NULL;
  ExmPageText *page = exm_page_read (raw, &hints, &error);

  g_assert_no_error (error);
  return page;
}

static guint
find_line (const ExmPageText *page, const char *text)
{
  guint n = 0;

  exm_page_text_get_lines (page, &n);
  for (guint i = 0; i < n; i++)
    if (strstr (exm_page_text_get_line (page, i), text) != NULL)
      return i;
  g_assert_not_reached ();
}

static void
check_cases (const Case *cases, gsize n)
{
  for (gsize i = 0; i < n; i++)
    {
      g_autoptr (ExmPageText) page
          = read_page (cases[i].url, cases[i].before, "<p>" FIRST "</p><p>" LAST "</p>",
                       cases[i].behind);
      g_auto (ExmFurtherPages) further = { 0 };
      g_test_message ("%s", cases[i].name);
      gboolean found = exm_further_pages_find (page, find_line (page, FIRST),
                                               find_line (page, LAST), NULL, &further);
      g_assert_cmpint (found, ==, cases[i].number > 0);
      g_assert_cmpuint (further.number, ==, cases[i].number);
      g_assert_cmpuint (further.n_pages, ==, cases[i].n_pages);
      g_assert_cmpuint (further.urls != NULL ? further.urls->len + 1 : 0, ==,
                        cases[i].n_pages);
    }
}

#define NEWS "https://a.example/news/2026/library-opens.html"

static void
test_further (void)
{
  static const Case cases[] = {
    { "rel=next in the head", NEWS, "<link rel=next href='library-opens_2.html'>", "", 1,
      2 },
    { "rel=next, counter from 1", "https://a.example/2026/10/29/x_story.html",
      "<link rel=next href='/2026/10/29/x_story_1.html'>", "", 1, 2 },
    { "a row of numbers, query", NEWS, "",
      "<ul class=pages><li>1<li><a href='?page=2'>2</a><li><a href='?page=3'>3</a></ul>",
      1, 3 },
    { "下一页", "https://a.example/hot/2026-12/2250899.html", "",
      "<div>1 <a href='2250899_2.html'>2</a> <a href='2250899_3.html'>3</a> <a "
      "href='2250899_2.html'>下一页</a></div>",
      1, 3 },
    { "下一頁, traditional", "https://a.example/food/c_1225.htm", "",
      "<center><a href='c_1225_2.htm' class=nextpage>下一頁</a></center>", 1, 2 },
    { "下页, in brackets", "https://a.example/s/t20261112_170666.shtml", "",
      "<p><a href='t20261112_170666_1.shtml'>[下页]</a></p>", 1, 2 },
    { "index_1.shtml", "https://a.example/2026/1112/index.shtml", "",
      "<div>1 <a href='index_1.shtml'>2</a> <a href='index_2.shtml'>3</a></div>", 1, 3 },
    { "folder, index_2.html", "https://a.example/article/2026/1112/", "",
      "<div><a href='index_2.html'>下一页&gt;</a></div>", 1, 2 },
    { "Next Page, with a counter of its own", "https://a.example/story.html?id=1fc-66",
      "", "<div><a href='story.html?id=1fc-66&amp;p=2'>Next Page »</a></div>", 1, 2 },
    { "WordPress, /2/", "https://a.example/my-long-walk/", "",
      "<div>Pages: 1 <a href='/my-long-walk/2/'>2</a></div>", 1, 2 },
    { "page/2 below the article", "https://a.example/2026/my-long-walk", "",
      "<div><a href='/2026/my-long-walk/page/2'>Page 2</a></div>", 1, 2 },
    { "-2.html", NEWS, "", "<div><a href='library-opens-2.html'>Next</a></div>", 1, 2 },
    { "the second of three", "https://a.example/hot/2250899_2.html", "",
      "<div><a href='2250899.html'>1</a> 2 <a href='2250899_3.html'>3</a></div>", 2, 3 },
    { "the second of three, query", NEWS "?page=2", "",
      "<div><a href='?page=1'>1</a> 2 <a href='?page=3'>3</a></div>", 2, 3 },
    { "第2页", "https://a.example/2026/12987294.html", "",
      "<div><a href='12987294_2.html'>第2页</a></div>", 1, 2 },
    { "余下全文", "https://a.example/2026/12987294.html", "",
      "<div><a href='12987294_2.html'>余下全文</a></div>", 1, 2 },
    { "a title behind the words", NEWS, "",
      "<div><a href='library-opens_2.html'>Next page: The reading room</a></div>", 1, 2 },
    { "with www and a campaign", "https://www.a.example/news/library-opens?utm_source=x",
      "", "<div><a href='https://a.example/news/library-opens?page=2'>2</a></div>", 1,
      2 },
  };

  check_cases (cases, G_N_ELEMENTS (cases));
}

static void
test_whole (void)
{
  static const Case cases[] = {
    { "nothing", NEWS, "", "", 0, 0 },
    { "rel=next to the next article", "https://a.example/2026/10/first-walk/",
      "<link rel=next href='https://a.example/2026/10/second-walk/'>", "", 0, 0 },
    { "下一篇", "https://a.example/hot/2250899.html", "",
      "<p>下一篇：<a href='2250900.html'>图书馆闭馆</a></p>", 0, 0 },
    { "下一页 to another article", "https://a.example/hot/2250899.html", "",
      "<p><a href='2250900.html'>下一页</a></p>", 0, 0 },
    { "Next to another article", NEWS, "",
      "<p><a href='library-closes.html'>Next</a></p>", 0, 0 },
    { "next post of the same name", "https://a.example/library/", "",
      "<p><a href='/library-2/' rel=next>Next</a></p>", 0, 0 },
    { "a series in numbers", "https://a.example/walks/12", "",
      "<p><a href='/walks/13'>Next</a></p>", 0, 0 },
    { "articles that are counted", "https://a.example/blog.php?p=12", "",
      "<p><a href='?p=13'>Next</a></p>", 0, 0 },
    { "root of a blog", "https://a.example/", "<link rel=next href='/page/2/'>",
      "<a href='/page/2/'>2</a>", 0, 0 },
    { "older posts below a blog", "https://a.example/blog/", "",
      "<a href='/blog/page/2/'>Next Page</a>", 0, 0 },
    { "root, from an article", "https://a.example/2026/my-walk/", "",
      "<a href='/page/2/'>2</a> <a href='/page/2/'>Next page</a>", 0, 0 },
    { "a category", "https://a.example/category/walks-2026/", "",
      "<a href='/category/walks-2026/page/2/'>2</a>", 0, 0 },
    { "a tag", "https://a.example/tag/x-2026", "", "<a href='/tag/x-2026/page/2'>2</a>",
      0, 0 },
    { "comments by their name", NEWS, "",
      "<div id=comments><p>Good.</p><a href='?page=2'>2</a> <a "
      "href='?page=2'>Next</a></div>",
      0, 0 },
    { "comments above the row", NEWS, "",
      "<div class=comment-list><p>One</p><p>Two</p><p>Three</p><p>Four</p></div>"
      "<div class=pager><a href='?page=2'>2</a></div>",
      0, 0 },
    { "comment-page-2", "https://a.example/2026/my-walk/", "",
      "<a href='/2026/my-walk/comment-page-2/#comments'>2</a>", 0, 0 },
    { "cpage", NEWS, "", "<a href='?cpage=2'>2</a>", 0, 0 },
    { "a thread", "https://a.example/showthread.php?t=81", "",
      "<a href='showthread.php?t=81&amp;page=2'>2</a>", 0, 0 },
    { "a forum", "https://forum.a.example/t/my-walk-2026/81", "",
      "<a href='?page=2'>Next page</a>", 0, 0 },
    { "a gallery", "https://a.example/gallery/my-walk-2026", "",
      "<a href='/gallery/my-walk-2026/2'>2</a>", 0, 0 },
    { "an arrow", NEWS, "", "<a href='?page=2'>›</a>", 0, 0 },
    { "a carousel of related ones", NEWS, "",
      "<div class=related-news><a href='?page=2'>Next</a></div>", 0, 0 },
    { "a calendar", "https://a.example/2026/11/my-walk/", "",
      "<table class=calendar><tr><td><a href='/2026/11/2'>2</a><td>3</table>", 0, 0 },
    { "an archive below every article", "https://a.example/shorts/88068.html", "",
      "<a href='/shorts/88068.html/page/2'>2</a> <a "
      "href='/shorts/88068.html/page/3731'>&gt;|</a>",
      0, 0 },
    { "the last page", "https://a.example/hot/2250899_3.html", "",
      "<div><a href='2250899.html'>1</a> <a href='2250899_2.html'>2</a> 3</div>", 0, 0 },
    { "another site", NEWS, "",
      "<a href='https://b.example/news/2026/library-opens_2.html'>2</a>", 0, 0 },
    { "a script", NEWS, "", "<a href='javascript:next(2)'>下一页</a> <a href='#2'>2</a>",
      0, 0 },
    { "another counter than its name", NEWS, "", "<a href='?page=7'>2</a>", 0, 0 },
    { "in a sidebar", NEWS, "", "<div class=sidebar><a href='?page=2'>2</a></div>", 0,
      0 },
  };

  check_cases (cases, G_N_ELEMENTS (cases));
}

/* Which pages there are, in nine languages, and in how few words. */
static void
test_words (void)
{
  static const struct
  {
    const char *language;
    const char *next;
    const char *next_article;
    const char *all; /* (nullable) */
  } cases[] = {
    { "en", "Next page »", "Next article", "View all" },
    { "zh", "下一页", "下一篇", "阅读全文" },
    { "zh-Hant", "下一頁", "下一則", "閱讀全文" },
    { "ja", "次のページ", "次の記事", "全文を読む" },
    { "ko", "다음 페이지", "다음 기사", "전체보기" },
    { "de", "Nächste Seite", "Nächster Artikel", "Auf einer Seite lesen" },
    { "fr", "Page suivante", "Article suivant", "Lire sur une seule page" },
    { "es", "Página siguiente", "Artículo siguiente", "Ver todo" },
    { "ru", "Следующая страница", "Следующая статья", "На одной странице" },
    { "pt", "Próxima página", "Próximo artigo", "Página única" },
    { "it", "Pagina successiva", "Articolo successivo", "Tutto in una pagina" },
  };
  const guint n = (guint) G_N_ELEMENTS (cases);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *links = g_strdup_printf (
          "<div><a href='library-opens_2.html'>%s</a> <a href='library-opens_all.html'>%s"
          "</a></div><p><a href='ferry-aground.html'>%s</a></p>",
          cases[i].next, cases[i].all, cases[i].next_article);
      /* The next article, even at an address that looks like a page of this one. */
      g_autofree char *none
          = g_strdup_printf ("<p><a href='library-opens_2.html'>%s</a></p><p><a "
                             "href='library-opens_all.html'>%s</a>",
                             cases[i].next_article, cases[i].all);
      g_autoptr (ExmPageText) page
          = read_page (NEWS, "", "<p>" FIRST "</p><p>" LAST "</p>", links);
      g_autoptr (ExmPageText) whole
          = read_page (NEWS, "", "<p>" FIRST "</p><p>" LAST "</p>", none);
      g_auto (ExmFurtherPages) further = { 0 };
      g_test_message ("%s", cases[i].language);
      g_assert_true (exm_further_pages_find (page, find_line (page, FIRST),
                                             find_line (page, LAST), NULL, &further));
      g_assert_cmpuint (further.n_pages, ==, 2);
      g_assert_cmpstr (g_ptr_array_index (further.urls, 0), ==,
                       "https://a.example/news/2026/library-opens_2.html");
      g_assert_cmpstr (further.all, ==,
                       "https://a.example/news/2026/library-opens_all.html");
      exm_further_pages_clear (&further);
      g_assert_false (exm_further_pages_find (whole, find_line (whole, FIRST),
                                              find_line (whole, LAST), NULL, &further));
    }
}

static void
test_addresses (void)
{
  static const struct
  {
    const char *name;
    const char *url;
    const char *behind;
    const char *urls;
    const char *all; /* (nullable) */
  } cases[] = {
    { "a gap in the row", NEWS, "<a href='?page=2'>2</a> … <a href='?page=5'>5</a>",
      NEWS "?page=2 " NEWS "?page=3 " NEWS "?page=4 " NEWS "?page=5", NULL },
    { "a script", "https://a.example/gk/202611/t20261112_170666.html",
      "<script>createPageHTML(4, 0, \"t20261112_170666\", \"html\");</script>",
      "https://a.example/gk/202611/t20261112_170666_1.html "
      "https://a.example/gk/202611/t20261112_170666_2.html "
      "https://a.example/gk/202611/t20261112_170666_3.html",
      NULL },
    { "a script, with spaces", "https://a.example/gk/202611/t20261112_170666.html",
      "<script> createPageHTML ( 2 , 0 , 't20261112_170666' , 'html' ) </script>",
      "https://a.example/gk/202611/t20261112_170666_1.html", NULL },
    { "a script for one page", "https://a.example/gk/202611/t20261112_170666.html",
      "<script>createPageHTML(1, 0, \"t20261112_170666\", \"html\");</script>", "",
      NULL },
    { "a script for another file", "https://a.example/gk/202611/t20261112_170666.html",
      "<script>createPageHTML(9, 0, \"index\", \"html\");</script>", "", NULL },
    { "view all of a section", NEWS,
      "<a href='library-opens_2.html'>2</a> <a href='/news/all/'>View all</a>",
      "https://a.example/news/2026/library-opens_2.html", NULL },
    { "view all, query", NEWS,
      "<a href='?page=2'>2</a> <a href='?view=all#top'>View all</a>", NEWS "?page=2",
      NEWS "?view=all" },
    { "view all of an article of one page", NEWS, "<a href='?view=all'>View all</a>", "",
      NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (ExmPageText) page = read_page (
          cases[i].url, "", "<p>" FIRST "</p><p>" LAST "</p>", cases[i].behind);
      g_auto (ExmFurtherPages) further = { 0 };
      g_autoptr (GString) urls = g_string_new (NULL);
      g_test_message ("%s", cases[i].name);
      exm_further_pages_find (page, find_line (page, FIRST), find_line (page, LAST), NULL,
                              &further);
      for (guint k = 0; further.urls != NULL && k < further.urls->len; k++)
        g_string_append_printf (urls, "%s%s", k > 0 ? " " : "",
                                (char *) g_ptr_array_index (further.urls, k));
      g_assert_cmpstr (urls->str, ==, cases[i].urls);
      g_assert_cmpstr (further.all, ==, cases[i].all);
    }
}

#define TYPE "\"@type\": \"NewsArticle\", \"headline\": \"Library\""

/* Returns: (transfer full) (nullable): what is said of the lines from "Begin" to "end" */
static char *
judge_body (const char *before, const char *body, const char *behind)
{
  g_autoptr (ExmPageText) page = read_page (NEWS, before, body, behind);
  guint n = 0;
  exm_page_text_get_lines (page, &n);
  ExmResultData data;
  exm_result_data_init (&data, "exemplar-single", n);
  data.head = find_line (page, "Begin");
  data.tail = find_line (page, "end");
  for (guint i = data.head; i <= data.tail; i++)
    data.verdicts[i] = EXM_VERDICT_KEPT;
  g_autoptr (ExmResult) result = exm_result_new (&data);
  g_autofree char *said = exm_completeness_find (page, result, NULL);
  return exm_said_to_words (said);
}

/* Returns: (transfer full) (nullable): what is said of a body of @n_words words under
 * JSON-LD @json */
static char *
find_in (const char *json, const char *word, guint n_words)
{
  g_autofree char *before
      = g_strdup_printf ("<script type='application/ld+json'>{%s}</script>", json);
  g_autoptr (GString) body = g_string_new ("<p>Begin ");
  for (guint i = 0; i < n_words; i++)
    g_string_append_printf (body, "%s%s", word, i % 50 == 49 ? ".</p><p>" : "");
  g_string_append (body, "end</p>");
  return judge_body (before, body->str, "");
}

static void
test_paywall (void)
{
  static const struct
  {
    const char *json;
    const char *word;
    guint n_words;
    gboolean held;
  } cases[] = {
    { TYPE ", \"isAccessibleForFree\": false", "lorem ", 60, TRUE },
    { TYPE ", \"isAccessibleForFree\": \"False\"", "lorem ", 60, TRUE },
    { TYPE ", \"isAccessibleForFree\": \"http://schema.org/False\"", "lorem ", 60, TRUE },
    { TYPE ", \"hasPart\": {\"@type\": \"WebPageElement\", \"isAccessibleForFree\": "
           "\"False\", \"cssSelector\": \".paid\"}",
      "lorem ", 60, TRUE },
    { TYPE
      ", \"hasPart\": [{\"cssSelector\": \".paid\", \"isAccessibleForFree\": false}]",
      "图", 120, TRUE },
    { TYPE ", \"isAccessibleForFree\": false, \"wordCount\": 1200", "lorem ", 400, TRUE },
    { TYPE ", \"isAccessibleForFree\": false, \"wordCount\": \"90\"", "lorem ", 80,
      FALSE },
    { TYPE ", \"isAccessibleForFree\": false, \"wordCount\": 1200", "lorem ", 1100,
      FALSE },
    { TYPE ", \"isAccessibleForFree\": false", "lorem ", 400, FALSE },
    { TYPE ", \"isAccessibleForFree\": false", "图", 600, FALSE },
    { TYPE ", \"isAccessibleForFree\": true", "lorem ", 60, FALSE },
    { TYPE ", \"isAccessibleForFree\": \"True\", \"wordCount\": 1200", "lorem ", 60,
      FALSE },
    { TYPE ", \"wordCount\": 1200", "lorem ", 60, FALSE },
    { "\"@type\": \"VideoObject\", \"isAccessibleForFree\": false", "lorem ", 60, FALSE },
    { "\"isAccessibleForFree\": false", "lorem ", 60, FALSE },
    { TYPE ", \"isAccessibleForFree\": [[{", "lorem ", 60, FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *words = find_in (cases[i].json, cases[i].word, cases[i].n_words);
      g_test_message ("%s: %s", cases[i].json, words);
      g_assert_cmpstr (words, ==,
                       cases[i].held
                           ? "Only the beginning is free to read, the rest is paid for"
                           : NULL);
    }
}

/* Forms to log in, in the article or in the frame of the page. */
static void
test_wall (void)
{
  static const char FORM[]
      = "<form><input name=mail><input type=\"password\" name=pw><button>Sign in</button>"
        "</form><p>Subscribe to read on</p>";
  static const struct
  {
    const char *before; /* (unowned) */
    guint n_words;
    const char *behind; /* (unowned) */
    gboolean held;
  } cases[] = {
    { "", 60, FORM, TRUE },
    { "", 400, FORM, FALSE },
    { FORM, 60, "", FALSE },
    { "", 60, "<p>a</p><p>b</p><p>c</p><p>d</p><p>e</p><p>f</p><p>g</p>", FALSE },
    { "", 60, "<p>type your password = secret</p>", FALSE },
    { "", 60, "<input type='PassWord'><p>Read on</p>", TRUE },
    { "", 60,
      "<p>1</p><p>2</p><p>3</p><p>4</p><p>5</p><p>6</p><p>7</p><p>8</p><input "
      "type=password><p>Log in</p>",
      FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GString) body = g_string_new ("<p>Begin ");
      for (guint k = 0; k < cases[i].n_words; k++)
        g_string_append_printf (body, "lorem%s", k % 50 == 49 ? ".</p><p>" : " ");
      g_string_append (body, "end</p>");
      g_autofree char *words = judge_body (cases[i].before, body->str, cases[i].behind);
      g_test_message ("case %" G_GSIZE_FORMAT ": %s", i, words);
      g_assert_cmpstr (
          words, ==,
          cases[i].held ? "Only the beginning is shown; the page asks to log in" : NULL);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/completeness/further", test_further);
  g_test_add_func ("/completeness/whole", test_whole);
  g_test_add_func ("/completeness/words", test_words);
  g_test_add_func ("/completeness/addresses", test_addresses);
  g_test_add_func ("/completeness/paywall", test_paywall);
  g_test_add_func ("/completeness/wall", test_wall);
  return g_test_run ();
}
