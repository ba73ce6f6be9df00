/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A row of a section that is being added, with what can be done about it. */

#pragma once

#include "app/setup/exm-section-item.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define EXM_TYPE_SECTION_ROW (exm_section_row_get_type ())
G_DECLARE_FINAL_TYPE (ExmSectionRow, exm_section_row, EXM, SECTION_ROW, GtkBox)

/* Its buttons activate "sections.answer" and "sections.drop" with the number of the
 * item's entry, and "sections.open" with the identity of its task. */
GtkWidget *exm_section_row_new (void);

/* @item: (nullable): shown from now on, as it changes */
void exm_section_row_set_item (ExmSectionRow *self, ExmSectionItem *item);

/* Whether it shows @item. */
gboolean exm_section_row_shows (ExmSectionRow *self, ExmSectionItem *item);

G_END_DECLS
