/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/setup/exm-setup-bar.h"

#include "app/analysis/exm-effect-words.h"
#include "app/setup/exm-setup-facts.h"
#include "app/setup/exm-setup-links.h"
#include "app/widgets/exm-init.h"

#include <glib/gi18n-lib.h>

/* How long the percents count up, in milliseconds: to be seen, not waited for. */
#define COUNT_MS 600u

/* Effect of a mark or a correction on all pages together. */
typedef struct
{
  gboolean known;
  double before;
  double after;
  guint n_added;
  guint n_removed;
} Effect;

struct _ExmSetupBar
{
  GtkWidget parent_instance;

  GtkWidget *box;              /* (unowned) */
  GtkWidget *steps;            /* (unowned) */
  GtkLabel *example;           /* (unowned) */
  GtkWidget *example_done;     /* (unowned) */
  GtkMenuButton *links_button; /* (unowned) */
  GtkLabel *links_label;       /* (unowned) */
  GtkLabel *links_label_short; /* (unowned): in its place where that has no room */
  ExmSetupLinks *links;        /* (unowned) */
  GtkButton *check;            /* (unowned) */
  GtkLabel *check_label;       /* (unowned) */
  GtkLabel *check_label_short; /* (unowned): in its place where that has no room */
  GtkMenuButton *save;         /* (unowned) */
  ExmSetupFacts *facts;        /* (unowned) */
  GtkRevealer *note_revealer;  /* (unowned) */
  GtkLabel *note;              /* (unowned) */
  GtkWidget *show_page;        /* (unowned) */
  GtkWidget *render;           /* (unowned) */
  ExmSetup *setup;             /* (owned) */
  Effect effect;               /* of the last mark or correction */
  AdwAnimation *counting;      /* (owned) (nullable) */
  gboolean is_brief;           /* all steps but the first */
  guint share_source;          /* 0 where the words have their room */
};

enum
{
  CANCELLED,
  PAGES_ASKED,
  PAGE_ASKED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ExmSetupBar, exm_setup_bar, GTK_TYPE_WIDGET)

static gboolean
is_marked (ExmSetupBar *self)
{
  const ExmTaskFields *fields = exm_setup_get_fields (self->setup);

  for (guint i = 0; fields != NULL && i < fields->examples->len; i++)
    if (g_array_index (fields->examples, ExmTaskExample, i).region_text != NULL)
      return TRUE;
  return FALSE;
}

/* Returns: whether a mark confirmed what was found: it changed no line of any page, and
 * no more of the sureness than is natural where a guess becomes knowledge */
static gboolean
is_confirmed (ExmSetupBar *self)
{
  const Effect *effect = &self->effect;

  return effect->known && effect->n_added == 0 && effect->n_removed == 0
         && effect->after <= effect->before
         && exm_sureness_from_confidence (effect->after) == EXM_SURE && is_marked (self)
         && exm_setup_get_fallen (self->setup) == NULL;
}

/* Returns: (transfer full): what the first step says; @part: see
 * exm_effect_dup_words_on_the_way() */
static char *
dup_example_words (ExmSetupBar *self, double part)
{
  const Effect *effect = &self->effect;

  if (is_confirmed (self))
    /* translators: the first step, after a mark that changed no line; a tick follows */
    return g_strdup_printf ("1 %s", _ ("Marked, all pages agree"));
  g_autofree char *words
      = effect->known ? exm_effect_dup_words_on_the_way (
            effect->before, effect->after, effect->n_added, effect->n_removed, part)
                      : NULL;

  /* translators: the first step of setting a task up */
  return g_strdup_printf ("1 %s", words != NULL      ? words
                                  : is_marked (self) ? _ ("Example")
                                                     : _ ("Click the article in the "
                                                          "example"));
}

/* The tooltip says at once what the label counts up to, and why it may be less. */
static void
show_example (ExmSetupBar *self)
{
  g_autofree char *words = dup_example_words (self, 1);

  if (self->counting == NULL)
    gtk_label_set_label (self->example, words);
  const Effect *effect = &self->effect;
  gboolean fell = effect->known && !is_confirmed (self) && effect->after < effect->before
                  && exm_effect_is_seen (effect->before, effect->after);
  g_autofree char *why
      = fell ? g_strdup_printf (
            /* translators: %s is as "1 Sure 95 → 94%, same lines" */
            _ ("%s\nBefore you mark the article, the percentage tends to be too high"),
            words)
             : NULL;
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->example), fell ? why : words);
  /* No tick beside what the note warns of. */
  gtk_widget_set_visible (self->example_done,
                          is_marked (self) && exm_setup_get_fallen (self->setup) == NULL);
}

static void
on_count (double part, gpointer data)
{
  ExmSetupBar *self = EXM_SETUP_BAR (data);
  g_autofree char *words = dup_example_words (self, part);

  gtk_label_set_label (self->example, words);
}

static void
stop_counting (ExmSetupBar *self)
{
  g_autoptr (AdwAnimation) counting = g_steal_pointer (&self->counting);

  if (counting != NULL)
    adw_animation_skip (counting);
}

static void
on_counted (AdwAnimation *counting, gpointer data)
{
  g_clear_object (&EXM_SETUP_BAR (data)->counting);
}

/* Up or down, whichever it is; where animations are off, what comes of it stands there at
 * once. */
static void
count (ExmSetupBar *self)
{
  AdwAnimationTarget *target = adw_callback_animation_target_new (on_count, self, NULL);

  self->counting
      = adw_timed_animation_new (GTK_WIDGET (self->example), 0, 1, COUNT_MS, target);
  g_signal_connect (self->counting, "done", G_CALLBACK (on_counted), self);
  g_autoptr (AdwAnimation) counting = g_object_ref (self->counting);
  on_count (0, self);
  adw_animation_play (counting);
}

static void
show_links (ExmSetupBar *self)
{
  gboolean finding = exm_setup_get_stage (self->setup) == EXM_SETUP_FINDING;
  guint n_listed, n_matching;

  gtk_widget_set_sensitive (GTK_WIDGET (self->links_button), !finding);
  if (finding)
    {
      /* translators: the second step of setting a task up: which pages are articles is
       * not known yet */
      const char *words = _ ("2 Looking for the list…");
      gtk_label_set_label (self->links_label, words);
      gtk_label_set_label (self->links_label_short, words);
      gtk_widget_set_tooltip_text (GTK_WIDGET (self->links_label_short),
                                   exm_setup_get_message (self->setup));
      return;
    }
  exm_setup_get_counts (self->setup, &n_listed, &n_matching, NULL, NULL, NULL);
  g_autofree char *words = g_strdup_printf (
      /* translators: the second step of setting a task up; of all links of the list page,
       * so many are articles */
      ngettext ("2 Which pages: %u of %u link matches",
                "2 Which pages: %u of %u links match", n_listed),
      n_matching, n_listed);
  gtk_label_set_label (self->links_label, words);
  g_autofree char *few
      /* translators: the second step of setting a task up, where there is little room:
       * links that match, of all */
      = g_strdup_printf (_ ("2 Pages %u/%u"), n_matching, n_listed);
  gtk_label_set_label (self->links_label_short, few);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->links_label_short), words);
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
  GString *words = g_string_new (NULL);
  /* translators: the third step of setting a task up, done: pages whose article is sure
   */
  g_string_append_printf (words, _ ("3 Checked: %u good"), n_pass);
  if (n_look > 0)
    /* translators: added to "3 Checked: 8 good": pages that a person should look at */
    g_string_append_printf (words, _ (", %u to review"), n_look);
  if (n_fail > 0)
    /* translators: added to "3 Checked: 8 good": pages without an article */
    g_string_append_printf (words, _ (", %u failed"), n_fail);
  return g_string_free (words, FALSE);
}

/* As describe_check(), where there is little room. */
static char *
dup_check_few (ExmSetupBar *self, guint n_pages)
{
  guint n_pass, n_look, n_fail;

  exm_setup_get_counts (self->setup, NULL, NULL, &n_pass, &n_look, &n_fail);
  if (n_pass + n_look + n_fail < n_pages)
    return g_strdup_printf (_ ("3 Check %u/%u"), n_pass + n_look + n_fail, n_pages);
  /* translators: the third step of setting a task up, done, where there is little room:
   * pages that passed, of all */
  return g_strdup_printf (_ ("3 Good %u/%u"), n_pass, n_pages);
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
  g_autofree char *few = dup_check_few (self, n_pages);
  gtk_label_set_label (self->check_label_short, few);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->check_label_short), words);
  gtk_widget_set_sensitive (GTK_WIDGET (self->check), ready && n_pages > 0);
}

static gboolean
is_rendered (ExmSetupBar *self)
{
  const ExmTaskFields *fields = exm_setup_get_fields (self->setup);

  return fields != NULL && fields->rendered
         && exm_setup_get_stage (self->setup) == EXM_SETUP_READY;
}

/* The same button runs the scripts of pages, and takes that back. */
static void
show_render (ExmSetupBar *self)
{
  gboolean rendered = is_rendered (self);

  gtk_widget_set_visible (self->render, rendered || exm_setup_can_render (self->setup));
  gtk_button_set_label (GTK_BUTTON (self->render),
                        rendered ? _ ("_Without Scripts") : _ ("_Render Pages"));
  gtk_widget_set_tooltip_text (
      self->render, rendered ? _ ("Read the pages as they are sent")
                             : _ ("Run the scripts of the pages before they are read"));
}

static void
update (ExmSetupBar *self)
{
  g_autofree char *note = NULL;
  ExmSetupStage stage = exm_setup_get_stage (self->setup);

  show_example (self);
  show_links (self);
  show_check (self);
  gtk_widget_set_sensitive (GTK_WIDGET (self->save),
                            stage != EXM_SETUP_SAVING && stage != EXM_SETUP_FINDING);
  g_object_get (self->setup, "note", &note, NULL);
  if (note != NULL)
    gtk_label_set_label (self->note, note);
  gtk_widget_set_visible (self->show_page, exm_setup_get_noted (self->setup) != NULL);
  show_render (self);
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
  ExmSetupBar *self = EXM_SETUP_BAR (data);

  stop_counting (self);
  self->effect.known = FALSE;
  update (self);
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

  stop_counting (self);
  self->effect = (Effect){ TRUE, before, after, n_added, n_removed };
  if (exm_effect_is_seen (before, after) && !is_confirmed (self))
    count (self);
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
on_show_page_clicked (GtkButton *button, gpointer data)
{
  ExmSetupBar *self = EXM_SETUP_BAR (data);

  g_signal_emit (self, signals[PAGE_ASKED], 0, exm_setup_get_noted (self->setup));
  exm_setup_offer_page (self->setup, NULL);
}

static void
on_render_clicked (GtkButton *button, gpointer data)
{
  ExmSetupBar *self = EXM_SETUP_BAR (data);

  exm_setup_set_rendered (self->setup, !is_rendered (self));
}

static void
on_saved (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmSetupBar) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmTask) task = g_task_propagate_pointer (G_TASK (result), &error);

  if (self->facts == NULL)
    return;
  if (task == NULL)
    exm_setup_facts_show_error (self->facts, error->message);
  else
    gtk_menu_button_popdown (self->save);
}

static void
on_save_asked (ExmSetupFacts *facts, gpointer data)
{
  ExmSetupBar *self = EXM_SETUP_BAR (data);

  exm_setup_facts_show_error (facts, NULL);
  exm_setup_save_async (self->setup, on_saved, g_object_ref (self));
}

/* Returns: how much wider the full label of a step is than its short one, px */
static int
measure_saved (GtkLabel *all, GtkLabel *few)
{
  int wide, narrow;

  pango_layout_get_pixel_size (gtk_label_get_layout (all), &wide, NULL);
  pango_layout_get_pixel_size (gtk_label_get_layout (few), &narrow, NULL);
  return MAX (wide - narrow, 0);
}

static gboolean
has_room (ExmSetupBar *self)
{
  int width = gtk_widget_get_width (GTK_WIDGET (self)), wanted;

  gtk_widget_measure (self->steps, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &wanted, NULL,
                      NULL);
  if (self->is_brief)
    wanted += measure_saved (self->links_label, self->links_label_short)
              + measure_saved (self->check_label, self->check_label_short);
  return wanted <= width;
}

/* Shortens the labels of the later steps if there is no room: the first one, which tells
 * the effect of a mark, stays whole. */
static gboolean
on_share_due (gpointer data)
{
  ExmSetupBar *self = data;

  self->share_source = 0;
  self->is_brief = !has_room (self);
  gtk_widget_set_visible (GTK_WIDGET (self->links_label), !self->is_brief);
  gtk_widget_set_visible (GTK_WIDGET (self->links_label_short), self->is_brief);
  gtk_widget_set_visible (GTK_WIDGET (self->check_label), !self->is_brief);
  gtk_widget_set_visible (GTK_WIDGET (self->check_label_short), self->is_brief);
  return G_SOURCE_REMOVE;
}

static GtkSizeRequestMode
exm_setup_bar_get_request_mode (GtkWidget *widget)
{
  return gtk_widget_get_request_mode (EXM_SETUP_BAR (widget)->box);
}

/* Leaves a change of labels to a callback: none may change during allocation. The
 * callback runs before anything is drawn. */
static void
exm_setup_bar_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  ExmSetupBar *self = EXM_SETUP_BAR (widget);

  gtk_widget_size_allocate (self->box, &(GtkAllocation){ 0, 0, width, height }, baseline);
  if (self->share_source == 0 && has_room (self) == self->is_brief)
    self->share_source = g_idle_add_full (G_PRIORITY_HIGH, on_share_due, self, NULL);
}

static void
exm_setup_bar_measure (GtkWidget *widget,
                       GtkOrientation orientation,
                       int for_size,
                       int *minimum,
                       int *natural,
                       int *minimum_baseline,
                       int *natural_baseline)
{
  gtk_widget_measure (EXM_SETUP_BAR (widget)->box, orientation, for_size, minimum,
                      natural, minimum_baseline, natural_baseline);
}

static void
exm_setup_bar_dispose (GObject *object)
{
  ExmSetupBar *self = EXM_SETUP_BAR (object);

  if (self->setup != NULL)
    g_signal_handlers_disconnect_by_data (self->setup, self);
  if (self->counting != NULL)
    g_signal_handlers_disconnect_by_data (self->counting, self);
  stop_counting (self);
  g_clear_handle_id (&self->share_source, g_source_remove);
  gtk_widget_dispose_template (GTK_WIDGET (self), EXM_TYPE_SETUP_BAR);
  self->facts = NULL;
  g_clear_object (&self->setup);
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
  signals[PAGE_ASKED]
      = g_signal_new ("page-asked", EXM_TYPE_SETUP_BAR, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                      NULL, G_TYPE_NONE, 1, EXM_TYPE_PAGE_ITEM);
  widget_class->size_allocate = exm_setup_bar_size_allocate;
  widget_class->measure = exm_setup_bar_measure;
  widget_class->get_request_mode = exm_setup_bar_get_request_mode;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               EXM_APP_RESOURCES "exm-setup-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, ExmSetupBar, box);
  gtk_widget_class_bind_template_child (widget_class, ExmSetupBar, steps);
  gtk_widget_class_bind_template_child (widget_class, ExmSetupBar, example);
  gtk_widget_class_bind_template_child (widget_class, ExmSetupBar, example_done);
  gtk_widget_class_bind_template_child (widget_class, ExmSetupBar, links_button);
  gtk_widget_class_bind_template_child (widget_class, ExmSetupBar, links_label);
  gtk_widget_class_bind_template_child (widget_class, ExmSetupBar, links_label_short);
  gtk_widget_class_bind_template_child (widget_class, ExmSetupBar, links);
  gtk_widget_class_bind_template_child (widget_class, ExmSetupBar, check);
  gtk_widget_class_bind_template_child (widget_class, ExmSetupBar, check_label);
  gtk_widget_class_bind_template_child (widget_class, ExmSetupBar, check_label_short);
  gtk_widget_class_bind_template_child (widget_class, ExmSetupBar, save);
  gtk_widget_class_bind_template_child (widget_class, ExmSetupBar, facts);
  gtk_widget_class_bind_template_child (widget_class, ExmSetupBar, note_revealer);
  gtk_widget_class_bind_template_child (widget_class, ExmSetupBar, note);
  gtk_widget_class_bind_template_child (widget_class, ExmSetupBar, show_page);
  gtk_widget_class_bind_template_child (widget_class, ExmSetupBar, render);
  gtk_widget_class_bind_template_callback (widget_class, on_cancel_clicked);
  gtk_widget_class_bind_template_callback (widget_class, on_check_clicked);
  gtk_widget_class_bind_template_callback (widget_class, on_show_page_clicked);
  gtk_widget_class_bind_template_callback (widget_class, on_render_clicked);
  gtk_widget_class_bind_template_callback (widget_class, on_save_asked);
}

/* While what is to be saved is shown, its own button is the one that leads on. */
static void
on_facts_visible_notify (ExmSetupBar *self, GParamSpec *pspec, GtkWidget *popover)
{
  if (gtk_widget_get_visible (popover))
    gtk_widget_remove_css_class (GTK_WIDGET (self->save), "suggested-action");
  else
    gtk_widget_add_css_class (GTK_WIDGET (self->save), "suggested-action");
}

static void
exm_setup_bar_init (ExmSetupBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect_object (gtk_menu_button_get_popover (self->save), "notify::visible",
                           G_CALLBACK (on_facts_visible_notify), self, G_CONNECT_SWAPPED);
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
  if (gtk_widget_is_sensitive (GTK_WIDGET (self->save)))
    gtk_menu_button_popup (self->save);
}
