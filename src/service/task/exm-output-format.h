/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Names of the formats that articles are published in. The list is output_formats of
 * src/service/meson.build; exm-format.h tells what each writes. */

#pragma once

#include "task/exm-output-format-list.h"
#include "task/exm-task-fields.h"

G_BEGIN_DECLS

/* %EXM_OUTPUT_TEXT and so on, in the order of the list. */
enum
{
#define EXM_OUTPUT_FORMAT_VALUE(constant, symbol, id) EXM_OUTPUT_##constant,
  EXM_OUTPUT_FORMATS (EXM_OUTPUT_FORMAT_VALUE)
#undef EXM_OUTPUT_FORMAT_VALUE
      EXM_N_OUTPUT_FORMATS
};

/* The ids in that order, %NULL at the end. */
extern const char *const exm_output_format_names[EXM_N_OUTPUT_FORMATS + 1];

/**
 * exm_output_format_get_name:
 *
 * Returns: the id, as "json-lines", for task files, JSON and the store
 */
const char *exm_output_format_get_name (ExmOutputFormat format);

/**
 * exm_output_format_from_name:
 * @format: (out): the format; left alone if there is none of that name
 *
 * Returns: whether there is one of that name
 */
gboolean exm_output_format_from_name (const char *name, ExmOutputFormat *format);

G_END_DECLS
