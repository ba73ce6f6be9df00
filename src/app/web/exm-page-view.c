/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/web/exm-page-view.h"

#include "app/web/exm-block-marks.h"
#include "app/web/exm-guarded-view.h"
#include "app/web/exm-page-fit.h"
#include "app/web/exm-page-marks.h"
#include "app/web/exm-page-message.h"
#include "app/web/exm-page-script.h"
#include "app/web/exm-page-styles.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>
#include <string.h>

struct _ExmPageView
{
  GtkWidget parent_instance;

  GtkStack *stack;       /* (unowned) */
  AdwStatusPage *status; /* (unowned) */
  GtkOverlay *overlay;   /* (unowned) */
  GtkLabel *note;        /* (unowned) */
  ExmGuardedView *web;   /* (unowned) (nullable): inside the overlay */

  ExmPageText *page;         /* (owned) (nullable) */
  char *name;                /* (owned) (nullable): for people who do not see the page */
  char *base_url;            /* (owned) (nullable) */
  GCancellable *cancellable; /* (owned): of this load */
  guint n_lines;
  ExmPageMarks marks;
  ExmBlockMarks blocks;
  ExmPageLinks links;
  gboolean mark_keys;          /* the keyboard marks, not the pointer */
  double pointer_x, pointer_y; /* where the pointer was seen last */
  guint8 *picked;              /* (owned) (nullable): n_lines: what was marked here */

  ExmPageViewState state;
  ExmPageScriptFound found;
  ExmPageFit fit;
  guint deadline_source;
  guint fit_source;
  guint load_number; /* of what was asked to be shown last; it stands before the page */
  gboolean is_searching;
  gboolean is_cut;      /* the view shows a part of the page's bytes */
  ExmPageStyles styles; /* (owned) */
  guint8 *hidden;       /* (owned) (nullable): n_lines: whether nobody sees them */
};

/* Time for a page to be laid out, and for our script to find its lines after that. */
#define LOAD_SECONDS 10
#define SEARCH_SECONDS 15
/* Larger pages are shown by their beginning. */
#define MAX_SHOWN_BYTES (16u * 1024u * 1024u)
/* How long the width has to stay before the page is fitted to it. */
#define FIT_DELAY_MS 120

G_DEFINE_FINAL_TYPE (ExmPageView, exm_page_view, GTK_TYPE_WIDGET)

enum
{
  PROP_HOVER_LINE = 1,
  PROP_MARK_MODE,
  PROP_MARK_KEYS,
  PROP_STYLED,
  PROP_ZOOM_FIT,
  PROP_STATE,
  N_PROPERTIES,
};

enum
{
  SIGNAL_LINE_HOVERED,
  SIGNAL_LINE_ACTIVATED,
  SIGNAL_REGION_PICKED,
  SIGNAL_MARK_HOVER,
  SIGNAL_LOADED,
  SIGNAL_SETTLED,
  SIGNAL_FAILED,
  SIGNAL_LINK_MOVED,
  SIGNAL_LINK_ACTIVATED,
  N_SIGNALS,
};

static GParamSpec *properties[N_PROPERTIES];
static guint signals[N_SIGNALS];

static void
set_state (ExmPageView *self, ExmPageViewState state)
{
  if (self->state == state)
    return;
  self->state = state;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
}

static WebKitWebView *
web_view (ExmPageView *self)
{
  return WEBKIT_WEB_VIEW (self->web);
}

static void
tell (ExmPageView *self, const char *code)
{
  if (self->state == EXM_PAGE_VIEW_LOADED)
    exm_page_script_call (web_view (self), code, NULL, self->cancellable, NULL, NULL);
}

/* Marking: the keys, and words for people who do not see the outline */

void
exm_page_view_announce (ExmPageView *self, const char *words)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (self),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, words, -1);
  if (self->state == EXM_PAGE_VIEW_LOADED)
    exm_page_marks_announce (web_view (self), self->cancellable, words);
}

static void
take_mark_hover (ExmPageView *self, guint n_lines, guint n_chars)
{
  if (n_lines == 0)
    return;
  g_autofree char *counts = exm_page_marks_dup_counts (n_lines, n_chars);
  exm_page_marks_send_hover_text (web_view (self), self->cancellable, counts);
  if (!self->mark_keys)
    return;
  /* translators: read out: what Enter would mark; %s is as "12 lines · 1,830 characters"
   */
  g_autofree char *words = g_strdup_printf (_ ("Enter marks %s"), counts);
  exm_page_view_announce (self, words);
}

static void
take_region (ExmPageView *self, const ExmPageMessage *message)
{
  g_clear_pointer (&self->picked, g_free);
  if (message->first != EXM_NONE)
    self->picked = exm_page_message_dup_mask (message, self->n_lines);
  g_autofree char *words = exm_page_marks_dup_region_words (self->page, self->picked);
  exm_page_view_announce (self, words);
  g_signal_emit (self, signals[SIGNAL_REGION_PICKED], 0, message->first, message->last);
}

/* Links that are chosen */

static void
send_links (ExmPageView *self)
{
  if (self->state == EXM_PAGE_VIEW_LOADED)
    exm_page_links_send (&self->links, web_view (self), self->cancellable,
                         G_OBJECT (self));
}

void
exm_page_view_set_links (ExmPageView *self, const char *base, GHashTable *states)
{
  g_return_if_fail (EXM_IS_PAGE_VIEW (self));

  exm_page_links_set (&self->links, base, states);
  send_links (self);
}

gboolean
exm_page_view_has_links (ExmPageView *self)
{
  g_return_val_if_fail (EXM_IS_PAGE_VIEW (self), FALSE);
  return self->links.states != NULL;
}

/* Returns: whether @words are about a link */
static gboolean
take_link_message (ExmPageView *self, const char *words)
{
  GdkRectangle place = { 0 };
  gboolean moved;
  const char *url = exm_page_links_parse (&self->links, words, &moved, &place);

  if (url == NULL)
    return FALSE;
  g_autofree char *copy = g_strdup (url);
  if (moved)
    g_signal_emit (self, signals[SIGNAL_LINK_MOVED], 0, copy);
  else
    g_signal_emit (self, signals[SIGNAL_LINK_ACTIVATED], 0, copy, &place);
  return TRUE;
}

static void
take_message (ExmPageView *self, const char *words)
{
  g_auto (ExmPageMessage) message = EXM_PAGE_MESSAGE_INIT;

  if (take_link_message (self, words)
      || !exm_page_message_parse (&message, words, self->n_lines))
    return;
  switch (message.kind)
    {
    case EXM_PAGE_MESSAGE_LINE_HOVERED:
      g_signal_emit (self, signals[SIGNAL_LINE_HOVERED], 0, message.first);
      break;
    case EXM_PAGE_MESSAGE_LINE_ACTIVATED:
      g_signal_emit (self, signals[SIGNAL_LINE_ACTIVATED], 0, message.first);
      break;
    case EXM_PAGE_MESSAGE_MARK_HOVER:
      take_mark_hover (self, message.first, message.last);
      g_signal_emit (self, signals[SIGNAL_MARK_HOVER], 0, message.first, message.last);
      break;
    case EXM_PAGE_MESSAGE_MARK_CURSOR:
      {
        g_autofree char *said = exm_page_marks_dup_line_words (self->page, message.first,
                                                               message.last != 0);
        exm_page_view_announce (self, said);
      }
      break;
    case EXM_PAGE_MESSAGE_REGION:
      take_region (self, &message);
      break;
    }
}

static void
set_mark_keys (ExmPageView *self, gboolean by_keys)
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
      tell (self, link_call);
      return TRUE;
    }
  if (!self->marks.mark_mode || self->state != EXM_PAGE_VIEW_LOADED || call == NULL)
    return FALSE;
  set_mark_keys (self, TRUE);
  tell (self, call);
  return TRUE;
}

void
exm_page_view_mark_widen (ExmPageView *self)
{
  tell (self, "exemplar.markWiden()");
}

void
exm_page_view_mark_narrow (ExmPageView *self)
{
  tell (self, "exemplar.markNarrow()");
}

void
exm_page_view_mark_by_keys (ExmPageView *self)
{
  set_mark_keys (self, TRUE);
  tell (self, "exemplar.markBegin()");
}

void
exm_page_view_show_ghost (ExmPageView *self, guint head, guint tail)
{
  g_return_if_fail (head < self->n_lines && tail < self->n_lines);

  if (self->state == EXM_PAGE_VIEW_LOADED)
    exm_page_marks_send_ghost (web_view (self), self->cancellable, head, tail);
}

/* A page that moves under a pointer that rests is not the pointer's doing. */
static void
on_motion (GtkEventControllerMotion *motion, double x, double y, ExmPageView *self)
{
  if (x == self->pointer_x && y == self->pointer_y)
    return;
  self->pointer_x = x;
  self->pointer_y = y;
  set_mark_keys (self, FALSE);
}

/* The page itself is not always told. */
static void
on_leave (GtkEventControllerMotion *motion, ExmPageView *self)
{
  tell (self, "exemplar.leave()");
}

static void
add_mark_controllers (ExmPageView *self)
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
/* Loading */

static void
stop_load (ExmPageView *self)
{
  g_clear_handle_id (&self->deadline_source, g_source_remove);
  g_clear_handle_id (&self->fit_source, g_source_remove);
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  self->cancellable = g_cancellable_new ();
  self->is_searching = FALSE;
}

static void
drop_web (ExmPageView *self)
{
  if (self->web == NULL)
    return;
  g_signal_handlers_disconnect_by_data (self->web, self);
  g_signal_handlers_disconnect_by_data (
      webkit_web_view_get_user_content_manager (web_view (self)), self);
  exm_page_styles_begin (&self->styles, self->web, NULL);
  gtk_overlay_set_child (self->overlay, NULL);
  self->web = NULL;
  self->fit.view = NULL;
}

static void
fail (ExmPageView *self, const char *message)
{
  stop_load (self);
  drop_web (self);
  adw_status_page_set_description (self->status, message);
  gtk_stack_set_visible_child_name (self->stack, "failed");
  set_state (self, EXM_PAGE_VIEW_FAILED);
  g_signal_emit (self, signals[SIGNAL_FAILED], 0, message);
}

static void
show_note (ExmPageView *self)
{
  const char *text = NULL;

  if (self->is_cut)
    text = _ ("The page is very large; its beginning is shown");
  else if (self->found.truncated)
    text = _ ("The page is very long; not all of its lines are marked");
  else
    text = exm_page_styles_describe (&self->styles);
  gtk_label_set_text (self->note, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (self->note), text != NULL);
}

/* Makes the page as small as its width needs, once it stands. */
static void
fit (ExmPageView *self)
{
  if (self->state == EXM_PAGE_VIEW_LOADED && self->web != NULL)
    exm_page_fit_update (&self->fit, web_view (self), self->cancellable, self);
}

/* Lines that nobody sees */

static void
take_hidden (ExmPageView *self, const char *words)
{
  g_auto (GStrv) runs = g_strsplit (words, " ", -1);

  g_free (self->hidden);
  self->hidden = g_new0 (guint8, MAX (self->n_lines, 1));
  for (guint i = 0; runs[i] != NULL; i++)
    {
      guint first = 0, last = 0;
      if (sscanf (runs[i], "%u-%u", &first, &last) != 2)
        continue;
      for (guint line = first; line <= last && line < self->n_lines; line++)
        self->hidden[line] = 1;
    }
}

static void
on_hidden_found (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmPageView) self = data;
  g_autoptr (GError) error = NULL;
  g_autofree char *words
      = exm_page_script_call_finish (WEBKIT_WEB_VIEW (source), result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED)
      || (gpointer) self->web != (gpointer) source)
    return;
  if (words != NULL)
    take_hidden (self, words);
  g_signal_emit (self, signals[SIGNAL_SETTLED], 0);
}

static void
find_hidden (ExmPageView *self)
{
  exm_page_script_call (web_view (self), "return exemplar.findHidden()", NULL,
                        self->cancellable, on_hidden_found, g_object_ref (self));
}

static void
send_marks (ExmPageView *self)
{
  exm_page_marks_send (&self->marks, web_view (self), self->cancellable);
  exm_block_marks_send (&self->blocks, web_view (self), self->cancellable);
  send_links (self);
  fit (self);
}

/* The page may have another look: its colours, its width and the places of its lines. */
static void
on_styles_applied (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmPageView) self = data;

  if (g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result)))
      || (gpointer) self->web != (gpointer) source)
    return;
  exm_page_styles_apply_finish (&self->styles, result);
  if (exm_page_styles_are_shown (&self->styles) || self->styles.blank)
    {
      exm_page_fit_begin (&self->fit, web_view (self),
                          gtk_widget_get_width (GTK_WIDGET (self)));
      send_marks (self);
    }
  show_note (self);
  find_hidden (self);
}

static void
on_lines_found (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmPageView) self = data;
  g_autoptr (GError) error = NULL;
  ExmPageScriptFound found;
  gboolean done = exm_page_script_find_lines_finish (WEBKIT_WEB_VIEW (source), result,
                                                     &found, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED)
      || (gpointer) self->web != (gpointer) source || !self->is_searching)
    return;
  g_clear_handle_id (&self->deadline_source, g_source_remove);
  self->is_searching = FALSE;
  if (!done)
    {
      fail (self, error->message);
      return;
    }
  self->found = found;
  show_note (self);
  set_state (self, EXM_PAGE_VIEW_LOADED);
  send_marks (self);
  g_signal_emit (self, signals[SIGNAL_LOADED], 0);
  /* The first tint does not wait for them. */
  exm_page_styles_apply_async (&self->styles, self->web, self->cancellable,
                               on_styles_applied, g_object_ref (self));
}

static gboolean
on_search_deadline (gpointer data)
{
  ExmPageView *self = data;

  self->deadline_source = 0;
  fail (self, _ ("The page keeps the browser busy and does not answer. Its text and its "
                 "lines are not affected."));
  return G_SOURCE_REMOVE;
}

static void
search (ExmPageView *self)
{
  if (self->is_searching || self->state != EXM_PAGE_VIEW_LOADING)
    return;
  self->is_searching = TRUE;
  g_clear_handle_id (&self->deadline_source, g_source_remove);
  self->deadline_source
      = g_timeout_add_seconds (SEARCH_SECONDS, on_search_deadline, self);
  exm_page_script_find_lines_async (web_view (self), self->page, self->cancellable,
                                    on_lines_found, g_object_ref (self));
}

static gboolean
on_load_deadline (gpointer data)
{
  ExmPageView *self = data;

  self->deadline_source = 0;
  webkit_web_view_stop_loading (web_view (self));
  search (self);
  return G_SOURCE_REMOVE;
}

static char *
dup_mark (ExmPageView *self)
{
  return g_strdup_printf ("exemplar %u", self->load_number);
}

static void
on_mark_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmPageView) self = data;
  g_autofree char *expected = dup_mark (self);
  g_autofree char *mark
      = exm_page_script_call_finish (WEBKIT_WEB_VIEW (source), result, NULL);

  if ((gpointer) self->web == (gpointer) source && g_strcmp0 (mark, expected) == 0)
    search (self);
}

/* A load that ended may be that of the page before, which this one cut off. */
static void
on_load_changed (WebKitWebView *view, WebKitLoadEvent event, ExmPageView *self)
{
  if (event == WEBKIT_LOAD_FINISHED && self->state == EXM_PAGE_VIEW_LOADING)
    exm_page_script_call (view,
                          "return document.firstChild?.nodeType === Node.COMMENT_NODE"
                          " ? document.firstChild.data : ''",
                          NULL, self->cancellable, on_mark_read, g_object_ref (self));
}

static void
on_web_process_terminated (WebKitWebView *view,
                           WebKitWebProcessTerminationReason reason,
                           ExmPageView *self)
{
  if (reason == WEBKIT_WEB_PROCESS_EXCEEDED_MEMORY_LIMIT)
    fail (self, _ ("The page needed too much memory to be shown. Its text and its lines "
                   "are not affected."));
  else
    fail (self, _ ("The page made the browser stop. Its text and its lines are not "
                   "affected."));
}

static void
on_message (WebKitUserContentManager *manager, JSCValue *value, ExmPageView *self)
{
  g_autofree char *words = jsc_value_to_string (value);

  if (self->state == EXM_PAGE_VIEW_LOADED)
    take_message (self, words);
}

/* The source as far as it is shown, behind a comment that tells this load from others. */
static GBytes *
make_shown (ExmPageView *self)
{
  GBytes *source = exm_page_text_get_source (self->page);
  gsize size = 0;
  const char *data = g_bytes_get_data (source, &size);
  g_autofree char *mark = dup_mark (self);
  g_autofree char *comment = g_strdup_printf ("<!--%s-->", mark);

  self->is_cut = size > MAX_SHOWN_BYTES;
  if (self->is_cut)
    size = (gsize) (g_utf8_find_prev_char (data, data + MAX_SHOWN_BYTES) - data);
  GByteArray *shown = g_byte_array_sized_new ((guint) (size + strlen (comment)));
  g_byte_array_append (shown, (const guint8 *) comment, (guint) strlen (comment));
  g_byte_array_append (shown, (const guint8 *) data, (guint) size);
  exm_page_styles_yield_policy (shown);
  return g_byte_array_free_to_bytes (shown);
}

static void
show_source (ExmPageView *self)
{
  self->load_number++;
  g_autoptr (GBytes) shown = make_shown (self);

  exm_page_styles_begin (&self->styles, self->web, self->base_url);
  exm_page_fit_begin (&self->fit, web_view (self),
                      gtk_widget_get_width (GTK_WIDGET (self)));
  self->deadline_source = g_timeout_add_seconds (LOAD_SECONDS, on_load_deadline, self);
  gtk_stack_set_visible_child_name (self->stack, "page");
  exm_guarded_view_show (self->web, shown, self->base_url);
}

static void
name_web (ExmPageView *self)
{
  if (self->web != NULL && self->name != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (self->web),
                                    GTK_ACCESSIBLE_PROPERTY_LABEL, self->name, -1);
}

static void
on_view_made (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmPageView) self = data;
  g_autoptr (GError) error = NULL;
  ExmGuardedView *web = exm_guarded_view_new_finish (result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (web == NULL)
    {
      g_autofree char *message = g_strdup_printf (
          /* Translators: %s is what went wrong. */
          _ ("Pages cannot be shown safely, so none is shown: %s"), error->message);
      fail (self, message);
      return;
    }
  self->web = web;
  exm_page_script_install (web_view (self));
  g_signal_connect (web, "load-changed", G_CALLBACK (on_load_changed), self);
  g_signal_connect (web, "web-process-terminated", G_CALLBACK (on_web_process_terminated),
                    self);
  g_signal_connect (webkit_web_view_get_user_content_manager (web_view (self)),
                    "script-message-received::exemplar", G_CALLBACK (on_message), self);
  gtk_overlay_set_child (self->overlay, GTK_WIDGET (web));
  name_web (self);
  show_source (self);
}

static void
begin (ExmPageView *self)
{
  stop_load (self);
  self->found = (ExmPageScriptFound){ 0 };
  g_clear_pointer (&self->picked, g_free);
  g_clear_pointer (&self->hidden, g_free);
  exm_page_links_forget (&self->links);
  gtk_widget_set_visible (GTK_WIDGET (self->note), FALSE);
  if (self->page == NULL)
    {
      drop_web (self);
      gtk_stack_set_visible_child_name (self->stack, "empty");
      set_state (self, EXM_PAGE_VIEW_EMPTY);
      return;
    }
  set_state (self, EXM_PAGE_VIEW_LOADING);
  if (self->web != NULL)
    show_source (self);
  else
    exm_guarded_view_new_async (self->cancellable, on_view_made, g_object_ref (self));
}

/* The widget */

static gboolean
on_fit_time (gpointer data)
{
  ExmPageView *self = data;

  self->fit_source = 0;
  fit (self);
  return G_SOURCE_REMOVE;
}

void
exm_page_view_load (ExmPageView *self, ExmPageText *page, const char *base_url)
{
  if (page != NULL)
    exm_page_text_ref (page);
  g_clear_pointer (&self->page, exm_page_text_unref);
  self->page = page;
  self->n_lines = 0;
  if (page != NULL)
    exm_page_text_get_lines (page, &self->n_lines);
  g_free (self->base_url);
  self->base_url = g_strdup (base_url);
  exm_page_marks_forget (&self->marks);
  exm_block_marks_set (&self->blocks, NULL);
  begin (self);
}

void
exm_page_view_reload (ExmPageView *self)
{
  begin (self);
}

void
exm_page_view_set_marks (ExmPageView *self,
                         const guint8 *verdicts,
                         guint n_lines,
                         guint head,
                         guint tail,
                         const guint8 *region)
{
  g_return_if_fail (n_lines <= self->n_lines);

  exm_page_marks_set (&self->marks, verdicts, n_lines, head, tail, region);
  if (self->state == EXM_PAGE_VIEW_LOADED)
    exm_page_marks_send_lines (&self->marks, web_view (self), self->cancellable);
}

void
exm_page_view_set_blocks (ExmPageView *self, ExmResult *result)
{
  g_return_if_fail (result == NULL || exm_result_get (result)->n_lines == self->n_lines);

  if (exm_block_marks_set (&self->blocks, result) && self->state == EXM_PAGE_VIEW_LOADED)
    exm_block_marks_send (&self->blocks, web_view (self), self->cancellable);
}

void
exm_page_view_set_block (ExmPageView *self, guint block)
{
  if (self->blocks.current == block)
    return;
  self->blocks.current = block;
  if (self->state == EXM_PAGE_VIEW_LOADED)
    exm_block_marks_send_current (&self->blocks, web_view (self), self->cancellable);
}

void
exm_page_view_scroll_to_line (ExmPageView *self, guint line)
{
  if (self->state == EXM_PAGE_VIEW_LOADED)
    exm_page_marks_send_scroll (web_view (self), self->cancellable, line);
}

guint8 *
exm_page_view_dup_region (ExmPageView *self, guint *n_lines)
{
  *n_lines = self->n_lines;
  return self->picked != NULL ? g_memdup2 (self->picked, self->n_lines) : NULL;
}

void
exm_page_view_set_resources (ExmPageView *self,
                             ExmResources *resources,
                             const char *const *private_hosts)
{
  g_return_if_fail (EXM_IS_PAGE_VIEW (self));

  g_set_object (&self->styles.resources, resources);
  g_strfreev (self->styles.private_hosts);
  self->styles.private_hosts = g_strdupv ((char **) private_hosts);
}

const guint8 *
exm_page_view_get_hidden (ExmPageView *self)
{
  g_return_val_if_fail (EXM_IS_PAGE_VIEW (self), NULL);

  return self->hidden;
}

guint
exm_page_view_get_n_found (ExmPageView *self)
{
  return self->found.n_found;
}

static void
exm_page_view_measure (GtkWidget *widget,
                       GtkOrientation orientation,
                       int for_size,
                       int *minimum,
                       int *natural,
                       int *minimum_baseline,
                       int *natural_baseline)
{
  ExmPageView *self = EXM_PAGE_VIEW (widget);

  gtk_widget_measure (GTK_WIDGET (self->stack), orientation, for_size, minimum, natural,
                      minimum_baseline, natural_baseline);
}

static void
exm_page_view_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  ExmPageView *self = EXM_PAGE_VIEW (widget);

  gtk_widget_allocate (GTK_WIDGET (self->stack), width, height, baseline, NULL);
  if ((guint) width == self->fit.fitted_width || self->state != EXM_PAGE_VIEW_LOADED)
    return;
  g_clear_handle_id (&self->fit_source, g_source_remove);
  self->fit_source = g_timeout_add (FIT_DELAY_MS, on_fit_time, self);
}

static gboolean
exm_page_view_grab_focus (GtkWidget *widget)
{
  ExmPageView *self = EXM_PAGE_VIEW (widget);

  return self->web != NULL && gtk_widget_grab_focus (GTK_WIDGET (self->web));
}

/* One stop of Tab: the page's links do not open. */
static gboolean
exm_page_view_focus (GtkWidget *widget, GtkDirectionType direction)
{
  GtkRoot *root = gtk_widget_get_root (widget);
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  if (focus != NULL && gtk_widget_is_ancestor (focus, widget))
    return FALSE;
  return exm_page_view_grab_focus (widget)
         || GTK_WIDGET_CLASS (exm_page_view_parent_class)->focus (widget, direction);
}

static void
exm_page_view_set_property (GObject *object,
                            guint id,
                            const GValue *value,
                            GParamSpec *pspec)
{
  ExmPageView *self = EXM_PAGE_VIEW (object);
  gboolean is_loaded = self->state == EXM_PAGE_VIEW_LOADED;

  switch (id)
    {
    case PROP_HOVER_LINE:
      self->marks.hover_line = g_value_get_uint (value);
      if (is_loaded)
        exm_page_marks_send_hover_line (&self->marks, web_view (self), self->cancellable);
      break;
    case PROP_MARK_MODE:
      self->marks.mark_mode = g_value_get_boolean (value);
      set_mark_keys (self, FALSE);
      if (is_loaded)
        exm_page_marks_send_mark_mode (&self->marks, web_view (self), self->cancellable);
      break;
    case PROP_STYLED:
      if (g_value_get_boolean (value) == self->styles.wanted)
        break;
      self->styles.wanted = !self->styles.wanted;
      if (self->page != NULL && self->styles.resources != NULL)
        begin (self);
      break;
    case PROP_ZOOM_FIT:
      self->fit.wanted = g_value_get_boolean (value);
      fit (self);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
      return;
    }
  g_object_notify_by_pspec (object, pspec);
}

static void
exm_page_view_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  ExmPageView *self = EXM_PAGE_VIEW (object);

  switch (id)
    {
    case PROP_HOVER_LINE:
      g_value_set_uint (value, self->marks.hover_line);
      break;
    case PROP_MARK_MODE:
      g_value_set_boolean (value, self->marks.mark_mode);
      break;
    case PROP_MARK_KEYS:
      g_value_set_boolean (value, self->mark_keys);
      break;
    case PROP_STYLED:
      g_value_set_boolean (value, self->styles.wanted);
      break;
    case PROP_ZOOM_FIT:
      g_value_set_boolean (value, self->fit.wanted);
      break;
    case PROP_STATE:
      g_value_set_uint (value, self->state);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
exm_page_view_dispose (GObject *object)
{
  ExmPageView *self = EXM_PAGE_VIEW (object);

  g_clear_handle_id (&self->deadline_source, g_source_remove);
  g_clear_handle_id (&self->fit_source, g_source_remove);
  g_cancellable_cancel (self->cancellable);
  if (self->stack != NULL)
    drop_web (self);
  if (self->stack != NULL)
    gtk_widget_unparent (GTK_WIDGET (self->stack));
  self->stack = NULL;
  G_OBJECT_CLASS (exm_page_view_parent_class)->dispose (object);
}

static void
exm_page_view_finalize (GObject *object)
{
  ExmPageView *self = EXM_PAGE_VIEW (object);

  g_clear_pointer (&self->page, exm_page_text_unref);
  g_clear_object (&self->cancellable);
  g_free (self->name);
  g_free (self->base_url);
  exm_page_styles_clear (&self->styles);
  g_free (self->hidden);
  g_free (self->picked);
  exm_page_marks_clear (&self->marks);
  exm_block_marks_clear (&self->blocks);
  exm_page_links_set (&self->links, NULL, NULL);
  G_OBJECT_CLASS (exm_page_view_parent_class)->finalize (object);
}

static void
install_properties (GObjectClass *object_class)
{
  const GParamFlags flags
      = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  properties[PROP_HOVER_LINE]
      = g_param_spec_uint ("hover-line", NULL, NULL, 0, G_MAXUINT, EXM_NONE, flags);
  properties[PROP_MARK_MODE]
      = g_param_spec_boolean ("mark-mode", NULL, NULL, FALSE, flags);
  properties[PROP_MARK_KEYS] = g_param_spec_boolean (
      "mark-keys", NULL, NULL, FALSE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_STYLED] = g_param_spec_boolean ("styled", NULL, NULL, FALSE, flags);
  properties[PROP_ZOOM_FIT] = g_param_spec_boolean ("zoom-fit", NULL, NULL, TRUE, flags);
  properties[PROP_STATE] = g_param_spec_uint ("state", NULL, NULL, EXM_PAGE_VIEW_EMPTY,
                                              EXM_PAGE_VIEW_FAILED, EXM_PAGE_VIEW_EMPTY,
                                              G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static guint
new_signal (const char *name, guint n, GType first, GType second)
{
  return g_signal_new (name, EXM_TYPE_PAGE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                       G_TYPE_NONE, n, first, second);
}

static void
exm_page_view_class_init (ExmPageViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->set_property = exm_page_view_set_property;
  object_class->get_property = exm_page_view_get_property;
  object_class->dispose = exm_page_view_dispose;
  object_class->finalize = exm_page_view_finalize;
  widget_class->measure = exm_page_view_measure;
  widget_class->size_allocate = exm_page_view_size_allocate;
  widget_class->grab_focus = exm_page_view_grab_focus;
  widget_class->focus = exm_page_view_focus;
  install_properties (object_class);

  signals[SIGNAL_LINE_HOVERED] = new_signal ("line-hovered", 1, G_TYPE_UINT, 0);
  signals[SIGNAL_LINE_ACTIVATED] = new_signal ("line-activated", 1, G_TYPE_UINT, 0);
  signals[SIGNAL_REGION_PICKED]
      = new_signal ("region-picked", 2, G_TYPE_UINT, G_TYPE_UINT);
  signals[SIGNAL_MARK_HOVER] = new_signal ("mark-hover", 2, G_TYPE_UINT, G_TYPE_UINT);
  signals[SIGNAL_LOADED] = new_signal ("loaded", 0, 0, 0);
  signals[SIGNAL_SETTLED] = new_signal ("settled", 0, 0, 0);
  signals[SIGNAL_FAILED] = new_signal ("failed", 1, G_TYPE_STRING, 0);
  signals[SIGNAL_LINK_MOVED] = new_signal ("link-moved", 1, G_TYPE_STRING, 0);
  signals[SIGNAL_LINK_ACTIVATED]
      = new_signal ("link-activated", 2, G_TYPE_STRING, GDK_TYPE_RECTANGLE);
  gtk_widget_class_set_css_name (widget_class, "pageview");
}

static AdwStatusPage *
make_status (ExmPageView *self)
{
  AdwStatusPage *status = ADW_STATUS_PAGE (adw_status_page_new ());
  GtkWidget *button = gtk_button_new_with_mnemonic (_ ("_Reload"));

  gtk_widget_add_css_class (GTK_WIDGET (status), "compact");
  gtk_widget_add_css_class (GTK_WIDGET (status), "exm-pane-status");
  adw_status_page_set_icon_name (status, "dialog-warning-symbolic");
  adw_status_page_set_title (status, _ ("The page cannot be shown"));
  gtk_widget_set_halign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "pill");
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (begin), self);
  adw_status_page_set_child (status, button);
  return status;
}

static void
on_refused (gpointer data)
{
  show_note (data);
}

static void
exm_page_view_init (ExmPageView *self)
{
  exm_page_marks_init (&self->marks);
  exm_block_marks_init (&self->blocks);
  self->cancellable = g_cancellable_new ();
  self->fit = (ExmPageFit){ .zoom = 1, .wanted = TRUE };
  self->styles.refused = on_refused;
  self->styles.refused_data = self;

  self->note = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_wrap (self->note, TRUE);
  gtk_widget_set_valign (GTK_WIDGET (self->note), GTK_ALIGN_END);
  gtk_widget_set_visible (GTK_WIDGET (self->note), FALSE);
  gtk_widget_add_css_class (GTK_WIDGET (self->note), "osd");
  self->overlay = GTK_OVERLAY (gtk_overlay_new ());
  gtk_overlay_add_overlay (self->overlay, GTK_WIDGET (self->note));
  self->status = make_status (self);
  self->stack = GTK_STACK (gtk_stack_new ());
  gtk_stack_add_named (self->stack, gtk_label_new (NULL), "empty");
  gtk_stack_add_named (self->stack, GTK_WIDGET (self->overlay), "page");
  gtk_stack_add_named (self->stack, GTK_WIDGET (self->status), "failed");
  gtk_widget_set_parent (GTK_WIDGET (self->stack), GTK_WIDGET (self));

  add_mark_controllers (self);
}

GtkWidget *
exm_page_view_new (void)
{
  return g_object_new (EXM_TYPE_PAGE_VIEW, NULL);
}

void
exm_page_view_set_name (ExmPageView *self, const char *name)
{
  g_free (self->name);
  self->name = g_strdup (name);
  name_web (self);
}
