/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Which pages a task that is set up is made of: the first target, several examples, what
 * a search found; and what a mark makes less sure. */

#include "setup-fixture.h"

#include <signal.h>
#include <string.h>

static void
set_fault (SetupFixture *self, const char *url, const char *fault)
{
  const char *base = exm_sample_server_get_base_url (self->server);

  g_assert_true (exm_sample_server_set_fault (self->server, url + strlen (base), fault,
                                              EXM_SAMPLE_FAULT_ALWAYS, NULL));
}

/* The first page has another layout: the next one that has not is looked for; then the
 * others follow. */
static void
test_choosing (SetupFixture *self, gconstpointer data)
{
  const char *base = exm_sample_server_get_base_url (self->server);
  g_auto (GStrv) others = exm_sample_server_list_articles (self->server, "zh");
  g_autofree char *fault = g_strconcat ("redirect?to=", base, others[0], NULL);

  setup_fixture_must_start (self, "/news/");
  g_autofree char *first
      = g_strdup (exm_page_item_get_url (setup_fixture_get_page (self, 0)));
  setup_fixture_wait_for_checked (self, 1);
  g_assert_false (exm_setup_is_choosing (self->setup));
  g_assert_true (exm_setup_is_checking (self->setup));

  set_fault (self, first, fault);
  self->n_ready = 0;
  setup_fixture_must_start (self, "/news/");
  setup_fixture_hurry (self);
  g_assert_true (exm_setup_is_choosing (self->setup));
  const guint n_pages = g_list_model_get_n_items (exm_setup_get_pages (self->setup));
  setup_fixture_wait_for_checked (self, n_pages);
  g_assert_cmpuint (self->n_ready, ==, n_pages);
  g_assert_cmpint (exm_page_item_get_outcome (setup_fixture_get_page (self, 0))->mark, ==,
                   EXM_PAGE_FAIL);
  g_assert_cmpint (exm_page_item_get_outcome (setup_fixture_get_page (self, 1))->mark, !=,
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
add_example (SetupFixture *self, guint i, ExmTaskFields *fields)
{
  g_autoptr (ExmTask) task = exm_setup_dup_task (self->setup);
  const char *url, *http_charset;
  GBytes *bytes
      = exm_page_item_get_bytes (setup_fixture_get_page (self, i), &url, &http_charset);

  exm_task_fields_copy (task, fields);
  ExmTaskExample *example = exm_task_fields_add_example (fields, url);
  example->page_hash = g_strdup (exm_setup_keep_page (self->setup, bytes, url));
  example->http_charset = g_strdup (http_charset);
}

static void
wait_for_recheck (SetupFixture *self)
{
  for (self->n_rechecked = 0; self->n_rechecked == 0;)
    g_main_context_iteration (NULL, TRUE);
}

/* A page with a second layout does not look like the example; once it is one more
 * example, the other pages of its layout are read, and it is no page to try the task on.
 */
static void
test_examples (SetupFixture *self, gconstpointer data)
{
  g_auto (ExmTaskFields) fields = { 0 };
  guint n_fail, n_changed = 0;
  ExmPageHints hints;

  setup_fixture_must_start (self, "/news/");
  g_signal_connect (self->setup, "examples-changed", G_CALLBACK (on_examples_changed),
                    &n_changed);
  /* The second page waits for the task's pause: it is fetched after the redesign. */
  setup_fixture_wait_for_checked (self, 1);
  exm_sample_server_set_redesign (self->server, TRUE);
  setup_fixture_hurry (self);
  const guint n_pages = g_list_model_get_n_items (exm_setup_get_pages (self->setup));
  setup_fixture_wait_for_checked (self, n_pages);
  exm_setup_get_counts (self->setup, NULL, NULL, NULL, NULL, &n_fail);
  g_assert_cmpuint (n_fail, ==, n_pages - 1);

  exm_sample_server_clear_request_log (self->server);
  g_autofree char *second
      = g_strdup (exm_page_item_get_url (setup_fixture_get_page (self, 1)));
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
  setup_fixture_save (self);
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

/* Tells what makes the pages less sure, and where, until they are surer again. */
static void
test_fall (SetupFixture *self, gconstpointer data)
{
  setup_fixture_must_start (self, "/news/");
  setup_fixture_hurry (self);
  exm_setup_check (self->setup);
  setup_fixture_wait_for_checked (
      self, g_list_model_get_n_items (exm_setup_get_pages (self->setup)));
  g_assert_null (exm_setup_get_fallen (self->setup));
  /* A mark on what is no body. */
  exm_setup_set_region_text (self->setup, 0, "Home");
  wait_for_recheck (self);
  g_assert_cmpfloat (self->after, <, self->before);
  g_autofree char *note = setup_fixture_dup_note (self);
  g_assert_nonnull (note);
  g_assert_nonnull (strstr (note, "Less sure than before"));
  g_assert_nonnull (exm_setup_get_fallen (self->setup));
  exm_setup_set_region_text (self->setup, 0, NULL);
  wait_for_recheck (self);
  g_assert_cmpfloat (self->after, >, self->before);
  g_autofree char *none = setup_fixture_dup_note (self);
  g_assert_cmpstr (none, ==, NULL);
  g_assert_null (exm_setup_get_fallen (self->setup));
}

/* Warns of a list that a search on the site found; if the search fails, tells what to
 * paste instead. */
static void
test_search (SetupFixture *self, gconstpointer data)
{
  setup_fixture_must_start (self, "/news/?q=river");
  g_autofree char *note = setup_fixture_dup_note (self);
  g_assert_nonnull (note);
  g_assert_nonnull (strstr (note, "a search on the site"));
  setup_fixture_start (self, "/fault/404/search?q=river");
  g_assert_cmpint (exm_setup_get_stage (self->setup), ==, EXM_SETUP_FAILED);
  g_assert_nonnull (strstr (exm_setup_get_message (self->setup), "404"));
  g_assert_nonnull (strstr (exm_setup_get_message (self->setup), "open an article"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  /* As the programs do: a helper that is gone reads no request. */
  signal (SIGPIPE, SIG_IGN);
#define ADD(name)                                                                        \
  g_test_add ("/setup-examples/" #name, SetupFixture, NULL, setup_fixture_init,          \
              test_##name, setup_fixture_clear)
  ADD (choosing);
  ADD (examples);
  ADD (fall);
  ADD (search);
  return g_test_run ();
}
