/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "url/exm-url-pattern.h"

G_BEGIN_DECLS

/**
 * exm_url_patterns_learn:
 * @articles: (element-type utf8): normalised URLs of articles, at least one
 * @others: (element-type utf8): normalised URLs that stand beside them and are none
 * @include: (inout) (element-type utf8): gets patterns that match the articles
 * @exclude: (inout) (element-type utf8): gets patterns that match those of @others which
 *   these would take
 * @error: where to put an error; %G_IO_ERROR_CANCELLED once the thread's current
 *   #GCancellable is
 *
 * Pure, any thread. Articles × patterns.
 */
gboolean exm_url_patterns_learn (GPtrArray *articles,
                                 GPtrArray *others,
                                 GPtrArray *include,
                                 GPtrArray *exclude,
                                 GError **error);

G_END_DECLS
