/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pages that want more than to be read, as targets in the whole window: dialogs, windows,
 * downloads, full screen, permissions, sound; 50 MB; another site's. None of it reaches
 * the operator or leaves the view, and the window says what it makes of the page. */

#include "app/web/exm-page-pane.h"
#include "app/web/exm-page-view.h"
#include "app/workbench/exm-setup-page.h"

#include "test-bench.h"
#include "test-listen.h"
#include "test-pointer.h"
#include "test-watch.h"

#include <libsoup/soup.h>
#include <string.h>

/* Bytes of a large page. */
#define LARGE (50u * 1000u * 1000u)

/* The main loop is not to be held longer by a page, milliseconds of its processor time;
 * what counts to a frame is measured in test-main-loop.c. */
#define LONGEST_MS 250

typedef struct
{
  TestBench bench;
  SoupServer *hostile; /* (owned) */
  char *base;          /* (owned): its address */
  GString *reached;    /* (owned): what was asked of it, a path a line */
} Fixture;

/* Whatever a page may try; it writes into itself what came of it. Its script may fetch
 * from where the task may; what it would play is not played. */
static const char script[]
    = "<script>"
      "const say = (words) => { const p = document.createElement('p');"
      "  p.textContent = 'Tried ' + words + '.'; document.body.append(p); };"
      "const attempt = (name, func) => { try { Promise.resolve(func()).then("
      "  (value) => say(name + ': ' + value), (error) => say(name + ': refused')); }"
      "  catch (error) { say(name + ': refused'); } };"
      "window.onbeforeunload = () => 'Stay here';"
      "attempt('alert', () => alert('Look at me'));"
      "attempt('confirm', () => confirm('Really?'));"
      "attempt('prompt', () => prompt('Your name?'));"
      "attempt('print', () => print());"
      "attempt('window', () => window.open('/reached/window'));"
      "attempt('place', () => new Promise((yes, no) =>"
      "  navigator.geolocation.getCurrentPosition(yes, no)));"
      "attempt('notification', () => Notification.requestPermission());"
      "attempt('screen', () => document.documentElement.requestFullscreen());"
      "attempt('microphone', () => navigator.mediaDevices.getUserMedia({audio: true}));"
      "attempt('sound', () => new Audio('/sound.mp3').play());"
      "document.querySelector('a[download]').click();"
      "location.href = '/reached/moved.html';"
      "</script>";

static const char body[]
    = "<!DOCTYPE html><meta charset=utf-8><title>A page that wants more</title>"
      "<h1>A page that wants more</h1>"
      "<audio src=/reached/loud.mp3 autoplay loop></audio>"
      "<video src=/reached/film.mp4 autoplay></video>"
      "<p>The first sentence of this page says nothing in particular, and does so at "
      "some "
      "length, because an article has to have a length.</p>"
      "<p>The second sentence agrees with the first one, adds a comma here, another one "
      "there, and comes to its end only after a while.</p>"
      "<a href=/reached/archive.zip download style='position:fixed;inset:0'>Take it</a>";

static void
answer_bytes (SoupServerMessage *message, const char *type, GBytes *bytes)
{
  SoupMessageHeaders *headers = soup_server_message_get_response_headers (message);

  soup_server_message_set_status (message, SOUP_STATUS_OK, NULL);
  soup_message_headers_set_content_type (headers, type, NULL);
  soup_message_body_append_bytes (soup_server_message_get_response_body (message), bytes);
}

/* An article, and then 50 MB of what nobody reads. */
static GBytes *
make_large (void)
{
  GString *html = g_string_sized_new (LARGE + 1024);

  g_string_append (html, body);
  g_string_append (html, "<!--");
  while (html->len < LARGE)
    g_string_append (html, " and so on and so on and so on and so on and so on");
  g_string_append (html, "-->");
  return g_string_free_to_bytes (html);
}

static void
on_request (SoupServer *server,
            SoupServerMessage *message,
            const char *path,
            GHashTable *query,
            gpointer data)
{
  Fixture *self = data;
  g_autofree char *html = g_strconcat (body, script, NULL);
  g_autoptr (GBytes) bytes = g_str_equal (path, "/large.html")
                                 ? make_large ()
                                 : g_bytes_new (html, strlen (html));
  SoupMessageHeaders *headers = soup_server_message_get_response_headers (message);

  g_string_append_printf (self->reached, "%s\n", path);
  if (g_str_equal (path, "/attached.html"))
    soup_message_headers_append (headers, "Content-Disposition",
                                 "attachment; filename=attached.html");
  if (g_str_equal (path, "/archive.zip"))
    answer_bytes (message, "application/zip", bytes);
  else
    answer_bytes (message, "text/html", bytes);
}

/* An article of the task: a page to go back to. */
static void
add_article (Fixture *self)
{
  g_autoptr (ExmStore) store = test_pages_open (self->bench.folder);
  g_auto (GStrv) paths = exm_sample_server_list_articles (self->bench.server, "news");
  g_autofree char *url = test_bench_make_url (&self->bench, paths[4]);
  g_autoptr (SoupSession) session = soup_session_new ();
  g_autoptr (SoupMessage) message = soup_message_new ("GET", url);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = soup_session_send_and_read (session, message, NULL, &error);

  g_assert_no_error (error);
  test_pages_put_article (store, store_task_uid (1), 1, bytes);
}

static void
set_up (Fixture *self, gconstpointer change)
{
  self->reached = g_string_new (NULL);
  self->hostile = soup_server_new (NULL, NULL);
  soup_server_add_handler (self->hostile, NULL, on_request, self, NULL);
  self->base = g_strdup_printf ("http://127.0.0.1:%u", test_listen (self->hostile));

  test_bench_init (&self->bench);
  test_bench_add_task (&self->bench, change);
  add_article (self);
  test_bench_open (&self->bench);
}

static void
tear_down (Fixture *self, gconstpointer unused)
{
  test_bench_clear (&self->bench);
  soup_server_disconnect (self->hostile);
  g_object_unref (self->hostile);
  g_free (self->base);
  g_string_free (self->reached, TRUE);
}

/* Opens a page of the hostile site as the target. */
static void
open_page (Fixture *self, const char *path)
{
  g_autofree char *url = g_strconcat (self->base, path, NULL);

  test_bench_enter (&self->bench, url);
  test_bench_wait_for_target (&self->bench, path);
}

/* Windows on the screen, of whatever program. */
static guint
count_windows (void)
{
  g_autofree char *out = NULL;
  g_autoptr (GError) error = NULL;
  int status = 0;
  guint n = 0;

  /* It fails where a window goes while it looks. */
  do
    {
      g_clear_pointer (&out, g_free);
      g_spawn_command_line_sync ("xdotool search --onlyvisible --name ''", &out, NULL,
                                 &status, &error);
      g_assert_no_error (error);
    }
  while (status != 0);
  for (const char *p = out; *p != '\0'; p++)
    n += *p == '\n';
  return n;
}

static void
assert_kept_in (Fixture *self, guint n_windows)
{
  g_autofree char *downloads = g_build_filename (g_get_home_dir (), "Downloads", NULL);

  test_gui_settle (GTK_WIDGET (self->bench.window));
  g_assert_null (strstr (self->reached->str, "/reached/"));
  g_assert_cmpuint (count_windows (), ==, n_windows);
  g_assert_false (gtk_window_is_fullscreen (GTK_WINDOW (self->bench.window)));
  g_assert_false (g_file_test (downloads, G_FILE_TEST_EXISTS));
}

static void
test_raw (Fixture *self, gconstpointer unused)
{
  guint n_windows = count_windows ();

  g_assert_cmpuint (n_windows, >, 0);
  open_page (self, "/page.html");
  assert_kept_in (self, n_windows);
  /* The link that lies over everything. */
  GtkWidget *view = test_gui_need (test_bench_need_pane (&self->bench, "target"),
                                   EXM_TYPE_PAGE_VIEW, NULL);
  test_pointer_click (view);
  test_gui_settle (view);
  assert_kept_in (self, n_windows);
  test_gui_show_people (GTK_WIDGET (self->bench.window), "hostile-raw");

  /* One that is to be saved is a page like others; a file is not. */
  open_page (self, "/attached.html");
  g_autofree char *file = g_strconcat (self->base, "/archive.zip", NULL);
  test_bench_enter (&self->bench, file);
  const char *cause
      = test_bench_need_status (&self->bench, "The page could not be fetched");
  g_assert_nonnull (strstr (cause, "archive.zip"));
  assert_kept_in (self, n_windows);
}

static gboolean
is_shown (gpointer view)
{
  guint state;

  g_object_get (view, "state", &state, NULL);
  return state == EXM_PAGE_VIEW_LOADED;
}

static gboolean
is_of_scripts (gpointer note)
{
  return strstr (gtk_label_get_label (note), "filled in by scripts") != NULL;
}

/* The same page as the example of a task that is set up: it asks nobody anything, and
 * what lacks is said. */
static void
test_set_up_on (Fixture *self, gconstpointer unused)
{
  g_autofree char *url = g_strconcat (self->base, "/page.html", NULL);
  guint n_windows = count_windows ();

  exm_window_set_up (self->bench.window, url);
  GtkWidget *page = test_gui_need (self->bench.window, EXM_TYPE_SETUP_PAGE, NULL);
  GtkWidget *note = test_gui_need (page, GTK_TYPE_LABEL, "note");
  test_gui_wait_until (is_of_scripts, note, "a note of scripts");
  GtkWidget *pane = test_gui_need (page, EXM_TYPE_PAGE_PANE, "example");
  GtkWidget *view = test_gui_need (pane, EXM_TYPE_PAGE_VIEW, NULL);
  test_gui_wait_until (is_shown, view, "the example");
  /* The first click marks; the link that lies over everything is none of it. */
  test_pointer_click (view);
  test_gui_settle (view);
  assert_kept_in (self, n_windows);
  test_gui_show_people (GTK_WIDGET (self->bench.window), "hostile-set-up");
}

static void
make_rendered (ExmTaskFields *fields)
{
  fields->rendered = TRUE;
}

static gboolean
has_line (Fixture *self, const char *text)
{
  ExmPageText *page = exm_analysis_get_page (self->bench.analysis);
  guint n_lines = 0;

  exm_page_text_get_lines (page, &n_lines);
  for (guint i = 0; i < n_lines; i++)
    if (strstr (exm_page_text_get_line (page, i), text) != NULL)
      return TRUE;
  return FALSE;
}

/* The same where the page's scripts run, in a process of their own: what they were told
 * stands in the text. */
static void
test_rendered (Fixture *self, gconstpointer unused)
{
  static const char *const answers[] = {
    "Tried alert: undefined.", "Tried confirm: false.",
    "Tried prompt: null.",     "Tried window: null.",
    "Tried screen: refused.",  "Tried notification: refused.",
    "Tried sound: refused.",   "Tried microphone: refused.",
  };
  guint n_windows = count_windows ();

  open_page (self, "/page.html");
  for (guint i = 0; i < G_N_ELEMENTS (answers); i++)
    if (!has_line (self, answers[i]))
      g_error ("The page was not told: %s", answers[i]);
  /* A place that cannot be left is not told at all. */
  g_assert_false (has_line (self, "Tried place: [object"));
  assert_kept_in (self, n_windows);
  test_gui_show_people (GTK_WIDGET (self->bench.window), "hostile-rendered");
}

static gboolean
on_longest (gpointer data)
{
  return G_SOURCE_CONTINUE;
}

/* Turns the main loop until the target's pane or the verdict says @text.
 *
 * Returns: the longest turn, in milliseconds of processor time */
static double
wait_and_measure (Fixture *self, const char *text)
{
  guint id = g_timeout_add (10, on_longest, NULL);
  gint64 until = g_get_monotonic_time () + TEST_GUI_SECONDS * G_USEC_PER_SEC;
  double longest = 0;

  while (test_gui_find (self->bench.page, GTK_TYPE_WIDGET, text) == NULL)
    {
      double begin = test_watch_now ();
      g_main_context_iteration (NULL, TRUE);
      longest = MAX (longest, test_watch_now () - begin);
      if (g_get_monotonic_time () > until)
        g_error ("Waited in vain for: %s", text);
    }
  g_source_remove (id);
  return longest;
}

/* 50 MB of text are refused, in words; 50 MB around an article are shown by their
 * beginning, and the article is found. The window answers meanwhile. */
static void
test_large (Fixture *self, gconstpointer unused)
{
  test_bench_enter_path (&self->bench, "/fault/huge?mb=50");
  double held = wait_and_measure (self, "The page cannot be read");
  const char *cause = test_bench_need_status (&self->bench, "The page cannot be read");
  g_assert_nonnull (strstr (cause, "16000000"));
  test_gui_show_people (GTK_WIDGET (self->bench.window), "hostile-huge");
  g_test_message ("50 MB of text: held for %.0f ms", held);
  g_assert_cmpfloat (held, <, LONGEST_MS);

  g_autofree char *url = g_strconcat (self->base, "/large.html", NULL);
  test_bench_enter (&self->bench, url);
  held = wait_and_measure (self, "The page is very large; its beginning is shown");
  g_test_message ("50 MB around an article: held for %.0f ms", held);
  g_assert_cmpfloat (held, <, LONGEST_MS);
  test_bench_wait_for_target (&self->bench, "/large.html");
  g_assert_true (has_line (self, "agrees with the first one"));
  test_gui_show_people (GTK_WIDGET (self->bench.window), "hostile-large");
}

static gboolean
has_two_examples (gpointer data)
{
  ExmAnalysis *analysis = data;

  return exm_analysis_get_n_examples (analysis) == 2
         && exm_analysis_get_result (analysis) != NULL
         && !exm_analysis_get_busy (analysis);
}

/* Another site's page: no text, no marks, three ways on. */
static void
test_other_site (Fixture *self, gconstpointer unused)
{
  g_auto (GStrv) others = exm_sample_server_list_articles (self->bench.server, "zh");
  ExmAnalysis *analysis = self->bench.analysis;
  guint n = 0;

  test_bench_enter_path (&self->bench, others[0]);
  test_gui_need_beginning (self->bench.page, "Does not fit: layout ");
  test_bench_wait_for_target (&self->bench, others[0]);
  g_assert_cmpstr (exm_analysis_get_body_text (analysis), ==, "");
  g_assert_cmpuint (exm_analysis_get_head (analysis), ==, EXM_NONE);
  const guint8 *verdicts = exm_analysis_get_verdicts (analysis, &n);
  for (guint i = 0; i < n; i++)
    g_assert_cmpuint (verdicts[i], ==, EXM_VERDICT_DROPPED);
  test_gui_show_people (GTK_WIDGET (self->bench.window), "other-site");

  test_pointer_click (test_gui_need (self->bench.page, GTK_TYPE_BUTTON, "_Other Page"));
  test_bench_wait_for_target (&self->bench, "/1.html");
  g_assert_true (exm_analysis_get_fits (analysis));

  test_bench_enter_path (&self->bench, others[0]);
  test_bench_wait_for_target (&self->bench, others[0]);
  test_pointer_click (
      test_gui_need (self->bench.page, GTK_TYPE_BUTTON, "_Extract Anyway"));
  g_assert_cmpstr (exm_analysis_get_body_text (analysis), !=, "");
  test_gui_need (self->bench.page, GTK_TYPE_BUTTON, "Looks _Right");

  /* It is asked again for each page. */
  test_bench_enter_path (&self->bench, others[1]);
  test_bench_wait_for_target (&self->bench, others[1]);
  g_assert_cmpstr (exm_analysis_get_body_text (analysis), ==, "");
  test_pointer_click (
      test_gui_need (self->bench.page, GTK_TYPE_BUTTON, "_Add as Second Example"));
  test_gui_wait_until (has_two_examples, analysis, "the second example");
  test_bench_enter_path (&self->bench, others[0]);
  test_bench_wait_for_target (&self->bench, others[0]);
  g_assert_true (exm_analysis_get_fits (analysis));
  g_assert_cmpstr (exm_analysis_get_body_text (analysis), !=, "");
}

int
main (int argc, char **argv)
{
  test_gui_init (&argc, &argv);
#define ADD(path, change, func)                                                          \
  g_test_add ("/app/hostile-page/" path, Fixture, (gconstpointer) change, set_up, func,  \
              tear_down)
  ADD ("raw", NULL, test_raw);
  ADD ("set-up", NULL, test_set_up_on);
  ADD ("rendered", make_rendered, test_rendered);
  ADD ("large", NULL, test_large);
  ADD ("other-site", NULL, test_other_site);
  return g_test_run ();
}
