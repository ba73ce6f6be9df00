/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "exm-worker-event.h"

static void
test_new (void)
{
  g_autoptr (ExmWorkerEvent) event = exm_worker_event_new (EXM_WORKER_PROBLEM);

  g_assert_cmpint (event->kind, ==, EXM_WORKER_PROBLEM);
  g_assert_null (event->task_uid);
  g_assert_null (event->message);
  g_assert_cmpuint (event->n_found, ==, 0);
}

static void
test_copy (void)
{
  g_autoptr (ExmWorkerEvent) event = exm_worker_event_new (EXM_WORKER_ARTICLE);
  g_autoptr (ExmWorkerEvent) empty = exm_worker_event_copy (event);

  event->task_uid = g_strdup ("u-1");
  event->task_name = g_strdup ("News");
  event->url = g_strdup ("https://news.example/1");
  event->message = g_strdup ("Title");
  event->state = g_strdup ("good");
  event->confidence = .75;
  event->n_found = 1;
  event->n_new = 2;
  event->n_done = 3;
  event->n_articles = 4;
  event->n_flagged = 5;
  event->n_failed = 6;

  ExmWorkerEvent *copy = exm_worker_event_copy (event);
  g_clear_pointer (&event, exm_worker_event_free);
  g_assert_cmpint (copy->kind, ==, EXM_WORKER_ARTICLE);
  g_assert_cmpstr (copy->task_uid, ==, "u-1");
  g_assert_cmpstr (copy->task_name, ==, "News");
  g_assert_cmpstr (copy->url, ==, "https://news.example/1");
  g_assert_cmpstr (copy->message, ==, "Title");
  g_assert_cmpstr (copy->state, ==, "good");
  g_assert_cmpfloat (copy->confidence, ==, .75);
  g_assert_cmpuint (copy->n_found, ==, 1);
  g_assert_cmpuint (copy->n_new, ==, 2);
  g_assert_cmpuint (copy->n_done, ==, 3);
  g_assert_cmpuint (copy->n_articles, ==, 4);
  g_assert_cmpuint (copy->n_flagged, ==, 5);
  g_assert_cmpuint (copy->n_failed, ==, 6);
  exm_worker_event_free (copy);
  g_assert_null (empty->task_uid);
  g_assert_null (empty->state);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/worker/event/new", test_new);
  g_test_add_func ("/worker/event/copy", test_copy);
  return g_test_run ();
}
