/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pages of articles as they are stored, for who archives them. */

#pragma once

#include "publish/formats/exm-archive-page.h"
#include "store/exm-store-reader.h"

G_BEGIN_DECLS

/* Returns: the stored pages of articles. A page that is lost or damaged is left out, and
 * told in the log. @store: of whose thread it is called; must outlive it */
ExmPageSource exm_held_pages_get_source (ExmStore *store);

/* As exm_held_pages_get_source(), for any thread. */
ExmPageSource exm_held_pages_get_reader_source (ExmStoreReader *reader);

G_END_DECLS
