/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/settings/exm-backup-group.h"

#include "app/session/exm-local-time.h"
#include "base/exm-said.h"
#include "store/db/exm-store-backup.h"
#include "store/exm-store-check.h"

#include <glib/gi18n-lib.h>

/* Articles that are compared with their checksums in one transaction. */
#define SLICE 1000u

struct _ExmBackupGroup
{
  AdwPreferencesGroup parent_instance;

  char *folder;              /* (owned) */
  GCancellable *cancellable; /* (owned): of what is under way */
  AdwActionRow *backup_row;  /* (unowned) */
  AdwActionRow *check_row;   /* (unowned) */
  GtkWidget *backup_button;  /* (unowned) */
  GtkWidget *restore_button; /* (unowned) */
  GtkWidget *check_button;   /* (unowned) */
  gboolean damaged;          /* the button of the check repairs */
};

G_DEFINE_FINAL_TYPE (ExmBackupGroup, exm_backup_group, ADW_TYPE_PREFERENCES_GROUP)

static void
show_last (ExmBackupGroup *self)
{
  g_autoptr (GPtrArray) copies = exm_store_backup_list (self->folder);
  g_autofree char *shown
      = copies->len > 0 ? exm_local_time_describe_backup (copies->pdata[0]) : NULL;
  /* translators: a time */
  g_autofree char *words = shown != NULL ? g_strdup_printf (_ ("Made on %s"), shown)
                                         : g_strdup (_ ("None has been made yet"));

  adw_action_row_set_subtitle (self->backup_row, words);
  gtk_widget_set_visible (self->restore_button, copies->len > 0);
}

static void
show_error (AdwActionRow *row, const GError *error)
{
  g_autofree char *words = g_markup_escape_text (error->message, -1);

  adw_action_row_set_subtitle (row, words);
}

static void
run_backup (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const ExmStoreBackupOptions options = { .now_usec = g_get_real_time () };
  GError *error = NULL;
  g_autofree char *path = exm_store_backup_make (data, &options, cancellable, &error);

  if (path != NULL)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
on_backed_up (GObject *source, GAsyncResult *result, gpointer data)
{
  ExmBackupGroup *self = EXM_BACKUP_GROUP (source);
  g_autoptr (GError) error = NULL;

  if (!g_task_propagate_boolean (G_TASK (result), &error)
      && g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  gtk_widget_set_sensitive (self->backup_button, TRUE);
  if (error != NULL)
    show_error (self->backup_row, error);
  else
    show_last (self);
}

/* The first finding in words; %NULL with @error unset if all is well. */
static char *
check (const char *folder, GCancellable *cancellable, GError **error)
{
  gint64 last = 0;

  if (!exm_store_check_structure (folder, EXM_STORE_MAIN_FILE, cancellable, error)
      || !exm_store_check_structure (folder, EXM_STORE_PAGES_FILE, cancellable, error))
    return NULL;
  for (gboolean over = FALSE; !over;)
    {
      g_auto (ExmCheckSlice) slice = { 0 };
      if (!exm_store_check_slice (folder, last, SLICE, &slice, cancellable, error))
        return NULL;
      if (slice.found->len > 0)
        {
          g_autofree char *said = exm_damage_say (slice.found->pdata[0]);
          return exm_said_to_words (said);
        }
      last = slice.last_id;
      over = slice.over;
    }
  return NULL;
}

static void
run_check (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;
  char *found = check (data, cancellable, &error);

  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, found, g_free);
}

static void
on_checked (GObject *source, GAsyncResult *result, gpointer data)
{
  ExmBackupGroup *self = EXM_BACKUP_GROUP (source);
  g_autoptr (GError) error = NULL;
  g_autofree char *found = g_task_propagate_pointer (G_TASK (result), &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  gtk_widget_set_sensitive (self->check_button, TRUE);
  self->damaged = g_error_matches (error, EXM_STORE_ERROR, EXM_STORE_ERROR_DAMAGED);
  gtk_button_set_label (GTK_BUTTON (self->check_button),
                        self->damaged ? _ ("_Repair…") : _ ("_Check"));
  if (error != NULL)
    {
      show_error (self->check_row, error);
      return;
    }
  g_autofree char *words
      = g_markup_escape_text (found != NULL ? found : _ ("No damage was found"), -1);
  adw_action_row_set_subtitle (self->check_row, words);
}

static void
start (ExmBackupGroup *self, GTaskThreadFunc func, GAsyncReadyCallback callback)
{
  g_autoptr (GTask) task = g_task_new (self, self->cancellable, callback, NULL);

  g_task_set_source_tag (task, start);
  g_task_set_task_data (task, g_strdup (self->folder), g_free);
  g_task_run_in_thread (task, func);
}

/* Hands over to the window behind the preferences: what they show ends with it. */
static void
activate_in_window (ExmBackupGroup *self, const char *action)
{
  GtkWindow *preferences = GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self)));
  GtkWindow *window = gtk_window_get_transient_for (preferences);

  if (window == NULL)
    return;
  g_object_ref (window);
  gtk_window_close (preferences);
  gtk_widget_activate_action (GTK_WIDGET (window), action, NULL);
  g_object_unref (window);
}

static void
on_restore_clicked (GtkButton *button, gpointer data)
{
  activate_in_window (data, "win.restore");
}

static void
on_backup_clicked (GtkButton *button, gpointer data)
{
  ExmBackupGroup *self = data;

  gtk_widget_set_sensitive (self->backup_button, FALSE);
  adw_action_row_set_subtitle (self->backup_row, _ ("Being made…"));
  start (self, run_backup, on_backed_up);
}

static void
on_check_clicked (GtkButton *button, gpointer data)
{
  ExmBackupGroup *self = data;

  if (self->damaged)
    {
      activate_in_window (self, "win.repair");
      return;
    }
  gtk_widget_set_sensitive (self->check_button, FALSE);
  adw_action_row_set_subtitle (self->check_row, _ ("Being checked…"));
  start (self, run_check, on_checked);
}

static GtkWidget *
add_button (ExmBackupGroup *self, AdwActionRow *row, const char *label, GCallback clicked)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (label);

  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  g_signal_connect (button, "clicked", clicked, self);
  adw_action_row_add_suffix (row, button);
  return button;
}

static AdwActionRow *
add_row (ExmBackupGroup *self, const char *title)
{
  AdwActionRow *row = ADW_ACTION_ROW (adw_action_row_new ());

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (self), GTK_WIDGET (row));
  return row;
}

static void
exm_backup_group_dispose (GObject *object)
{
  g_cancellable_cancel (EXM_BACKUP_GROUP (object)->cancellable);
  G_OBJECT_CLASS (exm_backup_group_parent_class)->dispose (object);
}

static void
exm_backup_group_finalize (GObject *object)
{
  ExmBackupGroup *self = EXM_BACKUP_GROUP (object);

  g_clear_object (&self->cancellable);
  g_free (self->folder);
  G_OBJECT_CLASS (exm_backup_group_parent_class)->finalize (object);
}

static void
exm_backup_group_class_init (ExmBackupGroupClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = exm_backup_group_dispose;
  G_OBJECT_CLASS (klass)->finalize = exm_backup_group_finalize;
}

static void
exm_backup_group_init (ExmBackupGroup *self)
{
  self->cancellable = g_cancellable_new ();
  adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (self), _ ("Backups"));
  self->backup_row = add_row (self, _ ("Daily backup of tasks and articles"));
  self->backup_button = add_button (self, self->backup_row, _ ("_Back Up Now"),
                                    G_CALLBACK (on_backup_clicked));
  self->restore_button = add_button (self, self->backup_row, _ ("Re_store…"),
                                     G_CALLBACK (on_restore_clicked));
  self->check_row = add_row (self, _ ("Look for damage"));
  self->check_button
      = add_button (self, self->check_row, _ ("_Check"), G_CALLBACK (on_check_clicked));
  adw_action_row_set_subtitle (self->check_row, _ ("Reads all tasks and articles"));
}

GtkWidget *
exm_backup_group_new (const char *folder)
{
  ExmBackupGroup *self = g_object_new (EXM_TYPE_BACKUP_GROUP, NULL);

  self->folder = g_strdup (folder);
  show_last (self);
  return GTK_WIDGET (self);
}
