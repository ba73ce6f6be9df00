/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What the files of the workbench share. */

#pragma once

#include "app/analysis/exm-bench-load.h"
#include "app/chart/exm-chart-panel.h"
#include "app/inspector/exm-inspector.h"
#include "app/review/exm-verdict-row.h"
#include "app/session/exm-batched-list-model.h"
#include "app/web/exm-page-pane.h"
#include "app/workbench/exm-copies-bar.h"
#include "app/workbench/exm-workbench-page.h"

G_BEGIN_DECLS

struct _ExmWorkbenchPage
{
  AdwBin parent_instance;

  ExmSession *session;         /* (owned) (nullable) */
  ExmAnalysis *analysis;       /* (owned) (nullable) */
  GtkSingleSelection *pages;   /* (owned) (element-type ExmPageItem) */
  GListStore *articles;        /* (owned) (nullable): of the task */
  ExmBatchedListModel *calm;   /* (owned) (nullable): follows articles; pages shows it */
  ExmSetup *setup;             /* (owned) (nullable) */
  GSignalGroup *setup_signals; /* (owned) */
  char *task_uid;              /* (owned) (nullable) */
  ExmTask *task;               /* (owned) (nullable): as it is stored */
  GCancellable *task_loading;  /* (owned) (nullable) */
  GCancellable *page_loading;  /* (owned) (nullable) */
  GCancellable *counting;      /* (owned) (nullable): of articles that are affected */
  gint64 affects_but;          /* the article that is up to date already, 0 for none */
  gboolean affects_lasting;    /* stored articles differ whatever is undone */
  gint64 reviewed;             /* the article that was opened from the queue, or 0 */
  char *wanted_url;            /* (owned) (nullable): what is fetched, or was last */
  ExmBenchPage *target_page;   /* (owned) (nullable): what the analysis has as target */
  gint64 wanted_article;       /* that is shown or on its way, 0 for none of the store */
  AdwToast *toast;             /* (unowned) (nullable): the last one */
  GtkEventControllerFocus *example_focus; /* (unowned): on the example's view */
  GtkWidget *activated_in; /* (unowned) (nullable): the view that is clicked now */
  guint marks_source;
  guint example_index;  /* which example is shown */
  guint example_head;   /* where the example's body starts, %EXM_NONE if not known */
  gboolean labels_lean; /* what is stored of the target's lines holds for others too */
  gboolean body_wanted; /* bring the bodies into view with the next marks */
  int placed_width;     /* as the inspector was placed, 0 before */
  int placed_height;    /* as the chart was placed, 0 before */
  gboolean is_narrow;   /* the inspector lies over the rest, when it is asked for */
  guint layout_source;

  /* Children of the template, all (unowned). */
  AdwBin *top_bin;
  GtkRevealer *affects_bar;
  GtkLabel *affects;
  GtkWidget *reextract;
  ExmCopiesBar *copies_bar;
  ExmVerdictRow *verdict_row;
  AdwFlap *flap;
  AdwBin *side_bin;
  GtkPaned *outer;
  GtkPaned *inner;
  AdwLeaflet *leaflet;
  ExmPagePane *example;
  ExmPagePane *target;
  ExmChartPanel *chart_panel;
  ExmInspector *inspector;
};

/* One of the listed pages becomes the target. */
void exm_workbench_show_item (ExmWorkbenchPage *self, ExmPageItem *item);

/* exm-workbench-load.c: which pages are shown. */

/* Stops what is under way and forgets all pages. */
void exm_workbench_unload (ExmWorkbenchPage *self);
void exm_workbench_load_task (ExmWorkbenchPage *self);
/* The task and the list of its articles anew; what is shown stays. */
void exm_workbench_reload_articles (ExmWorkbenchPage *self);
void exm_workbench_load_setup (ExmWorkbenchPage *self);
void exm_workbench_on_selected (ExmWorkbenchPage *self);
void exm_workbench_load_article (ExmWorkbenchPage *self, gint64 id);
/* Returns: whether what is shown is what was asked for last: while an article is on its
 * way, and where it cannot be read, analysis and result are those of the page before */
gboolean exm_workbench_shows_wanted (ExmWorkbenchPage *self);
/* @url: as the operator wrote it */
void exm_workbench_fetch_target (ExmWorkbenchPage *self, const char *url);

/* The task may fetch from the host that was refused, from now on; it is tried again. */
void exm_workbench_allow_host (ExmWorkbenchPage *self);

/* The target that was shown before a fetch failed. */
void exm_workbench_show_stored (ExmWorkbenchPage *self);
/* Nobody waits for what is fetched any more; the target that was shown before stays. */
void exm_workbench_stop_fetch (ExmWorkbenchPage *self);

/* exm-workbench-missing.c: an article whose stored page was lost. */

/* Says so in place of the target. */
void exm_workbench_show_missing (ExmWorkbenchPage *self);
/**
 * exm_workbench_adopt:
 * @hash: (nullable): of the page that was fetched just now
 *
 * It takes the place of the one that was lost, if it was fetched for that; the article is
 * extracted anew where a person had corrected it.
 *
 * Returns: whether it does; the target is opened anew then
 */
gboolean exm_workbench_adopt (ExmWorkbenchPage *self, const char *hash);

/* exm-workbench-articles.c: the articles of a task as pages. */

/* Puts what the store has, newest first, into the list of pages: the one that is shown,
 * or on its way, stays selected, and of a task that was just opened the newest is.
 * @articles: (element-type ExmArticleInfo) */
void exm_workbench_take_articles (ExmWorkbenchPage *self, GPtrArray *articles);
/* Selects the wanted article, as soon as it is in the list, if nothing is selected. */
void exm_workbench_select_wanted (ExmWorkbenchPage *self);
/* Without opening it. */
void exm_workbench_select_quietly (ExmWorkbenchPage *self, guint position);
/* Says which of how many pages is shown. */
void exm_workbench_show_position (ExmWorkbenchPage *self);
/* Returns: where from @from on the article is among @items, their number if nowhere */
guint exm_workbench_find_article (GListModel *items, guint from, gint64 id);

/* exm-workbench-save.c: what is stored. */

/* The task becomes @fields (transfer full), unless that is what it is. @affects: whether
 * what is stored would be extracted otherwise now */
void exm_workbench_save_fields (ExmWorkbenchPage *self,
                                ExmTaskFields *fields,
                                gboolean affects);

/* The task gets what is marked on its examples, if it is not what it has. */
void exm_workbench_save_regions (ExmWorkbenchPage *self);
/* What is said of the target's lines; its article is extracted anew. */
void exm_workbench_save_labels (ExmWorkbenchPage *self);
/* The stored article, from its stored page.
 * @before: (nullable): as it was; copies that tell this are found */
void exm_workbench_extract_anew (ExmWorkbenchPage *self,
                                 gint64 article_id,
                                 ExmArticle *before);
void exm_workbench_save_example_charset (ExmWorkbenchPage *self, const char *charset);
/* The task gets the examples of @fields (inout), which are left with others, and they are
 * shown. */
void exm_workbench_save_examples (ExmWorkbenchPage *self, ExmTaskFields *fields);

/* exm-workbench-examples.c: several examples. */

/* The examples that the set-up has now; the target stays. */
void exm_workbench_load_setup_examples (ExmWorkbenchPage *self);
void exm_workbench_on_examples_changed (ExmWorkbenchPage *self);
/* Makes the target an example, beside those there are or in place of the first. A toast
 * takes it back. */
void exm_workbench_use_target_as_example (ExmWorkbenchPage *self, gboolean add);
/* Shows the next of several examples, after the last one the first. */
void exm_workbench_next_example (ExmWorkbenchPage *self);
/* The task does without the example that is shown, if it has others. A toast takes it
 * back. */
void exm_workbench_remove_example (ExmWorkbenchPage *self);

/* exm-workbench-approve.c: that a person found an article right. */

/* What is shown, and nothing where it waits for nobody. */
void exm_workbench_approve (ExmWorkbenchPage *self);
/* What the button says that approves the target. */
void exm_workbench_update_right (ExmWorkbenchPage *self);

/* exm-workbench-affects.c: the stored articles that a correction holds for too. */

/* Says how many there are and offers to extract them anew, once they are counted.
 * @but: the article that was extracted anew already, 0 for none */
void exm_workbench_count_affected (ExmWorkbenchPage *self, gint64 but);
void exm_workbench_forget_affected (ExmWorkbenchPage *self);
void exm_workbench_reextract (ExmWorkbenchPage *self);

/* exm-workbench-method.c: the method of extraction. */

/* The task, or the one that is set up, goes by @method from now on. A toast takes it
 * back.
 * @parameters: "" for those that the method has of itself */
void exm_workbench_use_method (ExmWorkbenchPage *self,
                               const char *method,
                               const char *parameters);
/* Opens the dialog that trains a model of @method on the task's articles. */
void exm_workbench_train (ExmWorkbenchPage *self, const char *method);
/* Makes @model the task's own, %NULL: it goes by the program's; a toast takes it back. */
void exm_workbench_use_model (ExmWorkbenchPage *self,
                              const char *method,
                              const ExmMethodModel *model);
/* Opens the window of the lines that were counted on the task's pages. */
void exm_workbench_show_site_lines (ExmWorkbenchPage *self);
/* Says so if the task goes by a model of its own that cannot be used. */
void exm_workbench_tell_of_model (ExmWorkbenchPage *self);
void exm_workbench_show_lanes (ExmWorkbenchPage *self);

/* exm-workbench-blocks.c: what a method that looks at pages divided them into. */

void exm_workbench_show_blocks (ExmWorkbenchPage *self);
/* The one that is looked at. */
void exm_workbench_show_block (ExmWorkbenchPage *self);

/* exm-workbench-layout.c: what lies where, by the size of the window. */

void exm_workbench_init_layout (ExmWorkbenchPage *self);

/* Shows or hides the example; where there is room for one page only, the other one. */
void exm_workbench_swap_pages (ExmWorkbenchPage *self);

void exm_workbench_measure (GtkWidget *widget,
                            GtkOrientation orientation,
                            int for_size,
                            int *minimum,
                            int *natural,
                            int *minimum_baseline,
                            int *natural_baseline);
void exm_workbench_size_allocate (GtkWidget *widget, int width, int height, int baseline);
void exm_workbench_toggle_inspector (ExmWorkbenchPage *self);

/* exm-workbench-wire.c: one analysis in all views. */

/* Shows an example of the analysis. */
void exm_workbench_show_example (ExmWorkbenchPage *self, guint index);

void exm_workbench_wire (ExmWorkbenchPage *self);
/* @undo: whether the toast has a button that takes the last edit back. Returns: (transfer
 * none) (nullable): the toast, which the window owns */
AdwToast *exm_workbench_toast (ExmWorkbenchPage *self, const char *words, gboolean undo);

G_END_DECLS
