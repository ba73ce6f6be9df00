/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Groups as rows of the table of all tasks: closed, opened, selected, renamed; and a
 * table without any. */

#include "app/shell/exm-scope-list.h"
#include "app/tasks/exm-closed-groups.h"
#include "app/tasks/exm-group-item.h"
#include "app/tasks/exm-task-name-cell.h"

#include "test-pointer.h"
#include "test-table.h"

static char **
dup_closed (TestTable *self)
{
  return exm_closed_groups_dup (
      exm_closed_groups_get (exm_window_get_session (self->window)));
}

/* Returns: the cell of a task or group of the table */
static GtkWidget *
need_cell (TestTable *self, const char *name)
{
  GtkWidget *view = test_gui_need (self->page, GTK_TYPE_COLUMN_VIEW, "view");

  return gtk_widget_get_ancestor (test_gui_need (view, GTK_TYPE_LABEL, name),
                                  EXM_TYPE_TASK_NAME_CELL);
}

static gboolean
is_closed (gpointer data)
{
  g_auto (GStrv) closed = dup_closed (data);

  return closed[0] != NULL && test_table_count_rows (data, EXM_TYPE_TASK_ITEM) == 12;
}

static gboolean
is_open (gpointer data)
{
  g_auto (GStrv) closed = dup_closed (data);

  return closed[0] == NULL && test_table_count_rows (data, EXM_TYPE_TASK_ITEM) == 13;
}

/* A group of the table is closed and opened by its arrow, by keys and by Enter, and the
 * sidebar's with it; a search shows what is in it, too. */
static void
test_tree (TestTable *self, gconstpointer data)
{
  GtkWidget *sidebar = test_gui_need (self->window, EXM_TYPE_SCOPE_LIST, "sidebar");
  GtkWidget *search = test_gui_need (self->page, GTK_TYPE_SEARCH_ENTRY, "search");
  GtkWidget *cell = need_cell (self, "Group 0");

  test_pointer_click_at (cell, 8, 12, GDK_BUTTON_PRIMARY);
  test_gui_wait_until (is_closed, self, "the closed group");
  test_gui_wait_until (test_table_is_closed, sidebar, "that of the sidebar");
  g_autoptr (GtkBitset) selected
      = gtk_selection_model_get_selection (test_table_get_model (self));
  g_assert_true (gtk_bitset_is_empty (selected));
  gtk_editable_set_text (GTK_EDITABLE (search), "00007");
  g_signal_emit_by_name (search, "search-changed");
  test_table_assert_rows (self, "[Group 0]", "Task 00007");
  gtk_editable_set_text (GTK_EDITABLE (search), "");
  g_signal_emit_by_name (search, "search-changed");
  test_table_assert_rows (self, "[Group 0]", "[Group 1]");
  test_pointer_click (need_cell (self, "Group 0"));
  test_gui_wait_until_said (self->page, "1 task selected");
  test_keys (self->page, "Right");
  test_gui_wait_until (is_open, self, "the group that Right opens");
  test_gui_wait_until (test_table_is_open, sidebar, "that of the sidebar");
  test_keys (self->page, "Left");
  test_gui_wait_until (is_closed, self, "the group that Left closes");
  test_keys (self->page, "Return");
  test_gui_wait_until (is_open, self, "the group that Enter opens");
  g_assert_null (exm_window_get_task_uid (self->window));
}

static gboolean
are_two_paused (gpointer data)
{
  return test_table_count (data, TRUE, NULL) == 3;
}

static gboolean
is_one_paused (gpointer data)
{
  return test_table_count (data, TRUE, NULL) == 1;
}

static gboolean
is_renamed (gpointer data)
{
  g_autofree char *first = test_table_dup_name (data, 0);

  return g_str_equal (first, "[East]");
}

static gboolean
is_named_back (gpointer data)
{
  g_autofree char *first = test_table_dup_name (data, 0);

  return g_str_equal (first, "[Group 0]");
}

static gboolean
are_two_in_trash (gpointer data)
{
  return test_table_count_rows (data, EXM_TYPE_TASK_ITEM) == 11
         && test_table_count_rows (data, EXM_TYPE_GROUP_ITEM) == 6;
}

static gboolean
are_two_back (gpointer data)
{
  return test_table_count_rows (data, EXM_TYPE_TASK_ITEM) == 13
         && test_table_count_rows (data, EXM_TYPE_GROUP_ITEM) == 7;
}

/* Whether the row of the cell has it. */
static gboolean
has_keyboard (gpointer cell)
{
  GtkWidget *row = gtk_widget_get_parent (gtk_widget_get_parent (cell));

  return gtk_root_get_focus (gtk_widget_get_root (cell)) == row;
}

/* A change of a group is one of its tasks, and taken back with them. Rows of it
 * that are selected besides are meant instead. */
static void
test_rows (TestTable *self, gconstpointer data)
{
  GtkSelectionModel *model = test_table_get_model (self);
  guint row = test_table_find_row (self, "[Group 6]");

  gtk_selection_model_select_item (model, row, TRUE);
  test_gui_wait_until_said (self->page, "2 tasks selected");
  gtk_selection_model_select_item (model, row + 1, FALSE);
  test_gui_wait_until_said (self->page, "1 task selected");
  gtk_selection_model_select_item (model, row, TRUE);
  test_pointer_click (test_gui_need (self->page, GTK_TYPE_BUTTON, "_Pause"));
  test_gui_wait_until (are_two_paused, self, "the pause");
  gtk_widget_activate_action (self->page, "page.undo", NULL);
  test_gui_wait_until (is_one_paused, self, "Undo of the pause");
  gtk_widget_activate_action (self->page, "tasks.trash", NULL);
  test_gui_wait_until (are_two_in_trash, self, "the trash");
  gtk_widget_activate_action (self->page, "page.undo", NULL);
  test_gui_wait_until (are_two_back, self, "Undo of the trash");
  gtk_selection_model_select_all (model);
  test_gui_wait_until_said (self->page, "13 tasks selected");
  /* The menu is that of the group below the pointer, which gets a name by it. */
  gtk_selection_model_select_item (model, test_table_find_row (self, "[Group 1]"), TRUE);
  test_gui_wait_until_said (self->page, "2 tasks selected");
  test_pointer_click_at (need_cell (self, "Group 0"), 60, 12, GDK_BUTTON_SECONDARY);
  test_gui_wait_until_said (self->page, "1 task selected");
  test_gui_show_people (GTK_WIDGET (self->window), "tasks-group-menu");
  /* The row gets the keyboard back, and has the same menu by keys. */
  test_keys (self->page, "Escape");
  test_gui_wait_until (has_keyboard, need_cell (self, "Group 0"), "the keyboard");
  test_keys (self->page, "shift+F10");
  test_pointer_click (test_gui_need (self->page, GTK_TYPE_LABEL, "Re_name…"));
  test_table_answer (self, "East", "_Rename");
  test_gui_wait_until (is_renamed, self, "the name");
  gtk_widget_activate_action (self->page, "page.undo", NULL);
  test_gui_wait_until (is_named_back, self, "Undo of the name");
}

static gboolean
has_no_groups (gpointer data)
{
  return test_table_count_rows (data, EXM_TYPE_GROUP_ITEM) == 0;
}

/* Without groups, it is a plain table. */
static void
test_none (TestTable *self, gconstpointer data)
{
  gtk_selection_model_select_all (test_table_get_model (self));
  gtk_widget_activate_action (self->page, "tasks.move", NULL);
  test_table_answer (self, "", "_Move");
  test_gui_wait_until (has_no_groups, self, "tasks without groups");
  test_table_assert_rows (self, "Task 00001", "Task 00002");
  g_assert_cmpint (gtk_widget_get_margin_start (need_cell (self, "Task 00001")), ==, 0);
  test_gui_show_people (GTK_WIDGET (self->window), "tasks-no-groups");
  gtk_widget_activate_action (self->page, "page.undo", NULL);
  test_gui_wait_until (are_two_back, self, "the groups");
}

int
main (int argc, char **argv)
{
  gconstpointer few = GUINT_TO_POINTER (13);

  test_gui_init (&argc, &argv);
  g_test_add ("/task-groups/tree", TestTable, few, test_table_set_up, test_tree,
              test_table_tear_down);
  g_test_add ("/task-groups/rows", TestTable, few, test_table_set_up, test_rows,
              test_table_tear_down);
  g_test_add ("/task-groups/none", TestTable, few, test_table_set_up, test_none,
              test_table_tear_down);
  return g_test_run ();
}
