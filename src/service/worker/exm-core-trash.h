/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The worker's part in the trash: emptying it. */

#pragma once

#include "worker/exm-core.h"

G_BEGIN_DECLS

/**
 * exm_core_empty_trash:
 * @now_usec: Unix time in microseconds
 *
 * Worker's thread. Deletes a slice of what a person emptied out or what has been in the
 * trash for %EXM_TRASH_USEC, and tells of each task that is gone. A slice takes tens of
 * milliseconds.
 *
 * Returns: when to call it again, 0 for at once, %G_MAXINT64 for never
 */
gint64 exm_core_empty_trash (ExmCore *self, gint64 now_usec);

G_END_DECLS
