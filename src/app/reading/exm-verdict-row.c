/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/reading/exm-verdict-row.h"

#include "app/widgets/exm-article-words.h"
#include "app/widgets/exm-init.h"
#include "app/widgets/exm-tooltip.h"

#include <glib/gi18n-lib.h>

/* Work that takes longer than this is shown by a spinner. */
#define SPINNER_MS 1000

struct _ExmVerdictRow
{
  GtkWidget parent_instance;

  ExmAnalysis *analysis; /* (owned) (nullable) */
  GSignalGroup *signals; /* (owned): of the analysis */
  guint spinner_source;

  /* Children of the template, all (unowned). */
  GtkStack *icon_stack;
  GtkImage *icon;
  GtkSpinner *spinner;
  GtkLabel *word;
  AdwSqueezer *squeezer;
  GtkLabel *long_numbers;
  GtkLabel *short_numbers;
  GtkWidget *back_button;
  GtkWidget *buttons;
  GtkWidget *inspector_button;
  GtkWidget *misfit_box;
  GtkWidget *judge_box;
  GtkMenuButton *wrong_button;
  GtkButton *right_button;
  GtkWidget *step_box;
  GtkLabel *position;
};

G_DEFINE_FINAL_TYPE (ExmVerdictRow, exm_verdict_row, GTK_TYPE_WIDGET)

static void
set_look (ExmVerdictRow *self, const char *icon, const char *style, const char *word)
{
  for (ExmSureness i = EXM_NOT_SURE; i <= EXM_SURE; i++)
    {
      gtk_widget_remove_css_class (GTK_WIDGET (self->icon), exm_sureness_get_class (i));
      gtk_widget_remove_css_class (GTK_WIDGET (self->word), exm_sureness_get_class (i));
    }
  if (style != NULL)
    {
      gtk_widget_add_css_class (GTK_WIDGET (self->icon), style);
      gtk_widget_add_css_class (GTK_WIDGET (self->word), style);
    }
  gtk_image_set_from_icon_name (self->icon, icon);
  gtk_widget_set_visible (GTK_WIDGET (self->icon_stack), icon != NULL);
  gtk_label_set_text (self->word, word);
}

char *
exm_verdict_dup_numbers (ExmAnalysis *analysis)
{
  guint n_lines, n_chars, n_all;

  exm_analysis_count_body (analysis, &n_lines, &n_chars);
  exm_analysis_get_verdicts (analysis, &n_all);
  /* translators: thousands are grouped as the language does */
  g_autofree char *lines = g_strdup_printf (
      ngettext ("%'u of %'u line", "%'u of %'u lines", n_all), n_lines, n_all);
  g_autofree char *chars
      = g_strdup_printf (ngettext ("%'u character", "%'u characters", n_chars), n_chars);
  return g_strconcat (lines, " · ", chars, NULL);
}

static void
show_numbers (ExmVerdictRow *self)
{
  g_autofree char *numbers = NULL, *why = NULL, *both = NULL;
  gboolean shown = self->analysis != NULL
                   && exm_analysis_get_result (self->analysis) != NULL
                   && (exm_analysis_get_fits (self->analysis)
                       || exm_analysis_get_force (self->analysis));

  gtk_widget_set_visible (GTK_WIDGET (self->squeezer), TRUE);
  if (shown)
    {
      numbers = exm_verdict_dup_numbers (self->analysis);
      why = exm_analysis_dup_why (self->analysis);
      /* A page that is extracted alone has no reason in a few words. */
      if (*why == '\0')
        both = g_strdup (numbers);
      else
        /* translators: %1$s are numbers, %2$s is a reason, as "94% same layout" */
        both = g_strdup_printf (_ ("%1$s · why: %2$s"), numbers, why);
    }
  gtk_label_set_text (self->short_numbers, shown ? numbers : "");
  gtk_label_set_text (self->long_numbers, shown ? both : "");
  exm_tooltip_set (GTK_WIDGET (self->squeezer), both);
}

static void
show_verdict (ExmVerdictRow *self)
{
  ExmAnalysis *analysis = self->analysis;
  ExmSureness sureness = exm_analysis_get_sureness (analysis);
  double confidence = exm_analysis_get_confidence (analysis);
  /* translators: %1$s is "Sure", "Take a look" or "Not sure" */
  g_autofree char *word
      = g_strdup_printf (_ ("%1$s %2$u%%"), exm_sureness_describe (confidence),
                         exm_confidence_get_percent (confidence));

  set_look (self, exm_sureness_get_icon (sureness), exm_sureness_get_class (sureness),
            word);
}

static void
show_misfit (ExmVerdictRow *self)
{
  const ExmResultData *data = exm_result_get (exm_analysis_get_result (self->analysis));
  /* translators: how much of the page's layout is that of the example */
  g_autofree char *word = g_strdup_printf (_ ("Does not fit: layout %.0f%% alike"),
                                           MAX (data->template_similarity, 0) * 100);

  set_look (self, "dialog-error-symbolic", "exm-error", word);
}

static void
update (ExmVerdictRow *self)
{
  ExmAnalysis *analysis = self->analysis;
  ExmAnalysisState state = EXM_ANALYSIS_EMPTY;
  gboolean known = analysis != NULL && exm_analysis_get_result (analysis) != NULL;
  gboolean misfit
      = known && !exm_analysis_get_fits (analysis) && !exm_analysis_get_force (analysis);

  if (analysis != NULL)
    state = exm_analysis_get_state (analysis);
  if (misfit)
    show_misfit (self);
  else if (known)
    show_verdict (self);
  else if (state == EXM_ANALYSIS_LOADING)
    set_look (self, "content-loading-symbolic", NULL, _ ("Reading page…"));
  else if (state == EXM_ANALYSIS_FAILED)
    set_look (self, "dialog-error-symbolic", "exm-error", _ ("The page cannot be read"));
  else
    set_look (self, NULL, NULL, _ ("No page to compare"));
  show_numbers (self);
  gtk_widget_set_visible (self->misfit_box, misfit);
  gtk_widget_set_visible (self->judge_box, known && !misfit);
}

static gboolean
on_spinner_due (gpointer data)
{
  ExmVerdictRow *self = data;

  self->spinner_source = 0;
  gtk_spinner_start (self->spinner);
  gtk_stack_set_visible_child_name (self->icon_stack, "spinner");
  return G_SOURCE_REMOVE;
}

static void
on_busy_notify (ExmVerdictRow *self)
{
  gboolean busy = self->analysis != NULL && exm_analysis_get_busy (self->analysis);

  if (busy && self->spinner_source == 0)
    self->spinner_source = g_timeout_add (SPINNER_MS, on_spinner_due, self);
  else if (!busy)
    {
      g_clear_handle_id (&self->spinner_source, g_source_remove);
      gtk_spinner_stop (self->spinner);
      gtk_stack_set_visible_child_name (self->icon_stack, "icon");
    }
}

static void
exm_verdict_row_dispose (GObject *object)
{
  ExmVerdictRow *self = EXM_VERDICT_ROW (object);

  g_clear_handle_id (&self->spinner_source, g_source_remove);
  g_clear_object (&self->signals);
  g_clear_object (&self->analysis);
  gtk_widget_dispose_template (GTK_WIDGET (self), EXM_TYPE_VERDICT_ROW);
  /* Remove the children that have no name in the template too. */
  for (GtkWidget *child;
       (child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL;)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (exm_verdict_row_parent_class)->dispose (object);
}

static void
exm_verdict_row_class_init (ExmVerdictRowClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  object_class->dispose = exm_verdict_row_dispose;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               EXM_APP_RESOURCES "exm-verdict-row.ui");
  gtk_widget_class_bind_template_child (widget_class, ExmVerdictRow, icon_stack);
  gtk_widget_class_bind_template_child (widget_class, ExmVerdictRow, icon);
  gtk_widget_class_bind_template_child (widget_class, ExmVerdictRow, spinner);
  gtk_widget_class_bind_template_child (widget_class, ExmVerdictRow, word);
  gtk_widget_class_bind_template_child (widget_class, ExmVerdictRow, squeezer);
  gtk_widget_class_bind_template_child (widget_class, ExmVerdictRow, long_numbers);
  gtk_widget_class_bind_template_child (widget_class, ExmVerdictRow, short_numbers);
  gtk_widget_class_bind_template_child (widget_class, ExmVerdictRow, back_button);
  gtk_widget_class_bind_template_child (widget_class, ExmVerdictRow, buttons);
  gtk_widget_class_bind_template_child (widget_class, ExmVerdictRow, inspector_button);
  gtk_widget_class_bind_template_child (widget_class, ExmVerdictRow, misfit_box);
  gtk_widget_class_bind_template_child (widget_class, ExmVerdictRow, judge_box);
  gtk_widget_class_bind_template_child (widget_class, ExmVerdictRow, wrong_button);
  gtk_widget_class_bind_template_child (widget_class, ExmVerdictRow, right_button);
  gtk_widget_class_bind_template_child (widget_class, ExmVerdictRow, step_box);
  gtk_widget_class_bind_template_child (widget_class, ExmVerdictRow, position);
}

static void
exm_verdict_row_init (ExmVerdictRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->signals = g_signal_group_new (EXM_TYPE_ANALYSIS);
  g_signal_group_connect_swapped (self->signals, "changed", G_CALLBACK (update), self);
  g_signal_group_connect_swapped (self->signals, "boundaries-changed",
                                  G_CALLBACK (show_numbers), self);
  g_signal_group_connect_swapped (self->signals, "notify::state", G_CALLBACK (update),
                                  self);
  g_signal_group_connect_swapped (self->signals, "notify::busy",
                                  G_CALLBACK (on_busy_notify), self);
  /* "3 / 10" is read from the left in every language. */
  gtk_widget_set_direction (GTK_WIDGET (self->position), GTK_TEXT_DIR_LTR);
  exm_verdict_row_set_position (self, GTK_INVALID_LIST_POSITION, 0);
  update (self);
}

void
exm_verdict_row_set_analysis (ExmVerdictRow *self, ExmAnalysis *analysis)
{
  g_set_object (&self->analysis, analysis);
  g_signal_group_set_target (self->signals, analysis);
  update (self);
  on_busy_notify (self);
}

void
exm_verdict_row_set_position (ExmVerdictRow *self, guint position, guint n)
{
  /* translators: which page of how many, as "3 / 10" */
  g_autofree char *text = position < n ? g_strdup_printf (_ ("%u / %u"), position + 1, n)
                                       : g_strdup_printf ("– / %u", n);

  gtk_label_set_text (self->position, text);
  gtk_widget_set_visible (self->step_box, n > 1 || (n == 1 && position >= n));
}

void
exm_verdict_row_set_right (ExmVerdictRow *self, const char *tooltip, gboolean corrected)
{
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->right_button), tooltip);
  gtk_button_set_label (self->right_button,
                        corrected ? _ ("_Save Correction") : _ ("Looks _Right"));
}

void
exm_verdict_row_set_review (ExmVerdictRow *self, gboolean review)
{
  gtk_widget_set_visible (self->back_button, review);
}

void
exm_verdict_row_set_compact (ExmVerdictRow *self, gboolean compact)
{
  GtkLayoutManager *layout = gtk_widget_get_layout_manager (GTK_WIDGET (self));
  GtkOrientation orientation
      = compact ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL;

  gtk_orientable_set_orientation (GTK_ORIENTABLE (layout), orientation);
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->misfit_box), orientation);
  gtk_widget_set_halign (self->buttons, compact ? GTK_ALIGN_END : GTK_ALIGN_FILL);
  /* Beside several rows of buttons these are as high as one. */
  gtk_widget_set_valign (self->step_box, compact ? GTK_ALIGN_START : GTK_ALIGN_FILL);
  gtk_widget_set_valign (self->inspector_button,
                         compact ? GTK_ALIGN_START : GTK_ALIGN_FILL);
  gtk_widget_set_visible (self->inspector_button, compact);
}

void
exm_verdict_row_ask_wrong (ExmVerdictRow *self)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (self->wrong_button)))
    gtk_menu_button_popup (self->wrong_button);
}
