/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Names of the formats that articles are published in. The lists are output_formats and
 * export_formats of src/service/meson.build; exm-format.h tells what each writes. */

#pragma once

#include "task/exm-output-format-list.h"
#include "task/exm-task-fields.h"

G_BEGIN_DECLS

/* %EXM_OUTPUT_TEXT and so on, in the order of the lists: those from
 * %EXM_N_OUTPUT_FORMATS on are none of a task's. */
enum
{
#define EXM_OUTPUT_FORMAT_VALUE(constant, symbol, id) EXM_OUTPUT_##constant,
  EXM_OUTPUT_FORMATS (EXM_OUTPUT_FORMAT_VALUE) EXM_N_OUTPUT_FORMATS,
  EXM_OUTPUT_LAST = EXM_N_OUTPUT_FORMATS - 1,
  EXM_EXPORT_FORMATS (EXM_OUTPUT_FORMAT_VALUE) EXM_N_FORMATS
#undef EXM_OUTPUT_FORMAT_VALUE
};

/* The ids of those of tasks in that order, %NULL at the end. */
extern const char *const exm_output_format_names[EXM_N_OUTPUT_FORMATS + 1];

/**
 * exm_output_format_get_name:
 * @format: less than %EXM_N_OUTPUT_FORMATS
 *
 * Returns: the id, as "json-lines", for task files, JSON and the store
 */
const char *exm_output_format_get_name (ExmOutputFormat format);

/**
 * exm_output_format_from_name:
 * @format: (out): the format; left alone if there is none of that name
 *
 * Returns: whether tasks have one of that name
 */
gboolean exm_output_format_from_name (const char *name, ExmOutputFormat *format);

G_END_DECLS
