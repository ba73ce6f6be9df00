/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "jobs/exm-article-job.h"

#include "article/exm-body.h"
#include "article/exm-derived-body.h"
#include "base/exm-said-error.h"
#include "extract/exm-method.h"
#include "fetch/exm-fetch-record.h"
#include "jobs/exm-tdmrep.h"
#include "metadata/exm-completeness.h"
#include "metadata/exm-rights.h"
#include "store/exm-store-check.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* The default method for a page that has nothing to be compared with. */
#define SINGLE_METHOD "exemplar-single"

/* Other pages of a task that must all have closing tags before one without them counts as
 * cut. */
#define N_SISTERS 5u

void
exm_article_job_clear (ExmArticleJob *self)
{
  g_clear_object (&self->engine);
  g_clear_pointer (&self->bytes, g_bytes_unref);
  g_clear_pointer (&self->url, g_free);
  g_clear_pointer (&self->http_charset, g_free);
  g_clear_pointer (&self->incomplete, g_free);
  g_clear_pointer (&self->record, g_free);
  g_clear_pointer (&self->tdmrep, g_free);
  g_clear_pointer (&self->further, g_ptr_array_unref);
  g_clear_pointer (&self->all, exm_further_page_unref);
  g_clear_pointer (&self->title, g_free);
  g_clear_pointer (&self->examples, g_ptr_array_unref);
  g_clear_pointer (&self->siblings, g_ptr_array_unref);
  g_clear_pointer (&self->fallback, g_ptr_array_unref);
  g_clear_pointer (&self->method, g_free);
  g_clear_pointer (&self->parameters, g_free);
  g_clear_pointer (&self->model, exm_method_model_unref);
  g_clear_pointer (&self->site, exm_site_stat_unref);
  g_clear_pointer (&self->bias, exm_bias_unref);
  g_clear_pointer (&self->labels, g_array_unref);
  g_clear_pointer (&self->lines, g_ptr_array_unref);
  g_clear_pointer (&self->places, g_array_unref);
  exm_article_fields_clear (&self->fields);
  exm_further_pages_clear (&self->pages);
}

void
exm_article_job_take_labels (ExmArticleJob *self,
                             const GPtrArray *stored,
                             const char *url_key)
{
  g_clear_pointer (&self->labels, g_array_unref);
  g_clear_pointer (&self->bias, exm_bias_unref);
  exm_stored_labels_split (stored, url_key, &self->labels, &self->bias);
}

/* No body, or no way to tell one: kept as an empty article that a person should see. */
static void
fill_empty (ExmArticleFields *fields, const GError *error)
{
  const char *said = exm_said_from_error (error);

  fields->state = EXM_ARTICLE_EMPTY;
  fields->reason = g_strdup (said != NULL ? said : error->message);
  fields->text = g_strdup ("");
  fields->html = g_strdup ("");
  fields->markdown = g_strdup ("");
  fields->template_similarity = -1;
}

/* The page came whole, but its article goes on elsewhere. */
static void
judge_completeness (ExmArticleJob *self, ExmPageText *page, ExmResult *result)
{
  ExmArticleFields *fields = &self->fields;
  g_autofree char *said = NULL;

  exm_further_pages_clear (&self->pages);
  if (fields->state == EXM_ARTICLE_GOOD || fields->state == EXM_ARTICLE_UNSURE)
    said = exm_completeness_find (page, result, &self->pages);
  /* A page that has all may show the numbers of the others. */
  if (said == NULL || (self->took_all && self->pages.n_pages > 0))
    return;
  fields->state = EXM_ARTICLE_INCOMPLETE;
  g_free (fields->reason);
  fields->reason = g_steal_pointer (&said);
}

/* Tells whether the page is of a kind that the task does not want; not its example, which
 * a person chose. */
static gboolean
is_other_kind (const ExmArticleJob *self, const ExmKindAnswer *kind)
{
  return self->articles_only && !self->is_example && kind->known
         && kind->shown != EXM_SHOWN_ARTICLE;
}

/* Returns: (transfer full): why a page of such a kind is held */
static char *
say_kind (const ExmKindAnswer *kind)
{
  guint percent = exm_confidence_get_percent (kind->confidence);

  if (kind->shown == EXM_SHOWN_DISCUSSION)
    /* translators: %u is a percentage */
    return exm_said_new (N_ ("A discussion, not an article (%u%% sure)"), percent);
  if (kind->shown == EXM_SHOWN_LIST)
    /* translators: %u is a percentage */
    return exm_said_new (N_ ("A list, not an article (%u%% sure)"), percent);
  /* translators: %u is a percentage */
  return exm_said_new (N_ ("Neither article, discussion nor list (%u%% sure)"), percent);
}

static void
fill_from_result (ExmArticleJob *self, ExmPrepared *target, ExmResult *result)
{
  ExmArticleFields *fields = &self->fields;
  const ExmResultData *data = exm_result_get (result);
  ExmPageText *text = exm_prepared_get_page (target);

  fields->text = exm_body_write_text (text, result);
  fields->html = exm_body_write_html (text, result);
  fields->markdown = exm_body_write_markdown (text, result);
  ExmDerivedForms forms
      = exm_derived_body_compare (fields->html, fields->text, fields->markdown);
  fields->html_gives_text = (forms & EXM_DERIVED_TEXT) != 0;
  fields->html_gives_markdown = (forms & EXM_DERIVED_MARKDOWN) != 0;
  fields->confidence = data->confidence;
  fields->template_similarity = data->template_similarity;
  fields->method = g_strdup (data->method);
  fields->state = EXM_ARTICLE_GOOD;
  if (data->head == EXM_NONE)
    {
      fields->state = EXM_ARTICLE_EMPTY;
      fields->reason = exm_said_new (N_ ("No body was found on the page"));
    }
  else if (!data->fits && !self->is_example)
    {
      fields->state = EXM_ARTICLE_DOES_NOT_FIT;
      fields->reason = exm_said_new (
          /* translators: %d is a percentage */
          N_ ("Does not look like your example (layout %d%% alike)"),
          (int) (100 * data->template_similarity + .5));
    }
  else if (exm_sureness_from_confidence (data->confidence) == EXM_NOT_SURE)
    {
      fields->state = EXM_ARTICLE_UNSURE;
      fields->reason = exm_said_new (
          /* translators: %u is a percentage */
          N_ ("Not sure this is the whole article (%u%%)"),
          exm_confidence_get_percent (data->confidence));
    }
  judge_completeness (self, text, result);
  if ((fields->state == EXM_ARTICLE_GOOD || fields->state == EXM_ARTICLE_UNSURE)
      && is_other_kind (self, &data->kind))
    {
      fields->state = EXM_ARTICLE_UNSURE;
      g_free (fields->reason);
      fields->reason = say_kind (&data->kind);
    }
}

/* A server may send a part of a page as if it were all of it. */
static void
check_end (ExmArticleJob *self, const ExmPageText *page)
{
  if (self->incomplete != NULL)
    return;
  if (exm_page_text_get_cut (page))
    self->incomplete = exm_said_new (N_ ("it ends in the middle of a tag or script"));
  else if (self->lacks_end)
    self->incomplete
        = exm_said_new (N_ ("it lacks the end that the task's other pages have"));
  self->cut = self->incomplete != NULL;
}

/* Whatever there is of it looks like: the rest is missing. */
static void
judge_arrival (ExmArticleJob *self)
{
  ExmArticleFields *fields = &self->fields;

  if (self->incomplete == NULL)
    return;
  if (fields->state != EXM_ARTICLE_EMPTY)
    fields->state = EXM_ARTICLE_INCOMPLETE;
  g_free (fields->reason);
  /* translators: %s is "7 of 100 bytes" or another cause */
  fields->reason = exm_said_new (N_ ("Page arrived incomplete (%s)"), self->incomplete);
}

ExmResult *
exm_article_job_extract (ExmEngine *engine,
                         ExmPrepared *target,
                         const GPtrArray *examples,
                         gboolean is_example,
                         const ExmExtractOptions *options,
                         GCancellable *cancellable,
                         GError **error)
{
  ExmPrepared *const *pages = (ExmPrepared *const *) examples->pdata;
  gboolean alone = is_example;

  for (guint i = 0; alone && i < examples->len; i++)
    alone = exm_prepared_compare_template (target, pages[i]) < EXM_FITS_FROM;
  if (alone)
    {
      ExmExtractOptions single = *options;
      single.method = SINGLE_METHOD;
      single.parameters = NULL;
      single.model = NULL;
      ExmResult *result
          = exm_engine_extract (engine, target, NULL, 0, &single, cancellable, NULL);
      if (result != NULL)
        return result;
    }
  return exm_engine_extract (engine, target, pages, examples->len, options, cancellable,
                             error);
}

static gboolean
add_prepared (GPtrArray *prepared, const GPtrArray *sources, GError **error)
{
  for (guint i = 0; sources != NULL && i < sources->len; i++)
    {
      ExmPrepared *example
          = exm_example_source_prepare (g_ptr_array_index (sources, i), error);
      if (example == NULL)
        return FALSE;
      g_ptr_array_add (prepared, example);
    }
  return TRUE;
}

/* Returns: (transfer full) (nullable) (element-type ExmPrepared) */
static GPtrArray *
prepare_examples (const ExmArticleJob *self, GError **error)
{
  g_autoptr (GPtrArray) prepared
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_prepared_unref);
  ExmPrepared *sibling = NULL;

  if (!add_prepared (prepared, self->examples, error))
    return NULL;
  for (guint i = 0; self->siblings != NULL && sibling == NULL && i < self->siblings->len;
       i++)
    sibling = exm_example_source_prepare (g_ptr_array_index (self->siblings, i), NULL);
  if (sibling != NULL)
    g_ptr_array_add (prepared, sibling);
  if (prepared->len == 0 && !add_prepared (prepared, self->fallback, error))
    return NULL;
  return g_steal_pointer (&prepared);
}

/* A page that is extracted, and its result. */
typedef struct
{
  ExmPrepared *target; /* (owned) (nullable) */
  ExmResult *result;   /* (owned) (nullable) */
} Extracted;

static void
extracted_clear (Extracted *self)
{
  g_clear_pointer (&self->target, exm_prepared_unref);
  g_clear_pointer (&self->result, exm_result_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Extracted, extracted_clear)

static void
extract (ExmArticleJob *self,
         GBytes *bytes,
         const ExmPageHints *hints,
         const GPtrArray *examples,
         Extracted *out,
         GCancellable *cancellable,
         GError **error)
{
  const ExmExtractOptions options = {
    .method = self->method,
    .parameters = self->parameters,
    .model = self->model,
    .sensitivity = self->sensitivity,
    .site = self->site,
    .teaches = TRUE,
    .bias = self->bias,
    .labels
    = self->labels != NULL ? (const ExmLabel *) (gpointer) self->labels->data : NULL,
    .n_labels = self->labels != NULL ? self->labels->len : 0,
  };

  out->target = exm_engine_prepare_once (self->engine, bytes, hints, error);
  if (out->target != NULL)
    out->result
        = exm_article_job_extract (self->engine, out->target, examples, self->is_example,
                                   &options, cancellable, error);
}

/* Adds the keys of the lines that are kept. Returns: their length */
static guint
add_kept (const Extracted *self, GHashTable *keys)
{
  guint n = 0, length = 0;
  const ExmLine *lines
      = exm_page_text_get_lines (exm_prepared_get_page (self->target), &n);
  const ExmResultData *data = exm_result_get (self->result);

  for (guint i = 0; i < n; i++)
    if (data->verdicts[i] == EXM_VERDICT_KEPT)
      {
        g_hash_table_add (keys, (gpointer) &lines[i].key);
        length += lines[i].length;
      }
  return length;
}

/* Whether @all keeps nearly all that @first keeps, and more. */
static gboolean
has_all (const Extracted *all, const Extracted *first)
{
  g_autoptr (GHashTable) keys = g_hash_table_new (g_int64_hash, g_int64_equal);
  g_autoptr (GHashTable) first_keys = g_hash_table_new (g_int64_hash, g_int64_equal);
  guint length = add_kept (all, keys), n_found = 0;
  GHashTableIter iter;
  gpointer key;

  if (length <= add_kept (first, first_keys))
    return FALSE;
  g_hash_table_iter_init (&iter, first_keys);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    n_found += g_hash_table_contains (keys, key);
  guint n_first = g_hash_table_size (first_keys);
  return n_first > 0 && n_found >= n_first - n_first / 10;
}

/* Puts the page that has all in the place of the first one, if it does. */
static void
try_all (ExmArticleJob *self,
         const GPtrArray *examples,
         Extracted *extracted,
         GCancellable *cancellable)
{
  g_auto (Extracted) all = { 0 };
  const ExmPageHints hints
      = { .url = self->all->url, .http_charset = self->all->charset };

  extract (self, self->all->bytes, &hints, examples, &all, cancellable, NULL);
  if (extracted->result == NULL || all.result == NULL || !has_all (&all, extracted))
    return;
  self->took_all = TRUE;
  extracted_clear (extracted);
  *extracted = all;
  all = (Extracted){ 0 };
}

static void
add_header (const char *name, const char *value, gpointer data)
{
  ExmArticleJob *self = data;

  exm_rights_read_header (self->fields.metadata, self->url, name, value);
}

/* Adds what the answer and the site reserve to what the page declares. */
static void
add_rights (ExmArticleJob *self)
{
  const char *reservation = NULL;
  g_autofree char *policy = NULL;
  g_autofree char *path = NULL;
  g_autofree char *query = NULL;

  exm_fetch_record_foreach_header (self->record, add_header, self);
  if (self->tdmrep == NULL || self->url == NULL
      || !g_uri_split (self->url, G_URI_FLAGS_PARSE_RELAXED | G_URI_FLAGS_ENCODED, NULL,
                       NULL, NULL, NULL, &path, &query, NULL, NULL))
    return;
  g_autofree char *both
      = g_strconcat (*path != '\0' ? path : "/", query != NULL ? "?" : NULL, query, NULL);
  if (exm_tdmrep_find (self->tdmrep, both, &reservation, &policy))
    exm_rights_add_site (self->fields.metadata, self->url, reservation, policy);
}

/* Pages that do not fit, or are parts, teach nothing. */
static void
take_places (ExmArticleJob *self, const ExmResult *result)
{
  GArray *places = result != NULL ? exm_result_get (result)->places : NULL;

  if (places != NULL && self->fields.state == EXM_ARTICLE_GOOD)
    self->places = g_array_ref (places);
}

gboolean
exm_article_job_run (ExmArticleJob *self, GCancellable *cancellable, GError **error)
{
  const ExmPageHints hints = { .url = self->url,
                               .http_charset = self->http_charset,
                               .further = self->further };
  g_autoptr (GError) problem = NULL;
  g_auto (Extracted) out = { 0 };
  g_autoptr (GPtrArray) examples = prepare_examples (self, error);

  if (examples == NULL)
    return FALSE;
  extract (self, self->bytes, &hints, examples, &out, cancellable, &problem);
  if (g_error_matches (problem, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_propagate_error (error, g_steal_pointer (&problem));
      return FALSE;
    }
  if (self->all != NULL && problem == NULL)
    try_all (self, examples, &out, cancellable);
  if (out.target != NULL)
    {
      ExmPageText *page = exm_prepared_get_page (out.target);
      guint first_line = 0;
      /* An article counts as one page, whose lines are those of its first. */
      self->lines = exm_site_line_list (exm_page_text_get_joined (page, 0, &first_line));
      check_end (self, page);
    }
  if (out.result != NULL)
    fill_from_result (self, out.target, out.result);
  else
    fill_empty (&self->fields, problem);
  judge_arrival (self);
  take_places (self, out.result);
  self->fields.metadata
      = out.target != NULL
            ? exm_engine_read_metadata_beside (self->engine, out.target, out.result,
                                               (ExmPrepared *const *) examples->pdata,
                                               examples->len, self->title)
            : exm_metadata_new ();
  add_rights (self);
  /* The link's own words are better than no title. */
  if (self->title != NULL)
    exm_metadata_set (self->fields.metadata, EXM_FIELD_TITLE, EXM_ORIGIN_TEXT,
                      self->title);
  return TRUE;
}

gboolean
exm_article_job_compares (const char *example_key, gboolean marked, const char *url_key)
{
  return marked || url_key == NULL || g_strcmp0 (example_key, url_key) != 0;
}

gboolean
exm_article_job_is_example (const ExmTaskFields *fields, const char *page_hash)
{
  for (guint i = 0; i < fields->examples->len; i++)
    if (g_strcmp0 (g_array_index (fields->examples, ExmTaskExample, i).page_hash,
                   page_hash)
        == 0)
      return TRUE;
  return FALSE;
}

ExmArticleFilter
exm_article_job_get_sibling_filter (const char *uid)
{
  /* One of them may be the page itself. */
  return (ExmArticleFilter){
    .task_uid = uid,
    .state = exm_article_state_get_name (EXM_ARTICLE_GOOD),
    .limit = 2,
  };
}

/* Another one does as well. */
static gboolean
is_lost (const GError *error)
{
  return g_error_matches (error, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND)
         || g_error_matches (error, EXM_STORE_ERROR, EXM_STORE_ERROR_DAMAGED);
}

/* The page of article @id, unless that is the one of @url_key; %NULL without @error where
 * it is, or its page is lost. */
static GBytes *
get_sister (ExmStore *store, gint64 id, const char *url_key, GError **error)
{
  g_autoptr (GError) problem = NULL;
  g_autoptr (ExmArticle) article = exm_store_get_article_unchecked (store, id, &problem);
  const ExmArticleFields *fields = article != NULL ? exm_article_get (article) : NULL;
  GBytes *bytes = NULL;

  if (fields != NULL && fields->page_hash != NULL
      && g_strcmp0 (fields->url_key, url_key) != 0)
    bytes = exm_store_get_page (store, fields->page_hash, &problem);
  if (problem != NULL && !is_lost (problem))
    g_propagate_error (error, g_steal_pointer (&problem));
  return bytes;
}

gboolean
exm_article_job_compare_end (ExmArticleJob *self, ExmStore *store, GError **error)
{
  const ExmArticleFilter filter
      = { .task_uid = self->fields.task_uid, .limit = N_SISTERS + 1 };
  guint n_closed = 0;

  self->lacks_end = FALSE;
  if (exm_page_text_is_closed (self->bytes))
    return TRUE;
  g_autoptr (GPtrArray) list = exm_store_list_articles (store, &filter, error);
  if (list == NULL)
    return FALSE;
  for (guint i = 0; i < list->len && n_closed < N_SISTERS; i++)
    {
      const ExmArticleInfo *info = g_ptr_array_index (list, i);
      g_autoptr (GError) problem = NULL;
      g_autoptr (GBytes) sister
          = get_sister (store, info->id, self->fields.url_key, &problem);
      if (problem != NULL)
        {
          g_propagate_error (error, g_steal_pointer (&problem));
          return FALSE;
        }
      if (sister != NULL && !exm_page_text_is_closed (sister))
        return TRUE;
      n_closed += sister != NULL;
    }
  self->lacks_end = n_closed == N_SISTERS;
  return TRUE;
}

static GPtrArray *
list_among (ExmStore *store,
            ExmEngine *engine,
            const ExmArticleFilter *filter,
            const char *url_key,
            GError **error)
{
  g_autoptr (GPtrArray) list = exm_store_list_articles (store, filter, error);
  g_autoptr (GPtrArray) siblings
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_example_source_unref);

  if (list == NULL)
    return NULL;
  for (guint i = 0; i < list->len; i++)
    {
      const ExmArticleInfo *info = g_ptr_array_index (list, i);
      g_autoptr (GError) problem = NULL;
      g_autoptr (ExmArticle) article = exm_store_get_article (store, info->id, &problem);
      if (article != NULL && strcmp (exm_article_get (article)->url_key, url_key) == 0)
        continue;
      const ExmArticleFields *fields = article != NULL ? exm_article_get (article) : NULL;
      g_autoptr (GBytes) bytes
          = fields != NULL ? exm_store_get_page (store, fields->page_hash, &problem)
                           : NULL;
      if (problem != NULL && !is_lost (problem))
        {
          g_propagate_error (error, g_steal_pointer (&problem));
          return NULL;
        }
      if (bytes == NULL)
        continue;
      const ExmPageHints hints = { .url = fields->final_url };
      g_ptr_array_add (siblings, exm_example_source_new (engine, bytes, &hints, NULL));
    }
  return g_steal_pointer (&siblings);
}

GPtrArray *
exm_article_job_list_siblings (ExmStore *store,
                               ExmEngine *engine,
                               const char *uid,
                               const char *url_key,
                               GError **error)
{
  ExmArticleFilter filter = exm_article_job_get_sibling_filter (uid);
  g_autoptr (GPtrArray) siblings = list_among (store, engine, &filter, url_key, error);

  if (siblings == NULL || siblings->len > 0)
    return g_steal_pointer (&siblings);
  /* A site whose articles all have further pages has no good one. */
  filter.state = exm_article_state_get_name (EXM_ARTICLE_INCOMPLETE);
  return list_among (store, engine, &filter, url_key, error);
}
