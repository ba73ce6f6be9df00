/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "test-watch.h"

#include "app/chart/exm-curve-chart.h"
#include "app/shell/exm-window.h"

#include <adwaita.h>
#include <dlfcn.h>
#include <string.h>
#include <time.h>

/* Signals of the frame clock that are listened to. */
#define N_PHASES 5u

/* Callbacks that held the loop longest, of a stage. */
#define N_CULPRITS 4u

typedef struct
{
  double ms;
  double begin; /* of the thread's processor time, ms */
  char *words;  /* (owned) (nullable) */
} Culprit;

typedef struct
{
  const char *name;                  /* (unowned) */
  GArray *times[TEST_WATCH_N_KINDS]; /* (owned) (element-type double): ms */
  GArray *frames;               /* (owned) (element-type double): ms, all that is done */
  Culprit culprits[N_CULPRITS]; /* the longest first */
} Stage;

/* Function that a wrapped source had before. */
typedef struct
{
  GSourceFuncs funcs;      /* what the source has now; the first field */
  const GSourceFuncs *old; /* (unowned) */
} Wrapper;

static struct
{
  GSource *source;      /* (owned) (nullable): sees the others first */
  GHashTable *wrappers; /* (owned): GSourceFuncs → Wrapper; for the process's lifetime */
  GArray *stages;       /* (owned) (element-type Stage) */
  guint last_id;        /* of the sources that are wrapped */
  double apart;         /* ms of the dispatch under way that are counted elsewhere */
  double phase_begin;
  double chart_time;  /* of the drawing phase under way */
  double frame_begin; /* the end of the one before, or the begin of the stage */
  TestWatchKind phase;
  gulong hooks[N_PHASES];
} watch;

static void (*chart_snapshot) (GtkWidget *widget, GtkSnapshot *snapshot);

double
test_watch_now (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return (double) time.tv_sec * 1e3 + (double) time.tv_nsec / 1e6;
}

static Stage *
get_stage (void)
{
  return &g_array_index (watch.stages, Stage, watch.stages->len - 1);
}

static void
count (TestWatchKind kind, double ms)
{
  g_array_append_val (get_stage ()->times[kind], ms);
}

/* Returns: the place of @callback: a symbol, or the argument of addr2line */
static char *
describe_callback (GSourceFunc callback)
{
  Dl_info info;

  if (callback == NULL || dladdr ((gpointer) callback, &info) == 0)
    return g_strdup ("no function");
  g_autofree char *file = g_path_get_basename (info.dli_fname);
  if (info.dli_sname != NULL)
    return g_strdup_printf ("%s of %s", info.dli_sname, file);
  return g_strdup_printf ("%s+0x%zx", file,
                          (gsize) ((char *) callback - (char *) info.dli_fbase));
}

static char *
describe_source (GSource *source, GSourceFunc callback)
{
  const char *name = g_source_get_name (source);
  g_autofree char *place = describe_callback (callback);

  return g_strdup_printf ("a source “%s”, %s", name != NULL ? name : "without a name",
                          place);
}

static void
blame (const char *words, double begin, double ms)
{
  Culprit *culprits = get_stage ()->culprits;
  guint i = N_CULPRITS;

  while (i > 0 && culprits[i - 1].ms < ms)
    i--;
  if (i == N_CULPRITS)
    return;
  g_free (culprits[N_CULPRITS - 1].words);
  memmove (culprits + i + 1, culprits + i, (N_CULPRITS - 1 - i) * sizeof *culprits);
  culprits[i] = (Culprit){ ms, begin, g_strdup (words) };
}

static gboolean
is_colouring (GSourceFunc callback)
{
  Dl_info info;

  return callback != NULL && dladdr ((gpointer) callback, &info) != 0
         && info.dli_fname != NULL && strstr (info.dli_fname, "libgtksourceview") != NULL;
}

/* GTK lays out the lines of texts in idles of its own, in which nothing of ours runs. */
static gboolean
is_text_layout (GSource *source)
{
  static const char *const names[]
      = { "[gtk] first_validate_callback", "[gtk] incremental_validate_callback",
          "[gtk] do_update_im_spot_location", NULL };
  const char *name = g_source_get_name (source);

  return name != NULL && g_strv_contains (names, name);
}

static void
end_phase (void)
{
  double ms = test_watch_now () - watch.phase_begin;

  if (watch.phase == TEST_WATCH_N_KINDS)
    return;
  count (watch.phase, ms - watch.chart_time);
  watch.apart += ms;
  watch.chart_time = 0;
  watch.phase = TEST_WATCH_N_KINDS;
}

static gboolean
dispatch (GSource *source, GSourceFunc callback, gpointer data)
{
  const Wrapper *wrapper = (const Wrapper *) source->source_funcs;
  gboolean colouring = is_colouring (callback), text = is_text_layout (source);
  g_autofree char *words
      = watch.source != NULL ? describe_source (source, callback) : NULL;
  double apart = watch.apart, begin = test_watch_now ();
  gboolean within = watch.phase != TEST_WATCH_N_KINDS;

  watch.apart = 0;
  gboolean stays = wrapper->old->dispatch (source, callback, data);
  /* A frame without drawing ends so. */
  if (watch.source != NULL && !within)
    end_phase ();
  double whole = test_watch_now () - begin;
  if (watch.source != NULL && colouring)
    count (TEST_WATCH_COLOURS, whole);
  else if (watch.source != NULL && text)
    count (TEST_WATCH_LAYOUT, whole - watch.apart);
  else if (watch.source != NULL)
    {
      blame (words, begin, whole - watch.apart);
      count (TEST_WATCH_CALLBACK, whole - watch.apart);
    }
  /* All the time of a loop in this one. */
  watch.apart = apart + whole;
  return stays;
}

static void
wrap (GSource *source)
{
  const GSourceFuncs *old = source->source_funcs;
  Wrapper *wrapper = g_hash_table_lookup (watch.wrappers, old);

  if (old->dispatch == NULL || old->dispatch == dispatch)
    return;
  if (wrapper == NULL)
    {
      wrapper = g_new (Wrapper, 1);
      wrapper->funcs = *old;
      wrapper->funcs.dispatch = dispatch;
      wrapper->old = old;
      g_hash_table_insert (watch.wrappers, (gpointer) old, wrapper);
    }
  /* g_source_set_funcs() refuses a source that is attached. */
  source->source_funcs = &wrapper->funcs;
}

/* Sources are numbered as they are attached: those since the last time are new. */
static void
wrap_new_sources (void)
{
  g_autoptr (GSource) probe = g_idle_source_new ();
  guint end = g_source_attach (probe, NULL);

  g_source_destroy (probe);
  for (guint id = watch.last_id + 1; id < end; id++)
    {
      GSource *source = g_main_context_find_source_by_id (NULL, id);
      if (source != NULL && source != watch.source)
        wrap (source);
    }
  watch.last_id = end;
}

/* Nothing that was attached in the turn before is dispatched without us. */
static gboolean
prepare (GSource *source, int *timeout)
{
  *timeout = -1;
  wrap_new_sources ();
  return FALSE;
}

static gboolean
check (GSource *source)
{
  wrap_new_sources ();
  return FALSE;
}

static gboolean
never (GSource *source, GSourceFunc callback, gpointer data)
{
  return G_SOURCE_CONTINUE;
}

static GSourceFuncs watch_funcs = { prepare, check, never, NULL, NULL, NULL };

/* Work that follows a signal of the frame clock. */
static const struct
{
  const char *signal;
  TestWatchKind kind;
} phases[N_PHASES] = {
  { "update", TEST_WATCH_STYLE },
  { "layout", TEST_WATCH_LAYOUT },
  { "paint", TEST_WATCH_DRAW },
  { "after-paint", TEST_WATCH_N_KINDS },
  { "resume-events", TEST_WATCH_N_KINDS },
};

/* With which a frame is on the screen. */
#define AFTER_PAINT 3u

static guint
get_signal (guint phase)
{
  return g_signal_lookup (phases[phase].signal, GDK_TYPE_FRAME_CLOCK);
}

static gboolean
on_phase (GSignalInvocationHint *hint, guint n, const GValue *values, gpointer data)
{
  end_phase ();
  watch.phase = GPOINTER_TO_INT (data);
  watch.phase_begin = test_watch_now ();
  if (hint->signal_id == get_signal (AFTER_PAINT))
    {
      double ms = watch.phase_begin - watch.frame_begin;
      g_array_append_val (get_stage ()->frames, ms);
      watch.frame_begin = watch.phase_begin;
    }
  return TRUE;
}

static void
on_chart_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  double begin = test_watch_now ();

  chart_snapshot (widget, snapshot);
  if (watch.source == NULL || watch.phase != TEST_WATCH_DRAW)
    return;
  double ms = test_watch_now () - begin;
  count (TEST_WATCH_CHART, ms);
  watch.chart_time += ms;
}

static void
wrap_chart (void)
{
  GtkWidgetClass *chart = g_type_class_ref (EXM_TYPE_CURVE_CHART);

  if (chart_snapshot != NULL)
    return;
  chart_snapshot = chart->snapshot;
  chart->snapshot = on_chart_snapshot;
}

/* Ticks */

typedef struct
{
  GtkTickCallback callback;
  gpointer data;          /* of the caller's */
  GDestroyNotify destroy; /* (nullable) */
} Tick;

static gboolean
on_tick (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  const Tick *tick = data;
  TestWatchKind phase = watch.phase;

  if (watch.source == NULL || phase != TEST_WATCH_STYLE)
    return tick->callback (widget, clock, tick->data);
  /* Ours, in the midst of what is GTK's. */
  end_phase ();
  gboolean stays = tick->callback (widget, clock, tick->data);
  watch.phase = phase;
  watch.phase_begin = test_watch_now ();
  return stays;
}

static void
tick_free (gpointer data)
{
  Tick *tick = data;

  if (tick->destroy != NULL)
    tick->destroy (tick->data);
  g_free (tick);
}

/* The linker sends here whoever of this program asks for ticks; GTK, which computes
 * styles in one, does not come by. */
guint __real_gtk_widget_add_tick_callback (GtkWidget *widget,
                                           GtkTickCallback callback,
                                           gpointer data,
                                           GDestroyNotify destroy);

guint __wrap_gtk_widget_add_tick_callback (GtkWidget *widget,
                                           GtkTickCallback callback,
                                           gpointer data,
                                           GDestroyNotify destroy);

guint
__wrap_gtk_widget_add_tick_callback (GtkWidget *widget,
                                     GtkTickCallback callback,
                                     gpointer data,
                                     GDestroyNotify destroy)
{
  Tick *tick = g_new (Tick, 1);

  *tick = (Tick){ callback, data, destroy };
  return __real_gtk_widget_add_tick_callback (widget, on_tick, tick, tick_free);
}

/* A window asks how large its parts want to be whenever it is told its size, not only in
 * a frame: that is layout too. */

typedef void (*MeasureFunc) (
    GtkWidget *, GtkOrientation, int, int *, int *, int *, int *);

static GHashTable *measures; /* GType → MeasureFunc; for the process's lifetime */

static MeasureFunc
find_measure (GtkWidget *widget)
{
  gpointer func = NULL;

  for (GType type = G_OBJECT_TYPE (widget); func == NULL; type = g_type_parent (type))
    func = g_hash_table_lookup (measures, GSIZE_TO_POINTER (type));
  return (MeasureFunc) (GCallback) func;
}

static void
measure (GtkWidget *widget,
         GtkOrientation orientation,
         int for_size,
         int *minimum,
         int *natural,
         int *minimum_baseline,
         int *natural_baseline)
{
  gboolean outermost = watch.source != NULL && watch.phase == TEST_WATCH_N_KINDS;

  if (outermost)
    {
      watch.phase = TEST_WATCH_LAYOUT;
      watch.phase_begin = test_watch_now ();
    }
  find_measure (widget) (widget, orientation, for_size, minimum, natural,
                         minimum_baseline, natural_baseline);
  if (outermost)
    end_phase ();
}

static void
wrap_measures (void)
{
  const GType types[] = { EXM_TYPE_WINDOW,          ADW_TYPE_ABOUT_WINDOW,
                          ADW_TYPE_MESSAGE_DIALOG,  ADW_TYPE_PREFERENCES_WINDOW,
                          GTK_TYPE_POPOVER,         GTK_TYPE_POPOVER_MENU,
                          GTK_TYPE_SHORTCUTS_WINDOW };

  if (measures != NULL)
    return;
  measures = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      GtkWidgetClass *klass = g_type_class_ref (types[i]);
      if (klass->measure == measure)
        continue;
      g_hash_table_insert (measures, GSIZE_TO_POINTER (types[i]),
                           (gpointer) (GCallback) klass->measure);
      klass->measure = measure;
    }
}

static void
clear_stage (gpointer data)
{
  Stage *stage = data;

  for (guint i = 0; i < TEST_WATCH_N_KINDS; i++)
    g_array_unref (stage->times[i]);
  g_array_unref (stage->frames);
  for (guint i = 0; i < N_CULPRITS; i++)
    g_free (stage->culprits[i].words);
}

void
test_watch_start (void)
{
  g_assert_null (watch.source);
  if (watch.wrappers == NULL)
    watch.wrappers = g_hash_table_new (NULL, NULL);
  g_clear_pointer (&watch.stages, g_array_unref);
  watch.stages = g_array_new (FALSE, TRUE, sizeof (Stage));
  g_array_set_clear_func (watch.stages, clear_stage);
  watch.last_id = 0;
  watch.phase = TEST_WATCH_N_KINDS;
  test_watch_stage ("start");
  wrap_chart ();
  wrap_measures ();
  for (guint i = 0; i < N_PHASES; i++)
    watch.hooks[i] = g_signal_add_emission_hook (get_signal (i), 0, on_phase,
                                                 GINT_TO_POINTER (phases[i].kind), NULL);
  watch.source = g_source_new (&watch_funcs, sizeof (GSource));
  g_source_set_priority (watch.source, G_MININT);
  g_source_attach (watch.source, NULL);
}

void
test_watch_stop (void)
{
  for (guint i = 0; i < N_PHASES; i++)
    g_signal_remove_emission_hook (get_signal (i), watch.hooks[i]);
  g_source_destroy (watch.source);
  g_clear_pointer (&watch.source, g_source_unref);
}

void
test_watch_stage (const char *name)
{
  Stage stage = { .name = name };

  for (guint i = 0; i < TEST_WATCH_N_KINDS; i++)
    stage.times[i] = g_array_new (FALSE, FALSE, sizeof (double));
  stage.frames = g_array_new (FALSE, FALSE, sizeof (double));
  g_array_append_val (watch.stages, stage);
  watch.frame_begin = test_watch_now ();
}

guint
test_watch_get_n_stages (void)
{
  return watch.stages->len;
}

const char *
test_watch_get_stage (guint number)
{
  return g_array_index (watch.stages, Stage, number).name;
}

double
test_watch_get_longest (guint number, TestWatchKind kind)
{
  const GArray *times = g_array_index (watch.stages, Stage, number).times[kind];
  double longest = 0;

  for (guint i = 0; i < times->len; i++)
    longest = MAX (longest, g_array_index (times, double, i));
  return longest;
}

static int
compare_times (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return x < y ? -1 : x > y;
}

static void
print_times (const Stage *stage, const char *kind, GArray *times)
{
  g_autofree char *name = g_strdup_printf ("%s: %s", stage->name, kind);

  if (times->len == 0)
    return;
  g_array_sort (times, compare_times);
  g_print ("%-44s %8.2f %8.2f %8.2f ms, n = %u\n", name, g_array_index (times, double, 0),
           g_array_index (times, double, times->len / 2),
           g_array_index (times, double, times->len - 1), times->len);
}

void
test_watch_print_frames (const char *name)
{
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (double));

  for (guint i = 0; i < watch.stages->len; i++)
    {
      const Stage *stage = &g_array_index (watch.stages, Stage, i);
      if (g_str_equal (stage->name, name))
        g_array_append_vals (all, stage->frames->data, stage->frames->len);
    }
  g_array_sort (all, compare_times);
  for (guint i = 0; i < all->len; i += all->len)
    g_print ("# %s: a frame's work: median %.2f, 95 of 100 at most %.2f, most %.2f ms, "
             "n = %u\n",
             name, g_array_index (all, double, all->len / 2),
             g_array_index (all, double, all->len * 95 / 100),
             g_array_index (all, double, all->len - 1), all->len);
}

void
test_watch_print (void)
{
  static const char *const kinds[TEST_WATCH_N_KINDS]
      = { "callbacks",    "GtkSourceView", "GTK's styles",
          "GTK's layout", "GTK's drawing", "charts" };

  for (guint i = 0; i < watch.stages->len; i++)
    {
      const Stage *stage = &g_array_index (watch.stages, Stage, i);
      for (guint kind = 0; kind < TEST_WATCH_N_KINDS; kind++)
        print_times (stage, kinds[kind], stage->times[kind]);
      print_times (stage, "a frame's work", stage->frames);
      test_watch_print_culprits (i, 0);
    }
}

void
test_watch_print_culprits (guint number, double limit)
{
  const Stage *stage = &g_array_index (watch.stages, Stage, number);

  for (guint k = 0; k < N_CULPRITS; k++)
    if (stage->culprits[k].words != NULL && stage->culprits[k].ms >= limit)
      g_print ("#   %.1f ms at %.1f while “%s”: %s\n", stage->culprits[k].ms,
               stage->culprits[k].begin, stage->name, stage->culprits[k].words);
}
