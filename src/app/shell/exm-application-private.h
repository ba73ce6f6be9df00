/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Structure and functions that the files of the application share. */

#pragma once

#include "app/session/exm-serving.h"
#include "app/shell/exm-announcer.h"
#include "app/shell/exm-application.h"
#include "app/shell/exm-background.h"
#include "app/shell/exm-window.h"

G_BEGIN_DECLS

struct _ExmApplication
{
  AdwApplication parent_instance;

  char *folder;              /* (owned) (nullable): given, or of the environment */
  ExmSession *session;       /* (owned) (nullable): from startup to shutdown */
  ExmServing *serving;       /* (owned) (nullable): from startup to shutdown */
  GSettings *settings;       /* (owned) (nullable): %NULL where the schema is missing */
  ExmAnnouncer *announcer;   /* (owned) (nullable): from startup to shutdown */
  ExmBackground *background; /* (owned) (nullable): from startup to shutdown */
  GtkWindow *help;           /* (unowned) (nullable): while it is open */
  gint64 start_usec;
  gboolean print_start;
  gboolean no_background;
  gboolean quitting; /* the window closes because everything ends */
};

/* Returns: (transfer none): the window; made if there is none and @make, else %NULL */
ExmWindow *exm_application_find_window (ExmApplication *self, gboolean make);

/* exm-application-actions.c */
void exm_application_add_actions (ExmApplication *self);

G_END_DECLS
