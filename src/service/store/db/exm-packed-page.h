/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Bytes of a page as pages.db holds them: made on any thread, stored on the store's. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * ExmPackedPage:
 * @hash: (owned): SHA-256 of the bytes, in hexadecimal: their name
 * @n_bytes: how many they were
 * @packed: (owned): the same compressed
 */
typedef struct
{
  char *hash;
  gsize n_bytes;
  GBytes *packed;
} ExmPackedPage;

/**
 * exm_packed_page_new:
 * @error: (out): %EXM_STORE_ERROR: too large, or no memory
 *
 * Cost: hashing and compressing.
 *
 * Returns: (transfer full) (nullable): @bytes, ready to be stored
 */
ExmPackedPage *exm_packed_page_new (GBytes *bytes, GError **error);

void exm_packed_page_free (ExmPackedPage *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmPackedPage, exm_packed_page_free)

G_END_DECLS
