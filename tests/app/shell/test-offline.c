/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The window when the net is not what it should be: no network, a server that goes away
 * in the middle, pages that never end. What is shown stays, what is the matter is said,
 * and what was asked for comes when it can. */

#include "app/activity/exm-activity-page.h"
#include "app/setup/exm-start-page.h"
#include "app/workbench/exm-setup-page.h"

#include "test-bench.h"
#include "test-network.h"
#include "test-pointer.h"

#include <string.h>

#define OFFLINE                                                                          \
  "Offline. What is stored can be read; collecting goes on when the network is back."

/* Time limit of a fetch, ms: soon over in a test, and long enough to do something
 * meanwhile. */
#define TIMEOUT_MS 4000

/* Address of a host that does not exist. */
#define FAR "http://site.invalid/"

static void
make_impatient (ExmTaskFields *fields)
{
  fields->timeout_ms = TIMEOUT_MS;
}

static void
make_far (ExmTaskFields *fields)
{
  ExmTaskSource *source = &g_array_index (fields->sources, ExmTaskSource, 0);

  g_free (source->pattern);
  source->pattern = g_strdup (FAR);
}

static void
set_up (TestBench *self, gconstpointer change)
{
  test_network_set_available (TRUE);
  test_bench_init (self);
  test_bench_add_task (self, change);
  test_bench_open (self);
}

static void
tear_down (TestBench *self, gconstpointer unused)
{
  test_bench_clear (self);
}

static gboolean
says_online (gpointer data)
{
  TestBench *self = data;

  return test_gui_find (self->window, GTK_TYPE_LABEL, OFFLINE) == NULL;
}

static void
run_now (TestBench *self)
{
  exm_window_set_view (self->window, "activity");
  test_gui_need (self->window, EXM_TYPE_ACTIVITY_PAGE, NULL);
  test_keys (GTK_WIDGET (self->window), "F5");
}

static void
enter_article (TestBench *self, guint number)
{
  g_auto (GStrv) paths = exm_sample_server_list_articles (self->server, "news");

  test_bench_enter_path (self, paths[number]);
  test_bench_wait_for_target (self, paths[number]);
}

/* Without a network one bar says so, in every view; what was asked for waits, and is done
 * when the network is back. */
static void
test_no_network (TestBench *self, gconstpointer unused)
{
  enter_article (self, 2);
  test_network_set_available (FALSE);
  test_gui_need (self->window, GTK_TYPE_LABEL, OFFLINE);

  /* A fetched page is there; one that is not says why. */
  test_bench_enter (self, FAR "1.html");
  const char *cause = test_bench_need_status (self, "The page could not be fetched");
  g_assert_nonnull (strstr (cause, "site.invalid"));
  test_pointer_click (test_gui_need (test_bench_need_pane (self, "target"),
                                     GTK_TYPE_BUTTON, "_Back to the Page Before"));
  test_bench_wait_for_target (self, ".html");
  test_gui_need (self->page, GTK_TYPE_BUTTON, "Looks _Right");

  /* A run waits. */
  run_now (self);
  test_gui_need (self->window, GTK_TYPE_BUTTON, "_Stop");
  test_gui_need (self->window, ADW_TYPE_STATUS_PAGE, "No Pages Yet");
  test_gui_need (self->window, GTK_TYPE_LABEL, OFFLINE);
  g_assert_null (test_gui_find_beginning (self->window, "There is no network"));
  test_gui_show_people (GTK_WIDGET (self->window), "offline-run");

  test_network_set_available (TRUE);
  test_gui_wait_until (says_online, self, "the bar to go");
  /* The host does not exist, network or not. */
  test_gui_need (self->window, GTK_TYPE_LABEL, "Failed");
}

/* The server goes away while its pages are looked at and collected, and comes back. */
static void
test_server_gone (TestBench *self, gconstpointer unused)
{
  g_auto (GStrv) paths = exm_sample_server_list_articles (self->server, "news");

  enter_article (self, 2);
  test_bench_stop_site (self);
  test_bench_enter_path (self, paths[3]);
  const char *cause = test_bench_need_status (self, "The page could not be fetched");
  g_assert_nonnull (strstr (cause, "refused the connection"));
  test_gui_show_people (GTK_WIDGET (self->window), "server-gone");

  run_now (self);
  test_gui_need (self->window, GTK_TYPE_LABEL, "Failed");
  test_gui_need_beginning (self->window, "127.0.0.1 refused the connection");

  test_bench_restart_site (self);
  exm_window_set_view (self->window, "workbench");
  test_pointer_click (
      test_gui_need (test_bench_need_pane (self, "target"), GTK_TYPE_BUTTON, "_Retry"));
  test_bench_wait_for_target (self, paths[3]);
}

/* A new task can be set up when the site is there again, at the same address. */
static void
test_set_up (TestBench *self, gconstpointer unused)
{
  g_autofree char *url = test_bench_make_url (self, "/blog/");

  test_bench_stop_site (self);
  test_keys (GTK_WIDGET (self->window), "ctrl+n");
  GtkWidget *start = test_gui_need (self->window, EXM_TYPE_START_PAGE, NULL);
  GtkWidget *entry = test_gui_need (start, GTK_TYPE_ENTRY, "entry");
  gdk_clipboard_set_text (gtk_widget_get_clipboard (entry), url);
  gtk_widget_grab_focus (entry);
  test_keys (entry, "ctrl+v");
  GtkWidget *said = test_gui_need (start, GTK_TYPE_LABEL, "error");
  g_assert_nonnull (strstr (gtk_label_get_label (GTK_LABEL (said)),
                            "127.0.0.1 refused the connection"));
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, url);
  test_gui_show_people (GTK_WIDGET (self->window), "set-up-server-gone");

  test_bench_restart_site (self);
  gtk_widget_grab_focus (entry);
  test_keys (entry, "Return");
  test_gui_need_beginning (self->window, "2 Which pages: ");
}

static gboolean
has_opened (gpointer data)
{
  guint n_pass, n_look;

  exm_setup_get_counts (data, NULL, NULL, &n_pass, &n_look, NULL);
  return n_pass + n_look == 1;
}

static gboolean
is_checked (gpointer data)
{
  guint n_checked;

  g_object_get (data, "n-checked", &n_checked, NULL);
  return n_checked == g_list_model_get_n_items (exm_setup_get_pages (data))
         && !exm_setup_is_checking (data);
}

static gboolean
has_no_failure (gpointer data)
{
  guint n_fail;

  exm_setup_get_counts (data, NULL, NULL, NULL, NULL, &n_fail);
  return n_fail == 0 && is_checked (data);
}

/* The site goes away in the middle of it: what is there stays, each page says what is the
 * matter with it, and a second check has only those fetched. */
static void
test_set_up_midway (TestBench *self, gconstpointer unused)
{
  g_autofree char *url = test_bench_make_url (self, "/news/");
  guint n_pass, n_look, n_fail;

  exm_window_set_up (self->window, url);
  GtkWidget *page = test_gui_need (self->window, EXM_TYPE_SETUP_PAGE, NULL);
  ExmSetup *setup = exm_setup_page_get_setup (EXM_SETUP_PAGE (page));
  test_gui_need_beginning (page, "2 Which pages: ");
  test_gui_wait_until (has_opened, setup, "the first target");

  /* The pause between two pages was a second so far: most are still to come. */
  test_bench_stop_site (self);
  ((ExmTaskFields *) exm_setup_get_fields (setup))->delay_ms = 1;
  test_pointer_click (test_gui_need (page, GTK_TYPE_BUTTON, "check"));
  test_gui_wait_until (is_checked, setup, "the check");
  guint n_pages = g_list_model_get_n_items (exm_setup_get_pages (setup));
  exm_setup_get_counts (setup, NULL, NULL, &n_pass, &n_look, &n_fail);
  g_assert_cmpuint (n_pass + n_look, >=, 1);
  g_assert_cmpuint (n_fail, >, n_pages / 2);
  g_assert_cmpuint (n_fail, ==, n_pages - n_pass - n_look);
  test_gui_need_beginning (page, "Failed · 127.0.0.1 refused the connection");
  test_gui_show_people (GTK_WIDGET (self->window), "set-up-server-gone-midway");
  /* The page that was there can be marked, moved, looked at. */
  test_gui_need (page, GTK_TYPE_BUTTON, "Looks _Right");

  test_bench_restart_site (self);
  test_pointer_click (test_gui_need (page, GTK_TYPE_BUTTON, "check"));
  test_gui_wait_until (has_no_failure, setup, "a check without failures");
}

static gboolean
is_fetching (gpointer data)
{
  return gtk_entry_get_progress_pulse_step (GTK_ENTRY (data)) > 0
         && g_strcmp0 (
                gtk_entry_get_icon_name (GTK_ENTRY (data), GTK_ENTRY_ICON_SECONDARY),
                "process-stop-symbolic")
                == 0;
}

static GtkWidget *
need_address (TestBench *self)
{
  return test_gui_need (test_bench_need_pane (self, "target"), GTK_TYPE_ENTRY, NULL);
}

/* Observations while a page was on its way, which may be over when one looks. */
typedef struct
{
  TestBench *bench; /* (unowned) */
  gboolean fetched; /* the load bar was there */
  gboolean kept;    /* and what was there before */
} Meanwhile;

static void
on_icon_notify (GtkEntry *entry, GParamSpec *pspec, Meanwhile *meanwhile)
{
  const char *icon = gtk_entry_get_icon_name (entry, GTK_ENTRY_ICON_SECONDARY);

  if (g_strcmp0 (icon, "process-stop-symbolic") != 0)
    return;
  meanwhile->fetched = TRUE;
  meanwhile->kept
      = test_gui_find (meanwhile->bench->page, GTK_TYPE_BUTTON, "Looks _Right") != NULL;
}

/* A page that never comes, and one that never ends: the task's time limit ends it, and
 * the page that was there can be had. */
static void
test_never_ends (TestBench *self, gconstpointer unused)
{
  static const char *const faults[] = { "/fault/timeout", "/fault/endless" };

  enter_article (self, 2);
  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      Meanwhile meanwhile = { .bench = self };
      gulong id = g_signal_connect (need_address (self), "notify::secondary-icon-name",
                                    G_CALLBACK (on_icon_notify), &meanwhile);
      test_bench_enter_path (self, faults[i]);
      const char *cause = test_bench_need_status (self, "The page could not be fetched");
      g_signal_handler_disconnect (need_address (self), id);
      g_assert_cmpstr (cause, !=, "");
      g_assert_true (meanwhile.fetched);
      g_assert_true (meanwhile.kept);
      g_assert_false (is_fetching (need_address (self)));
      test_gui_show_people (GTK_WIDGET (self->window),
                            i == 0 ? "never-comes" : "never-ends");
      test_pointer_click (test_gui_need (test_bench_need_pane (self, "target"),
                                         GTK_TYPE_BUTTON, "_Back to the Page Before"));
      test_bench_wait_for_target (self, ".html");
    }
}

/* Stops a page that does not come, or asks for another one. */
static void
test_stop (TestBench *self, gconstpointer unused)
{
  g_auto (GStrv) paths = exm_sample_server_list_articles (self->server, "news");

  /* Before there is any page. */
  test_bench_enter_path (self, "/fault/timeout");
  test_gui_wait_until (is_fetching, need_address (self), "the load bar");
  test_keys (need_address (self), "Escape");
  test_bench_need_status (self, "No article yet");
  g_assert_false (is_fetching (need_address (self)));

  enter_article (self, 2);
  test_bench_enter_path (self, "/fault/timeout");
  test_gui_wait_until (is_fetching, need_address (self), "the load bar");
  test_pointer_click_at (need_address (self), -12,
                         gtk_widget_get_height (need_address (self)) / 2.0, 1);
  test_bench_wait_for_target (self, paths[2]);
  g_assert_false (is_fetching (need_address (self)));

  test_bench_enter_path (self, "/fault/timeout");
  test_gui_wait_until (is_fetching, need_address (self), "the load bar");
  enter_article (self, 3);
  g_assert_false (is_fetching (need_address (self)));
}

int
main (int argc, char **argv)
{
  test_network_install ();
  test_gui_init (&argc, &argv);
#define ADD(path, change, func)                                                          \
  g_test_add ("/app/offline/" path, TestBench, (gconstpointer) change, set_up, func,     \
              tear_down)
  ADD ("no-network", make_far, test_no_network);
  ADD ("server-gone", NULL, test_server_gone);
  ADD ("set-up", NULL, test_set_up);
  ADD ("set-up-midway", NULL, test_set_up_midway);
  ADD ("never-ends", make_impatient, test_never_ends);
  ADD ("stop", NULL, test_stop);
  return g_test_run ();
}
