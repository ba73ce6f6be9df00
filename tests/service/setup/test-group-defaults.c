/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Values of groups: who follows, who keeps its own, and what is left where it fails. */

#include "setup/exm-group-defaults.h"
#include "setup/exm-group-rename.h"
#include "task/exm-output-format.h"

#include "store-fixture.h"
#include "test-folder.h"

typedef struct
{
  char *folder;    /* (owned) */
  ExmStore *store; /* (owned) */
} Fixture;

/* @schedule: (nullable): "manual" */
static ExmTask *
make_task (guint number, const char *group, const char *schedule)
{
  g_auto (ExmTaskFields) fields = { 0 };
  g_autoptr (ExmTask) plain = store_task_new (number);

  exm_task_fields_copy (plain, &fields);
  g_free (fields.group);
  fields.group = g_strdup (group);
  g_clear_pointer (&fields.schedule, exm_schedule_unref);
  fields.schedule = exm_schedule_parse (schedule != NULL ? schedule : "manual", NULL);
  return exm_task_new (&fields);
}

static void
add (Fixture *self, guint number, const char *group, const char *schedule)
{
  g_autoptr (ExmTask) task = make_task (number, group, schedule);
  g_autoptr (GError) error = NULL;

  exm_store_add_task (self->store, task, STORE_NOW, &error);
  g_assert_no_error (error);
}

static void
set_up (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  self->folder = test_folder_new ();
  self->store = exm_store_open (self->folder, NULL, NULL, &error);
  g_assert_no_error (error);
  add (self, 1, "News", NULL);
  add (self, 2, " News / Local ", NULL);
  add (self, 3, "News/Local", "every 2 h");
  add (self, 4, "Newsletters", NULL);
  add (self, 5, NULL, NULL);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  exm_store_close (self->store);
  test_folder_free (self->folder);
}

/* @schedule: (nullable): none any more. Returns: how many tasks changed */
static guint
set (Fixture *self, const char *group, const char *schedule, gboolean all)
{
  g_autoptr (ExmTask) model = schedule != NULL ? make_task (9, NULL, schedule) : NULL;
  g_autoptr (GPtrArray) befores
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_task_unref);
  g_autoptr (GError) error = NULL;

  exm_group_defaults_set (self->store, group, EXM_GROUP_SCHEDULE, model, all, STORE_NOW,
                          befores, &error);
  g_assert_no_error (error);
  return befores->len;
}

static char *
dup_schedules (Fixture *self)
{
  g_autoptr (GString) all = g_string_new (NULL);

  for (guint i = 1; i <= 5; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (ExmTask) task
          = exm_store_get_task (self->store, store_task_uid (i), NULL, &error);
      g_assert_no_error (error);
      g_autofree char *text = exm_schedule_to_string (exm_task_get (task)->schedule);
      g_string_append_printf (all, "%s%s", i > 1 ? "|" : "", text);
    }
  return g_string_free (g_steal_pointer (&all), FALSE);
}

static void
check (Fixture *self, const char *wanted)
{
  g_autofree char *schedules = dup_schedules (self);

  g_assert_cmpstr (schedules, ==, wanted);
}

static void
test_follow (Fixture *self, gconstpointer data)
{
  /* Nobody follows a group that said nothing. */
  g_assert_cmpuint (set (self, "News", "every 1 h", FALSE), ==, 0);
  check (self, "manual|manual|every 2 h|manual|manual");
  g_assert_cmpuint (set (self, "News", "every 1 h", TRUE), ==, 3);
  check (self, "every 1 h|every 1 h|every 1 h|manual|manual");
  /* One gets its own again, and keeps it. */
  g_autoptr (ExmTask) own = make_task (3, "News/Local", "every 2 h");
  g_autoptr (GError) error = NULL;
  exm_store_update_task (self->store, own, STORE_NOW, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (set (self, "News", "every 3 h", FALSE), ==, 2);
  check (self, "every 3 h|every 3 h|every 2 h|manual|manual");
  /* A group that is in another one says otherwise, then leaves it to that one again. */
  g_assert_cmpuint (set (self, "News/Local", "every 1 d", FALSE), ==, 1);
  check (self, "every 3 h|every 1 d|every 2 h|manual|manual");
  g_assert_cmpuint (set (self, "News", "every 4 h", FALSE), ==, 1);
  check (self, "every 4 h|every 1 d|every 2 h|manual|manual");
  g_assert_cmpuint (set (self, "News/Local", NULL, FALSE), ==, 1);
  check (self, "every 4 h|every 4 h|every 2 h|manual|manual");
  /* Without any value of a group, tasks keep what they have. */
  g_assert_cmpuint (set (self, "News", NULL, FALSE), ==, 0);
  check (self, "every 4 h|every 4 h|every 2 h|manual|manual");
}

/* New tasks get what they have not of their own, from the nearest group that says so. */
static void
test_apply (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmTask) task = make_task (8, "News/Local/North", NULL);
  g_auto (ExmTaskFields) fields = { 0 };
  g_autofree char *from = NULL;

  exm_task_fields_init (&fields);
  exm_task_fields_add_output (&fields, EXM_OUTPUT_HTML, "/srv/html", "{task}");
  fields.keep = EXM_KEEP_PAGES;
  g_autoptr (ExmTask) model = exm_task_new (&fields);
  for (guint i = EXM_GROUP_OUTPUTS; i < EXM_N_GROUP_VALUES; i++)
    g_assert_true (exm_group_defaults_set (self->store, "News", i, model, FALSE,
                                           STORE_NOW, NULL, &error));
  set (self, "News/Local", "every 1 h", FALSE);
  g_autoptr (ExmTask) applied = exm_group_defaults_apply (self->store, task, 0, &error);
  g_assert_no_error (error);
  const ExmTaskFields *got = exm_task_get (applied);
  g_autofree char *schedule = exm_schedule_to_string (got->schedule);
  g_assert_cmpstr (schedule, ==, "every 1 h");
  g_assert_cmpuint (got->keep, ==, EXM_KEEP_PAGES);
  g_assert_cmpuint (got->outputs->len, ==, 1);
  g_assert_cmpstr (g_array_index (got->outputs, ExmTaskOutput, 0).folder, ==,
                   "/srv/html");
  g_assert_cmpstr (got->uid, ==, store_task_uid (8));
  g_autoptr (ExmTask) from_model = exm_group_defaults_get (
      self->store, "News/Local/North", EXM_GROUP_KEEP, &from, &error);
  g_assert_nonnull (from_model);
  g_assert_cmpstr (from, ==, "News");
  /* Its own values stay. */
  g_autoptr (ExmTask) own = exm_group_defaults_apply (
      self->store, task, EXM_GROUP_BIT (EXM_N_GROUP_VALUES) - 1, &error);
  g_assert_true (exm_task_equal (own, task));
  g_autoptr (ExmTask) alone = make_task (8, NULL, NULL);
  g_autoptr (ExmTask) same = exm_group_defaults_apply (self->store, alone, 0, &error);
  g_assert_true (exm_task_equal (same, alone));
}

/* Outputs that one of the tasks cannot have: nothing of it is stored. */
static void
test_failure (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_auto (ExmTaskFields) fields = { 0 };

  exm_task_fields_init (&fields);
  exm_task_fields_add_output (&fields, EXM_OUTPUT_HTML, "no/absolute/folder", "{task}");
  g_autoptr (ExmTask) model = exm_task_new (&fields);
  g_assert_false (exm_group_defaults_set (self->store, "News", EXM_GROUP_OUTPUTS, model,
                                          TRUE, STORE_NOW, NULL, &error));
  g_assert_error (error, EXM_TASK_ERROR, EXM_TASK_ERROR_FIELD);
  g_clear_error (&error);
  g_assert_null (
      exm_group_defaults_get (self->store, "News", EXM_GROUP_OUTPUTS, NULL, &error));
  g_assert_no_error (error);
}

static void
test_normalize (void)
{
  static const char *const pairs[][2]
      = { { NULL, NULL },
          { " / ", NULL },
          { "a", "a" },
          { " a //b/ ", "a/b" },
          { "a/b/c/d/e/f/g/h/i/j", "a/b/c/d/e/f/g/h i j" } };

  for (gsize i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      g_autofree char *normal = exm_group_normalize (pairs[i][0]);
      g_assert_cmpstr (normal, ==, pairs[i][1]);
    }
  g_assert_true (exm_group_is_below ("a / b", "a"));
  g_assert_true (exm_group_is_below ("a", "a"));
  g_assert_false (exm_group_is_below ("ab", "a"));
  g_assert_false (exm_group_is_below (NULL, "a"));
}

/* @wanted: (nullable): none says so */
static void
check_group (Fixture *self, const char *group, const char *wanted)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *from = NULL;
  g_autoptr (ExmTask) model
      = exm_group_defaults_get (self->store, group, EXM_GROUP_SCHEDULE, &from, &error);
  g_assert_no_error (error);
  g_autofree char *text
      = model != NULL ? exm_schedule_to_string (exm_task_get (model)->schedule) : NULL;
  g_assert_cmpstr (text, ==, wanted);
}

static void
check_task (Fixture *self, guint number, const char *group)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmTask) task
      = exm_store_get_task (self->store, store_task_uid (number), NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (exm_task_get (task)->group, ==, group);
}

/* Two groups become one and are two again; a task that went elsewhere stays there. */
static void
test_rename_undo (Fixture *self, gconstpointer data)
{
  g_autoptr (ExmGroupRename) renaming = exm_group_rename_new ();
  g_autoptr (GError) error = NULL;

  set (self, "News", "every 1 h", FALSE);
  set (self, "News/Local", "every 2 h", FALSE);
  set (self, "Newsletters", "every 3 h", FALSE);
  exm_group_rename_run (renaming, self->store, "News", "Newsletters", STORE_NOW, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (renaming->befores->len, ==, 3);
  check_task (self, 1, "Newsletters");
  check_task (self, 2, "Newsletters/Local");
  check_group (self, "News", NULL);
  check_group (self, "Newsletters", "every 3 h");
  check_group (self, "Newsletters/Local", "every 2 h");
  g_autoptr (ExmTask) elsewhere = make_task (3, "Archive", NULL);
  exm_store_update_task (self->store, elsewhere, STORE_NOW, NULL, &error);
  g_assert_no_error (error);
  exm_group_rename_undo (renaming, self->store, STORE_NOW, &error);
  g_assert_no_error (error);
  check_task (self, 1, "News");
  check_task (self, 2, " News / Local ");
  check_task (self, 3, "Archive");
  check_task (self, 4, "Newsletters");
  check_group (self, "News", "every 1 h");
  check_group (self, "News/Local", "every 2 h");
  check_group (self, "Newsletters/Local", "every 3 h");
}

/* A new name of more than eight parts is as one that is typed so for a task: what is
 * behind the seventh is one part. Groups in it follow, and go back. */
static void
test_rename_deep (Fixture *self, gconstpointer data)
{
  g_autoptr (ExmGroupRename) renaming = exm_group_rename_new ();
  g_autoptr (GError) error = NULL;

  set (self, "News", "every 1 h", FALSE);
  set (self, "News/Local", "every 2 h", FALSE);
  exm_group_rename_run (renaming, self->store, "News", "a/b/c/d/e/f/g/h/i", STORE_NOW,
                        &error);
  g_assert_no_error (error);
  check_task (self, 1, "a/b/c/d/e/f/g/h i");
  check_task (self, 2, "a/b/c/d/e/f/g/h i Local");
  check_task (self, 4, "Newsletters");
  check_group (self, "News", NULL);
  check_group (self, "a/b/c/d/e/f/g/h/i", "every 1 h");
  check_group (self, "a/b/c/d/e/f/g/h i Local", "every 2 h");
  /* It can be named as it was typed, and gets a short name again. */
  g_autoptr (ExmGroupRename) shorter = exm_group_rename_new ();
  exm_group_rename_run (shorter, self->store, "a/b/c/d/e/f/g/h/i", "Short", STORE_NOW,
                        &error);
  g_assert_no_error (error);
  check_task (self, 1, "Short");
  check_task (self, 2, "a/b/c/d/e/f/g/h i Local");
  exm_group_rename_undo (shorter, self->store, STORE_NOW, &error);
  g_assert_no_error (error);
  exm_group_rename_undo (renaming, self->store, STORE_NOW, &error);
  g_assert_no_error (error);
  check_task (self, 1, "News");
  check_task (self, 2, " News / Local ");
  check_group (self, "News", "every 1 h");
  check_group (self, "News/Local", "every 2 h");
  check_group (self, "a/b/c/d/e/f/g/h/i", NULL);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/group-defaults/normalize", test_normalize);
  g_test_add ("/group-defaults/follow", Fixture, NULL, set_up, test_follow, tear_down);
  g_test_add ("/group-defaults/apply", Fixture, NULL, set_up, test_apply, tear_down);
  g_test_add ("/group-defaults/rename-undo", Fixture, NULL, set_up, test_rename_undo,
              tear_down);
  g_test_add ("/group-defaults/rename-deep", Fixture, NULL, set_up, test_rename_deep,
              tear_down);
  g_test_add ("/group-defaults/failure", Fixture, NULL, set_up, test_failure, tear_down);
  return g_test_run ();
}
