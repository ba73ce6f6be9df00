/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The window, empty, and the sample site to set a task up on. */

#pragma once

#include "app/analysis/exm-analysis.h"
#include "app/setup/exm-setup.h"
#include "app/shell/exm-window.h"
#include "demo/exm-sample-thread.h"

#include "test-gui.h"

G_BEGIN_DECLS

typedef struct
{
  char *folder;            /* (owned) */
  ExmSampleThread *site;   /* (owned) */
  ExmSampleServer *server; /* (unowned) */
  ExmApplication *app;     /* (owned) */
  ExmWindow *window;       /* (unowned) */
  guint n_articles;
  guint n_finished;
} SetUpFixture;

/* For g_test_add(); @data is not looked at. */
void set_up_fixture_init (SetUpFixture *self, gconstpointer data);
void set_up_fixture_clear (SetUpFixture *self, gconstpointer data);

/* As an operator does it: the clipboard, and one pair of keys. */
void set_up_fixture_paste (SetUpFixture *self, const char *text);

/* The address of @path on the site. */
void set_up_fixture_paste_path (SetUpFixture *self, const char *path);

ExmSetup *set_up_fixture_get_setup (SetUpFixture *self);

/* The delay of a real host would make the test slow. */
void set_up_hurry (ExmSetup *setup);

/* For test_gui_wait_until(): the first target was compared; @setup: an #ExmSetup */
gboolean set_up_has_target (gpointer setup);

/* The same: all pages were checked. */
gboolean set_up_is_checked (gpointer setup);

/* The same: there is a result; @analysis: an #ExmAnalysis */
gboolean set_up_is_ready (gpointer analysis);

G_END_DECLS
