/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-model"

#include "config.h"

#include "task/exm-output-format.h"

#include <string.h>

#define ID(constant, symbol, id) id,
const char *const exm_output_format_names[EXM_N_OUTPUT_FORMATS + 1]
    = { EXM_OUTPUT_FORMATS (ID) NULL };
#undef ID

const char *
exm_output_format_get_name (ExmOutputFormat format)
{
  g_return_val_if_fail (format < EXM_N_OUTPUT_FORMATS, "");
  return exm_output_format_names[format];
}

gboolean
exm_output_format_from_name (const char *name, ExmOutputFormat *format)
{
  for (guint i = 0; i < EXM_N_OUTPUT_FORMATS; i++)
    if (strcmp (exm_output_format_names[i], name) == 0)
      {
        *format = i;
        return TRUE;
      }
  return FALSE;
}
