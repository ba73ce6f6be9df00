/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Web addresses in messages. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * exm_url_to_display:
 * @url: any text that is taken for a URL
 *
 * For messages and logs: without user name and password, cut after 200 characters.
 *
 * Returns: (transfer full): valid UTF-8
 */
char *exm_url_to_display (const char *url);

G_END_DECLS
