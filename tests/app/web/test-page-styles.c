/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Style sheets, fonts and pictures come to a page that stands and is marked already; what
 * is too much, no such thing or not allowed is left out; the lines that they hide are
 * told. */

#include "page-view-fixture.h"
#include "resources/exm-resources.h"
#include "store/exm-resource-holders.h"
#include "test-folder.h"
#include "test-gui.h"
#include "types/exm-result.h"

#include <libsoup/soup.h>
#include <string.h>

/* Red, one pixel. */
static const guint8 picture[]
    = { 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n', 0,    0,    0,    0x0d,
        'I',  'H', 'D', 'R', 0,    0,    0,    1,    0,    0,    0,    1,
        8,    2,   0,   0,   0,    0x90, 0x77, 0x53, 0xde, 0,    0,    0,
        0x0c, 'I', 'D', 'A', 'T',  8,    0xd7, 0x63, 0xf8, 0xcf, 0xc0, 0,
        0,    3,   1,   1,   0,    0x18, 0xdd, 0x8d, 0xb0, 0,    0,    0,
        0,    'I', 'E', 'N', 'D',  0xae, 0x42, 0x60, 0x82 };

typedef struct
{
  PageFixture page;
  char *folder;            /* (owned) */
  ExmResources *resources; /* (owned) */
  SoupServer *server;      /* (owned) */
  GHashTable *files;       /* (owned) (element-type utf8 utf8): texts by path */
  GPtrArray *asked;        /* (owned) (element-type utf8): paths, in order */
  GPtrArray *headers; /* (owned) (element-type utf8): "Cookie" and "Referer" of each */
  SoupServerMessage *held; /* (owned) (nullable): of "/slow.css" */
  gboolean is_holding;
  guint port;
  guint n_settled;
} Fixture;

static void
answer_text (SoupServerMessage *message, const char *type, const char *text, gsize n)
{
  soup_server_message_set_status (message, SOUP_STATUS_OK, NULL);
  soup_server_message_set_response (message, type, SOUP_MEMORY_COPY, text, n);
}

static void
on_asked (SoupServer *server,
          SoupServerMessage *message,
          const char *path,
          GHashTable *query,
          gpointer data)
{
  Fixture *self = data;
  SoupMessageHeaders *headers = soup_server_message_get_request_headers (message);
  const char *cookie = soup_message_headers_get_one (headers, "Cookie");
  const char *referrer = soup_message_headers_get_one (headers, "Referer");
  const char *text = g_hash_table_lookup (self->files, path);

  g_ptr_array_add (self->asked, g_strdup (path));
  g_ptr_array_add (self->headers, g_strdup_printf ("%s|%s", cookie != NULL ? cookie : "",
                                                   referrer != NULL ? referrer : ""));
  soup_message_headers_append (soup_server_message_get_response_headers (message),
                               "Set-Cookie", "who=you");
  if (g_str_equal (path, "/slow.css") && self->is_holding)
    {
      g_set_object (&self->held, message);
      soup_server_message_pause (message);
    }
  else if (g_str_has_suffix (path, ".png") && text == NULL)
    answer_text (message, "image/png", (const char *) picture, sizeof picture);
  else if (text != NULL)
    answer_text (message, g_str_has_suffix (path, ".css") ? "text/css" : "text/plain",
                 text, strlen (text));
  else
    soup_server_message_set_status (message, SOUP_STATUS_NOT_FOUND, NULL);
}

static void
on_settled (ExmPageView *view, Fixture *self)
{
  self->n_settled++;
}

static void
set_up (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  page_fixture_set_up (&self->page, data);
  g_signal_connect (self->page.view, "settled", G_CALLBACK (on_settled), self);
  self->folder = test_folder_new ();
  self->resources = exm_resources_new (self->folder);
  self->files = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->asked = g_ptr_array_new_with_free_func (g_free);
  self->headers = g_ptr_array_new_with_free_func (g_free);
  self->server = soup_server_new (NULL, NULL);
  soup_server_add_handler (self->server, NULL, on_asked, self, NULL);
  soup_server_listen_local (self->server, 0, SOUP_SERVER_LISTEN_IPV4_ONLY, &error);
  g_assert_no_error (error);
  GSList *uris = soup_server_get_uris (self->server);
  self->port = (guint) g_uri_get_port (uris->data);
  g_slist_free_full (uris, (GDestroyNotify) g_uri_unref);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  page_fixture_tear_down (&self->page, data);
  g_assert_finalize_object (self->resources);
  soup_server_disconnect (self->server);
  g_clear_object (&self->held);
  g_object_unref (self->server);
  g_hash_table_unref (self->files);
  g_ptr_array_unref (self->asked);
  g_ptr_array_unref (self->headers);
  test_folder_free (self->folder);
}

static void
put (Fixture *self, const char *path, const char *text)
{
  g_hash_table_insert (self->files, g_strdup (path), g_strdup (text));
}

static guint
count_asked (Fixture *self, const char *path)
{
  guint n = 0;

  for (guint i = 0; i < self->asked->len; i++)
    n += strcmp (g_ptr_array_index (self->asked, i), path) == 0;
  return n;
}

static gboolean
is_settled (gpointer data)
{
  return ((Fixture *) data)->n_settled > 0;
}

/* @head and @body: of a page of the server, which is private and may be asked. */
static void
load (Fixture *self, const char *head, const char *body, gboolean styled)
{
  const char *const hosts[] = { "127.0.0.1", NULL };
  g_autofree char *base = g_strdup_printf ("http://127.0.0.1:%u/a/1.html", self->port);
  g_autofree char *html
      = g_strdup_printf ("<!DOCTYPE html><title>t</title>%s<body>%s", head, body);

  self->n_settled = 0;
  exm_page_view_set_resources (self->page.view, self->resources, hosts);
  g_object_set (self->page.view, "styled", styled, NULL);
  page_fixture_load_html (&self->page, html, base);
}

static void
load_whole (Fixture *self, const char *head, const char *body)
{
  load (self, head, body, TRUE);
  test_gui_wait_until (is_settled, self, "the look of the page");
}

static void
assert_color (Fixture *self, const char *selector, const char *expected)
{
  g_autofree char *code = g_strdup_printf (
      "return getComputedStyle(document.querySelector('%s')).color", selector);
  g_autofree char *color = page_fixture_ask (&self->page, code);

  g_assert_cmpstr (color, ==, expected);
}

static void
assert_hidden (Fixture *self, const char *text, gboolean expected)
{
  const guint8 *hidden = exm_page_view_get_hidden (self->page.view);

  g_assert_nonnull (hidden);
  g_assert_cmpint (hidden[page_fixture_find_line (&self->page, text)], ==, expected);
}

static const char *
get_note (Fixture *self)
{
  GtkWidget *overlay = test_gui_find (self->page.view, GTK_TYPE_OVERLAY, NULL);

  for (GtkWidget *child = gtk_widget_get_first_child (overlay); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_LABEL (child))
      return gtk_widget_get_visible (child) ? gtk_label_get_text (GTK_LABEL (child))
                                            : NULL;
  return NULL;
}

#define TEXT                                                                             \
  "<p id=a>The ferry that was taken out of service in March runs again since "           \
  "Monday.</p>"                                                                          \
  "<p id=b>Its engine was rebuilt by the yard that had built the boat long ago.</p>"
#define FIRST "The ferry that was taken out of service in March runs again since Monday."
#define SECOND "Its engine was rebuilt by the yard that had built the boat long ago."

/* Sheets count in their order, with what they import, and only for their medium. */
static void
test_sheets (Fixture *self, gconstpointer data)
{
  put (self, "/css/one.css", "@import 'more/two.css'; #a { color: rgb(1, 2, 3) }");
  put (self, "/css/more/two.css",
       "#a { color: red } #b { color: rgb(4, 5, 6); background: url(../x.png) }");
  put (self, "/print.css", "#a { color: rgb(9, 9, 9) }");
  put (self, "/late.css", "#b { outline-color: rgb(7, 8, 9) }");
  load_whole (
      self,
      "<link rel=stylesheet href='/css/one.css'>"
      "<link rel=stylesheet media=print href='/print.css'>"
      "<link rel=stylesheet media=print onload=\"this.media='all'\" href=/late.css>"
      "<noscript><link rel=stylesheet href=/late.css></noscript>"
      "<link rel='alternate stylesheet' href='/other.css'>",
      TEXT);

  assert_color (self, "#a", "rgb(1, 2, 3)");
  assert_color (self, "#b", "rgb(4, 5, 6)");
  page_fixture_wait_for (&self->page,
                         "return getComputedStyle(document.querySelector('#b'))"
                         ".outlineColor",
                         "rgb(7, 8, 9)");
  g_assert_cmpuint (count_asked (self, "/other.css"), ==, 0);
  g_assert_null (get_note (self));
}

/* The page's own sheets, attributes and policy do not keep its resources away. */
static void
test_inline (Fixture *self, gconstpointer data)
{
  put (self, "/i.css", "#b { color: rgb(4, 5, 6) }");
  load_whole (self,
              "<meta http-equiv=Content-Security-Policy content=\"default-src 'self'\">"
              "<style>@import url(/i.css); #a { color: rgb(1, 2, 3) }</style>",
              TEXT "<i style=\"background-image: url('/one.png')\">x</i>");

  assert_color (self, "#a", "rgb(1, 2, 3)");
  assert_color (self, "#b", "rgb(4, 5, 6)");
  page_fixture_wait_for (&self->page,
                         "return getComputedStyle(document.querySelector('i'))"
                         ".backgroundImage.startsWith('url(\"exm-page://image/')",
                         "true");
}

static void
test_pictures (Fixture *self, gconstpointer data)
{
  load_whole (self, "",
              TEXT "<img id=p src='/one.png'><img id=q src='data:,' data-src='/two.png'>"
                   "<img id=r srcset='/three.png 1x, /four.png 8x'>");

  page_fixture_wait_for (&self->page,
                         "return ['p', 'q', 'r'].map((id) =>"
                         " document.getElementById(id).naturalWidth).join(' ')",
                         "1 1 1");
  g_assert_cmpuint (count_asked (self, "/four.png"), ==, 0);
}

/* No cookie goes out, and of the page's address its origin alone. */
static void
test_headers (Fixture *self, gconstpointer data)
{
  put (self, "/a.css", "#a { color: rgb(1, 2, 3); background: url(/b.png) }");
  load_whole (self, "<link rel=stylesheet href=/a.css>", TEXT);
  g_autofree char *expected = g_strdup_printf ("|http://127.0.0.1:%u/", self->port);

  page_fixture_wait_for (&self->page, "return 1", "1");
  g_assert_cmpuint (count_asked (self, "/a.css"), ==, 1);
  for (guint i = 0; i < self->asked->len; i++)
    if (strcmp (self->asked->pdata[i], "/robots.txt") != 0)
      g_assert_cmpstr (self->headers->pdata[i], ==, expected);
}

static void
test_robots (Fixture *self, gconstpointer data)
{
  put (self, "/robots.txt", "User-agent: *\nDisallow: /secret/\n");
  put (self, "/secret/a.css", "#a { color: rgb(1, 2, 3) }");
  put (self, "/b.css", "#b { color: rgb(4, 5, 6) }");
  load_whole (self,
              "<link rel=stylesheet href=/secret/a.css><link rel=stylesheet href=/b.css>",
              TEXT);

  assert_color (self, "#a", "rgb(0, 0, 0)");
  assert_color (self, "#b", "rgb(4, 5, 6)");
  g_assert_cmpuint (count_asked (self, "/secret/a.css"), ==, 0);
}

/* A page of elsewhere does not reach into this machine's network. */
static void
test_private (Fixture *self, gconstpointer data)
{
  g_autofree char *head
      = g_strdup_printf ("<link rel=stylesheet href='http://127.0.0.1:%u/a.css'>"
                         "<style>@import 'http://localhost:%u/a.css'</style>",
                         self->port, self->port);
  g_autofree char *html = g_strdup_printf (
      "<!DOCTYPE html>%s" TEXT "<img src='http://[::1]:%u/a.png'>"
      "<img src='exm-page://image/http%%3A%%2F%%2F127.0.0.1%%3A%u%%2Fb.png'>",
      head, self->port, self->port);

  put (self, "/a.css", "#a { color: rgb(1, 2, 3) }");
  exm_page_view_set_resources (self->page.view, self->resources, NULL);
  g_object_set (self->page.view, "styled", TRUE, NULL);
  page_fixture_load_html (&self->page, html, "http://page.invalid/a/1.html");
  test_gui_wait_until (is_settled, self, "the look of the page");
  page_fixture_linger (200);

  assert_color (self, "#a", "rgb(0, 0, 0)");
  g_assert_cmpuint (self->asked->len, ==, 0);
}

/* Nothing is asked for where pages are shown without. */
static void
test_off (Fixture *self, gconstpointer data)
{
  g_autofree char *body = g_strdup_printf (
      TEXT "<img src=/a.png>"
           "<img src='exm-page://image/http%%3A%%2F%%2F127.0.0.1%%3A%u%%2Fb.png'>",
      self->port);

  load (self, "<link rel=stylesheet href=/a.css>", body, FALSE);
  test_gui_wait_until (is_settled, self, "the look of the page");
  page_fixture_linger (300);

  g_assert_cmpuint (self->asked->len, ==, 0);
}

/* A page that was shown once is shown again without its server. */
static void
test_offline (Fixture *self, gconstpointer data)
{
  put (self, "/a.css", "#a { color: rgb(1, 2, 3); background: url(b.png) }");
  load_whole (self, "<link rel=stylesheet href=/a.css>", TEXT "<img id=p src=/c.png>");
  page_fixture_wait_for (&self->page, "return document.querySelector('#p').naturalWidth",
                         "1");
  guint n_asked = self->asked->len;

  exm_resources_stop (self->resources);
  soup_server_remove_handler (self->server, NULL);
  load_whole (self, "<link rel=stylesheet href=/a.css>", TEXT "<img id=p src=/c.png>");
  assert_color (self, "#a", "rgb(1, 2, 3)");
  page_fixture_wait_for (&self->page, "return document.querySelector('#p').naturalWidth",
                         "1");
  g_assert_cmpuint (self->asked->len, ==, n_asked);
}

/* Holds @bytes for an article, as a worker does that keeps whole pages. */
static void
hold (Fixture *self, const char *kind, const char *path, const char *bytes, gsize n_bytes)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmResourceStore) store
      = exm_resource_store_open_durable (self->folder, &error);
  g_autofree char *url = g_strdup_printf ("http://127.0.0.1:%u%s", self->port, path);
  g_autoptr (GPtrArray) wanted
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_held_resource_free);
  g_autoptr (GBytes) owned = g_bytes_new (bytes, n_bytes);
  const ExmResource resource
      = { owned, (char *) (*kind == 's' ? "text/css" : "image/png"), url, NULL };

  g_assert_no_error (error);
  g_ptr_array_add (wanted, exm_held_resource_new (url, kind, url));
  exm_resource_store_want (store, "0123456789abcdef0123456789abcdef", "a.example/1",
                           wanted, TRUE, &error);
  g_assert_no_error (error);
  exm_resource_store_hold (store, url, &resource, 1, &error);
  g_assert_no_error (error);
  exm_resource_store_sweep (store, 0, &error);
  g_assert_no_error (error);
}

/* A page that was kept as a whole looks right although its site is gone. */
static void
test_kept (Fixture *self, gconstpointer data)
{
  static const char css[] = "#a { color: rgb(1, 2, 3); background: url(b.png) }";

  hold (self, "style", "/a.css", css, strlen (css));
  hold (self, "image", "/b.png", (const char *) picture, sizeof picture);
  hold (self, "image", "/c.png", (const char *) picture, sizeof picture);
  load_whole (self, "<link rel=stylesheet href=/a.css>",
              TEXT "<img id=p src=/c.png srcset='/c.png 1x, /gone.png 2x'>");
  assert_color (self, "#a", "rgb(1, 2, 3)");
  page_fixture_wait_for (&self->page, "return document.querySelector('#p').naturalWidth",
                         "1");
  g_assert_cmpuint (self->asked->len, ==, 0);
}

/* A candidate of a srcset, or a picture's source, that cannot be had gives way to the
 * address that the picture has itself. */
static void
test_candidates (Fixture *self, gconstpointer data)
{
  put (self, "/none.png", "");
  load_whole (self, "",
              TEXT "<img id=p src=/c.png srcset='/none.png 1x'>"
                   "<picture><source srcset=/none.png><img id=q src=/d.png></picture>");
  page_fixture_wait_for (&self->page, "return document.querySelector('#p').naturalWidth",
                         "1");
  page_fixture_wait_for (&self->page, "return document.querySelector('#q').naturalWidth",
                         "1");
}

/* The page is shown and marked while a sheet is on its way. */
static void
test_first_tint (Fixture *self, gconstpointer data)
{
  self->is_holding = TRUE;
  load (self, "<link rel=stylesheet href=/slow.css>", TEXT, TRUE);
  page_fixture_mark (&self->page, 0, 1, EXM_NONE);
  page_fixture_wait_for (&self->page, "return CSS.highlights.get('exm-body')?.size ?? 0",
                         "1");
  g_assert_cmpuint (self->n_settled, ==, 0);
  while (self->held == NULL)
    page_fixture_linger (10);
  answer_text (self->held, "text/css", "#a { color: rgb(1, 2, 3) }", 26);
  soup_server_message_unpause (self->held);
  test_gui_wait_until (is_settled, self, "the look of the page");

  assert_color (self, "#a", "rgb(1, 2, 3)");
  page_fixture_wait_for (&self->page, "return CSS.highlights.get('exm-body')?.size ?? 0",
                         "1");
}

/* Ends of what no page needs: each is refused, and told, and the page stands. */
static void
test_too_large (Fixture *self, gconstpointer data)
{
  g_autofree char *big = g_strnfill (20 * 1000 * 1000, ' ');

  put (self, "/big.css", big);
  put (self, "/b.css", "#b { color: rgb(4, 5, 6) }");
  load_whole (
      self, "<link rel=stylesheet href=/big.css><link rel=stylesheet href=/b.css>", TEXT);

  assert_color (self, "#b", "rgb(4, 5, 6)");
  g_assert_nonnull (get_note (self));
}

static void
test_many_imports (Fixture *self, gconstpointer data)
{
  g_autoptr (GString) sheet = g_string_new (NULL);

  for (guint i = 0; i < 1000; i++)
    {
      g_autofree char *path = g_strdup_printf ("/i%u.css", i);
      g_string_append_printf (sheet, "@import '%s';", path);
      put (self, path, "#a { color: rgb(1, 2, 3) }");
    }
  put (self, "/a.css", sheet->str);
  put (self, "/self.css", "@import 'self.css'; #b { color: rgb(4, 5, 6) }");
  load_whole (self,
              "<link rel=stylesheet href=/self.css><link rel=stylesheet href=/a.css>",
              TEXT);

  assert_color (self, "#b", "rgb(4, 5, 6)");
  g_assert_nonnull (get_note (self));
  g_assert_cmpuint (self->asked->len, <=, EXM_RESOURCES_MAX_PER_PAGE + 1);
}

static void
test_no_fonts (Fixture *self, gconstpointer data)
{
  put (self, "/f.woff2", "This is no font at all, and no decoder ever sees it.");
  put (self, "/a.css",
       "@font-face { font-family: f; src: url(f.woff2) } #a { font-family: f }"
       "#b { color: rgb(4, 5, 6) }");
  load_whole (self, "<link rel=stylesheet href=/a.css>", TEXT);

  assert_color (self, "#b", "rgb(4, 5, 6)");
  page_fixture_linger (300);
  g_assert_cmpuint (count_asked (self, "/f.woff2"), ==, 1);
}

/* A page that waits for a script is shown without its sheets, and one sentence says so.
 */
static void
test_blank (Fixture *self, gconstpointer data)
{
  static const char *const sheets[] = {
    "body { opacity: 0; transition: opacity 3s }",
    "body { visibility: hidden }",
    "html:not(.ready) p { display: none }",
    ".cover { position: fixed; inset: 0; background: white; z-index: 9 }",
    "body > * { opacity: 0; animation: none }",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (sheets); i++)
    {
      g_autofree char *path = g_strdup_printf ("/%u.css", (guint) i);
      g_autofree char *head = g_strdup_printf ("<link rel=stylesheet href=%s>", path);
      put (self, path, sheets[i]);
      load_whole (self, head, TEXT "<div class=cover></div>");
      g_assert_nonnull (get_note (self));
      assert_hidden (self, FIRST, FALSE);
      assert_hidden (self, SECOND, FALSE);
    }
}

/* Sheets in the page itself can do the same, also where nothing is loaded. */
static void
test_blank_inline (Fixture *self, gconstpointer data)
{
  for (guint styled = 0; styled < 2; styled++)
    {
      load (self, "<style>body > p { opacity: 0 }</style>", TEXT, styled == 1);
      test_gui_wait_until (is_settled, self, "the look of the page");
      g_assert_nonnull (get_note (self));
      assert_hidden (self, FIRST, FALSE);
    }
}

/* A page that fades in by itself is there. */
static void
test_animated (Fixture *self, gconstpointer data)
{
  put (self, "/a.css",
       "@keyframes in { from { opacity: 0 } } body { animation: in 60s both; }");
  load_whole (self, "<link rel=stylesheet href=/a.css>", TEXT);

  g_assert_null (get_note (self));
  assert_hidden (self, FIRST, FALSE);
}

#define LINE(id) "<div class=" id "><p>The line of the class " id ".</p></div>"

/* Ways of a sheet to hide a line, move it away, or leave it where it is seen. */
static const struct
{
  const char *id;
  const char *css;
  gboolean hidden;
} looks[] = {
  { "plain", "", FALSE },
  { "none", "display: none", TRUE },
  { "unseen", "visibility: hidden", TRUE },
  { "clear", "opacity: 0", TRUE },
  { "pale", "opacity: .3", FALSE },
  { "tiny", "font-size: 0", TRUE },
  { "left", "position: absolute; left: -9999px", TRUE },
  { "up", "position: absolute; top: -2000px", TRUE },
  { "moved", "transform: translateX(-300vw)", TRUE },
  { "down", "position: absolute; top: 9000px", FALSE },
  { "reader",
    "position: absolute; width: 1px; height: 1px; overflow: hidden;"
    " clip: rect(0, 0, 0, 0)",
    TRUE },
  { "inset", "clip-path: inset(50%)", TRUE },
  { "flat", "height: 0; overflow: hidden", TRUE },
  { "folded", "max-height: 0; overflow: hidden", TRUE },
  { "scrolls", "height: 40px; overflow: auto; padding-top: 300px; box-sizing: border-box",
    FALSE },
  { "ink", "color: white; background: white", TRUE },
  { "glass", "color: transparent", TRUE },
  { "dark", "color: white; background: black", FALSE },
  { "small", "transform: scale(0)", TRUE },
  { "order", "float: right; width: 300px", FALSE },
  { "contents", "display: contents", FALSE },
};

static void
test_hidden_lines (Fixture *self, gconstpointer data)
{
  g_autoptr (GString) css = g_string_new ("body { background: white } p { margin: 4px }");
  g_autoptr (GString) body = g_string_new (TEXT);

  for (gsize i = 0; i < G_N_ELEMENTS (looks); i++)
    {
      g_string_append_printf (css, ".%s { %s }", looks[i].id, looks[i].css);
      g_string_append_printf (body, LINE ("%s"), looks[i].id, looks[i].id);
    }
  put (self, "/a.css", css->str);
  load_whole (self, "<link rel=stylesheet href=/a.css>", body->str);

  for (gsize i = 0; i < G_N_ELEMENTS (looks); i++)
    {
      g_autofree char *line = g_strdup_printf ("The line of the class %s.", looks[i].id);
      g_test_message ("%s", looks[i].id);
      assert_hidden (self, line, looks[i].hidden);
    }
  /* Without the sheet all of them are seen. */
  load (self, "<link rel=stylesheet href=/a.css>", body->str, FALSE);
  test_gui_wait_until (is_settled, self, "the page without its sheet");
  for (gsize i = 0; i < G_N_ELEMENTS (looks); i++)
    {
      g_autofree char *line = g_strdup_printf ("The line of the class %s.", looks[i].id);
      assert_hidden (self, line, FALSE);
    }
}

/* Lines that are moved and turned around are tinted where they are, and a click on one
 * finds it. */
static void
test_reordered (Fixture *self, gconstpointer data)
{
  put (self, "/a.css",
       "body { display: flex; flex-direction: column-reverse; color: white; background: "
       "rgb(20, 20, 20) } p { margin: 20px }");
  load_whole (self, "<link rel=stylesheet href=/a.css>", TEXT);
  page_fixture_mark (&self->page, 0, 1, EXM_NONE);

  page_fixture_wait_for (&self->page,
                         "return CSS.highlights.get('exm-body-dark')?.size ?? 0", "1");
  page_fixture_click (&self->page, page_fixture_find_line (&self->page, FIRST), NULL);
  page_fixture_wait_for (&self->page, "return 1", "1");
  page_fixture_click (&self->page, page_fixture_find_line (&self->page, SECOND), NULL);
  page_fixture_linger (200);
  g_assert_cmpuint (self->page.n_activated, ==, 2);
  g_assert_cmpuint (self->page.activated, ==,
                    page_fixture_find_line (&self->page, SECOND));
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path;
    void (*func) (Fixture *self, gconstpointer data);
  } tests[] = {
    { "sheets", test_sheets },
    { "inline", test_inline },
    { "pictures", test_pictures },
    { "headers", test_headers },
    { "robots", test_robots },
    { "private", test_private },
    { "off", test_off },
    { "offline", test_offline },
    { "kept", test_kept },
    { "candidates", test_candidates },
    { "first-tint", test_first_tint },
    { "too-large", test_too_large },
    { "many-imports", test_many_imports },
    { "no-fonts", test_no_fonts },
    { "blank", test_blank },
    { "blank-inline", test_blank_inline },
    { "animated", test_animated },
    { "hidden-lines", test_hidden_lines },
    { "reordered", test_reordered },
  };

  test_gui_init (&argc, &argv);
  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    {
      g_autofree char *path = g_strconcat ("/app/page-styles/", tests[i].path, NULL);
      g_test_add (path, Fixture, GINT_TO_POINTER (1000), set_up, tests[i].func,
                  tear_down);
    }
  return g_test_run ();
}
