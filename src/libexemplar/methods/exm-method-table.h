/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Table of the extraction methods. */

#pragma once

#include "extract/exm-method-run.h"

G_BEGIN_DECLS

/**
 * exm_method_get_all:
 * @n: (out): how many there are
 *
 * Returns: (transfer none): the methods, the default first
 */
const ExmMethod *const *exm_method_get_all (guint *n);

/**
 * exm_method_find:
 * @name: (nullable): a method's name; %NULL for the default
 * @error: %EXM_EXTRACT_ERROR_METHOD, listing the names there are
 *
 * Returns: (transfer none) (nullable): the method
 */
const ExmMethod *exm_method_find (const char *name, GError **error);

/**
 * exm_method_table_replace:
 * @methods: (unowned) (array length=n): for the process's lifetime; the default first
 *
 * Exchanges the table for one that holds further methods. Before other threads run.
 */
void exm_method_table_replace (const ExmMethod *const *methods, guint n);

G_END_DECLS
