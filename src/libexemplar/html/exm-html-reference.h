/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Character references: "&amp;", "&#38;", "&#x26;" (HTML standard, 13.2.5.72 … 80). */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * ExmHtmlReference:
 * @text: what it stands for, UTF-8, not terminated
 * @n_bytes: its length
 */
typedef struct
{
  char text[8];
  guint n_bytes;
} ExmHtmlReference;

/**
 * exm_html_reference_read:
 * @p: an "&"
 * @end: where the text ends
 * @in_attribute: there, a name without ";" before a letter, digit or "=" is no reference
 * @reference: (out): set if there is one
 *
 * Any thread; O(1): no name is longer than 33 bytes, and of a number only the digits are
 * read.
 *
 * Returns: bytes of the reference, 0 if @p is an "&" like any other character
 */
gsize exm_html_reference_read (const char *p,
                               const char *end,
                               gboolean in_attribute,
                               ExmHtmlReference *reference);

G_END_DECLS
