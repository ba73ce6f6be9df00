/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/inspector/exm-method-origin.h"

#include <glib/gi18n-lib.h>

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

void
exm_method_origin_show (GtkLabel *label,
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
