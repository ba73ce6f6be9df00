/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Tables of a database file, by version, and the migration of an older file. */

#pragma once

#include "store/db/exm-db.h"

G_BEGIN_DECLS

/* Versions of exemplar.db, kept under PRAGMA user_version. A version that was released is
 * never changed: what comes later is a migration and a frozen file in tests/data/store.
 */
typedef enum
{
  EXM_SCHEMA_MAIN_NONE, /* a new file */
  EXM_SCHEMA_MAIN_V1,   /* tasks, jobs, runs, articles, publish queue, hosts, events */
  EXM_SCHEMA_MAIN_V2,   /* jobs by host; since when a robots.txt cannot be had */
  EXM_SCHEMA_MAIN_V3,   /* labels of lines; how many pages had a line */
  EXM_SCHEMA_MAIN_V4,   /* texts of lines and rulings; what is published after its run */
  EXM_SCHEMA_MAIN_V5,   /* which articles a person called right */
  EXM_SCHEMA_MAIN_V6,   /* what ails tasks */
  EXM_SCHEMA_MAIN_V7,   /* what was said of events, runs and tasks, for any language */
  EXM_SCHEMA_MAIN_V8, /* the same of publishing, and of what articles need a person for */
  EXM_SCHEMA_MAIN_V9, /* outputs: what they took, and since when they take nothing */
  EXM_SCHEMA_MAIN_V10, /* checksums of texts and definitions; inputs that are set aside */
  EXM_SCHEMA_MAIN_V11, /* the trash; backlog, and what first runs passed over */
  EXM_SCHEMA_MAIN_V12, /* articles of several pages */
  EXM_SCHEMA_MAIN_V13, /* which are unread, have a star or tags; order of publication */
  EXM_SCHEMA_MAIN_V14, /* fields that few articles have; what hosts reserve */
  EXM_SCHEMA_MAIN_V15, /* what saved searches publish, and which articles they judged */
  EXM_SCHEMA_MAIN_V16, /* places of bodies that pages teach those of their task */
  EXM_SCHEMA_MAIN_V17, /* what the feeds that listed articles tell of them */
  EXM_SCHEMA_MAIN_V18, /* bodies are stored once */
  EXM_SCHEMA_MAIN_V19, /* what articles were before they were extracted again */
  EXM_SCHEMA_MAIN_NEXT
} ExmSchemaMainVersion;

/* When an article was published, as far as its page says so: Unix time, µs. A date
 * without a zone is taken for UTC. A date that is none, or is behind the time of
 * collection, is that time. @a: "", or an alias of the table with its dot. Part of
 * indices: it is never changed. */
#define EXM_SQL_PUBLISHED_USEC(a)                                                        \
  "min (" a "collected, ifnull (CASE WHEN " a                                            \
  "published GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]*' THEN"                    \
  " coalesce (strftime ('%s', " a "published), strftime ('%s', substr (" a               \
  "published, 1, 10))) END * 1000000, " a "collected))"

/* Setting that is there while bodies of older versions are to be looked through: behind
 * which article, and what came of those before, see exm-store-bodies.h. */
#define EXM_SCHEMA_BODIES_NEXT "bodies.next"

/* Condition on a column that names the row of a task. Cost: one look into a small table,
 * most often an empty one. */
#define EXM_SQL_NOT_TRASHED(column) column " NOT IN (SELECT task FROM trash)"

/* Versions of pages.db. */
typedef enum
{
  EXM_SCHEMA_PAGES_NONE, /* a new file */
  EXM_SCHEMA_PAGES_V1,   /* page bytes by hash */
  EXM_SCHEMA_PAGES_NEXT
} ExmSchemaPagesVersion;

/* Versions of resources.db. */
typedef enum
{
  EXM_SCHEMA_RESOURCES_NONE, /* a new file */
  EXM_SCHEMA_RESOURCES_V1,   /* style sheets, fonts and pictures by hash and address */
  EXM_SCHEMA_RESOURCES_V2,   /* the articles that hold them */
  EXM_SCHEMA_RESOURCES_NEXT
} ExmSchemaResourcesVersion;

/* Versions of search.db. */
typedef enum
{
  EXM_SCHEMA_SEARCH_NONE, /* a new file */
  EXM_SCHEMA_SEARCH_V1,   /* tokens of articles; which articles have them */
  EXM_SCHEMA_SEARCH_V2,   /* a character that begins a pair has no token */
  EXM_SCHEMA_SEARCH_NEXT
} ExmSchemaSearchVersion;

/**
 * ExmSchema:
 * @application_id: under PRAGMA application_id; tells our files from others'
 * @version: the newest version, number of @migrations
 * @migrations: [i] is the SQL that brings version i to i + 1, in parts, %NULL at the end;
 *   it sets user_version too
 */
typedef struct
{
  gint64 application_id;
  guint version;
  const char *const *const *migrations;
} ExmSchema;

/* How a file is looked at when it is opened. Damage is an error, and nothing is changed
 * then. */
typedef enum
{
  EXM_SCHEMA_CHECK_NONE, /* what shows at once */
  EXM_SCHEMA_CHECK_ALL,  /* all of it is read; cost: its size */
} ExmSchemaCheck;

extern const ExmSchema exm_schema_main;
extern const ExmSchema exm_schema_pages;
extern const ExmSchema exm_schema_resources;
extern const ExmSchema exm_schema_search;

/**
 * exm_schema_open:
 * @schema: what the file must hold
 * @path: the file; created if it is not there and @options do not say read-only
 * @options: (nullable): of the connection
 * @check: how far to look for damage; all of it is for the process that collects
 * @notices: (element-type utf8) (nullable): is given a sentence for each thing that the
 *   operator has to know: old file copied
 * @error: (out): %EXM_STORE_ERROR: NEWER, OLDER (read-only), FOREIGN, DAMAGED, READ_ONLY
 * …
 *
 * An older file is copied to "FILE.before-vN" first, then brought up in one transaction,
 * as a new one is made. All this under a lock ("FILE.lock"), so that any number of
 * processes may open at once. A damaged file stays where it is: exm_store_salvage() is
 * what makes a new one of it. Files are for their owner alone (mode 0600), also those
 * that were made otherwise.
 *
 * Returns: (transfer full): a connection of the calling thread
 */
ExmDb *exm_schema_open (const ExmSchema *schema,
                        const char *path,
                        const ExmDbOptions *options,
                        ExmSchemaCheck check,
                        GPtrArray *notices,
                        GError **error);

G_END_DECLS
