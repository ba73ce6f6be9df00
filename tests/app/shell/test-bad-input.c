/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The workbench with what goes wrong: a page's process that ends, an address that cannot
 * be fetched, a wrong encoding, pictures that are asked for, a page that tries to get
 * out. */

#include "app/web/exm-page-pane.h"
#include "app/web/exm-page-view.h"

#include "test-bench.h"
#include "test-pointer.h"

#include <string.h>

#define IMAGE "/img/ferry.svg"

typedef struct
{
  TestBench bench;
  const char *expected; /* (unowned): what is waited for */
} Fixture;

/* A Chinese page of the tests that says it is Big5, with a picture in its article. */
static GBytes *
make_mislabelled (const char *name, const char *image)
{
  gsize n = 0;
  g_autoptr (GBytes) page = test_pages_read (name);
  const char *bytes = g_bytes_get_data (page, &n);
  g_autoptr (GString) html = g_string_new_len (bytes, (gssize) n);

  g_assert_cmpuint (g_string_replace (html, "charset=gb2312", "charset=big5", 1), ==, 1);
  g_autofree char *with = g_strdup_printf ("</h1><img src=\"%s\">", image);
  g_string_replace (html, "</h1>", with, 1);
  n = html->len;
  return g_bytes_new_take (g_string_free (g_steal_pointer (&html), FALSE), n);
}

/* The task may reach the sample site if it is @private. */
static void
fill (Fixture *self, gboolean private)
{
  g_autofree char *image
      = g_strconcat (exm_sample_server_get_base_url (self->bench.server), IMAGE, NULL);
  g_autoptr (ExmStore) store = test_pages_open (self->bench.folder);
  g_autoptr (GBytes) example = make_mislabelled ("zh-example.html", image),
                     target = make_mislabelled ("zh-target.html", image);
  g_autofree char *hash
      = test_pages_put (store, example, "http://site.example/example.html");

  test_pages_add_task (store, 1, hash, private ? "127.0.0.1" : NULL);
  test_pages_put_article (store, store_task_uid (1), 1, target);
}

static gboolean
is_ready (gpointer data)
{
  ExmAnalysis *analysis = ((Fixture *) data)->bench.analysis;

  return exm_analysis_get_state (analysis) == EXM_ANALYSIS_READY
         && !exm_analysis_get_busy (analysis)
         && exm_analysis_get_result (analysis) != NULL;
}

static void
set_up (Fixture *self, gconstpointer private)
{
  test_bench_init (&self->bench);
  fill (self, GPOINTER_TO_INT (private));
  test_bench_open (&self->bench);
  test_gui_wait_until (is_ready, self, "a result");
}

static void
tear_down (Fixture *self, gconstpointer unused)
{
  test_bench_clear (&self->bench);
}

static GtkWidget *
need_target (Fixture *self)
{
  return test_bench_need_pane (&self->bench, "target");
}

static gboolean
is_loaded (gpointer data)
{
  guint state;

  g_object_get (exm_page_pane_get_view (data), "state", &state, NULL);
  return state == EXM_PAGE_VIEW_LOADED;
}

/* A pane above the chart in a window of 900 by 600 pixels. */
#define LOW_PANE 238

/* The page's process ends: that is said in the pane, and it comes back when asked. */
static void
test_crash (Fixture *self, gconstpointer unused)
{
  GtkWidget *target = need_target (self);

  test_gui_wait_until (is_loaded, target, "the page");
  /* As WebKit tells of it; that it does is tested where WebKit is seen. */
  GtkWidget *web = test_gui_need (target, g_type_from_name ("WebKitWebView"), NULL);
  g_signal_emit_by_name (web, "web-process-terminated", 0);
  GtkWidget *status
      = test_gui_need (target, ADW_TYPE_STATUS_PAGE, "The page cannot be shown");
  int height;
  gtk_widget_measure (status, GTK_ORIENTATION_VERTICAL, 540, NULL, &height, NULL, NULL);
  g_assert_cmpint (height, <=, LOW_PANE);
  /* The text is as it was. */
  g_assert_cmpint (exm_analysis_get_state (self->bench.analysis), ==, EXM_ANALYSIS_READY);
  GtkWidget *button = test_gui_need (target, GTK_TYPE_BUTTON, "_Reload");
  gtk_test_accessible_assert_role (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_ROLE_BUTTON);
  test_pointer_click (button);
  test_gui_wait_until (is_loaded, target, "the page again");
}

/* An address that cannot be fetched: the cause, the page that was there, another try. */
static void
test_fetch_error (Fixture *self, gconstpointer unused)
{
  g_auto (GStrv) articles = exm_sample_server_list_articles (self->bench.server, "news");
  g_autoptr (GError) error = NULL;

  test_bench_enter_path (&self->bench, "/fault/404");
  GtkWidget *page = test_gui_need (need_target (self), ADW_TYPE_STATUS_PAGE,
                                   "The page could not be fetched");
  g_assert_nonnull (
      strstr (adw_status_page_get_description (ADW_STATUS_PAGE (page)), "404"));
  test_pointer_click (test_gui_need (page, GTK_TYPE_BUTTON, "_Back to the Page Before"));
  test_bench_wait_for_target (&self->bench, "/1.html");

  exm_sample_server_set_fault (self->bench.server, articles[0], "404",
                               EXM_SAMPLE_FAULT_ONCE, &error);
  g_assert_no_error (error);
  test_bench_enter_path (&self->bench, articles[0]);
  page = test_gui_need (need_target (self), ADW_TYPE_STATUS_PAGE,
                        "The page could not be fetched");
  test_pointer_click (test_gui_need (page, GTK_TYPE_BUTTON, "_Retry"));
  test_bench_wait_for_target (&self->bench, articles[0]);
}

static gboolean
has_charset (gpointer data)
{
  Fixture *self = data;
  ExmSession *session = exm_window_get_session (self->bench.window);
  const ExmStoreQuery query = { .kind = EXM_READ_TASK, .uid = store_task_uid (1) };
  g_autoptr (ExmTask) task
      = exm_store_reader_read (exm_session_get_reader (session), &query, NULL, NULL);

  return task != NULL
         && g_strcmp0 (
                g_array_index (exm_task_get (task)->examples, ExmTaskExample, 0).charset,
                "gb18030")
                == 0;
}

static gboolean
is_chinese (gpointer data)
{
  Fixture *self = data;

  return is_ready (self)
         && strstr (exm_analysis_get_body_text (self->bench.analysis), self->expected)
                != NULL;
}

static gboolean
is_garbled (gpointer data)
{
  ExmPageText *page = exm_analysis_get_page (((Fixture *) data)->bench.analysis);
  guint n_lines = 0;

  if (page == NULL || is_chinese (data))
    return FALSE;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);
  for (guint i = 0; lines != NULL && i < n_lines; i++)
    if (strstr (exm_page_text_get_line (page, i), "盐") != NULL)
      return FALSE;
  return n_lines > 0;
}

/* The operator names the encoding: text and article are read again, and the task keeps
 * it. */
static void
test_encoding (Fixture *self, gconstpointer unused)
{
  GtkWidget *example = GTK_WIDGET (gtk_widget_get_template_child (
                GTK_WIDGET (self->bench.page), EXM_TYPE_WORKBENCH_PAGE, "example")),
            *target = need_target (self);

  self->expected = "盐巷里有四家面包房";
  /* The page declares a wrong encoding, and is read right; the operator's choice is
   * obeyed. */
  g_assert_true (is_chinese (self));
  gtk_widget_activate_action (target, "pane.charset", "s", "windows-1252");
  test_gui_wait_until (is_garbled, self, "another text");
  gtk_widget_activate_action (example, "pane.charset", "s", "gb18030");
  gtk_widget_activate_action (target, "pane.charset", "s", "gb18030");
  test_gui_wait_until (is_chinese, self, "the text in Chinese");
  test_gui_wait_until (has_charset, self, "the encoding in the task");
}

static guint
count_images (Fixture *self)
{
  g_autoptr (GPtrArray) log = exm_sample_server_get_request_log (self->bench.server);
  guint n = 0;

  for (guint i = 0; i < log->len; i++)
    {
      const ExmSampleRequest *request = g_ptr_array_index (log, i);
      n += g_str_has_prefix (request->path, "/img/");
    }
  return n;
}

static gboolean
is_settled (gpointer data)
{
  return exm_page_view_get_hidden (exm_page_pane_get_view (data)) != NULL;
}

static gboolean
has_images (gpointer data)
{
  return count_images (data) > 0;
}

/* Pictures come from hosts that the task may reach, until the operator wants none. */
static void
test_images (Fixture *self, gconstpointer unused)
{
  GtkWidget *target = need_target (self);
  ExmStyleChoice *choice
      = exm_session_get_style_choice (exm_application_get_session (self->bench.app));
  gboolean styled = FALSE;

  test_gui_wait_until (is_loaded, target, "the page");
  test_gui_wait_until (has_images, self, "the picture");
  gtk_widget_activate_action (target, "pane.styled", NULL);
  g_object_get (target, "styled", &styled, NULL);
  g_assert_false (styled);
  g_assert_false (exm_style_choice_get (choice, store_task_uid (1)));
  g_assert_true (exm_style_choice_get (choice, store_task_uid (2)));
  /* The other page of the task follows. */
  g_object_get (test_bench_need_pane (&self->bench, "example"), "styled", &styled, NULL);
  g_assert_false (styled);
  test_gui_wait_until (is_loaded, target, "the page without it");
  gtk_widget_activate_action (target, "pane.styled", NULL);
  g_assert_true (exm_style_choice_get (choice, store_task_uid (1)));
  test_gui_wait_until (is_loaded, target, "the page with it");
}

static gboolean
is_sensitive (gpointer data)
{
  return gtk_widget_get_sensitive (data);
}

/* The preferences turn them off for all tasks, say what is kept, and remove it. */
static void
test_preferences (Fixture *self, gconstpointer unused)
{
  GtkWidget *target = need_target (self);
  ExmSession *session = exm_application_get_session (self->bench.app);
  gboolean styled = FALSE;

  test_gui_wait_until (has_images, self, "the picture");
  test_gui_wait_until (is_settled, target, "the look of the page");
  gtk_widget_activate_action (GTK_WIDGET (self->bench.window), "app.preferences", NULL);
  GtkWindow *preferences
      = test_gui_need_dialog (self->bench.window, ADW_TYPE_PREFERENCES_WINDOW);
  GtkWidget *clear = test_gui_need (preferences, GTK_TYPE_BUTTON, "_Clear");
  GtkWidget *kept = test_gui_need (preferences, ADW_TYPE_ACTION_ROW,
                                   "Kept for looking at pages offline");
  test_gui_wait_until (is_sensitive, clear, "what is kept");
  g_assert_nonnull (
      strstr (adw_action_row_get_subtitle (ADW_ACTION_ROW (kept)), "of at most"));
  gtk_widget_grab_focus (clear);
  test_gui_settle (clear);
  test_pointer_click (clear);
  test_gui_need_beginning (preferences, "0 bytes of at most");
  g_assert_false (gtk_widget_get_sensitive (clear));

  GtkWidget *row = test_gui_need (preferences, ADW_TYPE_ACTION_ROW,
                                  "Show pages with style sheets and pictures");
  gtk_widget_grab_focus (row);
  test_gui_settle (row);
  test_pointer_click (row);
  g_assert_false (exm_style_choice_get (exm_session_get_style_choice (session), "any"));
  g_object_get (target, "styled", &styled, NULL);
  g_assert_false (styled);
  adw_action_row_activate (ADW_ACTION_ROW (row));
  g_object_get (target, "styled", &styled, NULL);
  g_assert_true (styled);
  gtk_window_destroy (preferences);
}

/* Other private hosts are not reached. */
static void
test_private_images (Fixture *self, gconstpointer unused)
{
  GtkWidget *target = need_target (self);
  gboolean styled = FALSE;

  test_gui_wait_until (is_loaded, target, "the page");
  g_object_get (target, "styled", &styled, NULL);
  g_assert_true (styled);
  /* It is as it is going to be when all that it wanted came or was refused. */
  test_gui_wait_until (is_settled, target, "the look of the page");
  test_gui_settle (target);
  g_assert_cmpuint (count_images (self), ==, 0);
}

static gboolean
allows_host (gpointer data)
{
  const Fixture *self = data;
  g_autoptr (ExmStore) store = test_pages_open (self->bench.folder);
  g_autoptr (ExmTask) task = exm_store_get_task (store, store_task_uid (1), NULL, NULL);
  const GPtrArray *hosts = exm_task_get (task)->private_hosts;

  return hosts->len == 1 && g_str_equal (g_ptr_array_index (hosts, 0), "127.0.0.1");
}

/* An address of this computer that the operator enters: he can allow its host, which the
 * task keeps. */
static void
test_private_host (Fixture *self, gconstpointer unused)
{
  g_auto (GStrv) articles = exm_sample_server_list_articles (self->bench.server, "news");

  test_gui_wait_until (is_loaded, need_target (self), "the page");
  test_bench_enter_path (&self->bench, articles[0]);
  GtkWidget *page = test_gui_need (need_target (self), ADW_TYPE_STATUS_PAGE,
                                   "The page could not be fetched");
  g_assert_nonnull (strstr (adw_status_page_get_description (ADW_STATUS_PAGE (page)),
                            "“127.0.0.1” is on this computer"));
  g_assert_null (test_gui_find (page, GTK_TYPE_BUTTON, "_Retry"));
  test_gui_show_people (page, "private-host");
  test_pointer_click (test_gui_need (page, GTK_TYPE_BUTTON, "_Allow This Host"));
  test_bench_wait_for_target (&self->bench, articles[0]);
  test_gui_wait_until (allows_host, self, "the host among those of the task");
}

/* A page that comes while an address is typed leaves it alone. */
static void
test_typing (Fixture *self, gconstpointer unused)
{
  ExmPagePane *target = EXM_PAGE_PANE (need_target (self));
  GtkWidget *entry = test_gui_need (target, GTK_TYPE_ENTRY, NULL);

  gtk_widget_grab_focus (entry);
  test_keys (entry, "ctrl+a");
  test_type (entry, "site.example");
  exm_page_pane_set_address (target, "http://site.example/2.html");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "site.example");
  g_assert_cmpstr (exm_page_pane_get_address (target), ==, "http://site.example/2.html");
  /* Leaving the entry ends the typing. */
  gtk_widget_grab_focus (
      test_gui_need (self->bench.page, GTK_TYPE_BUTTON, "Looks _Right"));
  test_gui_settle (entry);
  exm_page_pane_set_address (target, "http://site.example/3.html");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==,
                   "http://site.example/3.html");
}

int
main (int argc, char **argv)
{
  test_gui_init (&argc, &argv);
#define ADD(name, private)                                                               \
  g_test_add ("/app/bad-input/" #name, Fixture, GINT_TO_POINTER (private), set_up,       \
              test_##name, tear_down)
  ADD (crash, FALSE);
  ADD (fetch_error, TRUE);
  ADD (private_host, FALSE);
  ADD (typing, FALSE);
  ADD (encoding, FALSE);
  ADD (images, TRUE);
  ADD (preferences, TRUE);
  ADD (private_images, FALSE);
  return g_test_run ();
}
