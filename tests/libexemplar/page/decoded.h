/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Decoding of bytes, with its result. */

#pragma once

#include "charset/exm-decode.h"

G_BEGIN_DECLS

/**
 * Decoded:
 * @text: (nullable): the page as UTF-8
 * @charset: how it was read; its fields are owned
 */
typedef struct
{
  GBytes *text;       /* (owned) (nullable) */
  ExmCharset charset; /* (owned): its fields */
} Decoded;

/**
 * decoded_read:
 * @result: gets what exm_decode() made of @data; what it held before is not freed
 * @data: @n bytes
 * @override: (nullable): the encoding that the operator chose
 * @http: (nullable): the charset of the HTTP header
 *
 * Fails the test on an error, and where the answer is not UTF-8.
 */
void decoded_read (
    Decoded *result, const char *data, gsize n, const char *override, const char *http);

/**
 * decoded_clear:
 * @self: what decoded_read() filled, or zeros
 */
void decoded_clear (Decoded *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Decoded, decoded_clear)

/**
 * decoded_assert_text:
 * @expected: all of the text, without NUL
 */
void decoded_assert_text (const Decoded *result, const char *expected);

/**
 * decoded_assert_contains:
 * @text: what the decoded text must hold somewhere
 */
void decoded_assert_contains (const Decoded *result, const char *text);

/**
 * page_encode:
 * @text: UTF-8
 * @codeset: a name that iconv knows
 * @n: (out): bytes of the answer
 *
 * Returns: (transfer full): @text in @codeset
 */
char *page_encode (const char *text, const char *codeset, gsize *n);

/**
 * page_declare:
 * @label: (nullable): what the page says it is written in
 * @text: UTF-8
 * @codeset: what it is written in
 * @n: (out): bytes of the answer
 *
 * Returns: (transfer full): a page that declares @label and holds @text in @codeset
 */
char *page_declare (const char *label, const char *text, const char *codeset, gsize *n);

G_END_DECLS
