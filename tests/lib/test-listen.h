/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Servers of tests. */

#pragma once

#include <libsoup/soup.h>

G_BEGIN_DECLS

/* @server listens at 127.0.0.1, on the port that is returned. */
guint test_listen (SoupServer *server);

G_END_DECLS
