/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The title without the name of its site. */

#pragma once

#include "metadata/exm-metadata-field.h"

G_BEGIN_DECLS

/**
 * exm_metadata_choose_title:
 * @self: its candidates become the title
 * @anchor: a line near the body's head, %EXM_NONE if not known
 *
 * Takes the best candidate by origin. Candidates are cut at " - ", "_", " | " and the
 * like: the part that is a heading of the page is the title; else parts that name the
 * site (its declared name, its host, 网, 频道 …) are dropped. A candidate that only names
 * the site is passed over, as is one that other pages of the section have, or that has
 * nothing of the headline above the body while the <title> says it. O(headings).
 */
void exm_metadata_choose_title (ExmMetadataReader *self, guint anchor);

G_END_DECLS
