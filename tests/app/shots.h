/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pictures of every screen and state, for people to look at: ./dev shots. Who makes a
 * screen adds a function, in a file of their own, and a line to the table in shots.c. */

#pragma once

#include "test-gui.h"

G_BEGIN_DECLS

/* Which data the window is opened on. */
typedef enum
{
  SHOT_SAMPLE,  /* tasks of the sample site, which is served meanwhile, and articles */
  SHOT_EMPTY,   /* nothing yet */
  SHOT_DAMAGED, /* a database that is none */
  SHOT_NEWER,   /* a database of a newer version */
} ShotData;

typedef struct
{
  const char *name;
  ShotData data;
  gboolean everywhere; /* also 1920 px wide and with large text */
  /* Brings @window, of which the first task is shown, into the state; waits for it. */
  void (*show) (ExmWindow *window);
} Shot;

/* shots-shell.c */
void
shot_articles (ExmWindow *window);
void
shot_activity (ExmWindow *window);
void
shot_settings (ExmWindow *window);
void
shot_workbench (ExmWindow *window);
void
shot_all_articles (ExmWindow *window);
void
shot_as_it_is (ExmWindow *window);
void
shot_sidebar_hidden (ExmWindow *window);
void
shot_picker (ExmWindow *window);
void
shot_menu (ExmWindow *window);
void
shot_shortcuts (ExmWindow *window);
void
shot_about (ExmWindow *window);
void
shot_preferences (ExmWindow *window);
void
shot_quit (ExmWindow *window);
void
shot_pause_toast (ExmWindow *window);

G_END_DECLS
