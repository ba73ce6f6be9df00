/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The table's rows, one file each. */

#pragma once

#include "exm-method.h"

extern const ExmMethod exm_method_exemplar;
extern const ExmMethod exm_method_exemplar_literal;
extern const ExmMethod exm_method_exemplar_rules;
extern const ExmMethod exm_method_exemplar_single;
extern const ExmMethod exm_method_line_block;
