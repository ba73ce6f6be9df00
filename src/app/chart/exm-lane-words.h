/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Names of lanes where a person sees them, and their meaning. A lane without words
 * here goes by its own name. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * exm_lane_describe:
 * @id: of a lane of a result
 *
 * Returns: (transfer none): a few words, translated; @id if it has none
 */
const char *exm_lane_describe (const char *id);

/**
 * exm_lane_explain:
 * @id: of a lane of a result
 *
 * Returns: (transfer none) (nullable): what it measures, a sentence, translated
 */
const char *exm_lane_explain (const char *id);

G_END_DECLS
