/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Actions of a journey, done by the main loop, so that they are measured. */

#pragma once

#include "app/shell/exm-window.h"

G_BEGIN_DECLS

typedef void (*DeedFunc) (gpointer object, const char *text, double number);

/* Has @func called in a turn of the main loop, and waits for it. */
void deed_perform (DeedFunc func, gpointer object, const char *text, double number);

/* Activates an action of @widget, with a text as its parameter if there is one, as
 * another deed. */
void deed_activate (gpointer widget, const char *action, const char *parameter);

/* As the stage @stage: @action of @widget opens a dialog, which is closed again. */
void deed_open_dialog (ExmWindow *window,
                       gpointer widget,
                       const char *action,
                       const char *parameter,
                       const char *stage);

G_END_DECLS
