/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pages laid out by exemplar-render: where their lines lie, that nothing is loaded for
 * files, that a browser that dies is started once more, and that one that dies again
 * costs an error. */

#include "page/exm-page-reader.h"
#include "render/exm-render.h"

#include "test-folder.h"
#include "test-listen.h"

#include <libsoup/soup.h>
#include <signal.h>
#include <string.h>

typedef struct
{
  SoupServer *own; /* (owned) */
  guint port;
  guint n_requests;
  ExmRenderer *renderer; /* (owned) */
} Fixture;

/* A response that never comes: the connection stays open. */
static void
on_request (SoupServer *server,
            SoupServerMessage *message,
            const char *path,
            GHashTable *query,
            gpointer data)
{
  Fixture *self = data;

  self->n_requests++;
  soup_server_message_pause (message);
}

static void
set_up (Fixture *self, gconstpointer data)
{
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
  g_assert_finalize_object (G_OBJECT (self->renderer));
}

static ExmPageText *
read_page (const char *html, const char *url)
{
  g_autoptr (GBytes) raw = g_bytes_new (html, strlen (html));
  const ExmPageHints hints = { .url = url, .override_charset = "utf-8" };
  g_autoptr (GError) error = NULL;
  ExmPageText *page = exm_page_read (raw, &hints, &error);

  g_assert_no_error (error);
  return page;
}

static const ExmLayoutLine *
find_place (const ExmLayout *layout, const ExmPageText *page, const char *text)
{
  guint n_lines;
  const ExmLayoutLine *places = exm_layout_get_lines (layout, &n_lines);

  for (guint i = 0; i < n_lines; i++)
    if (strcmp (exm_page_text_get_line (page, i), text) == 0)
      return &places[i];
  g_error ("There is no line “%s”", text);
}

static ExmLayout *
lay_out (Fixture *self, ExmPageText *page, gboolean online)
{
  g_autoptr (GError) error = NULL;
  ExmLayout *layout = exm_renderer_lay_out (self->renderer, page, online, NULL, &error);

  g_assert_no_error (error);
  return layout;
}

/* Scripts are off, so one that never ends does not matter; what lies where, what is not
 * shown, and how it looks is told, of one page after the other. */
static void
test_boxes (Fixture *self, gconstpointer data)
{
  g_autoptr (ExmPageText) page = read_page (
      "<!DOCTYPE html><style>body { margin: 0; background: #fff } div { position: "
      "absolute;"
      "left: 100px; top: 300px; width: 400px; background: #123456; color: #fff }"
      ".gone { display: none }</style><script>for (;;);</script>"
      "<p style='margin: 0'>上面 first<div>one <b>bold</b> and <a href=x>more</a><br>two"
      "<noscript>no script</noscript></div><p class=gone>gone"
      "<p style='writing-mode: vertical-rl; margin: 0; width: 600px'>\u7ad6"
      "<select><option>a</select><iframe srcdoc='<p>inside'></iframe>",
      NULL);
  guint n_nodes;

  for (guint round = 0; round < 3; round++)
    {
      g_autoptr (ExmLayout) layout = lay_out (self, page, FALSE);
      const ExmLayoutNode *nodes = exm_layout_get_nodes (layout, &n_nodes);
      const ExmLayoutLine *one = find_place (layout, page, "one bold and more");
      const ExmLayoutLine *two = find_place (layout, page, "two");
      const ExmLayoutLine *first = find_place (layout, page, "上面 first");
      g_assert_cmpfloat (exm_layout_get_view_width (layout), ==, 1280);
      g_assert_cmpfloat (one->box.x, ==, 100);
      g_assert_cmpfloat (one->box.y, ==, 300);
      g_assert_cmpfloat (two->box.y, >=, one->box.y + one->box.height - 1);
      g_assert_cmpfloat (first->box.y, <, 20);
      g_assert_cmpuint (nodes[one->node].tag, ==, EXM_TAG_DIV);
      g_assert_cmphex (nodes[one->node].background, ==, 0x123456);
      g_assert_cmphex (nodes[first->node].background, ==, 0xffffff);
      g_assert_true (nodes[one->node].flags & EXM_LAYOUT_SHOWN);
      const ExmLayoutLine *gone = find_place (layout, page, "gone");
      g_assert_true (exm_box_is_empty (&gone->box));
      g_assert_false (nodes[gone->node].flags & EXM_LAYOUT_SHOWN);
    }
}

static GString *
make_long_page (guint n_lines)
{
  GString *html = g_string_new ("<body>");

  for (guint i = 0; i < n_lines; i++)
    g_string_append_printf (html, "<p>line %u", i);
  return html;
}

/* Pages without text, without a tag, with next to too much of both. */
static void
test_sizes (Fixture *self, gconstpointer data)
{
  g_autoptr (GString) long_page = make_long_page (20000);
  g_autoptr (GString) deep = g_string_new ("<body>");

  for (guint i = 0; i < 3000; i++)
    g_string_append_printf (deep, "<div>%u ", i);
  const char *const pages[] = { "", "x", "<img src=a>", long_page->str, deep->str };
  for (gsize i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      g_autoptr (ExmPageText) page = read_page (pages[i], NULL);
      g_autoptr (ExmLayout) layout = lay_out (self, page, FALSE);
      guint n_lines, n_places;
      exm_page_text_get_lines (page, &n_lines);
      exm_layout_get_lines (layout, &n_places);
      g_assert_cmpuint (n_places, ==, n_lines);
    }
}

typedef struct
{
  Fixture *fixture;
  ExmPageText *page;
  ExmLayout *layout; /* (owned): set at the end */
  gint done;         /* atomic */
} Beside;

static gpointer
lay_out_online (gpointer data)
{
  Beside *self = data;

  self->layout = lay_out (self->fixture, self->page, TRUE);
  g_atomic_int_set (&self->done, TRUE);
  g_main_context_wakeup (NULL);
  return NULL;
}

/* Offline nothing is asked for, whatever the page's address; online a style sheet that
 * never comes does not keep the page. */
static void
test_net (Fixture *self, gconstpointer data)
{
  g_autofree char *url = g_strdup_printf ("http://127.0.0.1:%u/page", self->port);
  g_autoptr (ExmPageText) page = read_page (
      "<link rel=stylesheet href=/style><link rel=preload as=image href=/pre>"
      "<style>@import url('/import'); p { background: url('/back') }</style>"
      "<p>text<img src=/image><iframe src=/frame></iframe><script src=/script></script>",
      url);
  g_autoptr (ExmLayout) offline = lay_out (self, page, FALSE);

  g_assert_cmpuint (self->n_requests, ==, 0);
  /* Our server needs this thread. */
  Beside beside = { self, page, NULL, FALSE };
  GThread *thread = g_thread_new ("online", lay_out_online, &beside);
  while (!g_atomic_int_get (&beside.done))
    g_main_context_iteration (NULL, TRUE);
  g_thread_join (thread);
  g_autoptr (ExmLayout) online = beside.layout;
  /* The two style sheets, and neither pictures nor frames nor scripts. */
  g_assert_cmpuint (self->n_requests, ==, 2);
  g_assert_true (exm_layout_is_of (online, page));
}

/* The browser dies, a page and a time: the next page gets another one. */
static void
test_helpers (Fixture *self, gconstpointer data)
{
  g_autoptr (ExmPageText) page = read_page ("<p>text", NULL);
  static const struct
  {
    const char *program;
    GQuark (*domain) (void);
    int code;
  } helpers[] = {
    { "/nonexistent/exemplar-render", exm_render_error_quark,
      EXM_RENDER_ERROR_NO_PROGRAM },
    { "/bin/false", exm_render_error_quark, EXM_RENDER_ERROR_CRASHED },
    { "/bin/cat", exm_layout_error_quark, EXM_LAYOUT_ERROR_DAMAGED },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (helpers); i++)
    {
      g_autoptr (ExmRenderer) renderer
          = EXM_RENDERER (exm_render_new (helpers[i].program));
      for (guint round = 0; round < 2; round++)
        {
          g_autoptr (GError) error = NULL;
          g_assert_null (exm_renderer_lay_out (renderer, page, FALSE, NULL, &error));
          g_assert_error (error, helpers[i].domain (), helpers[i].code);
        }
    }
  g_autoptr (ExmRender) small = exm_render_new (NULL);
  g_autoptr (GError) error = NULL;
  /* Memory is looked at every half second: a page that takes longer. */
  g_autoptr (GString) html = make_long_page (200 * 1000);
  g_autoptr (ExmPageText) long_page = read_page (html->str, NULL);
  exm_render_set_memory (small, 1);
  g_assert_null (
      exm_renderer_lay_out (EXM_RENDERER (small), long_page, FALSE, NULL, &error));
  g_assert_error (error, EXM_RENDER_ERROR, EXM_RENDER_ERROR_CRASHED);
  g_clear_error (&error);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_cancellable_cancel (cancellable);
  g_assert_null (exm_renderer_lay_out (self->renderer, page, FALSE, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* A helper that notes each start in a file of @folder and goes on with @then.
 *
 * Returns: (transfer full): its path */
static char *
make_helper (const char *folder, const char *name, const char *then)
{
  g_autoptr (GError) error = NULL;
  char *path = g_build_filename (folder, name, NULL);
  g_autofree char *script
      = g_strdup_printf ("#!/bin/sh\necho $$ >>'%s.starts'\n%s\n", path, then);

  g_file_set_contents_full (path, script, -1, G_FILE_SET_CONTENTS_NONE, 0700, &error);
  g_assert_no_error (error);
  return path;
}

/* The processes that a helper was, one after the other. */
static char **
list_starts (const char *helper)
{
  g_autofree char *path = g_strconcat (helper, ".starts", NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  return g_strsplit (g_strchomp (text), "\n", -1);
}

static void
assert_starts (const char *helper, guint expected)
{
  g_auto (GStrv) starts = list_starts (helper);

  g_assert_cmpuint (g_strv_length (starts), ==, expected);
}

static void
use_helper (Fixture *self, const char *helper)
{
  g_object_unref (self->renderer);
  self->renderer = EXM_RENDERER (exm_render_new (helper));
}

/* A helper that dies costs no page: another one is started for it, once. */
static void
test_death (Fixture *self, gconstpointer data)
{
  g_autoptr (TestFolder) folder = test_folder_new ();
  g_autofree char *real = g_strdup_printf ("exec '%s'", g_getenv ("EXEMPLAR_RENDER"));
  g_autofree char *once = g_strdup_printf ("[ -e '%s/died' ] || { : >'%s/died'; exit 1; }"
                                           "\n%s",
                                           folder, folder, real);
  g_autofree char *second = make_helper (folder, "second", once);
  g_autofree char *never = make_helper (folder, "never", "exit 1");
  g_autofree char *kept = make_helper (folder, "kept", real);
  g_autoptr (ExmPageText) page = read_page ("<p>text", "http://site.example/1");
  g_autoptr (GError) error = NULL;

  /* The first one dies. */
  use_helper (self, second);
  g_autoptr (ExmLayout) first = lay_out (self, page, FALSE);
  assert_starts (second, 2);
  /* None lives: after two, that is said. */
  use_helper (self, never);
  g_assert_null (exm_renderer_lay_out (self->renderer, page, FALSE, NULL, &error));
  g_assert_error (error, EXM_RENDER_ERROR, EXM_RENDER_ERROR_CRASHED);
  g_assert_nonnull (strstr (error->message, "http://site.example/1: "));
  assert_starts (never, 2);
  /* One that waits for its next page is killed. */
  use_helper (self, kept);
  g_autoptr (ExmLayout) before = lay_out (self, page, FALSE);
  assert_starts (kept, 1);
  g_auto (GStrv) starts = list_starts (kept);
  g_assert_no_errno (kill ((pid_t) g_ascii_strtoll (starts[0], NULL, 10), SIGKILL));
  g_autoptr (ExmLayout) after = lay_out (self, page, FALSE);
  g_assert_true (exm_layout_is_of (after, page));
  assert_starts (kept, 2);
}

/* Helpers that wait for no other page: whether one is still there or not, each page is
 * laid out. */
static void
test_idle (Fixture *self, gconstpointer data)
{
  g_autoptr (ExmPageText) page = read_page ("<p>text", NULL);

  exm_render_set_idle (EXM_RENDER (self->renderer), 0);
  for (guint round = 0; round < 4; round++)
    {
      g_autoptr (ExmLayout) layout = lay_out (self, page, FALSE);
      g_assert_true (exm_layout_is_of (layout, page));
    }
}

static gpointer
lay_out_some (gpointer data)
{
  for (guint i = 0; i < 5; i++)
    {
      g_autofree char *html = g_strdup_printf ("<p>page %u<p>text", i);
      g_autoptr (ExmPageText) page = read_page (html, NULL);
      g_autoptr (ExmLayout) layout = lay_out (data, page, FALSE);
      g_assert_true (exm_layout_is_of (layout, page));
    }
  return NULL;
}

static void
test_threads (Fixture *self, gconstpointer data)
{
  GThread *threads[3];

  for (gsize i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("layout", lay_out_some, self);
  for (gsize i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
}

int
main (int argc, char **argv)
{
#define ADD(path, func)                                                                  \
  g_test_add ("/render-layout/" path, Fixture, NULL, set_up, func, tear_down)

  g_test_init (&argc, &argv, NULL);
  /* As the programs do: a helper that is gone reads no request. */
  signal (SIGPIPE, SIG_IGN);
  ADD ("boxes", test_boxes);
  ADD ("sizes", test_sizes);
  ADD ("net", test_net);
  ADD ("helpers", test_helpers);
  ADD ("death", test_death);
  ADD ("idle", test_idle);
  ADD ("threads", test_threads);
  return g_test_run ();
}
