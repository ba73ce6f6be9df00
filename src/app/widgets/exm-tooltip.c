/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/widgets/exm-tooltip.h"

static GQuark
get_quark (void)
{
  static GQuark quark;

  if (quark == 0)
    quark = g_quark_from_static_string ("exm-tooltip");
  return quark;
}

static gboolean
on_query (GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  const char *text = g_object_get_qdata (G_OBJECT (widget), get_quark ());

  gtk_tooltip_set_text (tooltip, text);
  return text != NULL;
}

void
exm_tooltip_set (GtkWidget *widget, const char *text)
{
  gboolean has_text = text != NULL && *text != '\0';

  if (has_text && !gtk_widget_get_has_tooltip (widget))
    g_signal_connect (widget, "query-tooltip", G_CALLBACK (on_query), NULL);
  else if (!has_text)
    g_signal_handlers_disconnect_by_func (widget, on_query, NULL);
  g_object_set_qdata_full (G_OBJECT (widget), get_quark (),
                           has_text ? g_strdup (text) : NULL, g_free);
  gtk_widget_set_has_tooltip (widget, has_text);
}
