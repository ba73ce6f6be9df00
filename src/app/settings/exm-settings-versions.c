/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/settings/exm-settings-page-private.h"
#include "app/widgets/exm-article-words.h"

#include "app/widgets/exm-toast.h"
#include "store/exm-store.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  char *uid; /* (owned) */
  guint version;
} Restore;

static void
restore_free (gpointer data)
{
  Restore *self = data;

  g_free (self->uid);
  g_free (self);
}

static gboolean
write_restore (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  const Restore *self = data;

  return exm_store_restore_task (store, self->uid, self->version, now_usec, error);
}

/* Data of on_restored(). */
typedef struct
{
  ExmSettingsPage *page; /* (owned) */
  char *uid;             /* (owned) */
  ExmTask *draft; /* (owned) (nullable): changes that the version takes the place of */
} Restoring;

/* Changes that are not saved go when the version is there, and stay where it fails. */
static void
on_restored (GObject *source, GAsyncResult *result, gpointer data)
{
  Restoring *restoring = data;
  ExmSettingsPage *self = restoring->page;
  g_autoptr (GError) error = NULL;
  gboolean done = exm_session_write_finish (EXM_SESSION (source), result, &error);

  if (done)
    exm_settings_page_drop_draft (self, restoring->uid, restoring->draft);
  exm_toast_show (GTK_WIDGET (self),
                  exm_toast_new (done ? _ ("The version was restored") : error->message));
  g_clear_pointer (&restoring->draft, exm_task_unref);
  g_object_unref (self);
  g_free (restoring->uid);
  g_free (restoring);
}

static void
on_restore_clicked (GtkButton *button, ExmSettingsPage *self)
{
  Restore *restore = g_new0 (Restore, 1);
  Restoring *restoring = g_new0 (Restoring, 1);
  ExmTask *draft = g_hash_table_lookup (self->drafts, self->task_uid);

  restoring->page = g_object_ref (self);
  restoring->uid = g_strdup (self->task_uid);
  restoring->draft = draft != NULL ? exm_task_ref (draft) : NULL;
  restore->uid = g_strdup (self->task_uid);
  restore->version
      = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "exm-version"));
  exm_session_write_async (self->session, self->task_uid, write_restore, restore,
                           restore_free, on_restored, restoring);
}

static void
add_row (ExmSettingsPage *self, const ExmTaskVersion *version, gboolean current)
{
  GtkWidget *row = adw_action_row_new ();
  g_autofree char *title = g_strdup_printf (_ ("Version %u"), version->version);
  g_autofree char *when = exm_article_words_when (version->created_usec);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), when);
  if (current)
    adw_action_row_add_suffix (ADW_ACTION_ROW (row), gtk_label_new (_ ("Current")));
  else
    {
      GtkWidget *button = gtk_button_new_with_mnemonic (_ ("_Restore"));
      g_object_set_data (G_OBJECT (button), "exm-version",
                         GUINT_TO_POINTER (version->version));
      gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
      g_signal_connect_object (button, "clicked", G_CALLBACK (on_restore_clicked), self,
                               0);
      adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);
    }
  g_ptr_array_add (self->version_rows, row);
  adw_preferences_group_add (self->versions, row);
}

static void
on_versions_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmSettingsPage) self = data;
  g_autoptr (GPtrArray) versions
      = exm_store_reader_read_finish_or_report (EXM_STORE_READER (source), result);

  if (versions == NULL)
    return;
  for (guint i = 0; i < self->version_rows->len; i++)
    adw_preferences_group_remove (self->versions,
                                  g_ptr_array_index (self->version_rows, i));
  g_ptr_array_set_size (self->version_rows, 0);
  for (guint i = 0; i < versions->len; i++)
    add_row (self, g_ptr_array_index (versions, i), i == 0);
}

void
exm_settings_page_read_versions (ExmSettingsPage *self)
{
  const ExmStoreQuery query = { .kind = EXM_READ_VERSIONS, .uid = self->task_uid };

  exm_store_reader_read_async (exm_session_get_reader (self->session), &query,
                               self->cancellable, on_versions_read, g_object_ref (self));
}
