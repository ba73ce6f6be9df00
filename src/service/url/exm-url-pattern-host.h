/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The host of a URL pattern as text, before it is cut into parts. Pure functions. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * exm_url_pattern_authority_length:
 * @text: a pattern behind its scheme
 *
 * Returns: bytes up to the first slash, question mark or number sign outside of brackets
 */
gsize exm_url_pattern_authority_length (const char *text);

/**
 * exm_url_authority_is_plain:
 * @authority: host and port of a pattern
 *
 * Returns: whether nothing in it is a wildcard or the like; the brackets of IPv6 are not
 */
gboolean exm_url_authority_is_plain (const char *authority);

/**
 * exm_url_host_end_normalize:
 * @text: the end of a host behind a wildcard, such as ".例子.测试:8080"
 * @plain_http: which scheme's port goes
 *
 * Returns: (transfer full) (nullable): as an address has it; %NULL where @text does not
 *   begin with a dot or cannot be normalised by itself
 */
char *exm_url_host_end_normalize (const char *text, gboolean plain_http);

G_END_DECLS
