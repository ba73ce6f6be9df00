/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "exm-worker-error.h"

G_DEFINE_QUARK (exm - worker - error - quark, exm_worker_error)
