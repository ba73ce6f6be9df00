/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The sample site: four sections of articles of our own on a loopback port, for
 * demonstrations and tests. Addresses:
 *
 *   /  /robots.txt  /sitemap.xml  /SECTION/  /SECTION/feed.xml  /SECTION/sitemap.xml
 *   /private/                   refused by robots.txt
 *   /numbered/COUNT/            any number of articles: exm-sample-numbered.h
 *   /paged/KIND/                articles of several pages: exm-sample-paged.h
 *   /fault/NAME?arguments       what can go wrong: exm-sample-fault.h
 *   POST /control/redesign?on=1, POST /control/fault?path=…&fault=…&mode=always|once
 *                               only with %EXM_SAMPLE_SERVER_CONTROLS
 *
 * It answers in the thread-default main context in which it was created; functions marked
 * "any thread" may be called while that context runs elsewhere. */

#pragma once

#include "demo/exm-sample-article.h"

#include <gio/gio.h>

G_BEGIN_DECLS

#define EXM_TYPE_SAMPLE_SERVER (exm_sample_server_get_type ())
G_DECLARE_FINAL_TYPE (ExmSampleServer, exm_sample_server, EXM, SAMPLE_SERVER, GObject)

/**
 * ExmSampleServerFlags:
 * @EXM_SAMPLE_SERVER_DEFAULT: nothing special
 * @EXM_SAMPLE_SERVER_CONTROLS: the addresses under /control/ work
 * @EXM_SAMPLE_SERVER_HTTP_CHARSET: the Chinese section says gb2312 in its HTTP header too
 */
typedef enum
{
  EXM_SAMPLE_SERVER_DEFAULT = 0,
  EXM_SAMPLE_SERVER_CONTROLS = 1 << 0,
  EXM_SAMPLE_SERVER_HTTP_CHARSET = 1 << 1,
} ExmSampleServerFlags;

/**
 * ExmSampleFaultMode:
 * @EXM_SAMPLE_FAULT_ALWAYS: until it is taken back
 * @EXM_SAMPLE_FAULT_ONCE: for the next request only
 */
typedef enum
{
  EXM_SAMPLE_FAULT_ALWAYS,
  EXM_SAMPLE_FAULT_ONCE,
} ExmSampleFaultMode;

/* One request that was received. */
typedef struct
{
  char *method;            /* (owned) */
  char *path;              /* (owned): with the query */
  char *user_agent;        /* (owned) (nullable) */
  char *if_none_match;     /* (owned) (nullable) */
  char *if_modified_since; /* (owned) (nullable) */
} ExmSampleRequest;

/**
 * exm_sample_server_new:
 * @data_dir: (nullable): folder of the site's files, %NULL for the installed one
 * @flags: options
 * @error: return location
 *
 * Reads all files; later changes to them are not seen.
 *
 * Returns: (transfer full) (nullable): a server that does not listen yet
 */
ExmSampleServer *
exm_sample_server_new (const char *data_dir, ExmSampleServerFlags flags, GError **error);

/**
 * exm_sample_server_start:
 * @self: a server
 * @port: on 127.0.0.1; 0 for any that is free
 * @error: return location
 *
 * Returns: whether it listens
 */
gboolean exm_sample_server_start (ExmSampleServer *self, guint port, GError **error);

/**
 * exm_sample_server_stop:
 * @self: a server
 *
 * Closes every connection, answered or not. Does nothing on a server that is stopped.
 * Disposing of the server stops it too.
 */
void exm_sample_server_stop (ExmSampleServer *self);

/**
 * exm_sample_server_get_base_url:
 * @self: a server that was started
 *
 * Any thread, once started.
 *
 * Returns: (transfer none): such as "http://127.0.0.1:40123", without a last slash
 */
const char *exm_sample_server_get_base_url (ExmSampleServer *self);

/**
 * exm_sample_server_set_redesign:
 * @self: a server
 * @redesign: whether pages have the second layout
 *
 * Any thread.
 */
void exm_sample_server_set_redesign (ExmSampleServer *self, gboolean redesign);

/**
 * exm_sample_server_set_fault:
 * @self: a server
 * @path: path of a page
 * @fault: (nullable): "name" or "name?arguments" (exm-sample-fault.h); %NULL takes it
 * back
 * @mode: for how long
 * @error: return location
 *
 * Sets the fault of one page. Any thread.
 *
 * Returns: whether the fault is known
 */
gboolean exm_sample_server_set_fault (ExmSampleServer *self,
                                      const char *path,
                                      const char *fault,
                                      ExmSampleFaultMode mode,
                                      GError **error);

/**
 * exm_sample_server_get_request_log:
 * @self: a server
 *
 * The latest requests, at most 10,000. Any thread.
 *
 * Returns: (transfer container) (element-type ExmSampleRequest): oldest first; a copy
 */
GPtrArray *exm_sample_server_get_request_log (ExmSampleServer *self);

/**
 * exm_sample_server_clear_request_log:
 * @self: a server
 *
 * Any thread.
 */
void exm_sample_server_clear_request_log (ExmSampleServer *self);

/**
 * exm_sample_server_list_articles:
 * @self: a server
 * @section: "news", "zh", "blog" or "app"
 *
 * Any thread.
 *
 * Returns: (transfer full): paths of its articles, newest first; empty for no such
 * section
 */
char **exm_sample_server_list_articles (ExmSampleServer *self, const char *section);

/**
 * exm_sample_server_get_article:
 * @self: a server
 * @path: path of an article's page
 *
 * Any thread.
 *
 * Returns: (transfer none) (nullable): what the page says (title, author, date …)
 */
const ExmSampleArticle *exm_sample_server_get_article (ExmSampleServer *self,
                                                       const char *path);

/**
 * exm_sample_server_dup_body:
 * @self: a server
 * @path: path of an article's page
 *
 * The truth: see exm_sample_article_dup_body(). Any thread.
 *
 * Returns: (transfer full) (nullable): the article's body, a line a paragraph
 */
char *exm_sample_server_dup_body (ExmSampleServer *self, const char *path);

G_END_DECLS
