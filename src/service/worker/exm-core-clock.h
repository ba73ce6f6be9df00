/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Plans made by a clock that was wrong. */

#pragma once

#include "worker/exm-core.h"

G_BEGIN_DECLS

/* Plans the next run by the task's schedule. */
gboolean exm_core_set_next_due (ExmCore *self,
                                const ExmTask *task,
                                gint64 now_usec,
                                GError **error);

/* At the start: what was planned by a clock that was wrong is planned anew, and told. */
gboolean exm_core_check_times (ExmCore *self, GError **error);

/* The clock was set back by @step_usec: what was to happen soon happens soon. Returns:
 * whether that is stored; if not it is to be called again */
gboolean exm_core_set_back (ExmCore *self, gint64 now_usec, gint64 step_usec);

G_END_DECLS
