/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "demo/exm-sample-error.h"
#include "site-fixture.h"

#include <string.h>

static guint
get_status (SiteFixture *self, const char *path, const char *header, const char *value)
{
  g_autoptr (SiteAnswer) answer = site_fixture_get (self, path, header, value);
  g_assert_no_error (answer->error);
  return answer->status;
}

static void
test_conditional (SiteFixture *self, gconstpointer unused)
{
  g_auto (GStrv) paths = exm_sample_server_list_articles (self->server, "zh");
  g_autoptr (SiteAnswer) first = site_fixture_get (self, paths[0], NULL, NULL);
  g_autofree char *etag = g_strdup (site_answer_get_header (first, "ETag"));
  g_autofree char *date = g_strdup (site_answer_get_header (first, "Last-Modified"));
  g_assert_nonnull (etag);
  g_assert_nonnull (date);
  g_autoptr (SiteAnswer) same = site_fixture_get (self, paths[0], "If-None-Match", etag);
  g_assert_cmpuint (same->status, ==, 304);
  g_assert_cmpuint (g_bytes_get_size (same->bytes), ==, 0);
  g_assert_cmpstr (site_answer_get_header (same, "ETag"), ==, etag);
  g_assert_cmpuint (get_status (self, paths[0], "If-None-Match", "\"other\""), ==, 200);
  g_assert_cmpuint (get_status (self, paths[0], "If-Modified-Since", date), ==, 304);
  g_assert_cmpuint (
      get_status (self, paths[0], "If-Modified-Since", "Thu, 01 Jan 2026 00:00:00 GMT"),
      ==, 200);
  exm_sample_server_set_redesign (self->server, TRUE);
  g_assert_cmpuint (get_status (self, paths[0], "If-None-Match", etag), ==, 200);
  g_assert_cmpuint (get_status (self, paths[0], "If-Modified-Since", date), ==, 200);
}

static void
test_log (SiteFixture *self, gconstpointer unused)
{
  get_status (self, "/robots.txt", NULL, NULL);
  get_status (self, "/news/?a=b", "If-None-Match", "\"x\"");
  get_status (self, "/zh/", "If-Modified-Since", "Thu, 01 Jan 2026 00:00:00 GMT");
  g_autoptr (GPtrArray) log = exm_sample_server_get_request_log (self->server);
  g_assert_cmpuint (log->len, ==, 3);
  const ExmSampleRequest *requests[3]
      = { g_ptr_array_index (log, 0), g_ptr_array_index (log, 1),
          g_ptr_array_index (log, 2) };
  g_assert_cmpstr (requests[0]->method, ==, "GET");
  g_assert_cmpstr (requests[0]->path, ==, "/robots.txt");
  g_assert_true (g_str_has_prefix (requests[0]->user_agent, "SampleTest/1"));
  g_assert_null (requests[0]->if_none_match);
  g_assert_cmpstr (requests[1]->path, ==, "/news/?a=b");
  g_assert_cmpstr (requests[1]->if_none_match, ==, "\"x\"");
  g_assert_cmpstr (requests[2]->if_modified_since, ==, "Thu, 01 Jan 2026 00:00:00 GMT");
  exm_sample_server_clear_request_log (self->server);
  g_autoptr (GPtrArray) none = exm_sample_server_get_request_log (self->server);
  g_assert_cmpuint (none->len, ==, 0);
}

static void
test_controls_off (SiteFixture *self, gconstpointer unused)
{
  g_assert_cmpuint (site_fixture_post (self, "/control/redesign?on=1"), ==, 405);
  g_assert_cmpuint (get_status (self, "/control/redesign?on=1", NULL, NULL), ==, 404);
}

static void
test_controls (SiteFixture *self, gconstpointer unused)
{
  g_autofree char *before = site_fixture_read (self, "/news/", "UTF-8");
  g_assert_cmpuint (site_fixture_post (self, "/control/redesign?on=1"), ==, 200);
  g_autofree char *during = site_fixture_read (self, "/news/", "UTF-8");
  g_assert_cmpuint (site_fixture_post (self, "/control/redesign?on=0"), ==, 200);
  g_autofree char *after = site_fixture_read (self, "/news/", "UTF-8");
  g_assert_cmpstr (before, !=, during);
  g_assert_cmpstr (before, ==, after);
  g_assert_cmpuint (
      site_fixture_post (self, "/control/fault?path=/zh/&fault=404&mode=once"), ==, 200);
  g_assert_cmpuint (get_status (self, "/zh/", NULL, NULL), ==, 404);
  g_assert_cmpuint (get_status (self, "/zh/", NULL, NULL), ==, 200);
  g_assert_cmpuint (site_fixture_post (self, "/control/fault?path=/zh/&fault=gremlins"),
                    ==, 400);
  g_assert_cmpuint (site_fixture_post (self, "/control/nothing"), ==, 400);
  g_assert_cmpuint (get_status (self, "/control/redesign?on=1", NULL, NULL), ==, 405);
}

static void
test_truth (SiteFixture *self, gconstpointer unused)
{
  const char *path = "/blog/2026/11/back-on-thursday/";
  const ExmSampleArticle *article = exm_sample_server_get_article (self->server, path);
  g_assert_cmpstr (article->title, ==, "Back on Thursday");
  g_assert_cmpstr (article->author, ==, "Juniper Hale");
  g_assert_cmpuint (article->comments->len, >=, 12);
  g_autofree char *body = exm_sample_server_dup_body (self->server, path);
  g_assert_cmpstr (body, ==,
                   "The oven is broken. The part comes on Thursday, and so do I.");
  g_assert_null (exm_sample_server_dup_body (self->server, "/blog/"));
  g_assert_null (exm_sample_server_get_article (self->server, "/nothing"));
  g_auto (GStrv) none = exm_sample_server_list_articles (self->server, "sport");
  g_assert_cmpuint (g_strv_length (none), ==, 0);
}

static void
on_answer (GObject *session, GAsyncResult *result, gpointer user_data)
{
  GError **error = user_data;
  g_autoptr (GBytes) bytes
      = soup_session_send_and_read_finish (SOUP_SESSION (session), result, error);
  g_assert_null (bytes);
}

/* The site is stopped while a client waits for an answer of each kind that does not end.
 */
static void
test_stop_in_flight (void)
{
  static const char *const kinds[] = { "timeout", "slow?ms=1000", "endless" };
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autofree char *data_dir = site_fixture_data_dir ();
      g_autoptr (GError) error = NULL;
      g_autoptr (GError) failure = NULL;
      ExmSampleServer *server = exm_sample_server_new (data_dir, 0, &error);
      g_assert_no_error (error);
      g_assert_true (exm_sample_server_start (server, 0, &error));
      g_autofree char *url = g_strdup_printf (
          "%s/fault/%s", exm_sample_server_get_base_url (server), kinds[i]);
      g_autoptr (SoupSession) session = soup_session_new ();
      g_autoptr (SoupMessage) message = soup_message_new ("GET", url);
      g_autoptr (GPtrArray) log = exm_sample_server_get_request_log (server);
      soup_session_send_and_read_async (session, message, G_PRIORITY_DEFAULT, NULL,
                                        on_answer, &failure);
      while (log->len == 0)
        {
          g_main_context_iteration (NULL, TRUE);
          g_ptr_array_unref (log);
          log = exm_sample_server_get_request_log (server);
        }
      g_assert_null (failure);
      exm_sample_server_stop (server);
      while (failure == NULL)
        {
          g_main_context_iteration (NULL, TRUE);
          soup_session_abort (session);
        }
      g_assert_finalize_object (server);
    }
}

static void
test_start_again (void)
{
  g_autofree char *data_dir = site_fixture_data_dir ();
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmSampleServer) server = exm_sample_server_new (data_dir, 0, &error);
  g_assert_no_error (error);
  g_assert_true (exm_sample_server_start (server, 0, &error));
  g_assert_false (exm_sample_server_start (server, 0, &error));
  g_assert_error (error, EXM_SAMPLE_ERROR, EXM_SAMPLE_ERROR_STATE);
  g_clear_error (&error);
  exm_sample_server_stop (server);
  exm_sample_server_stop (server);
  g_assert_true (exm_sample_server_start (server, 0, &error));
  g_assert_no_error (error);
}

static void
test_no_data (void)
{
  g_autoptr (GError) error = NULL;
  g_assert_null (exm_sample_thread_start ("/nonexistent", 0, 0, &error));
  g_assert_nonnull (error);
  g_assert_nonnull (strstr (error->message, "/nonexistent"));
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *name;
    void (*test) (SiteFixture *self, gconstpointer unused);
    ExmSampleServerFlags flags;
  } tests[] = {
    { "conditional", test_conditional, 0 },
    { "log", test_log, 0 },
    { "controls-off", test_controls_off, 0 },
    { "controls", test_controls, EXM_SAMPLE_SERVER_CONTROLS },
    { "truth", test_truth, 0 },
  };
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    {
      g_autofree char *path = g_strconcat ("/sample/server/", tests[i].name, NULL);
      g_test_add (path, SiteFixture, GUINT_TO_POINTER (tests[i].flags),
                  site_fixture_set_up, tests[i].test, site_fixture_tear_down);
    }
  g_test_add_func ("/sample/server/stop-in-flight", test_stop_in_flight);
  g_test_add_func ("/sample/server/start-again", test_start_again);
  g_test_add_func ("/sample/server/no-data", test_no_data);
  return g_test_run ();
}
