/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The table of all tasks: sorted, searched, and changed several at once. */

#pragma once

#include "app/session/exm-session.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define EXM_TYPE_TASKS_PAGE (exm_tasks_page_get_type ())
G_DECLARE_FINAL_TYPE (ExmTasksPage, exm_tasks_page, EXM, TASKS_PAGE, AdwBin)

G_END_DECLS
