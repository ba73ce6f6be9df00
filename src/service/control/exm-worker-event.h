/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Events of a worker: values that cross threads. */

#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

typedef enum
{
  EXM_WORKER_RUN_STARTED,
  EXM_WORKER_RUN_PROGRESS, /* counts changed */
  EXM_WORKER_RUN_FINISHED,
  EXM_WORKER_ARTICLE,   /* stored; message is its title, address its url */
  EXM_WORKER_PUBLISHED, /* message is where it went */
  EXM_WORKER_PROBLEM,   /* message says what and what is done about it */
  EXM_WORKER_RECOVERED, /* what was a problem is none any more; message says what */
  EXM_WORKER_WAITING,   /* pages of a host wait; message says which, how long and why */
  EXM_WORKER_NOTICE,    /* of the whole store: a migration, damage */
  EXM_WORKER_NETWORK,   /* message says why pages wait; without one, they do no more */
  EXM_WORKER_CHANGED,   /* tasks were added, changed or removed: look again */
  EXM_WORKER_INDEXED,   /* full-text search finds what was stored */
  EXM_WORKER_ALERT, /* a run stored n_articles of a saved search; message is its name */
  EXM_WORKER_ENDED, /* nothing more comes: stopped, or done with once */
} ExmWorkerEventKind;

/**
 * ExmWorkerEvent:
 * @kind: what happened
 * @task_uid: (nullable): to which task
 * @task_name: (nullable): what the operator calls it
 * @url: (nullable): at which address
 * @message: (nullable): in words
 * @state: (nullable): of an article: "good", "unsure" …; of a run: "done", "failed" …
 * @confidence: of an article
 * @n_found: addresses that sources listed in this run
 * @n_new: of these, not seen before
 * @n_done: of the new ones, fetched or given up
 * @n_articles: stored in this run
 * @n_flagged: of these, for a person to look at
 * @n_failed: pages that could not be had
 * @n_passed: of those that are listed, not wanted by the first run
 * @n_older: passed over before, to be fetched in this run beside the new ones
 * @n_backlog: of the articles, those that nobody is to be alerted to; of one article, 1
 *   if it is such
 * @n_backlog_flagged: of these, for a person to look at
 */
typedef struct
{
  ExmWorkerEventKind kind;
  char *task_uid;
  char *task_name;
  char *url;
  char *message;
  char *state;
  double confidence;
  guint n_found;
  guint n_new;
  guint n_done;
  guint n_articles;
  guint n_flagged;
  guint n_failed;
  guint n_passed;
  guint n_older;
  guint n_backlog;
  guint n_backlog_flagged;
} ExmWorkerEvent;

ExmWorkerEvent *exm_worker_event_new (ExmWorkerEventKind kind);
ExmWorkerEvent *exm_worker_event_copy (const ExmWorkerEvent *event);
void exm_worker_event_free (ExmWorkerEvent *event);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmWorkerEvent, exm_worker_event_free)

/**
 * exm_worker_event_to_json:
 *
 * Returns: (transfer full): the event as one line of JSON; what is not set is left out
 */
char *exm_worker_event_to_json (const ExmWorkerEvent *event);

/**
 * exm_worker_event_from_json:
 * @line: what exm_worker_event_to_json() made, in whatever process and version; may be
 *   anything else as well
 *
 * Returns: (transfer full) (nullable): the event; %NULL if @line is none, or of a kind
 *   that is not known here
 */
ExmWorkerEvent *exm_worker_event_from_json (const char *line);

G_END_DECLS
