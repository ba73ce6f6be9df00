/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A page view in a window, what it said, and questions to the page that it shows. */

#pragma once

#include "app/web/exm-page-view.h"

#include <webkit/webkit.h>

G_BEGIN_DECLS

typedef struct
{
  GtkWidget *window; /* (owned) */
  ExmPageView *view; /* (unowned) */
  ExmPageText *page; /* (owned) (nullable) */
  guint n_loaded;
  guint n_failed;
  char *failure; /* (owned) (nullable) */
  guint hovered; /* the last line, or EXM_NONE */
  guint activated;
  guint n_activated;
  guint n_picked;
  guint first; /* of the region that was picked last */
  guint last;
  guint hover_lines;
  guint hover_chars;
} PageFixture;

/**
 * page_fixture_set_up:
 * @data: (nullable): the width of the view in pixels, 440 for %NULL
 */
void page_fixture_set_up (PageFixture *self, gconstpointer data);
void page_fixture_tear_down (PageFixture *self, gconstpointer data);

/* Reads @bytes as a page and shows it; returns once it is loaded. */
void page_fixture_load (PageFixture *self, GBytes *bytes, const char *base_url);
void page_fixture_load_html (PageFixture *self, const char *html, const char *base_url);
/* A file of tests/data/pages. */
void page_fixture_load_file (PageFixture *self, const char *name);
/* Shows it without waiting. */
void page_fixture_begin (PageFixture *self, GBytes *bytes, const char *base_url);
void page_fixture_wait_loaded (PageFixture *self);
void page_fixture_wait_failed (PageFixture *self);

/* Turns the main loop for @ms: for what must not happen. */
void page_fixture_linger (guint ms);

/* Returns: (transfer none): the web view inside */
WebKitWebView *page_fixture_get_web (PageFixture *self);

/* Returns: (transfer full): what @code, a function's body in our script world, returns */
char *page_fixture_ask (PageFixture *self, const char *code);

/* Waits until page_fixture_ask() gives @expected. */
void page_fixture_wait_for (PageFixture *self, const char *code, const char *expected);

/* The line whose text is @text; it must be there. */
guint page_fixture_find_line (PageFixture *self, const char *text);

/* Finds a line's first characters, in pixels of the view. */
void page_fixture_locate (PageFixture *self, guint line, double *x, double *y);

void page_fixture_hover (PageFixture *self, guint line);

/* Clicks a line, with a key such as "shift" held down, or %NULL. */
void page_fixture_click (PageFixture *self, guint line, const char *key);

/* Marks @kept … @kept_last as body but for @trimmed, which may be EXM_NONE. */
void page_fixture_mark (PageFixture *self, guint kept, guint kept_last, guint trimmed);

G_END_DECLS
