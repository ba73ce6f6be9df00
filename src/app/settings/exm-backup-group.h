/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Backups and checks of the data folder, in the preferences. */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define EXM_TYPE_BACKUP_GROUP (exm_backup_group_get_type ())
G_DECLARE_FINAL_TYPE (
    ExmBackupGroup, exm_backup_group, EXM, BACKUP_GROUP, AdwPreferencesGroup)

/**
 * exm_backup_group_new:
 * @folder: the data folder
 *
 * Two rows with buttons; what comes of them is said in the row. The work is done on
 * threads of its own and ends with the group. To repair and to restore is asked of the
 * window that the group's own is in front of: "win.repair", "win.restore".
 */
GtkWidget *exm_backup_group_new (const char *folder);

G_END_DECLS
