/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "worker/exm-work-marks.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define FILE_NAME "worker.marks"
#define MAGIC "exemplar marks 1"
#define BOOT_ID "/proc/sys/kernel/random/boot_id"

/* As many as are at work at once, and some that go on alone. */
#define N_MARKS 128u

typedef struct
{
  char magic[32];
  char boot[64];
  gint64 numbers[N_MARKS]; /* atomic; 0 where nothing is marked */
} Marks;

struct _ExmWorkMarks
{
  gatomicrefcount ref_count;
  char *path;    /* (owned) */
  Marks *marks;  /* (owned): mapped, or allocated where there is no file */
  gboolean maps; /* whether it is mapped */
};

/* Which start of this computer this is; %NULL where nobody knows. */
static char *
read_boot (void)
{
  g_autofree char *text = NULL;

  if (!g_file_get_contents (BOOT_ID, &text, NULL, NULL) || strlen (g_strstrip (text)) < 8
      || strlen (text) >= sizeof ((Marks *) NULL)->boot)
    return NULL;
  return g_steal_pointer (&text);
}

static Marks *
map (const char *path)
{
  int fd = g_open (path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  Marks *marks = MAP_FAILED;

  if (fd < 0)
    return NULL;
  /* Room that is not there would end the process when it is written to. */
  if (posix_fallocate (fd, 0, sizeof *marks) == 0)
    marks = mmap (NULL, sizeof *marks, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  close (fd);
  return marks != MAP_FAILED ? marks : NULL;
}

static void
take_left (const Marks *marks, const char *boot, GArray *left)
{
  if (strncmp (marks->magic, MAGIC, sizeof marks->magic) != 0 || boot == NULL
      || strncmp (marks->boot, boot, sizeof marks->boot) != 0)
    return;
  for (guint i = 0; i < N_MARKS; i++)
    if (marks->numbers[i] != 0)
      g_array_append_val (left, marks->numbers[i]);
}

ExmWorkMarks *
exm_work_marks_open (const char *folder, GArray *left)
{
  ExmWorkMarks *self = g_new0 (ExmWorkMarks, 1);
  g_autofree char *boot = read_boot ();

  g_atomic_ref_count_init (&self->ref_count);
  self->path = g_build_filename (folder, FILE_NAME, NULL);
  self->marks = map (self->path);
  self->maps = self->marks != NULL;
  if (!self->maps)
    {
      g_debug ("%s cannot be used", self->path);
      self->marks = g_new0 (Marks, 1);
    }
  take_left (self->marks, boot, left);
  *self->marks = (Marks){ .magic = MAGIC };
  g_strlcpy (self->marks->boot, boot != NULL ? boot : "", sizeof self->marks->boot);
  return self;
}

ExmWorkMarks *
exm_work_marks_ref (ExmWorkMarks *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
exm_work_marks_unref (ExmWorkMarks *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  if (self->maps)
    munmap (self->marks, sizeof *self->marks);
  else
    g_free (self->marks);
  g_free (self->path);
  g_free (self);
}

guint
exm_work_marks_begin (ExmWorkMarks *self, gint64 number)
{
  for (guint i = 0; i < N_MARKS; i++)
    {
      gint64 none = 0;
      if (__atomic_compare_exchange_n (&self->marks->numbers[i], &none, number, FALSE,
                                       __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
        return i;
    }
  return EXM_WORK_MARKS_NONE;
}

void
exm_work_marks_end (ExmWorkMarks *self, guint mark)
{
  if (mark < N_MARKS)
    __atomic_store_n (&self->marks->numbers[mark], 0, __ATOMIC_SEQ_CST);
}

void
exm_work_marks_close (ExmWorkMarks *self)
{
  for (guint i = 0; i < N_MARKS; i++)
    exm_work_marks_end (self, i);
  if (self->maps)
    g_unlink (self->path);
}
