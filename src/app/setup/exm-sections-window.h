/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The window of many sections that are added: a list that is pasted or opened, then what
 * becomes of each of its lines. It may be closed: adding goes on, and the next one shows
 * the same.
 *
 * Signal "open-asked" (char *uid): the person wants to see that task. */

#pragma once

#include "app/setup/exm-section-intake.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define EXM_TYPE_SECTIONS_WINDOW (exm_sections_window_get_type ())
G_DECLARE_FINAL_TYPE (
    ExmSectionsWindow, exm_sections_window, EXM, SECTIONS_WINDOW, AdwWindow)

/* @intake: open. Shows the window over @parent, which stays usable. */
ExmSectionsWindow *exm_sections_window_open (GtkWindow *parent, ExmSectionIntake *intake);

/* Shows the list that can be written, with @text as further lines of it; nothing is added
 * before the person says so. */
void exm_sections_window_paste (ExmSectionsWindow *self, const char *text);

G_END_DECLS
