/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define EXM_SAMPLE_ERROR (exm_sample_error_quark ())

/**
 * ExmSampleError:
 * @EXM_SAMPLE_ERROR_SOURCE: an article source or site.ini cannot be understood
 * @EXM_SAMPLE_ERROR_TEMPLATE: a template is missing, or names a value that is not there
 * @EXM_SAMPLE_ERROR_FAULT: a fault that the site does not know
 * @EXM_SAMPLE_ERROR_STATE: started twice
 *
 * Errors of the sample site; the message names the file, or the place in it.
 */
typedef enum
{
  EXM_SAMPLE_ERROR_SOURCE,
  EXM_SAMPLE_ERROR_TEMPLATE,
  EXM_SAMPLE_ERROR_FAULT,
  EXM_SAMPLE_ERROR_STATE,
} ExmSampleError;

GQuark exm_sample_error_quark (void);

G_END_DECLS
