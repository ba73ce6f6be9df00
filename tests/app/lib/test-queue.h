/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Two tasks whose articles wait for a person, in a data folder of their own, and the
 * window on it: what tests of the review begin with. */

#pragma once

#include "app/review/exm-articles-page.h"
#include "app/workbench/exm-workbench-page.h"
#include "store/exm-store.h"

#include "store-fixture.h"
#include "test-gui.h"
#include "test-pages.h"

G_BEGIN_DECLS

typedef struct
{
  char *folder;        /* (owned) */
  char *out;           /* (owned): where the tasks publish their articles as text */
  ExmApplication *app; /* (owned) (nullable) */
  ExmWindow *window;   /* (unowned) */
  GBytes *page;        /* (owned): of the articles; fits the tasks' example */
  gint64 watched;      /* the article that is waited for */
  ExmArticleState state;
  char *text; /* (owned) (nullable): what is waited for */
} TestQueue;

/* The folder, and tasks 1 and 2, which are paused; no articles yet. */
void test_queue_init (TestQueue *self);

void test_queue_clear (TestQueue *self);

/**
 * test_queue_put:
 * @task: 1 or 2
 * @number: says its title, "Title 7", and how new it is
 * @state: what is not good is held
 * @page: (nullable): its stored page; %NULL for that of @self
 *
 * Before the window is opened. Returns: the id of the article
 */
gint64 test_queue_put (
    TestQueue *self, guint task, guint number, ExmArticleState state, GBytes *page);

/* Opens the window. */
void test_queue_open (TestQueue *self);

/* The scope "Needs You", by the pointer; waits for @n things in it. */
void test_queue_show (TestQueue *self, guint n);

/* Waits until the sidebar says that @n things need a person. */
void test_queue_wait_for_count (TestQueue *self, guint n);

/* Waits until the article of @title is the one that is read. */
void test_queue_wait_for_reader (TestQueue *self, const char *title);

/* Returns: (transfer full): the article as it is stored now */
ExmArticle *test_queue_read (TestQueue *self, gint64 id);

void test_queue_wait_for_state (TestQueue *self, gint64 id, ExmArticleState state);

/* Waits until the stored article has this text. */
void test_queue_wait_for_text (TestQueue *self, gint64 id, const char *text);

/* Returns: (transfer full): the state of its only publication */
char *test_queue_get_publication (TestQueue *self, gint64 id);

/* Returns: (transfer none): the workbench, once it shows @id with its result */
ExmWorkbenchPage *test_queue_need_bench (TestQueue *self, const char *address);

G_END_DECLS
