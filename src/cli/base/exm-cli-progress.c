/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/base/exm-cli-progress.h"

#include "cli/base/exm-cli-terminal.h"
#include "cli/base/exm-cli-wrap.h"

#include <unistd.h>

#define INTERVAL_USEC (G_USEC_PER_SEC / 10)
#define BAR_COLUMNS 20u

void
exm_cli_progress_say (ExmCliProgress *self, const char *format, ...)
{
  gint64 now = g_get_monotonic_time ();
  guint columns = 0;
  va_list args;

  if (!isatty (STDERR_FILENO) || (self->shown && now - self->last_usec < INTERVAL_USEC))
    return;
  va_start (args, format);
  g_autofree char *text = g_strdup_vprintf (format, args);
  va_end (args);
  g_autoptr (GString) line = g_string_new ("\r");
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      columns += exm_cli_get_columns (c);
      if (columns >= exm_cli_get_width ())
        break;
      g_string_append_unichar (
          line, g_unichar_iscntrl (c) || exm_cli_steers_terminal (c) ? ' ' : c);
    }
  g_string_append (line, "\033[K");
  exm_cli_steer (line->str);
  self->shown = TRUE;
  self->last_usec = now;
}

char *
exm_cli_progress_draw (double share)
{
  g_autoptr (GString) bar = g_string_new (NULL);

  for (guint i = 0; i < BAR_COLUMNS; i++)
    g_string_append (bar, i < share * BAR_COLUMNS ? "█" : "░");
  return g_strdup (bar->str);
}

void
exm_cli_progress_end (ExmCliProgress *self)
{
  if (self->shown)
    exm_cli_steer ("\r\033[K");
  self->shown = FALSE;
}
