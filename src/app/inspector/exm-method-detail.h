/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* One method beside the body that is shown: its parameters, and the lines on which the
 * two differ. Its button asks for "page.use-method", those of a
 * method that is trained for "page.train-method" and "page.shipped-model". */

#pragma once

#include "app/analysis/exm-method-trials.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define EXM_TYPE_METHOD_DETAIL (exm_method_detail_get_type ())
G_DECLARE_FINAL_TYPE (ExmMethodDetail, exm_method_detail, EXM, METHOD_DETAIL, AdwBin)

/**
 * exm_method_detail_show:
 * @analysis: what is looked at
 * @trials: of @analysis
 * @index: the method; what is shown follows it
 */
void exm_method_detail_show (ExmMethodDetail *self,
                             ExmAnalysis *analysis,
                             ExmMethodTrials *trials,
                             guint index);

/* Forgets what it shows. */
void exm_method_detail_clear (ExmMethodDetail *self);

G_END_DECLS
