/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Two texts line by line, with pointer and keyboard: the example and the page, what is
 * stored and what is extracted now, two versions of the page. */

#include "app/compare/exm-comparison-row.h"
#include "app/compare/exm-comparison-view.h"
#include "app/inspector/exm-inspector.h"
#include "store/exm-store.h"

#include "store-fixture.h"
#include "test-folder.h"
#include "test-gui.h"
#include "test-pages.h"
#include "test-pointer.h"
#include "test-workbench.h"

#include <stdio.h>
#include <string.h>

#define EARLIER_LINE "An earlier line that is no more, and was long enough."

typedef struct
{
  char *folder;            /* (owned) */
  ExmApplication *app;     /* (unowned) */
  ExmWorkbenchPage *page;  /* (unowned) */
  ExmAnalysis *analysis;   /* (unowned) */
  ExmInspector *inspector; /* (unowned) */
  GtkWidget *view;         /* (unowned): the comparison */
  guint example_line;      /* that a view was asked to show */
} Fixture;

/* As @page was before a paragraph of it was taken out. */
static GBytes *
make_earlier (GBytes *page)
{
  gsize size;
  const char *data = g_bytes_get_data (page, &size);
  const char *at = g_strstr_len (data, (gssize) size, "</p>");
  g_autoptr (GByteArray) earlier = g_byte_array_new ();

  g_assert_nonnull (at);
  at += strlen ("</p>");
  g_byte_array_append (earlier, (const guint8 *) data, (guint) (at - data));
  g_byte_array_append (earlier, (const guint8 *) "<p>" EARLIER_LINE "</p>",
                       strlen ("<p>" EARLIER_LINE "</p>"));
  g_byte_array_append (earlier, (const guint8 *) at,
                       (guint) (size - (gsize) (at - data)));
  return g_byte_array_free_to_bytes (g_steal_pointer (&earlier));
}

static void
fill (Fixture *self)
{
  g_autoptr (ExmStore) store = test_pages_open (self->folder);
  g_autoptr (GBytes) example = test_pages_read ("en-example.html"),
                     target = test_pages_read ("en-target.html"),
                     earlier = make_earlier (target);
  g_autofree char *hash
      = test_pages_put (store, example, "http://site.example/example.html");
  g_autofree char *earlier_hash
      = test_pages_put (store, earlier, "http://site.example/5.html");

  g_assert_cmpstr (hash, !=, earlier_hash);
  test_pages_add_task (store, 1, hash, NULL);
  test_pages_put_article (store, store_task_uid (1), 5, target);
}

static void
on_example_line (ExmAnalysis *analysis, guint line, Fixture *self)
{
  self->example_line = line;
}

static void
set_up (Fixture *self, gconstpointer unused)
{
  self->folder = test_folder_new ();
  fill (self);
  self->app = test_gui_start (self->folder);
  self->page = test_workbench_show (self->app);
  self->analysis = exm_workbench_page_get_analysis (self->page);
  self->inspector = EXM_INSPECTOR (test_gui_need (self->page, EXM_TYPE_INSPECTOR, NULL));
  self->example_line = EXM_NONE;
  g_signal_connect (exm_analysis_get_view (self->analysis), "example-line-activated",
                    G_CALLBACK (on_example_line), self);
  test_workbench_wait_for_result (self->page);
}

static void
tear_down (Fixture *self, gconstpointer unused)
{
  test_gui_stop (self->app);
  test_folder_free (self->folder);
}

/* Opens the view as one does: behind "More". */
static void
open_compare (Fixture *self)
{
  test_pointer_click (test_gui_need (self->inspector, GTK_TYPE_MENU_BUTTON, "more"));
  test_gui_settle (GTK_WIDGET (self->page));
  test_pointer_click (test_gui_need (self->inspector, GTK_TYPE_LABEL, "Compare"));
  g_assert_cmpstr (exm_inspector_get_tab (self->inspector), ==, "compare");
  self->view = test_gui_need (self->inspector, EXM_TYPE_COMPARISON_VIEW, NULL);
  test_gui_wait_until_said (self->view, "Template ");
}

static GtkWidget *
get_list (GtkWidget *view)
{
  return test_gui_need (view, GTK_TYPE_LIST_VIEW, "view");
}

/* The row of a kind that is the @number-th on the screen, %NULL if there are less. */
static ExmComparisonRow *
find_row (GtkWidget *view, ExmComparedRowKind kind, guint number)
{
  GtkWidget *list = get_list (view);

  for (GtkWidget *item = gtk_widget_get_first_child (list); item != NULL;
       item = gtk_widget_get_next_sibling (item))
    {
      GtkWidget *row = gtk_widget_get_first_child (item);
      graphene_rect_t bounds;
      if (!EXM_IS_COMPARISON_ROW (row) || !gtk_widget_get_mapped (row)
          || exm_comparison_row_get (EXM_COMPARISON_ROW (row))->kind != kind
          || !gtk_widget_compute_bounds (row, list, &bounds) || bounds.origin.y < 0
          || bounds.origin.y + bounds.size.height > (float) gtk_widget_get_height (list)
          || number-- > 0)
        continue;
      return EXM_COMPARISON_ROW (row);
    }
  return NULL;
}

static const ExmComparedRow *
get_selected_row (GtkWidget *view)
{
  GtkSelectionModel *model = gtk_list_view_get_model (GTK_LIST_VIEW (get_list (view)));
  ExmComparisonItem *item
      = gtk_single_selection_get_selected_item (GTK_SINGLE_SELECTION (model));

  return item != NULL ? exm_comparison_item_get_row (item) : NULL;
}

static guint
get_n_rows (GtkWidget *view)
{
  return g_list_model_get_n_items (
      G_LIST_MODEL (gtk_list_view_get_model (GTK_LIST_VIEW (get_list (view)))));
}

static const char *
get_position (GtkWidget *view)
{
  return gtk_label_get_label (
      GTK_LABEL (test_gui_need (view, GTK_TYPE_LABEL, "position")));
}

/* A line is clicked and shown in the other views; a fold opens. */
static void
test_pointer (Fixture *self, gconstpointer unused)
{
  open_compare (self);
  ExmComparisonRow *changed = find_row (self->view, EXM_ROW_APART, 0);
  g_assert_nonnull (changed);
  const ExmComparedRow row = *exm_comparison_row_get (changed);
  test_pointer_click (GTK_WIDGET (changed));
  g_assert_cmpmem (get_selected_row (self->view), sizeof row, &row, sizeof row);
  if (row.right != EXM_NONE)
    g_assert_cmpuint (
        exm_view_state_get_current_line (exm_analysis_get_view (self->analysis)), !=,
        EXM_NONE);
  else
    g_assert_cmpuint (self->example_line, !=, EXM_NONE);

  /* A line that is pointed at is so in all views. */
  ExmComparisonRow *same = find_row (self->view, EXM_ROW_SAME, 0);
  g_assert_nonnull (same);
  test_pointer_move (GTK_WIDGET (same), 60, 5);
  g_assert_cmpuint (
      exm_view_state_get_hover_line (exm_analysis_get_view (self->analysis)), !=,
      EXM_NONE);

  /* From difference to difference. */
  test_pointer_click (test_gui_need (self->view, GTK_TYPE_BUTTON, "Next difference (N)"));
  const ExmComparedRow *next = get_selected_row (self->view);
  g_assert_true (next->kind == EXM_ROW_APART || next->kind == EXM_ROW_CHANGED);
  g_assert_true (g_str_has_prefix (get_position (self->view), "2/"));
  test_pointer_click (
      test_gui_need (self->view, GTK_TYPE_BUTTON, "Previous difference (Shift+N)"));
  g_assert_true (g_str_has_prefix (get_position (self->view), "1/"));

  /* A line that is clicked elsewhere is selected here. */
  exm_view_state_set_current_line (exm_analysis_get_view (self->analysis),
                                   exm_analysis_get_head (self->analysis));
  test_gui_settle (self->view);
  next = get_selected_row (self->view);
  g_assert_cmpuint (next->right, !=, EXM_NONE);
  test_gui_show_people (GTK_WIDGET (self->page), "compare");
}

/* All of it with keys. */
static void
test_keyboard (Fixture *self, gconstpointer unused)
{
  open_compare (self);
  gtk_widget_grab_focus (get_list (self->view));
  test_keys (self->view, "alt+Down");
  g_assert_true (g_str_has_prefix (get_position (self->view), "1/"));
  guint n, total;
  g_assert_cmpint (sscanf (get_position (self->view), "%u/%u", &n, &total), ==, 2);
  for (guint i = 1; i < total; i++)
    test_keys (self->view, "n");
  g_assert_cmpint (sscanf (get_position (self->view), "%u/%u", &n, &total), ==, 2);
  g_assert_cmpuint (n, ==, total);
  /* There is no other. */
  const ExmComparedRow last = *get_selected_row (self->view);
  test_keys (self->view, "alt+Down");
  g_assert_cmpmem (get_selected_row (self->view), sizeof last, &last, sizeof last);
  /* Arrows go on from there. */
  test_gui_settle (self->view);
  test_keys (self->view, "Up");
  const ExmComparedRow *before = get_selected_row (self->view);
  g_assert_cmpint (memcmp (before, &last, sizeof last), !=, 0);
  test_keys (self->view, "Down");
  g_assert_cmpmem (get_selected_row (self->view), sizeof last, &last, sizeof last);
  test_keys (self->view, "shift+n");
  g_assert_cmpint (sscanf (get_position (self->view), "%u/%u", &n, &total), ==, 2);
  g_assert_cmpuint (n, ==, total - 1);
}

/* Whether the row that was gone to is in the list, and not cut. */
static gboolean
is_in_sight (gpointer view)
{
  const ExmComparedRow *row = get_selected_row (view);

  for (guint i = 0;; i++)
    {
      ExmComparisonRow *seen = row != NULL ? find_row (view, row->kind, i) : NULL;
      if (seen == NULL)
        return FALSE;
      if (memcmp (exm_comparison_row_get (seen), row, sizeof *row) == 0)
        return TRUE;
    }
}

/* In a low window, where what is said below takes its room from the list. */
static void
test_low (Fixture *self, gconstpointer unused)
{
  guint n, total;

  gtk_window_set_default_size (GTK_WINDOW (test_gui_get_window (self->app)), 900, 420);
  test_gui_settle (GTK_WIDGET (self->page));
  open_compare (self);
  gtk_widget_grab_focus (get_list (self->view));
  for (guint turn = 0; turn < 2; turn++)
    do
      {
        test_keys (self->view, turn == 0 ? "n" : "shift+n");
        test_gui_wait_until (is_in_sight, self->view, "the difference");
        g_assert_cmpint (sscanf (get_position (self->view), "%u/%u", &n, &total), ==, 2);
      }
    while (turn == 0 ? n < total : n > 1);
}

typedef struct
{
  GtkDropDown *drop_down; /* (unowned) */
  guint choice;
} Choice;

static gboolean
is_offered (gpointer data)
{
  const Choice *wanted = data;

  return g_list_model_get_n_items (gtk_drop_down_get_model (wanted->drop_down))
         > wanted->choice;
}

static void
choose (Fixture *self, guint choice)
{
  GtkDropDown *drop_down
      = GTK_DROP_DOWN (test_gui_need (self->view, GTK_TYPE_DROP_DOWN, NULL));
  Choice wanted = { drop_down, choice };

  /* The store tells of its pages later. */
  test_gui_wait_until (is_offered, &wanted, "the choice");
  gtk_widget_grab_focus (GTK_WIDGET (drop_down));
  test_keys (self->view, "space");
  test_gui_settle (self->view);
  for (guint i = gtk_drop_down_get_selected (drop_down); i < choice; i++)
    test_keys (self->view, "Down");
  test_keys (self->view, "Return");
  test_gui_settle (self->view);
  g_assert_cmpuint (gtk_drop_down_get_selected (drop_down), ==, choice);
}

static char *
dup_only_now (Fixture *self)
{
  g_auto (GStrv) lines
      = g_strsplit (exm_analysis_get_body_text (self->analysis), "\n", -1);

  return g_strdup_printf ("%u lines only now", g_strv_length (lines));
}

/* The stored body is made up by the fixture: nothing of it is extracted now. */
static void
test_stored (Fixture *self, gconstpointer unused)
{
  open_compare (self);
  choose (self, 1);
  g_autofree char *now = dup_only_now (self);
  test_gui_wait_until_said (self->view, now);
  g_assert_nonnull (strstr (gtk_label_get_label (GTK_LABEL (
                                test_gui_need (self->view, GTK_TYPE_LABEL, "summary"))),
                            "1 line only stored"));
  /* One line less is extracted. */
  guint head = exm_analysis_get_head (self->analysis);
  exm_analysis_set_line_label (self->analysis, head, EXM_LINE_LABEL_NOISE);
  g_autofree char *less = dup_only_now (self);
  g_assert_cmpstr (less, !=, now);
  test_gui_wait_until_said (self->view, less);
}

/* The page as it was once. */
static void
test_version (Fixture *self, gconstpointer unused)
{
  open_compare (self);
  choose (self, 2);
  test_gui_wait_until_said (self->view, "1 line only in the other version");
  test_keys (self->view, "alt+Down");
  g_assert_cmpstr (get_position (self->view), ==, "1/1");
  test_gui_need_beginning (self->view, "− ");
  GtkWidget *detail = test_gui_need (self->view, GTK_TYPE_LABEL, "left");
  g_assert_nonnull (strstr (gtk_label_get_label (GTK_LABEL (detail)), EARLIER_LINE));

  /* All else is equal, and opens. */
  guint n_rows = get_n_rows (self->view);
  ExmComparisonRow *fold = find_row (self->view, EXM_ROW_FOLD, 0);
  g_assert_nonnull (fold);
  guint n_folded = exm_comparison_row_get (fold)->n;
  test_pointer_click (GTK_WIDGET (fold));
  test_gui_settle (self->view);
  g_assert_cmpuint (get_n_rows (self->view), ==, n_rows + n_folded - 1);
  /* The other one, with Enter. */
  fold = find_row (self->view, EXM_ROW_FOLD, 0);
  if (fold != NULL)
    {
      n_rows = get_n_rows (self->view);
      n_folded = exm_comparison_row_get (fold)->n;
      gtk_widget_grab_focus (gtk_widget_get_parent (GTK_WIDGET (fold)));
      test_keys (self->view, "Return");
      test_gui_settle (self->view);
      g_assert_cmpuint (get_n_rows (self->view), ==, n_rows + n_folded - 1);
    }
}

/* Bodies of another version and of this one, without their surroundings, are followed
 * while a boundary moves. */
static void
test_bodies (Fixture *self, gconstpointer unused)
{
  guint n_kept = 0, n_equal = 0;

  open_compare (self);
  choose (self, 3);
  test_gui_wait_until_said (self->view, "1 line only in the other version");
  exm_analysis_count_body (self->analysis, &n_kept, NULL);
  for (guint i = 0; find_row (self->view, EXM_ROW_FOLD, i) != NULL; i++)
    n_equal += exm_comparison_row_get (find_row (self->view, EXM_ROW_FOLD, i))->n;
  for (guint i = 0; find_row (self->view, EXM_ROW_SAME, i) != NULL; i++)
    n_equal++;
  g_assert_cmpuint (n_equal, ==, n_kept);
  test_gui_show_people (self->view, "compare-bodies");

  exm_analysis_set_boundary (self->analysis, FALSE,
                             exm_analysis_get_head (self->analysis) + 1);
  test_gui_wait_until_said (self->view, "2 lines only in the other version");
  exm_analysis_undo (self->analysis);
  test_gui_wait_until_said (self->view, "1 line only in the other version");
}

/* A comparison of our own with what is stored of the article. */
static ExmLineComparison *
compare_with_stored (Fixture *self)
{
  ExmStoreReader *reader
      = exm_session_get_reader (exm_window_get_session (test_gui_get_window (self->app)));
  const ExmStoreQuery listing
      = { .kind = EXM_READ_ARTICLES, .filter = { .task_uid = store_task_uid (1) } };
  g_autoptr (GPtrArray) rows = exm_store_reader_read (reader, &listing, NULL, NULL);
  const ExmArticleInfo *info = g_ptr_array_index (rows, 0);
  const ExmStoreQuery query = { .kind = EXM_READ_ARTICLE, .id = info->id };
  g_autoptr (ExmArticle) article = exm_store_reader_read (reader, &query, NULL, NULL);
  ExmLineComparison *comparison = exm_line_comparison_new (self->analysis);

  exm_line_comparison_hold (comparison);
  exm_line_comparison_set_stored (comparison, reader, info->id,
                                  exm_article_get (article)->page_hash);
  return comparison;
}

static gboolean
has_versions (gpointer comparison)
{
  return exm_line_comparison_get_n_choices (comparison) == 4;
}

/* Whether equal lines are of the body on both sides or on none, and some are. */
static gboolean
do_sides_agree (gpointer comparison)
{
  ExmLineDiff *diff = exm_line_comparison_get_diff (comparison);
  guint n = 0, n_body = 0;
  const ExmDiffPair *pairs = diff != NULL ? exm_line_diff_get_pairs (diff, &n) : NULL;

  for (guint i = 0; i < n; i++)
    {
      if (pairs[i].left == EXM_NONE || pairs[i].right == EXM_NONE)
        continue;
      gboolean left = exm_line_comparison_is_body (comparison, FALSE, pairs[i].left);
      if (left != exm_line_comparison_is_body (comparison, TRUE, pairs[i].right))
        return FALSE;
      n_body += left;
    }
  return n_body > 0;
}

static gboolean
is_one_line_apart (gpointer comparison)
{
  ExmLineDiff *diff = exm_line_comparison_get_diff (comparison);
  ExmAnalysis *analysis = exm_line_comparison_get_analysis (comparison);
  ExmDiffCounts counts = { { 0 } };
  guint n_kept = 0;

  if (diff != NULL)
    exm_line_diff_count (diff, &counts);
  exm_analysis_count_body (analysis, &n_kept, NULL);
  return counts.n[EXM_DIFF_LEFT] == 1 && counts.n[EXM_DIFF_RIGHT] == 0
         && counts.n[EXM_DIFF_SAME] == n_kept;
}

/* The body of the page as it was once is known too, and what was said of a line holds
 * there as well. */
static void
test_version_body (Fixture *self, gconstpointer unused)
{
  g_autoptr (ExmLineComparison) comparison = compare_with_stored (self);
  guint line = exm_analysis_get_head (self->analysis) + 1;

  test_gui_wait_until (has_versions, comparison, "the versions");
  exm_line_comparison_set_choice (comparison, 2);
  test_gui_wait_until (do_sides_agree, comparison, "the body of the other version");
  exm_analysis_set_line_label (self->analysis, line, EXM_LINE_LABEL_NOISE);
  test_gui_wait_until (do_sides_agree, comparison, "the mark to hold there too");
  exm_line_comparison_set_choice (comparison, 3);
  test_gui_wait_until (is_one_line_apart, comparison, "the body without the line");
  exm_line_comparison_release (comparison);
}

static void
on_text (GObject *source, GAsyncResult *result, gpointer data)
{
  *(char **) data = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (source), result, NULL);
}

static gboolean
has_text (gpointer data)
{
  return *(char **) data != NULL;
}

static gboolean
is_copied (gpointer data)
{
  GdkContentFormats *formats
      = gdk_clipboard_get_formats (gtk_widget_get_clipboard (data));

  return gdk_content_formats_contain_gtype (formats, G_TYPE_STRING);
}

static void
test_copy (Fixture *self, gconstpointer unused)
{
  g_autofree char *text = NULL;

  open_compare (self);
  choose (self, 2);
  test_gui_wait_until_said (self->view, "1 line only in the other version");
  test_pointer_click (test_gui_need (self->view, GTK_TYPE_MENU_BUTTON, "menu_button"));
  test_gui_settle (self->view);
  test_pointer_click (
      test_gui_need (self->view, GTK_TYPE_LABEL, "_Copy as Unified Diff"));
  test_gui_wait_until (is_copied, self->view, "the copy");
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (self->view), NULL, on_text,
                                 &text);
  test_gui_wait_until (has_text, &text, "its text");
  g_assert_true (g_str_has_prefix (text, "--- Other version http://site.example/5.html\n"
                                         "+++ This page http://site.example/5.html\n"
                                         "@@ -"));
  g_assert_nonnull (strstr (text, "\n-" EARLIER_LINE "\n"));
  g_assert_null (strstr (text, "\n+" EARLIER_LINE));
  test_gui_need (test_gui_get_window (self->app), GTK_TYPE_LABEL, "Comparison copied");
}

static gboolean
has_no_dialog (gpointer window)
{
  return test_gui_find_dialog (window, ADW_TYPE_WINDOW) == NULL;
}

/* In a window both texts stand beside each other, and what is chosen there holds for
 * both. */
static void
test_window (Fixture *self, gconstpointer unused)
{
  ExmWindow *window = test_gui_get_window (self->app);

  open_compare (self);
  test_pointer_click (test_gui_need (self->view, GTK_TYPE_MENU_BUTTON, "menu_button"));
  test_gui_settle (self->view);
  test_pointer_click (test_gui_need (self->view, GTK_TYPE_LABEL, "Open in _Window"));
  GtkWindow *dialog = test_gui_need_dialog (window, ADW_TYPE_WINDOW);
  GtkWidget *wide = test_gui_need (dialog, EXM_TYPE_COMPARISON_VIEW, NULL);
  g_assert_null (test_gui_find (self->view, GTK_TYPE_WIDGET, "heads"));
  test_gui_need (wide, GTK_TYPE_WIDGET, "heads");
  g_assert_cmpint (gtk_widget_get_width (wide), >=, EXM_COMPARISON_WIDE);
  guint n_wide = get_n_rows (wide), n_narrow = get_n_rows (self->view);
  g_assert_cmpuint (n_wide, <, n_narrow);
  GtkWidget *first_view = self->view;
  self->view = wide;
  choose (self, 2);
  test_gui_wait_until_said (self->view, "1 line only in the other version");
  self->view = first_view;
  test_gui_wait_until_said (self->view, "1 line only in the other version");
  test_gui_show_people (wide, "compare-window");
  test_keys (wide, "Escape");
  test_gui_wait_until (has_no_dialog, window, "the window's end");
}

static gboolean
is_empty (gpointer data)
{
  return test_gui_find_beginning (((Fixture *) data)->view, "There are no two pages")
         != NULL;
}

/* Without a page there is nothing, and with the next one all is there again. */
static void
test_without_page (Fixture *self, gconstpointer unused)
{
  g_autoptr (GBytes) bytes = test_pages_read ("en-target.html");
  const ExmPageHints hints = { .url = "http://site.example/5.html" };

  open_compare (self);
  exm_analysis_set_target (self->analysis, NULL, NULL);
  test_gui_wait_until (is_empty, self, "nothing");
  exm_analysis_set_target (self->analysis, bytes, &hints);
  test_gui_wait_until_said (self->view, "Template ");
  g_assert_cmpuint (get_n_rows (self->view), >, 0);
}

int
main (int argc, char **argv)
{
  test_gui_init (&argc, &argv);
#define ADD(name)                                                                        \
  g_test_add ("/app/compare/" #name, Fixture, NULL, set_up, test_##name, tear_down)
  ADD (pointer);
  ADD (keyboard);
  ADD (low);
  ADD (stored);
  ADD (version);
  ADD (bodies);
  ADD (version_body);
  ADD (copy);
  ADD (window);
  ADD (without_page);
  return g_test_run ();
}
