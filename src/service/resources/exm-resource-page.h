/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* One showing of a page: who may be asked for its resources, and what it has left of the
 * limits. Reference counted by any thread; the rest is for the thread that loads. */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Limits of one page. */
#define EXM_RESOURCES_MAX_PER_PAGE 400u
#define EXM_RESOURCES_MAX_PAGE_BYTES (48u * 1024u * 1024u)

typedef struct _ExmResourcePage ExmResourcePage;

/**
 * exm_resource_page_new:
 * @url: (nullable): of the page; its origin is all that other sites learn of it
 * @private_hosts: (nullable): %NULL-terminated: hosts that may have private addresses
 *
 * Returns: (transfer full): nothing has been loaded for it
 */
ExmResourcePage *exm_resource_page_new (const char *url,
                                        const char *const *private_hosts);

ExmResourcePage *exm_resource_page_ref (ExmResourcePage *self);
void exm_resource_page_unref (ExmResourcePage *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmResourcePage, exm_resource_page_unref)

/* Returns: whether @host may have a private address */
gboolean exm_resource_page_names_host (const ExmResourcePage *self, const char *host);

/**
 * exm_resource_page_dup_referrer:
 * @url: what is asked for
 *
 * Returns: (transfer full) (nullable): the page's origin with a slash; %NULL where a
 * secure page asks for what is not
 */
char *exm_resource_page_dup_referrer (const ExmResourcePage *self, const char *url);

/* Counts one more resource. Returns: whether the page may have it */
gboolean exm_resource_page_take_one (ExmResourcePage *self);

/* Counts bytes of a resource. Returns: whether the page may have them */
gboolean exm_resource_page_take_bytes (ExmResourcePage *self, gsize n_bytes);

G_END_DECLS
