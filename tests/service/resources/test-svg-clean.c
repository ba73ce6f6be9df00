/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Drawings: what is taken out of hostile ones, what stays of good ones, and what is
 * refused. */

#include "resources/exm-svg-clean.h"

#include "resources/exm-resource-error.h"

#include <string.h>

#define SVG "<svg xmlns=\"http://www.w3.org/2000/svg\""
#define LINKED SVG " xmlns:xlink=\"http://www.w3.org/1999/xlink\""

static char *
clean (const char *text, gsize n_bytes, GError **error)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, n_bytes);
  g_autoptr (GBytes) cleaned = exm_svg_clean (bytes, error);

  return cleaned != NULL
             ? g_strndup (g_bytes_get_data (cleaned, NULL), g_bytes_get_size (cleaned))
             : NULL;
}

static void
test_hostile (void)
{
  static const struct
  {
    const char *from;
    const char *to;
  } cases[] = {
    { SVG "><script>alert (1)</script><g/></svg>", SVG "><g/></svg>" },
    { SVG "><SCRIPT/><g/></svg>", SVG "><g/></svg>" },
    { SVG " onload=\"x ()\" ONCLICK=\"y ()\"><rect onmouseover=\"z ()\" x=\"1\"/></svg>",
      SVG "><rect x=\"1\"/></svg>" },
    { SVG "><foreignObject><p xmlns=\"http://www.w3.org/1999/xhtml\">x</p>"
          "</foreignObject></svg>",
      SVG "/>" },
    { LINKED "><use xlink:href=\"http://a.example/x.svg#a\"/>"
             "<use xlink:href=\"#a\"/></svg>",
      LINKED "><use/><use xlink:href=\"#a\"/></svg>" },
    { SVG "><image href=\"http://a.example/x.png\"/>"
          "<image href=\"data:image/png;base64,AA\"/>"
          "<image href=\" data:image/svg+xml,x\"/><image href=\"file:///etc\"/></svg>",
      SVG "><image/><image href=\"data:image/png;base64,AA\"/><image/><image/></svg>" },
    { SVG "><a href=\"javascript:x ()\"><text>t</text></a></svg>", SVG "/>" },
    { SVG "><set attributeName=\"href\" to=\"javascript:x\"/><animate/></svg>",
      SVG "/>" },
    { SVG "><style>@import 'http://a.example/x.css';</style>"
          "<style>a { fill: url(http://a.example/x) }</style>"
          "<style>a { fill: \\75rl(http://a.example/x) }</style>"
          "<style><![CDATA[a { fill: url( '#b' ) }]]></style></svg>",
      SVG "><style>a { fill: url( '#b' ) }</style></svg>" },
    { SVG "><g style=\"fill: URL(//a.example/x)\" fill=\"url(#b)\""
          " filter=\"url(x.svg#c)\"/></svg>",
      SVG "><g fill=\"url(#b)\"/></svg>" },
    { SVG "><iframe xmlns=\"http://www.w3.org/1999/xhtml\" src=\"http://a.example\"/>"
          "<h:script xmlns:h=\"http://www.w3.org/1999/xhtml\">x</h:script></svg>",
      SVG "/>" },
    { "<?xml-stylesheet href=\"http://a.example/x.css\"?><!-- c --><!DOCTYPE svg PUBLIC"
      " \"-//W3C//DTD SVG 1.1//EN\" \"http://a.example/svg.dtd\">" SVG
      "><?php x ?><!-- d --><path d=\"M0 0\"/></svg><!-- e -->",
      SVG "><path d=\"M0 0\"/></svg>" },
    { SVG " xml:base=\"http://a.example/\" xml:space=\"preserve\"> </svg>",
      SVG " xml:space=\"preserve\"> </svg>" },
    { "<svg><script>x</script><circle r=\"1\"/></svg>", "<svg><circle r=\"1\"/></svg>" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *to = clean (cases[i].from, strlen (cases[i].from), &error);
      g_assert_no_error (error);
      g_assert_cmpstr (to, ==, cases[i].to);
      /* Cleaning again changes nothing. */
      g_autofree char *again = clean (to, strlen (to), &error);
      g_assert_cmpstr (again, ==, to);
    }
}

static void
test_kept (void)
{
  static const char drawing[]
      = LINKED " viewBox=\"0 0 10 10\"><title>T &lt; U</title><defs>"
               "<linearGradient id=\"a\"><stop offset=\"0\" stop-color=\"#fff\"/>"
               "</linearGradient><filter id=\"f\"><feGaussianBlur stdDeviation=\"2\"/>"
               "</filter></defs><g transform=\"scale(2)\"><rect fill=\"url(#a)\""
               " width=\"3\" height=\"4\" style=\"stroke: red\"/>"
               "<text>a<tspan>b</tspan>c</text></g></svg>";
  g_autoptr (GError) error = NULL;
  g_autofree char *to = clean (drawing, strlen (drawing), &error);

  g_assert_no_error (error);
  g_assert_cmpstr (to, ==, drawing);
}

static void
test_refused (void)
{
  static const char *const texts[] = {
    "<!DOCTYPE svg [<!ENTITY a \"b\">]>" SVG "><text>&a;</text></svg>",
    "<!DOCTYPE svg [<!ENTITY a SYSTEM \"file:///etc/passwd\">]>" SVG
    "><text>&a;</text></svg>",
    "<!DOCTYPE svg [<!ENTITY % a SYSTEM \"http://a.example/x\"> %a;]>" SVG "/>",
    "<!DOCTYPE svg [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;\">"
    "<!ENTITY c \"&b;&b;&b;&b;&b;&b;\">]>" SVG "><text>&c;</text></svg>",
    SVG "><g>",
    "<html><svg/></html>",
    "<x:svg xmlns:x=\"http://a.example/\"/>",
    "not a drawing: <svg",
    "",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *to = clean (texts[i], strlen (texts[i]), &error);
      g_assert_null (to);
      g_assert_error (error, EXM_RESOURCE_ERROR, EXM_RESOURCE_ERROR_TYPE);
    }
}

/* A drawing of a million elements takes a moment, one as deep as that is refused. */
static void
test_large (void)
{
  g_autoptr (GString) wide = g_string_new (SVG ">");
  g_autoptr (GString) deep = g_string_new (SVG ">");
  g_autoptr (GError) error = NULL;

  while (wide->len < EXM_SVG_MAX_BYTES - 100)
    g_string_append (wide, "<g/>");
  g_string_append (wide, "</svg>");
  for (guint i = 0; i < 100000; i++)
    g_string_append (deep, "<g>");
  g_autofree char *to = clean (wide->str, wide->len, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (strlen (to), ==, wide->len);
  g_autofree char *none = clean (deep->str, deep->len, &error);
  g_assert_null (none);
  g_clear_error (&error);
  while (wide->len <= EXM_SVG_MAX_BYTES)
    g_string_append_c (wide, '\n');
  none = clean (wide->str, wide->len, &error);
  g_assert_error (error, EXM_RESOURCE_ERROR, EXM_RESOURCE_ERROR_TOO_LARGE);
}

/* Any byte of a drawing exchanged: what comes out is a drawing without scripts. */
static void
test_mutated (void)
{
  static const char drawing[]
      = LINKED "><script>x</script><g onload=\"x\"><use xlink:href=\"#a\"/>"
               "<image href=\"http://a.example/\"/></g><style>a{b:url(#c)}</style></svg>";
  static const char bytes[] = "<>&\"'/ :x\0\xff";

  for (gsize at = 0; at < sizeof drawing - 1; at++)
    for (gsize k = 0; k < sizeof bytes - 1; k++)
      {
        g_autofree char *text = g_strdup (drawing);
        text[at] = bytes[k];
        g_autofree char *to = clean (text, sizeof drawing - 1, NULL);
        if (to == NULL)
          continue;
        g_assert_null (strstr (to, "<script"));
        g_assert_null (strstr (to, " onload="));
        g_assert_null (strstr (to, " xlink:href=\"http:"));
      }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/svg-clean/hostile", test_hostile);
  g_test_add_func ("/svg-clean/kept", test_kept);
  g_test_add_func ("/svg-clean/refused", test_refused);
  g_test_add_func ("/svg-clean/large", test_large);
  g_test_add_func ("/svg-clean/mutated", test_mutated);
  return g_test_run ();
}
