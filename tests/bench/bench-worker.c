/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A worker from end to end: 2,000 articles of one host without delay, listed, fetched,
 * extracted, stored and published. Pages a second; processor time of the worker's thread
 * and of the process; calls that sync a file; memory after a quarter and at the end,
 * which must not grow with the number of pages; bytes that a page takes in the store.
 * With
 * --sync-delay=USEC each sync takes so much longer, as on a disk. */

#include "config.h"

#include "demo/exm-sample-numbered.h"
#include "demo/exm-sample-thread.h"
#include "store/exm-store.h"
#include "task/exm-output-format.h"
#include "test-folder.h"
#include "test-site.h"
#include "worker/exm-worker.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define N_PAGES 2000u
#define N_PAGES_QUICK 60u

/* Growth of memory allowed over the last three quarters. */
#define MAX_GROWTH_KB (16 * 1024)

/* Syncs a page, where all files of a group can be synced together. */
#define MAX_SYNCS .4

/* And more on a machine that is too slow for full groups. */
#define MAX_SYNCS_A_SECOND 150

typedef struct
{
  guint n_pages;
  guint n_articles;
  guint n_published;
  guint n_bad;
  gint64 quarter_kb;
  gint64 thread_usec; /* processor time of the worker's thread */
  GMainLoop *loop;    /* (owned) */
} Round;

static atomic_uint n_syncs;
static guint sync_delay_usec;

static int
sync_slowly (long call, int fd)
{
  atomic_fetch_add (&n_syncs, 1);
  if (sync_delay_usec > 0)
    g_usleep (sync_delay_usec);
  return (int) syscall (call, fd);
}

/* Take the place of the C library's, for SQLite too. */
int
fsync (int fd)
{
  return sync_slowly (SYS_fsync, fd);
}

int
fdatasync (int fd)
{
  return sync_slowly (SYS_fdatasync, fd);
}

int
syncfs (int fd)
{
  return sync_slowly (SYS_syncfs, fd);
}

static void
expect (gboolean right, const char *what, const GError *error)
{
  if (!right)
    g_error ("%s: %s", what, error != NULL ? error->message : "a wrong result");
}

static void
print_row (const char *what, double value, const char *unit, guint n)
{
  g_print ("%-28s %10.1f %10.1f %10.1f %s, n = %u\n", what, value, value, value, unit, n);
}

static gint64
read_peak_kb (void)
{
  g_autofree char *text = NULL;

  expect (g_file_get_contents ("/proc/self/status", &text, NULL, NULL), "status", NULL);
  const char *line = strstr (text, "VmHWM:");
  return line != NULL ? g_ascii_strtoll (line + strlen ("VmHWM:"), NULL, 10) : 0;
}

/* Returns: processor time of the worker's thread so far, microseconds */
static gint64
read_thread_usec (void)
{
  g_autoptr (GDir) tasks = g_dir_open ("/proc/self/task", 0, NULL);

  for (const char *name = g_dir_read_name (tasks); name != NULL;
       name = g_dir_read_name (tasks))
    {
      g_autofree char *path = g_strdup_printf ("/proc/self/task/%s/comm", name);
      g_autofree char *times = g_strdup_printf ("/proc/self/task/%s/schedstat", name);
      g_autofree char *comm = NULL, *text = NULL;
      if (g_file_get_contents (path, &comm, NULL, NULL) && strcmp (comm, "worker\n") == 0
          && g_file_get_contents (times, &text, NULL, NULL))
        return g_ascii_strtoll (text, NULL, 10) / 1000;
    }
  return 0;
}

static double
read_process_usec (void)
{
  struct rusage usage;

  expect (getrusage (RUSAGE_SELF, &usage) == 0, "rusage", NULL);
  return (double) (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * G_USEC_PER_SEC
         + (double) (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

/* The site has a process of its own, so that its memory is not counted. */
static pid_t
start_site (char **base)
{
  char line[256] = "";
  int channel[2];

  expect (pipe (channel) == 0, "pipe", NULL);
  pid_t pid = fork ();
  expect (pid >= 0, "fork", NULL);
  if (pid == 0)
    {
      g_autoptr (GError) error = NULL;
      prctl (PR_SET_PDEATHSIG, SIGKILL);
      g_autofree char *data
          = g_build_filename (g_getenv ("G_TEST_SRCDIR"), "..", "data", "sample", NULL);
      ExmSampleThread *site
          = exm_sample_thread_start (data, EXM_SAMPLE_SERVER_DEFAULT, 0, &error);
      expect (site != NULL, data, error);
      const char *url
          = exm_sample_server_get_base_url (exm_sample_thread_get_server (site));
      if (write (channel[1], url, strlen (url) + 1) > 0)
        for (;;)
          pause ();
      _exit (1);
    }
  close (channel[1]);
  expect (read (channel[0], line, sizeof line - 1) > 0, "the site", NULL);
  close (channel[0]);
  *base = g_strdup (line);
  return pid;
}

static char *
add_task (const char *folder, const char *out, const char *base, guint n_pages)
{
  g_auto (ExmTaskFields) fields;
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStore) store = exm_store_open (folder, NULL, NULL, &error);
  g_autoptr (ExmStoredPage) meta = exm_stored_page_new ();
  g_autofree char *path = g_strdup_printf ("/numbered/%u/%06u", n_pages, n_pages);
  g_autofree char *example = g_strconcat (base, path, NULL);
  g_autofree char *list = g_strdup_printf ("%s/numbered/%u/", base, n_pages);
  g_autoptr (ExmSamplePage) page = exm_sample_numbered_render (path);
  g_autoptr (GBytes) bytes = exm_sample_page_encode (page, NULL);
  char *hash = NULL;

  expect (store != NULL, "the store", error);
  meta->url = g_strdup (example);
  meta->final_url = g_strdup (example);
  meta->status = 200;
  expect (exm_store_put_page (store, bytes, meta, &hash, &error), "the example", error);
  exm_task_fields_init (&fields);
  fields.first_run = EXM_FIRST_RUN_ALL;
  fields.delay_ms = 0;
  g_ptr_array_add (fields.private_hosts, g_strdup ("127.0.0.1"));
  exm_task_fields_add_example (&fields, example)->page_hash = hash;
  exm_task_fields_add_source (&fields, EXM_SOURCE_LIST, list);
  exm_task_fields_add_output (&fields, EXM_OUTPUT_TEXT, out, "{key}.txt");
  g_ptr_array_add (fields.include, g_strconcat (list, "(*)", NULL));
  char *uid = g_strdup (fields.uid);
  g_autoptr (ExmTask) task = exm_task_new (&fields);
  expect (exm_store_add_task (store, task, g_get_real_time (), &error), "task", error);
  return uid;
}

static void
on_event (const ExmWorkerEvent *event, gpointer data)
{
  Round *round = data;

  switch (event->kind)
    {
    case EXM_WORKER_ARTICLE:
      round->n_bad += g_strcmp0 (event->state, "good") != 0;
      if (++round->n_articles == round->n_pages / 4)
        round->quarter_kb = read_peak_kb ();
      break;
    case EXM_WORKER_PUBLISHED:
      if (++round->n_published == round->n_pages)
        round->thread_usec = read_thread_usec ();
      break;
    case EXM_WORKER_PROBLEM:
      g_error ("%s: %s", event->url, event->message);
    case EXM_WORKER_ENDED:
      g_main_loop_quit (round->loop);
      break;
    case EXM_WORKER_RUN_STARTED:
    case EXM_WORKER_RUN_PROGRESS:
    case EXM_WORKER_RUN_FINISHED:
    case EXM_WORKER_RECOVERED:
    case EXM_WORKER_WAITING:
    case EXM_WORKER_NOTICE:
    case EXM_WORKER_CHANGED:
    case EXM_WORKER_INDEXED:
    case EXM_WORKER_ALERT:
    default:
      break;
    }
}

static double
get_file_size (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  GStatBuf info;

  expect (g_stat (path, &info) == 0, path, NULL);
  return (double) info.st_size;
}

/* Some of the articles have the bodies that they were made with. */
static void
check_truth (const char *folder)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStore) store = exm_store_open (folder, NULL, NULL, &error);
  const ExmArticleFilter filter = { .limit = 20 };

  expect (store != NULL, "the store", error);
  g_autoptr (GPtrArray) list = exm_store_list_articles (store, &filter, &error);
  expect (list != NULL && list->len == filter.limit, "articles", error);
  for (guint i = 0; i < list->len; i++)
    {
      const ExmArticleInfo *info = g_ptr_array_index (list, i);
      g_autoptr (ExmArticle) article = exm_store_get_article (store, info->id, &error);
      expect (article != NULL, "an article", error);
      const char *number = strrchr (exm_article_get (article)->url, '/') + 1;
      g_autofree char *truth = exm_sample_numbered_dup_body ((guint) atoi (number));
      expect (test_site_score (exm_article_get (article)->text, truth) > .97, number,
              NULL);
    }
}

static void
bench (const char *base, guint n_pages, gboolean quick)
{
  g_autoptr (TestFolder) folder = test_folder_new ();
  g_autoptr (TestFolder) out = test_folder_new ();
  g_autofree char *uid = add_task (folder, out, base, n_pages);
  const ExmWorkerOptions options = { .folder = folder, .once = TRUE };
  Round round = { .n_pages = n_pages, .loop = g_main_loop_new (NULL, FALSE) };
  g_autoptr (ExmWorker) worker = exm_worker_new (&options, on_event, &round);
  g_autoptr (GError) error = NULL;
  gint64 start = g_get_monotonic_time ();
  double start_usec = read_process_usec ();
  guint syncs_before = n_syncs;

  exm_worker_run_task (worker, uid);
  expect (exm_worker_start (worker, &error), "the worker", error);
  g_main_loop_run (round.loop);
  exm_worker_stop (worker);
  double seconds = (double) (g_get_monotonic_time () - start) / G_USEC_PER_SEC;
  double process_usec = read_process_usec () - start_usec;
  guint n_synced = n_syncs - syncs_before;
  gint64 peak_kb = read_peak_kb ();
  g_main_loop_unref (round.loop);

  expect (round.n_articles == n_pages, "articles", NULL);
  expect (round.n_published == n_pages, "published articles", NULL);
  expect (round.n_bad == 0, "good articles", NULL);
  check_truth (folder);
  print_row ("collected", n_pages / seconds, "pages/s", n_pages);
  print_row ("worker-thread", (double) round.thread_usec / n_pages, "us/page", n_pages);
  print_row ("processor", process_usec / n_pages, "us/page", n_pages);
  print_row ("syncs", 100. * n_synced / n_pages, "/100 pages", n_pages);
  print_row ("peak-memory-quarter", (double) round.quarter_kb / 1024, "MiB", n_pages / 4);
  print_row ("peak-memory", (double) peak_kb / 1024, "MiB", n_pages);
  print_row ("main-file", get_file_size (folder, EXM_STORE_MAIN_FILE) / n_pages,
             "bytes/page", n_pages);
  print_row ("pages-file", get_file_size (folder, EXM_STORE_PAGES_FILE) / n_pages,
             "bytes/page", n_pages);
  expect (quick || n_synced < MAX_SYNCS * n_pages + MAX_SYNCS_A_SECOND * seconds,
          "fewer syncs", NULL);
  if (!quick)
    expect (peak_kb - round.quarter_kb < MAX_GROWTH_KB, "memory grows", NULL);
}

int
main (int argc, char *argv[])
{
  gboolean quick = FALSE;
  guint n_pages = N_PAGES;
  g_autofree char *base = NULL;

  for (int i = 1; i < argc; i++)
    if (strcmp (argv[i], "--quick") == 0)
      {
        quick = TRUE;
        n_pages = N_PAGES_QUICK;
      }
    else if (g_str_has_prefix (argv[i], "--sync-delay="))
      sync_delay_usec = (guint) atoi (argv[i] + strlen ("--sync-delay="));
    else if ((n_pages = (guint) atoi (argv[i])) < 40)
      {
        g_printerr ("usage: %s [--quick] [--sync-delay=USEC] [PAGES]\n", argv[0]);
        return EXIT_FAILURE;
      }
  pid_t site = start_site (&base);
  bench (base, n_pages, quick);
  kill (site, SIGKILL);
  waitpid (site, NULL, 0);
  return EXIT_SUCCESS;
}
