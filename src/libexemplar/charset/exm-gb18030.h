/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* GB 18030, and with it GBK and GB 2312: what most Chinese pages that are not UTF-8 are.
 */

#pragma once

#include "charset/exm-charset-decoder.h"

G_BEGIN_DECLS

/**
 * exm_gb18030_decode:
 * @self: gets the text
 * @data: bytes
 * @n: their number
 *
 * The gb18030 decoder of the Encoding Standard (10.2.1) over bytes that are all there:
 * a sequence that is no character is one U+FFFD, and ASCII in it is kept. The characters
 * are ICU's, with 0xa3a0 as U+3000. Any thread; O(n).
 */
void exm_gb18030_decode (ExmDecoded *self, const guint8 *data, gsize n);

G_END_DECLS
