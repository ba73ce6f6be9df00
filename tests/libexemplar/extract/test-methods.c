/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The methods on whole pages: what they find, what they refuse, and what holds of every
 * result. */

#include "extract/exm-method.h"

#include "extract/net/exm-extract-error.h"
#include "methods/exm-method-table.h"
#include "test-layout.h"
#include "test-page.h"
#include "test-site.h"

#include <string.h>
#include <time.h>

/* Checks what every result promises, whatever the method. */
static void
assert_invariants (const ExmPrepared *target, const ExmResult *result)
{
  const ExmResultData *data = exm_result_get (result);
  guint n_lines;
  const ExmLine *lines
      = exm_page_text_get_lines (exm_prepared_get_page (target), &n_lines);

  g_assert_cmpuint (data->n_lines, ==, n_lines);
  g_assert_true (data->confidence >= 0 && data->confidence <= 1);
  g_assert_true (data->margin >= 0 && data->margin <= 1);
  g_assert_cmpint (data->head == EXM_NONE, ==, data->tail == EXM_NONE);
  if (data->head != EXM_NONE)
    {
      g_assert_cmpuint (data->head, <=, data->tail);
      g_assert_cmpuint (data->tail, <, n_lines);
      g_assert_cmpuint (data->verdicts[data->head], ==, EXM_VERDICT_KEPT);
      g_assert_cmpuint (data->verdicts[data->tail], ==, EXM_VERDICT_KEPT);
    }
  for (guint i = 0; i < n_lines; i++)
    {
      gboolean inside = data->head != EXM_NONE && i >= data->head && i <= data->tail;
      g_assert_cmpint (data->verdicts[i] == EXM_VERDICT_DROPPED, ==, !inside);
      if (lines[i].flags & EXM_LINE_FLAGGED)
        g_assert_cmpuint (data->verdicts[i], !=, EXM_VERDICT_KEPT);
      double sum = 0;
      for (guint k = 0; k < data->lanes->len; k++)
        sum += g_array_index (data->lanes, ExmLane, k).contributions[i];
      g_assert_cmpfloat_with_epsilon (data->evidence[i], sum, 1e-4);
    }
}

static ExmResult *
run (const char *method, ExmPrepared *target, ExmPrepared *example, double sensitivity)
{
  g_autoptr (ExmLayout) layout = test_layout_new (exm_prepared_get_page (target));
  const ExmMethodInput input = {
    .target = target,
    .layout = layout,
    .examples = &example,
    .n_examples = example != NULL,
    .window = 32,
    .sensitivity = sensitivity,
  };
  g_autoptr (GError) error = NULL;
  ExmResult *result = exm_method_run (exm_method_find (method, NULL), &input, &error);

  g_assert_no_error (error);
  assert_invariants (target, result);
  return result;
}

static char *
dup_body (const ExmPrepared *target, const ExmResult *result)
{
  const ExmResultData *data = exm_result_get (result);
  GString *body = g_string_new (NULL);

  for (guint i = 0; i < data->n_lines; i++)
    if (data->verdicts[i] == EXM_VERDICT_KEPT)
      g_string_append_printf (body, "%s%s", body->len > 0 ? "\n" : "",
                              exm_page_text_get_line (exm_prepared_get_page (target), i));
  return g_string_free (body, FALSE);
}

/* A template of fixed lines with a body of @n_paragraphs in the middle. */
static char *
make_fixed_page (guint number, guint n_paragraphs)
{
  g_auto (TestSitePage) fixed = test_site_make_page (90, 0, 12, TEST_SITE_ENGLISH, 0);
  g_auto (TestSitePage) made
      = test_site_make_page (91, number, n_paragraphs, TEST_SITE_ENGLISH, 0);
  g_auto (GStrv) frame = g_strsplit (fixed.body, "\n", -1);
  g_auto (GStrv) body = g_strsplit (made.body, "\n", -1);
  GString *html = g_string_new ("<body>");

  for (guint i = 0; i < 6; i++)
    g_string_append_printf (html, "<p>%s</p>", frame[i]);
  for (guint i = 0; body[i] != NULL; i++)
    g_string_append_printf (html, "<p>%s</p>", body[i]);
  for (guint i = 6; i < 12; i++)
    g_string_append_printf (html, "<p>%s</p>", frame[i]);
  return g_string_free (html, FALSE);
}

static void
test_literal_without_drift (void)
{
  for (guint number = 1; number <= 10; number++)
    {
      guint n_paragraphs = 4 + number;
      g_autofree char *a = make_fixed_page (number, n_paragraphs);
      g_autofree char *b = make_fixed_page (100 + number, 8);
      g_autoptr (ExmPrepared) target = test_page_prepare (a, NULL);
      g_autoptr (ExmPrepared) example = test_page_prepare (b, NULL);
      g_autoptr (ExmResult) result = run ("exemplar-literal", target, example, 0);
      const ExmResultData *data = exm_result_get (result);
      g_assert_cmpuint (data->head, ==, 6);
      g_assert_cmpuint (data->tail, ==, 5 + n_paragraphs);
    }
}

static void
assert_finds (TestSiteLanguage language, TestSiteFlags flags, gboolean with_region)
{
  double sum = 0;

  for (guint site = 1; site <= 10; site++)
    {
      g_auto (TestSitePage) a = test_site_make_page (site, 1, 11, language, flags);
      g_auto (TestSitePage) b = test_site_make_page (site, 2, 14, language, flags);
      g_autoptr (ExmPrepared) example
          = test_page_prepare (a.html, with_region ? a.body : NULL);
      g_autoptr (ExmPrepared) target = test_page_prepare (b.html, NULL);
      g_autoptr (ExmResult) result = run ("exemplar", target, example, 0);
      g_autofree char *body = dup_body (target, result);
      double score = test_site_score (body, b.body);
      g_test_message ("site %u: F1 %.4f, confidence %.2f", site, score,
                      exm_result_get (result)->confidence);
      g_assert_cmpfloat (score, >, .95);
      g_assert_true (exm_result_get (result)->fits);
      g_assert_cmpfloat (exm_result_get (result)->template_similarity, >, .5);
      sum += score / 10;
    }
  g_assert_cmpfloat (sum, >, .98);
}

static void
test_exemplar (void)
{
  static const TestSiteLanguage languages[] = { TEST_SITE_ENGLISH, TEST_SITE_CHINESE };

  for (gsize i = 0; i < G_N_ELEMENTS (languages); i++)
    for (guint region = 0; region <= 1; region++)
      {
        assert_finds (languages[i], TEST_SITE_PLAIN, region);
        assert_finds (languages[i], TEST_SITE_DRIFT, region);
        assert_finds (languages[i], TEST_SITE_DRIFT | TEST_SITE_COMMENTS, region);
      }
}

/* Without a click there is nothing to tell the article from the template by, so the page
 * alone decides; with one, the marked body is the answer. */
static void
test_example_is_target (void)
{
  static const char *const names[] = { "exemplar", "exemplar-literal" };
  g_auto (TestSitePage) a = test_site_make_page (1, 1, 9, TEST_SITE_ENGLISH, 0);
  g_autoptr (ExmPrepared) page = test_page_prepare (a.html, NULL);
  g_autoptr (ExmPrepared) marked = test_page_prepare (a.html, a.body);

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (ExmResult) alone = run (names[i], page, page, 0);
      g_autofree char *found = dup_body (page, alone);
      g_assert_cmpfloat (test_site_score (found, a.body), >, .9);
      g_assert_true (exm_result_get (alone)->same_article);
      g_assert_true (exm_result_get (alone)->fits);
      g_assert_cmpstr (exm_result_get (alone)->method, ==, "exemplar-single");
    }
  g_autoptr (ExmResult) result = run ("exemplar", page, marked, 0);
  g_autofree char *body = dup_body (page, result);
  g_assert_cmpfloat (test_site_score (body, a.body), >, .9);
}

static char *
dup_replaced (const char *text, const char *old, const char *new)
{
  g_auto (GStrv) parts = g_strsplit (text, old, 2);

  g_assert_cmpuint (g_strv_length (parts), ==, 2);
  return g_strjoin (new, parts[0], parts[1], NULL);
}

/* For each kind of copy the body is that of the page alone; beside an example of another
 * article the copy does not count. */
static void
test_example_is_copy (void)
{
  static const TestSiteLanguage languages[] = { TEST_SITE_ENGLISH, TEST_SITE_CHINESE };

  for (gsize i = 0; i < G_N_ELEMENTS (languages); i++)
    {
      g_auto (TestSitePage) a = test_site_make_page (1, 1, 9, languages[i], 0);
      g_auto (TestSitePage) b = test_site_make_page (1, 2, 9, languages[i], 0);
      g_autofree char *first = g_utf8_substring (a.body, 20, 24);
      g_autofree char *word = g_strconcat (first, " [1] ", NULL);
      const char *title = strstr (a.html, "<title>");
      g_autofree char *print
          = g_strdup_printf ("%.*s</title><pre>%s</pre>",
                             (int) (strstr (title, "</title>") - title), title, a.body);
      g_autofree char *copies[] = {
        dup_replaced (a.html, "</body>", "<div>1204 views today</div></body>"),
        dup_replaced (a.html, first, word),
        g_strdup (print),
      };
      g_autoptr (ExmPrepared) target = test_page_prepare (a.html, NULL);
      g_autoptr (ExmPrepared) other = test_page_prepare (b.html, NULL);
      g_autoptr (ExmResult) alone = run ("exemplar-single", target, other, 0);
      g_autoptr (ExmResult) plain = run ("exemplar", target, other, 0);
      g_autofree char *body = dup_body (target, alone);
      g_autofree char *plain_body = dup_body (target, plain);
      g_assert_false (exm_result_get (plain)->same_article);
      for (gsize k = 0; k < G_N_ELEMENTS (copies); k++)
        {
          g_autoptr (ExmPrepared) copy = test_page_prepare (copies[k], NULL);
          ExmPrepared *both[] = { copy, other };
          ExmMethodInput input
              = { .target = target, .examples = both, .n_examples = 1, .window = 32 };
          g_autoptr (ExmResult) result
              = exm_method_run (exm_method_find (NULL, NULL), &input, NULL);
          g_autofree char *found = dup_body (target, result);
          g_assert_true (exm_result_get (result)->same_article);
          g_assert_cmpstr (found, ==, body);
          input.n_examples = 2;
          g_autoptr (ExmResult) beside
              = exm_method_run (exm_method_find (NULL, NULL), &input, NULL);
          g_autofree char *found_beside = dup_body (target, beside);
          g_assert_cmpstr (found_beside, ==, plain_body);
          g_assert_cmpstr (exm_result_get (beside)->method, ==, "exemplar");
        }
      for (gsize k = 0; k < G_N_ELEMENTS (copies); k++)
        g_clear_pointer (&copies[k], g_free);
    }
}

/* A copy for printing has the article alone, and the page more text beside it than that:
 * the copy stands in the page, not the page in the copy. */
static void
test_example_is_part (void)
{
  g_auto (TestSitePage) a = test_site_make_page (1, 1, 9, TEST_SITE_ENGLISH, 0);
  g_autoptr (GString) comments = g_string_new ("<div id=comments><h3>Comments</h3>");
  g_auto (GStrv) lines = g_strsplit (a.body, "\n", -1);
  g_autofree char *inner = g_strjoinv ("<p>", lines);
  const char *title = strstr (a.html, "<title>");
  g_autofree char *print
      = g_strdup_printf ("%.*s</title><h1>Print</h1><p>%s",
                         (int) (strstr (title, "</title>") - title), title, inner);

  for (guint i = 0; i < 24; i++)
    {
      g_auto (TestSitePage) other
          = test_site_make_page (9, 100 + i, 9, TEST_SITE_ENGLISH, 0);
      g_string_append_printf (comments,
                              "<div class=comment><b>reader %u says:</b><p>%s</div>", i,
                              other.body);
    }
  g_string_append (comments, "</div></body>");
  g_autofree char *html = dup_replaced (a.html, "</body>", comments->str);
  g_autoptr (ExmPrepared) target = test_page_prepare (html, NULL);
  g_autoptr (ExmPrepared) copy = test_page_prepare (print, NULL);
  g_autoptr (ExmResult) alone = run ("exemplar-single", target, copy, 0);
  g_autoptr (ExmResult) result = run ("exemplar", target, copy, 0);
  g_autofree char *expected = dup_body (target, alone);
  g_autofree char *found = dup_body (target, result);

  g_assert_true (exm_result_get (result)->same_article);
  g_assert_cmpstr (found, ==, expected);
}

/* A notice of month @month, with teasers of its own beside it. */
static char *
dup_notice (guint month, const char *first_teaser, const char *second_teaser)
{
  return g_strdup_printf (
      "<title>Bright Gas | Prices of %u/2026</title><div id=menu><ul><li><a "
      "href=/>Home</a>"
      "<li><a href=/p>Products</a><li><a href=/c>Contact</a></ul></div><main><article>"
      "<h1>Prices of %u/2026</h1><div class=post-content><p>Dear customers, the price of "
      "gas changes from the first of 0%u/2026 as follows:"
      "<p>– Bottles of 12 kg cost %u000 more than before, with tax and delivery."
      "<p>– Bottles of 45 kg cost %u500 more than before, with tax and delivery."
      "<p>– A grey bottle for the home: %u47 at all our shops.<p>Thank you for your "
      "trust."
      "<p>Yours faithfully!</div></article></main><div class=related><h3>Related "
      "posts</h3>"
      "<p>%s<p>%s</div><footer><p>Bright Gas Ltd, all rights reserved</footer>",
      month, month, month, month, month, month, first_teaser, second_teaser);
}

/* Two notices that differ in their numbers alone have the same lines: the example leaves
 * nothing, and the page alone tells the notice. */
static void
test_notice (void)
{
  g_autofree char *a = dup_notice (
      8, "How a stove and a valve of the harbour are mended with any kettle",
      "How a meter and a hose of the village are tested near a river");
  g_autofree char *b
      = dup_notice (9, "How the boiler of an island market is cleaned before the winter",
                    "How the flame of a heater is kept in any kitchen by the forest");
  g_autoptr (ExmPrepared) target = test_page_prepare (a, NULL);
  g_autoptr (ExmPrepared) example = test_page_prepare (b, NULL);
  g_autoptr (ExmResult) alone = run ("exemplar-single", target, example, 0);
  g_autoptr (ExmResult) result = run ("exemplar", target, example, 0);
  g_autofree char *expected = dup_body (target, alone);
  g_autofree char *found = dup_body (target, result);

  g_assert_nonnull (strstr (found, "Bottles of 45 kg cost 8500"));
  g_assert_cmpstr (found, ==, expected);
  g_assert_cmpfloat (exm_result_get (result)->confidence, ==, 0);
}

/* The same text under other addresses: a page whose article scripts fill in. */
static void
test_nothing_new (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmPrepared) example = test_page_prepare ("<h1>App</h1><p>Loading", NULL);
  g_autoptr (ExmPrepared) target
      = test_page_prepare ("<h1>App</h1><p id=p2>Loading", NULL);
  const ExmMethodInput input
      = { .target = target, .examples = &example, .n_examples = 1, .window = 32 };

  g_assert_null (exm_method_run (exm_method_find (NULL, NULL), &input, &error));
  g_assert_error (error, EXM_EXTRACT_ERROR, EXM_EXTRACT_ERROR_NOTHING_NEW);
}

static void
test_other_site (void)
{
  g_auto (TestSitePage) a = test_site_make_page (1, 1, 9, TEST_SITE_ENGLISH, 0);
  g_autoptr (ExmPrepared) target = test_page_prepare (a.html, NULL);
  g_autoptr (ExmPrepared) example = test_page_prepare (
      "<table class=layout><tr><td id=left>Menu</td><td id=right>Text</td></table>",
      NULL);
  g_autoptr (ExmResult) result = run ("exemplar", target, example, 0);

  g_assert_false (exm_result_get (result)->fits);
  g_assert_cmpfloat (exm_result_get (result)->template_similarity, <, .25);
  g_assert_cmpuint (exm_result_get (result)->head, !=, EXM_NONE);
}

static guint
count_kept (const ExmResult *result)
{
  const ExmResultData *data = exm_result_get (result);
  guint n = 0;

  for (guint i = 0; i < data->n_lines; i++)
    n += data->verdicts[i] == EXM_VERDICT_KEPT;
  return n;
}

static void
test_sensitivity (void)
{
  g_auto (TestSitePage) a
      = test_site_make_page (3, 1, 9, TEST_SITE_ENGLISH, TEST_SITE_DRIFT);
  g_auto (TestSitePage) b
      = test_site_make_page (3, 2, 9, TEST_SITE_ENGLISH, TEST_SITE_DRIFT);
  g_autoptr (ExmPrepared) example = test_page_prepare (a.html, NULL);
  g_autoptr (ExmPrepared) target = test_page_prepare (b.html, NULL);
  guint before = 0;
  guint first = 0, last = 0;

  for (int step = -8; step <= 8; step++)
    {
      g_autoptr (ExmResult) result = run ("exemplar", target, example, step * 1.5);
      guint n = count_kept (result);
      g_test_message ("%g: %u lines", step * 1.5, n);
      g_assert_cmpuint (n, >=, before);
      before = n;
      if (step == -8)
        first = n;
      last = n;
    }
  g_assert_cmpuint (first, ==, 0);
  guint n_lines;
  exm_page_text_get_lines (exm_prepared_get_page (target), &n_lines);
  g_assert_cmpuint (last, ==, n_lines);
}

static void
test_errors (void)
{
  static const char *const names[] = { "exemplar", "exemplar-literal" };
  g_autoptr (ExmPrepared) page = test_page_prepare ("<p>text", NULL);
  g_autoptr (ExmPrepared) empty = test_page_prepare ("<p></p>", NULL);
  ExmMethodInput input = { .target = page, .window = 32 };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (GError) error = NULL;
      g_assert_null (exm_method_run (exm_method_find (names[i], NULL), &input, &error));
      g_assert_error (error, EXM_EXTRACT_ERROR, EXM_EXTRACT_ERROR_NEEDS);
      g_assert_nonnull (strstr (error->message, names[i]));
    }
  g_autoptr (GError) error = NULL;
  input.target = empty;
  g_assert_null (exm_method_run (exm_method_find ("line-block", NULL), &input, &error));
  g_assert_error (error, EXM_EXTRACT_ERROR, EXM_EXTRACT_ERROR_EMPTY);
}

static void
test_unknown_method (void)
{
  g_autoptr (GError) error = NULL;
  guint n;
  const ExmMethod *const *all = exm_method_get_all (&n);

  g_assert_cmpuint (n, >, 0);
  g_assert_cmpstr (all[0]->name, ==, EXM_METHOD_DEFAULT);
  g_assert_true (exm_method_find (NULL, NULL) == all[0]);
  g_assert_null (exm_method_find ("nosuch", &error));
  g_assert_error (error, EXM_EXTRACT_ERROR, EXM_EXTRACT_ERROR_METHOD);
  g_assert_nonnull (strstr (error->message, "nosuch"));
  for (guint i = 0; i < n; i++)
    g_assert_nonnull (strstr (error->message, all[i]->name));
}

static void
test_cancelled (void)
{
  g_auto (TestSitePage) a = test_site_make_page (1, 1, 60, TEST_SITE_ENGLISH, 0);
  g_auto (TestSitePage) b = test_site_make_page (1, 2, 60, TEST_SITE_ENGLISH, 0);
  g_autoptr (ExmPrepared) example = test_page_prepare (a.html, NULL);
  g_autoptr (ExmPrepared) target = test_page_prepare (b.html, NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  static const char *const names[] = { "exemplar", "exemplar-literal" };
  const ExmMethodInput input = {
    .target = target,
    .examples = &example,
    .n_examples = 1,
    .window = 32,
    .cancellable = cancellable,
  };

  g_cancellable_cancel (cancellable);
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (GError) error = NULL;
      g_assert_null (exm_method_run (exm_method_find (names[i], NULL), &input, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    }
}

static void
test_window (void)
{
  g_autoptr (ExmPrepared) example = test_page_prepare ("<p>one text", NULL);
  g_autoptr (ExmPrepared) target = test_page_prepare ("<p>another text", NULL);
  static const guint windows[] = { 0, 257, G_MAXUINT };

  for (gsize i = 0; i < G_N_ELEMENTS (windows); i++)
    {
      g_autoptr (GError) error = NULL;
      const ExmMethodInput input = {
        .target = target, .examples = &example, .n_examples = 1, .window = windows[i]
      };
      g_assert_null (
          exm_method_run (exm_method_find ("exemplar-literal", NULL), &input, &error));
      g_assert_error (error, EXM_EXTRACT_ERROR, EXM_EXTRACT_ERROR_WINDOW);
    }
}

static void
assert_equal (const ExmResult *a, const ExmResult *b)
{
  const ExmResultData *x = exm_result_get (a), *y = exm_result_get (b);

  g_assert_cmpmem (x->verdicts, x->n_lines, y->verdicts, y->n_lines);
  g_assert_cmpmem (x->evidence, x->n_lines * sizeof *x->evidence, y->evidence,
                   y->n_lines * sizeof *y->evidence);
  g_assert_cmpmem (x->weights, x->n_lines * sizeof *x->weights, y->weights,
                   y->n_lines * sizeof *y->weights);
  g_assert_cmpfloat (x->confidence, ==, y->confidence);
  g_assert_cmpuint (x->lanes->len, ==, y->lanes->len);
}

/* Small and strange pages, each against each, by every method; twice. */
static void
test_all_pairs (void)
{
  static const char *const pages[] = {
    "x",
    "<p hidden>only hidden text on this page</p>",
    "<p hidden>hidden</p><p>seen</p><noscript>more</noscript>",
    "<p>。</p>",
    "<p>…</p><p>—</p>",
    "<nav><a href=u>One</a> <a href=u>Two</a></nav>",
    "<table><tr><td>1<td>2<tr><td>3<td>4</table>",
    "<p>中文，一句话。</p><p>中文，一句话。</p>",
    "<div class=comments><p>Comments (3)</p><p>A remark that goes on for a "
    "while.</p></div>",
    "<pre>one\ntwo\nthree</pre>",
    "<p>The quick brown fox jumps over the lazy dog, and again, and again, and so "
    "on.</p>",
  };
  guint n_methods;
  const ExmMethod *const *methods = exm_method_get_all (&n_methods);

  for (gsize i = 0; i < G_N_ELEMENTS (pages); i++)
    for (gsize k = 0; k < G_N_ELEMENTS (pages); k++)
      for (guint m = 0; m < n_methods; m++)
        {
          if (i == k && methods[m]->needs != EXM_NEEDS_NOTHING)
            continue; /* the page alone, see test_example_is_target() */
          g_autoptr (ExmPrepared) target = test_page_prepare (pages[i], NULL);
          g_autoptr (ExmPrepared) example = test_page_prepare (pages[k], NULL);
          g_test_message ("%s: %s / %s", methods[m]->name, pages[i], pages[k]);
          g_autoptr (ExmResult) a = run (methods[m]->name, target, example, 0);
          g_autoptr (ExmResult) b = run (methods[m]->name, target, example, 0);
          assert_equal (a, b);
        }
}

/* Pages that no method may stumble over, with statistics of a site that has none of them.
 */
static void
test_bad_pages (void)
{
  static const struct
  {
    const char *name;
    const char *before;
    const char *unit;
    guint n;
  } pages[] = {
    { "one line", "", "<p>A line, and nothing else.", 1 },
    { "one word", "", "word", 1 },
    { "all links", "<h1><a href=h>Links of the day</a></h1>",
      "<p><a href=x>One more link, that leads on.</a></p>\n", 200 },
    { "all punctuation", "", "<p>,.;:!? ……——（）【】“”。，、</p>\n", 100 },
    { "right to left", "<h1 dir=rtl>עיריית חיפה פתחה גשר</h1>",
      "<div dir=rtl><p>ראש העיר אמר, כי הגשר ייפתח.</p><p dir=rtl>قال رئيس البلدية، إن "
      "الجسر سيفتح.</p></div>\n",
      60 },
    { "vertical", "<h1>橋の工事</h1>",
      "<p style='writing-mode:vertical-rl'>市長は、橋が春に開くと、述べた。</p>\n", 60 },
    { "columns of one character", "", "<p>橋<br>は<br>春<br>に<br>。</p>", 60 },
    { "no spaces", "<p>", "ThebridgeistobeopenedagaininthespringsaidthemayoronMonday",
      400 },
    { "no marks", "", "<p>the bridge is to be opened again in the spring</p>\n", 60 },
    { "cells", "<table>", "<tr><td>1<td>2<td>3", 200 },
    { "nested", "", "<div><b><font>x", 600 },
  };
  const ExmSiteStatLine counts[] = { { 1, 90 }, { 2, 3 }, { G_MAXUINT64, 100 } };
  g_autoptr (ExmSiteStat) site = exm_site_stat_new (100, counts, G_N_ELEMENTS (counts));
  g_auto (TestSitePage) other = test_site_make_page (5, 1, 6, TEST_SITE_ENGLISH, 0);
  g_autoptr (ExmPrepared) example = test_page_prepare (other.html, NULL);
  guint n_methods;
  const ExmMethod *const *methods = exm_method_get_all (&n_methods);

  for (gsize i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      g_autofree char *html
          = test_page_repeat (pages[i].before, pages[i].unit, pages[i].n, "");
      g_autoptr (ExmPrepared) target = test_page_prepare (html, NULL);
      g_autoptr (ExmLayout) layout = test_layout_new (exm_prepared_get_page (target));
      for (guint m = 0; m < n_methods; m++)
        {
          const ExmMethodInput input = { .target = target,
                                         .layout = layout,
                                         .examples = &example,
                                         .n_examples = 1,
                                         .window = 32,
                                         .site = site };
          g_autoptr (GError) error = NULL;
          g_test_message ("%s: %s", methods[m]->name, pages[i].name);
          g_autoptr (ExmResult) result = exm_method_run (methods[m], &input, &error);
          g_assert_no_error (error);
          assert_invariants (target, result);
        }
    }
}

static void
test_no_text (void)
{
  static const char *const pages[] = { "", "<p></p>", "<!-- -->", "<script>x</script>" };
  g_autoptr (ExmPrepared) example = test_page_prepare ("<p>text", NULL);
  guint n_methods;
  const ExmMethod *const *methods = exm_method_get_all (&n_methods);

  for (gsize i = 0; i < G_N_ELEMENTS (pages); i++)
    for (guint m = 0; m < n_methods; m++)
      {
        g_autoptr (ExmPrepared) target = test_page_prepare (pages[i], NULL);
        const ExmMethodInput input
            = { .target = target, .examples = &example, .n_examples = 1, .window = 32 };
        g_autoptr (GError) error = NULL;
        g_assert_null (exm_method_run (methods[m], &input, &error));
        g_assert_error (error, EXM_EXTRACT_ERROR, EXM_EXTRACT_ERROR_EMPTY);
      }
}

/* Four times the lines may take so many times as long: quadratic work takes 16. */
#define MAX_RATIO 9.

static double
read_clock (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (double) now.tv_sec + 1e-9 * (double) now.tv_nsec;
}

static double
time_method (const ExmMethod *method, ExmPrepared *target, ExmPrepared *example)
{
  double before = read_clock ();
  g_autoptr (ExmResult) result = run (method->name, target, example, 0);

  return read_clock () - before;
}

static void
test_many_lines (void)
{
  static const guint n_lines[] = { 50000, 200000 };
  ExmPrepared *targets[2];
  g_autoptr (ExmPrepared) example = test_page_prepare ("<h1>Title</h1><p>Text.", NULL);
  guint n_methods;
  const ExmMethod *const *methods = exm_method_get_all (&n_methods);

  for (guint k = 0; k < 2; k++)
    {
      g_autofree char *html = test_page_repeat (
          "<title>Lines of it</title><h1>Lines of it</h1><div>",
          "<p>A line, 2026-11-20, of <a href=x>many</a>.</p>\n", n_lines[k], "</div>");
      targets[k] = test_page_prepare (html, NULL);
    }
  for (guint m = 0; m < n_methods; m++)
    {
      double few = time_method (methods[m], targets[0], example);
      double many = time_method (methods[m], targets[1], example);
      g_test_message ("%s: %.3f s, %.3f s", methods[m]->name, few, many);
      g_assert_cmpfloat (many, <, MAX_RATIO * MAX (few, .01));
    }
  exm_prepared_unref (targets[0]);
  exm_prepared_unref (targets[1]);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/extract/methods/literal-without-drift", test_literal_without_drift);
  g_test_add_func ("/extract/methods/exemplar", test_exemplar);
  g_test_add_func ("/extract/methods/example-is-target", test_example_is_target);
  g_test_add_func ("/extract/methods/example-is-copy", test_example_is_copy);
  g_test_add_func ("/extract/methods/example-is-part", test_example_is_part);
  g_test_add_func ("/extract/methods/notice", test_notice);
  g_test_add_func ("/methods/nothing-new", test_nothing_new);
  g_test_add_func ("/extract/methods/other-site", test_other_site);
  g_test_add_func ("/extract/methods/sensitivity", test_sensitivity);
  g_test_add_func ("/extract/methods/errors", test_errors);
  g_test_add_func ("/extract/methods/unknown", test_unknown_method);
  g_test_add_func ("/extract/methods/cancelled", test_cancelled);
  g_test_add_func ("/extract/methods/window", test_window);
  g_test_add_func ("/extract/methods/all-pairs", test_all_pairs);
  g_test_add_func ("/extract/methods/bad-pages", test_bad_pages);
  g_test_add_func ("/extract/methods/no-text", test_no_text);
  g_test_add_func ("/extract/methods/many-lines", test_many_lines);
  return g_test_run ();
}
