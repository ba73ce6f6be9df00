/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-model"

#include "config.h"

#include "task/exm-schedule-error.h"

#include "base/exm-said-error.h"

EXM_DEFINE_SAID_ERROR (exm - schedule - error, exm_schedule_error)
