/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Model of the workbench: example pages, a target page, the extraction and its reasons,
 * and the operator's corrections. It has no widgets: page views, chart, inspector and
 * verdict row look at one analysis and so always show the same lines.
 *
 * Main thread only; work that takes time runs on GLib's task pool, and a newer request
 * cancels the older one. */

#pragma once

#include "app/analysis/exm-analysis-job.h"
#include "app/analysis/exm-view-state.h"
#include "app/chart/exm-chart-data.h"

G_BEGIN_DECLS

typedef enum
{
  EXM_ANALYSIS_EMPTY,   /* no page at all */
  EXM_ANALYSIS_LOADING, /* pages, but nothing known of them yet */
  EXM_ANALYSIS_READY,   /* the last request was answered */
  EXM_ANALYSIS_FAILED,  /* it could not be; see exm_analysis_get_message() */
} ExmAnalysisState;

/* Properties: "state", "busy" (a request is under way), "window" (width of the windows
 * that are drawn, and of those that the literal method compares; 1 … 256), "literal",
 * "sensitivity"; "can-undo".
 *
 * Signals: "pages-changed" (an example or the target is another page, or was read anew),
 * "changed" (there is another result, or none), "boundaries-changed" (head, tail,
 * verdicts or labels are others; comes with "changed" too, and while a flag is dragged),
 * "chart-changed" (exm_analysis_get_chart_data()), "labels-changed" (the operator
 * corrects lines of the target, or takes it back: exm_analysis_list_labels()), "edited"
 * (const char *words: the operator changed something that exm_analysis_undo() takes
 * back). */
#define EXM_TYPE_ANALYSIS (exm_analysis_get_type ())
G_DECLARE_FINAL_TYPE (ExmAnalysis, exm_analysis, EXM, ANALYSIS, GObject)

/**
 * exm_analysis_new:
 * @engine: does the work; kept
 *
 * Returns: (transfer full): an analysis without pages
 */
ExmAnalysis *exm_analysis_new (ExmEngine *engine);

/**
 * exm_analysis_clear:
 *
 * Forgets all pages and all edits.
 */
void exm_analysis_clear (ExmAnalysis *self);

/* Pages */

/**
 * exm_analysis_set_example:
 * @bytes: the page as it came
 * @hints: (nullable): address and encoding; copied
 * @region_text: (nullable): the body that is marked on it, as text
 *
 * Makes it the only example. Edits are forgotten.
 */
void exm_analysis_set_example (ExmAnalysis *self,
                               GBytes *bytes,
                               const ExmPageHints *hints,
                               const char *region_text);

/**
 * exm_analysis_add_example:
 *
 * As exm_analysis_set_example(), beside those there are.
 */
void exm_analysis_add_example (ExmAnalysis *self,
                               GBytes *bytes,
                               const ExmPageHints *hints,
                               const char *region_text);

/**
 * exm_analysis_set_target:
 * @bytes: (nullable): the page as it came; %NULL takes the target away
 * @hints: (nullable): address and encoding; copied
 *
 * Edits of the target before are forgotten, those of the examples are kept.
 */
void
exm_analysis_set_target (ExmAnalysis *self, GBytes *bytes, const ExmPageHints *hints);

/**
 * exm_analysis_set_target_lore:
 * @labels: (nullable) (element-type ExmLabel): what was said of the target before; shown
 *   as if it had just been said, without a way back
 * @bias: (nullable): see #ExmMethodInput
 * @site: (nullable): the same
 *
 * To be called next after exm_analysis_set_target().
 */
void exm_analysis_set_target_lore (ExmAnalysis *self,
                                   const GArray *labels,
                                   ExmBias *bias,
                                   ExmSiteStat *site);

/**
 * exm_analysis_set_target_sibling:
 * @bytes: (nullable): another page of the section
 * @url: (nullable): where it came from
 *
 * Sets the page to compare the target with where it is the example's own, and no body is
 * marked on that. To be called next after exm_analysis_set_target_lore().
 */
void exm_analysis_set_target_sibling (ExmAnalysis *self, GBytes *bytes, const char *url);

/**
 * exm_analysis_list_labels:
 *
 * Returns: (transfer full) (nullable) (element-type ExmLabel): what the operator says of
 *   the target, in the form that is stored; %NULL while there is no target
 */
GArray *exm_analysis_list_labels (ExmAnalysis *self);
/* As exm_analysis_list_labels(), of lines alone, which holds for other versions of the
 * page too. */
GArray *exm_analysis_list_line_labels (ExmAnalysis *self);

/**
 * exm_analysis_set_example_charset:
 * @index: which example
 * @charset: (nullable): the encoding that the operator chose, %NULL for what is found
 */
void
exm_analysis_set_example_charset (ExmAnalysis *self, guint index, const char *charset);
void exm_analysis_set_target_charset (ExmAnalysis *self, const char *charset);

/* Returns: (transfer none): pages and settings as they are; valid until they change */
const ExmAnalysisInput *exm_analysis_get_input (ExmAnalysis *self);

guint exm_analysis_get_n_examples (ExmAnalysis *self);

/**
 * exm_analysis_get_example_page:
 * @index: which example
 *
 * Returns: (transfer none) (nullable): its page text; %NULL until it was read
 */
ExmPageText *exm_analysis_get_example_page (ExmAnalysis *self, guint index);
ExmPageText *exm_analysis_get_page (ExmAnalysis *self);

/* Returns: (transfer none) (nullable): the address that it was given with */
const char *exm_analysis_get_target_url (ExmAnalysis *self);
/* Returns: (transfer none) (nullable): the page as it came */
GBytes *exm_analysis_get_target_bytes (ExmAnalysis *self);

/* Settings */

/**
 * exm_analysis_set_method:
 * @method: (nullable): that of the task; %NULL for the default. "exemplar-literal" sets
 *   the property "literal", the others take it back
 * @parameters: (nullable): see #ExmExtractOptions
 */
void
exm_analysis_set_method (ExmAnalysis *self, const char *method, const char *parameters);
/* Returns: (transfer none): as it was set, by its name */
const char *exm_analysis_get_method (ExmAnalysis *self);

/**
 * exm_analysis_set_models:
 * @models: (nullable) (element-type utf8): the task's own; see exm_method_model_find().
 *   Copied. One that cannot be used leaves its method to the program's
 */
void exm_analysis_set_models (ExmAnalysis *self, const GPtrArray *models);

void exm_analysis_set_literal (ExmAnalysis *self, gboolean literal);
void exm_analysis_set_sensitivity (ExmAnalysis *self, double sensitivity);

/**
 * exm_analysis_set_force:
 * @force: whether to show a body even if the target does not fit the example
 *
 * Taken back by the next target.
 */
void exm_analysis_set_force (ExmAnalysis *self, gboolean force);
gboolean exm_analysis_get_force (ExmAnalysis *self);

/* Output */

ExmAnalysisState exm_analysis_get_state (ExmAnalysis *self);
gboolean exm_analysis_get_busy (ExmAnalysis *self);

/**
 * exm_analysis_get_message:
 * @place: (out) (optional): which page it is about
 *
 * Returns: (transfer none) (nullable): why the last request failed
 */
const char *exm_analysis_get_message (ExmAnalysis *self, ExmAnalysisPlace *place);

/**
 * exm_analysis_get_result:
 *
 * Returns: (transfer none) (nullable): the method's result, with every lane and without
 *   corrections
 */
ExmResult *exm_analysis_get_result (ExmAnalysis *self);

/**
 * exm_analysis_get_chart_data:
 *
 * Returns: (transfer none) (nullable): what the chart draws; may be that of the page
 *   before while exm_analysis_get_chart_busy()
 */
ExmChartData *exm_analysis_get_chart_data (ExmAnalysis *self);
gboolean exm_analysis_get_chart_busy (ExmAnalysis *self);

/**
 * exm_analysis_set_chart_seen:
 * @begin: first character that the chart shows
 * @end: one past the last
 *
 * Tracked curves of a long page come first for this part, then for all of it, with
 * exm_analysis_get_chart_busy() in between.
 */
void exm_analysis_set_chart_seen (ExmAnalysis *self, double begin, double end);

/* Returns: (transfer none): the state that its views share; always the same object */
ExmViewState *exm_analysis_get_view (ExmAnalysis *self);

/**
 * exm_analysis_get_example_result:
 *
 * Returns: (transfer none) (nullable): extraction of the example at @index by the
 *   target
 */
ExmResult *exm_analysis_get_example_result (ExmAnalysis *self, guint index);

/**
 * exm_analysis_get_metadata:
 *
 * Returns: (transfer none) (nullable): title, date … of the target
 */
ExmMetadata *exm_analysis_get_metadata (ExmAnalysis *self);

/**
 * exm_analysis_get_verdicts:
 * @n: (out): number of lines of the target, 0 without a result
 *
 * Returns: (transfer none): an #ExmVerdict a line: the result with the operator's edits;
 *   all dropped if the target does not fit. Valid until the next "boundaries-changed".
 */
const guint8 *exm_analysis_get_verdicts (ExmAnalysis *self, guint *n);

/**
 * exm_analysis_get_head:
 *
 * Returns: first line of the body with the operator's edits, %EXM_NONE if there is none
 */
guint exm_analysis_get_head (ExmAnalysis *self);
guint exm_analysis_get_tail (ExmAnalysis *self);

/**
 * exm_analysis_get_example_verdicts:
 * @index: which example
 * @n: (out): lines of that page, 0 if nothing is known
 *
 * Returns: (transfer none): an #ExmVerdict a line: extraction of the example by the
 * target
 */
const guint8 *
exm_analysis_get_example_verdicts (ExmAnalysis *self, guint index, guint *n);

/**
 * exm_analysis_get_body_text:
 *
 * Returns: (transfer none): the kept lines, a line each; "" if there are none
 */
const char *exm_analysis_get_body_text (ExmAnalysis *self);

/**
 * exm_analysis_count_body:
 * @n_lines: (out) (optional): kept lines
 * @n_chars: (out) (optional): characters in them, with the breaks between them
 */
void exm_analysis_count_body (ExmAnalysis *self, guint *n_lines, guint *n_chars);

/**
 * exm_analysis_get_fits:
 *
 * Returns: whether the target looks like the example; %TRUE while nothing is known
 */
gboolean exm_analysis_get_fits (ExmAnalysis *self);

/**
 * exm_analysis_get_confidence:
 *
 * Returns: 0 … 1, -1 while nothing is known
 */
double exm_analysis_get_confidence (ExmAnalysis *self);
ExmSureness exm_analysis_get_sureness (ExmAnalysis *self);

/**
 * exm_analysis_dup_why:
 *
 * Returns: (transfer full): the sureness in words, as "94% same layout"; "" if nothing is
 *   known
 */
char *exm_analysis_dup_why (ExmAnalysis *self);

/**
 * exm_analysis_dup_reasons:
 * @line: a line of the target
 *
 * Returns: (transfer full) (array zero-terminated=1): why it has its verdict, translated,
 *   the weightiest first
 */
char **exm_analysis_dup_reasons (ExmAnalysis *self, guint line);

/**
 * exm_analysis_find_in_example:
 * @line: a line of the target
 *
 * Returns: the same line on the first example, %EXM_NONE if it is not there; O(lines)
 */
guint exm_analysis_find_in_example (ExmAnalysis *self, guint line);

/**
 * exm_analysis_find_in_target:
 * @line: a line of the first example
 *
 * Returns: the same line on the target, %EXM_NONE if it is not there; O(lines)
 */
guint exm_analysis_find_in_target (ExmAnalysis *self, guint line);

/* Corrections */

/**
 * exm_analysis_set_region_lines:
 * @inside: (array length=n_inside): non-zero for each line of its body; lines between may
 *   be left out
 *
 * Does nothing if no line is inside: see exm_analysis_clear_region().
 */
void exm_analysis_set_region_lines (ExmAnalysis *self,
                                    guint index,
                                    const guint8 *inside,
                                    guint n_inside);
void exm_analysis_clear_region (ExmAnalysis *self, guint index);

/**
 * exm_analysis_dup_region_lines:
 *
 * Returns: (transfer full) (nullable): non-zero for each line of the example that is
 *   marked, %NULL if nothing is
 */
guint8 *exm_analysis_dup_region_lines (ExmAnalysis *self, guint index);

/**
 * exm_analysis_get_region:
 * @first: (out): first line marked
 * @last: (out): last line marked
 *
 * Returns: %FALSE, and neither set, if nothing is marked on the example
 */
gboolean
exm_analysis_get_region (ExmAnalysis *self, guint index, guint *first, guint *last);

/**
 * exm_analysis_dup_region_text:
 *
 * Returns: (transfer full) (nullable): what is marked on the example, as a task keeps it
 */
char *exm_analysis_dup_region_text (ExmAnalysis *self, guint index);

/**
 * ExmRegionEffect:
 * @before: confidence before
 * @head: first line of the target's body before, %EXM_NONE if it had none
 * @tail: the last one
 * @n_added: lines of the target that came in
 * @n_removed: lines that went
 *
 * Effect of the last change of a region on the target.
 */
typedef struct
{
  double before;
  guint head;
  guint tail;
  guint n_added;
  guint n_removed;
} ExmRegionEffect;

/**
 * exm_analysis_get_region_effect:
 * @effect: (out): what it did
 *
 * Returns: %FALSE, and nothing set, unless the current result came of such a change
 */
gboolean exm_analysis_get_region_effect (ExmAnalysis *self, ExmRegionEffect *effect);

/**
 * exm_analysis_preview_boundary:
 * @tail: the end, not the start
 * @line: where it is dragged to; %EXM_NONE gives the drag up
 *
 * Shows what exm_analysis_set_boundary() would do. Cost: O(lines).
 */
void exm_analysis_preview_boundary (ExmAnalysis *self, gboolean tail, guint line);

/**
 * exm_analysis_set_boundary:
 * @tail: the end, not the start
 * @line: where the operator wants it; %EXM_NONE: where the method has it
 *
 * A start behind the end takes the end along, and the other way round.
 */
void exm_analysis_set_boundary (ExmAnalysis *self, gboolean tail, guint line);

/**
 * exm_analysis_set_line_label:
 *
 * A line outside that is marked as body moves the nearer boundary to it; what lies
 * between is trimmed.
 */
void exm_analysis_set_line_label (ExmAnalysis *self, guint line, ExmLineLabel label);
ExmLineLabel exm_analysis_get_line_label (ExmAnalysis *self, guint line);

/* Returns: whether what is said of the pages differs from what was said when they came:
 * what was taken back does not, whether by Undo or by saying the contrary */
gboolean exm_analysis_is_edited (ExmAnalysis *self);
gboolean exm_analysis_can_undo (ExmAnalysis *self);
gboolean exm_analysis_can_redo (ExmAnalysis *self);

/**
 * exm_analysis_get_undo_words:
 *
 * Returns: (transfer none) (nullable): what exm_analysis_undo() would take back, as
 *   "Start moved 3 lines up"
 */
const char *exm_analysis_get_undo_words (ExmAnalysis *self);
void exm_analysis_undo (ExmAnalysis *self);
void exm_analysis_redo (ExmAnalysis *self);

/**
 * exm_analysis_unbind:
 * @analysis: (inout) (nullable): reference that is dropped
 * @user: whose handlers are disconnected, of the analysis and of its view state
 */
void exm_analysis_unbind (ExmAnalysis **analysis, gpointer user);

/**
 * exm_analysis_make_job:
 *
 * Returns: (transfer full): the pages of an analysis and its settings as they are now
 */
ExmAnalysisJob *exm_analysis_make_job (ExmAnalysis *self);

G_END_DECLS
