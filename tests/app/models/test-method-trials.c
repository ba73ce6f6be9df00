/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Every method on the page that an analysis shows. */

#include "app/analysis/exm-method-summary.h"
#include "app/analysis/exm-method-trials.h"
#include "app/analysis/exm-method-words.h"

#include "test-site.h"

#include <string.h>

typedef struct
{
  ExmEngine *engine;       /* (owned) */
  ExmAnalysis *analysis;   /* (owned) */
  ExmMethodTrials *trials; /* (owned) */
} Fixture;

static GBytes *
make_page (guint number, guint n_paragraphs)
{
  g_auto (TestSitePage) page = test_site_make_page (
      3, number, n_paragraphs, TEST_SITE_ENGLISH, TEST_SITE_DRIFT | TEST_SITE_COMMENTS);

  return g_bytes_new (page.html, strlen (page.html));
}

static void
wait_for_analysis (Fixture *self)
{
  while (exm_analysis_get_busy (self->analysis))
    g_main_context_iteration (NULL, TRUE);
}

static void
set_target (Fixture *self, guint number, guint n_paragraphs)
{
  const ExmPageHints hints = { .url = "https://example.org/2.html" };
  g_autoptr (GBytes) bytes = make_page (number, n_paragraphs);

  exm_analysis_set_target (self->analysis, bytes, &hints);
}

static void
set_up (Fixture *self, gconstpointer unused)
{
  const ExmPageHints hints = { .url = "https://example.org/1.html" };
  g_autoptr (GBytes) example = make_page (1, 9);

  self->engine = exm_engine_new ();
  self->analysis = exm_analysis_new (self->engine);
  exm_analysis_set_example (self->analysis, example, &hints, NULL);
  set_target (self, 2, 12);
  wait_for_analysis (self);
  self->trials = exm_method_trials_new (self->analysis);
}

static void
tear_down (Fixture *self, gconstpointer unused)
{
  g_assert_finalize_object (self->trials);
  g_assert_finalize_object (self->analysis);
  g_object_unref (self->engine);
}

static guint
find (Fixture *self, const char *name)
{
  guint i = 0;

  while (strcmp (exm_method_trials_get (self->trials, i)->method->name, name) != 0)
    i++;
  return i;
}

static const ExmMethodTrial *
wait_for (Fixture *self, guint index)
{
  const ExmMethodTrial *trial = exm_method_trials_get (self->trials, index);

  while (trial->state == EXM_TRIAL_WAITING || trial->state == EXM_TRIAL_RUNNING)
    g_main_context_iteration (NULL, TRUE);
  return trial;
}

/* F1 of the words of two bodies whose lines are of one page. */
static double
score (ExmPageText *page, const guint8 *a, const guint8 *b)
{
  guint n_lines;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);
  double in_a = 0, in_b = 0, in_both = 0;

  for (guint i = 0; i < n_lines; i++)
    {
      double words = MAX (lines[i].n_tokens, 1);
      if (a[i] == EXM_VERDICT_KEPT)
        in_a += words;
      if (b[i] == EXM_VERDICT_KEPT)
        in_b += words;
      if (a[i] == EXM_VERDICT_KEPT && b[i] == EXM_VERDICT_KEPT)
        in_both += words;
    }
  if (in_both <= 0)
    return 0;
  double precision = in_both / in_a, recall = in_both / in_b;
  return 2 * precision * recall / (precision + recall);
}

static void
test_all (Fixture *self, gconstpointer unused)
{
  guint n_lines, n = exm_method_trials_get_n (self->trials);
  const guint8 *shown = exm_analysis_get_verdicts (self->analysis, &n_lines);

  exm_method_trials_set_active (self->trials, TRUE);
  for (guint i = 0; i < n; i++)
    exm_method_trials_set_wanted (self->trials, i, TRUE);
  for (guint i = 0; i < n; i++)
    {
      const ExmMethodTrial *trial = wait_for (self, i);
      g_test_message ("%s: %s", trial->method->name, trial->message);
      if (trial->state == EXM_TRIAL_FAILED)
        {
          g_assert_nonnull (trial->message);
          continue;
        }
      const ExmResultData *data = exm_result_get (trial->result);
      g_assert_cmpstr (data->method, ==, trial->method->name);
      g_assert_cmpuint (trial->lanes->lanes->len, ==, data->lanes->len);
      g_assert_cmpfloat_with_epsilon (
          trial->agreement,
          score (exm_analysis_get_page (self->analysis), data->verdicts, shown), 1e-9);
      g_autoptr (GArray) list = exm_method_trials_list_differences (self->trials, i);
      guint n_differences = 0;
      for (guint line = 0; line < n_lines; line++)
        n_differences += (data->verdicts[line] == EXM_VERDICT_KEPT)
                         != (shown[line] == EXM_VERDICT_KEPT);
      g_assert_cmpuint (list->len, ==, n_differences);
      g_assert_cmpstr (exm_method_describe (trial->method->name), !=, "");
    }
  const ExmMethodTrial *own
      = exm_method_trials_get (self->trials, find (self, "exemplar"));
  g_assert_cmpfloat (own->agreement, ==, 1);
  guint n_body, n_chars;
  exm_analysis_count_body (self->analysis, &n_body, &n_chars);
  g_assert_cmpuint (own->n_lines, ==, n_body);
  g_assert_cmpuint (own->n_chars, ==, n_chars);
  g_autofree char *start = g_strndup (own->excerpt, 10);
  g_assert_true (g_str_has_prefix (exm_analysis_get_body_text (self->analysis), start));
}

/* Nothing runs that is not asked for, or that nobody sees. */
static void
test_wanted (Fixture *self, gconstpointer unused)
{
  guint block = find (self, "line-block"), rules = find (self, "exemplar-rules");

  exm_method_trials_set_wanted (self->trials, block, TRUE);
  g_assert_cmpint (exm_method_trials_get (self->trials, block)->state, ==,
                   EXM_TRIAL_WAITING);
  exm_method_trials_set_active (self->trials, TRUE);
  wait_for (self, block);
  g_assert_cmpint (exm_method_trials_get (self->trials, rules)->state, ==,
                   EXM_TRIAL_WAITING);
  /* Another page is another result. */
  set_target (self, 5, 3);
  wait_for_analysis (self);
  guint n_lines;
  exm_analysis_get_verdicts (self->analysis, &n_lines);
  const ExmMethodTrial *trial = wait_for (self, block);
  g_assert_cmpuint (exm_result_get (trial->result)->n_lines, ==, n_lines);
  /* And without a page there is none. */
  exm_analysis_set_target (self->analysis, NULL, NULL);
  g_assert_null (trial->result);
  g_assert_cmpint (trial->state, ==, EXM_TRIAL_WAITING);
}

/* A browser that never answers. */
static ExmLayout *
hang (ExmPageText *page, gpointer data, GCancellable *cancellable, GError **error)
{
  GPollFD poll;

  g_atomic_int_inc ((gint *) data);
  g_assert_true (g_cancellable_make_pollfd (cancellable, &poll));
  while (g_poll (&poll, 1, -1) < 0)
    ;
  g_cancellable_release_fd (cancellable);
  g_cancellable_set_error_if_cancelled (cancellable, error);
  return NULL;
}

/* A method that has the page laid out runs beside the others, which do not wait for
 * it, and ends when nobody wants it. */
static void
test_beside (Fixture *self, gconstpointer unused)
{
  guint vips = find (self, "vips"), block = find (self, "line-block");
  const ExmMethodTrial *trial = exm_method_trials_get (self->trials, vips);
  gint n_asked = 0;

  exm_engine_set_lay_out (self->engine, hang, &n_asked, NULL);
  exm_method_trials_set_active (self->trials, TRUE);
  exm_method_trials_set_wanted (self->trials, block, TRUE);
  wait_for (self, block);
  g_assert_cmpint (g_atomic_int_get (&n_asked), ==, 0);
  exm_method_trials_set_wanted (self->trials, vips, TRUE);
  g_assert_cmpint (trial->state, ==, EXM_TRIAL_RUNNING);
  while (g_atomic_int_get (&n_asked) == 0)
    g_main_context_iteration (NULL, FALSE);
  exm_method_trials_set_parameter (self->trials, block, 0, 4);
  g_assert_cmpint (wait_for (self, block)->state, ==, EXM_TRIAL_DONE);
  g_assert_cmpint (trial->state, ==, EXM_TRIAL_RUNNING);
  exm_method_trials_set_wanted (self->trials, vips, FALSE);
  g_assert_cmpint (trial->state, ==, EXM_TRIAL_WAITING);
  g_assert_null (trial->message);
}

static void
test_without_example (Fixture *self, gconstpointer unused)
{
  guint rules = find (self, "exemplar-rules"),
        article = find (self, "boilerpipe-article");

  exm_analysis_clear (self->analysis);
  set_target (self, 2, 12);
  exm_method_trials_set_active (self->trials, TRUE);
  exm_method_trials_set_wanted (self->trials, rules, TRUE);
  exm_method_trials_set_wanted (self->trials, article, TRUE);
  const ExmMethodTrial *trial = wait_for (self, rules);
  g_assert_cmpint (trial->state, ==, EXM_TRIAL_FAILED);
  g_assert_nonnull (strstr (trial->message, "example"));
  g_assert_cmpfloat (trial->agreement, ==, -1);
  trial = wait_for (self, article);
  g_assert_cmpint (trial->state, ==, EXM_TRIAL_DONE);
  g_assert_cmpuint (trial->n_lines, >, 0);
  /* No body is shown that it could agree with. */
  g_assert_cmpfloat (trial->agreement, ==, -1);
}

static void
test_parameters (Fixture *self, gconstpointer unused)
{
  guint index = find (self, "line-statistics");
  const ExmMethodTrial *trial = exm_method_trials_get (self->trials, index);
  const ExmMethodParameter *parameter = &trial->method->parameters[0];

  exm_method_trials_set_active (self->trials, TRUE);
  exm_method_trials_set_wanted (self->trials, index, TRUE);
  wait_for (self, index);
  g_assert_null (exm_method_trials_dup_parameters (self->trials, index));
  exm_method_trials_set_parameter (self->trials, index, 0, parameter->high + 5);
  g_assert_cmpfloat (trial->parameters[0], ==, parameter->high);
  g_assert_cmpint (trial->state, ==, EXM_TRIAL_RUNNING);
  exm_method_trials_set_parameter (self->trials, index, 0, 7);
  g_autofree char *text = exm_method_trials_dup_parameters (self->trials, index);
  g_assert_cmpstr (text, ==, "pages-a-repeat=7");
  wait_for (self, index);
  g_assert_cmpint (trial->state, ==, EXM_TRIAL_DONE);
  g_assert_false (exm_method_trials_is_in_use (self->trials, index, FALSE));

  /* The task's own values are where its method starts from. */
  exm_analysis_set_method (self->analysis, "line-statistics", "pages-a-repeat=9");
  wait_for_analysis (self);
  g_assert_cmpfloat (trial->parameters[0], ==, 9);
  g_assert_true (exm_method_trials_is_in_use (self->trials, index, TRUE));
  exm_method_trials_set_parameter (self->trials, index, 0, 10);
  g_assert_true (exm_method_trials_is_in_use (self->trials, index, FALSE));
  g_assert_false (exm_method_trials_is_in_use (self->trials, index, TRUE));
  exm_analysis_set_method (self->analysis, NULL, NULL);
  wait_for_analysis (self);
  g_assert_true (
      exm_method_trials_is_in_use (self->trials, find (self, "exemplar"), TRUE));
}

/* Fields that a method finds stand beside the body. */
static void
test_answers (void)
{
  ExmResultData data;
  ExmMethodTrial trial = { .state = EXM_TRIAL_DONE };
  g_autoptr (ExmMetadata) metadata = exm_metadata_new ();
  g_autoptr (GArray) same = g_array_new (FALSE, FALSE, sizeof (ExmMethodDifference));

  exm_result_data_init (&data, "block-features", 9);
  exm_result_data_add_answer (&data, EXM_ANSWER_TITLE, 1, "Harbour frozen");
  exm_result_data_add_answer (&data, EXM_ANSWER_DATE, 2, "2026-03-04T06:15:00Z");
  exm_result_data_add_answer (&data, EXM_ANSWER_RELATED, 7, "Ice on the river");
  exm_result_data_add_answer (&data, EXM_ANSWER_RELATED, 8, "Ships wait");
  g_autoptr (ExmResult) result = exm_result_new (&data);
  trial.result = result;
  g_autofree char *bare = exm_method_summary_new (&trial, same, metadata);
  g_assert_cmpstr (bare, ==,
                   "The same lines as the body that is shown\n"
                   "Title: Harbour frozen; the fields have none\n"
                   "Date: 2026-03-04 06:15; the fields have none\n"
                   "2 related links");

  exm_metadata_set (metadata, EXM_FIELD_TITLE, EXM_ORIGIN_META, "Harbour frozen over");
  exm_metadata_set (metadata, EXM_FIELD_PUBLISHED, EXM_ORIGIN_META, "2026-03-04");
  g_autofree char *beside = exm_method_summary_new (&trial, same, metadata);
  g_assert_nonnull (
      strstr (beside, "Title: Harbour frozen; in the fields: Harbour frozen over\n"));
  g_assert_nonnull (strstr (beside, "Date: 2026-03-04 06:15, as in the fields\n"));

  trial.message = (char *) "It needs a screen";
  g_autofree char *failed = exm_method_summary_new (&trial, same, metadata);
  g_assert_cmpstr (failed, ==, "It needs a screen");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name)                                                                        \
  g_test_add ("/app/method-trials/" #name, Fixture, NULL, set_up, test_##name, tear_down)
  ADD (all);
  ADD (wanted);
  ADD (beside);
  ADD (without_example);
  ADD (parameters);
  g_test_add_func ("/app/method-trials/answers", test_answers);
  return g_test_run ();
}
