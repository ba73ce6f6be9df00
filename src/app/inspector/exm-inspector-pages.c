/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/inspector/exm-inspector-pages.h"

#include "app/widgets/exm-article-words.h"
#include "app/widgets/exm-init.h"
#include "app/widgets/exm-tooltip.h"

struct _ExmInspectorPages
{
  GtkWidget parent_instance;

  GtkStack *stack;               /* (unowned) */
  GtkListView *view;             /* (unowned) */
  GtkSingleSelection *selection; /* (owned) (nullable) */
};

G_DEFINE_FINAL_TYPE (ExmInspectorPages, exm_inspector_pages, GTK_TYPE_WIDGET)

/* A page that is only to be looked at is sure for less than what was asked of it, or not
 * sure. */
static ExmSureness
get_sureness (GtkListItem *item, guint mark)
{
  ExmPageItem *page = gtk_list_item_get_item (item);
  double confidence
      = page != NULL ? exm_page_item_get_outcome (page)->confidence : EXM_CONFIDENCE_SURE;

  if (mark == EXM_PAGE_PASS)
    return EXM_SURE;
  return MIN (exm_sureness_from_confidence (confidence), EXM_TAKE_A_LOOK);
}

static char *
get_mark_icon (GtkListItem *item, guint mark, gpointer data)
{
  switch (mark)
    {
    case EXM_PAGE_PASS:
    case EXM_PAGE_LOOK:
      return g_strdup (exm_sureness_get_icon (get_sureness (item, mark)));
    case EXM_PAGE_FAIL:
      return g_strdup ("dialog-error-symbolic");
    case EXM_PAGE_BUSY:
    case EXM_PAGE_WAITING:
    default:
      return g_strdup ("content-loading-symbolic");
    }
}

static char **
get_mark_classes (GtkListItem *item, guint mark, gpointer data)
{
  gboolean judged = mark == EXM_PAGE_PASS || mark == EXM_PAGE_LOOK;
  const char *const classes[]
      = { judged                  ? exm_sureness_get_class (get_sureness (item, mark))
          : mark == EXM_PAGE_FAIL ? "exm-error"
                                  : "dim-label",
          NULL };

  return g_strdupv ((char **) classes);
}

/* "Sure 97% · 42 lines · 3,118 characters" */
static char *
join_details (GtkListItem *item, const char *mark, const char *details, gpointer data)
{
  if (mark == NULL || details == NULL || *details == '\0')
    return g_strdup (mark);
  return g_strdup_printf ("%s · %s", mark, details);
}

static gboolean
has_text (GtkListItem *item, const char *text, gpointer data)
{
  return text != NULL && *text != '\0';
}

/* A binding would ask the display server for the pointer at each row. */
static gboolean
on_title_query_tooltip (
    GtkWidget *label, int x, int y, gboolean keyboard, GtkTooltip *tooltip, gpointer data)
{
  ExmPageItem *item = gtk_list_item_get_item (GTK_LIST_ITEM (data));

  gtk_tooltip_set_text (tooltip, item != NULL ? exm_page_item_get_url (item) : NULL);
  return item != NULL;
}

static void
show_stack (ExmInspectorPages *self)
{
  GListModel *model = G_LIST_MODEL (self->selection);
  gboolean any = model != NULL && g_list_model_get_n_items (model) > 0;

  gtk_stack_set_visible_child_name (self->stack, any ? "pages" : "empty");
}

static void
on_items_changed (
    GListModel *model, guint position, guint removed, guint added, gpointer data)
{
  show_stack (EXM_INSPECTOR_PAGES (data));
}

static void
exm_inspector_pages_dispose (GObject *object)
{
  ExmInspectorPages *self = EXM_INSPECTOR_PAGES (object);

  if (self->selection != NULL)
    g_signal_handlers_disconnect_by_data (self->selection, self);
  gtk_widget_dispose_template (GTK_WIDGET (self), EXM_TYPE_INSPECTOR_PAGES);
  g_clear_object (&self->selection);
  G_OBJECT_CLASS (exm_inspector_pages_parent_class)->dispose (object);
}

static void
exm_inspector_pages_class_init (ExmInspectorPagesClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (EXM_TYPE_PAGE_ITEM);
  G_OBJECT_CLASS (klass)->dispose = exm_inspector_pages_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, EXM_APP_RESOURCES
                                               "exm-inspector-pages.ui");
  gtk_widget_class_bind_template_child (widget_class, ExmInspectorPages, stack);
  gtk_widget_class_bind_template_child (widget_class, ExmInspectorPages, view);
}

static void
add_factory (ExmInspectorPages *self)
{
  g_autoptr (GtkBuilderScope) scope = gtk_builder_cscope_new ();
  GtkBuilderCScope *callbacks = GTK_BUILDER_CSCOPE (scope);

  /* A list item's template sees none of the functions of ours. */
  gtk_builder_cscope_add_callback (callbacks, get_mark_icon);
  gtk_builder_cscope_add_callback (callbacks, get_mark_classes);
  gtk_builder_cscope_add_callback (callbacks, join_details);
  gtk_builder_cscope_add_callback (callbacks, has_text);
  gtk_builder_cscope_add_callback (callbacks, on_title_query_tooltip);
  g_autoptr (GtkListItemFactory) factory
      = gtk_builder_list_item_factory_new_from_resource (scope, EXM_APP_RESOURCES
                                                         "exm-page-row.ui");
  gtk_list_view_set_factory (self->view, factory);
}

static void
exm_inspector_pages_init (ExmInspectorPages *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  add_factory (self);
}

void
exm_inspector_pages_set_pages (ExmInspectorPages *self, GtkSingleSelection *pages)
{
  g_return_if_fail (self->selection == NULL);

  self->selection = g_object_ref (pages);
  gtk_list_view_set_model (self->view, GTK_SELECTION_MODEL (pages));
  g_signal_connect (pages, "items-changed", G_CALLBACK (on_items_changed), self);
  show_stack (self);
}
