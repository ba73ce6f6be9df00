/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A list page, a feed or a sitemap on its way through the pool: bytes in, jobs out. What
 * it touches is immutable or its own. */

#pragma once

#include "fetch/exm-fetched.h"
#include "store/db/exm-store-values.h"
#include "task/exm-task.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * ExmSourceReading:
 * @task: whose source it is
 * @job: what was asked for
 * @fetched: what came
 * @run_id: that the jobs belong to
 * @first_run: whether old articles are passed over
 * @now_usec: when the jobs are due
 * @found: (out): articles
 * @old: (out): articles that the first run passes over
 * @more: (out): further pages of the source
 * @n_listed: (out): addresses of articles
 * @left_out: (out): exm_url_get_mark() of the addresses that the patterns leave out
 * @asked_verification: (out): whether the page asks whether we are a person
 */
typedef struct
{
  ExmTask *task;       /* (owned) */
  ExmJob *job;         /* (owned) */
  ExmFetched *fetched; /* (owned) */
  gint64 run_id;
  gboolean first_run;
  gint64 now_usec;
  GPtrArray *found; /* (owned) (nullable) (element-type ExmJob) */
  GPtrArray *old;   /* (owned) (nullable) (element-type ExmJob) */
  GPtrArray *more;  /* (owned) (nullable) (element-type ExmJob) */
  guint n_listed;
  GArray *left_out; /* (owned) (nullable) (element-type guint64): each once */
  gboolean asked_verification;
} ExmSourceReading;

void exm_source_reading_clear (ExmSourceReading *self);

/**
 * exm_source_reading_run:
 * @cancellable: (nullable): ends it soon
 * @error: %G_IO_ERROR_CANCELLED, or why the source says nothing
 *
 * Blocks; any thread, one at a time. Linear, within the limits of exm-limits.h.
 *
 * Returns: %FALSE with @error
 */
gboolean exm_source_reading_run (ExmSourceReading *self,
                                 GCancellable *cancellable,
                                 GError **error);

G_END_DECLS
