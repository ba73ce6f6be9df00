/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Icons of sites that are to be asked for, by which a person finds a task in a list: a
 * request a site a month, whatever comes of it. Says which and how; the pace and the
 * rules of their hosts are the worker's to keep. One thread. */

#pragma once

#include "fetch/exm-fetcher.h"
#include "resources/exm-icon-cache.h"

G_BEGIN_DECLS

/* How long a site is not asked again, whatever it gave. */
#define EXM_ICON_KEEP_USEC (30 * G_TIME_SPAN_DAY)

/* An icon to be asked for. All it has is owned. */
typedef struct
{
  char *name;          /* of its file */
  char *host;          /* that is asked, as jobs have it */
  char *origin;        /* of the same */
  char *url;           /* of @origin */
  char *user_agent;    /* (nullable) */
  gboolean is_private; /* its host may have a private address */
  guint delay_ms;      /* pause of the task whose page it was */
  gint64 due_usec;     /* not before that, Unix time */
  ExmFetcher *fetcher; /* while it is asked for, (nullable) */
} ExmIconRequest;

/**
 * ExmIconQueue:
 * @folder: (owned) (nullable): of the icons; %NULL: nothing is ever wanted. Where it is
 *   not there nobody wants them
 * @until: (owned) (element-type utf8 gint64): sites that are no matter until then, Unix
 *   time in microseconds, by the names of their files
 * @requests: (element-type ExmIconRequest): owned. One that is taken out goes back, or to
 *   exm_icon_queue_end() when it is over
 */
typedef struct
{
  char *folder;
  GHashTable *until;
  GQueue requests;
} ExmIconQueue;

/* @folder: (nullable). Returns: (transfer full) */
ExmIconQueue *exm_icon_queue_new (const char *folder);
void exm_icon_queue_free (ExmIconQueue *self);

/**
 * exm_icon_queue_wants:
 * @job_url: address of a page of @task
 * @url: where it came from
 * @now_usec: Unix time
 *
 * Returns: whether it is of the site of @task, whose icon has not been asked for in a
 *   month: the page is to be read for one
 */
gboolean exm_icon_queue_wants (ExmIconQueue *self,
                               const ExmTask *task,
                               const char *job_url,
                               const char *url,
                               gint64 now_usec);

/**
 * exm_icon_queue_add:
 * @host: of @job_url, as jobs have it
 * @job_url: as for exm_icon_queue_wants(), which said yes
 * @named: (nullable): the icon that the page names; taken where it is of the same origin
 * @now_usec: Unix time
 * @due_usec: when it may be asked for at the earliest
 *
 * Returns: whether there is one more request; %FALSE: there was one already
 */
gboolean exm_icon_queue_add (ExmIconQueue *self,
                             const ExmTask *task,
                             const char *host,
                             const char *job_url,
                             const char *named,
                             gint64 now_usec,
                             gint64 due_usec);

/**
 * exm_icon_queue_end:
 * @request: (transfer full): that was taken out
 * @answered: %FALSE: nothing was learned of its site, which is left alone for a day
 * @fetched: (nullable): what came; %NULL, and all that is no picture: there is no icon
 *
 * Keeps an answer. Writes a file; where it cannot, the log says so.
 */
void exm_icon_queue_end (ExmIconQueue *self,
                         ExmIconRequest *request,
                         gboolean answered,
                         const ExmFetched *fetched,
                         gint64 now_usec);

G_END_DECLS
