/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The page of the trash: deleted tasks, to be restored or emptied out. */

#pragma once

#include "app/session/exm-session.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define EXM_TYPE_TRASH_PAGE (exm_trash_page_get_type ())
G_DECLARE_FINAL_TYPE (ExmTrashPage, exm_trash_page, EXM, TRASH_PAGE, AdwBin)

/**
 * exm_trash_page_new:
 * @session: whose trash is shown
 *
 * Signals: "restored" (char *uid), of a task that is back.
 *
 * Returns: (transfer floating): a page; what it did is told in toasts
 */
GtkWidget *exm_trash_page_new (ExmSession *session);

G_END_DECLS
