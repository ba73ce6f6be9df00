/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/settings/exm-settings-page-private.h"
#include "app/widgets/exm-toast.h"
#include "task/exm-task-file.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static void
on_exported (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmSettingsPage) self = data;
  g_autoptr (GError) error = NULL;
  gboolean done = g_file_replace_contents_finish (G_FILE (source), result, NULL, &error);

  exm_toast_show (GTK_WIDGET (self),
                  exm_toast_new (done ? _ ("The task was exported") : error->message));
}

void
exm_settings_page_export_file (ExmSettingsPage *self, GFile *file)
{
  char *text = self->task != NULL ? exm_task_file_write (self->task) : NULL;

  if (text == NULL)
    return;
  g_autoptr (GBytes) bytes = g_bytes_new_take (text, strlen (text));
  g_file_replace_contents_bytes_async (file, bytes, NULL, FALSE, G_FILE_CREATE_NONE, NULL,
                                       on_exported, g_object_ref (self));
}

static void
on_added (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmSettingsPage) self = data;
  g_autoptr (GError) error = NULL;
  gboolean done = exm_session_write_finish (EXM_SESSION (source), result, &error);

  exm_toast_show (
      GTK_WIDGET (self),
      exm_toast_new (done ? _ ("The task was imported, paused, its outputs off")
                          : error->message));
}

/* The same task becomes changes that are looked at first; another one is added. */
static void
take_imported (ExmSettingsPage *self, ExmTask *task)
{
  const char *uid = exm_task_get (task)->uid;

  if (g_strcmp0 (uid, self->task_uid) == 0 && self->task != NULL)
    {
      exm_settings_page_take_draft (self, task);
      exm_toast_show (
          GTK_WIDGET (self),
          exm_toast_new (_ ("The file is of this task: save to keep its changes")));
    }
  else if (exm_session_find_task (self->session, uid) != NULL)
    exm_toast_show (
        GTK_WIDGET (self),
        exm_toast_new (_ ("The file is of a task that is here: open it, then import")));
  else
    exm_session_save_task_async (self->session, task, on_added, g_object_ref (self));
}

static void
on_loaded (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmSettingsPage) self = data;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  gsize n_bytes = 0;
  g_autoptr (ExmTask) task = NULL;

  if (g_file_load_contents_finish (G_FILE (source), result, &text, &n_bytes, NULL,
                                   &error))
    task = exm_task_file_read (text, n_bytes, TRUE, NULL, &error);
  if (task == NULL)
    exm_toast_show (GTK_WIDGET (self), exm_toast_new (error->message));
  else if (self->session != NULL)
    take_imported (self, task);
}

void
exm_settings_page_import_file (ExmSettingsPage *self, GFile *file)
{
  g_file_load_contents_async (file, NULL, on_loaded, g_object_ref (self));
}

static void
on_export_response (GtkNativeDialog *dialog, int response, ExmSettingsPage *self)
{
  g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));

  if (response == GTK_RESPONSE_ACCEPT && file != NULL)
    exm_settings_page_export_file (self, file);
  g_object_unref (dialog);
}

static void
on_import_response (GtkNativeDialog *dialog, int response, ExmSettingsPage *self)
{
  g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));

  if (response == GTK_RESPONSE_ACCEPT && file != NULL)
    exm_settings_page_import_file (self, file);
  g_object_unref (dialog);
}

static GtkFileChooserNative *
make_dialog (ExmSettingsPage *self,
             const char *title,
             GtkFileChooserAction action,
             const char *accept)
{
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new (
      title, GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), action, accept, NULL);

  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  return dialog;
}

void
exm_settings_page_choose_export (ExmSettingsPage *self)
{
  GtkFileChooserNative *dialog = make_dialog (
      self, _ ("Export Task File"), GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Export"));
  g_autofree char *name
      = g_strdelimit (g_strdup (exm_task_get (self->task)->name), "/", '_');
  g_autofree char *file = g_strconcat (name, ".task", NULL);

  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (dialog), file);
  g_signal_connect_object (dialog, "response", G_CALLBACK (on_export_response), self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

void
exm_settings_page_choose_import (ExmSettingsPage *self)
{
  GtkFileChooserNative *dialog = make_dialog (
      self, _ ("Import Task File"), GTK_FILE_CHOOSER_ACTION_OPEN, _ ("_Import"));

  g_signal_connect_object (dialog, "response", G_CALLBACK (on_import_response), self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}
