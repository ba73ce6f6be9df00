/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Errors of URL patterns, which say where and why. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * ExmUrlPatternErrorCode:
 * @EXM_URL_PATTERN_ERROR_SYNTAX: not a pattern; the message says where and why
 * @EXM_URL_PATTERN_ERROR_TOO_LARGE: over one of the limits above
 * @EXM_URL_PATTERN_ERROR_TOO_COMPLEX: a regular expression took too many steps
 * @EXM_URL_PATTERN_ERROR_CANNOT_GENERATE: it can recognise addresses, not make them
 */
typedef enum
{
  EXM_URL_PATTERN_ERROR_SYNTAX,
  EXM_URL_PATTERN_ERROR_TOO_LARGE,
  EXM_URL_PATTERN_ERROR_TOO_COMPLEX,
  EXM_URL_PATTERN_ERROR_CANNOT_GENERATE,
} ExmUrlPatternErrorCode;

#define EXM_URL_PATTERN_ERROR (exm_url_pattern_error_quark ())
GQuark exm_url_pattern_error_quark (void);

G_END_DECLS
