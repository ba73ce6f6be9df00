/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "serve-fixture.h"

const char *
serve_uid (guint number)
{
  static char uid[EXM_TASK_UID_LENGTH + 1];

  g_snprintf (uid, sizeof uid, "%032x", number);
  return uid;
}

void
serve_add_task (ExmStore *store, guint number, const char *name, const char *group)
{
  g_auto (ExmTaskFields) fields = { 0 };
  g_autoptr (GError) error = NULL;

  exm_task_fields_init (&fields);
  g_free (fields.uid);
  g_free (fields.name);
  fields.uid = g_strdup (serve_uid (number));
  fields.name = g_strdup (name);
  fields.group = g_strdup (group);
  exm_task_fields_add_example (&fields, "http://site.example/example.html");
  exm_task_fields_add_source (&fields, EXM_SOURCE_LIST, "http://site.example/");
  g_autoptr (ExmTask) task = exm_task_new (&fields);
  g_assert_true (exm_store_add_task (store, task, SERVE_NOW, &error));
  g_assert_no_error (error);
}

ExmArticle *
serve_article (
    guint task, guint page, const char *title, const char *text, ExmArticleState state)
{
  g_auto (ExmArticleFields) fields = { 0 };

  fields.task_uid = g_strdup (serve_uid (task));
  fields.task_version = 1;
  fields.url = g_strdup_printf ("http://site.example/%u.html", page);
  fields.final_url = g_strdup (fields.url);
  fields.url_key = g_strdup_printf ("site.example/%u", page);
  fields.collected_usec = SERVE_NOW + page * G_TIME_SPAN_MINUTE;
  fields.state = state;
  fields.metadata = exm_metadata_new ();
  exm_metadata_set (fields.metadata, EXM_FIELD_TITLE, EXM_ORIGIN_META, title);
  fields.text = g_strdup (text);
  fields.html = g_markup_printf_escaped ("<p>%s</p>", text);
  fields.markdown = g_strdup (text);
  fields.method = g_strdup ("exemplar");
  fields.confidence = 0.75;
  fields.template_similarity = -1;
  return exm_article_new (&fields);
}

void
serve_collect (ExmStore *store, const ExmArticle *article)
{
  const ExmArticleCommit commit = { .article = article, .content_hash = NULL };
  g_autoptr (GError) error = NULL;
  gint64 id = 0;

  g_assert_true (exm_store_commit_article (store, &commit, &id, &error));
  g_assert_no_error (error);
}

void
serve_fill (ExmStore *store, guint task, guint first, guint n)
{
  for (guint page = first; page < first + n; page++)
    {
      g_autofree char *title = g_strdup_printf ("Title %u", page);
      g_autoptr (ExmArticle) article
          = serve_article (task, page, title, "One paragraph.", EXM_ARTICLE_GOOD);
      serve_collect (store, article);
    }
}
