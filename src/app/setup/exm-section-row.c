/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/setup/exm-section-row.h"

#include "app/widgets/exm-init.h"
#include "app/widgets/exm-tooltip.h"

#include <glib/gi18n-lib.h>

struct _ExmSectionRow
{
  GtkBox parent_instance;

  GSignalGroup *signals; /* (owned): of the item */

  /* Children of the template, all (unowned). */
  GtkImage *icon;
  GtkLabel *title;
  GtkLabel *detail;
  GtkLabel *state;
  GtkButton *answer;
  GtkWidget *open;
  GtkWidget *drop;
};

G_DEFINE_FINAL_TYPE (ExmSectionRow, exm_section_row, GTK_TYPE_BOX)

/* How each state looks: form and word beside the colour. */
static const struct
{
  const char *icon;
  const char *style;
  const char *word;   /* untranslated */
  const char *answer; /* (nullable): untranslated */
} looks[EXM_N_SECTION_STATES] = {
  [EXM_SECTION_WAITING]
  = { "content-loading-symbolic", "dim-label", N_ ("Waiting"), NULL },
  [EXM_SECTION_READY] = { "emblem-ok-symbolic", "exm-body", N_ ("Ready"), NULL },
  [EXM_SECTION_LOOK]
  = { "dialog-warning-symbolic", "exm-warning", N_ ("To review"), N_ ("Looks Right") },
  [EXM_SECTION_FAILED]
  = { "dialog-error-symbolic", "exm-error", N_ ("Failed"), N_ ("Try Again") },
  [EXM_SECTION_THERE] = { "emblem-ok-symbolic", "dim-label", N_ ("There already"), NULL },
};

static void
set_style (GtkWidget *widget, const char *style)
{
  for (gsize i = 0; i < G_N_ELEMENTS (looks); i++)
    gtk_widget_remove_css_class (widget, looks[i].style);
  gtk_widget_add_css_class (widget, style);
}

static void
show_buttons (ExmSectionRow *self, ExmSectionItem *item)
{
  ExmSectionState state = exm_section_item_get_state (item);
  const char *uid = exm_section_item_get_uid (item);
  guint index = exm_section_item_get_index (item);
  gboolean answers = looks[state].answer != NULL;

  gtk_widget_set_visible (GTK_WIDGET (self->answer), answers);
  if (answers)
    gtk_button_set_label (self->answer, _ (looks[state].answer));
  gtk_actionable_set_action_target (GTK_ACTIONABLE (self->answer), "u", index);
  gtk_widget_set_visible (self->open, uid != NULL);
  if (uid != NULL)
    gtk_actionable_set_action_target (GTK_ACTIONABLE (self->open), "s", uid);
  gtk_widget_set_visible (self->drop, state == EXM_SECTION_FAILED);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (self->drop), "u", index);
}

static void
show (ExmSectionRow *self, ExmSectionItem *item)
{
  ExmSectionState state = exm_section_item_get_state (item);
  const char *title = exm_section_item_get_title (item);
  const char *address = exm_section_item_get_address (item);
  const char *question = exm_section_item_get_question (item);
  const char *detail = question != NULL ? question : address;

  gtk_image_set_from_icon_name (self->icon, looks[state].icon);
  set_style (GTK_WIDGET (self->icon), looks[state].style);
  gtk_label_set_label (self->title, title);
  gtk_label_set_label (self->detail, detail != NULL ? detail : "");
  gtk_label_set_label (self->state, _ (looks[state].word));
  set_style (GTK_WIDGET (self->state), looks[state].style);
  g_autofree char *all = g_strjoin ("\n", title, question != NULL ? question : address,
                                    question != NULL ? address : NULL, NULL);
  exm_tooltip_set (GTK_WIDGET (self), all);
  show_buttons (self, item);
}

static void
on_changed (GObject *item, GParamSpec *pspec, gpointer data)
{
  show (EXM_SECTION_ROW (data), EXM_SECTION_ITEM (item));
}

static void
exm_section_row_dispose (GObject *object)
{
  ExmSectionRow *self = EXM_SECTION_ROW (object);

  g_clear_object (&self->signals);
  gtk_widget_dispose_template (GTK_WIDGET (self), EXM_TYPE_SECTION_ROW);
  G_OBJECT_CLASS (exm_section_row_parent_class)->dispose (object);
}

static void
exm_section_row_class_init (ExmSectionRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = exm_section_row_dispose;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               EXM_APP_RESOURCES "exm-section-row.ui");
  gtk_widget_class_bind_template_child (widget_class, ExmSectionRow, icon);
  gtk_widget_class_bind_template_child (widget_class, ExmSectionRow, title);
  gtk_widget_class_bind_template_child (widget_class, ExmSectionRow, detail);
  gtk_widget_class_bind_template_child (widget_class, ExmSectionRow, state);
  gtk_widget_class_bind_template_child (widget_class, ExmSectionRow, answer);
  gtk_widget_class_bind_template_child (widget_class, ExmSectionRow, open);
  gtk_widget_class_bind_template_child (widget_class, ExmSectionRow, drop);
}

static void
exm_section_row_init (ExmSectionRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->signals = g_signal_group_new (EXM_TYPE_SECTION_ITEM);
  g_signal_group_connect (self->signals, "notify::changed", G_CALLBACK (on_changed),
                          self);
}

GtkWidget *
exm_section_row_new (void)
{
  return g_object_new (EXM_TYPE_SECTION_ROW, NULL);
}

void
exm_section_row_set_item (ExmSectionRow *self, ExmSectionItem *item)
{
  g_return_if_fail (EXM_IS_SECTION_ROW (self));

  g_signal_group_set_target (self->signals, item);
  if (item != NULL)
    show (self, item);
}

gboolean
exm_section_row_shows (ExmSectionRow *self, ExmSectionItem *item)
{
  g_autoptr (GObject) shown = g_signal_group_dup_target (self->signals);

  return shown == (GObject *) item;
}
