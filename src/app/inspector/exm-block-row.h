/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A block of a page in the tree of them: its first words, its lines and its place on the
 * page, how well it hangs together. */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define EXM_TYPE_BLOCK_ROW (exm_block_row_get_type ())
G_DECLARE_FINAL_TYPE (ExmBlockRow, exm_block_row, EXM, BLOCK_ROW, GtkWidget)

/**
 * exm_block_row_show:
 * @row: (nullable): of a tree of #ExmBlockItem
 */
void exm_block_row_show (ExmBlockRow *self, GtkTreeListRow *row);

G_END_DECLS
