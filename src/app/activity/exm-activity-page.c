/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/activity/exm-activity-page.h"

#include "app/activity/exm-older-dialog.h"
#include "app/activity/exm-run-list.h"
#include "app/activity/exm-run-page-list.h"
#include "app/activity/exm-run-page-row.h"
#include "app/activity/exm-run-row.h"
#include "app/session/exm-batched-list-model.h"
#include "app/session/exm-edits.h"
#include "app/widgets/exm-article-words.h"
#include "app/widgets/exm-init.h"
#include "app/widgets/exm-stay-at-top.h"
#include "app/widgets/exm-toast.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Pages of a run are read again at most so often while it goes on. */
#define REFRESH_MS 400u

struct _ExmActivityPage
{
  AdwBin parent_instance;

  ExmSession *session;   /* (owned) (nullable) */
  char *task_uid;        /* (owned) (nullable) */
  ExmRunList *runs;      /* (owned) */
  ExmRunPageList *pages; /* (owned) */
  ExmRunItem *run;       /* (owned) (nullable): the one that is shown */
  GHashTable *rows;      /* (owned) (element-type ExmRunRow): those that show a run */
  guint refresh_source;
  gboolean follows; /* the newest run is shown, or asked for */

  /* Children of the template. */
  AdwLeaflet *leaflet;
  GtkWidget *list_pane;
  GtkWidget *run_pane;
  GtkToggleButton *failed_only;
  GtkButton *pause;
  GtkStack *runs_stack;
  GtkListView *runs_view;
  GtkSingleSelection *selection;
  AdwStatusPage *empty;
  AdwStatusPage *no_pages;
  AdwStatusPage *failed;
  GtkStack *run_stack;
  GtkLabel *run_title;
  GtkLabel *run_state;
  GtkLabel *run_message;
  GtkWidget *stop;
  GtkWidget *run_again;
  GtkWidget *older;
  GtkStack *pages_stack;
  GtkNoSelection *page_selection;
};

static void init_screen (ExmScreenInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (ExmActivityPage,
                               exm_activity_page,
                               ADW_TYPE_BIN,
                               G_IMPLEMENT_INTERFACE (EXM_TYPE_SCREEN, init_screen))

static const char *
get_task_name (ExmActivityPage *self, const char *uid)
{
  ExmTaskItem *task
      = self->session != NULL ? exm_session_find_task (self->session, uid) : NULL;

  return task != NULL ? exm_task_item_get_name (task) : uid;
}

/* Shows why a run failed, or what one that ended did; but not what @progress says. */
static void
show_run_message (ExmActivityPage *self, const ExmRun *run, const char *progress)
{
  gboolean fine = strcmp (run->state, "done") == 0 || strcmp (run->state, "stopped") == 0;
  const char *const classes[] = { "caption", fine ? "dim-label" : "exm-error", NULL };

  gtk_label_set_label (self->run_message, run->message != NULL ? run->message : "");
  gtk_widget_set_css_classes (GTK_WIDGET (self->run_message), (const char **) classes);
  gtk_widget_set_visible (GTK_WIDGET (self->run_message),
                          run->message != NULL && strcmp (run->message, progress) != 0);
}

static void
show_run (ExmActivityPage *self)
{
  if (self->run == NULL)
    {
      gtk_stack_set_visible_child_name (self->run_stack, "none");
      return;
    }
  const ExmRun *run = exm_run_item_get_run (self->run);
  gboolean running = strcmp (run->state, "running") == 0;
  g_autofree char *when = exm_article_words_when (run->started_usec);
  const char *names[] = { get_task_name (self, run->task_uid), when };
  g_autofree char *title = exm_article_words_join (names, G_N_ELEMENTS (names));
  g_autofree char *progress = exm_run_words_progress (self->run);
  const char *states[] = { exm_run_words_state (run->state), progress };
  g_autofree char *state = exm_article_words_join (states, G_N_ELEMENTS (states));

  gtk_label_set_label (self->run_title, title);
  gtk_label_set_label (self->run_state, state);
  show_run_message (self, run, progress);
  gtk_widget_set_visible (self->stop, running);
  gtk_widget_set_visible (self->run_again, !running);
  gtk_widget_set_visible (self->older, !running && run->counts.n_passed > 0);
  gtk_stack_set_visible_child_name (self->run_stack, "run");
}

static void
on_run_notify (ExmActivityPage *self)
{
  show_run (self);
}

static void
set_run (ExmActivityPage *self, ExmRunItem *run)
{
  if (run == self->run)
    return;
  if (self->run != NULL)
    g_signal_handlers_disconnect_by_func (self->run, on_run_notify, self);
  g_set_object (&self->run, run);
  if (run != NULL)
    {
      g_signal_connect_swapped (run, "notify", G_CALLBACK (on_run_notify), self);
      exm_run_page_list_set_run (self->pages, exm_run_item_get_run (run)->id);
    }
  show_run (self);
}

static void
on_selected_notify (ExmActivityPage *self)
{
  set_run (self, gtk_single_selection_get_selected_item (self->selection));
  self->follows = gtk_single_selection_get_selected (self->selection) == 0;
}

/* Shows the run that begins next, where the one before it was shown. */
static void
follow_runs (ExmActivityPage *self)
{
  if (self->follows && gtk_single_selection_get_selected (self->selection) > 0)
    gtk_single_selection_set_selected (self->selection, 0);
}

static void
on_run_activate (ExmActivityPage *self)
{
  adw_leaflet_set_visible_child (self->leaflet, self->run_pane);
}

static void
update_runs (ExmActivityPage *self)
{
  ExmPagedList *list = EXM_PAGED_LIST (self->runs);
  const char *message = exm_paged_list_get_message (list);
  gboolean failed_only = gtk_toggle_button_get_active (self->failed_only);
  const char *name = "list";

  if (g_list_model_get_n_items (G_LIST_MODEL (list)) == 0)
    name = message != NULL                    ? "failed"
           : exm_paged_list_is_settled (list) ? "empty"
                                              : "waiting";
  if (message != NULL)
    {
      g_autofree char *escaped = g_markup_escape_text (message, -1);
      adw_status_page_set_description (self->failed, escaped);
    }
  adw_status_page_set_title (self->empty,
                             failed_only ? _ ("Nothing Failed") : _ ("No Runs Yet"));
  gtk_stack_set_visible_child_name (self->runs_stack, name);
}

static void
update_pages (ExmActivityPage *self)
{
  gboolean empty = g_list_model_get_n_items (G_LIST_MODEL (self->pages)) == 0;
  gboolean running = self->run != NULL
                     && strcmp (exm_run_item_get_run (self->run)->state, "running") == 0;

  gboolean done = self->run != NULL
                  && strcmp (exm_run_item_get_run (self->run)->state, "done") == 0;

  adw_status_page_set_title (self->no_pages, running ? _ ("No Pages Yet")
                                             : done  ? _ ("Nothing New")
                                                     : _ ("No Pages Came In"));
  gtk_stack_set_visible_child_name (
      self->pages_stack, empty && exm_paged_list_is_settled (EXM_PAGED_LIST (self->pages))
                             ? "empty"
                             : "list");
}

/* Whether there is a task in the scope that is not paused; then they can be. */
static gboolean
is_any_active (ExmActivityPage *self)
{
  GListModel *tasks = exm_session_get_tasks (self->session);

  for (guint i = 0; i < g_list_model_get_n_items (tasks); i++)
    {
      g_autoptr (ExmTaskItem) task = g_list_model_get_item (tasks, i);
      if ((self->task_uid == NULL
           || strcmp (exm_task_item_get_uid (task), self->task_uid) == 0)
          && !exm_task_item_get_paused (task))
        return TRUE;
    }
  return FALSE;
}

static void
update_pause (ExmActivityPage *self)
{
  const char *label;

  if (self->session == NULL)
    return;
  if (is_any_active (self))
    label = self->task_uid == NULL ? _ ("_Pause All") : _ ("_Pause");
  else
    label = self->task_uid == NULL ? _ ("_Resume All") : _ ("_Resume");
  gtk_button_set_label (self->pause, label);
  gtk_widget_set_sensitive (
      GTK_WIDGET (self->pause),
      g_list_model_get_n_items (exm_session_get_tasks (self->session)) > 0);
}

static void
on_written (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmActivityPage) self = data;
  g_autoptr (GError) error = NULL;

  if (!exm_session_write_finish (EXM_SESSION (source), result, &error))
    exm_toast_show_error (GTK_WIDGET (self), error);
}

static void
pause_tasks (ExmActivityPage *self)
{
  GListModel *tasks = exm_session_get_tasks (self->session);
  gboolean paused = is_any_active (self);

  for (guint i = 0; i < g_list_model_get_n_items (tasks); i++)
    {
      g_autoptr (ExmTaskItem) task = g_list_model_get_item (tasks, i);
      const char *uid = exm_task_item_get_uid (task);
      if ((self->task_uid == NULL || strcmp (uid, self->task_uid) == 0)
          && exm_task_item_get_paused (task) != paused)
        exm_session_set_paused_async (self->session, uid, paused, on_written,
                                      g_object_ref (self));
    }
}

static void
on_retried (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmActivityPage) self = data;
  g_autoptr (GError) error = NULL;

  if (!exm_worker_write_finish (EXM_WORKER (source), result, &error))
    exm_toast_show_error (GTK_WIDGET (self), error);
  else if (self->run != NULL && self->session != NULL
           && strcmp (exm_run_item_get_run (self->run)->state, "running") != 0)
    exm_session_run_task (self->session, exm_run_item_get_run (self->run)->task_uid);
  if (self->pages != NULL)
    exm_paged_list_refresh (EXM_PAGED_LIST (self->pages));
}

static void
retry_page (ExmActivityPage *self, GVariant *page)
{
  ExmWorker *worker = exm_session_get_worker (self->session);
  const char *url, *url_key;

  g_variant_get (page, "(&s&s)", &url, &url_key);
  if (worker != NULL && self->run != NULL)
    exm_edits_retry_async (worker, exm_run_item_get_run (self->run)->task_uid, url,
                           url_key, on_retried, g_object_ref (self));
}

static void
run_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ExmActivityPage *self = EXM_ACTIVITY_PAGE (widget);
  const ExmRun *run = self->run != NULL ? exm_run_item_get_run (self->run) : NULL;

  if (self->session == NULL)
    return;
  if (g_str_equal (name, "activity.pause"))
    pause_tasks (self);
  else if (g_str_equal (name, "activity.retry"))
    retry_page (self, parameter);
  else if (g_str_equal (name, "activity.stop") && run != NULL)
    exm_session_stop_run (self->session, run->task_uid);
  else if (g_str_equal (name, "activity.run") && run != NULL)
    {
      self->follows = TRUE;
      exm_session_run_task (self->session, run->task_uid);
    }
  else if (g_str_equal (name, "activity.older") && run != NULL)
    exm_older_dialog_present (widget, self->session, run->task_uid);
  else if (g_str_equal (name, "activity.back"))
    adw_leaflet_set_visible_child (self->leaflet, self->list_pane);
  else if (g_str_equal (name, "activity.reload"))
    exm_paged_list_reset (EXM_PAGED_LIST (self->runs));
}

static void
update_filter (ExmActivityPage *self)
{
  exm_run_list_set_filter (self->runs, self->task_uid,
                           gtk_toggle_button_get_active (self->failed_only));
  update_runs (self);
}

static void
on_run_setup (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  gtk_list_item_set_child (item, g_object_new (EXM_TYPE_RUN_ROW, NULL));
}

/* Names the task of a run in its row, if runs of several tasks are listed. */
static void
name_row (ExmActivityPage *self, ExmRunRow *row)
{
  const ExmRun *run = exm_run_item_get_run (exm_run_row_get_item (row));

  exm_run_row_set_task_name (
      row, self->task_uid == NULL ? get_task_name (self, run->task_uid) : NULL);
}

/* A run may be listed before its task is known, and stay when another scope is shown. */
static void
update_names (ExmActivityPage *self)
{
  GHashTableIter iter;
  gpointer row;

  g_hash_table_iter_init (&iter, self->rows);
  while (g_hash_table_iter_next (&iter, &row, NULL))
    name_row (self, row);
  show_run (self);
}

static void
on_run_bind (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  ExmActivityPage *self = EXM_ACTIVITY_PAGE (data);
  ExmRunRow *row = EXM_RUN_ROW (gtk_list_item_get_child (item));

  exm_run_row_set_item (row, gtk_list_item_get_item (item));
  name_row (self, row);
  g_hash_table_add (self->rows, row);
}

static void
on_run_unbind (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  g_hash_table_remove (EXM_ACTIVITY_PAGE (data)->rows, gtk_list_item_get_child (item));
}

static void
on_page_setup (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  gtk_list_item_set_child (item, g_object_new (EXM_TYPE_RUN_PAGE_ROW, NULL));
  gtk_list_item_set_activatable (item, FALSE);
}

static void
on_page_bind (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  exm_run_page_row_set_item (EXM_RUN_PAGE_ROW (gtk_list_item_get_child (item)),
                             gtk_list_item_get_item (item));
}

static gboolean
on_refresh (gpointer data)
{
  ExmActivityPage *self = data;

  self->refresh_source = 0;
  exm_paged_list_refresh (EXM_PAGED_LIST (self->pages));
  return G_SOURCE_REMOVE;
}

static void
on_event (ExmActivityPage *self, const ExmWorkerEvent *event)
{
  exm_run_list_take_event (self->runs, event);
  if (self->run == NULL || self->refresh_source != 0
      || g_strcmp0 (exm_run_item_get_run (self->run)->task_uid, event->task_uid) != 0)
    return;
  self->refresh_source = g_timeout_add (REFRESH_MS, on_refresh, self);
}

static void
on_started (ExmActivityPage *self)
{
  if (exm_session_is_started (self->session))
    exm_paged_list_refresh (EXM_PAGED_LIST (self->runs));
}

static void
set_session (ExmScreen *screen, ExmSession *session)
{
  ExmActivityPage *self = EXM_ACTIVITY_PAGE (screen);
  ExmStoreReader *reader = session != NULL ? exm_session_get_reader (session) : NULL;

  if (self->session == session)
    return;
  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_set_object (&self->session, session);
  exm_paged_list_set_reader (EXM_PAGED_LIST (self->runs), reader);
  exm_paged_list_set_reader (EXM_PAGED_LIST (self->pages), reader);
  if (session == NULL)
    return;
  g_signal_connect_swapped (session, "event", G_CALLBACK (on_event), self);
  g_signal_connect_swapped (session, "tasks-changed", G_CALLBACK (update_pause), self);
  g_signal_connect_swapped (session, "tasks-changed", G_CALLBACK (update_names), self);
  g_signal_connect_swapped (session, "notify::started", G_CALLBACK (on_started), self);
}

static void
set_task (ExmScreen *screen, const char *uid)
{
  ExmActivityPage *self = EXM_ACTIVITY_PAGE (screen);
  char *copy = g_strdup (uid);

  g_free (self->task_uid);
  self->task_uid = copy;
  update_filter (self);
  update_names (self);
  update_pause (self);
}

static void
init_screen (ExmScreenInterface *iface)
{
  iface->set_session = set_session;
  iface->set_task = set_task;
}

static void
exm_activity_page_dispose (GObject *object)
{
  ExmActivityPage *self = EXM_ACTIVITY_PAGE (object);

  g_clear_handle_id (&self->refresh_source, g_source_remove);
  set_session (EXM_SCREEN (self), NULL);
  if (self->run != NULL)
    g_signal_handlers_disconnect_by_func (self->run, on_run_notify, self);
  g_clear_object (&self->run);
  /* Before the template lets go of it, which leaves the bin with what is no more. */
  adw_bin_set_child (ADW_BIN (self), NULL);
  gtk_widget_dispose_template (GTK_WIDGET (self), EXM_TYPE_ACTIVITY_PAGE);
  g_clear_object (&self->runs);
  g_clear_object (&self->pages);
  G_OBJECT_CLASS (exm_activity_page_parent_class)->dispose (object);
}

static void
exm_activity_page_finalize (GObject *object)
{
  g_free (EXM_ACTIVITY_PAGE (object)->task_uid);
  g_hash_table_unref (EXM_ACTIVITY_PAGE (object)->rows);
  G_OBJECT_CLASS (exm_activity_page_parent_class)->finalize (object);
}

#define BIND(name)                                                                       \
  gtk_widget_class_bind_template_child (widget_class, ExmActivityPage, name)

static void
bind_template (GtkWidgetClass *widget_class)
{
  gtk_widget_class_set_template_from_resource (widget_class,
                                               EXM_APP_RESOURCES "exm-activity-page.ui");
  BIND (leaflet);
  BIND (list_pane);
  BIND (run_pane);
  BIND (failed_only);
  BIND (pause);
  BIND (runs_stack);
  BIND (runs_view);
  BIND (selection);
  BIND (empty);
  BIND (no_pages);
  BIND (failed);
  BIND (run_stack);
  BIND (run_title);
  BIND (run_state);
  BIND (run_message);
  BIND (stop);
  BIND (run_again);
  BIND (older);
  BIND (pages_stack);
  BIND (page_selection);
  gtk_widget_class_bind_template_callback (widget_class, update_filter);
  gtk_widget_class_bind_template_callback (widget_class, on_selected_notify);
  gtk_widget_class_bind_template_callback (widget_class, on_run_activate);
  gtk_widget_class_bind_template_callback (widget_class, on_run_setup);
  gtk_widget_class_bind_template_callback (widget_class, on_run_bind);
  gtk_widget_class_bind_template_callback (widget_class, on_run_unbind);
  gtk_widget_class_bind_template_callback (widget_class, on_page_setup);
  gtk_widget_class_bind_template_callback (widget_class, on_page_bind);
}

static void
exm_activity_page_class_init (ExmActivityPageClass *klass)
{
  static const char *const actions[]
      = { "pause", "stop", "run", "older", "back", "reload" };
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = exm_activity_page_dispose;
  object_class->finalize = exm_activity_page_finalize;
  bind_template (widget_class);
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      g_autofree char *name = g_strconcat ("activity.", actions[i], NULL);
      gtk_widget_class_install_action (widget_class, name, NULL, run_action);
    }
  gtk_widget_class_install_action (widget_class, "activity.retry", "(ss)", run_action);
}

static void
exm_activity_page_init (ExmActivityPage *self)
{
  self->rows = g_hash_table_new (NULL, NULL);
  self->runs = exm_run_list_new ();
  self->pages = exm_run_page_list_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  g_autoptr (ExmBatchedListModel) runs
      = exm_batched_list_model_new (G_LIST_MODEL (self->runs));
  g_autoptr (ExmBatchedListModel) pages
      = exm_batched_list_model_new (G_LIST_MODEL (self->pages));
  gtk_single_selection_set_model (self->selection, G_LIST_MODEL (runs));
  g_signal_connect_object (self->selection, "items-changed", G_CALLBACK (follow_runs),
                           self, G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  exm_stay_at_top (self->runs_view);
  gtk_no_selection_set_model (self->page_selection, G_LIST_MODEL (pages));
  g_signal_connect_object (self->runs, "notify", G_CALLBACK (update_runs), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->pages, "notify", G_CALLBACK (update_pages), self,
                           G_CONNECT_SWAPPED);
  update_runs (self);
}
