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
 * Does nothing unless one of two environment variables was set when the first fail point
 * was reached.
 *
 * EXM_FAIL_POINT is "NAME", "NAME:COUNT" or "NAME:COUNT:stop". The process ends at once,
 * at the COUNTth time that this place is reached, with nothing flushed and no handler
 * run; or it is stopped there (SIGSTOP), so that a test can look around before it kills
 * it.
 *
 * EXM_FAIL_POINT_HITS is a file of at least 8 KiB, zeros at first. Hits are counted in
 * it, in slots of 64 bytes, in the order of the computer: a name (48 bytes), the hits (64
 * bits), and when the last one was, in microseconds of the monotonic clock (64 bits). The
 * file is mapped, so it says how far a process was that was killed.
 *
 * Any thread.
 */
void exm_fail_point (const char *name);

G_END_DECLS
