/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* About window: authors, sources of ideas, and licence. */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* Returns: (transfer none): a window for exm_idle_fill_present(), before which it is
 * filled
 */
GtkWindow *exm_about_new (GtkWindow *parent);

G_END_DECLS
