/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* bp-net and density-net: what their nets are told of a row, what these make of it, and
 * the files that they are kept in; by hand. */

#include "extract/exm-method.h"
#include "lab/methods/exm-row-inputs.h"
#include "methods/exm-method-table.h"
#include "test-folder.h"
#include "test-page.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#define EPSILON 1e-6

static double
scale (guint n)
{
  return log (1 + n) / 10;
}

static void
assert_row (
    const ExmRowInputs *inputs, guint row, guint at, const double *expected, guint n)
{
  const float *values = inputs->values + row * inputs->layout->n_inputs;

  for (guint i = 0; i < n; i++)
    g_assert_cmpfloat_with_epsilon ((double) values[at + i], expected[i], EPSILON);
}

/* Three rows: 9, 10 and 6 bytes of text; 9 + 3, 11 + 3 + 12 … of source. */
static void
test_inputs (void)
{
  static const char html[]
      = "<title>The old bridge - The Bay</title><p>Old menus</p>\n\n<p>An old arch</p>\n"
        "<p>桥也";
  g_autoptr (ExmPageText) page = test_page_read (html);
  const double first[4] = { scale (9), scale (51), 9 / 51.0, .5 };
  const double second[4] = { scale (11), scale (20), 11 / 20.0, .5 };
  const double third[4] = { scale (6), scale (14), 6 / 14.0, 0 };
  const double none[4] = { 0 };
  g_auto (ExmRowInputs) bp = { 0 };
  g_auto (ExmRowInputs) density = { 0 };

  exm_row_inputs_measure (&bp, exm_model_layout_find ("bp-net"), page);
  g_assert_cmpuint (bp.n_rows, ==, 3);
  assert_row (&bp, 0, 0, none, 4);
  assert_row (&bp, 0, 4, first, 4);
  assert_row (&bp, 0, 8, second, 4);
  assert_row (&bp, 1, 0, first, 4);
  assert_row (&bp, 1, 4, second, 4);
  assert_row (&bp, 1, 8, third, 4);
  assert_row (&bp, 2, 4, third, 4);
  assert_row (&bp, 2, 8, none, 4);
  exm_row_inputs_measure (&density, exm_model_layout_find ("density-net"), page);
  g_assert_cmpuint (density.n_rows, ==, 3);
  assert_row (&density, 1, 0, first, 3);
  assert_row (&density, 1, 3, second, 3);
  assert_row (&density, 1, 6, third, 3);
}

/* The share of the title's words that a line has. */
static double
measure_title (const char *title, const char *line)
{
  g_autofree char *html = g_strdup_printf ("<title>%s</title><p>%s", title, line);
  g_autoptr (ExmPageText) page = test_page_read (html);
  g_auto (ExmRowInputs) inputs = { 0 };

  exm_row_inputs_measure (&inputs, exm_model_layout_find ("bp-net"), page);
  return (double) inputs.facts[EXM_ROW_TITLE];
}

static void
test_title (void)
{
  g_assert_cmpfloat (measure_title ("Red bridge", "a RED bridge"), ==, 1);
  g_assert_cmpfloat (measure_title ("Red bridge", "red, red"), ==, .5);
  g_assert_cmpfloat (measure_title ("Red bridge", "blue arch"), ==, 0);
  /* A word counts as often as the title has it. */
  g_assert_cmpfloat (measure_title ("Bridge by bridge at night", "bridge"), ==,
                     (double) (2 / 3.0f));
  /* Words that say nothing count nothing, on neither side. */
  g_assert_cmpfloat (measure_title ("The bridge of the", "the of"), ==, 0);
  g_assert_cmpfloat (measure_title ("The bridge of the", "bridge"), ==, 1);
  /* The site is named after the last hyphen. */
  g_assert_cmpfloat (measure_title ("Bridge - Bay", "bay"), ==, 0);
  /* 大桥 and 通车; 的 parts. */
  g_assert_cmpfloat (measure_title ("大桥的通车", "大桥"), ==, .5);
  g_assert_cmpfloat (measure_title ("大桥的通车", "大 桥"), ==, 0);
  g_assert_cmpfloat (measure_title ("", "bridge"), ==, 0);
}

static double
logistic (double x)
{
  return 1 / (1 + exp (-x));
}

static void
test_run (void)
{
  const ExmModelLayout *bp = exm_model_layout_find ("bp-net");
  const ExmModelLayout *density = exm_model_layout_find ("density-net");
  double weights[71] = { 0 };
  float inputs[12] = { 0 };
  double hidden[EXM_MODEL_MAX_HIDDEN];

  g_assert_null (exm_model_layout_find ("line-block"));
  g_assert_cmpuint (exm_model_layout_count (bp), ==, 5 * 13 + 6);
  g_assert_cmpuint (exm_model_layout_count (density), ==, 10);
  g_assert_cmpfloat (exm_model_run (bp, weights, inputs, hidden), ==, .5);
  /* The perceptron: 1 − 2 · 3 + 4 · .5. */
  weights[0] = 1;
  weights[1] = -2;
  weights[9] = 4;
  inputs[0] = 3;
  inputs[8] = .5f;
  g_assert_cmpfloat_with_epsilon (exm_model_run (density, weights, inputs, hidden),
                                  logistic (-3), EPSILON);
  /* The first hidden unit: 1 − 2 · 3 + 4 · .5, the last: 2 + 5 · 1; the output: 7 − 3 ·
   * first + 2 · last, and the others at one half with no weight. */
  weights[4 * 13] = 2;
  weights[4 * 13 + 12] = 5;
  inputs[11] = 1;
  weights[65] = 7;
  weights[66] = -3;
  weights[70] = 2;
  g_assert_cmpfloat_with_epsilon (exm_model_run (bp, weights, inputs, hidden),
                                  logistic (7 - 3 * logistic (-3) + 2 * logistic (7)),
                                  EPSILON);
  g_assert_cmpfloat_with_epsilon (hidden[0], logistic (-3), EPSILON);
  g_assert_cmpfloat (hidden[2], ==, .5);
  g_assert_cmpfloat_with_epsilon (hidden[4], logistic (7), EPSILON);
}

/* A model that calls body what is 20 bytes long: weight 40, bias −40 · scale (20). */
static ExmMethodModel *
make_model (void)
{
  double weights[10] = { 0 };

  weights[0] = -40 * scale (20);
  weights[4] = 40;
  return exm_method_model_new (exm_model_layout_find ("density-net"), weights, "hand",
                               NULL);
}

static char *
draw (const ExmMethodModel *model, const char *parameters)
{
  const ExmMethod *method = exm_method_find ("density-net", NULL);
  g_autofree double *values = exm_method_parse_parameters (method, parameters, NULL);
  g_autoptr (ExmPrepared) target = test_page_prepare (
      "<p>12345678901234567<p>123456789012345678901<p>1<p>123456789012345678901234567",
      NULL);
  const ExmMethodInput input = { .target = target, .model = model, .parameters = values };
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmResult) result = exm_method_run (method, &input, &error);
  g_assert_no_error (error);
  const ExmResultData *data = exm_result_get (result);
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < data->n_lines; i++)
    g_string_append_c (out, ".-+"[data->verdicts[i]]);
  return g_string_free (out, FALSE);
}

static void
test_extract (void)
{
  g_autoptr (ExmMethodModel) model = make_model ();
  g_autofree char *usual = draw (model, NULL);
  g_autofree char *low = draw (model, "threshold=0.1");
  g_autofree char *high = draw (model, "threshold=0.7");

  g_assert_cmpstr (usual, ==, ".+-+");
  g_assert_cmpstr (low, ==, "++-+");
  g_assert_cmpstr (high, ==, "...+");
}

static void
assert_bad (const char *text, gsize n_bytes, const char *complaint)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (exm_method_model_parse (text, n_bytes, &error));
  g_assert_error (error, EXM_EXTRACT_ERROR, EXM_EXTRACT_ERROR_MODEL);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, complaint));
}

static char *
replace (const char *text, const char *from, const char *to)
{
  g_auto (GStrv) parts = g_strsplit (text, from, 2);

  g_assert_cmpuint (g_strv_length (parts), ==, 2);
  return g_strjoinv (to, parts);
}

/* With a checksum that fits what was changed. */
static void
assert_bad_signed (const char *text,
                   const char *from,
                   const char *to,
                   const char *complaint)
{
  g_autofree char *changed = replace (text, from, to);
  char *last = g_strrstr (changed, "sha256 ");

  *last = '\0';
  g_autofree char *sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, changed, -1);
  g_autofree char *whole = g_strdup_printf ("%ssha256 %s\n", changed, sum);
  assert_bad (whole, strlen (whole), complaint);
}

static void
test_bad_files (void)
{
  g_autoptr (ExmMethodModel) model = make_model ();
  g_autofree char *text = exm_method_model_write (model);
  gsize n = strlen (text);
  g_autofree char *other = replace (text, "model 1\n", "model 2\n");
  g_autofree char *changed = replace (text, "\n40\n", "\n41\n");

  for (gsize i = 0; i < n; i++)
    assert_bad (text, i, i < 15 ? "no model" : "cut off");
  assert_bad (other, n, "version 2");
  assert_bad (changed, n, "checksum is wrong");
  assert_bad_signed (text, "method density-net", "method bp-net", "layout 12 5 1");
  assert_bad_signed (text, "method density-net", "method nosuch", "method");
  assert_bad_signed (text, "layout 9 0 1", "layout 9 1 1", "layout 9 0 1");
  assert_bad_signed (text, "\n40\n", "\nnan\n", "10 weights");
  assert_bad_signed (text, "\n40\n", "\ninf\n", "10 weights");
  assert_bad_signed (text, "\n40\n", "\n1e9\n", "10 weights");
  assert_bad_signed (text, "\n40\n", "\n40x\n", "10 weights");
  assert_bad_signed (text, "\n40\n", "\n", "10 weights");
  assert_bad_signed (text, "\n40\n", "\n40\n40\n", "10 weights");
  g_autofree char *with_nul = g_memdup2 (text, n + 1);
  with_nul[n / 2] = '\0';
  assert_bad (with_nul, n, "no model");
  g_autofree char *long_text = g_strnfill (1 << 20, 'x');
  assert_bad (long_text, 1 << 20, "no model");
}

/* A model is written and read again bit by bit; errors name the file. */
static void
test_files (void)
{
  g_autoptr (TestFolder) folder = test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "a.model", NULL);
  g_autofree char *gone = g_build_filename (folder, "none.model", NULL);
  g_autoptr (ExmMethodModel) model = make_model ();
  g_autofree char *text = exm_method_model_write (model);
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
  g_autoptr (ExmMethodModel) again = exm_method_model_load (path, "density-net", &error);
  g_assert_no_error (error);
  g_assert_cmpmem (exm_method_model_get_weights (model), 10 * sizeof (double),
                   exm_method_model_get_weights (again), 10 * sizeof (double));
  g_assert_null (exm_method_model_load (path, "bp-net", &error));
  g_assert_error (error, EXM_EXTRACT_ERROR, EXM_EXTRACT_ERROR_MODEL);
  g_assert_nonnull (strstr (error->message, "a.model"));
  g_assert_nonnull (strstr (error->message, "bp-net"));
  g_clear_error (&error);
  g_assert_null (exm_method_model_load (gone, NULL, &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
  g_assert_nonnull (strstr (error->message, "none.model"));
  g_clear_error (&error);

  /* A method refuses another one's. */
  g_autoptr (ExmPrepared) target = test_page_prepare ("<p>text", NULL);
  const ExmMethodInput input = { .target = target, .model = again };
  g_assert_null (exm_method_run (exm_method_find ("bp-net", NULL), &input, &error));
  g_assert_error (error, EXM_EXTRACT_ERROR, EXM_EXTRACT_ERROR_MODEL);
}

static GPtrArray *
make_texts (const char *first, const char *second)
{
  GPtrArray *texts = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_add (texts, g_strdup (first));
  if (second != NULL)
    g_ptr_array_add (texts, g_strdup (second));
  return texts;
}

/* Each method takes its own of a task's models, and a damaged one is an error for its
 * method alone. */
static void
test_find (void)
{
  g_autoptr (ExmMethodModel) model = make_model ();
  g_autofree char *own = exm_method_model_write (model);
  g_autofree char *other
      = exm_method_model_write (exm_method_model_get_shipped ("bp-net"));
  g_autofree char *half = g_strndup (own, strlen (own) / 2);
  g_autoptr (GPtrArray) both = make_texts (other, own);
  g_autoptr (GPtrArray) damaged = make_texts (half, other);
  g_autoptr (GPtrArray) nameless = make_texts ("exemplar-mo", NULL);
  g_autoptr (GError) error = NULL;

  g_autoptr (ExmMethodModel) found = exm_method_model_find (both, "density-net", &error);
  g_assert_no_error (error);
  g_assert_cmpmem (exm_method_model_get_weights (model), 10 * sizeof (double),
                   exm_method_model_get_weights (found), 10 * sizeof (double));
  g_assert_null (exm_method_model_find (both, "exemplar", &error));
  g_assert_null (exm_method_model_find (both, NULL, &error));
  g_assert_null (exm_method_model_find (NULL, "bp-net", &error));
  g_assert_no_error (error);
  g_assert_null (exm_method_model_find (damaged, "density-net", &error));
  g_assert_error (error, EXM_EXTRACT_ERROR, EXM_EXTRACT_ERROR_MODEL);
  g_clear_error (&error);
  g_autoptr (ExmMethodModel) whole = exm_method_model_find (damaged, "bp-net", &error);
  g_assert_no_error (error);
  g_assert_nonnull (whole);
  g_assert_null (exm_method_model_find (nameless, "bp-net", &error));
  g_assert_error (error, EXM_EXTRACT_ERROR, EXM_EXTRACT_ERROR_MODEL);

  exm_method_model_replace (damaged, "density-net", model);
  g_assert_cmpuint (damaged->len, ==, 2);
  g_assert_cmpstr (g_ptr_array_index (damaged, 0), ==, other);
  g_assert_cmpstr (g_ptr_array_index (damaged, 1), ==, own);
  exm_method_model_replace (damaged, "bp-net", NULL);
  g_assert_cmpuint (damaged->len, ==, 1);
  exm_method_model_replace (nameless, "bp-net", NULL);
  g_assert_cmpuint (nameless->len, ==, 0);
}

/* A trained model tells its date, data and quality. */
static void
test_origin (void)
{
  const double weights[10] = { 1 };
  const ExmModelLayout *layout = exm_model_layout_find ("density-net");
  const ExmModelOrigin origin
      = { G_GINT64_CONSTANT (1795000000) * G_USEC_PER_SEC, 23, .0625, -1 };
  g_autoptr (ExmMethodModel) model = exm_method_model_new (layout, weights, "a", &origin);
  g_autofree char *text = exm_method_model_write (model);
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmMethodModel) again = exm_method_model_parse (text, strlen (text), &error);
  g_assert_no_error (error);
  const ExmModelOrigin *read = exm_method_model_get_origin (again);

  g_assert_nonnull (strstr (text, "\ntrained 1795000000 23 0.0625 -1\n"));
  g_assert_cmpint (read->trained_usec, ==, origin.trained_usec);
  g_assert_cmpuint (read->n_pages, ==, 23);
  g_assert_cmpfloat (read->error, ==, .0625);
  g_assert_cmpfloat (read->f1, ==, -1);
  g_assert_cmpint (
      exm_method_model_get_origin (exm_method_model_get_shipped ("bp-net"))->trained_usec,
      ==, 0);
  assert_bad_signed (text, "trained 1795000000", "trained -1", "how it was trained");
  assert_bad_signed (text, " 23 ", " 23 23 ", "how it was trained");
  assert_bad_signed (text, " 23 ", " x ", "how it was trained");
  assert_bad_signed (text, "0.0625", "nan", "how it was trained");
  assert_bad_signed (text, "0.0625", "2", "how it was trained");
  assert_bad_signed (text, "trained", "trainee", "layout 9 0 1");
}

static void
test_shipped (void)
{
  static const char *const names[] = { "bp-net", "density-net" };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const ExmMethodModel *model = exm_method_model_get_shipped (names[i]);
      g_assert_cmpstr (exm_method_model_get_layout (model)->method, ==, names[i]);
      g_assert_true (exm_method_find (names[i], NULL)->needs == EXM_NEEDS_TRAINING);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/nets/inputs", test_inputs);
  g_test_add_func ("/nets/title", test_title);
  g_test_add_func ("/nets/run", test_run);
  g_test_add_func ("/nets/extract", test_extract);
  g_test_add_func ("/nets/bad-files", test_bad_files);
  g_test_add_func ("/nets/files", test_files);
  g_test_add_func ("/nets/find", test_find);
  g_test_add_func ("/nets/origin", test_origin);
  g_test_add_func ("/nets/shipped", test_shipped);
  return g_test_run ();
}
