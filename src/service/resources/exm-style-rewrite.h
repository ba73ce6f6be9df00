/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Addresses in style sheets, exchanged for those of exm-resource-url.h, so that whatever
 * a sheet wants is asked of us. Reads as CSS Syntax 3 does: comments, strings, escapes.
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Addresses of one sheet that are exchanged; those after them lead nowhere. */
#define EXM_STYLE_MAX_URLS 10000u

/**
 * exm_style_rewrite:
 * @css: (array length=n_bytes): a style sheet or the declarations of an attribute; any
 *   bytes
 * @base: a normalised address that relative ones belong to
 *
 * Addresses in url() and after @import are made absolute: of kind style after @import,
 * font in @font-face, else image. Those of the kinds "data:" and "#…" stay; what is no
 * web address becomes one that leads nowhere. All else stays byte for byte. Any thread;
 * linear in @n_bytes but for the addresses.
 *
 * Returns: (transfer full): the sheet, for the page that it belongs to
 */
GString *exm_style_rewrite (const char *css, gsize n_bytes, const char *base);

G_END_DECLS
