/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/widgets/exm-toast.h"

/* Longer ones would be cut off, and the end is where it says what to do. */
#define ONE_LINE 60
#define LINE_CHARS 72

/* libadwaita 1.2 crashes where a toast goes that still comes in: what it keeps of the
 * toast is freed when that has gone, but used until it has come in, half a second at the
 * most; and one that this one put off must have gone before it can come again. */
#define COMING_IN_MS 500

/* The widget that libadwaita makes of a toast, anew each time that it comes. */
#define TOAST_CLASS "AdwToastWidget"

/* Key of a toast's state in its data. */
#define STATE "exm-toast-state"

typedef enum
{
  IS_COMING_IN = 1 << 0,
  IS_UNWANTED = 1 << 1,
  IS_GONE = 1 << 2,
} State;

static State
get_state (AdwToast *toast)
{
  return GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (toast), STATE));
}

static void
set_state (AdwToast *toast, State state)
{
  g_object_set_data (G_OBJECT (toast), STATE, GUINT_TO_POINTER (state));
}

/* A click would have it go. */
static void
on_pressed (GtkGesture *guard, int n, double x, double y, AdwToast *toast)
{
  if (get_state (toast) & IS_COMING_IN)
    gtk_gesture_set_state (guard, GTK_EVENT_SEQUENCE_CLAIMED);
}

static void
hold_clicks (GtkWidget *widget, AdwToast *toast)
{
  GtkGesture *guard = gtk_gesture_click_new ();

  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (guard),
                                              GTK_PHASE_CAPTURE);
  g_signal_connect_object (guard, "pressed", G_CALLBACK (on_pressed), toast, 0);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (guard));
}

static gboolean
on_came_in (gpointer data)
{
  AdwToast *toast = ADW_TOAST (data);
  State state = get_state (toast);

  set_state (toast, state & ~IS_COMING_IN);
  if ((state & (IS_UNWANTED | IS_GONE)) == IS_UNWANTED)
    adw_toast_dismiss (toast);
  return G_SOURCE_REMOVE;
}

static void
on_mapped (GtkWidget *title, AdwToast *toast)
{
  gboolean moves;

  g_object_get (gtk_widget_get_settings (title), "gtk-enable-animations", &moves, NULL);
  if (!moves)
    return;
  hold_clicks (gtk_widget_get_ancestor (title, g_type_from_name (TOAST_CLASS)), toast);
  set_state (toast, get_state (toast) | IS_COMING_IN);
  g_timeout_add_full (G_PRIORITY_DEFAULT, COMING_IN_MS, on_came_in, g_object_ref (toast),
                      g_object_unref);
}

static void
on_dismissed (AdwToast *toast)
{
  set_state (toast, get_state (toast) | IS_GONE);
}

/* A widget of our own, so that it is known when it is shown. */
static GtkWidget *
make_title (const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  if (g_utf8_strlen (text, -1) <= ONE_LINE)
    {
      gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
      gtk_widget_add_css_class (label, "heading");
      return label;
    }
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_max_width_chars (GTK_LABEL (label), LINE_CHARS);
  gtk_widget_set_margin_start (label, 6);
  gtk_widget_set_margin_top (label, 6);
  gtk_widget_set_margin_bottom (label, 6);
  return label;
}

AdwToast *
exm_toast_new (const char *text)
{
  AdwToast *toast = adw_toast_new ("");
  GtkWidget *title = make_title (text);

  g_signal_connect_object (title, "map", G_CALLBACK (on_mapped), toast, 0);
  g_signal_connect (toast, "dismissed", G_CALLBACK (on_dismissed), NULL);
  adw_toast_set_custom_title (toast, title);
  return toast;
}

void
exm_toast_show (GtkWidget *widget, AdwToast *toast)
{
  GtkWidget *overlay = gtk_widget_get_ancestor (widget, ADW_TYPE_TOAST_OVERLAY);

  if (overlay == NULL)
    {
      g_object_unref (toast);
      return;
    }
  adw_toast_set_priority (toast, ADW_TOAST_PRIORITY_HIGH);
  adw_toast_overlay_add_toast (ADW_TOAST_OVERLAY (overlay), toast);
}

void
exm_toast_show_error (GtkWidget *widget, const GError *error)
{
  if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    exm_toast_show (widget, exm_toast_new (error->message));
}

void
exm_toast_dismiss (AdwToast *toast)
{
  State state = get_state (toast);

  if (state & IS_COMING_IN)
    set_state (toast, state | IS_UNWANTED);
  else if ((state & IS_GONE) == 0)
    adw_toast_dismiss (toast);
}
