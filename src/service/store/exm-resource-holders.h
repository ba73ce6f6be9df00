/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Articles that hold resources: the pictures of their bodies, and with whole pages what
 * these need to look right. What is held is not swept; it goes with the last article that
 * holds it. An article is known by its task's uid and the key of its address.
 *
 * Each call is one transaction, in the thread that opened the store. A kill between calls
 * leaves an article that wants what it has not, which its job still fetches, or one that
 * is gone: see exm_resource_store_list_holders(). */

#pragma once

#include "store/exm-resource-store.h"

G_BEGIN_DECLS

/**
 * ExmHeldResource:
 * @address: (owned): as the article has it
 * @kind: (owned): "style", "font" or "image"
 * @url: (owned): what is asked for: normalised, without fragment
 * @via: (owned) (nullable): @url of the style sheet that asks for it; %NULL: the article
 * @hash: (owned) (nullable): of the bytes, once it is held
 * @type: (owned) (nullable): media type by its bytes
 * @n_bytes: how many
 * @failure: (owned) (nullable): why it could not be had
 */
typedef struct
{
  char *address;
  char *kind;
  char *url;
  char *via;
  char *hash;
  char *type;
  guint64 n_bytes;
  char *failure;
} ExmHeldResource;

ExmHeldResource *
exm_held_resource_new (const char *address, const char *kind, const char *url);
void exm_held_resource_free (ExmHeldResource *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmHeldResource, exm_held_resource_free)

/**
 * exm_resource_store_want:
 * @uid: of the task
 * @url_key: of the article
 * @wanted: (element-type ExmHeldResource): by address, kind and url
 * @more: they belong to what the article wants already; else what it wanted before and is
 *   not among them is not held any more
 *
 * Holds at once whatever is stored already; of style sheets what another article holds,
 * with all that they ask for. What could not be had for another article of the task is
 * not wanted again.
 */
gboolean exm_resource_store_want (ExmResourceStore *self,
                                  const char *uid,
                                  const char *url_key,
                                  const GPtrArray *wanted,
                                  gboolean more,
                                  GError **error);

/**
 * exm_resource_store_hold:
 * @url: what was asked for
 *
 * Stores a resource, which from now on is held by all who want it.
 */
gboolean exm_resource_store_hold (ExmResourceStore *self,
                                  const char *url,
                                  const ExmResource *resource,
                                  gint64 now_usec,
                                  GError **error);

/* Returns: (transfer full) (element-type ExmHeldResource): what articles of the task want
 * from @url and have not, by address and kind, each once */
GPtrArray *exm_resource_store_list_missing (ExmResourceStore *self,
                                            const char *uid,
                                            const char *url,
                                            GError **error);

/* Articles of the task that want the address of @other from @url, and have it not, want
 * it from the url of @other. What is stored of that already is not held: it is asked for.
 */
gboolean exm_resource_store_want_instead (ExmResourceStore *self,
                                          const char *uid,
                                          const char *url,
                                          const ExmHeldResource *other,
                                          GError **error);

/* The articles of the task do without it. @failure: why */
gboolean exm_resource_store_give_up (ExmResourceStore *self,
                                     const char *uid,
                                     const char *url,
                                     const char *failure,
                                     GError **error);

/* @wanted: (out): whether an article of the task still wants @url */
gboolean exm_resource_store_is_wanted (ExmResourceStore *self,
                                       const char *uid,
                                       const char *url,
                                       gboolean *wanted,
                                       GError **error);

/* Returns: (transfer full) (element-type utf8): keys of the task's articles that show
 * @url; @settled: of those that want nothing any more */
GPtrArray *exm_resource_store_list_articles (ExmResourceStore *self,
                                             const char *uid,
                                             const char *url,
                                             gboolean settled,
                                             GError **error);

/* Returns: (transfer full) (element-type ExmHeldResource): all that the article wants,
 * has, and could not get */
GPtrArray *exm_resource_store_list_held (ExmResourceStore *self,
                                         const char *uid,
                                         const char *url_key,
                                         GError **error);

/**
 * exm_resource_store_get_held:
 * @hash: of ExmHeldResource
 * @error: (out): %EXM_STORE_ERROR_NOT_FOUND; bytes that are not what was stored are
 *   removed and count as not found
 *
 * Returns: (transfer full) (nullable): the bytes
 */
GBytes *
exm_resource_store_get_held (ExmResourceStore *self, const char *hash, GError **error);

/* The article is gone, or with @url_key %NULL all of the task. */
gboolean exm_resource_store_release (ExmResourceStore *self,
                                     const char *uid,
                                     const char *url_key,
                                     GError **error);

/* An article that holds or wants something. */
typedef struct
{
  char *uid;     /* (owned) */
  char *url_key; /* (owned) */
} ExmHolder;

void exm_holder_free (ExmHolder *self);

/**
 * exm_resource_store_list_holders:
 * @after: (nullable): the last one of the call before
 *
 * Returns: (transfer full) (element-type ExmHolder): at most @limit, in order
 */
GPtrArray *exm_resource_store_list_holders (ExmResourceStore *self,
                                            const ExmHolder *after,
                                            guint limit,
                                            GError **error);

/**
 * ExmHeldSize:
 * @n_bytes: of what is held
 * @n_articles: that hold something
 */
typedef struct
{
  guint64 n_bytes;
  guint64 n_articles;
} ExmHeldSize;

/* @uid: (nullable): of what the articles of a task hold; %NULL: all. Cost: what is held
 */
gboolean exm_resource_store_count_held (ExmResourceStore *self,
                                        const char *uid,
                                        ExmHeldSize *size,
                                        GError **error);

/* Returns: (transfer full) (nullable): a name of this very file, which another one does
 * not have */
char *exm_resource_store_get_identity (ExmResourceStore *self, GError **error);

G_END_DECLS
