/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* From a tape to lines. */

#pragma once

#include "page/exm-tape.h"

G_BEGIN_DECLS

/**
 * exm_lines_write:
 * @tape: with its elements settled; its parts get lines, spans, slices and the counts of
 *   source lines
 *
 * O(source).
 */
void exm_lines_write (ExmTape *tape);

G_END_DECLS
