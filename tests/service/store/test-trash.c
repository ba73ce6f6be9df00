/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The trash: a deleted task beside a live one. No query finds anything of it; restored,
 * it has all it had; emptied out, nothing of it is left. */

#include "config.h"

#include "store/exm-store-trash.h"

#include "store-fixture.h"
#include "store/db/exm-statement.h"
#include "store/db/exm-store-backup.h"
#include "store/exm-store-approve.h"
#include "store/exm-store-check.h"
#include "store/outputs/exm-store-output-failure.h"
#include "store/exm-store-problem.h"
#include "store/exm-store-quarantine.h"
#include "store/exm-store-reader.h"
#include "store/salvage/exm-store-salvage.h"
#include "test-folder.h"

#include <string.h>

#define N_PAGES 5u
#define N_WAITING 3u /* of these: one is held, one was given up */
#define LIVE_FIRST 10u

typedef struct
{
  char *folder;    /* (owned) */
  ExmStore *store; /* (owned) */
  char *trashed;   /* (owned): uid of the task that goes into the trash, due first */
  char *live;      /* (owned): uid of the one that stays */
  gint64 run;      /* of the trashed one, open */
  gint64 job;      /* of the trashed one, leased */
} Fixture;

static gint64
count (Fixture *self, const char *sql)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_build_filename (self->folder, EXM_STORE_MAIN_FILE, NULL);
  g_autoptr (ExmDb) db = exm_db_open (path, NULL, &error);
  gint64 value = -1;

  g_assert_no_error (error);
  exm_db_query_int (db, sql, NULL, &value, &error);
  g_assert_no_error (error);
  return value;
}

/* Returns: the row of the @nth article of a task */
static gint64
find_article (Fixture *self, const char *uid, guint nth)
{
  g_autofree char *sql
      = g_strdup_printf ("SELECT a.id FROM article a JOIN task t ON t.id = a.task"
                         " WHERE t.uid = '%s' ORDER BY a.id LIMIT 1 OFFSET %u",
                         uid, nth);

  return count (self, sql);
}

static void
give_up_one (Fixture *self, const char *uid)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *sql = g_strdup_printf (
      "SELECT q.id FROM publish_queue q WHERE q.article = %" G_GINT64_FORMAT,
      find_article (self, uid, 0));

  exm_store_publish_failed (self->store, count (self, sql), "full", NULL, TRUE, STORE_NOW,
                            NULL, &error);
  g_assert_no_error (error);
}

static void
add_words (Fixture *self, const char *uid)
{
  const ExmLabel label = { EXM_LABEL_NOISE, 7, 0, 9 };
  const ExmProblem problem
      = { .kind = EXM_PROBLEM_GONE, .since_usec = STORE_NOW, .message = (char *) uid };
  g_autoptr (GArray) labels = g_array_new (FALSE, FALSE, sizeof (ExmLabel));
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmSiteLine) line = exm_site_line_new (7, "A line", 6);
  g_autofree char *key = g_strconcat ("collected/", uid, NULL);

  g_array_append_val (labels, label);
  line->ruling = EXM_LINE_LABEL_NOISE;
  exm_store_put_labels (self->store, uid, "site.example/0", "hash", labels, STORE_NOW,
                        NULL, &error);
  g_assert_no_error (error);
  exm_store_rule_line (self->store, uid, line, &error);
  g_assert_no_error (error);
  exm_store_set_problem (self->store, uid, &problem, &error);
  g_assert_no_error (error);
  exm_store_add_event (self->store, uid, EXM_EVENT_WARNING, uid, NULL, STORE_NOW, &error);
  g_assert_no_error (error);
  exm_store_set_setting (self->store, key, "1", &error);
  g_assert_no_error (error);
}

/* A task that has of all that there is, collected from page @first on. */
static gint64
add_task (Fixture *self, guint number, guint first, gint64 due_usec)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmTask) task = store_task_new (number);
  const char *uid = exm_task_get (task)->uid;
  g_autoptr (GPtrArray) found
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_job_unref);
  gint64 run = 0;
  guint n_new = 0;

  exm_store_add_task (self->store, task, STORE_NOW - G_TIME_SPAN_DAY, &error);
  g_assert_no_error (error);
  exm_store_start_run (self->store, uid, STORE_NOW, &run, &error);
  g_assert_no_error (error);
  exm_store_set_next_due (self->store, uid, due_usec, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < 3; i++)
    {
      ExmJob *job = store_job_new (first + N_PAGES + i);
      job->run_id = run;
      g_ptr_array_add (found, job);
    }
  exm_store_discover (self->store, uid, found, FALSE, STORE_NOW, &n_new, &error);
  g_assert_no_error (error);
  store_fill (self->store, uid, first, N_PAGES);
  give_up_one (self, uid);
  add_words (self, uid);
  return run;
}

static void
set_up (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;

  self->folder = test_folder_new ();
  self->store = exm_store_open (self->folder, NULL, NULL, &error);
  g_assert_no_error (error);
  self->trashed = g_strdup (store_task_uid (1));
  self->live = g_strdup (store_task_uid (2));
  self->run = add_task (self, 1, 0, STORE_NOW - 2);
  g_autoptr (GPtrArray) leased
      = exm_store_claim_jobs (self->store, STORE_HOST, STORE_OWNER, STORE_NOW + 100,
                              STORE_NOW + G_TIME_SPAN_HOUR, 1, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (leased->len, ==, 1);
  self->job = ((ExmJob *) leased->pdata[0])->id;
  add_task (self, 2, LIVE_FIRST, STORE_NOW - 1);
}

static void
tear_down (Fixture *self, gconstpointer unused)
{
  g_clear_pointer (&self->store, exm_store_close);
  g_clear_pointer (&self->folder, test_folder_free);
  g_free (self->trashed);
  g_free (self->live);
}

static void
trash (Fixture *self)
{
  g_autoptr (GError) error = NULL;
  guint n_articles = 0;

  exm_store_trash_task (self->store, self->trashed, STORE_NOW, &n_articles, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (n_articles, ==, N_PAGES);
}

/* Returns: (transfer full) (nullable): the new name */
static char *
restore (Fixture *self, ExmTrashKeep keep)
{
  g_autoptr (GError) error = NULL;
  char *name = NULL;
  gboolean over = FALSE;

  while (!over)
    {
      g_clear_pointer (&name, g_free);
      exm_store_restore_trashed (self->store, self->trashed, keep, STORE_NOW + 1, &name,
                                 &over, &error);
      g_assert_no_error (error);
    }
  return name;
}

static void
assert_not_found (gboolean found, GError **error)
{
  g_assert_false (found);
  g_assert_error (*error, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND);
  g_clear_error (error);
}

/* Whether one of the strings that @list has at @offset of its values is @text. */
static gboolean
mentions (GPtrArray *list, gsize offset, const char *text)
{
  g_assert_nonnull (list);
  for (guint i = 0; i < list->len; i++)
    {
      const char *const *field = G_STRUCT_MEMBER_P (g_ptr_array_index (list, i), offset);
      if (g_strcmp0 (*field, text) == 0)
        return TRUE;
    }
  g_ptr_array_unref (list);
  return FALSE;
}
#define MENTIONS(list, Type, field, text)                                                \
  mentions (list, G_STRUCT_OFFSET (Type, field), text)

static void
check_tasks (Fixture *self)
{
  ExmStore *store = self->store;
  const char *uid = self->trashed;
  g_autoptr (GError) error = NULL;
  gint64 next = 0, run = 0, n = 0;
  ExmYield yield;

  assert_not_found (exm_store_get_task (store, uid, NULL, &error) != NULL, &error);
  assert_not_found (exm_store_get_task_version (store, uid, 1, &error) != NULL, &error);
  assert_not_found (exm_store_list_task_versions (store, uid, &error) != NULL, &error);
  assert_not_found (exm_store_set_paused (store, uid, TRUE, &error), &error);
  assert_not_found (exm_store_set_next_due (store, uid, 1, &error), &error);
  assert_not_found (exm_store_start_run (store, uid, STORE_NOW, &run, &error), &error);
  assert_not_found (exm_store_delete_task (store, uid, &error), &error);
  assert_not_found (exm_store_get_yield (store, uid, STORE_NOW, 0, &yield, &error),
                    &error);
  assert_not_found (exm_store_list_labels (store, uid, &error) != NULL, &error);
  assert_not_found (exm_store_get_site_stat (store, uid, &error) != NULL, &error);
  g_assert_true (exm_store_count_unfit (store, uid, &n, &error));
  g_assert_cmpint (n, ==, 0);
  g_assert_false (MENTIONS (exm_store_list_tasks (store, &error), ExmTaskInfo, uid, uid));
  g_assert_true (exm_store_get_next_due (store, &next, &error));
  g_assert_cmpint (next, ==, STORE_NOW - 1);
  g_autoptr (GPtrArray) due = exm_store_list_due (store, STORE_NOW, 10, &error);
  g_assert_cmpuint (due->len, ==, 1);
  g_assert_cmpstr (due->pdata[0], ==, self->live);
  g_assert_false (
      MENTIONS (exm_store_list_open_runs (store, &error), ExmRun, task_uid, uid));
  g_assert_no_error (error);
}

static void
check_jobs (Fixture *self)
{
  ExmStore *store = self->store;
  g_autoptr (GError) error = NULL;
  gint64 n_jobs = 0;

  /* The one that was leased is given back, and is due. */
  g_assert_true (exm_store_release_job (store, self->job, STORE_OWNER, 1, FALSE, &error));
  g_assert_null (
      exm_store_claim_job (store, self->job, "x", STORE_NOW, STORE_NOW, &error));
  g_assert_no_error (error);
  g_assert_null (exm_store_get_leased_job (store, self->job, STORE_OWNER, &error));
  g_assert_no_error (error);
  g_assert_true (exm_store_count_jobs (store, 0, &n_jobs, &error));
  g_assert_cmpint (n_jobs, ==, 3);
  g_autoptr (GPtrArray) hosts = exm_store_list_host_jobs (store, STORE_NOW, &error);
  g_assert_cmpuint (hosts->len, ==, 1);
  g_assert_cmpstr (((ExmHostJob *) hosts->pdata[0])->task_uid, ==, self->live);
  g_assert_false (MENTIONS (exm_store_claim_jobs (store, STORE_HOST, STORE_OWNER,
                                                  G_MAXINT64, STORE_NOW, 100, &error),
                            ExmJob, task_uid, self->trashed));
  g_assert_no_error (error);
}

static void
check_articles (Fixture *self)
{
  static const ExmArticleFilter filters[]
      = { { 0 }, { .search = "Title" }, { .state = "unsure" }, { .to_review = TRUE } };
  ExmStore *store = self->store;
  gint64 id = find_article (self, self->trashed, 1);
  const ExmArticleFilter own = { .task_uid = self->trashed };
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (filters); i++)
    g_assert_false (MENTIONS (exm_store_list_articles (store, &filters[i], &error),
                              ExmArticleInfo, task_uid, self->trashed));
  assert_not_found (exm_store_list_articles (store, &own, &error) != NULL, &error);
  assert_not_found (exm_store_get_article (store, id, &error) != NULL, &error);
  assert_not_found (exm_store_get_article_unchecked (store, id, &error) != NULL, &error);
  assert_not_found (exm_store_delete_article (store, id, &error), &error);
  assert_not_found (exm_store_set_article_page (store, id, NULL, &error), &error);
  assert_not_found (exm_store_approve_article (store, id, STORE_NOW, &error), &error);
  g_autoptr (GPtrArray) places = exm_store_list_publications (store, id, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (places->len, ==, 0);
}

static void
check_publishing (Fixture *self)
{
  ExmStore *store = self->store;
  g_autoptr (GError) error = NULL;
  g_auto (ExmOutputFailure) failure = { 0 };
  gint64 next = 0;

  g_assert_false (
      MENTIONS (exm_store_list_due_publications (store, G_MAXINT64, 100, NULL, &error),
                ExmPublication, task_uid, self->trashed));
  g_assert_true (exm_store_get_next_publication (store, NULL, &next, &error));
  g_assert_cmpint (next, ==, STORE_NOW + (LIVE_FIRST + 1) * G_TIME_SPAN_SECOND);
  assert_not_found (
      exm_store_get_output_failure (store, self->trashed, "folder", &failure, &error),
      &error);
  g_autoptr (ExmStoreStats) stats = exm_store_get_stats (store, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (stats->n_tasks, ==, 1);
  g_assert_cmpuint (stats->n_articles, ==, N_PAGES);
  g_assert_cmpuint (stats->n_flagged, ==, 1);
  g_assert_cmpuint (stats->n_waiting, ==, N_WAITING);
  g_assert_cmpuint (stats->n_publish_failed, ==, 1);
  g_assert_cmpuint (stats->n_jobs, ==, 3);
}

/* Returns: whether the answer names the trashed task, whatever its kind */
static gboolean
read_mentions (Fixture *self, ExmStoreReader *reader, const ExmStoreQuery *query)
{
  const char *uid = self->trashed;
  g_autoptr (GError) error = NULL;
  gpointer answer = exm_store_reader_read (reader, query, NULL, &error);

  if (answer == NULL)
    {
      g_assert_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND);
      return FALSE;
    }
  switch (query->kind)
    {
    case EXM_READ_TASKS:
      return MENTIONS (answer, ExmTaskInfo, uid, uid);
    case EXM_READ_ARTICLES:
      return MENTIONS (answer, ExmArticleInfo, task_uid, uid);
    case EXM_READ_RUNS:
      return MENTIONS (answer, ExmRun, task_uid, uid);
    case EXM_READ_EVENTS:
      return MENTIONS (answer, ExmEvent, message, uid);
    case EXM_READ_ARTICLE_PAGES:
    case EXM_READ_PUBLICATIONS:
    case EXM_READ_RUN_PAGES:
      {
        g_autoptr (GPtrArray) list = answer;
        return list->len > 0;
      }
    case EXM_READ_ARTICLE_COUNT:
      {
        g_autofree gint64 *n = answer;
        return *n != N_PAGES;
      }
    case EXM_READ_STATS:
      {
        gboolean differs = ((ExmStoreStats *) answer)->n_articles != N_PAGES;
        exm_store_stats_unref (answer);
        return differs;
      }
    /* No search is asked for, so that none of its tasks is missing. */
    case EXM_READ_UNKNOWN_TASKS:
      {
        gboolean any = ((GPtrArray *) answer)->len > 0;
        g_ptr_array_unref (answer);
        return any;
      }
    /* The trash is what was asked for; bytes and settings are no task's. */
    case EXM_READ_TRASH:
    case EXM_READ_PAGE_VERSIONS:
      g_ptr_array_unref (answer);
      return FALSE;
    case EXM_READ_TRASH_TWINS:
      exm_trash_twins_unref (answer);
      return FALSE;
    case EXM_READ_PAGE:
      g_bytes_unref (answer);
      return FALSE;
    case EXM_READ_PAGE_META:
      exm_stored_page_unref (answer);
      return FALSE;
    case EXM_READ_SETTING:
      g_free (answer);
      return FALSE;
    /* The others ask for the task. */
    case EXM_READ_TASK:
    case EXM_READ_VERSIONS:
    case EXM_READ_ARTICLE:
    case EXM_READ_ADDRESSES:
    case EXM_READ_LABELS:
    case EXM_READ_SITE_STAT:
    case EXM_READ_SITE_LINES:
    default:
      return TRUE;
    }
}

/* Every kind of query, asked for all tasks and for the one in the trash. */
static void
check_reader (Fixture *self)
{
  g_autoptr (ExmStoreReader) reader = exm_store_reader_new (self->folder);

  for (ExmReadKind kind = 0; kind <= EXM_READ_STATS; kind++)
    for (guint of_task = 0; of_task < 2; of_task++)
      for (guint unchecked = 0; unchecked < 2; unchecked++)
        {
          const char *uid = of_task ? self->trashed : NULL;
          gboolean needs = kind == EXM_READ_TASK || kind == EXM_READ_VERSIONS
                           || kind == EXM_READ_ADDRESSES || kind == EXM_READ_LABELS
                           || kind == EXM_READ_SITE_STAT || kind == EXM_READ_SITE_LINES
                           || kind == EXM_READ_PASSED_OVER
                           || kind == EXM_READ_TRASH_TWINS;
          gint64 article = find_article (self, self->trashed, 0);
          const ExmStoreQuery query = {
            .kind = kind,
            .uid = uid,
            .hash = "none",
            .id = kind == EXM_READ_RUN_PAGES                         ? self->run
                  : kind == EXM_READ_RUNS || kind == EXM_READ_EVENTS ? 0
                                                                     : article,
            .unchecked = unchecked,
            .failed_only = unchecked,
            .filter = { .task_uid = uid },
          };
          g_test_message ("kind %d, of task: %u", kind, of_task);
          if (of_task || !needs)
            g_assert_false (read_mentions (self, reader, &query));
        }
}

static void
test_walk (Fixture *self, gconstpointer unused)
{
  trash (self);
  check_tasks (self);
  check_articles (self);
  check_publishing (self);
  check_jobs (self);
  check_reader (self);
}

static void
test_list (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  guint n_articles = 0;
  gboolean in_trash = FALSE;

  g_autoptr (GPtrArray) none = exm_store_list_trash (self->store, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (none->len, ==, 0);
  trash (self);
  g_autoptr (GPtrArray) list = exm_store_list_trash (self->store, &error);
  g_assert_cmpuint (list->len, ==, 1);
  const ExmTrashInfo *info = list->pdata[0];
  g_assert_cmpstr (info->uid, ==, self->trashed);
  g_assert_cmpstr (info->name, ==, "Task 00001");
  g_assert_cmpuint (info->n_articles, ==, N_PAGES);
  g_assert_cmpint (info->trashed_usec, ==, STORE_NOW);
  g_assert_cmpint (info->ends_usec, ==, STORE_NOW + 30 * G_TIME_SPAN_DAY);
  assert_not_found (exm_store_trash_task (self->store, self->trashed, STORE_NOW + 9,
                                          &n_articles, &error),
                    &error);
  g_assert_true (exm_store_is_in_trash (self->store, self->trashed, &in_trash, &error));
  g_assert_true (in_trash);
  g_assert_true (exm_store_is_in_trash (self->store, self->live, &in_trash, &error));
  g_assert_false (in_trash);
}

/* Publications that waited go out once; jobs wait for the next run. */
static void
test_restore (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  gint64 run = 0, n_jobs = 0;
  guint n_due = 0;

  trash (self);
  g_assert_cmpint (count (self, "SELECT count(*) FROM run WHERE state = 'stopped'"), ==,
                   1);
  exm_store_release_job (self->store, self->job, STORE_OWNER, 1, FALSE, &error);
  g_assert_no_error (error);
  g_autofree char *name = restore (self, EXM_TRASH_KEEP_BOTH);
  g_assert_null (name);
  g_autoptr (ExmTask) task
      = exm_store_get_task (self->store, self->trashed, NULL, &error);
  g_assert_no_error (error);
  g_autoptr (ExmTask) before = store_task_new (1);
  g_assert_true (exm_task_equal (task, before));
  g_autoptr (GPtrArray) due
      = exm_store_list_due_publications (self->store, G_MAXINT64, 100, NULL, &error);
  for (guint i = 0; i < due->len; i++)
    n_due += g_strcmp0 (((ExmPublication *) due->pdata[i])->task_uid, self->trashed) == 0;
  g_assert_cmpuint (n_due, ==, N_WAITING);
  g_assert_cmpint (
      count (self, "SELECT count(*) FROM job JOIN task ON task.id = job.task WHERE due <"
                   " 253402300800000000 AND task.name = 'Task 00001'"),
      ==, 0);
  exm_store_start_run (self->store, self->trashed, STORE_NOW, &run, &error);
  g_assert_no_error (error);
  exm_store_count_jobs (self->store, run, &n_jobs, &error);
  g_assert_cmpint (n_jobs, ==, 3);
  g_autoptr (GPtrArray) list = exm_store_list_trash (self->store, &error);
  g_assert_cmpuint (list->len, ==, 0);
}

static ExmTask *
make_named (guint number, const char *name)
{
  g_autoptr (ExmTask) task = store_task_new (number);
  g_auto (ExmTaskFields) fields = { 0 };

  exm_task_fields_copy (task, &fields);
  g_free (fields.name);
  fields.name = g_strdup (name);
  return exm_task_new (&fields);
}

/* The name is free for another task; who comes back has a number behind it. */
static void
test_name (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmTask) first = make_named (3, "Task 00001");
  g_autoptr (ExmTask) second = make_named (4, "Task 00001 (2)");
  g_autoptr (ExmTask) same = store_task_new (1);

  trash (self);
  g_assert_true (exm_store_add_task (self->store, first, STORE_NOW, &error));
  g_assert_true (exm_store_add_task (self->store, second, STORE_NOW, &error));
  /* The identity is not. */
  g_assert_false (exm_store_add_task (self->store, same, STORE_NOW, &error));
  g_assert_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_CONSTRAINT);
  g_assert_nonnull (strstr (error->message, "Trash"));
  g_clear_error (&error);
  g_autofree char *name = restore (self, EXM_TRASH_KEEP_BOTH);
  g_assert_cmpstr (name, ==, "Task 00001 (3)");
  g_autoptr (ExmTask) task
      = exm_store_get_task (self->store, self->trashed, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (exm_task_get (task)->name, ==, "Task 00001 (3)");
}

/* @keep; articles that the restored task has in the end, and the new one; of 600 and 400,
 * 300 of which are the same: more than a slice. */
static const struct
{
  ExmTrashKeep keep;
  guint n_restored;
  guint n_new;
} twins[] = {
  { EXM_TRASH_KEEP_BOTH, 600, 400 },
  { EXM_TRASH_KEEP_TRASHED, 600, 100 },
  { EXM_TRASH_KEEP_NEW, 300, 400 },
};

static guint
count_of (Fixture *self, const char *uid)
{
  const ExmArticleFilter filter = { .task_uid = uid, .limit = 10000 };
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) list = exm_store_list_articles (self->store, &filter, &error);

  g_assert_no_error (error);
  return list->len;
}

static void
test_twins (Fixture *self, gconstpointer data)
{
  guint row = GPOINTER_TO_UINT (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmTask) task = make_named (3, "Again");
  g_autofree char *uid = g_strdup (exm_task_get (task)->uid);
  guint n_articles = 0;

  exm_store_begin_group (self->store, &error);
  store_fill (self->store, self->trashed, N_PAGES, 600 - N_PAGES);
  exm_store_commit_group (self->store, &error);
  exm_store_trash_task (self->store, self->trashed, STORE_NOW, &n_articles, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (n_articles, ==, 600);
  g_autoptr (ExmTrashTwins) none
      = exm_store_find_trash_twins (self->store, self->trashed, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (none->n_articles, ==, 0);
  exm_store_add_task (self->store, task, STORE_NOW + 1, &error);
  exm_store_begin_group (self->store, &error);
  store_fill (self->store, uid, 300, 400);
  exm_store_commit_group (self->store, &error);
  g_autoptr (ExmTrashTwins) found
      = exm_store_find_trash_twins (self->store, self->trashed, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (found->n_articles, ==, 300);
  g_assert_cmpstr (found->task_name, ==, "Again");

  g_autofree char *name = restore (self, twins[row].keep);
  g_assert_null (name);
  g_assert_cmpuint (count_of (self, self->trashed), ==, twins[row].n_restored);
  g_assert_cmpuint (count_of (self, uid), ==, twins[row].n_new);
  /* The task that was there before has nothing to do with it. */
  g_assert_cmpuint (count_of (self, self->live), ==, N_PAGES);
  /* Known addresses are not collected again. */
  g_autoptr (ExmUrlSeen) seen
      = exm_store_get_url_seen (self->store, self->trashed, "site.example/300", &error);
  g_assert_nonnull (seen);
  g_assert_cmpint (seen->state, ==, EXM_URL_DONE);
}

/* Returns: how many slices it took */
static guint
empty (Fixture *self, guint n_articles)
{
  guint n_slices = 0, n_told = 0;
  gboolean more = TRUE;

  while (more)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *name = NULL;
      guint n = 0;
      exm_store_empty_some (self->store, &name, &n, &more, &error);
      g_assert_no_error (error);
      n_slices++;
      if (name == NULL)
        continue;
      g_assert_cmpstr (name, ==, "Task 00001");
      g_assert_cmpuint (n, ==, n_articles);
      n_told++;
    }
  g_assert_cmpuint (n_told, ==, 1);
  return n_slices;
}

static void
test_empty (Fixture *self, gconstpointer unused)
{
  static const char *const tables[]
      = { "task_version", "event",   "url_seen",  "run",       "job",    "article",
          "label",        "trouble", "line_stat", "site_stat", "output", "trash" };
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmTask) task = store_task_new (1);
  g_autofree char *name = NULL;
  gboolean over = FALSE;
  gint64 next = 0, trashed = 0;

  exm_store_begin_group (self->store, &error);
  store_fill (self->store, self->trashed, 100, 600);
  exm_store_commit_group (self->store, &error);
  guint n_articles = 0;
  exm_store_trash_task (self->store, self->trashed, STORE_NOW, &n_articles, &error);
  g_assert_no_error (error);
  trashed = count (self, "SELECT task FROM trash");
  g_assert_true (exm_store_get_next_emptying (self->store, &next, &error));
  g_assert_cmpint (next, ==, STORE_NOW + EXM_TRASH_USEC);
  /* Too early by a microsecond. */
  g_assert_true (exm_store_begin_emptying (self->store, NULL, STORE_NOW - 1, &error));
  g_assert_true (exm_store_get_next_emptying (self->store, &next, &error));
  g_assert_cmpint (next, ==, STORE_NOW + EXM_TRASH_USEC);
  g_assert_true (exm_store_begin_emptying (self->store, NULL, STORE_NOW, &error));
  g_assert_true (exm_store_get_next_emptying (self->store, &next, &error));
  g_assert_cmpint (next, ==, 1);
  g_autoptr (GPtrArray) list = exm_store_list_trash (self->store, &error);
  g_assert_cmpuint (list->len, ==, 0);
  assert_not_found (exm_store_restore_trashed (self->store, self->trashed,
                                               EXM_TRASH_KEEP_BOTH, STORE_NOW, &name,
                                               &over, &error),
                    &error);
  check_articles (self);
  g_assert_cmpuint (empty (self, 605), >=, 6);
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      g_autofree char *sql = g_strdup_printf (
          "SELECT count(*) FROM %s WHERE task = %" G_GINT64_FORMAT, tables[i], trashed);
      g_assert_cmpint (count (self, sql), ==, 0);
    }
  g_assert_cmpint (count (self, "SELECT count(*) FROM publish_queue"), ==, N_PAGES);
  g_assert_cmpint (count (self, "SELECT count(*) FROM setting"), ==, 1);
  g_assert_cmpuint (count_of (self, self->live), ==, N_PAGES);
  g_assert_true (exm_store_get_next_emptying (self->store, &next, &error));
  g_assert_cmpint (next, ==, 0);
  g_assert_true (exm_store_add_task (self->store, task, STORE_NOW, &error));
}

/* Another copy of the store has the trash too. */
static void
check_copy (const char *folder, Fixture *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStore) store = exm_store_open (folder, NULL, NULL, &error);

  g_assert_no_error (error);
  g_autoptr (GPtrArray) list = exm_store_list_trash (store, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (list->len, ==, 1);
  const ExmTrashInfo *info = list->pdata[0];
  g_assert_cmpstr (info->uid, ==, self->trashed);
  g_assert_cmpint (info->trashed_usec, ==, STORE_NOW);
  g_assert_cmpuint (info->n_articles, ==, N_PAGES);
}

static void
test_copies (Fixture *self, gconstpointer unused)
{
  const ExmStoreBackupOptions options = { .now_usec = STORE_NOW };
  g_autoptr (GError) error = NULL;
  g_auto (ExmSalvage) salvage = { 0 };
  g_autoptr (TestFolder) other = test_folder_new ();
  g_autofree char *file = g_build_filename (other, EXM_STORE_MAIN_FILE, NULL);
  g_autofree char *bytes = NULL;
  gsize n_bytes = 0;

  g_autofree char *before = exm_store_backup_get_token (self->folder, &error);
  trash (self);
  g_autofree char *after = exm_store_backup_get_token (self->folder, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (before, !=, after);
  g_autofree char *copy = exm_store_backup_make (self->folder, &options, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (copy, &bytes, &n_bytes, &error));
  g_assert_true (g_file_set_contents (file, bytes, (gssize) n_bytes, &error));
  check_copy (other, self);

  g_clear_pointer (&self->store, exm_store_close);
  exm_store_salvage (self->folder, EXM_STORE_MAIN_FILE, &salvage, &error);
  g_assert_no_error (error);
  g_assert_false (exm_salvage_is_lossy (&salvage));
  check_copy (self->folder, self);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, func, data)                                                            \
  g_test_add ("/store/trash/" name, Fixture, data, set_up, func, tear_down)
  ADD ("walk", test_walk, NULL);
  ADD ("list", test_list, NULL);
  ADD ("restore", test_restore, NULL);
  ADD ("name", test_name, NULL);
  ADD ("keep-both", test_twins, GUINT_TO_POINTER (0));
  ADD ("keep-trashed", test_twins, GUINT_TO_POINTER (1));
  ADD ("keep-new", test_twins, GUINT_TO_POINTER (2));
  ADD ("empty", test_empty, NULL);
  ADD ("copies", test_copies, NULL);
  return g_test_run ();
}
