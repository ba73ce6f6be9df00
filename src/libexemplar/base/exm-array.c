/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-base"

#include "config.h"

#include "base/exm-array.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Size of a huge page on x86-64 and AArch64. */
#define HUGE_PAGE_BYTES ((gsize) 2 * 1024 * 1024)

/* A wish: without it all is as slow as it was. It is for all pages of the memory, so that
 * a mapping remains one: the system can move that as it grows, and has to copy several.
 */
static void
ask_for_huge_pages (char *data, gsize n_bytes)
{
#ifdef MADV_HUGEPAGE
  gsize page = (gsize) sysconf (_SC_PAGESIZE);
  gsize before = (guintptr) data % page;

  if (n_bytes < 2 * HUGE_PAGE_BYTES)
    return;
  madvise (data - before, (before + n_bytes + page - 1) / page * page, MADV_HUGEPAGE);
#endif
}

gpointer
exm_array_make_room (gpointer data, guint len, guint *room, guint n, gsize size)
{
  if (*room - len >= n)
    return data;
  if (n > G_MAXUINT - len)
    g_error ("an array of more than %u elements", G_MAXUINT);
  *room = len + n;
  data = g_realloc_n (data, *room, size);
  ask_for_huge_pages (data, *room * size);
  return data;
}

gpointer
exm_array_give_back (gpointer data, guint len, guint *room, gsize size)
{
  if (*room * size >= EXM_ARRAY_SYSTEM_BYTES)
    return data;
  *room = len;
  return g_realloc_n (data, len, size);
}

void
exm_array_move_rest (gpointer data, guint len, guint index, guint to, gsize size)
{
  char *bytes = data;

  if (index < len)
    memmove (bytes + to * size, bytes + index * size, (len - index) * size);
}

/* Insertion is faster up to this number of values. */
#define FEW 48u

static void
insert_each (guint64 *data, gsize n)
{
  for (gsize i = 1; i < n; i++)
    {
      guint64 value = data[i];
      gsize k = i;
      for (; k > 0 && data[k - 1] > value; k--)
        data[k] = data[k - 1];
      data[k] = value;
    }
}

/* Sorts by one byte after the other, the lowest first. */
void
exm_array_sort_uint64 (guint64 *data, gsize n)
{
  if (n <= FEW)
    {
      insert_each (data, n);
      return;
    }
  guint64 *room = g_new (guint64, n), *from = data, *to = room;
  for (guint shift = 0; shift < 64; shift += 8)
    {
      gsize places[256] = { 0 }, place = 0;
      for (gsize i = 0; i < n; i++)
        places[from[i] >> shift & 0xff]++;
      for (guint byte = 0; byte < 256; byte++)
        {
          gsize n_here = places[byte];
          places[byte] = place;
          place += n_here;
        }
      for (gsize i = 0; i < n; i++)
        to[places[from[i] >> shift & 0xff]++] = from[i];
      guint64 *sorted = to;
      to = from;
      from = sorted;
    }
  /* Eight times there and back: they are where they were. */
  g_free (room);
}
