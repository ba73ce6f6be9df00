/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "publish-fixture.h"
#include "publish/exm-article-writer.h"
#include "publish/formats/exm-article-values.h"
#include "publish/formats/exm-quote.h"

#include <string.h>

static const struct
{
  const char *title;
  const char *text;
} HOSTILE[] = {
  { "A plain title", "One line\nAnother line" },
  { "上海：新桥通车", "正文第一段。\n正文第二段。\n" },
  { "=cmd|' /C calc'!A0", "=HYPERLINK(\"http://x\";\"y\")" },
  { "+1", "+1" },
  { "-1", "- a list\n- of lines" },
  { "@SUM(A1)", "\tTAB first" },
  { "＝1+1", "＋1" },
  { "－1", "＠x" },
  { "x", "\r\nCR first" },
  { "x", "\nLF first" },
  { "\"quoted\", with commas; and \"\"doubles\"\"", "\"\n\",\r\n\"" },
  { "a\nb\r\nc\td", "a\rb" },
  { "---", "---\ntitle: \"other\"\n---" },
  { "a: b # c", "key: |\n  value" },
  { "!!python/object:x {a: *b, &c}", "%YAML 1.2" },
  { "\\\" \\n \\u0041 \\", "\\" },
  { "</title><script>alert(1)</script>", "</p><script>alert(1)</script>" },
  { "<!-- ]]> &amp; &#x41; <b title=\"x\">", "<![CDATA[ x ]]>&lt;" },
  { "' onmouseover='x' \" onmouseover=\"x", "<img src=x onerror=x>" },
  { "control \x01\x1f\x7f\xc2\x80\xc2\x85\xc2\x9f characters", "\x01\x1f\x7f\xc2\x85" },
  { "\u2028 line \u2029 separators \ufeff", "\ufeff\u2028\u2029" },
  { "\U0001f468\u200d\U0001f469 \U0010ffff \ufffe", "\U0001f600" },
  { "\u202egpj.exe", "\u2066\u202e" },
  { "[x](javascript:alert(1)) ![y](z) `c` <http://a>", "# h\n> q\n1. l\n* * *" },
  { "", "" },
};

static ExmArticle *
make_hostile (guint i)
{
  g_autofree char *url = g_strdup_printf ("https://news.example/%u?a=1&b=\"2\"", i);

  ExmArticle *article = make_article (url, HOSTILE[i].title, HOSTILE[i].text);
  /* Before anybody else has it. */
  ExmMetadata *metadata = exm_article_get (article)->metadata;
  exm_metadata_set (metadata, EXM_FIELD_ABSTRACT, EXM_ORIGIN_META, HOSTILE[i].title);
  exm_metadata_set (metadata, EXM_FIELD_KEYWORDS, EXM_ORIGIN_META, HOSTILE[i].title);
  return article;
}

static void
save (const char *folder, guint number, const char *extension, const char *bytes)
{
  g_autofree char *name = g_strdup_printf ("%u.%s", number, extension);
  g_autofree char *path = g_build_filename (folder, name, NULL);

  g_assert_true (g_file_set_contents (path, bytes, -1, NULL));
}

static void
save_all (const char *folder, ExmOutputFormat format)
{
  static const ExmFormatHead head = {
    .mark = TRUE,
    .id = "urn:uuid:00000000-0000-8000-8000-000000000000",
    .title = "A <feed> & \"more\"",
    .updated_usec = G_GINT64_CONSTANT (1714694400) * G_USEC_PER_SEC,
  };
  const ExmFormat *self = exm_format_get (format);
  g_autofree char *start = exm_article_write_start (format, &head);
  g_autofree char *end = exm_article_write_end (format);
  g_autoptr (GString) all = g_string_new (start);

  for (guint i = 0; i < G_N_ELEMENTS (HOSTILE); i++)
    {
      g_autoptr (ExmArticle) article = make_hostile (i);
      g_autofree char *bytes = exm_article_write (article, format);
      g_assert_true (g_utf8_validate (bytes, -1, NULL));
      g_assert_true (g_str_has_suffix (bytes, "\n"));
      g_string_append (all, i > 0 && self->separator != NULL ? self->separator : "");
      g_string_append (all, bytes);
      if (!exm_output_format_is_shared (format))
        save (folder, i, self->id, bytes);
    }
  if (!exm_output_format_is_shared (format))
    return;
  g_string_append (all, end);
  g_autofree char *name = g_strconcat ("all.", self->id, NULL);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_assert_true (g_file_set_contents (path, all->str, (gssize) all->len, NULL));
}

/* Other people's parsers read what was meant. */
static void
test_read_back (void)
{
  char *folder = make_folder ();

  for (guint i = 0; i < G_N_ELEMENTS (HOSTILE); i++)
    {
      save (folder, i, "true-title", HOSTILE[i].title);
      save (folder, i, "true-text", HOSTILE[i].text);
    }
  for (guint format = 0; format < EXM_N_FORMATS; format++)
    if (exm_format_get (format)->article != NULL)
      save_all (folder, format);
  assert_reads_back ("truth", folder, NULL);
  remove_folder (folder);
}

static void
assert_has (const char *text, const char *part)
{
  g_test_message ("%s", text);
  g_assert_nonnull (strstr (text, part));
}

/* Keywords, abstract and rights, in the formats that have a place for them. */
static void
test_fields (void)
{
  static const struct
  {
    ExmOutputFormat format;
    const char *part;
  } cases[] = {
    { EXM_OUTPUT_MARKDOWN, "\nkeywords: \"books, city\"\nabstract: \"Doors open.\"\n"
                           "license: \"https://a.example/by\"\n" },
    { EXM_OUTPUT_OBSIDIAN, "---\ntitle: \"Title\"\nsource: \"https://a.example/1\"\n"
                           "author:\n  - \"Title\"\npublished: \"2024-05-01\"\n"
                           "created: \"2024-05-0" },
    { EXM_OUTPUT_OBSIDIAN, "description: \"Doors open.\"\ntags:\n  - \"books\"\n"
                           "  - \"city\"\nkey: \"" },
    { EXM_OUTPUT_JSON_LINES, "\"keywords\":\"books, city\"" },
    { EXM_OUTPUT_JSON_LINES, "\"tdm\":\"reserved\"" },
    { EXM_OUTPUT_JSON_LINES, "\"tdm\":\"tdmrep\"" },
  };
  static const struct
  {
    const char *id;
    const char *part;
  } references[] = {
    { "ris", "\r\nAB  - Doors open.\r\n" },
    { "bibtex", "abstract = {{Doors open.}}" },
    { "bibtex", "keywords = {{books, city}}" },
    { "csl-json", "\"abstract\":\"Doors open.\"" },
  };
  g_autoptr (ExmArticle) article = make_article ("https://a.example/1", "Title", "Text");
  ExmMetadata *metadata = exm_article_get (article)->metadata;

  exm_metadata_set (metadata, EXM_FIELD_KEYWORDS, EXM_ORIGIN_META, "books, city");
  exm_metadata_set (metadata, EXM_FIELD_ABSTRACT, EXM_ORIGIN_META, "Doors open.");
  exm_metadata_set (metadata, EXM_FIELD_LICENSE, EXM_ORIGIN_META, "https://a.example/by");
  exm_metadata_set (metadata, EXM_FIELD_TDM, EXM_ORIGIN_TDMREP, "reserved");
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = exm_article_write (article, cases[i].format);
      assert_has (text, cases[i].part);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (references); i++)
    {
      ExmOutputFormat format;
      g_assert_true (exm_format_from_id (references[i].id, &format));
      g_autofree char *text = exm_article_write (article, format);
      assert_has (text, references[i].part);
    }
}

/* Keywords as tags: without spaces, each once, none of digits alone. */
static void
test_tags (void)
{
  static const struct
  {
    const char *keywords;
    const char *part;
  } cases[] = {
    { "Old Town, #news; NEWS, 2024, AC/DC", "tags:\n  - \"Old-Town\"\n  - \"news\"\n"
                                            "  - \"AC-DC\"\nkey: " },
    { "城市，书、书", "tags:\n  - \"城市\"\n  - \"书\"\nkey: " },
    { "a_b: - \"c\" \\ --d--", "tags:\n  - \"a_b-c-d\"\nkey: " },
    { "2024, -, “”", "\"\nkey: " },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (ExmArticle) article = make_article ("https://a.example/1", "T", "Text");
      exm_metadata_set (exm_article_get (article)->metadata, EXM_FIELD_KEYWORDS,
                        EXM_ORIGIN_META, cases[i].keywords);
      g_autofree char *text = exm_article_write (article, EXM_OUTPUT_OBSIDIAN);
      assert_has (text, cases[i].part);
      g_assert_cmpint (strstr (cases[i].part, "tags") != NULL, ==,
                       strstr (text, "tags:") != NULL);
    }
}

/* Bodies that the engine wrote are taken as they are, but for control characters. */
static void
test_bodies (void)
{
  ExmArticleFields fields = {
    .url = g_strdup ("javascript:alert(1)"),
    .text = g_strdup ("text"),
    .html = g_strdup ("<p>a <em>b</em>\x01</p>"),
    .markdown = g_strdup ("a *b*"),
  };
  g_autoptr (ExmArticle) article = exm_article_new (&fields);
  g_autofree char *html = exm_article_write (article, EXM_OUTPUT_HTML);
  g_autofree char *markdown = exm_article_write (article, EXM_OUTPUT_MARKDOWN);
  g_autofree char *json = exm_article_write (article, EXM_OUTPUT_JSON_LINES);

  assert_has (html, "</header>\n<p>a <em>b</em></p>");
  assert_has (html, "<p>javascript:alert(1)</p>");
  g_assert_null (strstr (html, "href"));
  g_assert_true (g_str_has_suffix (markdown, "---\n\na *b*\n"));
  /* Unknown values are written as such. */
  assert_has (json, "\"title\":null");
  assert_has (json, "\"origins\":{},\"field_confidence\":{}");
  assert_has (json, "\"task\":null");
}

static void
test_markdown_fallback (void)
{
  g_autoptr (GString) out = g_string_new (NULL);

  exm_quote_markdown (out, "# no *heading*\n\n  1. [x](javascript:y)\n正文。");
  g_assert_cmpstr (out->str, ==,
                   "\\# no \\*heading\\*\n\n"
                   "1\\. \\[x\\]\\(javascript\\:y\\)\n\n正文。");
}

/* Bytes that are no UTF-8 anywhere, also at the very end, where a reader could step over
 * the terminating NUL. */
static void
test_broken_bytes (void)
{
  for (guint format = 0; format < EXM_N_FORMATS; format++)
    {
      if (exm_format_get (format)->article == NULL)
        continue;
      ExmArticleFields fields = {
        .url = g_strdup ("http://x/\xe4\xb8"),
        .reason = g_strdup ("\xf0"),
        .method = g_strdup ("\xff\xfe"),
        .text = g_strdup ("text \xe4"),
        .html = g_strdup ("<p>\xc3</p>\xf0\x9f"),
        .markdown = g_strdup ("\xe4\xb8"),
      };
      g_autoptr (ExmArticle) article = exm_article_new (&fields);
      g_autofree char *bytes = exm_article_write (article, format);
      g_assert_true (g_utf8_validate (bytes, -1, NULL));
      assert_has (bytes, "\ufffd");
    }
}

static void
test_key (void)
{
  ExmArticleFields a
      = { .url = g_strdup ("http://x/?utm=1"), .url_key = g_strdup ("http://x/") };
  ExmArticleFields b = { .url = g_strdup ("http://x/"), .url_key = g_strdup ("") };
  ExmArticleFields c = { .text = g_strdup ("no address") };
  g_autoptr (ExmArticle) one = exm_article_new (&a);
  g_autoptr (ExmArticle) two = exm_article_new (&b);
  g_autoptr (ExmArticle) none = exm_article_new (&c);
  g_autofree char *key_one = exm_article_key (one);
  g_autofree char *key_two = exm_article_key (two);

  g_assert_cmpuint (strlen (key_one), ==, EXM_ARTICLE_KEY_CHARS);
  g_assert_cmpstr (key_one, ==, key_two);
  g_assert_null (exm_article_key (none));
}

static void
test_date (void)
{
  static const struct
  {
    const char *published;
    const char *date;
  } cases[] = {
    { "2024-05-01", "2024-05-01" }, { "2024-05-01T23:30:00+08:00", "2024-05-01" },
    { "2024", "2024-05-02" },       { "../../..", "2024-05-02" },
    { NULL, "2024-05-02" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      ExmArticleFields fields
          = { .metadata = exm_metadata_new (),
              .collected_usec = G_GINT64_CONSTANT (1714651200) * G_USEC_PER_SEC };
      exm_metadata_set (fields.metadata, EXM_FIELD_PUBLISHED, EXM_ORIGIN_META,
                        cases[i].published);
      g_autoptr (ExmArticle) article = exm_article_new (&fields);
      g_autofree char *date = exm_article_date (article);
      g_assert_cmpstr (date, ==, cases[i].date);
    }

  ExmArticleFields never = { .collected_usec = G_MAXINT64 };
  g_autoptr (ExmArticle) article = exm_article_new (&never);
  g_autofree char *date = exm_article_date (article);
  g_assert_cmpuint (strlen (date), >=, strlen ("YYYY-MM-DD"));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_setenv ("TZ", "UTC", TRUE);
  g_test_add_func ("/article-writer/read-back", test_read_back);
  g_test_add_func ("/article-writer/fields", test_fields);
  g_test_add_func ("/article-writer/tags", test_tags);
  g_test_add_func ("/article-writer/bodies", test_bodies);
  g_test_add_func ("/article-writer/markdown-fallback", test_markdown_fallback);
  g_test_add_func ("/article-writer/broken-bytes", test_broken_bytes);
  g_test_add_func ("/article-writer/key", test_key);
  g_test_add_func ("/article-writer/date", test_date);
  return g_test_run ();
}
