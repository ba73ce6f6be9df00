/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Address and time that a saved page tells of itself. Pure; any thread. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * exm_saved_page_find_address:
 * @bytes: the page, in any encoding
 * @charset: (nullable): as a header declares it
 * @time_usec: (out): when it was saved, Unix time in microseconds; 0 where it is not told
 *
 * Programs that save a page say so in a comment at its head: SingleFile, monolith,
 * HTTrack and browsers. Without one, its canonical link and og:url count: the first that
 * names more than a host. Only the start of the page is read. O(bytes), at most 256 KiB.
 *
 * Returns: (transfer full) (nullable): an absolute URL of HTTP
 */
char *exm_saved_page_find_address (GBytes *bytes, const char *charset, gint64 *time_usec);

G_END_DECLS
