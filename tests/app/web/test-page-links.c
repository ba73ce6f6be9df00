/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Links in a page view: tinted, and chosen by the pointer and by keys. */

#include "page-view-fixture.h"

#include "test-gui.h"
#include "test-pointer.h"

#include <string.h>

#define SITE "https://list.example/"

static const char html[]
    = "<!doctype html><title>List</title><style>a { display: block; margin: 8px }</style>"
      "<nav><a href='/about'>About</a><a href='#top'>Top</a></nav>"
      "<main><a id=one href='news/1.html#x'>First title</a>"
      "<a id=two href='/news/2.html'>Second title</a>"
      "<a id=gone style='display: none' href='/news/3.html'>Hidden</a>"
      "<a href='mailto:a@b.example'>Mail</a></main>"
      "<script>document.title = 'ran'</script>";

typedef struct
{
  char *url; /* (owned) (nullable) */
  GdkRectangle place;
  char *moved; /* (owned) (nullable) */
} Heard;

static void
on_activated (ExmPageView *view, const char *url, GdkRectangle *place, gpointer data)
{
  Heard *heard = data;

  g_free (heard->url);
  heard->url = g_strdup (url);
  heard->place = *place;
}

static void
on_moved (ExmPageView *view, const char *url, gpointer data)
{
  Heard *heard = data;

  g_free (heard->moved);
  heard->moved = g_strdup (url);
}

static gboolean
has_url (gpointer data)
{
  return ((Heard *) data)->url != NULL;
}

static gboolean
has_moved (gpointer data)
{
  return ((Heard *) data)->moved != NULL;
}

static GHashTable *
make_states (void)
{
  GHashTable *states = g_hash_table_new (g_str_hash, g_str_equal);

  g_hash_table_insert (states, (char *) SITE "about",
                       GUINT_TO_POINTER (EXM_PAGE_LINK_OTHER));
  g_hash_table_insert (states, (char *) SITE "news/1.html",
                       GUINT_TO_POINTER (EXM_PAGE_LINK_ARTICLE));
  g_hash_table_insert (states, (char *) SITE "news/2.html",
                       GUINT_TO_POINTER (EXM_PAGE_LINK_EXAMPLE));
  g_hash_table_insert (states, (char *) SITE "news/3.html",
                       GUINT_TO_POINTER (EXM_PAGE_LINK_ARTICLE));
  return states;
}

static void
open_links (PageFixture *self, Heard *heard)
{
  g_autoptr (GHashTable) states = make_states ();

  g_signal_connect (self->view, "link-activated", G_CALLBACK (on_activated), heard);
  g_signal_connect (self->view, "link-moved", G_CALLBACK (on_moved), heard);
  page_fixture_load_html (self, html, SITE);
  exm_page_view_set_links (self->view, SITE, states);
  /* Hidden ones are not drawn. */
  page_fixture_wait_for (self, "return exemplar.describeLinks()", "1 1 -1");
}

static void
test_tints (PageFixture *self, gconstpointer data)
{
  Heard heard = { 0 };
  g_autoptr (GHashTable) none = g_hash_table_new (g_str_hash, g_str_equal);

  open_links (self, &heard);
  g_assert_true (exm_page_view_has_links (self->view));
  /* Tints follow what is said, and stay where the page is loaded anew. */
  g_hash_table_insert (none, (char *) SITE "about",
                       GUINT_TO_POINTER (EXM_PAGE_LINK_ARTICLE));
  exm_page_view_set_links (self->view, SITE, none);
  page_fixture_wait_for (self, "return exemplar.describeLinks()", "1 0 -1");
  self->n_loaded = 0;
  exm_page_view_reload (self->view);
  page_fixture_wait_loaded (self);
  page_fixture_wait_for (self, "return exemplar.describeLinks()", "1 0 -1");
  exm_page_view_set_links (self->view, NULL, NULL);
  page_fixture_wait_for (self, "return exemplar.describeLinks()", "0 0 -1");
  g_autofree char *title = page_fixture_ask (self, "return document.title");
  g_assert_cmpstr (title, ==, "List");
}

/* Finds a link, in pixels of the view. */
static void
locate (PageFixture *self, const char *id, double *x, double *y)
{
  g_autofree char *code = g_strdup_printf (
      "const r = document.getElementById('%s').getBoundingClientRect();"
      "return `${(r.left + 20) * exemplar.marks.zoom} "
      "${(r.top + r.height / 2) * exemplar.marks.zoom}`",
      id);
  g_autofree char *found = page_fixture_ask (self, code);
  char *end;

  *x = g_ascii_strtod (found, &end);
  *y = g_ascii_strtod (end, NULL);
}

static void
test_pointer (PageFixture *self, gconstpointer data)
{
  Heard heard = { 0 };
  double x, y;

  open_links (self, &heard);
  locate (self, "one", &x, &y);
  test_pointer_click_at (GTK_WIDGET (self->view), x, y, 1);
  test_gui_wait_until (has_url, &heard, "the link");
  g_assert_cmpstr (heard.url, ==, SITE "news/1.html");
  g_assert_cmpint (heard.place.y, <=, (int) y);
  g_assert_cmpint (heard.place.y + heard.place.height, >=, (int) y);
  g_assert_cmpuint (self->n_activated, ==, 0);
  g_clear_pointer (&heard.url, g_free);
  g_free (heard.moved);
}

static void
test_by_keys (PageFixture *self, gconstpointer data)
{
  static const char *const order[]
      = { SITE "about", SITE "news/1.html", SITE "news/2.html" };
  Heard heard = { 0 };

  open_links (self, &heard);
  gtk_widget_grab_focus (GTK_WIDGET (self->view));
  for (gsize i = 0; i < G_N_ELEMENTS (order); i++)
    {
      g_clear_pointer (&heard.moved, g_free);
      test_keys (GTK_WIDGET (self->view), "Down");
      test_gui_wait_until (has_moved, &heard, order[i]);
      g_assert_cmpstr (heard.moved, ==, order[i]);
    }
  g_clear_pointer (&heard.moved, g_free);
  test_keys (GTK_WIDGET (self->view), "Up");
  test_gui_wait_until (has_moved, &heard, "the one before");
  test_keys (GTK_WIDGET (self->view), "Return");
  test_gui_wait_until (has_url, &heard, "the link");
  g_assert_cmpstr (heard.url, ==, SITE "news/1.html");
  g_free (heard.url);
  g_free (heard.moved);
}

/* A page's process may say anything. */
static void
test_messages (void)
{
  static const char *const bad[] = { "",
                                     "link-moved",
                                     "link-moved 9",
                                     "link-moved x",
                                     "link-moved 0 1",
                                     "link-moved 1",
                                     "link-activated 0",
                                     "link-activated 0 1 2 3",
                                     "link-activated 0 1 2 3 4 5",
                                     "link-activated 0 -1 2 3 4",
                                     "link-activated 0 1 2 3 999999999",
                                     "link-activated 4294967296 1 2 3 4" };
  ExmPageLinks links = { 0 };
  g_autoptr (GHashTable) states = make_states ();
  GdkRectangle place;
  gboolean moved;

  g_assert_null (exm_page_links_parse (&links, "link-moved 0", &moved, &place));
  exm_page_links_set (&links, SITE, states);
  exm_page_links_take_found (&links, "about\njavascript:1\nnews/1.html#x\n#y");
  g_assert_cmpuint (links.urls->len, ==, 4);
  g_autofree char *digits = exm_page_links_dup_digits (&links);
  g_assert_cmpstr (digits, ==, "1020");
  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++)
    g_assert_null (exm_page_links_parse (&links, bad[i], &moved, &place));
  g_assert_cmpstr (
      exm_page_links_parse (&links, "link-activated 2 1 2 3 4", &moved, &place), ==,
      SITE "news/1.html");
  g_assert_false (moved);
  g_assert_cmpint (place.height, ==, 4);
  g_assert_nonnull (exm_page_links_parse (&links, "link-moved 0", &moved, &place));
  g_assert_true (moved);
  exm_page_links_set (&links, NULL, NULL);
}

int
main (int argc, char **argv)
{
  test_gui_init (&argc, &argv);
#define ADD(name, func)                                                                  \
  g_test_add ("/app/page-links/" name, PageFixture, NULL, page_fixture_set_up, func,     \
              page_fixture_tear_down)
  ADD ("tints", test_tints);
  ADD ("pointer", test_pointer);
  ADD ("by-keys", test_by_keys);
  g_test_add_func ("/app/page-links/messages", test_messages);
  return g_test_run ();
}
