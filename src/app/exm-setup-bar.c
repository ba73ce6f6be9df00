/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "exm-setup-bar.h"

#include "exm-app.h"
#include "exm-effect-words.h"
#include "exm-setup-facts.h"
#include "exm-setup-links.h"

#include <glib/gi18n-lib.h>

struct _ExmSetupBar
{
  GtkWidget parent_instance;

  GtkWidget *box;              /* (unowned) */
  GtkLabel *example;           /* (unowned) */
  GtkWidget *example_done;     /* (unowned) */
  GtkMenuButton *links_button; /* (unowned) */
  GtkLabel *links_label;       /* (unowned) */
  ExmSetupLinks *links;        /* (unowned) */
  GtkButton *check;            /* (unowned) */
  GtkLabel *check_label;       /* (unowned) */
  GtkMenuButton *save;         /* (unowned) */
  ExmSetupFacts *facts;        /* (unowned) */
  GtkRevealer *note_revealer;  /* (unowned) */
  GtkLabel *note;              /* (unowned) */
  GtkWidget *render;           /* (unowned) */
  ExmSetup *setup;             /* (owned) */
  char *effect;                /* (owned) (nullable): of the last region */
};

enum
{
  CANCELLED,
  PAGES_ASKED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ExmSetupBar, exm_setup_bar, GTK_TYPE_WIDGET)

static gboolean
is_marked (ExmSetupBar *self)
{
  const ExmTaskFields *fields = exm_setup_get_fields (self->setup);

  return fields != NULL && fields->examples->len > 0
         && g_array_index (fields->examples, ExmTaskExample, 0).region_text != NULL;
}

static void
show_example (ExmSetupBar *self)
{
  gboolean marked = is_marked (self);
  /* translators: the first step of setting a task up */
  g_autofree char *label
      = g_strdup_printf ("1 %s", self->effect != NULL ? self->effect
                                 : marked             ? _ ("Example")
                                          : _ ("Click the article in the example"));

  gtk_label_set_label (self->example, label);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->example), label);
  gtk_widget_set_visible (self->example_done, marked);
}

static void
show_links (ExmSetupBar *self)
{
  guint n_listed, n_matching;

  exm_setup_get_counts (self->setup, &n_listed, &n_matching, NULL, NULL, NULL);
  g_autofree char *words = g_strdup_printf (
      /* translators: the second step of setting a task up; of all links of the list page,
       * so many are articles */
      ngettext ("2 Which pages: %u of %u link matches",
                "2 Which pages: %u of %u links match", n_listed),
      n_matching, n_listed);
  gtk_label_set_label (self->links_label, words);
}

static char *
describe_check (ExmSetupBar *self, gboolean checking, guint n_pages)
{
  guint n_pass, n_look, n_fail;

  exm_setup_get_counts (self->setup, NULL, NULL, &n_pass, &n_look, &n_fail);
  if (checking)
    /* translators: the third step of setting a task up, under way: pages done of all */
    return g_strdup_printf (_ ("3 Check %u/%u"), n_pass + n_look + n_fail, n_pages);
  if (n_pass + n_look + n_fail < n_pages || n_pages == 0)
    return g_strdup_printf (ngettext ("3 Check %u Page", "3 Check %u Pages", n_pages),
                            n_pages);
  /* translators: the third step of setting a task up, done: pages by what became of them
   */
  return g_strdup_printf (_ ("3 Check: %u pass, %u look, %u fail"), n_pass, n_look,
                          n_fail);
}

static void
show_check (ExmSetupBar *self)
{
  guint n_pages = g_list_model_get_n_items (exm_setup_get_pages (self->setup));
  gboolean ready = exm_setup_get_stage (self->setup) == EXM_SETUP_READY;
  gboolean checking = exm_setup_is_checking (self->setup);
  guint n_wanted;

  g_object_get (self->setup, "n-wanted", &n_wanted, NULL);
  /* The first target comes by itself. */
  g_autofree char *words = describe_check (self, checking && n_wanted > 1, n_pages);
  gtk_label_set_label (self->check_label, words);
  gtk_widget_set_sensitive (GTK_WIDGET (self->check), ready && n_pages > 0);
}

static void
update (ExmSetupBar *self)
{
  g_autofree char *note = NULL;
  gboolean saving = exm_setup_get_stage (self->setup) == EXM_SETUP_SAVING;

  show_example (self);
  show_links (self);
  show_check (self);
  gtk_widget_set_sensitive (GTK_WIDGET (self->save), !saving);
  g_object_get (self->setup, "note", &note, NULL);
  if (note != NULL)
    gtk_label_set_label (self->note, note);
  gtk_widget_set_visible (self->render, exm_setup_can_render (self->setup));
  gtk_revealer_set_reveal_child (self->note_revealer, note != NULL);
}

static void
on_notify (ExmSetup *setup, GParamSpec *pspec, gpointer data)
{
  update (EXM_SETUP_BAR (data));
}

static void
on_changed (ExmSetup *setup, gpointer data)
{
  update (EXM_SETUP_BAR (data));
}

static void
on_proposed (ExmSetup *setup, gpointer data)
{
  g_clear_pointer (&EXM_SETUP_BAR (data)->effect, g_free);
  update (EXM_SETUP_BAR (data));
}

static void
on_rechecked (ExmSetup *setup,
              double before,
              double after,
              guint n_added,
              guint n_removed,
              gpointer data)
{
  ExmSetupBar *self = EXM_SETUP_BAR (data);

  g_free (self->effect);
  self->effect = exm_effect_dup_words (before, after, n_added, n_removed);
  update (self);
}

static void
on_cancel_clicked (GtkButton *button, gpointer data)
{
  g_signal_emit (data, signals[CANCELLED], 0);
}

static void
on_check_clicked (GtkButton *button, gpointer data)
{
  exm_setup_check (EXM_SETUP_BAR (data)->setup);
  g_signal_emit (data, signals[PAGES_ASKED], 0);
}

static void
on_render_clicked (GtkButton *button, gpointer data)
{
  exm_setup_render (EXM_SETUP_BAR (data)->setup);
}

static void
on_saved (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmSetupBar) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmTask) task = exm_setup_save_finish (EXM_SETUP (source), result, &error);

  if (task == NULL && self->facts != NULL)
    exm_setup_facts_show_error (self->facts, error->message);
}

static void
on_save_asked (ExmSetupFacts *facts, gpointer data)
{
  ExmSetupBar *self = EXM_SETUP_BAR (data);

  exm_setup_facts_show_error (facts, NULL);
  exm_setup_save_async (self->setup, on_saved, g_object_ref (self));
}

static void
exm_setup_bar_dispose (GObject *object)
{
  ExmSetupBar *self = EXM_SETUP_BAR (object);

  if (self->setup != NULL)
    g_signal_handlers_disconnect_by_data (self->setup, self);
  gtk_widget_dispose_template (GTK_WIDGET (self), EXM_TYPE_SETUP_BAR);
  self->facts = NULL;
  g_clear_object (&self->setup);
  g_clear_pointer (&self->effect, g_free);
  G_OBJECT_CLASS (exm_setup_bar_parent_class)->dispose (object);
}

static void
exm_setup_bar_class_init (ExmSetupBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (EXM_TYPE_SETUP_FACTS);
  g_type_ensure (EXM_TYPE_SETUP_LINKS);
  G_OBJECT_CLASS (klass)->dispose = exm_setup_bar_dispose;
  signals[CANCELLED] = g_signal_new ("cancelled", EXM_TYPE_SETUP_BAR, G_SIGNAL_RUN_LAST,
                                     0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[PAGES_ASKED]
      = g_signal_new ("pages-asked", EXM_TYPE_SETUP_BAR, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                      NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               EXM_APP_RESOURCES "exm-setup-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, ExmSetupBar, box);
  gtk_widget_class_bind_template_child (widget_class, ExmSetupBar, example);
  gtk_widget_class_bind_template_child (widget_class, ExmSetupBar, example_done);
  gtk_widget_class_bind_template_child (widget_class, ExmSetupBar, links_button);
  gtk_widget_class_bind_template_child (widget_class, ExmSetupBar, links_label);
  gtk_widget_class_bind_template_child (widget_class, ExmSetupBar, links);
  gtk_widget_class_bind_template_child (widget_class, ExmSetupBar, check);
  gtk_widget_class_bind_template_child (widget_class, ExmSetupBar, check_label);
  gtk_widget_class_bind_template_child (widget_class, ExmSetupBar, save);
  gtk_widget_class_bind_template_child (widget_class, ExmSetupBar, facts);
  gtk_widget_class_bind_template_child (widget_class, ExmSetupBar, note_revealer);
  gtk_widget_class_bind_template_child (widget_class, ExmSetupBar, note);
  gtk_widget_class_bind_template_child (widget_class, ExmSetupBar, render);
  gtk_widget_class_bind_template_callback (widget_class, on_cancel_clicked);
  gtk_widget_class_bind_template_callback (widget_class, on_check_clicked);
  gtk_widget_class_bind_template_callback (widget_class, on_render_clicked);
  gtk_widget_class_bind_template_callback (widget_class, on_save_asked);
}

static void
exm_setup_bar_init (ExmSetupBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
exm_setup_bar_new (ExmSetup *setup)
{
  ExmSetupBar *self = g_object_new (EXM_TYPE_SETUP_BAR, NULL);

  self->setup = g_object_ref (setup);
  exm_setup_links_set_setup (self->links, setup);
  exm_setup_facts_set_setup (self->facts, setup);
  g_signal_connect (setup, "notify", G_CALLBACK (on_notify), self);
  g_signal_connect (setup, "changed", G_CALLBACK (on_changed), self);
  g_signal_connect (setup, "proposed", G_CALLBACK (on_proposed), self);
  g_signal_connect (setup, "rechecked", G_CALLBACK (on_rechecked), self);
  update (self);
  return GTK_WIDGET (self);
}

void
exm_setup_bar_check (ExmSetupBar *self)
{
  g_return_if_fail (EXM_IS_SETUP_BAR (self));
  if (gtk_widget_is_sensitive (GTK_WIDGET (self->check)))
    on_check_clicked (self->check, self);
}

void
exm_setup_bar_ask_save (ExmSetupBar *self)
{
  g_return_if_fail (EXM_IS_SETUP_BAR (self));
  gtk_menu_button_popup (self->save);
}
