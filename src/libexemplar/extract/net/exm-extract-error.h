/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * ExmExtractError:
 * @EXM_EXTRACT_ERROR_METHOD: no method of that name
 * @EXM_EXTRACT_ERROR_NEEDS: the method needs an example that was not given
 * @EXM_EXTRACT_ERROR_EMPTY: the page has no text
 * @EXM_EXTRACT_ERROR_NOTHING_NEW: the target has no other text than the example
 * @EXM_EXTRACT_ERROR_TOO_LARGE: a page text over a limit of exm-limits.h
 * @EXM_EXTRACT_ERROR_WINDOW: a window that is too narrow or too wide
 * @EXM_EXTRACT_ERROR_MEMORY: out of memory
 * @EXM_EXTRACT_ERROR_PARAMETER: no such parameter of the method, or a value out of range
 * @EXM_EXTRACT_ERROR_TABLE: a table of weights that cannot be read
 * @EXM_EXTRACT_ERROR_LAYOUT: the method needs the page's layout, and there is none or
 *   that of another page
 * @EXM_EXTRACT_ERROR_MODEL: a method's model that cannot be read, or is another method's
 */
typedef enum
{
  EXM_EXTRACT_ERROR_METHOD,
  EXM_EXTRACT_ERROR_NEEDS,
  EXM_EXTRACT_ERROR_EMPTY,
  EXM_EXTRACT_ERROR_NOTHING_NEW,
  EXM_EXTRACT_ERROR_TOO_LARGE,
  EXM_EXTRACT_ERROR_WINDOW,
  EXM_EXTRACT_ERROR_MEMORY,
  EXM_EXTRACT_ERROR_PARAMETER,
  EXM_EXTRACT_ERROR_TABLE,
  EXM_EXTRACT_ERROR_LAYOUT,
  EXM_EXTRACT_ERROR_MODEL,
} ExmExtractError;

#define EXM_EXTRACT_ERROR (exm_extract_error_quark ())
GQuark exm_extract_error_quark (void);

G_END_DECLS
