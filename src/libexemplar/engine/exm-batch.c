/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-engine"

#include "config.h"

#include "engine/exm-batch.h"

#include "base/exm-json.h"
#include "base/exm-limits.h"
#include "engine/exm-batch-answer.h"
#include "engine/exm-page-file.h"
#include "extract/exm-methods.h"

#include <glib/gi18n-lib.h>
#include <json-glib/json-glib.h>
#include <string.h>

/* The string at @member into @value, %NULL if there is none; %FALSE if it is no string.
 */
static gboolean
read_string (JsonObject *record, const char *member, const char **value, GError **error)
{
  JsonNode *node = json_object_get_member (record, member);

  *value = NULL;
  if (node == NULL || JSON_NODE_HOLDS_NULL (node))
    return TRUE;
  if (json_node_get_value_type (node) == G_TYPE_STRING)
    {
      *value = json_node_get_string (node);
      return TRUE;
    }
  g_set_error (error, EXM_ENGINE_ERROR, EXM_ENGINE_ERROR_RECORD,
               _ ("Field “%s” must be a string"), member);
  return FALSE;
}

/* The fields of a page in a record. */
typedef struct
{
  const char *path;
  const char *html;
  const char *url;
  const char *body; /* (nullable) */
  gboolean recurs;  /* in further records */
} PageFields;

static const PageFields target_fields
    = { "target_path", "target_html", "url", NULL, FALSE };
static const PageFields example_fields
    = { "example_path", "example_html", "example_url", "example_body", TRUE };
static const PageFields more_fields = { "path", "html", "url", "body", TRUE };

/* Sets @prepared to %NULL and returns %TRUE if the record has no such page. */
static gboolean
prepare_page (ExmEngine *engine,
              JsonObject *record,
              const PageFields *fields,
              ExmPrepared **prepared,
              GError **error)
{
  const char *path, *html, *body = NULL;
  g_autoptr (GBytes) raw = NULL;
  g_auto (ExmPageFile) file = { 0 };
  ExmPageHints hints = { 0 };

  *prepared = NULL;
  if (!read_string (record, fields->path, &path, error)
      || !read_string (record, fields->html, &html, error)
      || !read_string (record, fields->url, &hints.url, error)
      || (fields->body != NULL && !read_string (record, fields->body, &body, error)))
    return FALSE;
  if (path == NULL && html == NULL)
    return TRUE;

  /* Strings of JSON are UTF-8, whatever the page declares. */
  if (html != NULL)
    hints.override_charset = "utf-8";
  else if (!exm_page_file_init (&file, path, error))
    return FALSE;
  hints.name = file.name;
  *prepared = exm_engine_find_prepared (engine, &hints, body);
  if (*prepared != NULL)
    return TRUE;
  raw = html != NULL ? g_bytes_new (html, strlen (html))
                     : exm_page_file_load (&file, error);
  if (raw == NULL)
    return FALSE;
  *prepared = fields->recurs ? exm_engine_prepare (engine, raw, &hints, body, error)
                             : exm_engine_prepare_once (engine, raw, &hints, error);
  if (*prepared == NULL && hints.url == NULL)
    g_prefix_error (error, "%s: ", html != NULL ? fields->html : path);
  return *prepared != NULL;
}

static gboolean
add_example (ExmEngine *engine,
             JsonObject *record,
             const PageFields *fields,
             GPtrArray *examples,
             GError **error)
{
  ExmPrepared *example;

  if (!prepare_page (engine, record, fields, &example, error))
    return FALSE;
  if (example != NULL)
    g_ptr_array_add (examples, example);
  return TRUE;
}

static gboolean
prepare_examples (ExmEngine *engine,
                  JsonObject *record,
                  GPtrArray *examples,
                  GError **error)
{
  JsonNode *node = json_object_get_member (record, "examples");

  if (!add_example (engine, record, &example_fields, examples, error))
    return FALSE;
  if (node == NULL || JSON_NODE_HOLDS_NULL (node))
    return TRUE;
  JsonArray *more = JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
  guint n = more != NULL ? json_array_get_length (more) : G_MAXUINT;
  gboolean usable = n <= EXM_BATCH_EXAMPLES;
  for (guint i = 0; usable && i < n; i++)
    usable = JSON_NODE_HOLDS_OBJECT (json_array_get_element (more, i));
  if (!usable)
    {
      g_set_error (error, EXM_ENGINE_ERROR, EXM_ENGINE_ERROR_RECORD,
                   _ ("Field “%s” must be an array of at most %u objects"), "examples",
                   EXM_BATCH_EXAMPLES);
      return FALSE;
    }
  for (guint i = 0; i < n; i++)
    if (!add_example (engine, json_array_get_object_element (more, i), &more_fields,
                      examples, error))
      return FALSE;
  return TRUE;
}

static void
process (ExmEngine *engine,
         JsonObject *record,
         const ExmExtractOptions *defaults,
         ExmBatchSites *sites,
         gboolean learning,
         ExmBatchAnswer *answer)
{
  const char *site = NULL;
  g_autoptr (ExmSiteStat) stat = NULL;
  g_autoptr (GPtrArray) examples
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_prepared_unref);
  ExmExtractOptions options = { 0 };

  if (defaults != NULL)
    options = *defaults;
  options.brief = TRUE;
  if (!read_string (record, "method", &options.method, &answer->error)
      || !prepare_page (engine, record, &target_fields, &answer->target, &answer->error)
      || !prepare_examples (engine, record, examples, &answer->error))
    return;
  if (answer->target == NULL)
    {
      g_set_error_literal (&answer->error, EXM_ENGINE_ERROR, EXM_ENGINE_ERROR_RECORD,
                           _ ("The record has neither “target_path” nor “target_html”"));
      return;
    }
  /* Parameters and model are those of the method that everything else is done with. */
  if (options.method != NULL)
    {
      options.parameters = NULL;
      options.model = NULL;
    }
  else if (defaults != NULL)
    options.method = defaults->method;
  options.teaches = learning;
  /* A page that no record compares teaches by what it says alone. */
  if (learning && examples->len == 0)
    options.method = exm_method_exemplar_single.name;
  if (sites != NULL && read_string (record, "site", &site, NULL) && site != NULL)
    options.site = stat = exm_batch_sites_get (sites, site);
  ExmPrepared *const *pages = (ExmPrepared *const *) examples->pdata;
  exm_batch_answer_extract (answer, engine, pages, examples->len, &options, NULL);
}

/* Returns: (transfer full): a name for a page: its path, or a digest of its HTML */
static char *
name_page (const char *path, const char *html)
{
  return path != NULL || html == NULL
             ? g_strdup (path)
             : g_compute_checksum_for_string (G_CHECKSUM_SHA256, html, -1);
}

/* Has the page of @record, which gave @answer, teach its site. */
static void
teach (JsonObject *record, const ExmBatchAnswer *answer, ExmBatchSites *sites)
{
  const char *site = NULL, *path = NULL, *html = NULL;
  const char *example_path = NULL, *example_html = NULL;

  if (answer->result == NULL || !read_string (record, "site", &site, NULL) || site == NULL
      || !read_string (record, target_fields.path, &path, NULL)
      || !read_string (record, target_fields.html, &html, NULL)
      || !read_string (record, example_fields.path, &example_path, NULL)
      || !read_string (record, example_fields.html, &example_html, NULL))
    return;
  g_autofree char *page = name_page (path, html);
  g_autofree char *example = name_page (example_path, example_html);
  g_autofree char *rank = g_strconcat (example != NULL ? "0" : "1", example, NULL);
  exm_batch_sites_add (sites, site, page, rank, exm_prepared_get_page (answer->target),
                       answer->result);
}

/* Hands on what the record says by itself. */
static void
add_passed_through (GString *out, JsonObject *record)
{
  static const char *const members[] = { "site", "example", "target" };

  for (gsize i = 0; i < G_N_ELEMENTS (members); i++)
    {
      JsonNode *node = json_object_get_member (record, members[i]);
      if (node == NULL)
        continue;
      exm_json_append_name (out, members[i]);
      g_autofree char *value = json_to_string (node, FALSE);
      exm_json_repair_exponents (value);
      g_string_append (out, value);
    }
}

static char *
serialize (JsonObject *record, const ExmBatchAnswer *answer)
{
  GString *out = g_string_sized_new (8192);

  g_string_append_c (out, '{');
  if (record != NULL)
    add_passed_through (out, record);
  return exm_batch_answer_write (answer, out);
}

static gboolean
load (JsonParser *parser, const char *line, gsize n_bytes, GError **error)
{
  g_autofree char *repaired = NULL;

  if (memmem (line, n_bytes, "\\u0000", 6) != NULL
      || memmem (line, n_bytes, "\\ud", 3) != NULL
      || memmem (line, n_bytes, "\\uD", 3) != NULL)
    {
      repaired = g_memdup2 (line, n_bytes);
      n_bytes = exm_json_repair_escapes (repaired, n_bytes);
      line = repaired;
    }
  return json_parser_load_from_data (parser, line, (gssize) n_bytes, error);
}

/* Rejects other JSON before a parser spends time on it. */
static gboolean
is_object (const char *line, gsize n_bytes)
{
  while (n_bytes > 0 && g_ascii_isspace (*line))
    line++, n_bytes--;
  return n_bytes > 0 && *line == '{';
}

static JsonObject *
parse_record (JsonParser *parser, const char *line, gsize n_bytes, GError **error)
{
  g_autoptr (GError) failure = NULL;

  if (!g_utf8_validate_len (line, n_bytes, NULL))
    g_set_error_literal (error, EXM_ENGINE_ERROR, EXM_ENGINE_ERROR_RECORD,
                         _ ("The record is not UTF-8"));
  else if (!is_object (line, n_bytes))
    g_set_error_literal (error, EXM_ENGINE_ERROR, EXM_ENGINE_ERROR_RECORD,
                         _ ("The record is not a JSON object"));
  else if (!exm_json_is_shallow (line, n_bytes, EXM_MAX_JSON_DEPTH))
    g_set_error (error, EXM_ENGINE_ERROR, EXM_ENGINE_ERROR_RECORD,
                 _ ("The record nests deeper than %u levels"), EXM_MAX_JSON_DEPTH);
  else if (exm_json_count_values (line, n_bytes) > EXM_MAX_JSON_VALUES)
    g_set_error (error, EXM_ENGINE_ERROR, EXM_ENGINE_ERROR_RECORD,
                 _ ("The record has more than %u values"), EXM_MAX_JSON_VALUES);
  else if (!exm_json_is_plain (line, n_bytes))
    g_set_error_literal (
        error, EXM_ENGINE_ERROR, EXM_ENGINE_ERROR_RECORD,
        _ ("The record has a number that does not fit into 64 bits, or something "
           "that is not JSON"));
  else if (!load (parser, line, n_bytes, &failure))
    g_set_error (error, EXM_ENGINE_ERROR, EXM_ENGINE_ERROR_RECORD,
                 _ ("The record is not JSON: %s"), failure->message);
  else
    return json_node_get_object (json_parser_get_root (parser));
  return NULL;
}

char *
exm_batch_process (ExmEngine *engine,
                   const char *line,
                   gsize n_bytes,
                   const ExmExtractOptions *defaults,
                   ExmBatchSites *sites)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_auto (ExmBatchAnswer) answer = { 0 };
  JsonObject *record = parse_record (parser, line, n_bytes, &answer.error);

  if (record != NULL)
    process (engine, record, defaults, sites, FALSE, &answer);
  return serialize (record, &answer);
}

void
exm_batch_learn (ExmEngine *engine,
                 const char *line,
                 gsize n_bytes,
                 const ExmExtractOptions *defaults,
                 ExmBatchSites *sites)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_auto (ExmBatchAnswer) answer = { 0 };
  JsonObject *record = parse_record (parser, line, n_bytes, &answer.error);

  if (record == NULL)
    return;
  process (engine, record, defaults, NULL, TRUE, &answer);
  teach (record, &answer, sites);
}

char *
exm_batch_refuse (const char *reason)
{
  g_auto (ExmBatchAnswer) answer = { 0 };

  g_set_error_literal (&answer.error, EXM_ENGINE_ERROR, EXM_ENGINE_ERROR_RECORD, reason);
  return serialize (NULL, &answer);
}
