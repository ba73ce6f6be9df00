/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A task of the sample site runs while the window looks on: progress, pages, articles,
 * what failed and why. */

#include "app/activity/exm-activity-page.h"
#include "app/review/exm-articles-page.h"
#include "demo/exm-sample-thread.h"
#include "setup/exm-proposal.h"
#include "store/exm-store.h"

#include "test-folder.h"
#include "test-gui.h"
#include "test-pages.h"
#include "test-pointer.h"

#include <string.h>

typedef struct
{
  ExmSampleThread *site; /* (owned) */
  const char *base;      /* (unowned) */
  char *folder;          /* (owned) */
  char *good_uid;        /* (owned) */
  char *bad_uid;         /* (owned) */
  ExmApplication *app;   /* (owned) */
  ExmWindow *window;     /* (unowned) */
} Fixture;

/* A task that collects the section, slowly enough to be seen, and one whose list is not
 * there. Paused: they run when they are told to. */
static void
add_tasks (Fixture *self, ExmStore *store)
{
  g_autoptr (ExmProposal) proposal = test_pages_propose (store, self->site, "news", 300);
  g_auto (ExmTaskFields) bad = { 0 };
  g_autoptr (GError) error = NULL;

  ExmTaskFields *fields = &proposal->fields;
  self->good_uid = g_strdup (fields->uid);
  g_autoptr (ExmTask) task = exm_task_new (fields);
  exm_store_add_task (store, task, g_get_real_time (), &error);
  g_assert_no_error (error);

  exm_task_fields_copy (task, &bad);
  ExmTaskSource *source = &g_array_index (bad.sources, ExmTaskSource, 0);
  g_free (source->pattern);
  source->pattern = g_strconcat (self->base, "/nothing-here/", NULL);
  g_free (bad.uid);
  bad.uid = g_strdup ("00000000000000000000000000000bad");
  g_free (bad.name);
  bad.name = g_strdup ("Bad list");
  self->bad_uid = g_strdup (bad.uid);
  g_autoptr (ExmTask) bad_task = exm_task_new (&bad);
  exm_store_add_task (store, bad_task, g_get_real_time (), &error);
  g_assert_no_error (error);
}

static void
set_up (Fixture *self, gconstpointer unused)
{
  self->site = test_pages_start_site (0);
  self->base = exm_sample_server_get_base_url (exm_sample_thread_get_server (self->site));
  self->folder = test_folder_new ();
  ExmStore *store = test_pages_open (self->folder);
  add_tasks (self, store);
  exm_store_close (store);
  self->app = test_gui_start (self->folder);
  self->window = test_gui_get_window (self->app);
  exm_window_set_task_uid (self->window, NULL);
  exm_window_set_view (self->window, "activity");
}

static void
tear_down (Fixture *self, gconstpointer unused)
{
  test_gui_stop (self->app);
  exm_sample_thread_stop (self->site);
  test_folder_free (self->folder);
  g_free (self->good_uid);
  g_free (self->bad_uid);
}

static GtkWidget *
need_label (Fixture *self, const char *text)
{
  return test_gui_need (self->window, GTK_TYPE_LABEL, text);
}

static gboolean
shows_progress (gpointer data)
{
  Fixture *self = data;

  return test_gui_find_beginning (self->window, "Page ") != NULL
         && test_gui_find (self->window, GTK_TYPE_BUTTON, "_Stop") != NULL;
}

static gboolean
shows_articles (gpointer data)
{
  Fixture *self = data;

  return test_gui_find_beginning (self->window, "Export 1") != NULL;
}

static gboolean
has_three_runs (gpointer selection)
{
  return g_list_model_get_n_items (selection) == 3;
}

static gboolean
shows_first_of_four (gpointer selection)
{
  return g_list_model_get_n_items (selection) == 4
         && gtk_single_selection_get_selected (selection) == 0;
}

static void
test_run (Fixture *self, gconstpointer unused)
{
  ExmSession *session = exm_window_get_session (self->window);
  guint page = 0, n_pages = 0, n_new = 0;

  need_label (self, "No Runs Yet");
  exm_session_run_task (session, self->good_uid);
  test_gui_wait_until (shows_progress, self, "the progress of the run");
  const char *words = test_gui_find_beginning (self->window, "Page ");
  g_assert_cmpint (sscanf (words, "Page %u of %u, %u new", &page, &n_pages, &n_new), ==,
                   3);
  g_assert_cmpuint (page, <=, n_pages);
  need_label (self, "Done");
  need_label (self, "Stored");
  test_gui_need (self->window, GTK_TYPE_BUTTON, "_Run Now");
  GtkWidget *runs = test_gui_need (self->window, GTK_TYPE_LIST_VIEW, "runs_view");
  g_autofree char *wrong = gtk_test_accessible_check_property (
      GTK_ACCESSIBLE (runs), GTK_ACCESSIBLE_PROPERTY_LABEL, "Runs");
  g_assert_cmpstr (wrong, ==, NULL);

  /* The articles of the run can be read at once. */
  exm_window_set_view (self->window, "articles");
  test_gui_wait_until (shows_articles, self, "the articles of the run");

  /* Nor is it left open why another run brings none. */
  exm_window_set_view (self->window, "activity");
  exm_session_run_task (session, self->good_uid);
  need_label (self, "Nothing new: what lists the articles has not changed");
  /* The newest run was shown: the one that is newer is. */
  need_label (self, "Nothing New");

  /* An older one that is read about stays, until another run is asked for. */
  GtkSingleSelection *selection
      = GTK_SINGLE_SELECTION (gtk_list_view_get_model (GTK_LIST_VIEW (runs)));
  gtk_single_selection_set_selected (selection, 1);
  need_label (self, "Stored");
  exm_session_run_task (session, self->good_uid);
  test_gui_wait_until (has_three_runs, selection, "the third run");
  g_assert_cmpuint (gtk_single_selection_get_selected (selection), ==, 2);
  test_pointer_click (test_gui_need (self->window, GTK_TYPE_BUTTON, "_Run Now"));
  test_gui_wait_until (shows_first_of_four, selection, "the run that was asked for");
}

static void
test_stop (Fixture *self, gconstpointer unused)
{
  exm_session_run_task (exm_window_get_session (self->window), self->good_uid);
  test_gui_wait_until (shows_progress, self, "the progress of the run");
  gtk_widget_activate (test_gui_need (self->window, GTK_TYPE_BUTTON, "_Stop"));
  need_label (self, "Stopped");
}

/* A list that is not there fails the run, with the cause under the address. */
static void
test_failure (Fixture *self, gconstpointer unused)
{
  exm_session_run_task (exm_window_get_session (self->window), self->bad_uid);
  need_label (self, "Failed");
  need_label (self, "Read again in the next run.");
  test_pointer_click (test_gui_need (self->window, GTK_TYPE_TOGGLE_BUTTON, "Failed"));
  need_label (self, "Bad list");
}

static gboolean
is_resumed (gpointer data)
{
  Fixture *self = data;

  return test_gui_find (self->window, GTK_TYPE_BUTTON, "_Pause All") != NULL;
}

static void
test_pause (Fixture *self, gconstpointer unused)
{
  gtk_widget_activate (test_gui_need (self->window, GTK_TYPE_BUTTON, "_Resume All"));
  test_gui_wait_until (is_resumed, self, "the tasks to be resumed");
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path;
    void (*func) (Fixture *self, gconstpointer unused);
  } tests[] = {
    { "/app/activity/run", test_run },
    { "/app/activity/stop", test_stop },
    { "/app/activity/failure", test_failure },
    { "/app/activity/pause", test_pause },
  };

  test_gui_init (&argc, &argv);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].func, tear_down);
  return g_test_run ();
}
