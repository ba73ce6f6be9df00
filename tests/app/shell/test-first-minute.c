/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* From an address to a stored task, as an operator goes: what it takes in clicks and
 * keys, and how long it is until both pages are tinted and the curves are there, until
 * one click has changed all pages that were checked, and until the task is stored; by
 * pointer and by keyboard alone.
 *
 * With --bench, it is timed on the sample site, and on stored pages: each folder with
 * HTML files in a folder that EXEMPLAR_PAGES names (several are separated by ":") is
 * served as a site whose list page leads to them. With --bench pages on these alone: a
 * folder of links to some sites takes as long as they do. */

#include "app/chart/exm-chart-panel.h"
#include "app/setup/exm-setup-bar.h"
#include "app/web/exm-page-pane.h"
#include "app/web/exm-page-script.h"
#include "app/web/exm-page-view.h"
#include "app/workbench/exm-setup-page.h"

#include "stored-site.h"
#include "test-folder.h"
#include "test-gui.h"
#include "test-pages.h"
#include "test-pointer.h"

#include <stdlib.h>
#include <string.h>

/* Pages of other people may take long, or be none. */
#define BENCH_SECONDS 20
#define N_DRAGS 6u
#define MAX_SITES 20u

/* How many ranges are tinted in a page. */
#define ASK_TINT                                                                         \
  "return ['exm-body', 'exm-body-dark'].reduce((n, name) =>"                             \
  "  n + (CSS.highlights.get(name)?.size ?? 0), 0)"

/* The middle of the first line of the body as it is known, in CSS pixels. */
#define ASK_PLACE                                                                        \
  "const at = exemplar.first[exemplar.marks.head];"                                      \
  "const rect = exemplar.rangeOf(at, at).getClientRects()[0];"                           \
  "return `${rect.left + rect.width / 3} ${rect.top + rect.height / 2}`"

typedef struct
{
  char *folder;            /* (owned) */
  ExmApplication *app;     /* (owned) */
  ExmWindow *window;       /* (unowned) */
  ExmSetup *setup;         /* (unowned) */
  ExmWorkbenchPage *bench; /* (unowned) */
  ExmAnalysis *analysis;   /* (unowned) */
  guint seconds;           /* longest wait */
  guint n_pages;           /* that were checked */
  guint n_clicks;
  guint n_keys;
  gint64 began_usec;
  gint64 marked_usec;
  gint64 rechecked_usec; /* 0: not yet */
  gint64 painting_usec;  /* 0: no frame is under way */
  GArray *frames;        /* (owned) (element-type double): milliseconds */
  char *effect;          /* (owned) (nullable): what the step of the example says */
  double tinted_s;
  double snap_ms;
  double saved_s;
} Minute;

static void
minute_init (Minute *self, guint seconds)
{
  *self = (Minute){ .folder = test_folder_new (), .seconds = seconds };
  self->frames = g_array_new (FALSE, FALSE, sizeof (double));
  self->app = test_gui_start (self->folder);
  self->window = test_gui_get_window (self->app);
  test_gui_need (self->window, GTK_TYPE_ENTRY, "entry");
  self->setup = exm_setup_page_get_setup (
      EXM_SETUP_PAGE (test_gui_need (self->window, EXM_TYPE_SETUP_PAGE, NULL)));
}

static void
minute_clear (Minute *self)
{
  test_gui_stop (self->app);
  test_folder_free (self->folder);
  g_array_unref (self->frames);
  g_free (self->effect);
}

static double
get_seconds (gint64 since_usec)
{
  return (double) (g_get_monotonic_time () - since_usec) / G_USEC_PER_SEC;
}

/* Returns: whether it came in time */
static gboolean
wait_for (Minute *self, gboolean (*done) (Minute *self))
{
  gint64 began = g_get_monotonic_time ();

  while (!done (self))
    {
      if (get_seconds (began) > self->seconds)
        return FALSE;
      g_main_context_iteration (NULL, FALSE);
      g_usleep (500);
    }
  return TRUE;
}

static void
click (Minute *self, GtkWidget *widget)
{
  test_pointer_click (widget);
  self->n_clicks++;
}

static void
press (Minute *self, const char *keys)
{
  test_keys (GTK_WIDGET (self->window), keys);
  self->n_keys++;
}

/* The page in a pane. */
static GtkWidget *
find_view (Minute *self, const char *name)
{
  GtkWidget *pane = test_gui_find (self->bench, EXM_TYPE_PAGE_PANE, name);

  return pane != NULL ? test_gui_find (pane, EXM_TYPE_PAGE_VIEW, NULL) : NULL;
}

static void
on_answer (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autofree char *answer
      = exm_page_script_call_finish (WEBKIT_WEB_VIEW (source), result, NULL);

  *(char **) data = g_strdup (answer != NULL ? answer : "");
}

static gboolean
has_answer (gpointer data)
{
  return *(char **) data != NULL;
}

static char *
ask (GtkWidget *view, const char *code)
{
  GtkWidget *web = test_gui_find (view, WEBKIT_TYPE_WEB_VIEW, NULL);
  char *answer = NULL;

  if (web == NULL)
    return g_strdup ("");
  exm_page_script_call (WEBKIT_WEB_VIEW (web), code, NULL, NULL, on_answer, &answer);
  test_gui_wait_until (has_answer, &answer, "the page's answer");
  return answer;
}

static gboolean
is_tinted (Minute *self, const char *pane)
{
  GtkWidget *view = find_view (self, pane);
  guint state = EXM_PAGE_VIEW_EMPTY;

  if (view != NULL)
    g_object_get (view, "state", &state, NULL);
  if (state != EXM_PAGE_VIEW_LOADED)
    return FALSE;
  g_autofree char *tint = ask (view, ASK_TINT);
  return strtol (tint, NULL, 10) > 0;
}

/* The bench of the set-up, with a result and curves, and both bodies tinted. */
static gboolean
is_waist_there (Minute *self)
{
  if (self->bench == NULL)
    self->bench = (ExmWorkbenchPage *) test_gui_find (self->window,
                                                      EXM_TYPE_WORKBENCH_PAGE, NULL);
  if (self->bench == NULL)
    return FALSE;
  self->analysis = exm_workbench_page_get_analysis (self->bench);
  return exm_analysis_get_state (self->analysis) == EXM_ANALYSIS_READY
         && !exm_analysis_get_busy (self->analysis)
         && exm_analysis_get_chart_data (self->analysis) != NULL
         && !exm_analysis_get_chart_busy (self->analysis) && is_tinted (self, "example")
         && is_tinted (self, "target");
}

/* 1. The address. */
static gboolean
paste (Minute *self, const char *url)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self->window)), url);
  self->began_usec = g_get_monotonic_time ();
  press (self, "ctrl+v");
  if (!wait_for (self, is_waist_there))
    return FALSE;
  self->tinted_s = get_seconds (self->began_usec);
  /* Shorten the pause between requests, which spares a real host. */
  ((ExmTaskFields *) exm_setup_get_fields (self->setup))->delay_ms = 1;
  return TRUE;
}

static gboolean
is_checked (Minute *self)
{
  guint n_checked;

  g_object_get (self->setup, "n-checked", &n_checked, NULL);
  return n_checked == g_list_model_get_n_items (exm_setup_get_pages (self->setup));
}

static void
on_rechecked (ExmSetup *setup,
              double before,
              double after,
              guint n_added,
              guint n_removed,
              Minute *self)
{
  self->rechecked_usec = g_get_monotonic_time ();
}

/* All pages follow, and the step says by how much. */
static gboolean
has_snapped (Minute *self)
{
  GtkWidget *bar = test_gui_find (self->window, EXM_TYPE_SETUP_BAR, NULL);

  if (self->rechecked_usec == 0 || bar == NULL)
    return FALSE;
  GtkWidget *step = test_gui_find (bar, GTK_TYPE_LABEL, "example");
  g_free (self->effect);
  self->effect = g_strdup (gtk_label_get_label (GTK_LABEL (step)));
  /* The number has counted up. */
  const char *goal = gtk_widget_get_tooltip_text (step);
  return g_str_has_prefix (goal, self->effect) && is_waist_there (self);
}

/* 3. One click on the article, or M and Enter, with all pages checked. */
static gboolean
mark (Minute *self, gboolean by_keys)
{
  gulong id
      = g_signal_connect (self->setup, "rechecked", G_CALLBACK (on_rechecked), self);
  GtkWidget *view = find_view (self, "example");
  double zoom = webkit_web_view_get_zoom_level (
      WEBKIT_WEB_VIEW (test_gui_need (view, WEBKIT_TYPE_WEB_VIEW, NULL)));

  if (by_keys)
    {
      press (self, "m");
      self->marked_usec = g_get_monotonic_time ();
      press (self, "Return");
    }
  else
    {
      g_autofree char *place = ask (view, ASK_PLACE);
      const char *y = strchr (place, ' ');
      g_assert_nonnull (y);
      self->marked_usec = g_get_monotonic_time ();
      test_pointer_click_at (view, g_ascii_strtod (place, NULL) * zoom,
                             g_ascii_strtod (y, NULL) * zoom, 1);
      self->n_clicks++;
    }
  gboolean snapped = wait_for (self, has_snapped);
  self->n_pages = g_list_model_get_n_items (exm_setup_get_pages (self->setup));
  self->snap_ms = (double) (self->rechecked_usec - self->marked_usec) / 1000;
  g_signal_handler_disconnect (self->setup, id);
  return snapped;
}

static void
on_before_paint (GdkFrameClock *clock, Minute *self)
{
  self->painting_usec = g_get_monotonic_time ();
}

static void
on_after_paint (GdkFrameClock *clock, Minute *self)
{
  double ms = (double) (g_get_monotonic_time () - self->painting_usec) / 1000;

  if (self->painting_usec != 0)
    g_array_append_val (self->frames, ms);
  self->painting_usec = 0;
}

/* A flag goes to and fro, page, text and curve with it; the frames are timed. */
static void
drag (Minute *self)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (self->window));
  ExmCurveChart *chart
      = EXM_CURVE_CHART (test_gui_need (self->bench, EXM_TYPE_CURVE_CHART, NULL));
  gulong before
      = g_signal_connect (clock, "before-paint", G_CALLBACK (on_before_paint), self);
  gulong after
      = g_signal_connect (clock, "after-paint", G_CALLBACK (on_after_paint), self);

  exm_curve_chart_fit_body (chart);
  test_gui_settle (GTK_WIDGET (chart));
  for (guint i = 0; i < N_DRAGS; i++)
    {
      graphene_rect_t bounds;
      graphene_point_t from;
      g_assert_true (gtk_widget_compute_bounds (exm_curve_chart_get_flag (chart, FALSE),
                                                GTK_WIDGET (chart), &bounds));
      graphene_rect_get_center (&bounds, &from);
      test_pointer_drag (GTK_WIDGET (chart), from.x, from.y,
                         from.x + (i % 2 == 0 ? 220 : -220), from.y);
    }
  g_signal_handler_disconnect (clock, before);
  g_signal_handler_disconnect (clock, after);
}

static gboolean
has_task (Minute *self)
{
  return exm_window_get_task_uid (self->window) != NULL;
}

/* 4. Stored, and it runs. */
static gboolean
save (Minute *self, gboolean by_keys)
{
  if (by_keys)
    {
      press (self, "ctrl+Return");
      test_gui_need (self->window, GTK_TYPE_BUTTON, "_Save and Start");
      press (self, "ctrl+Return");
    }
  else
    {
      GtkWidget *bar = test_gui_need (self->window, EXM_TYPE_SETUP_BAR, NULL);
      click (self, test_gui_need (bar, GTK_TYPE_MENU_BUTTON, "save"));
      /* It goes with the popover that it is in. */
      g_autoptr (GtkWidget) button = g_object_ref (
          test_gui_need (self->window, GTK_TYPE_BUTTON, "_Save and Start"));
      click (self, button);
    }
  gboolean saved = wait_for (self, has_task);
  self->saved_s = get_seconds (self->began_usec);
  return saved;
}

/* The whole way. Returns: (nullable): what did not come */
static const char *
walk (Minute *self, const char *url, gboolean by_keys)
{
  if (!paste (self, url))
    return "both pages tinted";
  if (by_keys)
    press (self, "F5");
  else
    click (self, test_gui_need (test_gui_need (self->window, EXM_TYPE_SETUP_BAR, NULL),
                                GTK_TYPE_BUTTON, "check"));
  if (!wait_for (self, is_checked))
    return "the check";
  if (!mark (self, by_keys))
    return "the change of all pages";
  return save (self, by_keys) ? NULL : "the task";
}

static void
say (const Minute *self, const char *name)
{
  g_print ("# %s: tinted after %.2f s; “%s”; %u pages changed in %.0f ms; saved after "
           "%.2f s, %u clicks and %u keys\n",
           name, self->tinted_s, self->effect, self->n_pages, self->snap_ms,
           self->saved_s, self->n_clicks, self->n_keys);
}

typedef struct
{
  const char *path;
  gboolean by_keys;
} Way;

static void
test_way (gconstpointer data)
{
  const Way *way = data;
  ExmSampleThread *site = test_pages_start_site (0);
  g_autofree char *url
      = g_strconcat (exm_sample_server_get_base_url (exm_sample_thread_get_server (site)),
                     way->path, NULL);
  Minute minute;

  minute_init (&minute, TEST_GUI_SECONDS);
  const char *lack = walk (&minute, url, way->by_keys);
  if (lack != NULL)
    {
      test_gui_show_people (GTK_WIDGET (minute.window), "first-minute-lacks");
      g_error ("%s: waited in vain for %s", way->path, lack);
    }
  say (&minute, way->path);
  /* The step tells the effect on the pages. */
  g_assert_true (g_str_has_prefix (minute.effect, "1 Sure ")
                 || g_str_equal (minute.effect, "1 Marked, all pages agree"));
  g_assert_cmpuint (minute.n_clicks, ==, way->by_keys ? 0 : 4);
  g_assert_cmpuint (minute.n_keys, ==, way->by_keys ? 6 : 1);
  minute_clear (&minute);
  exm_sample_thread_stop (site);
}

/* Bench */

typedef struct
{
  GArray *tinted; /* (owned) (element-type double): seconds */
  GArray *snap;   /* (owned) (element-type double): milliseconds */
  GArray *saved;  /* (owned) (element-type double): seconds */
  GArray *frames; /* (owned) (element-type double): milliseconds */
} Times;

static int
compare (gconstpointer a, gconstpointer b)
{
  double left = *(const double *) a, right = *(const double *) b;

  return (left > right) - (left < right);
}

static double
get_part (const GArray *values, double part)
{
  return g_array_index (values, double, (guint) (part * (values->len - 1) + .5));
}

/* As bench.py reads it. */
static void
print_row (const char *what, const char *kind, GArray *values, const char *unit)
{
  if (values->len == 0)
    return;
  g_array_sort (values, compare);
  g_print ("%s, %s  %.3f  %.3f  %.3f %s, n = %u\n", what, kind, get_part (values, 0),
           get_part (values, .5), get_part (values, 1), unit, values->len);
}

/* Returns: (transfer full) (nullable): why it may have been in vain */
static char *
dup_cause (Minute *self)
{
  char *message = NULL;

  if (self->analysis != NULL && exm_analysis_get_result (self->analysis) != NULL
      && !exm_analysis_get_fits (self->analysis))
    return g_strdup ("no page looks like the example");
  g_object_get (self->setup, "message", &message, NULL);
  return message;
}

static void
measure (const char *name, const char *url, Times *times)
{
  Minute minute;

  minute_init (&minute, BENCH_SECONDS);
  const char *lack = walk (&minute, url, FALSE);
  if (lack == NULL)
    {
      say (&minute, name);
      g_array_append_val (times->tinted, minute.tinted_s);
      g_array_append_val (times->snap, minute.snap_ms);
      g_array_append_val (times->saved, minute.saved_s);
    }
  else
    {
      g_autofree char *cause = dup_cause (&minute);
      g_print ("# %s: waited in vain for %s%s%s\n", name, lack, cause != NULL ? ": " : "",
               cause != NULL ? cause : "");
    }
  minute_clear (&minute);
  /* Once more, for the drag: what it moves is not to count for the way. */
  minute_init (&minute, BENCH_SECONDS);
  if (lack == NULL && paste (&minute, url))
    {
      drag (&minute);
      g_array_append_vals (times->frames, minute.frames->data, minute.frames->len);
    }
  minute_clear (&minute);
}

static void
times_init (Times *times)
{
  GArray **arrays[] = { &times->tinted, &times->snap, &times->saved, &times->frames };

  for (gsize i = 0; i < G_N_ELEMENTS (arrays); i++)
    *arrays[i] = g_array_new (FALSE, FALSE, sizeof (double));
}

/* Prints what was gathered, and forgets it. */
static void
times_end (Times *times, const char *kind)
{
  print_row ("both pages tinted, curves drawn", kind, times->tinted, "s");
  print_row ("all checked pages changed by a click", kind, times->snap, "ms");
  print_row ("address to stored task", kind, times->saved, "s");
  print_row ("frame while a flag is dragged", kind, times->frames, "ms");
  if (times->frames->len > 0)
    g_print ("# 95 of 100 frames within %.2f ms\n", get_part (times->frames, .95));
  g_array_unref (times->tinted);
  g_array_unref (times->snap);
  g_array_unref (times->saved);
  g_array_unref (times->frames);
}

static void
bench_sample (void)
{
  static const char *const paths[] = { "/news/", "/zh/", "/blog/" };
  ExmSampleThread *site = test_pages_start_site (0);
  Times times;

  times_init (&times);
  for (gsize i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      g_autofree char *url = g_strconcat (
          exm_sample_server_get_base_url (exm_sample_thread_get_server (site)), paths[i],
          NULL);
      measure (paths[i], url, &times);
    }
  exm_sample_thread_stop (site);
  times_end (&times, "sample site");
}

static void
bench_folder (const char *folder)
{
  g_autoptr (GPtrArray) names = stored_site_list (folder);
  g_autofree char *kind = g_path_get_basename (folder);
  guint step = MAX (names->len / MAX_SITES, 1);
  Times times;

  times_init (&times);
  for (guint i = 0; i < names->len && i / step < MAX_SITES; i += step)
    {
      const char *name = g_ptr_array_index (names, i);
      g_autofree char *place = g_build_filename (folder, name, NULL);
      StoredSite *site = stored_site_start (place);
      measure (name, stored_site_get_url (site), &times);
      stored_site_stop (site);
    }
  times_end (&times, kind);
}

static int
run_bench (gboolean pages_alone)
{
  const char *said = g_getenv ("EXEMPLAR_PAGES");
  g_auto (GStrv) folders = g_strsplit (said != NULL ? said : "", ":", -1);

  if (!pages_alone)
    bench_sample ();
  if (g_strv_length (folders) == 0)
    g_print ("no pages given: EXEMPLAR_PAGES names no folder\n");
  for (guint i = 0; folders[i] != NULL; i++)
    bench_folder (folders[i]);
  return EXIT_SUCCESS;
}

int
main (int argc, char **argv)
{
  static const Way ways[] = {
    { "/news/", FALSE },
    { "/zh/", FALSE },
    { "/news/", TRUE },
  };

  test_gui_init (&argc, &argv);
  if (argc > 1 && strcmp (argv[1], "--bench") == 0)
    return run_bench (argc > 2 && strcmp (argv[2], "pages") == 0);
  g_test_add_data_func ("/app/first-minute/pointer", &ways[0], test_way);
  g_test_add_data_func ("/app/first-minute/chinese", &ways[1], test_way);
  g_test_add_data_func ("/app/first-minute/keys", &ways[2], test_way);
  return g_test_run ();
}
