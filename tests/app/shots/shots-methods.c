/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The methods beside the task's: tried on a page, compared on all, and trained. */

#include "shots.h"

#include "app/analysis/exm-method-words.h"
#include "app/chart/exm-curve-chart.h"
#include "app/inspector/exm-block-row.h"
#include "app/inspector/exm-block-tree.h"
#include "app/inspector/exm-inspector.h"
#include "app/lab/exm-compare-dialog.h"
#include "app/lab/exm-train-dialog.h"

static gboolean
are_tried (gpointer data)
{
  /* Every row that is seen says how far it agrees, or why not. */
  return test_gui_find (data, GTK_TYPE_SPINNER, NULL) == NULL
         && test_gui_find_beginning (data, "Boilerpipe") != NULL
         && test_gui_find (data, GTK_TYPE_LIST_BOX, NULL) != NULL;
}

static GtkListBox *
open_methods (ExmWindow *window, gboolean all)
{
  GtkWidget *inspector = shot_open_inspector (window);

  exm_inspector_set_tab (EXM_INSPECTOR (inspector), "methods");
  test_gui_settle (inspector);
  gtk_toggle_button_set_active (shot_need (inspector, GTK_TYPE_TOGGLE_BUTTON, "more"),
                                all);
  test_gui_settle (inspector);
  test_gui_wait_until (are_tried, inspector, "the methods");
  test_gui_settle (inspector);
  return shot_need (inspector, GTK_TYPE_LIST_BOX, "list");
}

static void
show_methods (ExmWindow *window)
{
  open_methods (window, FALSE);
}

static void
select_method (GtkListBox *list, const char *name)
{
  GtkListBoxRow *row;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (list, i)) != NULL; i++)
    if (test_gui_find_beginning (row, name) != NULL)
      gtk_list_box_select_row (list, row);
  test_gui_settle (GTK_WIDGET (list));
}

static void
show_method (ExmWindow *window)
{
  select_method (open_methods (window, FALSE), "boilerpipe-article");
}

static void
show_all_methods (ExmWindow *window)
{
  select_method (open_methods (window, TRUE), "line-statistics");
}

static void
show_method_lanes (ExmWindow *window)
{
  GtkListBox *list = open_methods (window, TRUE);
  ExmCurveChart *chart = shot_need (window, EXM_TYPE_CURVE_CHART, NULL);

  exm_curve_chart_set_lane_shown (chart, "words", TRUE);
  exm_curve_chart_set_lane_shown (chart, "link-density", TRUE);
  select_method (list, "boilerpipe-default");
}

static gboolean
is_divided (gpointer data)
{
  return test_gui_find (data, EXM_TYPE_BLOCK_ROW, NULL) != NULL;
}

static void
show_blocks (ExmWindow *window)
{
  GtkListBox *list = open_methods (window, TRUE);
  GtkWidget *inspector = shot_need (window, EXM_TYPE_INSPECTOR, NULL);

  select_method (list, "vips");
  test_gui_wait_until (is_divided, inspector, "the blocks");
  test_gui_settle (inspector);
}

static void
show_block (ExmWindow *window)
{
  show_blocks (window);
  GtkListView *blocks = GTK_LIST_VIEW (shot_need (
      shot_need (window, EXM_TYPE_BLOCK_TREE, NULL), GTK_TYPE_LIST_VIEW, NULL));
  gtk_single_selection_set_selected (
      GTK_SINGLE_SELECTION (gtk_list_view_get_model (blocks)), 2);
  test_gui_settle (GTK_WIDGET (blocks));
}

static void
show_answers (ExmWindow *window)
{
  select_method (open_methods (window, TRUE), exm_method_describe ("block-features"));
}

static GtkWidget *
open_train (ExmWindow *window)
{
  open_methods (window, TRUE);
  g_assert_true (gtk_widget_activate_action (shot_need (window, EXM_TYPE_INSPECTOR, NULL),
                                             "page.train-method", "s", "bp-net"));
  GtkWindow *dialog = test_gui_need_dialog (window, EXM_TYPE_TRAIN_DIALOG);
  test_gui_settle (GTK_WIDGET (dialog));
  return GTK_WIDGET (dialog);
}

static void
show_train (ExmWindow *window)
{
  open_train (window);
}

static gboolean
can_train (gpointer data)
{
  GtkWidget *train = test_gui_find (data, GTK_TYPE_BUTTON, "train");

  return train != NULL && gtk_widget_get_sensitive (train);
}

static gboolean
is_trained (gpointer data)
{
  return test_gui_find (data, GTK_TYPE_BUTTON, "use") != NULL;
}

static void
show_trained (ExmWindow *window)
{
  GtkWidget *dialog = open_train (window);

  test_gui_wait_until (can_train, dialog, "the articles to learn from");
  gtk_widget_activate (shot_need (dialog, GTK_TYPE_BUTTON, "train"));
  test_gui_wait_until (is_trained, dialog, "what was learned");
}

static gboolean
can_compare (gpointer data)
{
  GtkWidget *compare = test_gui_find (data, GTK_TYPE_BUTTON, "start");

  return compare != NULL && gtk_widget_get_sensitive (compare);
}

static GtkWidget *
open_compare (ExmWindow *window)
{
  open_methods (window, TRUE);
  shot_activate (shot_need (window, EXM_TYPE_INSPECTOR, NULL), "page.compare-methods");
  GtkWindow *dialog = test_gui_need_dialog (window, EXM_TYPE_COMPARE_DIALOG);
  test_gui_wait_until (can_compare, dialog, "the methods");
  test_gui_settle (GTK_WIDGET (dialog));
  return GTK_WIDGET (dialog);
}

static void
show_compare (ExmWindow *window)
{
  open_compare (window);
}

static gboolean
is_compared (gpointer data)
{
  return test_gui_find (data, GTK_TYPE_BUTTON, "back") != NULL;
}

static GtkWidget *
compare (ExmWindow *window)
{
  GtkWidget *dialog = open_compare (window);

  gtk_widget_activate (shot_need (dialog, GTK_TYPE_BUTTON, "start"));
  test_gui_wait_until (is_compared, dialog, "the table");
  test_gui_settle (dialog);
  return dialog;
}

static void
show_compared (ExmWindow *window)
{
  compare (window);
}

static void
show_agreement (ExmWindow *window)
{
  gtk_stack_set_visible_child_name (shot_need (compare (window), GTK_TYPE_STACK, "views"),
                                    "agreement");
}

const Shot shots_of_methods[] = {
  { "methods", SHOT_SAMPLE, TRUE, show_methods },
  { "methods-one", SHOT_SAMPLE, FALSE, show_method },
  { "methods-all", SHOT_SAMPLE, FALSE, show_all_methods },
  { "methods-answers", SHOT_SAMPLE, TRUE, show_answers },
  { "methods-lanes", SHOT_SAMPLE, FALSE, show_method_lanes },
  { "methods-blocks", SHOT_SAMPLE, TRUE, show_blocks },
  { "methods-block", SHOT_SAMPLE, FALSE, show_block },
  { "methods-train-none", SHOT_SAMPLE, FALSE, show_train },
  { "methods-train", SHOT_APPROVED, TRUE, show_train },
  { "methods-trained", SHOT_APPROVED, TRUE, show_trained },
  { "methods-compare", SHOT_SAMPLE, FALSE, show_compare },
  { "methods-compared", SHOT_SAMPLE, TRUE, show_compared },
  { "methods-agreement", SHOT_SAMPLE, TRUE, show_agreement },
  { NULL, SHOT_EMPTY, FALSE, NULL },
};
