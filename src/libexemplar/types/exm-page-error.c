/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "base/exm-said-error.h"
#include "types/exm-page-error.h"

EXM_DEFINE_SAID_ERROR (exm - page - error, exm_page_error)
