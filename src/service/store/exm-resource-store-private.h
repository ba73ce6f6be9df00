/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The inside of the store of resources, for the files of it. */

#pragma once

#include "store/db/exm-db.h"
#include "store/exm-resource-store.h"

G_BEGIN_DECLS

struct _ExmResourceStore
{
  char *path;       /* (owned) */
  ExmDb *db;        /* (owned) (nullable): %NULL where a new one could not be made */
  guint64 n_bytes;  /* of all resources that no article holds */
  gboolean durable; /* each write waits for the disk */
};

/* Opens another file where the last one could not be replaced. */
gboolean exm_resource_store_ensure_file (ExmResourceStore *self, GError **error);

/* Makes the file anew where @problem is damage. Returns: whether to try again; else
 * @error is @problem, or why no new one could be made */
gboolean
exm_resource_store_recover (ExmResourceStore *self, GError *problem, GError **error);

/* The rows of exm_resource_store_put(), within a transaction of the caller. */
gboolean exm_resource_store_put_rows (ExmResourceStore *self,
                                      const char *url,
                                      const ExmResource *resource,
                                      gint64 now_usec,
                                      GError **error);

/* Removes bytes that are not what was stored. */
gboolean
exm_resource_store_drop (ExmResourceStore *self, const char *hash, GError **error);

G_END_DECLS
