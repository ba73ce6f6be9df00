/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "control/exm-role-lock.h"

#include "control/exm-worker-error.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Pause between two looks at a lock of nobody. */
#define LOOK_USEC (10 * G_TIME_SPAN_MILLISECOND)

struct _ExmRoleLock
{
  char *folder; /* (owned) */
  int fd;
};

static void
set_lock_error (GError **error, const char *path, int number)
{
  g_autofree char *name = g_filename_display_name (path);

  g_set_error (error, EXM_WORKER_ERROR, EXM_WORKER_ERROR_LOCK,
               /* translators: a file, what the system says about it */
               _ ("%s, which tells who collects, cannot be locked: %s"), name,
               g_strerror (number));
}

/* 0 if the file does not tell: its holder is about to write it, or what stands there is
 * left over from one that died. */
static pid_t
read_holder (int fd)
{
  char text[32] = "";
  gint64 pid;
  gssize n_bytes;

  do
    n_bytes = pread (fd, text, sizeof text - 1, 0);
  while (n_bytes < 0 && errno == EINTR);
  g_strchomp (text);
  if (n_bytes <= 0 || !g_ascii_string_to_signed (text, 10, 1, G_MAXINT32, &pid, NULL)
      || (kill ((pid_t) pid, 0) < 0 && errno == ESRCH))
    return 0;
  return (pid_t) pid;
}

static void
set_busy_error (GError **error, const char *folder, pid_t holder)
{
  g_autofree char *name = g_filename_display_name (folder);

  if (holder > 0)
    g_set_error (error, EXM_WORKER_ERROR, EXM_WORKER_ERROR_BUSY,
                 /* translators: a folder, the number of a process */
                 _ ("Process %2$d collects into %1$s already; only one can. "
                    "Stop it first."),
                 name, (int) holder);
  else
    g_set_error (error, EXM_WORKER_ERROR, EXM_WORKER_ERROR_BUSY,
                 /* translators: a folder */
                 _ ("Another process collects into %s already; only one can. "
                    "Stop it first."),
                 name);
}

/* For people and for read_holder(); the lock holds without it, so a full disk is not
 * told here. */
static void
write_holder (int fd)
{
  g_autofree char *text = g_strdup_printf ("%d\n", (int) getpid ());

  if (ftruncate (fd, 0) < 0 || pwrite (fd, text, strlen (text), 0) < 0)
    g_debug ("The lock does not name its holder: %s", g_strerror (errno));
}

/* @holder: (out): the process that has the lock, 0 where that is not known */
static ExmRoleLock *
take (const char *folder, pid_t *holder, GError **error)
{
  g_autofree char *path = g_build_filename (folder, EXM_ROLE_LOCK_FILE, NULL);
  struct flock whole = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
  int fd;

  if (g_mkdir_with_parents (folder, 0700) < 0)
    {
      set_lock_error (error, path, errno);
      return NULL;
    }
  fd = g_open (path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600);
  if (fd < 0)
    {
      set_lock_error (error, path, errno);
      return NULL;
    }
  if (fcntl (fd, F_OFD_SETLK, &whole) < 0)
    {
      if (errno == EAGAIN || errno == EACCES)
        {
          *holder = read_holder (fd);
          set_busy_error (error, folder, *holder);
        }
      else
        set_lock_error (error, path, errno);
      close (fd);
      return NULL;
    }
  write_holder (fd);
  ExmRoleLock *self = g_new0 (ExmRoleLock, 1);
  self->folder = g_strdup (folder);
  self->fd = fd;
  return self;
}

ExmRoleLock *
exm_role_lock_take (const char *folder, GError **error)
{
  pid_t holder = 0;

  return take (folder, &holder, error);
}

ExmRoleLock *
exm_role_lock_take_over (const char *folder, guint wait_ms, GError **error)
{
  gint64 until_usec = g_get_monotonic_time () + wait_ms * G_GINT64_CONSTANT (1000);

  for (;;)
    {
      g_autoptr (GError) problem = NULL;
      pid_t holder = 0;
      ExmRoleLock *self = take (folder, &holder, &problem);
      if (self != NULL)
        return self;
      if (!g_error_matches (problem, EXM_WORKER_ERROR, EXM_WORKER_ERROR_BUSY)
          || holder != 0 || g_get_monotonic_time () >= until_usec)
        {
          g_propagate_error (error, g_steal_pointer (&problem));
          return NULL;
        }
      g_usleep (LOOK_USEC);
    }
}

void
exm_role_lock_free (ExmRoleLock *self)
{
  struct flock whole = { .l_type = F_UNLCK, .l_whence = SEEK_SET };

  /* Unlocked and not only closed: a child may have a copy of the descriptor. */
  if (ftruncate (self->fd, 0) < 0 || fcntl (self->fd, F_OFD_SETLK, &whole) < 0)
    g_debug ("The lock waits for the end of the process: %s", g_strerror (errno));
  close (self->fd);
  g_free (self->folder);
  g_free (self);
}

const char *
exm_role_lock_get_folder (const ExmRoleLock *self)
{
  return self->folder;
}
