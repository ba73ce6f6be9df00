/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Looks for what is not what was stored: articles and definitions by their checksums,
 * pages by their hashes. Reads only, by a connection of its own; any thread; blocks for
 * the disk. */

#pragma once

#include "store/exm-store.h"

G_BEGIN_DECLS

typedef enum
{
  EXM_DAMAGE_ARTICLE,    /* its text or what is known of it */
  EXM_DAMAGE_DEFINITION, /* a version of a task's settings */
  EXM_DAMAGE_PAGE,       /* the bytes of a page */
} ExmDamageKind;

/**
 * ExmDamage:
 * @id: of the article, or of the article that the page is of; number of the version
 * @task_uid: (owned) (nullable): its task
 * @url: (owned) (nullable): its address
 * @url_key: (owned) (nullable): normal form of it
 * @name: (owned): title of the article, name of the task, hash of the page
 * @page_url: (owned) (nullable): address of a further page of the article
 */
typedef struct
{
  ExmDamageKind kind;
  gint64 id;
  char *task_uid;
  char *url;
  char *url_key;
  char *name;
  char *page_url;
} ExmDamage;

void exm_damage_free (ExmDamage *damage);

/* Returns: (transfer full): a sentence with what helps, for exm_said_to_words() */
char *exm_damage_say (const ExmDamage *damage);

/* The checksum of an article that has none in the store. */
typedef struct
{
  gint64 article;
  gint64 checksum;
} ExmArticleSum;

/**
 * ExmCheckSlice:
 * @found: (owned) (element-type ExmDamage)
 * @missing: (owned) (element-type ExmArticleSum): for exm_store_add_checksums()
 * @last_id: of the last article that was looked at
 * @n_checked: how many articles were looked at
 * @over: no article is behind that
 */
typedef struct
{
  GPtrArray *found;
  GArray *missing;
  gint64 last_id;
  guint n_checked;
  gboolean over;
} ExmCheckSlice;

void exm_check_slice_clear (ExmCheckSlice *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ExmCheckSlice, exm_check_slice_clear)

/**
 * exm_store_check_slice:
 * @folder: the data folder
 * @after_id: articles with larger ids are looked at; 0 begins, with all definitions
 * @limit: how many articles
 * @slice: (inout): all zero; filled
 * @cancellable: (nullable): between articles
 * @error: (out): %EXM_STORE_ERROR_DAMAGED if the file cannot be read any further
 */
gboolean exm_store_check_slice (const char *folder,
                                gint64 after_id,
                                guint limit,
                                ExmCheckSlice *slice,
                                GCancellable *cancellable,
                                GError **error);

/* As exm_store_get_article(), whatever became of its bytes: to extract its page again. */
ExmArticle *exm_store_get_article_unchecked (ExmStore *self, gint64 id, GError **error);

/* @sums: (element-type ExmArticleSum): of articles that have none yet */
gboolean exm_store_add_checksums (ExmStore *self, const GArray *sums, GError **error);

/**
 * exm_store_check_structure:
 * @folder: the data folder
 * @file: %EXM_STORE_MAIN_FILE or %EXM_STORE_PAGES_FILE
 * @error: (out): %EXM_STORE_ERROR_DAMAGED with what SQLite found first
 *
 * All of the file is read, and each index compared with its table.
 */
gboolean exm_store_check_structure (const char *folder,
                                    const char *file,
                                    GCancellable *cancellable,
                                    GError **error);

/**
 * exm_store_check_pages:
 * @name_missing: name pages that are not stored as well
 * @n_checked: (out): pages that were looked at
 * @n_missing: (out): pages of articles that are not stored
 *
 * Unpacks each page of an article, those on which it goes on too, and compares it with
 * its hash. A further page that never came is no page that is missing. Cost: about 100 MB
 * of pages a second.
 *
 * Returns: (transfer full) (element-type ExmDamage): pages that are not what was stored;
 *   one for each article that is of it
 */
GPtrArray *exm_store_check_pages (const char *folder,
                                  gboolean name_missing,
                                  guint64 *n_checked,
                                  guint64 *n_missing,
                                  GCancellable *cancellable,
                                  GError **error);

G_END_DECLS
