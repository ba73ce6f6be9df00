/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The view of settings: every field there and back, the live preview, saving, undoing and
 * restoring. */

#include "app/settings/exm-form-outputs.h"
#include "app/settings/exm-schedule-form.h"
#include "app/settings/exm-settings-page.h"
#include "app/settings/exm-task-form.h"
#include "app/widgets/exm-article-words.h"
#include "publish/messages/exm-connection.h"
#include "setup/exm-group-defaults.h"
#include "store/exm-store.h"
#include "task/exm-output-format.h"
#include "task/exm-task-file.h"
#include "task/exm-task-keys.h"

#include "store-fixture.h"
#include "test-folder.h"
#include "test-gui.h"
#include "test-pointer.h"

#include <glib/gstdio.h>
#include <string.h>

typedef struct
{
  char *folder;          /* (owned) */
  ExmApplication *app;   /* (owned) */
  ExmWindow *window;     /* (unowned) */
  ExmSettingsPage *page; /* (unowned) */
} Fixture;

/* A task in which every key has a value of its own. */
static const char full_task[]
    = "exemplar-task = 1\n"
      "[task]\n"
      "uid = 00000000000000000000000000000001\n"
      "name = 要闻 Full\n"
      "group = a/b\n"
      "paused = yes\n"
      "schedule = every 30 min in mon-fri 07:00-23:00 zone Asia/Shanghai\n"
      "include = https://site.example/(*).html\n"
      "include = https://site.example/more/(*)\n"
      "exclude = https://site.example/more/x(*)\n"
      "first-run = days\n"
      "first-run-days = 9\n"
      "first-run-newest = 33\n"
      "max-articles = 77\n"
      "method = exemplar-literal\n"
      "parameters = number=1\n"
      "model =\n"
      "  | exemplar-model 1\n"
      "  | method bp-net\n"
      "sensitivity = 0.333333\n"
      "delay-ms = 1234\n"
      "timeout-ms = 45678\n"
      "user-agent = Agent/1.0\n"
      "rendered = yes\n"
      "two-pass = yes\n"
      "articles-only = yes\n"
      "keep = pictures\n"
      "header = Accept-Language: zh-CN\n"
      "header = X-Desk: news\n"
      "private-host = intranet.example\n"
      "\n"
      "[example]\n"
      "url = https://site.example/1.html\n"
      "page-hash = "
      "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef\n"
      "file = one.html\n"
      "charset = gb18030\n"
      "http-charset = gb2312\n"
      "region = The body\n"
      "\n"
      "[source]\n"
      "kind = feed\n"
      "pattern = https://site.example/rss.xml\n"
      "max-pages = 3\n"
      "\n"
      "[output]\n"
      "format = csv\n"
      "folder = /srv/articles\n"
      "name = all.{ext}\n"
      "newest = 20\n"
      "enabled = no\n"
      "hold-unsure = no\n"
      "[output]\nformat = text\nfolder = \nname = \nnewest = 100\nenabled = yes\n"
      "hold-unsure = no\nkind = wecom\nto = desk\nwords = rain, storm\n"
      "least-sure = 80\nwhen = daily 08:00\nquiet = 22:00-07:00\nbacklog = yes\n"
      "[output]\nformat = text\nfolder = \nname = \nnewest = 100\nenabled = yes\n"
      "hold-unsure = yes\nkind = sqlite\nto = /srv/a.db\nleast-sure = 80\n"
      "add-columns = yes\n";

static ExmTask *
read_full_task (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) notes = NULL;
  ExmTask *task
      = exm_task_file_read (full_task, strlen (full_task), FALSE, &notes, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (notes != NULL ? notes->len : 0, ==, 0);
  return task;
}

/* Without a window: what goes in comes out, for every key that a task file can have. */
static void
test_round_trip (void)
{
  static const char *const shown_only[] = { "uid", NULL };
  g_autoptr (ExmTask) task = read_full_task ();
  g_autoptr (ExmTaskForm) form
      = g_object_ref_sink (g_object_new (EXM_TYPE_TASK_FORM, NULL));

  /* The task above leaves no key out, but for those that are not edited. */
  for (guint i = 0; i < EXM_N_TASK_SECTIONS; i++)
    for (guint j = 0; j < exm_task_sections[i].n_keys; j++)
      {
        const char *name = exm_task_sections[i].keys[j].name;
        /* Or text of several lines. */
        g_autofree char *line = g_strdup_printf ("\n%s =", name);
        if (!g_strv_contains (shown_only, name) && strstr (full_task, line) == NULL)
          g_error ("The key “%s” of [%s] is not in the form’s test", name,
                   exm_task_sections[i].name);
      }
  exm_task_form_set_task (form, task);
  g_autoptr (ExmTask) again = exm_task_form_make_task (form);
  g_autofree char *before = exm_task_file_write (task);
  g_autofree char *after = exm_task_file_write (again);
  g_assert_cmpstr (after, ==, before);
  g_assert_null (exm_task_form_check (form));

  /* And a task with nothing but defaults. */
  g_autoptr (ExmTask) plain = store_task_new (1);
  exm_task_form_set_task (form, plain);
  g_autoptr (ExmTask) plain_again = exm_task_form_make_task (form);
  g_assert_true (exm_task_equal (plain, plain_again));
}

static void
open_window (Fixture *self)
{
  self->app = test_gui_start (self->folder);
  self->window = test_gui_get_window (self->app);
  exm_window_set_task_uid (self->window, store_task_uid (1));
  exm_window_set_view (self->window, "settings");
  self->page
      = EXM_SETTINGS_PAGE (test_gui_need (self->window, EXM_TYPE_SETTINGS_PAGE, NULL));
}

static void
set_up (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmTask) task = store_task_new (1);
  guint n_new = 0;

  self->folder = test_folder_new ();
  ExmStore *store = exm_store_open (self->folder, NULL, NULL, &error);
  g_assert_no_error (error);
  exm_store_add_task (store, task, STORE_NOW, &error);
  exm_store_set_paused (store, store_task_uid (1), TRUE, &error);
  g_autoptr (GPtrArray) found
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_job_unref);
  for (guint i = 0; i < 12; i++)
    {
      ExmJob *job = store_job_new (i);
      g_free (job->url_key);
      job->url_key
          = g_strdup_printf ("https://site.example/%s%u.html", i < 4 ? "video/" : "", i);
      g_ptr_array_add (found, job);
    }
  exm_store_discover (store, store_task_uid (1), found, TRUE, STORE_NOW, &n_new, &error);
  g_assert_no_error (error);
  exm_store_close (store);
  open_window (self);
}

static void
tear_down (Fixture *self, gconstpointer unused)
{
  test_gui_stop (self->app);
  test_folder_free (self->folder);
}

static GtkWidget *
need_label (Fixture *self, const char *text)
{
  return test_gui_need (self->window, GTK_TYPE_LABEL, text);
}

static GtkWidget *
need_entry (Fixture *self, const char *title)
{
  return test_gui_need (self->page, ADW_TYPE_ENTRY_ROW, title);
}

/* The preview follows the pattern that is being typed, and its errors are said. */
static void
test_preview (Fixture *self, gconstpointer unused)
{
  need_label (self, "Which pages: 12 of 12 links match");
  gtk_widget_activate (test_gui_need (self->page, GTK_TYPE_BUTTON, "Add a pattern"));
  GtkWidget *row = need_entry (self, "Addresses that are articles");
  gtk_editable_set_text (GTK_EDITABLE (row), "https://site.example/video/(*)");
  need_label (self, "Which pages: 4 of 12 links match");
  need_label (self, "Changes are not saved yet");
  gtk_editable_set_text (GTK_EDITABLE (row), "https://site.example/[9");
  test_gui_settle (row);
  g_assert_true (gtk_widget_has_css_class (row, "error"));
  need_label (self, "A pattern is wrong.");
  gtk_widget_activate (test_gui_need (self->page, GTK_TYPE_BUTTON, "_Discard"));
  need_label (self, "Which pages: 12 of 12 links match");
}

static gboolean
is_saved (gpointer data)
{
  Fixture *self = data;

  return test_gui_find (self->page, GTK_TYPE_LABEL, "Changes are not saved yet") == NULL;
}

static char *
read_name (Fixture *self)
{
  const ExmStoreQuery query = { .kind = EXM_READ_TASK, .uid = store_task_uid (1) };
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmTask) task = exm_store_reader_read (
      exm_session_get_reader (exm_window_get_session (self->window)), &query, NULL,
      &error);

  g_assert_no_error (error);
  return g_strdup (exm_task_get (task)->name);
}

static gboolean
has_old_name (gpointer data)
{
  g_autofree char *name = read_name (data);

  return strcmp (name, "Task 00001") == 0;
}

static void
rename_task (Fixture *self, const char *name)
{
  gtk_editable_set_text (GTK_EDITABLE (need_entry (self, "Name")), name);
  need_label (self, "Changes are not saved yet");
  test_gui_settle (GTK_WIDGET (self->window));
  test_keys (GTK_WIDGET (self->page), "ctrl+Return");
  need_label (self, "Saved");
  test_gui_wait_until (is_saved, self, "the bar to go");
}

static void
test_save (Fixture *self, gconstpointer unused)
{
  need_label (self, "Version 1");
  rename_task (self, "Other name");
  g_autofree char *name = read_name (self);
  g_assert_cmpstr (name, ==, "Other name");
  test_pointer_undo (self->window, "Saved");
  test_gui_wait_until (has_old_name, self, "the name as it was");
  need_label (self, "Version 3");
}

static AdwMessageDialog *
need_question (Fixture *self)
{
  test_keys (GTK_WIDGET (self->window), "F5");
  return ADW_MESSAGE_DIALOG (
      test_gui_need_dialog (self->window, ADW_TYPE_MESSAGE_DIALOG));
}

static void
on_runs_changed (ExmSession *session, const char *uid, gpointer data)
{
  *(gboolean *) data = TRUE;
}

static gboolean
is_set (gpointer data)
{
  return *(gboolean *) data;
}

/* A run goes by what was saved: that is asked while something else stands in the form, in
 * another view too. */
static void
test_run_unsaved (Fixture *self, gconstpointer unused)
{
  GtkWidget *name = need_entry (self, "Name");
  ExmSession *session = exm_window_get_session (self->window);
  gboolean has_run = FALSE;

  g_signal_connect (session, "runs-changed", G_CALLBACK (on_runs_changed), &has_run);
  gtk_editable_set_text (GTK_EDITABLE (name), "Other name");
  need_label (self, "Changes are not saved yet");
  AdwMessageDialog *dialog = need_question (self);
  test_gui_show_people (GTK_WIDGET (dialog), "run-unsaved");
  test_keys (GTK_WIDGET (dialog), "Escape");
  test_gui_settle (GTK_WIDGET (self->window));
  g_assert_false (has_run);

  exm_window_set_view (self->window, "articles");
  test_gui_settle (GTK_WIDGET (self->window));
  dialog = need_question (self);
  test_keys (GTK_WIDGET (dialog), "Return");
  test_gui_need (self->window, GTK_TYPE_LABEL, "Saved");
  test_gui_wait_until (is_set, &has_run, "the run");
  g_signal_handlers_disconnect_by_data (session, &has_run);
  g_autofree char *saved = read_name (self);
  g_assert_cmpstr (saved, ==, "Other name");
}

/* The next times are those that the sidebar tells, which the worker goes by. */
static void
test_next_times (Fixture *self, gconstpointer unused)
{
  gint64 due = g_get_real_time () + 37 * G_TIME_SPAN_MINUTE;
  g_autofree char *time = exm_article_words_when_inside (due);
  g_autofree char *wanted = g_strdup_printf ("Next: %s · ", time);
  g_autoptr (GError) error = NULL;

  test_gui_need_beginning (self->page, "Next: ");
  test_gui_stop (self->app);
  ExmStore *store = exm_store_open (self->folder, NULL, NULL, &error);
  g_assert_no_error (error);
  exm_store_set_paused (store, store_task_uid (1), FALSE, &error);
  exm_store_set_next_due (store, store_task_uid (1), due, &error);
  g_assert_no_error (error);
  exm_store_close (store);
  open_window (self);
  test_gui_need_beginning (self->page, wanted);
}

static void
test_restore (Fixture *self, gconstpointer unused)
{
  rename_task (self, "Other name");
  need_label (self, "Version 2");
  gtk_widget_activate (test_gui_need (self->page, GTK_TYPE_BUTTON, "_Restore"));
  need_label (self, "The version was restored");
  g_assert_true (has_old_name (self));
  need_label (self, "Version 3");
}

static void
change_name (Fixture *self, const char *name)
{
  gtk_editable_set_text (GTK_EDITABLE (need_entry (self, "Name")), name);
  need_label (self, "Changes are not saved yet");
  test_gui_settle (GTK_WIDGET (self->window));
}

static gboolean
has_imported_name (gpointer data)
{
  Fixture *self = data;

  return g_str_equal (gtk_editable_get_text (GTK_EDITABLE (need_entry (self, "Name"))),
                      "Task 00001");
}

/* Changes that are not saved stay until the version is there. */
static void
test_restore_draft (Fixture *self, gconstpointer unused)
{
  rename_task (self, "Other name");
  need_label (self, "Version 2");
  change_name (self, "Not saved");
  /* The list of versions may be made anew meanwhile. */
  g_autoptr (GtkWidget) button
      = g_object_ref (test_gui_need (self->page, GTK_TYPE_BUTTON, "_Restore"));
  gpointer version = g_object_get_data (G_OBJECT (button), "exm-version");
  /* One that the store does not have. */
  g_object_set_data (G_OBJECT (button), "exm-version", GUINT_TO_POINTER (99));
  gtk_widget_activate (button);
  need_label (self, "The task has no version 99.");
  need_label (self, "Changes are not saved yet");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (need_entry (self, "Name"))), ==,
                   "Not saved");
  g_object_set_data (G_OBJECT (button), "exm-version", version);
  gtk_widget_activate (test_gui_need (self->page, GTK_TYPE_BUTTON, "_Restore"));
  need_label (self, "The version was restored");
  test_gui_wait_until (is_saved, self, "the bar to go");
  test_gui_wait_until (has_imported_name, self, "the name of the version");
}

static void
test_files (Fixture *self, gconstpointer unused)
{
  g_autofree char *path = g_build_filename (self->folder, "one.task", NULL);
  g_autofree char *other_path = g_build_filename (self->folder, "other.task", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFile) other_file = g_file_new_for_path (other_path);
  g_autoptr (ExmTask) other = store_task_new (7);
  g_autofree char *text = exm_task_file_write (other);

  need_label (self, "Version 1");
  exm_settings_page_export_file (self->page, file);
  need_label (self, "The task was exported");
  rename_task (self, "Other name");
  exm_settings_page_import_file (self->page, file);
  test_gui_wait_until (has_imported_name, self, "the imported task");
  need_label (self, "Changes are not saved yet");
  g_assert_true (g_file_set_contents (other_path, text, -1, NULL));
  exm_settings_page_import_file (self->page, other_file);
  need_label (self, "The task was imported, paused, its outputs off");
}

/* The output says what it promises; only a feed asks how many articles it holds. */
static void
test_feed_output (Fixture *self, gconstpointer unused)
{
  GtkWidget *outputs = test_gui_need (self->page, EXM_TYPE_FORM_OUTPUTS, NULL);

  test_gui_need (outputs, GTK_TYPE_MENU_BUTTON, "Add an output");
  g_assert_true (gtk_widget_activate_action (outputs, "outputs.folder", NULL));
  GtkWidget *format = test_gui_need (self->page, ADW_TYPE_COMBO_ROW, "Format");

  need_label (self, "Exactly once: an article is there whole, and never twice.");
  adw_combo_row_set_selected (ADW_COMBO_ROW (format), EXM_OUTPUT_JSON_FEED);
  GtkWidget *newest
      = test_gui_need (self->page, ADW_TYPE_ACTION_ROW, "Newest articles in the feed");
  need_label (self, "Exactly once: an article is in the feed once, and whoever reads the "
                    "file finds it whole.");
  need_label (self, "feed.json");
  adw_combo_row_set_selected (ADW_COMBO_ROW (format), EXM_OUTPUT_CSV);
  g_assert_false (gtk_widget_get_visible (newest));
}

/* A mail a day, as a task file has it; only that asks for a time. */
static void
test_message_output (Fixture *self, gconstpointer unused)
{
  GtkWidget *outputs = test_gui_need (self->page, EXM_TYPE_FORM_OUTPUTS, NULL);
  g_auto (ExmTaskFields) fields = { 0 };

  g_assert_true (gtk_widget_activate_action (outputs, "outputs.message", "s", "mail"));
  need_label (self,
              "Asked once: where no answer was seen it is perhaps delivered, and not "
              "repeated by itself.");
  GtkWidget *when = test_gui_need (self->page, ADW_TYPE_COMBO_ROW, "A message");
  g_assert_null (test_gui_find (self->page, ADW_TYPE_ENTRY_ROW, "Time of day, as 08:00"));
  adw_combo_row_set_selected (ADW_COMBO_ROW (when), 2);
  GtkWidget *clock
      = test_gui_need (self->page, ADW_TYPE_ENTRY_ROW, "Time of day, as 08:00");
  gtk_editable_set_text (GTK_EDITABLE (clock), "07:30");
  exm_task_fields_init (&fields);
  exm_form_outputs_get (EXM_FORM_OUTPUTS (outputs), &fields);
  const ExmTaskOutput *output
      = &g_array_index (fields.outputs, ExmTaskOutput, fields.outputs->len - 1);
  g_assert_cmpstr (output->kind, ==, "mail");
  g_assert_cmpstr (output->when, ==, "daily 07:30");
  /* It comes back as it was. */
  exm_form_outputs_set (EXM_FORM_OUTPUTS (outputs), &fields, NULL);
  GtkWidget *row = test_gui_need (self->page, ADW_TYPE_EXPANDER_ROW, "Mail");
  adw_expander_row_set_expanded (ADW_EXPANDER_ROW (row), TRUE);
  when = test_gui_need (self->page, ADW_TYPE_COMBO_ROW, "A message");
  g_assert_cmpuint (adw_combo_row_get_selected (ADW_COMBO_ROW (when)), ==, 2);
  clock = test_gui_need (self->page, ADW_TYPE_ENTRY_ROW, "Time of day, as 08:00");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (clock)), ==, "07:30");
  adw_combo_row_set_selected (ADW_COMBO_ROW (when), 1);
  exm_form_outputs_get (EXM_FORM_OUTPUTS (outputs), &fields);
  output = &g_array_index (fields.outputs, ExmTaskOutput, fields.outputs->len - 1);
  g_assert_cmpstr (output->when, ==, "run");
}

static gboolean
is_connection_saved (gpointer outputs)
{
  g_autofree char *problem = exm_form_outputs_check (EXM_FORM_OUTPUTS (outputs));

  return problem == NULL;
}

/* A form asks for what it needs, and not when a message is due: an article is one. */
static void
test_form_output (Fixture *self, gconstpointer unused)
{
  GtkWidget *outputs = test_gui_need (self->page, EXM_TYPE_FORM_OUTPUTS, NULL);
  g_auto (ExmTaskFields) fields = { 0 };

  exm_task_fields_init (&fields);
  exm_task_fields_add_message_output (&fields, "form", "desk")->when
      = g_strdup ("daily 07:30");
  exm_form_outputs_set (EXM_FORM_OUTPUTS (outputs), &fields, self->folder);
  GtkWidget *row = test_gui_need (self->page, ADW_TYPE_EXPANDER_ROW, "Form of a Site");
  adw_expander_row_set_expanded (ADW_EXPANDER_ROW (row), TRUE);
  g_assert_null (test_gui_find (self->page, ADW_TYPE_COMBO_ROW, "A message"));
  gtk_editable_set_text (
      GTK_EDITABLE (test_gui_need (row, ADW_TYPE_PASSWORD_ENTRY_ROW, "Address")),
      "http://127.0.0.1:1/post.php");
  GtkWidget *words
      = test_gui_need (row, ADW_TYPE_ENTRY_ROW, "Word of the answer that means success");
  gtk_editable_set_text (GTK_EDITABLE (words), "Thanks");
  gtk_editable_set_text (GTK_EDITABLE (test_gui_need (row, ADW_TYPE_ENTRY_ROW, "Fields")),
                         "");
  g_signal_emit_by_name (test_gui_need (row, GTK_TYPE_BUTTON, "Save and Test"),
                         "clicked");
  /* Fields that are empty can post nothing. */
  g_autofree char *problem = exm_form_outputs_check (EXM_FORM_OUTPUTS (outputs));
  g_assert_nonnull (strstr (problem, "Save and Test"));
  gtk_editable_set_text (GTK_EDITABLE (test_gui_need (row, ADW_TYPE_ENTRY_ROW, "Fields")),
                         "a={title}");
  g_signal_emit_by_name (test_gui_need (row, GTK_TYPE_BUTTON, "Save and Test"),
                         "clicked");
  test_gui_wait_until (is_connection_saved, outputs, "the connection");
  g_auto (ExmConnection) saved = { 0 };
  g_assert_true (exm_connection_load (self->folder, "form", "desk", &saved, NULL));
  g_assert_cmpstr (exm_connection_get (&saved, "success", NULL), ==, "Thanks");
  g_assert_cmpstr (exm_connection_get (&saved, "fields", NULL), ==, "a={title}");
  g_assert_cmpstr (exm_connection_get (&saved, "encoding", NULL), ==, NULL);
  exm_form_outputs_get (EXM_FORM_OUTPUTS (outputs), &fields);
  g_assert_cmpstr (
      g_array_index (fields.outputs, ExmTaskOutput, fields.outputs->len - 1).when, ==,
      "daily 07:30");
}

static gboolean
has_keyring (gpointer bus)
{
  g_autoptr (GVariant) answer = g_dbus_connection_call_sync (
      bus, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
      "NameHasOwner", g_variant_new ("(s)", "org.freedesktop.secrets"),
      G_VARIANT_TYPE ("(b)"), G_DBUS_CALL_FLAGS_NONE, -1, NULL, NULL);
  gboolean has = FALSE;

  if (answer != NULL)
    g_variant_get (answer, "(b)", &has);
  return has;
}

static GtkEditable *
need_secret (GtkWidget *row, const char *title)
{
  return GTK_EDITABLE (test_gui_need (row, ADW_TYPE_PASSWORD_ENTRY_ROW, title));
}

/* Returns: (transfer none): the row of the webhook, as it is when the page is opened anew
 */
static GtkWidget *
show_webhook (Fixture *self, GtkWidget *outputs)
{
  g_auto (ExmTaskFields) fields = { 0 };

  exm_task_fields_init (&fields);
  exm_task_fields_add_message_output (&fields, "webhook", "desk");
  exm_form_outputs_set (EXM_FORM_OUTPUTS (outputs), &fields, self->folder);
  GtkWidget *row = test_gui_need (self->page, ADW_TYPE_EXPANDER_ROW, "Webhook");
  adw_expander_row_set_expanded (ADW_EXPANDER_ROW (row), TRUE);
  return row;
}

/* Tells where a secret is; one in the keyring is not shown, and stays as it is where
 * nothing is entered. What is forgotten can be stored again. */
static void
test_secret_place (Fixture *self, gconstpointer unused)
{
  const char *program = g_getenv ("EXEMPLAR_MOCK_KEYRING");
  const char *const argv[] = { program, self->folder, NULL };
  g_autoptr (GDBusConnection) bus = g_bus_get_sync (G_BUS_TYPE_SESSION, NULL, NULL);
  g_autofree char *items = g_build_filename (self->folder, "items", NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (ExmConnection) known = { 0 };
  GtkWidget *outputs = test_gui_need (self->page, EXM_TYPE_FORM_OUTPUTS, NULL);

  g_autoptr (GSubprocess) keyring
      = g_subprocess_newv (argv, G_SUBPROCESS_FLAGS_NONE, &error);
  g_assert_no_error (error);
  test_gui_wait_until (has_keyring, bus, "the keyring");
  GtkWidget *row = show_webhook (self, outputs);
  gtk_editable_set_text (need_secret (row, "Address"), "http://127.0.0.1:1/hook");
  gtk_editable_set_text (need_secret (row, "Signing secret"), "hush-hush");
  g_signal_emit_by_name (test_gui_need (row, GTK_TYPE_BUTTON, "Save and Test"),
                         "clicked");
  test_gui_wait_until (is_connection_saved, outputs, "the connection");
  g_assert_true (exm_connection_load (self->folder, "webhook", "desk", &known, &error));
  g_assert_no_error (error);
  g_assert_nonnull (known.keyring_id);
  g_assert_null (known.secret);
  row = show_webhook (self, outputs);
  need_label (self, "Kept in your keyring. What is left empty here stays as it is.");
  g_assert_cmpstr (gtk_editable_get_text (need_secret (row, "Address")), ==, "");
  g_assert_cmpstr (gtk_editable_get_text (need_secret (row, "Signing secret")), ==, "");
  gtk_editable_set_text (need_secret (row, "Address"), "http://127.0.0.1:1/other");
  g_signal_emit_by_name (test_gui_need (row, GTK_TYPE_BUTTON, "Save and Test"),
                         "clicked");
  test_gui_wait_until (is_connection_saved, outputs, "the connection");
  g_assert_true (exm_connection_open (&known, NULL, &error));
  g_assert_cmpstr (known.secret, ==, "hush-hush");
  g_assert_cmpstr (known.address, ==, "http://127.0.0.1:1/other");
  row = show_webhook (self, outputs);
  g_signal_emit_by_name (test_gui_need (row, GTK_TYPE_BUTTON, "Forget this connection"),
                         "clicked");
  need_label (self, "Address and secret are removed from this computer. Save and Test "
                    "stores them again.");
  g_assert_true (g_file_get_contents (items, &text, NULL, NULL));
  g_assert_null (strstr (text, "hush-hush"));
  g_assert_cmpstr (gtk_editable_get_text (need_secret (row, "Signing secret")), ==,
                   "hush-hush");
  g_assert_false (is_connection_saved (outputs));
  g_subprocess_force_exit (keyring);
  g_assert_true (g_subprocess_wait (keyring, NULL, NULL));
}

/* A database file needs no connection; its test makes the table. */
static void
test_database_output (Fixture *self, gconstpointer unused)
{
  GtkWidget *outputs = test_gui_need (self->page, EXM_TYPE_FORM_OUTPUTS, NULL);
  g_autofree char *own = g_build_filename (self->folder, "articles.db", NULL);
  g_autofree char *folder = g_dir_make_tmp ("exm-articles-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "articles.db", NULL);
  g_auto (ExmTaskFields) fields = { 0 };

  g_assert_true (gtk_widget_activate_action (outputs, "outputs.message", "s", "sqlite"));
  need_label (self, "Exactly once: an article that is written again replaces its row.");
  g_assert_null (test_gui_find (self->page, ADW_TYPE_COMBO_ROW, "A message"));
  g_assert_null (
      test_gui_find (self->page, ADW_TYPE_ACTION_ROW, "Send older articles, too"));
  GtkWidget *file = test_gui_need (self->page, ADW_TYPE_ENTRY_ROW, "File");
  gtk_editable_set_text (GTK_EDITABLE (file), "no path");
  g_autofree char *problem = exm_form_outputs_check (EXM_FORM_OUTPUTS (outputs));
  g_assert_nonnull (strstr (problem, "not an absolute path"));
  gtk_editable_set_text (GTK_EDITABLE (file), own);
  g_signal_emit_by_name (test_gui_need (self->page, GTK_TYPE_BUTTON, "Test"), "clicked");
  g_autofree char *refused = g_strdup_printf (
      "%s lies in the data folder of this program itself; choose another place", own);
  need_label (self, refused);
  gtk_editable_set_text (GTK_EDITABLE (file), path);
  g_assert_null (exm_form_outputs_check (EXM_FORM_OUTPUTS (outputs)));
  g_signal_emit_by_name (test_gui_need (self->page, GTK_TYPE_BUTTON, "Test"), "clicked");
  need_label (self, "A sample row was written and taken back; articles in the table: 0");
  g_assert_true (g_file_test (path, G_FILE_TEST_EXISTS));
  GtkWidget *columns = test_gui_need (self->page, ADW_TYPE_ACTION_ROW,
                                      "Add columns that the table lacks");
  gtk_widget_activate (columns);
  exm_task_fields_init (&fields);
  exm_form_outputs_get (EXM_FORM_OUTPUTS (outputs), &fields);
  const ExmTaskOutput *output
      = &g_array_index (fields.outputs, ExmTaskOutput, fields.outputs->len - 1);
  g_assert_cmpstr (output->kind, ==, "sqlite");
  g_assert_cmpstr (output->to, ==, path);
  g_assert_true (output->add_columns);
  g_assert_cmpint (g_unlink (path), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

/* A save that is asked for while the form takes a task is done. */
static void
test_save_at_once (Fixture *self, gconstpointer unused)
{
  g_autofree char *path = g_build_filename (self->folder, "one.task", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  need_label (self, "Version 1");
  exm_settings_page_export_file (self->page, file);
  need_label (self, "The task was exported");
  rename_task (self, "Other name");
  need_label (self, "Version 2");
  exm_settings_page_import_file (self->page, file);
  /* It is said before the first row is filled. */
  need_label (self, "Changes are not saved yet");
  g_assert_true (
      gtk_widget_activate_action (GTK_WIDGET (self->page), "settings.save", NULL));
  test_gui_wait_until (has_old_name, self, "the imported name");
  test_gui_wait_until (is_saved, self, "the bar to go");
}

typedef struct
{
  Fixture *fixture;
  GtkEditable *name;
  GString *text;
} Typing;

static gboolean
type_until_version_2 (gpointer data)
{
  Typing *self = data;
  int place = (int) self->text->len;

  g_string_append_c (self->text, 'x');
  gtk_editable_insert_text (self->name, "x", 1, &place);
  return test_gui_find (self->fixture->page, GTK_TYPE_LABEL, "Version 2") != NULL;
}

static void
on_stored (GObject *source, GAsyncResult *result, gpointer unused)
{
  g_autoptr (GError) error = NULL;

  exm_session_write_finish (EXM_SESSION (source), result, &error);
  g_assert_no_error (error);
}

/* Keeps what is typed while the task is changed elsewhere. */
static void
test_changed_elsewhere (Fixture *self, gconstpointer unused)
{
  g_auto (ExmTaskFields) fields = { 0 };
  g_autoptr (ExmTask) task = store_task_new (1);
  g_autoptr (GString) text = g_string_new ("Other name");

  need_label (self, "Version 1");
  Typing typing = { self, GTK_EDITABLE (need_entry (self, "Name")), text };
  gtk_editable_set_text (typing.name, text->str);
  exm_task_fields_copy (task, &fields);
  fields.max_articles++;
  g_autoptr (ExmTask) other = exm_task_new (&fields);
  exm_session_save_task_async (exm_window_get_session (self->window), other, on_stored,
                               NULL);
  test_gui_wait_until (type_until_version_2, &typing, "the second version");
  test_gui_settle (GTK_WIDGET (self->window));
  g_assert_cmpstr (gtk_editable_get_text (typing.name), ==, text->str);
  rename_task (self, text->str);
  g_autofree char *name = read_name (self);
  g_assert_cmpstr (name, ==, text->str);
}

static gboolean
give_group_its_value (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  g_auto (ExmTaskFields) fields = { 0 };
  g_autoptr (ExmTask) old = exm_store_get_task (store, store_task_uid (1), NULL, error);

  if (old == NULL)
    return FALSE;
  exm_task_fields_copy (old, &fields);
  fields.group = g_strdup ("News/Local");
  g_clear_pointer (&fields.schedule, exm_schedule_unref);
  fields.schedule = exm_schedule_parse ("every 2 h", error);
  g_autoptr (ExmTask) task = exm_task_new (&fields);
  return exm_store_update_task (store, task, now_usec, NULL, error)
         && exm_group_defaults_set (store, "News", EXM_GROUP_SCHEDULE, task, FALSE,
                                    now_usec, NULL, error);
}

static gboolean
says_no_group (gpointer data)
{
  return test_gui_find_beginning (((Fixture *) data)->page, "From the group") == NULL;
}

static gboolean
is_every_2_hours (gpointer rule)
{
  return adw_combo_row_get_selected (rule) == EXM_SCHEDULE_EVERY_2_HOURS;
}

/* A value that the task has from its group says so, until it is changed. */
static void
test_group (Fixture *self, gconstpointer unused)
{
  need_label (self, "Version 1");
  g_assert_true (says_no_group (self));
  exm_session_write_async (exm_window_get_session (self->window), NULL,
                           give_group_its_value, NULL, NULL, on_stored, NULL);
  test_gui_wait_until_said (self->page, "From the group “News”");
  GtkWidget *rule = test_gui_need (self->page, ADW_TYPE_COMBO_ROW, "How often");
  /* The form takes the task in steps. */
  test_gui_wait_until (is_every_2_hours, rule, "the schedule");
  test_gui_settle (GTK_WIDGET (self->window));
  adw_combo_row_set_selected (ADW_COMBO_ROW (rule), EXM_SCHEDULE_EVERY_10_MIN);
  test_gui_wait_until (says_no_group, self, "a schedule of its own");
}

/* Does not take for saved what is typed while a save is under way. */
static void
test_changed_while_saving (Fixture *self, gconstpointer unused)
{
  need_label (self, "Version 1");
  GtkEditable *name = GTK_EDITABLE (need_entry (self, "Name"));
  gtk_editable_set_text (name, "Other name");
  g_assert_true (
      gtk_widget_activate_action (GTK_WIDGET (self->page), "settings.save", NULL));
  gtk_editable_set_text (name, "Later name");
  need_label (self, "Version 2");
  test_gui_settle (GTK_WIDGET (self->window));
  g_assert_cmpstr (gtk_editable_get_text (name), ==, "Later name");
  need_label (self, "Changes are not saved yet");
  test_keys (GTK_WIDGET (self->page), "ctrl+Return");
  need_label (self, "Version 3");
  test_gui_wait_until (is_saved, self, "the bar to go");
  g_autofree char *stored = read_name (self);
  g_assert_cmpstr (stored, ==, "Later name");
}

/* The row of the first run says what was passed over and can be collected still. */
static void
test_passed_over (Fixture *self, gconstpointer unused)
{
  GtkWidget *row = test_gui_need (self->page, ADW_TYPE_COMBO_ROW, "first_run");

  test_gui_need_beginning (row, "The first run passed over ");
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path;
    void (*func) (Fixture *self, gconstpointer unused);
  } tests[] = {
    { "/app/settings/preview", test_preview },
    { "/app/settings/feed-output", test_feed_output },
    { "/app/settings/message-output", test_message_output },
    { "/app/settings/form-output", test_form_output },
    { "/app/settings/secret-place", test_secret_place },
    { "/app/settings/database-output", test_database_output },
    { "/app/settings/passed-over", test_passed_over },
    { "/app/settings/save", test_save },
    { "/app/settings/run-unsaved", test_run_unsaved },
    { "/app/settings/next-times", test_next_times },
    { "/app/settings/restore", test_restore },
    { "/app/settings/restore-draft", test_restore_draft },
    { "/app/settings/files", test_files },
    { "/app/settings/save-at-once", test_save_at_once },
    { "/app/settings/changed-elsewhere", test_changed_elsewhere },
    { "/app/settings/group", test_group },
    { "/app/settings/changed-while-saving", test_changed_while_saving },
  };

  test_gui_init (&argc, &argv);
  g_test_add_func ("/app/settings/round-trip", test_round_trip);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].func, tear_down);
  return g_test_run ();
}
