/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Rights that a page declares: its licence, what robots may do with it, whether mining of
 * its text is reserved (TDM Reservation Protocol of a W3C community group, 2024), and
 * whether it is paid for. */

#pragma once

#include "metadata/exm-metadata-field.h"

G_BEGIN_DECLS

/**
 * exm_rights_choose_license:
 * @self: the fields read so far
 * @body_first: first line of the body, %EXM_NONE if not known
 * @body_last: last line of the body, %EXM_NONE if not known
 *
 * Takes the licence of a link that says so, or one to Creative Commons around the body:
 * in it such a link is that of a picture. O(spans).
 */
void
exm_rights_choose_license (ExmMetadataReader *self, guint body_first, guint body_last);

/**
 * exm_rights_read_header:
 * @metadata: what the page itself declares, which goes first; with one owner
 * @url: (nullable): the page's address
 * @name: of a response header
 * @value: its value
 *
 * Adds what X-Robots-Tag, tdm-reservation, tdm-policy and Link (rel=license) say. Other
 * headers are passed over.
 */
void exm_rights_read_header (ExmMetadata *metadata,
                             const char *url,
                             const char *name,
                             const char *value);

/**
 * exm_rights_add_site:
 * @metadata: what page and headers declare, which go first; with one owner
 * @url: the page's address
 * @reservation: "1" or "0"
 * @policy: (nullable): address of the policy, as written
 *
 * Adds what the site's tdmrep.json says of the page.
 */
void exm_rights_add_site (ExmMetadata *metadata,
                          const char *url,
                          const char *reservation,
                          const char *policy);

/**
 * exm_rights_forbids_ai:
 * @robots: (nullable): as %EXM_FIELD_ROBOTS has it
 *
 * Returns: whether noai is in it
 */
gboolean exm_rights_forbids_ai (const char *robots);

/**
 * exm_rights_is_reserved:
 * @metadata: (nullable): of a page
 *
 * Returns: whether its text is not to be in data sets for machines: mining is reserved,
 * or robots are told noai
 */
gboolean exm_rights_is_reserved (const ExmMetadata *metadata);

G_END_DECLS
