/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-collect"

#include "config.h"

#include "exm-discover-error.h"

G_DEFINE_QUARK (exm - discover - error - quark, exm_discover_error)
