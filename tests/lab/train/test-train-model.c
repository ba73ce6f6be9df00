/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Training of the small nets: steps beside slopes that are measured, what is learned from
 * few pages, and what is refused. */

#include "config.h"

#include "lab/methods/exm-row-inputs.h"
#include "lab/train/exm-train-curve.h"
#include "lab/train/exm-train-gather.h"
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
  guint enough;              /* after so many it is told to end, 0: never */
} Progress;

static gboolean
count_epoch (guint epoch, double loss, double held_loss, gpointer data)
{
  Progress *progress = data;

  g_assert_cmpuint (epoch, ==, ++progress->n);
  if (epoch == 3 && progress->cancellable != NULL)
    g_cancellable_cancel (progress->cancellable);
  return progress->n != progress->enough;
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
                  first, last, report.check.f1);
  g_assert_cmpuint (exm_train_rows_get_n_pages (rows), ==, EXM_TRAIN_ENOUGH_PAGES);
  g_assert_cmpuint (report.n_held_back, ==, 4);
  g_assert_cmpuint (report.n_learned, ==, 16);
  g_assert_cmpuint (progress.n, ==, report.losses->len);
  g_assert_cmpfloat (last, <, first);
  g_assert_cmpuint (report.held_losses->len, ==, report.losses->len);
  g_assert_cmpfloat (report.check.f1, >, .75);
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

/* Told that it is enough, training gives the model of the last whole epoch. */
static void
test_enough (void)
{
  g_autoptr (ExmTrainRows) rows = make_rows ("bp-net", 5, 1);
  ExmTrainModelOptions options
      = { .max_epochs = 3, .rate = .2, .held_back = .2, .about = "" };
  g_auto (ExmTrainModelReport) whole_report = { 0 };
  g_auto (ExmTrainModelReport) report = { 0 };
  Progress progress = { .enough = 3 };

  g_autoptr (ExmMethodModel) whole
      = exm_train_model (rows, &options, &whole_report, NULL);
  options.max_epochs = 1000;
  options.progress = count_epoch;
  options.data = &progress;
  g_autoptr (ExmMethodModel) model = exm_train_model (rows, &options, &report, NULL);
  g_autofree char *expected = exm_method_model_write (whole);
  g_autofree char *text = exm_method_model_write (model);
  g_assert_cmpuint (progress.n, ==, 3);
  g_assert_cmpstr (text, ==, expected);
}

/* The figures on the pages held back, of the model and of the program's own. */
static void
test_check (void)
{
  g_autoptr (ExmTrainRows) rows = make_rows ("density-net", 5, 2);
  g_auto (ExmTrainModelReport) none = { 0 };
  g_auto (ExmTrainModelReport) report = { 0 };
  ExmTrainModelOptions options = {
    .max_epochs = 200,
    .rate = .2,
    .about = "",
    .trained_usec = 1795000000999999,
  };

  g_autoptr (ExmMethodModel) all = exm_train_model (rows, &options, &none, NULL);
  g_assert_cmpuint (none.held_losses->len, ==, 0);
  g_assert_cmpfloat (none.check.f1, ==, -1);
  g_assert_cmpfloat (none.shipped.f1, ==, -1);
  g_assert_cmpfloat (exm_method_model_get_origin (all)->f1, ==, -1);
  options.held_back = .4;
  g_autoptr (ExmMethodModel) model = exm_train_model (rows, &options, &report, NULL);
  const ExmModelOrigin *origin = exm_method_model_get_origin (model);
  const ExmTrainCheck *checks[] = { &report.check, &report.shipped };
  for (gsize i = 0; i < G_N_ELEMENTS (checks); i++)
    {
      g_assert_cmpfloat (checks[i]->precision, >, .5);
      g_assert_cmpfloat (checks[i]->recall, >, .5);
      g_assert_cmpfloat_with_epsilon (checks[i]->f1,
                                      2 * checks[i]->precision * checks[i]->recall
                                          / (checks[i]->precision + checks[i]->recall),
                                      1e-12);
    }
  g_assert_cmpint (origin->trained_usec, ==,
                   G_GINT64_CONSTANT (1795000000) * G_USEC_PER_SEC);
  g_assert_cmpuint (origin->n_pages, ==, 6);
  g_assert_cmpfloat (origin->f1, ==, report.check.f1);
  g_assert_cmpfloat (
      origin->error, ==,
      g_array_index (report.held_losses, double, report.held_losses->len - 1));
}

/* Pages of a comparison: known bodies and examples with a marked body count, each page
 * once. */
static void
test_gather (void)
{
  g_autoptr (ExmTrainGather) gather
      = exm_train_gather_new (exm_model_layout_find ("bp-net"));
  static const char html[] = "<p>Menu</p>\n<p>The words of the body stand here.</p>";
  static const char body[] = "The words of the body stand here.";
  const ExmTrainRows *rows = exm_train_gather_get_rows (gather);

  for (guint i = 0; i < 4; i++)
    {
      g_autofree char *url = g_strdup_printf ("https://a.example/%u", i);
      g_autoptr (GBytes) bytes = g_bytes_new_static (html, sizeof html - 1);
      const ExmPageHints hints = { .url = url };
      g_autoptr (ExmEngine) engine = exm_engine_new ();
      /* The first is the marked example of all, the third not known; the fourth has
       * another example without a mark. */
      g_autoptr (ExmPrepared) marked = exm_engine_prepare (
          engine, bytes, &(ExmPageHints){ .url = "https://a.example/0" }, body, NULL);
      g_auto (ExmComparedPage) page = {
        .target = exm_engine_prepare (engine, bytes, &hints, NULL, NULL),
        .examples = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_prepared_unref),
        .body = i != 2 ? g_strdup (body) : NULL,
      };
      g_ptr_array_add (page.examples, i < 3 ? exm_prepared_ref (marked)
                                            : exm_prepared_ref (page.target));
      exm_train_gather_add (gather, &page);
      g_assert_cmpuint (exm_train_rows_get_n_pages (rows), ==,
                        i == 0   ? 1
                        : i == 3 ? 3
                                 : 2);
    }
}

static void
test_curve (void)
{
  g_autoptr (ExmTrainRows) rows = make_rows ("bp-net", 3, 1);
  const ExmTrainModelOptions options
      = { .max_epochs = 4, .rate = .2, .held_back = .4, .about = "" };
  g_auto (ExmTrainModelReport) report = { 0 };
  g_autoptr (ExmMethodModel) model = exm_train_model (rows, &options, &report, NULL);
  g_autoptr (GString) csv = exm_train_curve_write_csv (&report);
  g_autoptr (GString) svg = exm_train_curve_write_svg (&report, "a <b> & c");
  g_auto (GStrv) lines = g_strsplit (csv->str, "\n", -1);

  g_assert_nonnull (model);
  g_assert_cmpuint (g_strv_length (lines), ==, 6);
  g_assert_cmpstr (lines[0], ==, "epoch,learned,held_back");
  for (guint i = 0; i < 4; i++)
    {
      g_auto (GStrv) cells = g_strsplit (lines[i + 1], ",", -1);
      g_assert_cmpuint (g_strv_length (cells), ==, 3);
      g_assert_cmpfloat_with_epsilon (g_ascii_strtod (cells[1], NULL),
                                      g_array_index (report.losses, double, i), 1e-6);
      g_assert_cmpfloat_with_epsilon (g_ascii_strtod (cells[2], NULL),
                                      g_array_index (report.held_losses, double, i),
                                      1e-6);
    }
  g_assert_nonnull (strstr (svg->str, "a &lt;b&gt; &amp; c"));
  g_assert_nonnull (strstr (svg->str, "class='held'"));
  double top = exm_train_curve_get_top (report.losses, report.held_losses);
  for (guint i = 0; i < 4; i++)
    g_assert_cmpfloat (g_array_index (report.losses, double, i), <=, top);
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
  g_test_add_func ("/train-model/enough", test_enough);
  g_test_add_func ("/train-model/check", test_check);
  g_test_add_func ("/train-model/gather", test_gather);
  g_test_add_func ("/train-model/curve", test_curve);
  g_test_add_func ("/train-model/one-class", test_one_class);
  return g_test_run ();
}
