/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "kernel/exm-lanes-x86.h"

void
exm_lanes_avx2 (ExmLanesJob jobs[2])
{
  search_jobs (jobs);
}
