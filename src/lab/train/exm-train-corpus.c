/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-train"

#include "config.h"

#include "lab/train/exm-train-corpus.h"

#include <glib/gi18n-lib.h>
#include <json-glib/json-glib.h>
#include <math.h>
#include <string.h>

/* A line counts by its tokens to this power: a paragraph more than a label, a long
 * paragraph less than several short ones. */
#define TOKEN_POWER .75

/* A net is taught on top of half of what is said beside it. On top of all, it takes back
 * what others rightly say twice, above all the operator's mark where a corpus is thin; on
 * top of nothing, the sum is too sure of what both say. */
#define BESIDE_SHARE .5f

/* Labels of a domain shorter than this before the last one belong to it: co.uk. */
#define SHORT_LABEL 3u

static void
sample_free (gpointer data)
{
  ExmTrainSample *sample = data;

  g_free (sample->site);
  g_free (sample->set);
  g_free (sample->name);
  exm_prepared_unref (sample->target);
  exm_features_clear (&sample->features);
  g_free (sample->shares);
  g_free (sample->weights);
  g_free (sample->beside);
  g_free (sample);
}

static void
labels_free (gpointer labels)
{
  exm_train_labels_free (labels);
}

ExmTrainCorpus *
exm_train_corpus_new (void)
{
  ExmTrainCorpus *self = g_new0 (ExmTrainCorpus, 1);

  self->samples = g_ptr_array_new_with_free_func (sample_free);
  self->engine = exm_engine_new ();
  self->pages = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, labels_free);
  return self;
}

void
exm_train_corpus_free (ExmTrainCorpus *self)
{
  g_ptr_array_unref (self->samples);
  g_hash_table_unref (self->pages);
  g_object_unref (self->engine);
  g_free (self);
}

static const char *
get_string (JsonObject *record, const char *member)
{
  JsonNode *node = json_object_get_member (record, member);

  if (node == NULL || json_node_get_value_type (node) != G_TYPE_STRING)
    return NULL;
  return json_node_get_string (node);
}

static ExmPrepared *
prepare (ExmTrainCorpus *self,
         const char *path,
         const char *url,
         const char *body,
         GError **error)
{
  g_autofree char *bytes = NULL;
  gsize n_bytes;
  const ExmPageHints hints = { .url = url };

  if (!g_file_get_contents (path, &bytes, &n_bytes, error))
    return NULL;
  g_autoptr (GBytes) raw = g_bytes_new_take (g_steal_pointer (&bytes), n_bytes);
  return exm_engine_prepare (self->engine, raw, &hints, body, error);
}

static void
weigh_rows (ExmTrainSample *sample)
{
  guint n_lines;
  const ExmLine *lines
      = exm_page_text_get_lines (exm_prepared_get_page (sample->target), &n_lines);
  double sum = 0;

  sample->shares = g_new0 (float, sample->features.n_rows + 1);
  sample->weights = g_new0 (float, sample->features.n_rows + 1);
  sample->beside = g_new0 (float, sample->features.n_rows + 1);
  exm_features_add_beside (&sample->features, sample->beside);
  for (guint row = 0; row < sample->features.n_rows; row++)
    sample->beside[row] *= BESIDE_SHARE;
  for (guint row = 0; row < sample->features.n_rows; row++)
    {
      guint line = sample->features.lines[row];
      sample->shares[row] = exm_train_labels_get (sample->labels, line);
      sample->weights[row] = (float) pow (lines[line].n_tokens, TOKEN_POWER);
      sum += (double) sample->weights[row];
    }
  for (guint row = 0; row < sample->features.n_rows; row++)
    sample->weights[row] /= (float) MAX (sum, 1);
}

static char *
dup_name (JsonObject *record, const char *member, const char *path_member)
{
  const char *name = get_string (record, member);
  const char *path = get_string (record, path_member);

  if (name != NULL)
    return g_strdup (name);
  return path != NULL ? g_path_get_basename (path) : g_strdup ("");
}

static gboolean
add_sample (ExmTrainCorpus *self,
            JsonObject *record,
            ExmPrepared *target,
            ExmPrepared *example,
            const ExmTrainLabels *labels,
            GError **error)
{
  const ExmMethodInput input = {
    .target = target,
    .examples = &example,
    .n_examples = example != NULL,
    .brief = TRUE,
  };
  ExmFeatures features;

  if (!exm_features_measure (&input, &features, error))
    return FALSE;
  ExmTrainSample *sample = g_new0 (ExmTrainSample, 1);
  sample->site = g_strdup (get_string (record, "site"));
  sample->set = g_strdup (get_string (record, "set"));
  g_autofree char *page = dup_name (record, "target", "target_path");
  g_autofree char *from = dup_name (record, "example", "example_path");
  sample->name
      = g_strconcat (page, example != NULL ? "/" : "", example != NULL ? from : "", NULL);
  sample->target = exm_prepared_ref (target);
  sample->labels = labels;
  sample->has_body = get_string (record, "target_body") != NULL;
  sample->kind = exm_page_kind_find (get_string (record, "kind"));
  sample->features = features;
  if (features.has_region)
    sample->variant = EXM_VARIANT_REGION;
  else
    sample->variant = features.has_example ? EXM_VARIANT_BARE : EXM_VARIANT_SINGLE;
  weigh_rows (sample);
  g_ptr_array_add (self->samples, sample);
  return TRUE;
}

static gboolean
use_record (ExmTrainCorpus *self, JsonObject *record, GError **error)
{
  const char *target_path = get_string (record, "target_path");
  const char *target_body = get_string (record, "target_body");
  const char *example_path = get_string (record, "example_path");
  const char *example_body = get_string (record, "example_body");
  const char *example_url = get_string (record, "example_url");

  gboolean tells = target_body != NULL
                   || exm_page_kind_find (get_string (record, "kind")) < EXM_N_PAGE_KINDS;
  if (target_path == NULL || !tells || get_string (record, "site") == NULL)
    {
      g_set_error_literal (error, EXM_ENGINE_ERROR, EXM_ENGINE_ERROR_RECORD,
                           _ ("The record lacks site, target_path or target_body"));
      return FALSE;
    }
  g_autoptr (ExmPrepared) target
      = prepare (self, target_path, get_string (record, "url"), NULL, error);
  if (target == NULL)
    return FALSE;
  ExmTrainLabels *labels = g_hash_table_lookup (self->pages, target_path);
  if (labels == NULL)
    {
      labels = exm_train_labels_new (exm_prepared_get_page (target),
                                     target_body != NULL ? target_body : "");
      g_hash_table_insert (self->pages, g_strdup (target_path), labels);
      if (!add_sample (self, record, target, NULL, labels, error))
        return FALSE;
    }
  if (example_path == NULL || target_body == NULL)
    return TRUE;
  g_autoptr (ExmPrepared) example
      = prepare (self, example_path, example_url, NULL, error);
  if (example == NULL || !add_sample (self, record, target, example, labels, error))
    return FALSE;
  if (example_body == NULL)
    return TRUE;
  /* A body that is not on its page is a fault of the corpus: nothing to learn from. */
  g_autoptr (ExmPrepared) marked
      = prepare (self, example_path, example_url, example_body, NULL);
  return marked == NULL || add_sample (self, record, target, marked, labels, error);
}

gboolean
exm_train_corpus_add (ExmTrainCorpus *self, const char *line, GError **error)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  gboolean used = FALSE;

  self->n_records++;
  if (json_parser_load_from_data (parser, line, -1, error))
    {
      JsonNode *root = json_parser_get_root (parser);
      if (root == NULL || !JSON_NODE_HOLDS_OBJECT (root))
        g_set_error_literal (error, EXM_ENGINE_ERROR, EXM_ENGINE_ERROR_RECORD,
                             _ ("The record is not a JSON object"));
      else
        used = use_record (self, json_node_get_object (root), error);
    }
  self->n_left_out += !used;
  return used;
}

/* "news.example.co.uk~archive" → "example.co.uk". */
static char *
get_domain (const char *site)
{
  g_autofree char *host = g_strndup (site, strcspn (site, "~:/"));
  g_auto (GStrv) labels = g_strsplit (host, ".", -1);
  guint n = g_strv_length (labels);
  guint n_kept = n >= 3 && strlen (labels[n - 2]) <= SHORT_LABEL ? 3 : 2;

  return g_strjoinv (".", labels + (n > n_kept ? n - n_kept : 0));
}

void
exm_train_corpus_split (ExmTrainCorpus *self, guint n_folds)
{
  for (guint i = 0; i < self->samples->len; i++)
    {
      ExmTrainSample *sample = g_ptr_array_index (self->samples, i);
      g_autofree char *domain = get_domain (sample->site);
      g_autofree char *sum = g_compute_checksum_for_string (G_CHECKSUM_MD5, domain, -1);
      sum[8] = '\0';
      sample->fold = (guint) (g_ascii_strtoull (sum, NULL, 16) % n_folds);
    }
}
