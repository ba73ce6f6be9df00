/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The named character references of the HTML standard, in the order of their bytes. */

#pragma once

#include <glib.h>

#define EXM_HTML_N_ENTITIES 2231u

/* Names without "&", many with ";", one behind the other: name i is
 * [exm_html_entity_name_at[i], exm_html_entity_name_at[i + 1]). */
extern const char exm_html_entity_names[];
extern const guint16 exm_html_entity_name_at[];

/* Their characters in UTF-8. */
extern const char exm_html_entity_values[];
extern const guint16 exm_html_entity_value_at[];
extern const guint8 exm_html_entity_value_bytes[];
