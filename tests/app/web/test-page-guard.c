/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Hostile pages in a page view: whatever they try, nothing is asked of the network, no
 * script runs, nothing opens, and the view says what became of the page. */

#include "page-view-fixture.h"
#include "test-gui.h"
#include "test-pointer.h"

#include <string.h>

/* Time for a request that should not come to come. */
#define LINGER_MS 700

/* A listener that counts who connects: a request of any protocol, and also a connection
 * that is only held ready. */
typedef struct
{
  GSocketService *service; /* (owned) */
  guint port;
  guint n_connections;
} Listener;

static gboolean
on_incoming (GSocketService *service,
             GSocketConnection *connection,
             GObject *source,
             gpointer data)
{
  Listener *self = data;

  self->n_connections++;
  return FALSE;
}

static void
listener_start (Listener *self)
{
  g_autoptr (GError) error = NULL;

  self->service = g_socket_service_new ();
  self->port = g_socket_listener_add_any_inet_port (G_SOCKET_LISTENER (self->service),
                                                    NULL, &error);
  g_assert_no_error (error);
  g_signal_connect (self->service, "incoming", G_CALLBACK (on_incoming), self);
}

static gboolean
has_heard (gpointer data)
{
  return ((Listener *) data)->n_connections > 0;
}

/* The listener hears: without this, hearing nothing would prove nothing. */
static void
listener_assert_hears (Listener *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GSocketClient) client = g_socket_client_new ();
  g_autoptr (GSocketConnection) connection = g_socket_client_connect_to_host (
      client, "127.0.0.1", (guint16) self->port, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (self->n_connections, ==, 0);
  test_gui_wait_until (has_heard, self, "what the listener hears");
  g_assert_cmpuint (self->n_connections, ==, 1);
}

static void
listener_stop (Listener *self)
{
  g_socket_service_stop (self->service);
  g_socket_listener_close (G_SOCKET_LISTENER (self->service));
  g_clear_object (&self->service);
}

static guint
count_windows (void)
{
  return g_list_model_get_n_items (gtk_window_get_toplevels ());
}

/* @html: the page; every %u in it is the listener's port. */
static void
load_hostile (PageFixture *self, const char *html, guint port)
{
  g_auto (GStrv) parts = g_strsplit (html, "%u", -1);
  g_autofree char *number = g_strdup_printf ("%u", port);
  g_autofree char *page = g_strjoinv (number, parts);
  g_autofree char *base = g_strdup_printf ("http://127.0.0.1:%u/a/1.html", port);

  page_fixture_load_html (self, page, base);
}

static void
assert_nothing_reached (PageFixture *self, const char *html)
{
  Listener listener = { 0 };
  guint n_windows = count_windows ();

  listener_start (&listener);
  load_hostile (self, html, listener.port);
  page_fixture_linger (LINGER_MS);
  g_assert_cmpuint (listener.n_connections, ==, 0);
  g_assert_cmpuint (count_windows (), ==, n_windows);
  g_autofree char *state = page_fixture_ask (
      self, "return `${document.title} ${document.querySelector('h1')?.textContent}`");
  g_assert_cmpstr (state, ==, "still here");
  listener_assert_hears (&listener);
  listener_stop (&listener);
}

#define HEAD "<title>still</title>"
#define BODY "<h1>here</h1><p>A line of text.</p>"

static void
test_loads (PageFixture *self, gconstpointer data)
{
  assert_nothing_reached (
      self, HEAD
      "<link rel=stylesheet href='http://127.0.0.1:%u/s.css'>"
      "<link rel=icon href='/icon.png'><link rel=preload as=image href='/p.png'>"
      "<link rel=preconnect href='http://127.0.0.1:%u'>"
      "<link rel=dns-prefetch href='http://127.0.0.1:%u'>"
      "<link rel=prefetch href='/next.html'><link rel=manifest href='/m.json'>"
      "<link rel=modulepreload href='/m.js'>"
      "<style>@import url('/i.css'); @font-face{font-family:f;src:url('/f.woff')}"
      "h1{font-family:f;background:url('/b.png')}</style>" BODY
      "<img src='/i.png' srcset='/2.png 2x'><picture><source srcset='/s.png'></picture>"
      "<video src='/v.mp4' poster='/v.png' autoplay></video><audio src='/a.mp3' autoplay>"
      "</audio><object data='/o.swf'></object><embed src='/e.pdf'>"
      "<iframe src='/f.html'></iframe><iframe srcdoc=\"<img src='/j.png'>\"></iframe>"
      "<svg><image href='/v.svg'/><use href='/u.svg#a'/></svg>"
      "<input type=image src='/n.png'><script src='/x.js'></script>"
      "<table background='/t.png'><tr><td>cell</table>");
}

static void
test_scripts (PageFixture *self, gconstpointer data)
{
  assert_nothing_reached (
      self,
      HEAD "<script>document.title='run'; alert('a'); confirm('b'); prompt('c');"
           "window.open('http://127.0.0.1:%u/'); location='http://127.0.0.1:%u/';"
           "fetch('http://127.0.0.1:%u/'); navigator.sendBeacon('/b');"
           "new WebSocket('ws://127.0.0.1:%u/'); navigator.geolocation"
           ".getCurrentPosition(()=>{}); navigator.mediaDevices?.getUserMedia({audio:1});"
           "Notification.requestPermission(); document.documentElement"
           ".requestFullscreen(); print(); webkit.messageHandlers.exemplar"
           ".postMessage('line-activated 0');</script>"
           "<body onload=\"document.title='loaded'\" onpageshow=\"alert(1)\">" BODY
           "<img src=x onerror=\"document.title='error'\">"
           "<svg onload=\"document.title='svg'\"></svg>"
           "<details open ontoggle=\"document.title='toggle'\">d</details>");
  g_assert_cmpuint (self->n_activated, ==, 0);
}

static void
test_moves_by_itself (PageFixture *self, gconstpointer data)
{
  assert_nothing_reached (
      self, HEAD "<meta http-equiv=refresh content='0; url=http://127.0.0.1:%u/'>"
                 "<base href='http://127.0.0.1:%u/' target=_blank>" BODY);
}

static gboolean
has_activated (gpointer data)
{
  PageFixture *self = data;

  return self->n_activated > 0;
}

/* Links, buttons and downloads do nothing but name their line. */
static void
test_clicks (PageFixture *self, gconstpointer data)
{
  static const char *const texts[]
      = { "a link", "a file", "a download", "a window", "a script", "send" };
  Listener listener = { 0 };
  guint n_windows = count_windows ();

  listener_start (&listener);
  load_hostile (self,
                HEAD BODY
                "<p><a href='/2.html'>a link</a><p><a href='file:///etc/passwd'>a file"
                "</a><p><a href='/d.zip' download>a download</a>"
                "<p><a href='/w.html' target=_blank>a window</a>"
                "<p><a href='javascript:document.title=1'>a script</a>"
                "<form action='http://127.0.0.1:%u/form' method=post>"
                "<button>send</button></form>",
                listener.port);
  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      guint line = page_fixture_find_line (self, texts[i]);
      self->n_activated = 0;
      page_fixture_click (self, line, NULL);
      test_gui_wait_until (has_activated, self, texts[i]);
      g_assert_cmpuint (self->activated, ==, line);
    }
  page_fixture_linger (LINGER_MS);
  g_assert_cmpuint (listener.n_connections, ==, 0);
  g_assert_cmpuint (count_windows (), ==, n_windows);
  g_autofree char *title = page_fixture_ask (self, "return document.title");
  g_assert_cmpstr (title, ==, "still");
  listener_stop (&listener);
}

/* A page on disk is shown without the rights of a file. */
static void
test_file_address (PageFixture *self, gconstpointer data)
{
  page_fixture_load_html (self,
                          HEAD BODY "<img src='file:///etc/passwd'>"
                                    "<iframe src='file:///etc/passwd'></iframe>",
                          "file:///tmp/page.html");
  g_autofree char *address = page_fixture_ask (self, "return location.href");
  g_assert_cmpstr (address, ==, "about:blank");
}

static void
test_crash (PageFixture *self, gconstpointer data)
{
  page_fixture_load_html (self, HEAD BODY, "http://page.example/");
  self->n_loaded = 0;
  webkit_web_view_terminate_web_process (page_fixture_get_web (self));
  page_fixture_wait_failed (self);
  g_assert_nonnull (strstr (self->failure, "made the browser stop"));

  self->n_failed = 0;
  g_clear_pointer (&self->failure, g_free);
  GtkWidget *button = test_gui_need (self->view, GTK_TYPE_BUTTON, "_Reload");
  test_gui_settle (self->window);
  test_pointer_click (button);
  page_fixture_wait_loaded (self);
  g_assert_cmpuint (exm_page_view_get_n_found (self->view), ==, 2);
}

/* A page of 200,000 lines is marked, all of it, and one after it too. */
static void
test_many_lines (PageFixture *self, gconstpointer data)
{
  g_autoptr (GString) html = g_string_new (HEAD BODY);

  for (guint i = 0; i < 199998; i++)
    g_string_append_printf (html, "<p>Line %u of many", i);
  page_fixture_load_html (self, html->str, "http://page.example/");
  g_assert_cmpuint (exm_page_view_get_n_found (self->view), ==, 200000);
  page_fixture_mark (self, 10, 199999, EXM_NONE);
  page_fixture_wait_for (self, "return CSS.highlights.get('exm-body')?.size ?? 0", "1");
  page_fixture_load_html (self, HEAD BODY, "http://page.example/");
  g_assert_cmpuint (exm_page_view_get_n_found (self->view), ==, 2);
}

/* 50 MB are shown by their beginning, and said to be. */
static void
test_large (PageFixture *self, gconstpointer data)
{
  g_autofree char *words = g_malloc (50 * 1000 * 1000);
  gsize size = 50 * 1000 * 1000;

  for (gsize i = 0; i < size; i++)
    words[i] = i % 100 == 0   ? '<'
               : i % 100 == 1 ? 'p'
               : i % 100 == 2 ? '>'
               : i % 7 == 0   ? ' '
                              : 'w';
  g_autoptr (GBytes) bytes = g_bytes_new_take (g_steal_pointer (&words), size);
  page_fixture_begin (self, bytes, "http://page.example/");
  page_fixture_wait_loaded (self);
  g_assert_nonnull (test_gui_need (self->view, GTK_TYPE_LABEL,
                                   "The page is very large; its beginning is shown"));
}

/* Another page while one loads: the last one wins, once. */
static void
test_quick_changes (PageFixture *self, gconstpointer data)
{
  static const char first[] = HEAD "<h1>first</h1>";
  static const char second[] = HEAD BODY;
  g_autoptr (GBytes) one = g_bytes_new_static (first, strlen (first));
  g_autoptr (GBytes) two = g_bytes_new_static (second, strlen (second));

  for (guint i = 0; i < 5; i++)
    {
      page_fixture_begin (self, one, "http://page.example/1");
      page_fixture_begin (self, two, "http://page.example/2");
    }
  page_fixture_wait_loaded (self);
  page_fixture_linger (300);
  g_assert_cmpuint (self->n_loaded, ==, 1);
  g_assert_cmpuint (exm_page_view_get_n_found (self->view), ==, 2);
  page_fixture_begin (self, one, "http://page.example/1");
}

/* The same in a view that is there, at every moment of a load: the browser asks whether
 * it may begin some time after it was told to. */
static void
test_changes_under_way (PageFixture *self, gconstpointer data)
{
  g_autoptr (GBytes) one
      = g_bytes_new_static (HEAD "<h1>one</h1>", strlen (HEAD "<h1>one</h1>"));
  g_autoptr (GBytes) two = g_bytes_new_static (HEAD BODY, strlen (HEAD BODY));

  page_fixture_load (self, one, "http://page.example/1");
  for (guint n_turns = 0; n_turns < 40; n_turns++)
    {
      page_fixture_begin (self, one, "http://page.example/1");
      for (guint i = 0; i < n_turns; i++)
        g_main_context_iteration (NULL, FALSE);
      self->n_loaded = 0;
      page_fixture_begin (self, two, "http://page.example/2");
      page_fixture_wait_loaded (self);
      g_assert_cmpuint (exm_page_view_get_n_found (self->view), ==, 2);
    }
}

int
main (int argc, char **argv)
{
#define ADD(path, func)                                                                  \
  g_test_add ("/app/page-guard/" path, PageFixture, NULL, page_fixture_set_up, func,     \
              page_fixture_tear_down)

  test_gui_init (&argc, &argv);
  ADD ("loads", test_loads);
  ADD ("scripts", test_scripts);
  ADD ("moves-by-itself", test_moves_by_itself);
  ADD ("clicks", test_clicks);
  ADD ("file-address", test_file_address);
  ADD ("crash", test_crash);
  ADD ("many-lines", test_many_lines);
  ADD ("large", test_large);
  ADD ("quick-changes", test_quick_changes);
  ADD ("changes-under-way", test_changes_under_way);
  return g_test_run ();
}
