/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "test-table.h"

#include "app/tasks/exm-group-item.h"
#include "app/tasks/exm-tasks-page.h"
#include "store/exm-store.h"

#include "store-fixture.h"
#include "test-folder.h"
#include "test-pointer.h"

void
test_table_add_tasks (const char *folder, guint n_tasks)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStore) store = exm_store_open (folder, NULL, NULL, &error);

  g_assert_no_error (error);
  for (guint i = 1; i <= n_tasks; i++)
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
  const TestTable *self = data;

  return g_list_model_get_n_items (
             exm_session_get_tasks (exm_window_get_session (self->window)))
         == self->n_tasks;
}

void
test_table_set_up (TestTable *self, gconstpointer data)
{
  self->n_tasks = data != NULL ? GPOINTER_TO_UINT (data) : TEST_TABLE_TASKS;
  self->folder = test_folder_new ();
  test_table_add_tasks (self->folder, self->n_tasks);
  self->app = test_gui_start (self->folder);
  self->window = test_gui_get_window (self->app);
  test_gui_wait_until (has_tasks, self, "the tasks");
  exm_window_set_task_uid (self->window, NULL);
  exm_window_set_view (self->window, "tasks");
  self->page = test_gui_need (self->window, EXM_TYPE_TASKS_PAGE, NULL);
  test_gui_settle (GTK_WIDGET (self->window));
}

void
test_table_tear_down (TestTable *self, gconstpointer data)
{
  test_gui_stop (self->app);
  test_folder_free (self->folder);
}

GtkSelectionModel *
test_table_get_model (TestTable *self)
{
  return gtk_column_view_get_model (
      GTK_COLUMN_VIEW (test_gui_need (self->page, GTK_TYPE_COLUMN_VIEW, "view")));
}

guint
test_table_count_rows (TestTable *self, GType type)
{
  GListModel *model = G_LIST_MODEL (test_table_get_model (self));
  guint n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GObject) item = g_list_model_get_item (model, i);
      n += G_OBJECT_TYPE (item) == type;
    }
  return n;
}

char *
test_table_dup_name (TestTable *self, guint position)
{
  g_autoptr (GObject) item
      = g_list_model_get_item (G_LIST_MODEL (test_table_get_model (self)), position);

  return EXM_IS_TASK_ITEM (item)
             ? g_strdup (exm_task_item_get_name (EXM_TASK_ITEM (item)))
             : g_strdup_printf ("[%s]", exm_group_item_get_path (EXM_GROUP_ITEM (item)));
}

void
test_table_assert_rows (TestTable *self, const char *first, const char *second)
{
  g_autofree char *at_first = test_table_dup_name (self, 0),
                  *at_second = test_table_dup_name (self, 1);

  g_assert_cmpstr (at_first, ==, first);
  g_assert_cmpstr (at_second, ==, second);
}

guint
test_table_find_row (TestTable *self, const char *name)
{
  for (guint i = 0;
       i < g_list_model_get_n_items (G_LIST_MODEL (test_table_get_model (self))); i++)
    {
      g_autofree char *listed = test_table_dup_name (self, i);
      if (g_str_equal (listed, name))
        return i;
    }
  g_error ("No row “%s”", name);
}

guint
test_table_count (TestTable *self, gboolean paused, const char *wanted)
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

gboolean
test_table_is_open (gpointer list)
{
  return test_gui_find (list, GTK_TYPE_LABEL, "Task 00007") != NULL;
}

gboolean
test_table_is_closed (gpointer list)
{
  return !test_table_is_open (list);
}

void
test_table_answer (TestTable *self, const char *text, const char *label)
{
  GtkWidget *dialog
      = GTK_WIDGET (test_gui_need_dialog (self->window, ADW_TYPE_MESSAGE_DIALOG));
  GtkWidget *entry = test_gui_need (dialog, GTK_TYPE_ENTRY, NULL);

  gtk_editable_set_text (GTK_EDITABLE (entry), text);
  test_pointer_click (test_gui_need (dialog, GTK_TYPE_LABEL, label));
}
