/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Publications that wait for the end of their run. */

#include "config.h"

#include "store/exm-store.h"

#include "store-fixture.h"
#include "store/exm-store-approve.h"
#include "test-folder.h"

typedef struct
{
  char *folder;    /* (owned) */
  ExmStore *store; /* (owned) */
  const char *uid; /* (unowned): of a task that is there */
} Fixture;

static void
set_up (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmTask) task = store_task_new (1);

  self->folder = test_folder_new ();
  self->uid = store_task_uid (1);
  self->store = exm_store_open (self->folder, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (exm_store_add_task (self->store, task, STORE_NOW, &error));
  g_assert_no_error (error);
}

static void
tear_down (Fixture *self, gconstpointer unused)
{
  g_clear_pointer (&self->store, exm_store_close);
  g_clear_pointer (&self->folder, test_folder_free);
}

/* @article_id's places in the queue, as "state state". */
static char *
draw_queue (Fixture *self, gint64 article_id)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) queue
      = exm_store_list_publications (self->store, article_id, &error);
  GString *drawn = g_string_new (NULL);

  g_assert_no_error (error);
  for (guint i = 0; i < queue->len; i++)
    g_string_append_printf (drawn, "%s%s", i > 0 ? " " : "",
                            ((const ExmPublication *) queue->pdata[i])->state);
  return g_string_free (drawn, FALSE);
}

static void
assert_queue (Fixture *self, gint64 article_id, const char *expected)
{
  g_autofree char *drawn = draw_queue (self, article_id);

  g_assert_cmpstr (drawn, ==, expected);
}

/* Holds deferred publications until the next finding or the end of the run, and no
 * longer. */
static void
test_deferred (Fixture *self, gconstpointer unused)
{
  const ExmCommitOutput outputs[] = { { "out", FALSE }, { "sure", TRUE } };
  const ExmCommitOutput settled[] = { { "out", TRUE }, { "sure", FALSE } };
  g_autoptr (GError) error = NULL;
  gint64 ids[3], run = 0, next = 0;

  g_assert_true (exm_store_start_run (self->store, self->uid, STORE_NOW, &run, &error));
  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      g_autoptr (ExmArticle) article = store_article_new (self->uid, i, NULL);
      const ExmArticleCommit commit = {
        .article = article,
        .outputs = outputs,
        .n_outputs = 2,
        .deferred = TRUE,
      };
      g_assert_true (exm_store_commit_article (self->store, &commit, &ids[i], &error));
      assert_queue (self, ids[i], "deferred held");
    }
  g_assert_true (exm_store_get_next_publication (self->store, NULL, &next, &error));
  g_assert_cmpint (next, ==, 0);
  g_assert_true (
      exm_store_settle_article (self->store, ids[0], settled, 2, STORE_NOW, &error));
  assert_queue (self, ids[0], "held waiting");
  /* A person need not wait. */
  g_assert_true (exm_store_approve_article (self->store, ids[1], STORE_NOW, &error));
  assert_queue (self, ids[1], "waiting waiting");
  assert_queue (self, ids[2], "deferred held");
  g_assert_true (
      exm_store_finish_run (self->store, run, "stopped", NULL, NULL, STORE_NOW, &error));
  assert_queue (self, ids[0], "held waiting");
  assert_queue (self, ids[2], "waiting held");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/store/deferral", Fixture, NULL, set_up, test_deferred, tear_down);
  return g_test_run ();
}
