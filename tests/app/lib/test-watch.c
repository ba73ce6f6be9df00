/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "test-watch.h"

#include "exm-curve-chart.h"
#include "exm-window.h"

#include <dlfcn.h>
#include <string.h>
#include <time.h>

typedef struct
{
  const char *name;                  /* (unowned) */
  GArray *times[TEST_WATCH_N_KINDS]; /* (owned) (element-type double): ms */
} Stage;

/* What a wrapped source did before. */
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
  double chart_time; /* of the drawing phase under way */
  TestWatchKind phase;
  double longest[TEST_WATCH_N_KINDS];
  char *culprit; /* (owned) (nullable) */
  gulong hooks[3];
} watch;

static void (*chart_snapshot) (GtkWidget *widget, GtkSnapshot *snapshot);

double
test_watch_now (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return (double) time.tv_sec * 1e3 + (double) time.tv_nsec / 1e6;
}

static void
count (TestWatchKind kind, double ms)
{
  Stage *stage = &g_array_index (watch.stages, Stage, watch.stages->len - 1);

  g_array_append_val (stage->times[kind], ms);
  watch.longest[kind] = MAX (watch.longest[kind], ms);
}

static void
blame (GSource *source, double ms)
{
  const Stage *stage = &g_array_index (watch.stages, Stage, watch.stages->len - 1);
  const char *name = g_source_get_name (source);

  if (ms < watch.longest[TEST_WATCH_CALLBACK])
    return;
  g_free (watch.culprit);
  watch.culprit = g_strdup_printf ("%.1f ms while “%s”: a source “%s”", ms, stage->name,
                                   name != NULL ? name : "without a name");
}

static gboolean
is_colouring (GSourceFunc callback)
{
  Dl_info info;

  return callback != NULL && dladdr ((gpointer) callback, &info) != 0
         && info.dli_fname != NULL && strstr (info.dli_fname, "libgtksourceview") != NULL;
}

static gboolean
dispatch (GSource *source, GSourceFunc callback, gpointer data)
{
  const Wrapper *wrapper = (const Wrapper *) source->source_funcs;
  gboolean colouring = is_colouring (callback);
  double apart = watch.apart, begin = test_watch_now ();

  watch.apart = 0;
  gboolean stays = wrapper->old->dispatch (source, callback, data);
  double whole = test_watch_now () - begin;
  if (watch.source != NULL && colouring)
    count (TEST_WATCH_COLOURS, whole);
  else if (watch.source != NULL)
    {
      blame (source, whole - watch.apart);
      count (TEST_WATCH_CALLBACK, whole - watch.apart);
    }
  /* Of a loop in this one, all. */
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
on_layout (GSignalInvocationHint *hint, guint n, const GValue *values, gpointer data)
{
  end_phase ();
  watch.phase = GPOINTER_TO_INT (data);
  watch.phase_begin = test_watch_now ();
  return TRUE;
}

static gboolean
on_after_paint (GSignalInvocationHint *hint, guint n, const GValue *values, gpointer data)
{
  end_phase ();
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

/* A window asks how large its parts want to be whenever it is told its size, not only in
 * a frame: that is layout too. */
static GtkWidgetClass *measured[2];
static void (*measure_of[2]) (
    GtkWidget *, GtkOrientation, int, int *, int *, int *, int *);

static void
measure (guint which,
         GtkWidget *widget,
         GtkOrientation orientation,
         int for_size,
         int *sizes[4])
{
  gboolean outermost = watch.source != NULL && watch.phase == TEST_WATCH_N_KINDS;

  if (outermost)
    {
      watch.phase = TEST_WATCH_LAYOUT;
      watch.phase_begin = test_watch_now ();
    }
  measure_of[which](widget, orientation, for_size, sizes[0], sizes[1], sizes[2],
                    sizes[3]);
  if (outermost)
    end_phase ();
}

static void
measure_window (GtkWidget *widget,
                GtkOrientation orientation,
                int for_size,
                int *minimum,
                int *natural,
                int *minimum_baseline,
                int *natural_baseline)
{
  measure (0, widget, orientation, for_size,
           (int *[]){ minimum, natural, minimum_baseline, natural_baseline });
}

static void
measure_popover (GtkWidget *widget,
                 GtkOrientation orientation,
                 int for_size,
                 int *minimum,
                 int *natural,
                 int *minimum_baseline,
                 int *natural_baseline)
{
  measure (1, widget, orientation, for_size,
           (int *[]){ minimum, natural, minimum_baseline, natural_baseline });
}

static void
wrap_measures (void)
{
  if (measured[0] != NULL)
    return;
  measured[0] = g_type_class_ref (EXM_TYPE_WINDOW);
  measure_of[0] = measured[0]->measure;
  measured[0]->measure = measure_window;
  measured[1] = g_type_class_ref (GTK_TYPE_POPOVER);
  measure_of[1] = measured[1]->measure;
  measured[1]->measure = measure_popover;
}

static gulong
add_hook (const char *signal, GSignalEmissionHook func, TestWatchKind kind)
{
  return g_signal_add_emission_hook (g_signal_lookup (signal, GDK_TYPE_FRAME_CLOCK), 0,
                                     func, GINT_TO_POINTER (kind), NULL);
}

static void
clear_stage (gpointer data)
{
  Stage *stage = data;

  for (guint i = 0; i < TEST_WATCH_N_KINDS; i++)
    g_array_unref (stage->times[i]);
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
  for (guint i = 0; i < TEST_WATCH_N_KINDS; i++)
    watch.longest[i] = 0;
  g_clear_pointer (&watch.culprit, g_free);
  watch.last_id = 0;
  watch.phase = TEST_WATCH_N_KINDS;
  test_watch_stage ("start");
  wrap_chart ();
  wrap_measures ();
  watch.hooks[0] = add_hook ("layout", on_layout, TEST_WATCH_LAYOUT);
  watch.hooks[1] = add_hook ("paint", on_layout, TEST_WATCH_DRAW);
  watch.hooks[2] = add_hook ("after-paint", on_after_paint, TEST_WATCH_N_KINDS);
  watch.source = g_source_new (&watch_funcs, sizeof (GSource));
  g_source_set_priority (watch.source, G_MININT);
  g_source_attach (watch.source, NULL);
}

void
test_watch_stop (void)
{
  static const char *const signals[] = { "layout", "paint", "after-paint" };

  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    g_signal_remove_emission_hook (g_signal_lookup (signals[i], GDK_TYPE_FRAME_CLOCK),
                                   watch.hooks[i]);
  g_source_destroy (watch.source);
  g_clear_pointer (&watch.source, g_source_unref);
}

void
test_watch_stage (const char *name)
{
  Stage stage = { .name = name };

  for (guint i = 0; i < TEST_WATCH_N_KINDS; i++)
    stage.times[i] = g_array_new (FALSE, FALSE, sizeof (double));
  g_array_append_val (watch.stages, stage);
}

double
test_watch_get_longest (TestWatchKind kind)
{
  return watch.longest[kind];
}

const char *
test_watch_describe_longest (void)
{
  return watch.culprit != NULL ? watch.culprit : "nothing";
}

static int
compare_times (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return x < y ? -1 : x > y;
}

void
test_watch_print (void)
{
  static const char *const kinds[TEST_WATCH_N_KINDS]
      = { "callbacks", "GtkSourceView", "GTK's layout", "GTK's drawing", "charts" };

  for (guint i = 0; i < watch.stages->len; i++)
    for (guint kind = 0; kind < TEST_WATCH_N_KINDS; kind++)
      {
        const Stage *stage = &g_array_index (watch.stages, Stage, i);
        GArray *times = stage->times[kind];
        g_autofree char *name = g_strdup_printf ("%s: %s", stage->name, kinds[kind]);
        if (times->len == 0)
          continue;
        g_array_sort (times, compare_times);
        g_print ("%-40s %8.2f %8.2f %8.2f ms, n = %u\n", name,
                 g_array_index (times, double, 0),
                 g_array_index (times, double, times->len / 2),
                 g_array_index (times, double, times->len - 1), times->len);
      }
}
