/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "setup-fixture.h"

#include "test-folder.h"

static void
on_proposed (ExmSetup *setup, SetupFixture *self)
{
  self->n_proposed++;
}

static void
on_page_ready (ExmSetup *setup, ExmPageItem *item, SetupFixture *self)
{
  g_assert_nonnull (exm_page_item_get_bytes (item, NULL, NULL));
  self->n_ready++;
}

static void
on_rechecked (ExmSetup *setup,
              double before,
              double after,
              guint n_added,
              guint n_removed,
              SetupFixture *self)
{
  self->n_rechecked++;
  self->before = before;
  self->after = after;
}

static void
on_event (ExmSession *session, const ExmWorkerEvent *event, SetupFixture *self)
{
  self->n_articles += event->kind == EXM_WORKER_ARTICLE;
  self->n_finished += event->kind == EXM_WORKER_RUN_FINISHED;
}

void
setup_fixture_init (SetupFixture *self, gconstpointer data)
{
  g_autofree char *sample
      = g_test_build_filename (G_TEST_DIST, "..", "data", "sample", NULL);
  g_autoptr (GError) error = NULL;

  self->site = exm_sample_thread_start (sample, EXM_SAMPLE_SERVER_DEFAULT, 0, &error);
  g_assert_no_error (error);
  self->server = exm_sample_thread_get_server (self->site);
  self->folder = test_folder_new ();
  self->session = exm_session_new (self->folder);
  exm_session_start (self->session, &error);
  g_assert_no_error (error);
  self->setup = exm_setup_new (self->session);
  g_signal_connect (self->setup, "proposed", G_CALLBACK (on_proposed), self);
  g_signal_connect (self->setup, "page-ready", G_CALLBACK (on_page_ready), self);
  g_signal_connect (self->setup, "rechecked", G_CALLBACK (on_rechecked), self);
  g_signal_connect (self->session, "event", G_CALLBACK (on_event), self);
}

void
setup_fixture_clear (SetupFixture *self, gconstpointer data)
{
  g_clear_pointer (&self->task, exm_task_unref);
  g_clear_error (&self->error);
  exm_session_stop (self->session);
  exm_setup_cancel (self->setup);
  /* Wait for work under way, which is cancelled. */
  while (G_OBJECT (self->setup)->ref_count > 1)
    g_main_context_iteration (NULL, TRUE);
  g_assert_finalize_object (self->setup);
  g_object_unref (self->session);
  exm_sample_thread_stop (self->site);
  test_folder_free (self->folder);
}

void
setup_fixture_start (SetupFixture *self, const char *path)
{
  g_autofree char *url
      = g_strconcat (exm_sample_server_get_base_url (self->server), path, NULL);

  exm_setup_start (self->setup, url);
  while (exm_setup_get_stage (self->setup) == EXM_SETUP_LOOKING
         || exm_setup_get_stage (self->setup) == EXM_SETUP_FINDING)
    g_main_context_iteration (NULL, TRUE);
}

void
setup_fixture_must_start (SetupFixture *self, const char *path)
{
  setup_fixture_start (self, path);
  if (exm_setup_get_stage (self->setup) != EXM_SETUP_READY)
    g_error ("%s: %s", path, exm_setup_get_message (self->setup));
}

static guint
count_checked (SetupFixture *self)
{
  guint n_checked;

  g_object_get (self->setup, "n-checked", &n_checked, NULL);
  return n_checked;
}

void
setup_fixture_wait_for_checked (SetupFixture *self, guint n)
{
  while (count_checked (self) < n)
    g_main_context_iteration (NULL, TRUE);
}

char *
setup_fixture_dup_note (SetupFixture *self)
{
  char *note;

  g_object_get (self->setup, "note", &note, NULL);
  return note;
}

ExmPageItem *
setup_fixture_get_page (SetupFixture *self, guint i)
{
  g_autoptr (ExmPageItem) item
      = g_list_model_get_item (exm_setup_get_pages (self->setup), i);

  g_assert_nonnull (item);
  return item; /* the list has it */
}

/* The delay of a real host would make the tests slow. */
void
setup_fixture_hurry (SetupFixture *self)
{
  ((ExmTaskFields *) exm_setup_get_fields (self->setup))->delay_ms = 1;
}

static void
on_saved (GObject *source, GAsyncResult *result, gpointer data)
{
  SetupFixture *self = data;

  self->task = g_task_propagate_pointer (G_TASK (result), &self->error);
  self->saved = TRUE;
}

void
setup_fixture_save (SetupFixture *self)
{
  self->saved = FALSE;
  exm_setup_save_async (self->setup, on_saved, self);
  while (!self->saved)
    g_main_context_iteration (NULL, TRUE);
}
