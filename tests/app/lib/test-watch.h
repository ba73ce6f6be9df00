/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* How long the main loop is held, by whom: every dispatch of the default main context is
 * measured, and the phases of frames in which GTK lays out and draws are counted apart.
 * What counts is the thread's processor time, so that a busy machine makes nothing
 * longer. Main thread only.
 *
 * A program that uses it is linked with --wrap=gtk_widget_add_tick_callback, by which its
 * own ticks are told from GTK's, the computing of styles. */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef enum
{
  TEST_WATCH_CALLBACK, /* one dispatch, without the next five */
  TEST_WATCH_COLOURS,  /* GtkSourceView's own colouring, in slices of its choice */
  TEST_WATCH_STYLE,    /* GTK computes styles, at the begin of a frame */
  TEST_WATCH_LAYOUT,   /* GTK measures and places, rows are bound */
  TEST_WATCH_DRAW,     /* GTK draws, without the charts */
  TEST_WATCH_CHART,    /* the snapshots of charts */
  TEST_WATCH_N_KINDS
} TestWatchKind;

/**
 * test_watch_start:
 *
 * From now on dispatches are measured, those of sources that are there already too.
 * Before the first chart is made: it wraps the snapshot of the class.
 */
void test_watch_start (void);

/* Ends it; sources that are there still stay as they are. */
void test_watch_stop (void);

/**
 * test_watch_stage:
 * @name: (transfer none): of what is measured from now on, a constant
 */
void test_watch_stage (const char *name);

/* Returns: the processor time of this thread, in milliseconds */
double test_watch_now (void);

/* Returns: how many stages there were since test_watch_start(), "start" included */
guint test_watch_get_n_stages (void);

/* Returns: (transfer none): the name of stage @number, from 0 */
const char *test_watch_get_stage (guint number);

/* Returns: the longest of @kind in stage @number, in milliseconds */
double test_watch_get_longest (guint number, TestWatchKind kind);

/* Prints a line a stage and kind, as benchmarks do: least, median, most; and the
 * culprits. */
void test_watch_print (void);

/* Prints how long the main thread worked for a frame while stage @name went on: from the
 * end of one frame to that of the next, whatever was done in between. */
void test_watch_print_frames (const char *name);

/* Prints what held the loop longest in stage @number, and for at least @limit
 * milliseconds: the source, its function, and when on the thread's processor clock. */
void test_watch_print_culprits (guint number, double limit);

G_END_DECLS
