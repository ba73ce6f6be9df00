/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Which addresses the patterns of a task would take, before they are saved. */

#pragma once

#include "url/exm-url-filter.h"

G_BEGIN_DECLS

/**
 * ExmPatternMatches:
 * @urls: (element-type utf8): the addresses, those that match first
 * @n_matched: how many do
 *
 * Immutable, reference counted.
 */
typedef struct
{
  GPtrArray *urls; /* (owned) */
  guint n_matched;
} ExmPatternMatches;

void exm_pattern_matches_unref (ExmPatternMatches *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmPatternMatches, exm_pattern_matches_unref)

/**
 * exm_pattern_matches_find_async:
 * @include: (element-type utf8): see exm_url_filter_new(); copied
 * @exclude: (element-type utf8): likewise
 * @urls: (element-type utf8): referenced, and must not change any more
 *
 * On a thread of its own. The result is a #GTask of an #ExmPatternMatches; error:
 * %EXM_URL_PATTERN_ERROR, naming the pattern.
 */
void exm_pattern_matches_find_async (GPtrArray *include,
                                     GPtrArray *exclude,
                                     GPtrArray *urls,
                                     GCancellable *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer data);

G_END_DECLS
