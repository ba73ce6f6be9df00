/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Trying a task that is not stored yet on pages that are at hand: off the main thread,
 * as many pages at once as there are processors. */

#pragma once

#include "app/setup/exm-page-item.h"

G_BEGIN_DECLS

/**
 * ExmCheckExample:
 * @bytes: the example as it came
 * @hints: about it
 * @region_text: (nullable): the body that is marked on it
 */
typedef struct
{
  GBytes *bytes; /* (unowned) */
  ExmPageHints hints;
  const char *region_text; /* (unowned) (nullable) */
} ExmCheckExample;

/**
 * exm_setup_check_async:
 * @examples: (array length=n_examples): what the pages are compared with; copied
 * @options: the method, its parameters and the sensitivity are copied, nothing else is
 *   looked at
 * @items: (element-type ExmPageItem): pages with bytes, or with a target
 * @callback: called in the main context of the caller
 */
void exm_setup_check_async (ExmEngine *engine,
                            const ExmCheckExample *examples,
                            guint n_examples,
                            const ExmExtractOptions *options,
                            GPtrArray *items,
                            GCancellable *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer data);

/**
 * exm_setup_check_finish:
 * @items: (out) (transfer full) (element-type ExmPageItem): those that were checked
 * @error: what is wrong with an example
 *
 * Returns: (transfer full) (element-type ExmPageOutcome): one for each of @items
 */
GArray *exm_setup_check_finish (GAsyncResult *result, GPtrArray **items, GError **error);

/**
 * exm_setup_check_compare:
 * @before: a result
 * @after: another of the same page
 * @n_added: (inout): gets the lines that are kept now and were not
 * @n_removed: (inout): gets the lines that were kept
 */
void exm_setup_check_compare (const ExmResult *before,
                              const ExmResult *after,
                              guint *n_added,
                              guint *n_removed);

G_END_DECLS
