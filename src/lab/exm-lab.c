/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-lab"

#include "config.h"

#include "lab/exm-lab.h"

#include "lab/methods/exm-lab-methods.h"
#include "lab/xpath/exm-xpath-text.h"
#include "methods/exm-method-table.h"
#include "setup/exm-site-config.h"

static const ExmMethod *const methods[] = {
  &exm_method_exemplar,
  &exm_method_exemplar_rules,
  &exm_method_exemplar_literal,
  &exm_method_exemplar_single,
  &exm_method_line_block,
  &exm_method_boilerpipe_article,
  &exm_method_boilerpipe_default,
  &exm_method_line_statistics,
  &exm_method_block_features,
  &exm_method_node_prune,
  &exm_method_bp_net,
  &exm_method_density_net,
  &exm_method_ensemble,
  &exm_method_vips,
};

void
exm_lab_init (void)
{
  exm_method_table_replace (methods, G_N_ELEMENTS (methods));
  exm_site_config_set_reader (exm_xpath_find_text);
}
