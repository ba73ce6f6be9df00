/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Restrictions on every page in a browser of ours, shared by the window's views and the
 * rendering helper. */

#pragma once

#include <webkit/webkit.h>

G_BEGIN_DECLS

/**
 * exm_render_guard_make_session:
 * @proxy: the address that every connection goes through
 *
 * A session that keeps nothing and downloads nothing. Main thread; starts WebKit's
 * network process when it is the first.
 *
 * Returns: (transfer full): the session
 */
WebKitNetworkSession *exm_render_guard_make_session (const char *proxy);

/**
 * exm_render_guard_turn_off:
 * @settings: of a view
 * @others: (array zero-terminated=1): further features by WebKit's identifiers
 *
 * Turns off what lets a page play, record, draw in 3-D, take the screen, ask, or open a
 * connection that no filter sees, and @others. An identifier that this WebKit does not
 * know is passed over.
 */
void exm_render_guard_turn_off (WebKitSettings *settings, const char *const *others);

G_END_DECLS
