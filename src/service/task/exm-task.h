/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A task: what the operator sets up once and the worker does from then on. Immutable,
 * reference counted, usable from any thread; changed by building another one. */

#pragma once

#include "task/exm-task-fields.h"

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _ExmTask ExmTask;

/* Hexadecimal digits of a task's identity. */
#define EXM_TASK_UID_LENGTH 32u

#define EXM_TYPE_TASK (exm_task_get_type ())
GType exm_task_get_type (void);

/**
 * exm_task_fields_init:
 * @fields: set to a new identity, empty lists and the defaults
 */
void exm_task_fields_init (ExmTaskFields *fields);

/**
 * exm_task_fields_copy:
 * @task: a task
 * @fields: (out caller-allocated): a deep copy of its fields, to be changed
 */
void exm_task_fields_copy (const ExmTask *task, ExmTaskFields *fields);

/**
 * exm_task_fields_dup_headers:
 *
 * Returns: (transfer full): names and values in turn, %NULL-terminated; those that
 *   exm_task_check() refuses are left out
 */
char **exm_task_fields_dup_headers (const ExmTaskFields *fields);

/**
 * exm_task_fields_dup_private_hosts:
 *
 * Returns: (transfer full): @private_hosts, %NULL-terminated
 */
char **exm_task_fields_dup_private_hosts (const ExmTaskFields *fields);

/**
 * exm_task_fields_clear:
 * @fields: (inout): freed and left empty; zeroed ones may be cleared again
 */
void exm_task_fields_clear (ExmTaskFields *fields);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ExmTaskFields, exm_task_fields_clear)

/**
 * exm_task_fields_add_example:
 * @fields: (inout): gets one more example
 * @url: its address; copied
 *
 * Returns: (transfer none): the example, to be completed before the next is added
 */
ExmTaskExample *exm_task_fields_add_example (ExmTaskFields *fields, const char *url);

/**
 * exm_task_fields_set_patterns:
 * @fields: (inout): gets other patterns in place of its own
 * @include: (element-type utf8): of articles; copied
 * @exclude: (element-type utf8): of what is none; copied
 */
void exm_task_fields_set_patterns (ExmTaskFields *fields,
                                   const GPtrArray *include,
                                   const GPtrArray *exclude);

/**
 * exm_task_fields_add_source:
 * @fields: (inout): gets one more source
 * @pattern: its URL pattern; copied
 *
 * Returns: (transfer none): the source, to be completed before the next is added
 */
ExmTaskSource *exm_task_fields_add_source (ExmTaskFields *fields,
                                           ExmSourceKind kind,
                                           const char *pattern);

/**
 * exm_task_fields_add_output:
 * @fields: (inout): gets one more output, enabled, holding what is not sure
 * @folder: where it writes; copied
 * @name_template: copied
 *
 * Returns: (transfer none): the output, to be completed before the next is added
 */
ExmTaskOutput *exm_task_fields_add_output (ExmTaskFields *fields,
                                           ExmOutputFormat format,
                                           const char *folder,
                                           const char *name_template);

/**
 * exm_task_fields_add_message_output:
 * @kind: as "webhook"
 * @to: name of the connection; copied
 *
 * As exm_task_fields_add_output(), for messages.
 */
ExmTaskOutput *exm_task_fields_add_message_output (ExmTaskFields *fields,
                                                   const char *kind,
                                                   const char *to);

/**
 * exm_task_new:
 * @fields: (inout): taken over and left empty
 *
 * Lists that are %NULL become empty, strings that must not be absent too, a schedule that
 * is %NULL becomes "manual": readers of a task need not ask. Does not judge the fields: a
 * task that is being set up may lack things. See exm_task_check().
 *
 * Returns: (transfer full): a task with one reference
 */
ExmTask *exm_task_new (ExmTaskFields *fields);

/**
 * exm_task_uid_is_valid:
 * @uid: (nullable): any text
 *
 * Returns: whether it has the form of an identity: 32 lower-case hexadecimal digits
 */
gboolean exm_task_uid_is_valid (const char *uid);

ExmTask *exm_task_ref (ExmTask *self);
void exm_task_unref (ExmTask *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmTask, exm_task_unref)

/**
 * exm_task_get:
 *
 * Returns: (transfer none): its fields; they live as long as @self
 */
const ExmTaskFields *exm_task_get (const ExmTask *self);

/**
 * exm_task_equal:
 *
 * Returns: whether all fields are equal
 */
gboolean exm_task_equal (const ExmTask *a, const ExmTask *b);

/**
 * exm_task_check:
 * @error: (out): %EXM_TASK_ERROR, naming the field and what is wrong with it
 *
 * Whether the task could run: name, an example where the method needs one, sources unless
 * it is paused, absolute folders, sane numbers, a schedule that ever comes. Fields are
 * named as in task files. Patterns are judged by collect; methods by extract, and only
 * the default and the other one that compares two pages are known here to need an
 * example.
 *
 * Returns: %TRUE if so
 */
gboolean exm_task_check (const ExmTask *self, GError **error);

/* The same of the task as it is once it is not paused any more. */
gboolean exm_task_check_resumed (const ExmTask *self, GError **error);

typedef enum
{
  EXM_TASK_ERROR_FIELD,   /* a field that is missing or wrong */
  EXM_TASK_ERROR_SYNTAX,  /* not a task file */
  EXM_TASK_ERROR_VERSION, /* a task file of a newer version */
} ExmTaskError;

#define EXM_TASK_ERROR (exm_task_error_quark ())
GQuark exm_task_error_quark (void);

G_END_DECLS
