/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A kind of place that articles are published to, and what it promises of each. */

#pragma once

#include "publish/messages/exm-message.h"
#include "task/exm-task.h"

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

/**
 * exm_destination_add:
 * @text: as it was typed
 * @name_template: (nullable): of files, %NULL for the usual one
 * @fields: (inout): gets one more output
 *
 * Returns: (transfer none) (nullable): the output, %NULL if it is none
 */
ExmTaskOutput *
exm_destination_add (const char *text, const char *name_template, ExmTaskFields *fields);

/**
 * exm_destination_parse_message:
 * @text: KIND:NAME
 * @name: (out): the name, within @text
 *
 * Returns: (transfer none) (nullable): the kind, %NULL if it is none
 */
const ExmMessageKind *exm_destination_parse_message (const char *text, const char **name);

G_END_DECLS
