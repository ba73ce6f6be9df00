/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* An example that holds the very article of the target: the same page, a copy of it for
 * printing, an earlier capture. Nothing can be told from what both have. */

#pragma once

#include "extract/exm-method.h"

G_BEGIN_DECLS

/**
 * exm_same_article_list_others:
 * @input: target and examples
 * @error: %G_IO_ERROR_CANCELLED, or why the target cannot be extracted
 *
 * Lines with equal keys are counted first, which settles nearly all examples: O(lines ·
 * log lines). Where most running text stands in an example too, either page is extracted
 * alone, and its body is looked for in the other. Examples with a marked body always
 * count as others: the mark says more than the comparison. Any thread.
 *
 * Returns: (transfer container) (element-type ExmPrepared): examples that hold another
 *   article, in their order; %NULL with @error
 */
GPtrArray *exm_same_article_list_others (const ExmMethodInput *input, GError **error);

G_END_DECLS
