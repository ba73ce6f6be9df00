/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* An example page as the store has it, parsed when it is first needed. The thread that
 * has the store makes it; the threads that extract share it. */

#pragma once

#include "engine/exm-engine.h"

G_BEGIN_DECLS

typedef struct _ExmExampleSource ExmExampleSource;

/**
 * exm_example_source_new:
 * @engine: which parses it
 * @bytes: the page
 * @hints: what is known beside them
 * @region_text: (nullable): the marked body as text
 *
 * Any thread. Parses nothing.
 *
 * Returns: (transfer full): the example
 */
ExmExampleSource *exm_example_source_new (ExmEngine *engine,
                                          GBytes *bytes,
                                          const ExmPageHints *hints,
                                          const char *region_text);

/* Any thread. */
ExmExampleSource *exm_example_source_ref (ExmExampleSource *self);
void exm_example_source_unref (ExmExampleSource *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmExampleSource, exm_example_source_unref)

/* Returns: whether its body is marked. Any thread; parses nothing. */
gboolean exm_example_source_is_marked (const ExmExampleSource *self);

/**
 * exm_example_source_prepare:
 * @error: as exm_engine_prepare(), the same one each time
 *
 * Any thread but the worker's. Cost: exm_engine_prepare() once, also where several
 * threads ask at the same time.
 *
 * Returns: (transfer full): the parsed example; %NULL with @error
 */
ExmPrepared *exm_example_source_prepare (ExmExampleSource *self, GError **error);

G_END_DECLS
