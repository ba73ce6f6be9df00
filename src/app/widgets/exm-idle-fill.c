/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/widgets/exm-idle-fill.h"

/* One pending step of filling a window. */
typedef struct
{
  GWeakRef window;
  ExmIdleFillFunc func;
  gconstpointer data;
} Step;

static gboolean
on_step (gpointer data)
{
  Step *step = data;
  g_autoptr (GtkWindow) alive = g_weak_ref_get (&step->window);

  if (alive != NULL)
    step->func (alive, step->data);
  return G_SOURCE_REMOVE;
}

static void
step_free (gpointer data)
{
  g_weak_ref_clear (&((Step *) data)->window);
  g_free (data);
}

void
exm_idle_fill_then (GtkWindow *window, ExmIdleFillFunc func, gconstpointer data)
{
  Step *step = g_new0 (Step, 1);

  g_weak_ref_init (&step->window, window);
  step->func = func;
  step->data = data;
  g_idle_add_full (G_PRIORITY_DEFAULT, on_step, step, step_free);
}

static void
present (GtkWindow *window, gconstpointer unused)
{
  gtk_window_present (window);
}

void
exm_idle_fill_present (GtkWindow *window)
{
  exm_idle_fill_then (window, present, NULL);
}
