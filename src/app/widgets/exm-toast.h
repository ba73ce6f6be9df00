/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * exm_toast_new:
 * @text: as it is to be read; may hold what is markup elsewhere
 *
 * Returns: (transfer full): a toast
 */
AdwToast *exm_toast_new (const char *text);

/**
 * exm_toast_show:
 * @widget: the innermost #AdwToastOverlay around it shows the toast
 * @toast: (transfer full): dropped where there is no overlay
 *
 * The toast replaces the one that is shown: the latest news comes first.
 */
void exm_toast_show (GtkWidget *widget, AdwToast *toast);

/* As exm_toast_show(), of what went wrong; nothing where it was cancelled. */
void exm_toast_show_error (GtkWidget *widget, const GError *error);

/**
 * exm_toast_dismiss:
 * @toast: of exm_toast_new(), shown, waiting or gone
 *
 * Does the same as adw_toast_dismiss(), as soon as the toast is wholly there. With
 * libadwaita 1.2 the program ends if one goes that still comes in.
 */
void exm_toast_dismiss (AdwToast *toast);

G_END_DECLS
