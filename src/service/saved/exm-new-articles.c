/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-saved"

#include "config.h"

#include "saved/exm-new-articles.h"

#include "saved/exm-saved-searches.h"

static void
new_article_free (gpointer data)
{
  ExmNewArticle *self = data;

  g_free (self->task_uid);
  g_free (self->task_name);
  g_free (self->search);
  g_free (self);
}

GPtrArray *
exm_new_articles_new (void)
{
  return g_ptr_array_new_with_free_func (new_article_free);
}

static gboolean
judge (ExmSearchIndex *index,
       const ExmSavedSearch *search,
       gint64 last,
       GPtrArray *found,
       GCancellable *cancellable,
       GError **error)
{
  const ExmArticleFilter filter = { .unjudged_to = last };
  g_autoptr (ExmSearchQuery) query = exm_search_query_new (search->words);
  g_autoptr (GPtrArray) hits
      = exm_search_index_find (index, query, &filter, 0, NULL, cancellable, error);

  for (guint i = 0; hits != NULL && i < hits->len; i++)
    {
      const ExmSearchHit *hit = g_ptr_array_index (hits, i);
      ExmNewArticle *article = g_new0 (ExmNewArticle, 1);
      article->id = hit->id;
      article->task_uid = g_strdup (hit->task_uid);
      article->task_name = g_strdup (hit->task_name);
      article->search = g_strdup (search->name);
      article->alerts = search->alerts;
      g_ptr_array_add (found, article);
    }
  return hits != NULL;
}

gboolean
exm_new_articles_judge (const char *folder,
                        ExmSearchIndex *index,
                        gint64 last,
                        GPtrArray *found,
                        GCancellable *cancellable,
                        GError **error)
{
  g_autoptr (GPtrArray) messages = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) searches = exm_saved_searches_load (folder, messages, error);

  if (searches == NULL)
    return FALSE;
  for (guint i = 0; i < searches->len; i++)
    {
      const ExmSavedSearch *search = g_ptr_array_index (searches, i);
      if ((search->alerts || search->outputs != NULL)
          && !judge (index, search, last, found, cancellable, error))
        return FALSE;
    }
  return TRUE;
}
