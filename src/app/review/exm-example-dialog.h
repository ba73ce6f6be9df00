/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A site was redesigned: the task's example beside the page that is proposed as a further
 * one, with what would be taken from each, as pages and line by line, before it is used
 * or not. */

#pragma once

#include "app/review/exm-example-preview.h"

#include <adwaita.h>

G_BEGIN_DECLS

/* Actions: "example.use" (Enter), "example.ask" (W: what else), "example.next",
 * "example.workbench", "example.ignore".
 *
 * Signals, each behind which the dialog goes: "use-asked" (ExmHealing *healing: with the
 * page that is shown), "workbench-asked" (gint64 article: that was made of this page),
 * "ignore-asked". */
#define EXM_TYPE_EXAMPLE_DIALOG (exm_example_dialog_get_type ())
G_DECLARE_FINAL_TYPE (
    ExmExampleDialog, exm_example_dialog, EXM, EXAMPLE_DIALOG, AdwWindow)

/**
 * exm_example_dialog_open:
 * @parent: with which it goes
 * @session: what is read by
 * @uid: of the task
 * @name: of the task
 *
 * Returns: (transfer none): the dialog, which is about to be shown
 */
ExmExampleDialog *exm_example_dialog_open (GtkWindow *parent,
                                           ExmSession *session,
                                           const char *uid,
                                           const char *name);

G_END_DECLS
