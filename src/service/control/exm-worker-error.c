/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "base/exm-said-error.h"
#include "control/exm-worker-error.h"

EXM_DEFINE_SAID_ERROR (exm - worker - error, exm_worker_error)
