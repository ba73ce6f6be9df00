/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Opening of the window on few tasks and on many: until the first frame, until the
 * sidebar has its tasks, until the list has its articles. And searching in it: from the
 * last key until rows that are found are drawn.
 *
 * bench-opening [--quick | FOLDER [ARTICLES]]: making the stores takes minutes; in FOLDER
 * they are kept for the next time. */

#include "config.h"

#include "app/review/exm-article-row.h"
#include "app/review/exm-articles-page.h"

#include "store-fixture.h"
#include "test-folder.h"
#include "test-gui.h"
#include "test-pointer.h"
#include "word-store.h"

#include <stdlib.h>
#include <string.h>

/* A folder that the window opens. */
typedef struct
{
  const char *name;
  guint n_tasks;
  guint n_articles;
  char *folder;  /* (owned) */
  gboolean kept; /* it is not removed */
  GArray *first; /* (owned) (element-type double): ms until the first frame */
  GArray *tasks; /* (owned) (element-type double): until its tasks */
  GArray *rows;  /* (owned) (element-type double): until its articles */
} Opened;

static const char *const searches[][2]
    = { { "word", "隧道" }, { "phrase", "\"北江隧道\"" }, { "common", "公司" } };

static GArray *
times_new (void)
{
  return g_array_new (FALSE, FALSE, sizeof (double));
}

static void
fill (Opened *self)
{
  g_autoptr (GError) error = NULL;

  word_store_fill (self->folder, WORD_STORE_CHINESE, self->n_tasks, self->n_articles);
  g_autoptr (ExmStore) store = exm_store_open (self->folder, NULL, NULL, &error);
  g_assert_no_error (error);
  for (guint i = 1; i <= self->n_tasks; i++)
    exm_store_set_paused (store, store_task_uid (i), TRUE, &error);
  g_assert_no_error (error);
  store_fill_index (self->folder);
}

/* @parent: (nullable): where it is kept */
static void
opened_init (Opened *self, const char *parent)
{
  self->first = times_new ();
  self->tasks = times_new ();
  self->rows = times_new ();
  self->kept = parent != NULL;
  self->folder
      = self->kept ? g_build_filename (parent, self->name, NULL) : test_folder_new ();
  if (self->kept && g_file_test (self->folder, G_FILE_TEST_IS_DIR))
    return;
  g_assert_no_errno (g_mkdir_with_parents (self->folder, 0700));
  fill (self);
}

static void
opened_clear (Opened *self)
{
  if (self->kept)
    g_free (self->folder);
  else
    test_folder_free (self->folder);
  g_array_unref (self->first);
  g_array_unref (self->tasks);
  g_array_unref (self->rows);
}

static void
take_time (GArray *times, gint64 start_usec)
{
  double ms = (double) (g_get_monotonic_time () - start_usec) / 1000;

  g_array_append_val (times, ms);
}

static int
compare_times (gconstpointer a, gconstpointer b)
{
  double one = *(const double *) a;
  double other = *(const double *) b;

  return one < other ? -1 : one > other;
}

static double
get_median (const GArray *times)
{
  return g_array_index (times, double, times->len / 2);
}

static void
print_times (const char *what, const char *name, GArray *times)
{
  g_autofree char *row = g_strconcat (what, "-", name, NULL);

  g_array_sort (times, compare_times);
  g_print ("%-28s %10.1f %10.1f %10.1f msec, n = %u\n", row,
           g_array_index (times, double, 0), get_median (times),
           g_array_index (times, double, times->len - 1), times->len);
}

static gboolean
shows_task (gpointer window)
{
  return test_gui_find (window, GTK_TYPE_LABEL, "Task 00001") != NULL;
}

static gboolean
shows_article (gpointer window)
{
  return test_gui_find (window, EXM_TYPE_ARTICLE_ROW, NULL) != NULL;
}

/* Shows those of all tasks. */
static void
show_articles (ExmWindow *window)
{
  exm_window_set_task_uid (window, NULL);
  exm_window_set_view (window, "articles");
}

static void
bench_opening (Opened *self)
{
  gint64 start_usec = g_get_monotonic_time ();
  ExmApplication *app = test_gui_open_to_first_frame (self->folder);
  ExmWindow *window = test_gui_get_window (app);

  take_time (self->first, start_usec);
  test_gui_wait_until (shows_task, window, "the tasks");
  take_time (self->tasks, start_usec);
  show_articles (window);
  test_gui_wait_until (shows_article, window, "the articles");
  take_time (self->rows, start_usec);
  test_gui_settle (GTK_WIDGET (window));
  test_gui_stop (app);
}

/* The first window of a process also makes what all of them use. */
static void
warm_up (const Opened *opened)
{
  test_gui_stop (test_gui_start (opened->folder));
}

/* Searching */

static gboolean
is_empty (gpointer model)
{
  return g_list_model_get_n_items (model) == 0;
}

static gboolean
has_rows (gpointer model)
{
  return !is_empty (model);
}

/* After words that are found nowhere: else rows that stay would count as found. */
static void
bench_search (GtkWidget *page, const char *words, GArray *times)
{
  GtkEditable *entry
      = GTK_EDITABLE (test_gui_need (page, GTK_TYPE_SEARCH_ENTRY, "search"));
  GtkWidget *list = test_gui_need (page, GTK_TYPE_LIST_VIEW, NULL);
  gpointer model = gtk_list_view_get_model (GTK_LIST_VIEW (list));

  gtk_editable_set_text (entry, "nowhere");
  test_gui_wait_until (is_empty, model, "that nothing is found");
  test_gui_settle (page);
  gint64 start_usec = g_get_monotonic_time ();
  gtk_editable_set_text (entry, words);
  test_gui_wait_until (has_rows, model, "what is found");
  test_gui_settle (list);
  take_time (times, start_usec);
}

static void
bench_searches (const Opened *opened, guint n_turns)
{
  ExmApplication *app = test_gui_start (opened->folder);
  ExmWindow *window = test_gui_get_window (app);

  show_articles (window);
  GtkWidget *page = test_gui_need (window, EXM_TYPE_ARTICLES_PAGE, NULL);
  test_keys (page, "ctrl+f");
  for (guint i = 0; i < G_N_ELEMENTS (searches); i++)
    {
      g_autoptr (GArray) times = times_new ();
      for (guint turn = 0; turn < n_turns; turn++)
        bench_search (page, searches[i][1], times);
      print_times ("rows-found", searches[i][0], times);
    }
  test_gui_stop (app);
}

int
main (int argc, char **argv)
{
  gboolean quick = argc > 1 && g_str_equal (argv[1], "--quick");
  const char *parent = argc > 1 && !quick ? argv[1] : NULL;
  guint n_articles = argc > 2 ? (guint) atoi (argv[2]) : 200000;
  guint n_turns = quick ? 1 : 9;
  Opened few = { .name = "few", .n_tasks = 10, .n_articles = 1000 };
  Opened many = { .name = "many",
                  .n_tasks = quick ? 100 : 1000,
                  .n_articles = quick ? 1500 : n_articles };

  test_gui_init (&argc, &argv);
  opened_init (&few, parent);
  opened_init (&many, parent);
  warm_up (&few);
  for (guint i = 0; i < n_turns; i++)
    {
      bench_opening (&few);
      bench_opening (&many);
    }
  g_print ("%-28s %10s %10s %10s\n", "", "min", "median", "max");
  for (const Opened *o = &few; o != NULL; o = o == &few ? &many : NULL)
    {
      print_times ("first-frame", o->name, o->first);
      print_times ("tasks", o->name, o->tasks);
      print_times ("articles", o->name, o->rows);
    }
  g_print (
      "at %u tasks and %u articles, against %u and %u: first frame %.2f times, tasks "
      "%.2f, articles %.2f\n",
      many.n_tasks, many.n_articles, few.n_tasks, few.n_articles,
      get_median (many.first) / get_median (few.first),
      get_median (many.tasks) / get_median (few.tasks),
      get_median (many.rows) / get_median (few.rows));
  bench_searches (&many, n_turns);
  opened_clear (&few);
  opened_clear (&many);
  return EXIT_SUCCESS;
}
