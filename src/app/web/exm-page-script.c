/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/web/exm-page-script.h"

#include "app/web/exm-guarded-view.h"
#include "app/web/exm-page-view-resources.h"
#include "html/exm-tag.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define RESOURCES "/io/github/exemplar_workbench/Exemplar/web/"

/* One part of the lines: what the main loop hands over at a time. */
#define PART_LINES 2000u
#define PART_BYTES (256u * 1024u)
/* Bytes of a line that are compared; the script knows the same limit in characters. */
#define MAX_KEY_BYTES 1200u

#define SEARCH_MS 5000.0

static void
register_resources (void)
{
  static gboolean registered;

  if (!registered)
    exm_page_view_register_resource ();
  registered = TRUE;
}

static void
add_script (WebKitUserContentManager *manager, const char *name)
{
  g_autofree char *path = g_strconcat (RESOURCES, name, NULL);
  g_autoptr (GBytes) bytes
      = g_resources_lookup_data (path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  g_return_if_fail (bytes != NULL);
  g_autoptr (WebKitUserScript) script = webkit_user_script_new_for_world (
      g_bytes_get_data (bytes, NULL), WEBKIT_USER_CONTENT_INJECT_TOP_FRAME,
      WEBKIT_USER_SCRIPT_INJECT_AT_DOCUMENT_START, EXM_SCRIPT_WORLD, NULL, NULL);

  webkit_user_content_manager_add_script (manager, script);
}

void
exm_page_script_add_style (WebKitWebView *view, const char *name)
{
  g_autofree char *path = g_strconcat (RESOURCES, name, NULL);

  register_resources ();
  g_autoptr (GBytes) style
      = g_resources_lookup_data (path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  g_return_if_fail (style != NULL);
  g_autoptr (WebKitUserStyleSheet) sheet = webkit_user_style_sheet_new (
      g_bytes_get_data (style, NULL), WEBKIT_USER_CONTENT_INJECT_TOP_FRAME,
      WEBKIT_USER_STYLE_LEVEL_USER, NULL, NULL);

  webkit_user_content_manager_add_style_sheet (
      webkit_web_view_get_user_content_manager (view), sheet);
}

void
exm_page_script_install (WebKitWebView *view)
{
  WebKitUserContentManager *manager = webkit_web_view_get_user_content_manager (view);

  exm_page_script_add_style (view, "exm-page-marks.css");
  webkit_user_content_manager_register_script_message_handler (manager, "exemplar",
                                                               EXM_SCRIPT_WORLD);
  add_script (manager, "exm-page-lines.js");
  add_script (manager, "exm-page-marks.js");
  add_script (manager, "exm-block-marks.js");
  add_script (manager, "exm-page-links.js");
  add_script (manager, "exm-page-pointer.js");
  add_script (manager, "exm-page-hidden.js");
  add_script (manager, "exm-page-styles.js");
}

void
exm_page_script_call (WebKitWebView *view,
                      const char *code,
                      GVariant *arguments,
                      GCancellable *cancellable,
                      GAsyncReadyCallback callback,
                      gpointer data)
{
  webkit_web_view_call_async_javascript_function (
      view, code, -1, arguments, EXM_SCRIPT_WORLD, NULL, cancellable, callback, data);
}

char *
exm_page_script_call_finish (WebKitWebView *view, GAsyncResult *result, GError **error)
{
  g_autoptr (JSCValue) value
      = webkit_web_view_call_async_javascript_function_finish (view, result, error);

  return value != NULL ? jsc_value_to_string (value) : NULL;
}

/* The element names of a class, as the reader of pages knows them. */
static char *
tags_of_class (ExmTagClass tag_class)
{
  GString *names = g_string_new (NULL);

  for (guint tag = 1; tag < EXM_N_TAGS; tag++)
    if (exm_tag_get_class ((ExmTag) tag) & tag_class)
      {
        if (names->len > 0)
          g_string_append_c (names, ' ');
        g_string_append (names, exm_tag_get_name ((ExmTag) tag));
      }
  return g_string_free (names, FALSE);
}

typedef struct
{
  ExmPageText *page; /* (owned) */
  guint next;        /* first line that is not handed over */
  ExmPageScriptFound found;
} Search;

static void
search_free (gpointer data)
{
  Search *self = data;

  exm_page_text_unref (self->page);
  g_free (self);
}

static void
append_key (GString *keys, const char *text, const ExmLine *line)
{
  /* No browser lays these out. */
  if (line->flags & (EXM_LINE_NOSCRIPT | EXM_LINE_TEMPLATE | EXM_LINE_UNSEEN))
    return;
  gsize n_bytes = line->n_bytes;
  if (n_bytes > MAX_KEY_BYTES)
    n_bytes = (gsize) (g_utf8_find_prev_char (text, text + MAX_KEY_BYTES) - text);
  g_string_append_len (keys, text, (gssize) n_bytes);
}

static char *
take_part (Search *self)
{
  guint n_lines;
  const ExmLine *lines = exm_page_text_get_lines (self->page, &n_lines);
  GString *keys = g_string_new (NULL);

  for (guint n = 0; self->next < n_lines && n < PART_LINES && keys->len < PART_BYTES; n++)
    {
      if (n > 0)
        g_string_append_c (keys, '\n');
      append_key (keys, exm_page_text_get_line (self->page, self->next),
                  &lines[self->next]);
      self->next++;
    }
  return g_string_free (keys, FALSE);
}

static void
on_found (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GError *error = NULL;
  Search *self = g_task_get_task_data (task);
  g_autofree char *words
      = exm_page_script_call_finish (WEBKIT_WEB_VIEW (source), result, &error);

  if (words == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  guint truncated = 0;
  if (sscanf (words, "%u %u %u", &self->found.n_lines, &self->found.n_found, &truncated)
      != 3)
    {
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                               _ ("The page's lines could not be found in its view"));
      return;
    }
  self->found.truncated = truncated != 0;
  g_task_return_boolean (task, TRUE);
}

static void
on_part_added (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GError *error = NULL;
  WebKitWebView *view = WEBKIT_WEB_VIEW (source);
  Search *self = g_task_get_task_data (task);
  GCancellable *cancellable = g_task_get_cancellable (task);
  GVariantDict arguments;
  guint n_lines;

  g_autofree char *done = exm_page_script_call_finish (view, result, &error);
  if (done == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  exm_page_text_get_lines (self->page, &n_lines);
  g_variant_dict_init (&arguments, NULL);
  if (self->next < n_lines)
    {
      g_autofree char *keys = take_part (self);
      g_variant_dict_insert (&arguments, "keys", "s", keys);
      exm_page_script_call (view, "exemplar.add(keys)", g_variant_dict_end (&arguments),
                            cancellable, on_part_added, g_steal_pointer (&task));
      return;
    }
  g_variant_dict_insert (&arguments, "budget", "d", SEARCH_MS);
  exm_page_script_call (view, "return exemplar.find(budget)",
                        g_variant_dict_end (&arguments), cancellable, on_found,
                        g_steal_pointer (&task));
}

void
exm_page_script_find_lines_async (WebKitWebView *view,
                                  ExmPageText *page,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer data)
{
  GTask *task = g_task_new (view, cancellable, callback, data);
  Search *self = g_new0 (Search, 1);
  g_autofree char *block = tags_of_class (EXM_TAG_BLOCK);
  g_autofree char *dropped = tags_of_class (EXM_TAG_DROPPED);
  GVariantDict arguments;

  self->page = exm_page_text_ref (page);
  g_task_set_source_tag (task, exm_page_script_find_lines_async);
  g_task_set_task_data (task, self, search_free);
  g_variant_dict_init (&arguments, NULL);
  g_variant_dict_insert (&arguments, "block", "s", block);
  g_variant_dict_insert (&arguments, "dropped", "s", dropped);
  exm_page_script_call (view, "exemplar.start(block, dropped)",
                        g_variant_dict_end (&arguments), cancellable, on_part_added,
                        task);
}

gboolean
exm_page_script_find_lines_finish (WebKitWebView *view,
                                   GAsyncResult *result,
                                   ExmPageScriptFound *found,
                                   GError **error)
{
  Search *self = g_task_get_task_data (G_TASK (result));

  *found = self->found;
  return g_task_propagate_boolean (G_TASK (result), error);
}
