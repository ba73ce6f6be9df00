/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Waiting for the socket of a server's library, with an end. Included by drivers, which
 * are modules: a part of each. */

#pragma once

#include "publish/sql/exm-sql-driver.h"

#include <errno.h>
#include <glib/gi18n-lib.h>

G_BEGIN_DECLS

/**
 * exm_sql_wait:
 * @fd: a socket
 * @events: conditions that are waited for
 * @until_usec: monotonic time of the end
 * @cancellable: (nullable): ends it too
 * @error: (out): %EXM_SQL_ERROR_LOST
 *
 * Returns: conditions that hold; 0 on error
 */
static inline GIOCondition
exm_sql_wait (int fd,
              GIOCondition events,
              gint64 until_usec,
              GCancellable *cancellable,
              GError **error)
{
  GPollFD polls[2] = { { .fd = fd, .events = (gushort) events } };
  gboolean has_cancel = g_cancellable_make_pollfd (cancellable, &polls[1]);
  int n = -1;

  errno = EINTR;
  while (n < 0 && errno == EINTR && !g_cancellable_is_cancelled (cancellable))
    {
      gint64 left_usec = until_usec - g_get_monotonic_time ();
      n = left_usec > 0 ? g_poll (polls, has_cancel ? 2 : 1,
                                  (int) (left_usec / G_TIME_SPAN_MILLISECOND) + 1)
                        : 0;
    }
  if (has_cancel)
    g_cancellable_release_fd (cancellable);
  if (n > 0 && polls[0].revents != 0 && !g_cancellable_is_cancelled (cancellable))
    return (GIOCondition) polls[0].revents;
  /* An argument of what is said; see exm-sql-table.c. */
  const char *why = g_cancellable_is_cancelled (cancellable)
                        ? N_ ("the program ended meanwhile")
                        : N_ ("no answer in time");
  g_set_error_literal (error, EXM_SQL_ERROR, EXM_SQL_ERROR_LOST, why);
  return 0;
}

G_END_DECLS
