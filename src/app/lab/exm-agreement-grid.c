/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/lab/exm-agreement-grid.h"

#include "app/analysis/exm-method-words.h"
#include "app/widgets/exm-tooltip.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define FIGURE_SPACE "\xe2\x80\x87"

struct _ExmAgreementGrid
{
  AdwBin parent_instance;
};

G_DEFINE_FINAL_TYPE (ExmAgreementGrid, exm_agreement_grid, ADW_TYPE_BIN)

static void
exm_agreement_grid_class_init (ExmAgreementGridClass *klass)
{
}

static void
exm_agreement_grid_init (ExmAgreementGrid *self)
{
}

static const char *
get_words (const ExmMethodComparison *comparison, guint index)
{
  const ExmComparedMethod *method = g_ptr_array_index (comparison->methods, index);

  return exm_method_describe (method->method);
}

/* Shades begin where bodies have half in common; the last one is the same body. */
static const char *
get_shade (double agreement)
{
  if (agreement >= .95)
    return "exm-shade-4";
  if (agreement >= .85)
    return "exm-shade-3";
  if (agreement >= .7)
    return "exm-shade-2";
  return agreement >= .5 ? "exm-shade-1" : "exm-shade-0";
}

static void
attach_cell (GtkGrid *grid,
             const ExmMethodComparison *comparison,
             guint row,
             guint column)
{
  double agreement = exm_method_comparison_get_agreement (comparison, row, column);
  g_autofree char *text
      = isfinite (agreement) ? g_strdup_printf ("%.2f", agreement) : g_strdup ("–");
  GtkWidget *cell = gtk_label_new (text);
  g_autofree char *words = g_strdup_printf (
      /* translators: two methods of extraction, and how far they agree: “0.97” */
      _ ("%s and %s agree %s"), get_words (comparison, row),
      get_words (comparison, column), text);

  gtk_widget_add_css_class (cell, "exm-agreement");
  gtk_widget_add_css_class (cell, "numeric");
  if (isfinite (agreement))
    gtk_widget_add_css_class (cell, get_shade (agreement));
  exm_tooltip_set (cell, words);
  gtk_accessible_update_property (GTK_ACCESSIBLE (cell), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  words, -1);
  gtk_grid_attach (grid, cell, (int) column + 1, (int) row + 1, 1, 1);
}

/* Columns have the numbers of the rows: names would not fit above them. */
static void
attach_headings (GtkGrid *grid, const ExmMethodComparison *comparison, guint index)
{
  /* Numbers of two digits are as wide. */
  g_autofree char *number
      = g_strdup_printf ("%s%u", index < 9 ? FIGURE_SPACE : "", index + 1);
  /* translators: a number in a list, and the method of extraction that has it */
  g_autofree char *name
      = g_strdup_printf (_ ("%s  %s"), number, get_words (comparison, index));
  GtkWidget *row = gtk_label_new (name), *column = gtk_label_new (number);

  gtk_label_set_xalign (GTK_LABEL (row), 0);
  gtk_widget_add_css_class (column, "heading");
  exm_tooltip_set (column, get_words (comparison, index));
  gtk_widget_set_margin_end (row, 12);
  gtk_grid_attach (grid, row, 0, (int) index + 1, 1, 1);
  gtk_grid_attach (grid, column, (int) index + 1, 0, 1, 1);
}

void
exm_agreement_grid_show (ExmAgreementGrid *self, const ExmMethodComparison *comparison)
{
  GtkGrid *grid = GTK_GRID (gtk_grid_new ());
  guint n = comparison->methods->len;

  gtk_grid_set_row_spacing (grid, 2);
  gtk_grid_set_column_spacing (grid, 2);
  for (guint row = 0; row < n; row++)
    {
      attach_headings (grid, comparison, row);
      for (guint column = 0; column < n; column++)
        attach_cell (grid, comparison, row, column);
    }
  adw_bin_set_child (ADW_BIN (self), GTK_WIDGET (grid));
}
