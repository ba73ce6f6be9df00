/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The view Activity: the runs of a task, or of all, as they go, and what became of their
 * pages. */

#pragma once

#include "app/widgets/exm-screen.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define EXM_TYPE_ACTIVITY_PAGE (exm_activity_page_get_type ())
G_DECLARE_FINAL_TYPE (ExmActivityPage, exm_activity_page, EXM, ACTIVITY_PAGE, AdwBin)

G_END_DECLS
