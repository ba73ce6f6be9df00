/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/workbench/exm-workbench-loader.h"

#include "app/workbench/exm-pending-call.h"

#include <glib/gi18n-lib.h>

struct _ExmWorkbenchLoader
{
  GObject parent_instance;

  ExmWorkbenchTask *task;      /* (owned) */
  ExmAnalysis *analysis;       /* (owned) */
  ExmTargetPage *target_page;  /* (owned) */
  ExmPageSelection *selection; /* (owned) */
  ExmLinkedViews *views;       /* (owned) */
  ExmToaster *toaster;         /* (owned) */
  GSignalGroup *setup_signals; /* (owned) */
  ExmPagePane *example;        /* (unowned) */
  ExmPagePane *target;         /* (unowned) */
  GCancellable *loading;       /* (owned) (nullable) */
};

enum
{
  BEGUN,
  OPENED,
  SETUP_OPENED,
  RELOADED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ExmWorkbenchLoader, exm_workbench_loader, G_TYPE_OBJECT)

/* The articles of a task */

/* Selects the newest article of a task that was just opened. */
static void
open_newest (ExmWorkbenchLoader *self)
{
  if (exm_workbench_task_get (self->task) != NULL
      && exm_target_page_is_idle (self->target_page))
    exm_page_selection_select_newest (self->selection);
}

void
exm_workbench_loader_follow (ExmWorkbenchLoader *self)
{
  exm_page_selection_follow (self->selection,
                             exm_target_page_get_wanted (self->target_page));
}

static void
on_followed (ExmWorkbenchLoader *self)
{
  exm_workbench_loader_follow (self);
  open_newest (self);
}

static void
on_selected (ExmWorkbenchLoader *self)
{
  ExmPageItem *item = exm_page_selection_get_item (self->selection);

  if (item != NULL)
    exm_target_page_show_item (self->target_page, item);
}

static void
take_articles (ExmWorkbenchLoader *self, GPtrArray *articles)
{
  exm_page_selection_take_articles (self->selection, articles,
                                    exm_target_page_get_wanted (self->target_page));
  open_newest (self);
}

/* Lets resources come from private hosts that the task's pages may come from. */
static void
set_private_hosts (ExmWorkbenchLoader *self, const ExmTaskFields *fields)
{
  exm_page_pane_set_private_hosts (self->example, fields->private_hosts);
  exm_page_pane_set_private_hosts (self->target, fields->private_hosts);
}

/* Takes a stored task that may have been changed elsewhere: what is marked here is stored
 * into what it is now. */
static void
take_task (ExmWorkbenchLoader *self, ExmTask *task)
{
  const ExmTaskFields *old = exm_task_get (exm_workbench_task_get (self->task)),
                      *new = exm_task_get (task);

  if (g_strcmp0 (old->method, new->method) != 0
      || g_strcmp0 (old->parameters, new->parameters) != 0)
    exm_analysis_set_method (self->analysis, new->method, new->parameters);
  exm_analysis_set_models (self->analysis, new->models);
  if (old->sensitivity != new->sensitivity)
    exm_analysis_set_sensitivity (self->analysis, new->sensitivity);
  set_private_hosts (self, new);
  exm_workbench_task_take (self->task, task);
}

static void
on_articles_loaded (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmWorkbenchLoader) self = exm_pending_call_end (data);
  g_autoptr (ExmBenchTask) bench = exm_bench_task_load_finish (result, NULL);

  if (self == NULL || bench == NULL || exm_workbench_task_get (self->task) == NULL)
    return;
  take_task (self, bench->task);
  take_articles (self, bench->articles);
  g_signal_emit (self, signals[RELOADED], 0);
}

/* Reads the task and the list of its articles anew; the page that is shown stays. */
void
exm_workbench_loader_reload_articles (ExmWorkbenchLoader *self)
{
  if (exm_workbench_task_get (self->task) == NULL)
    return;
  ExmPendingCall *call = exm_pending_call_new (self, &self->loading);
  exm_bench_task_load_async (
      exm_session_get_reader (exm_workbench_task_get_session (self->task)),
      exm_workbench_task_get_uid (self->task), call->cancellable, on_articles_loaded,
      call);
}

/* A task */

static void
follow_styles (ExmWorkbenchLoader *self, const char *uid)
{
  ExmSession *session = exm_workbench_task_get_session (self->task);

  if (session == NULL)
    return;
  exm_page_pane_follow_styles (self->example, session, uid);
  exm_page_pane_follow_styles (self->target, session, uid);
}

/* Stops what is under way, and goes on to another task, without its pages yet. */
static void
begin (ExmWorkbenchLoader *self, const char *uid, ExmSetup *setup)
{
  exm_pending_call_stop (&self->loading);
  exm_target_page_clear (self->target_page);
  exm_workbench_task_set (self->task, uid, setup);
  g_signal_group_set_target (self->setup_signals, setup);
  exm_page_selection_clear (self->selection);
  g_signal_emit (self, signals[BEGUN], 0);
  exm_analysis_clear (self->analysis);
  exm_page_pane_set_address (self->example, NULL);
  exm_page_pane_set_address (self->target, NULL);
  exm_page_pane_show_page (self->example, NULL, NULL);
  exm_page_pane_show_page (self->target, NULL, NULL);
  follow_styles (self, exm_workbench_task_get_uid (self->task));
  g_object_set (exm_page_pane_get_view (self->example), "mark-mode", FALSE, NULL);
}

static void
show_examples (ExmWorkbenchLoader *self, const ExmBenchTask *bench)
{
  const ExmTaskFields *fields = exm_task_get (bench->task);

  for (guint i = 0; i < bench->examples->len; i++)
    {
      const ExmTaskExample *example
          = &g_array_index (fields->examples, ExmTaskExample, i);
      const ExmPageHints hints
          = { example->url, example->http_charset, example->charset };
      GBytes *bytes = g_ptr_array_index (bench->examples, i);
      if (i == 0)
        exm_page_pane_set_address (self->example, example->url);
      if (bytes != NULL)
        exm_analysis_add_example (self->analysis, bytes, &hints, example->region_text);
    }
  if (exm_analysis_get_n_examples (self->analysis) == 0)
    exm_page_pane_show_status (
        self->example, "dialog-warning-symbolic", _ ("No example"),
        _ ("The page is not stored. Open an article and use it as the example."), FALSE,
        NULL);
}

static void
on_task_loaded (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmWorkbenchLoader) self = exm_pending_call_end (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmBenchTask) bench = exm_bench_task_load_finish (result, &error);

  if (self == NULL)
    return;
  if (bench == NULL)
    {
      exm_page_pane_show_status (self->example, "dialog-error-symbolic",
                                 _ ("The task cannot be read"), error->message, TRUE,
                                 NULL);
      return;
    }
  const ExmTaskFields *fields = exm_task_get (bench->task);
  exm_workbench_task_take (self->task, bench->task);
  g_signal_emit (self, signals[OPENED], 0);
  set_private_hosts (self, fields);
  exm_analysis_set_method (self->analysis, fields->method, fields->parameters);
  exm_analysis_set_models (self->analysis, fields->models);
  g_autoptr (ExmMethodModel) model
      = exm_method_model_find (fields->models, fields->method, &error);
  if (model == NULL && error != NULL)
    exm_toaster_show (self->toaster, error->message);
  exm_analysis_set_sensitivity (self->analysis, fields->sensitivity);
  show_examples (self, bench);
  if (bench->articles->len == 0)
    exm_target_page_show_none (self->target_page);
  take_articles (self, bench->articles);
}

void
exm_workbench_loader_open (ExmWorkbenchLoader *self, const char *uid)
{
  begin (self, uid, NULL);
  if (uid == NULL)
    return;
  ExmPendingCall *call = exm_pending_call_new (self, &self->loading);
  exm_page_pane_set_loading (self->example, TRUE);
  exm_bench_task_load_async (
      exm_session_get_reader (exm_workbench_task_get_session (self->task)),
      exm_workbench_task_get_uid (self->task), call->cancellable, on_task_loaded, call);
}

void
exm_workbench_loader_reopen (ExmWorkbenchLoader *self)
{
  exm_workbench_loader_open (self, exm_workbench_task_get_uid (self->task));
}

/* A set-up */

static void
load_setup_examples (ExmWorkbenchLoader *self)
{
  ExmSetup *setup = exm_workbench_task_get_setup (self->task);
  guint n = exm_setup_get_n_examples (setup);
  const GArray *examples = n > 0 ? exm_setup_get_fields (setup)->examples : NULL;

  for (guint i = 0; i < n; i++)
    {
      ExmPageHints hints;
      GBytes *bytes = exm_setup_get_example (setup, i, &hints);
      const char *region_text = g_array_index (examples, ExmTaskExample, i).region_text;
      if (i == 0)
        {
          exm_page_pane_set_address (self->example, hints.url);
          exm_analysis_set_example (self->analysis, bytes, &hints, region_text);
        }
      else
        exm_analysis_add_example (self->analysis, bytes, &hints, region_text);
    }
}

/* Selects the page behind one that became an example and is no target any more. */
static void
on_setup_examples_changed (ExmWorkbenchLoader *self)
{
  guint n;

  load_setup_examples (self);
  exm_linked_views_show_example (self->views, 0);
  if (exm_page_selection_get_position (self->selection, &n) == GTK_INVALID_LIST_POSITION)
    exm_page_selection_step (self->selection, 1);
}

static void
load_setup (ExmWorkbenchLoader *self)
{
  ExmSetup *setup = exm_workbench_task_get_setup (self->task);

  exm_analysis_clear (self->analysis);
  exm_target_page_drop (self->target_page);
  if (exm_setup_get_n_examples (setup) == 0)
    return;
  exm_analysis_set_method (self->analysis, exm_setup_get_fields (setup)->method,
                           exm_setup_get_fields (setup)->parameters);
  exm_analysis_set_models (self->analysis, NULL);
  set_private_hosts (self, exm_setup_get_fields (setup));
  load_setup_examples (self);
  g_signal_emit (self, signals[SETUP_OPENED], 0);
  exm_page_selection_show_setup (self->selection, exm_setup_get_pages (setup));
  g_object_set (exm_page_pane_get_view (self->example), "mark-mode", TRUE, NULL);
}

/* Returns: whether the page should give way to one that was fetched in its place because
 * it does not look like the example; not where the operator wants it all the same */
static gboolean
should_give_way (ExmWorkbenchLoader *self, ExmPageItem *selected)
{
  return exm_setup_is_choosing (exm_workbench_task_get_setup (self->task))
         && exm_page_item_get_outcome (selected)->mark == EXM_PAGE_FAIL
         && !exm_analysis_get_force (self->analysis);
}

static void
on_setup_page_ready (ExmWorkbenchLoader *self, ExmPageItem *item)
{
  ExmSetup *setup = exm_workbench_task_get_setup (self->task);
  ExmPageItem *selected = exm_page_selection_get_item (self->selection);

  if (selected == item)
    on_selected (self);
  else if (selected == NULL)
    exm_page_selection_select_item (self->selection, item);
  else if (should_give_way (self, selected))
    {
      if (exm_setup_is_worked_on (setup))
        exm_setup_offer_page (setup, item);
      else
        exm_page_selection_select_item (self->selection, item);
    }
}

static void
on_target_given_up (ExmWorkbenchLoader *self)
{
  exm_page_selection_leave (self->selection);
  exm_workbench_loader_follow (self);
}

/* Leaves the list for a page that was asked for by its address, unless it is the one that
 * is read once more: the next one is the list's first then, not the second. */
static void
on_target_fetched (ExmWorkbenchLoader *self)
{
  ExmPageItem *item = exm_page_selection_get_item (self->selection);

  if (item != NULL
      && g_strcmp0 (exm_page_item_get_url (item),
                    exm_target_page_get_wanted_url (self->target_page))
             != 0)
    exm_page_selection_leave (self->selection);
}

void
exm_workbench_loader_open_setup (ExmWorkbenchLoader *self, ExmSetup *setup)
{
  begin (self, NULL, setup);
  if (setup != NULL)
    load_setup (self);
}

static void
exm_workbench_loader_dispose (GObject *object)
{
  ExmWorkbenchLoader *self = EXM_WORKBENCH_LOADER (object);

  exm_pending_call_stop (&self->loading);
  g_clear_object (&self->setup_signals);
  g_clear_object (&self->selection);
  g_clear_object (&self->views);
  g_clear_object (&self->target_page);
  g_clear_object (&self->task);
  g_clear_object (&self->analysis);
  g_clear_object (&self->toaster);
  G_OBJECT_CLASS (exm_workbench_loader_parent_class)->dispose (object);
}

static void
exm_workbench_loader_class_init (ExmWorkbenchLoaderClass *class)
{
  static const char *const names[] = { "begun", "opened", "setup-opened", "reloaded" };

  G_OBJECT_CLASS (class)->dispose = exm_workbench_loader_dispose;
  for (guint i = 0; i < N_SIGNALS; i++)
    signals[i] = g_signal_new (names[i], EXM_TYPE_WORKBENCH_LOADER, G_SIGNAL_RUN_LAST, 0,
                               NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
exm_workbench_loader_init (ExmWorkbenchLoader *self)
{
  self->setup_signals = g_signal_group_new (EXM_TYPE_SETUP);
  g_signal_group_connect_swapped (self->setup_signals, "proposed",
                                  G_CALLBACK (load_setup), self);
  g_signal_group_connect_swapped (self->setup_signals, "page-ready",
                                  G_CALLBACK (on_setup_page_ready), self);
  g_signal_group_connect_swapped (self->setup_signals, "examples-changed",
                                  G_CALLBACK (on_setup_examples_changed), self);
}

ExmWorkbenchLoader *
exm_workbench_loader_new (ExmWorkbenchTask *task,
                          ExmAnalysis *analysis,
                          ExmTargetPage *target_page,
                          ExmPageSelection *selection,
                          ExmLinkedViews *views,
                          ExmToaster *toaster,
                          ExmPagePane *example,
                          ExmPagePane *target)
{
  ExmWorkbenchLoader *self = g_object_new (EXM_TYPE_WORKBENCH_LOADER, NULL);

  self->task = g_object_ref (task);
  self->analysis = g_object_ref (analysis);
  self->target_page = g_object_ref (target_page);
  self->selection = g_object_ref (selection);
  self->views = g_object_ref (views);
  self->toaster = g_object_ref (toaster);
  self->example = example;
  self->target = target;
  g_signal_connect_object (selection, "selected", G_CALLBACK (on_selected), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (selection, "followed", G_CALLBACK (on_followed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (target_page, "given-up", G_CALLBACK (on_target_given_up), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (target_page, "fetched", G_CALLBACK (on_target_fetched), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (task, "examples-saved",
                           G_CALLBACK (exm_workbench_loader_reopen), self,
                           G_CONNECT_SWAPPED);
  return self;
}
