/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Running a task whose settings have changes that are not saved. */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/settings/exm-settings-page-private.h"

#include <glib/gi18n-lib.h>

static void
on_response (AdwMessageDialog *dialog, const char *response, gpointer data)
{
  ExmSettingsPage *self = EXM_SETTINGS_PAGE (data);

  if (self->session == NULL || self->task == NULL)
    return;
  if (g_str_equal (response, "save"))
    exm_settings_page_save (self, TRUE);
  else if (g_str_equal (response, "run"))
    exm_session_run_task (self->session, self->task_uid);
}

gboolean
exm_settings_page_ask_to_run (ExmSettingsPage *self, const char *uid)
{
  g_return_val_if_fail (EXM_IS_SETTINGS_PAGE (self), FALSE);

  /* Those of a task that is not shown have been out of sight. */
  if (g_strcmp0 (uid, self->task_uid) != 0
      || !g_hash_table_contains (self->drafts, self->task_uid))
    return FALSE;
  g_autofree char *wrong = self->show_id == 0 ? exm_task_form_check (self->form) : NULL;
  AdwMessageDialog *dialog = ADW_MESSAGE_DIALOG (adw_message_dialog_new (
      GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), _ ("Save the Changes First?"),
      wrong != NULL ? wrong
                    : _ ("The run would go by the settings as they were saved last.")));
  adw_message_dialog_add_responses (dialog, "cancel", _ ("_Cancel"), "run",
                                    _ ("_Run as Saved"), "save", _ ("_Save and Run"),
                                    NULL);
  adw_message_dialog_set_response_appearance (dialog, "save", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_response_enabled (dialog, "save",
                                           wrong == NULL && !self->saving);
  adw_message_dialog_set_default_response (dialog, wrong == NULL ? "save" : "cancel");
  adw_message_dialog_set_close_response (dialog, "cancel");
  g_signal_connect_object (dialog, "response", G_CALLBACK (on_response), self, 0);
  gtk_window_present (GTK_WINDOW (dialog));
  return TRUE;
}
