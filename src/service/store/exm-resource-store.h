/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Store of resources: style sheets, fonts and pictures that pages need to look right,
 * each once by its hash, found by its address, swept by its last use unless an article
 * holds it (exm-resource-holders.h). A damaged file is made anew, under another identity,
 * and a power cut may cost the last seconds.
 *
 * All calls in the thread that opened it; they block for a read or a write. */

#pragma once

#include <gio/gio.h>

#include "store/db/exm-store-error.h"

G_BEGIN_DECLS

typedef struct _ExmResourceStore ExmResourceStore;

/**
 * ExmResource:
 * @bytes: (owned): as fetched, content encoding removed
 * @type: (owned): media type by its bytes, such as "image/png"
 * @final_url: (owned): the address after redirects, which relative ones belong to
 * @charset: (owned) (nullable): as HTTP declared it
 */
typedef struct
{
  GBytes *bytes;
  char *type;
  char *final_url;
  char *charset;
} ExmResource;

void exm_resource_free (ExmResource *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmResource, exm_resource_free)

/* Bytes that all resources together may take which no article holds, and how much is left
 * after a sweep. */
#define EXM_RESOURCE_STORE_MAX_BYTES (256u * 1024u * 1024u)
#define EXM_RESOURCE_STORE_SWEPT_BYTES (EXM_RESOURCE_STORE_MAX_BYTES / 10u * 9u)

/**
 * exm_resource_store_open:
 * @folder: the data folder; made if it is not there
 * @error: (out): %EXM_STORE_ERROR: NEWER, READ_ONLY …; never DAMAGED
 *
 * The file is for its owner alone. A damaged one is replaced by an empty one, now or when
 * the damage shows.
 *
 * Returns: (transfer full) (nullable): the store
 */
ExmResourceStore *exm_resource_store_open (const char *folder, GError **error);

/* The same for the one who keeps what articles hold: a power cut costs nothing that was
 * told. */
ExmResourceStore *exm_resource_store_open_durable (const char *folder, GError **error);

void exm_resource_store_close (ExmResourceStore *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmResourceStore, exm_resource_store_close)

/**
 * exm_resource_store_get:
 * @url: normalised, without fragment
 * @now_usec: Unix time; its last use, noted once a day
 * @error: (out): %EXM_STORE_ERROR_NOT_FOUND; one that is not what was stored is removed
 *   and counts as not found
 *
 * Returns: (transfer full) (nullable): what the address gave
 */
ExmResource *exm_resource_store_get (ExmResourceStore *self,
                                     const char *url,
                                     gint64 now_usec,
                                     GError **error);

/**
 * exm_resource_store_put:
 * @url: as for exm_resource_store_get(); what it gave before is forgotten
 * @now_usec: Unix time
 *
 * Equal bytes are stored once. Beyond %EXM_RESOURCE_STORE_MAX_BYTES, those that were used
 * longest ago go, down to %EXM_RESOURCE_STORE_SWEPT_BYTES.
 */
gboolean exm_resource_store_put (ExmResourceStore *self,
                                 const char *url,
                                 const ExmResource *resource,
                                 gint64 now_usec,
                                 GError **error);

/**
 * exm_resource_store_sweep:
 * @max_bytes: that may stay
 *
 * Removes those that were used longest ago; 0 removes all and gives the room back. What
 * articles hold stays.
 */
gboolean
exm_resource_store_sweep (ExmResourceStore *self, guint64 max_bytes, GError **error);

/**
 * exm_resource_store_count:
 * @n_bytes: (out): of all resources that no article holds
 *
 * Reads an index alone.
 */
gboolean
exm_resource_store_count (ExmResourceStore *self, guint64 *n_bytes, GError **error);

G_END_DECLS
