/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Evidence of an encoding in the bytes themselves: byte order mark, declaration,
 * statistics. */

#pragma once

#include "charset/exm-charset-labels.h"

G_BEGIN_DECLS

/**
 * exm_sniff_bom:
 * @data: bytes
 * @n: their number
 * @n_mark: (out): length of the byte order mark
 *
 * Returns: (nullable): the encoding that a byte order mark names
 */
const ExmEncoding *exm_sniff_bom (const guint8 *data, gsize n, gsize *n_mark);

/**
 * exm_sniff_utf16:
 *
 * Markup in UTF-16 has a NUL in every other byte of it: the one way to see UTF-16 that
 * has no mark. O(1): looks at the first bytes.
 *
 * Returns: (nullable): utf-16le or utf-16be, %NULL if the bytes have not that shape
 */
const ExmEncoding *exm_sniff_utf16 (const guint8 *data, gsize n);

/**
 * exm_sniff_declaration:
 * @data: bytes
 * @n: their number
 *
 * The label that the page itself declares: in an XML declaration, `<meta charset>` or
 * `<meta http-equiv=content-type>`. After the WHATWG HTML Standard, "prescan a byte
 * stream to determine its encoding", but farther than its 1024 bytes, since pages put
 * scripts first: to `<body`, at most 16 KiB; comments, scripts and styles are passed
 * over.
 *
 * Returns: (transfer full) (nullable): the label as written, not looked up
 */
char *exm_sniff_declaration (const guint8 *data, gsize n);

/**
 * exm_sniff_detect:
 * @data: bytes that are no valid UTF-8
 * @n: their number
 *
 * Asks uchardet, about the first 256 KiB from the first byte above ASCII. Where it knows
 * nothing, bytes above ASCII that mostly pair up as common Chinese characters of GB 2312
 * are gb18030.
 *
 * Returns: (nullable): the likely encoding, %NULL if unsure
 */
const ExmEncoding *exm_sniff_detect (const guint8 *data, gsize n);

G_END_DECLS
