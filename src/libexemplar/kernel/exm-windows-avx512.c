/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define N_LANES 8u

#include "kernel/exm-windows-lanes.h"

void
exm_windows_avx512 (ExmWindowsJob *job)
{
  /* Half a vector is done faster by instructions of that size: there are more at a time.
   */
  if (job->n <= N_LANES / 2)
    exm_windows_avx2 (job);
  else
    search_job (job);
}
