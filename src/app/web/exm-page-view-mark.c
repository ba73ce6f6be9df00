/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Marking lines in a page view: the keys, and what is said to people who do not see the
 * outline. */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/web/exm-page-view.h"

#include "app/web/exm-page-view-private.h"

#include <glib/gi18n-lib.h>

/* Characters of a line that are read out with its number. */
#define SAID_CHARS 80

void
exm_page_view_announce (ExmPageView *self, const char *words)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (self),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, words, -1);
  if (self->state == EXM_PAGE_VIEW_LOADED)
    exm_page_marks_announce (WEBKIT_WEB_VIEW (self->web), self->cancellable, words);
}

void
exm_page_view_announce_region (ExmPageView *self, const guint8 *region)
{
  guint n_lines, n_inside = 0, n_chars = 0;

  if (region == NULL)
    {
      exm_page_view_announce (self, _ ("Nothing is marked"));
      return;
    }
  const ExmLine *lines = exm_page_text_get_lines (self->page, &n_lines);
  for (guint i = 0; i < n_lines; i++)
    if (region[i])
      {
        n_inside++;
        n_chars += lines[i].n_chars;
      }
  g_autofree char *counts = exm_page_marks_dup_counts (n_inside, n_chars);
  /* translators: read out; %s is as "12 lines · 1,830 characters" */
  g_autofree char *words = g_strdup_printf (_ ("Marked: %s"), counts);
  exm_page_view_announce (self, words);
}

void
exm_page_view_announce_line (ExmPageView *self, guint line, gboolean is_marked)
{
  const char *text = exm_page_text_get_line (self->page, line);
  g_autofree char *start
      = g_utf8_substring (text, 0, MIN (g_utf8_strlen (text, -1), SAID_CHARS));
  g_autofree char *words = g_strdup_printf (
      /* translators: read out: number of a line, of how many, and its text */
      is_marked ? _ ("Line %u of %u, marked: %s") : _ ("Line %u of %u: %s"), line + 1,
      self->n_lines, start);

  exm_page_view_announce (self, words);
}

void
exm_page_view_take_hover (ExmPageView *self, guint n_lines, guint n_chars)
{
  if (n_lines == 0)
    return;
  g_autofree char *counts = exm_page_marks_dup_counts (n_lines, n_chars);
  exm_page_marks_send_hover_text (WEBKIT_WEB_VIEW (self->web), self->cancellable, counts);
  if (!self->mark_keys)
    return;
  /* translators: read out: what Enter would mark; %s is as "12 lines · 1,830 characters"
   */
  g_autofree char *words = g_strdup_printf (_ ("Enter marks %s"), counts);
  exm_page_view_announce (self, words);
}

void
exm_page_view_set_mark_keys (ExmPageView *self, gboolean by_keys)
{
  if (self->mark_keys == by_keys)
    return;
  self->mark_keys = by_keys;
  g_object_notify (G_OBJECT (self), "mark-keys");
}

/* A page's links do not open here: Tab goes to what comes next in the window, not through
 * all of them. */
static gboolean
leave_page (ExmPageView *self, guint key, GdkModifierType modifiers)
{
  gboolean back = key == GDK_KEY_ISO_Left_Tab || (modifiers & GDK_SHIFT_MASK) != 0;

  if ((key != GDK_KEY_Tab && key != GDK_KEY_ISO_Left_Tab)
      || (modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0)
    return FALSE;
  return gtk_widget_child_focus (GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (self))),
                                 back ? GTK_DIR_TAB_BACKWARD : GTK_DIR_TAB_FORWARD);
}

static gboolean
on_key_pressed (GtkEventControllerKey *controller,
                guint key,
                guint code,
                GdkModifierType modifiers,
                ExmPageView *self)
{
  const char *call = exm_page_marks_get_key_call (key, modifiers);
  const char *link_call
      = self->links.states != NULL ? exm_page_links_get_key_call (key, modifiers) : NULL;

  if (leave_page (self, key, modifiers))
    return TRUE;
  if (link_call != NULL && self->state == EXM_PAGE_VIEW_LOADED)
    {
      exm_page_view_tell (self, link_call);
      return TRUE;
    }
  if (!self->marks.mark_mode || self->state != EXM_PAGE_VIEW_LOADED || call == NULL)
    return FALSE;
  exm_page_view_set_mark_keys (self, TRUE);
  exm_page_view_tell (self, call);
  return TRUE;
}

void
exm_page_view_mark_widen (ExmPageView *self)
{
  exm_page_view_tell (self, "exemplar.markWiden()");
}

void
exm_page_view_mark_narrow (ExmPageView *self)
{
  exm_page_view_tell (self, "exemplar.markNarrow()");
}

void
exm_page_view_mark_by_keys (ExmPageView *self)
{
  g_return_if_fail (EXM_IS_PAGE_VIEW (self));

  exm_page_view_set_mark_keys (self, TRUE);
  exm_page_view_tell (self, "exemplar.markBegin()");
}

void
exm_page_view_show_ghost (ExmPageView *self, guint head, guint tail)
{
  g_return_if_fail (EXM_IS_PAGE_VIEW (self));
  g_return_if_fail (head < self->n_lines && tail < self->n_lines);

  if (self->state == EXM_PAGE_VIEW_LOADED)
    exm_page_marks_send_ghost (WEBKIT_WEB_VIEW (self->web), self->cancellable, head,
                               tail);
}

/* A page that moves under a pointer that rests is not the pointer's doing. */
static void
on_motion (GtkEventControllerMotion *motion, double x, double y, ExmPageView *self)
{
  if (x == self->pointer_x && y == self->pointer_y)
    return;
  self->pointer_x = x;
  self->pointer_y = y;
  exm_page_view_set_mark_keys (self, FALSE);
}

/* The page itself is not always told. */
static void
on_leave (GtkEventControllerMotion *motion, ExmPageView *self)
{
  if (self->state == EXM_PAGE_VIEW_LOADED)
    exm_page_view_tell (self, "exemplar.leave()");
}

void
exm_page_view_init_mark (ExmPageView *self)
{
  GtkEventController *keys = gtk_event_controller_key_new (),
                     *motion = gtk_event_controller_motion_new ();

  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect (motion, "leave", G_CALLBACK (on_leave), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
}
