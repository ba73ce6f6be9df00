/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A section that is being added, as lists show it. Main thread. */

#pragma once

#include "setup/exm-section-book.h"

#include <glib-object.h>

G_BEGIN_DECLS

#define EXM_TYPE_SECTION_ITEM (exm_section_item_get_type ())
G_DECLARE_FINAL_TYPE (ExmSectionItem, exm_section_item, EXM, SECTION_ITEM, GObject)

/* @index: of its entry. Returns: (transfer full): what the entry says now */
ExmSectionItem *exm_section_item_new (guint index, const ExmSectionEntry *entry);

/* Takes over what the entry says now. Property "changed", a count, notifies. */
void exm_section_item_update (ExmSectionItem *self, const ExmSectionEntry *entry);

guint exm_section_item_get_index (ExmSectionItem *self);
ExmSectionState exm_section_item_get_state (ExmSectionItem *self);
/* Returns: its name, else its address, else "" */
const char *exm_section_item_get_title (ExmSectionItem *self);
/* Returns: (nullable) */
const char *exm_section_item_get_address (ExmSectionItem *self);
/* Returns: (nullable) */
const char *exm_section_item_get_question (ExmSectionItem *self);
/* Returns: (nullable): identity of its task */
const char *exm_section_item_get_uid (ExmSectionItem *self);

G_END_DECLS
