/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A site for long rounds, in a process of its own, so that its memory is not counted: for
 * each task a host, 127.0.0.1 and up, with a list of numbered articles. Some in each
 * hundred pages do not come as they should. */

#pragma once

#include <glib.h>
#include <sys/types.h>

G_BEGIN_DECLS

/* Fault of a page. The first three pass: a page comes when it is asked for
 * again. */
typedef enum
{
  SOAK_FAULT_NONE,
  SOAK_FAULT_SERVER_ERROR, /* 500, once */
  SOAK_FAULT_TRUNCATED,    /* half of the page, once */
  SOAK_FAULT_SLOW,         /* a quarter of a second, always */
  SOAK_FAULT_MISSING,      /* 404, always */
  SOAK_FAULT_LOOP,         /* a redirect to itself, always */
} SoakFault;

/**
 * soak_site_start:
 * @percent: pages in a hundred that have a fault
 * @port: (out): that it listens on
 *
 * Call it before any thread is started.
 *
 * Returns: the process; end it by soak_site_stop()
 */
pid_t soak_site_start (guint percent, guint *port);

void soak_site_stop (pid_t pid);

/* Returns: what is the matter with a page of a host */
SoakFault soak_site_get_fault (guint host, guint number, guint percent);

/* Returns: (transfer full): the address of a host, without a last slash */
char *soak_site_make_base (guint host, guint port);

G_END_DECLS
