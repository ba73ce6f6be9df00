/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/web/exm-page-view-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* What a page may take to be laid out, and our script to find its lines after that. */
#define LOAD_SECONDS 10
#define SEARCH_SECONDS 15
#define MIN_ZOOM 0.4
/* Pages that adapt themselves are laid out for a desktop too: half a window is as wide as
 * a telephone, and beside its menus leaves the article a few words a line. */
#define MIN_LAYOUT_WIDTH 960u
/* Larger pages are shown by their beginning. */
#define MAX_SHOWN_BYTES (16u * 1024u * 1024u)

static WebKitWebView *
web_view (ExmPageView *self)
{
  return WEBKIT_WEB_VIEW (self->web);
}

void
exm_page_view_tell (ExmPageView *self, const char *code)
{
  if (self->state == EXM_PAGE_VIEW_LOADED)
    exm_page_script_call (web_view (self), code, NULL, self->cancellable, NULL, NULL);
}

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

void
exm_page_view_drop_web (ExmPageView *self)
{
  if (self->web == NULL)
    return;
  g_signal_handlers_disconnect_by_data (self->web, self);
  g_signal_handlers_disconnect_by_data (
      webkit_web_view_get_user_content_manager (web_view (self)), self);
  gtk_overlay_set_child (self->overlay, NULL);
  self->web = NULL;
}

static void
fail (ExmPageView *self, const char *message)
{
  stop_load (self);
  exm_page_view_drop_web (self);
  adw_status_page_set_description (self->status, message);
  gtk_stack_set_visible_child_name (self->stack, "failed");
  exm_page_view_set_state (self, EXM_PAGE_VIEW_FAILED);
  exm_page_view_emit_failed (self, message);
}

static void
show_note (ExmPageView *self)
{
  const char *text = NULL;

  if (self->is_cut)
    text = _ ("The page is very large; its beginning is shown");
  else if (self->found.truncated)
    text = _ ("The page is very long; not all of its lines are marked");
  gtk_label_set_text (self->note, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (self->note), text != NULL);
}

static void
set_zoom (ExmPageView *self, double zoom)
{
  GVariantDict arguments;

  self->zoom = zoom;
  webkit_web_view_set_zoom_level (web_view (self), zoom);
  g_variant_dict_init (&arguments, NULL);
  g_variant_dict_insert (&arguments, "zoom", "d", zoom);
  exm_page_script_call (web_view (self), "exemplar.setZoom(zoom)",
                        g_variant_dict_end (&arguments), self->cancellable, NULL, NULL);
}

static void
fit_to_natural_width (ExmPageView *self)
{
  double width = gtk_widget_get_width (GTK_WIDGET (self->web));

  self->fitted_width = (guint) width;
  set_zoom (self, self->natural_width > 0
                      ? CLAMP (width / self->natural_width, MIN_ZOOM, 1.0)
                      : 1.0);
}

static void
on_measured (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmPageView) self = data;
  g_autofree char *width
      = exm_page_script_call_finish (WEBKIT_WEB_VIEW (source), result, NULL);

  if (width == NULL || (gpointer) self->web != (gpointer) source)
    return;
  self->natural_width
      = MAX ((guint) g_ascii_strtoull (width, NULL, 10), MIN_LAYOUT_WIDTH);
  fit_to_natural_width (self);
}

/* A page that had to be made smaller has a width of its own; one that had not has to be
 * asked again, which only a view that is not wider than its layout can answer. */
void
exm_page_view_fit (ExmPageView *self)
{
  if (self->state != EXM_PAGE_VIEW_LOADED || self->web == NULL
      || gtk_widget_get_width (GTK_WIDGET (self->web)) <= 0)
    return;
  if (!self->zoom_fit)
    {
      set_zoom (self, 1.0);
      return;
    }
  if (self->zoom < 1.0 && self->natural_width > 0)
    fit_to_natural_width (self);
  else
    exm_page_script_call (web_view (self), "return exemplar.measure()", NULL,
                          self->cancellable, on_measured, g_object_ref (self));
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
  exm_page_view_set_state (self, EXM_PAGE_VIEW_LOADED);
  exm_page_marks_send (&self->marks, web_view (self), self->cancellable);
  exm_block_marks_send (&self->blocks, web_view (self), self->cancellable);
  exm_page_view_send_links (self);
  exm_page_view_fit (self);
  exm_page_view_emit_loaded (self);
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

/* What ended may be the load of the page before, which this one cut off. */
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
    exm_page_view_take_message (self, words);
}

/* The page is laid out for a desktop from the start, so that it does not jump when its
 * own width is known. */
static double
get_first_zoom (ExmPageView *self)
{
  int width = gtk_widget_get_width (GTK_WIDGET (self));

  return self->zoom_fit && width > 0
             ? CLAMP ((double) width / MIN_LAYOUT_WIDTH, MIN_ZOOM, 1.0)
             : 1.0;
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
  return g_byte_array_free_to_bytes (shown);
}

static void
show_source (ExmPageView *self)
{
  self->load_number++;
  g_autoptr (GBytes) shown = make_shown (self);

  self->zoom = get_first_zoom (self);
  webkit_web_view_set_zoom_level (web_view (self), self->zoom);
  self->deadline_source = g_timeout_add_seconds (LOAD_SECONDS, on_load_deadline, self);
  gtk_stack_set_visible_child_name (self->stack, "page");
  exm_guarded_view_show (self->web, shown, self->base_url);
}

void
exm_page_view_name_web (ExmPageView *self)
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
  exm_page_view_name_web (self);
  show_source (self);
}

void
exm_page_view_begin (ExmPageView *self)
{
  stop_load (self);
  self->natural_width = 0;
  self->found = (ExmPageScriptFound){ 0 };
  g_clear_pointer (&self->picked, g_free);
  exm_page_links_forget (&self->links);
  gtk_widget_set_visible (GTK_WIDGET (self->note), FALSE);
  if (self->page == NULL)
    {
      exm_page_view_drop_web (self);
      gtk_stack_set_visible_child_name (self->stack, "empty");
      exm_page_view_set_state (self, EXM_PAGE_VIEW_EMPTY);
      return;
    }
  exm_page_view_set_state (self, EXM_PAGE_VIEW_LOADING);
  if (self->web != NULL)
    show_source (self);
  else
    exm_guarded_view_new_async (self->load_images ? self->image_proxy : NULL,
                                self->cancellable, on_view_made, g_object_ref (self));
}
