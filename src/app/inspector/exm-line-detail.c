/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/inspector/exm-line-detail.h"

#include "app/chart/exm-lane-words.h"
#include "app/inspector/exm-contribution-bar.h"
#include "app/inspector/exm-line-row.h"
#include "app/widgets/exm-init.h"
#include "app/widgets/exm-tooltip.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* The weightiest lanes have a row each, what remains has one, and the sum. */
#define N_LANES 5u
#define N_ROWS (N_LANES + 2)

/* Contributions that are nothing when they are written with two digits. */
#define NOTHING .005f

/* Contribution of a lane. */
typedef struct
{
  const char *lane;
  float contribution;
} Evidence;

typedef struct
{
  GtkLabel *name;          /* (unowned) */
  ExmContributionBar *bar; /* (unowned) */
  GtkLabel *value;         /* (unowned) */
} Row;

struct _ExmLineDetail
{
  GtkWidget parent_instance;

  GtkStack *stack;        /* (unowned) */
  GtkLabel *heading;      /* (unowned) */
  GtkToggleButton *body;  /* (unowned) */
  GtkToggleButton *noise; /* (unowned) */
  GtkLabel *reasons;      /* (unowned) */
  GtkGrid *grid;          /* (unowned) */
  Row rows[N_ROWS];
  gboolean updating; /* buttons change without the operator */
};

G_DEFINE_FINAL_TYPE (ExmLineDetail, exm_line_detail, GTK_TYPE_WIDGET)

/* A label that is set already is taken back. */
static void
on_toggled (GtkToggleButton *button, gpointer data)
{
  ExmLineDetail *self = EXM_LINE_DETAIL (data);

  if (!self->updating)
    gtk_widget_activate_action (GTK_WIDGET (self), "lines.mark", "s",
                                !gtk_toggle_button_get_active (button) ? "auto"
                                : button == self->body                 ? "body"
                                                                       : "noise");
}

static void
exm_line_detail_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), EXM_TYPE_LINE_DETAIL);
  G_OBJECT_CLASS (exm_line_detail_parent_class)->dispose (object);
}

static void
exm_line_detail_class_init (ExmLineDetailClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (EXM_TYPE_CONTRIBUTION_BAR);
  G_OBJECT_CLASS (klass)->dispose = exm_line_detail_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               EXM_APP_RESOURCES "exm-line-detail.ui");
  gtk_widget_class_bind_template_child (widget_class, ExmLineDetail, stack);
  gtk_widget_class_bind_template_child (widget_class, ExmLineDetail, heading);
  gtk_widget_class_bind_template_child (widget_class, ExmLineDetail, body);
  gtk_widget_class_bind_template_child (widget_class, ExmLineDetail, noise);
  gtk_widget_class_bind_template_child (widget_class, ExmLineDetail, reasons);
  gtk_widget_class_bind_template_child (widget_class, ExmLineDetail, grid);
  gtk_widget_class_bind_template_callback (widget_class, on_toggled);
}

static GtkLabel *
add_label (ExmLineDetail *self, int column, int row, float xalign)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), xalign);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (label, "caption");
  gtk_grid_attach (self->grid, label, column, row, 1, 1);
  return GTK_LABEL (label);
}

static void
exm_line_detail_init (ExmLineDetail *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  for (int i = 0; i < (int) N_ROWS; i++)
    {
      Row *row = &self->rows[i];
      GtkWidget *bar = g_object_new (EXM_TYPE_CONTRIBUTION_BAR, "hexpand", TRUE, "valign",
                                     GTK_ALIGN_CENTER, NULL);
      row->name = add_label (self, 0, i, 0);
      gtk_label_set_width_chars (row->name, 12);
      gtk_grid_attach (self->grid, bar, 1, i, 1, 1);
      row->bar = EXM_CONTRIBUTION_BAR (bar);
      row->value = add_label (self, 2, i, 1);
      gtk_label_set_width_chars (row->value, 5);
      gtk_widget_add_css_class (GTK_WIDGET (row->value), "numeric");
    }
}

static int
compare_weight (gconstpointer a, gconstpointer b)
{
  float x = fabsf (((const Evidence *) a)->contribution);
  float y = fabsf (((const Evidence *) b)->contribution);

  return (x < y) - (x > y);
}

/* Returns: (transfer full) (element-type Evidence): the weightiest lane first */
static GArray *
gather (const ExmResultData *data, guint line)
{
  GArray *all = g_array_new (FALSE, FALSE, sizeof (Evidence));

  for (guint i = 0; i < data->lanes->len; i++)
    {
      const ExmLane *lane = &g_array_index (data->lanes, ExmLane, i);
      const Evidence one = { lane->id, lane->contributions[line] };
      if (fabsf (one.contribution) >= NOTHING)
        g_array_append_val (all, one);
    }
  g_array_sort (all, compare_weight);
  return all;
}

/* @name: (nullable): nothing is shown where there is none */
static void
show_row (Row *row, const char *name, const char *meaning, float value, float full)
{
  g_autofree char *number
      = g_strdup_printf ("%s%.2f", value < 0 ? "−" : "+", (double) fabsf (value));

  gtk_label_set_label (row->name, name != NULL ? name : "");
  gtk_label_set_label (row->value, name != NULL ? number : "");
  exm_tooltip_set (GTK_WIDGET (row->name), meaning);
  /* A row without anything keeps its room. */
  gtk_widget_set_child_visible (GTK_WIDGET (row->bar), name != NULL);
  exm_contribution_bar_show (row->bar, value, full);
}

static void
show_lanes (ExmLineDetail *self, const ExmResultData *data, guint line)
{
  g_autoptr (GArray) all = gather (data, line);
  float sum = 0, rest = 0, full = 1;
  guint n = MIN (all->len, N_LANES), at = n;

  for (guint i = 0; i < all->len; i++)
    {
      float value = g_array_index (all, Evidence, i).contribution;
      sum += value;
      rest += i < n ? 0 : value;
      full = MAX (full, fabsf (value));
    }
  full = MAX (full, MAX (fabsf (sum), fabsf (rest)));
  for (guint i = 0; i < n; i++)
    {
      const Evidence *one = &g_array_index (all, Evidence, i);
      show_row (&self->rows[i], exm_lane_describe (one->lane),
                exm_lane_explain (one->lane), one->contribution, full);
    }
  if (all->len > n)
    {
      guint n_more = all->len - n;
      g_autofree char *words = g_strdup_printf (
          /* translators: lanes of evidence that have no row of their own */
          ngettext ("%u other signal", "%u other signals", n_more), n_more);
      show_row (&self->rows[at++], words, NULL, rest, full);
    }
  if (all->len > 0)
    show_row (&self->rows[at++], _ ("Total"),
              _ ("Above 0 the line is rather body than not; its neighbours count too"),
              sum, full);
  for (; at < N_ROWS; at++)
    show_row (&self->rows[at], NULL, NULL, 0, full);
}

void
exm_line_detail_show (ExmLineDetail *self, ExmAnalysis *analysis, guint line)
{
  ExmResult *result = analysis != NULL ? exm_analysis_get_result (analysis) : NULL;
  guint n = 0;
  const guint8 *verdicts
      = analysis != NULL ? exm_analysis_get_verdicts (analysis, &n) : NULL;
  gboolean known = result != NULL && line < n && line < exm_result_get (result)->n_lines;
  gtk_stack_set_visible_child_name (self->stack, known ? "line" : "none");
  if (!known)
    return;
  ExmLineLabel label = exm_analysis_get_line_label (analysis, line);
  g_auto (GStrv) reasons = exm_analysis_dup_reasons (analysis, line);
  g_autofree char *joined = g_strjoinv (" · ", reasons);
  g_autofree char *heading
      /* translators: the number of a line, and its verdict: "Line 12: Kept" */
      = g_strdup_printf (_ ("Line %1$u: %2$s"), line + 1,
                         exm_line_row_describe (verdicts[line]));

  gtk_label_set_label (self->heading, heading);
  gtk_label_set_label (self->reasons, joined);
  exm_tooltip_set (GTK_WIDGET (self->reasons), joined);
  self->updating = TRUE;
  gtk_toggle_button_set_active (self->body, label == EXM_LINE_LABEL_BODY);
  gtk_toggle_button_set_active (self->noise, label == EXM_LINE_LABEL_NOISE);
  self->updating = FALSE;
  show_lanes (self, exm_result_get (result), line);
}
