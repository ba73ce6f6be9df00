/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "main-loop-action.h"

#include "test-gui.h"
#include "test-watch.h"

typedef struct
{
  DeedFunc func;
  gpointer object;  /* (unowned) */
  const char *text; /* (unowned) (nullable) */
  double number;
  gboolean done;
} Deed;

static gboolean
on_deed (gpointer data)
{
  Deed *deed = data;

  deed->func (deed->object, deed->text, deed->number);
  deed->done = TRUE;
  return G_SOURCE_REMOVE;
}

static gboolean
is_done (gpointer data)
{
  return ((Deed *) data)->done;
}

void
deed_perform (DeedFunc func, gpointer object, const char *text, double number)
{
  Deed deed = { func, object, text, number, FALSE };

  g_idle_add (on_deed, &deed);
  test_gui_wait_until (is_done, &deed, "a deed");
}

typedef struct
{
  const char *action;    /* (unowned) */
  const char *parameter; /* (unowned) (nullable) */
} Action;

static void
activate (gpointer widget, const char *data, double unused)
{
  const Action *action = (const Action *) (gconstpointer) data;
  GVariant *parameter
      = action->parameter != NULL ? g_variant_new_string (action->parameter) : NULL;

  g_assert_true (gtk_widget_activate_action_variant (widget, action->action, parameter));
}

void
deed_activate (gpointer widget, const char *action, const char *parameter)
{
  const Action data = { action, parameter };

  deed_perform (activate, widget, (const char *) (gconstpointer) &data, 0);
}

static void
close_window (gpointer window, const char *unused, double number)
{
  gtk_window_close (window);
}

static gboolean
has_no_dialog (gpointer window)
{
  return test_gui_find_dialog (window, GTK_TYPE_WINDOW) == NULL;
}

void
deed_open_dialog (ExmWindow *window,
                  gpointer widget,
                  const char *action,
                  const char *parameter,
                  const char *stage)
{
  test_watch_stage (stage);
  deed_activate (widget, action, parameter);
  deed_perform (close_window, test_gui_need_dialog (window, GTK_TYPE_WINDOW), NULL, 0);
  test_gui_wait_until (has_no_dialog, window, "the dialog's end");
}
