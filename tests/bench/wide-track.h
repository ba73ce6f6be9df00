/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The tracked curves as they were first defined: at every grid point the least distance
 * of the window to any substring of a band of 1,932 to 3,432 characters behind the last
 * good match. A hundred times slower; what the definition of today is measured against.
 */

#pragma once

#include "kernel/exm-curve.h"

#include <glib.h>

/* @forward, @backward: (out) (transfer full): distances, 0...32, a grid point each.
 * Returns: how many points */
gsize wide_track (const ExmCurveText *text, guint8 **forward, guint8 **backward);
