/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* How alike two addresses are built, whatever their numbers and words. Pure functions,
 * any thread. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* From here on two addresses are of one kind. */
#define EXM_URL_SHAPE_SAME .75

/**
 * exm_url_shape_new:
 * @url: a normalised URL
 *
 * Returns: (transfer full) (nullable): its parts: host, segments of the path, parameters
 *   of the query, digits folded
 */
char **exm_url_shape_new (const char *url);

/**
 * exm_url_shape_compare:
 * @a: a shape
 * @b: another
 *
 * The share of parts that agree. Parts agree if they are equal with digits folded, or
 * both are long words of their own (slugs, identifiers); the number of parts, the host
 * and the names of parameters must be the same.
 *
 * Returns: 0 … 1
 */
double exm_url_shape_compare (const char *const *a, const char *const *b);

/**
 * exm_url_shape_fold:
 * @part: of a shape
 *
 * Returns: (transfer full): the same for all names of their own with the same file name
 *   extension, and for all values of a parameter: parts to group by
 */
char *exm_url_shape_fold (const char *part);

/**
 * exm_url_is_built_as:
 * @a: an address
 * @b: another
 *
 * Returns: whether their shapes agree from %EXM_URL_SHAPE_SAME on
 */
gboolean exm_url_is_built_as (const char *a, const char *b);

G_END_DECLS
