/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Which pages an analysis looks at, and how. */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/analysis/exm-analysis-private.h"

/* Pages */

static void
set_line (ExmAnalysis *self, guint *field, guint line, const char *property)
{
  if (*field == line)
    return;
  *field = line;
  g_object_notify (G_OBJECT (self), property);
}

static void
forget_lines (ExmAnalysis *self)
{
  set_line (self, &self->hover_line, EXM_NONE, "hover-line");
  set_line (self, &self->current_line, EXM_NONE, "current-line");
}

void
exm_analysis_clear (ExmAnalysis *self)
{
  g_return_if_fail (EXM_IS_ANALYSIS (self));

  gboolean had_pages = self->examples->len > 0 || self->target != NULL;
  g_ptr_array_set_size (self->examples, 0);
  g_clear_pointer (&self->target, exm_analysis_page_free);
  exm_analysis_forget_edits (self, TRUE);
  forget_lines (self);
  exm_analysis_restart (self);
  if (had_pages)
    exm_analysis_emit_pages_changed (self);
}

void
exm_analysis_set_example (ExmAnalysis *self,
                          GBytes *bytes,
                          const ExmPageHints *hints,
                          const char *region_text)
{
  g_return_if_fail (EXM_IS_ANALYSIS (self));

  g_ptr_array_set_size (self->examples, 0);
  exm_analysis_forget_edits (self, TRUE);
  exm_analysis_forget_result (self);
  exm_analysis_add_example (self, bytes, hints, region_text);
}

void
exm_analysis_add_example (ExmAnalysis *self,
                          GBytes *bytes,
                          const ExmPageHints *hints,
                          const char *region_text)
{
  static const ExmRegionEdit none = { FALSE, NULL };
  g_return_if_fail (EXM_IS_ANALYSIS (self));

  g_ptr_array_add (self->examples, exm_analysis_page_new (bytes, hints, region_text));
  g_array_append_val (self->edits->regions, none);
  exm_analysis_restart (self);
}

void
exm_analysis_set_target (ExmAnalysis *self, GBytes *bytes, const ExmPageHints *hints)
{
  g_return_if_fail (EXM_IS_ANALYSIS (self));

  g_clear_pointer (&self->target, exm_analysis_page_free);
  g_clear_pointer (&self->labels, g_array_unref);
  g_clear_pointer (&self->bias, exm_bias_unref);
  g_clear_pointer (&self->site, exm_site_stat_unref);
  g_clear_pointer (&self->sibling, exm_analysis_page_free);
  if (bytes != NULL)
    self->target = exm_analysis_page_new (bytes, hints, NULL);
  exm_analysis_forget_edits (self, FALSE);
  forget_lines (self);
  exm_analysis_forget_result (self);
  exm_analysis_set_force (self, FALSE);
  exm_analysis_restart (self);
  if (bytes == NULL)
    exm_analysis_emit_pages_changed (self);
}

void
exm_analysis_set_target_lore (ExmAnalysis *self,
                              const GArray *labels,
                              ExmBias *bias,
                              ExmSiteStat *site)
{
  g_return_if_fail (EXM_IS_ANALYSIS (self));

  g_clear_pointer (&self->labels, g_array_unref);
  self->labels = labels != NULL ? g_array_copy ((GArray *) labels) : NULL;
  g_clear_pointer (&self->bias, exm_bias_unref);
  self->bias = bias != NULL ? exm_bias_ref (bias) : NULL;
  g_clear_pointer (&self->site, exm_site_stat_unref);
  self->site = site != NULL ? exm_site_stat_ref (site) : NULL;
  exm_analysis_restart (self);
}

void
exm_analysis_set_target_sibling (ExmAnalysis *self, GBytes *bytes, const char *url)
{
  const ExmPageHints hints = { .url = url };
  g_return_if_fail (EXM_IS_ANALYSIS (self));

  if (bytes == NULL && self->sibling == NULL)
    return;
  g_clear_pointer (&self->sibling, exm_analysis_page_free);
  if (bytes != NULL)
    self->sibling = exm_analysis_page_new (bytes, &hints, NULL);
  exm_analysis_restart (self);
}

static void
set_charset (ExmAnalysis *self, ExmAnalysisPage *page, const char *charset)
{
  if (page == NULL || g_strcmp0 (page->charset, charset) == 0)
    return;
  g_free (page->charset);
  page->charset = g_strdup (charset);
  g_clear_pointer (&page->prepared, exm_prepared_unref);
  exm_analysis_forget_edits (self, FALSE);
  forget_lines (self);
  exm_analysis_forget_result (self);
  exm_analysis_restart (self);
}

static ExmAnalysisPage *
get_example (ExmAnalysis *self, guint index)
{
  return index < self->examples->len ? g_ptr_array_index (self->examples, index) : NULL;
}

void
exm_analysis_set_example_charset (ExmAnalysis *self, guint index, const char *charset)
{
  g_return_if_fail (EXM_IS_ANALYSIS (self));

  set_charset (self, get_example (self, index), charset);
}

void
exm_analysis_set_target_charset (ExmAnalysis *self, const char *charset)
{
  g_return_if_fail (EXM_IS_ANALYSIS (self));

  set_charset (self, self->target, charset);
}

/* Settings */

gboolean
exm_analysis_is_method_literal (ExmAnalysis *self)
{
  return g_strcmp0 (self->method, EXM_METHOD_LITERAL) == 0;
}

void
exm_analysis_set_method (ExmAnalysis *self, const char *method, const char *parameters)
{
  g_return_if_fail (EXM_IS_ANALYSIS (self));

  if (g_strcmp0 (self->method, method) != 0
      || g_strcmp0 (self->parameters, parameters) != 0)
    {
      g_autofree char *old_method = self->method, *old_parameters = self->parameters;
      self->method = g_strdup (method);
      self->parameters = g_strdup (parameters);
      exm_analysis_restart (self);
    }
  exm_analysis_set_literal (self, exm_analysis_is_method_literal (self));
}

static gboolean
are_same_texts (const GPtrArray *a, const GPtrArray *b)
{
  guint n_a = a != NULL ? a->len : 0, n_b = b != NULL ? b->len : 0;
  gboolean same = n_a == n_b;

  for (guint i = 0; same && i < n_a; i++)
    same = g_str_equal (g_ptr_array_index (a, i), g_ptr_array_index (b, i));
  return same;
}

void
exm_analysis_set_models (ExmAnalysis *self, const GPtrArray *models)
{
  g_return_if_fail (EXM_IS_ANALYSIS (self));

  if (are_same_texts (self->models, models))
    return;
  /* Jobs that go on hold on to the old ones. */
  g_clear_pointer (&self->models, g_ptr_array_unref);
  self->models = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; models != NULL && i < models->len; i++)
    g_ptr_array_add (self->models, g_strdup (g_ptr_array_index (models, i)));
  exm_analysis_restart (self);
}

void
exm_analysis_set_lanes (ExmAnalysis *self, ExmChartLanes *lanes)
{
  g_return_if_fail (EXM_IS_ANALYSIS (self));

  if (self->lanes == lanes)
    return;
  if (lanes != NULL)
    exm_chart_lanes_ref (lanes);
  g_clear_pointer (&self->lanes, exm_chart_lanes_unref);
  self->lanes = lanes;
  exm_analysis_emit_lanes_changed (self);
}

void
exm_analysis_set_window (ExmAnalysis *self, guint window)
{
  g_return_if_fail (EXM_IS_ANALYSIS (self));

  window = CLAMP (window, 1, MAX_WINDOW);
  if (self->window == window)
    return;
  self->window = window;
  /* The curves follow the hand at once. The tracked method decides by its own windows,
   * the literal one by these, and its result comes when it is there. */
  exm_analysis_restart_chart (self);
  if (self->literal)
    exm_analysis_restart (self);
  g_object_notify (G_OBJECT (self), "window");
}

void
exm_analysis_set_literal (ExmAnalysis *self, gboolean literal)
{
  g_return_if_fail (EXM_IS_ANALYSIS (self));

  if (self->literal == !!literal)
    return;
  self->literal = !!literal;
  exm_analysis_restart (self);
  g_object_notify (G_OBJECT (self), "literal");
}

void
exm_analysis_set_sensitivity (ExmAnalysis *self, double sensitivity)
{
  g_return_if_fail (EXM_IS_ANALYSIS (self));

  sensitivity = CLAMP (sensitivity, -MAX_SENSITIVITY, MAX_SENSITIVITY);
  if (self->sensitivity == sensitivity)
    return;
  self->sensitivity = sensitivity;
  exm_analysis_restart (self);
  g_object_notify (G_OBJECT (self), "sensitivity");
}

void
exm_analysis_set_force (ExmAnalysis *self, gboolean force)
{
  g_return_if_fail (EXM_IS_ANALYSIS (self));

  if (self->force == !!force)
    return;
  self->force = !!force;
  if (self->result != NULL)
    {
      exm_analysis_update_shown (self);
      exm_analysis_emit_changed (self);
    }
  g_object_notify (G_OBJECT (self), "force");
}

void
exm_analysis_set_hover_line (ExmAnalysis *self, guint line)
{
  g_return_if_fail (EXM_IS_ANALYSIS (self));

  set_line (self, &self->hover_line, line, "hover-line");
}

void
exm_analysis_set_current_line (ExmAnalysis *self, guint line)
{
  g_return_if_fail (EXM_IS_ANALYSIS (self));

  set_line (self, &self->current_line, line, "current-line");
}
