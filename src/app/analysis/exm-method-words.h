/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Names of methods of extraction and of their parameters, where a person reads of
 * them. A method or parameter without words here goes by its own name. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Returns: (transfer none): the method's name in words, translated */
const char *exm_method_describe (const char *method);

/* Returns: (transfer none) (nullable): how it works, a sentence, translated */
const char *exm_method_explain (const char *method);

/**
 * exm_method_is_usual:
 *
 * Returns: whether it is among the few that are shown before others are asked for
 */
gboolean exm_method_is_usual (const char *method);

/* Returns: (transfer none): the parameter's name in words, with its unit, translated */
const char *exm_method_describe_parameter (const char *method, const char *parameter);

/**
 * exm_method_describe_agreement:
 * @agreement: 0 … 1
 * @icon: (out) (optional): name of the icon that stands beside the words
 *
 * Returns: (transfer full): "Agrees 97%", "Partly 62%" or "Differs 31%", translated
 */
char *exm_method_describe_agreement (double agreement, const char **icon);

G_END_DECLS
