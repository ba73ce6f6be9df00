/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-base"

#include "config.h"

#include "base/exm-fail-point.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* Slots of a file of hits, 64 bytes each. */
#define N_SLOTS 128u
#define MAX_NAME 48u

typedef struct
{
  char name[MAX_NAME]; /* "" in a slot that is free */
  guint64 hits;        /* atomic: times reached */
  gint64 last_usec;    /* of the monotonic clock, when it was last reached */
} Slot;

G_STATIC_ASSERT (sizeof (Slot) == 64);

typedef struct
{
  char *name; /* (owned) (nullable) */
  gint count; /* hits left; atomic */
  gboolean stops;
  Slot *slots; /* (owned) (nullable): shared with who mapped the same file */
  GMutex lock; /* of names */
} FailPoint;

static Slot *
map_slots (const char *path)
{
  struct stat info;
  int fd = path != NULL ? open (path, O_RDWR | O_CLOEXEC) : -1;
  void *slots = MAP_FAILED;

  if (fd >= 0 && fstat (fd, &info) == 0
      && info.st_size >= (off_t) (N_SLOTS * sizeof (Slot)))
    slots
        = mmap (NULL, N_SLOTS * sizeof (Slot), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (fd >= 0)
    close (fd);
  return slots != MAP_FAILED ? slots : NULL;
}

/* One, never freed: it lives as long as the process. */
static FailPoint *
wanted_point (void)
{
  static FailPoint point;
  static gsize once;

  if (g_once_init_enter (&once))
    {
      const char *text = g_getenv ("EXM_FAIL_POINT");
      const char *colon = text != NULL ? strchr (text, ':') : NULL;
      if (text != NULL && *text != '\0')
        {
          point.name = colon != NULL ? g_strndup (text, (gsize) (colon - text))
                                     : g_strdup (text);
          point.count = colon != NULL ? MAX (atoi (colon + 1), 1) : 1;
          point.stops = g_str_has_suffix (text, ":stop");
        }
      g_mutex_init (&point.lock);
      point.slots = map_slots (g_getenv ("EXM_FAIL_POINT_HITS"));
      g_once_init_leave (&once, 1);
    }
  return &point;
}

static Slot *
find_slot (FailPoint *point, const char *name)
{
  Slot *found = NULL;

  g_mutex_lock (&point->lock);
  for (guint i = 0; i < N_SLOTS && found == NULL; i++)
    {
      Slot *slot = &point->slots[i];
      if (slot->name[0] == '\0')
        g_strlcpy (slot->name, name, sizeof slot->name);
      if (strncmp (slot->name, name, sizeof slot->name - 1) == 0)
        found = slot;
    }
  g_mutex_unlock (&point->lock);
  return found;
}

static void
count_hit (FailPoint *point, const char *name)
{
  Slot *slot = find_slot (point, name);

  if (slot == NULL)
    return;
  slot->last_usec = g_get_monotonic_time ();
  __atomic_add_fetch (&slot->hits, 1, __ATOMIC_SEQ_CST);
}

void
exm_fail_point (const char *name)
{
  FailPoint *point = wanted_point ();

  if (point->slots != NULL)
    count_hit (point, name);
  if (point->name == NULL || strcmp (point->name, name) != 0
      || !g_atomic_int_dec_and_test (&point->count))
    return;
  if (!point->stops)
    _exit (EXM_FAIL_POINT_STATUS);
  raise (SIGSTOP);
}
