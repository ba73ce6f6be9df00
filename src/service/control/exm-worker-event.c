/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "control/exm-worker-event.h"

#include "base/exm-json.h"

#include <json-glib/json-glib.h>
#include <string.h>

static const char *const KIND_NAMES[] = {
  [EXM_WORKER_RUN_STARTED] = "run-started",
  [EXM_WORKER_RUN_PROGRESS] = "run-progress",
  [EXM_WORKER_RUN_FINISHED] = "run-finished",
  [EXM_WORKER_ARTICLE] = "article",
  [EXM_WORKER_PUBLISHED] = "published",
  [EXM_WORKER_PROBLEM] = "problem",
  [EXM_WORKER_RECOVERED] = "recovered",
  [EXM_WORKER_WAITING] = "waiting",
  [EXM_WORKER_NOTICE] = "notice",
  [EXM_WORKER_NETWORK] = "network",
  [EXM_WORKER_CHANGED] = "changed",
  [EXM_WORKER_INDEXED] = "indexed",
  [EXM_WORKER_ALERT] = "alert",
  [EXM_WORKER_ENDED] = "ended",
};

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

char *
exm_worker_event_to_json (const ExmWorkerEvent *event)
{
  const struct
  {
    const char *name;
    const char *value;
  } texts[] = {
    { "event", KIND_NAMES[event->kind] }, { "task", event->task_uid },
    { "name", event->task_name },         { "url", event->url },
    { "message", event->message },        { "state", event->state },
  };
  const struct
  {
    const char *name;
    guint value;
  } counts[] = {
    { "found", event->n_found },     { "new", event->n_new },
    { "done", event->n_done },       { "articles", event->n_articles },
    { "flagged", event->n_flagged }, { "failed", event->n_failed },
    { "passed", event->n_passed },   { "older", event->n_older },
    { "backlog", event->n_backlog }, { "backlog_flagged", event->n_backlog_flagged },
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
  if (event->kind == EXM_WORKER_ARTICLE)
    json_object_set_double_member (object, "confidence", event->confidence);
  json_node_set_object (root, object);
  char *text = json_to_string (root, FALSE);
  exm_json_repair_exponents (text);
  return text;
}

/* An escape such as \ud800 is read into bytes that are no UTF-8. */
static char *
dup_text (JsonObject *object, const char *name)
{
  JsonNode *node = json_object_get_member (object, name);

  return node != NULL && json_node_get_value_type (node) == G_TYPE_STRING
             ? g_utf8_make_valid (json_node_get_string (node), -1)
             : NULL;
}

static double
get_number (JsonObject *object, const char *name)
{
  JsonNode *node = json_object_get_member (object, name);

  return node != NULL && JSON_NODE_HOLDS_VALUE (node) ? json_node_get_double (node) : 0;
}

static guint
get_count (JsonObject *object, const char *name)
{
  return (guint) CLAMP (get_number (object, name), 0, G_MAXINT);
}

static gboolean
find_kind (const char *name, ExmWorkerEventKind *kind)
{
  for (gsize i = 0; i < G_N_ELEMENTS (KIND_NAMES); i++)
    if (g_strcmp0 (name, KIND_NAMES[i]) == 0)
      {
        *kind = (ExmWorkerEventKind) i;
        return TRUE;
      }
  return FALSE;
}

ExmWorkerEvent *
exm_worker_event_from_json (const char *line)
{
  g_autoptr (JsonParser) parser = json_parser_new_immutable ();
  g_autofree char *text = g_strdup (line);
  gsize n_bytes = exm_json_repair_escapes (text, strlen (text));
  ExmWorkerEventKind kind;

  if (!exm_json_is_shallow (text, n_bytes, 2) || !exm_json_is_plain (text, n_bytes)
      || !json_parser_load_from_data (parser, text, (gssize) n_bytes, NULL))
    return NULL;
  JsonNode *root = json_parser_get_root (parser);
  if (root == NULL || !JSON_NODE_HOLDS_OBJECT (root))
    return NULL;
  JsonObject *object = json_node_get_object (root);
  g_autofree char *name = dup_text (object, "event");
  if (!find_kind (name, &kind))
    return NULL;

  ExmWorkerEvent *event = exm_worker_event_new (kind);
  event->task_uid = dup_text (object, "task");
  event->task_name = dup_text (object, "name");
  event->url = dup_text (object, "url");
  event->message = dup_text (object, "message");
  event->state = dup_text (object, "state");
  event->confidence = CLAMP (get_number (object, "confidence"), 0, 1);
  event->n_found = get_count (object, "found");
  event->n_new = get_count (object, "new");
  event->n_done = get_count (object, "done");
  event->n_articles = get_count (object, "articles");
  event->n_flagged = get_count (object, "flagged");
  event->n_failed = get_count (object, "failed");
  event->n_passed = get_count (object, "passed");
  event->n_older = get_count (object, "older");
  event->n_backlog = get_count (object, "backlog");
  event->n_backlog_flagged = get_count (object, "backlog_flagged");
  return event;
}
