/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* `task lines --order`: how much noisier a task's first pages are than those that came
 * when the site was known. */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/task/exm-cli-task.h"

#include "cli/base/exm-cli-data.h"
#include "cli/base/exm-cli-json.h"
#include "cli/base/exm-cli-layout.h"
#include "cli/base/exm-cli-output.h"
#include "cli/base/exm-cli-pair.h"
#include "cli/base/exm-cli-table.h"
#include "engine/exm-order-effect.h"

/* A task's stored pages. */
typedef struct
{
  ExmStoreReader *reader; /* (unowned) */
  ExmEngine *engine;      /* (owned) */
  ExmTask *task;          /* (owned) (nullable) */
  GPtrArray *examples;    /* (owned) (element-type ExmPrepared) */
  GHashTable *hashes;     /* (owned) (element-type utf8): of the examples */
  GPtrArray *pages;       /* (owned) (element-type ExmPrepared): as they came */
} Pages;

static void
pages_clear (Pages *self)
{
  g_clear_object (&self->engine);
  g_clear_pointer (&self->task, exm_task_unref);
  g_clear_pointer (&self->examples, g_ptr_array_unref);
  g_clear_pointer (&self->hashes, g_hash_table_unref);
  g_clear_pointer (&self->pages, g_ptr_array_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Pages, pages_clear)

/* Returns: (transfer full) (nullable): the page, %NULL after a complaint */
static ExmPrepared *
prepare (Pages *self, const char *hash, const ExmPageHints *hints, const char *region)
{
  const ExmStoreQuery query = { .kind = EXM_READ_PAGE, .hash = hash };
  g_autoptr (GBytes) bytes = exm_cli_data_read (self->reader, &query);
  g_autoptr (GError) error = NULL;
  ExmPrepared *page
      = bytes != NULL ? exm_engine_prepare (self->engine, bytes, hints, region, &error)
                      : NULL;

  if (error != NULL)
    exm_cli_complain ("%s: %s", hints->url, error->message);
  return page;
}

static gboolean
read_examples (Pages *self, const char *uid)
{
  const ExmStoreQuery query = { .kind = EXM_READ_TASK, .uid = uid };

  self->task = exm_cli_data_read (self->reader, &query);
  if (self->task == NULL)
    return FALSE;
  const GArray *examples = exm_task_get (self->task)->examples;
  for (guint i = 0; i < examples->len; i++)
    {
      const ExmTaskExample *example = &g_array_index (examples, ExmTaskExample, i);
      const ExmPageHints hints = {
        .url = example->url,
        .http_charset = example->http_charset,
        .override_charset = example->charset,
      };
      if (example->page_hash == NULL)
        continue;
      ExmPrepared *page
          = prepare (self, example->page_hash, &hints, example->region_text);
      if (page == NULL)
        return FALSE;
      g_ptr_array_add (self->examples, page);
      g_hash_table_add (self->hashes, g_strdup (example->page_hash));
    }
  return TRUE;
}

/* Returns: (transfer full) (nullable) (element-type gint64): the articles of the task,
 * the first one first */
static GArray *
list_articles (ExmStoreReader *reader, const char *uid)
{
  ExmStoreQuery query = { .kind = EXM_READ_ARTICLES, .filter = { .task_uid = uid } };
  g_autoptr (GArray) articles = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (gboolean more = TRUE; more;)
    {
      g_autoptr (GPtrArray) list = exm_cli_data_read (reader, &query);
      if (list == NULL)
        return NULL;
      more = list->len > 0;
      for (guint i = 0; i < list->len; i++)
        {
          const ExmArticleInfo *info = g_ptr_array_index (list, i);
          g_array_prepend_val (articles, info->id);
          query.filter.before_usec = info->collected_usec;
          query.filter.before_id = info->id;
        }
    }
  return g_steal_pointer (&articles);
}

/* The first @limit pages of the task, but for its examples. */
static gboolean
read_pages (Pages *self, const char *uid, guint limit)
{
  g_autoptr (GArray) articles = list_articles (self->reader, uid);

  for (guint i = 0; articles != NULL && i < articles->len && self->pages->len < limit;
       i++)
    {
      const ExmStoreQuery query
          = { .kind = EXM_READ_ARTICLE, .id = g_array_index (articles, gint64, i) };
      g_autoptr (ExmArticle) article = exm_cli_data_read (self->reader, &query);
      if (article == NULL)
        return FALSE;
      const ExmArticleFields *fields = exm_article_get (article);
      const ExmPageHints hints = { .url = fields->final_url };
      if (fields->page_hash == NULL
          || g_hash_table_contains (self->hashes, fields->page_hash))
        continue;
      ExmPrepared *page = prepare (self, fields->page_hash, &hints, NULL);
      if (page == NULL)
        return FALSE;
      g_ptr_array_add (self->pages, page);
    }
  return articles != NULL;
}

static void
append_part_json (GString *out, const ExmOrderPart *part)
{
  ExmCliJson json = { .out = out };

  exm_cli_json_open (&json, NULL, '{');
  exm_cli_json_integer (&json, "first", part->first + 1);
  exm_cli_json_integer (&json, "last", part->first + part->n_pages);
  exm_cli_json_number (&json, "lines", part->lines);
  exm_cli_json_number (&json, "chars", part->chars);
  exm_cli_json_close (&json, '}');
  g_string_append_c (out, '\n');
}

static void
add_part_row (ExmCliTable *table, const ExmOrderPart *part)
{
  g_autofree char *pages
      = g_strdup_printf ("%u–%u", part->first + 1, part->first + part->n_pages);
  g_autofree char *lines = g_strdup_printf ("%.1f%%", 100 * part->lines);
  g_autofree char *chars = g_strdup_printf ("%.1f%%", 100 * part->chars);

  exm_cli_table_add (table, pages, lines, chars);
}

static gboolean
print_parts (const GArray *parts, gboolean as_json)
{
  const char *const titles[]
      = { _ ("Pages"), _ ("Lines too many"), _ ("Characters too many"), NULL };
  g_auto (ExmCliTable) table = { 0 };
  g_autoptr (GString) out = g_string_new (NULL);

  exm_cli_table_init (&table, titles);
  for (guint i = 0; i < parts->len; i++)
    {
      const ExmOrderPart *part = &g_array_index (parts, ExmOrderPart, i);
      if (as_json)
        append_part_json (out, part);
      else
        add_part_row (&table, part);
    }
  return as_json ? exm_cli_print (out->str) : exm_cli_table_print (&table);
}

gboolean
exm_cli_task_show_order (ExmStoreReader *reader,
                         const char *uid,
                         guint limit,
                         gboolean as_json)
{
  g_auto (Pages) self = {
    .reader = reader,
    .engine = exm_engine_new (),
    .examples = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_prepared_unref),
    .hashes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
    .pages = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_prepared_unref),
  };
  g_autoptr (GError) error = NULL;

  exm_cli_offer_layouts (self.engine, FALSE);
  if (!read_examples (&self, uid) || !read_pages (&self, uid, limit))
    return FALSE;
  const ExmTaskFields *fields = exm_task_get (self.task);
  g_autoptr (ExmMethodModel) model = exm_cli_find_model (fields->models, fields->method);
  const ExmExtractOptions options = {
    .method = fields->method,
    .parameters = fields->parameters,
    .model = model,
    .sensitivity = fields->sensitivity,
  };
  g_autoptr (GArray) parts = exm_order_effect_measure (
      self.engine, (ExmPrepared *const *) self.pages->pdata, self.pages->len,
      (ExmPrepared *const *) self.examples->pdata, self.examples->len, &options, NULL,
      &error);
  return exm_cli_complain_unless (parts != NULL, &error) && print_parts (parts, as_json);
}
