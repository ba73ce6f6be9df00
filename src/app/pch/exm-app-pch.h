/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Headers of GTK, precompiled once for all sources of the window. A source includes what
 * it uses all the same. It is compiled by itself, where #pragma once is a warning. */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include <adwaita.h>
