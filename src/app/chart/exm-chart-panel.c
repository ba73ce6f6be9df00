/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/chart/exm-chart-panel.h"

#include "app/chart/exm-chart-scene.h"
#include "app/chart/exm-chart-swatch.h"
#include "app/chart/exm-lane-words.h"
#include "base/exm-limits.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define TEMPLATE "/io/github/exemplar_workbench/Exemplar/exm-chart-panel.ui"
#define MAX_SENSITIVITY 2.0

struct _ExmChartPanel
{
  GtkBox parent_instance;

  ExmCurveChart *chart;           /* (unowned): of the template, as all widgets here */
  GtkToggleButton *fs_button;     /* (unowned) */
  GtkToggleButton *bs_button;     /* (unowned) */
  GtkToggleButton *c_button;      /* (unowned) */
  GtkToggleButton *seen_button;   /* (unowned) */
  GtkMenuButton *lanes_button;    /* (unowned) */
  GtkPopover *settings;           /* (unowned) */
  GtkLabel *lanes_owner;          /* (unowned) */
  GSimpleActionGroup *lane_group; /* (owned) */
  ExmChartLanes *listed_lanes;    /* (owned) (nullable): that the menu has */
  GCancellable *cancellable;      /* (owned): of copies under way */
  guint window;
  double sensitivity;
  gboolean literal;
  gboolean compact;
  char *page_name; /* (owned) (nullable) */
};

enum
{
  PROP_CHART = 1,
  PROP_WINDOW,
  PROP_SENSITIVITY,
  PROP_LITERAL,
  PROP_FOLDED,
  PROP_COMPACT,
  PROP_PAGE_NAME,
  N_PROPS,
};

static GParamSpec *props[N_PROPS];

G_DEFINE_FINAL_TYPE (ExmChartPanel, exm_chart_panel, GTK_TYPE_BOX)

static void
describe (GtkToggleButton *button, const char *words)
{
  gtk_widget_set_tooltip_text (GTK_WIDGET (button), words);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  words, -1);
}

/* Only literal curves set the boundaries; else C(x) does, and the legend says so. */
static void
describe_legend (ExmChartPanel *self)
{
  describe (self->fs_button, self->literal
                                 ? _ ("Forward similarity FS: sets where the body starts")
                                 : _ ("Forward similarity FS"));
  describe (self->bs_button, self->literal
                                 ? _ ("Backward similarity BS: sets where the body ends")
                                 : _ ("Backward similarity BS"));
  describe (self->c_button,
            self->literal
                ? _ ("Cumulative evidence C(x)")
                : _ ("Cumulative evidence C(x): the body is its greatest rise"));
}

static char *
describe_choice (ExmChartPanel *self, gboolean literal)
{
  return g_strdup (
      literal ? _ ("Windows at the same distance from the start, or from the end, are "
                   "compared. FS sets where the body starts, BS where it ends.")
              : _ ("Each window is looked for where the example has its like. FS and BS "
                   "are evidence; C(x) sets where the body starts and ends, and w "
                   "changes only the drawn curves."));
}

static void
on_lane_state (GSimpleAction *action, GVariant *state, ExmChartPanel *self)
{
  exm_curve_chart_set_lane_shown (self->chart, g_action_get_name (G_ACTION (action)),
                                  g_variant_get_boolean (state));
  g_simple_action_set_state (action, state);
}

static void
add_lane (ExmChartPanel *self, GMenu *menu, const char *id)
{
  gboolean shown = exm_curve_chart_get_lane_shown (self->chart, id);
  g_autoptr (GSimpleAction) action
      = g_simple_action_new_stateful (id, NULL, g_variant_new_boolean (shown));
  g_autofree char *name = g_strconcat ("lane.", id, NULL);

  g_signal_connect_object (action, "change-state", G_CALLBACK (on_lane_state), self, 0);
  g_action_map_add_action (G_ACTION_MAP (self->lane_group), G_ACTION (action));
  g_menu_append (menu, exm_lane_describe (id), name);
}

static gboolean
is_listed (ExmChartPanel *self, const ExmChartLanes *lanes)
{
  return lanes != NULL ? exm_chart_lanes_are_alike (lanes, self->listed_lanes)
                       : self->listed_lanes == NULL;
}

/* The menu is made when it is asked for: it takes as long as all else that a new page
 * changes here. */
static void
on_lanes_asked (GtkMenuButton *button, gpointer data)
{
  ExmChartPanel *self = EXM_CHART_PANEL (data);
  ExmChartLanes *lanes = exm_curve_chart_get_lanes (self->chart);
  const char *owner = gtk_label_get_label (self->lanes_owner);

  if (is_listed (self, lanes))
    return;
  g_clear_pointer (&self->listed_lanes, exm_chart_lanes_unref);
  self->listed_lanes = lanes != NULL ? exm_chart_lanes_ref (lanes) : NULL;
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autoptr (GMenu) section = g_menu_new ();
  for (guint i = 0; lanes != NULL && i < lanes->lanes->len; i++)
    add_lane (self, section, exm_chart_lanes_get (lanes, i)->id);
  g_menu_append_section (menu, *owner != '\0' ? owner : NULL, G_MENU_MODEL (section));
  gtk_menu_button_set_menu_model (button, G_MENU_MODEL (menu));
}

static void
update_lanes (ExmChartPanel *self)
{
  ExmChartLanes *lanes = exm_curve_chart_get_lanes (self->chart);

  /* It may be open while a slider makes new data: then its lanes stay. */
  if (!is_listed (self, lanes))
    gtk_menu_button_popdown (self->lanes_button);
  gtk_widget_set_sensitive (GTK_WIDGET (self->lanes_button),
                            lanes != NULL && lanes->lanes->len > 0);
}

/* Not every method has every curve: what there is not cannot be shown. */
static void
update_legend (ExmChartPanel *self, const ExmChartData *data)
{
  gtk_widget_set_sensitive (GTK_WIDGET (self->fs_button), data->fs != NULL);
  gtk_widget_set_sensitive (GTK_WIDGET (self->bs_button), data->fs != NULL);
  gtk_widget_set_sensitive (GTK_WIDGET (self->seen_button), data->fs != NULL);
  gtk_widget_set_sensitive (GTK_WIDGET (self->c_button), data->c != NULL);
}

void
exm_chart_panel_set_data (ExmChartPanel *self, ExmChartData *data)
{
  exm_curve_chart_set_data (self->chart, data);
  update_lanes (self);
  if (data != NULL)
    update_legend (self, data);
}

void
exm_chart_panel_set_lanes (ExmChartPanel *self, ExmChartLanes *lanes, const char *owner)
{
  exm_curve_chart_set_lanes (self->chart, lanes);
  gboolean named = lanes != NULL && owner != NULL;
  /* translators: %s is a method of extraction whose lanes of evidence the chart shows */
  g_autofree char *words = named ? g_strdup_printf (_ ("Evidence: %s"), owner) : NULL;
  gtk_label_set_label (self->lanes_owner, named ? words : "");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->lanes_owner), words);
  gtk_widget_set_visible (GTK_WIDGET (self->lanes_owner), named);
  update_lanes (self);
}

static guint copied_signal;

typedef struct
{
  ExmChartData *data; /* (owned) */
  char *name;         /* (owned) */
  gboolean as_svg;
} Copy;

static void
copy_free (void *data)
{
  Copy *copy = data;

  exm_chart_data_unref (copy->data);
  g_free (copy->name);
  g_free (copy);
}

static void
write_copy (GTask *task, void *source, void *task_data, GCancellable *cancellable)
{
  const Copy *copy = task_data;
  GString *out = copy->as_svg ? exm_curves_write_svg (copy->data->curves, copy->name)
                              : exm_curves_write_csv (copy->data->curves);

  g_task_return_pointer (task, g_string_free_to_bytes (out),
                         (GDestroyNotify) g_bytes_unref);
}

static void
on_copy_written (GObject *source, GAsyncResult *result, void *user_data)
{
  ExmChartPanel *self = EXM_CHART_PANEL (source);
  const Copy *copy = g_task_get_task_data (G_TASK (result));
  g_autoptr (GBytes) bytes = g_task_propagate_pointer (G_TASK (result), NULL);

  if (bytes == NULL)
    return;
  gsize size;
  const char *text = g_bytes_get_data (bytes, &size);
  g_autofree char *terminated = g_strndup (text, size);
  GdkContentProvider *kinds[] = {
    gdk_content_provider_new_for_bytes (copy->as_svg ? "image/svg+xml" : "text/csv",
                                        bytes),
    gdk_content_provider_new_typed (G_TYPE_STRING, terminated),
  };
  g_autoptr (GdkContentProvider) content
      = gdk_content_provider_new_union (kinds, G_N_ELEMENTS (kinds));
  gdk_clipboard_set_content (gtk_widget_get_clipboard (GTK_WIDGET (self)), content);
  g_signal_emit (self, copied_signal, 0, copy->as_svg);
}

/* A hundred thousand values take too long to be written between two frames. */
static void
on_copy (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  ExmChartPanel *self = EXM_CHART_PANEL (widget);
  ExmChartData *data = exm_curve_chart_get_data (self->chart);

  if (data == NULL)
    return;
  const char *url = exm_page_text_get_url (data->curves->page);
  Copy *copy = g_new0 (Copy, 1);
  copy->data = exm_chart_data_ref (data);
  copy->name = g_strdup (self->page_name != NULL ? self->page_name
                         : url != NULL           ? url
                                                 : "");
  copy->as_svg = strcmp (action_name, "chart.copy-svg") == 0;
  g_autoptr (GTask) task = g_task_new (self, self->cancellable, on_copy_written, NULL);
  g_task_set_source_tag (task, on_copy);
  g_task_set_task_data (task, copy, copy_free);
  g_task_run_in_thread (task, write_copy);
}

static void
on_fit (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  exm_curve_chart_fit_body (EXM_CHART_PANEL (widget)->chart);
}

static void
on_whole (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  exm_curve_chart_fit_all (EXM_CHART_PANEL (widget)->chart);
}

static void
on_zoom (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  exm_curve_chart_zoom (EXM_CHART_PANEL (widget)->chart,
                        strcmp (action_name, "chart.zoom-in") == 0 ? 1.5 : 1 / 1.5);
}

static void
on_reset (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  exm_curve_chart_reset_boundary (EXM_CHART_PANEL (widget)->chart, FALSE);
  exm_curve_chart_reset_boundary (EXM_CHART_PANEL (widget)->chart, TRUE);
}

static void
on_folded (ExmChartPanel *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_FOLDED]);
}

static void
exm_chart_panel_get_property (GObject *object,
                              guint prop_id,
                              GValue *value,
                              GParamSpec *pspec)
{
  ExmChartPanel *self = EXM_CHART_PANEL (object);
  gboolean folded = FALSE;

  switch (prop_id)
    {
    case PROP_CHART:
      g_value_set_object (value, self->chart);
      break;
    case PROP_WINDOW:
      g_value_set_double (value, self->window);
      break;
    case PROP_SENSITIVITY:
      g_value_set_double (value, self->sensitivity);
      break;
    case PROP_LITERAL:
      g_value_set_boolean (value, self->literal);
      break;
    case PROP_FOLDED:
      /* The template asks before it has made the chart. */
      if (self->chart != NULL)
        g_object_get (self->chart, "folded", &folded, NULL);
      g_value_set_boolean (value, folded);
      break;
    case PROP_COMPACT:
      g_value_set_boolean (value, self->compact);
      break;
    case PROP_PAGE_NAME:
      g_value_set_string (value, self->page_name);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
set_window (ExmChartPanel *self, double value)
{
  guint window = (guint) CLAMP (value + .5, EXM_MIN_WINDOW, EXM_MAX_WINDOW);

  if (window == self->window)
    return;
  self->window = window;
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_WINDOW]);
}

static void
set_sensitivity (ExmChartPanel *self, double sensitivity)
{
  if (ABS (sensitivity - self->sensitivity) < 1e-9)
    return;
  self->sensitivity = sensitivity;
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_SENSITIVITY]);
}

static void
set_literal (ExmChartPanel *self, gboolean literal)
{
  if (literal == self->literal)
    return;
  self->literal = literal;
  describe_legend (self);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_LITERAL]);
}

static void
exm_chart_panel_set_property (GObject *object,
                              guint prop_id,
                              const GValue *value,
                              GParamSpec *pspec)
{
  ExmChartPanel *self = EXM_CHART_PANEL (object);

  switch (prop_id)
    {
    case PROP_WINDOW:
      set_window (self, g_value_get_double (value));
      break;
    case PROP_SENSITIVITY:
      set_sensitivity (self, g_value_get_double (value));
      break;
    case PROP_LITERAL:
      set_literal (self, g_value_get_boolean (value));
      break;
    case PROP_FOLDED:
      g_object_set (self->chart, "folded", g_value_get_boolean (value), NULL);
      break;
    case PROP_COMPACT:
      if (self->compact == g_value_get_boolean (value))
        break;
      self->compact = !self->compact;
      g_object_notify_by_pspec (object, pspec);
      break;
    case PROP_PAGE_NAME:
      g_free (self->page_name);
      self->page_name = g_value_dup_string (value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
exm_chart_panel_dispose (GObject *object)
{
  ExmChartPanel *self = EXM_CHART_PANEL (object);

  g_cancellable_cancel (self->cancellable);
  gtk_widget_dispose_template (GTK_WIDGET (self), EXM_TYPE_CHART_PANEL);
  G_OBJECT_CLASS (exm_chart_panel_parent_class)->dispose (object);
}

static void
exm_chart_panel_finalize (GObject *object)
{
  ExmChartPanel *self = EXM_CHART_PANEL (object);

  g_object_unref (self->cancellable);
  g_object_unref (self->lane_group);
  g_clear_pointer (&self->listed_lanes, exm_chart_lanes_unref);
  g_free (self->page_name);
  G_OBJECT_CLASS (exm_chart_panel_parent_class)->finalize (object);
}

static void
install_properties (GObjectClass *object_class)
{
  const GParamFlags flags
      = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  props[PROP_CHART] = g_param_spec_object ("chart", NULL, NULL, EXM_TYPE_CURVE_CHART,
                                           G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  /* A double, as the slider's: whole numbers only. */
  props[PROP_WINDOW] = g_param_spec_double ("window", NULL, NULL, EXM_MIN_WINDOW,
                                            EXM_MAX_WINDOW, EXM_DEFAULT_WINDOW, flags);
  props[PROP_SENSITIVITY] = g_param_spec_double (
      "sensitivity", NULL, NULL, -MAX_SENSITIVITY, MAX_SENSITIVITY, 0, flags);
  props[PROP_LITERAL] = g_param_spec_boolean ("literal", NULL, NULL, FALSE, flags);
  props[PROP_FOLDED] = g_param_spec_boolean ("folded", NULL, NULL, FALSE, flags);
  props[PROP_COMPACT] = g_param_spec_boolean ("compact", NULL, NULL, FALSE, flags);
  props[PROP_PAGE_NAME] = g_param_spec_string ("page-name", NULL, NULL, NULL, flags);
  g_object_class_install_properties (object_class, N_PROPS, props);
}

static void
exm_chart_panel_class_init (ExmChartPanelClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = exm_chart_panel_get_property;
  object_class->set_property = exm_chart_panel_set_property;
  object_class->dispose = exm_chart_panel_dispose;
  object_class->finalize = exm_chart_panel_finalize;
  install_properties (object_class);
  copied_signal = g_signal_new ("copied", EXM_TYPE_CHART_PANEL, G_SIGNAL_RUN_LAST, 0,
                                NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_BOOLEAN);

  g_type_ensure (EXM_TYPE_CURVE_CHART);
  g_type_ensure (EXM_TYPE_CHART_SWATCH);
  gtk_widget_class_set_template_from_resource (widget_class, TEMPLATE);
  gtk_widget_class_bind_template_child (widget_class, ExmChartPanel, chart);
  gtk_widget_class_bind_template_child (widget_class, ExmChartPanel, fs_button);
  gtk_widget_class_bind_template_child (widget_class, ExmChartPanel, bs_button);
  gtk_widget_class_bind_template_child (widget_class, ExmChartPanel, c_button);
  gtk_widget_class_bind_template_child (widget_class, ExmChartPanel, seen_button);
  gtk_widget_class_bind_template_child (widget_class, ExmChartPanel, lanes_button);
  gtk_widget_class_bind_template_child (widget_class, ExmChartPanel, lanes_owner);
  gtk_widget_class_bind_template_child (widget_class, ExmChartPanel, settings);
  gtk_widget_class_bind_template_callback (widget_class, describe_choice);
  gtk_widget_class_bind_template_callback (widget_class, on_folded);
  gtk_widget_class_install_action (widget_class, "chart.fit", NULL, on_fit);
  gtk_widget_class_install_action (widget_class, "chart.whole", NULL, on_whole);
  gtk_widget_class_install_action (widget_class, "chart.zoom-in", NULL, on_zoom);
  gtk_widget_class_install_action (widget_class, "chart.zoom-out", NULL, on_zoom);
  gtk_widget_class_install_action (widget_class, "chart.reset", NULL, on_reset);
  gtk_widget_class_install_action (widget_class, "chart.copy-svg", NULL, on_copy);
  gtk_widget_class_install_action (widget_class, "chart.copy-csv", NULL, on_copy);
  gtk_widget_class_install_property_action (widget_class, "chart.folded", "folded");
}

static void
exm_chart_panel_init (ExmChartPanel *self)
{
  self->window = EXM_DEFAULT_WINDOW;
  self->cancellable = g_cancellable_new ();
  self->lane_group = g_simple_action_group_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_widget_insert_action_group (GTK_WIDGET (self), "lane",
                                  G_ACTION_GROUP (self->lane_group));
  gtk_menu_button_set_create_popup_func (self->lanes_button, on_lanes_asked, self, NULL);
  describe_legend (self);
}

GtkWidget *
exm_chart_panel_new (void)
{
  return g_object_new (EXM_TYPE_CHART_PANEL, NULL);
}

ExmCurveChart *
exm_chart_panel_get_chart (ExmChartPanel *self)
{
  return self->chart;
}
