/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "page-view-fixture.h"

#include "app/web/exm-page-script.h"
#include "page/exm-page-reader.h"
#include "test-gui.h"
#include "test-pointer.h"
#include "types/exm-result.h"

#include <string.h>

static void
on_loaded (ExmPageView *view, PageFixture *self)
{
  self->n_loaded++;
}

static void
on_failed (ExmPageView *view, const char *message, PageFixture *self)
{
  self->n_failed++;
  g_free (self->failure);
  self->failure = g_strdup (message);
}

static void
on_line_hovered (ExmPageView *view, guint line, PageFixture *self)
{
  self->hovered = line;
}

static void
on_line_activated (ExmPageView *view, guint line, PageFixture *self)
{
  self->activated = line;
  self->n_activated++;
}

static void
on_region_picked (ExmPageView *view, guint first, guint last, PageFixture *self)
{
  self->first = first;
  self->last = last;
  self->n_picked++;
}

static void
on_mark_hover (ExmPageView *view, guint n_lines, guint n_chars, PageFixture *self)
{
  self->hover_lines = n_lines;
  self->hover_chars = n_chars;
}

void
page_fixture_set_up (PageFixture *self, gconstpointer data)
{
  int width = data != NULL ? GPOINTER_TO_INT (data) : 440;

  self->hovered = self->activated = self->first = self->last = EXM_NONE;
  self->view = EXM_PAGE_VIEW (exm_page_view_new ());
  self->window = gtk_window_new ();
  gtk_window_set_decorated (GTK_WINDOW (self->window), FALSE);
  gtk_window_set_default_size (GTK_WINDOW (self->window), width, 424);
  gtk_window_set_child (GTK_WINDOW (self->window), GTK_WIDGET (self->view));
  g_object_ref_sink (self->window);
  g_signal_connect (self->view, "loaded", G_CALLBACK (on_loaded), self);
  g_signal_connect (self->view, "failed", G_CALLBACK (on_failed), self);
  g_signal_connect (self->view, "line-hovered", G_CALLBACK (on_line_hovered), self);
  g_signal_connect (self->view, "line-activated", G_CALLBACK (on_line_activated), self);
  g_signal_connect (self->view, "region-picked", G_CALLBACK (on_region_picked), self);
  g_signal_connect (self->view, "mark-hover", G_CALLBACK (on_mark_hover), self);
  gtk_window_present (GTK_WINDOW (self->window));
  test_gui_settle (self->window);
  /* The pointer of the test before rests somewhere. */
  test_pointer_move (self->window, width + 50.0, 500.0);
}

void
page_fixture_tear_down (PageFixture *self, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (self->window));
  g_assert_finalize_object (self->window);
  g_clear_pointer (&self->page, exm_page_text_unref);
  g_free (self->failure);
}

void
page_fixture_begin (PageFixture *self, GBytes *bytes, const char *base_url)
{
  g_autoptr (GError) error = NULL;
  const ExmPageHints hints = { .url = base_url };

  g_clear_pointer (&self->page, exm_page_text_unref);
  self->page = exm_page_read (bytes, &hints, &error);
  g_assert_no_error (error);
  self->n_loaded = self->n_failed = 0;
  exm_page_view_load (self->view, self->page, base_url);
}

static gboolean
is_done (gpointer data)
{
  PageFixture *self = data;

  return self->n_loaded + self->n_failed > 0;
}

void
page_fixture_wait_loaded (PageFixture *self)
{
  test_gui_wait_until (is_done, self, "the page");
  g_assert_cmpstr (self->failure, ==, NULL);
  g_assert_cmpuint (self->n_loaded, ==, 1);
}

void
page_fixture_wait_failed (PageFixture *self)
{
  test_gui_wait_until (is_done, self, "the page's failure");
  g_assert_cmpuint (self->n_failed, ==, 1);
}

void
page_fixture_load (PageFixture *self, GBytes *bytes, const char *base_url)
{
  page_fixture_begin (self, bytes, base_url);
  page_fixture_wait_loaded (self);
}

void
page_fixture_load_html (PageFixture *self, const char *html, const char *base_url)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (html, strlen (html));

  page_fixture_load (self, bytes, base_url);
}

void
page_fixture_load_file (PageFixture *self, const char *name)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path
      = g_test_build_filename (G_TEST_DIST, "..", "data", "pages", name, NULL);
  char *text;
  gsize size;

  g_file_get_contents (path, &text, &size, &error);
  g_assert_no_error (error);
  g_autoptr (GBytes) bytes = g_bytes_new_take (text, size);
  page_fixture_load (self, bytes, "http://page.example/a/1.html");
}

static gboolean
on_time (gpointer data)
{
  *(gboolean *) data = TRUE;
  return G_SOURCE_REMOVE;
}

static gboolean
is_true (gpointer data)
{
  return *(gboolean *) data;
}

void
page_fixture_linger (guint ms)
{
  gboolean over = FALSE;

  g_timeout_add (ms, on_time, &over);
  test_gui_wait_until (is_true, &over, "time to pass");
}

WebKitWebView *
page_fixture_get_web (PageFixture *self)
{
  GtkWidget *web = test_gui_find (self->view, WEBKIT_TYPE_WEB_VIEW, NULL);

  g_assert_nonnull (web);
  return WEBKIT_WEB_VIEW (web);
}

static void
on_answer (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  *(char **) data
      = exm_page_script_call_finish (WEBKIT_WEB_VIEW (source), result, &error);
  g_assert_no_error (error);
}

static gboolean
has_answer (gpointer data)
{
  return *(char **) data != NULL;
}

char *
page_fixture_ask (PageFixture *self, const char *code)
{
  char *answer = NULL;

  exm_page_script_call (page_fixture_get_web (self), code, NULL, NULL, on_answer,
                        &answer);
  test_gui_wait_until (has_answer, &answer, code);
  return answer;
}

void
page_fixture_wait_for (PageFixture *self, const char *code, const char *expected)
{
  gint64 end = g_get_monotonic_time () + TEST_GUI_SECONDS * G_USEC_PER_SEC;

  for (;;)
    {
      g_autofree char *answer = page_fixture_ask (self, code);
      if (strcmp (answer, expected) == 0)
        return;
      if (g_get_monotonic_time () > end)
        g_error ("%s stays “%s”, not “%s”", code, answer, expected);
      page_fixture_linger (20);
    }
}

guint
page_fixture_find_line (PageFixture *self, const char *text)
{
  guint n_lines;

  exm_page_text_get_lines (self->page, &n_lines);
  for (guint i = 0; i < n_lines; i++)
    if (strcmp (exm_page_text_get_line (self->page, i), text) == 0)
      return i;
  g_error ("no line “%s”", text);
}

void
page_fixture_locate (PageFixture *self, guint line, double *x, double *y)
{
  g_autofree char *code
      = g_strdup_printf ("const at = exemplar.first[%u];"
                         "const rect = exemplar.rangeOf(at, at).getClientRects()[0];"
                         "return `${rect.left + Math.min(12, rect.width / 2)} ${rect.top "
                         "+ rect.height / 2}`",
                         line);
  g_autofree char *answer = page_fixture_ask (self, code);
  double zoom = webkit_web_view_get_zoom_level (page_fixture_get_web (self));
  g_auto (GStrv) parts = g_strsplit (answer, " ", 2);

  *x = g_ascii_strtod (parts[0], NULL) * zoom;
  *y = g_ascii_strtod (parts[1], NULL) * zoom;
}

static void
go_to (PageFixture *self, guint line, double *x, double *y)
{
  page_fixture_locate (self, line, x, y);
  if (*y < 0 || *y >= gtk_widget_get_height (GTK_WIDGET (self->view)))
    {
      exm_page_view_scroll_to_line (self->view, line);
      page_fixture_locate (self, line, x, y);
    }
}

void
page_fixture_hover (PageFixture *self, guint line)
{
  double x, y;

  go_to (self, line, &x, &y);
  test_pointer_move (GTK_WIDGET (self->view), x, y);
}

void
page_fixture_click (PageFixture *self, guint line, const char *key)
{
  double x, y;

  go_to (self, line, &x, &y);
  if (key != NULL)
    test_pointer_click_with (GTK_WIDGET (self->view), x, y, key);
  else
    test_pointer_click_at (GTK_WIDGET (self->view), x, y, 1);
}

void
page_fixture_mark (PageFixture *self, guint kept, guint kept_last, guint trimmed)
{
  guint n_lines;

  exm_page_text_get_lines (self->page, &n_lines);
  g_autofree guint8 *verdicts = g_new0 (guint8, n_lines);
  for (guint i = kept; i <= kept_last; i++)
    verdicts[i] = i == trimmed ? EXM_VERDICT_TRIMMED : EXM_VERDICT_KEPT;
  exm_page_view_set_marks (self->view, verdicts, n_lines, kept, kept_last, NULL);
}
