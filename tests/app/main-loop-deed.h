/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What a journey does by itself is done by the main loop, so that it is measured. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef void (*DeedFunc) (gpointer object, const char *text, double number);

/* Has @func called in a turn of the main loop, and waits for it. */
void
deed_perform (DeedFunc func, gpointer object, const char *text, double number);

G_END_DECLS
