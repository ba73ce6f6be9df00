/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Trains a method's model on what operators said of stored articles: says how many there
 * are, shows the loss while it learns, then how good it is on articles that were held
 * back, beside the program's own. Closed, it ends and keeps nothing. */

#pragma once

#include "app/lab/exm-training.h"

#include <adwaita.h>

G_BEGIN_DECLS

/* Signals: "use-model" (ExmMethodModel *model: the operator wants the task to go by it)
 */
#define EXM_TYPE_TRAIN_DIALOG (exm_train_dialog_get_type ())
G_DECLARE_FINAL_TYPE (ExmTrainDialog, exm_train_dialog, EXM, TRAIN_DIALOG, AdwWindow)

/**
 * exm_train_dialog_present:
 * @parent: it is modal for
 * @uid: the task
 * @method: whose model
 * @has_own: the task has one of its own already
 *
 * Returns: (transfer none): the dialog, which the window system owns
 */
ExmTrainDialog *exm_train_dialog_present (GtkWindow *parent,
                                          ExmSession *session,
                                          const char *uid,
                                          const char *method,
                                          gboolean has_own);

G_END_DECLS
