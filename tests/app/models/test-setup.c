/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Setting a task up on the sample site: from a pasted address to a task that runs. */

#include "setup-fixture.h"

#include "test-folder.h"

#include <signal.h>
#include <string.h>

static void
test_check (SetupFixture *self, gconstpointer data)
{
  guint n_listed, n_matching, n_pass, n_look, n_fail;

  setup_fixture_must_start (self, "/news/");
  setup_fixture_hurry (self);
  g_assert_cmpuint (self->n_proposed, ==, 1);
  const guint n_pages = g_list_model_get_n_items (exm_setup_get_pages (self->setup));
  g_assert_cmpuint (n_pages, >=, 3);
  /* The first target is shown beside the example; the others follow by themselves. */
  setup_fixture_wait_for_checked (self, n_pages);
  g_assert_cmpuint (self->n_ready, ==, n_pages);
  g_assert_false (exm_setup_is_checking (self->setup));
  exm_setup_get_counts (self->setup, &n_listed, &n_matching, &n_pass, &n_look, &n_fail);
  g_assert_cmpuint (n_listed, >, n_matching);
  g_assert_cmpuint (n_matching, >=, n_pages);
  g_assert_cmpuint (n_pass + n_look, ==, n_pages);
  g_assert_cmpuint (n_fail, ==, 0);
  for (guint i = 0; i < n_pages; i++)
    {
      g_autofree char *words = NULL;
      const ExmPageOutcome *outcome
          = exm_page_item_get_outcome (setup_fixture_get_page (self, i));
      g_assert_cmpuint (outcome->n_lines, >, 0);
      g_assert_nonnull (outcome->title);
      g_assert_cmpstr (outcome->excerpt, !=, "");
      g_object_get (setup_fixture_get_page (self, i), "details", &words, NULL);
      g_assert_nonnull (strstr (words, " characters"));
    }
}

/* Pages are asked for no faster than the task will. */
static void
test_polite (SetupFixture *self, gconstpointer data)
{
  gint64 began, took;

  setup_fixture_must_start (self, "/news/");
  ((ExmTaskFields *) exm_setup_get_fields (self->setup))->delay_ms = 300;
  setup_fixture_wait_for_checked (self, 1);
  began = g_get_monotonic_time ();
  exm_setup_check (self->setup);
  setup_fixture_wait_for_checked (self, 3);
  took = g_get_monotonic_time () - began;
  g_assert_cmpint (took, >=, 300 * 1000);
}

static void
test_region (SetupFixture *self, gconstpointer data)
{
  ExmPageHints hints;

  setup_fixture_must_start (self, "/blog/");
  setup_fixture_hurry (self);
  exm_setup_check (self->setup);
  setup_fixture_wait_for_checked (
      self, g_list_model_get_n_items (exm_setup_get_pages (self->setup)));
  exm_sample_server_clear_request_log (self->server);
  exm_setup_get_example (self->setup, 0, &hints);
  g_autofree char *body = exm_sample_server_dup_body (
      self->server, hints.url + strlen (exm_sample_server_get_base_url (self->server)));
  exm_setup_set_region_text (self->setup, 0, body);
  while (self->n_rechecked == 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpfloat (self->before, >, 0);
  g_assert_cmpfloat (self->after, >, 0);
  g_autoptr (GPtrArray) requests = exm_sample_server_get_request_log (self->server);
  g_assert_cmpuint (requests->len, ==, 0);
  /* The same again is no change. */
  exm_setup_set_region_text (self->setup, 0, body);
  g_assert_cmpuint (self->n_rechecked, ==, 1);
}

static void
test_save (SetupFixture *self, gconstpointer data)
{
  g_autofree char *out = test_folder_new ();
  g_autoptr (GError) error = NULL;

  setup_fixture_must_start (self, "/zh/");
  setup_fixture_hurry (self);
  exm_setup_set_name (self->setup, "江畔");
  g_assert_true (exm_setup_set_schedule (self->setup, "every 2 h", &error));
  g_assert_no_error (error);
  g_assert_true (exm_setup_set_folder (self->setup, out, &error));
  exm_setup_set_first_run (self->setup, EXM_FIRST_RUN_ALL);
  setup_fixture_save (self);
  g_assert_no_error (self->error);
  const ExmTaskFields *fields = exm_task_get (self->task);
  g_assert_cmpstr (fields->name, ==, "江畔");
  g_assert_cmpint (fields->first_run, ==, EXM_FIRST_RUN_ALL);
  g_assert_cmpuint (fields->outputs->len, ==, 1);
  const ExmTaskExample *example = &g_array_index (fields->examples, ExmTaskExample, 0);
  g_assert_nonnull (example->page_hash);

  /* It is in the store with its page, and runs. */
  while (self->n_finished == 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (self->n_articles, >, 5);
  ExmStoreReader *reader = exm_session_get_reader (self->session);
  const ExmStoreQuery task = { .kind = EXM_READ_TASK, .uid = fields->uid };
  g_autoptr (ExmTask) stored = exm_store_reader_read (reader, &task, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (exm_task_equal (stored, self->task));
  const ExmStoreQuery page = { .kind = EXM_READ_PAGE, .hash = example->page_hash };
  g_autoptr (GBytes) bytes = exm_store_reader_read (reader, &page, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (g_bytes_get_size (bytes), >, 100);
  test_folder_free (g_steal_pointer (&out));
}

static void
test_fields (SetupFixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  guint n_matching, n_before;
  gboolean can_save, can_start;

  setup_fixture_must_start (self, "/news/");
  g_object_get (self->setup, "can-start", &can_start, NULL);
  g_assert_true (can_start);
  exm_setup_get_counts (self->setup, NULL, &n_before, NULL, NULL, NULL);
  g_assert_false (exm_setup_set_include (self->setup, "https://a.example/[9-", &error));
  g_assert_nonnull (error);
  g_clear_error (&error);
  g_assert_false (exm_setup_set_include (self->setup, " \n ", &error));
  g_clear_error (&error);
  exm_setup_get_counts (self->setup, NULL, &n_matching, NULL, NULL, NULL);
  g_assert_cmpuint (n_matching, ==, n_before);
  g_assert_true (
      exm_setup_set_include (self->setup, "https://other.example/(*)", &error));
  exm_setup_get_counts (self->setup, NULL, &n_matching, NULL, NULL, NULL);
  g_assert_cmpuint (n_matching, ==, 0);
  g_assert_false (exm_setup_set_schedule (self->setup, "every full moon", &error));
  g_clear_error (&error);
  g_assert_false (exm_setup_set_folder (self->setup, "here", &error));
  g_clear_error (&error);
  g_object_get (self->setup, "can-save", &can_save, "can-start", &can_start, NULL);
  g_assert_true (can_save);
  g_assert_false (can_start);
  exm_setup_set_name (self->setup, "a\nb");
  setup_fixture_save (self);
  g_assert_error (self->error, EXM_TASK_ERROR, EXM_TASK_ERROR_FIELD);
  g_assert_cmpint (exm_setup_get_stage (self->setup), ==, EXM_SETUP_READY);
}

/* A task that would find nothing can be stored, and does not run. */
static void
test_paused (SetupFixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  setup_fixture_must_start (self, "/news/");
  g_assert_true (
      exm_setup_set_include (self->setup, "https://other.example/(*)", &error));
  exm_setup_set_paused (self->setup, TRUE);
  setup_fixture_save (self);
  g_assert_no_error (self->error);
  g_assert_true (exm_task_get (self->task)->paused);
  ExmStoreReader *reader = exm_session_get_reader (self->session);
  const ExmStoreQuery query
      = { .kind = EXM_READ_TASK, .uid = exm_task_get (self->task)->uid };
  g_autoptr (ExmTask) stored = exm_store_reader_read (reader, &query, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (exm_task_get (stored)->paused);
  g_assert_cmpuint (self->n_finished, ==, 0);
}

static void
on_resumed (GObject *source, GAsyncResult *result, gpointer data)
{
  SetupFixture *self = data;

  exm_session_write_finish (EXM_SESSION (source), result, &self->error);
  self->n_finished++;
}

/* An article that nothing lists: stored without a source, and resumed only with one. */
static void
test_no_list (SetupFixture *self, gconstpointer data)
{
  gboolean can_save, can_start;

  setup_fixture_must_start (self, "/fault/gzip");
  g_assert_cmpuint (exm_setup_get_fields (self->setup)->sources->len, ==, 0);
  g_object_get (self->setup, "can-save", &can_save, "can-start", &can_start, NULL);
  g_assert_true (can_save);
  g_assert_false (can_start);
  exm_setup_set_paused (self->setup, TRUE);
  setup_fixture_save (self);
  g_assert_no_error (self->error);
  const char *uid = exm_task_get (self->task)->uid;
  exm_session_set_paused_async (self->session, uid, FALSE, on_resumed, self);
  while (self->n_finished == 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_error (self->error, EXM_TASK_ERROR, EXM_TASK_ERROR_FIELD);
}

/* Whatever is pasted, there is a sentence about it. */
static void
test_hostile (SetupFixture *self, gconstpointer data)
{
  static const char *const pasted[] = {
    "",
    "hello",
    "weixin://dl/chat",
    "https://mp.weixin.qq.com/s/abcdef",
    "http://127.0.0.1:1/news/",
    "http://no-such-host.invalid/",
  };
  static const char *const paths[] = {
    "/fault/404",   "/fault/500",  "/fault/pdf",        "/fault/png",
    "/fault/empty", "/fault/loop", "/fault/huge?mb=50",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (pasted); i++)
    {
      exm_setup_start (self->setup, pasted[i]);
      while (exm_setup_get_stage (self->setup) == EXM_SETUP_LOOKING)
        g_main_context_iteration (NULL, TRUE);
      g_assert_cmpint (exm_setup_get_stage (self->setup), ==, EXM_SETUP_FAILED);
      g_assert_cmpstr (exm_setup_get_message (self->setup), !=, "");
    }
  for (gsize i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      setup_fixture_start (self, paths[i]);
      if (exm_setup_get_stage (self->setup) != EXM_SETUP_FAILED)
        g_error ("%s is taken", paths[i]);
      g_assert_cmpstr (exm_setup_get_message (self->setup), !=, "");
    }
  /* And after all that, the next one works. */
  setup_fixture_must_start (self, "/news/");
}

/* The list is there, its articles are filled in by scripts. */
static void
test_scripted (SetupFixture *self, gconstpointer data)
{
  setup_fixture_must_start (self, "/app/");
  setup_fixture_wait_for_checked (self, 1);
  const ExmPageOutcome *outcome
      = exm_page_item_get_outcome (setup_fixture_get_page (self, 0));
  g_assert_cmpint (outcome->mark, ==, EXM_PAGE_FAIL);
  g_assert_nonnull (strstr (outcome->message, "scripts"));
  g_autofree char *note = setup_fixture_dup_note (self);
  g_assert_nonnull (note);
  g_assert_nonnull (strstr (note, "scripts"));
}

static gboolean
is_first_page_said (SetupFixture *self, const char *words)
{
  const ExmPageOutcome *outcome
      = exm_page_item_get_outcome (setup_fixture_get_page (self, 0));

  return outcome->message != NULL && strstr (outcome->message, words) != NULL;
}

/* A method that looks at pages asks for them to be laid out; what is the matter with who
 * does that is said of each page, and other methods are not disturbed. */
static void
test_looks (SetupFixture *self, gconstpointer data)
{
  setup_fixture_must_start (self, "/news/");
  setup_fixture_wait_for_checked (self, 1);
  exm_setup_set_method (self->setup, "vips", NULL);
  while (!is_first_page_said (self, "ended without an answer"))
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpint (exm_page_item_get_outcome (setup_fixture_get_page (self, 0))->mark, ==,
                   EXM_PAGE_FAIL);
  exm_setup_set_method (self->setup, NULL, NULL);
  while (exm_page_item_get_outcome (setup_fixture_get_page (self, 0))->mark
         != EXM_PAGE_PASS)
    g_main_context_iteration (NULL, TRUE);
}

/* Pages that cannot be had do not stop the check: the last two, which nobody has asked
 * for yet when the first one is checked. */
static void
test_broken_pages (SetupFixture *self, gconstpointer data)
{
  guint n_fail;
  const char *base = exm_sample_server_get_base_url (self->server);

  setup_fixture_must_start (self, "/news/");
  setup_fixture_hurry (self);
  const guint n_pages = g_list_model_get_n_items (exm_setup_get_pages (self->setup));
  g_assert_cmpuint (n_pages, >, 5);
  setup_fixture_wait_for_checked (self, 1);
  exm_sample_server_set_fault (
      self->server,
      exm_page_item_get_url (setup_fixture_get_page (self, n_pages - 2)) + strlen (base),
      "404", EXM_SAMPLE_FAULT_ALWAYS, NULL);
  exm_sample_server_set_fault (
      self->server,
      exm_page_item_get_url (setup_fixture_get_page (self, n_pages - 1)) + strlen (base),
      "pdf", EXM_SAMPLE_FAULT_ALWAYS, NULL);
  exm_setup_check (self->setup);
  setup_fixture_wait_for_checked (self, n_pages);
  exm_setup_get_counts (self->setup, NULL, NULL, NULL, NULL, &n_fail);
  g_assert_cmpuint (n_fail, ==, 2);
  g_assert_nonnull (strstr (
      exm_page_item_get_outcome (setup_fixture_get_page (self, n_pages - 2))->message,
      "404"));

  /* They are there again: so they are asked for again, and no other is. */
  guint n_ready = self->n_ready;
  for (guint i = n_pages - 2; i < n_pages; i++)
    exm_sample_server_set_fault (self->server,
                                 exm_page_item_get_url (setup_fixture_get_page (self, i))
                                     + strlen (base),
                                 NULL, EXM_SAMPLE_FAULT_ALWAYS, NULL);
  exm_setup_check (self->setup);
  for (; n_fail > 0; g_main_context_iteration (NULL, TRUE))
    exm_setup_get_counts (self->setup, NULL, NULL, NULL, NULL, &n_fail);
  setup_fixture_wait_for_checked (self, n_pages);
  g_assert_cmpuint (self->n_ready, ==, n_ready + 2);
}

/* The site is redesigned while somebody sets a task up on it. */
static void
test_other_layout (SetupFixture *self, gconstpointer data)
{
  setup_fixture_must_start (self, "/news/");
  setup_fixture_hurry (self);
  setup_fixture_wait_for_checked (self, 1);
  exm_sample_server_set_redesign (self->server, TRUE);
  exm_setup_check (self->setup);
  setup_fixture_wait_for_checked (
      self, g_list_model_get_n_items (exm_setup_get_pages (self->setup)));
  const ExmPageOutcome *outcome
      = exm_page_item_get_outcome (setup_fixture_get_page (self, 1));
  g_assert_cmpint (outcome->mark, ==, EXM_PAGE_FAIL);
  g_assert_nonnull (strstr (outcome->message, "does not look like your example")
                        ?: strstr (outcome->message, "Does not look like your example"));
}

/* A new address in the middle of everything. */
static void
test_restart (SetupFixture *self, gconstpointer data)
{
  g_autofree char *slow = g_strconcat (exm_sample_server_get_base_url (self->server),
                                       "/fault/timeout", NULL);

  exm_setup_start (self->setup, slow);
  g_assert_cmpint (exm_setup_get_stage (self->setup), ==, EXM_SETUP_LOOKING);
  setup_fixture_must_start (self, "/news/");
  exm_setup_check (self->setup);
  setup_fixture_must_start (self, "/zh/");
  setup_fixture_wait_for_checked (self, 1);
  g_assert_nonnull (
      strstr (exm_page_item_get_url (setup_fixture_get_page (self, 0)), "/zh/"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  /* As the programs do: a helper that is gone reads no request. */
  signal (SIGPIPE, SIG_IGN);
#define ADD(name)                                                                        \
  g_test_add ("/setup/" #name, SetupFixture, NULL, setup_fixture_init, test_##name,      \
              setup_fixture_clear)
  ADD (check);
  ADD (polite);
  ADD (region);
  ADD (save);
  ADD (fields);
  ADD (paused);
  ADD (no_list);
  ADD (hostile);
  ADD (scripted);
  ADD (looks);
  ADD (broken_pages);
  ADD (other_layout);
  ADD (restart);
  return g_test_run ();
}
