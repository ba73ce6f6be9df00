/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "exm-worker-event.h"

#include <json-glib/json-glib.h>

ExmWorkerEvent *
exm_worker_event_new (ExmWorkerEventKind kind)
{
  ExmWorkerEvent *self = g_new0 (ExmWorkerEvent, 1);

  self->kind = kind;
  return self;
}

ExmWorkerEvent *
exm_worker_event_copy (const ExmWorkerEvent *event)
{
  ExmWorkerEvent *self = g_new (ExmWorkerEvent, 1);

  *self = *event;
  self->task_uid = g_strdup (event->task_uid);
  self->task_name = g_strdup (event->task_name);
  self->url = g_strdup (event->url);
  self->message = g_strdup (event->message);
  self->state = g_strdup (event->state);
  return self;
}

void
exm_worker_event_free (ExmWorkerEvent *event)
{
  g_free (event->task_uid);
  g_free (event->task_name);
  g_free (event->url);
  g_free (event->message);
  g_free (event->state);
  g_free (event);
}

static const char *
get_kind_name (ExmWorkerEventKind kind)
{
  static const char *const names[] = {
    "run-started", "run-progress", "run-finished", "article",
    "published",   "problem",      "notice",       "ended",
  };
  g_return_val_if_fail (kind < G_N_ELEMENTS (names), "");
  return names[kind];
}

char *
exm_worker_event_to_json (const ExmWorkerEvent *event)
{
  const struct
  {
    const char *name;
    const char *value;
  } texts[] = {
    { "event", get_kind_name (event->kind) },
    { "task", event->task_uid },
    { "name", event->task_name },
    { "url", event->url },
    { "message", event->message },
    { "state", event->state },
  };
  const struct
  {
    const char *name;
    guint value;
  } counts[] = {
    { "found", event->n_found },     { "new", event->n_new },
    { "done", event->n_done },       { "articles", event->n_articles },
    { "flagged", event->n_flagged }, { "failed", event->n_failed },
  };
  g_autoptr (JsonObject) object = json_object_new ();
  g_autoptr (JsonNode) root = json_node_new (JSON_NODE_OBJECT);

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    if (texts[i].value != NULL)
      {
        g_autofree char *valid = g_utf8_make_valid (texts[i].value, -1);
        json_object_set_string_member (object, texts[i].name, valid);
      }
  for (gsize i = 0; i < G_N_ELEMENTS (counts); i++)
    json_object_set_int_member (object, counts[i].name, counts[i].value);
  json_node_set_object (root, object);
  return json_to_string (root, FALSE);
}
