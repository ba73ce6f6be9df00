/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Methods of the laboratory, one file each. */

#pragma once

#include "extract/exm-methods.h"

extern const ExmMethod exm_method_block_features;
extern const ExmMethod exm_method_bp_net;
extern const ExmMethod exm_method_density_net;
extern const ExmMethod exm_method_ensemble;
extern const ExmMethod exm_method_line_block;
extern const ExmMethod exm_method_node_prune;
extern const ExmMethod exm_method_vips;
