/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Which pages a new task takes: the patterns, and what they make of the links that are
 * listed now; another list, where the wrong one or none was found. */

#pragma once

#include "app/setup/exm-setup.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define EXM_TYPE_SETUP_LINKS (exm_setup_links_get_type ())
G_DECLARE_FINAL_TYPE (ExmSetupLinks, exm_setup_links, EXM, SETUP_LINKS, GtkWidget)

void exm_setup_links_set_setup (ExmSetupLinks *self, ExmSetup *setup);

G_END_DECLS
