/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Errors of resources: why one is not shown, or not kept. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  EXM_RESOURCE_ERROR_TOO_MANY,  /* the page has had all that a page may have */
  EXM_RESOURCE_ERROR_TOO_LARGE, /* in bytes, or in pixels */
  EXM_RESOURCE_ERROR_TYPE,      /* not what the page uses it as */
} ExmResourceError;

#define EXM_RESOURCE_ERROR (exm_resource_error_quark ())
GQuark exm_resource_error_quark (void);

G_END_DECLS
