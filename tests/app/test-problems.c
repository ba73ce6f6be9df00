/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Tasks that something ails in the queue of what needs a person: a row each with its
 * cause and what is likely to help, which goes when it is mended; by pointer and keys. */

#include "app/activity/exm-week-mail-dialog.h"
#include "app/activity/exm-week-mail-row.h"
#include "app/review/exm-article-reader.h"
#include "app/review/exm-articles-page.h"
#include "app/review/exm-problem-row.h"
#include "app/settings/exm-settings-page.h"
#include "app/shell/exm-scope-list.h"
#include "app/shell/exm-scope.h"

#include "report/exm-weekly-mail.h"
#include "store/exm-store-problem.h"
#include "test-pointer.h"
#include "test-queue.h"

#include <glib/gstdio.h>
#include <string.h>

#define FLOOD "Far more than usual: 140 articles in a day, usually 12"
#define UNSURE "Less sure of the newest articles: 70 of 100, 93 before"
#define SHORTER "The newest articles are shorter: 480 characters, 2600 before"
#define CUT "More articles are cut short: 9 of the newest 20, 3 of 100 before"
#define CAUSE_REDESIGN "Site may have changed: 3 articles kept, publishing held"

static void
set_up (TestQueue *self, gconstpointer unused)
{
  test_queue_init (self);
}

static void
tear_down (TestQueue *self, gconstpointer unused)
{
  test_queue_clear (self);
}

/* As a run would have found it, before the window is opened. */
static void
put_problem_of (TestQueue *self, const char *uid, ExmProblemKind kind)
{
  g_autoptr (ExmStore) store = test_pages_open (self->folder);
  g_autoptr (GError) error = NULL;
  const ExmProblem problem = {
    .kind = kind,
    .since_usec = g_get_real_time () - 9 * G_TIME_SPAN_DAY,
    .message = (char *) (kind == EXM_PROBLEM_FLOOD     ? FLOOD
                         : kind == EXM_PROBLEM_UNSURE  ? UNSURE
                         : kind == EXM_PROBLEM_SHORTER ? SHORTER
                         : kind == EXM_PROBLEM_CUT     ? CUT
                                                       : "http://site.example/: the "
                                                         "server answered 404"),
    .url = (char *) "http://site.example/",
    .amount = 12,
  };

  exm_store_set_problem (store, uid, &problem, &error);
  g_assert_no_error (error);
}

static void
put_problem (TestQueue *self, guint task, ExmProblemKind kind)
{
  put_problem_of (self, store_task_uid (task), kind);
}

/* Three pages of another layout. */
static void
put_redesign (TestQueue *self, gint64 ids[3])
{
  static const char *const names[]
      = { "en-example.html", "en-target.html", "en-third.html" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (GBytes) page = test_pages_read (names[i]);
      ids[i] = test_queue_put (self, 1, 5 + i, EXM_ARTICLE_DOES_NOT_FIT, page);
    }
  put_problem (self, 1, EXM_PROBLEM_REDESIGN);
}

static GtkWidget *
need_list (TestQueue *self)
{
  return test_gui_need (test_gui_need (self->window, EXM_TYPE_ARTICLES_PAGE, NULL),
                        GTK_TYPE_LIST_VIEW, NULL);
}

/* The label in the row of a task. */
static GtkWidget *
need_row (TestQueue *self, const char *text)
{
  return gtk_widget_get_ancestor (test_gui_need (need_list (self), GTK_TYPE_LABEL, text),
                                  EXM_TYPE_PROBLEM_ROW);
}

static guint
count_examples (TestQueue *self)
{
  ExmSession *session = exm_window_get_session (self->window);
  const ExmStoreQuery query = { .kind = EXM_READ_TASK, .uid = store_task_uid (1) };
  g_autoptr (ExmTask) task
      = exm_store_reader_read (exm_session_get_reader (session), &query, NULL, NULL);

  return exm_task_get (task)->examples->len;
}

static gboolean
has_one_example (gpointer data)
{
  return count_examples (data) == 1;
}

/* All is as it was before the example was used; that one goes last. */
static void
wait_for_redesign (TestQueue *self, const gint64 ids[3])
{
  need_row (self, CAUSE_REDESIGN);
  test_queue_wait_for_count (self, 4);
  for (guint i = 0; i < 3; i++)
    test_queue_wait_for_state (self, ids[i], EXM_ARTICLE_DOES_NOT_FIT);
  test_gui_wait_until (has_one_example, self, "the example to go");
}

static gboolean
has_no_row (gpointer data)
{
  return test_gui_find (data, EXM_TYPE_PROBLEM_ROW, NULL) == NULL;
}

static gboolean
fits (TestQueue *self, gint64 id)
{
  g_autoptr (ExmArticle) article = test_queue_read (self, id);

  return exm_article_get (article)->state != EXM_ARTICLE_DOES_NOT_FIT;
}

static gboolean
has_no_other (gpointer data)
{
  return test_gui_find (data, GTK_TYPE_LABEL, "Title 31") == NULL;
}

/* The queue comes after a list of other articles, whose rows stand there until its own
 * take their place, below those of tasks, which come at once. */
static void
test_after_others (TestQueue *self, gconstpointer unused)
{
  for (guint number = 31; number > 9; number--)
    test_queue_put (self, 1, number, number % 2 ? EXM_ARTICLE_GOOD : EXM_ARTICLE_UNSURE,
                    NULL);
  put_problem (self, 1, EXM_PROBLEM_UNREACHABLE);
  test_queue_open (self);
  GtkWidget *scopes = test_gui_need (self->window, EXM_TYPE_SCOPE_LIST, "sidebar");
  g_signal_emit_by_name (scopes, "picked", EXM_SCOPE_ALL);
  test_gui_need (need_list (self), GTK_TYPE_LABEL, "Title 31");
  g_signal_emit_by_name (scopes, "picked", EXM_SCOPE_NEEDS_YOU);
  test_queue_wait_for_reader (self, "Title 30");
  test_gui_wait_until (has_no_other, need_list (self), "the rows of before to go");
  test_gui_settle (need_list (self));
  test_queue_wait_for_reader (self, "Title 30");
}

/* The proposed example, the row's button: everything fits, its own page too, and the row
 * is gone; the toast brings back all of it. */
static void
test_redesign_by_pointer (TestQueue *self, gconstpointer unused)
{
  gint64 ids[3];

  put_redesign (self, ids);
  test_queue_open (self);
  test_queue_show (self, 4);
  GtkWidget *row = need_row (self, CAUSE_REDESIGN);
  test_pointer_click (test_gui_need (row, GTK_TYPE_LABEL, "Task 00001"));
  test_gui_need (test_gui_need (self->window, GTK_TYPE_STACK, "reader_stack"),
                 GTK_TYPE_BUTTON, "Use the Proposed Example");
  test_gui_show_people (GTK_WIDGET (self->window), "trouble-redesign");
  test_pointer_click (test_gui_need (row, GTK_TYPE_BUTTON, "Use the Proposed Example"));
  test_pointer_hold_toast (self->window, "Example added, 3 articles extracted anew");
  test_gui_wait_until (has_no_row, self->window, "the row to go");
  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    g_assert_true (fits (self, ids[i]));
  g_assert_cmpuint (count_examples (self), ==, 2);

  test_pointer_undo (self->window, "Example added, 3 articles extracted anew");
  wait_for_redesign (self, ids);
}

/* The same with keys alone. */
static void
test_redesign_by_keys (TestQueue *self, gconstpointer unused)
{
  gint64 ids[3];

  put_redesign (self, ids);
  test_queue_open (self);
  test_queue_show (self, 4);
  test_queue_wait_for_reader (self, "Title 7");
  gtk_widget_grab_focus (need_list (self));
  test_keys (GTK_WIDGET (self->window), "Home");
  test_gui_need (test_gui_need (self->window, GTK_TYPE_STACK, "reader_stack"),
                 GTK_TYPE_LABEL, CAUSE_REDESIGN);
  test_keys (GTK_WIDGET (self->window), "Return");
  test_gui_need (self->window, GTK_TYPE_LABEL,
                 "Example added, 3 articles extracted anew");
  test_gui_wait_until (has_no_row, self->window, "the row to go");
  g_assert_cmpuint (count_examples (self), ==, 2);
  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    g_assert_true (fits (self, ids[i]));
  test_keys (GTK_WIDGET (self->window), "ctrl+z");
  wait_for_redesign (self, ids);
}

static gboolean
is_added (gpointer data)
{
  return exm_analysis_get_n_examples (exm_workbench_page_get_analysis (data)) == 2;
}

static gboolean
is_example_now (gpointer data)
{
  ExmAnalysis *analysis = exm_workbench_page_get_analysis (data);

  return exm_analysis_get_n_examples (analysis) == 2
         && exm_analysis_get_state (analysis) == EXM_ANALYSIS_READY
         && !exm_analysis_get_busy (analysis)
         && exm_analysis_get_result (analysis) != NULL
         && exm_analysis_get_fits (analysis);
}

/* One that does not fit is made an example on the workbench: it fits from then on, and
 * has its body. */
static void
test_second_example (TestQueue *self, gconstpointer unused)
{
  gint64 ids[3];

  put_redesign (self, ids);
  test_queue_open (self);
  test_queue_show (self, 4);
  test_queue_wait_for_reader (self, "Title 7");
  gtk_widget_grab_focus (need_list (self));
  test_keys (GTK_WIDGET (self->window), "w");
  ExmWorkbenchPage *bench = test_queue_need_bench (self, "/7.html");
  g_assert_false (exm_analysis_get_fits (exm_workbench_page_get_analysis (bench)));
  test_pointer_click (test_gui_need (bench, GTK_TYPE_BUTTON, "_Add as Second Example"));
  test_gui_wait_until (is_added, bench, "the second example");
  test_gui_settle (GTK_WIDGET (self->window));
  test_gui_show_people (GTK_WIDGET (self->window), "second-example-added");
  exm_workbench_page_open_article (bench, ids[2], EXM_NONE);
  test_gui_wait_until (is_example_now, bench, "the page to fit");
  test_gui_show_people (GTK_WIDGET (self->window), "second-example-fits");
  g_assert_cmpstr (exm_analysis_get_body_text (exm_workbench_page_get_analysis (bench)),
                   !=, "");
}

/* Each says what is the matter, in its colour, and has the button that may help. */
static void
test_causes (TestQueue *self, gconstpointer unused)
{
  static const struct
  {
    ExmProblemKind kind;
    const char *cause; /* how it begins */
    const char *remedy;
    gboolean warns; /* articles still come in */
  } cases[] = {
    { EXM_PROBLEM_UNREACHABLE, "Unreachable since", "Try Now", FALSE },
    { EXM_PROBLEM_REFUSED, "The site refuses access", "Open Page…", FALSE },
    { EXM_PROBLEM_VERIFICATION, "The site asks for verification", "Open Page…", FALSE },
    { EXM_PROBLEM_GONE, "The list page is gone", "Task Settings…", FALSE },
    { EXM_PROBLEM_SILENT, "Nothing new for 9 days (usually 12 on days with articles)",
      "Open Page…", TRUE },
    { EXM_PROBLEM_FLOOD, FLOOD, "Task Settings…", TRUE },
    { EXM_PROBLEM_UNSURE, UNSURE, "Open Workbench", TRUE },
    { EXM_PROBLEM_SHORTER, SHORTER, "Open Workbench", TRUE },
    { EXM_PROBLEM_CUT, CUT, "Open Workbench", TRUE },
    { EXM_PROBLEM_UNLISTED, "The list names no articles", "Task Settings…", FALSE },
    { EXM_PROBLEM_LIST, "12 lists cannot be read since", "Task Settings…", TRUE },
    { EXM_PROBLEM_FAILED, "The run failed, since", "Try Now", FALSE },
    { EXM_PROBLEM_OUTPUT, "12 articles could not be published since", "Try Now", TRUE },
    { EXM_PROBLEM_FORBIDDEN, "The site’s robots.txt forbids it", "Task Settings…",
      FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i += 2)
    {
      put_problem (self, 1, cases[i].kind);
      put_problem (self, 2, cases[i + 1].kind);
      test_queue_open (self);
      test_queue_show (self, 2);
      for (guint k = i; k < i + 2; k++)
        {
          const char *cause = test_gui_need_beginning (need_list (self), cases[k].cause);
          GtkWidget *row = need_row (self, cause);
          GtkWidget *words = test_gui_need (row, GTK_TYPE_LABEL, cause);
          g_assert_true (gtk_widget_has_css_class (words, "exm-warning")
                         == cases[k].warns);
          g_assert_true (gtk_widget_has_css_class (words, "exm-error") != cases[k].warns);
          GtkWidget *said = test_gui_find (row, GTK_TYPE_LABEL, "message");
          g_assert_true (said == NULL
                         || strcmp (gtk_label_get_label (GTK_LABEL (said)), cause) != 0);
          test_gui_need (row, GTK_TYPE_BUTTON, cases[k].remedy);
          test_pointer_click (words);
          test_gui_need (test_gui_need (self->window, GTK_TYPE_STACK, "reader_stack"),
                         GTK_TYPE_BUTTON, cases[k].remedy);
        }
      test_gui_show_people (GTK_WIDGET (self->window),
                            exm_problem_kind_get_name (cases[i].kind));
      test_gui_stop (g_steal_pointer (&self->app));
    }
}

static gboolean
has_no_week (gpointer window)
{
  return test_gui_find_dialog (window, ADW_TYPE_WINDOW) == NULL;
}

/* The week says what needs a look, what waits and how much came; a row shows its task. */
static void
test_week (TestQueue *self, gconstpointer unused)
{
  put_problem (self, 1, EXM_PROBLEM_SILENT);
  put_problem (self, 2, EXM_PROBLEM_CUT);
  test_queue_open (self);
  test_queue_show (self, 2);
  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.week", NULL);
  GtkWindow *dialog = test_gui_need_dialog (self->window, ADW_TYPE_WINDOW);
  test_gui_need_beginning (dialog, "Week from ");
  test_gui_need (dialog, GTK_TYPE_LABEL, "Needs a Look");
  test_gui_need (dialog, GTK_TYPE_LABEL, "Waiting");
  test_gui_need_beginning (dialog, "Nothing new for 9 days");
  GtkWidget *words = test_gui_need (dialog, GTK_TYPE_LABEL, CUT);
  test_gui_settle (GTK_WIDGET (dialog));
  test_gui_show_people (GTK_WIDGET (dialog), "week");
  test_pointer_click (words);
  test_gui_wait_until (has_no_week, self->window, "the dialog to go");
  g_assert_cmpstr (exm_window_get_task_uid (self->window), ==, store_task_uid (2));
  g_assert_cmpstr (exm_window_get_view (self->window), ==, "activity");
  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.week", NULL);
  dialog = test_gui_need_dialog (self->window, ADW_TYPE_WINDOW);
  test_gui_need (dialog, GTK_TYPE_LABEL, "Waiting");
  test_keys (GTK_WIDGET (dialog), "Escape");
  test_gui_wait_until (has_no_week, self->window, "the dialog to go");
}

/* A connection that an output has, as if it had been saved. */
static void
put_connection (TestQueue *self)
{
  g_auto (ExmConnection) connection = {
    .name = g_strdup ("desk"),
    .address = g_strdup ("smtp://me@example.org@127.0.0.1:1"),
    .secret = g_strdup ("hush-hush"),
    .room = g_strdup ("me@example.org"),
  };
  g_autoptr (GError) error = NULL;

  exm_message_kind_save (&exm_message_mail, self->folder, &connection, EXM_SECRET_IN_FILE,
                         NULL, &error);
  g_assert_no_error (error);
}

static gboolean
has_no_mail_dialog (gpointer window)
{
  return test_gui_find_dialog (window, EXM_TYPE_WEEK_MAIL_DIALOG) == NULL;
}

static gboolean
is_tried_again (gpointer row)
{
  const char *words = test_gui_need_beginning (row, "Every Monday");

  return strstr (words, "is tried again: 127.0.0.1 cannot be reached") != NULL;
}

/* Chooses a zone in which a week may go out now: not so from Sunday to Monday, 7:00. */
static guint
find_week (void)
{
  static const char *const zones[] = { "UTC", "Etc/GMT+12", "Etc/GMT-12" };
  const ExmWeeklyMail mail = { .to = (char *) "desk" };
  ExmWeeklyMailPlan plan = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (zones) && !plan.due; i++)
    {
      g_setenv ("TZ", zones[i], TRUE);
      g_autoptr (GTimeZone) zone = g_time_zone_new_local ();
      exm_weekly_mail_plan (&mail, zone, g_get_real_time (), &plan);
    }
  g_assert_true (plan.due);
  return plan.week;
}

/* The week goes out by a connection that is known; one click ends that, and Undo brings
 * it back. */
static void
test_week_mail (TestQueue *self, gconstpointer unused)
{
  guint n_week = find_week ();

  put_problem (self, 1, EXM_PROBLEM_SILENT);
  put_connection (self);
  test_queue_open (self);
  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.week", NULL);
  GtkWindow *week = test_gui_need_dialog (self->window, ADW_TYPE_WINDOW);
  GtkWidget *row = test_gui_need (week, EXM_TYPE_WEEK_MAIL_ROW, NULL);
  test_gui_wait_until_said (row, "The report is not sent by mail.");
  g_assert_null (test_gui_find (row, GTK_TYPE_BUTTON, "Switch Off"));
  test_pointer_click (test_gui_need (row, GTK_TYPE_LABEL, "Send by Mail…"));
  GtkWindow *dialog = test_gui_need_dialog (self->window, EXM_TYPE_WEEK_MAIL_DIALOG);
  GtkWidget *choice = test_gui_need (dialog, ADW_TYPE_COMBO_ROW, NULL);
  test_gui_show_people (GTK_WIDGET (dialog), "week-mail-known");

  /* One that is new has to be saved first; the same form takes it as outputs have. */
  adw_combo_row_set_selected (ADW_COMBO_ROW (choice), 1);
  test_gui_need_beginning (dialog, "Saves address and secret");
  test_pointer_click (test_gui_need (dialog, GTK_TYPE_BUTTON, "_Save"));
  test_gui_wait_until_said (dialog, "The connection is not saved yet");
  test_gui_show_people (GTK_WIDGET (dialog), "week-mail-new");
  adw_combo_row_set_selected (ADW_COMBO_ROW (choice), 0);
  test_gui_settle (GTK_WIDGET (dialog));
  test_pointer_click (test_gui_need (dialog, GTK_TYPE_BUTTON, "_Save"));
  test_gui_wait_until (has_no_mail_dialog, self->window, "the dialog to go");
  test_gui_wait_until_said (row, "Every Monday morning to “desk”.");
  test_gui_show_people (GTK_WIDGET (week), "week-mail-on");
  test_pointer_click (test_gui_need (row, GTK_TYPE_BUTTON, "Switch Off"));
  test_gui_wait_until_said (row, "The report is not sent by mail.");
  test_pointer_undo (week, "The week is no longer sent by mail");
  test_gui_wait_until_said (row, "Every Monday morning to “desk”.");

  /* A failure is told there, beside a button that sends it again, which fails, too. */
  g_autoptr (ExmStore) store = test_pages_open (self->folder);
  const ExmWeeklyMail failed = { .week = n_week, .state = EXM_WEEKLY_MAIL_PERHAPS };
  g_autoptr (GError) error = NULL;
  exm_weekly_mail_set (store, "desk", 1, &error);
  exm_weekly_mail_keep (&failed, store, &error);
  g_assert_no_error (error);
  g_clear_pointer (&store, exm_store_close);
  test_keys (GTK_WIDGET (week), "Escape");
  test_gui_wait_until (has_no_week, self->window, "the week to go");
  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.week", NULL);
  week = test_gui_need_dialog (self->window, ADW_TYPE_WINDOW);
  row = test_gui_need (week, EXM_TYPE_WEEK_MAIL_ROW, NULL);
  g_assert_nonnull (
      strstr (test_gui_need_beginning (row, "Every Monday"), "is perhaps delivered"));
  test_gui_show_people (GTK_WIDGET (week), "week-mail-perhaps");
  test_pointer_click (test_gui_need (row, GTK_TYPE_BUTTON, "Send Again"));
  test_gui_wait_until (is_tried_again, row, "the attempt in vain");
  test_gui_show_people (GTK_WIDGET (week), "week-mail-failed");
}

/* A program that opens web pages: it writes down which. Returns: (transfer full): where
 */
static char *
install_browser (TestQueue *self)
{
  g_autofree char *program = g_build_filename (self->folder, "browser.sh", NULL);
  g_autofree char *opened = g_build_filename (self->folder, "opened", NULL);
  g_autofree char *script
      = g_strdup_printf ("#!/bin/sh\nprintf %%s \"$1\" >'%s.part'\nmv '%s.part' '%s'\n",
                         opened, opened, opened);
  g_autoptr (GError) error = NULL;

  g_file_set_contents_full (program, script, -1, G_FILE_SET_CONTENTS_NONE, 0700, &error);
  g_assert_no_error (error);
  g_autoptr (GAppInfo) browser = g_app_info_create_from_commandline (
      program, "Browser", G_APP_INFO_CREATE_SUPPORTS_URIS, &error);
  g_assert_no_error (error);
  g_app_info_set_as_default_for_type (browser, "x-scheme-handler/http", &error);
  g_assert_no_error (error);
  return g_steal_pointer (&opened);
}

static gboolean
is_there (gpointer path)
{
  return g_file_test (path, G_FILE_TEST_EXISTS);
}

/* The page that refuses is opened in the browser, and in no other place: by the button of
 * the row, and by Enter. */
static void
test_open_page (TestQueue *self, gconstpointer unused)
{
  g_autofree char *opened = install_browser (self);

  put_problem (self, 1, EXM_PROBLEM_REFUSED);
  test_queue_open (self);
  test_queue_show (self, 1);
  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *address = NULL;
      if (i == 0)
        test_pointer_click (
            test_gui_need (need_list (self), GTK_TYPE_BUTTON, "Open Page…"));
      else
        {
          gtk_widget_grab_focus (need_list (self));
          test_keys (GTK_WIDGET (self->window), "Home Return");
        }
      test_gui_wait_until (is_there, opened, "the browser");
      g_assert_true (g_file_get_contents (opened, &address, NULL, NULL));
      g_assert_cmpstr (address, ==, "http://site.example/");
      g_assert_cmpint (g_unlink (opened), ==, 0);
    }
  test_gui_need (need_list (self), EXM_TYPE_PROBLEM_ROW, NULL);
}

/* A task of the sample site, which could not be reached. Returns: (transfer full) */
static ExmTask *
put_task_of (TestQueue *self, ExmSampleThread *site)
{
  g_autoptr (ExmStore) store = test_pages_open (self->folder);
  g_autoptr (ExmProposal) proposal = test_pages_propose (store, site, "news", 1);
  g_autoptr (ExmTask) task = exm_task_new (&proposal->fields);
  g_autoptr (GError) error = NULL;

  exm_store_add_task (store, task, STORE_NOW, &error);
  g_assert_no_error (error);
  put_problem_of (self, exm_task_get (task)->uid, EXM_PROBLEM_UNREACHABLE);
  return g_steal_pointer (&task);
}

static gboolean
has_collected (gpointer data)
{
  ExmSession *session = exm_window_get_session (((TestQueue *) data)->window);
  const ExmStoreQuery query = { .kind = EXM_READ_ARTICLE_COUNT };
  g_autofree gint64 *n
      = exm_store_reader_read (exm_session_get_reader (session), &query, NULL, NULL);

  return *n > 0;
}

/* A run: what it finds takes the place of what was there. */
static void
test_try_now (TestQueue *self, gconstpointer unused)
{
  ExmSampleThread *site = test_pages_start_site (0);
  ExmSampleServer *server = exm_sample_thread_get_server (site);
  g_autoptr (ExmTask) task = put_task_of (self, site);
  const ExmTaskSource *source
      = &g_array_index (exm_task_get (task)->sources, ExmTaskSource, 0);
  g_autofree char *path = g_strdup (strstr (source->pattern, "/news/"));
  g_autoptr (GError) error = NULL;

  exm_sample_server_set_fault (server, path, "404", EXM_SAMPLE_FAULT_ALWAYS, &error);
  g_assert_no_error (error);
  test_queue_open (self);
  test_queue_show (self, 1);
  test_pointer_click (test_gui_need (need_list (self), GTK_TYPE_BUTTON, "Try Now"));
  test_gui_need_beginning (need_list (self), "The list page is gone");
  test_gui_need (need_list (self), GTK_TYPE_BUTTON, "Task Settings…");
  test_gui_stop (g_steal_pointer (&self->app));

  /* It is back; Enter does what the button does. */
  exm_sample_server_set_fault (server, path, NULL, EXM_SAMPLE_FAULT_ALWAYS, &error);
  g_assert_no_error (error);
  put_problem_of (self, exm_task_get (task)->uid, EXM_PROBLEM_UNREACHABLE);
  test_queue_open (self);
  test_queue_show (self, 1);
  test_gui_need (need_list (self), GTK_TYPE_BUTTON, "Try Now");
  gtk_widget_grab_focus (need_list (self));
  test_keys (GTK_WIDGET (self->window), "Home Return");
  test_gui_wait_until (has_collected, self, "the articles");
  test_gui_wait_until (has_no_row, self->window, "the row to go");
  test_gui_stop (g_steal_pointer (&self->app));
  exm_sample_thread_stop (site);
}

static gboolean
has_30_rows (gpointer list)
{
  return g_list_model_get_n_items (G_LIST_MODEL (gtk_list_view_get_model (list))) == 30;
}

static gboolean
is_at_top (gpointer adjustment)
{
  return gtk_adjustment_get_value (adjustment) <= 0;
}

/* Shows the problems of tasks above the first article, which is selected, wherever the
 * list was before. */
static void
test_in_sight (TestQueue *self, gconstpointer unused)
{
  put_problem (self, 1, EXM_PROBLEM_UNREACHABLE);
  put_problem (self, 2, EXM_PROBLEM_REFUSED);
  for (guint number = 1; number <= 30; number++)
    test_queue_put (self, 1, number, number == 1 ? EXM_ARTICLE_GOOD : EXM_ARTICLE_UNSURE,
                    NULL);
  test_queue_open (self);
  GtkWidget *scopes = test_gui_need (self->window, EXM_TYPE_SCOPE_LIST, "sidebar");
  g_signal_emit_by_name (scopes, "picked", EXM_SCOPE_ALL);
  exm_window_set_view (self->window, "articles");
  test_gui_need (need_list (self), GTK_TYPE_LABEL, "Title 30");
  test_gui_wait_until (has_30_rows, need_list (self), "all articles");
  GtkAdjustment *place
      = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (need_list (self)));
  gtk_widget_grab_focus (need_list (self));
  test_keys (GTK_WIDGET (self->window), "End");
  test_queue_wait_for_reader (self, "Title 1");
  g_assert_cmpfloat (gtk_adjustment_get_value (place), >, 0);
  g_signal_emit_by_name (scopes, "picked", EXM_SCOPE_NEEDS_YOU);
  test_queue_wait_for_reader (self, "Title 30");
  test_gui_settle (need_list (self));
  test_gui_wait_until (is_at_top, place, "the beginning of the list");
}

/* The cause has as many lines as it needs, however large the text. */
static void
test_large_text (TestQueue *self, gconstpointer unused)
{
  GtkSettings *settings = gtk_settings_get_default ();

  put_problem (self, 1, EXM_PROBLEM_VERIFICATION);
  put_problem (self, 2, EXM_PROBLEM_UNREACHABLE);
  g_object_set (settings, "gtk-xft-dpi", 240 * 1024, NULL);
  test_queue_open (self);
  /* Beside such text the sidebar has no room: it comes over it. */
  test_gui_settle (GTK_WIDGET (self->window));
  test_keys (GTK_WIDGET (self->window), "F9");
  test_queue_show (self, 2);
  const char *refused
      = test_gui_need_beginning (need_list (self), "The site asks for verification");
  const char *unreachable
      = test_gui_need_beginning (need_list (self), "Unreachable since");
  g_assert_false (test_gui_is_cut (
      GTK_LABEL (test_gui_need (need_list (self), GTK_TYPE_LABEL, refused))));
  g_assert_false (test_gui_is_cut (
      GTK_LABEL (test_gui_need (need_list (self), GTK_TYPE_LABEL, unreachable))));
  gtk_settings_reset_property (settings, "gtk-xft-dpi");
}

/* The settings are a click away. */
static void
test_remedies (TestQueue *self, gconstpointer unused)
{
  put_problem (self, 1, EXM_PROBLEM_GONE);
  test_queue_open (self);
  test_queue_show (self, 1);
  test_pointer_click (
      test_gui_need (need_list (self), GTK_TYPE_BUTTON, "Task Settings…"));
  test_gui_need (self->window, EXM_TYPE_SETTINGS_PAGE, NULL);
  g_assert_cmpstr (exm_window_get_task_uid (self->window), ==, store_task_uid (1));
}

/* Ignored until it is taken back, by the menu of the row. */
static void
test_ignore (TestQueue *self, gconstpointer unused)
{
  put_problem (self, 1, EXM_PROBLEM_UNREACHABLE);
  test_queue_put (self, 2, 6, EXM_ARTICLE_UNSURE, NULL);
  test_queue_open (self);
  test_queue_show (self, 2);
  GtkWidget *page = test_gui_need (self->window, EXM_TYPE_ARTICLES_PAGE, NULL);
  test_pointer_click (test_gui_need (test_gui_need (page, EXM_TYPE_PROBLEM_ROW, NULL),
                                     GTK_TYPE_BUTTON, "more"));
  GtkWidget *menu = test_gui_need (page, GTK_TYPE_POPOVER_MENU, NULL);
  test_gui_settle (GTK_WIDGET (self->window));
  test_gui_show_people (GTK_WIDGET (self->window), "trouble-menu");
  test_pointer_click (test_gui_need (menu, GTK_TYPE_LABEL, "_Ignore"));
  test_queue_wait_for_count (self, 1);
  test_gui_wait_until (has_no_row, self->window, "the row to go");
  test_queue_wait_for_reader (self, "Title 6");
  test_keys (GTK_WIDGET (self->window), "ctrl+z");
  test_queue_wait_for_count (self, 2);
  test_gui_need (need_list (self), EXM_TYPE_PROBLEM_ROW, NULL);
}

static char *
read_clipboard (TestQueue *self)
{
  GdkClipboard *clipboard = gtk_widget_get_clipboard (GTK_WIDGET (self->window));
  GValue value = G_VALUE_INIT;

  g_value_init (&value, G_TYPE_STRING);
  if (!gdk_content_provider_get_value (gdk_clipboard_get_content (clipboard), &value,
                                       NULL))
    return NULL;
  char *text = g_value_dup_string (&value);
  g_value_unset (&value);
  return text;
}

/* The menu of an article, by its button, by the second button of the pointer and by keys;
 * what it offers is done. */
static void
test_menu_of_article (TestQueue *self, gconstpointer unused)
{
  gint64 id = test_queue_put (self, 1, 7, EXM_ARTICLE_UNSURE, NULL);

  test_queue_put (self, 2, 6, EXM_ARTICLE_UNSURE, NULL);
  test_queue_open (self);
  test_queue_show (self, 2);
  test_queue_wait_for_reader (self, "Title 7");
  GtkWidget *page = test_gui_need (self->window, EXM_TYPE_ARTICLES_PAGE, NULL);
  gtk_widget_grab_focus (need_list (self));
  test_keys (GTK_WIDGET (self->window), "shift+F10");
  GtkWidget *menu = test_gui_need (page, GTK_TYPE_POPOVER_MENU, NULL);
  test_gui_settle (GTK_WIDGET (self->window));
  test_pointer_click (test_gui_need (menu, GTK_TYPE_LABEL, "_Copy Address"));
  test_gui_need (self->window, GTK_TYPE_LABEL, "Address copied");
  g_autofree char *address = read_clipboard (self);
  g_assert_cmpstr (address, ==, "http://site.example/7.html");

  /* The other row, which is not the one that is read. */
  GtkWidget *other = test_gui_need (need_list (self), GTK_TYPE_LABEL, "Title 6");
  test_pointer_click_at (other, 10, 5, 3);
  test_queue_wait_for_reader (self, "Title 6");
  menu = test_gui_need (page, GTK_TYPE_POPOVER_MENU, NULL);
  test_gui_settle (GTK_WIDGET (self->window));
  test_gui_show_people (GTK_WIDGET (self->window), "article-menu");
  test_keys (GTK_WIDGET (self->window), "Escape");
  test_pointer_click (test_gui_need (need_list (self), GTK_TYPE_LABEL, "Title 7"));
  test_queue_wait_for_reader (self, "Title 7");
  test_pointer_click (test_gui_need (need_list (self), GTK_TYPE_BUTTON, "more"));
  menu = test_gui_need (page, GTK_TYPE_POPOVER_MENU, NULL);
  test_gui_settle (GTK_WIDGET (self->window));
  test_pointer_click (test_gui_need (menu, GTK_TYPE_LABEL, "_Looks Right"));
  test_queue_wait_for_state (self, id, EXM_ARTICLE_GOOD);
  test_queue_wait_for_count (self, 1);
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path;
    void (*test) (TestQueue *, gconstpointer);
  } tests[] = {
    { "/app/troubles/redesign-by-pointer", test_redesign_by_pointer },
    { "/app/troubles/redesign-by-keys", test_redesign_by_keys },
    { "/app/troubles/second-example", test_second_example },
    { "/app/troubles/after-others", test_after_others },
    { "/app/troubles/causes", test_causes },
    { "/app/troubles/week", test_week },
    { "/app/troubles/week-mail", test_week_mail },
    { "/app/troubles/large-text", test_large_text },
    { "/app/troubles/remedies", test_remedies },
    { "/app/troubles/open-page", test_open_page },
    { "/app/troubles/ignore", test_ignore },
    { "/app/troubles/try-now", test_try_now },
    { "/app/troubles/in-sight", test_in_sight },
    { "/app/troubles/menu-of-article", test_menu_of_article },
  };

  test_gui_init (&argc, &argv);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, TestQueue, NULL, set_up, tests[i].test, tear_down);
  return g_test_run ();
}
