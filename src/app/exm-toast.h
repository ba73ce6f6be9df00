/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * exm_toast_new:
 * @text: as it is to be read; may hold what is markup elsewhere
 *
 * Returns: (transfer full): a toast
 */
AdwToast *
exm_toast_new (const char *text);

G_END_DECLS
