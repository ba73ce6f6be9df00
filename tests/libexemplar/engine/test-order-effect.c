/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The order effect of line-statistics, on a site of 60 pages that was worked by hand. */

#include "engine/exm-order-effect.h"

#include <string.h>

#define N_PAGES 60u

/* Ten characters each, with a mark that makes them prose. */
#define EVERYWHERE "All, ever."
#define EVERY_TENTH "A, seldom."

/* Page @i: a line of its own; one that all pages have; one that every tenth has. Digits
 * are folded, so what is its own is written in letters. */
static ExmPrepared *
make_page (ExmEngine *engine, guint i)
{
  g_autofree char *html
      = g_strdup_printf ("<p>It, own%c%c.<p>%s%s", 'a' + i / 26, 'a' + i % 26, EVERYWHERE,
                         i % 10 == 0 ? "<p>" EVERY_TENTH : "");
  g_autoptr (GBytes) bytes = g_bytes_new (html, strlen (html));
  g_autoptr (GError) error = NULL;
  ExmPrepared *page = exm_engine_prepare (engine, bytes, NULL, NULL, &error);

  g_assert_no_error (error);
  return page;
}

static GArray *
measure (guint n_pages, const char *method, GError **error)
{
  g_autoptr (ExmEngine) engine = exm_engine_new ();
  g_autoptr (GPtrArray) pages
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_prepared_unref);
  const ExmExtractOptions options = { .method = method, .window = 32 };

  for (guint i = 0; i < n_pages; i++)
    g_ptr_array_add (pages, make_page (engine, i));
  return exm_order_effect_measure (engine, (ExmPrepared *const *) pages->pdata, n_pages,
                                   NULL, 0, &options, NULL, error);
}

/* int (1 + RC / 50) is 1 for the first fifty pages and 2 behind them. The line that all
 * have was seen 0, 1, 2 … times before: kept on pages 0 and 1. The line of every tenth
 * page was seen 0, 1, 2 … times before pages 0, 10, 20 …: kept on pages 0 and 10. All
 * sixty have the one 60 times and the other 6 times, more than 2: noise everywhere.
 *
 * Of six pages a tenth: page 0 keeps three lines and should keep one (2/3 noise), page 1
 * two of which one is noise (1/2): (2/3 + 1/2) / 6. Page 10 is in the second tenth: 1/2
 * of it is noise. All lines have ten characters. */
static void
test_sixty (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) parts = measure (N_PAGES, "line-statistics", &error);
  const double expected[EXM_ORDER_PARTS] = { (2. / 3 + 1. / 2) / 6, 1. / 2 / 6 };

  g_assert_no_error (error);
  g_assert_cmpuint (parts->len, ==, EXM_ORDER_PARTS);
  for (guint i = 0; i < parts->len; i++)
    {
      const ExmOrderPart *part = &g_array_index (parts, ExmOrderPart, i);
      g_assert_cmpuint (part->first, ==, 6 * i);
      g_assert_cmpuint (part->n_pages, ==, 6);
      g_assert_cmpfloat_with_epsilon (part->lines, expected[i], 1e-9);
      g_assert_cmpfloat_with_epsilon (part->chars, expected[i], 1e-9);
    }
}

/* Fewer pages than tenths are parts of their own; none has none. */
static void
test_few (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) three = measure (3, "line-statistics", &error);
  g_autoptr (GArray) none = measure (0, "line-statistics", &error);

  g_assert_no_error (error);
  g_assert_cmpuint (none->len, ==, 0);
  g_assert_cmpuint (three->len, ==, 3);
  for (guint i = 0; i < three->len; i++)
    g_assert_cmpuint (g_array_index (three, ExmOrderPart, i).n_pages, ==, 1);
}

/* A method that does not count sees no order; one that needs an example says so. */
static void
test_others (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) parts = measure (20, "line-block", &error);

  g_assert_no_error (error);
  for (guint i = 0; i < parts->len; i++)
    g_assert_cmpfloat (g_array_index (parts, ExmOrderPart, i).lines, ==, 0);
  g_assert_null (measure (3, "exemplar-literal", &error));
  g_assert_error (error, EXM_EXTRACT_ERROR, EXM_EXTRACT_ERROR_NEEDS);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/order-effect/sixty", test_sixty);
  g_test_add_func ("/order-effect/few", test_few);
  g_test_add_func ("/order-effect/others", test_others);
  return g_test_run ();
}
