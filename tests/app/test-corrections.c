/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Corrections on the workbench teach the task's other articles, when that is asked
 * for, and published copies, when that is asked for too. */

#include "app/chart/exm-chart-panel.h"
#include "app/inspector/exm-inspector.h"
#include "app/web/exm-page-pane.h"

#include "test-pointer.h"
#include "test-queue.h"

#include <string.h>

#define N_ARTICLES 3u

typedef struct
{
  TestQueue queue;
  gint64 ids[N_ARTICLES];
  ExmWorkbenchPage *bench; /* (unowned) */
  ExmAnalysis *analysis;   /* (unowned) */
  guint n_files;           /* that tell what articles are now */
} Fixture;

static char *
read_copy (Fixture *self, guint number)
{
  g_autofree char *name = g_strdup_printf ("Title %u", number);
  g_autofree char *path = g_build_filename (self->queue.out, name, NULL);
  char *text = NULL;

  return g_file_get_contents (path, &text, NULL, NULL) ? text : NULL;
}

static gboolean
is_published (gpointer data)
{
  for (guint i = 0; i < N_ARTICLES; i++)
    {
      g_autofree char *copy = read_copy (data, 5 + i);
      if (copy == NULL)
        return FALSE;
    }
  return TRUE;
}

/* Three published articles of task 1, the newest on its workbench. */
static void
set_up (Fixture *self, gconstpointer unused)
{
  test_queue_init (&self->queue);
  for (guint i = 0; i < N_ARTICLES; i++)
    self->ids[i] = test_queue_put (&self->queue, 1, 5 + i, EXM_ARTICLE_GOOD, NULL);
  test_queue_open (&self->queue);
  test_gui_wait_until (is_published, self, "the published copies");
  test_pointer_click (test_gui_need (self->queue.window, GTK_TYPE_LABEL, "Task 00001"));
  exm_window_set_view (self->queue.window, "workbench");
  self->bench = test_queue_need_bench (&self->queue, "/7.html");
  self->analysis = exm_workbench_page_get_analysis (self->bench);
}

static void
tear_down (Fixture *self, gconstpointer unused)
{
  test_queue_clear (&self->queue);
}

static GtkWidget *
need_button (Fixture *self, const char *label)
{
  return test_gui_need (self->bench, GTK_TYPE_BUTTON, label);
}

static char *
read_text (Fixture *self, guint i)
{
  g_autoptr (ExmArticle) article = test_queue_read (&self->queue, self->ids[i]);

  return g_strdup (exm_article_get (article)->text);
}

static gboolean
is_updated (gpointer data)
{
  Fixture *self = data;
  guint n = 0;

  for (guint i = 0; i < N_ARTICLES; i++)
    {
      g_autofree char *copy = read_copy (self, 5 + i), *text = read_text (self, i);
      n += copy != NULL && strstr (copy, text) != NULL;
    }
  return n == self->n_files;
}

static void
answer (Fixture *self, const char *response)
{
  GtkWindow *dialog = test_gui_need_dialog (self->queue.window, ADW_TYPE_MESSAGE_DIALOG);

  test_pointer_click (test_gui_need (dialog, GTK_TYPE_BUTTON, response));
}

/* A line is called noise in the list of lines; the others follow when that is asked for,
 * and come back as they were; copies change when that is asked for, which No is the
 * answer to before Yes. */
static void
test_pointer (Fixture *self, gconstpointer unused)
{
  g_autofree char *before[N_ARTICLES] = { NULL };

  for (guint i = 0; i < N_ARTICLES; i++)
    before[i] = read_text (self, i);
  g_autofree char *shown = g_strdup (exm_analysis_get_body_text (self->analysis));
  exm_analysis_set_line_label (self->analysis, exm_analysis_get_head (self->analysis) + 1,
                               EXM_LINE_LABEL_NOISE);
  g_assert_cmpstr (exm_analysis_get_body_text (self->analysis), !=, shown);
  g_free (shown);
  shown = g_strdup (exm_analysis_get_body_text (self->analysis));
  test_queue_wait_for_text (&self->queue, self->ids[2], shown);
  test_gui_need (self->bench, GTK_TYPE_LABEL, "Affects 2 stored articles");
  test_gui_need (self->bench, GTK_TYPE_LABEL, "1 published copy is still what it was");
  test_gui_show_people (GTK_WIDGET (self->queue.window), "corrections-affects");
  test_pointer_click (need_button (self, "Re-e_xtract"));
  test_queue_wait_for_text (&self->queue, self->ids[0], shown);
  test_queue_wait_for_text (&self->queue, self->ids[1], shown);

  /* Back, to the last byte. */
  test_pointer_undo (self->queue.window, "2 articles extracted anew");
  test_queue_wait_for_text (&self->queue, self->ids[0], before[0]);
  test_queue_wait_for_text (&self->queue, self->ids[1], before[1]);
  for (guint i = 0; i < N_ARTICLES; i++)
    g_clear_pointer (&before[i], g_free);
}

/* Returns: how far down @widget begins in the window */
static double
get_top (Fixture *self, GtkWidget *widget)
{
  double x, y;

  g_assert_true (gtk_widget_translate_coordinates (
      widget, GTK_WIDGET (self->queue.window), 0, 0, &x, &y));
  return y;
}

static void
test_copies (Fixture *self, gconstpointer unused)
{
  exm_analysis_set_line_label (self->analysis, exm_analysis_get_head (self->analysis) + 1,
                               EXM_LINE_LABEL_NOISE);
  g_autofree char *shown = g_strdup (exm_analysis_get_body_text (self->analysis));
  test_gui_need (self->bench, GTK_TYPE_LABEL, "Affects 2 stored articles");
  test_gui_settle (GTK_WIDGET (self->queue.window));
  GtkWidget *button = need_button (self, "Re-e_xtract");
  double top = get_top (self, button);
  /* Comes a moment later, when a pointer may be on its way to the button. */
  test_gui_need (self->bench, GTK_TYPE_LABEL, "1 published copy is still what it was");
  test_gui_settle (GTK_WIDGET (self->queue.window));
  g_assert_cmpfloat (get_top (self, button), ==, top);
  test_pointer_click (button);
  test_queue_wait_for_text (&self->queue, self->ids[0], shown);
  test_gui_need (self->bench, GTK_TYPE_LABEL,
                 "3 published copies are still what they were");
  self->n_files = 0;
  g_assert_true (is_updated (self));
  test_pointer_click (need_button (self, "_Update Copies…"));
  answer (self, "_Cancel");
  test_gui_settle (GTK_WIDGET (self->queue.window));
  g_assert_true (is_updated (self));
  test_pointer_click (need_button (self, "_Update Copies…"));
  test_gui_show_people (GTK_WIDGET (self->queue.window), "corrections-copies");
  answer (self, "_Update");
  self->n_files = 3;
  test_gui_wait_until (is_updated, self, "the copies to be updated");
  g_assert_null (test_gui_find (self->bench, GTK_TYPE_BUTTON, "_Update Copies…"));
}

static gboolean
is_bar_gone (gpointer data)
{
  return test_gui_find (data, GTK_TYPE_BUTTON, "Re-e_xtract") == NULL;
}

/* The bar moves nothing below the pointer, and goes when the correction is taken back. */
static void
test_bar (Fixture *self, gconstpointer unused)
{
  GtkWidget *window = GTK_WIDGET (self->queue.window);
  GtkWidget *pane = test_gui_need (self->bench, EXM_TYPE_PAGE_PANE, NULL);
  GtkWidget *lines = test_gui_need (self->bench, EXM_TYPE_INSPECTOR, NULL);
  GtkWidget *chart = test_gui_need (self->bench, EXM_TYPE_CURVE_CHART, NULL);

  test_gui_settle (window);
  double top = get_top (self, pane), side = get_top (self, lines);
  double below = get_top (self, chart);
  exm_analysis_set_line_label (self->analysis, exm_analysis_get_head (self->analysis) + 1,
                               EXM_LINE_LABEL_NOISE);
  test_gui_need (self->bench, GTK_TYPE_LABEL, "Affects 2 stored articles");
  test_gui_settle (window);
  g_assert_cmpfloat (get_top (self, pane), ==, top);
  g_assert_cmpfloat (get_top (self, lines), ==, side);
  g_assert_cmpfloat (get_top (self, chart), ==, below);
  test_pointer_focus_window (window);
  gtk_widget_grab_focus (lines);
  test_keys (window, "ctrl+z");
  test_gui_wait_until (is_bar_gone, self->bench, "the bar to go");
}

/* A mark on the example that is cleared again leaves nothing behind that would hold for
 * other articles; clearing is a step of its own, which can be taken back. */
static void
test_cleared (Fixture *self, gconstpointer unused)
{
  static const guint8 inside[] = { 0, 0, 0, 1, 1, 1, 1 };
  guint first, last;

  g_assert_false (exm_analysis_is_edited (self->analysis));
  g_assert_false (exm_analysis_get_region (self->analysis, 0, &first, &last));
  exm_analysis_set_region_lines (self->analysis, 0, inside, G_N_ELEMENTS (inside));
  test_gui_need (self->bench, GTK_TYPE_LABEL, "Affects 3 stored articles");
  exm_analysis_clear_region (self->analysis, 0);
  g_assert_true (exm_analysis_can_undo (self->analysis));
  g_assert_false (exm_analysis_is_edited (self->analysis));
  test_gui_wait_until (is_bar_gone, self->bench, "the bar to go");
  exm_analysis_undo (self->analysis);
  test_gui_need (self->bench, GTK_TYPE_LABEL, "Affects 3 stored articles");
}

/* With keys alone: the start of the body is moved, the others are extracted anew, and the
 * copies are updated. */
static void
test_keyboard (Fixture *self, gconstpointer unused)
{
  ExmCurveChart *chart
      = EXM_CURVE_CHART (test_gui_need (self->bench, EXM_TYPE_CURVE_CHART, NULL));
  guint head = exm_analysis_get_head (self->analysis);

  test_pointer_focus_window (GTK_WIDGET (self->queue.window));
  gtk_widget_grab_focus (exm_curve_chart_get_flag (chart, FALSE));
  test_keys (GTK_WIDGET (self->queue.window), "Right");
  g_assert_cmpuint (exm_analysis_get_head (self->analysis), >, head);
  g_autofree char *shown = g_strdup (exm_analysis_get_body_text (self->analysis));
  test_queue_wait_for_text (&self->queue, self->ids[2], shown);
  test_gui_need (self->bench, GTK_TYPE_LABEL, "1 published copy is still what it was");
  g_autofree char *other = read_text (self, 0);
  test_keys (GTK_WIDGET (self->queue.window), "alt+x");
  test_gui_need (self->queue.window, GTK_TYPE_LABEL, "2 articles extracted anew");
  g_autofree char *again = read_text (self, 0);
  g_assert_cmpstr (again, !=, other);
  test_gui_need (self->bench, GTK_TYPE_LABEL,
                 "3 published copies are still what they were");
  test_keys (GTK_WIDGET (self->queue.window), "alt+u");
  test_gui_need_dialog (self->queue.window, ADW_TYPE_MESSAGE_DIALOG);
  test_keys (GTK_WIDGET (self->queue.window), "alt+u");
  self->n_files = 3;
  test_gui_wait_until (is_updated, self, "the copies to be updated");
  gtk_widget_grab_focus (exm_curve_chart_get_flag (chart, FALSE));
  test_keys (GTK_WIDGET (self->queue.window), "ctrl+z");
  g_assert_cmpuint (exm_analysis_get_head (self->analysis), ==, head);
  test_queue_wait_for_text (&self->queue, self->ids[2],
                            exm_analysis_get_body_text (self->analysis));
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path;
    void (*test) (Fixture *, gconstpointer);
  } tests[] = {
    { "/app/corrections/pointer", test_pointer },
    { "/app/corrections/copies", test_copies },
    { "/app/corrections/bar", test_bar },
    { "/app/corrections/cleared", test_cleared },
    { "/app/corrections/keyboard", test_keyboard },
  };

  test_gui_init (&argc, &argv);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].test, tear_down);
  return g_test_run ();
}
