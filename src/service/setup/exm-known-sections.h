/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Addresses and tasks that there are, so that no section is added twice. */

#pragma once

#include "store/exm-store.h"

G_BEGIN_DECLS

typedef struct _ExmKnownSections ExmKnownSections;

/* Reads all tasks of @store. Returns: (transfer full) (nullable) */
ExmKnownSections *exm_known_sections_new (ExmStore *store, GError **error);

void exm_known_sections_free (ExmKnownSections *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmKnownSections, exm_known_sections_free)

/**
 * exm_known_sections_claim:
 * @address: (nullable): as it was typed; %NULL and what is none are nobody's
 *
 * Returns: whether nobody had it yet: now it is known
 */
gboolean exm_known_sections_claim (ExmKnownSections *self, const char *address);

/* Whether there is a task of the same sources, or, without any, of the same example:
 * patterns that are learned today may differ from those of yesterday. */
gboolean exm_known_sections_has_task (const ExmKnownSections *self,
                                      const ExmTaskFields *fields);

void exm_known_sections_add_task (ExmKnownSections *self, const ExmTaskFields *fields);

/* Returns: (transfer none) (element-type utf8): identities of the tasks */
GHashTable *exm_known_sections_get_uids (const ExmKnownSections *self);

G_END_DECLS
