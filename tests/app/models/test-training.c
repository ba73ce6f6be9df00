/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Training without a window: what there is to learn from, of a task and of all, and that
 * it is learned from. */

#include "app/lab/exm-training.h"
#include "store/exm-store.h"

#include "store-fixture.h"
#include "store/exm-store-approve.h"
#include "test-folder.h"

#include <string.h>

#define SECONDS 120u
#define N_OWN 6u
#define N_OTHER 4u

typedef struct
{
  TestFolder *folder;    /* (owned) */
  ExmSession *session;   /* (owned) */
  ExmTraining *training; /* (owned) */
} Fixture;

/* An article of task @task that the operator called right. */
static void
put_article (ExmStore *store, guint task, guint number)
{
  g_autofree char *body
      = g_strdup_printf ("The ferry of quay %c sailed late, and nobody, it was said, had "
                         "expected that before the evening came.",
                         'a' + (int) number);
  g_autofree char *html = g_strdup_printf ("<title>Ferry %u</title>\n<ul><li>Home\n"
                                           "<li>News</ul>\n<p>%s\n<div>Imprint</div>",
                                           number, body);
  g_autoptr (GBytes) bytes = g_bytes_new (html, strlen (html));
  g_autofree char *url = g_strdup_printf ("http://site.example/%u/%u", task, number);
  const ExmStoredPage page
      = { .url = url, .final_url = url, .status = 200, .fetched_usec = STORE_NOW };
  g_autofree char *hash = NULL;
  g_autoptr (GError) error = NULL;
  gint64 id = 0;

  exm_store_put_page (store, bytes, &page, &hash, &error);
  g_assert_no_error (error);
  g_autoptr (ExmArticle) article = exm_article_new (&(ExmArticleFields){
      .task_uid = g_strdup (store_task_uid (task)),
      .task_version = 1,
      .url = g_strdup (url),
      .final_url = g_strdup (url),
      .url_key = g_strdup_printf ("site.example/%u/%u", task, number),
      .page_hash = g_strdup (hash),
      .collected_usec = STORE_NOW + number * G_TIME_SPAN_SECOND,
      .state = EXM_ARTICLE_GOOD,
      .text = g_strdup (body),
      .confidence = .75,
      .template_similarity = -1,
  });
  const ExmArticleCommit commit = { .article = article, .content_hash = hash };
  exm_store_commit_article (store, &commit, &id, &error);
  g_assert_no_error (error);
  exm_store_approve_article (store, id, STORE_NOW, &error);
  g_assert_no_error (error);
}

static gboolean
on_late (gpointer data)
{
  g_error ("The training takes too long");
  return G_SOURCE_REMOVE;
}

static void
wait_for (Fixture *self, ExmTrainingState state)
{
  guint id = g_timeout_add_seconds (SECONDS, on_late, NULL);

  while (exm_training_get_state (self->training) != state)
    {
      g_assert_cmpstr (exm_training_get_message (self->training), ==, NULL);
      g_main_context_iteration (NULL, TRUE);
    }
  g_source_remove (id);
}

static void
set_up (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;

  self->folder = test_folder_new ();
  ExmStore *store = exm_store_open (self->folder, NULL, NULL, &error);
  g_assert_no_error (error);
  for (guint task = 1; task <= 2; task++)
    {
      g_autoptr (ExmTask) plain = store_task_new (task);
      g_auto (ExmTaskFields) fields = { 0 };
      exm_task_fields_copy (plain, &fields);
      /* None that would have to be stored. */
      g_array_set_size (fields.examples, 0);
      g_autoptr (ExmTask) new_task = exm_task_new (&fields);
      exm_store_add_task (store, new_task, STORE_NOW, &error);
      exm_store_set_paused (store, store_task_uid (task), TRUE, &error);
      g_assert_no_error (error);
      for (guint i = 0; i < (task == 1 ? N_OWN : N_OTHER); i++)
        put_article (store, task, i);
    }
  exm_store_close (store);
  self->session = exm_session_new (self->folder);
  exm_session_start (self->session, &error);
  g_assert_no_error (error);
  self->training = exm_training_new (self->session, store_task_uid (1), "bp-net");
  wait_for (self, EXM_TRAINING_READY);
}

static void
tear_down (Fixture *self, gconstpointer unused)
{
  g_assert_finalize_object (self->training);
  exm_session_stop (self->session);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_object_unref (self->session);
  test_folder_free (self->folder);
}

static void
test_counts (Fixture *self, gconstpointer unused)
{
  g_assert_cmpuint (exm_training_get_count (self->training, FALSE).n_articles, ==, N_OWN);
  g_assert_cmpuint (exm_training_get_count (self->training, TRUE).n_articles, ==,
                    N_OWN + N_OTHER);
}

/* @all_tasks: whether the other task's articles are learned from too */
static void
test_learns (Fixture *self, gconstpointer all_tasks)
{
  exm_training_start (self->training, all_tasks != NULL);
  wait_for (self, EXM_TRAINING_DONE);
  const ExmTrainModelReport *report = exm_training_get_report (self->training);
  g_assert_nonnull (exm_training_get_model (self->training));
  g_assert_cmpuint (report->n_learned + report->n_held_back, ==,
                    all_tasks != NULL ? N_OWN + N_OTHER : N_OWN);
  const GArray *held_losses;
  g_assert_cmpuint (exm_training_get_losses (self->training, &held_losses)->len, >, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/app/training/counts", Fixture, NULL, set_up, test_counts, tear_down);
  g_test_add ("/app/training/own", Fixture, NULL, set_up, test_learns, tear_down);
  g_test_add ("/app/training/all-tasks", Fixture, "", set_up, test_learns, tear_down);
  return g_test_run ();
}
