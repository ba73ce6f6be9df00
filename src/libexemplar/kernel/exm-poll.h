/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Internal to the kernel: asking the stop callback often enough, but not too often. */

#pragma once

#include "kernel/exm-kernel.h"

/* One unit of work is one word of one column, 1 to 4 ns: a callback every 1 to 4 ms. */
#define EXM_POLL_UNITS ((size_t) 1 << 20)

typedef struct
{
  ExmKernelStop stop; /* or NULL: never stops */
  void *data;         /* (unowned) */
  size_t done;        /* units since the callback was last asked */
} ExmPoll;

/* Returns: true when the work is to be dropped */
static inline bool
exm_poll (ExmPoll *poll, size_t units)
{
  poll->done += units;
  if (poll->done < EXM_POLL_UNITS)
    return false;
  poll->done = 0;
  return poll->stop != NULL && poll->stop (poll->data);
}
