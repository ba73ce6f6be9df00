/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The examples of a task, from the store to the run that begins when they are parsed. */

#pragma once

#include "worker/exm-core.h"

G_BEGIN_DECLS

/**
 * exm_core_gather_examples:
 * @task: gets its examples
 * @error: that of the store, or which bytes are not stored
 *
 * Worker's thread. Parses nothing.
 */
gboolean exm_core_gather_examples (ExmCore *self, ExmCoreTask *task, GError **error);

/**
 * exm_core_prepare_examples:
 * @task: whose run is to begin; it has examples
 *
 * Worker's thread. The pool parses the examples, then exm_core_end_starting() is called.
 */
void exm_core_prepare_examples (ExmCore *self, ExmCoreTask *task);

/**
 * exm_core_end_starting:
 * @error: (nullable): why an example of @task cannot be parsed
 *
 * Worker's thread. Begins the run of @task; one whose examples cannot be parsed is
 * broken, and put off.
 */
void exm_core_end_starting (ExmCore *self, ExmCoreTask *task, const GError *error);

G_END_DECLS
