/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Out of memory at every place where the kernel allocates. The linker sends its malloc()
 * and calloc() here (--wrap). */

#include "kernel/exm-curve.h"
#include "kernel/literal/exm-lev.h"

#include <glib.h>
#include <stdlib.h>

#define N 3000

static guint allocations;
static guint failing; /* which one fails, from 1; 0: none */

void *__real_malloc (size_t size);
void *__real_calloc (size_t n, size_t size);
void *__wrap_malloc (size_t size);
void *__wrap_calloc (size_t n, size_t size);

void *
__wrap_malloc (size_t size)
{
  return ++allocations == failing ? NULL : __real_malloc (size);
}

void *
__wrap_calloc (size_t n, size_t size)
{
  return ++allocations == failing ? NULL : __real_calloc (n, size);
}

/* More distinct characters than the first hash table holds, so that it grows. */
static void
fill (guint32 *a, guint32 *b)
{
  for (guint32 i = 0; i < N; i++)
    {
      a[i] = i;
      b[i] = i % 2 == 0 ? i : N - i;
    }
}

static ExmKernelStatus
run_lev (const guint32 *a, const guint32 *b)
{
  size_t d;
  return exm_lev_distance (a, N, b, N, NULL, NULL, &d);
}

static ExmKernelStatus
run_curves (const guint32 *a, const guint32 *b)
{
  static float fs[N], bs[N];
  ExmCurveText *text;
  ExmCurveTrack *track = NULL;
  ExmKernelStatus status = exm_curve_text_new (a, N, b, N, NULL, NULL, &text);
  g_assert_true ((text != NULL) == (status == EXM_KERNEL_OK));
  if (status != EXM_KERNEL_OK)
    return status;
  status = exm_curve_literal (text, 2, fs, bs, NULL, NULL);
  if (status == EXM_KERNEL_OK)
    {
      status = exm_curve_track_new (text, NULL, NULL, NULL, &track);
      g_assert_true ((track != NULL) == (status == EXM_KERNEL_OK));
    }
  if (status == EXM_KERNEL_OK)
    status = exm_curve_tracked (text, track, 65, 500, fs, bs, NULL, NULL);
  exm_curve_track_free (track);
  exm_curve_text_free (text);
  return status;
}

static void
fail_each (ExmKernelStatus (*run) (const guint32 *, const guint32 *), guint at_least)
{
  static guint32 a[N], b[N];
  fill (a, b);
  allocations = failing = 0;
  g_assert_cmpint (run (a, b), ==, EXM_KERNEL_OK);
  guint all = allocations;
  g_assert_cmpuint (all, >=, at_least);
  for (guint k = 1; k <= all; k++)
    {
      allocations = 0;
      failing = k;
      g_assert_cmpint (run (a, b), ==, EXM_KERNEL_NO_MEMORY);
    }
  failing = 0;
}

static void
test_lev (void)
{
  fail_each (run_lev, 6);
}

static void
test_curves (void)
{
  fail_each (run_curves, 16);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/kernel/memory/lev", test_lev);
  g_test_add_func ("/kernel/memory/curves", test_curves);
  return g_test_run ();
}
