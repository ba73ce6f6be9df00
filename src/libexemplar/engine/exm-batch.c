/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-engine"

#include "config.h"

#include "engine/exm-batch.h"

#include "article/exm-body.h"
#include "base/exm-json.h"
#include "base/exm-limits.h"
#include "base/exm-said.h"
#include "engine/exm-page-file.h"
#include "extract/exm-methods.h"
#include "metadata/exm-completeness.h"

#include <glib/gi18n-lib.h>
#include <json-glib/json-glib.h>
#include <string.h>

/* Outcome of a record. */
typedef struct
{
  ExmPrepared *target;   /* (owned) (nullable) */
  ExmResult *result;     /* (owned) (nullable) */
  ExmMetadata *metadata; /* (owned) (nullable) */
  GError *error;         /* (owned) (nullable) */
} Outcome;

static void
outcome_clear (Outcome *self)
{
  g_clear_pointer (&self->target, exm_prepared_unref);
  g_clear_pointer (&self->result, exm_result_unref);
  g_clear_pointer (&self->metadata, exm_metadata_unref);
  g_clear_error (&self->error);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Outcome, outcome_clear)

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
         Outcome *outcome)
{
  const char *site = NULL;
  g_autoptr (ExmSiteStat) stat = NULL;
  g_autoptr (GPtrArray) examples
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_prepared_unref);
  ExmExtractOptions options = { 0 };

  if (defaults != NULL)
    options = *defaults;
  options.brief = TRUE;
  if (!read_string (record, "method", &options.method, &outcome->error)
      || !prepare_page (engine, record, &target_fields, &outcome->target, &outcome->error)
      || !prepare_examples (engine, record, examples, &outcome->error))
    return;
  if (outcome->target == NULL)
    {
      g_set_error_literal (&outcome->error, EXM_ENGINE_ERROR, EXM_ENGINE_ERROR_RECORD,
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
  outcome->result = exm_engine_extract (engine, outcome->target, pages, examples->len,
                                        &options, NULL, &outcome->error);
  outcome->metadata = exm_engine_read_metadata_beside (
      engine, outcome->target, outcome->result, pages, examples->len, NULL);
}

/* Returns: (transfer full): a name for a page: its path, or a digest of its HTML */
static char *
name_page (const char *path, const char *html)
{
  return path != NULL || html == NULL
             ? g_strdup (path)
             : g_compute_checksum_for_string (G_CHECKSUM_SHA256, html, -1);
}

/* Has the page of @record, which gave @outcome, teach its site. */
static void
teach (JsonObject *record, const Outcome *outcome, ExmBatchSites *sites)
{
  const char *site = NULL, *path = NULL, *html = NULL;
  const char *example_path = NULL, *example_html = NULL;

  if (outcome->result == NULL || !read_string (record, "site", &site, NULL)
      || site == NULL || !read_string (record, target_fields.path, &path, NULL)
      || !read_string (record, target_fields.html, &html, NULL)
      || !read_string (record, example_fields.path, &example_path, NULL)
      || !read_string (record, example_fields.html, &example_html, NULL))
    return;
  g_autofree char *page = name_page (path, html);
  g_autofree char *example = name_page (example_path, example_html);
  g_autofree char *rank = g_strconcat (example != NULL ? "0" : "1", example, NULL);
  exm_batch_sites_add (sites, site, page, rank, exm_prepared_get_page (outcome->target),
                       outcome->result);
}

/* json-glib would make a node of each value, and a string of each node. */
static void
append_quoted (GString *out, const char *text)
{
  static const char marks[] = "btn?fr"; /* from U+0008 on */

  g_string_append_c (out, '"');
  for (const char *p = text; *p != '\0';)
    {
      gsize n = 0;
      while ((guchar) p[n] >= 0x20 && p[n] != '"' && p[n] != '\\' && p[n] != 0x7f)
        n++;
      g_string_append_len (out, p, (gssize) n);
      p += n;
      if (*p == '\0')
        break;
      if (*p == '"' || *p == '\\')
        g_string_append_printf (out, "\\%c", *p);
      else if (*p >= '\b' && *p <= '\r' && *p != '\v')
        g_string_append_printf (out, "\\%c", marks[*p - '\b']);
      else
        g_string_append_printf (out, "\\u%04x", (guint) *p);
      p++;
    }
  g_string_append_c (out, '"');
}

/* Begins a member of an object. */
static void
append_name (GString *out, const char *member)
{
  if (out->str[out->len - 1] != '{')
    g_string_append_c (out, ',');
  append_quoted (out, member);
  g_string_append_c (out, ':');
}

static void
add_string (GString *out, const char *member, const char *value)
{
  append_name (out, member);
  if (value != NULL)
    append_quoted (out, value);
  else
    g_string_append (out, "null");
}

static void
add_boolean (GString *out, const char *member, gboolean value)
{
  append_name (out, member);
  g_string_append (out, value ? "true" : "false");
}

static void
add_double (GString *out, const char *member, double value)
{
  char room[G_ASCII_DTOSTR_BUF_SIZE];

  append_name (out, member);
  g_string_append (out, g_ascii_dtostr (room, sizeof room, value));
  if (strpbrk (room, ".en") == NULL)
    g_string_append (out, ".0");
}

/* @value: negative where it was not measured */
static void
add_share (GString *out, const char *member, double value)
{
  if (value >= 0)
    add_double (out, member, value);
  else
    add_string (out, member, NULL);
}

static void
add_line (GString *out, const char *member, guint line)
{
  append_name (out, member);
  if (line != EXM_NONE)
    g_string_append_printf (out, "%u", line);
  else
    g_string_append (out, "null");
}

/* Every record has every field, so that tables can be made of them; but for what few
 * pages have. */
static void
add_result (GString *out, const Outcome *outcome)
{
  if (outcome->result == NULL)
    {
      static const char *const members[]
          = { "head",      "tail",  "confidence", "fits", "template_similarity",
              "agreement", "method" };
      for (gsize i = 0; i < G_N_ELEMENTS (members); i++)
        add_string (out, members[i], NULL);
      return;
    }
  const ExmResultData *data = exm_result_get (outcome->result);
  add_line (out, "head", data->head);
  add_line (out, "tail", data->tail);
  add_double (out, "confidence", data->confidence);
  add_boolean (out, "fits", data->fits);
  add_share (out, "template_similarity", data->template_similarity);
  add_share (out, "agreement", data->agreement);
  add_string (out, "method", data->method);
  if (exm_page_text_get_cut (exm_prepared_get_page (outcome->target)))
    add_boolean (out, "cut", TRUE);
  if (data->same_article)
    add_boolean (out, "same_article", TRUE);
}

/* The kind of the page with its reasons; null where the method asks for none. */
static void
add_kind (GString *out, const ExmKindAnswer *kind)
{
  gboolean known = kind != NULL && kind->known;

  add_string (out, "kind", known ? exm_shown_kind_get_name (kind->shown) : NULL);
  add_string (out, "page_kind", known ? exm_page_kind_get_name (kind->kind) : NULL);
  add_share (out, "kind_confidence", known ? kind->confidence : -1);
  append_name (out, "kind_reasons");
  g_string_append_c (out, '[');
  for (guint i = 0; kind != NULL && i < kind->n_reasons; i++)
    {
      g_string_append (out, i > 0 ? ",{" : "{");
      add_string (out, "sign", kind->reasons[i].sign);
      add_double (out, "amount", kind->reasons[i].amount);
      g_string_append_c (out, '}');
    }
  g_string_append_c (out, ']');
}

/* Each field that was found, with where it was found and how surely. */
static void
add_fields (GString *out, const ExmMetadata *metadata)
{
  append_name (out, "fields");
  g_string_append_c (out, '{');
  for (guint i = 0; metadata != NULL && i < EXM_N_FIELDS; i++)
    {
      const char *value = exm_metadata_get (metadata, (ExmField) i);
      if (value == NULL)
        continue;
      append_name (out, exm_field_get_name ((ExmField) i));
      g_string_append_c (out, '{');
      add_string (out, "value", value);
      add_string (out, "origin",
                  exm_origin_get_name (exm_metadata_get_origin (metadata, (ExmField) i)));
      add_double (out, "confidence",
                  exm_metadata_get_confidence (metadata, (ExmField) i));
      g_string_append_c (out, '}');
    }
  g_string_append_c (out, '}');
}

static void
add_metadata (GString *out, const ExmMetadata *metadata)
{
  static const struct
  {
    const char *member; /* (unowned) */
    ExmField field;
  } members[] = {
    { "title", EXM_FIELD_TITLE },
    { "author", EXM_FIELD_AUTHOR },
    { "date", EXM_FIELD_PUBLISHED },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (members); i++)
    add_string (out, members[i].member,
                metadata != NULL ? exm_metadata_get (metadata, members[i].field) : NULL);
  add_fields (out, metadata);
}

/* Only records of pages that hold a part of their article have it. */
static void
add_incomplete (GString *out, const Outcome *outcome)
{
  g_autofree char *said
      = outcome->result != NULL ? exm_completeness_find (
            exm_prepared_get_page (outcome->target), outcome->result, NULL)
                                : NULL;
  g_autofree char *words = exm_said_to_words (said);

  if (words != NULL)
    add_string (out, "incomplete", words);
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
      append_name (out, members[i]);
      g_autofree char *value = json_to_string (node, FALSE);
      exm_json_repair_exponents (value);
      g_string_append (out, value);
    }
}

static char *
serialize (JsonObject *record, const Outcome *outcome)
{
  g_autoptr (GString) out = g_string_sized_new (8192);
  g_autofree char *text = NULL, *error = NULL;

  g_string_append_c (out, '{');
  if (record != NULL)
    add_passed_through (out, record);
  if (outcome->result != NULL)
    text = exm_body_write_text (exm_prepared_get_page (outcome->target), outcome->result);
  /* Messages can quote file names and bytes of the record. */
  if (outcome->error != NULL)
    error = g_utf8_make_valid (outcome->error->message, -1);
  add_string (out, "text", text != NULL ? text : "");
  add_metadata (out, outcome->metadata);
  add_result (out, outcome);
  add_kind (out,
            outcome->result != NULL ? &exm_result_get (outcome->result)->kind : NULL);
  add_incomplete (out, outcome);
  add_string (out, "error", error);
  g_string_append_c (out, '}');
  return g_string_free (g_steal_pointer (&out), FALSE);
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
  g_auto (Outcome) outcome = { 0 };
  JsonObject *record = parse_record (parser, line, n_bytes, &outcome.error);

  if (record != NULL)
    process (engine, record, defaults, sites, FALSE, &outcome);
  return serialize (record, &outcome);
}

void
exm_batch_learn (ExmEngine *engine,
                 const char *line,
                 gsize n_bytes,
                 const ExmExtractOptions *defaults,
                 ExmBatchSites *sites)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_auto (Outcome) outcome = { 0 };
  JsonObject *record = parse_record (parser, line, n_bytes, &outcome.error);

  if (record == NULL)
    return;
  process (engine, record, defaults, NULL, TRUE, &outcome);
  teach (record, &outcome, sites);
}

char *
exm_batch_refuse (const char *reason)
{
  g_auto (Outcome) outcome = { 0 };

  g_set_error_literal (&outcome.error, EXM_ENGINE_ERROR, EXM_ENGINE_ERROR_RECORD, reason);
  return serialize (NULL, &outcome);
}
