/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* copy-article BODY FILE: shows a body, a fragment of HTML, as Articles does, selects and
 * copies all of it, and writes the HTML of the clipboard to FILE. For office programs. */

#include "app/web/exm-reader-view.h"
#include "test-gui.h"

#include <webkit/webkit.h>

typedef struct
{
  ExmReaderView *view;
  GdkClipboard *clipboard;
  const char *path;
  gboolean done;
} Copying;

static gboolean
is_loaded (gpointer data)
{
  return exm_reader_view_get_state (((Copying *) data)->view) == EXM_READER_VIEW_LOADED;
}

static gboolean
is_copied (gpointer data)
{
  const Copying *self = data;

  return gdk_content_formats_contain_mime_type (
      gdk_clipboard_get_formats (self->clipboard), "text/html");
}

static gboolean
is_done (gpointer data)
{
  return ((Copying *) data)->done;
}

static void
on_read (GObject *source, GAsyncResult *result, gpointer data)
{
  Copying *self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GInputStream) stream
      = gdk_clipboard_read_finish (GDK_CLIPBOARD (source), result, NULL, &error);
  g_autoptr (GFile) file = g_file_new_for_path (self->path);
  g_autoptr (GFileOutputStream) out
      = g_file_replace (file, NULL, FALSE, G_FILE_CREATE_NONE, NULL, &error);

  g_assert_no_error (error);
  g_output_stream_splice (G_OUTPUT_STREAM (out), stream,
                          G_OUTPUT_STREAM_SPLICE_CLOSE_SOURCE
                              | G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET,
                          NULL, &error);
  g_assert_no_error (error);
  self->done = TRUE;
}

int
main (int argc, char **argv)
{
  static const char *const types[] = { "text/html", NULL };
  g_autoptr (GError) error = NULL;
  g_autofree char *body = NULL;

  g_assert_cmpint (argc, ==, 3);
  g_assert_true (g_file_get_contents (argv[1], &body, NULL, &error));
  gtk_init ();
  GtkWidget *window = g_object_ref_sink (gtk_window_new ());
  Copying self = { .view = g_object_new (EXM_TYPE_READER_VIEW, NULL), .path = argv[2] };
  self.clipboard = gdk_display_get_clipboard (gdk_display_get_default ());
  gtk_window_set_child (GTK_WINDOW (window), GTK_WIDGET (self.view));
  gtk_window_present (GTK_WINDOW (window));
  exm_reader_view_show (self.view, body, "en", NULL);
  test_gui_wait_until (is_loaded, &self, "the page");
  WebKitWebView *web
      = WEBKIT_WEB_VIEW (gtk_widget_get_first_child (GTK_WIDGET (self.view)));
  gtk_widget_grab_focus (GTK_WIDGET (web));
  webkit_web_view_execute_editing_command (web, WEBKIT_EDITING_COMMAND_SELECT_ALL);
  webkit_web_view_execute_editing_command (web, WEBKIT_EDITING_COMMAND_COPY);
  test_gui_wait_until (is_copied, &self, "the copy");
  gdk_clipboard_read_async (self.clipboard, (const char **) types, G_PRIORITY_DEFAULT,
                            NULL, on_read, &self);
  test_gui_wait_until (is_done, &self, "the HTML");
  gtk_window_destroy (GTK_WINDOW (window));
  g_object_unref (window);
  return 0;
}
