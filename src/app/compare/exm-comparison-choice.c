/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/compare/exm-comparison-choice.h"

#include "app/compare/exm-comparison-words.h"

#include <glib/gi18n-lib.h>

struct _ExmComparisonChoice
{
  AdwBin parent_instance;

  GtkDropDown *list;             /* (unowned) (nullable): once it is made */
  GtkStringList *words;          /* (owned): as it lists them */
  ExmLineComparison *comparison; /* (owned) (nullable) */
  guint make_id;
  gboolean updating; /* what changes now is not the operator's doing */
};

G_DEFINE_FINAL_TYPE (ExmComparisonChoice, exm_comparison_choice, ADW_TYPE_BIN)

static void
show_choices (ExmComparisonChoice *self)
{
  g_auto (GStrv) words = exm_comparison_dup_choices (self->comparison);
  guint n_old = g_list_model_get_n_items (G_LIST_MODEL (self->words));
  gboolean same = g_strv_length (words) == n_old;

  for (guint i = 0; same && i < n_old; i++)
    same = g_str_equal (gtk_string_list_get_string (self->words, i), words[i]);
  self->updating = TRUE;
  if (!same)
    gtk_string_list_splice (self->words, 0, n_old, (const char *const *) words);
  if (self->list != NULL)
    gtk_drop_down_set_selected (self->list,
                                exm_line_comparison_get_choice (self->comparison));
  self->updating = FALSE;
}

static void
on_selected_notify (ExmComparisonChoice *self)
{
  guint choice = gtk_drop_down_get_selected (self->list);

  if (!self->updating && self->comparison != NULL
      && choice < exm_line_comparison_get_n_choices (self->comparison))
    exm_line_comparison_set_choice (self->comparison, choice);
}

static void
on_chosen_setup (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_list_item_set_child (item, label);
}

static void
on_chosen_bind (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  gtk_label_set_label (GTK_LABEL (gtk_list_item_get_child (item)),
                       gtk_string_object_get_string (gtk_list_item_get_item (item)));
}

/* A long choice would push the pages aside: in the button it may be cut, in the list it
 * is whole. */
static void
let_shrink (GtkDropDown *list)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();

  g_signal_connect (factory, "setup", G_CALLBACK (on_chosen_setup), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (on_chosen_bind), NULL);
  gtk_drop_down_set_list_factory (list, gtk_drop_down_get_factory (list));
  gtk_drop_down_set_factory (list, factory);
}

static gboolean
on_make (gpointer data)
{
  ExmComparisonChoice *self = data;
  const char *name = _ ("What is compared");
  GtkWidget *list = gtk_drop_down_new (g_object_ref (G_LIST_MODEL (self->words)), NULL);

  self->make_id = 0;
  let_shrink (GTK_DROP_DOWN (list));
  gtk_widget_set_tooltip_text (list, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  name, -1);
  adw_bin_set_child (ADW_BIN (self), list);
  self->list = GTK_DROP_DOWN (list);
  g_signal_connect_swapped (list, "notify::selected", G_CALLBACK (on_selected_notify),
                            self);
  if (self->comparison != NULL)
    show_choices (self);
  return G_SOURCE_REMOVE;
}

static void
let_go (ExmComparisonChoice *self)
{
  if (self->comparison != NULL)
    g_signal_handlers_disconnect_by_data (self->comparison, self);
  g_clear_object (&self->comparison);
}

static void
exm_comparison_choice_dispose (GObject *object)
{
  ExmComparisonChoice *self = EXM_COMPARISON_CHOICE (object);

  g_clear_handle_id (&self->make_id, g_source_remove);
  let_go (self);
  if (self->list != NULL)
    g_signal_handlers_disconnect_by_data (self->list, self);
  self->list = NULL;
  g_clear_object (&self->words);
  G_OBJECT_CLASS (exm_comparison_choice_parent_class)->dispose (object);
}

static void
exm_comparison_choice_class_init (ExmComparisonChoiceClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = exm_comparison_choice_dispose;
}

static void
exm_comparison_choice_init (ExmComparisonChoice *self)
{
  self->words = gtk_string_list_new (NULL);
  self->make_id = g_idle_add (on_make, self);
}

void
exm_comparison_choice_set (ExmComparisonChoice *self, ExmLineComparison *comparison)
{
  let_go (self);
  if (comparison == NULL)
    return;
  self->comparison = g_object_ref (comparison);
  g_signal_connect_swapped (comparison, "choices-changed", G_CALLBACK (show_choices),
                            self);
  g_signal_connect_swapped (comparison, "changed", G_CALLBACK (show_choices), self);
  show_choices (self);
}
