/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Feeds that are served, in the preferences. */

#pragma once

#include "app/session/exm-serving.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define EXM_TYPE_SERVING_GROUP (exm_serving_group_get_type ())
G_DECLARE_FINAL_TYPE (
    ExmServingGroup, exm_serving_group, EXM, SERVING_GROUP, AdwPreferencesGroup)

/**
 * exm_serving_group_new:
 * @serving: what is switched on and off
 *
 * A switch, where to listen, and while feeds are served the address of each, which can be
 * copied and replaced. Keys are read and made on a thread of its own.
 */
GtkWidget *exm_serving_group_new (ExmServing *serving);

G_END_DECLS
