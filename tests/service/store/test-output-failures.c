/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Outputs that take nothing for a while: one row, one event, one problem. */

#include "config.h"

#include "store/exm-store-reader.h"

#include "store-fixture.h"
#include "store/outputs/exm-store-output-failure.h"
#include "store/exm-store-problem.h"
#include "test-folder.h"

#define KEY "folder" /* of the fixture's articles */
#define N 4u

typedef struct
{
  char *folder;    /* (owned) */
  ExmStore *store; /* (owned) */
  const char *uid; /* (unowned): of a task with N articles on their way */
  gint64 now_usec;
} Fixture;

static void
set_up (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmTask) task = store_task_new (1);

  self->folder = test_folder_new ();
  self->uid = store_task_uid (1);
  self->now_usec = STORE_NOW + G_TIME_SPAN_DAY;
  self->store = exm_store_open (self->folder, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (exm_store_add_task (self->store, task, STORE_NOW, &error));
  g_assert_no_error (error);
  store_fill (self->store, self->uid, 0, N);
}

static void
tear_down (Fixture *self, gconstpointer unused)
{
  exm_store_close (self->store);
  test_folder_free (self->folder);
}

static int
compare_ids (gconstpointer a, gconstpointer b)
{
  const ExmPublication *left = *(ExmPublication *const *) a;
  const ExmPublication *right = *(ExmPublication *const *) b;

  return left->id < right->id ? -1 : left->id > right->id;
}

/* Returns: (element-type ExmPublication): what is due, the oldest article first */
static GPtrArray *
list_due (Fixture *self)
{
  g_autoptr (GError) error = NULL;
  GPtrArray *due
      = exm_store_list_due_publications (self->store, self->now_usec, 100, NULL, &error);

  g_assert_no_error (error);
  g_ptr_array_sort (due, compare_ids);
  return due;
}

/* As the worker does it. */
static void
fail (Fixture *self, const ExmPublication *publication, ExmOutputFailure *output_failure)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *told = NULL;

  exm_output_failure_clear (output_failure);
  exm_store_publish_failed (self->store, publication->id, "no disk", NULL, FALSE,
                            self->now_usec, NULL, &error);
  g_assert_no_error (error);
  exm_store_count_output_failure (self->store, publication, 1, publication->attempts == 0,
                                  "no disk", NULL, self->now_usec, output_failure,
                                  &error);
  g_assert_no_error (error);
  told = g_strdup_printf ("no disk, %u times", output_failure->n_attempts);
  exm_store_tell_output_failure (self->store, publication, output_failure, told, NULL,
                                 &error);
  g_assert_no_error (error);
}

/* Returns: whether that ended an output failure */
static gboolean
succeed (Fixture *self, const ExmPublication *publication)
{
  g_autoptr (GError) error = NULL;
  g_auto (ExmOutputFailure) ended = { 0 };

  exm_store_set_published (self->store, publication->id, "/x", 0, self->now_usec, &error);
  g_assert_no_error (error);
  exm_store_end_output_failure (self->store, publication, &ended, &error);
  g_assert_no_error (error);
  return ended.since_usec != 0;
}

static gint64
get_since (Fixture *self)
{
  g_autoptr (GError) error = NULL;
  g_auto (ExmOutputFailure) output_failure = { 0 };

  exm_store_get_output_failure (self->store, self->uid, KEY, &output_failure, &error);
  g_assert_no_error (error);
  return output_failure.since_usec;
}

/* Returns: (transfer full): the words of the task's events, newest first, between bars */
static char *
draw_events (Fixture *self)
{
  const ExmStoreQuery query = { .kind = EXM_READ_EVENTS, .uid = self->uid, .limit = 100 };
  g_autoptr (ExmStoreReader) reader = exm_store_reader_new (self->folder);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) events = exm_store_reader_read (reader, &query, NULL, &error);
  GString *drawn = g_string_new (NULL);

  g_assert_no_error (error);
  for (guint i = 0; i < events->len; i++)
    g_string_append_printf (drawn, "%s%s", i > 0 ? "|" : "",
                            ((const ExmEvent *) events->pdata[i])->message);
  return g_string_free (drawn, FALSE);
}

static void
assert_events (Fixture *self, const char *expected)
{
  g_autofree char *drawn = draw_events (self);

  g_assert_cmpstr (drawn, ==, expected);
}

/* Articles and attempts are counted, in one event, until all that were tried are out. */
static void
test_counts (Fixture *self, gconstpointer unused)
{
  g_auto (ExmOutputFailure) output_failure = { 0 };
  gint64 since_usec = self->now_usec;
  guint n_attempts = 0;

  g_assert_cmpint (get_since (self), ==, 0);
  for (guint round = 0; round < 5; round++)
    {
      g_autoptr (GPtrArray) due = list_due (self);
      g_assert_cmpuint (due->len, ==, N);
      for (guint i = 0; i < 2; i++)
        {
          fail (self, due->pdata[i], &output_failure);
          g_assert_cmpuint (output_failure.n_attempts, ==, ++n_attempts);
          g_assert_cmpuint (output_failure.n_articles, ==, round == 0 ? i + 1 : 2);
          g_assert_cmpint (output_failure.since_usec, ==, since_usec);
        }
      self->now_usec += G_TIME_SPAN_DAY;
    }
  g_assert_cmpstr (output_failure.message, ==, "no disk");
  g_assert_cmpint (get_since (self), ==, since_usec);
  assert_events (self, "no disk, 10 times");

  g_autoptr (GPtrArray) due = list_due (self);
  const guint order[] = { 2, 0, 3, 1 };
  guint n_tried = 2;
  for (guint i = 0; i < N; i++)
    {
      const ExmPublication *publication = due->pdata[order[i]];
      n_tried -= publication->attempts > 0;
      g_assert_true (succeed (self, publication)
                     == (n_tried == 0 && publication->attempts > 0));
      g_assert_true ((get_since (self) != 0) == (n_tried > 0));
    }
  g_assert_cmpuint (n_tried, ==, 0);
}

/* The next one is another one, with an event of its own. */
static void
test_another (Fixture *self, gconstpointer unused)
{
  g_auto (ExmOutputFailure) output_failure = { 0 };
  g_autoptr (GPtrArray) due = list_due (self);

  fail (self, due->pdata[0], &output_failure);
  g_assert_true (succeed (self, due->pdata[0]));
  self->now_usec++;
  fail (self, due->pdata[1], &output_failure);
  g_assert_cmpuint (output_failure.n_attempts, ==, 1);
  g_assert_cmpuint (output_failure.n_articles, ==, 1);
  g_assert_cmpint (output_failure.since_usec, ==, self->now_usec);
  assert_events (self, "no disk, 1 times|no disk, 1 times");
}

/* Makes a new event where the old one was forgotten among many. */
static void
test_forgotten (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_auto (ExmOutputFailure) output_failure = { 0 };
  g_autoptr (GPtrArray) due = list_due (self);

  fail (self, due->pdata[0], &output_failure);
  exm_store_begin_group (self->store, &error);
  for (guint i = 0; i < 2 * EXM_STORE_MAX_EVENTS; i++)
    exm_store_add_event (self->store, NULL, EXM_EVENT_INFO, "x", NULL, 1, &error);
  exm_store_commit_group (self->store, &error);
  g_assert_no_error (error);
  assert_events (self, "");
  fail (self, due->pdata[1], &output_failure);
  assert_events (self, "no disk, 2 times");
  self->now_usec += G_TIME_SPAN_DAY;
  g_autoptr (GPtrArray) later = list_due (self);
  fail (self, later->pdata[0], &output_failure);
  assert_events (self, "no disk, 3 times");
}

/* There is none any more where the articles that wait for its end are gone. */
static void
test_deleted (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_auto (ExmOutputFailure) output_failure = { 0 };
  g_autoptr (GPtrArray) due = list_due (self);
  const ExmPublication *publication = due->pdata[0];

  fail (self, publication, &output_failure);
  g_assert_cmpint (get_since (self), !=, 0);
  exm_store_delete_article (self->store, publication->article_id, &error);
  g_assert_no_error (error);
  g_assert_cmpint (get_since (self), ==, 0);
}

/* One that waits is due at once; where all are given up, one of them, for one attempt
 * more. What could not be published for good is left alone. */
static void
test_probe (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_auto (ExmOutputFailure) output_failure = { 0 };
  g_autoptr (GPtrArray) due = list_due (self);

  for (guint i = 0; i < N; i++)
    fail (self, due->pdata[i], &output_failure);
  g_autoptr (GPtrArray) none = list_due (self);
  g_assert_cmpuint (none->len, ==, 0);
  exm_store_probe_output (self->store, self->uid, KEY, self->now_usec, &error);
  g_assert_no_error (error);
  g_autoptr (GPtrArray) one = list_due (self);
  g_assert_cmpuint (one->len, ==, 1);

  for (guint i = 0; i < N; i++)
    for (guint k = 1; k < EXM_STORE_PUBLISH_ATTEMPTS; k++)
      exm_store_publish_failed (self->store, ((ExmPublication *) due->pdata[i])->id, "no",
                                NULL, i == 0, self->now_usec, NULL, NULL);
  self->now_usec += G_TIME_SPAN_DAY;
  g_autoptr (GPtrArray) still = list_due (self);
  g_assert_cmpuint (still->len, ==, 0);
  for (guint i = 0; i < 3; i++)
    {
      exm_store_probe_output (self->store, self->uid, KEY, self->now_usec, &error);
      g_assert_no_error (error);
      g_autoptr (GPtrArray) last = list_due (self);
      g_assert_cmpuint (last->len, ==, 1);
      const ExmPublication *publication = last->pdata[0];
      g_assert_cmpint (publication->id, !=, ((ExmPublication *) due->pdata[0])->id);
      fail (self, publication, &output_failure);
      g_assert_cmpuint (output_failure.n_articles, ==, N);
      self->now_usec += G_TIME_SPAN_DAY;
      g_autoptr (GPtrArray) nothing = list_due (self);
      g_assert_cmpuint (nothing->len, ==, 0);
    }
}

/* Hides no other problem of the task, which stays when the failure is over. */
static void
test_problem (Fixture *self, gconstpointer unused)
{
  const ExmProblem output = {
    .kind = EXM_PROBLEM_OUTPUT, .since_usec = 2, .amount = 3, .message = (char *) "disk"
  };
  const ExmProblem other = { .kind = EXM_PROBLEM_GONE, .since_usec = 1 };
  static const ExmProblemKind kinds[]
      = { EXM_PROBLEM_OUTPUT, EXM_PROBLEM_NONE, EXM_PROBLEM_GONE, EXM_PROBLEM_GONE };
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      if (i == 2)
        exm_store_set_problem (self->store, self->uid, &other, &error);
      if (i % 2 == 0)
        exm_store_offer_problem (self->store, self->uid, &output, &error);
      else
        exm_store_withdraw_problem (self->store, self->uid, EXM_PROBLEM_OUTPUT, &error);
      g_assert_no_error (error);
      g_autoptr (GPtrArray) infos = exm_store_list_tasks (self->store, &error);
      const ExmTaskInfo *info = infos->pdata[0];
      g_assert_cmpint (info->problem.kind, ==, kinds[i]);
      g_assert_cmpuint (info->problem.amount, ==, i == 0 ? 3 : 0);
    }
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path;
    void (*func) (Fixture *self, gconstpointer unused);
  } tests[] = {
    { "/store/outages/counts", test_counts },
    { "/store/outages/another", test_another },
    { "/store/outages/forgotten", test_forgotten },
    { "/store/outages/deleted", test_deleted },
    { "/store/outages/probe", test_probe },
    { "/store/outages/trouble", test_problem },
  };

  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].func, tear_down);
  return g_test_run ();
}
