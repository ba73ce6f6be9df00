/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Signs of the kind of a page: means of the columns of its lines, the words of its class
 * names, its elements, the types that it declares, and the body that it would have as an
 * article. No address is looked at. */

#pragma once

#include "extract/boundaries/exm-features.h"

G_BEGIN_DECLS

/**
 * ExmKindSign:
 * @name: (unowned): its name in files
 * @group: (unowned): the lane or group by which a person is told of it; equal ones are
 * the same pointer
 */
typedef struct
{
  const char *name;
  const char *group;
} ExmKindSign;

/**
 * exm_kind_signs_list:
 * @n: (out): how many there are
 *
 * Returns: (transfer none) (array length=n): all signs; any thread
 */
const ExmKindSign *exm_kind_signs_list (guint *n);

/**
 * exm_kind_signs_measure:
 * @features: its rows
 * @evidence: (array length=n_rows): z of each by the net of a page alone
 * @signs: (out) (array): one value a sign
 *
 * Pure; any thread. Cost: O(rows · columns + elements).
 */
void exm_kind_signs_measure (const ExmPageText *page,
                             const ExmFeatures *features,
                             const float *evidence,
                             float *signs);

G_END_DECLS
