/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/settings/exm-backup-group.h"

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
  GtkWidget *check_button;   /* (unowned) */
};

G_DEFINE_FINAL_TYPE (ExmBackupGroup, exm_backup_group, ADW_TYPE_PREFERENCES_GROUP)

/* The name of a backup tells its time. */
static void
show_last (ExmBackupGroup *self)
{
  g_autoptr (GPtrArray) copies = exm_store_backup_list (self->folder);
  const char *mark = copies->len > 0 ? strrchr (copies->pdata[0], '-') : NULL;
  g_autoptr (GTimeZone) utc = g_time_zone_new_utc ();
  g_autoptr (GDateTime) time
      = mark != NULL ? g_date_time_new_from_iso8601 (mark + 1, utc) : NULL;
  g_autoptr (GDateTime) local = time != NULL ? g_date_time_to_local (time) : NULL;
  g_autofree char *shown
      = local != NULL ? g_date_time_format (local, "%Y-%m-%d %H:%M") : NULL;
  /* translators: a time */
  g_autofree char *words = shown != NULL ? g_strdup_printf (_ ("Made on %s"), shown)
                                         : g_strdup (_ ("None has been made yet"));

  adw_action_row_set_subtitle (self->backup_row, words);
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

  gtk_widget_set_sensitive (self->check_button, FALSE);
  adw_action_row_set_subtitle (self->check_row, _ ("Being checked…"));
  start (self, run_check, on_checked);
}

static AdwActionRow *
add_row (ExmBackupGroup *self,
         const char *title,
         const char *label,
         GCallback clicked,
         GtkWidget **button)
{
  AdwActionRow *row = ADW_ACTION_ROW (adw_action_row_new ());

  *button = gtk_button_new_with_mnemonic (label);
  gtk_widget_set_valign (*button, GTK_ALIGN_CENTER);
  g_signal_connect (*button, "clicked", clicked, self);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_add_suffix (row, *button);
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
  self->backup_row
      = add_row (self, _ ("Daily backup of tasks and articles"), _ ("_Back Up Now"),
                 G_CALLBACK (on_backup_clicked), &self->backup_button);
  self->check_row = add_row (self, _ ("Look for damage"), _ ("_Check"),
                             G_CALLBACK (on_check_clicked), &self->check_button);
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
