/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/web/exm-focus.h"

#include "app/web/exm-page-view.h"

gboolean
exm_focus_keeps_letters (GtkWidget *focus)
{
  if (focus == NULL)
    return FALSE;
  return GTK_IS_EDITABLE (focus)
         || (GTK_IS_TEXT_VIEW (focus)
             && gtk_text_view_get_editable (GTK_TEXT_VIEW (focus)))
         || gtk_widget_get_ancestor (focus, GTK_TYPE_POPOVER) != NULL;
}

/* Whether lines are marked, or links chosen, by keys where the focus is. */
static gboolean
is_choosing (GtkWidget *focus)
{
  GtkWidget *view = gtk_widget_get_ancestor (focus, EXM_TYPE_PAGE_VIEW);
  gboolean marking = FALSE;

  if (view == NULL)
    return FALSE;
  g_object_get (view, "mark-mode", &marking, NULL);
  return marking || exm_page_view_has_links (EXM_PAGE_VIEW (view));
}

gboolean
exm_focus_keeps_enter (GtkWidget *focus)
{
  return focus != NULL
         && (GTK_IS_BUTTON (focus) || GTK_IS_SWITCH (focus) || GTK_IS_LIST_BOX_ROW (focus)
             || gtk_widget_get_ancestor (focus, GTK_TYPE_LIST_BASE) != NULL
             || gtk_widget_get_ancestor (focus, GTK_TYPE_MENU_BUTTON) != NULL
             || is_choosing (focus));
}
