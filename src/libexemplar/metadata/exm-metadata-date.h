/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The day of publication, where nothing declares it, and where what is declared is the
 * day of Greenwich. */

#pragma once

#include "metadata/exm-metadata-field.h"

G_BEGIN_DECLS

/**
 * exm_metadata_choose_date:
 * @self: the dates read so far
 * @anchor: a line near the body's head, %EXM_NONE if not known
 * @body_last: last line of the body, %EXM_NONE if not known
 *
 * Takes the day of the address, or of a line near the body's head, where it is that of a
 * declared time of Greenwich in some zone. Without any date yet, the first of: address,
 * the line that says most that it is the day, a script, the title, a shown change.
 * O(page).
 */
void exm_metadata_choose_date (ExmMetadataReader *self, guint anchor, guint body_last);

G_END_DECLS
