/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Resources over the network: limits, rules, one fetch for many, and the store behind. */

#include "fetch/exm-fetch-error.h"
#include "resources/exm-resources.h"
#include "test-folder.h"
#include "test-listen.h"

#include <string.h>

typedef struct
{
  char *folder;            /* (owned) */
  SoupServer *server;      /* (owned) */
  ExmResources *resources; /* (owned) */
  ExmResourcePage *page;   /* (owned) */
  GHashTable *files;       /* (owned) (element-type utf8 GBytes) */
  GPtrArray *asked;        /* (owned) (element-type utf8) */
  char *cookie;            /* (owned) (nullable): that came with a request */
  guint port;
} Fixture;

static void
on_asked (SoupServer *server,
          SoupServerMessage *message,
          const char *path,
          GHashTable *query,
          gpointer data)
{
  Fixture *self = data;
  SoupMessageHeaders *headers = soup_server_message_get_response_headers (message);
  const char *cookie = soup_message_headers_get_one (
      soup_server_message_get_request_headers (message), "Cookie");
  GBytes *bytes = g_hash_table_lookup (self->files, path);

  g_ptr_array_add (self->asked, g_strdup (path));
  if (cookie != NULL)
    self->cookie = g_strdup (cookie);
  soup_message_headers_append (headers, "Set-Cookie", "who=you");
  if (g_str_equal (path, "/away.css"))
    soup_server_message_set_redirect (message, SOUP_STATUS_FOUND, "http://127.0.0.2:1/a");
  else if (g_str_equal (path, "/moved.css"))
    soup_server_message_set_redirect (message, SOUP_STATUS_FOUND, "/css/a.css");
  else if (bytes == NULL)
    soup_server_message_set_status (message, SOUP_STATUS_NOT_FOUND, NULL);
  else
    {
      soup_server_message_set_status (message, SOUP_STATUS_OK, NULL);
      soup_message_headers_append (headers, "Content-Type",
                                   g_str_has_suffix (path, ".css")
                                       ? "text/css; charset=iso-8859-1"
                                       : "application/octet-stream");
      soup_message_body_append_bytes (soup_server_message_get_response_body (message),
                                      bytes);
    }
}

static void
renew_page (Fixture *self)
{
  const char *const hosts[] = { "127.0.0.1", NULL };

  g_clear_pointer (&self->page, exm_resource_page_unref);
  self->page = exm_resource_page_new ("http://127.0.0.1/a/b.html", hosts);
}

static void
set_up (Fixture *self, gconstpointer unused)
{
  self->folder = test_folder_new ();
  self->server = soup_server_new (NULL, NULL);
  self->port = test_listen (self->server);
  soup_server_add_handler (self->server, NULL, on_asked, self, NULL);
  self->files = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                       (GDestroyNotify) g_bytes_unref);
  self->asked = g_ptr_array_new_with_free_func (g_free);
  self->resources = exm_resources_new (self->folder);
  renew_page (self);
}

static void
tear_down (Fixture *self, gconstpointer unused)
{
  g_assert_finalize_object (self->resources);
  soup_server_disconnect (self->server);
  g_object_unref (self->server);
  exm_resource_page_unref (self->page);
  g_hash_table_unref (self->files);
  g_ptr_array_unref (self->asked);
  g_free (self->cookie);
  test_folder_free (self->folder);
}

static void
put (Fixture *self, const char *path, const char *text)
{
  g_hash_table_replace (self->files, g_strdup (path), g_bytes_new (text, strlen (text)));
}

static guint
count (Fixture *self, const char *path)
{
  guint n = 0;

  for (guint i = 0; i < self->asked->len; i++)
    n += strcmp (self->asked->pdata[i], path) == 0;
  return n;
}

static void
on_loaded (GObject *source, GAsyncResult *result, gpointer data)
{
  GAsyncResult **done = data;

  *done = g_object_ref (result);
}

static ExmResource *
load_url (Fixture *self, ExmResourceKind kind, const char *url, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  exm_resources_load_async (self->resources, self->page, kind, url, NULL, on_loaded,
                            &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  return exm_resources_load_finish (result, error);
}

static ExmResource *
load (Fixture *self, ExmResourceKind kind, const char *path, GError **error)
{
  g_autofree char *url = g_strdup_printf ("http://127.0.0.1:%u%s", self->port, path);

  return load_url (self, kind, url, error);
}

static void
assert_refused (
    Fixture *self, ExmResourceKind kind, const char *path, GQuark domain, int code)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmResource) resource = load (self, kind, path, &error);

  g_assert_error (error, domain, code);
  g_assert_null (resource);
}

static char *
get_text (const ExmResource *resource)
{
  gsize n = 0;
  const char *bytes = g_bytes_get_data (resource->bytes, &n);

  return g_strndup (bytes, n);
}

/* A sheet is UTF-8, and its addresses are of where it was found in the end. */
static void
test_style (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *expected
      = g_strdup_printf ("a{content:'\u00e9';b:url(\"exm-page://image/"
                         "http%%3A%%2F%%2F127.0.0.1%%3A%u%%2Fcss%%2Fx.png\")}",
                         self->port);

  put (self, "/css/a.css", "a{content:'\xe9';b:url(x.png)}");
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (ExmResource) style
          = load (self, EXM_RESOURCE_STYLE, "/moved.css", &error);
      g_assert_no_error (error);
      g_autofree char *text = get_text (style);
      g_assert_cmpstr (text, ==, expected);
      g_assert_cmpstr (style->type, ==, "text/css");
    }
  /* The second one is out of the store. */
  g_assert_cmpuint (count (self, "/css/a.css"), ==, 1);
  g_assert_null (self->cookie);
}

static void
test_kept (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;

  put (self, "/a.gif", "GIF89a\1\0\1\0");
  g_autoptr (ExmResource) first = load (self, EXM_RESOURCE_IMAGE, "/a.gif", &error);
  g_assert_no_error (error);
  exm_resources_stop (self->resources);
  soup_server_remove_handler (self->server, NULL);
  g_autoptr (ExmResource) second = load (self, EXM_RESOURCE_IMAGE, "/a.gif", &error);
  g_assert_no_error (error);
  g_assert_true (g_bytes_equal (first->bytes, second->bytes));
  g_assert_cmpstr (second->type, ==, "image/gif");
  /* A picture that is kept is no font. */
  assert_refused (self, EXM_RESOURCE_FONT, "/a.gif", EXM_RESOURCE_ERROR,
                  EXM_RESOURCE_ERROR_TYPE);
}

/* One request for all who want it at once, and none for what failed just now. */
static void
test_once (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *url = g_strdup_printf ("http://127.0.0.1:%u/a.gif", self->port);
  GAsyncResult *results[20] = { NULL };

  put (self, "/a.gif", "GIF89a\1\0\1\0");
  for (gsize i = 0; i < G_N_ELEMENTS (results); i++)
    exm_resources_load_async (self->resources, self->page, EXM_RESOURCE_IMAGE, url, NULL,
                              on_loaded, &results[i]);
  for (gsize i = 0; i < G_N_ELEMENTS (results); i++)
    {
      while (results[i] == NULL)
        g_main_context_iteration (NULL, TRUE);
      g_autoptr (ExmResource) one = exm_resources_load_finish (results[i], &error);
      g_assert_no_error (error);
      g_object_unref (results[i]);
    }
  g_assert_cmpuint (count (self, "/a.gif"), ==, 1);
  g_assert_cmpuint (count (self, "/robots.txt"), ==, 1);
  for (guint i = 0; i < 2; i++)
    assert_refused (self, EXM_RESOURCE_IMAGE, "/none.gif", EXM_FETCH_ERROR,
                    EXM_FETCH_ERROR_HTTP);
  g_assert_cmpuint (count (self, "/none.gif"), ==, 1);
}

static void
test_robots (Fixture *self, gconstpointer unused)
{
  put (self, "/robots.txt", "User-agent: *\nDisallow: /no\n");
  put (self, "/no.gif", "GIF89a\1\0\1\0");
  assert_refused (self, EXM_RESOURCE_IMAGE, "/no.gif", EXM_FETCH_ERROR,
                  EXM_FETCH_ERROR_FORBIDDEN);
  g_assert_cmpuint (count (self, "/no.gif"), ==, 0);
}

/* Neither as written, nor behind a redirect, nor for a page that may not. */
static void
test_private (Fixture *self, gconstpointer unused)
{
  static const char *const urls[]
      = { "http://127.0.0.2:1/a.css", "http://localhost:1/a", "http://[::1]:1/a",
          "http://10.0.0.1/a", "http://169.254.169.254/latest/meta-data" };

  for (gsize i = 0; i < G_N_ELEMENTS (urls); i++)
    {
      g_autoptr (GError) error = NULL;
      g_assert_null (load_url (self, EXM_RESOURCE_STYLE, urls[i], &error));
      g_assert_error (error, EXM_FETCH_ERROR, EXM_FETCH_ERROR_PRIVATE);
    }
  assert_refused (self, EXM_RESOURCE_STYLE, "/away.css", EXM_FETCH_ERROR,
                  EXM_FETCH_ERROR_PRIVATE);
  put (self, "/a.css", "a{}");
  g_autoptr (ExmResource) allowed = load (self, EXM_RESOURCE_STYLE, "/a.css", NULL);
  g_assert_nonnull (allowed);
  exm_resource_page_unref (self->page);
  self->page = exm_resource_page_new ("http://site.example/", NULL);
  assert_refused (self, EXM_RESOURCE_STYLE, "/a.css", EXM_FETCH_ERROR,
                  EXM_FETCH_ERROR_PRIVATE);
}

static void
test_limits (Fixture *self, gconstpointer unused)
{
  g_autofree char *big = g_strnfill (EXM_RESOURCES_MAX_STYLE_BYTES + 1, ' ');
  g_autofree char *bigger = g_strnfill (20 * 1000 * 1000, ' ');

  put (self, "/big.css", big);
  put (self, "/bigger.css", bigger);
  put (self, "/font.woff2", "no font");
  g_hash_table_replace (
      self->files, g_strdup ("/bomb.png"),
      g_bytes_new ("\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\xc3\x50\0\0\xc3\x50", 24));
  assert_refused (self, EXM_RESOURCE_STYLE, "/big.css", EXM_RESOURCE_ERROR,
                  EXM_RESOURCE_ERROR_TOO_LARGE);
  assert_refused (self, EXM_RESOURCE_STYLE, "/bigger.css", EXM_FETCH_ERROR,
                  EXM_FETCH_ERROR_TOO_LARGE);
  assert_refused (self, EXM_RESOURCE_FONT, "/font.woff2", EXM_RESOURCE_ERROR,
                  EXM_RESOURCE_ERROR_TYPE);
  assert_refused (self, EXM_RESOURCE_IMAGE, "/bomb.png", EXM_RESOURCE_ERROR,
                  EXM_RESOURCE_ERROR_TOO_LARGE);

  put (self, "/a.css", "a{}");
  renew_page (self);
  for (guint i = 0; i < EXM_RESOURCES_MAX_PER_PAGE; i++)
    {
      g_autoptr (ExmResource) one = load (self, EXM_RESOURCE_STYLE, "/a.css", NULL);
      g_assert_nonnull (one);
    }
  assert_refused (self, EXM_RESOURCE_STYLE, "/a.css", EXM_RESOURCE_ERROR,
                  EXM_RESOURCE_ERROR_TOO_MANY);
  /* All in all so many bytes, however often. */
  g_autofree char *large = g_strnfill (EXM_RESOURCES_MAX_STYLE_BYTES, ' ');
  put (self, "/large.css", large);
  renew_page (self);
  for (guint i = 0; i < EXM_RESOURCES_MAX_PAGE_BYTES / EXM_RESOURCES_MAX_STYLE_BYTES; i++)
    {
      g_autoptr (ExmResource) one = load (self, EXM_RESOURCE_STYLE, "/large.css", NULL);
      g_assert_nonnull (one);
    }
  assert_refused (self, EXM_RESOURCE_STYLE, "/large.css", EXM_RESOURCE_ERROR,
                  EXM_RESOURCE_ERROR_TOO_MANY);
}

/* Stopping does not wait for a server that says nothing. */
static void
test_stop (Fixture *self, gconstpointer unused)
{
  g_autoptr (GSocketListener) silent = g_socket_listener_new ();
  g_autoptr (GError) error = NULL;
  guint port = g_socket_listener_add_any_inet_port (silent, NULL, &error);
  g_autofree char *url = g_strdup_printf ("http://127.0.0.1:%u/a.css", port);
  GAsyncResult *results[3] = { NULL };

  for (gsize i = 0; i < G_N_ELEMENTS (results); i++)
    exm_resources_load_async (self->resources, self->page, EXM_RESOURCE_STYLE, url, NULL,
                              on_loaded, &results[i]);
  exm_resources_stop (self->resources);
  for (gsize i = 0; i < G_N_ELEMENTS (results); i++)
    {
      g_autoptr (GError) ended = NULL;
      while (results[i] == NULL)
        g_main_context_iteration (NULL, TRUE);
      g_assert_null (exm_resources_load_finish (results[i], &ended));
      g_assert_error (ended, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      g_object_unref (results[i]);
    }
}

/* A page that was left does not keep the next one waiting. */
static void
test_left (Fixture *self, gconstpointer unused)
{
  g_autoptr (GCancellable) left = g_cancellable_new ();
  GAsyncResult *results[60] = { NULL };

  put (self, "/a.css", "a{}");
  for (guint i = 0; i < G_N_ELEMENTS (results); i++)
    {
      g_autofree char *url
          = g_strdup_printf ("http://127.0.0.1:%u/%u.gif", self->port, i);
      exm_resources_load_async (self->resources, self->page, EXM_RESOURCE_IMAGE, url,
                                left, on_loaded, &results[i]);
    }
  g_cancellable_cancel (left);
  renew_page (self);
  g_autoptr (ExmResource) next = load (self, EXM_RESOURCE_STYLE, "/a.css", NULL);
  g_assert_nonnull (next);
  for (guint i = 0; i < G_N_ELEMENTS (results); i++)
    {
      g_autoptr (GError) error = NULL;
      while (results[i] == NULL)
        g_main_context_iteration (NULL, TRUE);
      g_assert_null (exm_resources_load_finish (results[i], &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      g_object_unref (results[i]);
    }
  g_assert_cmpuint (self->asked->len, <, 20);
}

static void
test_count (Fixture *self, gconstpointer unused)
{
  guint64 n_bytes = 0, n_held = 1;

  put (self, "/a.css", "a{}");
  exm_resource_free (load (self, EXM_RESOURCE_STYLE, "/a.css", NULL));
  for (guint clear = 0; clear < 2; clear++)
    {
      g_autoptr (GAsyncResult) result = NULL;
      g_autoptr (GError) error = NULL;
      exm_resources_count_async (self->resources, clear == 1, NULL, on_loaded, &result);
      while (result == NULL)
        g_main_context_iteration (NULL, TRUE);
      g_assert_true (exm_resources_count_finish (result, &n_bytes, &n_held, &error));
      g_assert_no_error (error);
      g_assert_cmpuint (n_bytes, ==, clear == 1 ? 0 : 3);
      g_assert_cmpuint (n_held, ==, 0);
    }
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path;
    void (*func) (Fixture *self, gconstpointer unused);
  } tests[] = {
    { "/resources/style", test_style },     { "/resources/kept", test_kept },
    { "/resources/once", test_once },       { "/resources/robots", test_robots },
    { "/resources/private", test_private }, { "/resources/limits", test_limits },
    { "/resources/left", test_left },       { "/resources/stop", test_stop },
    { "/resources/count", test_count },
  };

  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].func, tear_down);
  return g_test_run ();
}
