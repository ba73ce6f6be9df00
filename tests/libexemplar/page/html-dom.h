/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A tree of what tree construction tells, to see whether it is the right one. */

#pragma once

#include "html/exm-html-tree.h"

G_BEGIN_DECLS

/**
 * html_dom_dump:
 * @html: a page
 *
 * Returns: (transfer full): its tree in the format of html5lib-tests, "| " before each
 *   line
 */
char *html_dom_dump (const char *html, gsize n_bytes, gboolean scripting);

G_END_DECLS
