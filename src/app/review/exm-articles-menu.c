/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Menu of a row: by its button, the second button of the pointer, or the menu key. */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/review/exm-article-row.h"
#include "app/review/exm-articles-page-private.h"
#include "app/review/exm-problem-row.h"
#include "app/widgets/exm-problem-words.h"

#include <glib/gi18n-lib.h>

static GMenuModel *
make_menu_of_article (ExmArticlesPage *self)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) deeds = g_menu_new (), page = g_menu_new (), end = g_menu_new ();
  g_autoptr (GMenuModel) reading = exm_articles_page_make_reading_menu (self);

  g_menu_append (deeds, _ ("_Looks Right"), "articles.approve");
  g_menu_append (deeds, _ ("Open on the _Workbench"), "articles.open");
  g_menu_append (deeds, _ ("Open the _Task"), "articles.open-task");
  g_menu_append (page, _ ("_Fetch Again"), "articles.fetch-again");
  g_menu_append (page, _ ("Open in _Browser"), "articles.open-page");
  g_menu_append (page, _ ("_Copy Address"), "articles.copy-address");
  g_menu_append (page, _ ("Copy _Article"), "articles.copy");
  g_menu_append (end, _ ("_Not an Article…"), "articles.dismiss");
  g_menu_append (end, _ ("_Delete"), "articles.delete");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (deeds));
  g_menu_append_section (menu, NULL, reading);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (page));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (end));
  return G_MENU_MODEL (menu);
}

static GMenuModel *
make_menu_of_problem (ExmTaskItem *task)
{
  const ExmProblem *problem = exm_task_item_get_problem (task);
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) deeds = g_menu_new (), page = g_menu_new (), end = g_menu_new ();

  g_menu_append (deeds, _ ("Try _Now"), "trouble.run");
  g_menu_append (deeds, _ ("Open on the _Workbench"), "trouble.workbench");
  g_menu_append (deeds, _ ("Task _Settings"), "trouble.settings");
  g_menu_append (deeds, _ ("_Runs and Errors"), "trouble.activity");
  if (problem->url != NULL)
    {
      g_menu_append (page, _ ("Open in _Browser"), "trouble.open-page");
      g_menu_append (page, _ ("_Copy Address"), "trouble.copy-address");
    }
  g_menu_append (end, _ ("_Ignore"), "trouble.ignore");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (deeds));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (page));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (end));
  return G_MENU_MODEL (menu);
}

/* Returns: (nullable): the row that shows what is selected */
static GtkWidget *
find_row (ExmArticlesPage *self)
{
  g_autoptr (GtkBitset) selected
      = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
  guint position = gtk_bitset_get_minimum (selected);
  g_autoptr (GObject) item
      = g_list_model_get_item (G_LIST_MODEL (self->selection), position);

  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self->view));
       child != NULL; child = gtk_widget_get_next_sibling (child))
    if (exm_articles_page_get_item_of (gtk_widget_get_first_child (child)) == item)
      return child;
  return NULL;
}

void
exm_articles_page_show_menu (ExmArticlesPage *self, const GdkRectangle *place)
{
  ExmTaskItem *task = exm_articles_page_get_problem (self);
  GtkWidget *row = find_row (self);
  graphene_rect_t bounds;
  GdkRectangle rectangle;

  if (place != NULL)
    rectangle = *place;
  else if (row == NULL || !gtk_widget_compute_bounds (row, GTK_WIDGET (self), &bounds))
    return;
  else
    /* Below the button at its end. */
    rectangle
        = (GdkRectangle){ (int) (bounds.origin.x + bounds.size.width) - 28,
                          (int) (bounds.origin.y + bounds.size.height) - 28, 16, 16 };
  g_autoptr (GMenuModel) menu
      = task != NULL ? make_menu_of_problem (task) : make_menu_of_article (self);
  if (self->menu == NULL)
    {
      self->menu = GTK_POPOVER (gtk_popover_menu_new_from_model (menu));
      gtk_widget_set_parent (GTK_WIDGET (self->menu), GTK_WIDGET (self));
      gtk_popover_set_has_arrow (self->menu, FALSE);
      gtk_widget_set_halign (GTK_WIDGET (self->menu), GTK_ALIGN_START);
    }
  else
    gtk_popover_menu_set_menu_model (GTK_POPOVER_MENU (self->menu), menu);
  gtk_popover_set_pointing_to (self->menu, &rectangle);
  gtk_popover_popup (self->menu);
}

GObject *
exm_articles_page_get_item_of (GtkWidget *row)
{
  if (EXM_IS_ARTICLE_ROW (row))
    return G_OBJECT (exm_article_row_get_item (EXM_ARTICLE_ROW (row)));
  return EXM_IS_PROBLEM_ROW (row)
             ? G_OBJECT (exm_problem_row_get_item (EXM_PROBLEM_ROW (row)))
             : NULL;
}

/* Returns: (nullable): the row that @widget is, or is in */
static GtkWidget *
find_row_of (GtkWidget *widget)
{
  GtkWidget *row
      = widget != NULL ? gtk_widget_get_ancestor (widget, EXM_TYPE_ARTICLE_ROW) : NULL;

  return row != NULL || widget == NULL
             ? row
             : gtk_widget_get_ancestor (widget, EXM_TYPE_PROBLEM_ROW);
}

/* Selects @wanted alone, unless it is one of those selected. Returns: whether it is
 * listed */
static gboolean
select_item (ExmArticlesPage *self, GObject *wanted)
{
  GListModel *model = G_LIST_MODEL (self->selection);
  guint n_items = g_list_model_get_n_items (model);

  for (guint i = 0; i < n_items; i++)
    {
      g_autoptr (GObject) item = g_list_model_get_item (model, i);
      if (item != wanted)
        continue;
      if (!gtk_selection_model_is_selected (GTK_SELECTION_MODEL (self->selection), i))
        gtk_selection_model_select_item (GTK_SELECTION_MODEL (self->selection), i, TRUE);
      return TRUE;
    }
  return FALSE;
}

void
exm_articles_page_on_secondary (
    ExmArticlesPage *self, int n_press, double x, double y, GtkGesture *gesture)
{
  GtkWidget *view = GTK_WIDGET (self->view);
  GtkWidget *row = find_row_of (gtk_widget_pick (view, x, y, GTK_PICK_DEFAULT));
  double at_x, at_y;

  if (row == NULL || !select_item (self, exm_articles_page_get_item_of (row)))
    return;
  gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
  gtk_widget_translate_coordinates (view, GTK_WIDGET (self), x, y, &at_x, &at_y);
  const GdkRectangle place = { (int) at_x, (int) at_y, 1, 1 };
  exm_articles_page_show_menu (self, &place);
}

gboolean
exm_articles_page_show_menu_by_key (ExmArticlesPage *self)
{
  g_autoptr (GtkBitset) selected
      = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));

  if (gtk_bitset_is_empty (selected))
    return FALSE;
  exm_articles_page_show_menu (self, NULL);
  return TRUE;
}
