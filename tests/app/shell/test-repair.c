/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A damaged database in the window: it is repaired there, or a backup is restored, from
 * the page that tells of it and from the preferences. */

#include "control/exm-role-lock.h"
#include "store/db/exm-store-backup.h"
#include "store/db/exm-store-folder.h"

#include "damage-fixture.h"
#include "store-fixture.h"
#include "test-folder.h"
#include "test-gui.h"
#include "test-pointer.h"

#include <glib/gstdio.h>
#include <string.h>

typedef struct
{
  char *folder;        /* (owned) */
  ExmApplication *app; /* (owned) (nullable) */
  ExmWindow *window;   /* (unowned) */
} Fixture;

/* Two paused tasks with articles, and no worker's backup yet. */
static void
set_up (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;

  self->folder = test_folder_new ();
  damage_make_store (self->folder);
  g_autoptr (ExmStore) store = exm_store_open (self->folder, NULL, NULL, &error);
  g_assert_no_error (error);
  for (guint i = 1; i <= 2; i++)
    exm_store_set_paused (store, store_task_uid (i), TRUE, &error);
  g_assert_no_error (error);
}

static void
tear_down (Fixture *self, gconstpointer unused)
{
  g_clear_pointer (&self->app, test_gui_stop);
  g_clear_pointer (&self->folder, test_folder_free);
}

static void
open_window (Fixture *self, gboolean wait)
{
  self->app = test_gui_open (self->folder, wait);
  self->window = test_gui_get_window (self->app);
}

/* Waits for the page that stands in place of the views. */
static GtkWidget *
need_page (Fixture *self, const char *title, const char *name)
{
  GtkWidget *page = test_gui_need (self->window, ADW_TYPE_STATUS_PAGE, title);

  test_gui_show_people (GTK_WIDGET (self->window), name);
  return page;
}

static void
click (gpointer root, const char *label)
{
  GtkWidget *button = test_gui_need (root, GTK_TYPE_BUTTON, label);

  /* Focus brings it into sight where there is little room. */
  gtk_window_set_focus (GTK_WINDOW (gtk_widget_get_root (button)), NULL);
  gtk_widget_grab_focus (button);
  test_gui_settle (button);
  test_pointer_click (button);
}

static AdwMessageDialog *
need_question (Fixture *self, const char *heading, const char *name)
{
  test_gui_need (test_gui_need_dialog (self->window, ADW_TYPE_MESSAGE_DIALOG),
                 GTK_TYPE_LABEL, heading);
  GtkWindow *dialog = test_gui_need_dialog (self->window, ADW_TYPE_MESSAGE_DIALOG);
  test_gui_show_people (GTK_WIDGET (dialog), name);
  return ADW_MESSAGE_DIALOG (dialog);
}

static void
need_words (AdwMessageDialog *dialog, const char *words)
{
  if (strstr (adw_message_dialog_get_body (dialog), words) == NULL)
    g_error ("“%s” is not in “%s”", words, adw_message_dialog_get_body (dialog));
}

static gboolean
is_no_dialog (gpointer data)
{
  return test_gui_find_dialog (((Fixture *) data)->window, ADW_TYPE_MESSAGE_DIALOG)
         == NULL;
}

/* Closes what tells the end of the work; the views are back by then, or come. */
static void
close_dialog (Fixture *self, AdwMessageDialog *dialog)
{
  click (dialog, "_Close");
  test_gui_wait_until (is_no_dialog, self, "the end of the dialog");
  test_gui_need (self->window, ADW_TYPE_VIEW_STACK, "views");
}

static guint
count_files (const char *folder, const char *part)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  guint n_found = 0;

  while ((name = g_dir_read_name (dir)) != NULL)
    n_found += strstr (name, part) != NULL ? 1 : 0;
  return n_found;
}

static gboolean
has_tasks (gpointer data)
{
  ExmSession *session = exm_window_get_session (((Fixture *) data)->window);

  return g_list_model_get_n_items (exm_session_get_tasks (session)) == 2;
}

/* An address in the page of the file that is destroyed. */
#define ADDRESS "http://site.example/20.html"

/* Rows are lost where the file has a hole, and no others. */
static void
test_repair (Fixture *self, gconstpointer unused)
{
  gsize size = 0;
  g_autoptr (GBytes) bytes = damage_read (self->folder, EXM_STORE_MAIN_FILE);
  const char *start = g_bytes_get_data (bytes, &size);
  const char *text = memmem (start, size, ADDRESS, strlen (ADDRESS));

  g_assert_nonnull (text);
  damage_bytes (self->folder, EXM_STORE_MAIN_FILE, (gsize) (text - start) / 4096 * 4096,
                4096, 0xa5);
  open_window (self, FALSE);
  GtkWidget *page = need_page (self, "The database is damaged", "damaged");
  g_assert_null (test_gui_find (page, GTK_TYPE_BUTTON, "Restore a _Backup…"));
  test_gui_need (page, GTK_TYPE_BUTTON, "_Try Again");
  click (page, "_Repair");
  AdwMessageDialog *dialog
      = need_question (self, "The Database Was Repaired", "repaired");
  need_words (dialog, "could not be");
  need_words (dialog,
              "The damaged file is kept in the data folder: exemplar.db.damaged-");
  close_dialog (self, dialog);
  g_assert_cmpuint (count_files (self->folder, ".damaged-"), ==, 1);
  g_assert_cmpint (damage_count_listed (self->folder), >=, DAMAGE_ARTICLES - 8);
  test_gui_wait_until (has_tasks, self, "the tasks");
  exm_window_set_view (self->window, "articles");
  test_gui_need_beginning (self->window, "Title ");
  test_gui_show_people (GTK_WIDGET (self->window), "repaired-views");
}

/* Makes a backup of @usec, and deletes ten articles from @id on after it. */
static void
make_backup (Fixture *self, gint64 usec, gint64 id)
{
  g_autoptr (GError) error = NULL;
  const ExmStoreBackupOptions options = { .now_usec = usec };
  g_autofree char *path = exm_store_backup_make (self->folder, &options, NULL, &error);
  g_assert_no_error (error);
  g_autoptr (ExmStore) store = exm_store_open (self->folder, NULL, NULL, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < 10; i++)
    g_assert_true (exm_store_delete_article (store, id + i, &error));
}

/* A database that cannot be repaired is left as it is, and one that another process
 * collects into. Nothing else can be done while a repair is tried. */
static void
test_fails (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;

  make_backup (self, STORE_NOW, 1);
  damage_table (self->folder, "article");
  open_window (self, FALSE);
  GtkWidget *page = need_page (self, "The database is damaged", "damaged-articles");
  g_autoptr (GBytes) before = damage_read (self->folder, EXM_STORE_MAIN_FILE);
  g_autoptr (ExmRoleLock) role = exm_role_lock_take (self->folder, &error);
  g_assert_no_error (error);
  GtkWidget *button = test_gui_need (page, GTK_TYPE_BUTTON, "_Repair");
  gtk_widget_activate_action (button, "win.repair", NULL);
  g_assert_cmpstr (adw_status_page_get_title (ADW_STATUS_PAGE (page)), ==,
                   "Repairing the Database…");
  g_assert_false (gtk_widget_get_sensitive (button));
  g_assert_false (
      gtk_widget_get_sensitive (test_gui_need (page, GTK_TYPE_BUTTON, "_Try Again")));
  need_page (self, "The database was not repaired", "not-repaired-busy");
  g_assert_nonnull (
      strstr (adw_status_page_get_description (ADW_STATUS_PAGE (page)), "only one can"));
  g_clear_pointer (&role, exm_role_lock_free);

  click (page, "_Repair");
  test_gui_need_beginning (self->window, "Nothing was changed. A backup brings");
  need_page (self, "The database was not repaired", "not-repaired");
  button = test_gui_need (page, GTK_TYPE_BUTTON, "Restore a _Backup…");
  g_assert_true (gtk_widget_has_css_class (button, "suggested-action"));
  g_autoptr (GBytes) after = damage_read (self->folder, EXM_STORE_MAIN_FILE);
  g_assert_true (g_bytes_equal (before, after));
  g_assert_cmpuint (count_files (self->folder, ".damaged-"), ==, 0);
  click (page, "_Try Again");
  need_page (self, "The database is damaged", "damaged-again");
}

/* Bytes of the file change under a worker that runs. */
static void
damage_in_place (Fixture *self)
{
  g_autofree char *path = g_build_filename (self->folder, EXM_STORE_MAIN_FILE, NULL);
  gsize size = damage_get_size (self->folder, EXM_STORE_MAIN_FILE);
  FILE *file = g_fopen (path, "r+b");

  g_assert_nonnull (file);
  g_assert_cmpint (fseek (file, (long) (size / 8192 * 4096), SEEK_SET), ==, 0);
  for (guint i = 0; i < 4096; i++)
    g_assert_cmpint (fputc (0xa5, file), ==, 0xa5);
  g_assert_cmpint (fclose (file), ==, 0);
}

static gboolean
goes_on (gpointer data)
{
  return exm_session_is_started (exm_application_get_session (data));
}

/* Collecting goes on after a repair whose window was closed meanwhile. */
static void
test_closed (Fixture *self, gconstpointer unused)
{
  open_window (self, TRUE);
  g_application_hold (G_APPLICATION (self->app));
  damage_in_place (self);
  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.repair", NULL);
  AdwMessageDialog *dialog = need_question (self, "Repair the Database?", "closed-asks");
  adw_message_dialog_response (dialog, "repair");
  g_assert_false (goes_on (self->app));
  gtk_window_destroy (GTK_WINDOW (self->window));
  test_gui_wait_until (goes_on, self->app, "the session");
  g_assert_cmpuint (count_files (self->folder, ".damaged-"), ==, 1);
  g_application_release (G_APPLICATION (self->app));
}

/* The older of two backups; nothing but a backup is offered where the file is empty. */
static void
test_restore (Fixture *self, gconstpointer unused)
{
  g_autofree char *path = g_build_filename (self->folder, EXM_STORE_MAIN_FILE, NULL);

  make_backup (self, STORE_NOW, 1);
  make_backup (self, STORE_NOW + G_TIME_SPAN_DAY, 11);
  g_assert_true (g_file_set_contents (path, "", 0, NULL));
  open_window (self, FALSE);
  GtkWidget *page = need_page (self, "The database is damaged", "emptied");
  g_assert_null (test_gui_find (page, GTK_TYPE_BUTTON, "_Repair"));
  click (page, "Restore a _Backup…");
  AdwMessageDialog *dialog = need_question (self, "Restore a Backup?", "restore");
  GtkWidget *choice = adw_message_dialog_get_extra_child (dialog);
  test_pointer_click (gtk_widget_get_last_child (choice));
  click (dialog, "_Restore");
  dialog = need_question (self, "The Backup Was Restored", "restored");
  need_words (dialog, "240 articles");
  close_dialog (self, dialog);
  test_gui_wait_until (has_tasks, self, "the tasks");
  g_assert_cmpint (damage_count_listed (self->folder), ==, DAMAGE_ARTICLES);
}

static void
open_preferences (Fixture *self)
{
  test_gui_settle (GTK_WIDGET (self->window));
  gtk_widget_activate_action (GTK_WIDGET (self->window), "app.preferences", NULL);
}

static GtkWindow *
need_preferences (Fixture *self)
{
  open_preferences (self);
  return test_gui_need_dialog (self->window, ADW_TYPE_PREFERENCES_WINDOW);
}

static gboolean
is_started (gpointer data)
{
  return exm_session_is_started (exm_window_get_session (((Fixture *) data)->window));
}

static void
test_preferences_repair (Fixture *self, gconstpointer unused)
{
  open_window (self, TRUE);
  damage_in_place (self);
  GtkWindow *preferences = need_preferences (self);
  click (preferences, "_Check");
  test_gui_need (preferences, GTK_TYPE_BUTTON, "_Repair…");
  test_gui_show_people (GTK_WIDGET (preferences), "preferences-repair");
  click (preferences, "_Repair…");
  AdwMessageDialog *dialog
      = need_question (self, "Repair the Database?", "preferences-repair-asks");
  g_assert_null (test_gui_find_dialog (self->window, ADW_TYPE_PREFERENCES_WINDOW));
  g_assert_true (is_started (self));
  click (dialog, "_Repair");
  dialog = need_question (self, "The Database Was Repaired", "preferences-repaired");
  close_dialog (self, dialog);
  test_gui_wait_until (is_started, self, "the session");
  g_assert_cmpuint (count_files (self->folder, ".damaged-"), ==, 1);
  g_assert_cmpint (damage_count_listed (self->folder), >=, DAMAGE_ARTICLES - 8);
}

/* A question that is answered with no changes nothing. The one backup needs no choice. */
static void
test_preferences_restore (Fixture *self, gconstpointer unused)
{
  make_backup (self, STORE_NOW, 1);
  open_window (self, TRUE);
  click (need_preferences (self), "Re_store…");
  AdwMessageDialog *dialog
      = need_question (self, "Restore a Backup?", "preferences-restore");
  click (dialog, "_Cancel");
  test_gui_wait_until (is_no_dialog, self, "the end of the question");
  g_assert_true (is_started (self));
  g_assert_cmpint (damage_count_listed (self->folder), ==, DAMAGE_ARTICLES - 10);

  click (need_preferences (self), "Re_store…");
  dialog = need_question (self, "Restore a Backup?", "preferences-restore-again");
  GtkWidget *choice = adw_message_dialog_get_extra_child (dialog);
  if (choice != NULL)
    test_pointer_click (gtk_widget_get_last_child (choice));
  click (dialog, "_Restore");
  dialog = need_question (self, "The Backup Was Restored", "preferences-restored");
  need_words (dialog, "240 articles");
  close_dialog (self, dialog);
  test_gui_wait_until (is_started, self, "the session");
  g_assert_cmpint (damage_count_listed (self->folder), ==, DAMAGE_ARTICLES);
}

int
main (int argc, char **argv)
{
  test_gui_init (&argc, &argv);
#define ADD(path, func)                                                                  \
  g_test_add ("/app/repair/" path, Fixture, NULL, set_up, func, tear_down)
  ADD ("repair", test_repair);
  ADD ("fails", test_fails);
  ADD ("closed", test_closed);
  ADD ("restore", test_restore);
  ADD ("preferences-repair", test_preferences_repair);
  ADD ("preferences-restore", test_preferences_restore);
  return g_test_run ();
}
