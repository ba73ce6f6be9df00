/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Examples of pages of archives: against all pairs, whatever the order of hosts. */

#include "archive/exm-example-choice.h"
#include "html/exm-template-sketch.h"
#include "url/exm-url-shape.h"

#include <string.h>

static void
add (ExmExampleChoice *choice, const char *url, const char *html)
{
  g_autoptr (GBytes) bytes = g_bytes_new (html, strlen (html));

  exm_example_choice_add (choice, url, bytes);
}

static void
sketch (ExmTemplateSketch *out, const char *html)
{
  exm_template_sketch_init (out, html, strlen (html));
}

static double
compare (const char *a, const char *b)
{
  ExmTemplateSketch x, y;

  sketch (&x, a);
  sketch (&y, b);
  return exm_template_sketch_compare (&x, &y);
}

static double
compare_texts (const char *a, const char *b)
{
  ExmTemplateSketch x, y;

  sketch (&x, a);
  sketch (&y, b);
  return exm_template_sketch_compare_texts (&x, &y);
}

#define PAGE                                                                             \
  "<html><head><title>A</title></head><body class='post post-17'><div id=main>"          \
  "<p class=\"lead\">One</p><p>Two</p></div></body></html>"

static void
test_sketch (void)
{
  g_assert_cmpfloat (compare (PAGE, PAGE), ==, 1);
  g_assert_cmpfloat (compare ("", ""), ==, 0);
  g_assert_cmpfloat (compare (PAGE, "plain text"), ==, 0);
  /* Digits, case, other attributes, comments, scripts and text do not count. */
  g_assert_cmpfloat (
      compare (PAGE, "<HTML lang=en><Head><title>B</title></head><!-- <div class=no> -->"
                     "<script>x = '<p class=\"no\">'</script><script></script>"
                     "<body  class = 'post-999 post' ><div id=main ><p class=lead>3</p>"),
      >, .85);
  g_assert_cmpfloat (compare (PAGE, "<table class=a><tr class=b><td class=c></table>"), <,
                     .1);
  /* Tags that break off. */
  const char *const cut[]
      = { "<",       "<p",       "<p class",      "<p class=", "<p class='", "<!--",
          "<script", "<script>", "<p class=a>b<", "</p",       "<p =>",      "<1" };
  for (gsize i = 0; i < G_N_ELEMENTS (cut); i++)
    {
      g_autofree char *copy = g_strdup (cut[i]);
      ExmTemplateSketch out;
      exm_template_sketch_init (&out, copy, strlen (copy));
      g_assert_cmpfloat (exm_template_sketch_compare (&out, &out), <=, 1);
    }
}

/* Texts count with their digits folded, without the space around; short ones do not. */
static void
test_texts (void)
{
  g_assert_cmpfloat (
      compare_texts ("<p> A sentence of 12 <b>x</b>", "<i>a SENTENCE of 7\n</i>"), ==, 1);
  g_assert_cmpfloat (compare_texts ("<p>One that is here", "<p>One that is there"), ==,
                     0);
  g_assert_cmpfloat (compare_texts ("<p>short", "<p>short"), ==, 0);
}

/* A page of another series teaches better than one that looks more alike. */
static void
test_series (void)
{
  g_autoptr (ExmExampleChoice) choice = exm_example_choice_new ();
  static const char *const texts[] = {
    "Take two eggs and some milk</p><p>For day 1",
    "Take two eggs and some milk</p><p>For day 2",
    "The ferry did not sail today",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *url = g_strdup_printf ("https://a.example/story-of-%u", i);
      g_autofree char *html = g_strdup_printf (
          "<ul class=m><li>The same for all<p class=t%s>%s", i == 2 ? "x" : "", texts[i]);
      add (choice, url, html);
    }
  exm_example_choice_settle (choice);
  g_assert_cmpuint (exm_example_choice_get (choice, 0), ==, 2);
  g_assert_cmpuint (exm_example_choice_get (choice, 1), ==, 2);
}

/* Sketches tell shares of names to about a tenth. */
static void
test_sketch_is_near (void)
{
  for (guint n_own = 0; n_own <= 40; n_own += 10)
    {
      g_autoptr (GString) a = g_string_new (NULL), b = g_string_new (NULL);
      for (guint i = 0; i < 40; i++)
        {
          g_string_append_printf (a, "<p class='c%c%c'>", 'a' + i / 26, 'a' + i % 26);
          g_string_append_printf (b, "<p class='%c%c%c'>", i < n_own ? 'd' : 'c',
                                  'a' + i / 26, 'a' + i % 26);
        }
      double share = (41. - n_own) / (41. + n_own);
      g_assert_cmpfloat_with_epsilon (compare (a->str, b->str), share, .2);
    }
}

typedef struct
{
  char *url;  /* (owned) */
  char *html; /* (owned) */
} Page;

static char *
make_url (GRand *rand)
{
  static const char *const forms[][2] = { { "", "/news/%/" },
                                          { "www.", "/a-long-story-of-%" },
                                          { "", "/2024/05/%-of-the-town.html" },
                                          { "", "/?p=%" },
                                          { "", "/tag/sea%" } };
  const char *host = g_rand_boolean (rand) ? "one" : "two";
  const char *const *form = forms[g_rand_int_range (rand, 0, G_N_ELEMENTS (forms))];
  g_auto (GStrv) parts = g_strsplit (form[1], "%", 2);

  return g_strdup_printf ("https://%s%s.example%s%d%s", form[0], host, parts[0],
                          g_rand_int_range (rand, 1, 30), parts[1]);
}

static char *
make_html (GRand *rand)
{
  GString *out = g_string_new ("<html>");
  guint layout = (guint) g_rand_int_range (rand, 0, 4);

  for (guint i = 0; i < 12; i++)
    g_string_append_printf (out, "<div class='l%c %c'>",
                            'a' + (g_rand_int_range (rand, 0, 9) == 0 ? 9 : layout),
                            'a' + i);
  for (guint i = 0; i < 6; i++)
    g_string_append_printf (out, "<p>%c is a sentence of %d",
                            'a' + g_rand_int_range (rand, 0, 8),
                            g_rand_int_range (rand, 0, 1000));
  return g_string_free (out, FALSE);
}

/* Returns: how good @b is for @a, by the words of the header; −10: not at all */
static double
judge (const Page *a, const Page *b)
{
  g_auto (GStrv) x = exm_url_shape_new (a->url), y = exm_url_shape_new (b->url);
  guint n = g_strv_length (x);

  if (strcmp (a->url, b->url) == 0 || strcmp (a->html, b->html) == 0
      || strcmp (x[0], y[0]) != 0)
    return -10;
  double alike = compare (a->html, b->html) - 2 * compare_texts (a->html, b->html);
  if (n != g_strv_length (y))
    return alike;
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *p = exm_url_shape_fold (x[i]), *q = exm_url_shape_fold (y[i]);
      if (strcmp (p, q) != 0)
        return alike + .1;
    }
  return alike + .2;
}

/* As long as no group is larger than a bench, the choice is the best of all. */
static void
test_against_all_pairs (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (27);

  for (guint round = 0; round < 60; round++)
    {
      guint n = (guint) g_rand_int_range (rand, 1, EXM_CHOICE_BENCH);
      g_autofree Page *pages = g_new0 (Page, n);
      g_autoptr (ExmExampleChoice) choice = exm_example_choice_new ();
      for (guint i = 0; i < n; i++)
        {
          pages[i] = (Page){ make_url (rand), make_html (rand) };
          add (choice, pages[i].url, pages[i].html);
        }
      exm_example_choice_settle (choice);
      for (guint i = 0; i < n; i++)
        {
          guint best = G_MAXUINT;
          double score = -10;
          for (guint k = 0; k < n; k++)
            if (i != k && judge (&pages[i], &pages[k]) > score + 1e-6)
              {
                best = k;
                score = judge (&pages[i], &pages[k]);
              }
          g_assert_cmpuint (exm_example_choice_get (choice, i), ==, best);
        }
      for (guint i = 0; i < n; i++)
        {
          g_free (pages[i].url);
          g_free (pages[i].html);
        }
    }
}

/* A large group is held against so many pages of it, not against all. */
static void
test_bench (void)
{
  g_autoptr (ExmExampleChoice) choice = exm_example_choice_new ();
  g_autoptr (GHashTable) examples = g_hash_table_new (NULL, NULL);
  const guint n = 20000;

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *url = g_strdup_printf ("https://a.example/%u/", i);
      g_autofree char *html = g_strdup_printf ("<p class=a><b class=c>%u", i);
      add (choice, url, html);
    }
  gint64 start = g_get_monotonic_time ();
  exm_example_choice_settle (choice);
  g_test_message ("%u pages in %.0f ms", n,
                  (double) (g_get_monotonic_time () - start) / 1000);
  for (guint i = 0; i < n; i++)
    {
      guint example = exm_example_choice_get (choice, i);
      g_assert_cmpuint (example, <, n);
      g_assert_cmpuint (example, !=, i);
      g_hash_table_add (examples, GUINT_TO_POINTER (example));
    }
  g_assert_cmpuint (g_hash_table_size (examples), <=, EXM_CHOICE_BENCH);
}

static void
test_none (void)
{
  g_autoptr (ExmExampleChoice) choice = exm_example_choice_new ();

  add (choice, "https://a.example/one", PAGE);
  add (choice, "https://b.example/one", PAGE "x");
  add (choice, "https://c.example/1", PAGE "y");
  add (choice, "https://c.example/1", PAGE "z"); /* the same address, later */
  add (choice, "https://d.example/1", PAGE);
  add (choice, "https://d.example/2", PAGE); /* the same bytes */
  add (choice, "no address", PAGE);
  exm_example_choice_settle (choice);
  for (guint i = 0; i < 7; i++)
    g_assert_cmpuint (exm_example_choice_get (choice, i), ==, G_MAXUINT);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/example-choice/sketch", test_sketch);
  g_test_add_func ("/example-choice/sketch-is-near", test_sketch_is_near);
  g_test_add_func ("/example-choice/texts", test_texts);
  g_test_add_func ("/example-choice/series", test_series);
  g_test_add_func ("/example-choice/against-all-pairs", test_against_all_pairs);
  g_test_add_func ("/example-choice/bench", test_bench);
  g_test_add_func ("/example-choice/none", test_none);
  return g_test_run ();
}
