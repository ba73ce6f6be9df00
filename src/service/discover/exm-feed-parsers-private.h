/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Parsers of the two notations of feeds; for exm-feed-reader.c alone. */

#pragma once

#include "discover/exm-feed.h"

G_BEGIN_DECLS

/**
 * exm_feed_read_xml:
 *
 * Fills @self, or says what the bytes are instead.
 */
gboolean exm_feed_read_xml (ExmFeed *self,
                            GBytes *bytes,
                            const char *url,
                            const char *http_charset,
                            GError **error);

gboolean
exm_feed_read_json (ExmFeed *self, GBytes *bytes, const char *url, GError **error);

G_END_DECLS
