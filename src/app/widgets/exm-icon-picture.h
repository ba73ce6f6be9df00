/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Icons of sites from bytes that nobody has vouched for: PNG, ICO, GIF and JPEG. */

#pragma once

#include <gdk/gdk.h>

G_BEGIN_DECLS

/* Pixels of a side that an icon may have. */
#define EXM_ICON_MAX_SIDE 512u

/* The ground that an icon needs: one of dark ink alone is lost on a dark row. */
typedef enum
{
  EXM_ICON_ON_ANY,
  EXM_ICON_ON_LIGHT,
  EXM_ICON_ON_DARK,
} ExmIconGround;

/**
 * exm_icon_picture_new:
 * @bytes: as they came
 * @size: pixels of a side that it is shown with; a larger picture is made smaller
 * @ground: (out): that it needs
 *
 * Looks at its header before anything is decoded. Other kinds are refused: SVG is a
 * program, and the decoder of BMP reserves as much memory as a header says. Any thread
 * but the main one.
 *
 * Returns: (transfer full) (nullable): the picture; %NULL where the bytes are none, or
 *   one that is too large
 */
GdkTexture *exm_icon_picture_new (GBytes *bytes, guint size, ExmIconGround *ground);

G_END_DECLS
