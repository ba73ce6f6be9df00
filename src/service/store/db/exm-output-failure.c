/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "store/db/exm-output-failure.h"

void
exm_output_failure_clear (ExmOutputFailure *self)
{
  g_free (self->message);
  g_free (self->said);
  *self = (ExmOutputFailure){ 0 };
}
