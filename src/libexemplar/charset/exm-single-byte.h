/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The encodings of one byte a character: windows-125x, ISO 8859, KOI8 … */

#pragma once

#include "charset/exm-charset-decoder.h"

G_BEGIN_DECLS

/**
 * exm_single_byte_decode:
 * @self: gets the text
 * @encoding: of %EXM_CONVERT_SINGLE or %EXM_CONVERT_USER_DEFINED
 * @data: bytes
 * @n: their number
 *
 * The single-byte decoder of the Encoding Standard (9.1). Any thread; O(n).
 */
void exm_single_byte_decode (ExmDecoded *self,
                             const ExmEncoding *encoding,
                             const guint8 *data,
                             gsize n);

G_END_DECLS
