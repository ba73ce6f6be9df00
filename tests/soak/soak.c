/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* soak [--pages=N] [--tasks=N] [--faults=PERCENT] [--folder=FOLDER]: a worker that
 * collects for hours. Each tenth of the pages is told with the memory, the open
 * descriptors and the pages a second that it had. It fails where memory or descriptors
 * grow after the first tenth, where the last one is slower than the first, and where an
 * article is missing.
 *
 * The worker's clock is put ahead when it has nothing to do but wait: retries and resting
 * hosts take none of the time. */

#include "config.h"

#include "soak-site.h"

#include "demo/exm-sample-numbered.h"
#include "store/exm-store.h"
#include "task/exm-output-format.h"
#include "test-folder.h"
#include "worker/exm-worker.h"

#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define TENTHS 10u

/* Articles between two looks at the memory, which swings with what is under way. */
#define LOOK_ARTICLES 25u

/* Tasks that run at a time. */
#define AT_ONCE 10u

/* A worker that said nothing for so long waits. */
#define IDLE_MS 40u
#define SKIP_USEC (5 * G_USEC_PER_SEC)

/* Bars, in percent: memory beside that after the first tenth; pages a second of the last
 * tenth beside those of the first. */
#define MAX_MEMORY 105u
#define MIN_PACE 90u

/* Connections to a hundred hosts come and go; what leaks goes on. */
#define MAX_FILES 160u

typedef struct
{
  double pages_s;
  double pages_cpu_s; /* a second of the processor, however busy the machine is */
  gint64 memory_kb;   /* the mean of many looks */
  gint64 used_kb;     /* of it, what malloc() gave out and has not got back */
  guint n_files;
} Tenth;

typedef struct
{
  guint n_pages; /* of all tasks */
  guint n_tasks;
  guint percent;
  guint port;
  char *folder;      /* (owned) */
  GMainLoop *loop;   /* (owned) */
  ExmWorker *worker; /* (owned) */
  gint64 ahead_usec; /* atomic by g_atomic_pointer: of the system's clock, the worker's */
  guint n_expected;  /* articles */
  guint n_articles;
  guint n_problems;
  GPtrArray *uids;   /* (owned) (element-type utf8): of the tasks */
  guint n_begun;     /* of them */
  gboolean quiet;    /* no event since the last look */
  gint64 tenth_usec; /* when this tenth began */
  double tenth_cpu_s;
  guint tenth_start; /* articles by then */
  gint64 memory_sum_kb;
  guint n_memory; /* looks at the memory in this tenth */
  Tenth tenths[TENTHS];
  guint n_tenths;
} Soak;

static gint64
get_time (gpointer data)
{
  Soak *self = data;

  return g_get_real_time () + __atomic_load_n (&self->ahead_usec, __ATOMIC_SEQ_CST);
}

static gint64
read_memory_kb (void)
{
  g_autofree char *text = NULL;

  if (!g_file_get_contents ("/proc/self/status", &text, NULL, NULL))
    return 0;
  const char *line = strstr (text, "VmRSS:");
  return line != NULL ? g_ascii_strtoll (line + strlen ("VmRSS:"), NULL, 10) : 0;
}

static double
read_cpu_s (void)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  return (double) (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
         + (double) (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

static guint
count_files (void)
{
  g_autoptr (GDir) dir = g_dir_open ("/proc/self/fd", 0, NULL);
  guint n = 0;

  while (dir != NULL && g_dir_read_name (dir) != NULL)
    n++;
  return n;
}

static void
end_tenth (Soak *self)
{
  gint64 now = g_get_monotonic_time ();
  double cpu_s = read_cpu_s ();
  guint n = self->n_articles - self->tenth_start;
  struct mallinfo2 heap = mallinfo2 ();
  Tenth *tenth = &self->tenths[self->n_tenths++];

  *tenth = (Tenth){
    .pages_s = n * 1e6 / (double) MAX (now - self->tenth_usec, 1),
    .pages_cpu_s = n / MAX (cpu_s - self->tenth_cpu_s, 1e-3),
    .memory_kb = self->memory_sum_kb / MAX (self->n_memory, 1),
    .used_kb = (gint64) ((heap.uordblks + heap.hblkhd) / 1024),
    .n_files = count_files (),
  };
  g_print ("# tenth %2u: %6u articles, %5.1f a second, %5.1f of the processor, %6.1f MiB "
           "(%5.1f in use), %u descriptors\n",
           self->n_tenths, self->n_articles, tenth->pages_s, tenth->pages_cpu_s,
           (double) tenth->memory_kb / 1024, (double) tenth->used_kb / 1024,
           tenth->n_files);
  fflush (stdout);
  self->memory_sum_kb = 0;
  self->n_memory = 0;
  self->tenth_usec = now;
  self->tenth_cpu_s = cpu_s;
  self->tenth_start = self->n_articles;
}

/* Tasks come one after the other, as those of a machine do that is never switched off:
 * what a run keeps until it ends must not be taken for what is never given back. */
static void
begin_task (Soak *self)
{
  if (self->n_begun < self->uids->len)
    exm_worker_run_task (self->worker, self->uids->pdata[self->n_begun++]);
}

static void
on_event (const ExmWorkerEvent *event, gpointer data)
{
  Soak *self = data;

  self->quiet = FALSE;
  if (event->kind == EXM_WORKER_ARTICLE)
    {
      if (self->n_articles++ % LOOK_ARTICLES == 0)
        {
          self->memory_sum_kb += read_memory_kb ();
          self->n_memory++;
        }
      if (self->n_tenths < TENTHS
          && self->n_articles
                 >= (guint64) self->n_expected * (self->n_tenths + 1) / TENTHS)
        end_tenth (self);
    }
  self->n_problems += event->kind == EXM_WORKER_PROBLEM;
  if (event->kind == EXM_WORKER_RUN_FINISHED)
    begin_task (self);
  if (event->kind == EXM_WORKER_ENDED)
    g_main_loop_quit (self->loop);
}

static gboolean
on_idle (gpointer data)
{
  Soak *self = data;

  if (self->quiet)
    {
      __atomic_add_fetch (&self->ahead_usec, SKIP_USEC, __ATOMIC_SEQ_CST);
      exm_worker_wake (self->worker);
    }
  self->quiet = TRUE;
  return G_SOURCE_CONTINUE;
}

/* Returns: articles that can be had of it */
static guint
add_task (Soak *self, ExmStore *store, guint host, guint n_pages, const char *out)
{
  g_auto (ExmTaskFields) fields = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStoredPage) meta = exm_stored_page_new ();
  g_autofree char *base = soak_site_make_base (host, self->port);
  g_autofree char *path = g_strdup_printf ("/numbered/%u/%06u", n_pages + 1, n_pages + 1);
  g_autofree char *example = g_strconcat (base, path, NULL);
  g_autofree char *list = g_strdup_printf ("%s/numbered/%u/", base, n_pages);
  g_autoptr (ExmSamplePage) page = exm_sample_numbered_render (path);
  g_autoptr (GBytes) bytes = exm_sample_page_encode (page, NULL);
  char *hash = NULL;
  guint n_articles = 0;

  meta->url = g_strdup (example);
  meta->final_url = g_strdup (example);
  meta->status = 200;
  if (!exm_store_put_page (store, bytes, meta, &hash, &error))
    g_error ("%s", error->message);
  exm_task_fields_init (&fields);
  g_free (fields.name);
  fields.name = g_strdup_printf ("Host %u", host);
  fields.first_run = EXM_FIRST_RUN_ALL;
  fields.delay_ms = 0;
  g_autoptr (GUri) uri = g_uri_parse (base, G_URI_FLAGS_NONE, NULL);
  g_ptr_array_add (fields.private_hosts, g_strdup (g_uri_get_host (uri)));
  exm_task_fields_add_example (&fields, example)->page_hash = hash;
  exm_task_fields_add_source (&fields, EXM_SOURCE_LIST, list);
  exm_task_fields_add_output (&fields, EXM_OUTPUT_TEXT, out, "{task}/{key}.txt");
  g_ptr_array_add (fields.include, g_strconcat (list, "(*)", NULL));
  g_autofree char *uid = g_strdup (fields.uid);
  g_autoptr (ExmTask) task = exm_task_new (&fields);
  if (!exm_store_add_task (store, task, g_get_real_time (), &error))
    g_error ("%s", error->message);
  for (guint i = 1; i <= n_pages; i++)
    n_articles += soak_site_get_fault (host, i, self->percent) < SOAK_FAULT_MISSING;
  g_ptr_array_add (self->uids, g_steal_pointer (&uid));
  return n_articles;
}

static void
add_tasks (Soak *self, const char *out)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStore) store = exm_store_open (self->folder, NULL, NULL, &error);

  if (store == NULL)
    g_error ("%s", error->message);
  for (guint i = 0; i < self->n_tasks; i++)
    self->n_expected += add_task (self, store, i, self->n_pages / self->n_tasks, out);
}

static guint
report (guint *n, gboolean right, const char *name, const char *words)
{
  g_print ("%s %u - %s\n# %s\n", right ? "ok" : "not ok", ++*n, name, words);
  return right ? 0 : 1;
}

/* A true slowdown shows by both clocks; on a busy machine either one swings. */
static gboolean
is_as_fast (const Tenth *first, const Tenth *last)
{
  return last->pages_cpu_s * 100 >= first->pages_cpu_s * MIN_PACE
         || last->pages_s * 100 >= first->pages_s * MIN_PACE;
}

/* Whether no tenth after the first is far above their mean, nor the last above the
 * second. How much is on its way at once swings; what is never given back only grows. */
static gboolean
is_flat (const Soak *self, gint64 *mean_kb)
{
  const Tenth *tenths = self->tenths;
  gint64 sum_kb = 0, most_kb = 0;

  *mean_kb = 0;
  if (self->n_tenths < TENTHS)
    return FALSE;
  for (guint i = 1; i < TENTHS; i++)
    {
      sum_kb += tenths[i].memory_kb;
      most_kb = MAX (most_kb, tenths[i].memory_kb);
    }
  *mean_kb = sum_kb / (TENTHS - 1);
  return most_kb * 100 <= *mean_kb * MAX_MEMORY
         && tenths[TENTHS - 1].memory_kb * 100 <= tenths[1].memory_kb * MAX_MEMORY;
}

static int
judge (Soak *self)
{
  const Tenth *first = &self->tenths[0], *last = &self->tenths[TENTHS - 1];
  gint64 most_kb = 0, mean_kb = 0;
  guint most_files = 0, n = 0, n_failed = 0;
  gboolean flat = is_flat (self, &mean_kb);

  for (guint i = 1; i < self->n_tenths; i++)
    {
      most_kb = MAX (most_kb, self->tenths[i].memory_kb);
      most_files = MAX (most_files, self->tenths[i].n_files);
    }
  g_autofree char *count = g_strdup_printf ("%u of %u, problems: %u", self->n_articles,
                                            self->n_expected, self->n_problems);
  g_autofree char *memory = g_strdup_printf (
      "after the first tenth %.1f MiB, on average %.1f, at most %.1f, at the end %.1f",
      (double) self->tenths[1].memory_kb / 1024, (double) mean_kb / 1024,
      (double) most_kb / 1024, (double) last->memory_kb / 1024);
  g_autofree char *files = g_strdup_printf ("%u, then %u at most, %u at the end",
                                            first->n_files, most_files, last->n_files);
  g_autofree char *pace = g_strdup_printf (
      "pages a second of the processor: %.1f, then %.1f; a second: %.1f, then %.1f",
      first->pages_cpu_s, last->pages_cpu_s, first->pages_s, last->pages_s);

  n_failed += report (&n, self->n_articles == self->n_expected, "articles", count);
  n_failed += report (&n, flat, "memory is flat", memory);
  n_failed += report (&n, most_files <= MAX_FILES && last->n_files <= first->n_files,
                      "descriptors are flat", files);
  n_failed += report (&n, is_as_fast (first, last), "no slower at the end", pace);
  g_print ("1..%u\n", n);
  return n_failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

int
main (int argc, char *argv[])
{
  int pages = 50000, tasks = 100, percent = 5;
  g_autofree char *folder = NULL;
  const GOptionEntry entries[] = {
    { "pages", 0, 0, G_OPTION_ARG_INT, &pages, NULL, NULL },
    { "tasks", 0, 0, G_OPTION_ARG_INT, &tasks, NULL, NULL },
    { "faults", 0, 0, G_OPTION_ARG_INT, &percent, NULL, NULL },
    { "folder", 0, 0, G_OPTION_ARG_FILENAME, &folder, NULL, NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError) error = NULL;

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error) || tasks < 1
      || pages / tasks < 10)
    {
      g_printerr ("soak: %s\n", error != NULL ? error->message : "ten pages a task");
      return EXIT_FAILURE;
    }
  Soak self = { .n_pages = (guint) pages,
                .n_tasks = (guint) tasks,
                .percent = (guint) percent };
  pid_t site = soak_site_start (self.percent, &self.port);
  self.folder = folder != NULL ? g_strdup (folder) : test_folder_new ();
  g_autoptr (TestFolder) out = test_folder_new ();
  const ExmWorkerOptions options
      = { .folder = self.folder, .once = TRUE, .clock = get_time, .clock_data = &self };
  self.loop = g_main_loop_new (NULL, FALSE);
  self.worker = exm_worker_new (&options, on_event, &self);
  self.uids = g_ptr_array_new_with_free_func (g_free);
  add_tasks (&self, out);
  for (guint i = 0; i < AT_ONCE; i++)
    begin_task (&self);
  self.tenth_usec = g_get_monotonic_time ();
  self.tenth_cpu_s = read_cpu_s ();
  guint idle = g_timeout_add (IDLE_MS, on_idle, &self);
  if (!exm_worker_start (self.worker, &error))
    g_error ("%s", error->message);
  g_main_loop_run (self.loop);
  exm_worker_stop (self.worker);
  g_source_remove (idle);
  soak_site_stop (site);
  int status = judge (&self);
  g_ptr_array_unref (self.uids);
  g_object_unref (self.worker);
  g_main_loop_unref (self.loop);
  if (folder == NULL)
    test_folder_free (self.folder);
  else
    g_free (self.folder);
  return status;
}
