/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-model"

#include "config.h"

#include "task/exm-article.h"

#include <string.h>

struct _ExmArticle
{
  gatomicrefcount ref_count;
  ExmArticleFields fields;
};

G_DEFINE_BOXED_TYPE (ExmArticle, exm_article, exm_article_ref, exm_article_unref)

static const char *const state_names[]
    = { "good", "unsure", "does-not-fit", "empty", "incomplete" };

ExmArticle *
exm_article_new (ExmArticleFields *fields)
{
  ExmArticle *self = g_new0 (ExmArticle, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->fields = *fields;
  memset (fields, 0, sizeof *fields);
  return self;
}

void
exm_article_fields_clear (ExmArticleFields *fields)
{
  g_free (fields->task_uid);
  g_free (fields->url);
  g_free (fields->final_url);
  g_free (fields->url_key);
  g_free (fields->page_hash);
  g_clear_pointer (&fields->metadata, exm_metadata_unref);
  g_free (fields->text);
  g_free (fields->html);
  g_free (fields->markdown);
  g_free (fields->method);
  g_free (fields->reason);
  g_free (fields->pages);
  g_clear_pointer (&fields->feed, exm_feed_facts_unref);
  memset (fields, 0, sizeof *fields);
}

ExmArticle *
exm_article_ref (ExmArticle *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
exm_article_unref (ExmArticle *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  exm_article_fields_clear (&self->fields);
  g_free (self);
}

const ExmArticleFields *
exm_article_get (const ExmArticle *self)
{
  return &self->fields;
}

const char *
exm_article_state_get_name (ExmArticleState state)
{
  g_return_val_if_fail (state < G_N_ELEMENTS (state_names), "");
  return state_names[state];
}

gboolean
exm_article_state_from_name (const char *name, ExmArticleState *state)
{
  for (guint i = 0; i < G_N_ELEMENTS (state_names); i++)
    if (strcmp (name, state_names[i]) == 0)
      {
        *state = (ExmArticleState) i;
        return TRUE;
      }
  return FALSE;
}
