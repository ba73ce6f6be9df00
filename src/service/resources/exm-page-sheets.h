/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Style sheets of a page, and what style sheets ask for: other sheets, fonts, pictures.
 * Pure; any thread; linear. */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * exm_page_sheets_list:
 * @page: bytes of a page
 * @url: of the page
 * @list: (element-type ExmHeldResource): gets its linked style sheets, and the sheets,
 *   fonts and, last, pictures that its own styles ask for
 * @max: most that @list may have then
 *
 * Reads links as the page has them, in whatever encoding that writes ASCII as it is.
 *
 * Returns: whether that was all, pictures aside
 */
gboolean exm_page_sheets_list (GBytes *page, const char *url, GPtrArray *list, guint max);

/* The same of a style sheet: @via: its address, as it was asked for. */
gboolean exm_page_sheets_list_imports (
    GBytes *sheet, const char *url, const char *via, GPtrArray *list, guint max);

G_END_DECLS
