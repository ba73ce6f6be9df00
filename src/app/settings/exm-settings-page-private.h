/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Structure and functions that the files of the view Settings share. */

#pragma once

#include "app/settings/exm-settings-page.h"
#include "app/settings/exm-task-form.h"
#include "app/setup/exm-pattern-preview.h"

G_BEGIN_DECLS

struct _ExmSettingsPage
{
  AdwBin parent_instance;

  ExmSession *session;       /* (owned) (nullable) */
  char *task_uid;            /* (owned) (nullable) */
  ExmTask *task;             /* (owned) (nullable): as it is stored */
  GHashTable *drafts;        /* (owned) (element-type utf8 ExmTask): by uid, not saved */
  GCancellable *cancellable; /* (owned) (nullable) */
  GPtrArray *groups; /* (owned) (nullable) (element-type utf8): for each #ExmGroupValue
                      * the group that the stored task has it from */
  GSignalGroup *of_item; /* (owned): of the task in the list */
  GtkWindow *site_lines; /* (weak) (nullable): while it is open */
  gboolean saving;
  guint show_id; /* while the form takes a task, step by step; else 0 */

  /* Children of the template. */
  GtkStack *stack;
  ExmTaskForm *form;
  ExmPatternPreview *preview;
  AdwPreferencesGroup *versions;
  GPtrArray *version_rows; /* (owned) */
  GtkRevealer *save_bar;
  GtkLabel *save_message;
  AdwStatusPage *failed;
};

/* Shows @task as changes that are not saved yet. */
void exm_settings_page_take_draft (ExmSettingsPage *self, ExmTask *task);

/* @draft: (nullable): changes of the task @uid that what is stored now makes obsolete;
 * what was changed since they were made stays to be saved */
void
exm_settings_page_drop_draft (ExmSettingsPage *self, const char *uid, ExmTask *draft);

/* Stores the changes; @then_run: and runs the task by them. */
void exm_settings_page_save (ExmSettingsPage *self, gboolean then_run);

/* exm-settings-file.c: exporting and importing task files. */

void exm_settings_page_choose_export (ExmSettingsPage *self);
void exm_settings_page_choose_import (ExmSettingsPage *self);

/* exm-settings-versions.c */

/* Lists the versions of the task. */
void exm_settings_page_read_versions (ExmSettingsPage *self);

G_END_DECLS
