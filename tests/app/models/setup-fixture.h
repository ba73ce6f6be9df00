/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A task that is being set up on the sample site. */

#pragma once

#include "app/setup/exm-setup.h"
#include "demo/exm-sample-thread.h"

G_BEGIN_DECLS

typedef struct
{
  ExmSampleThread *site;   /* (owned) */
  ExmSampleServer *server; /* (unowned) */
  char *folder;            /* (owned) */
  ExmSession *session;     /* (owned) */
  ExmSetup *setup;         /* (owned) */
  GMainContext *context;   /* (unowned) */
  guint n_proposed;
  guint n_ready;
  guint n_rechecked;
  double before;
  double after;
  guint n_articles;
  guint n_finished;
  ExmTask *task; /* (owned) (nullable) */
  GError *error; /* (owned) (nullable) */
  gboolean saved;
} SetupFixture;

/* For g_test_add(); @data is not looked at. */
void setup_fixture_init (SetupFixture *self, gconstpointer data);
void setup_fixture_clear (SetupFixture *self, gconstpointer data);

/* Pastes the address of @path on the site, and waits until it was looked at. */
void setup_fixture_start (SetupFixture *self, const char *path);

/* The same; it has to work. */
void setup_fixture_must_start (SetupFixture *self, const char *path);

/* Until @n pages passed, should be looked at or failed. */
void setup_fixture_wait_for_checked (SetupFixture *self, guint n);

/* Returns: (transfer full) (nullable) */
char *setup_fixture_dup_note (SetupFixture *self);

/* Returns: (transfer none): one of those that are checked */
ExmPageItem *setup_fixture_get_page (SetupFixture *self, guint i);

/* The delay of a real host would make the tests slow. */
void setup_fixture_hurry (SetupFixture *self);

/* Waits until the task is stored, or an error says why not. */
void setup_fixture_save (SetupFixture *self);

G_END_DECLS
