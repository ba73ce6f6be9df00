/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Training of the kinds of pages on few made pages. */

#include "config.h"

#include "lab/train/exm-train-kinds.h"
#include "test-folder.h"
#include "test-kind-pages.h"
#include "test-site.h"

#define N_SITES 8u

static void
add (ExmTrainCorpus *corpus,
     const char *folder,
     guint site,
     const char *html,
     const char *rest)
{
  g_autofree char *name = g_strdup_printf ("%u.html", corpus->n_records);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *record = g_strdup_printf (
      "{\"site\":\"s%u.example\",\"target_path\":\"%s\"%s}", site, path, rest);
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (path, html, -1, &error));
  g_assert_true (exm_train_corpus_add (corpus, record, &error));
}

static void
fill (ExmTrainCorpus *corpus, const char *folder)
{
  for (guint site = 1; site <= N_SITES; site++)
    {
      g_auto (TestSitePage) made = test_site_make_page (site, 1, 7, TEST_SITE_ENGLISH, 0);
      g_autofree char *list = test_kind_list (site);
      add (corpus, folder, site, made.html, ",\"kind\":\"article\"");
      add (corpus, folder, site, list,
           ",\"kind\":\"listing\",\"target_body\":\"The harbour and the market\"");
    }
}

static void
on_progress (guint done, guint all, gpointer data)
{
  guint *calls = data;

  g_assert_cmpuint (done, <, all);
  ++*calls;
}

static char *
train (guint64 seed, guint *n_right)
{
  g_autoptr (TestFolder) folder = test_folder_new ();
  g_autoptr (ExmTrainCorpus) corpus = exm_train_corpus_new ();
  g_autoptr (GArray) pages = NULL;
  const ExmTrainOptions options
      = { .seed = seed, .n_folds = 2, .n_epochs = 2, .decay = 2, .about = "own" };
  guint calls = 0;

  fill (corpus, folder);
  g_autoptr (ExmKindModel) model
      = exm_train_kinds (corpus, &options, &pages, on_progress, &calls);
  g_assert_nonnull (model);
  g_assert_cmpuint (calls, ==, 3);
  g_assert_cmpuint (pages->len, ==, 2 * N_SITES);
  for (guint i = 0; i < pages->len; i++)
    {
      const ExmTrainKindPage *page = &g_array_index (pages, ExmTrainKindPage, i);
      *n_right += page->answer.kind == page->sample->kind;
      g_assert_cmpuint (page->sample->has_body, ==, i % 2);
    }
  return exm_kind_model_write (model);
}

/* The same pages and seed give the same bytes, another seed others; pages of sites that
 * were not seen are told apart. */
static void
test_same_bytes (void)
{
  guint n_right = 0;
  g_autofree char *one = train (1, &n_right);
  g_autofree char *two = train (1, &n_right);
  g_autofree char *three = train (2, &n_right);

  g_assert_cmpstr (one, ==, two);
  g_assert_cmpstr (one, !=, three);
  g_assert_cmpuint (n_right, ==, 6 * N_SITES);
}

static void
test_nothing (void)
{
  g_autoptr (ExmTrainCorpus) corpus = exm_train_corpus_new ();
  g_autoptr (GArray) pages = NULL;
  g_autoptr (GError) error = NULL;
  const ExmTrainOptions options = { .n_folds = 2, .n_epochs = 1, .about = "none" };

  g_assert_null (exm_train_kinds (corpus, &options, &pages, on_progress, NULL));
  g_assert_cmpuint (pages->len, ==, 0);
  /* A kind that there is not is none. */
  g_assert_false (exm_train_corpus_add (
      corpus, "{\"site\":\"a\",\"target_path\":\"/x\",\"kind\":\"essay\"}", &error));
  g_assert_nonnull (error);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/train/kinds/same-bytes", test_same_bytes);
  g_test_add_func ("/train/kinds/nothing", test_nothing);
  return g_test_run ();
}
