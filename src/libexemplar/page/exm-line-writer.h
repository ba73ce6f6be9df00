/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* From an event list to lines. */

#pragma once

#include "page/exm-event-list.h"

G_BEGIN_DECLS

/**
 * exm_lines_write:
 * @events: with its elements settled; its parts get lines, spans, slices and the counts
 * of source lines
 *
 * O(source).
 */
void exm_lines_write (ExmEventList *events);

G_END_DECLS
