/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* One of the two sides of a flap that folds by natural widths: its own is a given one, or
 * what it needs at least where that is more, whatever it shows. */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * ExmFoldWidth:
 *
 * Properties: "natural-width" (int, px).
 */
#define EXM_TYPE_FOLD_WIDTH (exm_fold_width_get_type ())
G_DECLARE_FINAL_TYPE (ExmFoldWidth, exm_fold_width, EXM, FOLD_WIDTH, AdwBin)

G_END_DECLS
