/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A control socket in a data folder of its own, whose context the test runs itself, and
 * raw clients that say what they like. */

#pragma once

#include "control/exm-control-socket.h"

G_BEGIN_DECLS

typedef struct
{
  char *top;                /* (owned): holds all folders */
  char *folder;             /* (owned): data folder */
  char *runtime;            /* (owned): $XDG_RUNTIME_DIR */
  ExmRoleLock *lock;        /* (owned) (nullable) */
  GMainContext *context;    /* (owned) */
  ExmControlSocket *socket; /* (owned) (nullable) */
  GString *told;            /* (owned): requests, "run u-1;" … */
  const char *reply;        /* (unowned) (nullable): to "status" */
} ControlFixture;

/* Functions for g_test_add(): with $XDG_RUNTIME_DIR if @data is not NULL. */
void control_set_up (ControlFixture *f, gconstpointer data);
void control_tear_down (ControlFixture *f, gconstpointer data);

/* Takes the role and listens. */
void control_start (ControlFixture *f, GError **error);
void control_stop (ControlFixture *f);

/* Runs the context until this many clients are connected. */
void control_run_until (ControlFixture *f, guint n_clients);

/* A connected client; it does not block. */
int control_connect (const ControlFixture *f);

/* Sends all, running the context when the socket is full; FALSE when hung up on. */
gboolean control_say (ControlFixture *f, int fd, const char *text, gssize n_bytes);

/* Reads lines, runs the context meanwhile. Returns: (transfer full) (nullable): the next
 * line, NULL when hung up on */
char *control_hear (ControlFixture *f, int fd);

G_END_DECLS
