/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The table of all tasks: its order, what it leaves out, changes of several tasks and
 * back, at a thousand of them. */

#include "app/tasks/exm-tasks-page.h"
#include "app/workbench/exm-setup-page.h"
#include "store/exm-store.h"

#include "store-fixture.h"
#include "test-folder.h"
#include "test-gui.h"
#include "test-pointer.h"

#include <string.h>

#define N_TASKS 1000u

typedef struct
{
  char *folder;        /* (owned) */
  ExmApplication *app; /* (owned) */
  ExmWindow *window;   /* (unowned) */
  GtkWidget *page;     /* (unowned) */
} Fixture;

static void
add_tasks (const char *folder)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStore) store = exm_store_open (folder, NULL, NULL, &error);

  g_assert_no_error (error);
  for (guint i = 1; i <= N_TASKS; i++)
    {
      g_auto (ExmTaskFields) fields = { 0 };
      g_autoptr (ExmTask) plain = store_task_new (i);
      exm_task_fields_copy (plain, &fields);
      g_free (fields.group);
      fields.group = g_strdup_printf ("Group %u", i % 7);
      fields.paused = i % 10 == 0;
      g_autoptr (ExmTask) task = exm_task_new (&fields);
      exm_store_add_task (store, task, STORE_NOW, &error);
      g_assert_no_error (error);
    }
  store_fill (store, store_task_uid (3), 1, 12);
}

static gboolean
has_tasks (gpointer data)
{
  return g_list_model_get_n_items (
             exm_session_get_tasks (exm_window_get_session (EXM_WINDOW (data))))
         == N_TASKS;
}

static void
set_up (Fixture *self, gconstpointer data)
{
  self->folder = test_folder_new ();
  add_tasks (self->folder);
  self->app = test_gui_start (self->folder);
  self->window = test_gui_get_window (self->app);
  test_gui_wait_until (has_tasks, self->window, "the tasks");
  exm_window_set_task_uid (self->window, NULL);
  exm_window_set_view (self->window, "tasks");
  self->page = test_gui_need (self->window, EXM_TYPE_TASKS_PAGE, NULL);
  test_gui_settle (GTK_WIDGET (self->window));
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  test_gui_stop (self->app);
  test_folder_free (self->folder);
}

static GtkSelectionModel *
get_model (Fixture *self)
{
  return gtk_column_view_get_model (
      GTK_COLUMN_VIEW (test_gui_need (self->page, GTK_TYPE_COLUMN_VIEW, "view")));
}

static guint
count_rows (Fixture *self)
{
  return g_list_model_get_n_items (G_LIST_MODEL (get_model (self)));
}

static char *
dup_name (Fixture *self, guint position)
{
  g_autoptr (ExmTaskItem) item
      = g_list_model_get_item (G_LIST_MODEL (get_model (self)), position);

  return g_strdup (exm_task_item_get_name (item));
}

static void
sort_by (Fixture *self, const char *title)
{
  test_pointer_click (test_gui_need (self->page, GTK_TYPE_LABEL, title));
  test_gui_settle (GTK_WIDGET (self->window));
}

/* The order follows the columns, and the search and the choice leave tasks out. */
static void
test_order (Fixture *self, gconstpointer data)
{
  g_assert_cmpuint (count_rows (self), ==, N_TASKS);
  g_autofree char *first = dup_name (self, 0);
  g_assert_cmpstr (first, ==, "Task 00001");
  test_gui_show_people (GTK_WIDGET (self->window), "tasks");
  sort_by (self, "Name");
  g_autofree char *last = dup_name (self, 0);
  g_assert_cmpstr (last, ==, "Task 01000");
  /* The one that has articles comes first where most come first. */
  GtkColumnView *view
      = GTK_COLUMN_VIEW (test_gui_need (self->page, GTK_TYPE_COLUMN_VIEW, "view"));
  GListModel *columns = gtk_column_view_get_columns (view);
  g_autoptr (GtkColumnViewColumn) articles
      = g_list_model_get_item (columns, g_list_model_get_n_items (columns) - 1);
  gtk_column_view_sort_by_column (view, articles, GTK_SORT_DESCENDING);
  g_autofree char *most = dup_name (self, 0);
  g_assert_cmpstr (most, ==, "Task 00003");
  /* Paused tasks alone, as counted without the table. */
  gtk_drop_down_set_selected (
      GTK_DROP_DOWN (test_gui_need (self->page, GTK_TYPE_DROP_DOWN, "which")), 3);
  g_assert_cmpuint (count_rows (self), ==, N_TASKS / 10);
  gtk_drop_down_set_selected (
      GTK_DROP_DOWN (test_gui_need (self->page, GTK_TYPE_DROP_DOWN, "which")), 0);
  GtkWidget *search = test_gui_need (self->page, GTK_TYPE_SEARCH_ENTRY, "search");
  gtk_editable_set_text (GTK_EDITABLE (search), "group 6");
  g_signal_emit_by_name (search, "search-changed");
  guint n = 0;
  for (guint i = 1; i <= N_TASKS; i++)
    n += i % 7 == 6;
  g_assert_cmpuint (count_rows (self), ==, n);
}

static guint
count (Fixture *self, gboolean paused, const char *wanted)
{
  GListModel *tasks = exm_session_get_tasks (exm_window_get_session (self->window));
  guint n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (tasks); i++)
    {
      g_autoptr (ExmTaskItem) item = g_list_model_get_item (tasks, i);
      g_autofree char *group = NULL;
      g_object_get (item, "group", &group, NULL);
      n += paused ? exm_task_item_get_paused (item) : g_strcmp0 (group, wanted) == 0;
    }
  return n;
}

static gboolean
is_paused (gpointer data)
{
  return count (data, TRUE, NULL) == N_TASKS;
}

static gboolean
is_as_before (gpointer data)
{
  return count (data, TRUE, NULL) == N_TASKS / 10;
}

static gboolean
is_moved (gpointer data)
{
  return count (data, FALSE, "New") == 3;
}

static gboolean
is_moved_back (gpointer data)
{
  return count (data, FALSE, "New") == 0;
}

static gboolean
is_renamed (gpointer data)
{
  g_autofree char *name = dup_name (data, 0);

  return g_str_equal (name, "A new name");
}

static void
answer (Fixture *self, const char *text, const char *label)
{
  GtkWidget *dialog
      = GTK_WIDGET (test_gui_need_dialog (self->window, ADW_TYPE_MESSAGE_DIALOG));
  GtkWidget *entry = test_gui_need (dialog, GTK_TYPE_ENTRY, NULL);

  gtk_editable_set_text (GTK_EDITABLE (entry), text);
  test_pointer_click (test_gui_need (dialog, GTK_TYPE_LABEL, label));
}

/* All tasks are paused and given back, without those that were paused before; three are
 * moved and given back; one gets another name. */
static void
test_changes (Fixture *self, gconstpointer data)
{
  GtkSelectionModel *model = get_model (self);

  gtk_selection_model_select_all (model);
  test_gui_wait_until_said (self->page, "1000 tasks selected");
  test_pointer_click (test_gui_need (self->page, GTK_TYPE_BUTTON, "_Pause"));
  test_gui_wait_until (is_paused, self, "the pause");
  test_gui_wait_until_said (self->window, "900 tasks changed");
  gtk_widget_activate_action (self->page, "page.undo", NULL);
  test_gui_wait_until (is_as_before, self, "Undo");
  gtk_selection_model_unselect_all (model);
  for (guint i = 0; i < 3; i++)
    gtk_selection_model_select_item (model, i, FALSE);
  test_gui_wait_until_said (self->page, "3 tasks selected");
  test_gui_show_people (GTK_WIDGET (self->window), "tasks-selected");
  test_pointer_click (test_gui_need (self->page, GTK_TYPE_BUTTON, "_Move to Group…"));
  answer (self, " New ", "_Move");
  test_gui_wait_until (is_moved, self, "the move");
  gtk_widget_activate_action (self->page, "page.undo", NULL);
  test_gui_wait_until (is_moved_back, self, "Undo of the move");
  gtk_selection_model_select_item (model, 0, TRUE);
  gtk_widget_activate_action (self->page, "tasks.rename", NULL);
  answer (self, "A new name", "_Rename");
  test_gui_wait_until (is_renamed, self, "the name");
}

/* An address that is dropped onto the window begins a set-up; other text does not. */
static void
test_drop (Fixture *self, gconstpointer data)
{
  g_autoptr (GListModel) controllers
      = gtk_widget_observe_controllers (GTK_WIDGET (self->window));
  g_auto (GValue) value = G_VALUE_INIT;
  gboolean taken = TRUE;

  g_value_init (&value, G_TYPE_STRING);
  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GObject) controller = g_list_model_get_item (controllers, i);
      if (!GTK_IS_DROP_TARGET (controller))
        continue;
      g_value_set_string (&value, "some words");
      g_signal_emit_by_name (controller, "drop", &value, 1., 1., &taken);
      g_assert_false (taken);
      g_value_set_string (&value, " http://site.invalid/news/\r\n");
      g_signal_emit_by_name (controller, "drop", &value, 1., 1., &taken);
    }
  g_assert_true (taken);
  test_gui_need (self->window, EXM_TYPE_SETUP_PAGE, NULL);
}

int
main (int argc, char **argv)
{
  test_gui_init (&argc, &argv);
  g_test_add ("/tasks/order", Fixture, NULL, set_up, test_order, tear_down);
  g_test_add ("/tasks/changes", Fixture, NULL, set_up, test_changes, tear_down);
  g_test_add ("/tasks/drop", Fixture, NULL, set_up, test_drop, tear_down);
  return g_test_run ();
}
