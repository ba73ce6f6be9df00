/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "demo/exm-sample-article.h"
#include "demo/exm-sample-error.h"
#include "demo/exm-sample-template.h"

#include <glib/gstdio.h>

static ExmSampleArticle *
load (const char *text, GError **error)
{
  g_autofree char *name = NULL;
  int fd = g_file_open_tmp ("article-XXXXXX.txt", &name, NULL);
  g_assert_cmpint (fd, >=, 0);
  g_close (fd, NULL);
  g_assert_true (g_file_set_contents (name, text, -1, NULL));
  ExmSampleArticle *article = exm_sample_article_load (name, "+08:00", error);
  g_unlink (name);
  return article;
}

static void
test_blocks (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmSampleArticle) article
      = load ("title: A: b\ndate: 2026-11-20 08:30\ntags: x, y\n\n"
              "One *long* paragraph,\nover [two](/x?a&b) lines.\n\n## Head\n> Said\n"
              "- first\n- second\n![Seen](a.svg)\nLast\n"
              "=== comments\n@ Ann | today\nFirst.\n\nSecond.\n@ Bob | now\nThird.\n",
              &error);
  g_assert_no_error (error);
  g_assert_cmpstr (article->title, ==, "A: b");
  g_assert_cmpstr (article->tags[1], ==, "y");
  g_assert_cmpstr (article->summary, ==, "");
  g_autofree char *date = g_date_time_format_iso8601 (article->date);
  g_assert_cmpstr (date, ==, "2026-11-20T08:30:00+08");
  g_autofree char *body = exm_sample_article_dup_body (article);
  g_assert_cmpstr (
      body, ==, "One long paragraph, over two lines.\nHead\nSaid\nfirst\nsecond\nLast");
  g_assert_cmpuint (article->comments->len, ==, 2);
  ExmSampleComment *comment = g_ptr_array_index (article->comments, 0);
  g_assert_cmpstr (comment->paragraphs[1], ==, "Second.");
}

static void
test_inline (void)
{
  static const struct
  {
    const char *marked;
    const char *html;
    const char *text;
  } cases[] = {
    { "a < b & *c*", "a &lt; b &amp; <em>c</em>", "a < b & c" },
    { "[x<](/y\"z)", "<a href=\"/y&quot;z\">x&lt;</a>", "x<" },
    { "2 * 3", "2 * 3", "2 * 3" },
    { "open [ end", "open [ end", "open [ end" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *html = exm_sample_inline_to_html (cases[i].marked);
      g_autofree char *text = exm_sample_inline_to_text (cases[i].marked);
      g_assert_cmpstr (html, ==, cases[i].html);
      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

static void
test_bad_sources (void)
{
  static const struct
  {
    const char *text;
    const char *message;
  } cases[] = {
    { "title: x\n\nBody\n", "*a title, a date and a body" },
    { "nonsense\n", "*line 1: expected*" },
    { "colour: red\n", "*line 1: unknown field" },
    { "title: x\ndate: yesterday\n", "*line 2: the date*" },
    { "\nBody\n=== comments\nWho?\n", "*line 4: a comment begins*" },
    { "\n![no end\n", "*line 2: expected*" },
    { "\xff\n", "*not UTF-8" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_assert_null (load (cases[i].text, &error));
      g_assert_error (error, EXM_SAMPLE_ERROR, EXM_SAMPLE_ERROR_SOURCE);
      g_assert_true (g_pattern_match_simple (cases[i].message, error->message));
    }
}

static char *
expand (const char *text, GError **error)
{
  g_autoptr (GHashTable) templates = g_hash_table_new (g_str_hash, g_str_equal);
  g_hash_table_insert (templates, (char *) "main", (char *) text);
  g_hash_table_insert (templates, (char *) "part", (char *) "[{{a}}]");
  g_hash_table_insert (templates, (char *) "self", (char *) "{{>self}}");
  g_autoptr (GVariant) values = g_variant_ref_sink (
      g_variant_new_parsed ("{'a': <'<&\"'>, 'b': <''>,"
                            " 'list': <[{'a': <'1'>}, {'a': <'2'>}]>}"));
  return exm_sample_template_expand (templates, "main", values, error);
}

static void
test_template (void)
{
  static const struct
  {
    const char *text;
    const char *result;
  } cases[] = {
    { "x{{a}}y", "x&lt;&amp;&quot;y" },
    { "{{&a}}", "<&\"" },
    { "{{$a}}", "\"\\u003c&\\\"\"" },
    { "{{#list}}{{a}},{{/list}}", "1,2," },
    { "{{#b}}no{{/b}}{{^b}}yes{{/b}}", "yes" },
    { "{{#nothing}}no{{/nothing}}{{^nothing}}yes{{/nothing}}", "yes" },
    { "{{#list}}{{>part}}{{/list}}{{>part}}", "[1][2][&lt;&amp;&quot;]" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *result = expand (cases[i].text, &error);
      g_assert_no_error (error);
      g_assert_cmpstr (result, ==, cases[i].result);
    }
}

static void
test_bad_templates (void)
{
  static const char *const cases[] = {
    "{{missing}}", "{{a", "{{#a}}", "{{>missing}}", "{{>self}}", "{{list}}",
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_assert_null (expand (cases[i], &error));
      g_assert_error (error, EXM_SAMPLE_ERROR, EXM_SAMPLE_ERROR_TEMPLATE);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sample/article/blocks", test_blocks);
  g_test_add_func ("/sample/article/inline", test_inline);
  g_test_add_func ("/sample/article/bad", test_bad_sources);
  g_test_add_func ("/sample/template/expand", test_template);
  g_test_add_func ("/sample/template/bad", test_bad_templates);
  return g_test_run ();
}
