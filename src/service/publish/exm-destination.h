/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A kind of place that articles are published to, and what it promises of each. */

#pragma once

#include "publish/formats/exm-format.h"

G_BEGIN_DECLS

/**
 * exm_destination_get_guarantee:
 * @format: of an output
 *
 * Returns: (transfer none): how often an article arrives at the kind of place that takes
 *   the format, whatever happens meanwhile: a sentence, marked for translation
 */
const char *exm_destination_get_guarantee (ExmOutputFormat format);

G_END_DECLS
