/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The seams of an article of several pages: nothing twice, no rows of page numbers. */

#include "article/exm-body.h"
#include "engine/exm-engine.h"

#include <string.h>

#define LINE(n)                                                                          \
  "Paragraph " #n " tells of the library on the market square, which opened its room "   \
  "today, and of the readers who came, said number " #n "."
#define P(n) "<p>" LINE (n) "</p>"

/* Lines around the body as many sites have them. */
static GBytes *
make_page (const char *body)
{
  g_autofree char *html = g_strdup_printf (
      "<!DOCTYPE html><html><head><title>Library opens</title></head><body><div "
      "class=nav><a href='/'>Home</a> <a href='/news/'>News</a></div><div class=story>"
      "<h1>Library opens</h1><div class=text>%s</div></div><div class=foot>All rights "
      "reserved</div></body></html>",
      body);

  return g_bytes_new (html, strlen (html));
}

/* Returns: (transfer full): the text of an article of up to four pages */
static char *
join (const char *const *bodies)
{
  g_autoptr (ExmEngine) engine = exm_engine_new ();
  g_autoptr (GBytes) first = make_page (bodies[0]);
  g_autoptr (GPtrArray) further = exm_further_page_list_new ();
  g_autoptr (GError) error = NULL;

  for (guint i = 1; i < 4 && bodies[i] != NULL; i++)
    {
      g_autofree char *url = g_strdup_printf ("http://a.example/n/101_%u.html", i + 1);
      g_autoptr (GBytes) bytes = make_page (bodies[i]);
      g_ptr_array_add (further, exm_further_page_new (url, NULL, bytes));
    }
  const ExmPageHints hints = { .url = "http://a.example/n/101.html", .further = further };
  const ExmExtractOptions options = { .method = "exemplar-single" };
  g_autoptr (ExmPrepared) target
      = exm_engine_prepare (engine, first, &hints, NULL, &error);
  g_assert_no_error (error);
  g_autoptr (ExmResult) result
      = exm_engine_extract (engine, target, NULL, 0, &options, NULL, &error);
  g_assert_no_error (error);
  const ExmResultData *data = exm_result_get (result);
  guint n = 0;
  exm_page_text_get_lines (exm_prepared_get_page (target), &n);
  g_assert_cmpuint (data->n_lines, ==, n);
  for (guint i = 0; i < n; i++)
    g_assert_true (data->verdicts[i] != EXM_VERDICT_KEPT
                   || (i >= data->head && i <= data->tail));
  return exm_body_write_text (exm_prepared_get_page (target), result);
}

static void
test_seams (void)
{
  static const struct
  {
    const char *name;
    const char *bodies[4];
    const char *text;
  } cases[] = {
    { "clean",
      { P (1) P (2), P (3) P (4) },
      LINE (1) "\n" LINE (2) "\n" LINE (3) "\n" LINE (4) },
    { "the last paragraph again",
      { P (1) P (2), P (2) P (3), P (3) P (4) },
      LINE (1) "\n" LINE (2) "\n" LINE (3) "\n" LINE (4) },
    { "a lead on every page",
      { P (1) P (2), P (1) P (3), P (1) P (4) },
      LINE (1) "\n" LINE (2) "\n" LINE (3) "\n" LINE (4) },
    { "an ending on every page",
      { P (1) P (2) P (9), P (3) P (9), P (4) P (9) },
      LINE (1) "\n" LINE (2) "\n" LINE (3) "\n" LINE (4) "\n" LINE (9) },
    { "rows of numbers",
      { P (1) P (2) "<p>Page 1 of 2</p>", "<p>(2)</p>" P (3) P (4) },
      LINE (1) "\n" LINE (2) "\n" LINE (3) "\n" LINE (4) },
    { "a page twice",
      { P (1) P (2), P (3) P (4), P (3) P (4) },
      LINE (1) "\n" LINE (2) "\n" LINE (3) "\n" LINE (4) },
    { "the first page again", { P (1) P (2), P (1) P (2) }, LINE (1) "\n" LINE (2) },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_test_message ("%s", cases[i].name);
      g_autofree char *text = join (cases[i].bodies);
      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

/* Obeys what was said of lines of a later page. */
static void
test_labels (void)
{
  g_autoptr (ExmEngine) engine = exm_engine_new ();
  g_autoptr (GBytes) first = make_page (P (1) P (2));
  g_autoptr (GBytes) second = make_page (P (3) P (4));
  g_autoptr (GPtrArray) further = exm_further_page_list_new ();
  g_autoptr (GError) error = NULL;

  g_ptr_array_add (further, exm_further_page_new ("http://a.example/2", NULL, second));
  const ExmPageHints hints = { .url = "http://a.example/1", .further = further };
  g_autoptr (ExmPrepared) target
      = exm_engine_prepare (engine, first, &hints, NULL, &error);
  g_assert_no_error (error);
  ExmPageText *page = exm_prepared_get_page (target);
  guint n = 0;
  const ExmLine *lines = exm_page_text_get_lines (page, &n);
  /* Keys fold digits: it is the third of four. */
  ExmLabel label = { .kind = EXM_LABEL_NOISE, .occurrence = 2 };
  for (guint i = 0; i < n; i++)
    if (strcmp (exm_page_text_get_line (page, i), LINE (3)) == 0)
      label.key = lines[i].key;
  const ExmExtractOptions options
      = { .method = "exemplar-single", .labels = &label, .n_labels = 1 };
  g_autoptr (ExmResult) result
      = exm_engine_extract (engine, target, NULL, 0, &options, NULL, &error);
  g_assert_no_error (error);
  g_autofree char *text = exm_body_write_text (page, result);
  g_assert_cmpstr (text, ==, LINE (1) "\n" LINE (2) "\n" LINE (4));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/joined/seams", test_seams);
  g_test_add_func ("/joined/labels", test_labels);
  return g_test_run ();
}
