/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The rule of line-statistics about a line that a site repeats: for the method, and for
 * those who show its table. */

#pragma once

#include "types/exm-label.h"

G_BEGIN_DECLS

/* The parameter "pages-a-repeat" (L) where nobody says. */
#define EXM_LINE_RULE_REPEAT 50.0

/**
 * exm_line_rule_get_repeat:
 * @method: (nullable): of a task
 * @parameters: (nullable): of that method, as the task has them
 *
 * Returns: L of the task, where its method is line-statistics; else the usual one
 */
double exm_line_rule_get_repeat (const char *method, const char *parameters);

/**
 * exm_line_rule_get_limit:
 * @n_site_pages: pages that were counted (RC)
 * @repeat: a line may stand on one more page for each of so many (L)
 *
 * Returns: int (1 + RC / L), the pages that a line may stand on
 */
guint exm_line_rule_get_limit (guint n_site_pages, double repeat);

/**
 * exm_line_rule_keeps:
 * @n_pages: pages that had the line (LC)
 * @ruling: what the operator ruled of it, which comes first
 *
 * Returns: whether the line may be body as far as the site is asked
 */
gboolean exm_line_rule_keeps (guint n_pages,
                              guint n_site_pages,
                              double repeat,
                              ExmLineLabel ruling);

G_END_DECLS
