/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A kind of place that articles are published to, and what it promises of each. */

#pragma once

#include "task/exm-task-fields.h"

G_BEGIN_DECLS

/* Returns: (transfer none): "folder", "feed", or the kind of messages */
const char *exm_destination_get_id (const ExmTaskOutput *output);

/**
 * exm_destination_get_guarantee:
 *
 * Returns: (transfer none): how often an article arrives at the kind of place, whatever
 *   happens meanwhile: a sentence, marked for translation
 */
const char *exm_destination_get_guarantee (const ExmTaskOutput *output);

G_END_DECLS
