/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/articles/exm-cli-article.h"

#include "article/exm-body.h"
#include "base/exm-said.h"
#include "cli/base/exm-cli-json.h"
#include "metadata/exm-completeness.h"

static void
add_fields (ExmCliJson *json, const ExmMetadata *metadata)
{
  exm_cli_json_open (json, "fields", '{');
  for (guint i = 0; i < EXM_N_FIELDS; i++)
    {
      const char *value = exm_metadata_get (metadata, (ExmField) i);
      if (value == NULL)
        continue;
      ExmOrigin origin = exm_metadata_get_origin (metadata, (ExmField) i);
      exm_cli_json_open (json, exm_field_get_name ((ExmField) i), '{');
      exm_cli_json_string (json, "value", value);
      exm_cli_json_string (json, "origin", exm_origin_get_name (origin));
      exm_cli_json_number (json, "confidence",
                           exm_metadata_get_confidence (metadata, (ExmField) i));
      exm_cli_json_close (json, '}');
    }
  exm_cli_json_close (json, '}');
}

static const char *
get_charset_origin_name (ExmCharsetOrigin origin)
{
  static const char *const names[] = {
    [EXM_CHARSET_FROM_OVERRIDE] = "override", [EXM_CHARSET_FROM_BOM] = "bom",
    [EXM_CHARSET_FROM_BYTES] = "bytes",       [EXM_CHARSET_FROM_HTTP] = "http",
    [EXM_CHARSET_FROM_META] = "meta",         [EXM_CHARSET_FROM_DETECTOR] = "detector",
    [EXM_CHARSET_FROM_DEFAULT] = "default",
  };
  return names[origin];
}

/* Only an article of several pages has it. */
static void
add_pages (ExmCliJson *json, ExmPageText *page)
{
  guint n = exm_page_text_get_n_joined (page);

  if (n == 1)
    return;
  exm_cli_json_open (json, "pages", '[');
  for (guint i = 0; i < n; i++)
    {
      guint first_line = 0;
      const ExmPageText *one = exm_page_text_get_joined (page, i, &first_line);
      exm_cli_json_open (json, NULL, '{');
      exm_cli_json_string (json, "url", exm_page_text_get_url (one));
      exm_cli_json_line (json, "line", first_line);
      exm_cli_json_close (json, '}');
    }
  exm_cli_json_close (json, ']');
}

static void
add_page (ExmCliJson *json, ExmPageText *page)
{
  const ExmCharset *charset = exm_page_text_get_charset (page);

  exm_cli_json_string (json, "url", exm_page_text_get_url (page));
  add_pages (json, page);
  exm_cli_json_open (json, "charset", '{');
  exm_cli_json_string (json, "name", charset->name);
  exm_cli_json_string (json, "origin", get_charset_origin_name (charset->origin));
  exm_cli_json_string (json, "declared", charset->declared);
  exm_cli_json_integer (json, "n_replaced", charset->n_replaced);
  exm_cli_json_close (json, '}');
  exm_cli_json_boolean (json, "truncated", exm_page_text_get_truncated (page));
  if (exm_page_text_get_cut (page))
    exm_cli_json_boolean (json, "cut", TRUE);
}

static void
add_lanes (ExmCliJson *json, const ExmResultData *data, guint line)
{
  exm_cli_json_open (json, "lanes", '{');
  for (guint k = 0; k < data->lanes->len; k++)
    {
      const ExmLane *lane = &g_array_index (data->lanes, ExmLane, k);
      exm_cli_json_open (json, lane->id, '[');
      exm_cli_json_number (json, NULL, (double) lane->values[line]);
      exm_cli_json_number (json, NULL, (double) lane->contributions[line]);
      exm_cli_json_close (json, ']');
    }
  exm_cli_json_close (json, '}');
}

/* Writes the facts of a line beside its text, if there are any. */
static void
add_flags (ExmCliJson *json, const ExmLine *line)
{
  static const struct
  {
    ExmLineFlags flag;
    const char *name; /* (unowned) */
  } names[] = {
    { EXM_LINE_HIDDEN, "hidden" },     { EXM_LINE_NOSCRIPT, "noscript" },
    { EXM_LINE_TEMPLATE, "template" }, { EXM_LINE_SELECT, "select" },
    { EXM_LINE_REVEALED, "revealed" }, { EXM_LINE_EMBEDDED, "embedded" },
    { EXM_LINE_DOUBLE, "double" },     { EXM_LINE_GUTTER, "gutter" },
  };

  exm_cli_json_open (json, "flags", '[');
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    if (line->flags & names[i].flag)
      exm_cli_json_string (json, NULL, names[i].name);
  exm_cli_json_close (json, ']');
}

static void
add_reasons (ExmCliJson *json, const ExmPageText *page, const ExmResultData *data)
{
  guint n_lines;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);

  exm_cli_json_open (json, "lines", '[');
  for (guint i = 0; i < data->n_lines; i++)
    {
      exm_cli_json_open (json, NULL, '{');
      exm_cli_json_string (json, "text", exm_page_text_get_line (page, i));
      exm_cli_json_string (json, "verdict", exm_cli_verdict_get_name (data->verdicts[i]));
      add_flags (json, &lines[i]);
      exm_cli_json_number (json, "evidence", (double) data->evidence[i]);
      exm_cli_json_number (json, "weight", data->weights[i]);
      add_lanes (json, data, i);
      exm_cli_json_close (json, '}');
    }
  exm_cli_json_close (json, ']');
}

/* Writes the blocks of the page, where the method makes blocks. */
static void
add_blocks (ExmCliJson *json, const ExmResultData *data)
{
  exm_cli_json_open (json, "blocks", '[');
  for (guint i = 0; i < data->blocks->len; i++)
    {
      const ExmBlock *block = &g_array_index (data->blocks, ExmBlock, i);
      exm_cli_json_open (json, NULL, '{');
      exm_cli_json_line (json, "parent", block->parent);
      exm_cli_json_number (json, "x", (double) block->box.x);
      exm_cli_json_number (json, "y", (double) block->box.y);
      exm_cli_json_number (json, "width", (double) block->box.width);
      exm_cli_json_number (json, "height", (double) block->box.height);
      exm_cli_json_integer (json, "coherence", block->coherence);
      exm_cli_json_line (json, "first_line", block->first_line);
      exm_cli_json_line (json, "last_line", block->last_line);
      exm_cli_json_boolean (json, "main", block->is_main);
      exm_cli_json_close (json, '}');
    }
  exm_cli_json_close (json, ']');
}

static void
add_verdicts (ExmCliJson *json, const ExmResultData *data)
{
  exm_cli_json_open (json, "verdicts", '[');
  for (guint i = 0; i < data->n_lines; i++)
    exm_cli_json_string (json, NULL, exm_cli_verdict_get_name (data->verdicts[i]));
  exm_cli_json_close (json, ']');
}

/* Writes the metadata that the method itself found, beside those of the readers. */
static void
add_answers (ExmCliJson *json, const ExmResultData *data)
{
  exm_cli_json_open (json, "answers", '[');
  for (guint i = 0; i < data->answers->len; i++)
    {
      const ExmAnswer *answer = &g_array_index (data->answers, ExmAnswer, i);
      exm_cli_json_open (json, NULL, '{');
      exm_cli_json_string (json, "name", exm_answer_kind_get_name (answer->kind));
      exm_cli_json_string (json, "value", answer->text);
      exm_cli_json_line (json, "line", answer->line);
      exm_cli_json_close (json, '}');
    }
  exm_cli_json_close (json, ']');
}

/* Only pages that hold a part of their article have it. */
static void
add_incomplete (ExmCliJson *json, ExmPageText *page, const ExmResult *result)
{
  g_autofree char *said = exm_completeness_find (page, result, NULL);
  g_autofree char *words = exm_said_to_words (said);

  if (words != NULL)
    exm_cli_json_string (json, "incomplete", words);
}

/* The kind of the page, and why it is thought to be of it. */
static void
add_kind (ExmCliJson *json, const ExmKindAnswer *kind)
{
  exm_cli_json_string (json, "kind",
                       kind->known ? exm_shown_kind_get_name (kind->shown) : NULL);
  exm_cli_json_string (json, "page_kind",
                       kind->known ? exm_page_kind_get_name (kind->kind) : NULL);
  if (kind->known)
    exm_cli_json_number (json, "kind_confidence", kind->confidence);
  else
    exm_cli_json_null (json, "kind_confidence");
  exm_cli_json_open (json, "kind_reasons", '[');
  for (guint i = 0; i < kind->n_reasons; i++)
    {
      exm_cli_json_open (json, NULL, '{');
      exm_cli_json_string (json, "sign", kind->reasons[i].sign);
      exm_cli_json_number (json, "amount", kind->reasons[i].amount);
      exm_cli_json_close (json, '}');
    }
  exm_cli_json_close (json, ']');
}

static void
add_result (ExmCliJson *json, const ExmCliFound *found, gboolean reasons)
{
  ExmPageText *page = exm_prepared_get_page (found->target);
  const ExmResultData *data = exm_result_get (found->result);
  ExmSureness sureness = exm_sureness_from_confidence (data->confidence);
  g_autofree char *text = exm_body_write_text (page, found->result);

  exm_cli_json_string (json, "text", text);
  exm_cli_json_line (json, "head", data->head);
  exm_cli_json_line (json, "tail", data->head != EXM_NONE ? data->tail : EXM_NONE);
  exm_cli_json_number (json, "confidence", data->confidence);
  exm_cli_json_string (json, "sureness", exm_sureness_get_name (sureness));
  exm_cli_json_boolean (json, "fits", data->fits);
  if (data->template_similarity >= 0)
    exm_cli_json_number (json, "template_similarity", data->template_similarity);
  else
    exm_cli_json_null (json, "template_similarity");
  exm_cli_json_number (json, "margin", data->margin);
  if (data->agreement >= 0)
    exm_cli_json_number (json, "agreement", data->agreement);
  else
    exm_cli_json_null (json, "agreement");
  exm_cli_json_string (json, "method", data->method);
  add_kind (json, &data->kind);
  if (data->same_article)
    exm_cli_json_boolean (json, "same_article", TRUE);
  add_incomplete (json, page, found->result);
  if (reasons && data->blocks != NULL)
    add_blocks (json, data);
  add_answers (json, data);
  if (reasons)
    add_reasons (json, page, data);
  else
    add_verdicts (json, data);
}

void
exm_cli_article_append_json (GString *out, const ExmCliFound *found, gboolean reasons)
{
  ExmCliJson json = { .out = out };
  const ExmMetadata *metadata = found->metadata;

  exm_cli_json_open (&json, NULL, '{');
  exm_cli_json_string (&json, "page", found->name);
  exm_cli_json_string (&json, "error",
                       found->error != NULL ? found->error->message : NULL);
  if (metadata != NULL)
    {
      exm_cli_json_string (&json, "title", exm_metadata_get (metadata, EXM_FIELD_TITLE));
      exm_cli_json_string (&json, "date",
                           exm_metadata_get (metadata, EXM_FIELD_PUBLISHED));
      add_fields (&json, metadata);
    }
  if (found->target != NULL)
    add_page (&json, exm_prepared_get_page (found->target));
  if (found->result != NULL)
    add_result (&json, found, reasons);
  exm_cli_json_close (&json, '}');
  g_string_append_c (out, '\n');
}
