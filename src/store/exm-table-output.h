/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The table output: what is known of the outputs of tasks that articles were to go to. */

#pragma once

#include "exm-db.h"

G_BEGIN_DECLS

#define EXM_SQL_OUTPUT_TOOK                                                              \
  "SELECT took FROM output WHERE output_key = ? AND took = 1 LIMIT 1"

/* The output of @publication, a row of the queue, took it. */
gboolean
exm_table_output_take (ExmDb *db, gint64 publication, GError **error);

/* @took: (out): whether it took an article, of whatever task */
gboolean
exm_table_output_get_took (ExmDb *db,
                           const char *output_key,
                           gboolean *took,
                           GError **error);

G_END_DECLS
