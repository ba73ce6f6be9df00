/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/inspector/exm-method-detail.h"

#include "app/analysis/exm-method-summary.h"
#include "app/analysis/exm-method-words.h"
#include "app/inspector/exm-block-tree.h"
#include "app/inspector/exm-tag-colour.h"
#include "app/widgets/exm-init.h"
#include "extract/exm-method.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

static char *
dup_origin (const ExmMethodModel *model)
{
  const ExmModelOrigin *origin = exm_method_model_get_origin (model);
  g_autoptr (GDateTime) utc
      = g_date_time_new_from_unix_utc (origin->trained_usec / G_USEC_PER_SEC);
  g_autoptr (GDateTime) local = utc != NULL ? g_date_time_to_local (utc) : NULL;

  if (origin->trained_usec == 0 || local == NULL)
    return g_strdup (_ ("A model of this task’s own"));
  /* translators: a date without the year, see strftime(3) */
  g_autofree char *day = g_date_time_format (local, _ ("%e %b"));
  g_autofree char *trained = g_strdup_printf (
      /* translators: how many, a day */
      ngettext ("Trained on %1$u of your articles, %2$s",
                "Trained on %1$u of your articles, %2$s", origin->n_pages),
      origin->n_pages, g_strchug (day));
  /* translators: "Trained on 23 of your articles, 12 Nov; error 0.06" */
  return g_strdup_printf (_ ("%s; error %.2f"), trained, origin->error);
}

static void
show_origin (GtkLabel *label,
             GtkActionable *train,
             GtkActionable *shipped,
             const GPtrArray *models,
             const ExmMethod *method)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmMethodModel) model = exm_method_model_find (models, method->name, &error);
  g_autofree char *origin = error != NULL   ? g_strdup (error->message)
                            : model != NULL ? dup_origin (model)
                                            : g_strdup (_ ("The shipped model"));

  gtk_label_set_label (label, origin);
  if (error != NULL)
    gtk_widget_add_css_class (GTK_WIDGET (label), "exm-warning");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (label), "exm-warning");
  gtk_actionable_set_action_target (train, "s", method->name);
  gtk_actionable_set_action_target (shipped, "s", method->name);
  gtk_widget_set_visible (GTK_WIDGET (shipped), model != NULL || error != NULL);
  gtk_widget_set_visible (gtk_widget_get_parent (GTK_WIDGET (label)),
                          (method->needs & EXM_NEEDS_TRAINING) != 0);
}

/* Lines that are put into the view at a time: a part of a frame's worth. */
#define SLICE_LINES 40u
/* Lines that differ and are shown; nobody reads more of them. */
#define MAX_LINES 2000u
/* Characters of a line that are shown. */
#define MAX_CHARS 300u

/* A parameter's row. */
typedef struct
{
  guint parameter;
  GtkSpinButton *spin; /* (unowned) */
  GtkWidget *reset;    /* (unowned) */
} Turn;

struct _ExmMethodDetail
{
  AdwBin parent_instance;

  GtkLabel *name;              /* (unowned), as all of the template */
  GtkLabel *summary;           /* (unowned) */
  GtkWidget *use;              /* (unowned) */
  GtkBox *parameters;          /* (unowned) */
  GtkWidget *site_lines;       /* (unowned) */
  GtkWidget *looks;            /* (unowned) */
  GtkToggleButton *blocks_tab; /* (unowned) */
  GtkWidget *drawn;            /* (unowned) */
  GtkStack *parts;             /* (unowned) */
  ExmBlockTree *tree;          /* (unowned) */
  GtkLabel *origin;            /* (unowned) */
  GtkActionable *train;        /* (unowned) */
  GtkActionable *shipped;      /* (unowned) */
  GtkTextView *view;           /* (unowned) */
  ExmAnalysis *analysis;       /* (owned) (nullable) */
  ExmMethodTrials *trials;     /* (owned) (nullable) */
  GBinding *drawn_binding;     /* (unowned) (nullable): of the analysis */
  guint index;
  GArray *turns;       /* (owned) (element-type Turn) */
  GArray *differences; /* (owned) (element-type ExmMethodDifference) */
  GArray *lines;       /* (owned) (element-type guint): of the page, one a line of the
                        * buffer; EXM_NONE for those between */
  guint next;          /* of the differences, that is put in next */
  guint slice_id;
  gboolean updating; /* what changes now is not the operator's doing */
};

G_DEFINE_FINAL_TYPE (ExmMethodDetail, exm_method_detail, ADW_TYPE_BIN)

/* The difference */

static GtkTextBuffer *
get_buffer (ExmMethodDetail *self)
{
  return gtk_text_view_get_buffer (self->view);
}

/* The colours come with the theme. */
static void
make_tags (GtkTextBuffer *buffer)
{
  gtk_text_buffer_create_tag (buffer, "head", "scale", .87, "weight", PANGO_WEIGHT_BOLD,
                              "pixels-above-lines", 8, NULL);
  gtk_text_buffer_create_tag (buffer, "added", "indent", -14, "left-margin", 22, NULL);
  gtk_text_buffer_create_tag (buffer, "dropped", "indent", -14, "left-margin", 22, NULL);
  gtk_text_buffer_create_tag (buffer, "struck", "strikethrough", TRUE, NULL);
}

static void
set_colours (ExmMethodDetail *self)
{
  exm_tag_colour_set (self->view, "added", "paragraph-background-rgba", "exm_body", .16);
  exm_tag_colour_set (self->view, "dropped", "foreground-rgba", "view_fg_color", .7);
}

/* @line: of the page, %EXM_NONE for words of ours */
static void
append (ExmMethodDetail *self,
        const char *sign,
        const char *text,
        const char *tag,
        guint line)
{
  GtkTextBuffer *buffer = get_buffer (self);
  GtkTextIter end;

  gtk_text_buffer_get_end_iter (buffer, &end);
  if (self->lines->len > 0)
    gtk_text_buffer_insert (buffer, &end, "\n", 1);
  gtk_text_buffer_insert_with_tags_by_name (buffer, &end, sign, -1, tag, NULL);
  gtk_text_buffer_insert_with_tags_by_name (
      buffer, &end, text, -1, tag, g_str_equal (tag, "dropped") ? "struck" : NULL, NULL);
  g_array_append_val (self->lines, line);
}

/* Neighbouring lines of one kind stand under one heading. */
static void
append_heading (ExmMethodDetail *self, guint at)
{
  const ExmMethodDifference *list
      = (const ExmMethodDifference *) (gpointer) self->differences->data;
  guint end = at + 1;

  while (end < self->differences->len && list[end].added == list[at].added
         && list[end].line == list[end - 1].line + 1)
    end++;
  g_autofree char *lines
      = end == at + 1
            /* translators: %u is the number of a line of the page */
            ? g_strdup_printf (_ ("line %u"), list[at].line + 1)
            : g_strdup_printf (_ ("lines %1$u–%2$u"), list[at].line + 1,
                               list[end - 1].line + 1);
  /* translators: %s is "line 7" or "lines 7–12" */
  g_autofree char *words = g_strdup_printf (
      list[at].added ? _ ("Only this method keeps %s") : _ ("This method drops %s"),
      lines);
  append (self, "", words, "head", EXM_NONE);
}

static void
append_line (ExmMethodDetail *self, guint at)
{
  const ExmMethodDifference *list
      = (const ExmMethodDifference *) (gpointer) self->differences->data;
  ExmPageText *page = exm_analysis_get_page (self->analysis);

  if (at == 0 || list[at].added != list[at - 1].added
      || list[at].line != list[at - 1].line + 1)
    append_heading (self, at);
  const char *text = exm_page_text_get_line (page, list[at].line);
  guint n_lines;
  guint n_chars = exm_page_text_get_lines (page, &n_lines)[list[at].line].n_chars;
  g_autofree char *start = g_utf8_substring (text, 0, MIN (n_chars, MAX_CHARS));
  g_autofree char *cut = g_strconcat (start, n_chars > MAX_CHARS ? "…" : NULL, NULL);
  append (self, list[at].added ? "+ " : "− ", cut, list[at].added ? "added" : "dropped",
          list[at].line);
}

static gboolean
on_slice (gpointer data)
{
  ExmMethodDetail *self = EXM_METHOD_DETAIL (data);
  guint n_shown = MIN (self->differences->len, MAX_LINES);

  for (guint n = 0; self->next < n_shown && n < SLICE_LINES; n++, self->next++)
    append_line (self, self->next);
  if (self->next < n_shown)
    return G_SOURCE_CONTINUE;
  guint n_more = self->differences->len - n_shown;
  g_autofree char *more = g_strdup_printf (
      ngettext ("… and %'u more line", "… and %'u more lines", n_more), n_more);
  if (n_more > 0)
    append (self, "", more, "head", EXM_NONE);
  self->slice_id = 0;
  return G_SOURCE_REMOVE;
}

static void
empty (ExmMethodDetail *self)
{
  g_clear_handle_id (&self->slice_id, g_source_remove);
  gtk_text_buffer_set_text (get_buffer (self), "", 0);
  g_array_set_size (self->differences, 0);
  g_array_set_size (self->lines, 0);
  self->next = 0;
}

static gboolean
are_same (const GArray *a, const GArray *b)
{
  return a->len == b->len
         && memcmp (a->data, b->data, a->len * sizeof (ExmMethodDifference)) == 0;
}

static void
show_differences (ExmMethodDetail *self)
{
  const ExmMethodTrial *trial = exm_method_trials_get (self->trials, self->index);
  g_autoptr (GArray) list
      = exm_method_trials_list_differences (self->trials, self->index);
  g_autofree char *summary
      = exm_method_summary_new (trial, list, exm_analysis_get_metadata (self->analysis));

  gtk_label_set_label (self->summary, summary);
  /* Differences that are read stay as they are. */
  if (trial->result != NULL && self->lines->len > 0 && are_same (list, self->differences))
    return;
  empty (self);
  g_array_unref (self->differences);
  self->differences = g_steal_pointer (&list);
  if (self->differences->len > 0 && on_slice (self) == G_SOURCE_CONTINUE)
    self->slice_id = g_idle_add (on_slice, self);
}

/* A click on a line shows it in the other views. */
static void
on_released (GtkGestureClick *click, int n_press, double x, double y, gpointer data)
{
  ExmMethodDetail *self = EXM_METHOD_DETAIL (data);
  GtkTextIter iter;
  int buffer_x, buffer_y;

  gtk_text_view_window_to_buffer_coords (self->view, GTK_TEXT_WINDOW_WIDGET, (int) x,
                                         (int) y, &buffer_x, &buffer_y);
  gtk_text_view_get_line_at_y (self->view, &iter, buffer_y, NULL);
  guint at = (guint) gtk_text_iter_get_line (&iter);
  guint line = at < self->lines->len ? g_array_index (self->lines, guint, at) : EXM_NONE;
  if (self->analysis != NULL && line != EXM_NONE
      && !gtk_text_buffer_get_has_selection (get_buffer (self)))
    exm_view_state_set_current_line (exm_analysis_get_view (self->analysis), line);
}

/* Parameters */

static void
on_value_changed (GtkSpinButton *spin, gpointer data)
{
  ExmMethodDetail *self = EXM_METHOD_DETAIL (data);

  for (guint i = 0; !self->updating && i < self->turns->len; i++)
    {
      const Turn *turn = &g_array_index (self->turns, Turn, i);
      if (turn->spin == spin)
        exm_method_trials_set_parameter (self->trials, self->index, turn->parameter,
                                         gtk_spin_button_get_value (spin));
    }
}

static void
on_reset (GtkWidget *button, gpointer data)
{
  ExmMethodDetail *self = EXM_METHOD_DETAIL (data);
  const ExmMethod *method = exm_method_trials_get (self->trials, self->index)->method;

  for (guint i = 0; i < self->turns->len; i++)
    {
      const Turn *turn = &g_array_index (self->turns, Turn, i);
      if (turn->reset == button)
        gtk_spin_button_set_value (turn->spin, method->parameters[turn->parameter].value);
    }
}

static gboolean
is_whole (const ExmMethodParameter *parameter)
{
  return parameter->low == floor (parameter->low)
         && parameter->value == floor (parameter->value)
         && parameter->high - parameter->low >= 5;
}

static void
add_turn (ExmMethodDetail *self, const ExmMethod *method, guint index)
{
  const ExmMethodParameter *parameter = &method->parameters[index];
  const char *words = exm_method_describe_parameter (method->name, parameter->name);
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *label = gtk_label_new (words);
  double step = is_whole (parameter) ? 1 : (parameter->high - parameter->low) / 100;
  GtkWidget *spin
      = gtk_spin_button_new_with_range (parameter->low, parameter->high, step);
  GtkWidget *reset = gtk_button_new_from_icon_name ("edit-undo-symbolic");
  /* translators: %g is a number */
  g_autofree char *back = g_strdup_printf (_ ("Back to %g"), parameter->value);
  const Turn turn = { index, GTK_SPIN_BUTTON (spin), reset };

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_set_tooltip_text (label, parameter->name);
  gtk_widget_set_valign (spin, GTK_ALIGN_CENTER);
  gtk_spin_button_set_digits (GTK_SPIN_BUTTON (spin), is_whole (parameter) ? 0 : 2);
  gtk_spin_button_set_numeric (GTK_SPIN_BUTTON (spin), TRUE);
  gtk_editable_set_width_chars (GTK_EDITABLE (spin), 5);
  gtk_accessible_update_property (GTK_ACCESSIBLE (spin), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  words, -1);
  gtk_widget_add_css_class (reset, "flat");
  gtk_widget_set_valign (reset, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (reset, back);
  gtk_accessible_update_property (GTK_ACCESSIBLE (reset), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  back, -1);
  gtk_box_append (GTK_BOX (row), label);
  gtk_box_append (GTK_BOX (row), spin);
  gtk_box_append (GTK_BOX (row), reset);
  gtk_box_append (self->parameters, row);
  g_array_append_val (self->turns, turn);
  g_signal_connect (spin, "value-changed", G_CALLBACK (on_value_changed), self);
  g_signal_connect (reset, "clicked", G_CALLBACK (on_reset), self);
}

static void
remove_turns (ExmMethodDetail *self)
{
  GtkWidget *row;

  g_array_set_size (self->turns, 0);
  while ((row = gtk_widget_get_first_child (GTK_WIDGET (self->parameters))) != NULL)
    gtk_box_remove (self->parameters, row);
}

static void
add_turns (ExmMethodDetail *self)
{
  const ExmMethod *method = exm_method_trials_get (self->trials, self->index)->method;

  remove_turns (self);
  for (guint i = 0; i < method->n_parameters; i++)
    add_turn (self, method, i);
  gtk_widget_set_visible (GTK_WIDGET (self->parameters), method->n_parameters > 0);
}

static void
show_parameters (ExmMethodDetail *self)
{
  const ExmMethodTrial *trial = exm_method_trials_get (self->trials, self->index);

  self->updating = TRUE;
  for (guint i = 0; i < self->turns->len; i++)
    {
      const Turn *turn = &g_array_index (self->turns, Turn, i);
      double value = trial->parameters[turn->parameter];
      gtk_spin_button_set_value (turn->spin, value);
      gtk_widget_set_sensitive (
          turn->reset,
          fabs (value - trial->method->parameters[turn->parameter].value) > 1e-9);
    }
  self->updating = FALSE;
}

/* Blocks */

static gboolean
looks (ExmMethodDetail *self)
{
  return (exm_method_trials_get (self->trials, self->index)->method->needs
          & EXM_NEEDS_LAYOUT)
         != 0;
}

static void
show_blocks (ExmMethodDetail *self)
{
  const ExmMethodTrial *trial = exm_method_trials_get (self->trials, self->index);

  exm_view_state_set_blocks (exm_analysis_get_view (self->analysis),
                             looks (self) ? trial->result : NULL,
                             looks (self) ? trial->example : NULL);
}

static void
on_tab (ExmMethodDetail *self)
{
  gboolean blocks = self->trials != NULL && looks (self)
                    && gtk_toggle_button_get_active (self->blocks_tab);

  gtk_stack_set_visible_child_name (self->parts, blocks ? "blocks" : "differences");
}

static void
begin_blocks (ExmMethodDetail *self)
{
  gtk_widget_set_visible (self->looks, looks (self));
  on_tab (self);
  if (!looks (self))
    return;
  exm_block_tree_set_analysis (self->tree, self->analysis);
  self->drawn_binding = g_object_bind_property (
      exm_analysis_get_view (self->analysis), "blocks-drawn", self->drawn, "active",
      G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE);
}

static void
end_blocks (ExmMethodDetail *self)
{
  g_clear_pointer (&self->drawn_binding, g_binding_unbind);
  exm_block_tree_set_analysis (self->tree, NULL);
  if (self->analysis != NULL)
    exm_view_state_set_blocks (exm_analysis_get_view (self->analysis), NULL, NULL);
}

static void
show_model (ExmMethodDetail *self)
{
  show_origin (self->origin, self->train, self->shipped,
               exm_analysis_get_input (self->analysis)->models,
               exm_method_trials_get (self->trials, self->index)->method);
}

/* The whole */

static void
show_use (ExmMethodDetail *self)
{
  const ExmMethodTrial *trial = exm_method_trials_get (self->trials, self->index);
  gboolean in_use = exm_method_trials_is_in_use (self->trials, self->index, FALSE);
  gboolean exactly = exm_method_trials_is_in_use (self->trials, self->index, TRUE);

  gtk_button_set_label (GTK_BUTTON (self->use), in_use && exactly ? _ ("In Use")
                                                : in_use          ? _ ("Use These Values")
                                                         : _ ("Use This Method"));
  gtk_widget_set_sensitive (self->use, !exactly && trial->result != NULL);
}

/* The chart offers what is looked at; the task's own are there without us. */
static void
show_lanes (ExmMethodDetail *self)
{
  const ExmMethodTrial *trial = exm_method_trials_get (self->trials, self->index);
  gboolean exactly = exm_method_trials_is_in_use (self->trials, self->index, TRUE);

  exm_view_state_set_lanes (exm_analysis_get_view (self->analysis),
                            exactly ? NULL : trial->lanes);
}

static void
show_all (ExmMethodDetail *self)
{
  show_parameters (self);
  show_model (self);
  show_use (self);
  show_differences (self);
  show_lanes (self);
  show_blocks (self);
}

static void
on_trial_changed (ExmMethodTrials *trials, guint index, ExmMethodDetail *self)
{
  if (index == self->index)
    show_all (self);
}

static void
on_use (ExmMethodDetail *self)
{
  const char *name = exm_method_trials_get (self->trials, self->index)->method->name;
  g_autofree char *parameters
      = exm_method_trials_dup_parameters (self->trials, self->index);

  gtk_widget_activate_action (GTK_WIDGET (self), "page.use-method", "(ss)", name,
                              parameters != NULL ? parameters : "");
}

static void
let_go (ExmMethodDetail *self)
{
  if (self->trials != NULL)
    g_signal_handlers_disconnect_by_data (self->trials, self);
  g_clear_object (&self->trials);
  g_clear_object (&self->analysis);
}

static void
exm_method_detail_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (exm_method_detail_parent_class)->css_changed (widget, change);
  if (EXM_METHOD_DETAIL (widget)->view != NULL)
    set_colours (EXM_METHOD_DETAIL (widget));
}

static void
exm_method_detail_dispose (GObject *object)
{
  ExmMethodDetail *self = EXM_METHOD_DETAIL (object);

  g_clear_handle_id (&self->slice_id, g_source_remove);
  let_go (self);
  g_array_set_size (self->turns, 0);
  /* Before the template lets go of it, which leaves the bin with what is no more. */
  adw_bin_set_child (ADW_BIN (self), NULL);
  gtk_widget_dispose_template (GTK_WIDGET (self), EXM_TYPE_METHOD_DETAIL);
  self->view = NULL;
  G_OBJECT_CLASS (exm_method_detail_parent_class)->dispose (object);
}

static void
exm_method_detail_finalize (GObject *object)
{
  ExmMethodDetail *self = EXM_METHOD_DETAIL (object);

  g_array_unref (self->turns);
  g_array_unref (self->differences);
  g_array_unref (self->lines);
  G_OBJECT_CLASS (exm_method_detail_parent_class)->finalize (object);
}

static void
exm_method_detail_class_init (ExmMethodDetailClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = exm_method_detail_dispose;
  G_OBJECT_CLASS (klass)->finalize = exm_method_detail_finalize;
  widget_class->css_changed = exm_method_detail_css_changed;
  g_type_ensure (EXM_TYPE_BLOCK_TREE);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               EXM_APP_RESOURCES "exm-method-detail.ui");
  gtk_widget_class_bind_template_child (widget_class, ExmMethodDetail, name);
  gtk_widget_class_bind_template_child (widget_class, ExmMethodDetail, summary);
  gtk_widget_class_bind_template_child (widget_class, ExmMethodDetail, use);
  gtk_widget_class_bind_template_child (widget_class, ExmMethodDetail, parameters);
  gtk_widget_class_bind_template_child (widget_class, ExmMethodDetail, site_lines);
  gtk_widget_class_bind_template_child (widget_class, ExmMethodDetail, looks);
  gtk_widget_class_bind_template_child (widget_class, ExmMethodDetail, blocks_tab);
  gtk_widget_class_bind_template_child (widget_class, ExmMethodDetail, drawn);
  gtk_widget_class_bind_template_child (widget_class, ExmMethodDetail, parts);
  gtk_widget_class_bind_template_child (widget_class, ExmMethodDetail, tree);
  gtk_widget_class_bind_template_child (widget_class, ExmMethodDetail, origin);
  gtk_widget_class_bind_template_child (widget_class, ExmMethodDetail, train);
  gtk_widget_class_bind_template_child (widget_class, ExmMethodDetail, shipped);
  gtk_widget_class_bind_template_child (widget_class, ExmMethodDetail, view);
  gtk_widget_class_bind_template_callback (widget_class, on_tab);
  gtk_widget_class_bind_template_callback (widget_class, on_use);
  gtk_widget_class_bind_template_callback (widget_class, on_released);
}

static void
exm_method_detail_init (ExmMethodDetail *self)
{
  self->turns = g_array_new (FALSE, FALSE, sizeof (Turn));
  self->differences = g_array_new (FALSE, FALSE, sizeof (ExmMethodDifference));
  self->lines = g_array_new (FALSE, FALSE, sizeof (guint));
  gtk_widget_init_template (GTK_WIDGET (self));
  make_tags (get_buffer (self));
  set_colours (self);
}

void
exm_method_detail_clear (ExmMethodDetail *self)
{
  if (self->analysis != NULL)
    exm_view_state_set_lanes (exm_analysis_get_view (self->analysis), NULL);
  end_blocks (self);
  let_go (self);
  remove_turns (self);
  empty (self);
}

void
exm_method_detail_show (ExmMethodDetail *self,
                        ExmAnalysis *analysis,
                        ExmMethodTrials *trials,
                        guint index)
{
  exm_method_detail_clear (self);
  self->analysis = g_object_ref (analysis);
  self->trials = g_object_ref (trials);
  self->index = index;
  g_signal_connect (trials, "changed", G_CALLBACK (on_trial_changed), self);
  gtk_label_set_label (
      self->name,
      exm_method_describe (exm_method_trials_get (trials, index)->method->name));
  add_turns (self);
  gtk_widget_set_visible (
      self->site_lines,
      (exm_method_trials_get (trials, index)->method->needs & EXM_NEEDS_SITE) != 0);
  begin_blocks (self);
  show_all (self);
}
