/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Times that a clock that was wrong has planned. */

#pragma once

#include "store/exm-store.h"

G_BEGIN_DECLS

/**
 * exm_store_shift_times:
 * @step_usec: by how much the clock was set back
 *
 * Jobs and publications that are not due at @now_usec are due so much earlier.
 */
gboolean
exm_store_shift_times (ExmStore *self, gint64 now_usec, gint64 step_usec, GError **error);

/**
 * ExmStoreLimits:
 *
 * How far ahead a time can lie, microseconds: of a job, of an attempt to publish, of a
 * host that rests, of a robots.txt that holds.
 */
typedef struct
{
  gint64 job_usec;
  gint64 publication_usec;
  gint64 rest_usec;
  gint64 robots_usec;
} ExmStoreLimits;

/**
 * exm_store_limit_times:
 * @n_changed: (out): how many there were
 *
 * Makes due now whatever lies further ahead of @now_usec than it can: it was planned by a
 * clock that was wrong.
 */
gboolean exm_store_limit_times (ExmStore *self,
                                gint64 now_usec,
                                const ExmStoreLimits *limits,
                                guint *n_changed,
                                GError **error);

G_END_DECLS
