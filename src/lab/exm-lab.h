/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Process-wide initialisation of the laboratory. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Adds the laboratory's methods to the table of methods. Before other threads run; more
 * than once is the same as once. */
void exm_lab_init (void);

G_END_DECLS
