/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Times of lists in the computer's time zone. GLib asks the file system for the zone each
 * time, which is most of what a row of a list costs; here it is asked once a second, so
 * that a computer that travels is followed. Main thread only. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * exm_local_time_new:
 * @usec: Unix time, µs
 *
 * Returns: (transfer full) (nullable): it, in seconds; %NULL where the calendar ends
 */
GDateTime *exm_local_time_new (gint64 usec);

/* Returns: (transfer full): the time that it is */
GDateTime *exm_local_time_new_now (void);

/**
 * exm_local_time_describe_published:
 * @published: (nullable): ISO 8601, as pages say it
 *
 * Returns: (transfer full) (nullable): date, and time where it is known: "2025-03-03
 *   14:30"
 */
char *exm_local_time_describe_published (const char *published);

/* Returns: (transfer full): when the backup at @path was made: "2025-03-03 14:30" */
char *exm_local_time_describe_backup (const char *path);

G_END_DECLS
