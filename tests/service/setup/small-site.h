/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A small site that is served here, from a table of its pages. */

#pragma once

#include "setup/exm-proposal.h"

#include <gio/gio.h>

#define MENU                                                                             \
  "<div class=top><a href=/>Home</a> <a href=/about-our-paper/>About our paper</a>"      \
  " <a href=/contact/>Contact</a></div>"

#define PROSE                                                                            \
  "<p>The ferry left the harbour at dawn, and nobody who stood on the quay would have "  \
  "said that it was the last time; the captain least of all, who waved as always.</p>"   \
  "<p>It came back in the evening with its lamps lit, and those who had waited for it "  \
  "went home without a word, for there was nothing that could have been said.</p>"

#define LIST                                                                             \
  "<h2><a href=/last-ferry-of-autumn/>The last ferry of autumn</a></h2>"                 \
  "<h2><a href=/a-bell-for-the-tower/>A bell for the old tower</a></h2>"                 \
  "<h2><a href=/bread-prices-rise/>Bread prices rise again</a></h2>"

/* Never answered. */
#define SLOW "/never/"

typedef struct
{
  const char *path;   /* (unowned) */
  const char *text;   /* (unowned): "%s" in it is the address of the site */
  guint status;       /* 0 for 200 */
  const char *header; /* (unowned) (nullable): "Name: value" */
  const char *type;   /* (unowned) (nullable): instead of the usual one */
} Page;

typedef struct
{
  const Page *pages; /* (unowned): up to one without a path */
  GThread *thread;   /* (owned) */
  GMainContext *context;
  GMainLoop *loop;        /* (owned) */
  GAsyncQueue *addresses; /* (owned): of the server, once it listens */
  GAsyncQueue *held;      /* (owned): messages that wait for an answer */
  char *base;             /* (owned) */
  GPtrArray *asked;       /* (owned) (element-type utf8): server's thread */
} Site;

void site_start (Site *self, const Page *pages);

void site_stop (Site *self);

/* @renderer: (nullable): runs scripts */
ExmProposal *
site_propose_with (Site *self, const char *path, ExmRenderer *renderer, GError **error);

ExmProposal *site_propose (Site *self, const char *path, GError **error);

/* @expected: as "list /" */
void site_assert_source (Site *self, const ExmProposal *proposal, const char *expected);

/* @expected: paths, with spaces between them */
void site_assert_patterns (Site *self, GPtrArray *patterns, const char *expected);

void site_assert_asked_once (Site *self);

gboolean site_was_asked (Site *self, const char *path);
