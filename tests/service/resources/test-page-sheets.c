/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Style sheets and fonts that pages and style sheets ask for. */

#include "resources/exm-page-sheets.h"
#include "store/exm-resource-holders.h"

#include <string.h>

#define BASE "http://a.example/n/1.html"

/* @all: whether all fit. Returns: (transfer full): "kind url …" */
static char *
list (const char *text, gboolean is_page, guint max, gboolean all)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, strlen (text));
  g_autoptr (GPtrArray) held
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_held_resource_free);
  g_autoptr (GString) said = g_string_new (NULL);
  gboolean done = is_page ? exm_page_sheets_list (bytes, BASE, held, max)
                          : exm_page_sheets_list_imports (bytes, BASE, "via", held, max);

  g_assert_cmpint (done, ==, all);
  for (guint i = 0; i < held->len; i++)
    {
      const ExmHeldResource *one = g_ptr_array_index (held, i);
      g_assert_cmpstr (one->via, ==, is_page ? NULL : "via");
      g_string_append_printf (said, "%s %s ", one->kind,
                              one->url + strlen ("http://a.example"));
    }
  return g_string_free (g_steal_pointer (&said), FALSE);
}

static void
test_page (void)
{
  static const struct
  {
    const char *page;
    const char *expected;
  } cases[] = {
    { "<link rel=stylesheet href=a.css><LINK REL='x StyleSheet' HREF='/b.css?c=1&amp;d'>",
      "style /n/a.css style /b.css?c=1&d " },
    { "<link rel='alternate stylesheet' href=a.css><link rel=icon href=b.css>"
      "<link rel=stylesheet><link href=c.css>",
      "" },
    { "<base href='/x/'><link rel=stylesheet href=a.css#b>"
      "<link rel=stylesheet href=a.css>",
      "style /x/a.css " },
    { "<script>'<link rel=stylesheet href=a.css>'</script>"
      "<!-- <link rel=stylesheet href=b.css> --><title><link rel=stylesheet "
      "href=c></title>"
      "<link rel=stylesheet href=d.css>",
      "style /n/d.css " },
    { "<style>@import 'a.css'; @font-face { src: url(b.woff) } p { background: url(c) }"
      "</style><p>@import 'd.css'</p>",
      "style /n/a.css font /n/b.woff image /n/c " },
    { "<link rel=stylesheet href='javascript:x'><link rel=stylesheet href='data:,a'>",
      "" },
    { "<style>@import 'a.css'", "style /n/a.css " },
    { "", "" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *found = list (cases[i].page, TRUE, 10, TRUE);
      g_assert_cmpstr (found, ==, cases[i].expected);
    }
  g_autofree char *two = list ("<link rel=stylesheet href=a><link rel=stylesheet href=b>"
                               "<link rel=stylesheet href=c>",
                               TRUE, 2, FALSE);
  g_assert_cmpstr (two, ==, "style /n/a style /n/b ");
}

static void
test_sheet (void)
{
  g_autofree char *found
      = list ("@import url('../b.css') print; @font-face { src: url(\"f.woff2?#iefix\") }"
              "p { cursor: url(c.cur), auto; background: url(data:image/png;base64,AA) }",
              FALSE, 10, TRUE);
  g_autofree char *one = list ("@import 'a'; @import 'b';", FALSE, 1, FALSE);

  g_assert_cmpstr (found, ==, "style /b.css font /n/f.woff2? image /n/c.cur ");
  g_assert_cmpstr (one, ==, "style /n/a ");
}

/* Pictures come behind sheets and fonts, as many as there is room for. */
static void
test_pictures (void)
{
  g_autoptr (GString) css = g_string_new ("a { background: url(1); b: url(1) }");

  g_autofree char *one = list (css->str, FALSE, 10, TRUE);
  g_assert_cmpstr (one, ==, "image /n/1 ");
  g_string_append (css, "@font-face { src: url(f) }");
  g_autofree char *none = list (css->str, FALSE, 1, TRUE);
  g_assert_cmpstr (none, ==, "font /n/f ");
  for (guint i = 0; i < 100; i++)
    g_string_append_printf (css, "b { background: url(x%u) }", i);
  g_autofree char *many = list (css->str, FALSE, 1000, TRUE);
  g_auto (GStrv) words = g_strsplit (many, "image", -1);
  g_assert_cmpuint (g_strv_length (words), ==, 20);
}

static void
test_icon (void)
{
  static const struct
  {
    const char *page;
    const char *expected; /* NULL: none */
  } cases[] = {
    { "<link rel=icon href=a.png>", "/n/a.png" },
    { "<LINK REL='shortcut ICON' HREF='/b.ico?c=1&amp;d#e'>", "/b.ico?c=1&d" },
    { "<base href='/x/'><link rel='alternate icon' href=a>", "/x/a" },
    /* The nearest to 32 pixels; one that says nothing is behind those of 16 and 48. */
    { "<link rel=icon sizes=192x192 href=a><link rel=icon sizes=32x32 href=b>"
      "<link rel=icon sizes=16x16 href=c>",
      "/n/b" },
    { "<link rel=icon href=a><link rel=icon sizes='64x64 48X48' href=b>", "/n/b" },
    { "<link rel=icon href=a><link rel=icon sizes=180x180 href=b>", "/n/a" },
    { "<link rel=icon sizes=16x16 href=a><link rel=icon sizes=any href=b>", "/n/a" },
    { "<link rel=icon sizes=99999999999999999999x1 href=a>", "/n/a" },
    { "<link rel=icon type='image/svg+xml' href=a><link rel=icon href=b.SVG?1>"
      "<link rel=icon type=image/webp href=c>",
      NULL },
    { "<link rel=mask-icon href=a><link rel=apple-touch-icon href=b><link rel=icon>"
      "<link rel=stylesheet href=c><link href=d>",
      NULL },
    { "<link rel=icon href='data:image/png;base64,AA'>"
      "<link rel=icon href='javascript:x'>",
      NULL },
    { "<script>'<link rel=icon href=a>'</script><!-- <link rel=icon href=b> -->", NULL },
    { "<head></head><body><link rel=icon href=a>", NULL },
    { "<link rel=icon href='http://b.example/c.png'>", "http://b.example/c.png" },
    { "<style>x</style><link rel=icon hr", NULL },
    { "", NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GBytes) page
          = g_bytes_new_static (cases[i].page, strlen (cases[i].page));
      g_autofree char *found = exm_page_sheets_find_icon (page, BASE);
      const char *path = found != NULL && g_str_has_prefix (found, "http://a.example")
                             ? found + strlen ("http://a.example")
                             : found;
      g_assert_cmpstr (path, ==, cases[i].expected);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/page-sheets/page", test_page);
  g_test_add_func ("/page-sheets/sheet", test_sheet);
  g_test_add_func ("/page-sheets/pictures", test_pictures);
  g_test_add_func ("/page-sheets/icon", test_icon);
  return g_test_run ();
}
