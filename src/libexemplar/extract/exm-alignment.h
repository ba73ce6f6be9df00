/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Alignment of a target with its examples, measured once for all lanes. */

#pragma once

#include "extract/exm-method.h"
#include "extract/exm-region-model.h"

G_BEGIN_DECLS

/**
 * ExmAlignment:
 * @example: (unowned) (nullable): the example most alike
 * @fs: (owned) (nullable): its forward similarity of each character of the target
 * @bs: (owned) (nullable): backward similarity
 * @region: (owned): what the marked bodies of all examples teach; empty without one
 * @borrowed: all this is somebody else's
 */
struct _ExmAlignment
{
  const ExmPrepared *example;
  float *fs;
  float *bs;
  ExmRegionValues region;
  gboolean borrowed;
};

/**
 * exm_alignment_init:
 * @self: (out caller-allocated): to be cleared by exm_alignment_clear(); empty with an
 *   error, and without examples
 * @input: the pages; where it says what their comparison is, that is borrowed, and must
 *   outlive @self
 * @error: as exm_similarity_tracked()
 *
 * Pure; any thread. Cost: the tracked curves, and O(lines) where a body is marked.
 *
 * Returns: %FALSE with an error
 */
gboolean
exm_alignment_init (ExmAlignment *self, const ExmMethodInput *input, GError **error);

void exm_alignment_clear (ExmAlignment *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ExmAlignment, exm_alignment_clear)

G_END_DECLS
