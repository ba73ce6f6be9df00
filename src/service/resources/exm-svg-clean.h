/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Drawings that are kept: what could run, load or look like something else is taken out.
 * Any thread. */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* A drawing is no larger than this, bytes. */
#define EXM_SVG_MAX_BYTES (2u * 1024u * 1024u)

/**
 * exm_svg_clean:
 * @bytes: a drawing as it was fetched
 * @error: (out): %EXM_RESOURCE_ERROR: %EXM_RESOURCE_ERROR_TYPE where it is no drawing or
 *   declares entities, %EXM_RESOURCE_ERROR_TOO_LARGE
 *
 * Keeps known elements of SVG; without scripts, animations, foreign content, comments,
 * instructions, a document type, attributes of events, and addresses of anything but
 * itself and pictures of pixels within it.
 *
 * Returns: (transfer full) (nullable): a drawing in UTF-8
 */
GBytes *exm_svg_clean (GBytes *bytes, GError **error);

G_END_DECLS
