/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/analysis/exm-analysis-input.h"

ExmAnalysisPage *
exm_analysis_page_new (GBytes *bytes, const ExmPageHints *hints, const char *region_text)
{
  ExmAnalysisPage *page = g_new0 (ExmAnalysisPage, 1);

  page->bytes = g_bytes_ref (bytes);
  page->region_text = g_strdup (region_text);
  if (hints != NULL)
    {
      page->url = g_strdup (hints->url);
      page->http_charset = g_strdup (hints->http_charset);
      page->charset = g_strdup (hints->override_charset);
      page->further = hints->further != NULL
                          ? g_ptr_array_ref ((GPtrArray *) hints->further)
                          : NULL;
    }
  return page;
}

ExmPageHints
exm_analysis_page_get_hints (const ExmAnalysisPage *page)
{
  return (ExmPageHints){ .url = page->url,
                         .http_charset = page->http_charset,
                         .override_charset = page->charset,
                         .further = page->further };
}

static ExmAnalysisPage *
copy_page (const ExmAnalysisPage *page)
{
  const ExmPageHints hints = exm_analysis_page_get_hints (page);
  ExmAnalysisPage *copy = exm_analysis_page_new (page->bytes, &hints, page->region_text);

  copy->prepared = page->prepared != NULL ? exm_prepared_ref (page->prepared) : NULL;
  return copy;
}

void
exm_analysis_page_free (ExmAnalysisPage *page)
{
  g_bytes_unref (page->bytes);
  g_free (page->url);
  g_free (page->http_charset);
  g_free (page->charset);
  g_clear_pointer (&page->further, g_ptr_array_unref);
  g_free (page->region_text);
  g_clear_pointer (&page->prepared, exm_prepared_unref);
  g_free (page);
}

void
exm_analysis_input_init (ExmAnalysisInput *self)
{
  *self = (ExmAnalysisInput){
    .examples = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_analysis_page_free),
  };
}

void
exm_analysis_input_drop_target (ExmAnalysisInput *self)
{
  g_clear_pointer (&self->target, exm_analysis_page_free);
  g_clear_pointer (&self->sibling, exm_analysis_page_free);
  g_clear_pointer (&self->bias, exm_bias_unref);
  g_clear_pointer (&self->site, exm_site_stat_unref);
}

void
exm_analysis_input_clear (ExmAnalysisInput *self)
{
  exm_analysis_input_drop_target (self);
  g_ptr_array_unref (self->examples);
  g_free (self->method);
  g_free (self->parameters);
  g_clear_pointer (&self->models, g_ptr_array_unref);
}

void
exm_analysis_input_copy (const ExmAnalysisInput *self, ExmAnalysisInput *to)
{
  exm_analysis_input_init (to);
  for (guint i = 0; i < self->examples->len; i++)
    g_ptr_array_add (to->examples, copy_page (g_ptr_array_index (self->examples, i)));
  to->target = self->target != NULL ? copy_page (self->target) : NULL;
  to->sibling = self->sibling != NULL ? copy_page (self->sibling) : NULL;
  to->method = g_strdup (self->method);
  to->parameters = g_strdup (self->parameters);
  to->models = self->models != NULL ? g_ptr_array_ref (self->models) : NULL;
  to->bias = self->bias != NULL ? exm_bias_ref (self->bias) : NULL;
  to->site = self->site != NULL ? exm_site_stat_ref (self->site) : NULL;
  to->sensitivity = self->sensitivity;
  to->window = self->window;
}

static gboolean
take_page (ExmAnalysisPage *page, const ExmAnalysisPage *read)
{
  if (page == NULL || read == NULL || page->prepared != NULL || read->prepared == NULL)
    return FALSE;
  page->prepared = exm_prepared_ref (read->prepared);
  return TRUE;
}

gboolean
exm_analysis_input_take_pages (ExmAnalysisInput *self, const ExmAnalysisInput *read)
{
  gboolean changed = FALSE;

  for (guint i = 0; i < self->examples->len; i++)
    changed |= take_page (g_ptr_array_index (self->examples, i),
                          g_ptr_array_index (read->examples, i));
  changed |= take_page (self->target, read->target);
  take_page (self->sibling, read->sibling);
  return changed;
}
