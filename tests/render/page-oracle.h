/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Compares what the reader makes of a page with what WebKit makes of it, line by line and
 * fact by fact. */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _Oracle Oracle;

/**
 * oracle_new:
 * @program: the helper that has the browser (oracle-render.c); it needs a screen
 */
Oracle *oracle_new (const char *program);

void oracle_free (Oracle *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Oracle, oracle_free)

/**
 * oracle_get_version:
 *
 * Returns: (transfer none) (nullable): WebKit's version, once a page was compared
 */
const char *oracle_get_version (const Oracle *self);

/**
 * oracle_compare:
 * @raw: the page's bytes, as a server would send them
 * @report: the first differing facts, a line each, are appended
 *
 * Lines inside <select> are left out: WebKit 2.50 still has the old rules there. Blocks.
 *
 * Returns: whether every line has the same facts on both sides
 */
gboolean oracle_compare (Oracle *self, GBytes *raw, GString *report);

/**
 * oracle_damage:
 * @html: a page
 * @seed: equal seeds damage equally
 *
 * Deletes, doubles and inserts tags: two, and one more for every 20 KB.
 *
 * Returns: (transfer full): a copy that no author wrote
 */
GBytes *oracle_damage (GBytes *html, guint32 seed);

G_END_DECLS
