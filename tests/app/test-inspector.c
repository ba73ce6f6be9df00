/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The inspector: text, lines, source and list of pages of an analysis. */

#include "app/analysis/exm-line-list.h"
#include "app/chart/exm-lane-words.h"
#include "app/inspector/exm-contribution-bar.h"
#include "app/inspector/exm-inspector-lines.h"
#include "app/inspector/exm-inspector-source.h"
#include "app/inspector/exm-inspector-text.h"
#include "app/inspector/exm-inspector.h"
#include "app/inspector/exm-line-detail.h"
#include "app/inspector/exm-line-row.h"
#include "app/inspector/exm-source-text.h"
#include "app/widgets/exm-init.h"

#include "test-gui.h"
#include "test-pointer.h"
#include "test-site.h"

#include <math.h>
#include <string.h>

typedef struct
{
  ExmEngine *engine;       /* (owned) */
  ExmAnalysis *analysis;   /* (owned) */
  GtkWindow *window;       /* (unowned) */
  ExmInspector *inspector; /* (unowned) */
} Fixture;

static gboolean
is_ready (gpointer data)
{
  return exm_analysis_get_state (data) == EXM_ANALYSIS_READY
         && !exm_analysis_get_busy (data);
}

static void
load (Fixture *self, TestSiteLanguage language)
{
  g_auto (TestSitePage) example
      = test_site_make_page (3, 1, 9, language, TEST_SITE_DRIFT | TEST_SITE_COMMENTS);
  g_auto (TestSitePage) target
      = test_site_make_page (3, 2, 12, language, TEST_SITE_DRIFT | TEST_SITE_COMMENTS);
  const ExmPageHints hints = { .url = "https://example.org/2.html" };
  g_autoptr (GBytes) example_bytes = g_bytes_new (example.html, strlen (example.html));
  g_autoptr (GBytes) target_bytes = g_bytes_new (target.html, strlen (target.html));

  exm_analysis_set_example (self->analysis, example_bytes, &hints, NULL);
  exm_analysis_set_target (self->analysis, target_bytes, &hints);
  test_gui_wait_until (is_ready, self->analysis, "a result");
}

static void
set_up (Fixture *self, gconstpointer data)
{
  self->engine = exm_engine_new ();
  self->analysis = exm_analysis_new (self->engine);
  self->inspector = EXM_INSPECTOR (exm_inspector_new ());
  self->window = GTK_WINDOW (adw_window_new ());
  adw_window_set_content (ADW_WINDOW (self->window), GTK_WIDGET (self->inspector));
  gtk_window_set_default_size (self->window, 389, 640);
  exm_inspector_set_analysis (self->inspector, self->analysis);
  gtk_window_present (self->window);
  test_gui_settle (GTK_WIDGET (self->window));
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  gtk_window_destroy (self->window);
  g_assert_finalize_object (self->analysis);
  g_object_unref (self->engine);
}

static void
shoot (Fixture *self, const char *name)
{
  const char *folder = g_getenv ("EXM_SHOTS");
  g_autofree char *file = g_strconcat ("inspector-", name, ".png", NULL);
  g_autofree char *path = folder != NULL ? g_build_filename (folder, file, NULL) : NULL;

  test_gui_settle (GTK_WIDGET (self->window));
  if (path != NULL)
    test_gui_shoot (GTK_WIDGET (self->window), path);
}

static char *
dup_shown_text (Fixture *self)
{
  GtkTextView *view
      = GTK_TEXT_VIEW (test_gui_need (self->inspector, GTK_TYPE_TEXT_VIEW, NULL));
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (view);
  GtkTextIter start, end;

  gtk_text_buffer_get_bounds (buffer, &start, &end);
  return gtk_text_buffer_get_text (buffer, &start, &end, TRUE);
}

static void
test_text (Fixture *self, gconstpointer data)
{
  load (self, TEST_SITE_CHINESE);
  test_gui_settle (GTK_WIDGET (self->window));
  g_autofree char *shown = dup_shown_text (self);
  const char *body = exm_analysis_get_body_text (self->analysis);
  g_assert_cmpstr (body, !=, "");
  g_assert_true (g_str_has_suffix (shown, body));
  g_assert_cmpuint (strlen (shown), >, strlen (body)); /* there is a head */
  shoot (self, "text");

  /* Trimmed lines are there on demand: those that the method took out, and those
   * marked. */
  GtkWidget *toggle
      = test_gui_need (self->inspector, GTK_TYPE_TOGGLE_BUTTON, "Show what was trimmed");
  test_pointer_click (toggle);
  g_autofree char *all = dup_shown_text (self);
  test_pointer_click (toggle);
  guint head = exm_analysis_get_head (self->analysis);
  exm_analysis_set_line_label (self->analysis, head + 2, EXM_LINE_LABEL_NOISE);
  g_autofree char *without = dup_shown_text (self);
  g_assert_cmpuint (strlen (without), <, strlen (shown));
  test_pointer_click (toggle);
  g_autofree char *with = dup_shown_text (self);
  g_assert_cmpstr (with, ==, all);
  shoot (self, "trimmed");
}

/* The pointer's line is one line in all views. */
static void
test_hover (Fixture *self, gconstpointer data)
{
  GtkWidget *view;

  load (self, TEST_SITE_ENGLISH);
  test_gui_settle (GTK_WIDGET (self->window));
  view = test_gui_need (self->inspector, GTK_TYPE_TEXT_VIEW, NULL);
  test_pointer_move (view, 60, 200);
  guint hovered = exm_view_state_get_hover_line (exm_analysis_get_view (self->analysis));
  g_assert_cmpuint (hovered, >=, exm_analysis_get_head (self->analysis));
  g_assert_cmpuint (hovered, <=, exm_analysis_get_tail (self->analysis));
  test_pointer_click_at (view, 60, 200, 1);
  g_assert_cmpuint (
      exm_view_state_get_current_line (exm_analysis_get_view (self->analysis)), ==,
      hovered);
  shoot (self, "hover");
}

static void
test_lines (Fixture *self, gconstpointer data)
{
  GtkSpinButton *start, *end;
  guint head, tail;

  load (self, TEST_SITE_CHINESE);
  head = exm_analysis_get_head (self->analysis);
  tail = exm_analysis_get_tail (self->analysis);
  test_pointer_click (test_gui_need (self->inspector, GTK_TYPE_LABEL, "Lines"));
  g_assert_cmpstr (exm_inspector_get_tab (self->inspector), ==, "lines");
  exm_view_state_set_current_line (exm_analysis_get_view (self->analysis), head);
  shoot (self, "lines");

  /* The spin buttons are the boundaries, both ways. */
  start = GTK_SPIN_BUTTON (
      test_gui_need (self->inspector, GTK_TYPE_SPIN_BUTTON, "First line of the body"));
  end = GTK_SPIN_BUTTON (
      test_gui_need (self->inspector, GTK_TYPE_SPIN_BUTTON, "Last line of the body"));
  g_assert_cmpint (gtk_spin_button_get_value_as_int (start), ==, (int) head + 1);
  g_assert_cmpint (gtk_spin_button_get_value_as_int (end), ==, (int) tail + 1);
  gtk_spin_button_spin (start, GTK_SPIN_STEP_FORWARD, 1);
  /* The body begins behind a trimmed line. */
  g_assert_cmpuint (exm_analysis_get_head (self->analysis), >, head);
  g_assert_cmpint (gtk_spin_button_get_value_as_int (start), ==,
                   (int) exm_analysis_get_head (self->analysis) + 1);
  exm_analysis_set_boundary (self->analysis, TRUE, tail - 1);
  g_assert_cmpint (gtk_spin_button_get_value_as_int (end), ==, (int) tail);
  exm_analysis_undo (self->analysis);
  exm_analysis_undo (self->analysis);
  g_assert_cmpint (gtk_spin_button_get_value_as_int (start), ==, (int) head + 1);
}

/* In a window that becomes narrow it goes to another place, and its tabs go on working.
 */
static void
test_moved (Fixture *self, gconstpointer data)
{
  load (self, TEST_SITE_ENGLISH);
  g_autoptr (GtkWidget) inspector = g_object_ref (GTK_WIDGET (self->inspector));
  GtkWidget *bin = adw_bin_new ();

  for (guint i = 0; i < 2; i++)
    {
      adw_window_set_content (ADW_WINDOW (self->window), NULL);
      adw_window_set_content (ADW_WINDOW (self->window), bin);
      adw_bin_set_child (ADW_BIN (bin), inspector);
      test_gui_settle (GTK_WIDGET (self->window));
      test_pointer_click (test_gui_need (self->inspector, GTK_TYPE_LABEL, "Lines"));
      g_assert_cmpstr (exm_inspector_get_tab (self->inspector), ==, "lines");
      test_pointer_click (test_gui_need (self->inspector, GTK_TYPE_LABEL, "Text"));
      g_assert_cmpstr (exm_inspector_get_tab (self->inspector), ==, "text");
      adw_bin_set_child (ADW_BIN (bin), NULL);
      adw_window_set_content (ADW_WINDOW (self->window), inspector);
      test_gui_settle (GTK_WIDGET (self->window));
      test_pointer_click (test_gui_need (self->inspector, GTK_TYPE_LABEL, "Lines"));
      g_assert_cmpstr (exm_inspector_get_tab (self->inspector), ==, "lines");
      bin = adw_bin_new ();
    }
  guint head = exm_analysis_get_head (self->analysis);
  exm_view_state_set_current_line (exm_analysis_get_view (self->analysis), head);
  gtk_widget_grab_focus (test_gui_need (self->inspector, GTK_TYPE_LIST_VIEW, NULL));
  test_keys (inspector, "n");
  g_assert_cmpint (exm_analysis_get_line_label (self->analysis, head), ==,
                   EXM_LINE_LABEL_NOISE);
  g_object_unref (g_object_ref_sink (bin));
}

/* A line is marked with the keyboard, and shown so. */
static void
test_mark (Fixture *self, gconstpointer data)
{
  guint head, n;
  GtkWidget *view;

  load (self, TEST_SITE_ENGLISH);
  exm_inspector_set_tab (self->inspector, "lines");
  test_gui_settle (GTK_WIDGET (self->window));
  head = exm_analysis_get_head (self->analysis);
  exm_view_state_set_current_line (exm_analysis_get_view (self->analysis), head + 1);
  view = test_gui_need (self->inspector, GTK_TYPE_LIST_VIEW, NULL);
  gtk_widget_grab_focus (view);
  test_keys (view, "n");
  g_assert_cmpint (exm_analysis_get_line_label (self->analysis, head + 1), ==,
                   EXM_LINE_LABEL_NOISE);
  g_assert_cmpint (exm_analysis_get_verdicts (self->analysis, &n)[head + 1], ==,
                   EXM_VERDICT_TRIMMED);
  shoot (self, "marked");
  test_keys (view, "BackSpace");
  g_assert_cmpint (exm_analysis_get_line_label (self->analysis, head + 1), ==,
                   EXM_LINE_LABEL_AUTO);
  g_assert_cmpint (exm_analysis_get_verdicts (self->analysis, &n)[head + 1], ==,
                   EXM_VERDICT_KEPT);
  /* And with the menu. */
  g_autofree char *number = g_strdup_printf ("%u", head + 1);
  test_pointer_click_at (test_gui_need (self->inspector, GTK_TYPE_LABEL, number), 2, 2,
                         3);
  shoot (self, "menu");
  test_keys (view, "Return");
  g_assert_cmpint (exm_analysis_get_line_label (self->analysis, head), !=,
                   EXM_LINE_LABEL_AUTO);
  /* Which the menu key opens too. */
  exm_view_state_set_current_line (exm_analysis_get_view (self->analysis), head + 1);
  test_gui_settle (GTK_WIDGET (self->window));
  gtk_widget_grab_focus (view);
  test_keys (view, "shift+F10");
  g_assert_true (gtk_widget_get_mapped (
      test_gui_need (self->inspector, GTK_TYPE_POPOVER_MENU, NULL)));
  test_keys (view, "Down");
  test_keys (view, "Return");
  g_assert_cmpint (exm_analysis_get_line_label (self->analysis, head + 1), !=,
                   EXM_LINE_LABEL_AUTO);
  test_keys (view, "Menu");
  test_keys (view, "Escape");
}

/* Returns: the bar in the list's row of the line with @number */
static ExmContributionBar *
need_bar (Fixture *self, const char *number)
{
  GtkWidget *label = test_gui_need (self->inspector, GTK_TYPE_LABEL, number);
  GtkWidget *row = gtk_widget_get_ancestor (label, EXM_TYPE_LINE_ROW);

  return EXM_CONTRIBUTION_BAR (test_gui_need (row, EXM_TYPE_CONTRIBUTION_BAR, NULL));
}

/* The lane that adds most to a line, or takes most. */
static const ExmLane *
find_weightiest (const ExmResultData *data, guint line)
{
  const ExmLane *best = &g_array_index (data->lanes, ExmLane, 0);

  for (guint i = 1; i < data->lanes->len; i++)
    {
      const ExmLane *lane = &g_array_index (data->lanes, ExmLane, i);
      if (fabsf (lane->contributions[line]) > fabsf (best->contributions[line]))
        best = lane;
    }
  return best;
}

/* Each line has a bar of what its lanes add; of the chosen one they are told by name, and
 * with the sum that it was decided by. Marked with the pointer, and taken back. */
static void
test_contributions (Fixture *self, gconstpointer unused)
{
  load (self, TEST_SITE_ENGLISH);
  exm_inspector_set_tab (self->inspector, "lines");
  test_gui_settle (GTK_WIDGET (self->window));
  GtkWidget *detail = test_gui_need (self->inspector, EXM_TYPE_LINE_DETAIL, NULL);
  test_gui_need (detail, GTK_TYPE_LABEL,
                 "Choose a line to see what speaks for and against it");
  const ExmResultData *data = exm_result_get (exm_analysis_get_result (self->analysis));
  guint line = exm_analysis_get_head (self->analysis) + 1;
  exm_view_state_set_current_line (exm_analysis_get_view (self->analysis), 0);
  test_gui_settle (GTK_WIDGET (self->window));
  test_gui_need (detail, GTK_TYPE_LABEL, "Line 1: Dropped");
  exm_view_state_set_current_line (exm_analysis_get_view (self->analysis), line);
  test_gui_settle (GTK_WIDGET (self->window));

  g_autofree char *number = g_strdup_printf ("%u", line + 1);
  g_autofree char *heading = g_strdup_printf ("Line %u: Kept", line + 1);
  test_pointer_click_at (test_gui_need (self->inspector, GTK_TYPE_LABEL, number), 2, 2,
                         1);
  test_gui_need (detail, GTK_TYPE_LABEL, heading);
  float positive, negative;
  exm_contribution_bar_get_sums (need_bar (self, number), &positive, &negative);
  g_assert_cmpfloat_with_epsilon (positive + negative, data->evidence[line], .01);
  g_assert_cmpfloat (positive, >, 0);
  g_assert_cmpfloat (negative, <, 0);
  g_assert_true (gtk_widget_get_has_tooltip (GTK_WIDGET (need_bar (self, number))));
  const ExmLane *lane = find_weightiest (data, line);
  float most = lane->contributions[line];
  g_autofree char *value
      = g_strdup_printf ("%s%.2f", most < 0 ? "−" : "+", (double) fabsf (most));
  g_autofree char *sum = g_strdup_printf ("+%.2f", (double) data->evidence[line]);
  test_gui_need (detail, GTK_TYPE_LABEL, exm_lane_describe (lane->id));
  test_gui_need (detail, GTK_TYPE_LABEL, value);
  test_gui_need (detail, GTK_TYPE_LABEL, "Total");
  test_gui_need (detail, GTK_TYPE_LABEL, sum);
  shoot (self, "contributions");

  GtkWidget *noise = test_gui_need (detail, GTK_TYPE_TOGGLE_BUTTON, "Mark as Noise (N)");
  test_pointer_click (noise);
  g_assert_cmpint (exm_analysis_get_line_label (self->analysis, line), ==,
                   EXM_LINE_LABEL_NOISE);
  test_gui_settle (GTK_WIDGET (self->window));
  test_gui_need_beginning (detail, "You marked it as noise");
  test_pointer_click (noise);
  g_assert_cmpint (exm_analysis_get_line_label (self->analysis, line), ==,
                   EXM_LINE_LABEL_AUTO);
  test_pointer_click (test_gui_need (detail, GTK_TYPE_TOGGLE_BUTTON, "Mark as Body (B)"));
  g_assert_cmpint (exm_analysis_get_line_label (self->analysis, line), ==,
                   EXM_LINE_LABEL_BODY);
}

static void
test_filter (Fixture *self, gconstpointer data)
{
  g_autoptr (ExmLineList) list = exm_line_list_new ();
  guint n_all, n_kept, head;

  load (self, TEST_SITE_ENGLISH);
  exm_line_list_set_analysis (list, self->analysis);
  n_all = g_list_model_get_n_items (G_LIST_MODEL (list));
  exm_line_list_set_filter (list, EXM_LINES_KEPT);
  exm_analysis_count_body (self->analysis, &n_kept, NULL);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, n_kept);
  g_assert_cmpuint (n_all, >, n_kept);
  head = exm_analysis_get_head (self->analysis);
  g_assert_cmpuint (exm_line_list_find (list, head), ==, 0);
  exm_analysis_set_line_label (self->analysis, head + 1, EXM_LINE_LABEL_NOISE);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, n_kept - 1);
  exm_line_list_set_filter (list, EXM_LINES_TRIMMED);
  g_autoptr (ExmLineItem) item = g_list_model_get_item (G_LIST_MODEL (list), 0);
  g_assert_cmpuint (exm_line_item_get_line (item), ==, head + 1);
  exm_line_list_set_analysis (list, NULL);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 0);
}

/* Lines that nobody sees say so, and those of them that are kept are listed. */
static void
test_hidden (Fixture *self, gconstpointer data)
{
  g_autoptr (ExmLineList) list = exm_line_list_new ();
  guint n_lines, head;

  load (self, TEST_SITE_ENGLISH);
  exm_analysis_get_verdicts (self->analysis, &n_lines);
  head = exm_analysis_get_head (self->analysis);
  g_assert_cmpuint (head, >, 0);
  exm_line_list_set_analysis (list, self->analysis);
  exm_line_list_set_filter (list, EXM_LINES_HIDDEN);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 0);
  g_autofree guint8 *hidden = g_new0 (guint8, n_lines);
  /* A line before the body is hidden too, which is no matter. */
  hidden[head - 1] = hidden[head + 1] = 1;
  exm_view_state_set_hidden (exm_analysis_get_view (self->analysis), hidden, n_lines);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 1);
  g_autoptr (ExmLineItem) item = g_list_model_get_item (G_LIST_MODEL (list), 0);
  g_assert_cmpuint (exm_line_item_get_line (item), ==, head + 1);
  g_auto (GStrv) reasons = exm_analysis_dup_reasons (self->analysis, head + 1);
  g_auto (GStrv) others = exm_analysis_dup_reasons (self->analysis, head + 2);
  g_assert_true (
      g_strv_contains ((const char *const *) reasons, "Not visible on the page"));
  g_assert_false (
      g_strv_contains ((const char *const *) others, "Not visible on the page"));
  exm_view_state_set_hidden (exm_analysis_get_view (self->analysis), NULL, 0);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 0);
}

/* Follows a list by what it tells, and sees how much comes or goes at once. */
typedef struct
{
  guint n_items;
  guint largest;
} Follower;

static void
on_items_changed (
    GListModel *list, guint position, guint n_old, guint n_new, Follower *follower)
{
  g_assert_cmpuint (position + n_old, <=, follower->n_items);
  follower->n_items += n_new - n_old;
  follower->largest = MAX (follower->largest, MAX (n_old, n_new) - MIN (n_old, n_new));
  g_assert_cmpuint (g_list_model_get_n_items (list), ==, follower->n_items);
}

static gboolean
is_all_told (gpointer list)
{
  return g_list_model_get_n_items (list) == exm_line_list_get_n_lines (list);
}

/* Views are told of a page that comes or goes in steps. */
static void
test_steps (Fixture *self, gconstpointer data)
{
  g_autoptr (ExmLineList) list = exm_line_list_new ();
  Follower follower = { 0 };

  exm_line_list_set_analysis (list, self->analysis);
  g_signal_connect (list, "items-changed", G_CALLBACK (on_items_changed), &follower);
  load (self, TEST_SITE_ENGLISH);
  test_gui_wait_until (is_all_told, list, "the lines");
  guint n_lines = exm_line_list_get_n_lines (list);
  g_assert_cmpuint (n_lines, >, follower.largest);
  g_assert_cmpuint (follower.largest, >, 0);
  for (guint i = 0; i < n_lines; i++)
    {
      g_autoptr (ExmLineItem) item = g_list_model_get_item (G_LIST_MODEL (list), i);
      g_assert_cmpuint (exm_line_item_get_line (item), ==, i);
    }
  follower.largest = 0;
  exm_analysis_clear (self->analysis);
  g_assert_cmpuint (exm_line_list_get_n_lines (list), ==, 0);
  test_gui_wait_until (is_all_told, list, "the lines' end");
  g_assert_cmpuint (n_lines, >, follower.largest);
  /* A page that comes while another one goes. */
  load (self, TEST_SITE_ENGLISH);
  exm_analysis_clear (self->analysis);
  load (self, TEST_SITE_ENGLISH);
  test_gui_wait_until (is_all_told, list, "the lines of the other page");
  g_assert_cmpuint (exm_line_list_get_n_lines (list), ==, n_lines);
}

static gboolean
has_source (gpointer data)
{
  g_autofree char *shown = dup_shown_text (data);

  return strstr (shown, "</html>") != NULL;
}

static void
test_source (Fixture *self, gconstpointer data)
{
  GtkTextIter iter;

  load (self, TEST_SITE_CHINESE);
  exm_inspector_set_tab (self->inspector, "source");
  test_gui_wait_until (has_source, self, "the source");
  guint head = exm_analysis_get_head (self->analysis);
  exm_view_state_set_current_line (exm_analysis_get_view (self->analysis), head);
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (
      GTK_TEXT_VIEW (test_gui_need (self->inspector, GTK_TYPE_TEXT_VIEW, NULL)));
  gtk_text_buffer_get_iter_at_mark (buffer, &iter, gtk_text_buffer_get_insert (buffer));
  GtkTextIter end = iter;
  gtk_text_iter_forward_chars (&end, 200);
  g_autofree char *source = gtk_text_buffer_get_text (buffer, &iter, &end, TRUE);
  g_autofree char *first = g_utf8_substring (
      exm_page_text_get_line (exm_analysis_get_page (self->analysis), head), 0, 10);
  g_assert_nonnull (strstr (source, first));
  /* A line that wraps gets no hyphens that are not its own. */
  gboolean hyphens = TRUE;
  g_object_get (
      gtk_text_tag_table_lookup (gtk_text_buffer_get_tag_table (buffer), "source"),
      "insert-hyphens", &hyphens, NULL);
  g_assert_false (hyphens);
  GtkTextTag *plain
      = gtk_text_tag_table_lookup (gtk_text_buffer_get_tag_table (buffer), "source");
  for (gtk_text_buffer_get_start_iter (buffer, &iter); !gtk_text_iter_is_end (&iter);
       gtk_text_iter_forward_line (&iter))
    g_assert_true (gtk_text_iter_has_tag (&iter, plain));
  shoot (self, "source");
}

static void
test_source_text (void)
{
  g_autoptr (GString) string = g_string_new ("one\ntwo é\n");
  guint line, index;

  for (guint i = 0; i < 3000; i++)
    g_string_append (string, "长");
  g_string_append_c (string, '\0');
  g_string_append (string, "\nend");
  g_autoptr (GBytes) bytes = g_bytes_new (string->str, string->len);
  g_autoptr (ExmSourceText) text = exm_source_text_new (bytes);
  g_assert_true (g_utf8_validate (text->text->str, (gssize) text->text->len, NULL));
  g_assert_true (g_str_has_suffix (text->text->str, "…\nend"));
  g_assert_cmpuint (text->n_left_out, >, 4000);
  g_assert_true (exm_source_text_find (text, 0, &line, &index));
  g_assert_cmpuint (line, ==, 0);
  g_assert_true (exm_source_text_find (text, 8, &line, &index));
  g_assert_cmpuint (line, ==, 1);
  g_assert_cmpuint (index, ==, 4);
  g_assert_true (exm_source_text_find (text, string->len - 1, &line, &index));
  g_assert_cmpuint (line, ==, 3);
  g_assert_cmpuint (index, ==, 2);
  g_assert_false (exm_source_text_find (text, string->len, &line, &index));
  g_autoptr (GBytes) nothing = g_bytes_new (NULL, 0);
  g_autoptr (ExmSourceText) empty = exm_source_text_new (nothing);
  g_assert_false (exm_source_text_find (empty, 0, &line, &index));
}

static void
add_page (GListStore *pages, const char *url, ExmPageMark mark, const char *title)
{
  g_autoptr (ExmPageItem) item = exm_page_item_new (url);
  g_auto (ExmPageOutcome) outcome = { .mark = mark };

  outcome.title = g_strdup (title);
  if (mark == EXM_PAGE_FAIL)
    outcome.message = g_strdup ("Does not look like your example (layout 31% alike); "
                                "nothing extracted");
  if (mark == EXM_PAGE_PASS || mark == EXM_PAGE_LOOK)
    {
      outcome.confidence = mark == EXM_PAGE_PASS ? .97 : .61;
      outcome.n_lines = 42;
      outcome.n_chars = 3118;
      outcome.excerpt = g_strdup ("The Kittiwake is back on the Saltmere crossing with a "
                                  "new engine, quieter ramps and a timetable.");
    }
  if (mark != EXM_PAGE_WAITING)
    exm_page_item_take_outcome (item, &outcome);
  g_list_store_append (pages, item);
}

static void
test_pages (Fixture *self, gconstpointer data)
{
  g_autoptr (GListStore) pages = g_list_store_new (EXM_TYPE_PAGE_ITEM);

  g_autoptr (GtkSingleSelection) selection
      = gtk_single_selection_new (G_LIST_MODEL (g_object_ref (pages)));
  exm_inspector_set_pages (self->inspector, selection);
  exm_inspector_set_tab (self->inspector, "pages");
  test_gui_settle (GTK_WIDGET (self->window));
  test_gui_need (self->inspector, GTK_TYPE_LABEL, "No pages yet");
  add_page (pages, "https://example.org/1", EXM_PAGE_PASS, "Harbour ferry returns");
  add_page (pages, "https://example.org/2", EXM_PAGE_LOOK, "Market hall roof");
  add_page (pages, "https://example.org/3", EXM_PAGE_FAIL, "Weather");
  add_page (pages, "https://example.org/news/2026/11/20/a-long-address.html",
            EXM_PAGE_WAITING, NULL);
  g_assert_cmpuint (gtk_single_selection_get_selected (selection), ==, 0);
  shoot (self, "pages");
  test_pointer_click (
      test_gui_need (self->inspector, GTK_TYPE_LABEL, "Market hall roof"));
  g_assert_cmpuint (gtk_single_selection_get_selected (selection), ==, 1);
}

/* A long page costs what is seen of it. */
static void
test_many_lines (Fixture *self, gconstpointer data)
{
  g_autoptr (GString) html = g_string_new ("<html><body>");
  const ExmPageHints hints = { .url = "https://example.org/long.html" };
  gint64 began;

  for (guint i = 0; i < 200000; i++)
    g_string_append_printf (html, "<p>Line %u has words of its own.", i);
  g_autoptr (GBytes) bytes = g_bytes_new (html->str, html->len);
  exm_analysis_set_target (self->analysis, bytes, &hints);
  exm_inspector_set_tab (self->inspector, "lines");
  g_auto (TestSitePage) example
      = test_site_make_page (1, 1, 5, TEST_SITE_ENGLISH, TEST_SITE_PLAIN);
  g_autoptr (GBytes) example_bytes = g_bytes_new (example.html, strlen (example.html));
  exm_analysis_set_example (self->analysis, example_bytes, &hints, NULL);
  while (exm_analysis_get_page (self->analysis) == NULL)
    g_main_context_iteration (NULL, TRUE);
  began = g_get_monotonic_time ();
  test_gui_settle (GTK_WIDGET (self->window));
  exm_view_state_set_current_line (exm_analysis_get_view (self->analysis), 170000);
  test_gui_settle (GTK_WIDGET (self->window));
  test_gui_need (self->inspector, GTK_TYPE_LABEL, "170001");
  g_test_message ("shown and scrolled in %d ms",
                  (int) ((g_get_monotonic_time () - began) / 1000));
}

/* An application does this for its windows. */
static void
load_style (void)
{
  g_autoptr (GtkCssProvider) provider = gtk_css_provider_new ();

  gtk_css_provider_load_from_resource (provider, EXM_APP_RESOURCES "style.css");
  gtk_style_context_add_provider_for_display (gdk_display_get_default (),
                                              GTK_STYLE_PROVIDER (provider),
                                              GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
}

int
main (int argc, char **argv)
{
  test_gui_init (&argc, &argv);
  load_style ();
  g_test_add_func ("/inspector/source-text", test_source_text);
#define ADD(name)                                                                        \
  g_test_add ("/inspector/" #name, Fixture, NULL, set_up, test_##name, tear_down)
  ADD (text);
  ADD (hover);
  ADD (lines);
  ADD (moved);
  ADD (mark);
  ADD (contributions);
  ADD (filter);
  ADD (hidden);
  ADD (steps);
  ADD (source);
  ADD (pages);
  ADD (many_lines);
  return g_test_run ();
}
