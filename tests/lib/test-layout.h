/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Layouts written by hand, for tests of what looks at a page. */

#pragma once

#include "types/exm-layout.h"

G_BEGIN_DECLS

/**
 * test_layout_new:
 * @page: a page whose elements say in their class where they lie:
 *   "x y width height [background [font-size [font-weight]]]", the background as six hex
 *   digits, "-" for that of the element around it
 *
 * The lines directly in an element share its box from top to bottom. Elements without a
 * class have no box, and colours and fonts from around them. The window is 1000 pixels
 * wide, the page as wide and 2000 high.
 *
 * Returns: (transfer full)
 */
ExmLayout *test_layout_new (ExmPageText *page);

/**
 * test_layout_fill_parts:
 *
 * The same, before it is made.
 */
void test_layout_fill_parts (ExmLayoutParts *parts, ExmPageText *page);

G_END_DECLS
