/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Preferences of the computer, as opposed to the settings of a task. */

#pragma once

#include "app/session/exm-serving.h"
#include "app/session/exm-session.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define EXM_TYPE_PREFERENCES (exm_preferences_get_type ())
G_DECLARE_FINAL_TYPE (
    ExmPreferences, exm_preferences, EXM, PREFERENCES, AdwPreferencesPage)

/**
 * exm_preferences_new:
 * @settings: (nullable): %NULL where nothing can be remembered: only the folder is shown
 * @session: of the data folder
 * @serving: its feeds
 *
 * Returns: (transfer none): a window for exm_idle_fill_present(), before which it is
 * filled
 */
GtkWindow *exm_preferences_new (GtkWindow *parent,
                                GSettings *settings,
                                ExmSession *session,
                                ExmServing *serving);

/* Makes the program light or dark as @settings has it, now and whenever it changes. */
void exm_preferences_follow_scheme (GSettings *settings);

G_END_DECLS
