/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Tasks below their groups: the order, groups that are closed, and what is told of a
 * change. */

#include "app/session/exm-task-list.h"
#include "app/tasks/exm-task-tree.h"

typedef struct
{
  ExmTaskList *tasks;      /* (owned) */
  ExmTaskTree *tree;       /* (owned) */
  ExmClosedGroups *closed; /* (owned) */
  guint n_removed;
  guint n_added;
} Fixture;

static void
add (GPtrArray *infos, const char *uid, const char *name, const char *group)
{
  ExmTaskInfo *info = exm_task_info_new ();

  info->uid = g_strdup (uid);
  info->name = g_strdup (name);
  info->group = g_strdup (group);
  info->last_run_usec = g_ascii_strtoll (uid, NULL, 10);
  info->next_due_usec = 10 + info->last_run_usec;
  info->paused = g_str_equal (name, "Paused");
  g_ptr_array_add (infos, info);
}

static void
on_items_changed (
    GListModel *model, guint position, guint removed, guint added, Fixture *self)
{
  self->n_removed += removed;
  self->n_added += added;
}

static void
fill (Fixture *self, const char *group_of_third)
{
  g_autoptr (GPtrArray) infos
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_task_info_unref);

  add (infos, "1", "First", NULL);
  add (infos, "2", "Second", "News/Local");
  add (infos, "3", "Third", group_of_third);
  add (infos, "4", "Fourth", " News / ");
  add (infos, "5", "Fifth", "2 Others");
  exm_task_list_update (self->tasks, infos);
  exm_task_tree_update (self->tree);
}

static void
set_up (Fixture *self, gconstpointer data)
{
  self->tasks = exm_task_list_new ();
  self->tree = exm_task_tree_new (G_LIST_MODEL (self->tasks));
  self->closed = g_object_new (EXM_TYPE_CLOSED_GROUPS, NULL);
  exm_task_tree_set_closed (self->tree, self->closed);
  fill (self, "10 Others");
  g_signal_connect (self->tree, "items-changed", G_CALLBACK (on_items_changed), self);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_object_unref (self->tree);
  g_object_unref (self->closed);
  g_object_unref (self->tasks);
}

static void
check (Fixture *self, const char *wanted)
{
  g_autoptr (GString) listed = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->tree)); i++)
    {
      g_autoptr (GObject) item = g_list_model_get_item (G_LIST_MODEL (self->tree), i);
      const char *separator = i > 0 ? "|" : "";
      if (EXM_IS_TASK_ITEM (item))
        g_string_append_printf (listed, "%s%s", separator,
                                exm_task_item_get_name (EXM_TASK_ITEM (item)));
      else
        g_string_append_printf (
            listed, "%s%u:%s %u", separator,
            exm_group_item_get_depth (EXM_GROUP_ITEM (item)),
            exm_group_item_get_title (EXM_GROUP_ITEM (item)),
            exm_group_item_get_counts (EXM_GROUP_ITEM (item))->n_tasks);
    }
  g_assert_cmpstr (listed->str, ==, wanted);
}

static void
test_order (Fixture *self, gconstpointer data)
{
  check (self, "0:2 Others 1|Fifth|0:10 Others 1|Third|0:News 2|1:Local 1|Second|Fourth|"
               "First");
  g_assert_cmpuint (self->n_added + self->n_removed, ==, 0);
  /* The same again tells nothing; another group tells of the rows between. */
  fill (self, "10 Others");
  g_assert_cmpuint (self->n_added + self->n_removed, ==, 0);
  fill (self, "News/Local");
  check (self, "0:2 Others 1|Fifth|0:News 3|1:Local 2|Second|Third|Fourth|First");
  g_assert_cmpuint (self->n_removed, >, 0);
}

/* Returns: (transfer full): the row of a group */
static ExmGroupItem *
get_group (Fixture *self, guint position)
{
  return EXM_GROUP_ITEM (g_list_model_get_item (G_LIST_MODEL (self->tree), position));
}

static void
test_closed (Fixture *self, gconstpointer data)
{
  static const char *const closed[] = { "News", NULL };
  g_autoptr (ExmGroupItem) news = get_group (self, 4);
  g_auto (GStrv) uids = exm_task_tree_dup_uids (self->tree, news);

  g_assert_cmpuint (g_strv_length (uids), ==, 2);
  exm_closed_groups_set (self->closed, closed);
  check (self, "0:2 Others 1|Fifth|0:10 Others 1|Third|0:News 2|First");
  g_assert_false (exm_group_item_get_expanded (news));
  /* While somebody looks for a task, all are listed. */
  exm_task_tree_set_expanded (self->tree, TRUE);
  check (self, "0:2 Others 1|Fifth|0:10 Others 1|Third|0:News 2|1:Local 1|Second|Fourth|"
               "First");
  exm_task_tree_set_expanded (self->tree, FALSE);
  g_auto (GStrv) kept = exm_closed_groups_dup (self->closed);
  g_assert_cmpstr (kept[0], ==, "News");
  /* The row stays the same object, so that it keeps the keyboard. */
  g_autoptr (ExmGroupItem) again = get_group (self, 4);
  g_assert_true (again == news);
  exm_task_tree_toggle (self->tree, news);
  g_assert_true (exm_group_item_get_expanded (news));
}

static int
compare_sizes (gconstpointer a, gconstpointer b, gpointer unused)
{
  guint one = exm_group_item_get_counts ((ExmGroupItem *) a)->n_tasks,
        other = exm_group_item_get_counts ((ExmGroupItem *) b)->n_tasks;

  return (one < other) - (one > other);
}

/* Groups come in another order, those that are equal to it by name. */
static void
test_sorter (Fixture *self, gconstpointer data)
{
  g_autoptr (GtkCustomSorter) sorter = gtk_custom_sorter_new (compare_sizes, NULL, NULL);
  static const guint daily[EXM_DAILY_DAYS] = { 3, 0, 2 };

  exm_task_tree_set_sorter (self->tree, GTK_SORTER (sorter));
  check (self, "0:News 2|1:Local 1|Second|Fourth|0:2 Others 1|Fifth|0:10 Others 1|Third|"
               "First");
  exm_task_item_set_daily (exm_task_list_find (self->tasks, "2"), daily);
  exm_task_item_set_daily (exm_task_list_find (self->tasks, "4"), daily);
  exm_task_tree_update (self->tree);
  g_autoptr (ExmGroupItem) news = get_group (self, 0);
  g_assert_cmpuint (exm_group_item_get_counts (news)->daily[0], ==, 6);
  g_assert_cmpuint (exm_group_item_get_counts (news)->daily[2], ==, 4);
  gtk_custom_sorter_set_sort_func (sorter, NULL, NULL, NULL);
  check (self, "0:2 Others 1|Fifth|0:10 Others 1|Third|0:News 2|1:Local 1|Second|Fourth|"
               "First");
}

/* A group ran when the last task in it did, and runs when the first one that may. */
static void
test_times (Fixture *self, gconstpointer data)
{
  g_autoptr (ExmGroupItem) news = get_group (self, 4);
  g_autoptr (GPtrArray) infos
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_task_info_unref);

  g_assert_cmpint (exm_group_item_get_counts (news)->last_run_usec, ==, 4);
  g_assert_cmpint (exm_group_item_get_counts (news)->next_due_usec, ==, 12);
  add (infos, "2", "Paused", "News/Local");
  add (infos, "4", "Fourth", "News");
  exm_task_list_update (self->tasks, infos);
  exm_task_tree_update (self->tree);
  g_assert_cmpint (exm_group_item_get_counts (news)->next_due_usec, ==, 14);
}

/* Left and Right close and open a group, where nobody looks for a task. */
static void
test_keys (Fixture *self, gconstpointer data)
{
  g_autoptr (ExmGroupItem) news = get_group (self, 4);

  g_assert_false (exm_task_tree_take_key (self->tree, news, GDK_KEY_Right, FALSE));
  g_assert_true (exm_task_tree_take_key (self->tree, news, GDK_KEY_Left, FALSE));
  g_assert_false (exm_group_item_get_expanded (news));
  g_assert_false (exm_task_tree_take_key (self->tree, news, GDK_KEY_Left, FALSE));
  g_assert_true (exm_task_tree_take_key (self->tree, news, GDK_KEY_Left, TRUE));
  g_assert_true (exm_group_item_get_expanded (news));
  exm_task_tree_set_expanded (self->tree, TRUE);
  exm_task_tree_toggle (self->tree, news);
  exm_task_tree_set_expanded (self->tree, FALSE);
  g_assert_true (exm_group_item_get_expanded (news));
  g_autoptr (ExmTaskItem) second = g_list_model_get_item (G_LIST_MODEL (self->tree), 6);
  g_assert_cmpuint (exm_task_tree_get_depth (second), ==, 2);
  g_assert_true (exm_task_tree_is_below (second, news));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/task-tree/order", Fixture, NULL, set_up, test_order, tear_down);
  g_test_add ("/task-tree/times", Fixture, NULL, set_up, test_times, tear_down);
  g_test_add ("/task-tree/sorter", Fixture, NULL, set_up, test_sorter, tear_down);
  g_test_add ("/task-tree/keys", Fixture, NULL, set_up, test_keys, tear_down);
  g_test_add ("/task-tree/closed", Fixture, NULL, set_up, test_closed, tear_down);
  return g_test_run ();
}
