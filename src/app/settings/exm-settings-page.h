/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The view Settings of a task: its form, the live preview of its patterns, its versions,
 * and its file. Changes of a task that are not saved are kept until it is shown again. */

#pragma once

#include "app/widgets/exm-screen.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define EXM_TYPE_SETTINGS_PAGE (exm_settings_page_get_type ())
G_DECLARE_FINAL_TYPE (ExmSettingsPage, exm_settings_page, EXM, SETTINGS_PAGE, AdwBin)

/**
 * exm_settings_page_ask_to_run:
 *
 * Asks whether changes of the task @uid that are not saved are to be saved before it is
 * run, and does what the answer says.
 *
 * Returns: whether there are such changes; else nothing is done
 */
gboolean exm_settings_page_ask_to_run (ExmSettingsPage *self, const char *uid);

/* As the items of the menu do, once a file is chosen. */
void exm_settings_page_export_file (ExmSettingsPage *self, GFile *file);
void exm_settings_page_import_file (ExmSettingsPage *self, GFile *file);

G_END_DECLS
