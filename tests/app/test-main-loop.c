/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What the window feels like: a journey through all views with long pages, many tasks and
 * many articles, in which no callback holds the main loop for longer than a frame.
 * "--bench" makes the journey with all articles and prints the times. */

#include "exm-articles-page.h"
#include "exm-chart-panel.h"
#include "exm-page-view.h"
#include "exm-proposal.h"
#include "exm-sample-thread.h"
#include "exm-settings-page.h"
#include "exm-store.h"
#include "exm-workbench-page.h"

#include "store-fixture.h"
#include "test-folder.h"
#include "test-gui.h"
#include "test-pointer.h"
#include "test-watch.h"

#include <string.h>

/* A frame of a screen that shows sixty a second. */
#define LIMIT_MS 16.0
/* The test shares the machine, and with it the caches, with other tests: it finds what is
 * over by much. The benchmark, of a release build, finds the rest. */
#define TEST_LIMIT_MS (3 * LIMIT_MS)

#define N_TASKS 300u
#define N_ARTICLES_BENCH 10000u
#define N_ARTICLES_TEST 2000u
/* Articles that are made durable together. */
#define GROUP 200u
#define TARGET_CHARS 100000u
#define RUN_DELAY_MS 40u
/* At most: the first that is good enough is the last. */
#define N_JOURNEYS 3u

typedef struct
{
  char *folder;          /* (owned) */
  ExmSampleThread *site; /* (owned) */
  char *run_uid;         /* (owned): of the task that collects the sample site */
  ExmApplication *app;   /* (owned) */
  ExmWindow *window;     /* (unowned) */
  guint n_articles;
  guint n_finished;
} Journey;

/* Filling the store */

/* A sentence that no other page has: figures are no difference between lines. */
static void
append_sentence (GString *html, GRand *rand)
{
  static const char *const words[]
      = { "harbour", "ferry",  "keeper", "quay",    "morning", "lantern", "council",
          "bridge",  "winter", "repair", "evening", "sailor",  "market",  "railway",
          "island",  "letter", "engine", "weather", "captain", "village" };
  guint n = (guint) g_rand_int_range (rand, 18, 40);

  g_string_append (html, "<p>The");
  for (guint i = 0; i < n; i++)
    g_string_append_printf (
        html, "%s %s", i % 9 == 8 ? "," : "",
        words[g_rand_int_range (rand, 0, (gint32) G_N_ELEMENTS (words))]);
  g_string_append (html, ".");
}

/* A page of a site whose template stays and whose article has @n_chars characters. */
static GBytes *
make_page (guint number, guint n_chars)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (number);
  GString *html = g_string_new ("<!DOCTYPE html><meta charset=utf-8>");
  gsize begin;

  g_string_append_printf (html, "<title>Harbour report %u</title>", number);
  for (guint i = 0; i < 60; i++)
    g_string_append_printf (html, "<li class=menu><a href='/%u'>Section %c%c</a>", i,
                            'A' + (int) (i % 26), 'a' + (int) (i % 7));
  g_string_append_printf (html, "<h1>Harbour report %u</h1><div class=article>", number);
  begin = html->len;
  while (html->len - begin < n_chars)
    append_sentence (html, rand);
  g_string_append (html, "</div><div class=foot>");
  for (guint i = 0; i < 40; i++)
    g_string_append_printf (html, "<p>Imprint and service line %c of the harbour office",
                            'A' + (int) i % 26);
  gsize size = html->len;
  return g_bytes_new_take (g_string_free (html, FALSE), size);
}

static char *
put_page (ExmStore *store, GBytes *bytes, const char *url)
{
  const ExmStoredPage stored = { .url = (char *) url,
                                 .final_url = (char *) url,
                                 .status = 200,
                                 .fetched_usec = STORE_NOW };
  g_autoptr (GError) error = NULL;
  char *hash = NULL;

  exm_store_put_page (store, bytes, &stored, &hash, &error);
  g_assert_no_error (error);
  return hash;
}

static void
add_tasks (ExmStore *store)
{
  g_autoptr (GBytes) bytes = make_page (1, TARGET_CHARS);
  g_autoptr (GError) error = NULL;

  for (guint i = 1; i <= N_TASKS; i++)
    {
      g_autoptr (ExmTask) plain = store_task_new (i);
      g_auto (ExmTaskFields) fields = { 0 };
      exm_task_fields_copy (plain, &fields);
      fields.paused = TRUE;
      if (i == 1)
        g_array_index (fields.examples, ExmTaskExample, 0).page_hash
            = put_page (store, bytes, "http://site.example/example.html");
      g_autoptr (ExmTask) task = exm_task_new (&fields);
      exm_store_add_task (store, task, STORE_NOW, &error);
      g_assert_no_error (error);
    }
}

/* The newest one is the one that the workbench opens. */
static void
add_long_article (ExmStore *store, guint number)
{
  g_autoptr (GBytes) bytes = make_page (2, TARGET_CHARS);
  g_autofree char *hash = put_page (store, bytes, "http://site.example/long.html");
  g_autoptr (ExmArticle) article = store_article_new (store_task_uid (1), number, hash);
  const ExmArticleCommit commit = { .article = article, .content_hash = hash };
  g_autoptr (GError) error = NULL;
  gint64 id = 0;

  exm_store_commit_article (store, &commit, &id, &error);
  g_assert_no_error (error);
}

/* A task that has something to do. */
static char *
add_run_task (ExmStore *store, const char *base)
{
  g_autofree char *place = g_strconcat (base, "/news/", NULL);
  const ExmProposalRequest request = { .place = place };
  g_auto (ExmTaskFields) defaults = { 0 };
  g_autoptr (GError) error = NULL;

  exm_task_fields_init (&defaults);
  g_autoptr (ExmProposal) proposal = exm_proposal_new (&request, &defaults, NULL, &error);
  g_assert_no_error (error);
  ExmTaskFields *fields = &proposal->fields;
  g_array_index (fields->examples, ExmTaskExample, 0).page_hash
      = put_page (store, proposal->bytes, proposal->final_url);
  fields->first_run = EXM_FIRST_RUN_ALL;
  fields->delay_ms = RUN_DELAY_MS;
  fields->paused = TRUE;
  g_autoptr (ExmTask) task = exm_task_new (fields);
  exm_store_add_task (store, task, STORE_NOW, &error);
  g_assert_no_error (error);
  return g_strdup (exm_task_get (task)->uid);
}

static void
fill (Journey *self)
{
  const char *base
      = exm_sample_server_get_base_url (exm_sample_thread_get_server (self->site));
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStore) store = exm_store_open (self->folder, NULL, NULL, &error);

  g_assert_no_error (error);
  exm_store_begin_group (store, &error);
  add_tasks (store);
  exm_store_commit_group (store, &error);
  for (guint i = 0; i < self->n_articles; i += GROUP)
    {
      exm_store_begin_group (store, &error);
      store_fill (store, store_task_uid (1), i, MIN (GROUP, self->n_articles - i));
      exm_store_commit_group (store, &error);
      g_assert_no_error (error);
    }
  add_long_article (store, self->n_articles);
  self->run_uid = add_run_task (store, base);
}

/* The journey */

/* What a journey does by itself is done by the main loop, so that it is measured. */
typedef struct
{
  void (*func) (gpointer object, const char *text, double number);
  gpointer object;  /* (unowned) */
  const char *text; /* (unowned) (nullable) */
  double number;
  gboolean done;
} Deed;

static gboolean
on_deed (gpointer data)
{
  Deed *deed = data;

  deed->func (deed->object, deed->text, deed->number);
  deed->done = TRUE;
  return G_SOURCE_REMOVE;
}

static gboolean
is_done (gpointer data)
{
  return ((Deed *) data)->done;
}

static void
perform (void (*func) (gpointer object, const char *text, double number),
         gpointer object,
         const char *text,
         double number)
{
  Deed deed = { func, object, text, number, FALSE };

  g_idle_add (on_deed, &deed);
  test_gui_wait_until (is_done, &deed, "a deed");
}

static void
set_task (gpointer window, const char *uid, double unused)
{
  exm_window_set_task_uid (window, uid);
}

static void
set_view (gpointer window, const char *name, double unused)
{
  exm_window_set_view (window, name);
}

static void
scroll (gpointer adjustment, const char *unused, double part)
{
  gtk_adjustment_set_value (adjustment, gtk_adjustment_get_upper (adjustment) * part);
}

static void
set_current_line (gpointer analysis, const char *unused, double line)
{
  exm_analysis_set_current_line (analysis, (guint) line);
}

static void
on_event (ExmSession *session, const ExmWorkerEvent *event, Journey *self)
{
  self->n_finished += event->kind == EXM_WORKER_RUN_FINISHED;
}

static gboolean
is_started (gpointer data)
{
  return exm_session_is_started (EXM_SESSION (data));
}

static gboolean
is_analysed (gpointer data)
{
  ExmAnalysis *analysis = exm_workbench_page_get_analysis (data);

  return exm_analysis_get_state (analysis) == EXM_ANALYSIS_READY
         && !exm_analysis_get_busy (analysis) && !exm_analysis_get_chart_busy (analysis)
         && exm_analysis_get_result (analysis) != NULL;
}

static gboolean
is_loaded (gpointer data)
{
  guint state;

  g_object_get (data, "state", &state, NULL);
  return state == EXM_PAGE_VIEW_LOADED;
}

static void
wait_for_bench (ExmWorkbenchPage *bench)
{
  static const char *const panes[] = { "example", "target" };

  test_gui_wait_until (is_analysed, bench, "the analysis");
  for (guint i = 0; i < G_N_ELEMENTS (panes); i++)
    {
      GtkWidget *pane = test_gui_need (bench, GTK_TYPE_WIDGET, panes[i]);
      GtkWidget *view = test_gui_need (pane, EXM_TYPE_PAGE_VIEW, NULL);
      test_gui_wait_until (is_loaded, view, panes[i]);
    }
  test_gui_settle (GTK_WIDGET (bench));
}

static ExmWorkbenchPage *
open_bench (Journey *self)
{
  test_watch_stage ("open the workbench");
  perform (set_task, self->window, store_task_uid (1), 0);
  perform (set_view, self->window, "workbench", 0);
  ExmWorkbenchPage *bench
      = EXM_WORKBENCH_PAGE (test_gui_need (self->window, EXM_TYPE_WORKBENCH_PAGE, NULL));
  /* Both pages need the room of the sidebar. */
  test_gui_settle (GTK_WIDGET (bench));
  if (gtk_widget_get_width (GTK_WIDGET (bench)) < 1200)
    test_keys (GTK_WIDGET (self->window), "F9");
  wait_for_bench (bench);
  g_assert_cmpuint (
      strlen (exm_analysis_get_body_text (exm_workbench_page_get_analysis (bench))), >,
      TARGET_CHARS / 2);
  return bench;
}

static void
drag_flags (ExmWorkbenchPage *bench)
{
  ExmAnalysis *analysis = exm_workbench_page_get_analysis (bench);
  ExmCurveChart *chart
      = EXM_CURVE_CHART (test_gui_need (bench, EXM_TYPE_CURVE_CHART, NULL));
  graphene_rect_t bounds;

  test_watch_stage ("drag a boundary");
  for (guint tail = 0; tail < 2; tail++)
    {
      guint before
          = tail ? exm_analysis_get_tail (analysis) : exm_analysis_get_head (analysis);
      g_assert_true (gtk_widget_compute_bounds (exm_curve_chart_get_flag (chart, tail),
                                                GTK_WIDGET (chart), &bounds));
      double x = bounds.origin.x + bounds.size.width / 2,
             y = bounds.origin.y + bounds.size.height / 2;
      test_pointer_drag (GTK_WIDGET (chart), x, y, tail ? x - 150 : x + 150, y);
      guint after
          = tail ? exm_analysis_get_tail (analysis) : exm_analysis_get_head (analysis);
      g_assert_cmpuint (after, !=, before);
    }
  test_keys (GTK_WIDGET (chart), "ctrl+z ctrl+z");
  g_assert_false (exm_analysis_can_undo (analysis));
}

static void
use_inspector (ExmWorkbenchPage *bench)
{
  test_watch_stage ("lines, source and text");
  test_pointer_click (test_gui_need (bench, GTK_TYPE_LABEL, "Lines"));
  GtkWidget *list = test_gui_need (test_gui_need (bench, GTK_TYPE_WIDGET, "inspector"),
                                   GTK_TYPE_LIST_VIEW, NULL);
  for (guint i = 0; i < 5; i++)
    test_keys (list, "Page_Down");
  perform (set_current_line, exm_workbench_page_get_analysis (bench), NULL, 300);
  test_gui_settle (list);
  test_pointer_click (test_gui_need (bench, GTK_TYPE_LABEL, "Source"));
  test_gui_settle (GTK_WIDGET (bench));
  test_pointer_click (test_gui_need (bench, GTK_TYPE_LABEL, "Text"));
  test_gui_settle (GTK_WIDGET (bench));
}

static void
open_settings (Journey *self)
{
  test_watch_stage ("open the settings");
  perform (set_view, self->window, "settings", 0);
  test_gui_need (self->window, EXM_TYPE_SETTINGS_PAGE, NULL);
  test_gui_need (self->window, ADW_TYPE_ENTRY_ROW, NULL);
  test_gui_settle (GTK_WIDGET (self->window));
}

static void
use_articles (Journey *self)
{
  g_autofree char *all = g_strdup_printf ("Export %u Articles…", self->n_articles + 1);
  g_autofree char *title = g_strdup_printf ("Title %u", self->n_articles - 3);

  test_watch_stage ("open the articles");
  perform (set_view, self->window, "articles", 0);
  GtkWidget *page = test_gui_need (self->window, EXM_TYPE_ARTICLES_PAGE, NULL);
  test_gui_need (page, GTK_TYPE_LABEL, all);
  test_pointer_click (test_gui_need (page, GTK_TYPE_LABEL, title));
  test_watch_stage ("scroll the articles");
  GtkWidget *list = test_gui_need (page, GTK_TYPE_LIST_VIEW, NULL);
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (list));
  for (guint i = 1; i <= 12; i++)
    {
      perform (scroll, adjustment, NULL, i / 12.);
      test_gui_settle (list);
    }
  test_watch_stage ("search the articles");
  test_keys (page, "ctrl+f");
  test_type (page, "title 19");
  test_gui_need (page, GTK_TYPE_LABEL, "Title 19");
  test_keys (page, "Escape Escape");
}

static gboolean
has_run (gpointer data)
{
  return ((Journey *) data)->n_finished > 0;
}

static void
watch_run (Journey *self)
{
  test_watch_stage ("watch a run");
  perform (set_task, self->window, NULL, 0);
  perform (set_view, self->window, "activity", 0);
  exm_session_run_task (exm_window_get_session (self->window), self->run_uid);
  test_gui_wait_until (has_run, self, "the run");
  test_gui_need (self->window, GTK_TYPE_LABEL, "Done");
}

static void
use_sidebar (Journey *self)
{
  test_watch_stage ("find one of 300 tasks");
  test_keys (GTK_WIDGET (self->window), "F9");
  test_keys (GTK_WIDGET (self->window), "ctrl+k");
  test_type (GTK_WIDGET (self->window), "00250");
  test_keys (GTK_WIDGET (self->window), "Return Escape");
  g_assert_cmpstr (exm_window_get_task_uid (self->window), ==, store_task_uid (250));
  for (guint i = 1; i < N_TASKS; i += 60)
    {
      perform (set_task, self->window, store_task_uid (i), 0);
      test_gui_settle (GTK_WIDGET (self->window));
    }
}

static void
make_journey (guint n_articles)
{
  g_autofree char *sample
      = g_test_build_filename (G_TEST_DIST, "..", "..", "data", "sample", NULL);
  g_autoptr (GError) error = NULL;
  Journey self = { .n_articles = n_articles };

  self.site = exm_sample_thread_start (sample, EXM_SAMPLE_SERVER_DEFAULT, 0, &error);
  g_assert_no_error (error);
  self.folder = test_folder_new ();
  fill (&self);
  self.app = test_gui_open (self.folder, FALSE);
  self.window = test_gui_get_window (self.app);
  ExmSession *session = exm_window_get_session (self.window);
  g_signal_connect (session, "event", G_CALLBACK (on_event), &self);
  /* The first frame has been drawn. */
  test_watch_start ();
  test_gui_wait_until (is_started, session, "the session");
  ExmWorkbenchPage *bench = open_bench (&self);
  drag_flags (bench);
  use_inspector (bench);
  open_settings (&self);
  use_articles (&self);
  watch_run (&self);
  use_sidebar (&self);
  test_watch_stop ();
  test_gui_stop (self.app);
  exm_sample_thread_stop (self.site);
  test_folder_free (self.folder);
  g_free (self.run_uid);
}

/* What a callback costs it costs each time; what the machine's other programs cost it
 * (the caches are theirs too) it does not. */
static double
make_journeys (guint n_articles, double limit)
{
  double longest = G_MAXDOUBLE;

  for (guint i = 0; i < N_JOURNEYS && longest >= limit; i++)
    {
      make_journey (n_articles);
      longest = MIN (longest, test_watch_get_longest (TEST_WATCH_CALLBACK));
      g_print ("# the longest callback: %s\n", test_watch_describe_longest ());
    }
  return longest;
}

static void
test_journey (void)
{
  double longest = make_journeys (N_ARTICLES_TEST, TEST_LIMIT_MS);

  g_assert_cmpfloat (longest, >, 0);
  /* Drawn at all, and counted apart. */
  g_assert_cmpfloat (test_watch_get_longest (TEST_WATCH_LAYOUT), >, 0);
  g_assert_cmpfloat (test_watch_get_longest (TEST_WATCH_DRAW), >, 0);
  g_assert_cmpfloat (test_watch_get_longest (TEST_WATCH_CHART), >, 0);
#ifdef __OPTIMIZE__
  g_assert_cmpfloat (longest, <, TEST_LIMIT_MS);
#endif
}

/* The watch sees who holds the loop: an idle, a timeout, a tick of a frame. */

static gboolean
hold (gpointer data)
{
  double end = test_watch_now () + LIMIT_MS * 2;

  while (test_watch_now () < end)
    ;
  *(gboolean *) data = TRUE;
  return G_SOURCE_REMOVE;
}

static gboolean
hold_tick (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  return hold (data);
}

static gboolean
is_true (gpointer data)
{
  return *(gboolean *) data;
}

static void
assert_seen (gboolean *held, const char *what)
{
  test_gui_wait_until (is_true, held, what);
  test_watch_stop ();
  g_assert_cmpfloat (test_watch_get_longest (TEST_WATCH_CALLBACK), >, LIMIT_MS);
  g_assert_nonnull (strstr (test_watch_describe_longest (), "start"));
}

static void
test_sees (void)
{
  g_autoptr (GtkWidget) window = g_object_ref_sink (gtk_window_new ());
  gboolean held = FALSE;

  gtk_window_present (GTK_WINDOW (window));
  test_gui_settle (window);
  /* One that is there before. */
  g_timeout_add (1, hold, &held);
  test_watch_start ();
  assert_seen (&held, "the timeout");
  held = FALSE;
  test_watch_start ();
  g_idle_add (hold, &held);
  assert_seen (&held, "the idle");
  held = FALSE;
  test_watch_start ();
  gtk_widget_add_tick_callback (window, hold_tick, &held, NULL);
  assert_seen (&held, "the tick");
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char **argv)
{
  test_gui_init (&argc, &argv);
  if (argc > 1 && strcmp (argv[1], "--bench") == 0)
    {
      double longest = make_journeys (N_ARTICLES_BENCH, LIMIT_MS);
      test_watch_print ();
      return longest < LIMIT_MS ? 0 : 1;
    }
  g_test_add_func ("/app/main-loop/sees", test_sees);
  g_test_add_func ("/app/main-loop/journey", test_journey);
  return g_test_run ();
}
