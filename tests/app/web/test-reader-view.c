/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Bodies of articles as pages to be read: hostile ones reach nothing, links are told, a
 * new look keeps the place. */

#include "app/web/exm-page-script.h"
#include "app/web/exm-paragraphs.h"
#include "app/web/exm-reader-view.h"
#include "test-gui.h"

#include <string.h>

/* Time for a request that should not come to come. */
#define LINGER_MS 500

typedef struct
{
  GtkWidget *window;   /* (owned) */
  ExmReaderView *view; /* (unowned) */
  char *activated;     /* (owned) (nullable) */
  guint asked;         /* paragraph that was asked about, %G_MAXUINT for none */
  GdkRectangle place;
  guint n_ticks;
} Fixture;

static void
on_link_activated (ExmReaderView *view, const char *url, Fixture *self)
{
  g_free (self->activated);
  self->activated = g_strdup (url);
}

static void
on_paragraph_asked (ExmReaderView *view,
                    guint n,
                    const GdkRectangle *place,
                    Fixture *self)
{
  self->asked = n;
  self->place = *place;
}

static void
set_up (Fixture *self, gconstpointer unused)
{
  self->asked = G_MAXUINT;
  self->window = g_object_ref_sink (gtk_window_new ());
  self->view = g_object_new (EXM_TYPE_READER_VIEW, NULL);
  g_signal_connect (self->view, "link-activated", G_CALLBACK (on_link_activated), self);
  g_signal_connect (self->view, "paragraph-asked", G_CALLBACK (on_paragraph_asked), self);
  gtk_window_set_default_size (GTK_WINDOW (self->window), 600, 400);
  gtk_window_set_child (GTK_WINDOW (self->window), GTK_WIDGET (self->view));
  gtk_window_present (GTK_WINDOW (self->window));
}

static void
tear_down (Fixture *self, gconstpointer unused)
{
  gtk_window_destroy (GTK_WINDOW (self->window));
  g_object_unref (self->window);
  g_free (self->activated);
}

static gboolean
is_loaded (gpointer data)
{
  Fixture *self = data;

  g_assert_cmpint (exm_reader_view_get_state (self->view), !=, EXM_READER_VIEW_FAILED);
  return exm_reader_view_get_state (self->view) == EXM_READER_VIEW_LOADED;
}

static void
show (Fixture *self, const char *body, const char *base_url)
{
  exm_reader_view_show (self->view, body, "en", base_url);
  test_gui_wait_until (is_loaded, self, "the page");
}

static WebKitWebView *
get_web (Fixture *self)
{
  return WEBKIT_WEB_VIEW (gtk_widget_get_first_child (GTK_WIDGET (self->view)));
}

typedef struct
{
  char *answer; /* (owned) (nullable) */
  gboolean done;
} Question;

static void
on_answered (GObject *source, GAsyncResult *result, gpointer data)
{
  Question *question = data;
  g_autoptr (GError) error = NULL;

  question->answer
      = exm_page_script_call_finish (WEBKIT_WEB_VIEW (source), result, &error);
  g_assert_no_error (error);
  question->done = TRUE;
}

/* Returns: (transfer full): what @code, a function's body, returns in the page */
static char *
ask (Fixture *self, const char *code)
{
  Question question = { 0 };

  exm_page_script_call (get_web (self), code, NULL, NULL, on_answered, &question);
  while (!question.done)
    g_main_context_iteration (NULL, TRUE);
  return question.answer;
}

static gboolean
on_incoming (GSocketService *service,
             GSocketConnection *connection,
             GObject *source,
             gpointer data)
{
  (*(guint *) data)++;
  return FALSE;
}

static gboolean
on_lingered (gpointer data)
{
  *(gboolean *) data = TRUE;
  return G_SOURCE_REMOVE;
}

static void
linger (void)
{
  gboolean over = FALSE;

  g_timeout_add (LINGER_MS, on_lingered, &over);
  while (!over)
    g_main_context_iteration (NULL, TRUE);
}

static void
test_hostile (Fixture *self, gconstpointer unused)
{
  static const char body[]
      = "<script>document.title='run'</script><script src='/x.js'></script>"
        "<meta http-equiv=refresh content='0;url=/refresh'><base href='/base/'>"
        "<link rel=stylesheet href='/s.css'><style>@import '/i.css';"
        "p{background:url(/b.png)}</style>"
        "<p onclick=\"document.title='run'\">A line to read.</p>"
        "<img src='/i.png' onerror=\"document.title='run'\"><video src='/v.mp4' autoplay>"
        "</video><iframe src='/f.html'></iframe><object data='/o'></object>"
        "<svg onload=\"document.title='run'\"><image href='/v.png'/></svg>"
        "<form action='/form' id=f><input name=a><button id=b>Go</button></form>"
        "<a id=js href=\"javascript:document.title='run'\">run</a>";
  g_autoptr (GError) error = NULL;
  g_autoptr (GSocketService) service = g_socket_service_new ();
  guint n_connections = 0;
  guint port
      = g_socket_listener_add_any_inet_port (G_SOCKET_LISTENER (service), NULL, &error);

  g_assert_no_error (error);
  g_signal_connect (service, "incoming", G_CALLBACK (on_incoming), &n_connections);
  g_autofree char *base = g_strdup_printf ("http://127.0.0.1:%u/a/1.html", port);
  show (self, body, base);
  g_autofree char *said
      = ask (self, "document.querySelector('p').click(); document.getElementById('b')"
                   ".click(); document.getElementById('js').click();"
                   "return document.querySelector('p').textContent");
  g_assert_cmpstr (said, ==, "A line to read.");
  linger ();
  g_autofree char *title = ask (self, "return document.title");
  g_assert_cmpstr (title, ==, "");
  g_assert_cmpuint (n_connections, ==, 0);
  /* The listener hears: else hearing nothing would prove nothing. */
  g_autoptr (GSocketClient) client = g_socket_client_new ();
  g_autoptr (GSocketConnection) connection = g_socket_client_connect_to_host (
      client, "127.0.0.1", (guint16) port, NULL, &error);
  g_assert_no_error (error);
  while (n_connections == 0)
    g_main_context_iteration (NULL, TRUE);
  g_socket_service_stop (service);
}

static gboolean
is_activated (gpointer data)
{
  return ((Fixture *) data)->activated != NULL;
}

static void
test_link (Fixture *self, gconstpointer unused)
{
  show (self, "<p>Read <a href='../other.html'>the other</a> first.</p>",
        "http://site.example/a/1.html");
  g_autofree char *clicked
      = ask (self, "document.querySelector('a').click(); return 'clicked'");
  g_assert_cmpstr (clicked, ==, "clicked");
  test_gui_wait_until (is_activated, self, "the link");
  g_assert_cmpstr (self->activated, ==, "http://site.example/other.html");
  g_autofree char *said = ask (self, "return document.querySelector('p').textContent");
  g_assert_cmpstr (said, ==, "Read the other first.");
}

static void
test_look (Fixture *self, gconstpointer unused)
{
  g_autoptr (GString) body = g_string_new (NULL);

  for (guint i = 0; i < 100; i++)
    g_string_append_printf (body, "<p>Paragraph %u of a long article.</p>", i);
  exm_reader_view_set_look (self->view, "normal", "medium", "light");
  show (self, body->str, NULL);
  g_autofree char *before
      = ask (self, "scrollTo(0, 900); return document.documentElement.className + ' ' "
                   "+ getComputedStyle(document.body).fontSize");
  g_assert_cmpstr (before, ==, "normal medium light 15px");
  exm_reader_view_set_look (self->view, "large", "wide", "sepia");
  g_autofree char *after
      = ask (self, "return document.documentElement.className + ' ' + "
                   "getComputedStyle(document.body).fontSize + ' ' + (scrollY > 800) + "
                   "' ' + getComputedStyle(document.documentElement).backgroundColor");
  g_assert_cmpstr (after, ==, "large wide sepia 18px true rgb(246, 239, 224)");
}

static gboolean
on_tick (gpointer data)
{
  ((Fixture *) data)->n_ticks++;
  return G_SOURCE_CONTINUE;
}

/* The window goes on while a long page is laid out, and a later page takes its place. */
static void
test_long (Fixture *self, gconstpointer unused)
{
  g_autoptr (GString) body = g_string_new (NULL);

  for (guint i = 0; i < 100000; i++)
    g_string_append_printf (body, "<p>Line %u.</p>", i);
  guint id = g_timeout_add (10, on_tick, self);
  show (self, body->str, NULL);
  g_assert_cmpuint (self->n_ticks, >=, 5);
  g_source_remove (id);
  g_autofree char *n = ask (self, "return document.querySelectorAll('p').length");
  g_assert_cmpstr (n, ==, "100000");
  exm_reader_view_show (self->view, body->str, NULL, NULL);
  show (self, "<h2>A head</h2><p>Short.</p>", NULL);
  linger ();
  g_autofree char *head = ask (self, "return document.querySelector('h2')?.textContent");
  g_assert_cmpstr (head, ==, "A head");
}

/* A body with one of each. */
static const char marked_body[]
    = "<h2>The head</h2>\n<p>One &amp; <a href=\"http://a.example/\">two</a>.</p>\n"
      "<p><img src=\"http://a.example/i.png\" alt=\"A &gt; B\"></p>\n"
      "<ul>\n<li>First<ul>\n<li>Inner</li>\n</ul>\n</li>\n<li><p>Second</p>\n</li>\n</"
      "ul>\n"
      "<p>Line a<br>\nLine b</p>\n<blockquote>\n<p>Line a</p>\n</blockquote>\n"
      "<table>\n<tr><th>Name</th><td>12</td></tr>\n</table>\n"
      "<pre><code>if (a &lt; b)\n  go ();</code></pre>\n"
      "<figure><img src=\"http://a.example/f.png\" alt=\"\"><figcaption>Caption"
      "</figcaption></figure>\n<p>The end</p>\n";
static const char marked_text[] = "The head\nOne & two.\nFirst\nInner\nSecond\nLine a\n"
                                  "Line b\nLine a\nName\n12\nif (a < b)\ngo ();\n"
                                  "Caption\nThe end";

/* Each paragraph has one mark, which stands for the line that it begins with. */
static void
test_paragraphs (void)
{
  static const guint lines[] = { 0, 1, 2, 3, 4, 5, 7, 8, 10, 12, 13, G_MAXUINT };
  g_autoptr (GString) marked = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    g_assert_cmpuint (exm_paragraphs_find_line (marked_body, marked_text, i), ==,
                      lines[i]);
  exm_paragraphs_append (marked, marked_body, "\"Why\"?");
  g_auto (GStrv) parts = g_strsplit (marked->str, "<a class=\"exemplar-why\"", -1);
  g_assert_cmpuint (g_strv_length (parts), ==, G_N_ELEMENTS (lines));
  g_assert_true (g_str_has_prefix (
      parts[11], " href=\"exemplar-why:10\" title=\"&quot;Why&quot;?\""));
  g_assert_nonnull (strstr (marked->str, "</table><a class=\"exemplar-why\""));
  g_assert_nonnull (strstr (marked->str, "Inner<a class=\"exemplar-why\""));
  /* A formula stands in TeX there, as the page draws it in the text. */
  g_assert_cmpuint (exm_paragraphs_find_line (
                        "<p>a</p><p>that <span>\\(x^2\\)</span> holds</p><p>b</p>",
                        "a\nthat x2x^2x2 holds\nb", 1),
                    ==, 1);
  /* Text that another body has is not found. */
  g_assert_cmpuint (exm_paragraphs_find_line (marked_body, "The head\nOther", 1), ==,
                    G_MAXUINT);
}

/* HTML of others is written as it is, marks aside. */
static void
test_paragraphs_of_others (void)
{
  static const char *const bodies[] = { "",
                                        "no element",
                                        "<p",
                                        "<p>open",
                                        "<>",
                                        "</p></li>",
                                        "<pre>a",
                                        "</pre>",
                                        "<p>a</p",
                                        "<p title='>'>b</p>",
                                        "<table><tr><td><p>c</p></td></tr></table>" };

  for (gsize i = 0; i < G_N_ELEMENTS (bodies); i++)
    {
      g_autoptr (GString) marked = g_string_new (NULL);
      exm_paragraphs_append (marked, bodies[i], "Why");
      exm_paragraphs_find_line (bodies[i], "a\nb", 3);
      g_autoptr (GRegex) ours = g_regex_new (
          "<a class=\"exemplar-why\"[^>]*></a>|<div class=\"exemplar-box\">|</div>", 0, 0,
          NULL);
      g_autofree char *rest
          = g_regex_replace_literal (ours, marked->str, -1, 0, "", 0, NULL);
      g_assert_cmpstr (rest, ==, bodies[i]);
    }
}

static gboolean
is_asked (gpointer data)
{
  return ((Fixture *) data)->asked != G_MAXUINT;
}

/* Whether the mark that gets the keyboard is seen. */
static gboolean
is_mark_seen (gpointer data)
{
  g_autofree char *opacity
      = ask (data, "const mark = document.querySelectorAll ('a.exemplar-why')[1];"
                   "mark.focus (); return getComputedStyle (mark).opacity");

  return g_str_equal (opacity, "1");
}

/* The mark is unseen and has a name; it is told with its place, and opens nothing. */
static void
test_marks (Fixture *self, gconstpointer unused)
{
  show (self, marked_body, NULL);
  g_autofree char *mark
      = ask (self, "const mark = document.querySelectorAll ('a.exemplar-why')[1];"
                   "const style = getComputedStyle (mark);"
                   "return mark.getAttribute ('aria-label') + ' ' + style.opacity + ' '"
                   "+ style.position + ' ' + mark.parentNode.innerText");
  g_assert_cmpstr (mark, ==, "Why is this in the article? 0 absolute One & two.");
  gtk_widget_grab_focus (GTK_WIDGET (self->view));
  test_gui_wait_until (is_mark_seen, self, "the mark");
  g_autofree char *clicked
      = ask (self, "document.activeElement.click (); return 'clicked'");
  g_assert_cmpstr (clicked, ==, "clicked");
  test_gui_wait_until (is_asked, self, "the question");
  g_assert_cmpuint (self->asked, ==, 1);
  g_assert_cmpint (self->place.y, >, 20);
  g_assert_cmpint (self->place.width, ==, 24);
  g_assert_null (self->activated);
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path;
    void (*func) (Fixture *, gconstpointer);
  } tests[] = {
    { "/app/reader/hostile", test_hostile }, { "/app/reader/link", test_link },
    { "/app/reader/look", test_look },       { "/app/reader/long", test_long },
    { "/app/reader/marks", test_marks },
  };

  test_gui_init (&argc, &argv);
  g_test_add_func ("/app/reader/paragraphs", test_paragraphs);
  g_test_add_func ("/app/reader/paragraphs-of-others", test_paragraphs_of_others);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].func, tear_down);
  return g_test_run ();
}
