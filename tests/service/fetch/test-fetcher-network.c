/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Connections of a fetch: private addresses, proxies, and under which context. */

#include <string.h>

#include "test-server.h"

static void
test_private (void)
{
  static const char *const hosts[] = { "127.0.0.1",  "localhost", "127.1",
                                       "0x7f000001", "0.0.0.0",   "looks-public.test" };
  const ExmFetchOptions options = test_strict_options ();
  g_autoptr (TestServer) server = test_server_new (NULL);
  ExmFetcher *fetcher = exm_fetcher_new (&options);

  test_server_answer_page (server, "/");
  for (gsize i = 0; i < G_N_ELEMENTS (hosts); i++)
    {
      g_autofree char *url = test_server_url (server, hosts[i], "/");
      test_expect (fetcher, url, "another.test", EXM_FETCH_ERROR_PRIVATE);
    }
  g_assert_cmpuint (test_server_get_hits (server, "/"), ==, 0);

  g_autofree char *literal = test_server_url (server, "127.0.0.1", "/");
  g_autofree char *name = test_server_url (server, "news.test", "/");
  test_expect (fetcher, literal, "127.0.0.1", TEST_FETCHED);
  test_expect (fetcher, name, "News.Test.", TEST_FETCHED);
  g_assert_cmpuint (test_server_get_hits (server, "/"), ==, 2);
  g_assert_finalize_object (fetcher);
}

/* A connection that was opened by right is no way in for those without. */
static void
test_private_reused (void)
{
  const ExmFetchOptions options = test_strict_options ();
  g_autoptr (TestServer) server = test_server_new (NULL);
  g_autofree char *url = test_server_url (server, "news.test", "/");
  ExmFetcher *fetcher = exm_fetcher_new (&options);

  test_server_answer_page (server, "/");
  test_expect (fetcher, url, "news.test", TEST_FETCHED);
  test_expect (fetcher, url, NULL, EXM_FETCH_ERROR_PRIVATE);
  g_assert_cmpuint (test_server_get_hits (server, "/"), ==, 1);
  test_expect (fetcher, url, "news.test", TEST_FETCHED);
  g_assert_finalize_object (fetcher);
}

static void
test_private_redirect (void)
{
  const ExmFetchOptions options = test_strict_options ();
  g_autoptr (TestServer) server = test_server_new (NULL);
  g_autofree char *inner = test_server_url (server, "inner.test", "/secret");
  g_autofree char *literal = test_server_url (server, "127.0.0.1", "/secret");
  g_autofree char *to_name = test_server_url (server, "news.test", "/to-name");
  g_autofree char *to_literal = test_server_url (server, "news.test", "/to-literal");
  g_autofree char *to_self = test_server_url (server, "news.test", "/to-self");
  ExmFetcher *fetcher = exm_fetcher_new (&options);

  test_server_answer_page (server, "/secret");
  test_server_answer_page (server, "/page");
  test_server_answer (server, "/to-name", 302, NULL, "Location", inner, NULL);
  test_server_answer (server, "/to-literal", 302, NULL, "Location", literal, NULL);
  test_server_answer (server, "/to-self", 302, NULL, "Location", "/page", NULL);
  test_expect (fetcher, to_name, "news.test", EXM_FETCH_ERROR_PRIVATE);
  test_expect (fetcher, to_literal, "news.test", EXM_FETCH_ERROR_PRIVATE);
  test_expect (fetcher, to_self, "news.test", TEST_FETCHED);
  g_assert_cmpuint (test_server_get_hits (server, "/secret"), ==, 0);
  g_assert_finalize_object (fetcher);
}

static void
test_proxy (void)
{
  g_autoptr (TestServer) proxy = test_server_new (NULL);
  g_autofree char *address = test_server_url (proxy, "127.0.0.1", "");
  ExmFetchOptions options = test_strict_options ();

  test_server_answer_page (proxy, "/page");
  options.proxy = address;
  ExmFetcher *fetcher = exm_fetcher_new (&options);
  /* The name is the proxy's to look up, and the proxy may be in our own network. */
  test_expect (fetcher, "http://far.missing/page", NULL, TEST_FETCHED);
  g_assert_cmpuint (test_server_get_hits (proxy, "/page"), ==, 1);
  test_expect (fetcher, "http://10.0.0.1/page", NULL, EXM_FETCH_ERROR_PRIVATE);
  test_expect (fetcher, "http://localhost/page", NULL, EXM_FETCH_ERROR_PRIVATE);
  g_assert_cmpuint (test_server_get_hits (proxy, "/page"), ==, 1);
  g_assert_finalize_object (fetcher);
}

static void
test_bad_proxy (void)
{
  TestServer *gone = test_server_new (NULL);
  g_autofree char *address = test_server_url (gone, "127.0.0.1", "");
  const struct
  {
    const char *proxy; /* (unowned) */
    int code;
  } cases[] = {
    { address, EXM_FETCH_ERROR_PROXY },
    { "http://proxy.missing:3128", EXM_FETCH_ERROR_PROXY },
    { "not a proxy", EXM_FETCH_ERROR_REQUEST },
  };

  test_server_free (gone);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      ExmFetchOptions options = test_strict_options ();
      options.proxy = cases[i].proxy;
      ExmFetcher *fetcher = exm_fetcher_new (&options);
      test_expect (fetcher, "http://far.test/page", NULL, cases[i].code);
      g_assert_finalize_object (fetcher);
    }
}

typedef struct
{
  const char *url;     /* (unowned) */
  ExmFetched *fetched; /* (owned) (nullable) */
  GError *error;       /* (owned) (nullable) */
  gint done;           /* atomic */
} Sync;

static gpointer
fetch_sync_thread (gpointer data)
{
  Sync *sync = data;
  const ExmFetchOptions options = test_options ();

  sync->fetched = exm_fetcher_fetch_sync (&options, sync->url, NULL, NULL, &sync->error);
  g_atomic_int_set (&sync->done, 1);
  g_main_context_wakeup (NULL);
  return NULL;
}

static gpointer
fetch_context_thread (gpointer data)
{
  Sync *sync = data;
  const ExmFetchOptions options = test_options ();
  g_autoptr (GMainContext) context = g_main_context_new ();

  g_main_context_push_thread_default (context);
  ExmFetcher *fetcher = exm_fetcher_new (&options);
  sync->fetched = test_fetch (fetcher, sync->url, NULL, NULL, &sync->error);
  g_assert_finalize_object (fetcher);
  while (g_main_context_iteration (context, FALSE))
    ;
  g_main_context_pop_thread_default (context);
  g_atomic_int_set (&sync->done, 1);
  g_main_context_wakeup (NULL);
  return NULL;
}

static void
run_thread (Sync *sync, GThreadFunc func)
{
  GThread *thread = g_thread_new ("fetch", func, sync);

  while (!g_atomic_int_get (&sync->done))
    g_main_context_iteration (NULL, TRUE);
  g_thread_join (thread);
}

static void
test_threads (void)
{
  static const GThreadFunc funcs[] = { fetch_sync_thread, fetch_context_thread };
  g_autoptr (TestServer) server = test_server_new (NULL);
  g_autofree char *url = test_server_url (server, "site.test", "/");
  g_autofree char *missing = test_server_url (server, "site.test", "/missing");

  test_server_answer_page (server, "/");
  test_server_answer (server, "/missing", 404, NULL, NULL, NULL, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (funcs); i++)
    {
      Sync good = { .url = url };
      Sync bad = { .url = missing };
      run_thread (&good, funcs[i]);
      g_assert_no_error (good.error);
      test_assert_page (good.fetched);
      exm_fetched_unref (good.fetched);
      run_thread (&bad, funcs[i]);
      g_assert_error (bad.error, EXM_FETCH_ERROR, EXM_FETCH_ERROR_HTTP);
      g_assert_null (bad.fetched);
      g_error_free (bad.error);
    }
}

static void
on_fetched (GObject *source, GAsyncResult *result, gpointer data)
{
  guint *n_left = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmFetched) fetched
      = exm_fetcher_fetch_finish (EXM_FETCHER (source), result, &error);

  g_assert_no_error (error);
  test_assert_page (fetched);
  (*n_left)--;
}

/* Many at once, and the fetcher let go of while they run. */
static void
test_many (void)
{
  const ExmFetchOptions options = test_options ();
  g_autoptr (TestServer) server = test_server_new (NULL);
  g_autofree char *url = test_server_url (server, "site.test", "/");
  ExmFetcher *fetcher = exm_fetcher_new (&options);
  guint n_left = 20;

  test_server_answer_page (server, "/");
  for (guint i = 0; i < 20; i++)
    exm_fetcher_fetch_async (fetcher, url, NULL, NULL, on_fetched, &n_left);
  g_object_add_weak_pointer (G_OBJECT (fetcher), (gpointer *) &fetcher);
  g_object_unref (fetcher);
  while (n_left > 0 || fetcher != NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (test_server_get_hits (server, "/"), ==, 20);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  test_resolver_install ();
  g_test_add_func ("/network/private", test_private);
  g_test_add_func ("/network/private/reused", test_private_reused);
  g_test_add_func ("/network/private/redirect", test_private_redirect);
  g_test_add_func ("/network/proxy", test_proxy);
  g_test_add_func ("/network/proxy/bad", test_bad_proxy);
  g_test_add_func ("/network/threads", test_threads);
  g_test_add_func ("/network/many", test_many);
  return g_test_run ();
}
