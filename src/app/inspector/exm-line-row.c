/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/inspector/exm-line-row.h"

#include "app/inspector/exm-contribution-bar.h"
#include "app/widgets/exm-init.h"
#include "app/widgets/exm-tooltip.h"

#include <glib/gi18n-lib.h>

/* Bytes of a line that are laid out; nobody reads more in a row. */
#define MAX_BYTES 400

struct _ExmLineRow
{
  GtkWidget parent_instance;

  GtkWidget *box;          /* (unowned) */
  GtkImage *icon;          /* (unowned) */
  GtkLabel *number;        /* (unowned) */
  GtkLabel *text;          /* (unowned) */
  GtkLabel *reasons;       /* (unowned) */
  ExmContributionBar *bar; /* (unowned) */
  guint line;
};

G_DEFINE_FINAL_TYPE (ExmLineRow, exm_line_row, GTK_TYPE_WIDGET)

/* How a verdict is shown. */
static const struct
{
  const char *icon;
  const char *word;
  const char *css_class;
} looks[] = {
  [EXM_VERDICT_DROPPED] = { "window-close-symbolic", N_ ("Dropped"), "exm-dropped" },
  [EXM_VERDICT_TRIMMED] = { "edit-cut-symbolic", N_ ("Trimmed"), "exm-trimmed" },
  [EXM_VERDICT_KEPT] = { "object-select-symbolic", N_ ("Kept"), "exm-kept" },
};

static void
exm_line_row_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), EXM_TYPE_LINE_ROW);
  G_OBJECT_CLASS (exm_line_row_parent_class)->dispose (object);
}

static void
exm_line_row_class_init (ExmLineRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (EXM_TYPE_CONTRIBUTION_BAR);
  G_OBJECT_CLASS (klass)->dispose = exm_line_row_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "exmline");
  gtk_widget_class_set_template_from_resource (widget_class,
                                               EXM_APP_RESOURCES "exm-line-row.ui");
  gtk_widget_class_bind_template_child (widget_class, ExmLineRow, box);
  gtk_widget_class_bind_template_child (widget_class, ExmLineRow, icon);
  gtk_widget_class_bind_template_child (widget_class, ExmLineRow, number);
  gtk_widget_class_bind_template_child (widget_class, ExmLineRow, text);
  gtk_widget_class_bind_template_child (widget_class, ExmLineRow, reasons);
  gtk_widget_class_bind_template_child (widget_class, ExmLineRow, bar);
}

static void
exm_line_row_init (ExmLineRow *self)
{
  self->line = EXM_NONE;
  gtk_widget_init_template (GTK_WIDGET (self));
}

static void
show_text (ExmLineRow *self, const char *text)
{
  const char *end = text + strnlen (text, MAX_BYTES);

  while (end > text && ((guchar) *end & 0xc0) == 0x80)
    end--;
  g_autofree char *start = g_strndup (text, (gsize) (end - text));
  gtk_label_set_label (self->text, start);
}

static void
show_reasons (ExmLineRow *self, ExmAnalysis *analysis, const char *word)
{
  g_auto (GStrv) reasons = exm_analysis_dup_reasons (analysis, self->line);
  g_autofree char *joined = g_strjoinv (" · ", reasons);
  g_autofree char *all
      = *joined != '\0'
            /* translators: a verdict on a line and why: "Kept · long sentences" */
            ? g_strdup_printf (_ ("%s · %s"), word, joined)
            : g_strdup (word);

  gtk_label_set_label (self->reasons, all);
  exm_tooltip_set (GTK_WIDGET (self->reasons), all);
}

void
exm_line_row_show (ExmLineRow *self, ExmAnalysis *analysis, guint line)
{
  ExmPageText *page = line != EXM_NONE ? exm_analysis_get_page (analysis) : NULL;
  guint n_lines = 0, n_verdicts = 0;
  const guint8 *verdicts;
  guint8 verdict;

  self->line = line;
  if (page != NULL)
    exm_page_text_get_lines (page, &n_lines);
  if (page == NULL || line >= n_lines)
    {
      self->line = EXM_NONE;
      return;
    }
  verdicts = exm_analysis_get_verdicts (analysis, &n_verdicts);
  verdict = line < n_verdicts ? verdicts[line] : EXM_VERDICT_DROPPED;
  for (guint i = 0; i < G_N_ELEMENTS (looks); i++)
    gtk_widget_remove_css_class (self->box, looks[i].css_class);
  gtk_widget_add_css_class (self->box, looks[verdict].css_class);
  gtk_image_set_from_icon_name (self->icon, looks[verdict].icon);
  g_autofree char *number = g_strdup_printf ("%u", line + 1);
  gtk_label_set_label (self->number, number);
  show_text (self, exm_page_text_get_line (page, line));
  show_reasons (self, analysis, exm_line_row_describe (verdict));
  ExmResult *result = exm_analysis_get_result (analysis);
  exm_contribution_bar_show_line (self->bar,
                                  result != NULL ? exm_result_get (result) : NULL, line);
}

const char *
exm_line_row_describe (guint8 verdict)
{
  g_return_val_if_fail (verdict < G_N_ELEMENTS (looks), "");

  return _ (looks[verdict].word);
}

guint
exm_line_row_get_line (ExmLineRow *self)
{
  return self->line;
}

void
exm_line_row_set_hovered (ExmLineRow *self, gboolean hovered)
{
  if (hovered)
    gtk_widget_add_css_class (self->box, "exm-hovered");
  else
    gtk_widget_remove_css_class (self->box, "exm-hovered");
}
