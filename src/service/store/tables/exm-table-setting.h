/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The table setting: what the worker reads; never a secret. */

#pragma once

#include "store/db/exm-db.h"

G_BEGIN_DECLS

/* @value: (nullable): %NULL forgets the setting. */
gboolean
exm_table_setting_put (ExmDb *db, const char *key, const char *value, GError **error);

/* Returns: (transfer full) (nullable): %NULL with @error unset if it is not set */
char *exm_table_setting_get (ExmDb *db, const char *key, GError **error);

/* Returns: (transfer full) (element-type utf8): the keys that begin with @prefix */
GPtrArray *exm_table_setting_list (ExmDb *db, const char *prefix, GError **error);

G_END_DECLS
