/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Errors of schedules, which say which word is wrong. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  EXM_SCHEDULE_ERROR_SYNTAX,
  EXM_SCHEDULE_ERROR_ZONE,
} ExmScheduleError;

#define EXM_SCHEDULE_ERROR (exm_schedule_error_quark ())
GQuark exm_schedule_error_quark (void);

G_END_DECLS
