/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A fuzz target: the function that libFuzzer calls, or replay-main.c. It must not keep
 * anything between calls, and says that a promise is broken by aborting. */

#pragma once

#include <glib.h>

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

/* Like g_assert_true(), in builds without assertions too. */
#define FUZZ_EXPECT(condition)                                                           \
  G_STMT_START                                                                           \
  {                                                                                      \
    if (!(condition))                                                                    \
      g_error ("broken: %s", #condition);                                                \
  }                                                                                      \
  G_STMT_END
