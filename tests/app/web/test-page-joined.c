/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* An article of several pages is shown with all of them, and each of its lines is found.
 */

#include "page-view-fixture.h"
#include "page/exm-page-reader.h"
#include "test-gui.h"

#include <string.h>

#define BASE "http://page.example/a/1.html"

#define PAGE(n)                                                                          \
  "<!DOCTYPE html><html><head><meta charset=utf-8><title>The ferry " #n "</title>"       \
  "<style>p { margin: 0 }</style></head><body class=b" #n "><div class=nav><a href='/'>" \
  "Home</a></div><h1>The ferry is back</h1><div class=open><p>Paragraph " #n             \
  " of the ferry that runs again.<p>And what its captain said about it on day " #n "."   \
  "<div>1 2 3</div></body></html>\n"

static gboolean
has_activated (gpointer data)
{
  return ((PageFixture *) data)->n_activated > 0;
}

static void
test_all_found (PageFixture *self, gconstpointer unused)
{
  static const char *const sources[] = { PAGE (1), PAGE (2), PAGE (3) };
  g_autoptr (GPtrArray) further = exm_further_page_list_new ();
  g_autoptr (GError) error = NULL;
  guint n = 0;

  for (gsize i = 1; i < G_N_ELEMENTS (sources); i++)
    {
      g_autoptr (GBytes) bytes = g_bytes_new_static (sources[i], strlen (sources[i]));
      g_ptr_array_add (further, exm_further_page_new (BASE, NULL, bytes));
    }
  g_autoptr (GBytes) first = g_bytes_new_static (sources[0], strlen (sources[0]));
  const ExmPageHints hints = { .url = BASE, .further = further };
  self->page = exm_page_read (first, &hints, &error);
  g_assert_no_error (error);
  exm_page_text_get_lines (self->page, &n);
  g_assert_cmpuint (exm_page_text_get_n_joined (self->page), ==, 3);
  exm_page_view_load (self->view, self->page, BASE);
  page_fixture_wait_loaded (self);
  g_assert_cmpuint (exm_page_view_get_n_found (self->view), ==, n);
  guint line = page_fixture_find_line (self, "Paragraph 3 of the ferry that runs again.");
  page_fixture_click (self, line, NULL);
  test_gui_wait_until (has_activated, self, "the line that was clicked");
  g_assert_cmpuint (self->activated, ==, line);
}

int
main (int argc, char **argv)
{
  test_gui_init (&argc, &argv);
  g_test_add ("/page-joined/all-found", PageFixture, NULL, page_fixture_set_up,
              test_all_found, page_fixture_tear_down);
  return g_test_run ();
}
