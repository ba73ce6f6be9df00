/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A running site for each test, and a client that follows no redirect and unpacks
 * nothing, so that tests see what was sent. */

#pragma once

#include "demo/exm-sample-thread.h"

#include <libsoup/soup.h>

G_BEGIN_DECLS

typedef struct
{
  ExmSampleThread *thread; /* (owned) */
  ExmSampleServer *server; /* (unowned) */
  SoupSession *session;    /* (owned) */
} SiteFixture;

/* One answer. */
typedef struct
{
  guint status;
  GBytes *bytes;               /* (owned) */
  SoupMessageHeaders *headers; /* (owned) */
  GError *error;               /* (owned) (nullable): no answer, or a broken one */
} SiteAnswer;

/**
 * site_fixture_data_dir:
 *
 * Returns: (transfer full): the source folder of the site
 */
char *site_fixture_data_dir (void);

/**
 * site_fixture_set_up:
 * @self: a fixture
 * @flags: (type ExmSampleServerFlags): of the server
 */
void site_fixture_set_up (SiteFixture *self, gconstpointer flags);

/**
 * site_fixture_tear_down:
 * @self: a fixture
 * @unused: not read
 */
void site_fixture_tear_down (SiteFixture *self, gconstpointer unused);

/**
 * site_fixture_get:
 * @self: a fixture
 * @path: with its query
 * @header: (nullable): a request header
 * @value: its value
 *
 * Returns: (transfer full): the answer
 */
SiteAnswer *site_fixture_get (SiteFixture *self,
                              const char *path,
                              const char *header,
                              const char *value);

/**
 * site_fixture_post:
 * @self: a fixture
 * @path: with its query
 *
 * Returns: the status
 */
guint site_fixture_post (SiteFixture *self, const char *path);

/**
 * site_fixture_read:
 * @self: a fixture
 * @path: of a page that must answer 200
 * @encoding: of the page
 *
 * Returns: (transfer full): its text in UTF-8
 */
char *site_fixture_read (SiteFixture *self, const char *path, const char *encoding);

/**
 * site_answer_get_header:
 * @answer: an answer
 * @name: a header
 *
 * Returns: (nullable): its value
 */
const char *site_answer_get_header (SiteAnswer *answer, const char *name);

/**
 * site_answer_free:
 * @answer: (transfer full): an answer
 */
void site_answer_free (SiteAnswer *answer);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SiteAnswer, site_answer_free)

G_END_DECLS
