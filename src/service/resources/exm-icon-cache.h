/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Icons of sites, as they came from the web: a file a site in a folder of the user's
 * cache, which may be deleted at any time. An empty file says that a site gave none; its
 * time, when the site was asked. Any thread. */

#pragma once

#include "task/exm-task.h"

G_BEGIN_DECLS

#define EXM_ICON_MAX_BYTES (256u * 1024u)

/* Returns: (transfer full): path of the folder, which need not be there */
char *exm_icon_cache_dup_folder (void);

/* Returns: (transfer none) (nullable): the address that tells the site of @task: its
 * example, or else its first source */
const char *exm_icon_cache_get_site_url (const ExmTask *task);

/**
 * exm_icon_cache_dup_name:
 * @url: an address of a site
 *
 * Returns: (transfer full) (nullable): the name of the file of its icon: host and port,
 *   or a checksum where these are no name of a file
 */
char *exm_icon_cache_dup_name (const char *url);

/* Returns: (transfer full) (nullable): an icon, not empty, of the right size; %NULL where
 * there is none that can be read */
GBytes *exm_icon_cache_load (const char *folder, const char *name);

G_END_DECLS
