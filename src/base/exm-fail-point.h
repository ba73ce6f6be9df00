/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Places where a test may end the process as kill -9 would: before and after each commit,
 * rename and send. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* How a process ends that a fail point stopped: what a shell reports after kill -9. */
#define EXM_FAIL_POINT_STATUS 137

/**
 * exm_fail_point:
 * @name: name of this place, e.g. "store.article.before"
 *
 * Does nothing unless the environment variable EXM_FAIL_POINT was "NAME" or "NAME:COUNT"
 * when the first fail point was reached: then the process ends at once, at the COUNTth
 * time that this place is reached, with nothing flushed and no handler run. Any thread.
 */
void
exm_fail_point (const char *name);

G_END_DECLS
