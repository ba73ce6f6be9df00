/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-base"

#include "config.h"

#include "exm-fill.h"

#include <sys/mman.h>
#include <unistd.h>

/* What x86-64 and AArch64 have. */
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

void
exm_fill_reserve (GArray *array, guint *room, guint n)
{
  guint len = array->len;
  guint size = g_array_get_element_size (array);

  if (*room - len >= n && *room >= len)
    return;
  /* A power of two in bytes, which GLib makes of other sizes too. */
  gsize n_bytes = (gsize) 1 << g_bit_storage ((gsize) (len + MAX (n, 16)) * size - 1);
  *room = (guint) (n_bytes / size);
  g_array_set_size (array, *room);
  array->len = len;
  ask_for_huge_pages (array->data, (gsize) *room * size);
}
