/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Keeps the program running while there are tasks to collect and no window. */

#pragma once

#include "app/session/exm-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define EXM_TYPE_BACKGROUND (exm_background_get_type ())
G_DECLARE_FINAL_TYPE (ExmBackground, exm_background, EXM, BACKGROUND, GObject)

/**
 * exm_background_new:
 * @app: held while tasks are active and the settings allow it; dispose of this object
 *   before it
 * @settings: (nullable): %NULL allows it
 *
 * Returns: (transfer full): what holds @app
 */
ExmBackground *
exm_background_new (GApplication *app, ExmSession *session, GSettings *settings);

/* Whether the program goes on without a window now. */
gboolean exm_background_is_held (ExmBackground *self);

/**
 * exm_background_ask:
 * @window: (nullable): that is being closed
 *
 * In a sandbox, asks the desktop whether we may go on; elsewhere nobody need be asked.
 */
void exm_background_ask (ExmBackground *self, GtkWindow *window);

G_END_DECLS
