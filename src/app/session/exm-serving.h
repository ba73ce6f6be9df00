/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Feeds that the program serves while it runs, as the preferences say. Main thread. */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define EXM_TYPE_SERVING (exm_serving_get_type ())
G_DECLARE_FINAL_TYPE (ExmServing, exm_serving, EXM, SERVING, GObject)

/**
 * exm_serving_new:
 * @folder: the data folder
 * @settings: (nullable): remembers what is asked for; %NULL where nothing can be
 *
 * Serves at once where that was asked for before. "changed" is emitted after whatever
 * changes. The server ends with the object.
 */
ExmServing *exm_serving_new (const char *folder, GSettings *settings);

/* Returns: (transfer none): the data folder */
const char *exm_serving_get_folder (ExmServing *self);

/* Starts or ends the server, and remembers it. */
void exm_serving_set_active (ExmServing *self, gboolean active);

/* Whether feeds are to be served; they are not where there is a problem. */
gboolean exm_serving_get_active (ExmServing *self);

/* Has it listen at another address, see #ExmFeedServerOptions, and remembers it. */
void exm_serving_set_listen (ExmServing *self, const char *listen);

/* Returns: (transfer none): where it listens, or would */
const char *exm_serving_get_listen (ExmServing *self);

/* Returns: (transfer none) (nullable): the base of all addresses; %NULL while nothing is
 * served */
const char *exm_serving_get_base_url (ExmServing *self);

/* Returns: (transfer none) (nullable): why nothing is served though it was asked for */
const char *exm_serving_get_problem (ExmServing *self);

G_END_DECLS
