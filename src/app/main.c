/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/shell/exm-application.h"
#include "app/widgets/exm-init.h"
#include "base/exm-said.h"

#include <signal.h>

int
main (int argc, char **argv)
{
  gint64 start_usec = g_get_monotonic_time ();

  /* A site or another process that goes away is an error of the write, not a death. */
  signal (SIGPIPE, SIG_IGN);
  exm_said_init_language ();
  exm_init ();
  g_autoptr (ExmApplication) app = exm_application_new (NULL);
  exm_application_set_start_time (app, start_usec);
  return g_application_run (G_APPLICATION (app), argc, argv);
}
