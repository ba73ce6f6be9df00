/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/setup/exm-setup.h"

#include "app/setup/exm-setup-private.h"

enum
{
  PROP_0,
  PROP_STAGE,
  PROP_MESSAGE,
  PROP_NOTE,
  PROP_CAN_SAVE,
  PROP_CAN_START,
  PROP_N_LISTED,
  PROP_N_MATCHING,
  PROP_N_WANTED,
  PROP_N_CHECKED,
  PROP_N_PASS,
  PROP_N_LOOK,
  PROP_N_FAIL,
  N_PROPS,
};

enum
{
  PROPOSED,
  EXAMPLES_CHANGED,
  PAGE_READY,
  RECHECKED,
  CHANGED,
  SAVED,
  N_SIGNALS,
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ExmSetup, exm_setup, G_TYPE_OBJECT)

void
exm_setup_emit_changed (ExmSetup *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CAN_SAVE]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CAN_START]);
  g_signal_emit (self, signals[CHANGED], 0);
}

void
exm_setup_notify_counts (ExmSetup *self)
{
  for (guint i = PROP_N_LISTED; i < N_PROPS; i++)
    g_object_notify_by_pspec (G_OBJECT (self), properties[i]);
}

void
exm_setup_set_stage (ExmSetup *self, ExmSetupStage stage, const char *message)
{
  g_autofree char *old = self->message;

  self->message = g_strdup (message);
  self->stage = stage;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_MESSAGE]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STAGE]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CAN_SAVE]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CAN_START]);
}

void
exm_setup_set_note (ExmSetup *self, const char *note)
{
  g_clear_object (&self->offered);
  if (g_strcmp0 (self->note, note) == 0)
    return;
  g_free (self->note);
  self->note = g_strdup (note);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_NOTE]);
}

/* Whether a run would find something. */
static gboolean
can_start (ExmSetup *self)
{
  return self->stage == EXM_SETUP_READY && self->proposal->fields.sources->len > 0
         && self->proposal->n_matching > 0;
}

static void
exm_setup_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  ExmSetup *self = EXM_SETUP (object);
  guint n_listed, n_matching, n_pass, n_look, n_fail;

  exm_setup_get_counts (self, &n_listed, &n_matching, &n_pass, &n_look, &n_fail);
  switch (id)
    {
    case PROP_STAGE:
      g_value_set_uint (value, self->stage);
      break;
    case PROP_MESSAGE:
      g_value_set_string (value, self->message);
      break;
    case PROP_NOTE:
      g_value_set_string (value, self->note);
      break;
    case PROP_CAN_SAVE:
      g_value_set_boolean (value, self->stage == EXM_SETUP_READY);
      break;
    case PROP_CAN_START:
      g_value_set_boolean (value, can_start (self));
      break;
    case PROP_N_LISTED:
      g_value_set_uint (value, n_listed);
      break;
    case PROP_N_MATCHING:
      g_value_set_uint (value, n_matching);
      break;
    case PROP_N_WANTED:
      g_value_set_uint (value, self->n_wanted);
      break;
    case PROP_N_CHECKED:
      g_value_set_uint (value, n_pass + n_look + n_fail);
      break;
    case PROP_N_PASS:
      g_value_set_uint (value, n_pass);
      break;
    case PROP_N_LOOK:
      g_value_set_uint (value, n_look);
      break;
    case PROP_N_FAIL:
      g_value_set_uint (value, n_fail);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

void
exm_setup_stop_pages (ExmSetup *self)
{
  if (self->fetching != NULL)
    g_cancellable_cancel (self->fetching);
  g_clear_object (&self->fetching);
  if (self->comparing != NULL)
    g_cancellable_cancel (self->comparing);
  g_clear_object (&self->comparing);
  g_clear_handle_id (&self->delay_id, g_source_remove);
  self->fetch_under_way = FALSE;
  self->generation++;
}

void
exm_setup_drop_proposal (ExmSetup *self)
{
  exm_setup_stop_pages (self);
  g_clear_pointer (&self->kept, g_hash_table_unref);
  g_clear_pointer (&self->taken, g_ptr_array_unref);
  g_clear_pointer (&self->proposal, exm_proposal_free);
  g_clear_pointer (&self->filter, exm_url_filter_unref);
  if (self->pages != NULL)
    g_list_store_remove_all (self->pages);
}

void
exm_setup_forget (ExmSetup *self)
{
  exm_setup_drop_proposal (self);
  if (self->looking != NULL)
    g_cancellable_cancel (self->looking);
  g_clear_object (&self->looking);
  g_clear_object (&self->fallen);
  g_clear_object (&self->offered);
  g_clear_pointer (&self->place, g_free);
  g_clear_pointer (&self->place_example, g_free);
  self->n_wanted = 0;
  self->n_fetched = 0;
  self->choosing = FALSE;
  self->fell = FALSE;
  self->scripted = FALSE;
  self->list_scripted = FALSE;
  self->no_browser = FALSE;
}

static void
exm_setup_dispose (GObject *object)
{
  ExmSetup *self = EXM_SETUP (object);

  exm_setup_forget (self);
  g_clear_object (&self->pages);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (exm_setup_parent_class)->dispose (object);
}

static void
exm_setup_finalize (GObject *object)
{
  ExmSetup *self = EXM_SETUP (object);

  g_free (self->message);
  g_free (self->note);
  G_OBJECT_CLASS (exm_setup_parent_class)->finalize (object);
}

static void
install_count (guint id, const char *name)
{
  properties[id] = g_param_spec_uint (name, NULL, NULL, 0, G_MAXUINT, 0,
                                      G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
}

static void
exm_setup_class_init (ExmSetupClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->get_property = exm_setup_get_property;
  object_class->dispose = exm_setup_dispose;
  object_class->finalize = exm_setup_finalize;
  properties[PROP_STAGE]
      = g_param_spec_uint ("stage", NULL, NULL, 0, EXM_SETUP_SAVED, 0, flags);
  properties[PROP_MESSAGE] = g_param_spec_string ("message", NULL, NULL, NULL, flags);
  properties[PROP_NOTE] = g_param_spec_string ("note", NULL, NULL, NULL, flags);
  properties[PROP_CAN_SAVE] = g_param_spec_boolean ("can-save", NULL, NULL, FALSE, flags);
  properties[PROP_CAN_START]
      = g_param_spec_boolean ("can-start", NULL, NULL, FALSE, flags);
  install_count (PROP_N_LISTED, "n-listed");
  install_count (PROP_N_MATCHING, "n-matching");
  install_count (PROP_N_WANTED, "n-wanted");
  install_count (PROP_N_CHECKED, "n-checked");
  install_count (PROP_N_PASS, "n-pass");
  install_count (PROP_N_LOOK, "n-look");
  install_count (PROP_N_FAIL, "n-fail");
  g_object_class_install_properties (object_class, N_PROPS, properties);
  signals[PROPOSED] = g_signal_new ("proposed", EXM_TYPE_SETUP, G_SIGNAL_RUN_LAST, 0,
                                    NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[EXAMPLES_CHANGED]
      = g_signal_new ("examples-changed", EXM_TYPE_SETUP, G_SIGNAL_RUN_LAST, 0, NULL,
                      NULL, NULL, G_TYPE_NONE, 0);
  signals[PAGE_READY]
      = g_signal_new ("page-ready", EXM_TYPE_SETUP, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                      NULL, G_TYPE_NONE, 1, EXM_TYPE_PAGE_ITEM);
  signals[RECHECKED] = g_signal_new ("rechecked", EXM_TYPE_SETUP, G_SIGNAL_RUN_LAST, 0,
                                     NULL, NULL, NULL, G_TYPE_NONE, 4, G_TYPE_DOUBLE,
                                     G_TYPE_DOUBLE, G_TYPE_UINT, G_TYPE_UINT);
  signals[CHANGED] = g_signal_new ("changed", EXM_TYPE_SETUP, G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
  signals[SAVED] = g_signal_new ("saved", EXM_TYPE_SETUP, G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
exm_setup_init (ExmSetup *self)
{
  self->pages = g_list_store_new (EXM_TYPE_PAGE_ITEM);
}

ExmSetup *
exm_setup_new (ExmSession *session)
{
  ExmSetup *self = g_object_new (EXM_TYPE_SETUP, NULL);

  self->session = g_object_ref (session);
  return self;
}

void
exm_setup_cancel (ExmSetup *self)
{
  g_return_if_fail (EXM_IS_SETUP (self));
  exm_setup_forget (self);
  exm_setup_set_note (self, NULL);
  exm_setup_set_stage (self, EXM_SETUP_EMPTY, NULL);
  exm_setup_notify_counts (self);
}

ExmSetupStage
exm_setup_get_stage (ExmSetup *self)
{
  return self->stage;
}

const char *
exm_setup_get_message (ExmSetup *self)
{
  return self->message;
}

const ExmTaskFields *
exm_setup_get_fields (ExmSetup *self)
{
  return self->proposal != NULL ? &self->proposal->fields : NULL;
}

ExmTask *
exm_setup_dup_task (ExmSetup *self)
{
  g_return_val_if_fail (self->proposal != NULL, NULL);

  ExmTask *task = exm_task_new (&self->proposal->fields);
  exm_task_fields_copy (task, &self->proposal->fields);
  return task;
}

GListModel *
exm_setup_get_pages (ExmSetup *self)
{
  return G_LIST_MODEL (self->pages);
}

static guint
count_marks (ExmSetup *self, ExmPageMark mark)
{
  GListModel *list = G_LIST_MODEL (self->pages);
  guint n = 0;

  for (guint i = 0; list != NULL && i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (ExmPageItem) item = g_list_model_get_item (list, i);
      n += exm_page_item_get_outcome (item)->mark == mark;
    }
  return n;
}

const char *
exm_setup_get_why (ExmSetup *self)
{
  return self->proposal != NULL ? self->proposal->why : NULL;
}

void
exm_setup_get_counts (ExmSetup *self,
                      guint *n_listed,
                      guint *n_matching,
                      guint *n_pass,
                      guint *n_look,
                      guint *n_fail)
{
  if (n_listed != NULL)
    *n_listed = self->proposal != NULL ? self->proposal->known->len - 1 : 0;
  if (n_matching != NULL)
    *n_matching = self->proposal != NULL ? self->proposal->n_matching : 0;
  if (n_pass != NULL)
    *n_pass = count_marks (self, EXM_PAGE_PASS);
  if (n_look != NULL)
    *n_look = count_marks (self, EXM_PAGE_LOOK);
  if (n_fail != NULL)
    *n_fail = count_marks (self, EXM_PAGE_FAIL);
}
