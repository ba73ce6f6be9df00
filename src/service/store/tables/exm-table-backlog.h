/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The table backlog: addresses whose articles nobody is alerted to. */

#pragma once

#include "store/db/exm-db.h"

G_BEGIN_DECLS

/* Marks the address, which may be marked already. */
gboolean
exm_table_backlog_add (ExmDb *db, gint64 task, const char *url_key, GError **error);

G_END_DECLS
