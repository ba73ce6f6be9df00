/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A window whose workbench shows task 1 of a data folder, and the sample site beside it:
 * what tests begin with that ask what an operator sees of pages that are fetched. */

#pragma once

#include "app/workbench/exm-workbench-page.h"
#include "demo/exm-sample-thread.h"

#include "store-fixture.h"
#include "test-gui.h"
#include "test-pages.h"

G_BEGIN_DECLS

typedef struct
{
  char *folder;            /* (owned) */
  ExmSampleThread *site;   /* (owned) (nullable): %NULL once it went away */
  ExmSampleServer *server; /* (unowned) (nullable) */
  char *base;              /* (owned): the site's address, also when it is away */
  ExmApplication *app;     /* (owned) (nullable) */
  ExmWindow *window;       /* (unowned) */
  ExmWorkbenchPage *page;  /* (unowned) */
  ExmAnalysis *analysis;   /* (unowned) */
} TestBench;

/**
 * test_bench_init:
 *
 * The sample site on a free port, and an empty data folder.
 */
void test_bench_init (TestBench *self);

/**
 * test_bench_add_task:
 * @change: (nullable): called with the fields before the task is stored
 *
 * Task 1: a section of the sample site, its first article for an example and its list
 * page for a source, paused.
 */
void test_bench_add_task (TestBench *self, void (*change) (ExmTaskFields *fields));

/**
 * test_bench_open:
 *
 * Opens the window on the folder, and in it the workbench of task 1.
 */
void test_bench_open (TestBench *self);

/* Ends all of it. */
void test_bench_clear (TestBench *self);

/* Takes the site from the net; what is on its way is cut off. */
void test_bench_stop_site (TestBench *self);

/* It is back, at the same address. */
void test_bench_restart_site (TestBench *self);

/* Returns: (transfer full): the address of a page of the site */
char *test_bench_make_url (TestBench *self, const char *path);

/* Returns: (transfer none): the pane "example" or "target" */
GtkWidget *test_bench_need_pane (TestBench *self, const char *name);

/* Types an address into the target's entry, and Enter. */
void test_bench_enter (TestBench *self, const char *url);

/* As test_bench_enter(), with a page of the site. */
void test_bench_enter_path (TestBench *self, const char *path);

/* Waits until a page whose address ends so is shown as the target, with a result. */
void test_bench_wait_for_target (TestBench *self, const char *end);

/* Waits until the target's pane says @title in place of a page.
 *
 * Returns: (transfer none): what is said beneath */
const char *test_bench_need_status (TestBench *self, const char *title);

G_END_DECLS
