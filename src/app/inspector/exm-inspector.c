/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/inspector/exm-inspector.h"

#include "app/compare/exm-comparison-view.h"
#include "app/inspector/exm-inspector-lines.h"
#include "app/inspector/exm-inspector-methods.h"
#include "app/inspector/exm-inspector-pages.h"
#include "app/inspector/exm-inspector-source.h"
#include "app/inspector/exm-inspector-text.h"
#include "app/widgets/exm-init.h"

#include <glib/gi18n-lib.h>

struct _ExmInspector
{
  GtkWidget parent_instance;

  GtkWidget *box;                /* (unowned) */
  GtkStack *stack;               /* (unowned) */
  ExmInspectorPages *pages;      /* (unowned) */
  ExmInspectorText *text;        /* (unowned) */
  ExmInspectorLines *lines;      /* (unowned) */
  AdwBin *methods;               /* (unowned): empty until it is seen */
  AdwBin *compare;               /* (unowned): the same */
  ExmAnalysis *analysis;         /* (owned) (nullable) */
  ExmLineComparison *comparison; /* (owned) (nullable): of @analysis */
  ExmInspectorSource *source;    /* (unowned) */
  GSimpleAction *tab_action;     /* (owned) */
  guint compare_id;              /* 0 unless it is about to be made */
  GtkWidget *more;               /* (unowned) */
  GtkLabel *more_label;          /* (unowned) */
};

enum
{
  PROP_0,
  PROP_TAB,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (ExmInspector, exm_inspector, GTK_TYPE_WIDGET)

/* Names the tab behind the button on it while that is seen. */
static void
show_more (ExmInspector *self)
{
  const char *tab = exm_inspector_get_tab (self);
  gboolean methods = g_strcmp0 (tab, "methods") == 0;
  gboolean source = g_strcmp0 (tab, "source") == 0;
  gboolean compare = g_strcmp0 (tab, "compare") == 0;

  if (self->more == NULL)
    return;
  gtk_label_set_label (self->more_label, methods   ? C_ ("inspector", "Methods")
                                         : source  ? C_ ("inspector", "Source")
                                         : compare ? C_ ("inspector", "Compare")
                                                   : C_ ("inspector", "More"));
  if (methods || source || compare)
    gtk_widget_add_css_class (self->more, "exm-current");
  else
    gtk_widget_remove_css_class (self->more, "exm-current");
}

/* Few look at it, and it takes a part of a frame. */
static void
make_methods (ExmInspector *self)
{
  GtkWidget *methods = g_object_new (EXM_TYPE_INSPECTOR_METHODS, NULL);

  adw_bin_set_child (self->methods, methods);
  exm_inspector_methods_set_analysis (EXM_INSPECTOR_METHODS (methods), self->analysis);
}

/* In a turn of the main loop of its own, for it takes most of a frame. */
static gboolean
on_make_compare (gpointer data)
{
  ExmInspector *self = EXM_INSPECTOR (data);
  GtkWidget *view = exm_comparison_view_new ();

  self->compare_id = 0;
  adw_bin_set_child (self->compare, view);
  exm_comparison_view_set (EXM_COMPARISON_VIEW (view), self->comparison);
  return G_SOURCE_REMOVE;
}

static void
on_visible_child_notify (GtkStack *stack, GParamSpec *pspec, gpointer data)
{
  ExmInspector *self = EXM_INSPECTOR (data);

  if (g_strcmp0 (exm_inspector_get_tab (self), "methods") == 0
      && adw_bin_get_child (self->methods) == NULL)
    make_methods (self);
  if (g_strcmp0 (exm_inspector_get_tab (self), "compare") == 0
      && adw_bin_get_child (self->compare) == NULL && self->compare_id == 0)
    self->compare_id = g_idle_add (on_make_compare, self);
  show_more (self);
  g_simple_action_set_state (self->tab_action,
                             g_variant_new_string (exm_inspector_get_tab (self)));
  g_object_notify_by_pspec (G_OBJECT (data), properties[PROP_TAB]);
}

static void
exm_inspector_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_TAB)
    g_value_set_string (value, exm_inspector_get_tab (EXM_INSPECTOR (object)));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
exm_inspector_set_property (GObject *object,
                            guint id,
                            const GValue *value,
                            GParamSpec *pspec)
{
  if (id == PROP_TAB)
    exm_inspector_set_tab (EXM_INSPECTOR (object), g_value_get_string (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
insert_actions (ExmInspector *self)
{
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();

  g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (self->tab_action));
  gtk_widget_insert_action_group (GTK_WIDGET (self), "inspector", G_ACTION_GROUP (group));
}

/* In GTK 4.8 a widget's own actions are told to be gone when it goes to another parent,
 * as this one does in a window that becomes narrow: they come anew. */
static void
exm_inspector_root (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (exm_inspector_parent_class)->root (widget);
  insert_actions (EXM_INSPECTOR (widget));
}

static void
exm_inspector_dispose (GObject *object)
{
  ExmInspector *self = EXM_INSPECTOR (object);

  g_clear_handle_id (&self->compare_id, g_source_remove);
  if (self->compare != NULL && adw_bin_get_child (self->compare) != NULL)
    exm_comparison_view_set (EXM_COMPARISON_VIEW (adw_bin_get_child (self->compare)),
                             NULL);
  g_clear_object (&self->comparison);
  g_clear_object (&self->analysis);
  if (self->tab_action != NULL)
    g_signal_handlers_disconnect_by_data (self->tab_action, self);
  gtk_widget_dispose_template (GTK_WIDGET (object), EXM_TYPE_INSPECTOR);
  G_OBJECT_CLASS (exm_inspector_parent_class)->dispose (object);
}

static void
exm_inspector_finalize (GObject *object)
{
  g_clear_object (&EXM_INSPECTOR (object)->tab_action);
  G_OBJECT_CLASS (exm_inspector_parent_class)->finalize (object);
}

static void
exm_inspector_class_init (ExmInspectorClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (EXM_TYPE_INSPECTOR_LINES);
  g_type_ensure (EXM_TYPE_INSPECTOR_PAGES);
  g_type_ensure (EXM_TYPE_INSPECTOR_SOURCE);
  g_type_ensure (EXM_TYPE_INSPECTOR_TEXT);
  object_class->dispose = exm_inspector_dispose;
  object_class->finalize = exm_inspector_finalize;
  widget_class->root = exm_inspector_root;
  object_class->get_property = exm_inspector_get_property;
  object_class->set_property = exm_inspector_set_property;
  properties[PROP_TAB] = g_param_spec_string ("tab", NULL, NULL, "text",
                                              G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY
                                                  | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               EXM_APP_RESOURCES "exm-inspector.ui");
  gtk_widget_class_bind_template_child (widget_class, ExmInspector, box);
  gtk_widget_class_bind_template_child (widget_class, ExmInspector, stack);
  gtk_widget_class_bind_template_child (widget_class, ExmInspector, pages);
  gtk_widget_class_bind_template_child (widget_class, ExmInspector, text);
  gtk_widget_class_bind_template_child (widget_class, ExmInspector, lines);
  gtk_widget_class_bind_template_child (widget_class, ExmInspector, methods);
  gtk_widget_class_bind_template_child (widget_class, ExmInspector, source);
  gtk_widget_class_bind_template_child (widget_class, ExmInspector, compare);
  gtk_widget_class_bind_template_child (widget_class, ExmInspector, more);
  gtk_widget_class_bind_template_child (widget_class, ExmInspector, more_label);
  gtk_widget_class_bind_template_callback (widget_class, on_visible_child_notify);
}

static void
on_change_tab (GSimpleAction *action, GVariant *tab, gpointer data)
{
  exm_inspector_set_tab (EXM_INSPECTOR (data), g_variant_get_string (tab, NULL));
}

static void
exm_inspector_init (ExmInspector *self)
{
  self->tab_action = g_simple_action_new_stateful ("tab", G_VARIANT_TYPE_STRING,
                                                   g_variant_new_string ("text"));
  g_signal_connect (self->tab_action, "change-state", G_CALLBACK (on_change_tab), self);
  insert_actions (self);
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_stack_set_visible_child_name (self->stack, "text");
}

GtkWidget *
exm_inspector_new (void)
{
  return g_object_new (EXM_TYPE_INSPECTOR, NULL);
}

void
exm_inspector_set_analysis (ExmInspector *self, ExmAnalysis *analysis)
{
  exm_inspector_text_set_analysis (self->text, analysis);
  exm_inspector_lines_set_analysis (self->lines, analysis);
  g_set_object (&self->analysis, analysis);
  if (adw_bin_get_child (self->methods) != NULL)
    exm_inspector_methods_set_analysis (
        EXM_INSPECTOR_METHODS (adw_bin_get_child (self->methods)), analysis);
  exm_inspector_source_set_analysis (self->source, analysis);
  g_clear_object (&self->comparison);
  if (analysis != NULL)
    self->comparison = exm_line_comparison_new (analysis);
  if (adw_bin_get_child (self->compare) != NULL)
    exm_comparison_view_set (EXM_COMPARISON_VIEW (adw_bin_get_child (self->compare)),
                             self->comparison);
}

void
exm_inspector_set_stored (ExmInspector *self,
                          ExmStoreReader *reader,
                          gint64 article_id,
                          const char *page_hash)
{
  if (self->comparison != NULL)
    exm_line_comparison_set_stored (self->comparison, reader, article_id, page_hash);
}

void
exm_inspector_step_difference (ExmInspector *self, gboolean forward)
{
  if (g_strcmp0 (exm_inspector_get_tab (self), "compare") == 0
      && adw_bin_get_child (self->compare) != NULL)
    exm_comparison_view_step (EXM_COMPARISON_VIEW (adw_bin_get_child (self->compare)),
                              forward);
}

void
exm_inspector_set_pages (ExmInspector *self, GtkSingleSelection *pages)
{
  exm_inspector_pages_set_pages (self->pages, pages);
}

void
exm_inspector_set_tab (ExmInspector *self, const char *name)
{
  if (gtk_stack_get_child_by_name (self->stack, name) != NULL)
    gtk_stack_set_visible_child_name (self->stack, name);
}

const char *
exm_inspector_get_tab (ExmInspector *self)
{
  return gtk_stack_get_visible_child_name (self->stack);
}
