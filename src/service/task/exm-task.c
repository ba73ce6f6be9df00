/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-model"

#include "config.h"

#include "task/exm-task.h"

#include "base/exm-said-error.h"
#include "task/exm-output-rules.h"
#include "task/exm-task-keys.h"

#include <string.h>

#define DEFAULT_SCHEDULE "every 1 h"
#define DEFAULT_FIRST_RUN_DAYS 7u
#define DEFAULT_FIRST_RUN_NEWEST 20u
#define DEFAULT_DELAY_MS 1000u
#define DEFAULT_TIMEOUT_MS 30000u

struct _ExmTask
{
  gatomicrefcount ref_count;
  ExmTaskFields fields;
};

G_DEFINE_BOXED_TYPE (ExmTask, exm_task, exm_task_ref, exm_task_unref)
EXM_DEFINE_SAID_ERROR (exm - task - error, exm_task_error)

static char *
new_uid (void)
{
  return g_strdup_printf ("%08x%08x%08x%08x", g_random_int (), g_random_int (),
                          g_random_int (), g_random_int ());
}

static void
complete (ExmTaskFields *fields)
{
  exm_task_section_complete (&exm_task_sections[0], fields);
  if (fields->unknown == NULL)
    fields->unknown = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 1; i < EXM_N_TASK_SECTIONS; i++)
    {
      const ExmTaskSection *section = &exm_task_sections[i];
      GArray **list = exm_task_section_list (section, fields);

      if (*list == NULL)
        *list = exm_task_section_new_list (section);
      for (guint j = 0; j < (*list)->len; j++)
        exm_task_section_complete (section, (*list)->data + j * section->size);
    }
}

void
exm_task_fields_init (ExmTaskFields *fields)
{
  memset (fields, 0, sizeof *fields);
  fields->uid = new_uid ();
  fields->schedule = exm_schedule_parse (DEFAULT_SCHEDULE, NULL);
  fields->first_run = EXM_FIRST_RUN_NEW;
  fields->first_run_days = DEFAULT_FIRST_RUN_DAYS;
  fields->first_run_newest = DEFAULT_FIRST_RUN_NEWEST;
  fields->delay_ms = DEFAULT_DELAY_MS;
  fields->timeout_ms = DEFAULT_TIMEOUT_MS;
  complete (fields);
}

void
exm_task_fields_copy (const ExmTask *task, ExmTaskFields *fields)
{
  const ExmTaskFields *from = &task->fields;

  exm_task_section_copy (&exm_task_sections[0], from, fields);
  fields->unknown = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < from->unknown->len; i++)
    g_ptr_array_add (fields->unknown, g_strdup (g_ptr_array_index (from->unknown, i)));
  for (guint i = 1; i < EXM_N_TASK_SECTIONS; i++)
    {
      const ExmTaskSection *section = &exm_task_sections[i];
      const GArray *items = *exm_task_section_list (section, from);
      GArray *copies = exm_task_section_new_list (section);

      g_array_set_size (copies, items->len);
      for (guint j = 0; j < items->len; j++)
        exm_task_section_copy (section, items->data + j * section->size,
                               copies->data + j * section->size);
      *exm_task_section_list (section, fields) = copies;
    }
}

void
exm_task_fields_clear (ExmTaskFields *fields)
{
  exm_task_section_clear (&exm_task_sections[0], fields);
  for (guint i = 1; i < EXM_N_TASK_SECTIONS; i++)
    g_clear_pointer (exm_task_section_list (&exm_task_sections[i], fields),
                     g_array_unref);
  g_clear_pointer (&fields->unknown, g_ptr_array_unref);
  memset (fields, 0, sizeof *fields);
}

ExmTaskExample *
exm_task_fields_add_example (ExmTaskFields *fields, const char *url)
{
  ExmTaskExample example = { .url = g_strdup (url) };

  g_array_append_val (fields->examples, example);
  return &g_array_index (fields->examples, ExmTaskExample, fields->examples->len - 1);
}

static gpointer
copy_text (gconstpointer text, gpointer unused)
{
  return g_strdup (text);
}

static void
replace_texts (GPtrArray **field, const GPtrArray *texts)
{
  GPtrArray *copy = g_ptr_array_copy ((GPtrArray *) texts, copy_text, NULL);

  g_ptr_array_set_free_func (copy, g_free);
  g_ptr_array_unref (*field);
  *field = copy;
}

void
exm_task_fields_set_patterns (ExmTaskFields *fields,
                              const GPtrArray *include,
                              const GPtrArray *exclude)
{
  replace_texts (&fields->include, include);
  replace_texts (&fields->exclude, exclude);
}

ExmTaskSource *
exm_task_fields_add_source (ExmTaskFields *fields,
                            ExmSourceKind kind,
                            const char *pattern)
{
  ExmTaskSource source = { .kind = kind, .pattern = g_strdup (pattern) };

  g_array_append_val (fields->sources, source);
  return &g_array_index (fields->sources, ExmTaskSource, fields->sources->len - 1);
}

ExmTaskOutput *
exm_task_fields_add_output (ExmTaskFields *fields,
                            ExmOutputFormat format,
                            const char *folder,
                            const char *name_template)
{
  ExmTaskOutput output = {
    .format = format,
    .folder = g_strdup (folder),
    .name_template = g_strdup (name_template),
    .newest = EXM_OUTPUT_DEFAULT_NEWEST,
    .enabled = TRUE,
    .hold_unsure = TRUE,
  };

  g_array_append_val (fields->outputs, output);
  return &g_array_index (fields->outputs, ExmTaskOutput, fields->outputs->len - 1);
}

ExmTaskOutput *
exm_task_fields_add_message_output (ExmTaskFields *fields,
                                    const char *kind,
                                    const char *to)
{
  ExmTaskOutput *output = exm_task_fields_add_output (fields, 0, "", "");

  output->kind = g_strdup (kind);
  output->to = g_strdup (to);
  /* A report has a time, whatever else is said of it. */
  if (exm_output_rules_is_report (output))
    output->when = g_strdup ("daily 08:00");
  return output;
}

char **
exm_task_fields_dup_private_hosts (const ExmTaskFields *fields)
{
  GStrvBuilder *builder = g_strv_builder_new ();

  for (guint i = 0; i < fields->private_hosts->len; i++)
    g_strv_builder_add (builder, g_ptr_array_index (fields->private_hosts, i));
  char **hosts = g_strv_builder_end (builder);
  g_strv_builder_unref (builder);
  return hosts;
}

ExmTask *
exm_task_new (ExmTaskFields *fields)
{
  ExmTask *self = g_new0 (ExmTask, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->fields = *fields;
  memset (fields, 0, sizeof *fields);
  complete (&self->fields);
  return self;
}

ExmTask *
exm_task_ref (ExmTask *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
exm_task_unref (ExmTask *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  exm_task_fields_clear (&self->fields);
  g_free (self);
}

const ExmTaskFields *
exm_task_get (const ExmTask *self)
{
  return &self->fields;
}

static gboolean
sections_equal (const ExmTaskSection *section, const GArray *a, const GArray *b)
{
  if (a->len != b->len)
    return FALSE;
  for (guint i = 0; i < a->len; i++)
    if (!exm_task_section_equal (section, a->data + i * section->size,
                                 b->data + i * section->size))
      return FALSE;
  return TRUE;
}

gboolean
exm_task_equal (const ExmTask *a, const ExmTask *b)
{
  const GPtrArray *unknown_a = a->fields.unknown;
  const GPtrArray *unknown_b = b->fields.unknown;

  if (!exm_task_section_equal (&exm_task_sections[0], &a->fields, &b->fields))
    return FALSE;
  for (guint i = 1; i < EXM_N_TASK_SECTIONS; i++)
    if (!sections_equal (&exm_task_sections[i],
                         *exm_task_section_list (&exm_task_sections[i], &a->fields),
                         *exm_task_section_list (&exm_task_sections[i], &b->fields)))
      return FALSE;
  if (unknown_a->len != unknown_b->len)
    return FALSE;
  for (guint i = 0; i < unknown_a->len; i++)
    if (!g_str_equal (g_ptr_array_index (unknown_a, i), g_ptr_array_index (unknown_b, i)))
      return FALSE;
  return TRUE;
}

gboolean
exm_task_uid_is_valid (const char *uid)
{
  return uid != NULL && strlen (uid) == EXM_TASK_UID_LENGTH
         && strspn (uid, "0123456789abcdef") == EXM_TASK_UID_LENGTH;
}
