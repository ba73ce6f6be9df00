/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define N_LANES 2u

#include "exm-literal-lanes.h"

const ExmLiteralPath exm_literal_portable = { search_block, read_windows };
