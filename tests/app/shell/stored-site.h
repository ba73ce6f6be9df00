/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A folder of HTML files, served as a site: a list page that leads to them. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _StoredSite StoredSite;

/* Returns: (transfer full) (element-type utf8): the names of the folders in @folder that
 * hold at least two HTML files, in their order */
GPtrArray *stored_site_list (const char *folder);

/**
 * stored_site_start:
 * @folder: holds two HTML files or more
 *
 * Serves them on a free port of the loopback interface, on a thread of its own.
 */
StoredSite *stored_site_start (const char *folder);

/* Returns: (transfer none): the address of the list page */
const char *stored_site_get_url (StoredSite *self);

void stored_site_stop (StoredSite *self);

G_END_DECLS
