/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A network monitor in place of the system's, which says what a test wants it to say. */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * test_network_install:
 *
 * From now on g_network_monitor_get_default() is this one, and there is a network. Before
 * anybody asked for it.
 */
void test_network_install (void);

/* Whether there is a network; tells those who watch. */
void test_network_set_available (gboolean available);

G_END_DECLS
