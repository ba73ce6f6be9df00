/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Colours of the theme for parts of a text view, which have no style of their own. */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * exm_tag_colour_set:
 * @view: whose theme it is, and whose buffer has the tag
 * @tag: name of a tag of the buffer
 * @property: of the tag, a #GdkRGBA: "foreground-rgba" and others
 * @colour: name of a colour of the theme; one that it lacks changes nothing
 * @alpha: how much of it, 0 … 1
 *
 * To be called again when the theme changes (css_changed).
 */
void exm_tag_colour_set (GtkTextView *view,
                         const char *tag,
                         const char *property,
                         const char *colour,
                         double alpha);

G_END_DECLS
