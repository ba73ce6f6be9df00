/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The methods beside each other, with pointer and keyboard: what they find, where they
 * differ, their parameters, and that the task goes by one of them. */

#include "app/analysis/exm-method-words.h"
#include "app/chart/exm-chart-panel.h"
#include "app/inspector/exm-inspector.h"
#include "app/inspector/exm-method-row.h"
#include "app/inspector/exm-site-lines-dialog.h"
#include "app/lab/exm-compare-dialog.h"
#include "methods/exm-method-table.h"
#include "store/exm-store.h"

#include "store-fixture.h"
#include "test-folder.h"
#include "test-gui.h"
#include "test-pages.h"
#include "test-pointer.h"
#include "test-workbench.h"

#include <string.h>

typedef struct
{
  char *folder;            /* (owned) */
  ExmApplication *app;     /* (unowned) */
  ExmWorkbenchPage *page;  /* (unowned) */
  ExmAnalysis *analysis;   /* (unowned) */
  ExmInspector *inspector; /* (unowned) */
  const char
      *expected; /* (unowned) (nullable): parameters, or what goes, that are waited for */
} Fixture;

static void
fill (Fixture *self)
{
  g_autoptr (ExmStore) store = test_pages_open (self->folder);
  g_autoptr (GBytes) example = test_pages_read ("en-example.html"),
                     target = test_pages_read ("en-target.html");
  g_autofree char *hash
      = test_pages_put (store, example, "http://site.example/example.html");

  test_pages_add_task (store, 1, hash, NULL);
  test_pages_put_article (store, store_task_uid (1), 5, target);
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
open_methods (Fixture *self)
{
  test_pointer_click (test_gui_need (self->inspector, GTK_TYPE_MENU_BUTTON, "more"));
  test_gui_settle (GTK_WIDGET (self->page));
  test_pointer_click (test_gui_need (self->inspector, GTK_TYPE_LABEL, "Methods"));
  g_assert_cmpstr (exm_inspector_get_tab (self->inspector), ==, "methods");
  test_gui_settle (GTK_WIDGET (self->page));
}

static char *
dup_difference (Fixture *self)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (
      GTK_TEXT_VIEW (test_gui_need (self->inspector, GTK_TYPE_TEXT_VIEW, "view")));
  GtkTextIter start, end;

  test_gui_settle (GTK_WIDGET (self->page));
  gtk_text_buffer_get_bounds (buffer, &start, &end);
  return gtk_text_buffer_get_text (buffer, &start, &end, TRUE);
}

/* The line of @text that begins with @sign, without it. */
static char *
dup_signed (const char *text, const char *sign)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    if (g_str_has_prefix (lines[i], sign))
      return g_strdup (lines[i] + strlen (sign));
  return NULL;
}

static gboolean
has_other_difference (gpointer data)
{
  Fixture *self = data;
  g_autofree char *now = dup_difference (self);

  return strcmp (now, self->expected) != 0;
}

static void
test_difference (Fixture *self, gconstpointer unused)
{
  g_assert_null (test_gui_find (self->inspector, EXM_TYPE_METHOD_ROW, NULL));
  open_methods (self);
  test_gui_wait_until_said (self->page, "exemplar · ");
  test_gui_wait_until_said (self->page, "boilerpipe-article · ");
  test_gui_need (self->inspector, GTK_TYPE_LABEL, "Agrees 100%");
  /* Three are enough until more are asked for. */
  g_assert_null (test_gui_find (self->inspector, GTK_TYPE_LABEL, "Blocks of lines"));

  test_pointer_click (
      test_gui_need (self->inspector, GTK_TYPE_LABEL, "By example, learned"));
  test_gui_wait_until_said (self->page, "The same lines as");
  g_autofree char *nothing = dup_difference (self);
  g_assert_cmpstr (nothing, ==, "");
  g_assert_null (exm_view_state_get_lanes (exm_analysis_get_view (self->analysis)));
  g_assert_false (gtk_widget_get_sensitive (
      test_gui_need (self->inspector, GTK_TYPE_BUTTON, "In Use")));

  /* The keyboard goes down the list. */
  test_keys (GTK_WIDGET (self->page), "Down Down");
  test_gui_wait_until_said (self->page, "Evidence: Boilerpipe, for articles");
  g_autofree char *difference = dup_difference (self);
  g_autofree char *added = dup_signed (difference, "+ ");
  g_assert_nonnull (added);
  g_assert_nonnull (strstr (difference, "Only this method keeps line"));
  /* A line that only this method keeps is not in the body. */
  const char *body = exm_analysis_get_body_text (self->analysis);
  g_assert_null (strstr (body, added));
  ExmChartLanes *lanes
      = exm_view_state_get_lanes (exm_analysis_get_view (self->analysis));
  g_assert_cmpstr (exm_result_get (lanes->result)->method, ==, "boilerpipe-article");

  /* A line that is marked as body is no difference any more. */
  guint n_lines, line = EXM_NONE;
  ExmPageText *page = exm_analysis_get_page (self->analysis);
  exm_page_text_get_lines (page, &n_lines);
  for (guint i = 0; i < n_lines && line == EXM_NONE; i++)
    if (g_str_has_prefix (exm_page_text_get_line (page, i), added))
      line = i;
  exm_analysis_set_line_label (self->analysis, line, EXM_LINE_LABEL_BODY);
  self->expected = difference;
  test_gui_wait_until (has_other_difference, self, "the difference without the line");
}

/* Counts of a method that goes by the whole site are a click away. */
static void
test_site_lines (Fixture *self, gconstpointer unused)
{
  open_methods (self);
  test_pointer_click (
      test_gui_need (self->inspector, GTK_TYPE_LABEL, "Boilerpipe, for articles"));
  test_gui_settle (GTK_WIDGET (self->page));
  g_assert_null (test_gui_find (self->inspector, GTK_TYPE_BUTTON, "Site Lines…"));
  test_pointer_click (test_gui_need (self->inspector, GTK_TYPE_TOGGLE_BUTTON, "more"));
  GtkWidget *name
      = test_gui_need (self->inspector, GTK_TYPE_LABEL, "Lines of the whole site");
  gtk_widget_grab_focus (gtk_widget_get_ancestor (name, GTK_TYPE_LIST_BOX_ROW));
  test_keys (GTK_WIDGET (self->page), "space");
  test_pointer_click (test_gui_need (self->inspector, GTK_TYPE_BUTTON, "Site Lines…"));
  GtkWindow *dialog = test_gui_need_dialog (test_gui_get_window (self->app),
                                            EXM_TYPE_SITE_LINES_DIALOG);
  test_gui_need (dialog, GTK_TYPE_LABEL, "No lines yet");
  gtk_window_close (dialog);
}

/* The task as it is stored. */
static gboolean
is_stored (gpointer data)
{
  Fixture *self = data;
  ExmSession *session = exm_window_get_session (test_gui_get_window (self->app));
  const ExmStoreQuery query = { .kind = EXM_READ_TASK, .uid = store_task_uid (1) };
  g_autoptr (ExmTask) task
      = exm_store_reader_read (exm_session_get_reader (session), &query, NULL, NULL);

  g_assert_nonnull (task);
  return g_strcmp0 (exm_task_get (task)->parameters, self->expected) == 0
         && g_strcmp0 (exm_task_get (task)->method,
                       self->expected != NULL ? "line-block" : NULL)
                == 0;
}

static void
wait_until_stored (Fixture *self, const char *parameters)
{
  self->expected = parameters;
  test_gui_wait_until (is_stored, self, "the task");
  test_workbench_wait_for_result (self->page);
}

static void
select_last (Fixture *self, const char *title)
{
  GtkListBox *list
      = GTK_LIST_BOX (test_gui_need (self->inspector, GTK_TYPE_LIST_BOX, "list"));
  GtkListBoxRow *row;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (list, i)) != NULL; i++)
    if (test_gui_find (row, GTK_TYPE_LABEL, title) != NULL)
      break;
  g_assert_nonnull (row);
  gtk_widget_grab_focus (GTK_WIDGET (row));
  test_keys (GTK_WIDGET (self->page), "space");
  g_assert_true (gtk_list_box_get_selected_row (list) == row);
}

static GtkWidget *
need_threshold (Fixture *self)
{
  GtkWidget *spin = test_gui_need (self->inspector, GTK_TYPE_SPIN_BUTTON, NULL);
  while (gtk_test_accessible_check_property (GTK_ACCESSIBLE (spin),
                                             GTK_ACCESSIBLE_PROPERTY_LABEL,
                                             "Start above, characters")
         != NULL)
    {
      /* The next parameter's row. */
      GtkWidget *row = gtk_widget_get_next_sibling (gtk_widget_get_parent (spin));
      g_assert_nonnull (row);
      spin = test_gui_need (row, GTK_TYPE_SPIN_BUTTON, NULL);
    }
  return spin;
}

static void
test_use (Fixture *self, gconstpointer unused)
{
  open_methods (self);
  test_gui_wait_until_said (self->page, "boilerpipe-article · ");
  test_pointer_click (test_gui_need (self->inspector, GTK_TYPE_TOGGLE_BUTTON, "more"));
  test_gui_wait_until_said (self->page, "line-block · ");
  select_last (self, "Blocks of lines");
  test_gui_wait_until_said (self->page, "Evidence: Blocks of lines");

  /* Nothing is that long: with another value the method finds nothing. */
  GtkWidget *spin = need_threshold (self);
  gtk_widget_grab_focus (spin);
  test_keys (spin, "ctrl+a");
  test_type (spin, "9999");
  test_keys (spin, "Return");
  test_gui_wait_until_said (self->page, "line-block · no article found");
  g_autofree char *difference = dup_difference (self);
  g_assert_nonnull (strstr (difference, "This method drops lines"));
  /* It is tried, not kept. */
  g_assert_cmpstr (exm_analysis_get_method (self->analysis), ==, "exemplar");

  test_pointer_click (
      test_gui_need (self->inspector, GTK_TYPE_BUTTON, "Use This Method"));
  test_pointer_hold_toast (test_gui_get_window (self->app), "Method: Blocks of lines");
  wait_until_stored (self, "threshold=9999");
  g_assert_cmpstr (exm_analysis_get_method (self->analysis), ==, "line-block");
  g_assert_cmpuint (exm_analysis_get_head (self->analysis), ==, EXM_NONE);
  g_assert_null (exm_view_state_get_lanes (exm_analysis_get_view (self->analysis)));

  test_pointer_undo (test_gui_get_window (self->app), "Method: Blocks of lines");
  wait_until_stored (self, NULL);
  g_assert_cmpstr (exm_analysis_get_method (self->analysis), ==, "exemplar");
  g_assert_cmpuint (exm_analysis_get_head (self->analysis), !=, EXM_NONE);
  /* The value that was tried is still there, and can be put back. */
  spin = need_threshold (self);
  test_pointer_click (gtk_widget_get_next_sibling (spin));
  g_assert_cmpfloat (gtk_spin_button_get_value (GTK_SPIN_BUTTON (spin)), ==, 86);
}

static gboolean
has_answers (gpointer data)
{
  Fixture *self = data;
  GtkWidget *summary = test_gui_find (self->inspector, GTK_TYPE_LABEL, "summary");

  return summary != NULL
         && strstr (gtk_label_get_text (GTK_LABEL (summary)), "\nTitle: ") != NULL;
}

/* Its detail leaves less of the list to be seen, but the row is seen. */
static gboolean
is_choice_seen (gpointer data)
{
  Fixture *self = data;
  GtkWidget *list = test_gui_need (self->inspector, GTK_TYPE_LIST_BOX, "list");
  GtkWidget *row = GTK_WIDGET (gtk_list_box_get_selected_row (GTK_LIST_BOX (list)));
  GtkWidget *view = gtk_widget_get_ancestor (list, GTK_TYPE_SCROLLED_WINDOW);
  graphene_rect_t bounds;

  g_assert_nonnull (row);
  return gtk_widget_compute_bounds (row, view, &bounds) && bounds.origin.y >= -1
         && bounds.origin.y + bounds.size.height
                <= (float) gtk_widget_get_height (view) + 1;
}

/* A method's title stands beside the field. */
static void
test_answers (Fixture *self, gconstpointer unused)
{
  open_methods (self);
  test_gui_wait_until_said (self->page, "boilerpipe-article · ");
  test_pointer_click (test_gui_need (self->inspector, GTK_TYPE_TOGGLE_BUTTON, "more"));
  test_gui_wait_until_said (self->page, "block-features · ");
  select_last (self, "Features of blocks");
  test_gui_wait_until (has_answers, self, "the title");
  test_gui_wait_until (is_choice_seen, self, "the row that was chosen");
  test_gui_show_people (GTK_WIDGET (self->page), "method-answers");
}

static gboolean
is_compared (gpointer data)
{
  return test_gui_find_beginning (data, "Nobody has marked what is right") != NULL;
}

static gboolean
is_not_written (gpointer data)
{
  return test_gui_find_beginning (data, "The file was not written: ") != NULL;
}

static gboolean
has_ended (gpointer data)
{
  return test_gui_find (data, GTK_TYPE_BUTTON, "back") != NULL;
}

static gboolean
is_chosen_from (gpointer data)
{
  return test_gui_find (data, ADW_TYPE_ACTION_ROW, "Vote of the methods") != NULL;
}

static GtkWindow *
open_compare (Fixture *self)
{
  open_methods (self);
  test_pointer_click (
      test_gui_need (self->inspector, GTK_TYPE_BUTTON, "Compare on Stored Pages…"));
  GtkWindow *dialog
      = test_gui_need_dialog (test_gui_get_window (self->app), EXM_TYPE_COMPARE_DIALOG);
  test_gui_wait_until (is_chosen_from, dialog, "the methods");
  test_gui_settle (GTK_WIDGET (dialog));
  return dialog;
}

static void
close_compare (Fixture *self, GtkWindow *dialog)
{
  test_keys (GTK_WIDGET (dialog), "Escape");
  g_assert_null (
      test_gui_find_dialog (test_gui_get_window (self->app), EXM_TYPE_COMPARE_DIALOG));
}

static GtkWidget *
need_check (GtkWindow *dialog, const char *method)
{
  return adw_action_row_get_activatable_widget (
      ADW_ACTION_ROW (test_gui_need (dialog, ADW_TYPE_ACTION_ROW, method)));
}

/* Words without a direction of their own would be turned around where texts run from
 * right to left: "< .5" would say the opposite. */
static void
assert_heads (GtkWindow *dialog)
{
  GtkWidget *table = test_gui_need (dialog, GTK_TYPE_COLUMN_VIEW, "table");
  GListModel *columns = gtk_column_view_get_columns (GTK_COLUMN_VIEW (table));
  PangoContext *context = gtk_widget_create_pango_context (table);

  pango_context_set_base_dir (context, PANGO_DIRECTION_RTL);
  g_assert_cmpuint (g_list_model_get_n_items (columns), >, 0);
  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);
      g_autoptr (PangoLayout) head = pango_layout_new (context);
      pango_layout_set_text (head, gtk_column_view_column_get_title (column), -1);
      g_assert_cmpint (pango_layout_get_direction (head, 0), ==, PANGO_DIRECTION_LTR);
    }
  g_object_unref (context);
}

/* Those of numbers end where their numbers end, however wide the column. */
static void
assert_heads_are_above (GtkWindow *dialog)
{
  const int padding = 12;
  GtkWidget *table = test_gui_need (dialog, GTK_TYPE_COLUMN_VIEW, "table");
  GtkWidget *first = gtk_widget_get_first_child (gtk_widget_get_first_child (table));

  for (GtkWidget *head = gtk_widget_get_next_sibling (first); head != NULL;
       head = gtk_widget_get_next_sibling (head))
    {
      GtkWidget *words = test_gui_need (head, GTK_TYPE_LABEL, NULL);
      graphene_rect_t bounds;
      g_assert_true (gtk_widget_compute_bounds (words, head, &bounds));
      g_assert_cmpfloat (bounds.origin.x + bounds.size.width, >=,
                         gtk_widget_get_width (head) - padding);
    }
}

/* All of them but the slow one, on what the task has stored. */
static void
test_compare (Fixture *self, gconstpointer unused)
{
  GtkWindow *dialog = open_compare (self);

  g_assert_false (gtk_check_button_get_active (
      GTK_CHECK_BUTTON (need_check (dialog, "By its looks (VIPS)"))));
  g_assert_true (gtk_check_button_get_active (
      GTK_CHECK_BUTTON (need_check (dialog, "Vote of the methods"))));
  test_gui_show_people (GTK_WIDGET (dialog), "compare-choose");
  test_pointer_click (test_gui_need (dialog, GTK_TYPE_BUTTON, "_Compare"));
  test_gui_wait_until (is_compared, dialog, "the table");
  test_gui_settle (GTK_WIDGET (dialog));
  /* The default method is what the others are compared with: nothing is corrected. */
  g_autofree char *whole = g_strdup_printf ("%.3f", 1.);
  test_gui_need (dialog, GTK_TYPE_LABEL, whole);
  test_gui_need (dialog, GTK_TYPE_LABEL, "Blocks of lines");
  assert_heads (dialog);
  assert_heads_are_above (dialog);
  test_gui_show_people (GTK_WIDGET (dialog), "compare-dialog");

  test_pointer_click (test_gui_need (dialog, GTK_TYPE_LABEL, "Agreement"));
  test_gui_settle (GTK_WIDGET (dialog));
  test_gui_need (dialog, GTK_TYPE_LABEL, "13  Vote of the methods");
  test_gui_show_people (GTK_WIDGET (dialog), "compare-agreement");
  test_keys (GTK_WIDGET (dialog), "Escape");
  g_assert_null (
      test_gui_find_dialog (test_gui_get_window (self->app), EXM_TYPE_COMPARE_DIALOG));
}

typedef struct
{
  GFile *file;
  char *text; /* (owned) */
} Saved;

static gboolean
is_saved (gpointer data)
{
  Saved *saved = data;

  g_clear_pointer (&saved->text, g_free);
  return g_file_load_contents (saved->file, NULL, &saved->text, NULL, NULL, NULL)
         && *saved->text != '\0';
}

static char *
save (GtkWindow *dialog, const char *folder, const char *name)
{
  g_autoptr (GFile) file = g_file_new_build_filename (folder, name, NULL);
  Saved saved = { .file = file };

  exm_compare_dialog_save (EXM_COMPARE_DIALOG (dialog), file);
  test_gui_wait_until (is_saved, &saved, name);
  return saved.text;
}

/* Two of them, by the keyboard: chosen, compared, written, and chosen anew. */
static void
test_compare_some (Fixture *self, gconstpointer unused)
{
  GtkWindow *dialog = open_compare (self);
  char *folder = test_folder_new ();
  guint n;
  const ExmMethod *const *all = exm_method_get_all (&n);
  GtkWidget *start = test_gui_need (dialog, GTK_TYPE_BUTTON, "_Compare");

  for (guint i = 0; i < n; i++)
    gtk_check_button_set_active (
        GTK_CHECK_BUTTON (need_check (dialog, exm_method_describe (all[i]->name))),
        FALSE);
  g_assert_false (gtk_widget_get_sensitive (start));
  static const char *const chosen[] = { "By example, learned", "Blocks of lines" };
  for (gsize i = 0; i < G_N_ELEMENTS (chosen); i++)
    {
      gtk_widget_grab_focus (need_check (dialog, chosen[i]));
      test_keys (need_check (dialog, chosen[i]), "space");
    }
  g_assert_true (gtk_widget_get_sensitive (start));
  gtk_widget_grab_focus (start);
  test_keys (start, "Return");
  test_gui_wait_until (is_compared, dialog, "the table");

  g_autofree char *csv = save (dialog, folder, "methods.csv");
  g_auto (GStrv) rows = g_strsplit (g_strchomp (csv), "\n", -1);
  g_assert_cmpuint (g_strv_length (rows), ==, 3);
  g_assert_true (g_str_has_prefix (rows[1], "\"exemplar\","));
  g_assert_true (g_str_has_prefix (rows[2], "\"line-block\","));
  g_autofree char *markdown = save (dialog, folder, "methods.md");
  g_assert_nonnull (strstr (markdown, "| exemplar |"));
  g_autofree char *svg = save (dialog, folder, "methods.svg");
  g_assert_nonnull (strstr (svg, "<svg"));

  /* A folder that is not there: said, and the comparison stays. */
  g_autoptr (GFile) nowhere
      = g_file_new_build_filename (folder, "no", "methods.csv", NULL);
  exm_compare_dialog_save (EXM_COMPARE_DIALOG (dialog), nowhere);
  test_gui_wait_until (is_not_written, dialog, "the message");
  test_folder_free (folder);

  test_pointer_click (test_gui_need (dialog, GTK_TYPE_BUTTON, "back"));
  g_assert_true (gtk_widget_get_mapped (start));
  g_assert_false (gtk_check_button_get_active (
      GTK_CHECK_BUTTON (need_check (dialog, "Vote of the methods"))));
  close_compare (self, dialog);
}

/* Ended by hand before a page is done there is nothing to show, and it can begin anew. */
static void
test_compare_stopped (Fixture *self, gconstpointer unused)
{
  GtkWindow *dialog = open_compare (self);

  gtk_widget_activate (test_gui_need (dialog, GTK_TYPE_BUTTON, "_Compare"));
  gtk_widget_activate (test_gui_need (dialog, GTK_TYPE_BUTTON, "Stop Here"));
  test_gui_wait_until (has_ended, dialog, "the end");
  test_pointer_click (test_gui_need (dialog, GTK_TYPE_BUTTON, "back"));
  test_pointer_click (test_gui_need (dialog, GTK_TYPE_BUTTON, "_Compare"));
  test_gui_wait_until (is_compared, dialog, "the table");
  close_compare (self, dialog);
}

int
main (int argc, char **argv)
{
  test_gui_init (&argc, &argv);
#define ADD(name)                                                                        \
  g_test_add ("/app/methods/" #name, Fixture, NULL, set_up, test_##name, tear_down)
  ADD (difference);
  ADD (site_lines);
  ADD (use);
  ADD (answers);
  ADD (compare);
  ADD (compare_some);
  ADD (compare_stopped);
  return g_test_run ();
}
