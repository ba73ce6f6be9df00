/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/exm-limits.h"
#include "metadata/exm-metadata-reader.h"
#include "test-parts.h"

#include <string.h>

#define URL "https://www.example-post.com/news/2026/11/20/library.html"
#define HEADLINE "City library opens its new building"

/* Takes @parts. */
static ExmMetadata *
read_page (ExmPageTextParts *parts, guint body_first, guint body_last)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmPageText) page = exm_page_text_new (parts);
  exm_page_text_validate (page, &error);
  g_assert_no_error (error);
  return exm_metadata_read (page, body_first, body_last);
}

static void
assert_field (const ExmMetadata *metadata,
              ExmField field,
              const char *value,
              ExmOrigin origin)
{
  g_assert_cmpstr (exm_metadata_get (metadata, field), ==, value);
  if (value != NULL)
    g_assert_cmpint (exm_metadata_get_origin (metadata, field), ==, origin);
}

static const char article_json[]
    = "<!--\n{\"@context\": \"https://schema.org\", \"@graph\": [\n"
      "{\"@type\": \"WebSite\", \"name\": \"Wrong\"},\n"
      "{\"@type\": \"Person\", \"@id\": \"#jane\", \"name\": \"Jane Doe\"},\n"
      "{\"@type\": \"WebPage\", \"datePublished\": \"2020-01-01\"},\n"
      "{\"@type\": [\"Thing\", \"NewsArticle\"], \"headline\": \"City library opens its\n"
      "new building &amp; caf\\u00e9\", \"datePublished\": "
      "\"2026-11-20T08:30:12+01:00\",\n"
      "\"dateModified\": \"2026-11-21\", \"author\": [{\"@id\": \"#jane\"}, \"John "
      "Roe\", 3],\n"
      "\"editor\": {\"name\": \"Ed Itor\"}, \"articleSection\": [\"Culture\", "
      "\"City\"],\n"
      "\"publisher\": {\"@type\": \"Organization\", \"name\": \"Example Post\"},\n"
      "\"image\": [{\"url\": \"/lib.jpg\"},], \"inLanguage\": \"en_us\",},\n"
      "], }\n-->";

static void
test_json_ld (void)
{
  ExmPageTextParts parts;
  test_parts_init (&parts, URL);
  test_parts_add_slice (&parts, EXM_SLICE_JSON_LD, "", "{ broken");
  test_parts_add_slice (&parts, EXM_SLICE_JSON_LD, "", article_json);
  test_parts_add_slice (&parts, EXM_SLICE_META, "og:title", "Another");
  test_parts_add_slice (&parts, EXM_SLICE_META, "og:description", "x");
  g_autoptr (ExmMetadata) m = read_page (&parts, EXM_NONE, EXM_NONE);

  ExmOrigin origin = EXM_ORIGIN_JSON_LD;
  assert_field (m, EXM_FIELD_TITLE, "City library opens its new building & café", origin);
  assert_field (m, EXM_FIELD_AUTHOR, "Jane Doe, John Roe", origin);
  assert_field (m, EXM_FIELD_EDITOR, "Ed Itor", origin);
  assert_field (m, EXM_FIELD_SECTION, "Culture", origin);
  assert_field (m, EXM_FIELD_PUBLISHED, "2026-11-20T08:30:12+01:00", origin);
  assert_field (m, EXM_FIELD_MODIFIED, "2026-11-21", origin);
  assert_field (m, EXM_FIELD_SITE, "Example Post", origin);
  assert_field (m, EXM_FIELD_LANGUAGE, "en-US", origin);
  assert_field (m, EXM_FIELD_IMAGE, "https://www.example-post.com/lib.jpg", origin);
}

/* A block of more values than a page may have is left out; what follows is read. */
static void
test_json_ld_values (void)
{
  ExmPageTextParts parts;
  GString *json = g_string_new ("{\"@type\": \"NewsArticle\", \"author\": \"Too Many\","
                                " \"x\": [0");

  for (guint i = 0; i < EXM_MAX_JSON_VALUES; i++)
    g_string_append (json, ",0");
  g_string_append (json, "]}");
  test_parts_init (&parts, URL);
  test_parts_add_slice (&parts, EXM_SLICE_JSON_LD, "", json->str);
  test_parts_add_slice (
      &parts, EXM_SLICE_JSON_LD, "",
      "{\"@type\": \"NewsArticle\", \"datePublished\": \"2026-11-20\"}");
  g_autoptr (ExmMetadata) m = read_page (&parts, EXM_NONE, EXM_NONE);
  assert_field (m, EXM_FIELD_AUTHOR, NULL, EXM_ORIGIN_JSON_LD);
  assert_field (m, EXM_FIELD_PUBLISHED, "2026-11-20", EXM_ORIGIN_JSON_LD);
  g_string_free (json, TRUE);
}

/* Among several articles in scripts, the title names the page's own. */
static void
test_json_ld_list (void)
{
  ExmPageTextParts parts;
  test_parts_init (&parts, URL);
  test_parts_add_slice (&parts, EXM_SLICE_TITLE, "", HEADLINE " - Example Post");
  test_parts_add_slice (&parts, EXM_SLICE_JSON_LD, "",
                        "[{\"@type\":\"Article\",\"headline\":\"Elsewhere\"},"
                        "{\"@type\":\"http://schema.org/BlogPosting\","
                        "\"headline\":\"" HEADLINE "\"}]");
  g_autoptr (ExmMetadata) m = read_page (&parts, EXM_NONE, EXM_NONE);
  assert_field (m, EXM_FIELD_TITLE, HEADLINE, EXM_ORIGIN_JSON_LD);
}

static void
test_declared (void)
{
  static const struct
  {
    ExmSliceKind kind;
    const char *name;
    const char *value;
    ExmField field;
    const char *expected;
    ExmOrigin origin;
  } cases[] = {
    { EXM_SLICE_META, "og:title", HEADLINE, EXM_FIELD_TITLE, HEADLINE,
      EXM_ORIGIN_OPEN_GRAPH },
    { EXM_SLICE_META, "article:published_time", "2026-11-20T08:30:00Z",
      EXM_FIELD_PUBLISHED, "2026-11-20T08:30:00Z", EXM_ORIGIN_OPEN_GRAPH },
    { EXM_SLICE_META, "og:locale", "de_DE", EXM_FIELD_LANGUAGE, "de-DE",
      EXM_ORIGIN_OPEN_GRAPH },
    { EXM_SLICE_META, "og:image", "../lib.jpg", EXM_FIELD_IMAGE,
      "https://www.example-post.com/news/2026/11/lib.jpg", EXM_ORIGIN_OPEN_GRAPH },
    { EXM_SLICE_META, "og:image", "javascript:alert(1)", EXM_FIELD_IMAGE, NULL, 0 },
    { EXM_SLICE_META, "og:image", "data:image/png;base64,AA", EXM_FIELD_IMAGE, NULL, 0 },
    { EXM_SLICE_META, "og:image", "//cdn.example/x.png", EXM_FIELD_IMAGE,
      "https://cdn.example/x.png", EXM_ORIGIN_OPEN_GRAPH },
    { EXM_SLICE_META, "article:author", "https://facebook.com/jane", EXM_FIELD_AUTHOR,
      NULL, 0 },
    { EXM_SLICE_ITEMPROP, "datepublished", "2026-11-20", EXM_FIELD_PUBLISHED,
      "2026-11-20", EXM_ORIGIN_MICRODATA },
    { EXM_SLICE_ITEMPROP, "author", "by Jane Doe", EXM_FIELD_AUTHOR, "Jane Doe",
      EXM_ORIGIN_MICRODATA },
    { EXM_SLICE_META, "author", "Jane &amp; John\n Doe\x01", EXM_FIELD_AUTHOR,
      "Jane & John Doe", EXM_ORIGIN_META },
    { EXM_SLICE_META, "contentsource", "人民日报", EXM_FIELD_SOURCE, "人民日报",
      EXM_ORIGIN_META },
    { EXM_SLICE_META, "dc.date", "20 Nov 2026", EXM_FIELD_PUBLISHED, "2026-11-20",
      EXM_ORIGIN_META },
    { EXM_SLICE_META, "pubdate", "soon", EXM_FIELD_PUBLISHED, "2026-11-20",
      EXM_ORIGIN_URL },
    { EXM_SLICE_LINK, "canonical", "/a?b=1", EXM_FIELD_CANONICAL,
      "https://www.example-post.com/a?b=1", EXM_ORIGIN_ELEMENT },
    { EXM_SLICE_LINK, "canonical", "file:///etc/passwd", EXM_FIELD_CANONICAL, NULL, 0 },
    { EXM_SLICE_LINK, "canonical", "http://", EXM_FIELD_CANONICAL, NULL, 0 },
    { EXM_SLICE_LANGUAGE, "", "zh_cn", EXM_FIELD_LANGUAGE, "zh-CN", EXM_ORIGIN_ELEMENT },
    { EXM_SLICE_LANGUAGE, "", "zh-hant-TW", EXM_FIELD_LANGUAGE, "zh-Hant-TW",
      EXM_ORIGIN_ELEMENT },
    { EXM_SLICE_LANGUAGE, "", "{{lang}}", EXM_FIELD_LANGUAGE, NULL, 0 },
    { EXM_SLICE_LANGUAGE, "", "english", EXM_FIELD_LANGUAGE, NULL, 0 },
    { EXM_SLICE_TIME, "", "2026-11-19T10:00", EXM_FIELD_PUBLISHED, "2026-11-19T10:00:00",
      EXM_ORIGIN_ELEMENT },
    { EXM_SLICE_META, "article:tag", "Reading", EXM_FIELD_KEYWORDS, "Reading",
      EXM_ORIGIN_OPEN_GRAPH },
    { EXM_SLICE_META, "keywords", "图书馆，阅读、城市;图书馆, #Reading",
      EXM_FIELD_KEYWORDS, "图书馆, 阅读, 城市, Reading", EXM_ORIGIN_META },
    { EXM_SLICE_META, "keywords", "Q&amp;A,,https://a.example/x, ,-", EXM_FIELD_KEYWORDS,
      "Q&A", EXM_ORIGIN_META },
    { EXM_SLICE_META, "keywords", " , ", EXM_FIELD_KEYWORDS, NULL, 0 },
    { EXM_SLICE_META, "description", " The doors\nopened. ", EXM_FIELD_ABSTRACT,
      "The doors opened.", EXM_ORIGIN_META },
    { EXM_SLICE_META, "og:description", "A &amp;amp; B", EXM_FIELD_ABSTRACT, "A & B",
      EXM_ORIGIN_OPEN_GRAPH },
    { EXM_SLICE_META, "print_page", "A3", EXM_FIELD_PRINT_PAGE, "A3", EXM_ORIGIN_META },
    { EXM_SLICE_META, "print_section", "Metro", EXM_FIELD_PRINT_SECTION, "Metro",
      EXM_ORIGIN_META },
    { EXM_SLICE_TIME, "", "PT5M", EXM_FIELD_PUBLISHED, "2026-11-20", EXM_ORIGIN_URL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      ExmPageTextParts parts;
      test_parts_init (&parts, URL);
      test_parts_add_slice (&parts, cases[i].kind, cases[i].name, cases[i].value);
      g_test_message ("%s %s", cases[i].name, cases[i].value);
      g_autoptr (ExmMetadata) m = read_page (&parts, EXM_NONE, EXM_NONE);
      assert_field (m, cases[i].field, cases[i].expected, cases[i].origin);
    }
}

static void
test_base (void)
{
  ExmPageTextParts parts;
  test_parts_init (&parts, URL);
  test_parts_add_slice (&parts, EXM_SLICE_BASE, "", "/media/");
  test_parts_add_slice (&parts, EXM_SLICE_META, "og:image", "a.png");
  g_autoptr (ExmMetadata) m = read_page (&parts, EXM_NONE, EXM_NONE);
  assert_field (m, EXM_FIELD_IMAGE, "https://www.example-post.com/media/a.png",
                EXM_ORIGIN_OPEN_GRAPH);
}

static void
test_titles (void)
{
  static const struct
  {
    const char *title;
    const char *og_title;
    const char *site;
    const char *h1;
    const char *expected;
  } cases[] = {
    { HEADLINE " - Example Post", NULL, NULL, NULL, HEADLINE },
    { HEADLINE " | Culture | Example Post", NULL, NULL, NULL, HEADLINE },
    { "Example Post » " HEADLINE, NULL, "Example Post", NULL, HEADLINE },
    { "Example-Post :: " HEADLINE, NULL, NULL, NULL, HEADLINE },
    { HEADLINE " – Example Post", NULL, "Example Post", NULL, HEADLINE },
    { NULL, HEADLINE " | The Example Post", "The Example Post", NULL, HEADLINE },
    { "x", "Example Post", "Example Post", HEADLINE, "x" },
    { "Yes - no - maybe, says the council - Example Post", NULL, NULL,
      "Yes - no - maybe, says the council", "Yes - no - maybe, says the council" },
    { "Mother-in-law wins the race", NULL, NULL, NULL, "Mother-in-law wins the race" },
    { "市图书馆新馆今天开放_社会新闻_某某网", NULL, NULL, NULL, "市图书馆新馆今天开放" },
    { "市图书馆新馆今天开放-新华网", NULL, NULL, NULL, "市图书馆新馆今天开放" },
    { "市图书馆新馆今天开放--社会--某某网", NULL, NULL, "市图书馆新馆今天开放",
      "市图书馆新馆今天开放" },
    { "某某网 - 市图书馆新馆今天开放", NULL, NULL, NULL, "市图书馆新馆今天开放" },
    { "Example Blog: " HEADLINE, NULL, NULL, HEADLINE, HEADLINE },
    { "Example-Post: " HEADLINE, NULL, NULL, NULL, HEADLINE },
    { "Update: " HEADLINE, NULL, NULL, NULL, "Update: " HEADLINE },
    { "市图书馆新馆今天开放 某某网", NULL, NULL, NULL, "市图书馆新馆今天开放" },
    /* Other languages, other marks. */
    { "市图书馆新馆今天开放_江畔网", NULL, NULL, NULL, "市图书馆新馆今天开放" },
    { "市图书馆新馆今天开放 - 江畔日报", NULL, "江畔日报", NULL, "市图书馆新馆今天开放" },
    { "The library opens again | The Valley Post", NULL, "The Valley Post", NULL,
      "The library opens again" },
    { "図書館が今日開きました | 谷間新聞", NULL, "谷間新聞", NULL,
      "図書館が今日開きました" },
    { "図書館が今日開きました：谷間新聞デジタル", NULL, "谷間新聞デジタル", NULL,
      "図書館が今日開きました" },
    { "도서관이 오늘 문을 열었다 - 계곡일보", NULL, "계곡일보", NULL,
      "도서관이 오늘 문을 열었다" },
    { "Bücherei öffnet wieder – Talbote", NULL, "Talbote", NULL,
      "Bücherei öffnet wieder" },
    { "La bibliothèque rouvre | Le Courrier du val", NULL, "Le Courrier du val", NULL,
      "La bibliothèque rouvre" },
    { "La biblioteca vuelve a abrir | El Correo del Valle", NULL, "El Correo del Valle",
      NULL, "La biblioteca vuelve a abrir" },
    { "Biblioteca reabre no domingo - Jornal do Vale", NULL, "Jornal do Vale", NULL,
      "Biblioteca reabre no domingo" },
    { "Riapre la biblioteca - Il Corriere della Valle", NULL, "Il Corriere della Valle",
      NULL, "Riapre la biblioteca" },
    { "Библиотека снова открыта — Вестник долины", NULL, "Вестник долины", NULL,
      "Библиотека снова открыта" },
    { "Kütüphane yeniden açıldı | Vadi Gazetesi", NULL, "Vadi Gazetesi", NULL,
      "Kütüphane yeniden açıldı" },
    { NULL, NULL, NULL, HEADLINE, HEADLINE },
    { " - | _ ", NULL, NULL, HEADLINE, HEADLINE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      ExmPageTextParts parts;
      test_parts_init (&parts, URL);
      g_test_message ("%s / %s", cases[i].title, cases[i].og_title);
      if (cases[i].title != NULL)
        test_parts_add_slice (&parts, EXM_SLICE_TITLE, "", cases[i].title);
      if (cases[i].og_title != NULL)
        test_parts_add_slice (&parts, EXM_SLICE_META, "og:title", cases[i].og_title);
      if (cases[i].site != NULL)
        test_parts_add_slice (&parts, EXM_SLICE_META, "og:site_name", cases[i].site);
      test_parts_add_line (&parts, "Home", 0);
      if (cases[i].h1 != NULL)
        test_parts_add_line (&parts, cases[i].h1, 1);
      test_parts_add_line (&parts, "The doors opened at nine.", 0);
      g_autoptr (ExmMetadata) m = read_page (&parts, EXM_NONE, EXM_NONE);
      g_assert_cmpstr (exm_metadata_get (m, EXM_FIELD_TITLE), ==, cases[i].expected);
    }
}

/* A title's end shared by pages of the section is the site's name. */
static void
test_siblings (void)
{
  static const struct
  {
    const char *title;
    const char *sibling;
    const char *expected;
  } cases[] = {
    { "A bridge for the island opens (Harbour and Hill)",
      "Snow closes the school again (Harbour and Hill)",
      "A bridge for the island opens" },
    { "A bridge opens / Harbour and Hill and the long coast of the north",
      "Snow closes the school / Harbour and Hill and the long coast of the north",
      "A bridge opens" },
    { "【滨海播报】新大桥今天通车", "【滨海播报】旧渡轮留下来", "新大桥今天通车" },
    { "新大桥今天通车【滨海播报】", "旧渡轮留下来【滨海播报】", "新大桥今天通车" },
    /* Common words are no site, nor is a title that both have. */
    { "Elections in 2026", "Budget in 2026", "Elections in 2026" },
    { "Old ferry (stays)", "Old ferry (stays)", "Old ferry (stays)" },
    { "The well-known boat", "A less well-known boat", "The well-known boat" },
    { "Who pays?", "Who sails?", "Who pays?" },
    { "A bridge opens", "", "A bridge opens" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      ExmPageTextParts parts;
      const char *const siblings[] = { cases[i].sibling, NULL };
      test_parts_init (&parts, URL);
      g_test_message ("%s", cases[i].title);
      test_parts_add_slice (&parts, EXM_SLICE_TITLE, "", cases[i].title);
      test_parts_add_line (&parts, "The doors opened at nine.", 0);
      g_autoptr (ExmPageText) page = exm_page_text_new (&parts);
      g_autoptr (ExmMetadata) m
          = exm_metadata_read_beside (page, EXM_NONE, EXM_NONE, siblings, NULL);
      g_assert_cmpstr (exm_metadata_get (m, EXM_FIELD_TITLE), ==, cases[i].expected);
    }
}

/* Scripts write the headline; the title, or what is declared, is as the server sent it
 * for every page. */
static void
test_rendered_titles (void)
{
  static const struct
  {
    const char *title;
    const char *og_title;
    const char *h1;
    const char *sibling;
    const char *expected;
    const char *link;
  } cases[] = {
    { HEADLINE " | Fieldnotes", "Fieldnotes", HEADLINE, NULL, HEADLINE },
    { HEADLINE " | Fieldnotes", "Fieldnotes – short reads for long evenings", HEADLINE,
      NULL, HEADLINE },
    { "市图书馆新馆今天开放_江畔", "江畔：沿江城市的综合门户", "市图书馆新馆今天开放",
      NULL, "市图书馆新馆今天开放" },
    { "Fieldnotes", NULL, HEADLINE, "Fieldnotes", HEADLINE },
    { "Fieldnotes – short reads", "Fieldnotes – short reads", HEADLINE,
      "Fieldnotes – short reads", HEADLINE },
    /* Written for readers elsewhere, of the same article. */
    { HEADLINE " | Fieldnotes", "How the doors of a library came to be", HEADLINE, NULL,
      "How the doors of a library came to be" },
    /* The same headline in other words. */
    { HEADLINE " | Fieldnotes", "City library: the new building in 9 pictures", HEADLINE,
      NULL, HEADLINE },
    { "市图书馆新馆今天开放_江畔", "新馆开放，千人到场", "市图书馆新馆今天开放", NULL,
      "新馆开放，千人到场" },
    { "Fieldnotes", "Fieldnotes", HEADLINE, NULL, HEADLINE, HEADLINE },
    /* Nothing says which of the two is the site's. */
    { "Fieldnotes", NULL, HEADLINE, NULL, "Fieldnotes", "Read on" },
    { "Evenings by the river", NULL, HEADLINE, "Fieldnotes", "Evenings by the river" },
    { HEADLINE ", in pictures", NULL, HEADLINE, HEADLINE ", in pictures", HEADLINE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      ExmPageTextParts parts;
      const char *const siblings[] = { cases[i].sibling, NULL };
      test_parts_init (&parts, URL);
      g_test_message ("%s / %s", cases[i].title, cases[i].og_title);
      test_parts_add_slice (&parts, EXM_SLICE_TITLE, "", cases[i].title);
      if (cases[i].og_title != NULL)
        test_parts_add_slice (&parts, EXM_SLICE_META, "og:title", cases[i].og_title);
      test_parts_add_line (&parts, "Fieldnotes", 0);
      test_parts_add_line (&parts, cases[i].h1, 1);
      test_parts_add_line (&parts, "The doors opened at nine.", 0);
      g_autoptr (ExmPageText) page = exm_page_text_new (&parts);
      g_autoptr (ExmMetadata) m
          = exm_metadata_read_beside (page, 2, 2, siblings, cases[i].link);
      g_assert_cmpstr (exm_metadata_get (m, EXM_FIELD_TITLE), ==, cases[i].expected);
    }
}

static const struct
{
  const char *line;
  const char *next;
  ExmField field;
  const char *expected;
} line_cases[] = {
  { "来源：某某日报 作者：张三", NULL, EXM_FIELD_SOURCE, "某某日报" },
  { "来源：某某日报 作者：张三", NULL, EXM_FIELD_AUTHOR, "张三" },
  { "2026-11-20 08:30 来源:China Daily 责任编辑：李四", NULL, EXM_FIELD_SOURCE,
    "China Daily" },
  { "2026-11-20 08:30 来源:China Daily 责任编辑：李四", NULL, EXM_FIELD_EDITOR, "李四" },
  { "2026-11-20 08:30 来源:China Daily 责任编辑：李四", NULL, EXM_FIELD_PUBLISHED,
    "2026-11-20T08:30:00" },
  { "（责编：王五、赵六）", NULL, EXM_FIELD_EDITOR, "王五、赵六" },
  { "文章来源：某网2026年11月20日", NULL, EXM_FIELD_SOURCE, "某网" },
  { "新聞來源：某報 責編：李四", NULL, EXM_FIELD_SOURCE, "某報" },
  { "新聞來源：某報 責編：李四", NULL, EXM_FIELD_EDITOR, "李四" },
  { "本報記者：王五", NULL, EXM_FIELD_AUTHOR, "王五" },
  { "转载自：某报", NULL, EXM_FIELD_SOURCE, "某报" },
  { "撰稿：赵六", NULL, EXM_FIELD_AUTHOR, "赵六" },
  { "来源：", "某某社", EXM_FIELD_SOURCE, "某某社" },
  { "作 者：张三 浏览次数：100", NULL, EXM_FIELD_AUTHOR, "张三" },
  { "作者：size=\"20\" x", NULL, EXM_FIELD_AUTHOR, NULL },
  { "收入来源很多，作者不知道。", NULL, EXM_FIELD_SOURCE, NULL },
  { "发布时间：2026年11月20日 08:30", NULL, EXM_FIELD_PUBLISHED, "2026-11-20T08:30:00" },
  { "更新时间：2026年11月21日", NULL, EXM_FIELD_MODIFIED, "2026-11-21" },
  { "By Jane Doe and John van der Roe", NULL, EXM_FIELD_AUTHOR,
    "Jane Doe and John van der Roe" },
  { "By Jane Doe, Culture Editor | Nov 20, 2026", NULL, EXM_FIELD_AUTHOR, "Jane Doe" },
  { "By Jane Doe, Culture Editor | Nov 20, 2026", NULL, EXM_FIELD_PUBLISHED,
    "2026-11-20" },
  { "By the river we sat down", NULL, EXM_FIELD_AUTHOR, NULL },
  { "Written by Jane Doe · bread · basics", NULL, EXM_FIELD_AUTHOR, "Jane Doe" },
  { "REPORTED BY Jane Doe. First published at 8:30", NULL, EXM_FIELD_AUTHOR, "Jane Doe" },
  { "Posted by John Roe Jr. at 8:30", NULL, EXM_FIELD_AUTHOR, "John Roe Jr." },
  { "Written by the river in spring", NULL, EXM_FIELD_AUTHOR, NULL },
  { "Posted on 20 Nov 2026 by Jane Doe in Notes", NULL, EXM_FIELD_AUTHOR, "Jane Doe" },
  { "Nov 20, 2026 8:30 p.m. by Jane Doe", NULL, EXM_FIELD_AUTHOR, "Jane Doe" },
  { "Sold on 20 November 2026 together by Amazon", NULL, EXM_FIELD_AUTHOR, NULL },
  { "Von Erika Muster", NULL, EXM_FIELD_AUTHOR, "Erika Muster" },
  { "Updated: Nov 21, 2026 9:00 am", NULL, EXM_FIELD_MODIFIED, "2026-11-21T09:00:00" },
  { "Автор: Иван Петров", NULL, EXM_FIELD_AUTHOR, "Иван Петров" },
  { "本报记者 张三 通讯员 李四", NULL, EXM_FIELD_AUTHOR, "张三、李四" },
  { "2026-11-20 08:30 记者 欧阳小明 李四", NULL, EXM_FIELD_AUTHOR, "欧阳小明、李四" },
  { "某某晚报　记者 张三　编辑 李四　2026-11-20 08:30　阅读 3", NULL, EXM_FIELD_AUTHOR,
    "张三" },
  { "记者 张三 李四 责任编辑 王五", NULL, EXM_FIELD_AUTHOR, "张三、李四" },
  { "□ 记者　张三、李四 图/王五", NULL, EXM_FIELD_AUTHOR, "张三、李四" },
  { "文/张三", NULL, EXM_FIELD_AUTHOR, "张三" },
  { "文｜张三 编辑｜李四", NULL, EXM_FIELD_AUTHOR, "张三" },
  { "文｜张三 编辑｜李四", NULL, EXM_FIELD_EDITOR, "李四" },
  { "本报讯（记者 张三 通讯员 李四）市图书馆新馆今天上午开放，读者排起长队。", NULL,
    EXM_FIELD_AUTHOR, "张三、李四" },
  { "记者 从市政府获悉，新馆今天开放。", NULL, EXM_FIELD_AUTHOR, NULL },
  { "记者今天上午来到新馆", NULL, EXM_FIELD_AUTHOR, NULL },
  { "作文/写作 课程", NULL, EXM_FIELD_AUTHOR, NULL },
  { "作者 | 时间 | 点击", NULL, EXM_FIELD_AUTHOR, NULL },
  { "来源｜某某社", NULL, EXM_FIELD_SOURCE, "某某社" },
  { "来源 / 某某社", NULL, EXM_FIELD_SOURCE, "某某社" },
  { "来源：某某社 发布时间：2026-11-20 08:30:00", NULL, EXM_FIELD_PUBLISHED,
    "2026-11-20T08:30:00" },
  { "發布日期：2026/11/20 來源：某某社", NULL, EXM_FIELD_SOURCE, "某某社" },
  { "發布日期：2026/11/20 來源：某某社", NULL, EXM_FIELD_PUBLISHED, "2026-11-20" },
  { "Resource: a.example", NULL, EXM_FIELD_SOURCE, NULL },
  { "山田記者 2026年11月20日 8時30分", NULL, EXM_FIELD_PUBLISHED, "2026-11-20T08:30:00" },
  { "取材・文：山田太郎", NULL, EXM_FIELD_AUTHOR, "山田太郎" },
  { "最終更新 2026年11月21日 9時00分", NULL, EXM_FIELD_MODIFIED, "2026-11-21T09:00:00" },
  { "홍길동 기자 hong@a.example", NULL, EXM_FIELD_AUTHOR, "홍길동" },
  { "입력 2026.11.20 08:30", NULL, EXM_FIELD_PUBLISHED, "2026-11-20T08:30:00" },
  { "수정 2026.11.21 09:00", NULL, EXM_FIELD_MODIFIED, "2026-11-21T09:00:00" },
  { "출처: 연합통신", NULL, EXM_FIELD_SOURCE, "연합통신" },
  { "VON Erika Muster, Bonn", NULL, EXM_FIELD_AUTHOR, "Erika Muster" },
  { "Stand: 20.11.2026 08:30 Uhr", NULL, EXM_FIELD_PUBLISHED, "2026-11-20T08:30:00" },
  { "Quelle: dpa", NULL, EXM_FIELD_SOURCE, "dpa" },
  { "Par Jeanne Dupont et Luc Martin", NULL, EXM_FIELD_AUTHOR,
    "Jeanne Dupont et Luc Martin" },
  { "Publié le 20 novembre 2026 à 08h30", NULL, EXM_FIELD_PUBLISHED,
    "2026-11-20T08:30:00" },
  { "Mis à jour le 21 novembre 2026 à 09h00", NULL, EXM_FIELD_MODIFIED,
    "2026-11-21T09:00:00" },
  { "Por María de la Cruz", NULL, EXM_FIELD_AUTHOR, "María de la Cruz" },
  { "Actualizado: 21 de noviembre de 2026", NULL, EXM_FIELD_MODIFIED, "2026-11-21" },
  { "Fuente: EFE", NULL, EXM_FIELD_SOURCE, "EFE" },
  { "Por João dos Santos", NULL, EXM_FIELD_AUTHOR, "João dos Santos" },
  { "20 de novembro de 2026 às 8h30", NULL, EXM_FIELD_PUBLISHED, "2026-11-20T08:30:00" },
  { "Fonte: Lusa", NULL, EXM_FIELD_SOURCE, "Lusa" },
  { "Di Maria Rossi", NULL, EXM_FIELD_AUTHOR, "Maria Rossi" },
  { "20 novembre 2026 ore 08:30", NULL, EXM_FIELD_PUBLISHED, "2026-11-20T08:30:00" },
  { "Источник: ТАСС", NULL, EXM_FIELD_SOURCE, "ТАСС" },
  { "20 ноября 2026, 08:30", NULL, EXM_FIELD_PUBLISHED, "2026-11-20T08:30:00" },
  { "Yazar: Ayşe Yılmaz", NULL, EXM_FIELD_AUTHOR, "Ayşe Yılmaz" },
  { "Kaynak: AA", NULL, EXM_FIELD_SOURCE, "AA" },
  { "20 Kasım 2026 08:30", NULL, EXM_FIELD_PUBLISHED, "2026-11-20T08:30:00" },
  { "Güncelleme: 21 Kasım 2026 09:00", NULL, EXM_FIELD_MODIFIED, "2026-11-21T09:00:00" },
};

static void
test_lines (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (line_cases); i++)
    {
      ExmPageTextParts parts;
      test_parts_init (&parts, "https://a.example/x");
      g_test_message ("%s", line_cases[i].line);
      test_parts_add_line (&parts, "Headline", 1);
      test_parts_add_line (&parts, line_cases[i].line, 0);
      if (line_cases[i].next != NULL)
        test_parts_add_line (&parts, line_cases[i].next, 0);
      test_parts_add_line (&parts, "Body of the story.", 0);
      guint body = parts.lines.len - 1;
      g_autoptr (ExmMetadata) m = read_page (&parts, body, body);
      assert_field (m, line_cases[i].field, line_cases[i].expected, EXM_ORIGIN_TEXT);
    }
}

/* Everything that JSON-LD says beside title, people and dates; a path names the section
 * where the article does not. */
static void
test_json_ld_more (void)
{
  static const char path[]
      = "{\"@type\":\"BreadcrumbList\",\"itemListElement\":["
        "{\"position\":1,\"item\":{\"@id\":\"https://www.example-post.com/\","
        "\"name\":\"The Post\"}},"
        "{\"position\":2,\"name\":\"City\",\"item\":\"/city/\"},"
        "{\"position\":3,\"name\":\"" HEADLINE "\"}]}";
  ExmPageTextParts parts;
  test_parts_init (&parts, URL);
  test_parts_add_slice (&parts, EXM_SLICE_JSON_LD, "",
                        "{\"@type\":\"NewsArticle\",\"headline\":\"" HEADLINE "\","
                        "\"keywords\":[\"Books\",\"Reading\",\"books\"],"
                        "\"description\":\"Doors open.\",\"printPage\":\"A03\","
                        "\"printSection\":\"Metro\",\"image\":{\"@id\":\"#i\"}}");
  test_parts_add_slice (&parts, EXM_SLICE_JSON_LD, "",
                        "{\"@type\":\"ImageObject\",\"@id\":\"#i\",\"url\":\"/l.jpg\"}");
  test_parts_add_slice (&parts, EXM_SLICE_JSON_LD, "", path);
  test_parts_add_slice (&parts, EXM_SLICE_META, "keywords", "Books, City");
  g_autoptr (ExmMetadata) m = read_page (&parts, EXM_NONE, EXM_NONE);

  ExmOrigin origin = EXM_ORIGIN_JSON_LD;
  assert_field (m, EXM_FIELD_KEYWORDS, "Books, Reading", origin);
  assert_field (m, EXM_FIELD_ABSTRACT, "Doors open.", origin);
  assert_field (m, EXM_FIELD_PRINT_PAGE, "A03", origin);
  assert_field (m, EXM_FIELD_PRINT_SECTION, "Metro", origin);
  assert_field (m, EXM_FIELD_SECTION, "City", origin);
  assert_field (m, EXM_FIELD_IMAGE, "https://www.example-post.com/l.jpg", origin);
  /* Another source with one of the keywords speaks for them. */
  g_assert_cmpfloat (exm_metadata_get_confidence (m, EXM_FIELD_KEYWORDS), >, .9);
}

static void
test_print (void)
{
  static const struct
  {
    const char *line;
    const char *page;
    const char *section;
  } cases[] = {
    { "第03版：要闻", "03", "要闻" },
    { "第 7 版: 文化·副刊", "7", "文化·副刊" },
    { "A03版", "A03", NULL },
    { "《 江畔日报 》（ 2026年11月20日   第 03 版）", "03", NULL },
    { "2026年11月20日 星期五 第6版", "6", NULL },
    { "版次：A12 版名：都市", "A12", "都市" },
    { "版次：第05版", "05", NULL },
    /* Editions of books, and pages made with HTML 5. */
    { "《园艺手册》第2版", NULL, NULL },
    { "人民出版社 1998年第1版", NULL, NULL },
    { "H5版", NULL, NULL },
    { "江畔日报电子版", NULL, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      ExmPageTextParts parts;
      test_parts_init (&parts, NULL);
      test_parts_add_line (&parts, cases[i].line, 0);
      test_parts_add_line (&parts, "市图书馆新馆今天开放", 1);
      test_parts_add_line (&parts, "新馆今天上午开放，读者排起长队。", 0);
      g_autoptr (ExmMetadata) m = read_page (&parts, 2, 2);
      g_test_message ("%s", cases[i].line);
      assert_field (m, EXM_FIELD_PRINT_PAGE, cases[i].page, EXM_ORIGIN_TEXT);
      assert_field (m, EXM_FIELD_PRINT_SECTION, cases[i].section, EXM_ORIGIN_TEXT);
    }
}

/* Dates far from the body, and an editor below it. */
static void
test_places (void)
{
  ExmPageTextParts parts;
  test_parts_init (&parts, "https://a.example/x");
  test_parts_add_line (&parts, "Today is 2026-12-31", 0);
  for (guint i = 0; i < 30; i++)
    test_parts_add_line (&parts, "menu", 0);
  test_parts_add_line (&parts, "2026-11-20", 0);
  test_parts_add_line (&parts, "正文第一段。", 0);
  test_parts_add_line (&parts, "正文第二段。", 0);
  test_parts_add_line (&parts, "责任编辑：李四 作者：不是", 0);
  g_autoptr (ExmMetadata) m = read_page (&parts, 32, 33);
  assert_field (m, EXM_FIELD_PUBLISHED, "2026-11-20", EXM_ORIGIN_TEXT);
  assert_field (m, EXM_FIELD_EDITOR, "李四", EXM_ORIGIN_TEXT);
}

/* Among many <time>, the one above the body is the article's. */
static void
test_nearest_time (void)
{
  ExmPageTextParts parts;
  test_parts_init (&parts, "https://a.example/x");
  test_parts_add_slice (&parts, EXM_SLICE_TIME, "", "2026-12-01");
  for (guint i = 0; i < 10; i++)
    test_parts_add_line (&parts, "teaser", 0);
  test_parts_add_slice (&parts, EXM_SLICE_TIME, "", "2026-11-20");
  test_parts_add_line (&parts, "byline", 0);
  test_parts_add_line (&parts, "Body.", 0);
  test_parts_add_line (&parts, "More", 0);
  test_parts_add_slice (&parts, EXM_SLICE_TIME, "", "2026-12-03");
  test_parts_add_line (&parts, "Related", 0);
  g_autoptr (ExmMetadata) m = read_page (&parts, 11, 11);
  assert_field (m, EXM_FIELD_PUBLISHED, "2026-11-20", EXM_ORIGIN_ELEMENT);
}

static void
test_languages (void)
{
  static const struct
  {
    const char *text;
    const char *declared;
    const char *expected;
  } cases[] = {
    { "市图书馆新馆今天上午开放，读者排起长队。", NULL, "zh" },
    { "市图书馆新馆今天上午开放，读者排起长队。", "en-US", "zh" },
    { "市图书馆新馆今天上午开放，读者排起长队。", "zh-CN", "zh-CN" },
    { "図書館は今日の朝、新しい建物で開きました。", NULL, "ja" },
    { "도서관이 오늘 아침 문을 열었습니다.", NULL, "ko" },
    { "Библиотека открылась сегодня утром.", NULL, "ru" },
    { "Бібліотека відкрилася сьогодні вранці.", NULL, "uk" },
    { "Библиотеката отвори врати тази сутрин.", "bg", "bg" },
    { "ห้องสมุดเปิดแล้ววันนี้", NULL, "th" },
    { "افتتحت المكتبة صباح اليوم", NULL, "ar" },
    { "The library opened this morning.", NULL, NULL },
    { "The library opened this morning.", "en", "en" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      ExmPageTextParts parts;
      test_parts_init (&parts, NULL);
      if (cases[i].declared != NULL)
        test_parts_add_slice (&parts, EXM_SLICE_LANGUAGE, "", cases[i].declared);
      test_parts_add_line (&parts, cases[i].text, 0);
      g_autoptr (ExmMetadata) m = read_page (&parts, EXM_NONE, EXM_NONE);
      g_assert_cmpstr (exm_metadata_get (m, EXM_FIELD_LANGUAGE), ==, cases[i].expected);
    }
}

/* Nothing of these becomes a field, and none of them ends the reader. */
static void
test_hostile_json (void)
{
  static const char *const scripts[] = {
    "",
    "[",
    "{\"@type\":\"Article\",\"headline\":{\"name\":{\"name\":{\"name\":[[]]}}}}",
    "{\"@type\":\"Article\",\"headline\":[],\"author\":[[],{},null,{\"name\":7}]}",
    "{\"@type\":{},\"headline\":\"x\"}",
    "{\"@type\":[[[\"Article\"]]],\"headline\":\"x\"}",
    "{\"@type\":\"Article\",\"@id\":\"a\",\"headline\":{\"@id\":\"a\"}}",
    "{\"@type\":\"Article\",\"headline\":\"cut",
    "{\"@type\":\"Article\",\"headline\":\"\\",
    "\"Article\"",
    "{,,,}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (scripts); i++)
    {
      ExmPageTextParts parts;
      test_parts_init (&parts, NULL);
      g_test_message ("%s", scripts[i]);
      test_parts_add_slice (&parts, EXM_SLICE_JSON_LD, "", scripts[i]);
      g_autoptr (ExmMetadata) m = read_page (&parts, EXM_NONE, EXM_NONE);
      for (ExmField field = 0; field < EXM_N_FIELDS; field++)
        g_assert_cmpstr (exm_metadata_get (m, field), ==, NULL);
    }
}

/* Titles that were cut inside an emoji: the parser would refuse the whole text. */
static void
test_broken_escapes (void)
{
  static const char *const cases[][2] = {
    { "{\"@type\":\"Article\",\"headline\":\"\\u0000x\"}", "x" },
    { "{\"@type\":\"Article\",\"headline\":\"One \\ud83d\"}", "One \xef\xbf\xbd" },
    { "{\"@type\":\"Article\",\"headline\":\"\\ud83d\\u0041 two\"}", "\xef\xbf\xbd"
                                                                     "A two" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      ExmPageTextParts parts;
      test_parts_init (&parts, NULL);
      test_parts_add_slice (&parts, EXM_SLICE_JSON_LD, "", cases[i][0]);
      g_autoptr (ExmMetadata) m = read_page (&parts, EXM_NONE, EXM_NONE);
      g_assert_cmpstr (exm_metadata_get (m, EXM_FIELD_TITLE), ==, cases[i][1]);
    }
}

static void
test_deep_json (void)
{
  static const char *const opens[] = { "[", "{\"@graph\":" };

  for (guint i = 0; i < G_N_ELEMENTS (opens); i++)
    {
      ExmPageTextParts parts;
      g_autoptr (GString) deep = g_string_new (NULL);
      for (guint k = 0; k < 200000; k++)
        g_string_append (deep, opens[i]);
      test_parts_init (&parts, NULL);
      test_parts_add_slice (&parts, EXM_SLICE_JSON_LD, "", deep->str);
      test_parts_add_slice (&parts, EXM_SLICE_JSON_LD, "",
                            "{\"@type\":\"Article\",\"headline\":\"" HEADLINE "\"}");
      g_autoptr (ExmMetadata) m = read_page (&parts, EXM_NONE, EXM_NONE);
      assert_field (m, EXM_FIELD_TITLE, HEADLINE, EXM_ORIGIN_JSON_LD);
    }
}

static void
test_long_values (void)
{
  ExmPageTextParts parts;
  g_autofree char *fill = g_strnfill (8 << 20, 'a');
  g_autofree char *json = g_strdup_printf (
      "{\"@type\":\"Article\",\"headline\":\"%s\",\"datePublished\":\"%s\"}", fill, fill);
  g_autofree char *dashes = g_strnfill (1 << 20, '-');

  test_parts_init (&parts, URL);
  test_parts_add_slice (&parts, EXM_SLICE_JSON_LD, "", json);
  test_parts_add_slice (&parts, EXM_SLICE_META, "author", fill);
  test_parts_add_slice (&parts, EXM_SLICE_META, "og:image", fill);
  test_parts_add_slice (&parts, EXM_SLICE_LANGUAGE, "", fill);
  test_parts_add_slice (&parts, EXM_SLICE_TITLE, "", dashes);
  test_parts_add_slice (&parts, EXM_SLICE_TIME, "", fill);
  test_parts_add_line (&parts, fill, 1);
  g_autoptr (ExmMetadata) m = read_page (&parts, EXM_NONE, EXM_NONE);
  g_assert_cmpuint (strlen (exm_metadata_get (m, EXM_FIELD_TITLE)), ==, 1000);
  /* No name is that long. */
  g_assert_null (exm_metadata_get (m, EXM_FIELD_AUTHOR));
  g_assert_null (exm_metadata_get (m, EXM_FIELD_LANGUAGE));
  assert_field (m, EXM_FIELD_PUBLISHED, "2026-11-20", EXM_ORIGIN_URL);
}

static void
test_nothing (void)
{
  ExmPageTextParts parts;
  test_parts_init (&parts, NULL);
  g_autoptr (ExmMetadata) m = read_page (&parts, 7, 9);
  for (ExmField field = 0; field < EXM_N_FIELDS; field++)
    g_assert_null (exm_metadata_get (m, field));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/metadata/json-ld", test_json_ld);
  g_test_add_func ("/metadata/json-ld-values", test_json_ld_values);
  g_test_add_func ("/metadata/json-ld-list", test_json_ld_list);
  g_test_add_func ("/metadata/declared", test_declared);
  g_test_add_func ("/metadata/base", test_base);
  g_test_add_func ("/metadata/titles", test_titles);
  g_test_add_func ("/metadata/rendered-titles", test_rendered_titles);
  g_test_add_func ("/metadata/siblings", test_siblings);
  g_test_add_func ("/metadata/lines", test_lines);
  g_test_add_func ("/metadata/places", test_places);
  g_test_add_func ("/metadata/json-ld-more", test_json_ld_more);
  g_test_add_func ("/metadata/print", test_print);
  g_test_add_func ("/metadata/nearest-time", test_nearest_time);
  g_test_add_func ("/metadata/languages", test_languages);
  g_test_add_func ("/metadata/hostile-json", test_hostile_json);
  g_test_add_func ("/metadata/broken-escapes", test_broken_escapes);
  g_test_add_func ("/metadata/deep-json", test_deep_json);
  g_test_add_func ("/metadata/long-values", test_long_values);
  g_test_add_func ("/metadata/nothing", test_nothing);
  return g_test_run ();
}
