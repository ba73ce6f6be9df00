/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The names that pages give to encodings, and what to read them with. After the WHATWG
 * Encoding Standard, §4.2 "Names and labels", with two differences: the encodings that it
 * calls "replacement" (hz-gb-2312, iso-2022-cn, iso-2022-kr) are read, because our text
 * never runs; and a few labels that real pages carry are known too (cp936, uhc …). */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  EXM_CONVERT_UTF8,
  EXM_CONVERT_UTF16LE,
  EXM_CONVERT_UTF16BE,
  EXM_CONVERT_USER_DEFINED, /* the upper half is U+F780 … U+F7FF */
  EXM_CONVERT_SINGLE,       /* one byte a character, ASCII below 0x80 */
  EXM_CONVERT_GB18030,
  EXM_CONVERT_MULTI,   /* ICU's converter for several bytes a character */
  EXM_CONVERT_ESCAPED, /* the same, and all bytes are ASCII: ISO 2022, HZ */
} ExmConvert;

/**
 * ExmEncoding:
 * @name: its WHATWG name in lower case
 * @convert: how its bytes become characters
 * @converter: (nullable): the name of ICU's converter, where one is used
 * @labels: what pages call it, separated by spaces
 */
typedef struct
{
  const char *name; /* (unowned) */
  ExmConvert convert;
  const char *converter; /* (unowned) (nullable) */
  const char *labels;    /* (unowned) */
} ExmEncoding;

/**
 * exm_encoding_lookup:
 * @label: (nullable): a label in any case; white space and quotation marks around it are
 *   passed over
 *
 * Any thread; O(1) after the first call.
 *
 * Returns: (transfer none) (nullable): the encoding, %NULL if nobody knows @label
 */
const ExmEncoding *exm_encoding_lookup (const char *label);

/**
 * exm_encoding_get_all:
 * @n: (out): their number
 *
 * Returns: (transfer none): all encodings, UTF-8 first
 */
const ExmEncoding *exm_encoding_get_all (guint *n);

G_END_DECLS
