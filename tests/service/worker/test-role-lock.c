/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "control/exm-role-lock.h"
#include "control/exm-worker-error.h"
#include "test-folder.h"

#include <glib/gstdio.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char *
lock_path (const char *folder)
{
  return g_build_filename (folder, EXM_ROLE_LOCK_FILE, NULL);
}

static int
mode_of (const char *path)
{
  struct stat info;

  g_assert_cmpint (lstat (path, &info), ==, 0);
  return info.st_mode & 07777;
}

static void
assert_busy (const char *folder, pid_t holder)
{
  g_autoptr (GError) error = NULL;
  ExmRoleLock *lock = exm_role_lock_take (folder, &error);

  g_assert_error (error, EXM_WORKER_ERROR, EXM_WORKER_ERROR_BUSY);
  g_assert_null (lock);
  g_assert_nonnull (strstr (error->message, folder));
  if (holder > 0)
    {
      g_autofree char *words = g_strdup_printf ("Process %d collects", (int) holder);
      g_assert_nonnull (strstr (error->message, words));
    }
  else
    g_assert_nonnull (strstr (error->message, "Another process"));
}

static void
test_modes (void)
{
  g_autoptr (TestFolder) top = test_folder_new ();
  g_autofree char *folder = g_build_filename (top, "deep", "data", NULL);
  g_autofree char *path = lock_path (folder);
  g_autofree char *text = NULL;
  g_autofree char *pid = g_strdup_printf ("%d\n", (int) getpid ());
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmRoleLock) lock = exm_role_lock_take (folder, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (exm_role_lock_get_folder (lock), ==, folder);
  g_assert_cmpint (mode_of (folder), ==, 0700);
  g_assert_cmpint (mode_of (path), ==, 0600);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, pid);
}

static void
test_twice (void)
{
  g_autoptr (TestFolder) folder = test_folder_new ();
  g_autoptr (TestFolder) other_folder = test_folder_new ();
  g_autoptr (GError) error = NULL;
  ExmRoleLock *lock = exm_role_lock_take (folder, &error);
  g_autoptr (ExmRoleLock) other = exm_role_lock_take (other_folder, &error);

  g_assert_no_error (error);
  assert_busy (folder, getpid ());
  assert_busy (folder, getpid ());
  exm_role_lock_free (lock);
  lock = exm_role_lock_take (folder, &error);
  g_assert_no_error (error);
  assert_busy (folder, getpid ());
  exm_role_lock_free (lock);
}

/* A process that takes the role, says so, and waits for its end. */
static pid_t
start_holder (const char *folder)
{
  int channel[2];
  char said = 0;

  g_assert_cmpint (pipe (channel), ==, 0);
  pid_t pid = fork ();
  g_assert_cmpint (pid, >=, 0);
  if (pid == 0)
    {
      ExmRoleLock *lock = exm_role_lock_take (folder, NULL);
      said = lock != NULL ? 'y' : 'n';
      if (write (channel[1], &said, 1) == 1)
        pause ();
      _exit (1);
    }
  close (channel[1]);
  g_assert_cmpint (read (channel[0], &said, 1), ==, 1);
  g_assert_cmpint (said, ==, 'y');
  close (channel[0]);
  return pid;
}

static void
end_holder (pid_t pid)
{
  int status = 0;

  g_assert_cmpint (kill (pid, SIGKILL), ==, 0);
  g_assert_cmpint (waitpid (pid, &status, 0), ==, pid);
  g_assert_true (WIFSIGNALED (status));
}

static void
test_crash (void)
{
  g_autoptr (TestFolder) folder = test_folder_new ();
  g_autofree char *path = lock_path (folder);
  g_autofree char *text = NULL;
  g_autofree char *left = NULL;
  g_autoptr (GError) error = NULL;
  pid_t pid = start_holder (folder);

  assert_busy (folder, pid);
  end_holder (pid);
  /* The dead one's number still stands there and holds nobody up. */
  left = g_strdup_printf ("%d\n", (int) pid);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, left);
  g_autoptr (ExmRoleLock) lock = exm_role_lock_take (folder, &error);
  g_assert_no_error (error);
  assert_busy (folder, getpid ());
}

/* In a holder that is about to be killed: a child with a copy of the lock, which lets go
 * of it when somebody has looked at the file. */
static void
leave_to_child (const char *folder, int channel)
{
  g_autofree char *path = lock_path (folder);
  ExmRoleLock *lock = exm_role_lock_take (folder, NULL);
  char event[sizeof (struct inotify_event) + NAME_MAX + 1];

  if (lock == NULL || fork () != 0)
    _exit (1);
  int looks = inotify_init ();
  if (inotify_add_watch (looks, path, IN_OPEN) < 0 || write (channel, "y", 1) != 1
      || read (looks, event, sizeof event) <= 0)
    _exit (1);
  _exit (0);
}

static void
test_left_to_child (void)
{
  g_autoptr (TestFolder) folder = test_folder_new ();
  g_autoptr (GError) error = NULL;
  int channel[2], status;
  char said = 0;

  g_assert_cmpint (pipe (channel), ==, 0);
  pid_t pid = fork ();
  if (pid == 0)
    leave_to_child (folder, channel[1]);
  close (channel[1]);
  g_assert_cmpint (waitpid (pid, &status, 0), ==, pid);
  g_assert_cmpint (read (channel[0], &said, 1), ==, 1);
  close (channel[0]);

  g_autoptr (ExmRoleLock) lock = exm_role_lock_take_over (folder, 60000, &error);
  g_assert_no_error (error);
  /* Nobody waits for the end of one that lives. */
  g_assert_null (exm_role_lock_take_over (folder, G_MAXUINT, &error));
  g_assert_error (error, EXM_WORKER_ERROR, EXM_WORKER_ERROR_BUSY);
}

static void
test_unknown_holder (void)
{
  static const char *const TEXTS[] = { "", "\n", "x", "-5\n", "99999999999999999\n" };
  g_autoptr (TestFolder) folder = test_folder_new ();
  g_autofree char *path = lock_path (folder);
  g_autoptr (ExmRoleLock) lock = exm_role_lock_take (folder, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (TEXTS); i++)
    {
      /* Written in place: a new file would have no lock. */
      FILE *file = g_fopen (path, "w");
      g_assert_nonnull (file);
      g_assert_cmpint (fputs (TEXTS[i], file), >=, 0);
      fclose (file);
      assert_busy (folder, 0);
    }
  /* A process that is gone cannot be the holder. */
  pid_t gone = fork ();
  if (gone == 0)
    _exit (0);
  g_assert_cmpint (waitpid (gone, NULL, 0), ==, gone);
  FILE *file = g_fopen (path, "w");
  g_assert_nonnull (file);
  fprintf (file, "%d\n", (int) gone);
  fclose (file);
  assert_busy (folder, 0);
}

/* A child that outlives the lock has a copy of its descriptor. */
static void
test_child (void)
{
  g_autoptr (TestFolder) folder = test_folder_new ();
  g_autoptr (GError) error = NULL;
  ExmRoleLock *lock = exm_role_lock_take (folder, &error);
  pid_t pid;

  g_assert_no_error (error);
  pid = fork ();
  g_assert_cmpint (pid, >=, 0);
  if (pid == 0)
    {
      pause ();
      _exit (1);
    }
  exm_role_lock_free (lock);
  lock = exm_role_lock_take (folder, &error);
  g_assert_no_error (error);
  end_holder (pid);
  exm_role_lock_free (lock);
}

static void
assert_refused (const char *folder)
{
  g_autofree char *path = lock_path (folder);
  g_autoptr (GError) error = NULL;

  g_assert_null (exm_role_lock_take (folder, &error));
  g_assert_error (error, EXM_WORKER_ERROR, EXM_WORKER_ERROR_LOCK);
  g_assert_nonnull (strstr (error->message, path));
}

static void
test_refused (void)
{
  g_autoptr (TestFolder) folder = test_folder_new ();
  g_autofree char *path = lock_path (folder);
  g_autofree char *victim = g_build_filename (folder, "victim", NULL);
  g_autofree char *text = NULL;

  g_assert_true (g_file_set_contents (victim, "keep", -1, NULL));
  g_assert_cmpint (symlink (victim, path), ==, 0);
  assert_refused (folder);
  g_assert_true (g_file_get_contents (victim, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "keep");
  g_unlink (path);
  g_assert_cmpint (g_mkdir (path, 0700), ==, 0);
  assert_refused (folder);
  assert_refused (victim);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/worker/role-lock/modes", test_modes);
  g_test_add_func ("/worker/role-lock/twice", test_twice);
  g_test_add_func ("/worker/role-lock/crash", test_crash);
  g_test_add_func ("/worker/role-lock/left-to-child", test_left_to_child);
  g_test_add_func ("/worker/role-lock/unknown-holder", test_unknown_holder);
  g_test_add_func ("/worker/role-lock/child", test_child);
  g_test_add_func ("/worker/role-lock/refused", test_refused);
  return g_test_run ();
}
