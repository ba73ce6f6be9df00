/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The tables unread, star and tag: reading marks of articles. Functions for the thread of
 * the connection. Where an article is gone, or in the trash, the error is
 * %EXM_STORE_ERROR_NOT_FOUND. */

#pragma once

#include "store/db/exm-db.h"

G_BEGIN_DECLS

/* An article that was stored just now is unread. */
gboolean exm_table_unread_add (ExmDb *db, gint64 article, GError **error);

gboolean
exm_table_reading_set_unread (ExmDb *db, gint64 article, gboolean unread, GError **error);

gboolean exm_table_reading_set_starred (ExmDb *db,
                                        gint64 article,
                                        gboolean starred,
                                        GError **error);

/* @tag: as exm_tag_make() makes it; where another article has it in other letters, it is
 * spelt as there */
gboolean exm_table_reading_set_tagged (
    ExmDb *db, gint64 article, const char *tag, gboolean tagged, GError **error);

/* Returns: (transfer full) (element-type utf8): the tags that articles have, by name */
GPtrArray *exm_table_reading_list_tags (ExmDb *db, GError **error);

G_END_DECLS
