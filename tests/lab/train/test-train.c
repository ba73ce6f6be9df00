/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "extract/net/exm-columns.h"
#include "lab/train/exm-train-confidence.h"
#include "lab/train/exm-train-net.h"
#include "lab/train/exm-train.h"
#include "test-folder.h"
#include "test-page.h"
#include "test-site.h"

#include <math.h>
#include <string.h>

#define N_SITES 6u

/* Escapes what JSON cannot have in a string. */
static char *
quote (const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, "\n", -1);
  g_autofree char *joined = g_strjoinv ("\\n", parts);
  g_auto (GStrv) quotes = g_strsplit (joined, "\"", -1);
  return g_strjoinv ("\\\"", quotes);
}

static char *
save_page (const char *folder, guint site, guint page, const char *html)
{
  g_autofree char *name = g_strdup_printf ("%u-%u.html", site, page);
  g_autoptr (GError) error = NULL;
  char *path = g_build_filename (folder, name, NULL);

  g_file_set_contents (path, html, -1, &error);
  g_assert_no_error (error);
  return path;
}

static void
add_pair (ExmTrainCorpus *corpus, const char *folder, guint site)
{
  TestSiteFlags flags = site % 2 == 0 ? TEST_SITE_DRIFT | TEST_SITE_COMMENTS : 0;
  g_auto (TestSitePage) a = test_site_make_page (site, 1, 7, TEST_SITE_ENGLISH, flags);
  g_auto (TestSitePage) b = test_site_make_page (site, 2, 8, TEST_SITE_ENGLISH, flags);
  g_autofree char *example = save_page (folder, site, 1, a.html);
  g_autofree char *target = save_page (folder, site, 2, b.html);
  g_autofree char *example_body = quote (a.body);
  g_autofree char *target_body = quote (b.body);
  g_autofree char *record = g_strdup_printf (
      "{\"site\":\"s%u.example\",\"set\":\"own\",\"target_path\":\"%s\",\"target_body\":"
      "\"%s\",\"example_path\":\"%s\",\"example_body\":\"%s\"}",
      site, target, target_body, example, example_body);
  g_autoptr (GError) error = NULL;

  exm_train_corpus_add (corpus, record, &error);
  g_assert_no_error (error);
}

/* All tables of a training, one behind the other. */
static char *
train (const char *folder, guint n_threads, guint64 seed, double *score)
{
  g_autoptr (ExmTrainCorpus) corpus = exm_train_corpus_new ();
  const ExmTrainOptions options = { .seed = seed,
                                    .n_folds = 2,
                                    .n_blocks = 1,
                                    .n_epochs = 12,
                                    .decay = .3,
                                    .n_threads = n_threads,
                                    .about = "own pages" };
  ExmWeights *folds[2];
  GString *out = g_string_new (NULL);

  for (guint site = 1; site <= N_SITES; site++)
    add_pair (corpus, folder, site);
  g_assert_cmpuint (corpus->samples->len, ==, 3 * N_SITES);
  g_autoptr (ExmWeights) table = exm_train (corpus, &options, folds, NULL, NULL);
  g_autofree char *text = exm_weights_write (table);
  g_string_append (out, text);
  for (guint k = 0; k < 2; k++)
    {
      g_autofree char *fold = exm_weights_write (folds[k]);
      g_string_append (out, fold);
      exm_weights_unref (folds[k]);
    }
  *score = 0;
  for (guint i = 0; i < corpus->samples->len; i++)
    *score += ((const ExmTrainSample *) g_ptr_array_index (corpus->samples, i))->score
              / corpus->samples->len;
  return g_string_free (out, FALSE);
}

/* The same bytes whatever the number of threads; others from another seed; and what is
 * learned from some sites finds the bodies of others. */
static void
test_repeatable (void)
{
  g_autoptr (TestFolder) folder = test_folder_new ();
  double score[3];
  g_autofree char *first = train (folder, 1, 1, &score[0]);
  g_autofree char *again = train (folder, 3, 1, &score[1]);
  g_autofree char *other = train (folder, 1, 2, &score[2]);

  g_test_message ("F1 %.4f, %.4f", score[0], score[2]);
  g_assert_cmpstr (first, ==, again);
  g_assert_cmpstr (first, !=, other);
  g_assert_cmpfloat (score[0], >, .85);
}

/* A net learns what is left to say: with what is said beside it, it comes to the log odds
 * of the labels. */
static void
test_beside (void)
{
  enum
  {
    N_ROWS = 200
  };
  static const float says[] = { 0, 4, -4 };
  static float rows[N_ROWS * EXM_N_COLUMNS];
  float labels[N_ROWS], weights[N_ROWS], beside[N_ROWS], evidence[N_ROWS];
  double learned[3] = { 0 };
  const guint columns[] = { 0 };
  const ExmTrainSettings settings = { .seed = 5, .n_epochs = 300, .rate = 3e-2 };

  for (guint k = 0; k < G_N_ELEMENTS (says); k++)
    {
      for (guint row = 0; row < N_ROWS; row++)
        {
          labels[row] = row % 2 ? .9f : .1f;
          rows[row * EXM_N_COLUMNS] = row % 2 ? 1 : -1;
          weights[row] = 1 / (float) N_ROWS;
          beside[row] = row % 2 ? says[k] : -says[k];
        }
      const ExmTrainPage page = { rows, labels, weights, beside, N_ROWS };
      g_autoptr (ExmNet) net = exm_train_net (&page, 1, columns, 1, &settings);
      exm_net_run (net, rows, N_ROWS, EXM_N_COLUMNS, evidence);
      for (guint row = 0; row < N_ROWS; row++)
        learned[k] += (double) (row % 2 ? evidence[row] : -evidence[row]) / N_ROWS;
      g_test_message ("beside %+.0f: %.2f", (double) says[k], learned[k]);
    }
  for (guint k = 0; k < G_N_ELEMENTS (says); k++)
    g_assert_cmpfloat_with_epsilon (learned[k] + (double) says[k], log (9), .05);
}

static void
test_labels (void)
{
  g_autoptr (ExmPageText) page = test_page_read (
      "<p>One two three four five six.</p><p>Menu of other things here.</p>"
      "<p>Seven eight nine ten eleven twelve, and a tail.</p><p>One two</p>");
  g_autoptr (ExmTrainLabels) labels = exm_train_labels_new (
      page, "one two three four five six\nseven eight nine ten eleven twelve");
  const guint8 right[]
      = { EXM_VERDICT_KEPT, EXM_VERDICT_TRIMMED, EXM_VERDICT_KEPT, EXM_VERDICT_DROPPED };
  const guint8 none[4] = { 0 };

  g_assert_cmpfloat (exm_train_labels_get (labels, 0), ==, 1);
  g_assert_cmpfloat (exm_train_labels_get (labels, 1), ==, 0);
  g_assert_cmpfloat_with_epsilon ((double) exm_train_labels_get (labels, 2), 6 / 9.0,
                                  1e-6);
  g_assert_cmpfloat (exm_train_labels_get (labels, 3), ==, 0);
  g_assert_cmpfloat_with_epsilon (exm_train_labels_score (labels, right), 24 / 27.0,
                                  1e-6);
  g_assert_cmpfloat (exm_train_labels_score (labels, none), ==, 0);
}

/* Chances that were drawn by known weights are found again. */
static void
test_confidence (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);
  static double signs[4000][EXM_N_SIGNS];
  static ExmTrainCase cases[4000];
  double weights[EXM_N_SIGNS];

  for (guint i = 0; i < 4000; i++)
    {
      signs[i][0] = 1;
      signs[i][1] = g_rand_double_range (rand, -2, 2);
      double chance = 1 / (1 + exp (-(.5 + 1.5 * signs[i][1])));
      cases[i] = (ExmTrainCase){ signs[i], g_rand_double (rand) < chance };
    }
  exm_train_confidence (cases, 4000, weights);
  g_assert_cmpfloat_with_epsilon (weights[0], .5, .15);
  g_assert_cmpfloat_with_epsilon (weights[1], 1.5, .15);
  g_assert_cmpfloat_with_epsilon (weights[5], 0, 1e-9);
}

static void
test_bad_records (void)
{
  static const char *const records[] = {
    "",
    "{",
    "[]",
    "{}",
    "{\"site\":\"s\",\"target_path\":\"/nowhere\",\"target_body\":\"x\"}",
    "{\"site\":1,\"target_path\":[],\"target_body\":null}",
  };
  g_autoptr (ExmTrainCorpus) corpus = exm_train_corpus_new ();

  for (gsize i = 0; i < G_N_ELEMENTS (records); i++)
    {
      g_autoptr (GError) error = NULL;
      g_assert_false (exm_train_corpus_add (corpus, records[i], &error));
      g_assert_nonnull (error);
    }
  g_assert_cmpuint (corpus->n_left_out, ==, G_N_ELEMENTS (records));
}

static void
end_after_two (guint done, guint all, gpointer data)
{
  g_assert_cmpuint (all, ==, 2 * 2 * EXM_N_VARIANTS + EXM_N_VARIANTS);
  if (done == 2)
    g_cancellable_cancel (data);
}

/* There is no table then, and no part of one. */
static void
test_ended_early (void)
{
  g_autoptr (TestFolder) folder = test_folder_new ();
  g_autoptr (ExmTrainCorpus) corpus = exm_train_corpus_new ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  const ExmTrainOptions options = { .seed = 1,
                                    .n_folds = 2,
                                    .n_blocks = 1,
                                    .n_epochs = 12,
                                    .n_threads = 2,
                                    .about = "own pages",
                                    .cancellable = cancellable };
  ExmWeights *folds[2];

  for (guint site = 1; site <= N_SITES; site++)
    add_pair (corpus, folder, site);
  g_assert_null (exm_train (corpus, &options, folds, end_after_two, cancellable));
  g_assert_null (folds[0]);
  g_assert_null (folds[1]);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/train/labels", test_labels);
  g_test_add_func ("/train/confidence", test_confidence);
  g_test_add_func ("/train/bad-records", test_bad_records);
  g_test_add_func ("/train/beside", test_beside);
  g_test_add_func ("/train/repeatable", test_repeatable);
  g_test_add_func ("/train/ended-early", test_ended_early);
  return g_test_run ();
}
