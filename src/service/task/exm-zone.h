/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Arithmetic between local time and Unix time, with daylight saving. "Local seconds" are
 * what a clock on the wall shows, counted as if it stood in UTC: 0 is 1970-01-01 00:00.
 * Pure functions, any thread. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * exm_zone_name_is_valid:
 * @name: any text
 *
 * Whether @name has the form of a name of the tz database: what is looked up becomes part
 * of a file name, so that points and a leading slash have no place in it.
 *
 * Returns: whether it may be looked up
 */
gboolean exm_zone_name_is_valid (const char *name);

/**
 * exm_zone_get_offset:
 * @unix_s: Unix time, seconds
 *
 * Returns: local seconds minus Unix time, at that time
 */
gint64 exm_zone_get_offset (GTimeZone *zone, gint64 unix_s);

/**
 * exm_zone_find_change:
 * @from: Unix time, seconds
 * @to: Unix time, seconds, after @from, with at most one change of the offset between
 *
 * Returns: the first second after @from, and not after @to, with another offset than
 *   @from; @to + 1 if @to has the same offset. O(log (@to − @from))
 */
gint64 exm_zone_find_change (GTimeZone *zone, gint64 from, gint64 to);

/**
 * exm_zone_to_unix:
 * @local_s: local seconds
 *
 * Monotone: a local time that is skipped becomes the end of the gap; one that occurs
 * twice its first occurrence.
 *
 * Returns: Unix time, seconds
 */
gint64 exm_zone_to_unix (GTimeZone *zone, gint64 local_s);

G_END_DECLS
