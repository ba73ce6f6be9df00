/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pictures that the store holds of articles, for what publishes these. */

#pragma once

#include "publish/exm-article-pictures.h"
#include "store/exm-resource-store.h"

G_BEGIN_DECLS

/* Returns: @store as a source: it must stay open as long as that is used, in one thread
 */
ExmPictureSource exm_held_pictures_get_source (ExmResourceStore *store);

/* Returns: (transfer full) (nullable): the store in @folder, if it is there and can be
 * opened; else it is told in the log, and articles have addresses alone */
ExmResourceStore *exm_held_pictures_open (const char *folder);

G_END_DECLS
