/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "control/exm-worker-event.h"

#include <string.h>

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

/* Writes events as JSON for another process. */
static void
test_json (void)
{
  for (int kind = EXM_WORKER_RUN_STARTED; kind <= EXM_WORKER_ENDED; kind++)
    {
      g_autoptr (ExmWorkerEvent) event = exm_worker_event_new ((ExmWorkerEventKind) kind);
      event->task_uid = g_strdup ("u-1");
      event->message = g_strdup ("“标题”\n\xff");
      event->state = g_strdup ("good");
      event->confidence = kind == EXM_WORKER_ARTICLE ? .75 : 0;
      event->n_found = 1;
      event->n_failed = 6;
      g_autofree char *line = exm_worker_event_to_json (event);
      g_assert_null (strchr (line, '\n'));
      g_autoptr (ExmWorkerEvent) read = exm_worker_event_from_json (line);
      g_assert_nonnull (read);
      g_assert_cmpint (read->kind, ==, kind);
      g_assert_cmpstr (read->task_uid, ==, "u-1");
      g_assert_null (read->url);
      g_assert_cmpstr (read->message, ==, "“标题”\n\uFFFD");
      g_assert_cmpstr (read->state, ==, "good");
      g_assert_cmpfloat (read->confidence, ==, event->confidence);
      g_assert_cmpuint (read->n_found, ==, 1);
      g_assert_cmpuint (read->n_new, ==, 0);
      g_assert_cmpuint (read->n_failed, ==, 6);
    }
}

static void
test_bad_json (void)
{
  static const char *const LINES[] = {
    "",
    "ok",
    "[]",
    "\"article\"",
    "{}",
    "{\"event\": 1}",
    "{\"event\": null}",
    "{\"event\": \"later\"}",
    "{\"event\": \"article\"",
    "{\"event\": {\"event\": {\"event\": {}}}}",
  };
  for (gsize i = 0; i < G_N_ELEMENTS (LINES); i++)
    g_assert_null (exm_worker_event_from_json (LINES[i]));

  g_autofree char *deep = g_strnfill (1000 * 1000, '[');
  g_assert_null (exm_worker_event_from_json (deep));

  g_autoptr (ExmWorkerEvent) odd = exm_worker_event_from_json (
      "{\"event\": \"article\", \"found\": -3, \"new\": 1e300, \"done\": \"x\","
      " \"task\": 7, \"confidence\": 9, \"failed\": [1], \"url\": null,"
      " \"message\": \"a\\ud800b\"}");
  g_assert_nonnull (odd);
  g_assert_cmpuint (odd->n_found, ==, 0);
  g_assert_cmpuint (odd->n_new, ==, G_MAXINT);
  g_assert_cmpuint (odd->n_done, ==, 0);
  g_assert_cmpuint (odd->n_failed, ==, 0);
  g_assert_null (odd->task_uid);
  g_assert_null (odd->url);
  g_assert_true (g_utf8_validate (odd->message, -1, NULL));
  g_assert_true (g_str_has_prefix (odd->message, "a"));
  g_assert_cmpfloat (odd->confidence, ==, 1);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/worker/event/new", test_new);
  g_test_add_func ("/worker/event/copy", test_copy);
  g_test_add_func ("/worker/event/json", test_json);
  g_test_add_func ("/worker/event/bad-json", test_bad_json);
  return g_test_run ();
}
