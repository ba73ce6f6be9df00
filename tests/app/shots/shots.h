/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pictures of every screen and state, for people to look at: ./dev shots. Who makes a
 * screen adds a function to the table of its file. */

#pragma once

#include "test-gui.h"

#include "app/workbench/exm-workbench-page.h"

G_BEGIN_DECLS

/* Which data the window is opened on. */
typedef enum
{
  SHOT_SAMPLE,   /* tasks of the sample site, which is served meanwhile, and articles */
  SHOT_APPROVED, /* the same, and somebody called each article right */
  SHOT_EMPTY,    /* nothing yet */
  SHOT_DAMAGED,  /* a database that is none */
  SHOT_NEWER,    /* a database of a newer version */
} ShotData;

typedef struct
{
  const char *name;
  ShotData data;
  gboolean everywhere; /* on every kind of screen, not only on the two usual ones */
  /* Brings @window, whose task is that of the screen, into the state; waits for it. */
  void (*show) (ExmWindow *window);
} Shot;

/* Tables that end with a shot without a name. */
extern const Shot shots_of_shell[];
extern const Shot shots_of_workbench[];
extern const Shot shots_of_methods[];
extern const Shot shots_of_setup[];
extern const Shot shots_of_queue[];
extern const Shot shots_of_problems[];
extern const Shot shots_of_lists[];
extern const Shot shots_of_settings[];

/* Address of a page of the sample site; an address that is whole stays as it is.
 * Returns: (transfer full) */
char *shot_address (const char *path);

/* The section of the sample site in the language of the screen, as "/news/". */
const char *shot_get_section (void);

/* Shows the task of this section, or another one by its name, in the view. */
void shot_show_view (ExmWindow *window, const char *view);
void shot_show_task (ExmWindow *window, const char *name, const char *view);

/* Picks a row of the sidebar, which is shown where it is not. */
void shot_pick_scope (ExmWindow *window, const char *scope);

/* The workbench of the task without the sidebar: both pages beside each other need the
 * room. */
ExmWorkbenchPage *shot_open_bench (ExmWindow *window);

/* The inspector of the workbench without the sidebar; in a narrow window it is shown when
 * it is asked for. */
GtkWidget *shot_open_inspector (ExmWindow *window);

/* The workbench of the task, or of the set-up, once its result and curves are there. */
ExmWorkbenchPage *shot_need_bench (ExmWindow *window);
void shot_wait_for_result (ExmWorkbenchPage *bench);

/* Until the pages that are shown stand. */
void shot_wait_for_pages (ExmWorkbenchPage *bench);

/* Place of a paragraph of the body, as shares of the width and height of a page's
 * view. */
#define SHOT_BODY_X .35
#define SHOT_BODY_Y .7

/* Rests the pointer there, in mark mode, until the page says what it would mark. */
void shot_hover_body (GtkWidget *view);

/* A widget below @root by its id in the template. */
#define shot_need(root, type, id) ((gpointer) test_gui_need (root, type, id))

/**
 * shot_tell_flaws:
 * @shot: the picture's name
 * @chinese: the window is in Chinese
 *
 * Says on standard error what a program can see to be wrong with what is shown.
 */
void
shot_tell_flaws (GtkWindow *window, const char *shot, int screen_width, gboolean chinese);

/* Opens a menu button's popover. */
void shot_pop_up (gpointer root, const char *id);

/* As from a key or a menu. */
void shot_activate (gpointer widget, const char *action);

G_END_DECLS
