/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Checks of what was fetched, by its bytes, whatever a server says of them. Any thread;
 * nothing is decoded. */

#pragma once

#include "resources/exm-resource-error.h"
#include "resources/exm-resource-url.h"
#include "store/exm-resource-store.h"

G_BEGIN_DECLS

/* Limits of one resource by its kind, bytes. */
#define EXM_RESOURCES_MAX_STYLE_BYTES (4u * 1024u * 1024u)
#define EXM_RESOURCES_MAX_FONT_BYTES (4u * 1024u * 1024u)
#define EXM_RESOURCES_MAX_IMAGE_BYTES (8u * 1024u * 1024u)

/**
 * exm_resource_check:
 * @resource: (inout): gets the media type that its bytes have
 * @kind: what the page uses it as
 * @error: (out): %EXM_RESOURCE_ERROR, naming its address
 *
 * Returns: whether it is that, and no larger than that may be
 */
gboolean exm_resource_check (ExmResource *resource, ExmResourceKind kind, GError **error);

/**
 * exm_resource_clean:
 * @resource: (inout): checked
 * @error: (out): %EXM_RESOURCE_ERROR
 *
 * Has drawings cleaned (exm_svg_clean()); all else stays. Parses: not in a thread that
 * must not.
 *
 * Returns: whether it may be kept
 */
gboolean exm_resource_clean (ExmResource *resource, GError **error);

G_END_DECLS
