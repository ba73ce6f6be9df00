/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The window itself: it opens, finds its tasks by pointer and keyboard, remembers what it
 * showed, takes back what was done, says what is wrong, and ends. */

#include "app/settings/exm-backup-group.h"
#include "app/settings/exm-serving-group.h"
#include "app/shell/exm-scope-list.h"
#include "app/trash/exm-trash-page.h"
#include "store/db/exm-store-backup.h"
#include "store/exm-store.h"

#include "test-folder.h"
#include "test-gui.h"
#include "test-pointer.h"

#include <libsoup/soup.h>
#include <string.h>

typedef struct
{
  char *folder;        /* (owned) */
  ExmApplication *app; /* (owned) */
  ExmWindow *window;   /* (unowned) */
  char *uids[3];       /* (owned): of Apples, Bread and Cheese */
} Bench;

static const char *const names[] = { "Apples", "Bread", "Cheese" };

static void
add_tasks (Bench *bench)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStore) store = exm_store_open (bench->folder, NULL, NULL, &error);

  g_assert_no_error (error);
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_auto (ExmTaskFields) fields;
      exm_task_fields_init (&fields);
      g_free (fields.name);
      fields.name = g_strdup (names[i]);
      exm_task_fields_add_example (&fields, "http://a.example/1.html");
      exm_task_fields_add_source (&fields, EXM_SOURCE_LIST, "http://a.example/");
      g_autoptr (ExmTask) task = exm_task_new (&fields);
      exm_store_add_task (store, task, 1, &error);
      g_assert_no_error (error);
      bench->uids[i] = g_strdup (exm_task_get (task)->uid);
    }
}

static gboolean
knows_tasks (gpointer data)
{
  ExmSession *session = exm_window_get_session (EXM_WINDOW (data));

  return g_list_model_get_n_items (exm_session_get_tasks (session))
             == G_N_ELEMENTS (names)
         && exm_window_get_view (EXM_WINDOW (data)) != NULL;
}

static gboolean
knows_two_tasks (gpointer data)
{
  ExmSession *session = exm_window_get_session (EXM_WINDOW (data));

  return g_list_model_get_n_items (exm_session_get_tasks (session)) > 0
         && g_list_model_get_n_items (exm_session_get_tasks (session))
                == G_N_ELEMENTS (names) - 1;
}

static void
forget_settings (void)
{
  g_autoptr (GSettings) settings
      = g_settings_new ("io.github.exemplar_workbench.Exemplar");

  g_settings_reset (settings, "scope");
  g_settings_reset (settings, "view");
  g_settings_reset (settings, "sidebar");
  g_settings_reset (settings, "window-width");
  g_settings_reset (settings, "window-height");
}

static void
bench_open (Bench *bench)
{
  bench->app = test_gui_start (bench->folder);
  bench->window = test_gui_get_window (bench->app);
}

static void
bench_init (Bench *bench, gboolean with_tasks)
{
  *bench = (Bench){ .folder = test_folder_new () };
  forget_settings ();
  if (with_tasks)
    add_tasks (bench);
  bench_open (bench);
  if (with_tasks)
    test_gui_wait_until (knows_tasks, bench->window, "the tasks");
}

static void
bench_clear (Bench *bench)
{
  test_gui_stop (bench->app);
  test_folder_free (bench->folder);
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    g_free (bench->uids[i]);
}

static void
assert_label (GtkWidget *widget, const char *label)
{
  g_autofree char *wrong = gtk_test_accessible_check_property (
      GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, label);

  g_assert_cmpstr (wrong, ==, NULL);
}

static void
test_start (void)
{
  Bench bench;

  bench_init (&bench, FALSE);
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (bench.window)), ==, "Exemplar");
  g_assert_null (exm_window_get_task_uid (bench.window));
  const char *picture = adw_status_page_get_icon_name (
      ADW_STATUS_PAGE (test_gui_need (bench.window, ADW_TYPE_STATUS_PAGE, NULL)));
  g_assert_nonnull (picture);
  g_assert_true (gtk_icon_theme_has_icon (
      gtk_icon_theme_get_for_display (gdk_display_get_default ()), picture));
  GtkWidget *button = test_gui_need (bench.window, GTK_TYPE_TOGGLE_BUTTON, "Sidebar");
  assert_label (button, "Sidebar");
  assert_label (test_gui_need (bench.window, GTK_TYPE_MENU_BUTTON, "Main Menu"),
                "Main Menu");
  GtkWidget *sidebar = test_gui_need (bench.window, EXM_TYPE_SCOPE_LIST, "sidebar");
  assert_label (test_gui_need (sidebar, GTK_TYPE_SEARCH_ENTRY, NULL), "Go to task");
  gtk_test_accessible_assert_role (
      GTK_ACCESSIBLE (test_gui_need (sidebar, GTK_TYPE_LIST_VIEW, NULL)),
      GTK_ACCESSIBLE_ROLE_LIST);
  gboolean active = gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (button));
  test_pointer_click (button);
  g_assert_cmpint (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (button)), ==,
                   !active);
  test_keys (GTK_WIDGET (bench.window), "F9");
  g_assert_cmpint (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (button)), ==, active);
  bench_clear (&bench);
}

/* However wide the window is, whether the sidebar has room beside the view or not. */
static void
test_sidebar (void)
{
  Bench bench;

  bench_init (&bench, TRUE);
  AdwFlap *flap = ADW_FLAP (test_gui_need (bench.window, ADW_TYPE_FLAP, NULL));
  adw_flap_set_reveal_flap (flap, FALSE);
  for (int width = 900; width >= 560; width -= 20)
    {
      gtk_window_set_default_size (GTK_WINDOW (bench.window), width, 600);
      test_gui_settle (GTK_WIDGET (bench.window));
      g_assert_false (adw_flap_get_reveal_flap (flap));
      test_keys (GTK_WIDGET (bench.window), "F9");
      test_gui_settle (GTK_WIDGET (bench.window));
      g_assert_true (adw_flap_get_reveal_flap (flap));
      test_keys (GTK_WIDGET (bench.window), "F9");
      test_gui_settle (GTK_WIDGET (bench.window));
    }
  bench_clear (&bench);
}

/* The least width is one at which every view has room; and a name of usual length is read
 * in full where no views' names stand beside it. */
static void
test_least_width (void)
{
  static const char *const views[] = { "workbench", "articles", "activity", "settings" };
  Bench bench;
  int least;

  bench_init (&bench, TRUE);
  exm_window_set_task_uid (bench.window, bench.uids[1]);
  adw_flap_set_reveal_flap (ADW_FLAP (test_gui_need (bench.window, ADW_TYPE_FLAP, NULL)),
                            FALSE);
  gtk_widget_get_size_request (GTK_WIDGET (bench.window), &least, NULL);
  gtk_window_set_default_size (GTK_WINDOW (bench.window), least, 600);
  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    {
      int width;
      exm_window_set_view (bench.window, views[i]);
      test_gui_settle (GTK_WIDGET (bench.window));
      gtk_widget_measure (GTK_WIDGET (bench.window), GTK_ORIENTATION_HORIZONTAL, -1,
                          &width, NULL, NULL, NULL);
      g_assert_cmpint (width, <=, least);
    }
  GtkWidget *name = test_gui_need (bench.window, GTK_TYPE_LABEL, "scope_label");
  gtk_label_set_label (GTK_LABEL (name), "The Tidewater Courier");
  gtk_window_set_default_size (GTK_WINDOW (bench.window), 740, 600);
  test_gui_settle (GTK_WIDGET (bench.window));
  g_assert_false (test_gui_is_cut (GTK_LABEL (name)));

  /* Nor where they do, while there is room, however large the texts. */
  g_object_set (gtk_settings_get_default (), "gtk-xft-dpi", 144 * 1024, NULL);
  gtk_window_set_default_size (GTK_WINDOW (bench.window), 1280, 600);
  test_gui_settle (GTK_WIDGET (bench.window));
  g_assert_false (test_gui_is_cut (GTK_LABEL (name)));
  gtk_settings_reset_property (gtk_settings_get_default (), "gtk-xft-dpi");
  bench_clear (&bench);
}

static gboolean
shows_bread (gpointer data)
{
  Bench *bench = data;

  return g_strcmp0 (exm_window_get_task_uid (bench->window), bench->uids[1]) == 0;
}

/* Ctrl+K, a part of the name, Enter; then the arrow in the list. */
static void
test_keyboard (void)
{
  Bench bench;

  bench_init (&bench, TRUE);
  g_assert_cmpstr (exm_window_get_task_uid (bench.window), ==, bench.uids[0]);
  test_keys (GTK_WIDGET (bench.window), "ctrl+k");
  test_type (GTK_WIDGET (bench.window), "rea");
  test_keys (GTK_WIDGET (bench.window), "Return");
  test_gui_wait_until (shows_bread, &bench, "Bread");
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (bench.window)), ==,
                   "Bread – Exemplar");
  /* Letters that are typed are no shortcuts. */
  test_keys (GTK_WIDGET (bench.window), "ctrl+k");
  test_type (GTK_WIDGET (bench.window), "wzm");
  test_gui_need (bench.window, GTK_TYPE_LABEL, "No task matches “wzm”");
  test_keys (GTK_WIDGET (bench.window), "Escape");
  GtkWidget *row = test_gui_need (bench.window, GTK_TYPE_LABEL, "Cheese");
  test_pointer_click (row);
  g_assert_cmpstr (exm_window_get_task_uid (bench.window), ==, bench.uids[2]);
  test_keys (row, "Up");
  g_assert_cmpstr (exm_window_get_task_uid (bench.window), ==, bench.uids[1]);
  /* The scope Needs You shows the articles to review, of all tasks. */
  test_pointer_click (test_gui_need (bench.window, GTK_TYPE_LABEL, "Needs You"));
  g_assert_null (exm_window_get_task_uid (bench.window));
  g_assert_cmpstr (exm_window_get_view (bench.window), ==, "articles");
  test_gui_need (bench.window, GTK_TYPE_WIDGET, "Nothing needs you");
  bench_clear (&bench);
}

static void
test_picker (void)
{
  Bench bench;

  bench_init (&bench, TRUE);
  test_keys (GTK_WIDGET (bench.window), "F9 ctrl+k");
  test_gui_need (bench.window, GTK_TYPE_POPOVER, "picker_popover");
  test_type (GTK_WIDGET (bench.window), "bread");
  test_keys (GTK_WIDGET (bench.window), "Return");
  test_gui_wait_until (shows_bread, &bench, "Bread");
  g_assert_null (test_gui_find (bench.window, GTK_TYPE_POPOVER, "picker_popover"));

  /* Escape closes it, whatever has been typed. */
  for (guint i = 0; i < 2; i++)
    {
      test_keys (GTK_WIDGET (bench.window), "ctrl+k");
      test_gui_need (bench.window, GTK_TYPE_POPOVER, "picker_popover");
      if (i == 1)
        test_type (GTK_WIDGET (bench.window), "che");
      test_keys (GTK_WIDGET (bench.window), "Escape");
      test_gui_settle (GTK_WIDGET (bench.window));
      g_assert_null (test_gui_find (bench.window, GTK_TYPE_POPOVER, "picker_popover"));
    }
  g_assert_true (shows_bread (&bench));
  bench_clear (&bench);
}

static gboolean
shows_cheese (gpointer data)
{
  Bench *bench = data;

  return g_strcmp0 (exm_window_get_task_uid (bench->window), bench->uids[2]) == 0;
}

/* Shows again what was shown when the window was closed. */
static void
test_restore (void)
{
  Bench bench;
  int width, height;

  bench_init (&bench, TRUE);
  exm_window_set_task_uid (bench.window, bench.uids[2]);
  exm_window_set_view (bench.window, "activity");
  test_keys (GTK_WIDGET (bench.window), "F9");
  gtk_window_set_default_size (GTK_WINDOW (bench.window), 1270, 640);
  test_gui_settle (GTK_WIDGET (bench.window));
  gtk_window_close (GTK_WINDOW (bench.window));
  test_gui_stop (bench.app);
  bench_open (&bench);
  test_gui_wait_until (shows_cheese, &bench, "Cheese");
  g_assert_cmpstr (exm_window_get_view (bench.window), ==, "activity");
  gtk_window_get_default_size (GTK_WINDOW (bench.window), &width, &height);
  g_assert_cmpint (width, ==, 1270);
  g_assert_cmpint (height, ==, 640);
  g_assert_null (test_gui_find (bench.window, EXM_TYPE_SCOPE_LIST, "sidebar"));
  bench_clear (&bench);
}

static gboolean
is_paused (gpointer data)
{
  Bench *bench = data;

  return exm_task_item_get_paused (
      exm_session_find_task (exm_window_get_session (bench->window), bench->uids[0]));
}

static gboolean
is_not_paused (gpointer data)
{
  return !is_paused (data);
}

static gboolean
is_listed (gpointer data)
{
  Bench *bench = data;

  return exm_session_find_task (exm_window_get_session (bench->window), bench->uids[0])
         != NULL;
}

static gboolean
is_not_listed (gpointer data)
{
  return !is_listed (data);
}

static void
test_undo (void)
{
  Bench bench;
  GtkWidget *window;

  bench_init (&bench, TRUE);
  window = GTK_WIDGET (bench.window);
  gtk_widget_activate_action (window, "win.pause-task", NULL);
  test_gui_wait_until (is_paused, &bench, "the pause");
  test_pointer_undo (window, "“Apples” is paused");
  test_gui_wait_until (is_not_paused, &bench, "the end of the pause");
  gtk_widget_activate_action (window, "win.delete-task", NULL);
  test_gui_wait_until (is_not_listed, &bench, "the deletion");
  g_assert_null (exm_window_get_task_uid (bench.window));
  test_pointer_undo (window, "“Apples” is in the Trash");
  test_gui_wait_until (is_listed, &bench, "the task again");
  g_assert_cmpstr (exm_window_get_task_uid (bench.window), ==, bench.uids[0]);
  test_gui_need_beginning (window, "“Apples” is restored");
  bench_clear (&bench);
}

/* Ctrl+Z brings a deleted task back where it was deleted, and nowhere else. */
static void
test_undo_by_key (void)
{
  Bench bench;
  GtkWidget *window;

  bench_init (&bench, TRUE);
  window = GTK_WIDGET (bench.window);
  gtk_widget_activate_action (window, "win.delete-task", NULL);
  test_gui_wait_until (is_not_listed, &bench, "the deletion");
  test_gui_need_beginning (window, "“Apples” is in the Trash");
  test_keys (window, "ctrl+z");
  test_gui_wait_until (is_listed, &bench, "the task again");
  test_gui_need_beginning (window, "“Apples” is restored");

  gtk_widget_activate_action (window, "win.delete-task", NULL);
  test_gui_wait_until (is_not_listed, &bench, "the deletion again");
  exm_window_set_task_uid (bench.window, bench.uids[1]);
  test_keys (window, "ctrl+z");
  test_gui_settle (window);
  g_assert_true (is_not_listed (&bench));
  bench_clear (&bench);
}

static gboolean
is_trash_empty (gpointer data)
{
  Bench *bench = data;

  return g_list_model_get_n_items (
             exm_session_get_trash (exm_window_get_session (bench->window)))
         == 0;
}

static gboolean
is_unasked (gpointer data)
{
  return test_gui_find_dialog (((Bench *) data)->window, ADW_TYPE_MESSAGE_DIALOG) == NULL;
}

/* Answers the question that is asked, by the button that says @label. */
static void
answer (Bench *bench, const char *heading, const char *label)
{
  GtkWindow *dialog = test_gui_need_dialog (bench->window, ADW_TYPE_MESSAGE_DIALOG);

  g_assert_cmpstr (adw_message_dialog_get_heading (ADW_MESSAGE_DIALOG (dialog)), ==,
                   heading);
  test_pointer_click (test_gui_need (dialog, GTK_TYPE_BUTTON, label));
  test_gui_wait_until (is_unasked, bench, "the end of the question");
}

/* The trash is listed while there is something in it; from its page tasks are restored,
 * and deleted for good after a question. */
static void
test_trash (void)
{
  Bench bench;
  GtkWidget *window;

  bench_init (&bench, TRUE);
  window = GTK_WIDGET (bench.window);
  GtkWidget *sidebar = test_gui_need (window, EXM_TYPE_SCOPE_LIST, "sidebar");
  g_assert_null (test_gui_find (sidebar, GTK_TYPE_LABEL, "Trash"));
  gtk_widget_activate_action (window, "win.delete-task", NULL);
  test_gui_wait_until (is_not_listed, &bench, "the deletion");
  test_pointer_click (test_gui_need (sidebar, GTK_TYPE_LABEL, "Trash"));
  GtkWidget *page = test_gui_need (window, EXM_TYPE_TRASH_PAGE, NULL);
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (window)), ==, "Exemplar");
  test_gui_need (page, GTK_TYPE_LABEL, "Apples");
  test_gui_need (page, GTK_TYPE_LABEL, "0 articles · 30 days left");
  test_pointer_click (test_gui_need (page, GTK_TYPE_BUTTON, "Restore"));
  test_gui_wait_until (is_listed, &bench, "the task again");
  test_gui_wait_until (is_trash_empty, &bench, "the end of the trash");
  g_assert_null (test_gui_find (sidebar, GTK_TYPE_LABEL, "Trash"));
  g_assert_cmpstr (exm_window_get_task_uid (bench.window), ==, bench.uids[0]);

  gtk_widget_activate_action (window, "win.delete-task", NULL);
  test_gui_wait_until (is_not_listed, &bench, "the deletion again");
  test_pointer_click (test_gui_need (sidebar, GTK_TYPE_LABEL, "Trash"));
  page = test_gui_need (window, EXM_TYPE_TRASH_PAGE, NULL);
  test_pointer_click (test_gui_need (page, GTK_TYPE_BUTTON, "Delete Now…"));
  answer (&bench, "Delete “Apples” Now?", "_Cancel");
  test_pointer_click (test_gui_need (page, GTK_TYPE_BUTTON, "Empty Trash…"));
  answer (&bench, "Empty the Trash?", "_Empty Trash");
  test_gui_wait_until (is_trash_empty, &bench, "the empty trash");
  test_gui_need_beginning (window, "Deleted for good: 1 task and 0 articles");
  g_assert_null (test_gui_find (window, EXM_TYPE_TRASH_PAGE, NULL));
  bench_clear (&bench);
}

/* A deletion holds when the program ends, and can still be taken back. */
static void
test_delete_and_quit (void)
{
  Bench bench;

  bench_init (&bench, TRUE);
  g_autofree char *gone = g_strdup (bench.uids[0]);
  gtk_widget_activate_action (GTK_WIDGET (bench.window), "win.delete-task", NULL);
  test_gui_wait_until (is_not_listed, &bench, "the deletion");
  test_gui_need (bench.window, GTK_TYPE_BUTTON, "Undo");
  test_gui_stop (bench.app);
  bench_open (&bench);
  test_gui_wait_until (knows_two_tasks, bench.window, "the other tasks");
  g_assert_null (exm_session_find_task (exm_window_get_session (bench.window), gone));
  g_assert_false (is_trash_empty (&bench));
  bench_clear (&bench);
}

static void
test_dialogs (void)
{
  Bench bench;

  bench_init (&bench, TRUE);
  test_keys (GTK_WIDGET (bench.window), "ctrl+shift+question");
  GtkWindow *dialog = test_gui_need_dialog (bench.window, GTK_TYPE_SHORTCUTS_WINDOW);
  test_gui_need (dialog, GTK_TYPE_LABEL, "Go to task");
  /* Keys of single widgets are listed too. */
  g_object_set (dialog, "section-name", "Workbench", NULL);
  test_gui_need (dialog, GTK_TYPE_LABEL, "Add the line or leave it out");
  gtk_window_destroy (dialog);
  g_action_group_activate_action (G_ACTION_GROUP (bench.app), "about", NULL);
  dialog = test_gui_need_dialog (bench.window, ADW_TYPE_ABOUT_WINDOW);
  g_assert_cmpstr (adw_about_window_get_application_name (ADW_ABOUT_WINDOW (dialog)), ==,
                   "Exemplar");
  gtk_window_destroy (dialog);
  test_keys (GTK_WIDGET (bench.window), "ctrl+comma");
  dialog = test_gui_need_dialog (bench.window, ADW_TYPE_PREFERENCES_WINDOW);
  test_gui_need (dialog, ADW_TYPE_ACTION_ROW, "Data folder");
  gtk_window_destroy (dialog);
  bench_clear (&bench);
}

static void
assert_problem (const char *bytes, gsize size, const char *title)
{
  g_autoptr (TestFolder) folder = test_folder_new ();
  g_autofree char *file = g_build_filename (folder, "exemplar.db", NULL);
  g_autoptr (GError) error = NULL;

  g_file_set_contents (file, bytes, (gssize) size, &error);
  g_assert_no_error (error);
  ExmApplication *app = test_gui_open (folder, FALSE);
  ExmWindow *window = test_gui_get_window (app);
  GtkWidget *page = test_gui_need (window, ADW_TYPE_STATUS_PAGE, title);
  g_assert_cmpstr (adw_status_page_get_description (ADW_STATUS_PAGE (page)), !=, "");
  GtkWidget *retry = test_gui_need (page, GTK_TYPE_BUTTON, "_Try Again");
  test_pointer_click (retry);
  test_gui_need (window, ADW_TYPE_STATUS_PAGE, title);
  test_gui_stop (app);
}

/* A newer database is named as such, kept as it is, and tried again on demand. */
static void
test_newer (void)
{
  Bench bench;
  g_autofree char *bytes = NULL;
  gsize size;

  bench_init (&bench, TRUE);
  test_gui_stop (bench.app);
  g_autofree char *file = g_build_filename (bench.folder, "exemplar.db", NULL);
  g_assert_true (g_file_get_contents (file, &bytes, &size, NULL));
  memcpy (bytes + 60, "\0\0\x7f\xff", 4);
  assert_problem (bytes, size, "The data is of a newer version");
  memcpy (bytes + 68, "abcd", 4);
  assert_problem (bytes, size, "This is the database of another program");
  bench_open (&bench);
  bench_clear (&bench);
}

/* A damaged one stays as it is, and what helps is said. */
static void
test_damaged (void)
{
  g_autoptr (TestFolder) folder = test_folder_new ();
  g_autofree char *file = g_build_filename (folder, "exemplar.db", NULL);

  g_assert_true (g_file_set_contents (file, "This is no database.", -1, NULL));
  ExmApplication *app = test_gui_open (folder, FALSE);
  GtkWidget *page = test_gui_need (test_gui_get_window (app), ADW_TYPE_STATUS_PAGE,
                                   "The database is damaged");
  g_assert_nonnull (strstr (adw_status_page_get_description (ADW_STATUS_PAGE (page)),
                            "exemplar-cli store repair"));
  test_gui_stop (app);
  g_autofree char *bytes = NULL;
  g_assert_true (g_file_get_contents (file, &bytes, NULL, NULL));
  g_assert_cmpstr (bytes, ==, "This is no database.");
}

static gboolean
has_backup (gpointer data)
{
  g_autoptr (GPtrArray) copies = exm_store_backup_list (data);

  return copies->len > 0;
}

static gboolean
is_sensitive (gpointer data)
{
  return gtk_widget_get_sensitive (data);
}

/* The preferences make a backup at once, and tell what a check found. */
static void
test_backups (void)
{
  Bench bench;

  bench_init (&bench, TRUE);
  GtkWidget *group = gtk_window_new ();
  gtk_window_set_child (GTK_WINDOW (group), exm_backup_group_new (bench.folder));
  gtk_window_present (GTK_WINDOW (group));
  GtkWidget *row = test_gui_need (group, ADW_TYPE_ACTION_ROW, "Look for damage");
  GtkWidget *button = test_gui_need (group, GTK_TYPE_BUTTON, "_Check");
  g_signal_emit_by_name (button, "clicked");
  g_assert_false (is_sensitive (button));
  test_gui_wait_until (is_sensitive, button, "the end of the check");
  g_assert_cmpstr (adw_action_row_get_subtitle (ADW_ACTION_ROW (row)), ==,
                   "No damage was found");
  button = test_gui_need (group, GTK_TYPE_BUTTON, "_Back Up Now");
  g_signal_emit_by_name (button, "clicked");
  test_gui_wait_until (is_sensitive, button, "the end of the backup");
  g_assert_true (has_backup (bench.folder));
  gtk_window_destroy (GTK_WINDOW (group));
  bench_clear (&bench);
}

/* Addresses of feeds, as the preferences show them. */
typedef struct
{
  ExmServing *serving;  /* (owned) */
  GtkWidget *window;    /* (unowned) */
  GtkWidget *addresses; /* (unowned) */
  char *address;        /* (owned) (nullable): what is there no longer */
  guint status;         /* of an answer, 0 while there is none */
} Feeds;

static AdwActionRow *
find_feed (Feeds *self)
{
  return (AdwActionRow *) test_gui_find (self->window, ADW_TYPE_ACTION_ROW,
                                         "List of all feeds (OPML)");
}

static gboolean
has_new_address (gpointer data)
{
  Feeds *self = data;
  AdwActionRow *row = find_feed (self);

  return row != NULL && gtk_widget_get_sensitive (self->addresses)
         && g_strcmp0 (adw_action_row_get_subtitle (row), self->address) != 0;
}

static char *
wait_for_address (Feeds *self)
{
  test_gui_wait_until (has_new_address, self, "the address of a feed");
  return g_strdup (adw_action_row_get_subtitle (find_feed (self)));
}

static void
on_answer (GObject *source, GAsyncResult *result, gpointer data)
{
  Feeds *self = data;
  SoupMessage *message
      = soup_session_get_async_result_message (SOUP_SESSION (source), result);
  g_autoptr (GBytes) bytes
      = soup_session_send_and_read_finish (SOUP_SESSION (source), result, NULL);

  g_assert_nonnull (bytes);
  self->status = soup_message_get_status (message);
}

static gboolean
is_answered (gpointer data)
{
  return ((Feeds *) data)->status != 0;
}

static guint
ask (Feeds *self, const char *address)
{
  g_autoptr (SoupSession) session = soup_session_new ();
  g_autoptr (SoupMessage) message = soup_message_new ("GET", address);

  self->status = 0;
  soup_session_send_and_read_async (session, message, G_PRIORITY_DEFAULT, NULL, on_answer,
                                    self);
  test_gui_wait_until (is_answered, self, "the feed");
  return self->status;
}

/* The preferences serve feeds when asked to, show their addresses, and take one away. */
static void
test_serving (void)
{
  Bench bench;
  Feeds feeds = { 0 };

  bench_init (&bench, TRUE);
  feeds.serving = exm_serving_new (bench.folder, NULL);
  exm_serving_set_listen (feeds.serving, "127.0.0.1:0");
  g_assert_null (exm_serving_get_base_url (feeds.serving));
  feeds.window = gtk_window_new ();
  gtk_window_set_child (GTK_WINDOW (feeds.window), exm_serving_group_new (feeds.serving));
  gtk_window_present (GTK_WINDOW (feeds.window));
  GtkWidget *row = test_gui_need (feeds.window, ADW_TYPE_ACTION_ROW, "Serve feeds");
  g_assert_null (
      test_gui_find (feeds.window, ADW_TYPE_EXPANDER_ROW, "Addresses of the feeds"));

  adw_action_row_activate (ADW_ACTION_ROW (row));
  g_assert_nonnull (exm_serving_get_base_url (feeds.serving));
  g_assert_cmpstr (adw_action_row_get_subtitle (ADW_ACTION_ROW (row)), ==,
                   exm_serving_get_base_url (feeds.serving));
  feeds.addresses
      = test_gui_need (feeds.window, ADW_TYPE_EXPANDER_ROW, "Addresses of the feeds");
  adw_expander_row_set_expanded (ADW_EXPANDER_ROW (feeds.addresses), TRUE);
  g_autofree char *old = wait_for_address (&feeds);
  g_assert_true (g_str_has_prefix (old, exm_serving_get_base_url (feeds.serving)));
  g_assert_cmpuint (ask (&feeds, old), ==, SOUP_STATUS_OK);
  test_gui_need (feeds.window, ADW_TYPE_ACTION_ROW, "Cheese");
  g_signal_emit_by_name (
      test_gui_need (find_feed (&feeds), GTK_TYPE_BUTTON, "Copy the address"), "clicked");
  g_assert_true (gdk_content_formats_contain_gtype (
      gdk_clipboard_get_formats (gtk_widget_get_clipboard (row)), G_TYPE_STRING));

  feeds.address = g_strdup (old);
  g_signal_emit_by_name (test_gui_need (find_feed (&feeds), GTK_TYPE_BUTTON,
                                        "Take the address away and make a new one"),
                         "clicked");
  g_autofree char *new = wait_for_address (&feeds);
  g_assert_cmpuint (ask (&feeds, old), ==, SOUP_STATUS_NOT_FOUND);
  g_assert_cmpuint (ask (&feeds, new), ==, SOUP_STATUS_OK);

  /* An address that cannot be listened at is told, and nothing is served. */
  exm_serving_set_listen (feeds.serving, "nowhere.example:1");
  g_assert_null (exm_serving_get_base_url (feeds.serving));
  g_assert_cmpstr (adw_action_row_get_subtitle (ADW_ACTION_ROW (row)), ==,
                   exm_serving_get_problem (feeds.serving));
  adw_action_row_activate (ADW_ACTION_ROW (row));
  g_assert_false (exm_serving_get_active (feeds.serving));
  g_assert_null (exm_serving_get_problem (feeds.serving));
  gtk_window_destroy (GTK_WINDOW (feeds.window));
  g_object_unref (feeds.serving);
  g_free (feeds.address);
  bench_clear (&bench);
}

static gboolean
is_gone (gpointer data)
{
  return !gtk_revealer_get_reveal_child (data);
}

/* While another process collects the window works, and says so. */
static void
test_elsewhere (void)
{
  g_autoptr (TestFolder) folder = test_folder_new ();
  const ExmWorkerOptions options = { .folder = folder };
  g_autoptr (ExmWorker) other = exm_worker_new (&options, NULL, NULL);
  g_autoptr (GError) error = NULL;

  exm_worker_start (other, &error);
  g_assert_no_error (error);
  ExmApplication *app = test_gui_start (folder);
  ExmWindow *window = test_gui_get_window (app);
  GtkWidget *notice = test_gui_need (window, GTK_TYPE_LABEL, "notice");
  GtkWidget *bar = gtk_widget_get_ancestor (notice, GTK_TYPE_REVEALER);
  g_assert_true (gtk_revealer_get_reveal_child (GTK_REVEALER (bar)));
  g_assert_nonnull (
      strstr (gtk_label_get_label (GTK_LABEL (notice)), "Another Exemplar"));
  exm_worker_stop (other);
  test_gui_wait_until (is_gone, bar, "the end of the notice");
  test_gui_stop (app);
}

int
main (int argc, char **argv)
{
  test_gui_init (&argc, &argv);
  g_test_add_func ("/app/window/start", test_start);
  g_test_add_func ("/app/window/sidebar", test_sidebar);
  g_test_add_func ("/app/window/least-width", test_least_width);
  g_test_add_func ("/app/window/keyboard", test_keyboard);
  g_test_add_func ("/app/window/picker", test_picker);
  g_test_add_func ("/app/window/restore", test_restore);
  g_test_add_func ("/app/window/undo", test_undo);
  g_test_add_func ("/app/window/undo-by-key", test_undo_by_key);
  g_test_add_func ("/app/window/trash", test_trash);
  g_test_add_func ("/app/window/delete-and-quit", test_delete_and_quit);
  g_test_add_func ("/app/window/dialogs", test_dialogs);
  g_test_add_func ("/app/window/newer", test_newer);
  g_test_add_func ("/app/window/damaged", test_damaged);
  g_test_add_func ("/app/window/backups", test_backups);
  g_test_add_func ("/app/window/serving", test_serving);
  g_test_add_func ("/app/window/elsewhere", test_elsewhere);
  return g_test_run ();
}
