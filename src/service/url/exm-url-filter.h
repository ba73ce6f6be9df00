/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Which of the addresses that a task meets are its articles, and why: one of the include
 * patterns matches and none of the exclude patterns does. Immutable, reference counted,
 * usable from any thread. */

#pragma once

#include "url/exm-url-pattern.h"

G_BEGIN_DECLS

typedef struct _ExmUrlFilter ExmUrlFilter;

/**
 * ExmUrlVerdict:
 * @EXM_URL_VERDICT_MATCHED: an article
 * @EXM_URL_VERDICT_NOT_INCLUDED: no include pattern matches
 * @EXM_URL_VERDICT_EXCLUDED: an exclude pattern matches
 * @EXM_URL_VERDICT_UNDECIDED: a pattern was too complex for the address; no article until
 *   somebody looks at the pattern
 */
typedef enum
{
  EXM_URL_VERDICT_MATCHED,
  EXM_URL_VERDICT_NOT_INCLUDED,
  EXM_URL_VERDICT_EXCLUDED,
  EXM_URL_VERDICT_UNDECIDED,
} ExmUrlVerdict;

/**
 * exm_url_filter_new:
 * @include: (element-type utf8): patterns; an empty list takes every address
 * @exclude: (element-type utf8): patterns
 * @error: where to put an %EXM_URL_PATTERN_ERROR that names the pattern
 *
 * Returns: (transfer full) (nullable): the filter
 */
ExmUrlFilter *exm_url_filter_new (GPtrArray *include, GPtrArray *exclude, GError **error);

ExmUrlFilter *exm_url_filter_ref (ExmUrlFilter *self);

void exm_url_filter_unref (ExmUrlFilter *self);

/**
 * exm_url_filter_check:
 * @url: a normalised URL
 * @why: (out) (optional) (transfer full): a sentence for people, with the pattern that
 *   decided
 *
 * The exclude patterns are asked first. Cost: that of exm_url_pattern_matches(), a
 * pattern.
 */
ExmUrlVerdict exm_url_filter_check (ExmUrlFilter *self, const char *url, char **why);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmUrlFilter, exm_url_filter_unref)

G_END_DECLS
