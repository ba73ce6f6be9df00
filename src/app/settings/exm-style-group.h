/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Preferences of how pages are shown: with style sheets, fonts and pictures or without,
 * and what is kept of these. */

#pragma once

#include "app/session/exm-session.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define EXM_TYPE_STYLE_GROUP (exm_style_group_get_type ())
G_DECLARE_FINAL_TYPE (
    ExmStyleGroup, exm_style_group, EXM, STYLE_GROUP, AdwPreferencesGroup)

/* @settings: (nullable): with the key "page-styles"; %NULL where nothing is remembered */
GtkWidget *exm_style_group_new (GSettings *settings, ExmSession *session);

G_END_DECLS
