/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "worker/exm-core-trash.h"

#include "base/exm-said.h"
#include "store/exm-store-trash.h"
#include "worker/exm-core-storage.h"

#include <glib/gi18n-lib.h>

static void
tell_gone (ExmCore *self, const char *name, guint n_articles)
{
  g_autofree char *said = exm_said_new (
      /* translators: the name of a task, a number */
      N_ ("Deleted from the Trash: “%s” with all its articles (%u)"), name, n_articles);

  exm_core_tell (self, NULL, said);
}

/* Returns: whether there is more to delete */
static gboolean
empty_some (ExmCore *self, GError **error)
{
  g_autofree char *name = NULL;
  guint n_articles = 0;
  gboolean more = FALSE;

  if (!exm_store_empty_some (self->store, &name, &n_articles, &more, error))
    return FALSE;
  if (name != NULL)
    {
      tell_gone (self, name, n_articles);
      exm_core_emit (self, exm_worker_event_new (EXM_WORKER_CHANGED));
    }
  return more;
}

gint64
exm_core_empty_trash (ExmCore *self, gint64 now_usec)
{
  gint64 next_usec = 0;
  g_autoptr (GError) error = NULL;

  g_assert (g_thread_self () == self->thread);
  if (exm_store_get_next_emptying (self->store, &next_usec, &error))
    {
      if (next_usec == 0 || next_usec > now_usec)
        return next_usec == 0 ? G_MAXINT64 : next_usec;
      if (exm_store_begin_emptying (self->store, NULL, now_usec - EXM_TRASH_USEC, &error)
          && empty_some (self, &error))
        return 0;
    }
  if (error == NULL)
    return G_MAXINT64;
  exm_core_store_failed_or_report (self, NULL, error);
  return now_usec + G_TIME_SPAN_HOUR;
}
