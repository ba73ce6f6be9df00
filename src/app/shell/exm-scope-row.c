/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/shell/exm-scope-row.h"

#include "app/shell/exm-scope.h"
#include "app/tasks/exm-task-tree.h"
#include "app/widgets/exm-init.h"
#include "app/widgets/exm-site-icon.h"
#include "app/widgets/exm-task-words.h"
#include "app/widgets/exm-tooltip.h"

#include <glib/gi18n-lib.h>

/* Pixels by which a row of a group is further in, and the depth from which on none is. */
#define INDENT 14
#define MAX_DEPTH 4u

struct _ExmScopeRow
{
  GtkBox parent_instance;

  GSignalGroup *signals; /* (owned): of the task */
  ExmSiteIcons *icons;   /* (owned) */
  gboolean in_tree;      /* what is in a group is further in */

  /* Children of the template, all (unowned). */
  GtkImage *icon;
  ExmSiteIcon *site;
  GtkLabel *name;
  GtkLabel *words;
  GtkLabel *count;
};

G_DEFINE_FINAL_TYPE (ExmScopeRow, exm_scope_row, GTK_TYPE_BOX)

static void
set_style (GtkWidget *widget, const char *style)
{
  for (guint i = 0; i <= EXM_TASK_STATE_IDLE; i++)
    gtk_widget_remove_css_class (widget, exm_task_words_class ((ExmTaskState) i));
  if (style != NULL)
    gtk_widget_add_css_class (widget, style);
}

static void
set_count (ExmScopeRow *self, guint count)
{
  g_autofree char *text = count > 0 ? g_strdup_printf ("%u", count) : g_strdup ("");

  gtk_label_set_label (self->count, text);
}

/* Beside the number of all: "3 / 120". */
static void
show_unread (ExmScopeRow *self, ExmTaskItem *item)
{
  guint n_unread = exm_task_item_get_n_unread (item);

  if (n_unread == 0 || n_unread == exm_task_item_get_n_articles (item))
    return;
  g_autofree char *text = g_strdup_printf ("%u\u2009/\u2009%u", n_unread,
                                           exm_task_item_get_n_articles (item));
  gtk_label_set_label (self->count, text);
}

static void
show_task (ExmScopeRow *self, ExmTaskItem *item)
{
  ExmTaskState state = exm_task_item_get_state (item);
  g_autofree char *words = exm_task_words_state (item);

  gtk_image_set_from_icon_name (self->icon, exm_task_words_icon (state));
  set_style (GTK_WIDGET (self->icon), exm_task_words_class (state));
  gtk_label_set_label (self->name, exm_task_item_get_name (item));
  set_style (GTK_WIDGET (self->name), NULL);
  gtk_label_set_label (self->words, words);
  set_style (GTK_WIDGET (self->words), exm_task_words_class (state));
  set_count (self, exm_task_item_get_n_articles (item));
  show_unread (self, item);
  /* The sidebar cuts a long name. */
  const char *message
      = state == EXM_TASK_STATE_FAILED ? exm_task_item_get_last_message (item) : NULL;
  guint n = exm_task_item_get_n_unread (item);
  g_autofree char *unread
      = g_strdup_printf (ngettext ("%u unread article", "%u unread articles", n), n);
  g_autofree char *all
      = g_strjoin ("\n", exm_task_item_get_name (item),
                   message != NULL && *message != '\0' ? message
                   : n > 0                             ? unread
                                                       : NULL,
                   n > 0 && message != NULL && *message != '\0' ? unread : NULL, NULL);
  exm_tooltip_set (GTK_WIDGET (self), all);
}

static void
show_scope (ExmScopeRow *self, ExmScope *scope)
{
  const char *name = exm_scope_get_name (scope);
  gboolean trash = g_str_equal (name, EXM_SCOPE_TRASH);

  gtk_image_set_from_icon_name (self->icon, trash ? "user-trash-symbolic"
                                            : g_str_equal (name, EXM_SCOPE_ALL)
                                                ? "exm-articles-symbolic"
                                                : "exm-needs-you-symbolic");
  set_style (GTK_WIDGET (self->icon), trash ? "dim-label" : NULL);
  set_style (GTK_WIDGET (self->name), trash ? "dim-label" : NULL);
  gtk_label_set_label (self->name, exm_scope_get_title (scope));
  set_count (self, exm_scope_get_count (scope));
}

/* Unread articles alone: the number of all says little of a search. */
static void
show_search (ExmScopeRow *self, ExmSavedSearchItem *item)
{
  int n = exm_saved_search_item_get_n_unread (item);
  g_autofree char *unread
      = n > 0 ? g_strdup_printf (
            ngettext ("%u unread article", "%u unread articles", (guint) n), (guint) n)
              : NULL;
  const char *name = exm_saved_search_item_get_name (item);
  const char *words = exm_saved_search_item_get_words (item);
  gboolean same = g_str_equal (name, words);
  g_autofree char *all
      = g_strjoin ("\n", name, same ? unread : words, same ? NULL : unread, NULL);

  gtk_image_set_from_icon_name (self->icon, "folder-saved-search-symbolic");
  set_style (GTK_WIDGET (self->icon), "dim-label");
  set_style (GTK_WIDGET (self->name), NULL);
  gtk_label_set_label (self->name, name);
  set_count (self, n > 0 ? (guint) n : 0);
  if (n < 0)
    /* translators: a number of unread articles that is too large to tell */
    gtk_label_set_label (self->count, _ ("many"));
  exm_tooltip_set (GTK_WIDGET (self), all);
}

/* Returns: the row of the list, which has the keyboard: it is what a screen reader asks
 */
static GtkAccessible *
get_row (ExmScopeRow *self)
{
  GtkWidget *parent = gtk_widget_get_parent (GTK_WIDGET (self));

  return GTK_ACCESSIBLE (parent != NULL ? parent : GTK_WIDGET (self));
}

/* A group says in words what it hides. */
static void
show_group (ExmScopeRow *self, ExmGroupItem *item)
{
  gboolean expanded = exm_group_item_get_expanded (item);
  guint n = exm_group_item_get_counts (item)->n_tasks,
        n_needs = exm_group_item_get_counts (item)->n_needs_you;
  g_autofree char *tasks = g_strdup_printf (ngettext ("%u task", "%u tasks", n), n);
  g_autofree char *needs = g_strdup_printf (
      ngettext ("%u task needs you", "%u tasks need you", n_needs), n_needs);
  g_autofree char *all = g_strjoin ("\n", exm_group_item_get_path (item), tasks,
                                    n_needs > 0 ? needs : NULL, NULL);

  gtk_image_set_from_icon_name (self->icon,
                                expanded ? "pan-down-symbolic" : "pan-end-symbolic");
  set_style (GTK_WIDGET (self->icon), "dim-label");
  gtk_label_set_label (self->name, exm_group_item_get_title (item));
  set_style (GTK_WIDGET (self->name), NULL);
  gtk_label_set_label (self->words, needs);
  set_style (GTK_WIDGET (self->words), exm_task_words_class (EXM_TASK_STATE_REVIEW));
  gtk_widget_set_visible (GTK_WIDGET (self->words), !expanded && n_needs > 0);
  set_count (self, n);
  exm_tooltip_set (GTK_WIDGET (self), all);
  gtk_accessible_update_state (get_row (self), GTK_ACCESSIBLE_STATE_EXPANDED, expanded,
                               -1);
}

/* A task that comes into another group may keep its row. */
static void
indent (ExmScopeRow *self, GObject *item)
{
  guint depth = self->in_tree ? exm_task_tree_get_depth (item) : 0;

  gtk_widget_set_margin_start (GTK_WIDGET (self), (int) MIN (depth, MAX_DEPTH) * INDENT);
}

static void
on_notify (GObject *item, GParamSpec *pspec, gpointer data)
{
  if (pspec == NULL || g_str_equal (pspec->name, "group"))
    indent (EXM_SCOPE_ROW (data), item);
  if (EXM_IS_TASK_ITEM (item))
    show_task (EXM_SCOPE_ROW (data), EXM_TASK_ITEM (item));
  else if (EXM_IS_SAVED_SEARCH_ITEM (item))
    show_search (EXM_SCOPE_ROW (data), EXM_SAVED_SEARCH_ITEM (item));
  else if (EXM_IS_GROUP_ITEM (item))
    show_group (EXM_SCOPE_ROW (data), EXM_GROUP_ITEM (item));
  else
    show_scope (EXM_SCOPE_ROW (data), EXM_SCOPE (item));
}

static void
exm_scope_row_dispose (GObject *object)
{
  ExmScopeRow *self = EXM_SCOPE_ROW (object);

  g_clear_object (&self->signals);
  g_clear_object (&self->icons);
  gtk_widget_dispose_template (GTK_WIDGET (self), EXM_TYPE_SCOPE_ROW);
  G_OBJECT_CLASS (exm_scope_row_parent_class)->dispose (object);
}

static void
exm_scope_row_class_init (ExmScopeRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = exm_scope_row_dispose;
  g_type_ensure (EXM_TYPE_SITE_ICON);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               EXM_APP_RESOURCES "exm-scope-row.ui");
  gtk_widget_class_bind_template_child (widget_class, ExmScopeRow, icon);
  gtk_widget_class_bind_template_child (widget_class, ExmScopeRow, site);
  gtk_widget_class_bind_template_child (widget_class, ExmScopeRow, name);
  gtk_widget_class_bind_template_child (widget_class, ExmScopeRow, words);
  gtk_widget_class_bind_template_child (widget_class, ExmScopeRow, count);
}

static void
exm_scope_row_init (ExmScopeRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->signals = g_signal_group_new (G_TYPE_OBJECT);
  g_signal_group_connect (self->signals, "notify", G_CALLBACK (on_notify), self);
}

GtkWidget *
exm_scope_row_new (ExmSiteIcons *icons)
{
  ExmScopeRow *self = g_object_new (EXM_TYPE_SCOPE_ROW, NULL);

  g_set_object (&self->icons, icons);
  return GTK_WIDGET (self);
}

void
exm_scope_row_set_item (ExmScopeRow *self, gpointer item, gboolean in_tree)
{
  g_return_if_fail (EXM_IS_SCOPE_ROW (self));

  /* A view binds all rows anew behind those that come or go. */
  g_autoptr (GObject) old = g_signal_group_dup_target (self->signals);
  if (item == (gpointer) old)
    return;
  self->in_tree = in_tree;
  g_signal_group_set_target (self->signals, item);
  gtk_widget_set_visible (GTK_WIDGET (self->words), EXM_IS_TASK_ITEM (item));
  exm_site_icon_set_task (self->site, self->icons,
                          EXM_IS_TASK_ITEM (item) ? exm_task_item_get_uid (item) : NULL);
  gtk_accessible_reset_state (get_row (self), GTK_ACCESSIBLE_STATE_EXPANDED);
  if (item != NULL)
    on_notify (item, NULL, self);
}

gpointer
exm_scope_row_dup_item (ExmScopeRow *self)
{
  return g_signal_group_dup_target (self->signals);
}
