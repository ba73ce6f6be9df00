/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "page/exm-further-page.h"

ExmFurtherPage *
exm_further_page_new (const char *url, const char *charset, GBytes *bytes)
{
  ExmFurtherPage *self = g_atomic_rc_box_new0 (ExmFurtherPage);

  self->url = g_strdup (url);
  self->charset = g_strdup (charset);
  self->bytes = g_bytes_ref (bytes);
  return self;
}

ExmFurtherPage *
exm_further_page_ref (ExmFurtherPage *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear (gpointer data)
{
  ExmFurtherPage *self = data;

  g_free (self->url);
  g_free (self->charset);
  g_bytes_unref (self->bytes);
}

void
exm_further_page_unref (ExmFurtherPage *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

GPtrArray *
exm_further_page_list_new (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) exm_further_page_unref);
}
