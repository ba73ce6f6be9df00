/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Name templates: "{date}/{title}.{ext}" becomes the path of an article's file. Only the
 * "/" that stands in the template separates folders; what fills a field never does. */

#pragma once

#include <glib.h>

#include "task/exm-task.h"

G_BEGIN_DECLS

typedef enum
{
  EXM_NAME_TITLE,
  EXM_NAME_DATE,  /* published, else collected: 2024-05-01 */
  EXM_NAME_YEAR,  /* 2024 */
  EXM_NAME_MONTH, /* 05 */
  EXM_NAME_DAY,   /* 01 */
  EXM_NAME_ID,    /* row in the store */
  EXM_NAME_SITE,
  EXM_NAME_SECTION,
  EXM_NAME_SOURCE,
  EXM_NAME_AUTHOR,
  EXM_NAME_TASK,      /* the task's name */
  EXM_NAME_EXT,       /* of the format: md */
  EXM_NAME_COLLECTED, /* day in the time zone of this computer: 2024-05-01 */
  EXM_NAME_KEY,       /* short hash of the address */
  EXM_N_NAME_FIELDS
} ExmNameField;

typedef struct _ExmNameTemplate ExmNameTemplate;

/**
 * exm_name_template_new:
 * @text: fields in braces, and text around them; "{{" and "}}" stand for braces
 * @error: (out): %EXM_PUBLISH_ERROR_TEMPLATE, naming the field or part that is wrong
 *
 * Refused: unknown fields, empty parts, "..", parts that a file cannot be named (by
 * exm_file_name_clean()), a "/" at either end, more than 16 parts.
 *
 * Returns: (transfer full): the template, or %NULL. Immutable; any thread.
 */
ExmNameTemplate *exm_name_template_new (const char *text, GError **error);

void exm_name_template_free (ExmNameTemplate *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmNameTemplate, exm_name_template_free)

/**
 * exm_name_template_expand:
 * @values: (array fixed-size=14): the fields' values by #ExmNameField, any UTF-8 or not;
 *   %NULL or empty ones become "unknown", a title "untitled"
 *
 * Each value is cleaned on its own. Where a part would exceed 200 bytes, its longest
 * values are cut: what makes a name unique is short and stays.
 *
 * Returns: (transfer full): a path beneath the folder; parts as of exm_file_name_clean()
 */
char *exm_name_template_expand (const ExmNameTemplate *self, const char *const *values);

/**
 * exm_name_template_get_default:
 *
 * Returns: (transfer none): "{date}/{title}.{ext}", or "articles.{ext}" for formats that
 *   hold all articles in one file, or "feed.{ext}"
 */
const char *exm_name_template_get_default (ExmOutputFormat format);

/**
 * exm_name_field_get_name:
 *
 * Returns: (transfer none): the field's name in templates, e.g. "title"
 */
const char *exm_name_field_get_name (ExmNameField field);

G_END_DECLS
