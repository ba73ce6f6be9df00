/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Keys and templates of prepared pages. */

#include "extract/exm-prepared.h"

#include "base/exm-text.h"
#include "extract/exm-words.h"
#include "test-page.h"
#include "test-site.h"

#include <string.h>

static double
compare (const char *a, const char *b)
{
  g_autoptr (ExmPrepared) x = test_page_prepare (a, NULL);
  g_autoptr (ExmPrepared) y = test_page_prepare (b, NULL);
  double alike = exm_prepared_compare_template (x, y);

  g_assert_cmpfloat (alike, ==, exm_prepared_compare_template (y, x));
  return alike;
}

static void
assert_near (double value, double expected)
{
  g_assert_cmpfloat (value, >, expected - 1e-6);
  g_assert_cmpfloat (value, <, expected + 1e-6);
}

static void
test_template (void)
{
  /* Each has html>head, html>body, body>div, div>p, div#x and two classes. */
  static const char a[] = "<div class='a b' id=x><p>1</div>";
  static const char b[] = "<div class='a c' id=x><p>2 other text</div>";

  assert_near (compare (a, a), 1);
  assert_near (compare (a, b), 6.0 / 8);
  /* Repeated classes count once, in any order. */
  assert_near (compare (a, "<div class='b a' id=x><p>1</p><p>2</div>"), 1);
  /* html>head, html>body, body>div, div>p are left of them; here are no others. */
  assert_near (compare (a, "<div><p>1</div>"), 4.0 / 7);
  assert_near (compare (a, "<section><h2>1</h2></section>"), 2.0 / 9);
  assert_near (compare ("", ""), 1);
  /* A page always has a head and a body. */
  assert_near (compare ("", a), 2.0 / 7);
}

static void
test_template_digits (void)
{
  assert_near (compare ("<div id=post-12 class='col3'>x</div>",
                        "<div id=post-3456 class='col12'>x</div>"),
               1);
  g_assert_cmpfloat (compare ("<div id=post-12>x</div>", "<div id=post>x</div>"), <, 1);
}

/* Every kind of parent is a kind of its own. */
static void
test_template_parents (void)
{
  static const char *const parents[]
      = { "h2", "h3", "h4", "header", "footer", "form", "nav", "div", "section" };

  for (gsize i = 0; i < G_N_ELEMENTS (parents); i++)
    for (gsize k = 0; k < i; k++)
      {
        g_autofree char *a
            = g_strdup_printf ("<div>x</div><%s><em>x</em></%s>", parents[i], parents[i]);
        g_autofree char *b
            = g_strdup_printf ("<div>x</div><%s><em>x</em></%s>", parents[k], parents[k]);
        g_autofree char *none
            = g_strdup_printf ("<div>x</div><%s>x</%s>", parents[i], parents[i]);
        g_test_message ("%s, %s", parents[i], parents[k]);
        /* The child adds a token to either page and none to both. */
        g_assert_cmpfloat (compare (a, b), <, compare (none, b));
      }
}

static void
test_template_of_sites (void)
{
  g_auto (TestSitePage) a = test_site_make_page (1, 1, 4, TEST_SITE_ENGLISH, 0);
  g_auto (TestSitePage) b
      = test_site_make_page (1, 2, 9, TEST_SITE_ENGLISH, TEST_SITE_DRIFT);

  g_assert_cmpfloat (compare (a.html, b.html), >, .8);
  g_assert_cmpfloat (compare (a.html, "<table><tr><td class=q>x</table>"), <, .25);
}

static void
test_keys (void)
{
  g_autoptr (ExmPrepared) page
      = test_page_prepare ("<p>Read 12 more</p><p>body text of the page</p><p>read 3 "
                           "MORE</p><p hidden>hid</p>",
                           "body text of the page");
  guint64 more = exm_text_key ("Read 99 more", 12);
  guint64 body = exm_text_key ("Body text of the page", 21);

  g_assert_cmpuint (exm_prepared_count_key (page, more), ==, 2);
  g_assert_cmpuint (exm_prepared_count_key (page, body), ==, 1);
  g_assert_cmpuint (exm_prepared_count_key (page, exm_text_key ("hid", 3)), ==, 1);
  g_assert_cmpuint (exm_prepared_count_key (page, 0), ==, 0);
  g_assert_cmpuint (exm_prepared_count_key (page, G_MAXUINT64), ==, 0);
  g_assert_cmpuint (exm_prepared_count_key_inside (page, body), ==, 1);
  g_assert_cmpuint (exm_prepared_count_key_inside (page, more), ==, 0);
}

static gboolean
knows (ExmPrepared *example, ExmPageText *page, const char *text)
{
  return exm_prepared_knows_line (example, test_page_find_line (page, text), text);
}

/* A list of other articles quotes how they begin: sentences that are links alone there
 * are no template. Labels are: an entry of a menu is no link on its own page. */
static void
test_quoted (void)
{
  static const char text[] = "I came upon a film of the earth, and here it is for you.";
  static const char both[] = "This site lives on what its readers give it every year.";
  g_autofree char *quoting = g_strdup_printf (
      "<p><a href=/1>%s</a></p><p><a href=/2>%s</a></p><p>%s</p><a href=/3>World</a>",
      text, both, both);
  g_autofree char *html
      = g_strdup_printf ("<b>World</b><p>%s</p><p>%s</p><p>New</p>", text, both);
  g_autoptr (ExmPrepared) example = test_page_prepare (quoting, NULL);
  g_autoptr (ExmPrepared) target = test_page_prepare (html, NULL);
  ExmPageText *page = exm_prepared_get_page (target);

  g_assert_false (knows (example, page, text));
  g_assert_true (knows (example, page, both));
  g_assert_true (knows (example, page, "World"));
  g_assert_false (knows (example, page, "New"));
  g_assert_true (knows (example, exm_prepared_get_page (example), text));
}

/* Hundreds of names, some of which recur, in an order that is no order. */
static char *
make_named_page (guint seed)
{
  static const char *const parts[]
      = { "post", "Comment", "col-", "shareBox", "x1 y2", "Z" };
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  GString *html = g_string_new ("<body>");

  for (guint i = 0; i < 6000; i++)
    {
      guint kind = (guint) g_rand_int_range (random, 0, 4);
      guint number
          = (guint) g_rand_int_range (random, 0, 1 << MIN (2 * (seed + kind), 24));
      const char *part = parts[g_rand_int_range (random, 0, G_N_ELEMENTS (parts))];
      g_string_append_printf (html, "<%s class='%s%c%c line'%s%s%s>line %u</%s>",
                              kind > 1 ? "div" : "p", part, 'a' + (int) number % 26,
                              'a' + (int) number / 26 % 26, kind == 3 ? " id=" : "",
                              kind == 3 ? part : "", kind == 3 ? "_" : "", i / 2 % 50,
                              kind > 1 ? "div" : "p");
    }
  return g_string_free (html, FALSE);
}

static void
add_names (GHashTable *set, const ExmNode *node, const char *names, char mark)
{
  g_auto (GStrv) words = g_strsplit (names, mark == '.' ? " " : "\n", -1);

  for (guint i = 0; words[i] != NULL; i++)
    {
      g_autoptr (GString) folded = g_string_new (NULL);
      for (const char *p = words[i]; *p != '\0'; p++)
        if (!g_ascii_isdigit (*p))
          g_string_append_c (folded, *p);
        else if (folded->len == 0 || folded->str[folded->len - 1] != '0')
          g_string_append_c (folded, '0');
      if (*words[i] != '\0')
        g_hash_table_add (set, g_strdup_printf ("%u%c%s", node->tag, mark, folded->str));
    }
}

/* Each element by itself. */
static GHashTable *
list_tokens (const ExmPageText *page)
{
  GHashTable *set = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  guint n;
  const ExmNode *nodes = exm_page_text_get_nodes (page, &n);

  for (guint i = 0; i < n; i++)
    {
      add_names (set, &nodes[i], exm_page_text_get_string (page, nodes[i].class_names),
                 '.');
      add_names (set, &nodes[i], exm_page_text_get_string (page, nodes[i].id), '#');
      if (nodes[i].parent != EXM_NONE)
        g_hash_table_add (
            set, g_strdup_printf ("%u>%u", nodes[i].tag, nodes[nodes[i].parent].tag));
    }
  return set;
}

/* Names are read once each: that must not show. */
static void
test_names_as_each (void)
{
  for (guint seed = 1; seed < 5; seed++)
    {
      g_autofree char *a_html = make_named_page (seed),
                      *b_html = make_named_page (seed + 9);
      g_autoptr (ExmPrepared) a = test_page_prepare (a_html, NULL);
      g_autoptr (ExmPrepared) b = test_page_prepare (b_html, NULL);
      const ExmPageText *page = exm_prepared_get_page (a);
      guint n, n_both = 0;
      const ExmNode *nodes = exm_page_text_get_nodes (page, &n);
      for (guint i = 0; i < n; i++)
        g_assert_cmpuint (
            exm_prepared_get_words (a)[i], ==,
            exm_words_classify (exm_page_text_get_string (page, nodes[i].class_names))
                | exm_words_classify (exm_page_text_get_string (page, nodes[i].id)));
      g_autoptr (GHashTable) x = list_tokens (page);
      g_autoptr (GHashTable) y = list_tokens (exm_prepared_get_page (b));
      g_autofree gpointer *all = g_hash_table_get_keys_as_array (x, &n);
      for (guint i = 0; i < n; i++)
        n_both += g_hash_table_contains (y, all[i]);
      assert_near (exm_prepared_compare_template (a, b),
                   (double) n_both / (n + g_hash_table_size (y) - n_both));
    }
}

static void
test_keys_as_each (void)
{
  g_autofree char *html = make_named_page (3);
  g_autoptr (ExmPrepared) prepared = test_page_prepare (html, NULL);
  guint n;
  const ExmLine *lines = exm_page_text_get_lines (exm_prepared_get_page (prepared), &n);

  g_assert_cmpuint (n, >, 1000);
  for (guint i = 0; i < n; i += 7)
    {
      guint n_same = 0;
      for (guint k = 0; k < n; k++)
        n_same += lines[k].key == lines[i].key;
      g_assert_cmpuint (exm_prepared_count_key (prepared, lines[i].key), ==, n_same);
      g_assert_cmpuint (exm_prepared_count_key (prepared, lines[i].key + 1), ==, 0);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/extract/prepared/template", test_template);
  g_test_add_func ("/extract/prepared/template-digits", test_template_digits);
  g_test_add_func ("/extract/prepared/template-parents", test_template_parents);
  g_test_add_func ("/extract/prepared/template-of-sites", test_template_of_sites);
  g_test_add_func ("/extract/prepared/keys", test_keys);
  g_test_add_func ("/extract/prepared/quoted", test_quoted);
  g_test_add_func ("/extract/prepared/names-as-each", test_names_as_each);
  g_test_add_func ("/extract/prepared/keys-as-each", test_keys_as_each);
  return g_test_run ();
}
