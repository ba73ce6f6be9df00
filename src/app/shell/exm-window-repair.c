/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Repair of the database, and the way back to a backup. */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/session/exm-local-time.h"
#include "app/session/exm-session-repair.h"
#include "app/shell/exm-window-private.h"
#include "app/widgets/exm-toast.h"
#include "store/db/exm-store-backup.h"

#include <glib/gi18n-lib.h>

static void
set_enabled (ExmWindow *self, gboolean enabled)
{
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.repair", enabled);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.restore", enabled);
}

static AdwMessageDialog *
make_dialog (ExmWindow *self, const char *heading, const char *body, const char *cancel)
{
  AdwMessageDialog *dialog
      = ADW_MESSAGE_DIALOG (adw_message_dialog_new (GTK_WINDOW (self), heading, body));

  adw_message_dialog_add_response (dialog, "cancel", cancel);
  adw_message_dialog_set_default_response (dialog, "cancel");
  adw_message_dialog_set_close_response (dialog, "cancel");
  return dialog;
}

/* Results */

static void
add_line (GString *text, char *line)
{
  if (text->len > 0)
    g_string_append (text, "\n\n");
  g_string_append (text, line);
  g_free (line);
}

static void
add_rows (GString *text, const ExmRepairedFile *file)
{
  guint64 n_read = 0, n_lost = 0;

  for (guint i = 0; i < file->salvage.tables->len; i++)
    {
      const ExmTableScan *scan = &g_array_index (file->salvage.tables, ExmTableScan, i);
      n_read += scan->n_read;
      n_lost += scan->n_lost;
    }
  if (n_lost == 0)
    add_line (text, g_strdup_printf (
                        /* translators: a file, a number of rows of the database */
                        ngettext ("%s: %u row was read, none is lost.",
                                  "%s: %u rows were read, none is lost.", n_read),
                        file->file, (guint) n_read));
  else
    add_line (text, g_strdup_printf (
                        /* translators: a file, two numbers of rows of the database */
                        ngettext ("%s: %u row was read, %u could not be.",
                                  "%s: %u rows were read, %u could not be.", n_read),
                        file->file, (guint) n_read, (guint) n_lost));
}

static void
add_file (GString *text, const ExmRepairedFile *file)
{
  const ExmSalvage *salvage = &file->salvage;

  if (file->sound)
    return;
  add_rows (text, file);
  if (salvage->n_orphans > 0)
    add_line (text, g_strdup_printf (
                        ngettext ("%u row was dropped, as what it belongs to is lost.",
                                  "%u rows were dropped, as what they belong to is lost.",
                                  salvage->n_orphans),
                        (guint) salvage->n_orphans));
  if (salvage->lost->len > 0)
    add_line (text, g_strdup_printf (
                        ngettext ("%u article is lost; it is collected again when it is "
                                  "listed.",
                                  "%u articles are lost; they are collected again when "
                                  "they are listed.",
                                  salvage->lost->len),
                        salvage->lost->len));
  if (salvage->n_tasks_remade > 0)
    add_line (text, g_strdup_printf (
                        ngettext ("%u task was lost and made anew; it is paused.",
                                  "%u tasks were lost and made anew; they are paused.",
                                  salvage->n_tasks_remade),
                        (guint) salvage->n_tasks_remade));
  g_autofree char *kept = g_filename_display_basename (salvage->kept);
  add_line (text, g_strdup_printf (
                      /* translators: a file */
                      _ ("The damaged file is kept in the data folder: %s"), kept));
}

static void
tell_repaired (ExmWindow *self, const ExmStoreRepair *repair)
{
  g_autoptr (GString) text = g_string_new (NULL);
  gboolean sound = TRUE;

  for (guint i = 0; i < repair->n_files; i++)
    {
      add_file (text, &repair->files[i]);
      sound = sound && repair->files[i].sound;
    }
  if (repair->pages != NULL && repair->pages->len > 0)
    add_line (text,
              g_strdup_printf (ngettext ("%u page is damaged and is fetched again.",
                                         "%u pages are damaged and are fetched again.",
                                         repair->pages->len),
                               repair->pages->len));
  for (guint i = 0; repair->notices != NULL && i < repair->notices->len; i++)
    add_line (text, g_strdup (repair->notices->pdata[i]));
  if (text->len == 0)
    g_string_append (text, _ ("Nothing was found that has to be repaired."));
  AdwMessageDialog *dialog = make_dialog (
      self, sound ? _ ("The Database Is Sound") : _ ("The Database Was Repaired"),
      text->str, _ ("_Close"));
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
tell_restored (ExmWindow *self, const ExmSessionRepair *result)
{
  g_autoptr (GString) text = g_string_new (NULL);

  add_line (text,
            g_strdup_printf (ngettext ("%u article is in it.", "%u articles are in it.",
                                       (gulong) result->n_articles),
                             (guint) result->n_articles));
  if (result->kept != NULL)
    {
      g_autofree char *kept = g_filename_display_basename (result->kept);
      add_line (
          text,
          g_strdup_printf (
              /* translators: a file */
              _ ("The database that was there is kept in the data folder: %s"), kept));
    }
  AdwMessageDialog *dialog
      = make_dialog (self, _ ("The Backup Was Restored"), text->str, _ ("_Close"));
  gtk_window_present (GTK_WINDOW (dialog));
}

/* The work */

typedef struct
{
  ExmWindow *window; /* (owned) */
  char *backup;      /* (owned) (nullable): %NULL for a repair */
} Request;

static Request *
request_new (ExmWindow *self, const char *backup)
{
  Request *request = g_new0 (Request, 1);

  request->window = g_object_ref (self);
  request->backup = g_strdup (backup);
  return request;
}

static void
request_free (gpointer data)
{
  Request *request = data;

  g_object_unref (request->window);
  g_free (request->backup);
  g_free (request);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Request, request_free)

static void
on_started_unseen (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  if (!exm_session_start_finish (EXM_SESSION (source), result, &error))
    g_message ("%s", error->message);
}

static void
on_done (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (Request) request = data;
  ExmWindow *self = request->window;
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmSessionRepair) done
      = exm_session_repair_finish (EXM_SESSION (source), result, &error);

  /* A window that was closed meanwhile may have left the program to collect without it.
   */
  if (gtk_widget_in_destruction (GTK_WIDGET (self)) || self->session == NULL)
    {
      exm_session_start_async (EXM_SESSION (source), on_started_unseen, NULL);
      return;
    }
  set_enabled (self, TRUE);
  if (done == NULL)
    {
      exm_window_problem_show (self,
                               request->backup != NULL
                                   ? _ ("The backup was not restored")
                                   : _ ("The database was not repaired"),
                               error);
      return;
    }
  exm_window_problem_start_session (self);
  if (request->backup != NULL)
    tell_restored (self, done);
  else
    tell_repaired (self, &done->repair);
}

/* @backup: (nullable): %NULL for a repair */
static void
start (ExmWindow *self, const char *backup)
{
  set_enabled (self, FALSE);
  if (backup != NULL)
    exm_window_problem_show_work (
        self, _ ("Restoring the Backup…"),
        _ ("It is checked first, and the database that is there is kept beside it."));
  else
    exm_window_problem_show_work (
        self, _ ("Repairing the Database…"),
        _ ("All that can be read is written into a new file, and the damaged one is kept "
           "beside it."));
  exm_session_repair_async (self->session, backup, on_done, request_new (self, backup));
}

static void
on_repair_answered (AdwMessageDialog *dialog, const char *response, gpointer data)
{
  if (g_str_equal (response, "repair"))
    start (EXM_WINDOW (data), NULL);
}

static void
on_repair (GtkWidget *widget, const char *name, GVariant *target)
{
  ExmWindow *self = EXM_WINDOW (widget);

  if (!exm_session_is_started (self->session))
    {
      start (self, NULL);
      return;
    }
  AdwMessageDialog *dialog = make_dialog (self, _ ("Repair the Database?"),
                                          _ ("Collecting stops meanwhile. A new database "
                                             "is made of all that can be read, and "
                                             "the damaged one is kept beside it."),
                                          _ ("_Cancel"));
  adw_message_dialog_add_response (dialog, "repair", _ ("_Repair"));
  adw_message_dialog_set_response_appearance (dialog, "repair", ADW_RESPONSE_SUGGESTED);
  g_signal_connect_object (dialog, "response", G_CALLBACK (on_repair_answered), self, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

/* Backups */

static void
on_backup_toggled (GtkCheckButton *button, gpointer data)
{
  if (gtk_check_button_get_active (button))
    g_object_set_data_full (
        G_OBJECT (data), "exm-backup",
        g_strdup (g_object_get_data (G_OBJECT (button), "exm-backup")), g_free);
}

/* A choice where there are several; the newest is chosen first. */
static void
add_choice (AdwMessageDialog *dialog, const GPtrArray *copies)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkCheckButton *first = NULL;

  gtk_widget_set_halign (box, GTK_ALIGN_CENTER);
  for (guint i = 0; i < copies->len; i++)
    {
      g_autofree char *when = exm_local_time_describe_backup (copies->pdata[i]);
      GtkWidget *button = gtk_check_button_new_with_label (when);
      g_object_set_data_full (G_OBJECT (button), "exm-backup",
                              g_strdup (copies->pdata[i]), g_free);
      gtk_check_button_set_group (GTK_CHECK_BUTTON (button), first);
      if (first == NULL)
        first = GTK_CHECK_BUTTON (button);
      g_signal_connect (button, "toggled", G_CALLBACK (on_backup_toggled), dialog);
      gtk_box_append (GTK_BOX (box), button);
    }
  gtk_check_button_set_active (first, TRUE);
  adw_message_dialog_set_extra_child (dialog, box);
}

static void
on_restore_answered (AdwMessageDialog *dialog, const char *response, gpointer data)
{
  if (g_str_equal (response, "restore"))
    start (EXM_WINDOW (data), g_object_get_data (G_OBJECT (dialog), "exm-backup"));
}

static void
on_restore (GtkWidget *widget, const char *name, GVariant *target)
{
  ExmWindow *self = EXM_WINDOW (widget);
  g_autoptr (GPtrArray) copies
      = exm_store_backup_list (exm_session_get_folder (self->session));

  if (copies->len == 0)
    {
      exm_toast_show (GTK_WIDGET (self->toasts),
                      exm_toast_new (_ ("There is no backup any more")));
      return;
    }
  g_autofree char *when = exm_local_time_describe_backup (copies->pdata[0]);
  /* translators: a time */
  g_autofree char *made = g_strdup_printf (_ ("It was made on %s."), when);
  g_autofree char *body = g_strconcat (
      copies->len == 1 ? made : _ ("Choose the time to go back to."), "\n\n",
      _ ("Articles and changes of a later time are not in it; articles are collected "
         "again where they are still listed. The database that is there now is kept "
         "beside it."),
      NULL);
  AdwMessageDialog *dialog
      = make_dialog (self, _ ("Restore a Backup?"), body, _ ("_Cancel"));
  adw_message_dialog_add_response (dialog, "restore", _ ("_Restore"));
  adw_message_dialog_set_response_appearance (dialog, "restore", ADW_RESPONSE_SUGGESTED);
  g_object_set_data_full (G_OBJECT (dialog), "exm-backup", g_strdup (copies->pdata[0]),
                          g_free);
  if (copies->len > 1)
    add_choice (dialog, copies);
  g_signal_connect_object (dialog, "response", G_CALLBACK (on_restore_answered), self, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

void
exm_window_repair_install (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.repair", NULL, on_repair);
  gtk_widget_class_install_action (widget_class, "win.restore", NULL, on_restore);
}
