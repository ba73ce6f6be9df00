/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Fields and rights of an article, each with its origin and what other sources say. */

#pragma once

#include "types/exm-metadata.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define EXM_TYPE_FIELDS_POPOVER (exm_fields_popover_get_type ())
G_DECLARE_FINAL_TYPE (
    ExmFieldsPopover, exm_fields_popover, EXM, FIELDS_POPOVER, GtkPopover)

/**
 * exm_fields_popover_set_metadata:
 * @metadata: (nullable): what is shown
 *
 * The rows are made when the popover is shown.
 */
void exm_fields_popover_set_metadata (ExmFieldsPopover *self, ExmMetadata *metadata);

G_END_DECLS
