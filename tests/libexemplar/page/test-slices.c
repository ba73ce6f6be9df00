/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Slices: descriptions of a page beside its lines. */

#include "test-page.h"

#include <string.h>

/* Every slice as "kind name=value@line", joined by ";"; "@-" behind all lines. */
static char *
describe_slices (const ExmPageText *page)
{
  static const char *const kinds[] = { "title", "meta", "link", "ld",   "json", "time",
                                       "prop",  "lang", "base", "body", "rel",  "tex" };
  GString *out = g_string_new (NULL);
  guint n_slices;
  const ExmSlice *slices = exm_page_text_get_slices (page, &n_slices);

  for (guint i = 0; i < n_slices; i++)
    {
      const ExmSlice *slice = &slices[i];
      g_string_append_printf (out, "%s%s %s=%s", i > 0 ? ";" : "", kinds[slice->kind],
                              exm_page_text_get_string (page, slice->name),
                              exm_page_text_get_string (page, slice->value));
      if (slice->line == EXM_NONE)
        g_string_append (out, "@-");
      else
        g_string_append_printf (out, "@%u", slice->line);
    }
  return g_string_free (out, FALSE);
}

static void
test_kinds (void)
{
  static const struct
  {
    const char *html;
    const char *slices;
  } cases[] = {
    { "<title>A &amp; B</title><p>x", "title =A & B@0" },
    { "<title>A</title><title>B</title><p>x", "title =A@0" },
    { "<meta name=Author content='J. Doe'><p>x", "meta author=J. Doe@0" },
    { "<meta property='og:Title' content=T><p>x", "meta og:title=T@0" },
    { "<meta http-equiv=Content-Language content=zh><p>x", "meta content-language=zh@0" },
    { "<meta itemprop=datePublished content=2026><p>x", "meta datepublished=2026@0" },
    { "<meta name=empty content=''><p>x", "meta empty=@0" },
    { "<meta charset=utf-8><meta content=alone><meta name=none><p>x", "" },
    { "<link rel=canonical href='/a?b=1&amp;c=2'><p>x", "link canonical=/a?b=1&c=2@0" },
    { "<link rel=alternate hreflang=EN href=/en><p>x", "link alternate en=/en@0" },
    { "<link href=/none><p>x", "" },
    { "<script type='application/ld+json'>{\"a\":\"<p>\"}</script><p>x",
      "ld ={\"a\":\"<p>\"}@0" },
    { "<script type='Application/LD+JSON; charset=utf-8'>1</script><p>x", "ld =1@0" },
    { "<script type=application/json id=State>{}</script><p>x", "json state={}@0" },
    { "<script>var x = 1</script><script type=module>2</script><p>x", "" },
    { "<p>x<p><time datetime=2026-01-02>2 Jan</time>", "time =2026-01-02@1" },
    { "<p>x<p><time>2 Jan</time>", "" },
    { "<p><span itemprop=author>J. <b>Doe</b></span>", "prop author=J. Doe@0" },
    { "<p>x<div itemprop=name>N</div>", "prop name=N@1" },
    { "<p><time itemprop=datePublished datetime=2026>y</time>",
      "time =2026@0;prop datepublished=2026@0" },
    { "<p>x<img itemprop=image src=a.png>", "prop image=a.png@0" },
    { "<p>x<a itemprop=url href=/u>y</a>", "prop url=/u@0" },
    { "<p>x<p><a rel='Tag nofollow' href=/t/a>Rain <b>fall</b></a>",
      "rel tag nofollow=Rain fall@1" },
    { "<p>x<a rel=license href=https://cc.example/by>CC</a>",
      "rel license=https://cc.example/by@0" },
    { "<p>x<a rel='nofollow noopener' href=/u>y</a><a rel=taglib href=/u>z</a>", "" },
    { "<p>x<a rel=license itemprop=license href=/l>CC</a>",
      "rel license=/l@0;prop license=/l@0" },
    { "<html lang=zh-CN><p>x", "lang =zh-CN@0" },
    { "<base href='https://x.example/'><p>x", "base =https://x.example/@0" },
    { "<p>x<meta name=late content=1>", "meta late=1@0" },
    { "<p>x</p><meta name=late content=1>", "meta late=1@-" },
    { "<svg><title>icon</title></svg><p>x", "" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (ExmPageText) page = test_page_read (cases[i].html);
      g_autofree char *slices = describe_slices (page);
      g_test_message ("%s", cases[i].html);
      g_assert_cmpstr (slices, ==, cases[i].slices);
    }
}

static void
test_nested_itemprop (void)
{
  g_autoptr (ExmPageText) page
      = test_page_read ("<div itemprop=author>By <b itemprop=name>Doe</b></div>");
  g_autofree char *slices = describe_slices (page);

  g_assert_cmpstr (slices, ==, "prop name=Doe@0;prop author=By Doe@0");
}

/* A body marked as microdata is not copied whole, and not cut inside a character. */
static void
test_long_itemprop (void)
{
  g_autofree char *html
      = test_page_repeat ("<div itemprop=articleBody>x", "文", 5000, "</div>");
  g_autoptr (ExmPageText) page = test_page_read (html);
  guint n;
  const ExmSlice *slices = exm_page_text_get_slices (page, &n);

  g_assert_cmpuint (n, ==, 1);
  const char *value = exm_page_text_get_string (page, slices->value);
  g_assert_cmpuint (strlen (value), >, 1900);
  g_assert_cmpuint (strlen (value), <=, 2000);
  g_assert_true (g_utf8_validate (value, -1, NULL));
}

static void
test_many (void)
{
  g_autofree char *html
      = test_page_repeat ("<head>", "<meta name=n content=v>", 20000, "<p>x");
  g_autoptr (ExmPageText) page = test_page_read (html);
  guint n;

  exm_page_text_get_slices (page, &n);
  g_assert_cmpuint (n, ==, 10000);
  g_assert_true (exm_page_text_get_truncated (page));
}

static void
test_too_large (void)
{
  g_autofree char *blanks = g_strnfill (9 * 1024 * 1024, ' ');
  g_autofree char *html
      = g_strconcat ("<script type=application/ld+json>", blanks, "</script><p>x", NULL);
  g_autoptr (ExmPageText) page = test_page_read (html);

  g_assert_true (exm_page_text_get_truncated (page));
  g_assert_nonnull (test_page_find_line (page, "x"));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/page/slices/kinds", test_kinds);
  g_test_add_func ("/page/slices/nested", test_nested_itemprop);
  g_test_add_func ("/page/slices/long", test_long_itemprop);
  g_test_add_func ("/page/slices/many", test_many);
  g_test_add_func ("/page/slices/too-large", test_too_large);
  return g_test_run ();
}
