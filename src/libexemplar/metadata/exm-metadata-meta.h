/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Fields from what a page declares outside JSON-LD: OpenGraph, microdata, other meta
 * elements, and elements that carry meaning themselves. */

#pragma once

#include "metadata/exm-metadata-field.h"

G_BEGIN_DECLS

/**
 * exm_metadata_read_declared:
 * @self: where to put what is found, in the order OpenGraph, microdata, meta
 *
 * O(slices).
 */
void exm_metadata_read_declared (ExmMetadataReader *self);

/**
 * exm_metadata_read_elements:
 * @self: where to put what is found
 * @anchor: a line near the body's head, %EXM_NONE if not known: the `<time>` nearest to
 * it is the article's
 *
 * `<title>`, `<h1>`, `<time>`, `<html lang>`. O(slices + lines).
 */
void exm_metadata_read_elements (ExmMetadataReader *self, guint anchor);

/**
 * exm_metadata_read_canonical:
 *
 * `<link rel=canonical>`: asked before all else, as JSON-LD often names the site there.
 */
void exm_metadata_read_canonical (ExmMetadataReader *self);

G_END_DECLS
