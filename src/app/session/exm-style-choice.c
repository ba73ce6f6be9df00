/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/session/exm-style-choice.h"

#define KEY_ALL "page-styles"
#define KEY_TASKS "task-page-styles"

/* Name of a task that has none yet; it is not kept. */
#define UNNAMED ""

/* Choices for single tasks that are kept; the oldest ones go first. */
#define MAX_TASKS 200u

struct _ExmStyleChoice
{
  GObject parent_instance;

  GSettings *settings; /* (owned) (nullable) */
  gboolean all;
  GHashTable *tasks; /* (owned) (element-type utf8 gboolean): those with a choice */
  GQueue order;      /* (element-type utf8): (unowned) keys of @tasks, the oldest first */
};

G_DEFINE_FINAL_TYPE (ExmStyleChoice, exm_style_choice, G_TYPE_OBJECT)

static guint changed;

static void
forget (ExmStyleChoice *self, const char *uid)
{
  GList *link = g_queue_find_custom (&self->order, uid, (GCompareFunc) g_strcmp0);

  if (link != NULL)
    g_queue_delete_link (&self->order, link);
  g_hash_table_remove (self->tasks, uid);
}

static void
note (ExmStyleChoice *self, const char *uid, gboolean styled)
{
  forget (self, uid);
  char *key = g_strdup (uid);
  g_hash_table_insert (self->tasks, key, GINT_TO_POINTER (styled));
  g_queue_push_tail (&self->order, key);
  if (self->order.length > MAX_TASKS)
    {
      g_autofree char *oldest = g_strdup (g_queue_peek_head (&self->order));
      forget (self, oldest);
    }
}

static void
read_settings (ExmStyleChoice *self)
{
  g_autoptr (GVariant) tasks = g_settings_get_value (self->settings, KEY_TASKS);
  GVariantIter iter;
  const char *uid;
  gboolean styled;

  self->all = g_settings_get_boolean (self->settings, KEY_ALL);
  g_queue_clear (&self->order);
  g_hash_table_remove_all (self->tasks);
  g_variant_iter_init (&iter, tasks);
  while (g_variant_iter_next (&iter, "(&sb)", &uid, &styled))
    note (self, uid, styled);
}

static void
write_settings (ExmStyleChoice *self)
{
  GVariantBuilder builder;

  if (self->settings == NULL)
    return;
  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a(sb)"));
  for (GList *link = self->order.head; link != NULL; link = link->next)
    if (!g_str_equal (link->data, UNNAMED))
      g_variant_builder_add (
          &builder, "(sb)", link->data,
          GPOINTER_TO_INT (g_hash_table_lookup (self->tasks, link->data)));
  g_settings_set_value (self->settings, KEY_TASKS, g_variant_builder_end (&builder));
}

static void
on_settings_changed (ExmStyleChoice *self)
{
  read_settings (self);
  g_signal_emit (self, changed, 0);
}

void
exm_style_choice_set_settings (ExmStyleChoice *self, GSettings *settings)
{
  g_return_if_fail (EXM_IS_STYLE_CHOICE (self));

  if (self->settings != NULL)
    g_signal_handlers_disconnect_by_data (self->settings, self);
  g_set_object (&self->settings, settings);
  if (settings == NULL)
    return;
  g_signal_connect_swapped (settings, "changed::" KEY_ALL,
                            G_CALLBACK (on_settings_changed), self);
  g_signal_connect_swapped (settings, "changed::" KEY_TASKS,
                            G_CALLBACK (on_settings_changed), self);
  on_settings_changed (self);
}

gboolean
exm_style_choice_get (ExmStyleChoice *self, const char *uid)
{
  gpointer styled = NULL;

  g_return_val_if_fail (EXM_IS_STYLE_CHOICE (self), FALSE);
  return g_hash_table_lookup_extended (self->tasks, uid != NULL ? uid : UNNAMED, NULL,
                                       &styled)
             ? GPOINTER_TO_INT (styled)
             : self->all;
}

void
exm_style_choice_set (ExmStyleChoice *self, const char *uid, gboolean styled)
{
  const char *key = uid != NULL ? uid : UNNAMED;

  g_return_if_fail (EXM_IS_STYLE_CHOICE (self));
  if (exm_style_choice_get (self, uid) == styled)
    return;
  if (styled == self->all)
    forget (self, key);
  else
    note (self, key, styled);
  if (self->settings != NULL && uid != NULL)
    write_settings (self);
  else
    g_signal_emit (self, changed, 0);
}

static void
exm_style_choice_dispose (GObject *object)
{
  exm_style_choice_set_settings (EXM_STYLE_CHOICE (object), NULL);
  G_OBJECT_CLASS (exm_style_choice_parent_class)->dispose (object);
}

static void
exm_style_choice_finalize (GObject *object)
{
  ExmStyleChoice *self = EXM_STYLE_CHOICE (object);

  g_queue_clear (&self->order);
  g_hash_table_unref (self->tasks);
  G_OBJECT_CLASS (exm_style_choice_parent_class)->finalize (object);
}

static void
exm_style_choice_class_init (ExmStyleChoiceClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = exm_style_choice_dispose;
  G_OBJECT_CLASS (klass)->finalize = exm_style_choice_finalize;
  changed = g_signal_new ("changed", EXM_TYPE_STYLE_CHOICE, G_SIGNAL_RUN_LAST, 0, NULL,
                          NULL, NULL, G_TYPE_NONE, 0);
}

static void
exm_style_choice_init (ExmStyleChoice *self)
{
  self->all = TRUE;
  self->tasks = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

ExmStyleChoice *
exm_style_choice_new (void)
{
  return g_object_new (EXM_TYPE_STYLE_CHOICE, NULL);
}
