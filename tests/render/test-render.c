/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pages whose text their scripts make: rendered, they have it. Pages that never end, that
 * make the browser stop or that reach for private addresses cost an error and no more. */

#include "base/exm-said-error.h"
#include "demo/exm-sample-thread.h"
#include "metadata/exm-metadata-reader.h"
#include "page/exm-page-reader.h"
#include "render/exm-render-frame.h"
#include "render/exm-render-memory.h"
#include "render/exm-render.h"

#include "test-listen.h"

#include <libsoup/soup.h>
#include <string.h>
#include <unistd.h>

typedef struct
{
  ExmSampleThread *thread; /* (owned) */
  ExmSampleServer *server; /* (unowned) */
  SoupServer *own;         /* (owned) */
  guint port;
  guint n_requests;      /* that own had */
  ExmRenderer *renderer; /* (owned) */
} Fixture;

static void
on_request (SoupServer *server,
            SoupServerMessage *message,
            const char *path,
            GHashTable *query,
            gpointer data)
{
  Fixture *self = data;

  self->n_requests++;
  /* A response that never comes: the connection stays open. */
  if (strcmp (path, "/never") == 0)
    {
      soup_server_message_pause (message);
      return;
    }
  soup_server_message_set_status (message, SOUP_STATUS_OK, NULL);
  soup_server_message_set_response (message, "text/plain", SOUP_MEMORY_STATIC, "reached",
                                    7);
}

static void
set_up (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder
      = g_test_build_filename (G_TEST_DIST, "..", "data", "sample", NULL);

  self->thread = exm_sample_thread_start (folder, EXM_SAMPLE_SERVER_DEFAULT, 0, &error);
  g_assert_no_error (error);
  self->server = exm_sample_thread_get_server (self->thread);
  self->own = soup_server_new (NULL, NULL);
  soup_server_add_handler (self->own, NULL, on_request, self, NULL);
  self->port = test_listen (self->own);
  self->renderer = EXM_RENDERER (exm_render_new (NULL));
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  soup_server_disconnect (self->own);
  g_object_unref (self->own);
  exm_sample_thread_stop (self->thread);
  g_assert_finalize_object (G_OBJECT (self->renderer));
}

static void
on_done (GObject *source, GAsyncResult *result, gpointer data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

static ExmRendered *
render (Fixture *self, const ExmRenderRequest *request, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  exm_renderer_render_async (self->renderer, request, NULL, on_done, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  return exm_renderer_render_finish (self->renderer, result, error);
}

static const char *const loopback[] = { "127.0.0.1", NULL };

/* Renders @html, whose every %u is the port of our own server. */
static ExmRendered *
render_html (Fixture *self,
             const char *html,
             const char *const *private_hosts,
             guint timeout_ms,
             GError **error)
{
  g_auto (GStrv) parts = g_strsplit (html, "%u", -1);
  g_autofree char *number = g_strdup_printf ("%u", self->port);
  g_autofree char *page = g_strjoinv (number, parts);
  g_autoptr (GBytes) bytes = g_bytes_new (page, strlen (page));
  const ExmRenderRequest request = {
    .html = bytes,
    .charset = "utf-8",
    .url = "http://page.example/a/1.html",
    .private_hosts = private_hosts,
    .timeout_ms = timeout_ms,
  };

  return render (self, &request, error);
}

static gboolean
has_text (ExmRendered *rendered, const char *text)
{
  gsize size;
  const char *html = g_bytes_get_data (rendered->html, &size);

  return g_strstr_len (html, (gssize) size, text) != NULL;
}

/* The part of the sample site that scripts write: its pages say nothing as they are sent,
 * and everything once rendered. */
static void
test_sample_articles (Fixture *self, gconstpointer data)
{
  g_auto (GStrv) paths = exm_sample_server_list_articles (self->server, "app");

  g_assert_cmpuint (g_strv_length (paths), >=, 12);
  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *url
          = g_strconcat (exm_sample_server_get_base_url (self->server), paths[i], NULL);
      const ExmRenderRequest request = { .url = url, .private_hosts = loopback };
      g_autoptr (ExmRendered) rendered = render (self, &request, &error);
      g_assert_no_error (error);
      g_assert_true (rendered->was_quiet);
      g_assert_cmpstr (rendered->url, ==, url);
      g_autofree char *body = exm_sample_server_dup_body (self->server, paths[i]);
      g_auto (GStrv) lines = g_strsplit (body, "\n", -1);
      for (guint j = 0; lines[j] != NULL; j++)
        if (strpbrk (lines[j], "&<>\"'") == NULL)
          g_assert_true (has_text (rendered, lines[j]));
    }
}

static void
test_bytes (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmRendered) rendered = render_html (
      self,
      "<body><p id=a>before</p><p style='display:none'>gone</p><div "
      "style='visibility:hidden'>"
      "<p>unseen</p></div><div style='visibility:hidden'><p "
      "style='visibility:visible'>seen"
      "</p></div><style>.x{display:none}</style><p class=x>by class</p>"
      "<script>requestAnimationFrame(() => setTimeout(() => {"
      "document.getElementById('a').textContent = '\\u6587 after ' + innerWidth + ' '"
      " + location.host; }, 50))</script>",
      NULL, 0, &error);

  g_assert_no_error (error);
  g_assert_true (rendered->was_quiet);
  g_assert_true (has_text (rendered, "文 after 1280 page.example"));
  g_assert_true (has_text (rendered, "hidden=\"\">gone"));
  g_assert_true (has_text (rendered, "<p hidden=\"\">unseen"));
  g_assert_false (
      has_text (rendered, "hidden\"><p hidden=\"\" style=\"visibility:visible"));
  g_assert_true (has_text (rendered, "<p class=\"x\" hidden=\"\">by class"));
  g_assert_false (has_text (rendered, "<script hidden"));
}

/* The title is that of the rendered page: scripts write it, or the headline alone; what
 * the server declares stays the site's. */
static void
test_title (Fixture *self, gconstpointer data)
{
  static const char *const scripts[]
      = { "document.title = 'The ferry returns | Fieldnotes';", "" };

  for (guint i = 0; i < G_N_ELEMENTS (scripts); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *html = g_strdup_printf (
          "<title>Fieldnotes – short reads</title><meta property='og:title' "
          "content='Fieldnotes – short reads'><b>Fieldnotes</b><div id=root></div>"
          "<script>%sdocument.getElementById('root').innerHTML = '<h1>The ferry returns"
          "</h1><p>It left at nine, with everybody on board.</p>'</script>",
          scripts[i]);
      g_autoptr (ExmRendered) rendered = render_html (self, html, NULL, 0, &error);
      g_assert_no_error (error);
      const ExmPageHints hints = { .url = "http://page.example/7" };
      g_autoptr (ExmPageText) page = exm_page_read (rendered->html, &hints, &error);
      g_assert_no_error (error);
      g_autoptr (ExmMetadata) metadata = exm_metadata_read_beside (
          page, EXM_NONE, EXM_NONE, NULL, "The ferry returns");
      g_assert_cmpstr (exm_metadata_get (metadata, EXM_FIELD_TITLE), ==,
                       "The ferry returns");
    }
}

/* The page changes for ever, or waits for what never comes: taken as it is. */
static void
test_endless (Fixture *self, gconstpointer data)
{
  static const char *const pages[] = {
    "<p>still here<p id=a><script>setInterval(() => { a.textContent += 'x' }, "
    "20)</script>",
    "<p>still here<p id=a><script>fetch('http://127.0.0.1:%u/never')</script>",
    "<p>still here<script>setTimeout(() => { location.href = "
    "'http://127.0.0.1:%u/elsewhere' }, 200)</script>"
    "<iframe src='http://127.0.0.1:%u/never'></iframe>"
    "<script>setInterval(() => alert(document.title += 1), 10)</script>",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      g_autoptr (GError) error = NULL;
      gint64 start = g_get_monotonic_time ();
      g_autoptr (ExmRendered) rendered
          = render_html (self, pages[i], loopback, 2000, &error);
      g_assert_no_error (error);
      g_assert_false (rendered->was_quiet);
      g_assert_true (has_text (rendered, "still here"));
      g_assert_cmpint (g_get_monotonic_time () - start, <, 15 * G_USEC_PER_SEC);
    }
}

/* The script is to run before that is over, on a slow machine too. */
#define BUSY_MS 6000

/* A script that never returns cannot be asked for anything. */
static void
test_busy (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmRendered) rendered
      = render_html (self, "<p>busy<script>setTimeout(() => { for (;;); }, 10)</script>",
                     NULL, BUSY_MS, &error);

  g_assert_null (rendered);
  g_assert_error (error, EXM_RENDER_ERROR, EXM_RENDER_ERROR_TIMED_OUT);
  g_assert_nonnull (strstr (error->message, "http://page.example/a/1.html"));
}

static void
test_memory (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint (exm_render_memory_of (getpid ()), >, 1024 * 1024);
  exm_render_set_memory (EXM_RENDER (self->renderer), 300);
  g_autoptr (ExmRendered) rendered = render_html (
      self,
      "<p>more<script>const all = []; setInterval(() => { all.push(new "
      "Uint8Array(20000000).fill(1)); document.body.append(all.length); }, 30)</script>",
      NULL, 20000, &error);

  g_assert_null (rendered);
  g_assert_error (error, EXM_RENDER_ERROR, EXM_RENDER_ERROR_CRASHED);
}

/* Scripts may ask for what they like: private addresses are not reached, but for the
 * hosts of the task. */
static void
test_private (Fixture *self, gconstpointer data)
{
  static const char html[]
      = "<p id=a>asked<script>fetch('http://127.0.0.1:%u/x').then(() => 'yes', () => "
        "'no')"
        ".then((said) => { a.textContent = 'said ' + said; });"
        "new Image().src = 'http://localhost:%u/y.png';"
        "new WebSocket('ws://127.0.0.1:%u/z');</script>"
        "<link rel=stylesheet href='http://127.0.0.1:%u/s.css'>"
        "<script src='http://[::ffff:127.0.0.1]:%u/s.js'></script>";
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmRendered) rendered = render_html (self, html, NULL, 5000, &error);

  g_assert_no_error (error);
  g_assert_true (has_text (rendered, "said no"));
  g_assert_cmpuint (self->n_requests, ==, 0);
  g_clear_pointer (&rendered, exm_rendered_free);
  rendered = render_html (self, html, loopback, 5000, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (self->n_requests, >, 0);
}

static void
test_bad_address (Fixture *self, gconstpointer data)
{
  static const char *const urls[] = { "file:///etc/passwd", "about:blank", "nonsense" };

  for (gsize i = 0; i < G_N_ELEMENTS (urls); i++)
    {
      g_autoptr (GError) error = NULL;
      const ExmRenderRequest request = { .url = urls[i] };
      g_assert_null (render (self, &request, &error));
      g_assert_error (error, EXM_RENDER_ERROR, EXM_RENDER_ERROR_FAILED);
    }
}

/* Refused by the proxy, and a port of another protocol. */
static void
test_unreachable (Fixture *self, gconstpointer data)
{
  g_autofree char *refused = g_strdup_printf ("http://127.0.0.1:%u/", self->port);
  const ExmRenderRequest requests[] = {
    { .url = refused, .timeout_ms = 5000 },
    { .url = "http://127.0.0.1:9/", .private_hosts = loopback, .timeout_ms = 5000 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (requests); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (ExmRendered) rendered = render (self, &requests[i], &error);
      g_assert_null (rendered);
      g_assert_error (error, EXM_RENDER_ERROR, EXM_RENDER_ERROR_FAILED);
    }
  g_assert_cmpuint (self->n_requests, ==, 0);
}

static void
test_no_display (Fixture *self, gconstpointer data)
{
  g_autofree char *display = g_strdup (g_getenv ("DISPLAY"));
  g_autoptr (GError) error = NULL;

  g_unsetenv ("DISPLAY");
  g_autoptr (ExmRendered) rendered = render_html (self, "<p>x", NULL, 1000, &error);
  g_setenv ("DISPLAY", display, TRUE);
  g_assert_null (rendered);
  g_assert_error (error, EXM_RENDER_ERROR, EXM_RENDER_ERROR_NO_DISPLAY);
  g_assert_nonnull (strstr (error->message, "xvfb-run"));
}

/* It can be said again in any language. */
static void
assert_said (const GError *error)
{
  g_autofree char *words = exm_said_to_words (exm_said_from_error (error));

  g_assert_cmpstr (words, ==, error->message);
  g_assert_true (g_str_has_prefix (words, "http://"));
}

/* The helper is another program, or none: said, whatever it does. */
static void
test_helpers (Fixture *self, gconstpointer data)
{
  static const struct
  {
    const char *program;
    ExmRenderErrorCode code;
  } helpers[] = {
    { "/nonexistent/exemplar-render", EXM_RENDER_ERROR_NO_PROGRAM },
    { "/bin/false", EXM_RENDER_ERROR_CRASHED },
    { "/bin/true", EXM_RENDER_ERROR_CRASHED },
    { "/bin/cat", EXM_RENDER_ERROR_FAILED },
    /* A refusal of the system may pass. */
    { "/dev/null", EXM_RENDER_ERROR_CRASHED },
  };
  const ExmRenderRequest request = { .url = "http://page.example/" };

  for (gsize i = 0; i < G_N_ELEMENTS (helpers); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (ExmRenderer) renderer
          = EXM_RENDERER (exm_render_new (helpers[i].program));
      g_autoptr (GAsyncResult) result = NULL;
      exm_renderer_render_async (renderer, &request, NULL, on_done, &result);
      while (result == NULL)
        g_main_context_iteration (NULL, TRUE);
      g_autoptr (ExmRendered) rendered
          = exm_renderer_render_finish (renderer, result, &error);
      g_assert_null (rendered);
      g_assert_error (error, EXM_RENDER_ERROR, (int) helpers[i].code);
      assert_said (error);
    }
}

static gboolean
on_cancel_time (gpointer data)
{
  g_cancellable_cancel (data);
  return G_SOURCE_REMOVE;
}

static void
test_cancel (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autofree char *url = g_strdup_printf ("http://127.0.0.1:%u/never", self->port);
  const ExmRenderRequest request = { .url = url, .private_hosts = loopback };

  g_timeout_add (300, on_cancel_time, cancellable);
  exm_renderer_render_async (self->renderer, &request, cancellable, on_done, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_null (exm_renderer_render_finish (self->renderer, result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
assert_refused (const char *bytes, gsize n)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) all = g_bytes_new (bytes, n);
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_bytes (all);

  g_assert_null (exm_render_frame_read (stream, NULL, &error));
  g_assert_nonnull (error);
}

static void
test_frames (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  JsonObject *header = json_object_new ();
  g_autoptr (GBytes) body = g_bytes_new_static ("body\0more", 9);

  json_object_set_string_member (header, "url", "http://x.example/ \"文\"");
  json_object_set_int_member (header, "timeout-ms", 12);
  g_autoptr (ExmRenderFrame) frame = exm_render_frame_new (header, body);
  g_autoptr (GBytes) bytes = exm_render_frame_encode (frame);
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_bytes (bytes);
  g_autoptr (ExmRenderFrame) read = exm_render_frame_read (stream, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (exm_render_frame_get_string (read, "url"), ==,
                   "http://x.example/ \"文\"");
  g_assert_cmpuint (exm_render_frame_get_uint (read, "timeout-ms", 0), ==, 12);
  g_assert_cmpuint (exm_render_frame_get_uint (read, "url", 7), ==, 7);
  g_assert_null (exm_render_frame_get_string (read, "timeout-ms"));
  g_assert_true (g_bytes_equal (read->body, body));

  gsize size;
  const char *whole = g_bytes_get_data (bytes, &size);
  for (gsize n = 0; n < size; n++)
    assert_refused (whole, n);
  assert_refused ("EXR2\0\0\0\2\0\0\0\0{}", 14);
  assert_refused ("EXR1\377\377\377\377\0\0\0\0{}", 14);
  assert_refused ("EXR1\0\0\0\2\377\377\377\377{}", 14);
  assert_refused ("EXR1\0\0\0\2\0\0\0\0[]", 14);
  assert_refused ("EXR1\0\0\0\2\0\0\0\0{{", 14);
}

int
main (int argc, char **argv)
{
#define ADD(path, func)                                                                  \
  g_test_add ("/render/" path, Fixture, NULL, set_up, func, tear_down)

  g_test_init (&argc, &argv, NULL);
  ADD ("frames", test_frames);
  ADD ("bytes", test_bytes);
  ADD ("title", test_title);
  ADD ("sample-articles", test_sample_articles);
  ADD ("private", test_private);
  ADD ("endless", test_endless);
  ADD ("busy", test_busy);
  ADD ("memory", test_memory);
  ADD ("bad-address", test_bad_address);
  ADD ("unreachable", test_unreachable);
  ADD ("no-display", test_no_display);
  ADD ("helpers", test_helpers);
  ADD ("cancel", test_cancel);
  return g_test_run ();
}
