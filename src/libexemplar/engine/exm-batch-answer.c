/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-engine"

#include "config.h"

#include "engine/exm-batch-answer.h"

#include "article/exm-body.h"
#include "base/exm-json.h"
#include "base/exm-said.h"
#include "metadata/exm-completeness.h"

#include <string.h>

void
exm_batch_answer_clear (ExmBatchAnswer *self)
{
  g_clear_pointer (&self->target, exm_prepared_unref);
  g_clear_pointer (&self->result, exm_result_unref);
  g_clear_pointer (&self->metadata, exm_metadata_unref);
  g_clear_error (&self->error);
}

void
exm_batch_answer_extract (ExmBatchAnswer *self,
                          ExmEngine *engine,
                          ExmPrepared *const *examples,
                          guint n_examples,
                          const ExmExtractOptions *options,
                          GCancellable *cancellable)
{
  self->result = exm_engine_extract (engine, self->target, examples, n_examples, options,
                                     cancellable, &self->error);
  self->metadata = exm_engine_read_metadata_beside (engine, self->target, self->result,
                                                    examples, n_examples, NULL);
}

static void
add_boolean (GString *out, const char *member, gboolean value)
{
  exm_json_append_name (out, member);
  g_string_append (out, value ? "true" : "false");
}

static void
add_double (GString *out, const char *member, double value)
{
  char room[G_ASCII_DTOSTR_BUF_SIZE];

  exm_json_append_name (out, member);
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
    exm_json_append_string (out, member, NULL);
}

static void
add_line (GString *out, const char *member, guint line)
{
  exm_json_append_name (out, member);
  if (line != EXM_NONE)
    g_string_append_printf (out, "%u", line);
  else
    g_string_append (out, "null");
}

/* Every record has every field, so that tables can be made of them; but for what few
 * pages have. */
static void
add_result (GString *out, const ExmBatchAnswer *answer)
{
  if (answer->result == NULL)
    {
      static const char *const members[]
          = { "head",      "tail",  "confidence", "fits", "template_similarity",
              "agreement", "method" };
      for (gsize i = 0; i < G_N_ELEMENTS (members); i++)
        exm_json_append_string (out, members[i], NULL);
      return;
    }
  const ExmResultData *data = exm_result_get (answer->result);
  add_line (out, "head", data->head);
  add_line (out, "tail", data->tail);
  add_double (out, "confidence", data->confidence);
  add_boolean (out, "fits", data->fits);
  add_share (out, "template_similarity", data->template_similarity);
  add_share (out, "agreement", data->agreement);
  exm_json_append_string (out, "method", data->method);
  if (exm_page_text_get_cut (exm_prepared_get_page (answer->target)))
    add_boolean (out, "cut", TRUE);
  if (data->same_article)
    add_boolean (out, "same_article", TRUE);
}

/* The kind of the page with its reasons; null where the method asks for none. */
static void
add_kind (GString *out, const ExmKindAnswer *kind)
{
  gboolean known = kind != NULL && kind->known;

  exm_json_append_string (out, "kind",
                          known ? exm_shown_kind_get_name (kind->shown) : NULL);
  exm_json_append_string (out, "page_kind",
                          known ? exm_page_kind_get_name (kind->kind) : NULL);
  add_share (out, "kind_confidence", known ? kind->confidence : -1);
  exm_json_append_name (out, "kind_reasons");
  g_string_append_c (out, '[');
  for (guint i = 0; kind != NULL && i < kind->n_reasons; i++)
    {
      g_string_append (out, i > 0 ? ",{" : "{");
      exm_json_append_string (out, "sign", kind->reasons[i].sign);
      add_double (out, "amount", kind->reasons[i].amount);
      g_string_append_c (out, '}');
    }
  g_string_append_c (out, ']');
}

/* Each field that was found, with where it was found and how surely. */
static void
add_fields (GString *out, const ExmMetadata *metadata)
{
  exm_json_append_name (out, "fields");
  g_string_append_c (out, '{');
  for (guint i = 0; metadata != NULL && i < EXM_N_FIELDS; i++)
    {
      const char *value = exm_metadata_get (metadata, (ExmField) i);
      if (value == NULL)
        continue;
      exm_json_append_name (out, exm_field_get_name ((ExmField) i));
      g_string_append_c (out, '{');
      exm_json_append_string (out, "value", value);
      exm_json_append_string (
          out, "origin",
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
    exm_json_append_string (
        out, members[i].member,
        metadata != NULL ? exm_metadata_get (metadata, members[i].field) : NULL);
  add_fields (out, metadata);
}

/* Only records of pages that hold a part of their article have it. */
static void
add_incomplete (GString *out, const ExmBatchAnswer *answer)
{
  g_autofree char *said
      = answer->result != NULL ? exm_completeness_find (
            exm_prepared_get_page (answer->target), answer->result, NULL)
                               : NULL;
  g_autofree char *words = exm_said_to_words (said);

  if (words != NULL)
    exm_json_append_string (out, "incomplete", words);
}

char *
exm_batch_answer_write (const ExmBatchAnswer *self, GString *out)
{
  g_autofree char *text = NULL, *error = NULL;

  if (self->result != NULL)
    text = exm_body_write_text (exm_prepared_get_page (self->target), self->result);
  /* Messages can quote file names and bytes of the record. */
  if (self->error != NULL)
    error = g_utf8_make_valid (self->error->message, -1);
  exm_json_append_string (out, "text", text != NULL ? text : "");
  add_metadata (out, self->metadata);
  add_result (out, self);
  add_kind (out, self->result != NULL ? &exm_result_get (self->result)->kind : NULL);
  add_incomplete (out, self);
  exm_json_append_string (out, "error", error);
  g_string_append_c (out, '}');
  return g_string_free (out, FALSE);
}
