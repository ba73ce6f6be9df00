/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* JSON as it is written, value after value, on one line: arrays of a hundred thousand
 * numbers need no tree, and numbers are rounded to what they are worth. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * ExmCliJson:
 * @out: what was written so far
 * @follows: a value was written before at this level: a comma is due
 *
 * Start from { .out = g_string_new (NULL) }.
 */
typedef struct
{
  GString *out; /* (owned) */
  gboolean follows;
} ExmCliJson;

/**
 * exm_cli_json_open:
 * @name: (nullable): of the member; %NULL in arrays and at the top
 * @bracket: '{' or '['
 */
void exm_cli_json_open (ExmCliJson *self, const char *name, char bracket);

/**
 * exm_cli_json_close:
 * @bracket: '}' or ']'
 */
void exm_cli_json_close (ExmCliJson *self, char bracket);

/**
 * exm_cli_json_string:
 * @name: (nullable): of the member
 * @value: (nullable): UTF-8; %NULL becomes null
 */
void exm_cli_json_string (ExmCliJson *self, const char *name, const char *value);

/**
 * exm_cli_json_number:
 * @name: (nullable): of the member
 * @value: four digits after the point are written; null if it is not finite
 */
void exm_cli_json_number (ExmCliJson *self, const char *name, double value);

void exm_cli_json_integer (ExmCliJson *self, const char *name, gint64 value);
void exm_cli_json_boolean (ExmCliJson *self, const char *name, gboolean value);
void exm_cli_json_null (ExmCliJson *self, const char *name);

/**
 * exm_cli_json_line:
 * @value: the index of a line of a page, EXM_NONE becomes null
 */
void exm_cli_json_line (ExmCliJson *self, const char *name, guint value);

G_END_DECLS
