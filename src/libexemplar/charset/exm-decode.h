/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* From a page's raw bytes to UTF-8, one order everywhere: what the operator says, byte
 * order mark, bytes that are valid UTF-8 and not only ASCII, HTTP, meta, detector. */

#pragma once

#include "types/exm-page-text.h"

G_BEGIN_DECLS

/**
 * exm_decode:
 * @raw: the page's bytes
 * @override_label: (nullable): the encoding that the operator chose, a WHATWG label
 * @http_label: (nullable): the charset parameter of the HTTP header
 * @charset: (out): what was decided and what was replaced; its fields are the caller's
 * @error: %EXM_PAGE_ERROR_CHARSET for an @override_label that nobody knows,
 *   %EXM_PAGE_ERROR_TOO_LARGE over EXM_MAX_PAGE_BYTES
 *
 * Byte sequences that are no characters become U+FFFD and are counted; NULs are left out
 * and counted; a byte order mark is left out. Declared labels that nobody knows are
 * passed over. Any thread; O(bytes).
 *
 * Returns: (transfer full): valid UTF-8 without NULs, or %NULL
 */
GBytes *exm_decode (GBytes *raw,
                    const char *override_label,
                    const char *http_label,
                    ExmCharset *charset,
                    GError **error);

G_END_DECLS
