/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Types of resources by their first bytes, since servers say what they like and browsers
 * hand bytes to decoders. Pure functions, any thread. */

#pragma once

#include "resources/exm-resource-url.h"

G_BEGIN_DECLS

/* Pixels of a picture: larger ones are no decoration, and may be bombs. */
#define EXM_RESOURCE_MAX_PIXELS (64u * 1000u * 1000u)

/**
 * exm_resource_type_find:
 * @bytes: (nullable): the whole resource
 * @declared: (nullable): its content type as HTTP says it
 *
 * A style sheet is any text that is no markup; fonts and pictures must begin as one.
 *
 * Returns: (transfer none) (nullable): its media type; %NULL where it cannot be what
 * @kind says
 */
const char *exm_resource_type_find (ExmResourceKind kind,
                                    const guint8 *bytes,
                                    gsize n_bytes,
                                    const char *declared);

/**
 * exm_resource_find_size:
 * @width: (out): in pixels
 * @height: (out): in pixels
 *
 * Reads the header of a PNG, GIF, BMP, WebP or JPEG picture.
 *
 * Returns: whether the size stands there
 */
gboolean
exm_resource_find_size (const guint8 *bytes, gsize n_bytes, guint *width, guint *height);

G_END_DECLS
