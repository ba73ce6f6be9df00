/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Text that a page holds in another form than its own markup: frames with a srcdoc, and
 * bodies in the JSON of its scripts. */

#pragma once

#include "page/exm-tape.h"

G_BEGIN_DECLS

/**
 * exm_embedded_add:
 * @tape: (inout): of a page whose lines, elements and slices are complete
 *
 * Adds embedded text. The srcdoc of a frame becomes lines where the frame stands. Bodies
 * in JSON-LD become %EXM_SLICE_BODY slices. Where the page has (next to) no prose of its
 * own, the body of its JSON-LD, or else the longest prose among the strings of its
 * scripts, becomes lines: where the page shows its beginning, else at the end; lines of
 * the page that it says again are marked %EXM_LINE_DOUBLE. All these lines are
 * %EXM_LINE_EMBEDDED.
 *
 * O(page); nothing where there are no frames and no JSON-LD and where there is prose.
 */
void exm_embedded_add (ExmTape *tape);

G_END_DECLS
