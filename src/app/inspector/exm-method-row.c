/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/inspector/exm-method-row.h"

#include "app/analysis/exm-method-words.h"
#include "app/widgets/exm-init.h"
#include "app/widgets/exm-tooltip.h"

#include <glib/gi18n-lib.h>

struct _ExmMethodRow
{
  GtkListBoxRow parent_instance;

  GtkLabel *title;     /* (unowned), as all of the template */
  GtkLabel *in_use;    /* (unowned) */
  GtkSpinner *spinner; /* (unowned) */
  GtkImage *icon;      /* (unowned) */
  GtkLabel *agreement; /* (unowned) */
  GtkLabel *facts;     /* (unowned) */
  GtkLabel *excerpt;   /* (unowned) */
  GtkWidget *problem;  /* (unowned) */
  GtkLabel *message;   /* (unowned) */
  guint index;
};

G_DEFINE_FINAL_TYPE (ExmMethodRow, exm_method_row, GTK_TYPE_LIST_BOX_ROW)

static void
exm_method_row_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), EXM_TYPE_METHOD_ROW);
  G_OBJECT_CLASS (exm_method_row_parent_class)->dispose (object);
}

static void
exm_method_row_class_init (ExmMethodRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = exm_method_row_dispose;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               EXM_APP_RESOURCES "exm-method-row.ui");
  gtk_widget_class_bind_template_child (widget_class, ExmMethodRow, title);
  gtk_widget_class_bind_template_child (widget_class, ExmMethodRow, in_use);
  gtk_widget_class_bind_template_child (widget_class, ExmMethodRow, spinner);
  gtk_widget_class_bind_template_child (widget_class, ExmMethodRow, icon);
  gtk_widget_class_bind_template_child (widget_class, ExmMethodRow, agreement);
  gtk_widget_class_bind_template_child (widget_class, ExmMethodRow, facts);
  gtk_widget_class_bind_template_child (widget_class, ExmMethodRow, excerpt);
  gtk_widget_class_bind_template_child (widget_class, ExmMethodRow, problem);
  gtk_widget_class_bind_template_child (widget_class, ExmMethodRow, message);
}

static void
exm_method_row_init (ExmMethodRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
exm_method_row_new (ExmMethodTrials *trials, guint index)
{
  ExmMethodRow *self = g_object_new (EXM_TYPE_METHOD_ROW, NULL);
  const char *name = exm_method_trials_get (trials, index)->method->name;

  self->index = index;
  gtk_label_set_label (self->title, exm_method_describe (name));
  exm_tooltip_set (GTK_WIDGET (self->title), exm_method_explain (name));
  exm_method_row_update (self, trials);
  return GTK_WIDGET (self);
}

guint
exm_method_row_get_index (ExmMethodRow *self)
{
  return self->index;
}

static char *
dup_facts (const ExmMethodTrial *trial)
{
  if (trial->result == NULL && trial->state == EXM_TRIAL_WAITING
      && (trial->method->needs & EXM_NEEDS_LAYOUT))
    /* translators: %s is a method of extraction, by its technical name; it looks at where
     * things lie on the page, which takes a while */
    return g_strdup_printf (_ ("%s · choose it to have the page laid out"),
                            trial->method->name);
  if (trial->result == NULL)
    return g_strdup (trial->method->name);
  if (trial->n_lines == 0)
    /* translators: %s is a method of extraction, by its technical name */
    return g_strdup_printf (_ ("%s · no article found"), trial->method->name);
  g_autofree char *lines = g_strdup_printf (
      ngettext ("%'u line", "%'u lines", trial->n_lines), trial->n_lines);
  g_autofree char *chars = g_strdup_printf (
      ngettext ("%'u character", "%'u characters", trial->n_chars), trial->n_chars);
  /* translators: a method of extraction, lines and characters of what it found:
   * "line-block · 42 lines · 3,118 characters" */
  return g_strdup_printf (_ ("%s · %s · %s"), trial->method->name, lines, chars);
}

static void
show_agreement (ExmMethodRow *self, const ExmMethodTrial *trial)
{
  gboolean known = trial->agreement >= 0;
  const char *icon = NULL;
  g_autofree char *words
      = known ? exm_method_describe_agreement (trial->agreement, &icon) : g_strdup ("");

  gtk_widget_set_visible (GTK_WIDGET (self->icon), known);
  gtk_image_set_from_icon_name (self->icon, icon);
  gtk_label_set_label (self->agreement, words);
}

/* One sentence, so that nobody has to walk through the parts. */
static void
describe (ExmMethodRow *self, const ExmMethodTrial *trial)
{
  const char *what
      = trial->message != NULL ? trial->message : gtk_label_get_label (self->facts);
  /* translators: a method's name, how far it agrees, and what it found or why not */
  g_autofree char *all
      = g_strdup_printf (_ ("%s, %s, %s"), gtk_label_get_label (self->title),
                         gtk_label_get_label (self->agreement), what);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  all, -1);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_BUSY,
                               trial->state == EXM_TRIAL_RUNNING, -1);
}

void
exm_method_row_update (ExmMethodRow *self, ExmMethodTrials *trials)
{
  const ExmMethodTrial *trial = exm_method_trials_get (trials, self->index);
  gboolean runs = trial->state == EXM_TRIAL_RUNNING;
  g_autofree char *facts = dup_facts (trial);
  gtk_widget_set_visible (GTK_WIDGET (self->in_use),
                          exm_method_trials_is_in_use (trials, self->index, FALSE));
  gtk_widget_set_visible (GTK_WIDGET (self->spinner), runs);
  gtk_spinner_set_spinning (self->spinner, runs);
  show_agreement (self, trial);
  gtk_label_set_label (self->facts, facts);
  gboolean has_excerpt = trial->excerpt != NULL && *trial->excerpt != '\0';
  gtk_widget_set_visible (GTK_WIDGET (self->excerpt), has_excerpt);
  gtk_label_set_label (self->excerpt, has_excerpt ? trial->excerpt : "");
  gtk_widget_set_visible (self->problem, trial->message != NULL);
  gtk_label_set_label (self->message, trial->message != NULL ? trial->message : "");
  describe (self, trial);
}
