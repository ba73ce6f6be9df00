/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A small round of ./dev oracle, on pages of our own. */

#include "page-oracle.h"

#include <string.h>

/* Each page is damaged in so many ways. */
#define N_DAMAGES 8u

static Oracle *
new_oracle (void)
{
  return oracle_new (g_getenv ("EXM_ORACLE_RENDER"));
}

static void
assert_equal (Oracle *oracle, GBytes *page, const char *name)
{
  g_autoptr (GString) report = g_string_new (NULL);

  if (!oracle_compare (oracle, page, report))
    {
      g_test_message ("%s:\n%s", name, report->str);
      g_test_fail ();
    }
}

static void
assert_text_equal (Oracle *oracle, const char *html)
{
  g_autoptr (GBytes) page = g_bytes_new_static (html, strlen (html));
  assert_equal (oracle, page, html);
}

static void
test_rules (void)
{
  static const char *const pages[] = {
    "plain",
    "<p>one <a href=u>two <b>three</b></a> four<br>five<p hidden>six",
    "<p><b>one</b>t&amp;w&lt;<!-- -->o<p><b>three</b>4<i>five</i><p>a<b>b</b>c<img "
    "src=d>d",
    "<div style='display : NONE'>a<span>b</span></div><p style=visibility:hidden>c",
    "<noscript><p>one</noscript><template><p>two<b>three</b></template>",
    "<pre>\none\n two &#10;three\r\nfour</pre><listing>five\nsix</listing>",
    "<ul><li>one<li><h3>two</h3></ul><blockquote>three<table><caption>four<td>five",
    "<img src=a alt=b><p>x<img src=c> y<img data-src=d><p>z</p><img src=e>",
    "<p><img src=x/blank.gif data-original=a>x<img src=spacer.gif srcset='a 1x, b 20w,c "
    "3x'>",
    "<img src=a><noscript><img src=b></noscript><p>x<noscript><img src=c>y</noscript>",
    "<p hidden><img src=a>x<img src=b><p>y<img src=c width=1><amp-img src=d></amp-img>",
    "<p>&#x80;&#x81;x\xc2\x85y\u3000\u4e2d\u6587\uff0c\u00bb \u200b. \u01c5 "
    "\u0e01\u0e33</p>",
    "<svg><title>no</title><desc><b>no</desc></svg>yes<math><mi>x</mi></math>",
    "<table>a<tr>b<td>c</table><b>d<p>e</b>f<i>g<div>h</i>j</div>",
    "<a href=1><div>x<a href=2>y</div>z</a><em><i><strong><b>w",
    "<x-y class='a12 b3'><Q-R class=a4>one</Q-R></x-y><font class=9>two",
    "<p>one<sup id=a><a id='' name=b>2</a></sup> <sub><a name=c id=d>n</a></sub>"
    "<p><a name=e>long enough</a> on<p><b name=f>g</b>",
    "<select><option>no</select><textarea>no</textarea><iframe>no</iframe>yes",
    "<title>no</title><body class=a><body id=b class=c hidden>one<html class=d>",
    "<frameset><frame></frameset>no",
    "",
  };
  g_autoptr (Oracle) oracle = new_oracle ();

  for (gsize i = 0; i < G_N_ELEMENTS (pages); i++)
    assert_text_equal (oracle, pages[i]);
  g_assert_nonnull (oracle_get_version (oracle));
  g_test_message ("WebKitGTK %s", oracle_get_version (oracle));
}

/* Around the limit, where WebKit begins to close elements that are open. */
static void
test_deep (void)
{
  g_autoptr (Oracle) oracle = new_oracle ();

  for (guint depth = 505; depth < 520; depth++)
    {
      g_autoptr (GString) html = g_string_new ("<body>");
      for (guint i = 0; i < depth; i++)
        g_string_append (html, i % 100 == 99 ? "<b>" : "<div>");
      g_string_append (html, "<p>deep<i>er</i></p>still");
      for (guint i = 0; i < 6; i++)
        g_string_append (html, "</div>up");
      assert_text_equal (oracle, html->str);
    }
}

static GPtrArray *
load_pages (void)
{
  static const char *const names[]
      = { "en-example", "en-target", "en-third", "zh-example", "zh-target", "scripted" };
  GPtrArray *pages = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *file = g_strdup_printf ("%s.html", names[i]);
      g_autofree char *path
          = g_test_build_filename (G_TEST_DIST, "data", "pages", file, NULL);
      g_autoptr (GError) error = NULL;
      char *data;
      gsize size;
      g_file_get_contents (path, &data, &size, &error);
      g_assert_no_error (error);
      g_ptr_array_add (pages, g_bytes_new_take (data, size));
    }
  return pages;
}

static void
test_pages (void)
{
  g_autoptr (Oracle) oracle = new_oracle ();
  g_autoptr (GPtrArray) pages = load_pages ();
  guint32 seed = g_test_rand_int ();

  g_test_message ("seed %u", seed);
  for (guint i = 0; i < pages->len; i++)
    {
      assert_equal (oracle, g_ptr_array_index (pages, i), "page");
      for (guint k = 0; k < N_DAMAGES; k++)
        {
          g_autofree char *name = g_strdup_printf ("page %u, seed %u", i, seed + k);
          g_autoptr (GBytes) damaged
              = oracle_damage (g_ptr_array_index (pages, i), seed + k);
          assert_equal (oracle, damaged, name);
        }
    }
}

/* An oracle that cannot say no is none. */
static void
test_differences (void)
{
  g_autoptr (Oracle) oracle = new_oracle ();
  g_autoptr (GString) report = g_string_new (NULL);
  /* Shown in the page; the reader takes it for a template, which nobody sees. */
  static const char html[] = "<div><template shadowrootmode=open>one</template></div>";
  g_autoptr (GBytes) page = g_bytes_new_static (html, strlen (html));

  g_assert_false (oracle_compare (oracle, page, report));
  g_assert_nonnull (strstr (report->str, "lines: reader 1, webkit 0"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/oracle/rules", test_rules);
  g_test_add_func ("/oracle/deep", test_deep);
  g_test_add_func ("/oracle/pages", test_pages);
  g_test_add_func ("/oracle/differences", test_differences);
  return g_test_run ();
}
