/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/analysis/exm-method-summary.h"

#include "app/session/exm-local-time.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static char *
describe_differences (const GArray *list)
{
  guint n_added = 0, n_dropped = 0;

  for (guint i = 0; i < list->len; i++)
    if (g_array_index (list, ExmMethodDifference, i).added)
      n_added++;
    else
      n_dropped++;
  if (list->len == 0)
    return g_strdup (_ ("The same lines as the body that is shown"));
  g_autofree char *added = g_strdup_printf (
      /* translators: of the lines of two bodies */
      ngettext ("+%'u line only it keeps", "+%'u lines only it keeps", n_added), n_added);
  g_autofree char *dropped = g_strdup_printf (
      ngettext ("−%'u line it drops", "−%'u lines it drops", n_dropped), n_dropped);
  if (n_added == 0 || n_dropped == 0)
    return g_strdup (n_added > 0 ? added : dropped);
  /* translators: "+12 lines only it keeps · −3 lines it drops" */
  return g_strdup_printf (_ ("%s · %s"), added, dropped);
}

/* Dates are as exact as what they were read from: a day is the same as a time of it. */
static gboolean
are_alike (ExmAnswerKind kind, const char *answer, const char *field)
{
  gsize n = MIN (strlen (answer), strlen (field));

  return kind == EXM_ANSWER_DATE ? n > 0 && strncmp (answer, field, n) == 0
                                 : strcmp (answer, field) == 0;
}

static char *
describe_answer (ExmAnswerKind kind, const char *text)
{
  return kind == EXM_ANSWER_DATE ? exm_local_time_describe_published (text)
                                 : g_strdup (text);
}

/* @field: (nullable): what the readers of fields say */
static void
append_answer (GString *out, const ExmAnswer *answer, const char *field)
{
  gboolean is_date = answer->kind == EXM_ANSWER_DATE;
  g_autofree char *said = describe_answer (answer->kind, answer->text),
                  *known = describe_answer (answer->kind, field);

  g_string_append_c (out, '\n');
  if (field == NULL)
    g_string_append_printf (out,
                            is_date ? _ ("Date: %s; the fields have none")
                                    : _ ("Title: %s; the fields have none"),
                            said);
  else if (are_alike (answer->kind, answer->text, field))
    g_string_append_printf (out,
                            is_date ? _ ("Date: %s, as in the fields")
                                    : _ ("Title: %s, as in the fields"),
                            said);
  else
    g_string_append_printf (out,
                            is_date ? _ ("Date: %s; in the fields: %s")
                                    : _ ("Title: %s; in the fields: %s"),
                            said, known);
}

static void
append_answers (GString *out, const GArray *answers, ExmMetadata *metadata)
{
  guint n_related = 0;

  for (guint i = 0; i < answers->len; i++)
    {
      const ExmAnswer *answer = &g_array_index (answers, ExmAnswer, i);
      ExmField field
          = answer->kind == EXM_ANSWER_DATE ? EXM_FIELD_PUBLISHED : EXM_FIELD_TITLE;
      if (answer->kind == EXM_ANSWER_RELATED)
        n_related++;
      else
        append_answer (out, answer,
                       metadata != NULL ? exm_metadata_get (metadata, field) : NULL);
    }
  if (n_related > 0)
    {
      g_string_append_c (out, '\n');
      g_string_append_printf (
          out, ngettext ("%u related link", "%u related links", n_related), n_related);
    }
}

char *
exm_method_summary_new (const ExmMethodTrial *trial,
                        const GArray *differences,
                        ExmMetadata *metadata)
{
  if (trial->message != NULL)
    return g_strdup (trial->message);
  if (trial->result == NULL)
    return g_strdup (_ ("Running…"));
  g_autofree char *body = describe_differences (differences);
  GString *out = g_string_new (body);
  append_answers (out, exm_result_get (trial->result)->answers, metadata);
  return g_string_free (out, FALSE);
}
