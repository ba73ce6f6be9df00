/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "test-bench.h"

#include "app/web/exm-page-pane.h"
#include "app/web/exm-page-view.h"

#include "test-folder.h"
#include "test-pointer.h"
#include "test-workbench.h"

/* The section that task 1 collects. */
#define SECTION "news"

void
test_bench_init (TestBench *self)
{
  self->site = test_pages_start_site (0);
  self->server = exm_sample_thread_get_server (self->site);
  self->base = g_strdup (exm_sample_server_get_base_url (self->server));
  self->folder = test_folder_new ();
}

void
test_bench_add_task (TestBench *self, void (*change) (ExmTaskFields *fields))
{
  g_autoptr (ExmStore) store = test_pages_open (self->folder);
  g_autoptr (ExmProposal) proposal = test_pages_propose (store, self->site, SECTION, 1);
  g_autoptr (GError) error = NULL;

  g_free (proposal->fields.uid);
  proposal->fields.uid = g_strdup (store_task_uid (1));
  if (change != NULL)
    change (&proposal->fields);
  g_autoptr (ExmTask) task = exm_task_new (&proposal->fields);
  exm_store_add_task (store, task, STORE_NOW, &error);
  g_assert_no_error (error);
}

void
test_bench_open (TestBench *self)
{
  self->app = test_gui_start (self->folder);
  self->window = test_gui_get_window (self->app);
  self->page = test_workbench_show (self->app);
  self->analysis = exm_workbench_page_get_analysis (self->page);
}

void
test_bench_clear (TestBench *self)
{
  if (self->app != NULL)
    test_gui_stop (self->app);
  g_clear_pointer (&self->site, exm_sample_thread_stop);
  test_folder_free (self->folder);
  g_free (self->base);
}

void
test_bench_stop_site (TestBench *self)
{
  self->server = NULL;
  g_clear_pointer (&self->site, exm_sample_thread_stop);
}

void
test_bench_restart_site (TestBench *self)
{
  g_autoptr (GUri) uri = g_uri_parse (self->base, G_URI_FLAGS_NONE, NULL);

  self->site = test_pages_start_site ((guint) g_uri_get_port (uri));
  self->server = exm_sample_thread_get_server (self->site);
}

char *
test_bench_make_url (TestBench *self, const char *path)
{
  return g_strconcat (self->base, path, NULL);
}

GtkWidget *
test_bench_need_pane (TestBench *self, const char *name)
{
  return test_gui_need (self->page, EXM_TYPE_PAGE_PANE, name);
}

void
test_bench_enter (TestBench *self, const char *url)
{
  GtkWidget *entry
      = test_gui_need (test_bench_need_pane (self, "target"), GTK_TYPE_ENTRY, NULL);

  gtk_editable_set_text (GTK_EDITABLE (entry), url);
  gtk_widget_grab_focus (entry);
  test_keys (entry, "Return");
}

void
test_bench_enter_path (TestBench *self, const char *path)
{
  g_autofree char *url = test_bench_make_url (self, path);

  test_bench_enter (self, url);
}

typedef struct
{
  TestBench *bench;  /* (unowned) */
  ExmPagePane *pane; /* (unowned) */
  const char *text;  /* (unowned) */
} Wanted;

static gboolean
shows_target (gpointer data)
{
  const Wanted *wanted = data;
  const char *address = exm_page_pane_get_address (wanted->pane);
  ExmAnalysis *analysis = wanted->bench->analysis;
  guint state;

  g_object_get (exm_page_pane_get_view (wanted->pane), "state", &state, NULL);
  return address != NULL && g_str_has_suffix (address, wanted->text)
         && g_strcmp0 (exm_analysis_get_target_url (analysis), address) == 0
         && state == EXM_PAGE_VIEW_LOADED
         && exm_analysis_get_state (analysis) == EXM_ANALYSIS_READY
         && !exm_analysis_get_busy (analysis)
         && exm_analysis_get_result (analysis) != NULL;
}

void
test_bench_wait_for_target (TestBench *self, const char *end)
{
  Wanted wanted = { self, EXM_PAGE_PANE (test_bench_need_pane (self, "target")), end };

  test_gui_wait_until (shows_target, &wanted, end);
}

const char *
test_bench_need_status (TestBench *self, const char *title)
{
  GtkWidget *status = test_gui_need (test_bench_need_pane (self, "target"),
                                     ADW_TYPE_STATUS_PAGE, title);

  return adw_status_page_get_description (ADW_STATUS_PAGE (status));
}
