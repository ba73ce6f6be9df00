/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Addresses of pages that may list an article. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * exm_list_candidates_new:
 * @article: its address
 * @links: (element-type ExmLink): of its page
 *
 * Folders of its address that it links to come first, then a few pages beside it, then
 * the other folders. Pure; any thread.
 *
 * Returns: (transfer full) (element-type utf8): addresses, each once, likely ones first
 */
GPtrArray *exm_list_candidates_new (const char *article, const GPtrArray *links);

G_END_DECLS
