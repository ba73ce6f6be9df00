/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Summary of a method's result for a page, in a few lines. */

#pragma once

#include "app/analysis/exm-method-trials.h"
#include "types/exm-metadata.h"

G_BEGIN_DECLS

/**
 * exm_method_summary_new:
 * @trial: what came of the method
 * @differences: (element-type ExmMethodDifference): of its body
 * @metadata: (nullable): what the readers of fields say of the same page
 *
 * Returns: (transfer full): how its body differs, and what it says itself of title, date
 *   and related links, each beside the field; or why there is nothing; translated
 */
char *exm_method_summary_new (const ExmMethodTrial *trial,
                              const GArray *differences,
                              ExmMetadata *metadata);

G_END_DECLS
