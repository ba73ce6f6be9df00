/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The table of all tasks below their groups: its order, what it leaves out, changes of
 * several tasks and back, at a thousand of them. */

#include "app/settings/exm-form-outputs.h"
#include "app/settings/exm-schedule-form.h"
#include "app/setup/exm-sections-window.h"
#include "app/shell/exm-scope-list.h"
#include "app/shell/exm-scope-row.h"
#include "app/tasks/exm-closed-groups.h"
#include "app/tasks/exm-group-item.h"
#include "app/tasks/exm-task-change.h"
#include "app/workbench/exm-setup-page.h"

#include "store-fixture.h"
#include "test-folder.h"
#include "test-gui.h"
#include "test-pointer.h"
#include "test-table.h"

#include <string.h>

#define N_TASKS TEST_TABLE_TASKS

/* Windows that are opened, of which the fastest counts. */
#define N_TURNS 5u

/* Selects tasks 1 to @n, of groups of their own, and nothing else. */
static void
select_tasks (TestTable *self, guint n)
{
  g_autoptr (GtkBitset) all = gtk_bitset_new_range (0, 2 * N_TASKS);
  g_autoptr (GtkBitset) wanted = gtk_bitset_new_empty ();

  for (guint i = 1; i <= n; i++)
    {
      g_autofree char *name = g_strdup_printf ("Task %05u", i);
      gtk_bitset_add (wanted, test_table_find_row (self, name));
    }
  gtk_selection_model_set_selection (test_table_get_model (self), wanted, all);
}

static void
sort_by (TestTable *self, const char *title)
{
  test_pointer_click (test_gui_need (self->page, GTK_TYPE_LABEL, title));
  test_gui_settle (GTK_WIDGET (self->window));
}

/* The order follows the columns, and the search and the choice leave tasks out. */
static void
test_order (TestTable *self, gconstpointer data)
{
  g_assert_cmpuint (test_table_count_rows (self, EXM_TYPE_TASK_ITEM), ==, N_TASKS);
  g_assert_cmpuint (test_table_count_rows (self, EXM_TYPE_GROUP_ITEM), ==, 7);
  test_table_assert_rows (self, "[Group 0]", "Task 00007");
  test_gui_show_people (GTK_WIDGET (self->window), "tasks");
  sort_by (self, "Name");
  test_table_assert_rows (self, "[Group 6]", "Task 01000");
  /* The one that has articles, and its group, come first where most come first. */
  GtkColumnView *view
      = GTK_COLUMN_VIEW (test_gui_need (self->page, GTK_TYPE_COLUMN_VIEW, "view"));
  GListModel *columns = gtk_column_view_get_columns (view);
  g_autoptr (GtkColumnViewColumn) articles
      = g_list_model_get_item (columns, g_list_model_get_n_items (columns) - 1);
  gtk_column_view_sort_by_column (view, articles, GTK_SORT_DESCENDING);
  test_table_assert_rows (self, "[Group 3]", "Task 00003");
  g_autoptr (ExmGroupItem) group
      = g_list_model_get_item (G_LIST_MODEL (test_table_get_model (self)), 0);
  g_assert_cmpuint (exm_group_item_get_counts (group)->n_articles, ==, 12);
  /* Paused tasks alone, as counted without the table. */
  gtk_drop_down_set_selected (
      GTK_DROP_DOWN (test_gui_need (self->page, GTK_TYPE_DROP_DOWN, "which")), 3);
  g_assert_cmpuint (test_table_count_rows (self, EXM_TYPE_TASK_ITEM), ==, N_TASKS / 10);
  gtk_drop_down_set_selected (
      GTK_DROP_DOWN (test_gui_need (self->page, GTK_TYPE_DROP_DOWN, "which")), 0);
  GtkWidget *search = test_gui_need (self->page, GTK_TYPE_SEARCH_ENTRY, "search");
  gtk_editable_set_text (GTK_EDITABLE (search), "group 6");
  g_signal_emit_by_name (search, "search-changed");
  guint n = 0;
  for (guint i = 1; i <= N_TASKS; i++)
    n += i % 7 == 6;
  g_assert_cmpuint (test_table_count_rows (self, EXM_TYPE_TASK_ITEM), ==, n);
  g_assert_cmpuint (test_table_count_rows (self, EXM_TYPE_GROUP_ITEM), ==, 1);
}

static gboolean
is_paused (gpointer data)
{
  return test_table_count (data, TRUE, NULL) == N_TASKS;
}

static gboolean
is_as_before (gpointer data)
{
  return test_table_count (data, TRUE, NULL) == N_TASKS / 10;
}

static gboolean
is_moved (gpointer data)
{
  return test_table_count (data, FALSE, "New") == 3;
}

static gboolean
is_moved_back (gpointer data)
{
  return test_table_count (data, FALSE, "New") == 0;
}

static gboolean
is_renamed (gpointer data)
{
  g_autofree char *name = test_table_dup_name (data, 1);

  return g_str_equal (name, "A new name");
}

/* All tasks are paused and given back, without those that were paused before; three are
 * moved and given back; one gets another name. */
static void
test_changes (TestTable *self, gconstpointer data)
{
  GtkSelectionModel *model = test_table_get_model (self);

  gtk_selection_model_select_all (model);
  test_gui_wait_until_said (self->page, "1000 tasks selected");
  test_pointer_click (test_gui_need (self->page, GTK_TYPE_BUTTON, "_Pause"));
  test_gui_wait_until (is_paused, self, "the pause");
  test_gui_wait_until_said (self->window, "900 tasks changed");
  gtk_widget_activate_action (self->page, "page.undo", NULL);
  test_gui_wait_until (is_as_before, self, "Undo");
  select_tasks (self, 3);
  test_gui_wait_until_said (self->page, "3 tasks selected");
  test_gui_show_people (GTK_WIDGET (self->window), "tasks-selected");
  test_pointer_click (test_gui_need (self->page, GTK_TYPE_BUTTON, "_Move to Group…"));
  test_table_answer (self, " New ", "_Move");
  test_gui_wait_until (is_moved, self, "the move");
  gtk_widget_activate_action (self->page, "page.undo", NULL);
  test_gui_wait_until (is_moved_back, self, "Undo of the move");
  gtk_selection_model_select_item (model, 1, TRUE);
  gtk_widget_activate_action (self->page, "tasks.rename", NULL);
  test_table_answer (self, "A new name", "_Rename");
  test_gui_wait_until (is_renamed, self, "the name");
}

/* A value of the tasks that are changed below: the first three, by name. */
typedef struct
{
  TestTable *fixture;
  ExmTaskChangeKind kind;
  const char *wanted; /* the schedule, or the name template of the last output */
} Wanted;

static gboolean
is_as_wanted (gpointer data)
{
  const Wanted *wanted = data;

  for (guint i = 1; i <= 3; i++)
    {
      const ExmStoreQuery query = { .kind = EXM_READ_TASK, .uid = store_task_uid (i) };
      g_autoptr (ExmTask) task = test_gui_read_store (wanted->fixture->window, &query);
      const ExmTaskFields *fields = exm_task_get (task);
      g_autofree char *schedule = exm_schedule_to_string (fields->schedule);
      const ExmTaskOutput *last
          = &g_array_index (fields->outputs, ExmTaskOutput, fields->outputs->len - 1);
      const char *value
          = wanted->kind == EXM_TASK_CHANGE_SCHEDULE ? schedule : last->name_template;
      if (!g_str_equal (value, wanted->wanted))
        return FALSE;
    }
  return TRUE;
}

static void
wait_for (TestTable *self, ExmTaskChangeKind kind, const char *value)
{
  Wanted wanted = { self, kind, value };

  test_gui_wait_until (is_as_wanted, &wanted, value);
}

static AdwMessageDialog *
open_question (TestTable *self, const char *action)
{
  gtk_widget_activate_action (self->page, action, NULL);
  return ADW_MESSAGE_DIALOG (
      test_gui_need_dialog (self->window, ADW_TYPE_MESSAGE_DIALOG));
}

static gboolean
is_planned (gpointer data)
{
  ExmSession *session = exm_window_get_session (((TestTable *) data)->window);

  return exm_task_item_get_next_due (exm_session_find_task (session, store_task_uid (2)))
         > 0;
}

/* Three tasks get another schedule, which plans their next run, and give it back. */
static void
test_schedule (TestTable *self, gconstpointer data)
{
  select_tasks (self, 3);
  AdwMessageDialog *dialog = open_question (self, "tasks.schedule");
  GtkWidget *rule = test_gui_need (dialog, ADW_TYPE_COMBO_ROW, "How often");
  adw_combo_row_set_selected (ADW_COMBO_ROW (rule), EXM_SCHEDULE_CUSTOM);
  gtk_editable_set_text (GTK_EDITABLE (test_gui_need (dialog, ADW_TYPE_ENTRY_ROW, NULL)),
                         "no schedule");
  g_assert_false (adw_message_dialog_get_response_enabled (dialog, "change"));
  adw_combo_row_set_selected (ADW_COMBO_ROW (rule), EXM_SCHEDULE_EVERY_DAY);
  g_assert_true (adw_message_dialog_get_response_enabled (dialog, "change"));
  test_gui_show_people (GTK_WIDGET (dialog), "tasks-schedule");
  test_pointer_click (test_gui_need (dialog, GTK_TYPE_LABEL, "_Apply"));
  wait_for (self, EXM_TASK_CHANGE_SCHEDULE, "every 1 d");
  test_gui_wait_until_said (self->window, "3 tasks changed");
  test_gui_wait_until (is_planned, self, "the plan");
  gtk_widget_activate_action (self->page, "page.undo", NULL);
  wait_for (self, EXM_TASK_CHANGE_SCHEDULE, "every 1 h");
}

/* Three tasks get the outputs that are shown; a feed that all of them would write is
 * refused. */
static void
test_outputs (TestTable *self, gconstpointer data)
{
  select_tasks (self, 3);
  AdwMessageDialog *dialog = open_question (self, "tasks.outputs");
  GtkWidget *form = test_gui_need (dialog, EXM_TYPE_FORM_OUTPUTS, NULL);
  gtk_widget_activate_action (form, "outputs.feed", NULL);
  test_gui_settle (GTK_WIDGET (dialog));
  test_gui_show_people (GTK_WIDGET (dialog), "tasks-outputs");
  g_auto (ExmTaskFields) fields = { 0 };
  exm_task_fields_init (&fields);
  exm_form_outputs_get (EXM_FORM_OUTPUTS (form), &fields);
  g_assert_cmpuint (fields.outputs->len, ==, 2);
  ExmTaskOutput *feed = &g_array_index (fields.outputs, ExmTaskOutput, 1);
  g_free (feed->name_template);
  feed->name_template = g_strdup ("all.xml");
  exm_form_outputs_set (EXM_FORM_OUTPUTS (form), &fields, self->folder);
  g_signal_emit_by_name (form, "changed");
  g_assert_false (adw_message_dialog_get_response_enabled (dialog, "change"));
  test_gui_wait_until_said (dialog, "Each task needs a file of its own");
  g_free (feed->name_template);
  feed->name_template = g_strdup ("of-{task}.xml");
  exm_form_outputs_set (EXM_FORM_OUTPUTS (form), &fields, self->folder);
  g_signal_emit_by_name (form, "changed");
  test_pointer_click (test_gui_need (dialog, GTK_TYPE_LABEL, "_Apply"));
  wait_for (self, EXM_TASK_CHANGE_OUTPUTS, "of-{task}.xml");
  test_gui_wait_until_said (self->window, "3 tasks changed");
  gtk_widget_activate_action (self->page, "page.undo", NULL);
  wait_for (self, EXM_TASK_CHANGE_OUTPUTS, "{title}");
}

static gboolean
are_half_trashed (gpointer data)
{
  ExmSession *session = exm_window_get_session (((TestTable *) data)->window);

  return test_table_count_rows (data, EXM_TYPE_TASK_ITEM) == N_TASKS / 2
         && g_list_model_get_n_items (exm_session_get_trash (session)) == N_TASKS / 2;
}

static gboolean
are_all_back (gpointer data)
{
  ExmSession *session = exm_window_get_session (((TestTable *) data)->window);

  return test_table_count_rows (data, EXM_TYPE_TASK_ITEM) == N_TASKS
         && g_list_model_get_n_items (exm_session_get_trash (session)) == 0;
}

/* Half of the tasks go into the trash, with the articles of one, and come back. */
static void
test_trash (TestTable *self, gconstpointer data)
{
  ExmSession *session = exm_window_get_session (self->window);

  select_tasks (self, N_TASKS / 2);
  gtk_widget_activate_action (self->page, "tasks.trash", NULL);
  test_gui_wait_until (are_half_trashed, self, "the trash");
  test_gui_wait_until_said (self->window, "500 tasks are in the Trash");
  gtk_widget_activate_action (self->page, "page.undo", NULL);
  test_gui_wait_until (are_all_back, self, "Undo of the trash");
  g_assert_cmpuint (
      exm_task_item_get_n_articles (exm_session_find_task (session, store_task_uid (3))),
      ==, 12);
}

static gboolean
is_named (gpointer data)
{
  ExmSession *session = exm_window_get_session (((TestTable *) data)->window);

  return g_str_equal (
      exm_task_item_get_name (exm_session_find_task (session, store_task_uid (7))),
      "From the sidebar");
}

static gboolean
is_that_trashed (gpointer data)
{
  ExmSession *session = exm_window_get_session (((TestTable *) data)->window);

  return exm_session_find_task (session, store_task_uid (7)) == NULL;
}

static gboolean
is_that_back (gpointer data)
{
  return !is_that_trashed (data);
}

/* A task of the sidebar has a menu, for the pointer and for keys, and is not shown for
 * it. */
static void
test_sidebar (TestTable *self, gconstpointer data)
{
  GtkWidget *sidebar = test_gui_need (self->window, EXM_TYPE_SCOPE_LIST, "sidebar");
  GtkWidget *row = test_gui_need (sidebar, GTK_TYPE_LABEL, "Task 00007");

  test_pointer_click_at (row, 20, 8, GDK_BUTTON_SECONDARY);
  test_gui_need (sidebar, GTK_TYPE_LABEL, "Re_name…");
  test_gui_show_people (GTK_WIDGET (self->window), "sidebar-task-menu");
  test_pointer_click (test_gui_need (sidebar, GTK_TYPE_LABEL, "Re_name…"));
  test_table_answer (self, "From the sidebar", "_Rename");
  test_gui_wait_until (is_named, self, "the name");
  g_assert_null (exm_window_get_task_uid (self->window));
  const char *const uid = store_task_uid (7);
  gtk_widget_activate_action_variant (GTK_WIDGET (self->window), "win.task-delete",
                                      g_variant_new_strv (&uid, 1));
  test_gui_wait_until (is_that_trashed, self, "the trash");
  test_gui_wait_until_said (self->window, "“From the sidebar”");
  test_pointer_undo (self->window, "“From the sidebar” is in the Trash");
  test_gui_wait_until (is_that_back, self, "Undo of the trash");
}

/* Ctrl+Z in the sidebar brings back the task that is shown, too. */
static void
test_sidebar_undo (TestTable *self, gconstpointer data)
{
  const char *const uid = store_task_uid (7);
  GtkWidget *sidebar = test_gui_need (self->window, EXM_TYPE_SCOPE_LIST, "sidebar");

  exm_window_set_task_uid (self->window, uid);
  test_gui_settle (GTK_WIDGET (self->window));
  gtk_widget_child_focus (sidebar, GTK_DIR_TAB_FORWARD);
  gtk_widget_activate_action_variant (GTK_WIDGET (self->window), "win.task-delete",
                                      g_variant_new_strv (&uid, 1));
  test_gui_wait_until (is_that_trashed, self, "the trash");
  test_gui_wait_until_said (self->window, "“Task 00007”");
  gtk_widget_child_focus (sidebar, GTK_DIR_TAB_FORWARD);
  test_keys (sidebar, "ctrl+z");
  test_gui_wait_until (is_that_back, self, "Undo of the trash");
}

/* An address that is dropped onto the window begins a set-up; other text does not. */
static void
test_drop (TestTable *self, gconstpointer data)
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

static gboolean
is_daily (gpointer data)
{
  const ExmStoreQuery query = { .kind = EXM_READ_TASK, .uid = store_task_uid (994) };
  g_autoptr (ExmTask) task = test_gui_read_store (((TestTable *) data)->window, &query);
  g_autofree char *schedule = exm_schedule_to_string (exm_task_get (task)->schedule);

  return g_str_equal (schedule, "every 1 d");
}

static gboolean
is_not_daily (gpointer data)
{
  return !is_daily (data);
}

static char **
dup_closed (TestTable *self)
{
  return exm_closed_groups_dup (
      exm_closed_groups_get (exm_window_get_session (self->window)));
}

/* A group of the sidebar is closed and opened, and says when its tasks run. */
static void
test_groups (TestTable *self, gconstpointer data)
{
  GtkWidget *sidebar = test_gui_need (self->window, EXM_TYPE_SCOPE_LIST, "sidebar");
  GtkWidget *row = test_gui_need (sidebar, GTK_TYPE_LABEL, "Group 0");

  test_pointer_click (row);
  test_gui_wait_until (test_table_is_closed, sidebar, "the closed group");
  g_assert_null (exm_window_get_task_uid (self->window));
  g_auto (GStrv) closed = dup_closed (self);
  g_assert_cmpstr (closed[0], ==, "Group 0");
  test_gui_show_people (GTK_WIDGET (self->window), "sidebar-groups");
  test_pointer_click (test_gui_need (sidebar, GTK_TYPE_LABEL, "Group 0"));
  test_gui_wait_until (test_table_is_open, sidebar, "the open group");
  row = test_gui_need (sidebar, GTK_TYPE_LABEL, "Group 0");
  test_pointer_click_at (row, 20, 8, GDK_BUTTON_SECONDARY);
  test_pointer_click (test_gui_need (sidebar, GTK_TYPE_LABEL, "_Schedule…"));
  AdwMessageDialog *dialog
      = ADW_MESSAGE_DIALOG (test_gui_need_dialog (self->window, ADW_TYPE_MESSAGE_DIALOG));
  adw_combo_row_set_selected (
      ADW_COMBO_ROW (test_gui_need (dialog, ADW_TYPE_COMBO_ROW, "How often")),
      EXM_SCHEDULE_EVERY_DAY);
  test_gui_show_people (GTK_WIDGET (dialog), "group-schedule");
  test_pointer_click (test_gui_need (dialog, GTK_TYPE_LABEL, "_Apply"));
  test_gui_wait_until (is_daily, self, "the schedule of the group");
  test_pointer_undo (self->window, "Set for the group, and for 142 tasks");
  test_gui_wait_until (is_not_daily, self, "Undo");
}

static gboolean
is_group_renamed (gpointer data)
{
  return test_gui_find (data, GTK_TYPE_LABEL, "North") != NULL
         && test_gui_find (data, GTK_TYPE_LABEL, "Group 0") == NULL;
}

static gboolean
is_group_back (gpointer data)
{
  return test_gui_find (data, GTK_TYPE_LABEL, "North") == NULL
         && test_gui_find (data, GTK_TYPE_LABEL, "Group 0") != NULL;
}

static int
get_indent (gpointer sidebar)
{
  GtkWidget *name = test_gui_find (sidebar, GTK_TYPE_LABEL, "Task 00013");

  return name != NULL ? gtk_widget_get_margin_start (
             gtk_widget_get_ancestor (name, EXM_TYPE_SCOPE_ROW))
                      : -1;
}

static gboolean
is_indented (gpointer sidebar)
{
  return get_indent (sidebar) > 0;
}

static gboolean
is_outside (gpointer sidebar)
{
  return get_indent (sidebar) == 0;
}

/* A group gets another name from its menu, and its old one back. No name is none. */
static void
test_rename_group (TestTable *self, gconstpointer data)
{
  GtkWidget *sidebar = test_gui_need (self->window, EXM_TYPE_SCOPE_LIST, "sidebar");
  GtkWidget *row = test_gui_need (sidebar, GTK_TYPE_LABEL, "Group 0");

  test_pointer_click_at (row, 20, 8, GDK_BUTTON_SECONDARY);
  test_pointer_click (test_gui_need (sidebar, GTK_TYPE_LABEL, "Re_name…"));
  AdwMessageDialog *dialog
      = ADW_MESSAGE_DIALOG (test_gui_need_dialog (self->window, ADW_TYPE_MESSAGE_DIALOG));
  GtkWidget *entry = test_gui_need (dialog, GTK_TYPE_ENTRY, "Group 0");
  test_gui_show_people (GTK_WIDGET (dialog), "group-rename");
  gtk_editable_set_text (GTK_EDITABLE (entry), " / ");
  g_assert_false (adw_message_dialog_get_response_enabled (dialog, "change"));
  gtk_editable_set_text (GTK_EDITABLE (entry), "Archive/North");
  test_pointer_click (test_gui_need (dialog, GTK_TYPE_LABEL, "_Rename"));
  test_gui_wait_until (is_group_renamed, sidebar, "the new name");
  test_pointer_undo (self->window, "Group renamed, with 142 tasks");
  test_gui_wait_until (is_group_back, sidebar, "Undo");
}

/* Returns: the row that has the keyboard */
static const char *
get_focused_name (TestTable *self)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self->window));

  return gtk_label_get_label (GTK_LABEL (test_gui_need (focus, GTK_TYPE_LABEL, "name")));
}

/* A group of the sidebar is reached, closed, opened and gets another name by keys alone,
 * and is none that is chosen. */
static void
test_group_keys (TestTable *self, gconstpointer data)
{
  GtkWidget *sidebar = test_gui_need (self->window, EXM_TYPE_SCOPE_LIST, "sidebar");
  GtkWidget *all = gtk_widget_get_ancestor (
      test_gui_need (sidebar, GTK_TYPE_LABEL, "All Articles"), EXM_TYPE_SCOPE_ROW);

  gtk_widget_grab_focus (gtk_widget_get_parent (all));
  test_keys (sidebar, "Down");
  g_assert_cmpstr (get_focused_name (self), ==, "Group 0");
  g_assert_null (exm_window_get_task_uid (self->window));
  g_assert_true (gtk_widget_get_state_flags (gtk_widget_get_parent (all))
                 & GTK_STATE_FLAG_SELECTED);
  test_keys (sidebar, "Left");
  test_gui_wait_until (test_table_is_closed, sidebar, "the closed group");
  test_keys (sidebar, "Right");
  test_gui_wait_until (test_table_is_open, sidebar, "the open group");
  test_keys (sidebar, "Return");
  test_gui_wait_until (test_table_is_closed, sidebar, "the group that Enter closes");
  g_assert_cmpstr (get_focused_name (self), ==, "Group 0");
  test_keys (sidebar, "F2");
  GtkWindow *dialog = test_gui_need_dialog (self->window, ADW_TYPE_MESSAGE_DIALOG);
  GtkWidget *entry = test_gui_need (dialog, GTK_TYPE_ENTRY, "Group 0");
  test_keys (entry, "ctrl+a");
  test_type (entry, "North");
  test_keys (entry, "Return");
  test_gui_wait_until (is_group_renamed, sidebar, "the new name");
  test_gui_wait_until_said (self->window, "Group renamed, with 1 task");
  /* A task below a group is reached and chosen. */
  gtk_widget_grab_focus (gtk_widget_get_parent (all));
  test_keys (sidebar, "Down");
  g_assert_cmpstr (get_focused_name (self), ==, "Group 1");
  test_keys (sidebar, "Down");
  g_assert_cmpstr (exm_window_get_task_uid (self->window), ==, store_task_uid (1));
}

/* The last task of the last group stays where it is listed when it leaves the group: its
 * row is no longer further in. */
static void
test_leaves_group (TestTable *self, gconstpointer data)
{
  static const char *const closed[]
      = { "Group 0", "Group 1", "Group 2", "Group 3", "Group 4", "Group 5", NULL };
  const char *const uid = store_task_uid (13);
  GtkWidget *sidebar = test_gui_need (self->window, EXM_TYPE_SCOPE_LIST, "sidebar");

  exm_closed_groups_set (exm_closed_groups_get (exm_window_get_session (self->window)),
                         closed);
  test_gui_wait_until (is_indented, sidebar, "the row in its group");
  gtk_widget_activate_action_variant (GTK_WIDGET (self->window), "win.task-move",
                                      g_variant_new_strv (&uid, 1));
  test_table_answer (self, "", "_Move");
  test_gui_wait_until (is_outside, sidebar, "the row outside of the group");
  test_pointer_undo (self->window, "1 task changed");
  test_gui_wait_until (is_indented, sidebar, "the row in the group");
}

/* Several addresses, of the web as files are dropped, are lines of the list that can be
 * added. */
static void
test_drop_list (TestTable *self, gconstpointer data)
{
  g_autoptr (GListModel) controllers
      = gtk_widget_observe_controllers (GTK_WIDGET (self->window));
  g_autoptr (GFile) one = g_file_new_for_uri ("http://site.invalid/one/");
  g_autoptr (GFile) other = g_file_new_for_uri ("http://site.invalid/two/");
  g_autoptr (GFile) local = g_file_new_for_path (self->folder);
  GSList files[] = { { local, &files[1] }, { one, &files[2] }, { other, NULL } };
  g_auto (GValue) value = G_VALUE_INIT;
  gboolean taken = FALSE;

  g_value_init (&value, GDK_TYPE_FILE_LIST);
  g_value_take_boxed (&value, gdk_file_list_new_from_list (files));
  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GObject) controller = g_list_model_get_item (controllers, i);
      if (GTK_IS_DROP_TARGET (controller))
        g_signal_emit_by_name (controller, "drop", &value, 1., 1., &taken);
    }
  g_assert_true (taken);
  GtkWindow *list = test_gui_need_dialog (self->window, EXM_TYPE_SECTIONS_WINDOW);
  GtkWidget *text = test_gui_need (list, GTK_TYPE_TEXT_VIEW, NULL);
  g_autofree char *lines = NULL;
  g_object_get (gtk_text_view_get_buffer (GTK_TEXT_VIEW (text)), "text", &lines, NULL);
  g_assert_cmpstr (lines, ==, "http://site.invalid/one/\nhttp://site.invalid/two/");
}

/* Seconds until a window shows its first frame, and until it shows its tasks. */
typedef struct
{
  double first;
  double whole;
} Opening;

static double
get_seconds (gint64 start_usec)
{
  return (double) (g_get_monotonic_time () - start_usec) / G_USEC_PER_SEC;
}

/* A row of the first group, which both have. */
static gboolean
shows_tasks (gpointer window)
{
  return test_gui_find (window, GTK_TYPE_LABEL, "Task 00007") != NULL;
}

/* @least: (inout): the least so far */
static void
open_window (const char *folder, Opening *least)
{
  gint64 start_usec = g_get_monotonic_time ();
  ExmApplication *app = test_gui_open_to_first_frame (folder);

  least->first = MIN (least->first, get_seconds (start_usec));
  test_gui_wait_until (shows_tasks, test_gui_get_window (app), "the tasks");
  least->whole = MIN (least->whole, get_seconds (start_usec));
  test_gui_settle (GTK_WIDGET (test_gui_get_window (app)));
  test_gui_stop (app);
}

/* The window at a thousand tasks opens in about the time at ten: the least of several
 * turns, by far less strict than it is, since others may use the machine meanwhile. */
static void
test_opening (void)
{
  g_autoptr (TestFolder) few = test_folder_new ();
  g_autoptr (TestFolder) many = test_folder_new ();
  Opening at_few = { G_MAXDOUBLE, G_MAXDOUBLE }, at_many = at_few;

  test_table_add_tasks (few, 10);
  test_table_add_tasks (many, N_TASKS);
  for (guint i = 0; i < N_TURNS; i++)
    {
      open_window (few, &at_few);
      open_window (many, &at_many);
    }
  g_test_message ("first frame: %.3f s at 10 tasks, %.3f s at %u, %.2f times; "
                  "with tasks: %.3f s, %.3f s, %.2f times",
                  at_few.first, at_many.first, N_TASKS, at_many.first / at_few.first,
                  at_few.whole, at_many.whole, at_many.whole / at_few.whole);
  g_assert_cmpfloat (at_many.first, <, 4 * at_few.first);
  g_assert_cmpfloat (at_many.whole, <, 6 * at_few.whole);
}

int
main (int argc, char **argv)
{
  gconstpointer few = GUINT_TO_POINTER (13);

  test_gui_init (&argc, &argv);
  g_test_add_func ("/tasks/opening", test_opening);
  g_test_add ("/tasks/order", TestTable, NULL, test_table_set_up, test_order,
              test_table_tear_down);
  g_test_add ("/tasks/changes", TestTable, NULL, test_table_set_up, test_changes,
              test_table_tear_down);
  g_test_add ("/tasks/schedule", TestTable, NULL, test_table_set_up, test_schedule,
              test_table_tear_down);
  g_test_add ("/tasks/outputs", TestTable, NULL, test_table_set_up, test_outputs,
              test_table_tear_down);
  g_test_add ("/tasks/trash", TestTable, NULL, test_table_set_up, test_trash,
              test_table_tear_down);
  g_test_add ("/tasks/sidebar", TestTable, NULL, test_table_set_up, test_sidebar,
              test_table_tear_down);
  g_test_add ("/tasks/sidebar-undo", TestTable, NULL, test_table_set_up,
              test_sidebar_undo, test_table_tear_down);
  g_test_add ("/tasks/groups", TestTable, NULL, test_table_set_up, test_groups,
              test_table_tear_down);
  g_test_add ("/tasks/rename-group", TestTable, NULL, test_table_set_up,
              test_rename_group, test_table_tear_down);
  g_test_add ("/tasks/group-keys", TestTable, few, test_table_set_up, test_group_keys,
              test_table_tear_down);
  g_test_add ("/tasks/leaves-group", TestTable, few, test_table_set_up, test_leaves_group,
              test_table_tear_down);
  g_test_add ("/tasks/drop", TestTable, NULL, test_table_set_up, test_drop,
              test_table_tear_down);
  g_test_add ("/tasks/drop-list", TestTable, NULL, test_table_set_up, test_drop_list,
              test_table_tear_down);
  return g_test_run ();
}
