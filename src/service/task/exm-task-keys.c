/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-model"

#include "config.h"

#include "task/exm-task-keys.h"

#include "task/exm-output-format.h"

#include <string.h>

#define KEY(type, name, kind, field)                                                     \
  {                                                                                      \
    name, EXM_KEY_##kind, G_STRUCT_OFFSET (type, field), NULL                            \
  }
#define NAME_KEY(type, name, field, names)                                               \
  {                                                                                      \
    name, EXM_KEY_NAME, G_STRUCT_OFFSET (type, field), names                             \
  }

static const char *const source_kinds[] = { "list", "feed", "sitemap", "pages", NULL };
static const char *const first_runs[] = { "new", "days", "all", "newest", NULL };
static const char *const keeps[] = { "text", "pictures", "pages", NULL };

static const ExmTaskKey task_keys[] = {
  KEY (ExmTaskFields, "uid", STRING, uid),
  KEY (ExmTaskFields, "name", STRING, name),
  KEY (ExmTaskFields, "group", NULLABLE, group),
  KEY (ExmTaskFields, "paused", BOOLEAN, paused),
  KEY (ExmTaskFields, "schedule", SCHEDULE, schedule),
  KEY (ExmTaskFields, "include", LIST, include),
  KEY (ExmTaskFields, "exclude", LIST, exclude),
  NAME_KEY (ExmTaskFields, "first-run", first_run, first_runs),
  KEY (ExmTaskFields, "first-run-days", UINT, first_run_days),
  KEY (ExmTaskFields, "first-run-newest", UINT, first_run_newest),
  KEY (ExmTaskFields, "max-articles", UINT, max_articles),
  KEY (ExmTaskFields, "method", NULLABLE, method),
  KEY (ExmTaskFields, "parameters", NULLABLE, parameters),
  KEY (ExmTaskFields, "model", LIST, models),
  KEY (ExmTaskFields, "sensitivity", DOUBLE, sensitivity),
  KEY (ExmTaskFields, "delay-ms", UINT, delay_ms),
  KEY (ExmTaskFields, "timeout-ms", UINT, timeout_ms),
  KEY (ExmTaskFields, "user-agent", NULLABLE, user_agent),
  KEY (ExmTaskFields, "rendered", BOOLEAN, rendered),
  KEY (ExmTaskFields, "two-pass", BOOLEAN, two_pass),
  KEY (ExmTaskFields, "articles-only", BOOLEAN, articles_only),
  NAME_KEY (ExmTaskFields, "keep", keep, keeps),
  KEY (ExmTaskFields, "header", LIST, headers),
  KEY (ExmTaskFields, "private-host", LIST, private_hosts),
};

static const ExmTaskKey example_keys[] = {
  KEY (ExmTaskExample, "url", STRING, url),
  KEY (ExmTaskExample, "page-hash", NULLABLE, page_hash),
  KEY (ExmTaskExample, "file", NULLABLE, file),
  KEY (ExmTaskExample, "charset", NULLABLE, charset),
  KEY (ExmTaskExample, "http-charset", NULLABLE, http_charset),
  KEY (ExmTaskExample, "region", NULLABLE, region_text),
};

static const ExmTaskKey source_keys[] = {
  NAME_KEY (ExmTaskSource, "kind", kind, source_kinds),
  KEY (ExmTaskSource, "pattern", STRING, pattern),
  KEY (ExmTaskSource, "max-pages", UINT, max_pages),
};

static const ExmTaskKey output_keys[] = {
  NAME_KEY (ExmTaskOutput, "format", format, exm_output_format_names),
  KEY (ExmTaskOutput, "folder", STRING, folder),
  KEY (ExmTaskOutput, "name", STRING, name_template),
  KEY (ExmTaskOutput, "newest", UINT, newest),
  KEY (ExmTaskOutput, "enabled", BOOLEAN, enabled),
  KEY (ExmTaskOutput, "hold-unsure", BOOLEAN, hold_unsure),
  KEY (ExmTaskOutput, "kind", NULLABLE, kind),
  KEY (ExmTaskOutput, "to", NULLABLE, to),
  KEY (ExmTaskOutput, "words", NULLABLE, words),
  KEY (ExmTaskOutput, "least-sure", NULLABLE, least_sure),
  KEY (ExmTaskOutput, "when", NULLABLE, when),
  KEY (ExmTaskOutput, "quiet", NULLABLE, quiet),
  KEY (ExmTaskOutput, "backlog", MARK, backlog),
  KEY (ExmTaskOutput, "add-columns", MARK, add_columns),
};

G_STATIC_ASSERT (G_N_ELEMENTS (task_keys) <= EXM_MAX_TASK_KEYS);
G_STATIC_ASSERT (sizeof (ExmSourceKind) == sizeof (guint));
G_STATIC_ASSERT (sizeof (ExmFirstRun) == sizeof (guint));
G_STATIC_ASSERT (sizeof (ExmKeep) == sizeof (guint));
G_STATIC_ASSERT (sizeof (ExmOutputFormat) == sizeof (guint));

const ExmTaskSection exm_task_sections[EXM_N_TASK_SECTIONS] = {
  { "task", task_keys, G_N_ELEMENTS (task_keys), 0, sizeof (ExmTaskFields) },
  { "example", example_keys, G_N_ELEMENTS (example_keys),
    G_STRUCT_OFFSET (ExmTaskFields, examples), sizeof (ExmTaskExample) },
  { "source", source_keys, G_N_ELEMENTS (source_keys),
    G_STRUCT_OFFSET (ExmTaskFields, sources), sizeof (ExmTaskSource) },
  { "output", output_keys, G_N_ELEMENTS (output_keys),
    G_STRUCT_OFFSET (ExmTaskFields, outputs), sizeof (ExmTaskOutput) },
};

GArray **
exm_task_section_list (const ExmTaskSection *section, const ExmTaskFields *fields)
{
  return G_STRUCT_MEMBER_P (fields, section->offset);
}

void
exm_task_section_clear (const ExmTaskSection *section, gpointer item)
{
  for (guint i = 0; i < section->n_keys; i++)
    {
      const ExmTaskKey *key = &section->keys[i];
      gpointer *place = G_STRUCT_MEMBER_P (item, key->offset);

      if (key->kind == EXM_KEY_STRING || key->kind == EXM_KEY_NULLABLE)
        g_clear_pointer (place, g_free);
      else if (key->kind == EXM_KEY_LIST)
        g_clear_pointer ((GPtrArray **) place, g_ptr_array_unref);
      else if (key->kind == EXM_KEY_SCHEDULE)
        g_clear_pointer ((ExmSchedule **) place, exm_schedule_unref);
    }
}

static GPtrArray *
copy_list (const GPtrArray *list)
{
  GPtrArray *copy = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; list != NULL && i < list->len; i++)
    g_ptr_array_add (copy, g_strdup (g_ptr_array_index (list, i)));
  return copy;
}

void
exm_task_section_copy (const ExmTaskSection *section, gconstpointer from, gpointer to)
{
  memcpy (to, from, section->size);
  for (guint i = 0; i < section->n_keys; i++)
    {
      const ExmTaskKey *key = &section->keys[i];
      gpointer *place = G_STRUCT_MEMBER_P (to, key->offset);

      if (key->kind == EXM_KEY_STRING || key->kind == EXM_KEY_NULLABLE)
        *place = g_strdup (*place);
      else if (key->kind == EXM_KEY_LIST)
        *place = copy_list (*place);
      else if (key->kind == EXM_KEY_SCHEDULE && *place != NULL)
        exm_schedule_ref (*place);
    }
}

static gboolean
lists_equal (const GPtrArray *a, const GPtrArray *b)
{
  if (a->len != b->len)
    return FALSE;
  for (guint i = 0; i < a->len; i++)
    if (strcmp (g_ptr_array_index (a, i), g_ptr_array_index (b, i)) != 0)
      return FALSE;
  return TRUE;
}

static gboolean
values_equal (ExmKeyKind kind, gconstpointer a, gconstpointer b)
{
  switch (kind)
    {
    case EXM_KEY_STRING:
    case EXM_KEY_NULLABLE:
      return g_strcmp0 (*(char *const *) a, *(char *const *) b) == 0;
    case EXM_KEY_BOOLEAN:
    case EXM_KEY_MARK:
      return !*(const gboolean *) a == !*(const gboolean *) b;
    case EXM_KEY_UINT:
    case EXM_KEY_NAME:
      return *(const guint *) a == *(const guint *) b;
    case EXM_KEY_DOUBLE:
      return *(const double *) a == *(const double *) b;
    case EXM_KEY_LIST:
      return lists_equal (*(GPtrArray *const *) a, *(GPtrArray *const *) b);
    case EXM_KEY_SCHEDULE:
      return exm_schedule_equal (*(ExmSchedule *const *) a, *(ExmSchedule *const *) b);
    default:
      g_return_val_if_reached (FALSE);
    }
}

gboolean
exm_task_section_equal (const ExmTaskSection *section, gconstpointer a, gconstpointer b)
{
  for (guint i = 0; i < section->n_keys; i++)
    {
      const ExmTaskKey *key = &section->keys[i];

      if (!values_equal (key->kind, G_STRUCT_MEMBER_P (a, key->offset),
                         G_STRUCT_MEMBER_P (b, key->offset)))
        return FALSE;
    }
  return TRUE;
}

void
exm_task_section_complete (const ExmTaskSection *section, gpointer item)
{
  for (guint i = 0; i < section->n_keys; i++)
    {
      const ExmTaskKey *key = &section->keys[i];
      gpointer *place = G_STRUCT_MEMBER_P (item, key->offset);

      if (key->kind == EXM_KEY_STRING && *place == NULL)
        *place = g_strdup ("");
      else if (key->kind == EXM_KEY_LIST && *place == NULL)
        *place = g_ptr_array_new_with_free_func (g_free);
      else if (key->kind == EXM_KEY_SCHEDULE && *place == NULL)
        *place = exm_schedule_parse ("manual", NULL);
    }
}

static void
clear_example (gpointer item)
{
  exm_task_section_clear (&exm_task_sections[1], item);
}

static void
clear_source (gpointer item)
{
  exm_task_section_clear (&exm_task_sections[2], item);
}

static void
clear_output (gpointer item)
{
  exm_task_section_clear (&exm_task_sections[3], item);
}

GArray *
exm_task_section_new_list (const ExmTaskSection *section)
{
  static const GDestroyNotify clears[EXM_N_TASK_SECTIONS]
      = { NULL, clear_example, clear_source, clear_output };
  GArray *list = g_array_new (FALSE, TRUE, (guint) section->size);

  g_array_set_clear_func (list, clears[section - exm_task_sections]);
  return list;
}

guint64
exm_task_place_rank (const char *entry)
{
  for (guint i = 0; *entry == '[' && i < EXM_N_TASK_SECTIONS; i++)
    {
      gsize length = strlen (exm_task_sections[i].name);
      const char *rest = entry + 1 + length;

      if (strncmp (entry + 1, exm_task_sections[i].name, length) != 0)
        continue;
      /* A number behind the name, not one of the line below. */
      if (*rest == ']')
        return (guint64) i << 32;
      if (*rest == ' ')
        return (guint64) i << 32 | (guint32) g_ascii_strtoull (rest + 1, NULL, 10);
    }
  return G_MAXUINT64;
}

static const char *
get_name (const char *const *names, guint n, guint value)
{
  g_return_val_if_fail (value < n, "");
  return names[value];
}

static gboolean
from_name (const char *const *names, const char *name, guint *value)
{
  for (guint i = 0; names[i] != NULL; i++)
    if (strcmp (names[i], name) == 0)
      {
        *value = i;
        return TRUE;
      }
  return FALSE;
}

const char *
exm_source_kind_get_name (ExmSourceKind kind)
{
  return get_name (source_kinds, G_N_ELEMENTS (source_kinds) - 1, kind);
}

const char *
exm_first_run_get_name (ExmFirstRun first_run)
{
  return get_name (first_runs, G_N_ELEMENTS (first_runs) - 1, first_run);
}

gboolean
exm_source_kind_from_name (const char *name, ExmSourceKind *kind)
{
  return from_name (source_kinds, name, (guint *) kind);
}

gboolean
exm_first_run_from_name (const char *name, ExmFirstRun *first_run)
{
  return from_name (first_runs, name, (guint *) first_run);
}
