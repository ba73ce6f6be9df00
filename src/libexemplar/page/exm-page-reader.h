/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* From a page's bytes to its page text: decode, read HTML, gather lines. */

#pragma once

#include "page/exm-further-page.h"
#include "types/exm-page-error.h"
#include "types/exm-page-text.h"

G_BEGIN_DECLS

/**
 * ExmPageHints:
 * @url: (nullable): the address that the bytes came from
 * @http_charset: (nullable): the charset parameter of the HTTP header
 * @override_charset: (nullable): the encoding that the operator chose
 * @further: (nullable) (element-type ExmFurtherPage): the pages on which its article goes
 *   on, in their order
 * @name: (nullable): a word for the bytes that stands for no others, as of a file and the
 *   time of its last change; else they are hashed where they may recur
 */
typedef struct
{
  const char *url;
  const char *http_charset;
  const char *override_charset;
  const GPtrArray *further;
  const char *name;
} ExmPageHints;

/**
 * exm_page_decode:
 * @raw: the page's bytes
 * @hints: (nullable): what is known beside them
 * @charset: (out): as for exm_decode()
 * @error: #ExmPageError, naming the address where there is one
 *
 * The first half of exm_page_read(), for those who read the HTML themselves. Any thread;
 * O(bytes).
 *
 * Returns: (transfer full): the page as valid UTF-8 without NULs, or %NULL
 */
GBytes *exm_page_decode (GBytes *raw,
                         const ExmPageHints *hints,
                         ExmCharset *charset,
                         GError **error);

/**
 * exm_page_read:
 * @raw: the page's bytes
 * @hints: (nullable): what is known beside them
 * @error: #ExmPageError, naming the address where there is one
 *
 * A page without any text is no error: it has no lines. Where there are further pages all
 * are joined (exm_page_join()); one that cannot be read is left out. Any thread; linear
 * in the size of @raw and of what is behind it.
 *
 * Returns: (transfer full): the page text, or %NULL
 */
ExmPageText *exm_page_read (GBytes *raw, const ExmPageHints *hints, GError **error);

G_END_DECLS
