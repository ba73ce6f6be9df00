/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Running of a method: its needs are checked, and examples that hold the target's own
 * article are left out. */

#pragma once

#include "extract/exm-method.h"

G_BEGIN_DECLS

/**
 * exm_method_run:
 * @input: what it works on
 *
 * Checks what the method needs, runs it, and adds what all methods share: the similarity
 * of the templates and whether the target fits. Any thread.
 *
 * Returns: (transfer full): the result, or %NULL with an error
 */
ExmResult *
exm_method_run (const ExmMethod *method, const ExmMethodInput *input, GError **error);

G_END_DECLS
