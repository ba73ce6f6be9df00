/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Places of a page, by the names around them, and whether its body was found there: what
 * the pages of a site teach each other. */

#pragma once

#include "types/exm-page-text.h"

G_BEGIN_DECLS

/**
 * ExmSitePlace:
 * @key: of the element that holds a line and the two around it, by tags, ids and class
 *   names, and of the form of the line
 * @n_inside: pages on which it held body
 * @n_outside: pages on which it held the rest
 */
typedef struct
{
  guint64 key;
  guint n_inside;
  guint n_outside;
} ExmSitePlace;

/**
 * exm_site_place_get_key:
 * @page: a page
 * @line: one of its lines
 *
 * Returns: the key of its place, 0 where nothing there has a name: tags alone are the
 * same everywhere
 */
guint64 exm_site_place_get_key (const ExmPageText *page, const ExmLine *line);

/**
 * exm_site_place_list:
 * @page: a page
 * @verdicts: (array length=lines): what was kept of it, see #ExmResultData
 *
 * Cost: O(lines).
 *
 * Returns: (transfer full) (element-type ExmSitePlace): its places, each once, that are
 *   clearly one or the other, with 1 page each, ascending
 */
GArray *exm_site_place_list (const ExmPageText *page, const guint8 *verdicts);

/**
 * exm_site_place_sort:
 * @places: (array length=n_places): each key once
 *
 * Puts them in the order of their keys, as exm_site_place_find() wants them.
 */
void exm_site_place_sort (ExmSitePlace *places, guint n_places);

/**
 * exm_site_place_find:
 * @places: (array length=n_places): in the order of their keys
 * @key: of a place
 *
 * Returns: (transfer none) (nullable): the place of that key. O(log places)
 */
const ExmSitePlace *
exm_site_place_find (const ExmSitePlace *places, guint n_places, guint64 key);

G_END_DECLS
