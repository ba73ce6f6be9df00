/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The one place where the fields of a task are listed: task files, copies, comparisons
 * and clearing all go by these tables, so that none can forget a field. Private to the
 * model. */

#pragma once

#include "task/exm-task-fields.h"

G_BEGIN_DECLS

typedef enum
{
  EXM_KEY_STRING,   /* char *, never NULL in a task */
  EXM_KEY_NULLABLE, /* char *, NULL for absent */
  EXM_KEY_BOOLEAN,
  EXM_KEY_MARK, /* a boolean that is written where it is true */
  EXM_KEY_UINT,
  EXM_KEY_DOUBLE,
  EXM_KEY_NAME, /* an enumeration with names */
  EXM_KEY_LIST, /* GPtrArray of char * */
  EXM_KEY_SCHEDULE,
} ExmKeyKind;

/**
 * ExmTaskKey:
 * @name: (unowned): in task files
 * @kind: what the field is
 * @offset: where it stands in its struct
 * @names: (unowned) (nullable): of the values of an enumeration, %NULL at the end
 */
typedef struct
{
  const char *name;
  ExmKeyKind kind;
  gsize offset;
  const char *const *names;
} ExmTaskKey;

/**
 * ExmTaskSection:
 * @name: (unowned): in task files
 * @keys: (unowned) (array length=n_keys): its fields, in the order of task files
 * @n_keys: how many
 * @offset: where the GArray of its structs stands in #ExmTaskFields; not for the first
 *   section, which is #ExmTaskFields itself
 * @size: of a struct, bytes
 */
typedef struct
{
  const char *name;
  const ExmTaskKey *keys;
  guint n_keys;
  gsize offset;
  gsize size;
} ExmTaskSection;

/* [task], then those that repeat. */
#define EXM_N_TASK_SECTIONS 4u
extern const ExmTaskSection exm_task_sections[EXM_N_TASK_SECTIONS];

/* The most keys of a section. */
#define EXM_MAX_TASK_KEYS 29u

/**
 * exm_task_section_list:
 * @section: not the first
 *
 * Returns: (transfer none): where @fields keeps the list of that section
 */
GArray **exm_task_section_list (const ExmTaskSection *section,
                                const ExmTaskFields *fields);

/**
 * exm_task_section_clear:
 * @item: (inout): a struct of that section; its fields are freed and zeroed
 */
void exm_task_section_clear (const ExmTaskSection *section, gpointer item);

/**
 * exm_task_section_copy:
 * @from: a struct of that section
 * @to: (out caller-allocated): a deep copy
 */
void
exm_task_section_copy (const ExmTaskSection *section, gconstpointer from, gpointer to);

gboolean
exm_task_section_equal (const ExmTaskSection *section, gconstpointer a, gconstpointer b);

/**
 * exm_task_section_complete:
 * @item: (inout): gets empty strings and lists, and a schedule, in place of %NULL
 */
void exm_task_section_complete (const ExmTaskSection *section, gpointer item);

/**
 * exm_task_section_new_list:
 *
 * Returns: (transfer full): an empty list of structs of that section, which clears them
 */
GArray *exm_task_section_new_list (const ExmTaskSection *section);

/**
 * exm_task_place_rank:
 * @entry: one of #ExmTaskFields.unknown
 *
 * Ranks entries by the place where they are written: by section and its number, unknown
 * sections behind all others.
 *
 * Returns: lower for what comes first; %G_MAXUINT64 for what is of no known section
 */
guint64 exm_task_place_rank (const char *entry);

G_END_DECLS
