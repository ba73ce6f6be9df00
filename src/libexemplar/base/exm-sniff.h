/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Type of a file or a response by its first bytes: servers and file names lie. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* How many bytes at the start decide; more may be given and are not looked at. */
#define EXM_SNIFF_BYTES 1024u

typedef enum
{
  EXM_SNIFFED_EMPTY,
  EXM_SNIFFED_HTML,
  EXM_SNIFFED_XML,
  EXM_SNIFFED_TEXT,
  EXM_SNIFFED_PDF,
  EXM_SNIFFED_IMAGE,
  EXM_SNIFFED_VIDEO,
  EXM_SNIFFED_AUDIO,
  EXM_SNIFFED_OFFICE,
  EXM_SNIFFED_EPUB,
  EXM_SNIFFED_ZIP,
  EXM_SNIFFED_COMPRESSED,
  EXM_SNIFFED_FONT,
  EXM_SNIFFED_PROGRAM,
  EXM_SNIFFED_DATABASE,
  EXM_SNIFFED_BINARY,
} ExmSniffed;

/**
 * exm_sniff:
 * @bytes: (nullable): the start of a file, any encoding
 * @n_bytes: how many bytes are known, 0 for an empty file
 *
 * Known signatures first, then markup (UTF-16 too, after a byte order mark or white
 * space), then the share of control characters tells text from binary data. Pure; any
 * thread; reads at most %EXM_SNIFF_BYTES.
 *
 * Returns: what the bytes look like
 */
ExmSniffed exm_sniff (const guint8 *bytes, gsize n_bytes);

/**
 * exm_sniffed_is_page:
 * @sniffed: an answer of exm_sniff()
 *
 * Returns: whether it can be read as a page: nothing, HTML, XML or text
 */
gboolean exm_sniffed_is_page (ExmSniffed sniffed);

/**
 * exm_sniffed_describe:
 * @sniffed: an answer of exm_sniff()
 *
 * Returns: (transfer none): with its article, in English, marked for translators: "a PDF
 *   document"
 */
const char *exm_sniffed_describe (ExmSniffed sniffed);

G_END_DECLS
