/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Toasts of a screen, in the window around it: of many small steps only the last one is
 * shown. Main thread. */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define EXM_TYPE_TOASTER (exm_toaster_get_type ())
G_DECLARE_FINAL_TYPE (ExmToaster, exm_toaster, EXM, TOASTER, GObject)

/* @widget: the screen; not kept */
ExmToaster *exm_toaster_new (GtkWidget *widget);

/**
 * exm_toaster_show:
 * @words: localized
 *
 * Returns: (transfer none) (nullable): the toast, which the window owns; %NULL where the
 *   screen is in no window any more
 */
AdwToast *exm_toaster_show (ExmToaster *self, const char *words);

/**
 * exm_toaster_show_button:
 * @label: (nullable): of the button, with its mnemonic; %NULL for "Undo"
 * @callback: (AdwToast *, @data): the button was clicked
 * @data: (transfer full): freed by @destroy with the toast, at once where there is none
 *
 * Returns: (transfer none) (nullable): as exm_toaster_show()
 */
AdwToast *exm_toaster_show_button (ExmToaster *self,
                                   const char *words,
                                   const char *label,
                                   GCallback callback,
                                   gpointer data,
                                   GClosureNotify destroy);

/**
 * exm_toaster_show_failure:
 *
 * As exm_toaster_show_button(), beside the last toast and until it is told to go: what is
 * not stored stays to be stored.
 */
void exm_toaster_show_failure (ExmToaster *self,
                               const char *words,
                               GCallback retry,
                               gpointer data,
                               GClosureNotify destroy);

G_END_DECLS
