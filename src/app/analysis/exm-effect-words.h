/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Effect of a mark on the example, in words. */

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
char *exm_effect_dup_words (double before, double after, guint n_added, guint n_removed);

/**
 * exm_effect_dup_words_on_the_way:
 * @before: as for exm_effect_dup_words(), as are the next three
 * @part: how far the second number has come on its way from the first one, 0 to 1
 *
 * For a number that counts up, or down. Any thread.
 *
 * Returns: (transfer full): as "Sure 81 → 90%, +3 −5 lines"
 */
char *exm_effect_dup_words_on_the_way (
    double before, double after, guint n_added, guint n_removed, double part);

/* Returns: whether the percents differ, so that there is something to count. */
gboolean exm_effect_is_seen (double before, double after);

G_END_DECLS
