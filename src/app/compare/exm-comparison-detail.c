/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/compare/exm-comparison-detail.h"

#include "app/compare/exm-comparison-row.h"
#include "app/widgets/exm-init.h"

#include <string.h>

/* Bytes of a line that are shown. */
#define MAX_BYTES 5000u

struct _ExmComparisonDetail
{
  AdwBin parent_instance;

  GtkLabel *left;    /* (unowned), as all of the template */
  GtkLabel *right;   /* (unowned) */
  ExmLineDiff *diff; /* (owned) (nullable) */
  ExmComparedRow row;
};

G_DEFINE_FINAL_TYPE (ExmComparisonDetail, exm_comparison_detail, ADW_TYPE_BIN)

/* @line: (nullable); @spans: (nullable): what of it differs */
static void
show_text (GtkLabel *label,
           const char *sign,
           gboolean right,
           const ExmDiffLine *line,
           const GArray *spans)
{
  gtk_widget_set_visible (GTK_WIDGET (label), line != NULL);
  if (line == NULL)
    return;
  const char *end = line->text + MIN (line->n_bytes, MAX_BYTES);
  while (end > line->text && ((guchar) *end & 0xc0) == 0x80)
    end--;
  g_autofree char *number = g_strdup_printf ("%s%u  ", sign, line->line + 1);
  g_autofree char *start = g_strndup (line->text, (gsize) (end - line->text));
  g_autofree char *all = g_strconcat (number, start, *end != '\0' ? "…" : NULL, NULL);
  PangoAttrList *attributes = spans != NULL ? exm_comparison_row_mark (
                                  GTK_WIDGET (label), right, spans, (int) strlen (number))
                                            : NULL;

  gtk_label_set_label (label, all);
  gtk_label_set_attributes (label, attributes);
  g_clear_pointer (&attributes, pango_attr_list_unref);
}

static void
show_both (ExmComparisonDetail *self)
{
  const ExmDiffLine *left = exm_compared_row_get_line (&self->row, self->diff, FALSE),
                    *right = exm_compared_row_get_line (&self->row, self->diff, TRUE);
  g_autoptr (GArray) left_spans = NULL, right_spans = NULL;
  gboolean same = self->row.kind == EXM_ROW_SAME;

  if (self->row.kind == EXM_ROW_CHANGED && left != NULL && right != NULL)
    exm_diff_mark_words (left->text, right->text, &left_spans, &right_spans);
  show_text (self->left, "− ", FALSE, same ? NULL : left, left_spans);
  show_text (self->right, same ? "" : "+ ", TRUE, right, right_spans);
}

/* The colours come with the theme. */
static void
exm_comparison_detail_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  ExmComparisonDetail *self = EXM_COMPARISON_DETAIL (widget);

  GTK_WIDGET_CLASS (exm_comparison_detail_parent_class)->css_changed (widget, change);
  if (self->diff != NULL)
    show_both (self);
}

static void
exm_comparison_detail_dispose (GObject *object)
{
  g_clear_pointer (&EXM_COMPARISON_DETAIL (object)->diff, exm_line_diff_unref);
  /* Before the template lets go of it, which leaves the bin with what is no more. */
  adw_bin_set_child (ADW_BIN (object), NULL);
  gtk_widget_dispose_template (GTK_WIDGET (object), EXM_TYPE_COMPARISON_DETAIL);
  G_OBJECT_CLASS (exm_comparison_detail_parent_class)->dispose (object);
}

static void
exm_comparison_detail_class_init (ExmComparisonDetailClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = exm_comparison_detail_dispose;
  widget_class->css_changed = exm_comparison_detail_css_changed;
  gtk_widget_class_set_template_from_resource (widget_class, EXM_APP_RESOURCES
                                               "exm-comparison-detail.ui");
  gtk_widget_class_bind_template_child (widget_class, ExmComparisonDetail, left);
  gtk_widget_class_bind_template_child (widget_class, ExmComparisonDetail, right);
}

static void
exm_comparison_detail_init (ExmComparisonDetail *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

void
exm_comparison_detail_show (ExmComparisonDetail *self,
                            ExmLineDiff *diff,
                            const ExmComparedRow *row)
{
  gboolean known = diff != NULL && row != NULL && row->kind != EXM_ROW_FOLD;
  if (known)
    exm_line_diff_ref (diff);
  g_clear_pointer (&self->diff, exm_line_diff_unref);
  gtk_widget_set_visible (GTK_WIDGET (self), known);
  if (!known)
    return;
  self->diff = diff;
  self->row = *row;
  show_both (self);
}
