/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * ExmPageError:
 * @EXM_PAGE_ERROR_TOO_LARGE: over a limit of exm-limits.h
 * @EXM_PAGE_ERROR_NOT_HTML: the bytes are another format
 * @EXM_PAGE_ERROR_EMPTY: no text in it
 * @EXM_PAGE_ERROR_CHARSET: an encoding that is not known was asked for
 */
typedef enum
{
  EXM_PAGE_ERROR_TOO_LARGE,
  EXM_PAGE_ERROR_NOT_HTML,
  EXM_PAGE_ERROR_EMPTY,
  EXM_PAGE_ERROR_CHARSET,
} ExmPageError;

#define EXM_PAGE_ERROR (exm_page_error_quark ())
GQuark exm_page_error_quark (void);

G_END_DECLS
