/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-render"

#include "config.h"

#include "render/exm-render-memory.h"

#include <stdlib.h>
#include <unistd.h>

/* A browser has about six processes; more than this is no browser of ours. */
#define MAX_PROCESSES 256u

static guint64
resident_bytes (int pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/statm", pid);
  g_autofree char *text = NULL;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return 0;
  g_auto (GStrv) words = g_strsplit (text, " ", 4);
  if (g_strv_length (words) < 3)
    return 0;
  guint64 resident = g_ascii_strtoull (words[1], NULL, 10);
  guint64 shared = g_ascii_strtoull (words[2], NULL, 10);
  return (resident - MIN (shared, resident)) * (guint64) sysconf (_SC_PAGESIZE);
}

static void
add_children (GArray *pids, int pid)
{
  g_autofree char *folder = g_strdup_printf ("/proc/%d/task", pid);
  g_autoptr (GDir) threads = g_dir_open (folder, 0, NULL);
  const char *thread;

  while (threads != NULL && (thread = g_dir_read_name (threads)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, thread, "children", NULL);
      g_autofree char *text = NULL;
      if (!g_file_get_contents (path, &text, NULL, NULL))
        continue;
      g_auto (GStrv) words = g_strsplit (text, " ", -1);
      for (guint i = 0; words[i] != NULL && pids->len < MAX_PROCESSES; i++)
        {
          int child = atoi (words[i]);
          if (child > 0)
            g_array_append_val (pids, child);
        }
    }
}

guint64
exm_render_memory_of (int pid)
{
  g_autoptr (GArray) pids = g_array_new (FALSE, FALSE, sizeof (int));
  guint64 sum = 0;

  g_array_append_val (pids, pid);
  for (guint i = 0; i < pids->len; i++)
    {
      int each = g_array_index (pids, int, i);
      sum += resident_bytes (each);
      add_children (pids, each);
    }
  return sum;
}
