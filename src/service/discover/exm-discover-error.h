/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Faults of a feed or a sitemap, in words that a person can act on. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * ExmDiscoverErrorCode:
 * @EXM_DISCOVER_ERROR_EMPTY: nothing was sent
 * @EXM_DISCOVER_ERROR_HTML: a page stands where the feed or sitemap should
 * @EXM_DISCOVER_ERROR_OTHER_KIND: a feed where a sitemap should be, or the reverse
 * @EXM_DISCOVER_ERROR_UNKNOWN: neither
 * @EXM_DISCOVER_ERROR_COMPRESSED: compressed bytes that cannot be unpacked
 * @EXM_DISCOVER_ERROR_TOO_MUCH: more than a limit of exm-limits.h, which the message
 * names
 */
typedef enum
{
  EXM_DISCOVER_ERROR_EMPTY,
  EXM_DISCOVER_ERROR_HTML,
  EXM_DISCOVER_ERROR_OTHER_KIND,
  EXM_DISCOVER_ERROR_UNKNOWN,
  EXM_DISCOVER_ERROR_COMPRESSED,
  EXM_DISCOVER_ERROR_TOO_MUCH,
} ExmDiscoverErrorCode;

#define EXM_DISCOVER_ERROR (exm_discover_error_quark ())
GQuark exm_discover_error_quark (void);

G_END_DECLS
