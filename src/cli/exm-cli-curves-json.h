/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "engine/exm-curves.h"

G_BEGIN_DECLS

/**
 * exm_cli_curves_write_json:
 * @self: with an example
 * @name: of the page, as the user calls it
 *
 * Returns: (transfer full): one object: what was compared, arrays of samples, the lines
 */
GString *exm_cli_curves_write_json (const ExmCurves *self, const char *name);

G_END_DECLS
