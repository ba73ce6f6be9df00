/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Setting a task up on the sample site: from a pasted address to a task that runs. */

#include "exm-sample-thread.h"
#include "exm-setup.h"

#include "test-folder.h"

#include <signal.h>
#include <string.h>

typedef struct
{
  ExmSampleThread *site;   /* (owned) */
  ExmSampleServer *server; /* (unowned) */
  char *folder;            /* (owned) */
  ExmSession *session;     /* (owned) */
  ExmSetup *setup;         /* (owned) */
  GMainContext *context;   /* (unowned) */
  guint n_proposed;
  guint n_ready;
  guint n_rechecked;
  double before;
  double after;
  guint n_articles;
  guint n_finished;
  ExmTask *task; /* (owned) (nullable) */
  GError *error; /* (owned) (nullable) */
  gboolean saved;
} Fixture;

static void
on_proposed (ExmSetup *setup, Fixture *self)
{
  self->n_proposed++;
}

static void
on_page_ready (ExmSetup *setup, ExmPageItem *item, Fixture *self)
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
              Fixture *self)
{
  self->n_rechecked++;
  self->before = before;
  self->after = after;
}

static void
on_event (ExmSession *session, const ExmWorkerEvent *event, Fixture *self)
{
  self->n_articles += event->kind == EXM_WORKER_ARTICLE;
  self->n_finished += event->kind == EXM_WORKER_RUN_FINISHED;
}

static void
set_up (Fixture *self, gconstpointer data)
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

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_clear_pointer (&self->task, exm_task_unref);
  g_clear_error (&self->error);
  exm_session_stop (self->session);
  exm_setup_cancel (self->setup);
  /* What was under way comes back, cancelled. */
  while (G_OBJECT (self->setup)->ref_count > 1)
    g_main_context_iteration (NULL, TRUE);
  g_assert_finalize_object (self->setup);
  g_object_unref (self->session);
  exm_sample_thread_stop (self->site);
  test_folder_free (self->folder);
}

static void
start (Fixture *self, const char *path)
{
  g_autofree char *url
      = g_strconcat (exm_sample_server_get_base_url (self->server), path, NULL);

  exm_setup_start (self->setup, url);
  while (exm_setup_get_stage (self->setup) == EXM_SETUP_LOOKING)
    g_main_context_iteration (NULL, TRUE);
}

static void
must_start (Fixture *self, const char *path)
{
  start (self, path);
  if (exm_setup_get_stage (self->setup) != EXM_SETUP_READY)
    g_error ("%s: %s", path, exm_setup_get_message (self->setup));
}

static guint
count_checked (Fixture *self)
{
  guint n_checked;

  g_object_get (self->setup, "n-checked", &n_checked, NULL);
  return n_checked;
}

static void
wait_for_checked (Fixture *self, guint n)
{
  while (count_checked (self) < n)
    g_main_context_iteration (NULL, TRUE);
}

static char *
dup_note (Fixture *self)
{
  char *note;

  g_object_get (self->setup, "note", &note, NULL);
  return note;
}

static ExmPageItem *
get_page (Fixture *self, guint i)
{
  g_autoptr (ExmPageItem) item
      = g_list_model_get_item (exm_setup_get_pages (self->setup), i);

  g_assert_nonnull (item);
  return item; /* the list has it */
}

/* The delay of a real host would make the tests slow. */
static void
hurry (Fixture *self)
{
  ((ExmTaskFields *) exm_setup_get_fields (self->setup))->delay_ms = 1;
}

static void
test_check (Fixture *self, gconstpointer data)
{
  guint n_listed, n_matching, n_pass, n_look, n_fail;

  must_start (self, "/news/");
  hurry (self);
  g_assert_cmpuint (self->n_proposed, ==, 1);
  /* One target comes by itself, to be shown beside the example. */
  wait_for_checked (self, 1);
  g_assert_cmpuint (self->n_ready, ==, 1);
  g_assert_false (exm_setup_is_checking (self->setup));
  const guint n_pages = g_list_model_get_n_items (exm_setup_get_pages (self->setup));
  g_assert_cmpuint (n_pages, >=, 3);

  exm_setup_check (self->setup);
  g_assert_true (exm_setup_is_checking (self->setup));
  wait_for_checked (self, n_pages);
  exm_setup_get_counts (self->setup, &n_listed, &n_matching, &n_pass, &n_look, &n_fail);
  g_assert_cmpuint (n_listed, >, n_matching);
  g_assert_cmpuint (n_matching, >=, n_pages);
  g_assert_cmpuint (n_pass + n_look, ==, n_pages);
  g_assert_cmpuint (n_fail, ==, 0);
  for (guint i = 0; i < n_pages; i++)
    {
      g_autofree char *words = NULL;
      const ExmPageOutcome *outcome = exm_page_item_get_outcome (get_page (self, i));
      g_assert_cmpuint (outcome->n_lines, >, 0);
      g_assert_nonnull (outcome->title);
      g_assert_cmpstr (outcome->excerpt, !=, "");
      g_object_get (get_page (self, i), "details", &words, NULL);
      g_assert_nonnull (strstr (words, " characters"));
    }
}

/* Pages are asked for no faster than the task will. */
static void
test_polite (Fixture *self, gconstpointer data)
{
  gint64 began, took;

  must_start (self, "/news/");
  ((ExmTaskFields *) exm_setup_get_fields (self->setup))->delay_ms = 300;
  wait_for_checked (self, 1);
  began = g_get_monotonic_time ();
  exm_setup_check (self->setup);
  wait_for_checked (self, 3);
  took = g_get_monotonic_time () - began;
  g_assert_cmpint (took, >=, 300 * 1000);
}

static void
test_region (Fixture *self, gconstpointer data)
{
  ExmPageHints hints;

  must_start (self, "/blog/");
  hurry (self);
  exm_setup_check (self->setup);
  wait_for_checked (self, g_list_model_get_n_items (exm_setup_get_pages (self->setup)));
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
on_saved (GObject *source, GAsyncResult *result, gpointer data)
{
  Fixture *self = data;

  self->task = exm_setup_save_finish (EXM_SETUP (source), result, &self->error);
  self->saved = TRUE;
}

static void
save (Fixture *self)
{
  self->saved = FALSE;
  exm_setup_save_async (self->setup, on_saved, self);
  while (!self->saved)
    g_main_context_iteration (NULL, TRUE);
}

static void
test_save (Fixture *self, gconstpointer data)
{
  g_autofree char *out = test_folder_new ();
  g_autoptr (GError) error = NULL;

  must_start (self, "/zh/");
  hurry (self);
  exm_setup_set_name (self->setup, "江畔");
  g_assert_true (exm_setup_set_schedule (self->setup, "every 2 h", &error));
  g_assert_no_error (error);
  g_assert_true (exm_setup_set_folder (self->setup, out, &error));
  exm_setup_set_first_run (self->setup, EXM_FIRST_RUN_ALL);
  save (self);
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
test_fields (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  guint n_matching, n_before;
  gboolean can_save;

  must_start (self, "/news/");
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
  g_object_get (self->setup, "can-save", &can_save, NULL);
  g_assert_true (can_save);
  exm_setup_set_name (self->setup, "a\nb");
  save (self);
  g_assert_error (self->error, EXM_TASK_ERROR, EXM_TASK_ERROR_FIELD);
  g_assert_cmpint (exm_setup_get_stage (self->setup), ==, EXM_SETUP_READY);
}

/* Whatever is pasted, there is a sentence about it. */
static void
test_hostile (Fixture *self, gconstpointer data)
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
    "/fault/404", "/fault/500", "/fault/pdf", "/fault/png", "/fault/empty", "/fault/loop", "/fault/huge?mb=50",
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
      start (self, paths[i]);
      if (exm_setup_get_stage (self->setup) != EXM_SETUP_FAILED)
        g_error ("%s is taken", paths[i]);
      g_assert_cmpstr (exm_setup_get_message (self->setup), !=, "");
    }
  /* And after all that, the next one works. */
  must_start (self, "/news/");
}

/* The list is there, its articles are filled in by scripts. */
static void
test_scripted (Fixture *self, gconstpointer data)
{
  must_start (self, "/app/");
  wait_for_checked (self, 1);
  const ExmPageOutcome *outcome = exm_page_item_get_outcome (get_page (self, 0));
  g_assert_cmpint (outcome->mark, ==, EXM_PAGE_FAIL);
  g_assert_nonnull (strstr (outcome->message, "scripts"));
  g_autofree char *note = dup_note (self);
  g_assert_nonnull (note);
  g_assert_nonnull (strstr (note, "scripts"));
}

static gboolean
is_first_page_said (Fixture *self, const char *words)
{
  const ExmPageOutcome *outcome = exm_page_item_get_outcome (get_page (self, 0));

  return outcome->message != NULL && strstr (outcome->message, words) != NULL;
}

/* A method that looks at pages asks for them to be laid out; what is the matter with who
 * does that is said of each page, and other methods are not disturbed. */
static void
test_looks (Fixture *self, gconstpointer data)
{
  must_start (self, "/news/");
  wait_for_checked (self, 1);
  exm_setup_set_method (self->setup, "vips", NULL);
  while (!is_first_page_said (self, "ended without an answer"))
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpint (exm_page_item_get_outcome (get_page (self, 0))->mark, ==,
                   EXM_PAGE_FAIL);
  exm_setup_set_method (self->setup, NULL, NULL);
  while (exm_page_item_get_outcome (get_page (self, 0))->mark != EXM_PAGE_PASS)
    g_main_context_iteration (NULL, TRUE);
}

/* Pages that cannot be had do not stop the check. */
static void
test_broken_pages (Fixture *self, gconstpointer data)
{
  guint n_fail;
  const char *base = exm_sample_server_get_base_url (self->server);

  must_start (self, "/news/");
  hurry (self);
  const guint n_pages = g_list_model_get_n_items (exm_setup_get_pages (self->setup));
  wait_for_checked (self, 1);
  exm_sample_server_set_fault (self->server,
                               exm_page_item_get_url (get_page (self, 1)) + strlen (base),
                               "404", EXM_SAMPLE_FAULT_ALWAYS, NULL);
  exm_sample_server_set_fault (self->server,
                               exm_page_item_get_url (get_page (self, 2)) + strlen (base),
                               "pdf", EXM_SAMPLE_FAULT_ALWAYS, NULL);
  exm_setup_check (self->setup);
  wait_for_checked (self, n_pages);
  exm_setup_get_counts (self->setup, NULL, NULL, NULL, NULL, &n_fail);
  g_assert_cmpuint (n_fail, ==, 2);
  g_assert_nonnull (
      strstr (exm_page_item_get_outcome (get_page (self, 1))->message, "404"));

  /* They are there again: so they are asked for again, and no other is. */
  guint n_ready = self->n_ready;
  for (guint i = 1; i < 3; i++)
    exm_sample_server_set_fault (
        self->server, exm_page_item_get_url (get_page (self, i)) + strlen (base), NULL,
        EXM_SAMPLE_FAULT_ALWAYS, NULL);
  exm_setup_check (self->setup);
  for (; n_fail > 0; g_main_context_iteration (NULL, TRUE))
    exm_setup_get_counts (self->setup, NULL, NULL, NULL, NULL, &n_fail);
  wait_for_checked (self, n_pages);
  g_assert_cmpuint (self->n_ready, ==, n_ready + 2);
}

/* The site is redesigned while somebody sets a task up on it. */
static void
test_other_layout (Fixture *self, gconstpointer data)
{
  must_start (self, "/news/");
  hurry (self);
  wait_for_checked (self, 1);
  exm_sample_server_set_redesign (self->server, TRUE);
  exm_setup_check (self->setup);
  wait_for_checked (self, g_list_model_get_n_items (exm_setup_get_pages (self->setup)));
  const ExmPageOutcome *outcome = exm_page_item_get_outcome (get_page (self, 1));
  g_assert_cmpint (outcome->mark, ==, EXM_PAGE_FAIL);
  g_assert_nonnull (strstr (outcome->message, "does not look like your example")
                        ?: strstr (outcome->message, "Does not look like your example"));
}

static void
set_fault (Fixture *self, const char *url, const char *fault)
{
  const char *base = exm_sample_server_get_base_url (self->server);

  g_assert_true (exm_sample_server_set_fault (self->server, url + strlen (base), fault,
                                              EXM_SAMPLE_FAULT_ALWAYS, NULL));
}

/* The first page has another layout: the next one that has not is looked for, and no
 * more than that is fetched. */
static void
test_choosing (Fixture *self, gconstpointer data)
{
  const char *base = exm_sample_server_get_base_url (self->server);
  g_auto (GStrv) others = exm_sample_server_list_articles (self->server, "zh");
  g_autofree char *fault = g_strconcat ("redirect?to=", base, others[0], NULL);

  must_start (self, "/news/");
  g_autofree char *first = g_strdup (exm_page_item_get_url (get_page (self, 0)));
  wait_for_checked (self, 1);
  g_assert_false (exm_setup_is_choosing (self->setup));
  g_assert_false (exm_setup_is_checking (self->setup));

  set_fault (self, first, fault);
  self->n_ready = 0;
  must_start (self, "/news/");
  hurry (self);
  g_assert_true (exm_setup_is_choosing (self->setup));
  wait_for_checked (self, 2);
  g_assert_cmpuint (self->n_ready, ==, 2);
  g_assert_cmpint (exm_page_item_get_outcome (get_page (self, 0))->mark, ==,
                   EXM_PAGE_FAIL);
  g_assert_cmpint (exm_page_item_get_outcome (get_page (self, 1))->mark, !=,
                   EXM_PAGE_FAIL);
  g_assert_false (exm_setup_is_choosing (self->setup));
  g_assert_false (exm_setup_is_checking (self->setup));
}

static void
on_examples_changed (ExmSetup *setup, guint *n_changed)
{
  ++*n_changed;
}

/* Returns: the fields with page @i as one more example */
static void
add_example (Fixture *self, guint i, ExmTaskFields *fields)
{
  g_autoptr (ExmTask) task = exm_setup_dup_task (self->setup);
  const char *url, *http_charset;
  GBytes *bytes = exm_page_item_get_bytes (get_page (self, i), &url, &http_charset);

  exm_task_fields_copy (task, fields);
  ExmTaskExample *example = exm_task_fields_add_example (fields, url);
  example->page_hash = g_strdup (exm_setup_keep_page (self->setup, bytes, url));
  example->http_charset = g_strdup (http_charset);
}

static void
wait_for_recheck (Fixture *self)
{
  for (self->n_rechecked = 0; self->n_rechecked == 0;)
    g_main_context_iteration (NULL, TRUE);
}

/* A page with a second layout does not look like the example; once it is one more
 * example, the other pages of its layout are read, and it is no page to try the task on.
 */
static void
test_examples (Fixture *self, gconstpointer data)
{
  g_auto (ExmTaskFields) fields = { 0 };
  guint n_fail, n_changed = 0;
  ExmPageHints hints;

  must_start (self, "/news/");
  hurry (self);
  g_signal_connect (self->setup, "examples-changed", G_CALLBACK (on_examples_changed),
                    &n_changed);
  wait_for_checked (self, 1);
  exm_sample_server_set_redesign (self->server, TRUE);
  exm_setup_check (self->setup);
  const guint n_pages = g_list_model_get_n_items (exm_setup_get_pages (self->setup));
  wait_for_checked (self, n_pages);
  exm_setup_get_counts (self->setup, NULL, NULL, NULL, NULL, &n_fail);
  g_assert_cmpuint (n_fail, ==, n_pages - 1);

  exm_sample_server_clear_request_log (self->server);
  g_autofree char *second = g_strdup (exm_page_item_get_url (get_page (self, 1)));
  add_example (self, 1, &fields);
  exm_setup_set_examples (self->setup, &fields);
  g_assert_cmpuint (n_changed, ==, 1);
  g_assert_cmpuint (exm_setup_get_n_examples (self->setup), ==, 2);
  g_assert_nonnull (exm_setup_get_example (self->setup, 1, &hints));
  g_assert_cmpstr (hints.url, ==, second);
  g_assert_cmpuint (g_list_model_get_n_items (exm_setup_get_pages (self->setup)), ==,
                    n_pages - 1);
  wait_for_recheck (self);
  exm_setup_get_counts (self->setup, NULL, NULL, NULL, NULL, &n_fail);
  g_assert_cmpuint (n_fail, ==, 0);
  g_assert_false (exm_setup_is_checking (self->setup));

  /* The fields have the earlier ones now, which is the way back. */
  g_assert_cmpuint (fields.examples->len, ==, 1);
  exm_setup_set_examples (self->setup, &fields);
  g_assert_cmpuint (exm_setup_get_n_examples (self->setup), ==, 1);
  g_assert_cmpuint (g_list_model_get_n_items (exm_setup_get_pages (self->setup)), ==,
                    n_pages);
  wait_for_recheck (self);
  exm_setup_get_counts (self->setup, NULL, NULL, NULL, NULL, &n_fail);
  g_assert_cmpuint (n_fail, ==, n_pages - 1);
  g_assert_false (exm_setup_is_checking (self->setup));

  /* And once more, to be stored with both pages. */
  exm_setup_set_examples (self->setup, &fields);
  exm_setup_set_region_text (self->setup, 1, "a body");
  g_autoptr (GPtrArray) requests = exm_sample_server_get_request_log (self->server);
  g_assert_cmpuint (requests->len, ==, 0);
  save (self);
  g_assert_no_error (self->error);
  const GArray *stored = exm_task_get (self->task)->examples;
  g_assert_cmpuint (stored->len, ==, 2);
  g_assert_cmpstr (g_array_index (stored, ExmTaskExample, 1).region_text, ==, "a body");
  for (guint i = 0; i < stored->len; i++)
    {
      g_autoptr (GError) error = NULL;
      const ExmStoreQuery page
          = { .kind = EXM_READ_PAGE,
              .hash = g_array_index (stored, ExmTaskExample, i).page_hash };
      g_autoptr (GBytes) bytes = exm_store_reader_read (
          exm_session_get_reader (self->session), &page, NULL, &error);
      g_assert_no_error (error);
      g_assert_true (
          g_bytes_equal (bytes, exm_setup_get_example (self->setup, i, &hints)));
    }
}

/* What makes the pages less sure is said, and where; it goes when they are surer again.
 */
static void
test_fall (Fixture *self, gconstpointer data)
{
  must_start (self, "/news/");
  hurry (self);
  exm_setup_check (self->setup);
  wait_for_checked (self, g_list_model_get_n_items (exm_setup_get_pages (self->setup)));
  g_assert_null (exm_setup_get_fallen (self->setup));
  /* A mark on what is no body. */
  exm_setup_set_region_text (self->setup, 0, "Home");
  wait_for_recheck (self);
  g_assert_cmpfloat (self->after, <, self->before);
  g_autofree char *note = dup_note (self);
  g_assert_nonnull (note);
  g_assert_nonnull (strstr (note, "Less sure than before"));
  g_assert_nonnull (exm_setup_get_fallen (self->setup));
  exm_setup_set_region_text (self->setup, 0, NULL);
  wait_for_recheck (self);
  g_assert_cmpfloat (self->after, >, self->before);
  g_autofree char *none = dup_note (self);
  g_assert_cmpstr (none, ==, NULL);
  g_assert_null (exm_setup_get_fallen (self->setup));
}

/* What a search on the site found can be a list, with a word of warning; where it is
 * none, it is said what to paste instead. */
static void
test_search (Fixture *self, gconstpointer data)
{
  must_start (self, "/news/?q=river");
  g_autofree char *note = dup_note (self);
  g_assert_nonnull (note);
  g_assert_nonnull (strstr (note, "a search on the site"));
  start (self, "/fault/404/search?q=river");
  g_assert_cmpint (exm_setup_get_stage (self->setup), ==, EXM_SETUP_FAILED);
  g_assert_nonnull (strstr (exm_setup_get_message (self->setup), "404"));
  g_assert_nonnull (strstr (exm_setup_get_message (self->setup), "open an article"));
}

/* A new address in the middle of everything. */
static void
test_restart (Fixture *self, gconstpointer data)
{
  g_autofree char *slow = g_strconcat (exm_sample_server_get_base_url (self->server),
                                       "/fault/timeout", NULL);

  exm_setup_start (self->setup, slow);
  g_assert_cmpint (exm_setup_get_stage (self->setup), ==, EXM_SETUP_LOOKING);
  must_start (self, "/news/");
  exm_setup_check (self->setup);
  must_start (self, "/zh/");
  wait_for_checked (self, 1);
  g_assert_nonnull (strstr (exm_page_item_get_url (get_page (self, 0)), "/zh/"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  /* As the programs do: a helper that is gone reads no request. */
  signal (SIGPIPE, SIG_IGN);
#define ADD(name)                                                                        \
  g_test_add ("/setup/" #name, Fixture, NULL, set_up, test_##name, tear_down)
  ADD (check);
  ADD (polite);
  ADD (region);
  ADD (save);
  ADD (fields);
  ADD (hostile);
  ADD (scripted);
  ADD (looks);
  ADD (broken_pages);
  ADD (other_layout);
  ADD (choosing);
  ADD (examples);
  ADD (fall);
  ADD (search);
  ADD (restart);
  return g_test_run ();
}
