/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Times until which a site is left alone, as words. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Returns: (transfer full): @time_usec, Unix time, by the clock on the wall of the time
 * zone, as exactly as it is worth knowing @now_usec; any thread */
char *exm_wait_time_format (gint64 time_usec, gint64 now_usec);

G_END_DECLS
