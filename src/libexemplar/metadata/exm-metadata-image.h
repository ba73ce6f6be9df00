/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The main picture of an article that declares none. */

#pragma once

#include "metadata/exm-metadata-field.h"

G_BEGIN_DECLS

/**
 * exm_metadata_choose_image:
 * @self: the fields read so far
 * @body_first: first line of the body, %EXM_NONE if not known
 * @body_last: last line of the body, %EXM_NONE if not known
 *
 * Takes the first picture of the body where nothing declares one; else the last between
 * headline and body. O(spans).
 */
void
exm_metadata_choose_image (ExmMetadataReader *self, guint body_first, guint body_last);

G_END_DECLS
