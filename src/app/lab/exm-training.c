/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/lab/exm-training.h"

#include "lab/benchmark/exm-stored-pages.h"
#include "lab/train/exm-train-gather.h"

#include <glib/gi18n-lib.h>

/* The same articles give the same model. */
#define SEED 1u

/* State shared by the pool and the training; reference counted. */
typedef struct
{
  ExmEngine *engine;      /* (owned) */
  ExmStoreReader *reader; /* (owned) */
  char *uid;              /* (owned): the task */
  char *method;           /* (owned) */
  gboolean all_tasks;
  gint64 now_usec;
  GWeakRef training;
  ExmTrainModelReport report; /* of the pool until it is done */
  int enough;                 /* atomic: no more epochs are wanted */
  int told;                   /* atomic: the main loop has been asked to look */

  GMutex lock;         /* of what follows */
  guint n_read;        /* pages */
  guint n_pages;       /* to be read */
  GArray *losses;      /* (owned) (element-type double) */
  GArray *held_losses; /* (owned) (element-type double) */
} Run;

/* Counts of a training. */
typedef struct
{
  ExmTrainingCount own;
  ExmTrainingCount all;
} Counts;

struct _ExmTraining
{
  GObject parent_instance;

  ExmSession *session; /* (owned) */
  char *uid;           /* (owned) */
  char *method;        /* (owned) */
  ExmTrainingState state;
  Counts counts;
  GCancellable *cancellable; /* (owned) */
  Run *run;                  /* (owned) (nullable): once it was started */
  GArray *losses;            /* (owned) (element-type double): as they were told last */
  GArray *held_losses;       /* (owned) (element-type double) */
  double progress;
  ExmMethodModel *model; /* (owned) (nullable) */
  char *message;         /* (owned) (nullable) */
};

static guint changed_signal;

G_DEFINE_FINAL_TYPE (ExmTraining, exm_training, G_TYPE_OBJECT)

static void
set_state (ExmTraining *self, ExmTrainingState state)
{
  self->state = state;
  g_signal_emit (self, changed_signal, 0);
}

static void
fail (ExmTraining *self, const char *message)
{
  g_free (self->message);
  self->message = g_strdup (message);
  set_state (self, EXM_TRAINING_FAILED);
}

static void
run_clear (gpointer data)
{
  Run *run = data;

  g_object_unref (run->engine);
  g_object_unref (run->reader);
  g_free (run->uid);
  g_free (run->method);
  g_weak_ref_clear (&run->training);
  exm_train_model_report_clear (&run->report);
  g_mutex_clear (&run->lock);
  g_array_unref (run->losses);
  g_array_unref (run->held_losses);
}

static void
run_release (gpointer run)
{
  g_atomic_rc_box_release_full (run, run_clear);
}

static Run *
run_new (ExmTraining *self, gboolean all_tasks)
{
  Run *run = g_atomic_rc_box_new0 (Run);

  run->engine = g_object_ref (exm_session_get_engine (self->session));
  run->reader = g_object_ref (exm_session_get_reader (self->session));
  run->uid = g_strdup (self->uid);
  run->method = g_strdup (self->method);
  run->all_tasks = all_tasks;
  run->now_usec = g_get_real_time ();
  g_weak_ref_init (&run->training, self);
  g_mutex_init (&run->lock);
  run->losses = g_array_new (FALSE, FALSE, sizeof (double));
  run->held_losses = g_array_new (FALSE, FALSE, sizeof (double));
  return run;
}

/* Counting */

/* Returns: (transfer full) (nullable) (element-type utf8): the tasks, the run's first */
static GPtrArray *
list_tasks (const Run *run, gboolean all_tasks, GError **error)
{
  const ExmStoreQuery query = { .kind = EXM_READ_TASKS };
  g_autoptr (GPtrArray) uids = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) infos
      = all_tasks ? exm_store_reader_read (run->reader, &query, NULL, error) : NULL;

  if (all_tasks && infos == NULL)
    return NULL;
  g_ptr_array_add (uids, g_strdup (run->uid));
  for (guint i = 0; infos != NULL && i < infos->len; i++)
    {
      const ExmTaskInfo *info = g_ptr_array_index (infos, i);
      if (!g_str_equal (info->uid, run->uid))
        g_ptr_array_add (uids, g_strdup (info->uid));
    }
  return g_steal_pointer (&uids);
}

static gboolean
count_task (const Run *run, const char *uid, ExmTrainingCount *count, GError **error)
{
  const ExmStoreQuery of_articles = {
    .kind = EXM_READ_ARTICLE_COUNT,
    .filter = { .task_uid = uid, .known = TRUE },
  };
  const ExmStoreQuery of_task = { .kind = EXM_READ_TASK, .uid = uid };
  g_autoptr (ExmTask) task = exm_store_reader_read (run->reader, &of_task, NULL, error);
  g_autofree gint64 *n_articles
      = task != NULL ? exm_store_reader_read (run->reader, &of_articles, NULL, error)
                     : NULL;

  if (n_articles == NULL)
    return FALSE;
  count->n_articles += (guint) *n_articles;
  const GArray *examples = exm_task_get (task)->examples;
  for (guint i = 0; i < examples->len; i++)
    count->n_examples += g_array_index (examples, ExmTaskExample, i).region_text != NULL;
  return TRUE;
}

static void
count (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Run *run = data;
  GError *error = NULL;
  g_autoptr (GPtrArray) uids = list_tasks (run, TRUE, &error);
  g_autofree Counts *counts = g_new0 (Counts, 1);

  for (guint i = 0; error == NULL && i < uids->len; i++)
    {
      count_task (run, g_ptr_array_index (uids, i), &counts->all, &error);
      if (i == 0)
        counts->own = counts->all;
    }
  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, g_steal_pointer (&counts), g_free);
}

static void
on_counted (GObject *source, GAsyncResult *result, gpointer data)
{
  const Run *run = g_task_get_task_data (G_TASK (result));
  g_autoptr (ExmTraining) self = g_weak_ref_get ((GWeakRef *) &run->training);
  g_autoptr (GError) error = NULL;
  g_autofree Counts *counts = g_task_propagate_pointer (G_TASK (result), &error);

  if (self == NULL)
    return;
  if (counts == NULL)
    {
      fail (self, error->message);
      return;
    }
  self->counts = *counts;
  set_state (self, EXM_TRAINING_READY);
}

/* Training, on the pool */

static gboolean
on_told (gpointer data)
{
  Run *run = data;
  g_autoptr (ExmTraining) self = g_weak_ref_get (&run->training);

  g_atomic_int_set (&run->told, FALSE);
  if (self == NULL || self->run != run
      || (self->state != EXM_TRAINING_READING && self->state != EXM_TRAINING_LEARNING))
    return G_SOURCE_REMOVE;
  g_mutex_lock (&run->lock);
  guint n_epochs = run->losses->len, n_known = self->losses->len;
  g_array_append_vals (self->losses, &g_array_index (run->losses, double, n_known),
                       n_epochs - n_known);
  n_known = self->held_losses->len;
  g_array_append_vals (self->held_losses,
                       &g_array_index (run->held_losses, double, n_known),
                       run->held_losses->len - n_known);
  self->progress = n_epochs > 0 ? (double) n_epochs / EXM_TRAIN_EPOCHS
                                : (double) run->n_read / MAX (run->n_pages, 1);
  g_mutex_unlock (&run->lock);
  set_state (self, n_epochs > 0 ? EXM_TRAINING_LEARNING : EXM_TRAINING_READING);
  return G_SOURCE_REMOVE;
}

/* The main loop is asked once, however much there is to tell meanwhile. */
static void
tell (Run *run)
{
  if (g_atomic_int_compare_and_exchange (&run->told, FALSE, TRUE))
    g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, on_told, g_atomic_rc_box_acquire (run),
                     run_release);
}

static gboolean
on_epoch (guint epoch, double loss, double held_loss, gpointer data)
{
  Run *run = data;

  g_mutex_lock (&run->lock);
  g_array_append_val (run->losses, loss);
  if (held_loss >= 0)
    g_array_append_val (run->held_losses, held_loss);
  g_mutex_unlock (&run->lock);
  tell (run);
  return !g_atomic_int_get (&run->enough);
}

static gboolean
gather_task (Run *run,
             const char *uid,
             ExmTrainGather *gather,
             GCancellable *cancellable,
             GError **error)
{
  g_autoptr (ExmStoredPages) pages
      = exm_stored_pages_new_known (run->engine, run->reader, uid, error);

  if (pages == NULL)
    return FALSE;
  guint n = exm_stored_pages_get_n (pages);
  g_mutex_lock (&run->lock);
  run->n_pages += n;
  g_mutex_unlock (&run->lock);
  for (guint i = 0; i < n; i++)
    {
      g_auto (ExmComparedPage) page = { 0 };
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      /* One that cannot be read teaches nothing; the others do. */
      if (exm_stored_pages_load (i, pages, &page, NULL))
        exm_train_gather_add (gather, &page);
      g_mutex_lock (&run->lock);
      run->n_read++;
      g_mutex_unlock (&run->lock);
      tell (run);
    }
  g_autoptr (GPtrArray) examples = exm_stored_pages_dup_examples (pages);
  for (guint i = 0; i < examples->len; i++)
    exm_train_gather_add_example (gather, g_ptr_array_index (examples, i));
  return TRUE;
}

static ExmMethodModel *
learn (Run *run, GCancellable *cancellable, GError **error)
{
  g_autoptr (ExmTrainGather) gather
      = exm_train_gather_new (exm_model_layout_find (run->method));
  g_autoptr (GPtrArray) uids = list_tasks (run, run->all_tasks, error);
  const ExmTrainModelOptions options = {
    .seed = SEED,
    .max_epochs = EXM_TRAIN_EPOCHS,
    .rate = EXM_TRAIN_RATE,
    .target_error = EXM_TRAIN_TARGET_ERROR,
    .held_back = EXM_TRAIN_HELD_BACK,
    .about = run->uid,
    .trained_usec = run->now_usec,
    .progress = on_epoch,
    .data = run,
    .cancellable = cancellable,
  };

  for (guint i = 0; uids != NULL && i < uids->len; i++)
    if (!gather_task (run, g_ptr_array_index (uids, i), gather, cancellable, error))
      return NULL;
  return uids != NULL ? exm_train_model (exm_train_gather_get_rows (gather), &options,
                                         &run->report, error)
                      : NULL;
}

static void
train (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;
  ExmMethodModel *model = learn (data, cancellable, &error);

  if (model != NULL)
    g_task_return_pointer (task, model, (GDestroyNotify) exm_method_model_unref);
  else
    g_task_return_error (task, error);
}

static void
on_trained (GObject *source, GAsyncResult *result, gpointer data)
{
  Run *run = g_task_get_task_data (G_TASK (result));
  g_autoptr (ExmTraining) self = g_weak_ref_get (&run->training);
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmMethodModel) model = g_task_propagate_pointer (G_TASK (result), &error);

  if (self == NULL)
    return;
  /* Progress that was not told yet. */
  on_told (run);
  self->model = g_steal_pointer (&model);
  if (self->model != NULL)
    set_state (self, EXM_TRAINING_DONE);
  else
    fail (self, g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED)
                    ? _ ("Stopped before anything was learned; nothing was kept")
                    : error->message);
}

static void
exm_training_dispose (GObject *object)
{
  g_cancellable_cancel (EXM_TRAINING (object)->cancellable);
  G_OBJECT_CLASS (exm_training_parent_class)->dispose (object);
}

static void
exm_training_finalize (GObject *object)
{
  ExmTraining *self = EXM_TRAINING (object);

  g_object_unref (self->session);
  g_free (self->uid);
  g_free (self->method);
  g_object_unref (self->cancellable);
  g_clear_pointer (&self->run, run_release);
  g_array_unref (self->losses);
  g_array_unref (self->held_losses);
  g_clear_pointer (&self->model, exm_method_model_unref);
  g_free (self->message);
  G_OBJECT_CLASS (exm_training_parent_class)->finalize (object);
}

static void
exm_training_class_init (ExmTrainingClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = exm_training_dispose;
  G_OBJECT_CLASS (klass)->finalize = exm_training_finalize;
  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
exm_training_init (ExmTraining *self)
{
  self->cancellable = g_cancellable_new ();
  self->losses = g_array_new (FALSE, FALSE, sizeof (double));
  self->held_losses = g_array_new (FALSE, FALSE, sizeof (double));
}

ExmTraining *
exm_training_new (ExmSession *session, const char *task_uid, const char *method)
{
  ExmTraining *self = g_object_new (EXM_TYPE_TRAINING, NULL);

  self->session = g_object_ref (session);
  self->uid = g_strdup (task_uid);
  self->method = g_strdup (method);
  g_autoptr (GTask) task = g_task_new (NULL, self->cancellable, on_counted, NULL);
  g_task_set_source_tag (task, exm_training_new);
  g_task_set_task_data (task, run_new (self, TRUE), run_release);
  g_task_run_in_thread (task, count);
  return self;
}

ExmTrainingState
exm_training_get_state (ExmTraining *self)
{
  return self->state;
}

ExmTrainingCount
exm_training_get_count (ExmTraining *self, gboolean all_tasks)
{
  return all_tasks ? self->counts.all : self->counts.own;
}

void
exm_training_start (ExmTraining *self, gboolean all_tasks)
{
  g_return_if_fail (self->state == EXM_TRAINING_READY);

  self->run = run_new (self, all_tasks);
  g_autoptr (GTask) task = g_task_new (NULL, self->cancellable, on_trained, NULL);
  g_task_set_source_tag (task, exm_training_start);
  g_task_set_task_data (task, g_atomic_rc_box_acquire (self->run), run_release);
  g_task_run_in_thread (task, train);
  set_state (self, EXM_TRAINING_READING);
}

void
exm_training_stop (ExmTraining *self)
{
  if (self->run == NULL)
    return;
  g_atomic_int_set (&self->run->enough, TRUE);
  if (self->state == EXM_TRAINING_READING)
    g_cancellable_cancel (self->cancellable);
}

gboolean
exm_training_is_stopped (ExmTraining *self)
{
  return self->run != NULL && g_atomic_int_get (&self->run->enough)
         && self->losses->len < EXM_TRAIN_EPOCHS;
}

double
exm_training_get_progress (ExmTraining *self)
{
  return self->progress;
}

const GArray *
exm_training_get_losses (ExmTraining *self, const GArray **held_losses)
{
  *held_losses = self->held_losses;
  return self->losses;
}

const ExmTrainModelReport *
exm_training_get_report (ExmTraining *self)
{
  return self->state == EXM_TRAINING_DONE ? &self->run->report : NULL;
}

ExmMethodModel *
exm_training_get_model (ExmTraining *self)
{
  return self->model;
}

const char *
exm_training_get_message (ExmTraining *self)
{
  return self->message;
}
