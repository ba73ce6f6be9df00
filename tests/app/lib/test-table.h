/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The table of all tasks in a window on a folder of its own: tasks "Task 00001" and so on
 * in seven groups, every tenth one paused, the third one with 12 articles. */

#pragma once

#include "test-gui.h"

G_BEGIN_DECLS

/* Tasks of a folder, unless it is made with another number. */
#define TEST_TABLE_TASKS 1000u

typedef struct
{
  char *folder;        /* (owned) */
  ExmApplication *app; /* (owned) */
  ExmWindow *window;   /* (unowned) */
  GtkWidget *page;     /* (unowned) */
  guint n_tasks;
} TestTable;

/* Fills an empty folder. */
void test_table_add_tasks (const char *folder, guint n_tasks);

/* @data: (nullable): how many tasks, as of GUINT_TO_POINTER() */
void test_table_set_up (TestTable *self, gconstpointer data);
void test_table_tear_down (TestTable *self, gconstpointer data);

GtkSelectionModel *test_table_get_model (TestTable *self);

/* Returns: how many tasks are listed, or groups */
guint test_table_count_rows (TestTable *self, GType type);

/* Returns: (transfer full): the name of a task, or a group in brackets */
char *test_table_dup_name (TestTable *self, guint position);

/* Returns: the position of a row, by its name as of test_table_dup_name() */
guint test_table_find_row (TestTable *self, const char *name);

void test_table_assert_rows (TestTable *self, const char *first, const char *second);

/* Returns: how many tasks there are that are @paused, else that are in the group @wanted
 */
guint test_table_count (TestTable *self, gboolean paused, const char *wanted);

/* For test_gui_wait_until(): whether a sidebar, or the table, lists the first task of the
 * first group. */
gboolean test_table_is_open (gpointer list);
gboolean test_table_is_closed (gpointer list);

/* Types into the dialog that asks, and clicks on @label. */
void test_table_answer (TestTable *self, const char *text, const char *label);

G_END_DECLS
