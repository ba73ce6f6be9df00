/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Bytes of one known encoding to UTF-8, every replaced sequence counted and placed. */

#pragma once

#include "charset/exm-charset-labels.h"

G_BEGIN_DECLS

/* A declared UTF-8 with at most one bad sequence among so many good ones is a damaged
 * UTF-8; with more it is something else. */
#define EXM_UTF8_DAMAGED_SHARE 10u

/**
 * ExmUtf8Scan:
 * @n_multi: valid sequences of more than one byte
 * @n_bad: sequences that are no character
 * @n_nul: NULs
 * @ends_cut: the last bytes begin a character that does not end
 *
 * Statistics of bytes read as UTF-8. Counting stops once no further valid sequences could
 * outweigh the invalid ones (%EXM_UTF8_DAMAGED_SHARE).
 */
typedef struct
{
  gsize n_multi;
  gsize n_bad;
  gsize n_nul;
  gboolean ends_cut;
} ExmUtf8Scan;

/**
 * exm_utf8_scan:
 * @data: bytes
 * @n: their number
 *
 * Any thread; O(n).
 */
ExmUtf8Scan exm_utf8_scan (const guint8 *data, gsize n);

/**
 * ExmDecoded:
 * @text: UTF-8 without NULs
 * @n_replaced: sequences that are now U+FFFD
 * @n_nul: NULs left out
 * @n_wide: characters above ASCII, without the replaced ones
 * @replaced: offsets in the input of the first EXM_MAX_REPLACED_KEPT replaced sequences
 */
typedef struct
{
  GString *text; /* (owned) */
  guint n_replaced;
  guint n_nul;
  gsize n_wide;
  GArray *replaced; /* (owned) (element-type guint64) */
} ExmDecoded;

/* Frees the fields of @self; a cleared one may be cleared again. */
void exm_decoded_clear (ExmDecoded *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ExmDecoded, exm_decoded_clear)

/**
 * exm_decoded_init:
 * @self: (out caller-allocates): the result; exm_decoded_clear() frees its fields
 * @encoding: what the bytes are
 * @data: bytes, without a byte order mark
 * @n: their number
 *
 * Replaces as the WHATWG Encoding Standard does: an ASCII byte that follows a lead byte
 * is never swallowed with it, so markup survives a damaged character. Any thread; O(n).
 */
void exm_decoded_init (ExmDecoded *self,
                       const ExmEncoding *encoding,
                       const guint8 *data,
                       gsize n);

G_END_DECLS
