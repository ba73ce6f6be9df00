/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What a mark on the example changed, in words. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * exm_effect_dup_words:
 * @before: how sure the app was, 0 to 1
 * @after: how sure it is
 * @n_added: lines of body that came by it
 * @n_removed: lines that went
 *
 * Only what changed is told. Any thread.
 *
 * Returns: (transfer full): as "Sure 81 → 97%, +3 −5 lines"
 */
char *
exm_effect_dup_words (double before, double after, guint n_added, guint n_removed);

G_END_DECLS
