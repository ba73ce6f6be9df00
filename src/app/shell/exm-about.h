/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Who made it, whose ideas it uses, and under which licence. */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* Returns: (transfer none): a window for exm_idle_fill_present(), before which it is
 * filled
 */
GtkWindow *exm_about_new (GtkWindow *parent);

G_END_DECLS
