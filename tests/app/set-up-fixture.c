/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "set-up-fixture.h"

#include "app/workbench/exm-setup-page.h"

#include "test-folder.h"
#include "test-pages.h"
#include "test-pointer.h"

static void
on_event (ExmSession *session, const ExmWorkerEvent *event, SetUpFixture *self)
{
  self->n_articles += event->kind == EXM_WORKER_ARTICLE;
  self->n_finished += event->kind == EXM_WORKER_RUN_FINISHED;
}

void
set_up_fixture_init (SetUpFixture *self, gconstpointer data)
{
  self->site = test_pages_start_site (0);
  self->server = exm_sample_thread_get_server (self->site);
  self->folder = test_folder_new ();
  self->app = test_gui_start (self->folder);
  self->window = test_gui_get_window (self->app);
  g_signal_connect (exm_window_get_session (self->window), "event", G_CALLBACK (on_event),
                    self);
}

void
set_up_fixture_clear (SetUpFixture *self, gconstpointer data)
{
  test_gui_stop (self->app);
  exm_sample_thread_stop (self->site);
  test_folder_free (self->folder);
}

void
set_up_fixture_paste (SetUpFixture *self, const char *text)
{
  GtkWidget *entry = test_gui_need (self->window, GTK_TYPE_ENTRY, "entry");

  gdk_clipboard_set_text (gtk_widget_get_clipboard (entry), text);
  gtk_editable_set_text (GTK_EDITABLE (entry), "");
  gtk_widget_grab_focus (entry);
  test_keys (entry, "ctrl+v");
}

void
set_up_fixture_paste_path (SetUpFixture *self, const char *path)
{
  g_autofree char *url
      = g_strconcat (exm_sample_server_get_base_url (self->server), path, NULL);

  set_up_fixture_paste (self, url);
}

ExmSetup *
set_up_fixture_get_setup (SetUpFixture *self)
{
  return exm_setup_page_get_setup (
      EXM_SETUP_PAGE (test_gui_need (self->window, EXM_TYPE_SETUP_PAGE, NULL)));
}

gboolean
set_up_has_target (gpointer data)
{
  g_autoptr (ExmPageItem) first = g_list_model_get_item (exm_setup_get_pages (data), 0);

  return first != NULL && exm_page_item_get_outcome (first)->result != NULL;
}

gboolean
set_up_is_ready (gpointer data)
{
  return exm_analysis_get_state (data) == EXM_ANALYSIS_READY
         && !exm_analysis_get_busy (data) && exm_analysis_get_result (data) != NULL;
}

gboolean
set_up_is_checked (gpointer data)
{
  guint n_checked;

  g_object_get (data, "n-checked", &n_checked, NULL);
  return n_checked == g_list_model_get_n_items (exm_setup_get_pages (data));
}

static gboolean
has_fields (gpointer setup)
{
  return exm_setup_get_fields (setup) != NULL;
}

/* The delay of a real host would make the test slow. */
void
set_up_hurry (ExmSetup *setup)
{
  test_gui_wait_until (has_fields, setup, "a task of the address");
  ((ExmTaskFields *) exm_setup_get_fields (setup))->delay_ms = 1;
}
