/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Style sheets of a page, and what style sheets ask for: other sheets, fonts, pictures;
 * and the icon that the page names. Pure; any thread; linear. */

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

/**
 * exm_page_sheets_find_icon:
 * @page: bytes of a page
 * @url: of the page
 *
 * Reads links before its body as exm_page_sheets_list() does. Of several icons the one is
 * taken whose size is nearest to 32 pixels; SVG, WebP and AVIF are not.
 *
 * Returns: (transfer full) (nullable): the address of the icon of its site, if it names
 *   one
 */
char *exm_page_sheets_find_icon (GBytes *page, const char *url);

G_END_DECLS
