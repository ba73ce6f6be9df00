/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Facts of a new task before it is stored: name, example, addresses, schedule, outputs,
 * and what its first run collects. Each can be changed. */

#pragma once

#include "app/setup/exm-setup.h"

#include <adwaita.h>

G_BEGIN_DECLS

/* Signals: "save-asked". */
#define EXM_TYPE_SETUP_FACTS (exm_setup_facts_get_type ())
G_DECLARE_FINAL_TYPE (ExmSetupFacts, exm_setup_facts, EXM, SETUP_FACTS, GtkWidget)

void exm_setup_facts_set_setup (ExmSetupFacts *self, ExmSetup *setup);

/* @message: (nullable): why it could not be stored */
void exm_setup_facts_show_error (ExmSetupFacts *self, const char *message);

G_END_DECLS
