/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* SVG as it is written: elements, numbers without regard to the locale, escaped text. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * exm_svg_numbers:
 * @format: as it is, but for each "%" a number: "<rect x='%' y='%'/>"
 * @...: a double for each
 */
void exm_svg_numbers (GString *out, const char *format, ...);

/**
 * exm_svg_escape:
 * @text: UTF-8
 *
 * As character data or attribute value; what XML cannot hold becomes a space.
 */
void exm_svg_escape (GString *out, const char *text);

/**
 * exm_svg_text:
 * @x: of its anchor
 * @y: of its base line
 * @class_names: what it looks like; a trusted string
 * @text: UTF-8; escaped
 */
void exm_svg_text (
    GString *out, double x, double y, const char *class_names, const char *text);

G_END_DECLS
