/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Offer of what the first run passed over, where a task has no article. */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/review/exm-articles-page-private.h"

#include "app/session/exm-older-articles.h"

#include <glib/gi18n-lib.h>

static void
show (ExmArticlesPage *self, guint n_older)
{
  g_autofree char *words
      = g_strdup_printf (ngettext ("The first run passed over %u address.",
                                   "The first run passed over %u addresses.", n_older),
                         n_older);

  gtk_widget_set_visible (self->older, n_older > 0);
  if (n_older > 0)
    adw_status_page_set_description (self->empty, words);
}

static void
on_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmArticlesPage) self = data;
  const ExmOlderChoice all = { 0 };
  g_autoptr (ExmOlderArticles) older = exm_older_articles_read_finish (result, NULL);

  if (older == NULL || self->session == NULL
      || g_strcmp0 (exm_task_get (exm_older_articles_get_task (older))->uid,
                    self->older_uid)
             != 0)
    return;
  self->n_older = exm_older_articles_count (older, &all);
  show (self, self->n_older);
}

void
exm_articles_page_offer_older (ExmArticlesPage *self, gboolean bare)
{
  const char *uid = bare ? self->task_uid : NULL;

  if (g_strcmp0 (uid, self->older_uid) != 0)
    {
      g_free (self->older_uid);
      self->older_uid = g_strdup (uid);
      self->n_older = 0;
      self->older_stale = TRUE;
    }
  if (uid != NULL && self->older_stale && self->session != NULL)
    {
      self->older_stale = FALSE;
      exm_older_articles_read_async (self->session, uid, NULL, on_read,
                                     g_object_ref (self));
    }
  show (self, self->n_older);
}
