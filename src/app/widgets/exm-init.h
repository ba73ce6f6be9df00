/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Initialisation of every program with windows of ours: `exemplar` and its tests. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Path of the resources of this library. */
#define EXM_APP_RESOURCES "/io/github/exemplar_workbench/Exemplar/"

/**
 * exm_init:
 *
 * Makes templates, styles and icons of this library known. May be called again.
 */
void exm_init (void);

G_END_DECLS
