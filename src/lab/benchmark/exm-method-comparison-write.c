/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-engine"

#include "config.h"

#include "lab/benchmark/exm-method-comparison.h"

#include "base/exm-text.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* A comparison as CSV for programs and as Markdown for people. */

static const ExmComparedMethod *
get_method (const ExmMethodComparison *self, guint i)
{
  return g_ptr_array_index (self->methods, i);
}

char *
exm_method_comparison_describe (const ExmMethodComparison *self, const char *reference)
{
  GString *out = g_string_new (NULL);

  if (self->n_done < self->n_pages)
    g_string_append_printf (
        out,
        _ ("Ended early: %u of %u pages were compared; the figures are about these.\n"),
        self->n_done, self->n_pages);
  if (self->reference == EXM_COMPARED_WITH_DEFAULT)
    g_string_append_printf (
        out,
        _ ("Nobody has marked what is right, so what “%s” finds on %u of %u pages is the "
           "yardstick: its own 1.000 means nothing.\n"),
        reference != NULL ? reference : EXM_METHOD_DEFAULT, self->n_scored, self->n_done);
  else
    g_string_append_printf (out, _ ("Reference: the known bodies of %u of %u pages.\n"),
                            self->n_scored, self->n_done);
  g_string_append (out, _ ("Pages a second: of one processor, without reading the "
                           "pages."));
  return g_string_free (out, FALSE);
}

/* RFC 4180: quoted where it must be. */
static void
append_cell (GString *out, const char *text)
{
  g_string_append_c (out, '"');
  for (const char *p = text; *p != '\0'; p++)
    {
      if (*p == '"')
        g_string_append_c (out, '"');
      g_string_append_c (out, *p);
    }
  g_string_append_c (out, '"');
}

static void
append_number (GString *out, double value)
{
  g_string_append_c (out, ',');
  exm_text_append_number (out, value);
}

static char *
join_causes (const GPtrArray *causes)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < causes->len; i++)
    {
      const ExmComparedCause *cause = g_ptr_array_index (causes, i);
      g_string_append_printf (out, "%s%u × %s", i > 0 ? "; " : "", cause->n,
                              cause->message);
    }
  return g_string_free (out, FALSE);
}

GString *
exm_method_comparison_write_csv (const ExmMethodComparison *self)
{
  GString *out = g_string_new ("method,parameters,reference,pages,compared,scored,"
                               "precision,recall,f1,share_95,share_below_50,"
                               "pages_per_second,failed,empty,causes");

  for (guint k = 0; k < self->methods->len; k++)
    {
      g_autofree char *name = exm_compared_method_describe (get_method (self, k));
      g_autofree char *title = g_strconcat ("agreement ", name, NULL);
      g_string_append_c (out, ',');
      append_cell (out, title);
    }
  g_string_append (out, "\r\n");
  for (guint i = 0; i < self->methods->len; i++)
    {
      const ExmComparedScore *score = &self->scores[i];
      const ExmComparedMethod *method = get_method (self, i);
      g_autofree char *causes = join_causes (score->causes);
      gboolean scored = self->n_scored > 0;
      append_cell (out, method->method);
      g_string_append_c (out, ',');
      append_cell (out, method->parameters != NULL ? method->parameters : "");
      g_string_append_printf (out, ",%s,%u,%u,%u",
                              self->reference == EXM_COMPARED_WITH_KNOWN ? "known"
                                                                         : "default",
                              self->n_pages, self->n_done, self->n_scored);
      append_number (out, scored ? score->precision : (double) NAN);
      append_number (out, scored ? score->recall : (double) NAN);
      append_number (out, scored ? score->f1 : (double) NAN);
      append_number (out, scored ? score->good : (double) NAN);
      append_number (out, scored ? score->lost : (double) NAN);
      append_number (out, exm_method_comparison_get_speed (self, i));
      g_string_append_printf (out, ",%u,%u,", score->n_failed, score->n_empty);
      append_cell (out, causes);
      for (guint k = 0; k < self->methods->len; k++)
        append_number (out, exm_method_comparison_get_agreement (self, i, k));
      g_string_append (out, "\r\n");
    }
  return out;
}

/* As a cell of a table: without what would end it. */
static void
append_markdown (GString *out, const char *text)
{
  for (const char *p = text; *p != '\0'; p++)
    {
      if (g_ascii_ispunct (*p))
        g_string_append_c (out, '\\');
      g_string_append_c (out, g_ascii_iscntrl (*p) ? ' ' : *p);
    }
}

static void
append_share (GString *out, double value)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (digits, sizeof digits, "%.4f", value);
  g_string_append_printf (out, " %s |", isfinite (value) ? digits : "–");
}

static void
append_scores (GString *out, const ExmMethodComparison *self)
{
  g_string_append_printf (out, "| %s | %s | %s | F1 | ≥ .95 | < .5 | %s | %s | %s |\n",
                          _ ("Method"), _ ("Precision"), _ ("Recall"),
                          _ ("Pages a second"), _ ("Failed"), _ ("No body"));
  g_string_append (out, "|---|---:|---:|---:|---:|---:|---:|---:|---:|\n");
  for (guint i = 0; i < self->methods->len; i++)
    {
      const ExmComparedScore *score = &self->scores[i];
      g_autofree char *name = exm_compared_method_describe (get_method (self, i));
      const double shares[]
          = { score->precision, score->recall, score->f1, score->good, score->lost };
      g_string_append (out, "| ");
      append_markdown (out, name);
      g_string_append (out, " |");
      for (gsize k = 0; k < G_N_ELEMENTS (shares); k++)
        append_share (out, self->n_scored > 0 ? shares[k] : (double) NAN);
      g_string_append_printf (out, " %.0f | %u | %u |\n",
                              exm_method_comparison_get_speed (self, i), score->n_failed,
                              score->n_empty);
    }
}

static void
append_agreement (GString *out, const ExmMethodComparison *self)
{
  g_string_append_printf (out, "| %s |", _ ("Agreement"));
  for (guint k = 0; k < self->methods->len; k++)
    g_string_append_printf (out, " %u |", k + 1);
  g_string_append (out, "\n|---|");
  for (guint k = 0; k < self->methods->len; k++)
    g_string_append (out, "---:|");
  g_string_append_c (out, '\n');
  for (guint i = 0; i < self->methods->len; i++)
    {
      g_autofree char *name = exm_compared_method_describe (get_method (self, i));
      g_string_append_printf (out, "| %u ", i + 1);
      append_markdown (out, name);
      g_string_append (out, " |");
      for (guint k = 0; k < self->methods->len; k++)
        append_share (out, exm_method_comparison_get_agreement (self, i, k));
      g_string_append_c (out, '\n');
    }
}

GString *
exm_method_comparison_write_markdown (const ExmMethodComparison *self)
{
  GString *out = g_string_new (NULL);
  g_autofree char *about = exm_method_comparison_describe (self, NULL);

  append_scores (out, self);
  g_string_append_printf (out, "\n%s\n\n", about);
  append_agreement (out, self);
  for (guint i = 0; i < self->methods->len; i++)
    {
      g_autofree char *causes = join_causes (self->scores[i].causes);
      if (self->scores[i].n_failed == 0)
        continue;
      g_string_append_printf (out, "\n- %s: ", get_method (self, i)->method);
      append_markdown (out, causes);
    }
  if (out->str[out->len - 1] != '\n')
    g_string_append_c (out, '\n');
  return out;
}
