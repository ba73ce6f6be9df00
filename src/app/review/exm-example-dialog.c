/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/review/exm-example-dialog.h"

#include "app/compare/exm-comparison-view.h"
#include "app/reading/exm-verdict-row.h"
#include "app/web/exm-focus.h"
#include "app/web/exm-page-pane.h"
#include "app/widgets/exm-fold-width.h"
#include "app/widgets/exm-idle-fill.h"
#include "app/widgets/exm-init.h"
#include "worker/exm-redesign.h"

#include <glib/gi18n-lib.h>

/* Room for both pages, in a window of whatever size. */
#define WIDTH 1200
#define HEIGHT 760
/* Natural width of a page beside the other one, px. */
#define PANE_WIDTH 400

struct _ExmExampleDialog
{
  AdwWindow parent_instance;

  AdwWindowTitle *heading;       /* (unowned), as all of the template */
  GtkLabel *about;               /* (unowned) */
  GtkWidget *which;              /* (unowned): chooses one of the pages */
  GtkToggleButton *old_button;   /* (unowned) */
  AdwLeaflet *pages;             /* (unowned) */
  AdwBin *lines;                 /* (unowned) */
  GtkMenuButton *not_this;       /* (unowned) */
  GtkWidget *use;                /* (unowned) */
  ExmPagePane *old;              /* (unowned) (nullable): once it is made */
  ExmPagePane *proposed;         /* (unowned) (nullable): the same */
  ExmSession *session;           /* (owned) (nullable) */
  char *uid;                     /* (owned) (nullable): of the task */
  ExmExamplePreview *preview;    /* (owned) (nullable) */
  ExmLineComparison *comparison; /* (owned) (nullable) */
  guint folded_id;
};

enum
{
  USE_ASKED,
  WORKBENCH_ASKED,
  IGNORE_ASKED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ExmExampleDialog, exm_example_dialog, ADW_TYPE_WINDOW)

/* Display */

/* Shows the size and the confidence of the body in a line below the page. */
static void
show_hint (ExmPagePane *pane, ExmAnalysis *analysis)
{
  double confidence = exm_analysis_get_confidence (analysis);
  guint n_lines;

  if (exm_analysis_get_result (analysis) == NULL)
    {
      exm_page_pane_set_hint (pane, NULL);
      return;
    }
  exm_analysis_count_body (analysis, &n_lines, NULL);
  if (n_lines == 0)
    {
      exm_page_pane_set_hint (pane, _ ("No body is found on this page"));
      return;
    }
  g_autofree char *numbers = exm_verdict_dup_numbers (analysis);
  /* translators: %1$s are numbers of lines and characters; %2$s is "Sure", "Take a look"
   * or "Not sure" */
  g_autofree char *hint = g_strdup_printf (_ ("Body: %1$s · %2$s %3$u%%"), numbers,
                                           exm_sureness_describe (confidence),
                                           exm_confidence_get_percent (confidence));
  exm_page_pane_set_hint (pane, hint);
}

/* @region: (nullable): what is marked on the page */
static void
show_page (ExmPagePane *pane, ExmAnalysis *analysis, const guint8 *region)
{
  ExmPageText *page = exm_analysis_get_page (analysis);
  ExmPageView *view = exm_page_pane_get_view (pane);
  guint head = exm_analysis_get_head (analysis), n, n_lines;

  if (exm_analysis_get_state (analysis) == EXM_ANALYSIS_FAILED)
    {
      exm_page_pane_show_status (pane, "dialog-error-symbolic",
                                 _ ("The page cannot be read"),
                                 exm_analysis_get_message (analysis, NULL), FALSE, NULL);
      return;
    }
  if (page == NULL)
    return;
  exm_page_pane_set_address (pane, exm_analysis_get_target_url (analysis));
  exm_page_pane_show_page (pane, page, exm_analysis_get_target_url (analysis));
  exm_page_text_get_lines (page, &n_lines);
  const guint8 *verdicts = exm_analysis_get_verdicts (analysis, &n);
  if (n == n_lines)
    exm_page_view_set_marks (view, verdicts, n, head, exm_analysis_get_tail (analysis),
                             region);
  if (n == n_lines && head != EXM_NONE)
    exm_page_view_scroll_to_line (view, head);
  show_hint (pane, analysis);
}

static void
show_old (ExmExampleDialog *self)
{
  if (self->old == NULL)
    return;
  g_autofree guint8 *region = exm_example_preview_dup_region (self->preview);
  show_page (self->old, exm_example_preview_get_old (self->preview), region);
}

static void
show_proposed (ExmExampleDialog *self)
{
  if (self->proposed != NULL)
    show_page (self->proposed, exm_example_preview_get_proposed (self->preview), NULL);
}

/* Returns: (transfer full) (nullable): why the page would be a poor example, if so */
static char *
describe_lack (ExmHealing *healing)
{
  gboolean best;
  ExmExampleLack lack = exm_healing_get_lack (healing, &best);

  if (lack == EXM_EXAMPLE_TEACHES)
    return NULL;
  /* translators: %s is what is wrong with the page */
  return g_strdup_printf (best ? _ ("None of these pages is a good example; this one is "
                                    "the best of them, but %s.")
                               : _ ("This page is no good example: %s."),
                          exm_redesign_describe_lack (lack));
}

static char *
describe (ExmHealing *healing)
{
  guint n_others, n_like = exm_healing_get_n_like (healing, &n_others);

  if (n_others == 0)
    return g_strdup (_ ("This is the only page so far that does not fit. What is tinted "
                        "would be taken as the body."));
  /* translators: how many pages look like this one, of how many */
  g_autofree char *like = g_strdup_printf (
      ngettext ("The proposed page looks like %1$u of the %2$u other page that does not "
                "fit. What is tinted would be taken as the body.",
                "The proposed page looks like %1$u of the %2$u other pages that do not "
                "fit. What is tinted would be taken as the body.",
                n_others),
      n_like, n_others);
  g_autofree char *lack = describe_lack (healing);
  return lack != NULL ? g_strdup_printf ("%s %s", lack, like) : g_steal_pointer (&like);
}

static void
show_state (ExmExampleDialog *self)
{
  ExmHealing *healing = exm_example_preview_get_healing (self->preview);
  const char *message = exm_example_preview_get_message (self->preview);
  g_autofree char *about = healing != NULL ? describe (healing) : NULL;
  GtkWidget *widget = GTK_WIDGET (self);

  gtk_label_set_label (self->about, about != NULL     ? about
                                    : message != NULL ? message
                                                      : _ ("Reading page…"));
  gtk_widget_action_set_enabled (widget, "example.use", healing != NULL);
  gtk_widget_action_set_enabled (widget, "example.workbench", healing != NULL);
  gtk_widget_action_set_enabled (widget, "example.next",
                                 healing != NULL && exm_healing_has_next (healing));
  if (message != NULL && self->proposed != NULL)
    exm_page_pane_show_status (self->proposed, "dialog-error-symbolic",
                               _ ("No page can be proposed"), message, FALSE, NULL);
}

/* Actions */

static void
run_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ExmExampleDialog *self = EXM_EXAMPLE_DIALOG (widget);
  ExmHealing *healing = exm_example_preview_get_healing (self->preview);

  if (g_str_equal (name, "example.ask"))
    {
      gtk_menu_button_popup (self->not_this);
      return;
    }
  if (g_str_equal (name, "example.next"))
    {
      exm_page_pane_set_loading (self->proposed, TRUE);
      exm_example_preview_show_next (self->preview);
      return;
    }
  if (g_str_equal (name, "example.use"))
    g_signal_emit (self, signals[USE_ASKED], 0, healing);
  else if (g_str_equal (name, "example.workbench"))
    g_signal_emit (self, signals[WORKBENCH_ASKED], 0, exm_healing_get_article (healing));
  else if (g_str_equal (name, "example.ignore"))
    g_signal_emit (self, signals[IGNORE_ASKED], 0);
  gtk_window_close (GTK_WINDOW (self));
}

/* Before a page's view sees it, which keeps all keys. */
static gboolean
on_key_pressed (GtkEventControllerKey *controller,
                guint keyval,
                guint keycode,
                GdkModifierType state,
                gpointer data)
{
  ExmExampleDialog *self = EXM_EXAMPLE_DIALOG (data);
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));
  const char *action = NULL;

  if ((state & gtk_accelerator_get_default_mod_mask ()) != 0
      || (focus != NULL && gtk_widget_get_ancestor (focus, GTK_TYPE_POPOVER) != NULL))
    return GDK_EVENT_PROPAGATE;
  if (keyval == GDK_KEY_Escape)
    action = "window.close";
  else if (keyval == GDK_KEY_w)
    action = "example.ask";
  else if ((keyval == GDK_KEY_Return || keyval == GDK_KEY_KP_Enter)
           && !exm_focus_keeps_enter (focus))
    action = "example.use";
  return action != NULL && gtk_widget_activate_action (GTK_WIDGET (self), action, NULL)
             ? GDK_EVENT_STOP
             : GDK_EVENT_PROPAGATE;
}

/* Its parts, one in a turn of the main loop */

/* Both pages, or the one that is chosen where there is no room for both; what chooses
 * says its name then. */
static void
show_names (ExmExampleDialog *self)
{
  gboolean folded = adw_leaflet_get_folded (self->pages);

  gtk_widget_set_visible (self->which, folded);
  if (self->old != NULL)
    exm_page_pane_show_name (self->old, !folded);
  if (self->proposed != NULL)
    exm_page_pane_show_name (self->proposed, !folded);
}

static gboolean
on_folded (gpointer data)
{
  ExmExampleDialog *self = EXM_EXAMPLE_DIALOG (data);

  self->folded_id = 0;
  show_names (self);
  return G_SOURCE_REMOVE;
}

/* Pages fold while widgets are given their places: what comes then would have none. */
static void
on_folded_notify (ExmExampleDialog *self)
{
  if (self->folded_id == 0)
    self->folded_id = g_idle_add_full (G_PRIORITY_HIGH, on_folded, self, NULL);
}

static void
show_chosen (ExmExampleDialog *self)
{
  ExmPagePane *pane
      = gtk_toggle_button_get_active (self->old_button) ? self->old : self->proposed;

  if (pane != NULL)
    adw_leaflet_set_visible_child (self->pages,
                                   gtk_widget_get_parent (GTK_WIDGET (pane)));
}

static ExmPagePane *
make_pane (ExmExampleDialog *self, const char *name)
{
  ExmPagePane *pane = g_object_new (EXM_TYPE_PAGE_PANE, "width-request", -1, NULL);
  GtkWidget *place = g_object_new (EXM_TYPE_FOLD_WIDTH, "natural-width", PANE_WIDTH,
                                   "hexpand", TRUE, "child", pane, NULL);

  exm_page_pane_set_role (pane, name, EXM_PANE_LOOK);
  exm_page_pane_follow_styles (pane, self->session, self->uid);
  exm_page_pane_set_loading (pane, TRUE);
  adw_leaflet_append (self->pages, place);
  return pane;
}

static void
add_old (GtkWindow *window, gconstpointer unused)
{
  ExmExampleDialog *self = EXM_EXAMPLE_DIALOG (window);
  ExmAnalysis *analysis = exm_example_preview_get_old (self->preview);

  self->old = make_pane (self, _ ("Current example"));
  AdwLeafletPage *line
      = adw_leaflet_append (self->pages, gtk_separator_new (GTK_ORIENTATION_VERTICAL));
  adw_leaflet_page_set_navigatable (line, FALSE);
  show_names (self);
  g_signal_connect_object (analysis, "pages-changed", G_CALLBACK (show_old), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (analysis, "changed", G_CALLBACK (show_old), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (analysis, "notify::state", G_CALLBACK (show_old), self,
                           G_CONNECT_SWAPPED);
  show_old (self);
}

static void
add_proposed (GtkWindow *window, gconstpointer unused)
{
  ExmExampleDialog *self = EXM_EXAMPLE_DIALOG (window);
  ExmAnalysis *analysis = exm_example_preview_get_proposed (self->preview);

  self->proposed = make_pane (self, _ ("Proposed example"));
  show_names (self);
  show_chosen (self);
  g_signal_connect_object (analysis, "pages-changed", G_CALLBACK (show_proposed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (analysis, "changed", G_CALLBACK (show_proposed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (analysis, "notify::state", G_CALLBACK (show_proposed), self,
                           G_CONNECT_SWAPPED);
  show_proposed (self);
  show_state (self);
}

static void
add_lines (GtkWindow *window, gconstpointer unused)
{
  ExmExampleDialog *self = EXM_EXAMPLE_DIALOG (window);
  GtkWidget *view = exm_comparison_view_new ();

  self->comparison
      = exm_line_comparison_new (exm_example_preview_get_proposed (self->preview));
  gtk_widget_action_set_enabled (view, "compare.open-window", FALSE);
  exm_comparison_view_set (EXM_COMPARISON_VIEW (view), self->comparison);
  adw_bin_set_child (self->lines, view);
}

static void
exm_example_dialog_dispose (GObject *object)
{
  ExmExampleDialog *self = EXM_EXAMPLE_DIALOG (object);

  g_clear_handle_id (&self->folded_id, g_source_remove);
  if (self->preview != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->preview, self);
      exm_example_preview_stop (self->preview);
    }
  g_clear_object (&self->comparison);
  g_clear_object (&self->preview);
  g_clear_object (&self->session);
  g_clear_pointer (&self->uid, g_free);
  G_OBJECT_CLASS (exm_example_dialog_parent_class)->dispose (object);
}

static void
exm_example_dialog_class_init (ExmExampleDialogClass *klass)
{
  static const char *const actions[] = { "example.use", "example.ask", "example.next",
                                         "example.workbench", "example.ignore" };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  GType type = EXM_TYPE_EXAMPLE_DIALOG;

  G_OBJECT_CLASS (klass)->dispose = exm_example_dialog_dispose;
  signals[USE_ASKED] = g_signal_new ("use-asked", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                     NULL, G_TYPE_NONE, 1, EXM_TYPE_HEALING);
  signals[WORKBENCH_ASKED]
      = g_signal_new ("workbench-asked", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                      G_TYPE_NONE, 1, G_TYPE_INT64);
  signals[IGNORE_ASKED] = g_signal_new ("ignore-asked", type, G_SIGNAL_RUN_LAST, 0, NULL,
                                        NULL, NULL, G_TYPE_NONE, 0);
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_install_action (widget_class, actions[i], NULL, run_action);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               EXM_APP_RESOURCES "exm-example-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, ExmExampleDialog, heading);
  gtk_widget_class_bind_template_child (widget_class, ExmExampleDialog, about);
  gtk_widget_class_bind_template_child (widget_class, ExmExampleDialog, which);
  gtk_widget_class_bind_template_child (widget_class, ExmExampleDialog, old_button);
  gtk_widget_class_bind_template_child (widget_class, ExmExampleDialog, pages);
  gtk_widget_class_bind_template_child (widget_class, ExmExampleDialog, lines);
  gtk_widget_class_bind_template_child (widget_class, ExmExampleDialog, not_this);
  gtk_widget_class_bind_template_child (widget_class, ExmExampleDialog, use);
  gtk_widget_class_bind_template_callback (widget_class, on_folded_notify);
  gtk_widget_class_bind_template_callback (widget_class, show_chosen);
}

static void
exm_example_dialog_init (ExmExampleDialog *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  gtk_window_set_focus (GTK_WINDOW (self), self->use);
}

ExmExampleDialog *
exm_example_dialog_open (GtkWindow *parent,
                         ExmSession *session,
                         const char *uid,
                         const char *name)
{
  ExmExampleDialog *self = g_object_new (EXM_TYPE_EXAMPLE_DIALOG, NULL);
  GtkWindow *window = GTK_WINDOW (self);

  gtk_window_set_default_size (window,
                               MIN (WIDTH, gtk_widget_get_width (GTK_WIDGET (parent))),
                               MIN (HEIGHT, gtk_widget_get_height (GTK_WIDGET (parent))));
  gtk_window_set_transient_for (window, parent);
  gtk_window_set_destroy_with_parent (window, TRUE);
  adw_window_title_set_subtitle (self->heading, name);
  self->session = g_object_ref (session);
  self->uid = g_strdup (uid);
  self->preview = exm_example_preview_new (session, uid);
  g_signal_connect_swapped (self->preview, "changed", G_CALLBACK (show_state), self);
  show_state (self);
  exm_idle_fill_then (window, add_old, NULL);
  exm_idle_fill_then (window, add_proposed, NULL);
  exm_idle_fill_then (window, add_lines, NULL);
  exm_idle_fill_present (window);
  return self;
}
