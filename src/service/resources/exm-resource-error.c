/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-collect"

#include "config.h"

#include "resources/exm-resource-error.h"

#include "base/exm-said-error.h"

EXM_DEFINE_SAID_ERROR (exm - resource - error, exm_resource_error)
