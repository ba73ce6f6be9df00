/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/lab/exm-train-dialog.h"

#include "app/analysis/exm-method-words.h"
#include "app/lab/exm-loss-chart.h"
#include "app/widgets/exm-init.h"

#include <glib/gi18n-lib.h>

/* Pages held back; with fewer, their figures are told to be a matter of chance. */
#define MANY_HELD_BACK 10u

struct _ExmTrainDialog
{
  AdwWindow parent_instance;

  ExmTraining *training; /* (owned) (nullable) */

  /* Children of the template, all (unowned). */
  AdwWindowTitle *title;
  GtkStack *stack;
  GtkLabel *n_labelled;
  GtkLabel *sources;
  GtkWidget *choice;
  GtkCheckButton *own;
  GtkCheckButton *all;
  GtkLabel *enough;
  GtkWidget *train;
  ExmLossChart *chart;
  GtkStack *foot;
  GtkProgressBar *progress;
  GtkWidget *stop;
  GtkGrid *figures;
  GtkLabel *about;
  GtkWidget *keep;
  GtkWidget *use;
  AdwStatusPage *problem;
};

static guint use_signal;

G_DEFINE_FINAL_TYPE (ExmTrainDialog, exm_train_dialog, ADW_TYPE_WINDOW)

static gboolean
is_of_all_tasks (ExmTrainDialog *self)
{
  return gtk_check_button_get_active (self->all);
}

static guint
sum_up (ExmTrainingCount count)
{
  return count.n_articles + count.n_examples;
}

/* Training material */

static char *
dup_enough (guint n)
{
  if (n < EXM_TRAIN_LEAST_PAGES)
    return g_strdup_printf (
        _ ("At least %u are needed; about %u give a model that is worth "
           "a try."),
        EXM_TRAIN_LEAST_PAGES, EXM_TRAIN_ENOUGH_PAGES);
  if (n < EXM_TRAIN_ENOUGH_PAGES)
    return g_strdup_printf (_ ("Few: about %u give a model that is worth a try."),
                            EXM_TRAIN_ENOUGH_PAGES);
  return g_strdup (_ ("Enough to try it. One in five is held back, to check the model "
                      "on."));
}

static void
show_choice (ExmTrainDialog *self)
{
  ExmTrainingCount count
      = exm_training_get_count (self->training, is_of_all_tasks (self));
  guint n = sum_up (count);
  g_autofree char *labelled
      = g_strdup_printf (ngettext ("%u labelled article", "%u labelled articles", n), n);
  g_autofree char *sources
      = g_strdup_printf (_ ("%u called right or corrected · %u marked on examples"),
                         count.n_articles, count.n_examples);
  g_autofree char *enough = dup_enough (n);

  gtk_label_set_label (self->n_labelled, labelled);
  gtk_label_set_label (self->sources, sources);
  gtk_label_set_label (self->enough, enough);
  if (n < EXM_TRAIN_ENOUGH_PAGES)
    gtk_widget_add_css_class (GTK_WIDGET (self->enough), "exm-warning");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->enough), "exm-warning");
  gtk_widget_set_sensitive (self->train, n >= EXM_TRAIN_LEAST_PAGES);
}

static void
show_ready (ExmTrainDialog *self)
{
  guint n_own = sum_up (exm_training_get_count (self->training, FALSE));
  guint n_all = sum_up (exm_training_get_count (self->training, TRUE));
  g_autofree char *own = g_strdup_printf (_ ("Those of this task (%u)"), n_own);
  g_autofree char *all = g_strdup_printf (_ ("Those of all tasks (%u)"), n_all);

  gtk_check_button_set_label (self->own, own);
  gtk_check_button_set_label (self->all, all);
  gtk_widget_set_visible (self->choice, n_all > n_own);
  show_choice (self);
  gtk_stack_set_visible_child_name (self->stack, "ready");
  if (gtk_widget_get_sensitive (self->train))
    gtk_widget_grab_focus (self->train);
}

/* The training */

static void
show_progress (ExmTrainDialog *self)
{
  const GArray *held_losses;
  const GArray *losses = exm_training_get_losses (self->training, &held_losses);
  guint n = losses->len;
  g_autofree char *text
      = n == 0
            ? g_strdup (_ ("Reading the articles"))
            /* translators: a round over all articles, how many at most, the error */
            : g_strdup_printf (_ ("Epoch %u of at most %u · loss %.3f"), n,
                               EXM_TRAIN_EPOCHS, g_array_index (losses, double, n - 1));

  exm_loss_chart_set_losses (self->chart, losses, held_losses);
  gtk_progress_bar_set_fraction (self->progress,
                                 exm_training_get_progress (self->training));
  gtk_progress_bar_set_text (self->progress, text);
}

static void
show_training (ExmTrainDialog *self)
{
  gboolean begins = !g_str_equal (gtk_stack_get_visible_child_name (self->stack), "run");

  show_progress (self);
  gtk_stack_set_visible_child_name (self->foot, "progress");
  gtk_stack_set_visible_child_name (self->stack, "run");
  if (begins)
    gtk_widget_grab_focus (self->stop);
}

/* Result */

static void
attach (ExmTrainDialog *self, const char *text, const char *look, int column, int row)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), column == 0 ? 0 : 1);
  gtk_widget_set_hexpand (label, column == 0);
  gtk_widget_add_css_class (label, look);
  gtk_grid_attach (self->figures, label, column, row, 1, 1);
}

static void
attach_check (ExmTrainDialog *self,
              const char *whose,
              const ExmTrainCheck *check,
              int row)
{
  const double figures[] = { check->precision, check->recall, check->f1 };

  attach (self, whose, "heading", 0, row);
  for (gsize i = 0; i < G_N_ELEMENTS (figures); i++)
    {
      g_autofree char *text = g_strdup_printf ("%.3f", figures[i]);
      attach (self, text, "numeric", (int) i + 1, row);
    }
}

static void
show_figures (ExmTrainDialog *self, const ExmTrainModelReport *report)
{
  const char *const titles[] = { "", _ ("Precision"), _ ("Recall"), "F1" };

  for (gsize i = 0; i < G_N_ELEMENTS (titles); i++)
    attach (self, titles[i], "dim-label", (int) i, 0);
  attach_check (self, _ ("This model"), &report->check, 1);
  attach_check (self, _ ("The shipped model"), &report->shipped, 2);
}

static char *
dup_about (ExmTrainDialog *self, const ExmTrainModelReport *report)
{
  GString *out = g_string_new (NULL);

  if (exm_training_is_stopped (self->training))
    g_string_append_printf (out,
                            _ ("Stopped: this is the model as it was after epoch %u.\n"),
                            report->losses->len);
  g_string_append_printf (out,
                          /* translators: "checked on …" follows */
                          ngettext ("Learned from %u article, ",
                                    "Learned from %u articles, ", report->n_learned),
                          report->n_learned);
  g_string_append_printf (out,
                          ngettext ("checked on %u that was held back.",
                                    "checked on %u that were held back.",
                                    report->n_held_back),
                          report->n_held_back);
  if (report->n_held_back < MANY_HELD_BACK)
    g_string_append_printf (
        out, "\n%s", _ ("With so few, a difference of less than a tenth says nothing."));
  if (report->check.f1 < report->shipped.f1)
    g_string_append_printf (out, "\n%s", _ ("The shipped model is better on these."));
  return g_string_free (out, FALSE);
}

/* Suggests the better model. */
static void
show_done (ExmTrainDialog *self)
{
  const ExmTrainModelReport *report = exm_training_get_report (self->training);
  gboolean is_better = report->check.f1 >= report->shipped.f1;
  g_autofree char *about = dup_about (self, report);

  show_progress (self);
  show_figures (self, report);
  gtk_label_set_label (self->about, about);
  gtk_widget_add_css_class (is_better ? self->use : self->keep, "suggested-action");
  gtk_stack_set_visible_child_name (self->foot, "result");
  gtk_stack_set_visible_child_name (self->stack, "run");
  gtk_widget_grab_focus (is_better ? self->use : self->keep);
}

static void
on_changed (ExmTrainDialog *self)
{
  switch (exm_training_get_state (self->training))
    {
    case EXM_TRAINING_COUNTING:
      gtk_stack_set_visible_child_name (self->stack, "counting");
      break;
    case EXM_TRAINING_READY:
      show_ready (self);
      break;
    case EXM_TRAINING_READING:
    case EXM_TRAINING_LEARNING:
      show_training (self);
      break;
    case EXM_TRAINING_DONE:
      show_done (self);
      break;
    case EXM_TRAINING_FAILED:
    default:
      adw_status_page_set_description (self->problem,
                                       exm_training_get_message (self->training));
      gtk_stack_set_visible_child_name (self->stack, "problem");
      break;
    }
}

static void
on_choice (ExmTrainDialog *self)
{
  if (self->training != NULL
      && exm_training_get_state (self->training) == EXM_TRAINING_READY)
    show_choice (self);
}

static void
on_train (ExmTrainDialog *self)
{
  exm_training_start (self->training, is_of_all_tasks (self));
}

static void
on_stop (ExmTrainDialog *self)
{
  exm_training_stop (self->training);
}

static void
on_use (ExmTrainDialog *self)
{
  g_signal_emit (self, use_signal, 0, exm_training_get_model (self->training));
  gtk_window_close (GTK_WINDOW (self));
}

static void
exm_train_dialog_dispose (GObject *object)
{
  ExmTrainDialog *self = EXM_TRAIN_DIALOG (object);

  if (self->training != NULL)
    g_signal_handlers_disconnect_by_data (self->training, self);
  g_clear_object (&self->training);
  adw_window_set_content (ADW_WINDOW (self), NULL);
  gtk_widget_dispose_template (GTK_WIDGET (self), EXM_TYPE_TRAIN_DIALOG);
  G_OBJECT_CLASS (exm_train_dialog_parent_class)->dispose (object);
}

#define MEMBER(name)                                                                     \
  {                                                                                      \
#name, G_STRUCT_OFFSET(ExmTrainDialog, name)                                         \
  }

static void
bind_children (GtkWidgetClass *widget_class)
{
  static const struct
  {
    const char *name;
    gssize offset;
  } members[] = {
    MEMBER (title),  MEMBER (stack),   MEMBER (n_labelled), MEMBER (sources),
    MEMBER (choice), MEMBER (own),     MEMBER (all),        MEMBER (enough),
    MEMBER (train),  MEMBER (chart),   MEMBER (foot),       MEMBER (progress),
    MEMBER (stop),   MEMBER (figures), MEMBER (about),      MEMBER (keep),
    MEMBER (use),    MEMBER (problem),
  };

  for (gsize i = 0; i < G_N_ELEMENTS (members); i++)
    gtk_widget_class_bind_template_child_full (widget_class, members[i].name, FALSE,
                                               members[i].offset);
}

static void
exm_train_dialog_class_init (ExmTrainDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = exm_train_dialog_dispose;
  use_signal = g_signal_new ("use-model", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                             NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
  g_type_ensure (EXM_TYPE_LOSS_CHART);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               EXM_APP_RESOURCES "exm-train-dialog.ui");
  bind_children (widget_class);
  gtk_widget_class_bind_template_callback (widget_class, on_choice);
  gtk_widget_class_bind_template_callback (widget_class, on_train);
  gtk_widget_class_bind_template_callback (widget_class, on_stop);
  gtk_widget_class_bind_template_callback (widget_class, on_use);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close",
                                       NULL);
}

static void
exm_train_dialog_init (ExmTrainDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

ExmTrainDialog *
exm_train_dialog_present (GtkWindow *parent,
                          ExmSession *session,
                          const char *uid,
                          const char *method,
                          gboolean has_own)
{
  ExmTrainDialog *self
      = g_object_new (EXM_TYPE_TRAIN_DIALOG, "transient-for", parent, NULL);

  self->training = exm_training_new (session, uid, method);
  gtk_button_set_label (GTK_BUTTON (self->keep), has_own ? _ ("_Keep the Present One")
                                                         : _ ("_Keep the Shipped One"));
  adw_window_title_set_subtitle (self->title, exm_method_describe (method));
  g_signal_connect_object (self->training, "changed", G_CALLBACK (on_changed), self,
                           G_CONNECT_SWAPPED);
  on_changed (self);
  gtk_window_present (GTK_WINDOW (self));
  return self;
}
