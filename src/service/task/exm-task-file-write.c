/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-model"

#include "config.h"

#include "task/exm-task-file.h"

#include "task/exm-task-keys.h"
#include "task/exm-task-text.h"

#include <string.h>

#define MAX_DIGITS 17

static const char preamble[]
    = "# A task of Exemplar, as exemplar-task(5) tells: a \"key = value\" a line, a line "
      "for\n"
      "# each entry of a list, and text of several lines below its key, behind \"| \".\n";

/* The shortest text that reads back as the same number. */
static void
append_double (GString *file, const char *key, double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  for (int digits = 1; digits <= MAX_DIGITS; digits++)
    {
      char format[8];

      g_snprintf (format, sizeof format, "%%.%dg", digits);
      /* Negative zero equals zero, and is written as that. */
      g_ascii_formatd (text, sizeof text, format, value + 0.0);
      if (g_ascii_strtod (text, NULL) == value)
        break;
    }
  exm_task_text_append (file, key, text);
}

static void
append_list (GString *file, const char *key, const GPtrArray *list)
{
  for (guint i = 0; i < list->len; i++)
    exm_task_text_append (file, key, g_ptr_array_index (list, i));
}

static void
append_schedule (GString *file, const char *key, const ExmSchedule *schedule)
{
  g_autofree char *text = exm_schedule_to_string (schedule);

  exm_task_text_append (file, key, text);
}

static void
append_name (GString *file, const ExmTaskKey *key, guint value)
{
  guint n = 0;

  while (key->names[n] != NULL)
    n++;
  g_return_if_fail (value < n);
  exm_task_text_append (file, key->name, key->names[value]);
}

static void
append_key (GString *file, const ExmTaskKey *key, gconstpointer item)
{
  gconstpointer place = G_STRUCT_MEMBER_P (item, key->offset);

  switch (key->kind)
    {
    case EXM_KEY_STRING:
    case EXM_KEY_NULLABLE:
      if (*(char *const *) place != NULL)
        exm_task_text_append (file, key->name, *(char *const *) place);
      break;
    case EXM_KEY_BOOLEAN:
      exm_task_text_append (file, key->name, *(const gboolean *) place ? "yes" : "no");
      break;
    case EXM_KEY_MARK:
      if (*(const gboolean *) place)
        exm_task_text_append (file, key->name, "yes");
      break;
    case EXM_KEY_UINT:
      g_string_append_printf (file, "%s = %u\n", key->name, *(const guint *) place);
      break;
    case EXM_KEY_DOUBLE:
      append_double (file, key->name, *(const double *) place);
      break;
    case EXM_KEY_NAME:
      append_name (file, key, *(const guint *) place);
      break;
    case EXM_KEY_LIST:
      append_list (file, key->name, *(GPtrArray *const *) place);
      break;
    case EXM_KEY_SCHEDULE:
      append_schedule (file, key->name, *(ExmSchedule *const *) place);
      break;
    default:
      g_return_if_reached ();
    }
}

/* Appends the unknown lines of the section that @place, "[task]" or "[example 2]",
 * begins. */
static void
append_unknown (GString *file, const char *place, const GPtrArray *unknown)
{
  gsize length = strlen (place);

  for (guint i = 0; i < unknown->len; i++)
    {
      const char *entry = g_ptr_array_index (unknown, i);

      if (strncmp (entry, place, length) == 0 && entry[length] == '\n')
        g_string_append_printf (file, "%s\n", entry + length + 1);
    }
}

static void
append_section (GString *file,
                const ExmTaskSection *section,
                guint number,
                gconstpointer item,
                const GPtrArray *unknown)
{
  g_autofree char *place = number == 0
                               ? g_strdup_printf ("[%s]", section->name)
                               : g_strdup_printf ("[%s %u]", section->name, number);

  g_string_append_printf (file, "\n[%s]\n", section->name);
  for (guint i = 0; i < section->n_keys; i++)
    append_key (file, &section->keys[i], item);
  append_unknown (file, place, unknown);
}

char *
exm_task_file_write (const ExmTask *task)
{
  const ExmTaskFields *fields = exm_task_get (task);
  GString *file = g_string_new (preamble);

  g_string_append_printf (file, "exemplar-task = %u\n", EXM_TASK_FILE_VERSION);
  append_section (file, &exm_task_sections[0], 0, fields, fields->unknown);
  for (guint i = 1; i < EXM_N_TASK_SECTIONS; i++)
    {
      const ExmTaskSection *section = &exm_task_sections[i];
      const GArray *items = *exm_task_section_list (section, fields);

      for (guint j = 0; j < items->len; j++)
        append_section (file, section, j + 1, items->data + j * section->size,
                        fields->unknown);
    }
  for (guint i = 0; i < fields->unknown->len; i++)
    {
      const char *entry = g_ptr_array_index (fields->unknown, i);

      if (*entry == '[' && exm_task_place_rank (entry) == G_MAXUINT64)
        g_string_append_printf (file, "\n%s\n", entry);
    }
  return g_string_free (file, FALSE);
}
