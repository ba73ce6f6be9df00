/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pictures in the reader: those that are held are shown, offline; others ask nobody. */

#include "app/web/exm-page-script.h"
#include "app/web/exm-reader-view.h"
#include "store/exm-resource-holders.h"
#include "test-folder.h"
#include "test-gui.h"

#include <string.h>

#define UID "0123456789abcdef0123456789abcdef"
#define KEY "a.example/1"

static const guint8 gif[]
    = "GIF89a\2\0\3\0\x80\0\0\xff\xff\xff\0\0\0!\xf9\4\1\0\0\0\0,\0\0\0\0\2\0\3\0\0\2\3"
      "\x84\x6f\5\0;";

typedef struct
{
  char *folder;            /* (owned) */
  ExmResources *resources; /* (owned) */
  GtkWidget *window;       /* (owned) */
  ExmReaderView *view;     /* (unowned) */
} Fixture;

static void
hold (const char *folder, const char *address, const char *url)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmResourceStore) store = exm_resource_store_open (folder, &error);
  g_autoptr (GPtrArray) wanted
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_held_resource_free);
  g_autoptr (GBytes) bytes = g_bytes_new_static (gif, sizeof gif - 1);
  const ExmResource resource = { bytes, (char *) "image/gif", (char *) url, NULL };

  g_assert_no_error (error);
  g_ptr_array_add (wanted, exm_held_resource_new (address, "image", url));
  exm_resource_store_want (store, UID, KEY, wanted, FALSE, &error);
  g_assert_no_error (error);
  exm_resource_store_hold (store, url, &resource, 1, &error);
  g_assert_no_error (error);
}

static void
set_up (Fixture *self, gconstpointer unused)
{
  self->folder = test_folder_new ();
  hold (self->folder, "http://a.example/i.gif?a=1&b=2#c",
        "http://a.example/i.gif?a=1&b=2");
  self->resources = exm_resources_new (self->folder);
  self->window = g_object_ref_sink (gtk_window_new ());
  self->view = g_object_new (EXM_TYPE_READER_VIEW, NULL);
  gtk_window_set_child (GTK_WINDOW (self->window), GTK_WIDGET (self->view));
  gtk_window_present (GTK_WINDOW (self->window));
}

static void
tear_down (Fixture *self, gconstpointer unused)
{
  gtk_window_destroy (GTK_WINDOW (self->window));
  g_object_unref (self->window);
  g_object_unref (self->resources);
  test_folder_free (self->folder);
}

static gboolean
is_loaded (gpointer data)
{
  return exm_reader_view_get_state (((Fixture *) data)->view) == EXM_READER_VIEW_LOADED;
}

static void
on_answered (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  *(char **) data
      = exm_page_script_call_finish (WEBKIT_WEB_VIEW (source), result, &error);
  g_assert_no_error (error);
}

/* Returns: (transfer full): width and height of each picture that is shown */
static char *
show (Fixture *self, const char *body, const char *base_url)
{
  static const char code[]
      = "return Array.from (document.images, i => i.naturalWidth + '×' + i.naturalHeight)"
        ".join (' ') + ' ' + (document.querySelector ('figcaption')?.textContent ?? '')";
  char *answer = NULL;

  exm_reader_view_show (self->view, body, "en", base_url);
  test_gui_wait_until (is_loaded, self, "the page");
  GtkWidget *web = gtk_widget_get_first_child (GTK_WIDGET (self->view));
  exm_page_script_call (WEBKIT_WEB_VIEW (web), code, NULL, NULL, on_answered, &answer);
  while (answer == NULL)
    g_main_context_iteration (NULL, TRUE);
  return answer;
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

static void
test_shown (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GSocketService) service = g_socket_service_new ();
  guint n_connections = 0;
  guint port
      = g_socket_listener_add_any_inet_port (G_SOCKET_LISTENER (service), NULL, &error);

  g_assert_no_error (error);
  g_signal_connect (service, "incoming", G_CALLBACK (on_incoming), &n_connections);
  g_autofree char *body = g_strdup_printf (
      "<figure><img src=\"http://a.example/i.gif?a=1&amp;b=2#c\" alt=\"A\">"
      "<figcaption>Caption</figcaption></figure>"
      "<p><img src=\"http://127.0.0.1:%u/other.gif\" alt=\"B\">"
      "<img src=\"exm-page://style/http%%3A%%2F%%2Fa.example%%2Fi.gif\" alt=\"C\"></p>",
      port);
  exm_reader_view_set_pictures (self->view, self->resources, UID, KEY);
  g_autofree char *shown = show (self, body, "http://a.example/1");
  g_assert_cmpstr (shown, ==, "2×3 0×0 0×0 Caption");
  g_assert_cmpuint (n_connections, ==, 0);
  exm_reader_view_set_pictures (self->view, NULL, NULL, NULL);
  g_autofree char *none = show (self, body, NULL);
  g_assert_cmpstr (none, ==, "0×0 0×0 0×0 Caption");
  g_assert_cmpuint (n_connections, ==, 0);
  g_socket_service_stop (service);
}

/* Bytes that are held of a wider source are shown at the address that the body has. */
static void
test_wider (Fixture *self, gconstpointer unused)
{
  hold (self->folder, "http://a.example/small.gif#c", "http://a.example/wide.gif");
  exm_reader_view_set_pictures (self->view, self->resources, UID, KEY);
  g_autofree char *shown = show (self,
                                 "<p><img src=\"http://a.example/small.gif#c\" alt=\"A\""
                                 " srcset=\"http://a.example/wide.gif\">"
                                 "<img src=\"http://a.example/none.gif\" alt=\"B\""
                                 " srcset=\"http://a.example/i.gif?a=1&amp;b=2\"></p>",
                                 "http://a.example/1");

  g_assert_cmpstr (shown, ==, "2×3 0×0 ");
}

int
main (int argc, char **argv)
{
  test_gui_init (&argc, &argv);
  g_test_add ("/app/reader/pictures", Fixture, NULL, set_up, test_shown, tear_down);
  g_test_add ("/app/reader/wider", Fixture, NULL, set_up, test_wider, tear_down);
  return g_test_run ();
}
