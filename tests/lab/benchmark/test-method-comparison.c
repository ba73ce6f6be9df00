/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Methods beside each other: scores and agreement against a slow oracle, failures, what
 * is known of an early end, and the forms that it is written in. */

#include "lab/benchmark/exm-method-comparison.h"

#include "article/exm-body.h"
#include "test-site.h"

#include <math.h>
#include <string.h>

#define N_PAGES 6u
#define CLOSE 1e-9

static const char *const names[] = { "exemplar", "line-block", "boilerpipe-article" };
#define N_METHODS G_N_ELEMENTS (names)

typedef struct
{
  ExmEngine *engine;
  TestSitePage pages[N_PAGES];
  TestSitePage example;
  gboolean with_bodies;
  guint fails_at; /* a page that cannot be loaded; N_PAGES for none */
  GCancellable *cancellable;
  guint cancel_after;
  guint n_told;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  self->engine = exm_engine_new ();
  for (guint i = 0; i < N_PAGES; i++)
    self->pages[i] = test_site_make_page (1, i, 3 + i, TEST_SITE_ENGLISH,
                                          TEST_SITE_DRIFT | TEST_SITE_COMMENTS);
  self->example = test_site_make_page (1, N_PAGES, 4, TEST_SITE_ENGLISH,
                                       TEST_SITE_DRIFT | TEST_SITE_COMMENTS);
  self->with_bodies = TRUE;
  self->fails_at = N_PAGES;
  self->cancel_after = N_PAGES + 1;
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  for (guint i = 0; i < N_PAGES; i++)
    test_site_page_clear (&self->pages[i]);
  test_site_page_clear (&self->example);
  g_object_unref (self->engine);
}

static ExmPrepared *
prepare (Fixture *self, const TestSitePage *page)
{
  g_autoptr (GBytes) raw = g_bytes_new (page->html, strlen (page->html));
  ExmPrepared *prepared = exm_engine_prepare (self->engine, raw, NULL, NULL, NULL);

  g_assert_nonnull (prepared);
  return prepared;
}

static gboolean
load (guint index, gpointer data, ExmComparedPage *page, GError **error)
{
  Fixture *self = data;

  g_assert_cmpuint (index, <, N_PAGES);
  if (self->with_bodies)
    page->body = g_strdup (self->pages[index].body);
  if (index == self->fails_at)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "no such page");
      return FALSE;
    }
  page->target = prepare (self, &self->pages[index]);
  page->examples = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_prepared_unref);
  g_ptr_array_add (page->examples, prepare (self, &self->example));
  return TRUE;
}

static void
note (guint done, guint all, gpointer data)
{
  Fixture *self = data;

  g_assert_cmpuint (done, ==, ++self->n_told);
  g_assert_cmpuint (all, ==, N_PAGES);
  if (done == self->cancel_after)
    g_cancellable_cancel (self->cancellable);
}

static ExmMethodComparison *
run (Fixture *self, guint n_names, ExmComparedReference reference, guint n_threads)
{
  g_autoptr (GPtrArray) methods = exm_compared_methods_new ();
  const ExmMethodComparisonOptions options = {
    .methods = methods,
    .reference = reference,
    .n_pages = N_PAGES,
    .load = load,
    .progress = note,
    .data = self,
    .n_threads = n_threads,
  };
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < n_names; i++)
    {
      exm_compared_methods_add (methods, names[N_METHODS - n_names + i], NULL, &error);
      g_assert_no_error (error);
    }
  self->n_told = 0;
  return exm_method_comparison_run (self->engine, &options, self->cancellable);
}

/* Extracts a page by one method alone. */
static char *
extract (Fixture *self, guint page, const char *method)
{
  const ExmExtractOptions options = { .method = method };
  g_autoptr (ExmPrepared) target = prepare (self, &self->pages[page]);
  g_autoptr (ExmPrepared) example = prepare (self, &self->example);
  g_autoptr (ExmResult) result
      = exm_engine_extract (self->engine, target, &example, 1, &options, NULL, NULL);
  g_assert_nonnull (result);
  return exm_body_write_text (exm_prepared_get_page (target), result);
}

static void
test_oracle (Fixture *self, gconstpointer data)
{
  g_autoptr (ExmMethodComparison) got = run (self, N_METHODS, EXM_COMPARED_WITH_KNOWN, 3);
  double f1[N_METHODS] = { 0 }, agreement[N_METHODS][N_METHODS] = { { 0 } };

  for (guint p = 0; p < N_PAGES; p++)
    {
      char *bodies[N_METHODS];
      for (guint i = 0; i < N_METHODS; i++)
        {
          bodies[i] = extract (self, p, names[i]);
          f1[i] += test_site_score (bodies[i], self->pages[p].body) / N_PAGES;
        }
      for (guint i = 0; i < N_METHODS; i++)
        for (guint k = 0; k < N_METHODS; k++)
          agreement[i][k] += test_site_score (bodies[i], bodies[k]) / N_PAGES;
      for (guint i = 0; i < N_METHODS; i++)
        g_free (bodies[i]);
    }
  g_assert_cmpuint (got->n_done, ==, N_PAGES);
  g_assert_cmpuint (got->n_scored, ==, N_PAGES);
  g_assert_cmpuint (self->n_told, ==, N_PAGES);
  for (guint i = 0; i < N_METHODS; i++)
    {
      g_assert_cmpfloat_with_epsilon (got->scores[i].f1, f1[i], CLOSE);
      g_assert_cmpuint (got->scores[i].n_failed, ==, 0);
      for (guint k = 0; k < N_METHODS; k++)
        g_assert_cmpfloat_with_epsilon (exm_method_comparison_get_agreement (got, i, k),
                                        agreement[i][k], CLOSE);
    }
  /* Otherwise the pages could not tell one method's figures from another's. */
  g_assert_cmpfloat (fabs (f1[0] - f1[1]), >, .01);
  g_assert_cmpfloat (fabs (f1[0] - f1[2]), >, .01);
}

static void
test_threads (Fixture *self, gconstpointer data)
{
  g_autoptr (ExmMethodComparison) one = run (self, N_METHODS, EXM_COMPARED_WITH_KNOWN, 1);
  g_autoptr (ExmMethodComparison) many
      = run (self, N_METHODS, EXM_COMPARED_WITH_KNOWN, 4);

  for (guint i = 0; i < N_METHODS; i++)
    {
      g_assert_cmpfloat (one->scores[i].f1, ==, many->scores[i].f1);
      g_assert_cmpfloat (one->scores[i].precision, ==, many->scores[i].precision);
      g_assert_cmpfloat (one->scores[i].recall, ==, many->scores[i].recall);
    }
  g_assert_cmpmem (one->agreement, sizeof (double) * N_METHODS * N_METHODS,
                   many->agreement, sizeof (double) * N_METHODS * N_METHODS);
}

/* A page that cannot be loaded is a page on which every method found nothing. */
static void
test_failure (Fixture *self, gconstpointer data)
{
  g_autoptr (ExmMethodComparison) whole
      = run (self, N_METHODS, EXM_COMPARED_WITH_KNOWN, 2);
  self->fails_at = 2;
  g_autoptr (ExmMethodComparison) got = run (self, N_METHODS, EXM_COMPARED_WITH_KNOWN, 2);

  g_assert_cmpuint (got->n_scored, ==, N_PAGES);
  for (guint i = 0; i < N_METHODS; i++)
    {
      g_autofree char *body = extract (self, 2, names[i]);
      double lost = test_site_score (body, self->pages[2].body) / N_PAGES;
      g_assert_cmpuint (got->scores[i].n_failed, ==, 1);
      g_assert_cmpuint (got->scores[i].causes->len, ==, 1);
      const ExmComparedCause *cause = got->scores[i].causes->pdata[0];
      g_assert_cmpstr (cause->message, ==, "no such page");
      g_assert_cmpuint (cause->n, ==, 1);
      g_assert_cmpuint (cause->first, ==, 2);
      g_assert_cmpfloat_with_epsilon (got->scores[i].f1, whole->scores[i].f1 - lost,
                                      CLOSE);
      /* To fail together is not to agree. */
      g_assert_cmpfloat_with_epsilon (exm_method_comparison_get_agreement (got, i, i), 1,
                                      CLOSE);
    }
}

static void
test_early_end (Fixture *self, gconstpointer data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  self->cancellable = cancellable;
  self->cancel_after = 2;
  g_autoptr (ExmMethodComparison) got = run (self, N_METHODS, EXM_COMPARED_WITH_KNOWN, 1);
  g_autofree char *about = exm_method_comparison_describe (got, NULL);
  g_assert_cmpuint (got->n_pages, ==, N_PAGES);
  g_assert_cmpuint (got->n_done, ==, 2);
  g_assert_cmpuint (got->n_scored, ==, 2);
  g_assert_nonnull (strstr (about, "2 of 6 pages"));
  for (guint i = 0; i < N_METHODS; i++)
    {
      double f1 = 0;
      for (guint p = 0; p < 2; p++)
        {
          g_autofree char *body = extract (self, p, names[i]);
          f1 += test_site_score (body, self->pages[p].body) / 2;
        }
      g_assert_cmpfloat_with_epsilon (got->scores[i].f1, f1, CLOSE);
    }

  g_autoptr (ExmMethodComparison) none
      = run (self, N_METHODS, EXM_COMPARED_WITH_KNOWN, 1);
  g_assert_cmpuint (none->n_done, ==, 0);
  g_assert_true (isnan (none->agreement[0]));
}

/* The default method is the reference whether it was asked for or not. */
static void
test_default_reference (Fixture *self, gconstpointer data)
{
  self->with_bodies = FALSE;
  g_autoptr (ExmMethodComparison) with
      = run (self, N_METHODS, EXM_COMPARED_WITH_DEFAULT, 2);
  g_autoptr (ExmMethodComparison) without
      = run (self, N_METHODS - 1, EXM_COMPARED_WITH_DEFAULT, 2);
  g_autofree char *about = exm_method_comparison_describe (without, "By example");

  g_assert_cmpuint (with->n_scored, ==, N_PAGES);
  g_assert_cmpfloat_with_epsilon (with->scores[0].f1, 1, CLOSE);
  for (guint i = 1; i < N_METHODS; i++)
    {
      g_assert_cmpfloat_with_epsilon (with->scores[i].f1, with->agreement[i], CLOSE);
      g_assert_cmpfloat (with->scores[i].f1, ==, without->scores[i - 1].f1);
    }
  g_assert_nonnull (strstr (about, "what “By example” finds on 6 of 6 pages"));

  g_autoptr (ExmMethodComparison) unknown
      = run (self, N_METHODS, EXM_COMPARED_WITH_KNOWN, 2);
  g_assert_cmpuint (unknown->n_done, ==, N_PAGES);
  g_assert_cmpuint (unknown->n_scored, ==, 0);
}

static void
test_refused (void)
{
  g_autoptr (GPtrArray) methods = exm_compared_methods_new ();
  g_autoptr (GError) name = NULL, parameter = NULL;

  g_assert_false (exm_compared_methods_add (methods, "magic", NULL, &name));
  g_assert_error (name, EXM_EXTRACT_ERROR, EXM_EXTRACT_ERROR_METHOD);
  g_assert_false (
      exm_compared_methods_add (methods, "boilerpipe-article", "magic=1", &parameter));
  g_assert_error (parameter, EXM_EXTRACT_ERROR, EXM_EXTRACT_ERROR_PARAMETER);
  g_assert_cmpuint (methods->len, ==, 0);
}

static void
test_csv (Fixture *self, gconstpointer data)
{
  self->fails_at = 0;
  g_autoptr (ExmMethodComparison) got = run (self, N_METHODS, EXM_COMPARED_WITH_KNOWN, 2);
  g_autoptr (GString) csv = exm_method_comparison_write_csv (got);
  g_auto (GStrv) rows = g_strsplit (csv->str, "\r\n", -1);

  g_assert_cmpuint (g_strv_length (rows), ==, N_METHODS + 2);
  for (guint i = 0; i < N_METHODS; i++)
    {
      g_auto (GStrv) cells = g_strsplit (rows[i + 1], ",", -1);
      g_autofree char *quoted = g_strdup_printf ("\"%s\"", names[i]);
      g_assert_cmpuint (g_strv_length (cells), ==, 15 + N_METHODS);
      g_assert_cmpstr (cells[0], ==, quoted);
      g_assert_cmpfloat_with_epsilon (g_ascii_strtod (cells[8], NULL), got->scores[i].f1,
                                      6e-5);
      g_assert_cmpstr (cells[12], ==, "1");
      g_assert_cmpstr (cells[14], ==, "\"1 × no such page\"");
      g_assert_cmpstr (cells[15 + i], ==, "1");
    }
}

static void
on_text (GMarkupParseContext *context,
         const char *text,
         gsize n_bytes,
         gpointer data,
         GError **error)
{
  g_string_append_len (data, text, (gssize) n_bytes);
}

/* Well-formed whatever the name is, and the numbers are in it as words. */
static void
test_svg (Fixture *self, gconstpointer data)
{
  static const GMarkupParser parser = { .text = on_text };
  g_autoptr (ExmMethodComparison) got = run (self, N_METHODS, EXM_COMPARED_WITH_KNOWN, 2);
  g_autoptr (GString) svg = exm_method_comparison_write_svg (got, "<b>&\"news\"\x01");
  g_autoptr (GString) words = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  GMarkupParseContext *context = g_markup_parse_context_new (&parser, 0, words, NULL);

  g_markup_parse_context_parse (context, svg->str, (gssize) svg->len, &error);
  g_assert_no_error (error);
  g_markup_parse_context_end_parse (context, &error);
  g_assert_no_error (error);
  g_markup_parse_context_free (context);
  g_assert_nonnull (strstr (words->str, "<b>&\"news\""));
  for (guint i = 0; i < N_METHODS; i++)
    {
      char f1[G_ASCII_DTOSTR_BUF_SIZE];
      g_ascii_formatd (f1, sizeof f1, "%.3f", got->scores[i].f1);
      g_assert_nonnull (strstr (words->str, names[i]));
      g_assert_nonnull (strstr (words->str, f1));
    }
}

static void
test_markdown (Fixture *self, gconstpointer data)
{
  self->fails_at = 1;
  g_autoptr (ExmMethodComparison) got = run (self, N_METHODS, EXM_COMPARED_WITH_KNOWN, 2);
  g_autoptr (GString) text = exm_method_comparison_write_markdown (got);
  g_auto (GStrv) lines = g_strsplit (text->str, "\n", -1);
  guint n_rows = 0;

  for (guint i = 0; lines[i] != NULL; i++)
    n_rows += lines[i][0] == '|';
  g_assert_cmpuint (n_rows, ==, 2 * (N_METHODS + 2));
  g_assert_nonnull (strstr (text->str, "boilerpipe\\-article"));
  g_assert_nonnull (strstr (text->str, "1 × no such page"));
  g_assert_true (g_str_has_suffix (text->str, "\n"));
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path;
    void (*test) (Fixture *self, gconstpointer data);
  } tests[] = {
    { "/method-comparison/oracle", test_oracle },
    { "/method-comparison/threads", test_threads },
    { "/method-comparison/failure", test_failure },
    { "/method-comparison/early-end", test_early_end },
    { "/method-comparison/default-reference", test_default_reference },
    { "/method-comparison/csv", test_csv },
    { "/method-comparison/svg", test_svg },
    { "/method-comparison/markdown", test_markdown },
  };

  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].test, tear_down);
  g_test_add_func ("/method-comparison/refused", test_refused);
  return g_test_run ();
}
