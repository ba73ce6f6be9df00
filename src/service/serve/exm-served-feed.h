/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A feed that is served: of one task, of a group, of a saved search, or of
 * all tasks. Immutable; any thread. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  EXM_SERVED_ALL,
  EXM_SERVED_GROUP,
  EXM_SERVED_TASK,
  EXM_SERVED_SEARCH,
} ExmServedKind;

/**
 * ExmServedFeed:
 * @kind: what it is of
 * @name: the word for it in commands: "all", "group:NAME", "search:NAME", or the identity
 *   of its task
 * @key: the same where only ASCII letters, digits and "-" can stand
 * @title: for people
 * @group: (nullable): of a task, the group that it is in
 * @words: (nullable): of a saved search, its query
 * @uids: (element-type utf8): tasks whose articles are in it; not of a saved search
 */
typedef struct
{
  ExmServedKind kind;
  char *name;
  char *key;
  char *title;
  char *group;
  char *words;
  GPtrArray *uids;
} ExmServedFeed;

/* Key of the list of all feeds, which is none itself. */
#define EXM_SERVED_LIST "opml"

/**
 * exm_served_feed_list:
 * @tasks: (element-type ExmTaskInfo): tasks there are
 * @searches: (element-type ExmSavedSearch): saved searches there are
 *
 * Lists the feed of all first, then those of groups by name, then those of tasks, then
 * those of saved searches, each in their order. A group holds the tasks of the groups
 * below it. Cost: tasks times groups.
 *
 * Returns: (transfer full) (element-type ExmServedFeed): the feeds
 */
GPtrArray *exm_served_feed_list (const GPtrArray *tasks, const GPtrArray *searches);

G_END_DECLS
