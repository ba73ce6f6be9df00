/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* GLib ends a program that broke a promise by a breakpoint, for which libFuzzer writes no
 * input; an abort it knows. Only for libFuzzer. */

#include "fuzz.h"

#include <stdlib.h>

int LLVMFuzzerInitialize (int *argc, char ***argv);

static GLogWriterOutput
write_and_end (GLogLevelFlags level, const GLogField *fields, gsize n, gpointer data)
{
  g_log_writer_standard_streams (level, fields, n, NULL);
  if (level & (G_LOG_LEVEL_ERROR | G_LOG_LEVEL_CRITICAL))
    abort ();
  return G_LOG_WRITER_HANDLED;
}

int
LLVMFuzzerInitialize (int *argc, char ***argv)
{
  g_log_set_writer_func (write_and_end, NULL, NULL);
  return 0;
}
