/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define N_LANES 4u

#include "kernel/exm-windows-lanes.h"

void
exm_windows_avx2 (ExmWindowsJob *job)
{
  search_job (job);
}
