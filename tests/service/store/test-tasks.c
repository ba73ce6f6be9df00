/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Tasks, their versions and their schedule, and what the questions asked often cost. */

#include "config.h"

#include "store/exm-store.h"

#include "store-fixture.h"
#include "store/db/exm-statement.h"
#include "store/tables/exm-table-job.h"
#include "store/tables/exm-table-output.h"
#include "store/tables/exm-table-publish-queue.h"
#include "store/tables/exm-table-task.h"
#include "test-folder.h"

#include <string.h>

#define MINUTE G_TIME_SPAN_MINUTE

typedef struct
{
  char *folder;    /* (owned) */
  ExmStore *store; /* (owned) */
  char *uid;       /* (owned): of a task that is there */
} Fixture;

static void
set_up (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmTask) task = store_task_new (1);

  self->folder = test_folder_new ();
  self->store = exm_store_open (self->folder, NULL, NULL, &error);
  g_assert_no_error (error);
  self->uid = g_strdup (store_task_uid (1));
  g_assert_true (exm_store_add_task (self->store, task, STORE_NOW, &error));
  g_assert_no_error (error);
}

static void
tear_down (Fixture *self, gconstpointer unused)
{
  g_clear_pointer (&self->store, exm_store_close);
  g_clear_pointer (&self->folder, test_folder_free);
  g_free (self->uid);
}

static ExmTask *
with_name (const ExmTask *task, const char *name)
{
  g_auto (ExmTaskFields) fields = { 0 };

  exm_task_fields_copy (task, &fields);
  g_free (fields.name);
  fields.name = g_strdup (name);
  return exm_task_new (&fields);
}

static void
test_task (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmTask) task = store_task_new (1);
  guint version = 0;

  g_autoptr (ExmTask) read
      = exm_store_get_task (self->store, self->uid, &version, &error);
  g_assert_no_error (error);
  g_assert_true (exm_task_equal (task, read));
  g_assert_cmpuint (version, ==, 1);

  g_assert_false (exm_store_add_task (self->store, task, STORE_NOW, &error));
  g_assert_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_CONSTRAINT);
  g_clear_error (&error);
  g_assert_null (exm_store_get_task (self->store, "none", NULL, &error));
  g_assert_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND);
  g_clear_error (&error);

  g_autoptr (GPtrArray) tasks = exm_store_list_tasks (self->store, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (tasks->len, ==, 1);
  const ExmTaskInfo *info = g_ptr_array_index (tasks, 0);
  g_assert_cmpstr (info->uid, ==, self->uid);
  g_assert_cmpstr (info->name, ==, "Task 00001");
  g_assert_null (info->group);
  g_assert_cmpint (info->created_usec, ==, STORE_NOW);

  g_assert_true (exm_store_delete_task (self->store, self->uid, &error));
  g_assert_null (exm_store_get_task (self->store, self->uid, NULL, &error));
  g_assert_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND);
}

static void
test_versions (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmTask) first = store_task_new (1);
  g_autoptr (ExmTask) second = with_name (first, "Another 名");
  guint version = 0;

  /* The same again is no version, nor is a pause. */
  g_assert_true (exm_store_update_task (self->store, first, STORE_NOW, &version, &error));
  g_assert_cmpuint (version, ==, 1);
  g_assert_true (exm_store_set_paused (self->store, self->uid, TRUE, &error));
  g_autoptr (ExmTask) paused
      = exm_store_get_task (self->store, self->uid, &version, &error);
  g_assert_cmpuint (version, ==, 1);
  g_assert_true (exm_task_get (paused)->paused);

  g_assert_true (
      exm_store_update_task (self->store, second, STORE_NOW + 1, &version, &error));
  g_assert_cmpuint (version, ==, 2);
  g_autoptr (ExmTask) old
      = exm_store_get_task_version (self->store, self->uid, 1, &error);
  g_assert_no_error (error);
  g_assert_true (exm_task_equal (old, first));

  g_assert_true (
      exm_store_restore_task (self->store, self->uid, 1, STORE_NOW + 2, &error));
  g_autoptr (ExmTask) now = exm_store_get_task (self->store, self->uid, &version, &error);
  g_assert_cmpuint (version, ==, 3);
  g_assert_true (exm_task_equal (now, first));

  g_autoptr (GPtrArray) versions
      = exm_store_list_task_versions (self->store, self->uid, &error);
  g_assert_cmpuint (versions->len, ==, 3);
  const ExmTaskVersion *newest = g_ptr_array_index (versions, 0);
  g_assert_cmpuint (newest->version, ==, 3);
  g_assert_cmpint (newest->created_usec, ==, STORE_NOW + 2);
  g_assert_false (
      exm_store_restore_task (self->store, self->uid, 9, STORE_NOW + 2, &error));
  g_assert_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND);
}

/* The plan of a statement, a line a step. */
static char *
explain (const char *folder, const char *sql, const ExmValue *values)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_build_filename (folder, EXM_STORE_MAIN_FILE, NULL);
  g_autofree char *question = g_strconcat ("EXPLAIN QUERY PLAN ", sql, NULL);
  g_autoptr (ExmDb) db = exm_db_open (path, NULL, &error);
  g_assert_no_error (error);
  g_autoptr (ExmStatement) statement = exm_statement_new (db, question, values, &error);
  g_assert_no_error (error);
  GString *plan = g_string_new (NULL);

  while (exm_statement_step (statement, &error) == EXM_STEP_ROW)
    g_string_append_printf (plan, "%s\n", exm_statement_get_text (statement, 3));
  g_assert_no_error (error);
  return g_string_free (plan, FALSE);
}

static void
assert_plan (const char *folder,
             const char *sql,
             const ExmValue *values,
             const char *index)
{
  g_autofree char *plan = explain (folder, sql, values);

  g_assert_nonnull (strstr (plan, index));
  /* A whole table or index, or an order made by hand. */
  g_assert_null (strstr (plan, "SCAN"));
  g_assert_null (strstr (plan, "TEMP B-TREE"));
}

static void
assert_list_plan (const char *folder, const ExmArticleFilter *filter, const char *index)
{
  g_autoptr (ExmArticleQuery) query
      = exm_article_filter_make_list (filter, filter->task_uid != NULL ? 1 : 0);

  assert_plan (folder, query->sql->str, query->values, index);
}

/* Whatever is asked for, articles come in the order of an index. */
static void
test_list_plans (Fixture *self, gconstpointer unused)
{
  const ExmArticleFilter all = { 0 }, everything = { .state = "good",
                                                     .to_review = TRUE,
                                                     .unread = TRUE,
                                                     .starred = TRUE,
                                                     .tag = "x",
                                                     .search = "x",
                                                     .since_usec = 1,
                                                     .until_usec = 9,
                                                     .also_id = 3,
                                                     .before_usec = 5,
                                                     .before_id = 5 };
  static const char *const indices[][2]
      = { { "USING INDEX article_collected", "USING INDEX article_task_collected" },
          { "USING INDEX article_published", "USING INDEX article_task_published" } };

  for (ExmArticleOrder order = 0; order <= EXM_ARTICLE_ORDER_PUBLISHED; order++)
    for (guint of_task = 0; of_task < 2; of_task++)
      {
        ExmArticleFilter filter = everything;
        filter.order = order;
        filter.task_uid = of_task ? "task" : NULL;
        assert_list_plan (self->folder, &filter, indices[order][of_task]);
      }
  assert_list_plan (self->folder,
                    &(ExmArticleFilter){ .task_uid = "task", .known = TRUE },
                    "label_page");
  g_autoptr (ExmArticleQuery) query = exm_article_filter_make_list (&all, 0);
  g_autofree char *plan = explain (self->folder, query->sql->str, query->values);
  g_assert_nonnull (strstr (plan, "USING INDEX article_collected"));
  g_assert_null (strstr (plan, "TEMP B-TREE"));
}

static void
test_plans (Fixture *self, gconstpointer unused)
{
  const ExmValue one = EXM_INT (1);

  assert_plan (self->folder, EXM_SQL_TASK_LIST_DUE, EXM_VALUES (one, one), "task_due");
  assert_plan (self->folder, EXM_SQL_TASK_NEXT_DUE, NULL, "task_due");
  assert_plan (self->folder, EXM_SQL_JOB_CLAIM,
               EXM_VALUES (EXM_TEXT ("x"), one, one, one, EXM_TEXT ("h")), "job_host");
  assert_plan (self->folder, EXM_SQL_PUBLISH_DUE, EXM_VALUES (one, one, one),
               "publish_due");
  assert_plan (self->folder, EXM_SQL_PUBLISH_REVIVE,
               EXM_VALUES (one, EXM_TEXT ("out"), one),
               "publish_given_up (output_key=? AND attempts>?)");
  assert_plan (self->folder, EXM_SQL_PUBLISH_HURRY, EXM_VALUES (one, EXM_TEXT ("out")),
               "publish_tried (output_key=?)");
  assert_plan (self->folder, EXM_SQL_PUBLISH_TRIED, EXM_VALUES (EXM_TEXT ("out"), one),
               "publish_tried (output_key=?)");
  assert_plan (self->folder, EXM_SQL_PUBLISH_FAILED, EXM_VALUES (EXM_TEXT ("out"), one),
               "publish_given_up (output_key=?)");
  assert_plan (self->folder, EXM_SQL_PUBLISH_PROBE,
               EXM_VALUES (one, one, EXM_TEXT ("out"), one), "USING INTEGER PRIMARY KEY");
  assert_plan (self->folder, EXM_SQL_OUTPUT_TOOK, EXM_VALUES (EXM_TEXT ("out")),
               "output_key (output_key=?)");
}

static void
test_due (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  gint64 next = -1;

  g_assert_true (exm_store_get_next_due (self->store, &next, &error));
  g_assert_cmpint (next, ==, 0);
  g_assert_true (exm_store_begin_group (self->store, &error));
  for (guint i = 2; i <= 200; i++)
    {
      g_autoptr (ExmTask) task = store_task_new (i);
      g_assert_true (exm_store_add_task (self->store, task, STORE_NOW, &error));
      g_assert_true (exm_store_set_next_due (self->store, store_task_uid (i),
                                             STORE_NOW + (201 - i) * MINUTE, &error));
    }
  g_assert_true (exm_store_set_paused (self->store, store_task_uid (200), TRUE, &error));
  g_assert_true (exm_store_commit_group (self->store, &error));
  g_assert_true (exm_store_get_next_due (self->store, &next, &error));
  g_assert_cmpint (next, ==, STORE_NOW + 2 * MINUTE);

  g_autoptr (GPtrArray) due
      = exm_store_list_due (self->store, STORE_NOW + 11 * MINUTE, 3, &error);
  g_assert_cmpuint (due->len, ==, 3);
  g_assert_cmpstr (g_ptr_array_index (due, 0), ==, store_task_uid (199));
  g_assert_cmpstr (g_ptr_array_index (due, 2), ==, store_task_uid (197));
  g_autoptr (GPtrArray) all
      = exm_store_list_due (self->store, STORE_NOW + 11 * MINUTE, 1000, &error);
  g_assert_cmpuint (all->len, ==, 10);
}

/* Each host is told of once, with what is due first, by time; leased jobs are not. */
static void
test_host_jobs (Fixture *self, gconstpointer unused)
{
  static const struct
  {
    const char *url;
    gint64 due;
  } jobs[] = {
    { "https://b.example:8443/1", 5 },   { "https://a.example/1", 7 },
    { "https://USER@A.example/2", 6 },   { "https://c.example/1", MINUTE * 2 },
    { "https://b.example/2?x=//z/", 9 }, { "no address", 8 },
    { "http://[::1]:80/1", 4 },
  };
  static const char *const wanted[]
      = { "::1", "b.example", "a.example", "", "c.example" };
  g_autoptr (GError) error = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (jobs); i++)
    {
      g_autoptr (ExmJob) job = exm_job_new ();
      job->kind = g_strdup ("article");
      job->url = g_strdup (jobs[i].url);
      job->url_key = g_strdup (jobs[i].url);
      job->due_usec = STORE_NOW + jobs[i].due;
      g_assert_true (exm_store_add_job (self->store, self->uid, job, &error));
    }
  g_autoptr (GPtrArray) hosts = exm_store_list_host_jobs (self->store, STORE_NOW, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (hosts->len, ==, G_N_ELEMENTS (wanted));
  for (guint i = 0; i < hosts->len; i++)
    g_assert_cmpstr (((ExmHostJob *) hosts->pdata[i])->host, ==, wanted[i]);
  g_assert_cmpint (((ExmHostJob *) hosts->pdata[2])->due_usec, ==, STORE_NOW + 6);

  g_autoptr (GPtrArray) claimed
      = exm_store_claim_jobs (self->store, "b.example", "one", STORE_NOW + MINUTE,
                              STORE_NOW + 2 * MINUTE, 1, &error);
  g_assert_cmpuint (claimed->len, ==, 1);
  g_assert_cmpstr (((ExmJob *) claimed->pdata[0])->host, ==, "b.example");
  g_autoptr (GPtrArray) left
      = exm_store_list_host_jobs (self->store, STORE_NOW + MINUTE, &error);
  g_assert_cmpuint (left->len, ==, G_N_ELEMENTS (wanted));
  g_assert_cmpint (((ExmHostJob *) left->pdata[3])->due_usec, ==, STORE_NOW + 9);
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path;
    void (*func) (Fixture *, gconstpointer);
  } tests[] = {
    { "/store/task", test_task },
    { "/store/versions", test_versions },
    { "/store/plans", test_plans },
    { "/store/due", test_due },
    { "/store/list-plans", test_list_plans },
    { "/store/host-jobs", test_host_jobs },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].func, tear_down);
  return g_test_run ();
}
