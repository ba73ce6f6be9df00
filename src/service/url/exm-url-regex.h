/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Regular expressions of strangers: PCRE2 with limits on steps, depth and memory, matched
 * against the whole text. Immutable; any thread. */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _ExmUrlRegex ExmUrlRegex;

/**
 * exm_url_regex_new:
 * @expression: UTF-8
 * @offset: characters before it in what the operator wrote, for positions in errors
 * @error: where to put an %EXM_URL_PATTERN_ERROR
 *
 * Expressions that begin "(*" are refused: there PCRE2 takes settings, its limits among
 * them.
 *
 * Returns: (transfer full) (nullable): the compiled expression
 */
ExmUrlRegex *exm_url_regex_new (const char *expression, guint offset, GError **error);

void exm_url_regex_free (ExmUrlRegex *self);

/**
 * exm_url_regex_match:
 * @subject: UTF-8
 * @captures: (nullable) (element-type utf8): where to add what the groups caught
 * @error: where to put %EXM_URL_PATTERN_ERROR_TOO_COMPLEX
 *
 * Ends after 200,000 steps: some 100 ms.
 *
 * Returns: whether it matches; %FALSE with @error set where a limit was reached
 */
gboolean exm_url_regex_match (const ExmUrlRegex *self,
                              const char *subject,
                              GPtrArray *captures,
                              GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmUrlRegex, exm_url_regex_free)

G_END_DECLS
