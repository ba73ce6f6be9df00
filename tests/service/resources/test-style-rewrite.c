/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Addresses in style sheets, and those by which they are asked of us. */

#include "resources/exm-resource-url.h"
#include "resources/exm-style-rewrite.h"

#include <string.h>

#define BASE "http://site.example/css/a.css"
#define OWN(kind, path)                                                                  \
  "url(\"exm-page://" kind "/http%3A%2F%2Fsite.example%2F" path "\")"
#define NOWHERE "url(\"about:invalid\")"

static const struct
{
  const char *css;
  const char *expected;
} sheets[] = {
  { "", "" },
  { "a{color:red}", "a{color:red}" },
  { "a{background:url(x.png)}", "a{background:" OWN ("image", "css%2Fx.png") "}" },
  { "a{background:URL( '/x.png' ) 0}", "a{background:" OWN ("image", "x.png") " 0}" },
  { "a{b:url(\"//site.example/y\")}", "a{b:" OWN ("image", "y") "}" },
  { "@import 'b.css' screen;", "@import " OWN ("style", "css%2Fb.css") " screen;" },
  { "@IMPORT url(../b.css);", "@IMPORT " OWN ("style", "b.css") ";" },
  { "@import url('b.css') layer('x');",
    "@import " OWN ("style", "css%2Fb.css") " layer('x');" },
  { "@font-face{src:url(f.woff2) format('woff2')}a{b:url(c)}",
    "@font-face{src:" OWN ("font", "css%2Ff.woff2") " format('woff2')}a{b:" OWN (
        "image", "css%2Fc") "}" },
  { "@media print{@font-face{src:url(f)}a{b:url(c)}}",
    "@media print{@font-face{src:" OWN ("font", "css%2Ff") "}a{b:" OWN ("image",
                                                                        "css%2Fc") "}}" },
  { "a{b:url(sprite.svg#home)}",
    "a{b:url(\"exm-page://image/http%3A%2F%2Fsite.example%2Fcss%2Fsprite.svg#home\")}" },
  { "a{b:url(data:image/png,x)}", "a{b:url(\"data:image/png,x\")}" },
  { "a{b:url(#filter)}", "a{b:url(\"#filter\")}" },
  { "a{b:url()}", "a{b:" NOWHERE "}" },
  { "a{b:url(javascript:x)}", "a{b:" NOWHERE "}" },
  { "a{b:url(file:///etc/passwd)}", "a{b:" NOWHERE "}" },
  /* Comments, strings and names that hold what looks like an address. */
  { "/* url(x) @import 'y' */a{}", "/* url(x) @import 'y' */a{}" },
  { "/* url(x", "/* url(x" },
  { "a{content:'url(x)'}", "a{content:'url(x)'}" },
  { "a{content:\"it\\\"s url(x)\"}", "a{content:\"it\\\"s url(x)\"}" },
  { "a{b:my-url(x)}", "a{b:my-url(x)}" },
  { "@namespace url(http://www.w3.org/1999/xhtml);",
    "@namespace url(http://www.w3.org/1999/xhtml);" },
  /* Escapes, and ends in the midst. */
  { "a{b:url(x\\20 y.png)}", "a{b:" OWN ("image", "css%2Fx%2520y.png") "}" },
  { "a{b:url('x\\'y')}", "a{b:" OWN ("image", "css%2Fx%27y") "}" },
  { "a{b:url(x y)}", "a{b:url(x y)}" },
  { "a{b:url(x", "a{b:" OWN ("image", "css%2Fx") },
  { "a{b:url('x", "a{b:" OWN ("image", "css%2Fx") },
  { "a{b:url(", "a{b:" NOWHERE },
  { "a{content:'x\n}b{c:url(d)}", "a{content:'x\n}b{c:" OWN ("image", "css%2Fd") "}" },
  { "@import", "@import" },
  { "@", "@" },
  { "\\", "\\" },
  { "}}}@font-face{src:url(f)}", "}}}@font-face{src:" OWN ("font", "css%2Ff") "}" },
};

static void
test_sheets (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (sheets); i++)
    {
      GString *own = exm_style_rewrite (sheets[i].css, strlen (sheets[i].css), BASE);
      g_assert_cmpstr (own->str, ==, sheets[i].expected);
      g_string_free (own, TRUE);
    }
}

/* Addresses of ours give back those of the sheet, and nothing else is one of ours. */
static void
test_addresses (void)
{
  static const struct
  {
    const char *text;
    const char *url;
  } texts[] = {
    { "exm-page://font/http%3A%2F%2Fsite.example%2Fa.woff2%3Fv%3D1#x",
      "http://site.example/a.woff2?v=1" },
    { "exm-page://image/https%3A%2F%2Fsite.example%2Fa%2520b",
      "https://site.example/a%20b" },
    { "exm-page://font/file%3A%2F%2F%2Fetc%2Fpasswd", NULL },
    { "exm-page://font/site.example", NULL },
    { "exm-page://script/http%3A%2F%2Fsite.example%2Fa", NULL },
    { "exm-page://image", NULL },
    { "exm-page://image/", NULL },
    { "exm-page://image/%00", NULL },
    { "http://site.example/", NULL },
    { "", NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      ExmResourceKind kind;
      g_autofree char *url = exm_resource_url_parse (texts[i].text, &kind);
      g_assert_cmpstr (url, ==, texts[i].url);
    }
  ExmResourceKind kind = EXM_RESOURCE_STYLE;
  g_autofree char *own
      = exm_resource_url_new (EXM_RESOURCE_FONT, "https://a.example/b#c");
  g_autofree char *back = exm_resource_url_parse (own, &kind);
  g_assert_cmpstr (back, ==, "https://a.example/b");
  g_assert_cmpint (kind, ==, EXM_RESOURCE_FONT);
}

/* Sheets of one thing repeated cost their length: else this would not come to an end. */
static void
test_long (void)
{
  static const char *const parts[]
      = { "url(", "@import", "/*",          "'",    "\\",        "{",
          "}",    "url(a)",  "@font-face{", "\"\n", "a:url('x')" };

  for (gsize i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      g_autoptr (GString) css = g_string_new (NULL);
      while (css->len < 1000 * 1000)
        g_string_append (css, parts[i]);
      GString *own = exm_style_rewrite (css->str, css->len, BASE);
      g_assert_cmpuint (own->len, <, css->len * 8 + 100 * EXM_STYLE_MAX_URLS);
      g_string_free (own, TRUE);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/resources/style-rewrite/sheets", test_sheets);
  g_test_add_func ("/resources/style-rewrite/addresses", test_addresses);
  g_test_add_func ("/resources/style-rewrite/long", test_long);
  return g_test_run ();
}
