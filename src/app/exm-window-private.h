/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What the files of the window share. */

#pragma once

#include "exm-window.h"

G_BEGIN_DECLS

struct _ExmWindow
{
  AdwApplicationWindow parent_instance;

  ExmSession *session; /* (owned) */
  char *task_uid;      /* (owned) (nullable) */

  /* Of the template, all (unowned). */
  AdwToastOverlay *toasts;
  AdwFlap *flap;
  AdwViewSwitcherTitle *switcher_title;
  GtkStack *main_stack;
  AdwViewStack *views;
};

/* exm-window-pages.c */

/* Adds all pages; each is made when it is seen first. */
void
exm_window_pages_add (ExmWindow *self);

/* Tells those that are made of the scope, and shows those that are for it. */
void
exm_window_pages_set_task (ExmWindow *self, const char *uid);

/* Returns: (transfer none) (nullable): the page, made if need be; %NULL if there is none
 * of that name */
GtkWidget *
exm_window_pages_get (ExmWindow *self, const char *name);

G_END_DECLS
