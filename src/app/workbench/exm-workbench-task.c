/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/workbench/exm-workbench-task.h"

#include "app/analysis/exm-method-words.h"

#include <glib/gi18n-lib.h>
#include <string.h>

struct _ExmWorkbenchTask
{
  GObject parent_instance;

  ExmSession *session;   /* (owned) (nullable) */
  ExmAnalysis *analysis; /* (owned) */
  ExmToaster *toaster;   /* (owned) */
  char *uid;             /* (owned) (nullable) */
  ExmTask *task;         /* (owned) (nullable): as it is stored */
  ExmSetup *setup;       /* (owned) (nullable) */
};

enum
{
  SAVED,
  EXAMPLES_SAVED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ExmWorkbenchTask, exm_workbench_task, G_TYPE_OBJECT)

/* Effect of a change on articles that are stored. */
typedef enum
{
  ASIDE,
  AFFECTS,
  EXAMPLES,
} Effect;

/* A write that is under way, or that failed and can be tried again. */
typedef struct
{
  ExmWorkbenchTask *self; /* (owned) */
  char *uid;              /* (owned) (nullable) */
  GAsyncResult *failed;   /* (owned) (nullable) */
  Effect effect;
} Saving;

static Saving *
saving_new (ExmWorkbenchTask *self, const char *uid, Effect effect)
{
  Saving *saving = g_new0 (Saving, 1);

  saving->self = g_object_ref (self);
  saving->uid = g_strdup (uid);
  saving->effect = effect;
  return saving;
}

static void
saving_free (gpointer data, GClosure *closure)
{
  Saving *saving = data;

  g_object_unref (saving->self);
  g_free (saving->uid);
  g_clear_object (&saving->failed);
  g_free (saving);
}

static void on_saved (GObject *source, GAsyncResult *result, gpointer data);

static void
on_retry (AdwToast *toast, gpointer data)
{
  Saving *failed = data;

  if (failed->self->session != NULL)
    exm_session_write_again_async (
        failed->self->session, failed->failed, on_saved,
        saving_new (failed->self, failed->uid, failed->effect));
}

static void
on_saved (GObject *source, GAsyncResult *result, gpointer data)
{
  Saving *saving = data;
  ExmWorkbenchTask *self = saving->self;
  gboolean is_shown = exm_workbench_task_is (self, saving->uid);
  g_autoptr (GError) error = NULL;

  if (saving->effect == EXAMPLES && is_shown)
    g_signal_emit (self, signals[EXAMPLES_SAVED], 0);
  if (!exm_session_write_finish (EXM_SESSION (source), result, &error))
    {
      /* translators: %s is the cause */
      g_autofree char *words
          = g_strdup_printf (_ ("The task was not saved: %s"), error->message);
      saving->failed = g_object_ref (result);
      exm_toaster_show_failure (self->toaster, words, G_CALLBACK (on_retry), saving,
                                saving_free);
      return;
    }
  if (saving->effect != ASIDE && is_shown)
    g_signal_emit (self, signals[SAVED], 0);
  saving_free (saving, NULL);
}

/* Stores @fields (transfer full), unless the task has them. */
static void
save (ExmWorkbenchTask *self, ExmTaskFields *fields, Effect effect)
{
  g_autoptr (ExmTask) task = exm_task_new (fields);

  if (exm_task_equal (task, self->task))
    return;
  exm_task_unref (self->task);
  self->task = g_steal_pointer (&task);
  exm_session_save_task_async (self->session, self->task, on_saved,
                               saving_new (self, self->uid, effect));
}

/* Returns: (transfer full) (nullable): the task as it is now */
static ExmTask *
dup_task (ExmWorkbenchTask *self)
{
  if (self->setup != NULL)
    return exm_setup_get_n_examples (self->setup) > 0 ? exm_setup_dup_task (self->setup)
                                                      : NULL;
  return self->task != NULL ? exm_task_ref (self->task) : NULL;
}

static void
save_examples (ExmWorkbenchTask *self, ExmTaskFields *fields)
{
  if (self->setup != NULL)
    exm_setup_set_examples (self->setup, fields);
  else
    save (self, fields, EXAMPLES);
}

static const char *
or_null (const char *text)
{
  return text != NULL && *text != '\0' ? text : NULL;
}

static void
set_method (ExmWorkbenchTask *self, const char *method, const char *parameters)
{
  const char *name = g_strcmp0 (method, EXM_METHOD_DEFAULT) == 0 ? NULL : method;
  g_auto (ExmTaskFields) fields = { 0 };

  if (self->setup != NULL)
    exm_setup_set_method (self->setup, name, or_null (parameters));
  else if (self->task != NULL)
    {
      exm_task_fields_copy (self->task, &fields);
      g_free (fields.method);
      fields.method = g_strdup (name);
      g_free (fields.parameters);
      fields.parameters = g_strdup (or_null (parameters));
      save (self, &fields, AFFECTS);
    }
  exm_analysis_set_method (self->analysis, name, or_null (parameters));
}

static GPtrArray *
copy_texts (const GPtrArray *texts)
{
  GPtrArray *copy = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < texts->len; i++)
    g_ptr_array_add (copy, g_strdup (g_ptr_array_index (texts, i)));
  return copy;
}

/* @models: (transfer full) */
static void
set_models (ExmWorkbenchTask *self, GPtrArray *models)
{
  g_auto (ExmTaskFields) fields = { 0 };

  exm_task_fields_copy (self->task, &fields);
  g_ptr_array_unref (fields.models);
  fields.models = models;
  exm_analysis_set_models (self->analysis, models);
  save (self, &fields,
        fields.method != NULL && exm_model_layout_find (fields.method) ? AFFECTS : ASIDE);
}

void
exm_workbench_task_allow_host (ExmWorkbenchTask *self, const char *host)
{
  g_auto (ExmTaskFields) fields = { 0 };

  exm_task_fields_copy (self->task, &fields);
  g_ptr_array_add (fields.private_hosts, g_strdup (host));
  save (self, &fields, ASIDE);
}

static void
restore_examples (ExmWorkbenchTask *self, ExmTask *task)
{
  g_auto (ExmTaskFields) fields = { 0 };

  exm_task_fields_copy (task, &fields);
  save_examples (self, &fields);
}

static void
restore_method (ExmWorkbenchTask *self, ExmTask *task)
{
  set_method (self, exm_task_get (task)->method, exm_task_get (task)->parameters);
}

static void
restore_models (ExmWorkbenchTask *self, ExmTask *task)
{
  set_models (self, copy_texts (exm_task_get (task)->models));
}

/* A task as it was before a change, for the toast that gives it back. */
typedef struct
{
  ExmWorkbenchTask *self; /* (owned) */
  ExmTask *task;          /* (owned) */
  void (*restore) (ExmWorkbenchTask *self, ExmTask *task);
} Before;

static void
before_free (gpointer data, GClosure *closure)
{
  Before *before = data;

  g_object_unref (before->self);
  exm_task_unref (before->task);
  g_free (before);
}

static void
on_give_back (AdwToast *toast, gpointer data)
{
  Before *before = data;
  ExmWorkbenchTask *self = before->self;
  g_autoptr (ExmTask) task = self->session != NULL ? dup_task (self) : NULL;

  /* Another task may be shown meanwhile. */
  if (task != NULL
      && strcmp (exm_task_get (task)->uid, exm_task_get (before->task)->uid) == 0)
    before->restore (self, before->task);
}

/* Says what was done to @task, with a way back. */
static void
offer_undo (ExmWorkbenchTask *self,
            const char *words,
            ExmTask *task,
            void (*restore) (ExmWorkbenchTask *self, ExmTask *task))
{
  Before *before = g_new (Before, 1);

  *before = (Before){ g_object_ref (self), exm_task_ref (task), restore };
  exm_toaster_show_button (self->toaster, words, NULL, G_CALLBACK (on_give_back), before,
                           before_free);
}

void
exm_workbench_task_save_regions (ExmWorkbenchTask *self)
{
  const guint n = exm_analysis_get_n_examples (self->analysis);
  g_auto (ExmTaskFields) fields = { 0 };

  if (self->setup != NULL)
    {
      for (guint i = 0; i < MIN (exm_setup_get_n_examples (self->setup), n); i++)
        {
          g_autofree char *text = exm_analysis_dup_region_text (self->analysis, i);
          exm_setup_set_region_text (self->setup, i, text);
        }
      return;
    }
  if (self->task == NULL)
    return;
  exm_task_fields_copy (self->task, &fields);
  for (guint i = 0; i < MIN (fields.examples->len, n); i++)
    {
      ExmTaskExample *example = &g_array_index (fields.examples, ExmTaskExample, i);
      g_free (example->region_text);
      example->region_text = exm_analysis_dup_region_text (self->analysis, i);
    }
  save (self, &fields, AFFECTS);
}

void
exm_workbench_task_save_charset (ExmWorkbenchTask *self, guint index, const char *charset)
{
  g_auto (ExmTaskFields) fields = { 0 };

  if (self->setup != NULL)
    exm_setup_set_charset (self->setup, index, charset);
  if (self->setup != NULL || self->task == NULL)
    return;
  exm_task_fields_copy (self->task, &fields);
  if (index < fields.examples->len)
    {
      ExmTaskExample *example = &g_array_index (fields.examples, ExmTaskExample, index);
      g_free (example->charset);
      example->charset = g_strdup (charset);
    }
  save (self, &fields, AFFECTS);
}

void
exm_workbench_task_add_example (ExmWorkbenchTask *self,
                                GBytes *bytes,
                                const char *url,
                                const char *hash,
                                const char *http_charset,
                                gboolean beside)
{
  g_autoptr (ExmTask) task = dup_task (self);
  g_auto (ExmTaskFields) fields = { 0 };

  if (task == NULL)
    return;
  if (self->setup != NULL)
    hash = exm_setup_keep_page (self->setup, bytes, url);
  if (hash == NULL)
    return;
  exm_task_fields_copy (task, &fields);
  if (!beside && fields.examples->len > 0)
    g_array_remove_index (fields.examples, 0);
  ExmTaskExample *example = exm_task_fields_add_example (&fields, url);
  example->page_hash = g_strdup (hash);
  example->http_charset = g_strdup (http_charset);
  example->charset = g_strdup (exm_analysis_get_input (self->analysis)->target->charset);
  if (!beside && fields.examples->len > 1)
    {
      /* The one in place of the first stands first. */
      ExmTaskExample first = *example;
      guint last = fields.examples->len - 1;
      memmove (fields.examples->data + sizeof first, fields.examples->data,
               last * sizeof first);
      g_array_index (fields.examples, ExmTaskExample, 0) = first;
    }
  save_examples (self, &fields);
  offer_undo (self, beside ? _ ("Added as second example") : _ ("Example replaced"), task,
              restore_examples);
}

void
exm_workbench_task_remove_example (ExmWorkbenchTask *self, guint index)
{
  g_autoptr (ExmTask) task = dup_task (self);
  g_auto (ExmTaskFields) fields = { 0 };

  if (task == NULL || exm_task_get (task)->examples->len <= MAX (index, 1))
    return;
  exm_task_fields_copy (task, &fields);
  g_array_remove_index (fields.examples, index);
  save_examples (self, &fields);
  offer_undo (self, _ ("Example removed"), task, restore_examples);
}

void
exm_workbench_task_use_method (ExmWorkbenchTask *self,
                               const char *method,
                               const char *parameters)
{
  g_autoptr (ExmTask) task = dup_task (self);

  set_method (self, method, parameters);
  if (task == NULL)
    return;
  /* translators: %s is the name of a method of extraction */
  g_autofree char *words
      = g_strdup_printf (_ ("Method: %s"), exm_method_describe (method));
  offer_undo (self, words, task, restore_method);
}

void
exm_workbench_task_use_model (ExmWorkbenchTask *self,
                              const char *method,
                              const ExmMethodModel *model)
{
  if (self->task == NULL)
    return;
  g_autoptr (ExmTask) task = exm_task_ref (self->task);
  GPtrArray *models = copy_texts (exm_task_get (task)->models);

  exm_method_model_replace (models, method, model);
  set_models (self, models);
  g_autofree char *words = g_strdup_printf (
      /* translators: %s is the name of a method of extraction */
      model != NULL ? _ ("%s: this task’s own model") : _ ("%s: the shipped model"),
      exm_method_describe (method));
  offer_undo (self, words, task, restore_models);
}

ExmSession *
exm_workbench_task_get_session (ExmWorkbenchTask *self)
{
  return self->session;
}

void
exm_workbench_task_close (ExmWorkbenchTask *self)
{
  g_clear_object (&self->session);
}

void
exm_workbench_task_set (ExmWorkbenchTask *self, const char *uid, ExmSetup *setup)
{
  g_autofree char *old = self->uid;

  self->uid = g_strdup (uid);
  g_set_object (&self->setup, setup);
  exm_workbench_task_take (self, NULL);
}

void
exm_workbench_task_take (ExmWorkbenchTask *self, ExmTask *task)
{
  g_clear_pointer (&self->task, exm_task_unref);
  self->task = task != NULL ? exm_task_ref (task) : NULL;
}

const char *
exm_workbench_task_get_uid (ExmWorkbenchTask *self)
{
  return self->uid;
}

ExmTask *
exm_workbench_task_get (ExmWorkbenchTask *self)
{
  return self->task;
}

ExmSetup *
exm_workbench_task_get_setup (ExmWorkbenchTask *self)
{
  return self->setup;
}

gboolean
exm_workbench_task_is (ExmWorkbenchTask *self, const char *uid)
{
  return uid != NULL && g_strcmp0 (self->uid, uid) == 0;
}

static void
exm_workbench_task_finalize (GObject *object)
{
  ExmWorkbenchTask *self = EXM_WORKBENCH_TASK (object);

  g_clear_object (&self->session);
  g_object_unref (self->analysis);
  g_object_unref (self->toaster);
  g_free (self->uid);
  g_clear_pointer (&self->task, exm_task_unref);
  g_clear_object (&self->setup);
  G_OBJECT_CLASS (exm_workbench_task_parent_class)->finalize (object);
}

static void
exm_workbench_task_class_init (ExmWorkbenchTaskClass *class)
{
  static const char *const names[] = { "saved", "examples-saved" };

  G_OBJECT_CLASS (class)->finalize = exm_workbench_task_finalize;
  for (guint i = 0; i < N_SIGNALS; i++)
    signals[i] = g_signal_new (names[i], EXM_TYPE_WORKBENCH_TASK, G_SIGNAL_RUN_LAST, 0,
                               NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
exm_workbench_task_init (ExmWorkbenchTask *self)
{
}

ExmWorkbenchTask *
exm_workbench_task_new (ExmSession *session, ExmAnalysis *analysis, ExmToaster *toaster)
{
  ExmWorkbenchTask *self = g_object_new (EXM_TYPE_WORKBENCH_TASK, NULL);

  self->session = g_object_ref (session);
  self->analysis = g_object_ref (analysis);
  self->toaster = g_object_ref (toaster);
  return self;
}
