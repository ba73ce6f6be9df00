/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Base of the window's tests: a running application, waiting without sleeping, finding
 * widgets, pictures. Programs that use it are run by tests/lib/run-gui. */

#pragma once

#include "app/shell/exm-application.h"
#include "app/shell/exm-window.h"
#include "store/exm-store-reader.h"

#include <adwaita.h>

G_BEGIN_DECLS

/* Longest wait for anything, in seconds; who waits longer fails. */
#define TEST_GUI_SECONDS 120

/**
 * test_gui_init:
 *
 * In place of g_test_init(): GTK, resources, no animations, and the caller's language.
 */
void test_gui_init (int *argc, char ***argv);

/**
 * test_gui_wait_until:
 * @done: what is waited for; called after every turn of the main loop
 * @what: said when it does not come
 *
 * Turns the main loop; fails the test after %TEST_GUI_SECONDS.
 */
#define test_gui_wait_until(done, data, what)                                            \
  test_gui_wait_until_at (done, data, what, G_STRLOC)
void test_gui_wait_until_at (gboolean (*done) (gpointer data),
                             gpointer data,
                             const char *what,
                             const char *where);

/* Waits until @widget's window has been laid out and drawn with all that changed. */
void test_gui_settle (GtkWidget *widget);

/**
 * test_gui_find:
 * @root: where to look, itself included
 * @type: of the widget
 * @text: (nullable): its text, label, tooltip, title or buildable id; %NULL for any
 *
 * Returns: (transfer none) (nullable): the first one that is mapped
 */
GtkWidget *test_gui_find (gpointer root, GType type, const char *text);

/* As test_gui_find(), but it must be there, or come. */
#define test_gui_need(root, type, text) test_gui_need_at (root, type, text, G_STRLOC)
GtkWidget *
test_gui_need_at (gpointer root, GType type, const char *text, const char *where);

/**
 * test_gui_find_beginning:
 * @root: where to look, itself included
 * @beginning: of what a label says
 *
 * Returns: (transfer none) (nullable): all that the first one that is mapped says
 */
const char *test_gui_find_beginning (gpointer root, const char *beginning);

/**
 * test_gui_is_cut:
 *
 * Returns: whether words of ours end in an ellipsis and no tooltip has the whole; not of
 *   a text of a page, of which lists show the beginning
 */
gboolean test_gui_is_cut (GtkLabel *label);

/* Returns: (transfer full): @widget (nullable) and what it is in, as a failure tells it
 */
char *test_gui_describe (GtkWidget *widget);

/* As test_gui_find_beginning(), but it must be there, or come. */
#define test_gui_need_beginning(root, beginning)                                         \
  test_gui_need_beginning_at (root, beginning, G_STRLOC)
const char *
test_gui_need_beginning_at (gpointer root, const char *beginning, const char *where);

/* As test_gui_need_beginning(); laid out and drawn. */
#define test_gui_wait_until_said(root, beginning)                                        \
  test_gui_wait_until_said_at (root, beginning, G_STRLOC)
void
test_gui_wait_until_said_at (gpointer root, const char *beginning, const char *where);

/* Returns: (transfer none) (nullable): a window of the type that is mapped */
GtkWidget *test_gui_find_window (GType type);

/**
 * test_gui_start:
 * @folder: data folder
 *
 * An application that has been activated, its window shown, its session started and the
 * tasks known.
 *
 * Returns: (transfer full): end it with test_gui_stop()
 */
ExmApplication *test_gui_start (const char *folder);

/* As test_gui_start(), but it returns as soon as the first frame has been drawn. */
ExmApplication *test_gui_open_to_first_frame (const char *folder);

/* As test_gui_start(); @wait: for the session, where it can start. */
ExmApplication *test_gui_open (const char *folder, gboolean wait);

/* Returns: (transfer none): its window */
ExmWindow *test_gui_get_window (ExmApplication *app);

/* Returns: (transfer full): as exm_store_reader_read(); what cannot be read fails the
 * test */
gpointer test_gui_read_store (ExmWindow *window, const ExmStoreQuery *query);

/* Returns: (transfer none) (nullable): a shown window of @type beside @window */
GtkWindow *test_gui_find_dialog (ExmWindow *window, GType type);

/* As test_gui_find_dialog(), but it must be there, or come; laid out and drawn. */
GtkWindow *test_gui_need_dialog (ExmWindow *window, GType type);

/* @app: (transfer full) */
void test_gui_stop (ExmApplication *app);

/**
 * test_gui_stop_by:
 * @app: (transfer full)
 * @quit: what makes it quit, as a click; called while it runs, may turn the main loop
 */
void test_gui_stop_by (ExmApplication *app, GSourceFunc quit, gpointer data);

/* Settles, and writes NAME.png into the folder that EXM_SHOTS names, if it names one. */
void test_gui_show_people (GtkWidget *widget, const char *name);

/* Writes what is on the screen, popovers too, to @path as PNG. */
void test_gui_shoot (GtkWidget *widget, const char *path);

G_END_DECLS
