/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Toasts that follow each other faster than they move, as those of a held arrow key do.
 */

#include "app/widgets/exm-toast.h"

#include "test-gui.h"
#include "test-pointer.h"

#define N_TOASTS 12u

typedef struct
{
  GtkWidget *window;
  AdwToastOverlay *overlay; /* (unowned) */
} Fixture;

static void
set_up (Fixture *self, gconstpointer animations)
{
  self->overlay = ADW_TOAST_OVERLAY (adw_toast_overlay_new ());
  self->window = adw_window_new ();
  g_object_set (gtk_widget_get_settings (self->window), "gtk-enable-animations",
                GPOINTER_TO_INT (animations), NULL);
  adw_toast_overlay_set_child (self->overlay, gtk_label_new ("Page"));
  adw_window_set_content (ADW_WINDOW (self->window), GTK_WIDGET (self->overlay));
  gtk_window_set_default_size (GTK_WINDOW (self->window), 600, 400);
  gtk_window_present (GTK_WINDOW (self->window));
  test_gui_settle (self->window);
}

static void
tear_down (Fixture *self, gconstpointer animations)
{
  g_object_set (gtk_widget_get_settings (self->window), "gtk-enable-animations", FALSE,
                NULL);
  gtk_window_destroy (GTK_WINDOW (self->window));
}

static gboolean
on_tick (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  guint *n_left = data;

  *n_left -= *n_left > 0;
  return G_SOURCE_CONTINUE;
}

static gboolean
is_zero (gpointer data)
{
  return *(guint *) data == 0;
}

static void
wait_frames (Fixture *self, guint n)
{
  guint id = gtk_widget_add_tick_callback (self->window, on_tick, &n, NULL);

  test_gui_wait_until (is_zero, &n, "the frames");
  gtk_widget_remove_tick_callback (self->window, id);
}

static gboolean
is_last_alone (gpointer data)
{
  Fixture *self = data;
  guint n = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self->overlay));
       child != NULL; child = gtk_widget_get_next_sibling (child))
    n++;
  /* The page and the toast. */
  return n == 2 && test_gui_find (self->overlay, GTK_TYPE_LABEL, "Last") != NULL;
}

/* From one frame, to more than each of the movements takes. Only the last one remains. */
static void
test_rapid (Fixture *self, gconstpointer animations)
{
  static const guint frames[N_TOASTS] = { 1, 2, 6, 9, 11, 14, 19, 1, 24, 31, 4, 7 };
  AdwToast *last = NULL;

  for (guint i = 0; i < N_TOASTS; i++)
    {
      AdwToast *toast = exm_toast_new (i == N_TOASTS - 1 ? "Last" : "Start moved");
      adw_toast_set_timeout (toast, 0);
      if (last != NULL)
        exm_toast_dismiss (last);
      g_set_weak_pointer (&last, toast);
      adw_toast_overlay_add_toast (self->overlay, toast);
      wait_frames (self, frames[i]);
    }
  test_gui_wait_until (is_last_alone, self, "the last toast");
  g_assert_nonnull (last);
  g_clear_weak_pointer (&last);
}

/* One that goes already, as after its time or a click, can be told to go once more. */
static void
test_twice (Fixture *self, gconstpointer animations)
{
  AdwToast *toast = exm_toast_new ("First");
  AdwToast *next = exm_toast_new ("Last");

  g_object_ref (toast);
  adw_toast_overlay_add_toast (self->overlay, toast);
  wait_frames (self, 40);
  adw_toast_dismiss (toast);
  exm_toast_dismiss (toast);
  adw_toast_overlay_add_toast (self->overlay, next);
  exm_toast_dismiss (toast);
  test_gui_wait_until (is_last_alone, self, "the next toast");
  exm_toast_dismiss (toast);
  g_object_unref (toast);
}

static void
on_clicked (AdwToast *toast, gpointer data)
{
  ++*(guint *) data;
}

/* One that puts off another is clicked on before both are in their places. */
static void
test_clicked_early (Fixture *self, gconstpointer animations)
{
  AdwToast *first = exm_toast_new ("Last"), *next = exm_toast_new ("First");
  guint n_clicks = 0;

  adw_toast_set_timeout (first, 0);
  adw_toast_overlay_add_toast (self->overlay, first);
  wait_frames (self, 40);
  adw_toast_set_priority (next, ADW_TOAST_PRIORITY_HIGH);
  adw_toast_set_timeout (next, 0);
  adw_toast_set_button_label (next, "Undo");
  g_signal_connect (next, "button-clicked", G_CALLBACK (on_clicked), &n_clicks);
  adw_toast_overlay_add_toast (self->overlay, next);
  test_pointer_click (test_gui_need (self->overlay, GTK_TYPE_BUTTON, "Undo"));
  g_assert_cmpuint (n_clicks, ==, 0);
  wait_frames (self, 40);
  test_pointer_click (test_gui_need (self->overlay, GTK_TYPE_BUTTON, "Undo"));
  g_assert_cmpuint (n_clicks, ==, 1);
  test_gui_wait_until (is_last_alone, self, "the first toast again");
}

/* The overlay around the widget shows what comes last first; without one nothing does. */
static void
test_shown (Fixture *self, gconstpointer animations)
{
  GtkWidget *page = adw_toast_overlay_get_child (self->overlay);
  GtkWidget *alone = g_object_ref_sink (gtk_label_new ("Page"));
  AdwToast *first = exm_toast_new ("First"), *dropped = exm_toast_new ("Dropped");

  adw_toast_set_timeout (first, 0);
  exm_toast_show (page, first);
  wait_frames (self, 2);
  g_assert_nonnull (test_gui_find (self->overlay, GTK_TYPE_LABEL, "First"));
  exm_toast_show (page, exm_toast_new ("Last"));
  test_gui_wait_until (is_last_alone, self, "the toast that came last");
  g_object_add_weak_pointer (G_OBJECT (dropped), (gpointer *) &dropped);
  exm_toast_show (alone, dropped);
  g_assert_null (dropped);
  g_object_unref (alone);
}

int
main (int argc, char **argv)
{
  test_gui_init (&argc, &argv);
  g_test_add ("/app/toasts/rapid", Fixture, GINT_TO_POINTER (TRUE), set_up, test_rapid,
              tear_down);
  g_test_add ("/app/toasts/still", Fixture, GINT_TO_POINTER (FALSE), set_up, test_rapid,
              tear_down);
  g_test_add ("/app/toasts/twice", Fixture, GINT_TO_POINTER (TRUE), set_up, test_twice,
              tear_down);
  g_test_add ("/app/toasts/clicked-early", Fixture, GINT_TO_POINTER (TRUE), set_up,
              test_clicked_early, tear_down);
  g_test_add ("/app/toasts/shown", Fixture, GINT_TO_POINTER (FALSE), set_up, test_shown,
              tear_down);
  return g_test_run ();
}
