/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-base"

#include "config.h"

#include "exm-fill.h"

#include <sys/mman.h>

/* What x86-64 and AArch64 have; only that is advised what begins and ends with one. */
#define HUGE_PAGE_BYTES ((gsize) 2 * 1024 * 1024)

/* A wish: without it all is as slow as it was. */
static void
ask_for_huge_pages (char *data, gsize n_bytes)
{
#ifdef MADV_HUGEPAGE
  gsize before = -(gsize) data % HUGE_PAGE_BYTES;

  if (n_bytes < before + HUGE_PAGE_BYTES)
    return;
  madvise (data + before, (n_bytes - before) / HUGE_PAGE_BYTES * HUGE_PAGE_BYTES,
           MADV_HUGEPAGE);
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
  gsize n_bytes = (gsize) 1 << g_bit_storage ((gsize) (len + MAX (n, 64)) * size - 1);
  *room = (guint) (n_bytes / size);
  g_array_set_size (array, *room);
  array->len = len;
  ask_for_huge_pages (array->data, (gsize) *room * size);
}
