/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A worker whose folder for articles is on a disk that fills up, and that has room again
 * later. The linker puts __wrap_pwrite64() before the system's. */

#define G_LOG_DOMAIN "test"

#include "config.h"

#include "worker-fixture.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

ssize_t
__real_pwrite64 (int fd, const void *bytes, size_t n, off_t offset);
ssize_t
__wrap_pwrite64 (int fd, const void *bytes, size_t n, off_t offset);

/* Longer than any pause between two attempts to publish. */
#define RETRIED_AFTER_S (2 * 24 * 3600)

static const char *full_folder; /* (unowned) (nullable): set while no worker runs */
static gint room_bytes;         /* atomic: what the disk below it still takes */
static gint n_refused;          /* atomic */

static gboolean
is_below (int fd, const char *folder)
{
  g_autofree char *name = g_strdup_printf ("/proc/self/fd/%d", fd);
  g_autofree char *path = g_file_read_link (name, NULL);

  return path != NULL && g_str_has_prefix (path, folder);
}

ssize_t
__wrap_pwrite64 (int fd, const void *bytes, size_t n, off_t offset)
{
  if (full_folder == NULL || !is_below (fd, full_folder))
    return __real_pwrite64 (fd, bytes, n, offset);
  gint room = g_atomic_int_get (&room_bytes);
  size_t fits = MIN (n, (size_t) MAX (room, 0));
  if (fits == 0)
    {
      g_atomic_int_inc (&n_refused);
      errno = ENOSPC;
      return -1;
    }
  g_atomic_int_add (&room_bytes, -(gint) fits);
  return __real_pwrite64 (fd, bytes, fits, offset);
}

/* Returns: bytes of all files in @folder, hidden ones too */
static gsize
measure_files (const char *folder, guint *n_files)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  gsize sum = 0;

  *n_files = 0;
  for (const char *name = g_dir_read_name (dir); name != NULL;
       name = g_dir_read_name (dir))
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autofree char *bytes = NULL;
      gsize n = 0;
      if (g_file_get_contents (path, &bytes, &n, NULL))
        {
          sum += n;
          ++*n_files;
        }
    }
  return sum;
}

/* ExmWorkerWrite: between two steps, so that whatever was refused waits already. */
static gboolean
make_room (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  WorkerBench *bench = data;

  g_atomic_int_set (&room_bytes, G_MAXINT);
  g_atomic_int_add (&bench->ahead_s, RETRIED_AFTER_S);
  return TRUE;
}

/* The articles are kept, what went wrong names the file and the cause, and when there is
 * room each is published once and whole. */
static void
test_full (gconstpointer data)
{
  WorkerBench bench, roomy;
  guint n_expected_files, n_files;

  worker_bench_init (&roomy);
  g_autofree char *roomy_uid = worker_bench_add_task (&roomy, "news", "/news/",
                                                      EXM_SOURCE_LIST, EXM_FIRST_RUN_ALL);
  worker_bench_run_once (&roomy, roomy_uid);
  gsize n_expected = measure_files (roomy.out, &n_expected_files);
  g_assert_cmpuint (n_expected, >, 0);

  worker_bench_init (&bench);
  g_autofree char *uid = worker_bench_add_task (&bench, "news", "/news/", EXM_SOURCE_LIST,
                                                EXM_FIRST_RUN_ALL);
  g_atomic_int_set (&room_bytes, (gint) n_expected * GPOINTER_TO_INT (data) / 100);
  g_atomic_int_set (&n_refused, 0);
  full_folder = bench.out;
  const ExmWorkerOptions options = {
    .folder = bench.folder,
    .clock = worker_bench_get_time,
    .clock_data = &bench,
  };
  g_autoptr (GError) error = NULL;
  ExmWorker *worker = exm_worker_new (&options, worker_bench_on_event, &bench);
  exm_worker_start (worker, &error);
  g_assert_no_error (error);
  exm_worker_run_task (worker, uid);
  while (bench.n_finished == 0 || bench.problems->len == 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpint (g_atomic_int_get (&n_refused), >, 0);
  g_assert_nonnull (strstr (bench.problems->str, "the disk is full"));
  g_assert_nonnull (strstr (bench.problems->str, bench.out));
  worker_bench_assert_truth (&bench, uid, "news", roomy.n_articles);
  g_assert_cmpuint (bench.n_published, <, roomy.n_published);

  exm_worker_write_async (worker, make_room, &bench, NULL, NULL, NULL, NULL);
  while (bench.n_published < roomy.n_published)
    g_main_context_iteration (NULL, TRUE);
  exm_worker_stop (worker);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_finalize_object (worker);
  full_folder = NULL;
  g_assert_cmpuint (bench.n_published, ==, roomy.n_published);
  g_assert_cmpuint (bench.n_articles, ==, roomy.n_articles);
  gsize n_bytes = measure_files (bench.out, &n_files);
  g_assert_cmpuint (n_files, ==, n_expected_files);
  /* The two sites' ports, which stand in the files, may differ in length. */
  g_assert_cmpuint (ABS ((gssize) n_bytes - (gssize) n_expected), <, n_expected / 20);
  worker_bench_clear (&bench);
  worker_bench_clear (&roomy);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/worker/output-full/at-once", GINT_TO_POINTER (0), test_full);
  g_test_add_data_func ("/worker/output-full/midway", GINT_TO_POINTER (55), test_full);
  return g_test_run ();
}
