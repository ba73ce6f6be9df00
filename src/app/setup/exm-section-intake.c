/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/setup/exm-section-intake.h"

#include "app/setup/exm-setup.h"
#include "setup/exm-known-sections.h"
#include "setup/exm-section-run.h"

#include <glib/gi18n-lib.h>

struct _ExmSectionIntake
{
  GObject parent_instance;

  ExmSession *session;     /* (unowned): owns this */
  ExmSectionBook *book;    /* (owned) (nullable): once it is open */
  ExmKnownSections *known; /* (owned) (nullable): of the run under way */
  GListStore *items;       /* (owned) (element-type ExmSectionItem) */
  char *hints;             /* (owned) (nullable) (type filename) */
  GCancellable *running;   /* (owned) (nullable): of the run under way */
  guint counts[EXM_N_SECTION_STATES];
  guint changed_id; /* of telling so; else 0 */
  guint delay_ms;   /* 0 for that of any task */
};

enum
{
  PROP_0,
  PROP_DELAY_MS,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

enum
{
  CHANGED,
  FAILED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ExmSectionIntake, exm_section_intake, G_TYPE_OBJECT)

static void begin (ExmSectionIntake *self);

static gboolean
on_changed (gpointer data)
{
  ExmSectionIntake *self = EXM_SECTION_INTAKE (data);

  self->changed_id = 0;
  g_signal_emit (self, signals[CHANGED], 0);
  return G_SOURCE_REMOVE;
}

/* Soon: thousands of sections may change in one turn of the main loop. */
static void
emit_changed (ExmSectionIntake *self)
{
  if (self->changed_id == 0)
    self->changed_id = g_idle_add (on_changed, self);
}

static ExmSectionItem *
dup_item (ExmSectionIntake *self, guint index)
{
  /* One that was dropped leaves a gap. */
  for (guint i = MIN (index + 1, g_list_model_get_n_items (G_LIST_MODEL (self->items)));
       i-- > 0;)
    {
      g_autoptr (ExmSectionItem) item
          = g_list_model_get_item (G_LIST_MODEL (self->items), i);
      if (exm_section_item_get_index (item) == index)
        return g_steal_pointer (&item);
    }
  return NULL;
}

/* Takes down what becomes of a section. @fields: (nullable): of its task */
static void
note (ExmSectionIntake *self,
      guint index,
      ExmSectionState state,
      const ExmTaskFields *fields,
      const char *question,
      gboolean is_stored)
{
  const ExmSectionEntry *entry = exm_section_book_get (self->book, index);
  g_autoptr (ExmSectionItem) item = dup_item (self, index);
  g_autoptr (GError) error = NULL;
  const char *example = fields != NULL && fields->examples->len > 0
                            ? g_array_index (fields->examples, ExmTaskExample, 0).url
                            : NULL;

  if (!exm_section_book_note (self->book, index, state,
                              fields != NULL ? fields->uid : NULL, question, example,
                              is_stored, &error))
    g_signal_emit (self, signals[FAILED], 0, error);
  /* Until its task is stored, a section waits. */
  if (item == NULL || (fields != NULL && !is_stored))
    return;
  self->counts[exm_section_item_get_state (item)]--;
  self->counts[state]++;
  exm_section_item_update (item, entry);
  emit_changed (self);
}

/* As note(), of a task that there is. */
static void
note_again (ExmSectionIntake *self, guint index, ExmSectionState state)
{
  const ExmSectionEntry *entry = exm_section_book_get (self->book, index);
  g_autofree char *uid = g_strdup (entry->uid);
  g_autofree char *example = g_strdup (entry->example);
  g_autoptr (ExmSectionItem) item = dup_item (self, index);
  g_autoptr (GError) error = NULL;

  self->counts[entry->state]--;
  self->counts[state]++;
  if (!exm_section_book_note (self->book, index, state, uid, NULL, example, TRUE, &error))
    g_signal_emit (self, signals[FAILED], 0, error);
  if (item != NULL)
    exm_section_item_update (item, entry);
  emit_changed (self);
}

/* A section that was set up */

typedef struct
{
  ExmSectionIntake *intake; /* (owned) */
  guint index;
  ExmSectionSetup *setup; /* (owned) */
  GCancellable *run;      /* (owned): of which it came */
  ExmTask *task;          /* (owned) (nullable): set on the worker's thread */
  gboolean is_due;        /* by its schedule: the worker begins the first run by itself */
} Outcome;

static void
outcome_free (gpointer data)
{
  Outcome *self = data;

  exm_section_setup_free (self->setup);
  g_clear_pointer (&self->task, exm_task_unref);
  g_object_unref (self->run);
  g_object_unref (self->intake);
  g_free (self);
}

/* On the worker's thread. */
static gboolean
write_task (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  Outcome *outcome = data;

  outcome->task = exm_section_setup_store (outcome->setup, store, now_usec, error);
  if (outcome->task == NULL)
    return FALSE;
  outcome->is_due
      = exm_schedule_get_next (exm_task_get (outcome->task)->schedule, 0, now_usec)
        <= now_usec;
  return TRUE;
}

static void
on_written (GObject *source, GAsyncResult *result, gpointer data)
{
  Outcome *outcome = data;
  ExmSectionIntake *self = outcome->intake;
  g_autoptr (GError) error = NULL;

  if (!exm_session_write_finish (EXM_SESSION (source), result, &error))
    {
      note (self, outcome->index, EXM_SECTION_FAILED, NULL, error->message, FALSE);
      return;
    }
  const ExmTaskFields *fields = exm_task_get (outcome->task);
  note (self, outcome->index, outcome->setup->state, fields, outcome->setup->question,
        TRUE);
  if (!fields->paused && !outcome->is_due)
    exm_session_run_task (EXM_SESSION (source), fields->uid);
}

static gboolean
take_outcome (gpointer data)
{
  Outcome *outcome = data;
  ExmSectionIntake *self = outcome->intake;
  ExmSectionSetup *setup = outcome->setup;

  if (g_cancellable_is_cancelled (outcome->run)
      || exm_session_get_worker (self->session) == NULL)
    outcome_free (outcome);
  else if (setup->proposal == NULL)
    {
      note (self, outcome->index, EXM_SECTION_FAILED, NULL, setup->question, FALSE);
      outcome_free (outcome);
    }
  else if (exm_known_sections_has_task (self->known, &setup->proposal->fields))
    {
      note (self, outcome->index, EXM_SECTION_THERE, NULL, NULL, FALSE);
      outcome_free (outcome);
    }
  else
    {
      const ExmTaskFields *fields = &setup->proposal->fields;
      exm_known_sections_add_task (self->known, fields);
      note (self, outcome->index, setup->state, fields, setup->question, FALSE);
      exm_session_write_async (self->session, fields->uid, write_task, outcome,
                               outcome_free, on_written, outcome);
    }
  return G_SOURCE_REMOVE;
}

/* A run over all that wait */

typedef struct
{
  GArray *jobs;          /* (owned) (element-type ExmSectionJob) */
  GPtrArray *sections;   /* (owned) (element-type ExmSection): copies, for its thread */
  ExmSiteConfig *hints;  /* (owned) (nullable) */
  ExmRenderer *renderer; /* (owned) (nullable) */
  GWeakRef intake;
  GCancellable *cancellable; /* (owned) */
} Run;

static void
run_free (gpointer data)
{
  Run *self = data;

  g_array_unref (self->jobs);
  g_ptr_array_unref (self->sections);
  g_clear_pointer (&self->hints, exm_site_config_free);
  g_clear_object (&self->renderer);
  g_weak_ref_clear (&self->intake);
  g_object_unref (self->cancellable);
  g_free (self);
}

/* On the thread of the run. */
static void
on_set_up (ExmSectionJob *job, ExmSectionSetup *setup, gpointer data)
{
  Run *run = data;
  ExmSectionIntake *intake = g_weak_ref_get (&run->intake);

  if (intake == NULL)
    {
      exm_section_setup_free (setup);
      return;
    }
  Outcome *outcome = g_new0 (Outcome, 1);
  outcome->intake = intake;
  outcome->index = job->index;
  outcome->setup = setup;
  outcome->run = g_object_ref (run->cancellable);
  g_idle_add_full (G_PRIORITY_DEFAULT, take_outcome, outcome, NULL);
}

static void
run_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Run *run = data;

  exm_sections_run (run->jobs, run->renderer, run->hints, run->cancellable, on_set_up,
                    run);
  g_task_return_boolean (task, TRUE);
}

static void
on_run_over (GObject *source, GAsyncResult *result, gpointer data)
{
  const Run *run = g_task_get_task_data (G_TASK (result));
  g_autoptr (ExmSectionIntake) self = g_weak_ref_get ((GWeakRef *) &run->intake);

  if (self == NULL || self->running != run->cancellable)
    return;
  g_clear_object (&self->running);
  /* Others were added meanwhile. */
  begin (self);
  emit_changed (self);
}

static Run *
run_new (ExmSectionIntake *self)
{
  Run *run = g_new0 (Run, 1);

  run->jobs = g_array_new (FALSE, TRUE, sizeof (ExmSectionJob));
  g_array_set_clear_func (run->jobs, (GDestroyNotify) exm_section_job_clear);
  run->sections = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_section_free);
  if (self->hints != NULL)
    run->hints = exm_site_config_new (self->hints, NULL);
  run->renderer = exm_session_get_renderer (self->session);
  if (run->renderer != NULL)
    g_object_ref (run->renderer);
  run->cancellable = g_object_ref (self->running);
  g_weak_ref_init (&run->intake, self);
  return run;
}

static void
add_job (Run *run, guint index, const ExmSection *section, guint delay_ms)
{
  ExmSection *copy = g_new0 (ExmSection, 1);
  ExmSectionJob job = { .section = copy, .index = index };

  copy->line = section->line;
  copy->address = g_strdup (section->address);
  copy->name = g_strdup (section->name);
  copy->group = g_strdup (section->group);
  g_ptr_array_add (run->sections, copy);
  exm_task_fields_init (&job.fields);
  exm_setup_set_defaults (&job.fields);
  if (delay_ms > 0)
    job.fields.delay_ms = delay_ms;
  g_array_append_val (run->jobs, job);
}

static void
start_run (ExmSectionIntake *self)
{
  Run *run = run_new (self);
  g_autoptr (GTask) task = g_task_new (NULL, NULL, on_run_over, NULL);
  guint n = exm_section_book_get_n (self->book);

  for (guint i = 0; i < n; i++)
    {
      const ExmSectionEntry *entry = exm_section_book_get (self->book, i);
      if (entry->state != EXM_SECTION_WAITING)
        continue;
      if (exm_known_sections_claim (self->known, entry->section->address))
        add_job (run, i, entry->section, self->delay_ms);
      else
        note (self, i, EXM_SECTION_THERE, NULL, NULL, FALSE);
    }
  g_task_set_source_tag (task, start_run);
  g_task_set_task_data (task, run, run_free);
  g_task_run_in_thread (task, run_in_thread);
}

/* Tasks that there are */

typedef struct
{
  ExmSectionIntake *intake; /* (owned) */
  GCancellable *run;        /* (owned) */
  ExmKnownSections *known;  /* (owned) (nullable) */
} Knowing;

static void
knowing_free (gpointer data)
{
  Knowing *self = data;

  g_object_unref (self->intake);
  g_object_unref (self->run);
  g_clear_pointer (&self->known, exm_known_sections_free);
  g_free (self);
}

static gboolean
read_known (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  Knowing *knowing = data;

  knowing->known = exm_known_sections_new (store, error);
  return knowing->known != NULL;
}

/* Tasks that were reviewed elsewhere ask nothing any more. */
static void
follow_tasks (ExmSectionIntake *self)
{
  guint n = exm_section_book_get_n (self->book);

  for (guint i = 0; i < n; i++)
    {
      const ExmSectionEntry *entry = exm_section_book_get (self->book, i);
      ExmTaskItem *task
          = entry->uid != NULL ? exm_session_find_task (self->session, entry->uid) : NULL;
      if (entry->state == EXM_SECTION_LOOK && task != NULL
          && !exm_task_item_get_paused (task))
        note_again (self, i, EXM_SECTION_READY);
    }
}

static void
update_items (ExmSectionIntake *self)
{
  guint n_items = g_list_model_get_n_items (G_LIST_MODEL (self->items));

  memset (self->counts, 0, sizeof self->counts);
  for (guint i = 0; i < exm_section_book_get_n (self->book); i++)
    self->counts[exm_section_book_get (self->book, i)->state]++;
  for (guint i = 0; i < n_items; i++)
    {
      g_autoptr (ExmSectionItem) item
          = g_list_model_get_item (G_LIST_MODEL (self->items), i);
      exm_section_item_update (
          item, exm_section_book_get (self->book, exm_section_item_get_index (item)));
    }
}

static void
on_known (GObject *source, GAsyncResult *result, gpointer data)
{
  Knowing *knowing = data;
  ExmSectionIntake *self = knowing->intake;
  g_autoptr (GError) error = NULL;
  gboolean good = exm_worker_write_finish (EXM_WORKER (source), result, &error);

  if (self->running != knowing->run)
    return;
  if (!good)
    {
      g_clear_object (&self->running);
      g_signal_emit (self, signals[FAILED], 0, error);
      emit_changed (self);
      return;
    }
  g_clear_pointer (&self->known, exm_known_sections_free);
  self->known = g_steal_pointer (&knowing->known);
  exm_section_book_resolve (self->book, exm_known_sections_get_uids (self->known));
  update_items (self);
  follow_tasks (self);
  start_run (self);
  emit_changed (self);
}

/* Sets up all that wait, unless that is done already. */
static void
begin (ExmSectionIntake *self)
{
  ExmWorker *worker
      = self->session != NULL ? exm_session_get_worker (self->session) : NULL;

  if (self->book == NULL || self->running != NULL
      || self->counts[EXM_SECTION_WAITING] == 0 || worker == NULL)
    return;
  self->running = g_cancellable_new ();
  Knowing *knowing = g_new0 (Knowing, 1);
  knowing->intake = g_object_ref (self);
  knowing->run = g_object_ref (self->running);
  exm_worker_write_async (worker, read_known, knowing, knowing_free, NULL, on_known,
                          knowing);
}

static void
list_items (ExmSectionIntake *self)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);
  guint n_items = g_list_model_get_n_items (G_LIST_MODEL (self->items));

  for (guint i = 0; i < exm_section_book_get_n (self->book); i++)
    g_ptr_array_add (items,
                     exm_section_item_new (i, exm_section_book_get (self->book, i)));
  g_list_store_splice (self->items, 0, n_items, items->pdata, items->len);
  update_items (self);
}

gboolean
exm_section_intake_open (ExmSectionIntake *self, GError **error)
{
  g_return_val_if_fail (EXM_IS_SECTION_INTAKE (self), FALSE);

  if (self->book != NULL)
    return TRUE;
  self->book = exm_section_book_open (exm_session_get_folder (self->session), error);
  if (self->book == NULL)
    return FALSE;
  list_items (self);
  begin (self);
  emit_changed (self);
  return TRUE;
}

gboolean
exm_section_intake_add (ExmSectionIntake *self, GPtrArray *sections, GError **error)
{
  g_return_val_if_fail (EXM_IS_SECTION_INTAKE (self), FALSE);
  g_return_val_if_fail (self->book != NULL, FALSE);

  gboolean good
      = exm_section_book_add (self->book, sections, self->running != NULL, error);
  list_items (self);
  begin (self);
  emit_changed (self);
  return good;
}

gboolean
exm_section_intake_set_hints (ExmSectionIntake *self, const char *folder, GError **error)
{
  g_return_val_if_fail (EXM_IS_SECTION_INTAKE (self), FALSE);

  g_autoptr (ExmSiteConfig) hints
      = folder != NULL ? exm_site_config_new (folder, error) : NULL;
  if (folder != NULL && hints == NULL)
    return FALSE;
  g_free (self->hints);
  self->hints = g_strdup (folder);
  return TRUE;
}

GListModel *
exm_section_intake_get_items (ExmSectionIntake *self)
{
  return G_LIST_MODEL (self->items);
}

guint
exm_section_intake_count (ExmSectionIntake *self, ExmSectionState state)
{
  return self->counts[state];
}

guint
exm_section_intake_count_shared (ExmSectionIntake *self, guint *n_examples)
{
  *n_examples = 0;
  return self->book != NULL ? exm_section_book_count_shared (self->book, n_examples) : 0;
}

gboolean
exm_section_intake_is_running (ExmSectionIntake *self)
{
  return self->running != NULL;
}

/* Answers */

typedef struct
{
  ExmSectionIntake *intake; /* (owned) */
  ExmSectionItem *item;     /* (owned) */
  gboolean is_due;          /* by its schedule: the worker begins the run by itself */
} Answer;

static gboolean
is_due (ExmSectionIntake *self, const char *uid)
{
  ExmTaskItem *task = exm_session_find_task (self->session, uid);
  gint64 due_usec = task != NULL ? exm_task_item_get_next_due (task) : 0;

  return due_usec > 0 && due_usec <= g_get_real_time ();
}

static void
on_resumed (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autofree Answer *answer = data;
  g_autoptr (ExmSectionIntake) self = answer->intake;
  g_autoptr (ExmSectionItem) item = answer->item;
  g_autoptr (GError) error = NULL;
  guint index = exm_section_item_get_index (item);
  g_autoptr (ExmSectionItem) listed = dup_item (self, index);

  if (!exm_session_write_finish (EXM_SESSION (source), result, &error))
    {
      g_signal_emit (self, signals[FAILED], 0, error);
      return;
    }
  if (!answer->is_due)
    exm_session_run_task (EXM_SESSION (source), exm_section_item_get_uid (item));
  if (listed == item)
    note_again (self, index, EXM_SECTION_READY);
}

void
exm_section_intake_answer (ExmSectionIntake *self, ExmSectionItem *item)
{
  g_return_if_fail (EXM_IS_SECTION_INTAKE (self));
  g_return_if_fail (EXM_IS_SECTION_ITEM (item));

  if (exm_section_item_get_state (item) == EXM_SECTION_LOOK && self->session != NULL)
    {
      Answer *answer = g_new0 (Answer, 1);
      answer->intake = g_object_ref (self);
      answer->item = g_object_ref (item);
      answer->is_due = is_due (self, exm_section_item_get_uid (item));
      exm_session_set_paused_async (self->session, exm_section_item_get_uid (item), FALSE,
                                    on_resumed, answer);
    }
  else if (exm_section_item_get_state (item) == EXM_SECTION_FAILED)
    {
      note (self, exm_section_item_get_index (item), EXM_SECTION_WAITING, NULL, NULL,
            FALSE);
      begin (self);
      emit_changed (self);
    }
}

void
exm_section_intake_drop (ExmSectionIntake *self, ExmSectionItem *item)
{
  g_return_if_fail (EXM_IS_SECTION_INTAKE (self));
  g_return_if_fail (exm_section_item_get_state (item) == EXM_SECTION_FAILED);

  guint position;
  note (self, exm_section_item_get_index (item), EXM_SECTION_THERE, NULL, NULL, FALSE);
  self->counts[EXM_SECTION_THERE]--;
  if (g_list_store_find (self->items, item, &position))
    g_list_store_remove (self->items, position);
  emit_changed (self);
}

static void
exm_section_intake_dispose (GObject *object)
{
  ExmSectionIntake *self = EXM_SECTION_INTAKE (object);

  if (self->running != NULL)
    g_cancellable_cancel (self->running);
  g_clear_object (&self->running);
  self->session = NULL;
  g_clear_handle_id (&self->changed_id, g_source_remove);
  G_OBJECT_CLASS (exm_section_intake_parent_class)->dispose (object);
}

static void
exm_section_intake_finalize (GObject *object)
{
  ExmSectionIntake *self = EXM_SECTION_INTAKE (object);

  g_clear_pointer (&self->book, exm_section_book_close);
  g_clear_pointer (&self->known, exm_known_sections_free);
  g_object_unref (self->items);
  g_free (self->hints);
  G_OBJECT_CLASS (exm_section_intake_parent_class)->finalize (object);
}

static void
exm_section_intake_set_property (GObject *object,
                                 guint id,
                                 const GValue *value,
                                 GParamSpec *pspec)
{
  if (id == PROP_DELAY_MS)
    EXM_SECTION_INTAKE (object)->delay_ms = g_value_get_uint (value);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
exm_section_intake_class_init (ExmSectionIntakeClass *klass)
{
  G_OBJECT_CLASS (klass)->set_property = exm_section_intake_set_property;
  properties[PROP_DELAY_MS] = g_param_spec_uint (
      "delay-ms", NULL, NULL, 0, G_MAXUINT, 0, G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (G_OBJECT_CLASS (klass), N_PROPS, properties);
  G_OBJECT_CLASS (klass)->dispose = exm_section_intake_dispose;
  G_OBJECT_CLASS (klass)->finalize = exm_section_intake_finalize;
  signals[CHANGED] = g_signal_new ("changed", EXM_TYPE_SECTION_INTAKE, G_SIGNAL_RUN_LAST,
                                   0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[FAILED] = g_signal_new ("failed", EXM_TYPE_SECTION_INTAKE, G_SIGNAL_RUN_LAST, 0,
                                  NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_ERROR);
}

static void
exm_section_intake_init (ExmSectionIntake *self)
{
  self->items = g_list_store_new (EXM_TYPE_SECTION_ITEM);
}

/* Goes on with sections that waited for the session, such as for the end of a repair. */
static void
on_started (ExmSectionIntake *self)
{
  begin (self);
  emit_changed (self);
}

/* The session ends: windows may have it still. */
static void
end (gpointer data)
{
  g_object_run_dispose (G_OBJECT (data));
  g_object_unref (data);
}

ExmSectionIntake *
exm_section_intake_get (ExmSession *session)
{
  static const char key[] = "exm-section-intake";
  ExmSectionIntake *self = g_object_get_data (G_OBJECT (session), key);

  if (self != NULL)
    return self;
  self = g_object_new (EXM_TYPE_SECTION_INTAKE, NULL);
  self->session = session;
  g_signal_connect_object (session, "notify::started", G_CALLBACK (on_started), self,
                           G_CONNECT_SWAPPED);
  g_object_set_data_full (G_OBJECT (session), key, self, end);
  return self;
}
