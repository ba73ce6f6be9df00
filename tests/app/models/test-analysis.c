/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Model of the workbench's views: pages in, a result out, corrections over it, and
 * Undo. */

#include "app/analysis/exm-analysis.h"

#include "test-page.h"
#include "test-site.h"

#include <string.h>

typedef struct
{
  ExmEngine *engine;     /* (owned) */
  ExmAnalysis *analysis; /* (owned) */
  GString *events;       /* (owned): what was signalled, a letter each */
} Fixture;

static void
on_changed (ExmAnalysis *analysis, gpointer events)
{
  g_string_append_c (events, 'c');
}

static void
on_pages_changed (ExmAnalysis *analysis, gpointer events)
{
  g_string_append_c (events, 'p');
}

static void
on_boundaries_changed (ExmAnalysis *analysis, gpointer events)
{
  g_string_append_c (events, 'b');
}

static void
on_edited (ExmAnalysis *analysis, const char *words, gpointer events)
{
  g_string_append_printf (events, "[%s]", words);
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->engine = exm_engine_new ();
  fixture->analysis = exm_analysis_new (fixture->engine);
  fixture->events = g_string_new (NULL);
  g_signal_connect (fixture->analysis, "changed", G_CALLBACK (on_changed),
                    fixture->events);
  g_signal_connect (fixture->analysis, "pages-changed", G_CALLBACK (on_pages_changed),
                    fixture->events);
  g_signal_connect (fixture->analysis, "boundaries-changed",
                    G_CALLBACK (on_boundaries_changed), fixture->events);
  g_signal_connect (fixture->analysis, "edited", G_CALLBACK (on_edited), fixture->events);
}

static void
wait (Fixture *fixture)
{
  while (exm_analysis_get_busy (fixture->analysis))
    g_main_context_iteration (NULL, TRUE);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_assert_finalize_object (fixture->analysis);
  g_object_unref (fixture->engine);
  g_string_free (fixture->events, TRUE);
}

static GBytes *
make_bytes (const char *html)
{
  return g_bytes_new (html, strlen (html));
}

static void
set_page (Fixture *fixture, gboolean target, const char *html, const char *region)
{
  const ExmPageHints hints = { .url = "http://site.example/1.html" };
  g_autoptr (GBytes) bytes = make_bytes (html);

  if (target)
    exm_analysis_set_target (fixture->analysis, bytes, &hints);
  else
    exm_analysis_set_example (fixture->analysis, bytes, &hints, region);
}

/* Two pages of one site; gives the target's body. */
static char *
open_pair (Fixture *fixture, TestSiteFlags flags)
{
  g_auto (TestSitePage) example
      = test_site_make_page (3, 1, 12, TEST_SITE_CHINESE, flags);
  g_auto (TestSitePage) target = test_site_make_page (3, 2, 12, TEST_SITE_CHINESE, flags);

  set_page (fixture, FALSE, example.html, NULL);
  set_page (fixture, TRUE, target.html, NULL);
  wait (fixture);
  g_assert_cmpint (exm_analysis_get_state (fixture->analysis), ==, EXM_ANALYSIS_READY);
  return g_steal_pointer (&target.body);
}

static void
test_pair (Fixture *fixture, gconstpointer data)
{
  ExmAnalysis *analysis = fixture->analysis;
  g_autofree char *body = NULL, *why = NULL;
  guint n, n_lines, n_chars;

  g_assert_cmpint (exm_analysis_get_state (analysis), ==, EXM_ANALYSIS_EMPTY);
  body = open_pair (fixture, TEST_SITE_DRIFT);
  g_assert_cmpfloat (test_site_score (exm_analysis_get_body_text (analysis), body), >,
                     .9);
  g_assert_true (exm_analysis_get_fits (analysis));
  g_assert_nonnull (exm_analysis_get_metadata (analysis));
  why = exm_analysis_dup_why (analysis);
  g_assert_nonnull (strstr (why, "% same layout"));

  exm_analysis_count_body (analysis, &n_lines, &n_chars);
  g_assert_cmpuint (n_lines, >, 5);
  /* Line feeds join the lines. */
  g_assert_cmpint (g_utf8_strlen (exm_analysis_get_body_text (analysis), -1), ==,
                   n_chars);
  const guint8 *verdicts = exm_analysis_get_verdicts (analysis, &n);
  g_assert_cmpint (verdicts[exm_analysis_get_head (analysis)], ==, EXM_VERDICT_KEPT);
  g_assert_cmpint (verdicts[exm_analysis_get_tail (analysis)], ==, EXM_VERDICT_KEPT);
  g_assert_nonnull (exm_analysis_get_example_verdicts (analysis, 0, &n));
  g_assert_cmpuint (n, >, 0);
}

/* A request that is overtaken tells nothing. */
static void
test_overtaken (Fixture *fixture, gconstpointer data)
{
  g_auto (TestSitePage) first = test_site_make_page (3, 1, 4, TEST_SITE_ENGLISH, 0);
  g_auto (TestSitePage) second = test_site_make_page (3, 2, 4, TEST_SITE_ENGLISH, 0);
  g_auto (TestSitePage) third = test_site_make_page (3, 3, 4, TEST_SITE_ENGLISH, 0);

  set_page (fixture, FALSE, first.html, NULL);
  for (guint i = 0; i < 20; i++)
    set_page (fixture, TRUE, i % 2 ? second.html : third.html, NULL);
  wait (fixture);
  g_assert_cmpfloat (
      test_site_score (exm_analysis_get_body_text (fixture->analysis), second.body), >,
      .9);
  /* Pages, then their result, once. */
  g_assert_cmpstr (fixture->events->str, ==, "pbc");
}

static void
test_failure (Fixture *fixture, gconstpointer data)
{
  g_autofree char *body = open_pair (fixture, 0);
  ExmAnalysisPlace place;
  guint n;

  set_page (fixture, TRUE, "%PDF-1.4\n", NULL);
  g_assert_null (exm_analysis_get_result (fixture->analysis));
  wait (fixture);
  g_assert_cmpint (exm_analysis_get_state (fixture->analysis), ==, EXM_ANALYSIS_FAILED);
  g_assert_nonnull (strstr (exm_analysis_get_message (fixture->analysis, &place),
                            "http://site.example/1.html"));
  g_assert_cmpint (place, ==, EXM_ANALYSIS_PLACE_TARGET);
  g_assert_cmpstr (exm_analysis_get_body_text (fixture->analysis), ==, "");
  exm_analysis_get_verdicts (fixture->analysis, &n);
  g_assert_cmpuint (n, ==, 0);

  exm_analysis_clear (fixture->analysis);
  g_assert_cmpint (exm_analysis_get_state (fixture->analysis), ==, EXM_ANALYSIS_EMPTY);
  g_assert_null (exm_analysis_get_message (fixture->analysis, &place));
}

static void
test_does_not_fit (Fixture *fixture, gconstpointer data)
{
  static const char other[] = "<html><body><table id=t><tr><td>One sentence that says "
                              "something, and then another that says more of it.</td>"
                              "</tr></table></body></html>";
  g_autofree char *body = open_pair (fixture, 0);
  ExmAnalysis *analysis = fixture->analysis;
  guint n;

  set_page (fixture, TRUE, other, NULL);
  wait (fixture);
  g_assert_false (exm_analysis_get_fits (analysis));
  g_assert_cmpstr (exm_analysis_get_body_text (analysis), ==, "");
  g_assert_cmpuint (exm_analysis_get_head (analysis), ==, EXM_NONE);
  const guint8 *verdicts = exm_analysis_get_verdicts (analysis, &n);
  for (guint i = 0; i < n; i++)
    g_assert_cmpint (verdicts[i], ==, EXM_VERDICT_DROPPED);
  g_assert_null (exm_analysis_get_example_verdicts (analysis, 0, &n));

  exm_analysis_set_force (analysis, TRUE);
  g_assert_nonnull (strstr (exm_analysis_get_body_text (analysis), "One sentence"));
  set_page (fixture, TRUE, other, NULL);
  g_assert_false (exm_analysis_get_force (analysis));
}

static void
test_boundaries (Fixture *fixture, gconstpointer data)
{
  g_autofree char *site_body = open_pair (fixture, 0), *body = NULL;
  ExmAnalysis *analysis = fixture->analysis;
  guint head = exm_analysis_get_head (analysis), tail = exm_analysis_get_tail (analysis);

  body = g_strdup (exm_analysis_get_body_text (analysis));
  g_string_truncate (fixture->events, 0);
  exm_analysis_preview_boundary (analysis, FALSE, head + 2);
  g_assert_cmpuint (exm_analysis_get_head (analysis), ==, head + 2);
  g_assert_false (exm_analysis_can_undo (analysis));
  exm_analysis_preview_boundary (analysis, FALSE, EXM_NONE);
  g_assert_cmpuint (exm_analysis_get_head (analysis), ==, head);
  g_assert_cmpstr (fixture->events->str, ==, "bb");

  g_string_truncate (fixture->events, 0);
  exm_analysis_set_boundary (analysis, FALSE, head - 2);
  g_assert_cmpuint (exm_analysis_get_head (analysis), ==, head - 2);
  g_assert_cmpstr (fixture->events->str, ==, "b[Start moved 2 lines up]");
  g_assert_cmpstr (exm_analysis_get_undo_words (analysis), ==, "Start moved 2 lines up");
  g_assert_true (g_str_has_prefix (
      exm_analysis_get_body_text (analysis),
      exm_page_text_get_line (exm_analysis_get_page (analysis), head - 2)));
  exm_analysis_set_boundary (analysis, TRUE, tail - 1);
  g_assert_cmpstr (exm_analysis_get_undo_words (analysis), ==, "End moved 1 line up");
  exm_analysis_set_boundary (analysis, FALSE, EXM_NONE);
  g_assert_cmpuint (exm_analysis_get_head (analysis), ==, head);
  g_assert_cmpuint (exm_analysis_get_tail (analysis), ==, tail - 1);

  for (guint i = 0; i < 3; i++)
    exm_analysis_undo (analysis);
  g_assert_false (exm_analysis_can_undo (analysis));
  g_assert_cmpstr (exm_analysis_get_body_text (analysis), ==, body);
  exm_analysis_redo (analysis);
  g_assert_cmpuint (exm_analysis_get_head (analysis), ==, head - 2);
  g_assert_cmpuint (exm_analysis_get_tail (analysis), ==, tail);
}

/* A boundary that is moved over the other one takes it along. */
static void
test_boundaries_cross (Fixture *fixture, gconstpointer data)
{
  g_autofree char *body = open_pair (fixture, 0);
  ExmAnalysis *analysis = fixture->analysis;
  guint head = exm_analysis_get_head (analysis), tail = exm_analysis_get_tail (analysis);

  exm_analysis_set_boundary (analysis, FALSE, tail + 1);
  g_assert_cmpuint (exm_analysis_get_head (analysis), ==, tail + 1);
  g_assert_cmpuint (exm_analysis_get_tail (analysis), ==, tail + 1);
  exm_analysis_undo (analysis);
  exm_analysis_set_boundary (analysis, TRUE, head - 1);
  g_assert_cmpuint (exm_analysis_get_head (analysis), ==, head - 1);
  g_assert_cmpuint (exm_analysis_get_tail (analysis), ==, head - 1);
  exm_analysis_set_boundary (analysis, TRUE, 100000);
  g_assert_cmpuint (exm_analysis_get_tail (analysis), ==, head - 1);
}

static void
test_labels (Fixture *fixture, gconstpointer data)
{
  g_autofree char *body = open_pair (fixture, 0);
  ExmAnalysis *analysis = fixture->analysis;
  guint head = exm_analysis_get_head (analysis), tail = exm_analysis_get_tail (analysis);
  guint before, after, n, line = head + 1;

  while (exm_analysis_get_verdicts (analysis, &n)[line] != EXM_VERDICT_KEPT)
    line++;
  g_assert_cmpuint (line, <, tail);
  exm_analysis_count_body (analysis, &before, NULL);
  exm_analysis_set_line_label (analysis, line, EXM_LINE_LABEL_NOISE);
  exm_analysis_count_body (analysis, &after, NULL);
  g_assert_cmpuint (after, ==, before - 1);
  g_assert_cmpint (exm_analysis_get_verdicts (analysis, &n)[line], ==,
                   EXM_VERDICT_TRIMMED);
  g_auto (GStrv) reasons = exm_analysis_dup_reasons (analysis, line);
  g_assert_cmpstr (reasons[0], ==, "You marked it as noise");

  /* A boundary that is noise gives way. */
  exm_analysis_set_line_label (analysis, head, EXM_LINE_LABEL_NOISE);
  g_assert_cmpuint (exm_analysis_get_head (analysis), >, line);
  g_assert_cmpint (exm_analysis_get_verdicts (analysis, &n)[head], ==,
                   EXM_VERDICT_DROPPED);
  exm_analysis_set_line_label (analysis, tail + 3, EXM_LINE_LABEL_BODY);
  g_assert_cmpuint (exm_analysis_get_tail (analysis), ==, tail + 3);
  exm_analysis_set_line_label (analysis, tail + 3, EXM_LINE_LABEL_AUTO);
  g_assert_cmpuint (exm_analysis_get_tail (analysis), ==, tail);
  for (guint i = 0; i < 4; i++)
    exm_analysis_undo (analysis);
  g_assert_cmpuint (exm_analysis_get_head (analysis), ==, head);
  exm_analysis_count_body (analysis, &after, NULL);
  g_assert_cmpuint (after, ==, before);
}

/* Marks lines as the body of the first example. */
static void
mark_lines (ExmAnalysis *analysis, guint first, guint last)
{
  g_autofree guint8 *inside = g_new0 (guint8, last + 1);

  memset (inside + first, 1, last + 1 - first);
  exm_analysis_set_region_lines (analysis, 0, inside, last + 1);
}

static void
test_region (Fixture *fixture, gconstpointer data)
{
  g_autofree char *body = open_pair (fixture, TEST_SITE_DRIFT), *text = NULL;
  ExmAnalysis *analysis = fixture->analysis;
  guint n, first, last;
  guint head = exm_analysis_get_head (analysis);
  ExmRegionEffect effect;
  double before = exm_analysis_get_confidence (analysis);
  const guint8 *verdicts = exm_analysis_get_example_verdicts (analysis, 0, &n);

  g_assert_false (exm_analysis_get_region (analysis, 0, &first, &last));
  g_assert_null (exm_analysis_dup_region_text (analysis, 0));
  for (first = 0; verdicts[first] != EXM_VERDICT_KEPT; first++)
    continue;
  for (last = n - 1; verdicts[last] != EXM_VERDICT_KEPT; last--)
    continue;
  mark_lines (analysis, first, last);
  g_assert_true (exm_analysis_get_busy (analysis));
  wait (fixture);
  g_assert_true (exm_analysis_get_region_effect (analysis, &effect));
  g_assert_cmpfloat (effect.before, ==, before);
  g_assert_cmpuint (effect.head, ==, head);
  text = exm_analysis_dup_region_text (analysis, 0);
  g_assert_true (g_str_has_prefix (
      text, exm_page_text_get_line (exm_analysis_get_example_page (analysis, 0), first)));

  exm_analysis_undo (analysis);
  wait (fixture);
  g_assert_false (exm_analysis_get_region (analysis, 0, &first, &last));
  g_assert_cmpfloat (exm_analysis_get_confidence (analysis), ==, before);
}

/* The text that a task keeps gives the same region when it is opened again. */
static void
test_region_text (Fixture *fixture, gconstpointer data)
{
  g_auto (TestSitePage) example = test_site_make_page (3, 1, 12, TEST_SITE_CHINESE, 0);
  g_auto (TestSitePage) target = test_site_make_page (3, 2, 12, TEST_SITE_CHINESE, 0);
  g_autofree char *text = NULL;
  ExmAnalysis *analysis = fixture->analysis;
  guint first, last, first_again, last_again;

  set_page (fixture, FALSE, example.html, example.body);
  set_page (fixture, TRUE, target.html, NULL);
  wait (fixture);
  g_assert_true (exm_analysis_get_region (analysis, 0, &first, &last));
  mark_lines (analysis, first, last - 1);
  text = exm_analysis_dup_region_text (analysis, 0);
  set_page (fixture, FALSE, example.html, text);
  wait (fixture);
  g_assert_true (exm_analysis_get_region (analysis, 0, &first_again, &last_again));
  g_assert_cmpuint (first_again, ==, first);
  g_assert_cmpuint (last_again, ==, last - 1);

  /* A text that is not there is no reason to fail. */
  set_page (fixture, FALSE, example.html, "nothing of this is on the page at all");
  wait (fixture);
  g_assert_cmpint (exm_analysis_get_state (analysis), ==, EXM_ANALYSIS_READY);
  g_assert_false (exm_analysis_get_region (analysis, 0, &first, &last));
}

/* Lines that were taken out of a region stay out when the task is opened again. */
static void
test_region_holes (Fixture *fixture, gconstpointer data)
{
  g_auto (TestSitePage) example = test_site_make_page (3, 1, 12, TEST_SITE_ENGLISH, 0);
  g_auto (TestSitePage) target = test_site_make_page (3, 2, 12, TEST_SITE_ENGLISH, 0);
  ExmAnalysis *analysis = fixture->analysis;
  guint first, last, n_lines;

  set_page (fixture, FALSE, example.html, example.body);
  set_page (fixture, TRUE, target.html, NULL);
  wait (fixture);
  g_assert_true (exm_analysis_get_region (analysis, 0, &first, &last));
  g_autofree guint8 *lines = exm_analysis_dup_region_lines (analysis, 0);
  exm_page_text_get_lines (exm_analysis_get_example_page (analysis, 0), &n_lines);
  lines[first + 2] = lines[first + 3] = lines[last - 1] = FALSE;
  exm_analysis_set_region_lines (analysis, 0, lines, n_lines);
  wait (fixture);
  g_autofree char *text = exm_analysis_dup_region_text (analysis, 0);
  set_page (fixture, FALSE, example.html, text);
  wait (fixture);
  g_autofree guint8 *again = exm_analysis_dup_region_lines (analysis, 0);
  g_assert_cmpmem (again, n_lines, lines, n_lines);
  /* The same once more is no edit. */
  exm_analysis_set_region_lines (analysis, 0, lines, n_lines);
  g_assert_false (exm_analysis_can_undo (analysis));
}

static void
on_labels_changed (ExmAnalysis *analysis, gpointer count)
{
  (*(guint *) count)++;
}

/* Labels of a page are there again when it is opened the next time. */
static void
test_labels_kept (Fixture *fixture, gconstpointer data)
{
  g_auto (TestSitePage) target = test_site_make_page (3, 2, 12, TEST_SITE_ENGLISH, 0);
  g_auto (TestSitePage) example = test_site_make_page (3, 1, 12, TEST_SITE_ENGLISH, 0);
  ExmAnalysis *analysis = fixture->analysis;
  guint n_changes = 0;

  g_signal_connect (analysis, "labels-changed", G_CALLBACK (on_labels_changed),
                    &n_changes);
  set_page (fixture, FALSE, example.html, NULL);
  set_page (fixture, TRUE, target.html, NULL);
  wait (fixture);
  guint head = exm_analysis_get_head (analysis);
  exm_analysis_set_line_label (analysis, head + 2, EXM_LINE_LABEL_NOISE);
  exm_analysis_set_boundary (analysis, FALSE, head + 1);
  g_assert_cmpuint (n_changes, ==, 2);
  g_autoptr (GArray) labels = exm_analysis_list_labels (analysis);
  g_autofree char *text = g_strdup (exm_analysis_get_body_text (analysis));

  set_page (fixture, TRUE, target.html, NULL);
  exm_analysis_set_target_lore (analysis, labels, NULL, NULL);
  wait (fixture);
  g_assert_cmpuint (exm_analysis_get_head (analysis), ==, head + 1);
  g_assert_cmpint (exm_analysis_get_line_label (analysis, head + 2), ==,
                   EXM_LINE_LABEL_NOISE);
  g_assert_cmpstr (exm_analysis_get_body_text (analysis), ==, text);
  g_assert_false (exm_analysis_can_undo (analysis));
  g_assert_cmpuint (n_changes, ==, 2);
  /* Taken back, and the way back from that. */
  exm_analysis_set_line_label (analysis, head + 2, EXM_LINE_LABEL_AUTO);
  g_assert_cmpuint (n_changes, ==, 3);
  exm_analysis_undo (analysis);
  g_assert_cmpuint (n_changes, ==, 4);
  g_autoptr (GArray) same = exm_analysis_list_labels (analysis);
  g_assert_cmpuint (same->len, ==, labels->len);
}

static void
find_reasons (ExmAnalysis *analysis, const char *line_text, GStrv *reasons)
{
  guint n;
  ExmPageText *page = exm_analysis_get_page (analysis);

  exm_page_text_get_lines (page, &n);
  for (guint i = 0; i < n; i++)
    if (strstr (exm_page_text_get_line (page, i), line_text) != NULL)
      {
        g_strfreev (*reasons);
        *reasons = exm_analysis_dup_reasons (analysis, i);
        return;
      }
  g_assert_not_reached ();
}

static void
test_reasons (Fixture *fixture, gconstpointer data)
{
  static const char format[]
      = "<html><head><title>%s - Site</title></head><body><div class=nav><a href=/>Home "
        "of "
        "it</a> <a href=/n>News of today</a></div><div class=content>%s"
        "<p><a href=/%s>All about %s and the others</a></p></div>"
        "<div class=more><h3>Comments (%u)</h3><p>I like %s a lot, said a reader here, "
        "and that is all there is to it.</p></div></body></html>";
  g_autofree char *example
      = g_strdup_printf (
          format, "Alpha",
          "<p>The first letter was drawn as the head of an ox, long before "
          "anybody wrote it.</p><p>Traders took it over the sea, turned it "
          "on its side, and then on its head.</p>",
          "a", "Alpha", 3, "Alpha"),
      *target = g_strdup_printf (
          format, "Unicorns",
          "<p>Unicorns is a long sentence, with several parts, which says something that "
          "matters.</p><p>And zebras goes on, in another paragraph, for as long as it "
          "takes to tell of it all.</p>",
          "z", "tigers", 4, "penguins");
  g_auto (GStrv) reasons = NULL;
  g_autofree char *body = NULL;

  set_page (fixture, FALSE, example, NULL);
  set_page (fixture, TRUE, target, NULL);
  wait (fixture);
  find_reasons (fixture->analysis, "Home of", &reasons);
  g_assert_true (g_strv_contains ((const char *const *) reasons, "Seen in the example"));
  find_reasons (fixture->analysis, "All about tigers", &reasons);
  g_assert_true (g_strv_contains ((const char *const *) reasons, "100% link text"));
  find_reasons (fixture->analysis, "penguins", &reasons);
  g_assert_true (g_strv_contains ((const char *const *) reasons, "After “Comments (4)”"));
  g_strfreev (reasons);
  reasons = exm_analysis_dup_reasons (fixture->analysis, 9999);
  g_assert_cmpuint (g_strv_length (reasons), ==, 0);

  body = open_pair (fixture, 0);
  guint n, n_running = 0;
  const guint8 *verdicts = exm_analysis_get_verdicts (fixture->analysis, &n);
  for (guint i = 0; i < n; i++)
    {
      if (verdicts[i] != EXM_VERDICT_KEPT)
        continue;
      g_strfreev (reasons);
      reasons = exm_analysis_dup_reasons (fixture->analysis, i);
      n_running += g_strv_contains ((const char *const *) reasons, "Running text");
    }
  g_assert_cmpuint (n_running, >, 0);
}

static double
sum_weights (ExmAnalysis *analysis)
{
  const ExmResultData *data = exm_result_get (exm_analysis_get_result (analysis));
  double sum = 0;

  for (guint i = 0; i < data->n_lines; i++)
    sum += data->weights[i];
  return sum;
}

static void
test_settings (Fixture *fixture, gconstpointer data)
{
  g_autofree char *body = open_pair (fixture, TEST_SITE_DRIFT);
  ExmAnalysis *analysis = fixture->analysis;

  exm_analysis_set_method (analysis, "exemplar-literal", NULL);
  gboolean literal = FALSE;
  g_object_get (analysis, "literal", &literal, NULL);
  g_assert_true (literal);
  wait (fixture);
  g_assert_cmpstr (exm_result_get (exm_analysis_get_result (analysis))->method, ==,
                   "exemplar-literal");
  exm_analysis_set_literal (analysis, FALSE);
  g_object_set (analysis, "window", 256, NULL);
  g_assert_cmpuint (exm_analysis_get_input (analysis)->window, ==, 256);
  exm_analysis_set_sensitivity (analysis, -3);
  wait (fixture);
  g_assert_cmpstr (exm_result_get (exm_analysis_get_result (analysis))->method, ==,
                   "exemplar");
  double least = sum_weights (analysis);
  exm_analysis_set_sensitivity (analysis, 0);
  wait (fixture);
  g_assert_cmpfloat (sum_weights (analysis), >, least);
  g_assert_cmpfloat (test_site_score (exm_analysis_get_body_text (analysis), body), >,
                     .9);
  exm_analysis_set_target_charset (analysis, "klingon");
  wait (fixture);
  g_assert_cmpint (exm_analysis_get_state (analysis), ==, EXM_ANALYSIS_FAILED);
}

static void
test_twins (Fixture *fixture, gconstpointer data)
{
  g_autofree char *body = open_pair (fixture, 0);
  ExmAnalysis *analysis = fixture->analysis;
  guint line = exm_analysis_find_in_example (analysis, 0);

  g_assert_cmpuint (line, !=, EXM_NONE);
  g_assert_cmpuint (exm_analysis_find_in_target (analysis, line), ==, 0);
  g_assert_cmpuint (
      exm_analysis_find_in_example (analysis, exm_analysis_get_head (analysis)), ==,
      EXM_NONE);
  g_assert_cmpuint (exm_analysis_find_in_target (analysis, 100000), ==, EXM_NONE);
}

int
main (int argc, char *argv[])
{
  static const struct
  {
    const char *path;
    void (*test) (Fixture *, gconstpointer);
  } tests[] = {
    { "/analysis/pair", test_pair },
    { "/analysis/overtaken", test_overtaken },
    { "/analysis/failure", test_failure },
    { "/analysis/does-not-fit", test_does_not_fit },
    { "/analysis/boundaries", test_boundaries },
    { "/analysis/boundaries-cross", test_boundaries_cross },
    { "/analysis/labels", test_labels },
    { "/analysis/region", test_region },
    { "/analysis/region-text", test_region_text },
    { "/analysis/region-holes", test_region_holes },
    { "/analysis/labels-kept", test_labels_kept },
    { "/analysis/reasons", test_reasons },
    { "/analysis/settings", test_settings },
    { "/analysis/twins", test_twins },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].test, tear_down);
  return g_test_run ();
}
