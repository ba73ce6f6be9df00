/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pictures of a body: what is listed, what is exchanged, and what stays. */

#include "task/exm-body-pictures.h"

#include <string.h>

#define A "http://a.example/1.png?w=1&h=2"
#define B "http://a.example/2.png"

static char *
map (const char *address, gpointer data)
{
  if (strcmp (address, A) == 0)
    return g_strdup ("x.files/a&b.png");
  return strcmp (address, B) == 0 ? g_strdup ("x.files/b.png") : NULL;
}

static void
test_list (void)
{
  g_autoptr (GPtrArray) list = exm_body_pictures_list (
      "<p>&lt;img src=\"no\"&gt;</p><p><img src=\"http://a.example/1.png?w=1&amp;h=2\""
      " alt=\"&quot;\"></p><figure><img src=\"http://a.example/2.png\" alt=\"\"></figure>"
      "<p><img src=\"http://a.example/2.png\" alt=\"\"><img src=\"\" alt=\"\"></p>"
      "<p>an end: <img src=\"");
  g_autoptr (GPtrArray) none = exm_body_pictures_list (NULL);

  const ExmBodyPicture *first = g_ptr_array_index (list, 0);
  const ExmBodyPicture *second = g_ptr_array_index (list, 1);
  g_assert_cmpuint (list->len, ==, 2);
  g_assert_cmpstr (first->address, ==, A);
  g_assert_null (first->source);
  g_assert_cmpstr (second->address, ==, B);
  g_assert_null (second->source);
  g_assert_cmpuint (none->len, ==, 0);
}

/* A wider source is listed, and goes where another picture is written. */
static void
test_source (void)
{
  const char *html
      = "<img src=\"" B "\" alt=\"a\" srcset=\"http://a.example/w.png?a&amp;b\">"
        "<img src=\"http://a.example/3.png\" alt=\"\" srcset=\"http://a.example/4.png\">"
        "<img src=\"http://a.example/5.png\" alt=\"\"> srcset=\"no\"";
  g_autoptr (GPtrArray) list = exm_body_pictures_list (html);
  g_autofree char *mapped = exm_body_pictures_map_html (html, map, NULL);

  g_assert_cmpuint (list->len, ==, 3);
  g_assert_cmpstr (((ExmBodyPicture *) g_ptr_array_index (list, 0))->source, ==,
                   "http://a.example/w.png?a&b");
  g_assert_cmpstr (((ExmBodyPicture *) g_ptr_array_index (list, 1))->source, ==,
                   "http://a.example/4.png");
  g_assert_null (((ExmBodyPicture *) g_ptr_array_index (list, 2))->source);
  g_assert_cmpstr (
      mapped, ==,
      "<img src=\"x.files/b.png\" alt=\"a\">"
      "<img src=\"http://a.example/3.png\" alt=\"\" srcset=\"http://a.example/4.png\">"
      "<img src=\"http://a.example/5.png\" alt=\"\"> srcset=\"no\"");
}

static void
test_html (void)
{
  g_autofree char *html = exm_body_pictures_map_html (
      "<p><img src=\"http://a.example/1.png?w=1&amp;h=2\" alt=\"A\">"
      "<img src=\"http://a.example/3.png\" alt=\"&lt;\"></p>"
      "<p><a href=\"http://a.example/2.png\">b</a></p>",
      map, NULL);

  g_assert_cmpstr (html, ==,
                   "<p><img src=\"x.files/a&amp;b.png\" alt=\"A\">"
                   "<img src=\"http://a.example/3.png\" alt=\"&lt;\"></p>"
                   "<p><a href=\"http://a.example/2.png\">b</a></p>");
}

static void
test_markdown (void)
{
  static const struct
  {
    const char *from;
    const char *to; /* (nullable): as it was */
  } cases[] = {
    { "![A](" A ") and ![B](" B ")\n",
      "![A](x.files/a&b.png) and ![B](x.files/b.png)\n" },
    { "![\\]\\[ `x](" B ")", "![\\]\\[ `x](x.files/b.png)" },
    { "[![B](" B ")](" B ")\n", "[![B](x.files/b.png)](" B ")\n" },
    { "![other](http://a.example/3.png)\n", NULL },
    { "\\![A](" B ")\n", NULL },
    { "`![B](" B ")` ``a ` ![B](" B ")``\n", NULL },
    { "```\n![B](" B ")\n```\n![B](" B ")\n",
      "```\n![B](" B ")\n```\n![B](x.files/b.png)\n" },
    { "> - ````c\n>   ```\n>   ![B](" B ")\n>   ````\n", NULL },
    { "<table>\n<tr><td><img src=\"" B "\" alt=\"\"></td></tr>\n</table>\n",
      "<table>\n<tr><td><img src=\"x.files/b.png\" alt=\"\"></td></tr>\n</table>\n" },
    { "![unclosed](http://a.example", NULL },
    { "![", NULL },
    { "a\\", NULL },
    { "", NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *to = exm_body_pictures_map_markdown (cases[i].from, map, NULL);
      g_assert_cmpstr (to, ==, cases[i].to != NULL ? cases[i].to : cases[i].from);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/body-pictures/list", test_list);
  g_test_add_func ("/body-pictures/source", test_source);
  g_test_add_func ("/body-pictures/html", test_html);
  g_test_add_func ("/body-pictures/markdown", test_markdown);
  return g_test_run ();
}
