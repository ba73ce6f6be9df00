/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What stands beside the sidebar. Its natural width is the one from which the sidebar has
 * room there, whatever view is shown: the flap around both folds by it. */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define EXM_TYPE_FOLD_WIDTH (exm_fold_width_get_type ())
G_DECLARE_FINAL_TYPE (ExmFoldWidth, exm_fold_width, EXM, FOLD_WIDTH, AdwBin)

G_END_DECLS
