/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What the files of ExmAnalysis share. */

#pragma once

#include "app/analysis/exm-analysis-edits.h"
#include "app/analysis/exm-analysis-job.h"

G_BEGIN_DECLS

#define MAX_WINDOW 256u
#define EXM_METHOD_LITERAL "exemplar-literal"
#define MAX_SENSITIVITY 3.0

struct _ExmAnalysis
{
  GObject parent_instance;

  ExmEngine *engine;               /* (owned) */
  GPtrArray *examples;             /* (owned) (element-type ExmAnalysisPage) */
  ExmAnalysisPage *target;         /* (owned) (nullable) */
  ExmAnalysisPage *sibling;        /* (owned) (nullable): see ..._set_target_sibling() */
  ExmPrepared *compared;           /* (owned) (nullable): with which @result was made */
  GArray *labels;                  /* (owned) (nullable): of the target, not taken yet */
  ExmBias *bias;                   /* (owned) (nullable): of the target's task */
  ExmSiteStat *site;               /* (owned) (nullable): the same */
  GCancellable *cancellable;       /* (owned) (nullable): of the last request */
  GCancellable *chart_cancellable; /* (owned) (nullable): while a chart is made */
  ExmChartData *chart;             /* (owned) (nullable) */
  ExmCurvesPair *pair;             /* (owned) (nullable): the last that was drawn */
  ExmChartSpan seen;               /* what the chart shows of the target */
  ExmResult *result;               /* (owned) (nullable) */
  ExmMetadata *metadata;           /* (owned) (nullable) */
  GPtrArray *example_results;      /* (owned) (nullable) (element-type ExmResult) */
  ExmEdits *edits;                 /* (owned) */
  ExmShown shown;                  /* (owned): its fields */
  GPtrArray *undo;                 /* (owned) (element-type Step) */
  GPtrArray *redo;                 /* (owned) (element-type Step) */
  char *method;                    /* (owned) (nullable) */
  char *parameters;                /* (owned) (nullable): of the method */
  GPtrArray *models;               /* (owned) (nullable): of the task; not changed */
  ExmChartLanes *lanes;            /* (owned) (nullable): see exm_analysis_set_lanes() */
  ExmShownBlocks *blocks;          /* (owned) */
  char *message;                   /* (owned) (nullable) */
  char *body_text;                 /* (owned) (nullable): made when asked for */
  ExmAnalysisState state;
  ExmAnalysisPlace place;
  ExmRegionEffect effect;
  gboolean effect_known; /* the result came of a change of a region */
  double sensitivity;
  guint window;
  guint preview_head;
  guint preview_tail;
  guint hover_line;
  guint current_line;
  gboolean busy;
  gboolean literal;
  gboolean force;
  gboolean region_changed;
};

/* Starts the work anew with what is there now; a request under way is cancelled. */
void exm_analysis_restart (ExmAnalysis *self);

/* Makes what the chart draws of the result. */
void exm_analysis_restart_chart (ExmAnalysis *self);
void exm_analysis_stop_chart (ExmAnalysis *self);

/* Puts edits and result together again. */
void exm_analysis_update_shown (ExmAnalysis *self);

/* Forgets what was made of the pages before. */
void exm_analysis_forget_result (ExmAnalysis *self);

void exm_analysis_emit_changed (ExmAnalysis *self);
void exm_analysis_emit_chart_changed (ExmAnalysis *self);
void exm_analysis_emit_lanes_changed (ExmAnalysis *self);
void exm_analysis_emit_pages_changed (ExmAnalysis *self);
void exm_analysis_emit_labels_changed (ExmAnalysis *self);
void exm_analysis_emit_edited (ExmAnalysis *self, const char *words);
void exm_analysis_notify_undo (ExmAnalysis *self);

/* Forgets what was said of the target, and of the @examples too. */
void exm_analysis_forget_edits (ExmAnalysis *self, gboolean examples);

void exm_analysis_step_free (gpointer step);

/* Whether the method that was set is the one that goes by literal curves. */
gboolean exm_analysis_is_method_literal (ExmAnalysis *self);

G_END_DECLS
