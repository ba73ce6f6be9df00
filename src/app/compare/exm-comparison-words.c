/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/compare/exm-comparison-words.h"

#include "app/session/exm-local-time.h"

#include <glib/gi18n-lib.h>

/* Characters of a line that are said. */
#define SAID_CHARS 200

static char *
dup_choice (ExmLineComparison *comparison, guint choice)
{
  ExmStoredPage *version = exm_line_comparison_get_version (comparison, choice);

  switch (exm_line_comparison_get_kind (comparison, choice))
    {
    case EXM_COMPARED_EXAMPLE:
      /* translators: the example page beside the page that is looked at */
      return g_strdup (_ ("Example ↔ Page"));
    case EXM_COMPARED_STORED:
      /* translators: the body that is stored beside the one that is extracted now */
      return g_strdup (_ ("Stored ↔ Now"));
    case EXM_COMPARED_VERSION:
    case EXM_COMPARED_BODIES:
    default:
      break;
    }
  g_autoptr (GDateTime) time = exm_local_time_new (version->fetched_usec);
  g_autofree char *words
      = time != NULL ? g_date_time_format (time, "%F %H:%M") : g_strdup ("?");
  if (exm_line_comparison_get_kind (comparison, choice) == EXM_COMPARED_BODIES)
    /* translators: the article as another version of the page has it, which was fetched
     * at %s, beside the article as this one has it */
    return g_strdup_printf (_ ("Article of %s ↔ This One"), words);
  /* translators: %s is when another version of the page was fetched */
  return g_strdup_printf (_ ("Page of %s ↔ This One"), words);
}

char **
exm_comparison_dup_choices (ExmLineComparison *comparison)
{
  guint n = exm_line_comparison_get_n_choices (comparison);
  char **choices = g_new0 (char *, n + 1);

  for (guint i = 0; i < n; i++)
    choices[i] = dup_choice (comparison, i);
  return choices;
}

const char *
exm_comparison_get_side_name (ExmComparedKind kind, gboolean right)
{
  switch (kind)
    {
    case EXM_COMPARED_STORED:
      /* translators: the body as it is extracted now; as it is stored */
      return right ? C_ ("body", "Now") : C_ ("body", "Stored");
    case EXM_COMPARED_VERSION:
    case EXM_COMPARED_BODIES:
      /* translators: of two versions of a page: the one that is looked at; another */
      return right ? C_ ("version", "This page") : C_ ("version", "Other version");
    case EXM_COMPARED_EXAMPLE:
    default:
      return right ? C_ ("side", "Page") : C_ ("side", "Example");
    }
}

static ExmComparedKind
get_kind (ExmLineComparison *comparison)
{
  return exm_line_comparison_get_kind (comparison,
                                       exm_line_comparison_get_choice (comparison));
}

/* Lines that only one of the texts has. */
static char *
dup_alone (ExmComparedKind kind, gboolean right, guint n)
{
  switch (kind)
    {
    case EXM_COMPARED_STORED:
      return right ? g_strdup_printf (
                 ngettext ("%'u line only now", "%'u lines only now", n), n)
                   : g_strdup_printf (
                       ngettext ("%'u line only stored", "%'u lines only stored", n), n);
    case EXM_COMPARED_VERSION:
    case EXM_COMPARED_BODIES:
      return right ? g_strdup_printf (ngettext ("%'u line only in this page",
                                                "%'u lines only in this page", n),
                                      n)
                   : g_strdup_printf (ngettext ("%'u line only in the other version",
                                                "%'u lines only in the other version", n),
                                      n);
    case EXM_COMPARED_EXAMPLE:
    default:
      return right ? g_strdup_printf (
                 ngettext ("%'u line only here", "%'u lines only here", n), n)
                   : g_strdup_printf (ngettext ("%'u line only in the example",
                                                "%'u lines only in the example", n),
                                      n);
    }
}

/* @words: (transfer full) */
static void
add (GString *out, char *words)
{
  g_string_append_printf (out, "%s%s", out->len > 0 ? " · " : "", words);
  g_free (words);
}

char *
exm_comparison_dup_summary (ExmLineComparison *comparison)
{
  ExmLineDiff *diff = exm_line_comparison_get_diff (comparison);
  ExmAnalysis *analysis = exm_line_comparison_get_analysis (comparison);
  ExmResult *result = exm_analysis_get_result (analysis);
  ExmComparedKind kind = get_kind (comparison);
  double alike = result != NULL ? exm_result_get (result)->template_similarity : -1;
  GString *out = g_string_new (NULL);
  ExmDiffCounts counts;

  if (diff == NULL)
    return g_string_free (out, FALSE);
  exm_line_diff_count (diff, &counts);
  guint n_left = counts.n[EXM_DIFF_LEFT], n_right = counts.n[EXM_DIFF_RIGHT],
        n_changed = counts.n[EXM_DIFF_CHANGED];
  /* With several examples it is that of the likest one, not of the first. */
  if (kind == EXM_COMPARED_EXAMPLE && alike >= 0
      && exm_analysis_get_n_examples (analysis) == 1)
    /* translators: how alike two pages are in structure */
    add (out,
         g_strdup_printf (_ ("Template %u%% alike"), exm_confidence_get_percent (alike)));
  if (n_right > 0)
    add (out, dup_alone (kind, TRUE, n_right));
  if (n_left > 0)
    add (out, dup_alone (kind, FALSE, n_left));
  if (n_changed > 0)
    add (out,
         /* translators: of lines of two texts */
         g_strdup_printf (ngettext ("%'u changed", "%'u changed", n_changed), n_changed));
  if (n_left + n_right + n_changed == 0)
    add (out, g_strdup (_ ("No line differs")));
  return g_string_free (out, FALSE);
}

char *
exm_comparison_dup_fold_words (guint n)
{
  return g_strdup_printf (ngettext ("%'u equal line", "%'u equal lines", n), n);
}

static char *
dup_start (const ExmDiffLine *line)
{
  const char *end = line->text;

  for (guint i = 0; i < SAID_CHARS && *end != '\0'; i++)
    end = g_utf8_next_char (end);
  return g_strndup (line->text, (gsize) (end - line->text));
}

static char *
dup_alone_words (ExmComparedKind kind, gboolean right, const ExmDiffLine *line)
{
  g_autofree char *text = dup_start (line);
  const char *format;

  if (kind == EXM_COMPARED_STORED)
    /* translators: %1$u is a line's number, %2$s what it says; so below */
    format = right ? _ ("line %1$u, only now: %2$s") : _ ("line %1$u, only stored: %2$s");
  else if (kind == EXM_COMPARED_VERSION || kind == EXM_COMPARED_BODIES)
    format = right ? _ ("line %1$u, only in this page: %2$s")
                   : _ ("line %1$u, only in the other version: %2$s");
  else
    format = right ? _ ("line %1$u, only here: %2$s")
                   : _ ("line %1$u, only in the example: %2$s");
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  return g_strdup_printf (format, line->line + 1, text);
#pragma GCC diagnostic pop
}

char *
exm_comparison_dup_row_words (ExmLineComparison *comparison, const ExmComparedRow *row)
{
  ExmComparedKind kind = get_kind (comparison);
  ExmLineDiff *diff = exm_line_comparison_get_diff (comparison);
  const ExmDiffLine *left = exm_compared_row_get_line (row, diff, FALSE),
                    *right = exm_compared_row_get_line (row, diff, TRUE);
  g_autofree char *left_text = left != NULL ? dup_start (left) : NULL,
                  *right_text = right != NULL ? dup_start (right) : NULL;

  if (row->kind == EXM_ROW_FOLD)
    {
      g_autofree char *lines = exm_comparison_dup_fold_words (row->n);
      /* translators: %s is "38 equal lines" */
      return g_strdup_printf (_ ("%s, folded; Enter shows them"), lines);
    }
  if (row->kind == EXM_ROW_SAME)
    /* translators: %1$u and %2$u are a line's numbers in two texts, %3$s what it says */
    return g_strdup_printf (_ ("lines %1$u and %2$u, equal: %3$s"), left->line + 1,
                            right->line + 1, right_text);
  if (row->kind == EXM_ROW_CHANGED)
    /* translators: %2$s and %4$s are what lines %1$u and %3$u say */
    return g_strdup_printf (_ ("line %1$u: %2$s; changed to line %3$u: %4$s"),
                            left->line + 1, left_text, right->line + 1, right_text);
  g_autofree char *only_left = left != NULL ? dup_alone_words (kind, FALSE, left) : NULL;
  g_autofree char *only_right
      = right != NULL ? dup_alone_words (kind, TRUE, right) : NULL;
  if (only_left != NULL && only_right != NULL)
    /* translators: two lines side by side */
    return g_strdup_printf (_ ("%1$s; %2$s"), only_left, only_right);
  return only_left != NULL ? g_steal_pointer (&only_left) : g_steal_pointer (&only_right);
}
