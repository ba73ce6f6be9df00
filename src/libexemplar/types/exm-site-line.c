/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-model"

#include "config.h"

#include "types/exm-site-line.h"

#include "base/exm-array.h"

#include <string.h>

static const char *const ruling_names[] = {
  [EXM_LINE_LABEL_AUTO] = "none",
  [EXM_LINE_LABEL_BODY] = "body",
  [EXM_LINE_LABEL_NOISE] = "noise",
};

static char *
cut_text (const char *text, gsize n_bytes)
{
  const char *end = text;

  for (guint i = 0; i < EXM_SITE_LINE_CHARS && end < text + n_bytes; i++)
    end = g_utf8_next_char (end);
  return g_strndup (text, MIN ((gsize) (end - text), n_bytes));
}

ExmSiteLine *
exm_site_line_new (guint64 key, const char *text, gsize n_bytes)
{
  ExmSiteLine *self = g_atomic_rc_box_new0 (ExmSiteLine);

  self->key = key;
  self->text = text != NULL ? cut_text (text, n_bytes) : NULL;
  return self;
}

ExmSiteLine *
exm_site_line_ref (ExmSiteLine *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear_line (gpointer data)
{
  ExmSiteLine *self = data;

  g_free (self->text);
}

void
exm_site_line_unref (ExmSiteLine *self)
{
  g_atomic_rc_box_release_full (self, clear_line);
}

GArray *
exm_site_line_list_keys (const ExmPageText *page)
{
  guint n_lines;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);
  GArray *keys = g_array_new (FALSE, FALSE, sizeof (guint64));
  guint n = 0;

  for (guint i = 0; i < n_lines; i++)
    if ((lines[i].flags & EXM_LINE_FLAGGED) == 0)
      g_array_append_val (keys, lines[i].key);
  exm_array_sort_uint64 ((guint64 *) (void *) keys->data, keys->len);
  for (guint i = 0; i < keys->len; i++)
    if (n == 0
        || g_array_index (keys, guint64, n - 1) != g_array_index (keys, guint64, i))
      g_array_index (keys, guint64, n++) = g_array_index (keys, guint64, i);
  g_array_set_size (keys, MIN (n, EXM_SITE_LINE_MAX));
  return keys;
}

GPtrArray *
exm_site_line_list (const ExmPageText *page)
{
  guint n_lines, at;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);
  g_autoptr (GArray) keys = exm_site_line_list_keys (page);
  GPtrArray *list = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_site_line_unref);

  g_ptr_array_set_size (list, (int) keys->len);
  for (guint i = 0; i < n_lines; i++)
    if ((lines[i].flags & EXM_LINE_FLAGGED) == 0
        && g_array_binary_search (keys, &lines[i].key, exm_array_compare_uint64, &at)
        && list->pdata[at] == NULL)
      list->pdata[at] = exm_site_line_new (lines[i].key, exm_page_text_get_line (page, i),
                                           lines[i].n_bytes);
  return list;
}

const char *
exm_ruling_get_name (ExmLineLabel ruling)
{
  g_return_val_if_fail (ruling < G_N_ELEMENTS (ruling_names), "");
  return ruling_names[ruling];
}

gboolean
exm_ruling_from_name (const char *name, ExmLineLabel *ruling)
{
  for (guint i = 0; i < G_N_ELEMENTS (ruling_names); i++)
    if (strcmp (ruling_names[i], name) == 0)
      {
        *ruling = (ExmLineLabel) i;
        return TRUE;
      }
  return FALSE;
}
