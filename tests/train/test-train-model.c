/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Training of the small nets: steps beside slopes that are measured, what is learned from
 * few pages, and what is refused. */

#include "config.h"

#include "exm-row-inputs.h"
#include "exm-train-model.h"
#include "test-page.h"
#include "test-site.h"

#include <string.h>

static const char *const methods[] = { "bp-net", "density-net" };

static void
add_page (ExmTrainRows *rows, guint site, guint number)
{
  g_auto (TestSitePage) made
      = test_site_make_page (site, number, 6, TEST_SITE_ENGLISH, TEST_SITE_COMMENTS);
  g_autoptr (ExmPageText) page = test_page_read (made.html);
  g_autoptr (ExmTrainLabels) labels = exm_train_labels_new (page, made.body);
  g_autofree char *name = g_strdup_printf ("s%u.example", site);

  exm_train_rows_add (rows, name, page, labels);
}

static ExmTrainRows *
make_rows (const char *method, guint n_sites, guint n_pages)
{
  ExmTrainRows *rows = exm_train_rows_new (exm_model_layout_find (method));

  for (guint site = 1; site <= n_sites; site++)
    for (guint i = 1; i <= n_pages; i++)
      add_page (rows, site, i);
  return rows;
}

/* Half of the sum of the squared errors on the page that @rows were made of. */
static double
measure_error (const ExmModelLayout *layout, const double *weights)
{
  g_auto (TestSitePage) made
      = test_site_make_page (1, 1, 6, TEST_SITE_ENGLISH, TEST_SITE_COMMENTS);
  g_autoptr (ExmPageText) page = test_page_read (made.html);
  g_autoptr (ExmTrainLabels) labels = exm_train_labels_new (page, made.body);
  g_auto (ExmRowInputs) inputs = { 0 };
  double hidden[EXM_MODEL_MAX_HIDDEN], sum = 0;

  exm_row_inputs_measure (&inputs, layout, page);
  for (guint i = 0; i < inputs.n_rows; i++)
    {
      double target = exm_train_labels_get (labels, inputs.lines[i]) >= .5f ? 1 : 0;
      double output
          = exm_model_run (layout, weights, inputs.values + i * layout->n_inputs, hidden);
      sum += (target - output) * (target - output) / 2;
    }
  return sum;
}

/* An epoch of tiny steps goes down the slope of the error. */
static void
test_steps (void)
{
  const double rate = 1e-7, width = 1e-5;

  for (gsize m = 0; m < G_N_ELEMENTS (methods); m++)
    {
      const ExmModelLayout *layout = exm_model_layout_find (methods[m]);
      g_autoptr (ExmTrainRows) rows = make_rows (methods[m], 1, 1);
      ExmTrainModelOptions options = { .seed = 3, .rate = rate, .about = "" };
      g_auto (ExmTrainModelReport) before_report = { 0 };
      g_auto (ExmTrainModelReport) after_report = { 0 };
      g_autoptr (ExmMethodModel) before
          = exm_train_model (rows, &options, &before_report, NULL);
      options.max_epochs = 1;
      g_autoptr (ExmMethodModel) after
          = exm_train_model (rows, &options, &after_report, NULL);
      const double *from = exm_method_model_get_weights (before);
      const double *to = exm_method_model_get_weights (after);
      guint n = exm_model_layout_count (layout);
      g_autofree double *moved = g_memdup2 (from, n * sizeof *from);
      for (guint i = 0; i < n; i++)
        {
          moved[i] = from[i] + width;
          double above = measure_error (layout, moved);
          moved[i] = from[i] - width;
          double below = measure_error (layout, moved);
          moved[i] = from[i];
          double slope = (above - below) / (2 * width);
          g_assert_cmpfloat_with_epsilon ((from[i] - to[i]) / rate, slope, 1e-3);
        }
    }
}

typedef struct
{
  guint n;
  GCancellable *cancellable; /* (nullable): used at the third epoch */
} Progress;

static void
count_epoch (guint epoch, double loss, gpointer data)
{
  Progress *progress = data;

  g_assert_cmpuint (epoch, ==, ++progress->n);
  if (epoch == 3 && progress->cancellable != NULL)
    g_cancellable_cancel (progress->cancellable);
}

/* Learns from twenty pages, which suffice. Returns: the model as text. */
static char *
learn (const char *method, guint64 seed)
{
  g_autoptr (ExmTrainRows) rows = make_rows (method, 10, 2);
  g_auto (ExmTrainModelReport) report = { 0 };
  Progress progress = { 0 };
  const ExmTrainModelOptions options = {
    .seed = seed,
    .max_epochs = 300,
    .rate = EXM_TRAIN_RATE,
    .target_error = EXM_TRAIN_TARGET_ERROR,
    .held_back = .2,
    .about = "own pages",
    .progress = count_epoch,
    .data = &progress,
  };
  g_autoptr (ExmMethodModel) model = exm_train_model (rows, &options, &report, NULL);
  double first = g_array_index (report.losses, double, 0);
  double last = g_array_index (report.losses, double, report.losses->len - 1);

  g_test_message ("%s: %u epochs, loss %.4f to %.4f, F1 %.4f", method, report.losses->len,
                  first, last, report.f1);
  g_assert_cmpuint (exm_train_rows_get_n_pages (rows), ==, EXM_TRAIN_ENOUGH_PAGES);
  g_assert_cmpuint (report.n_held_back, ==, 4);
  g_assert_cmpuint (report.n_learned, ==, 16);
  g_assert_cmpuint (progress.n, ==, report.losses->len);
  g_assert_cmpfloat (last, <, first);
  g_assert_cmpfloat (report.f1, >, .75);
  /* It ends when the error is small enough, and not before. */
  if (report.losses->len < options.max_epochs)
    g_assert_cmpfloat (last, <=, EXM_TRAIN_TARGET_ERROR);
  return exm_method_model_write (model);
}

/* The same seed gives the same bytes. */
static void
test_learns (void)
{
  for (gsize m = 0; m < G_N_ELEMENTS (methods); m++)
    {
      g_autofree char *one = learn (methods[m], 1);
      g_autofree char *again = learn (methods[m], 1);
      g_autofree char *other = learn (methods[m], 2);

      g_assert_cmpstr (one, ==, again);
      g_assert_cmpstr (one, !=, other);
    }
}

/* Pages of one site are held back one by one. */
static void
test_one_site (void)
{
  g_autoptr (ExmTrainRows) rows = make_rows ("density-net", 1, 10);
  g_auto (ExmTrainModelReport) report = { 0 };
  const ExmTrainModelOptions options
      = { .max_epochs = 5, .rate = .2, .held_back = .3, .about = "" };
  g_autoptr (ExmMethodModel) model = exm_train_model (rows, &options, &report, NULL);

  g_assert_nonnull (model);
  g_assert_cmpuint (report.n_held_back, ==, 3);
  g_assert_cmpuint (report.n_learned, ==, 7);
}

static void
test_cancelled (void)
{
  g_autoptr (ExmTrainRows) rows = make_rows ("bp-net", 2, 1);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_auto (ExmTrainModelReport) report = { 0 };
  g_autoptr (GError) error = NULL;
  Progress progress = { 0, cancellable };
  const ExmTrainModelOptions options = { .max_epochs = 1000,
                                         .rate = .2,
                                         .about = "",
                                         .progress = count_epoch,
                                         .data = &progress,
                                         .cancellable = cancellable };

  g_assert_null (exm_train_model (rows, &options, &report, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (report.losses->len, ==, 3);
}

static void
assert_refused (const char *html, const char *body, const char *complaint)
{
  g_autoptr (ExmTrainRows) rows = exm_train_rows_new (exm_model_layout_find ("bp-net"));
  g_auto (ExmTrainModelReport) report = { 0 };
  g_autoptr (GError) error = NULL;
  const ExmTrainModelOptions options = { .max_epochs = 1, .rate = .2, .about = "" };

  if (html != NULL)
    {
      g_autoptr (ExmPageText) page = test_page_read (html);
      g_autoptr (ExmTrainLabels) labels = exm_train_labels_new (page, body);
      exm_train_rows_add (rows, NULL, page, labels);
    }
  g_assert_null (exm_train_model (rows, &options, &report, &error));
  g_assert_error (error, EXM_TRAIN_ERROR, EXM_TRAIN_ERROR_ONE_CLASS);
  g_assert_nonnull (strstr (error->message, complaint));
}

static void
test_one_class (void)
{
  assert_refused (NULL, NULL, "nothing to learn from");
  assert_refused ("<p></p>", "", "nothing to learn from");
  assert_refused ("<p>One two three four five.", "Another body of other words",
                  "No line");
  assert_refused ("<p>One two three four five.", "One two three four five.",
                  "Every line");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/train-model/steps", test_steps);
  g_test_add_func ("/train-model/learns", test_learns);
  g_test_add_func ("/train-model/one-site", test_one_site);
  g_test_add_func ("/train-model/cancelled", test_cancelled);
  g_test_add_func ("/train-model/one-class", test_one_class);
  return g_test_run ();
}
