/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Killed, out of power, out of space, and two at once: nothing is lost, nothing half. */

#include "config.h"

#include "store/exm-store.h"

#include "base/exm-fail-point.h"
#include "store-fixture.h"
#include "store/db/exm-transaction.h"
#include "test-folder.h"
#include "test-vfs.h"

#include <stdlib.h>
#include <sys/wait.h>

#define N_PAGES 6u

/* Runs this program again; where to end it, or %NULL. */
static int
run_child (const char *mode, const char *folder, const char *point)
{
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) environment = g_get_environ ();
  const char *argv[] = { "/proc/self/exe", mode, folder, NULL };
  int status = 0;

  if (point != NULL)
    environment = g_environ_setenv (g_steal_pointer (&environment), "EXM_FAIL_POINT",
                                    point, TRUE);
  g_assert_true (g_spawn_sync (NULL, (char **) argv, environment, G_SPAWN_DEFAULT, NULL,
                               NULL, NULL, NULL, &status, &error));
  g_assert_no_error (error);
  g_assert_true (WIFEXITED (status));
  return WEXITSTATUS (status);
}

static void
check_after_kill (const char *point)
{
  g_autoptr (TestFolder) folder = test_folder_new ();

  g_test_message ("%s", point);
  g_assert_cmpint (run_child ("--round", folder, point), ==, EXM_FAIL_POINT_STATUS);
  g_assert_cmpuint (store_check (folder), <=, N_PAGES);
  g_assert_cmpint (run_child ("--round", folder, NULL), ==, 0);
  g_assert_cmpuint (store_check (folder), ==, N_PAGES);
  store_check_published (folder, N_PAGES);
}

static void
test_fail_points (void)
{
  for (ExmCommitPoint point = 0; point < EXM_N_COMMITS; point++)
    {
      check_after_kill (exm_commit_point_get_fail_point (point, FALSE));
      check_after_kill (exm_commit_point_get_fail_point (point, TRUE));
    }
}

/* Reaches fail points with much work in between. */
static void
test_fail_points_later (void)
{
  static const char *const points[]
      = { "store.schema.before:2", "store.article.before:3", "store.article.after:3",
          "store.page.after:4",    "store.publish.after:4",  "store.publish.before:5" };

  for (guint i = 0; i < G_N_ELEMENTS (points); i++)
    check_after_kill (points[i]);
}

/* A round on a disk whose power goes after some writes. Returns whether it went. */
static gboolean
lose_power_after (guint n_writes, guint32 seed)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TestFolder) folder = test_folder_new ();
  guint n_committed = 0;

  test_vfs_lose_power_after (n_writes, seed);
  gboolean done = store_round (folder, TEST_VFS, N_PAGES, &n_committed, &error);
  gboolean lost = test_vfs_power_is_lost ();
  g_assert_true (done || lost);
  test_vfs_reset ();

  guint n_there = store_check (folder);
  g_assert_cmpuint (n_there, >=, n_committed);
  guint unused = 0;
  g_clear_error (&error);
  store_round (folder, TEST_VFS, N_PAGES, &unused, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (store_check (folder), ==, N_PAGES);
  store_check_published (folder, N_PAGES);
  return lost;
}

static void
test_power_loss (void)
{
  guint n_writes = 0;

  test_vfs_set_up ();
  /* Steps that share no factor with the writes of a commit, so that all are met. */
  while (lose_power_after (n_writes, 0))
    n_writes += 7;
  g_assert_cmpuint (n_writes, >, 100);
}

/* Some of what was not synced is on the disk, some is not. */
static void
test_power_loss_torn (void)
{
  guint n_writes = 3;

  test_vfs_set_up ();
  while (lose_power_after (n_writes, 1 + n_writes))
    n_writes += 11;
  g_assert_cmpuint (n_writes, >, 100);
}

/* One of many rounds: the power goes, and where it came back it goes again. Returns
 * whether it went at all. */
static gboolean
lose_power_twice (guint n_writes, guint32 seed)
{
  g_autoptr (TestFolder) folder = test_folder_new ();
  gboolean lost = FALSE;
  guint n_safe = 0;

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (GError) error = NULL;
      guint n_committed = 0;
      test_vfs_lose_power_after (i == 0 ? n_writes : n_writes * seed % 151, seed + i);
      gboolean done = store_round (folder, TEST_VFS, N_PAGES, &n_committed, &error);
      gboolean went = test_vfs_power_is_lost ();
      g_assert_true (done || went);
      test_vfs_reset ();
      lost = lost || (i == 0 && went);
      n_safe = MAX (n_safe, n_committed);
      guint n_there = store_check (folder);
      g_assert_cmpuint (n_there, >=, n_safe);
      n_safe = n_there;
    }
  g_autoptr (GError) error = NULL;
  guint unused = 0;
  store_round (folder, TEST_VFS, N_PAGES, &unused, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (store_check (folder), ==, N_PAGES);
  store_check_published (folder, N_PAGES);
  return lost;
}

/* The long round: what survives is drawn anew by each seed. */
static void
test_power_loss_many (void)
{
  guint n_losses = 0, n_seeds = g_test_slow () ? 100 : 2;

  test_vfs_set_up ();
  for (guint32 seed = 1; seed <= n_seeds; seed++)
    for (guint n_writes = seed % 17; lose_power_twice (n_writes, seed * 7919);
         n_writes += 17)
      n_losses++;
  g_test_message ("seeds: %u, rounds that lost the power twice: %u, nothing lost",
                  n_seeds, n_losses);
  g_assert_cmpuint (n_losses, >, n_seeds * 10);
}

/* Each commit is whole or not at all, and it is said. */
static void
fill_disk (guint n_before)
{
  static const gint64 spaces[] = { 0, 5000, 20000, 60000, 90000, 200000 };
  guint n_full = 0;

  test_vfs_set_up ();
  for (guint i = 0; i < G_N_ELEMENTS (spaces); i++)
    {
      g_autoptr (TestFolder) folder = test_folder_new ();
      g_autoptr (GError) error = NULL;
      guint before = 0;
      guint after = 0;
      guint rest = 0;
      if (n_before > 0)
        g_assert_true (store_round (folder, TEST_VFS, n_before, &before, &error));
      test_vfs_set_space (spaces[i]);
      gboolean done = store_round (folder, TEST_VFS, 40, &after, &error);
      test_vfs_reset ();
      if (!done)
        g_assert_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_FULL);
      n_full += !done;
      g_clear_error (&error);
      g_assert_cmpuint (store_check (folder), >=, before + after);
      g_assert_true (store_round (folder, TEST_VFS, 40, &rest, &error));
      g_assert_cmpuint (store_check (folder), ==, 40);
      store_check_published (folder, 40);
    }
  g_assert_cmpuint (n_full, >=, 3);
}

static void
test_full_disk_new (void)
{
  fill_disk (0);
}

static void
test_full_disk_within (void)
{
  fill_disk (2);
}

static void
test_two_writers (void)
{
  g_autoptr (TestFolder) folder = test_folder_new ();
  g_autoptr (GError) error = NULL;
  static const char *const modes[] = { "--write-a", "--write-b" };
  GPid pids[G_N_ELEMENTS (modes)];

  for (guint i = 0; i < G_N_ELEMENTS (modes); i++)
    {
      const char *argv[] = { "/proc/self/exe", modes[i], folder, NULL };
      g_assert_true (g_spawn_async (NULL, (char **) argv, NULL, G_SPAWN_DO_NOT_REAP_CHILD,
                                    NULL, NULL, &pids[i], &error));
    }
  for (guint i = 0; i < G_N_ELEMENTS (modes); i++)
    {
      int status = 0;
      g_assert_cmpint (waitpid (pids[i], &status, 0), ==, pids[i]);
      g_assert_true (WIFEXITED (status) && WEXITSTATUS (status) == 0);
    }
  g_assert_cmpuint (store_check (folder), ==, 100);
}

/* Child: one of two that write at once, each for a task of its own. */
static int
write_many (const char *folder, guint number)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStore) store = exm_store_open (folder, NULL, NULL, &error);
  g_autoptr (ExmTask) task = store_task_new (number);

  if (store == NULL || !exm_store_add_task (store, task, STORE_NOW, &error))
    {
      g_printerr ("%s\n", error->message);
      return 1;
    }
  store_fill (store, store_task_uid (number), number * 1000, 50);
  return 0;
}

/* Child: a round that may end anywhere. */
static int
run_round (const char *folder)
{
  g_autoptr (GError) error = NULL;
  guint n_committed = 0;

  test_vfs_set_up ();
  if (store_round (folder, TEST_VFS, N_PAGES, &n_committed, &error))
    return 0;
  g_printerr ("%s\n", error->message);
  return 1;
}

int
main (int argc, char **argv)
{
  if (argc == 3 && g_strcmp0 (argv[1], "--round") == 0)
    return run_round (argv[2]);
  if (argc == 3 && g_strcmp0 (argv[1], "--write-a") == 0)
    return write_many (argv[2], 1);
  if (argc == 3 && g_strcmp0 (argv[1], "--write-b") == 0)
    return write_many (argv[2], 2);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/store/faults/fail-points", test_fail_points);
  g_test_add_func ("/store/faults/fail-points-later", test_fail_points_later);
  g_test_add_func ("/store/faults/power-loss", test_power_loss);
  g_test_add_func ("/store/faults/power-loss-torn", test_power_loss_torn);
  g_test_add_func ("/store/faults/power-loss-many", test_power_loss_many);
  g_test_add_func ("/store/faults/full-disk-new", test_full_disk_new);
  g_test_add_func ("/store/faults/full-disk-within", test_full_disk_within);
  g_test_add_func ("/store/faults/two-writers", test_two_writers);
  return g_test_run ();
}
