/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Reading: which articles are unread, which have a star, and their tags. They stay with
 * an article when it is extracted anew, and go with it. Part of exm-store.h. */

#pragma once

#include "store/exm-store.h"

G_BEGIN_DECLS

/* An article that was stored for the first time is unread. Of @db, within a transaction.
 */
gboolean exm_store_add_unread (ExmDb *db, gint64 article, GError **error);

/* Returns: (transfer full) (element-type utf8): the tags that articles have, by name */
GPtrArray *exm_store_list_tags (ExmDb *db, GError **error);

/* @error: (out): %EXM_STORE_ERROR_NOT_FOUND where the article is gone, or in the trash,
 * as of the functions below */
gboolean
exm_store_set_unread (ExmStore *self, gint64 article_id, gboolean unread, GError **error);

gboolean exm_store_set_starred (ExmStore *self,
                                gint64 article_id,
                                gboolean starred,
                                GError **error);

/* Characters of a tag, at most. */
#define EXM_TAG_MAX_CHARS 60

/**
 * exm_tag_make:
 * @text: as it was typed
 *
 * Returns: (transfer full) (nullable): it with single spaces, %NULL where nothing is
 * left, or it is too long
 */
char *exm_tag_make (const char *text);

/**
 * exm_store_set_tagged:
 * @tag: as exm_tag_make() makes it. The case of ASCII letters does not matter: the tag is
 *   spelt as the first article has it
 */
gboolean exm_store_set_tagged (
    ExmStore *self, gint64 article_id, const char *tag, gboolean tagged, GError **error);

G_END_DECLS
