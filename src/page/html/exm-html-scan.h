/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Finds the next byte that matters. The ways to do it are one function each, chosen once
 * by what the processor can do; EXM_CPU (portable, sse2, avx2) in the environment asks
 * for one of them, which the tests use to compare them. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Up to four bytes to look for; fewer repeat one of them. */
typedef struct
{
  char bytes[4];
} ExmHtmlStops;

/**
 * ExmHtmlScan:
 * @p: where to begin
 * @end: where to give up; never read
 *
 * Returns: the first byte that is one of @stops, or @end
 */
typedef const char *(*ExmHtmlScan) (const char *p, const char *end, ExmHtmlStops stops);

/**
 * exm_html_scan_by_name:
 * @name: (nullable): "portable", "sse2" or "avx2"; %NULL for the fastest
 *
 * Returns: the function, %NULL if this processor has none of that name. Any thread.
 */
ExmHtmlScan
exm_html_scan_by_name (const char *name);

/**
 * exm_html_scan_get:
 *
 * Returns: the function to use; the same one for the life of the process. Any thread.
 */
ExmHtmlScan
exm_html_scan_get (void);

G_END_DECLS
